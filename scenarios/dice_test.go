package scenarios

import (
	"slices"
	"strings"
	"testing"

	"galloper/adjudicator"
	"galloper/adjudicator/rulesets"
	"galloper/events"
)

// Where a turn's seed is shown with its report, it must open no die that a seat is not
// told anyway. Scenarios as they are shipped, and with their fog lifted.
func TestSeedOfAnOpenGameTellsNothingNew(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		file, old, new string
		open           bool
	}{
		{"allifae", "", "", true},
		{"allifae", "{setup: standard}", "{setup: standard, sight: zones}", false},
		{"allifae", "{setup: standard}", "{setup: standard, runners: zones}", false},
		{"prestonpans", "", "", false},
		{"prestonpans", "{fanaticism: yes, ", "{fog: no, fanaticism: yes, ", true},
		{"sauren", "", "", false},
		{"sauren", "units:\n", "options: {fog: none}\nunits:\n", true},
		{"gettysburg-first-day", "", "", false},
		{"gettysburg-first-day", "{first: confederate}", "{first: confederate, fog: open}", false},
		{"gettysburg-first-day", "{first: confederate}", "{first: confederate, fog: open, couriers: off}", true},
		{"maida", "", "", false},
		{"maida", "{couriers: on,", "{couriers: off,", false},
	} {
		src, err := Files.ReadFile(c.file + "/scenario.yaml")
		if err != nil {
			t.Fatal(err)
		}
		rules, sc, faults := adjudicator.Load(rulesets.All(), c.file, []byte(strings.Replace(string(src), c.old, c.new, 1)))
		if len(faults) > 0 {
			t.Fatalf("%s %s: %v", c.file, c.new, faults)
		}
		if rules.Reveals(sc) != c.open {
			t.Errorf("%s %s: seeds are shown: %v", c.file, c.new, !c.open)
		}
		if c.open {
			everyDieIsTold(t, c.file, rules, sc)
		}
	}
}

// everyDieIsTold plays the battle, or its first dozen turns, without orders.
func everyDieIsTold(t *testing.T, name string, rules *adjudicator.Ruleset, sc adjudicator.Scenario) {
	t.Helper()
	pos := adjudicator.Position{Game: "test", Ruleset: rules, Scenario: sc, State: sc.Start()}
	res := adjudicator.Open(pos, events.TurnInput{Turn: 1})
	dice := 0
	for turn := 1; ; turn++ {
		for i := range res.Outcomes {
			o := &res.Outcomes[i]
			if !slices.ContainsFunc(o.Dice, func(d events.Die) bool { return !d.Sealed }) {
				continue
			}
			dice++
			for _, seat := range sc.Seats() {
				if !slices.ContainsFunc(o.Views, func(v events.View) bool {
					return slices.Contains(v.Seats, seat.ID) &&
						!slices.Contains(v.Hide, "dice")
				}) {
					t.Errorf("%s: %s is not told the dice of %s", name, seat.ID, o)
				}
			}
		}
		if res.State.Over() != "" || turn > 12 {
			break
		}
		pos.State, pos.Turn = res.State, turn-1
		res = adjudicator.Adjudicate(pos, events.TurnInput{Turn: turn})
	}
	if dice == 0 && name != "gettysburg-first-day" { // which has none but couriers'
		t.Errorf("%s: no dice were rolled", name)
	}
}
