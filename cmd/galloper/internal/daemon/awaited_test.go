package daemon

import (
	"slices"
	"strings"
	"testing"
	"time"

	"galloper/adjudicator"
	"galloper/adjudicator/rulesets"
	"galloper/cmd/galloper/internal/game"
	"galloper/events"
	"galloper/projections/campaign"
)

var (
	unionSeats       = []string{"union.army", "union.i", "union.xi"}
	confederateSeats = []string{"confederate.army", "confederate.iii", "confederate.ii"}
)

// gettysburg is a game in which the sides move in turn, the Confederates first. Howard and Ewell have no troops on the
// map.
func gettysburg(t *testing.T, settings events.Settings) *world {
	t.Helper()
	settings.Every = "3d"
	settings.Remind = []string{"24h"}
	w, _ := shippedUnder(t, plainRules(), "gettysburg-first-day/scenario.yaml", settings)
	return w
}

func TestTurnWaitsForTheSideThatMoves(t *testing.T) {
	t.Parallel()
	w := gettysburg(t, events.Settings{})
	const sends = "you need send nothing"
	for _, id := range unionSeats {
		mustSay(t, w.last(addressOf(id)).text, "In turn 1 the Confederacy moves; you need send nothing.")
	}
	mustSay(t, w.last(addressOf("confederate.ii")).text, "Turn 1 does not wait for you: you have nothing to order, and "+
		"need send nothing.")
	for _, id := range []string{"confederate.army", "confederate.iii"} {
		if strings.Contains(w.last(addressOf(id)).text, sends) {
			t.Errorf("%s is told that he need send nothing", id)
		}
	}
	// A seat that isn't waited for may write, and is told again.
	mustSay(t, w.writes("union.i", "STANDING AT 15: HOLD"), "In turn 1 the Confederacy moves; you need send nothing.")
	mustSay(t, w.writes("union.i", "STATUS"), "In turn 1 the Confederacy moves; you need send nothing.")
	w.writes("confederate.army", "READY")
	if n := w.game().Campaign.Number(); n != 1 {
		t.Fatal("the turn closed before Hill was ready")
	}
	w.writes("confederate.iii", "READY")
	if n := w.game().Campaign.Number(); n != 2 {
		t.Fatal("all that the turn waits for are ready, and it is open")
	}
	mustSay(t, w.last(addressOf("confederate.iii")).text, "In turn 2 the Union moves; you need send nothing. Turn 2 "+
		"closes")
	w.writes("union.army", "READY")
	w.writes("union.i", "READY")
	if n := w.game().Campaign.Number(); n != 3 {
		t.Error("turn 2 waits for those who do not move, or who have nothing on the map")
	}
	w.mustVerify()
}

// A seat that the turn does not wait for isn't reminded, counted as silent, held for or given a stand-in.
func TestSilenceOfThoseWhoAreNotWaitedForIsNone(t *testing.T) {
	t.Parallel()
	for _, settings := range []events.Settings{{}, {OnSilence: "hold"}, {OnSilence: "stand-in", Silent: 1}} {
		w := gettysburg(t, settings)
		for turn := 1; turn <= 4; turn++ {
			if turn%2 == 1 {
				w.writes("confederate.army", "WAIT")
				w.writes("confederate.iii", "WAIT")
			} else {
				w.writes("union.army", "WAIT")
				w.writes("union.i", "WAIT")
			}
			w.pass(73 * time.Hour)
			if c := w.game().Campaign; c.Number() != turn+1 {
				t.Fatalf("%+v: turn %d is %s", settings, c.Number(), c.Phase())
			}
		}
		for _, kind := range []string{"turn.held", "seat.reminded", "standin.asked"} {
			if slices.Contains(w.types(), kind) {
				t.Errorf("%+v: %s", settings, kind)
			}
		}
		if w.mailed(umpireAddress, "Nothing was heard of") > 0 {
			t.Errorf("%+v: the umpire is told of a silence", settings)
		}
	}
}

func TestSilenceOfTheSideThatMovesIsTold(t *testing.T) {
	t.Parallel()
	w := gettysburg(t, events.Settings{})
	w.pass(73 * time.Hour)
	if got := w.mailsTo(addressOf("confederate.iii")); !slices.ContainsFunc(
		got,
		func(s string) bool { return strings.Contains(s, "due in 24 hours") },
	) {
		t.Errorf("Hill was not reminded: %q", got)
	}
	w.writesFrom(umpireAddress, "RESUME TURN 1")
	if w.mailed(umpireAddress, "Nothing was heard of Gen. Robert E. Lee and Lt. Gen. A. P. Hill. "+
		w.game().Rules.Silence) != 1 {
		t.Errorf("the umpire was told: %s", w.last(umpireAddress).text)
	}
	// Turn 2 is the Union's. In turn 3 Hill, silent since turn 1, has not been silent a second time.
	w.writes("union.army", "WAIT")
	w.writes("union.i", "WAIT")
	w.pass(73 * time.Hour)
	w.writes("confederate.army", "WAIT")
	w.pass(73 * time.Hour)
	if c := w.game().Campaign; c.Number() != 4 || c.Phase() != campaign.Open {
		t.Errorf("turn %d is %s", c.Number(), c.Phase())
	}
	if seat, _ := w.game().Campaign.Seat("confederate.iii"); seat.Silent != 2 {
		t.Errorf("Hill counts as silent for %d turns, want 2: those that waited for him", seat.Silent)
	}
}

// The pending seats at the start of each ruleset's battle, and after the loss of a commander.
func TestWhomTheRulesWaitFor(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		file, set, value string
		turn             int
		side             string
		not              []string
	}{
		{"demo", "", "", 1, "", nil},
		{"demo", "seat.french.north.status", "dead", 2, "", []string{"french.north"}},
		{"maida", "", "", 1, "", nil},
		{"sauren", "", "", 1, "", nil},
		{"sauren", "leader.ney.status", "away", 2, "", nil}, // the seat goes on playing
		{"allifae", "", "", 1, "", nil},
		{"allifae", "officer.servilius.status", "dead", 2, "", []string{"roman.horse"}},
		{"allifae", "officer.paullus.status", "dead", 2, "", nil}, // the commander's seat goes on playing
		{"gettysburg-first-day", "", "", 1, "confederate", append([]string{"confederate.ii"}, unionSeats...)},
		{"gettysburg-first-day", "", "", 2, "union", append([]string{"union.xi"}, confederateSeats...)},
	} {
		rules, sc := loaded(t, c.file)
		state := adjudicator.Open(
			adjudicator.Position{Game: "x", Ruleset: rules, Scenario: sc, State: sc.Start()},
			events.TurnInput{Turn: 1},
		).State
		if c.set != "" {
			if err := state.Set(c.set, c.value); err != nil {
				t.Fatalf("%s: %s = %s: %v", c.file, c.set, c.value, err)
			}
		}
		a := rules.Waits(sc, state, c.turn)
		for _, s := range sc.Seats() {
			if slices.Contains(a.Seats, s.ID) == slices.Contains(c.not, s.ID) {
				t.Errorf("%s, turn %d, %s %s: waits for %v", c.file, c.turn, c.set, c.value, a.Seats)
			}
		}
		if a.Side != c.side {
			t.Errorf("%s, turn %d: %q moves", c.file, c.turn, a.Side)
		}
	}
}

// In a game with fog of war, the other side isn't told about absences.
func TestAbsenceIsNotToldToTheEnemy(t *testing.T) {
	t.Parallel()
	for _, open := range []bool{false, true} {
		w := newWorld(t)
		w.newGame(events.Settings{Absence: "10d", Open: open})
		w.writes("dutch.south", "ABSENT UNTIL 2026-11-23")
		mustSay(t, w.last(addressOf("dutch.east")).text, "because Heer van Fagel is away")
		mustSay(t, w.last(umpireAddress).text, "because Heer van Fagel is away")
		w.writesFrom(umpireAddress, "CLOSE TURN 1")
		named := w.mailed(addressOf("french.north"), "Heer van Fagel is away") + w.mailed(addressOf("french.north"), "away.")
		if told := named > 0; told != open {
			t.Errorf("open %v: the enemy is told who is away: %v", open, told)
		}
		if !open &&
			(w.mailed(addressOf("french.north"), "because of an absence") != 1 || w.mailed(addressOf("french.north"),
				": an absence.") != 0) { // once: the report does not repeat it
			t.Errorf("the enemy is told: %s", w.everyMailTo(addressOf("french.north")))
		}
	}
}

// loaded reads a shipped scenario.
func loaded(t *testing.T, name string) (*adjudicator.Ruleset, adjudicator.Scenario) {
	t.Helper()
	src := shippedText(t, name+"/scenario.yaml")
	rules, sc, err := game.LoadScenario(rulesets.All(), name, src)
	if err != nil {
		t.Fatal(err)
	}
	return rules, sc
}
