package trial

import (
	"crypto/sha256"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"galloper/adjudicator"
	"galloper/adjudicator/dice"
	"galloper/adjudicator/oracle"
	"galloper/adjudicator/rulesets"
	"galloper/events"
)

// The armies of every shipped battle fight on the same field again: no unit comes stronger than it began or weaker than
// it ended, and the scenario that they make has no fault. GALLOPER_BATTLES=60 also says how often who won the first
// battle wins the second.
func TestArmiesFightAgain(t *testing.T) {
	t.Parallel()
	battles := oracle.Many(os.Getenv("GALLOPER_BATTLES"), 1)
	again, decided := 0, 0
	for name, m := range shipped(t) {
		author, err := os.ReadFile("../../../../scenarios/" + name + "/scenario.yaml")
		if err != nil {
			t.Fatal(err)
		}
		for n := range battles {
			first, roll := m.playToRoll(n, "first")
			terms := events.ArmyCarried{Rolls: []events.Roll{roll}, Held: 50, Lost: 65}
			army, err := m.Rules.CarryInto(name, string(author), terms,
				&dice.Roller{Game: "second", Turn: 1, Seed: sha256.Sum256(fmt.Appendf(nil, "%s %d", name, n))})
			if err != nil {
				if !strings.Contains(err.Error(), "cannot take the field") {
					t.Errorf("%s, battle %d: %v", name, n, err)
				}
				continue
			}
			_, sc, faults := adjudicator.Load(rulesets.All(), name+".yaml", []byte(army.Text))
			if len(faults) > 0 {
				t.Errorf("%s, battle %d: %v\n%s", name, n, faults, army.Text[len(author):])
				continue
			}
			second := *m
			second.Scenario = sc
			next, rerolled := second.playToRoll(n, "second")
			strengths(t, name, roll, rerolled, army)
			if first != adjudicator.Draw && next != adjudicator.Draw {
				if decided++; first == next {
					again++
				}
			}
			if n == 0 {
				t.Logf("%s\n%s\n%s", name, army.Text[len(author):], strings.Join(army.Lines, "\n"))
			}
		}
	}
	t.Logf("who won the first battle won %d of %d second ones", again, decided)
}

// strengths compares the units of two rolls: the second battle began with what came out of the first.
func strengths(t *testing.T, name string, before, after events.Roll, army adjudicator.Army) {
	t.Helper()
	for _, u := range before.Units {
		i := slices.IndexFunc(after.Units, func(a events.RollUnit) bool { return a.ID == u.ID })
		came := 0
		if i >= 0 {
			came = after.Units[i].Began
		}
		if came < u.Left || came > u.Began {
			t.Errorf("%s: %s began with %d, was left with %d and came with %d\n%s", name, u.ID, u.Began, u.Left, came,
				strings.Join(army.Lines, "\n"))
		}
	}
}
