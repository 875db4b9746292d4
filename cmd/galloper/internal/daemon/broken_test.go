package daemon

import (
	"slices"
	"strings"
	"testing"

	"galloper/adjudicator"
	"galloper/events"
	"galloper/orders"
	"galloper/projections/campaign"
)

// fragile returns rules that panic on any order of the turn that contains the words.
func fragile(words string) []*adjudicator.Ruleset {
	all := plainRules()
	rules := adjudicator.Find(all, "firediscipline")
	fall := func(t *adjudicator.Turn) {
		for _, o := range t.Orders() {
			for _, line := range o.Orders {
				if strings.Contains(line, words) {
					panic("unreachable: " + words)
				}
			}
		}
	}
	rules.Phases = append([]adjudicator.Phase{{Clause: "I.0", Title: "a fault", Run: fall}}, rules.Phases...)
	return all
}

// A panic stops one game. Its umpire is told which order caused it, and can remove it and resume with two lines.
func TestTheOrderThatBreaksATurnIsNamed(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.rules = fragile("RIDE TO")
	w.start()
	w.newGame(events.Settings{})
	w.writes("french.north", "To Champagne: hold\nRide to Champagne")
	w.writes("dutch.south", "To Sturler: hold")
	w.writesFrom(umpireAddress, "CLOSE TURN 1")
	if p := w.game().Campaign.Phase(); p != campaign.Held {
		t.Fatalf("the game is %s, want held", p)
	}
	told := w.last(umpireAddress).text
	mustSay(t, told, "an invariant of the rules did not hold", "Comte de Guiche, order 2: RIDE TO champagne",
		"AMEND french.north 2 TURN 1 BECAUSE the program cannot adjudicate it: NOTHING", "RESUME TURN 1")
	if strings.Count(told, "AMEND ") != 1 {
		t.Errorf("other orders are named too:\n%s", told)
	}
	mustSay(t, w.last(addressOf("dutch.east")).text, "Turn 1 is closed and could not be adjudicated", "It is on hold")

	mustSay(t, w.writesFrom(umpireAddress, "RESUME TURN 1"), "RESUME: done")
	if p := w.game().Campaign.Phase(); p != campaign.Held {
		t.Fatalf("tried again with the same orders, the game is %s, want held", p)
	}
	mustSay(t, w.writesFrom(umpireAddress, "AMEND french.north 2 TURN 1 BECAUSE the program cannot adjudicate it: "+
		"NOTHING\nRESUME TURN 1"),
		"AMEND: done", "RESUME: done")
	if n := w.game().Campaign.Number(); n != 2 {
		t.Fatalf("amended and resumed, the turn is %d, want 2", n)
	}
	if got := ordersOf(w.game(), 1, "french.north"); !slices.Equal(got, []string{"TO champagne: HOLD"}) {
		t.Errorf("the other orders of the seat are %q", got)
	}
	w.mustVerify()
}

func TestARulingThatBreaksATurnIsNamed(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.rules = plainRules()
	rules := adjudicator.Find(w.rules, "firediscipline")
	fall := func(t *adjudicator.Turn) {
		if len(t.CourierRulings()) > 0 {
			panic("unreachable: a ruling")
		}
	}
	rules.Phases = append([]adjudicator.Phase{{Clause: "I.0", Title: "a fault", Run: fall}}, rules.Phases...)
	w.start()
	w.newGame(events.Settings{})
	w.writes("french.north", "Letter to french.west: come")
	mustSay(
		t,
		w.writesFrom(umpireAddress, "COURIER french.north.t1.1 LOST TURN 1 BECAUSE of the river\nCLOSE TURN 1"),
		"COURIER: done",
		"CLOSE: done",
	)
	mustSay(t, w.last(umpireAddress).text, "The turn can be adjudicated without your rulings", "REVERT TO TURN 1 BECAUSE")
}

func TestAFaultThatIsNobodysIsSaidSo(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.rules = plainRules()
	rules := adjudicator.Find(w.rules, "firediscipline")
	rules.Phases = append(
		[]adjudicator.Phase{{Clause: "I.0", Title: "a fault", Run: func(*adjudicator.Turn) { panic("unreachable") }}},
		rules.Phases...)
	w.start()
	w.newGame(events.Settings{})
	w.writes("french.north", "To Champagne: hold")
	w.writesFrom(umpireAddress, "CLOSE TURN 1")
	mustSay(t, w.last(umpireAddress).text, "No single order is the cause")
}

// An act on which the rules panic is refused; the page and the command line go on.
func TestAnActThatBreaksTheRulesIsRefused(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.newGame(events.Settings{})
	rules := *adjudicator.Find(w.d.Rulesets, "firediscipline")
	rules.Read = func(adjudicator.Desk, []orders.Item) adjudicator.Reading { panic("unreachable") }
	w.d.Games["mill"].Game.Rules = &rules
	_, err := w.d.Rule(w.ctx, RuleRequest{Game: "mill", Text: "AMEND french.north 1 TURN 1 BECAUSE a test: TO " +
		"champagne: HOLD"})
	if err == nil || !strings.Contains(err.Error(), "nothing was done: the program broke on this act") {
		t.Errorf("the answer is %v", err)
	}
	if res, err := w.d.Rule(w.ctx, RuleRequest{Game: "mill", Text: "ANNOUNCE: it goes on"}); err != nil || !res.Done {
		t.Errorf("the game does not go on: %v %v", res, err)
	}
}
