package daemon

import (
	"slices"
	"strings"
	"testing"

	"galloper/adjudicator"
	"galloper/cmd/galloper/internal/game"
	"galloper/cmd/galloper/internal/prose"
	"galloper/events"
)

// The draft begins with the matters of judgement: refused orders, unread lines, seats without orders, couriers, house
// rules, losses; then come the turn and the record.
func TestDraftHasExceptionsFirst(t *testing.T) {
	t.Parallel()
	w, umpire := newBrawl(t, events.Settings{Review: "umpire"})
	w.writes("french.north", "To Champagne: hold\nTo Champaign: dance")
	w.writes("french.west", "Good evening, Uma!\n\nTo Picardie: dance\n\nIt was a fine day here.")
	w.writes("dutch.east", "To Sturler: hold")
	mustSay(t, w.writes("dutch.south", "To Sturler: dance"), "1 order refused, none accepted")
	w.writes("dutch.south", "To Sturler: hold")
	umpire("CLOSE TURN 1")
	draft := w.last(umpireAddress).text
	mustSay(t, draft, "Lines that were not accepted: 1 line of Comte de Guiche, 2 lines of Marquis de Surville, whose "+
		"mail had nothing that could be accepted",
		"Without orders: Marquis de Surville")
	if strings.Contains(draft, "line of Heer van Fagel") {
		t.Error("what a later mail made good is still an exception")
	}
	at := -1
	for _, part := range []string{"APPROVE TURN 1 DRAFT 1", "WHAT NEEDS YOUR EYE", "Lines that were not accepted",
		"Without orders", "will read:", "THE TURN", "THE RECORD"} {
		i := strings.Index(draft, part)
		if i <= at {
			t.Errorf("%q does not come where it should:\n%s", part, draft)
		}
		at = i
	}
	if mustSay(t, draft, "It was a fine day here."); strings.Contains(draft, "Good evening") {
		t.Errorf("the draft shows a greeting:\n%s", draft)
	}
	if strings.Contains(draft, "sight.") {
		t.Errorf("the draft lists what is seen:\n%s", draft)
	}
}

// A die that was within one of another result, with large consequences, is in the draft with its id.
func TestDraftTellsCloseCalls(t *testing.T) {
	t.Parallel()
	w, _ := newBrawl(t, events.Settings{Review: "umpire"})
	g := w.game()
	tested := func(ref, stand string, roll int) events.Outcome {
		return events.Outcome{Ref: ref, Name: "morale.failed", Clause: "5.4",
			Fields: events.Fields("unit", "sturler", "stand", stand, "why", "fire", "total", 5, "roll", roll),
			Dice:   []events.Die{{Name: "morale/sturler." + stand, Die: "d10", Value: roll}}}
	}
	fled := func(ref, cause string) events.Outcome {
		return events.Outcome{Ref: ref, Cause: cause, Name: "unit.fled", Clause: "5.4",
			Fields: events.Fields("unit", "sturler", "yards", 60)}
	}
	told := func(outcomes ...events.Outcome) string {
		p := &prose.Text{}
		game.Exceptions(g, p, g.Campaign.Current(), outcomes)
		return strings.Join(strings.Fields(p.String()), " ")
	}
	mustSay(t, told(tested("t1.1", "a", 6), fled("t1.2", "t1.1")), "Close call: ", "morale/sturler.a shows 6", "(t1.2)")
	for what, text := range map[string]string{
		"far from it":     told(tested("t1.1", "a", 9), fled("t1.2", "t1.1")),
		"nothing came":    told(tested("t1.1", "a", 6)),
		"something other": told(tested("t1.1", "a", 6), fled("t1.2", "")),
	} {
		if strings.Contains(text, "Close call") {
			t.Errorf("%s: %s", what, text)
		}
	}
}

// Decisions by a house rule, the ends of couriers' rides and losses are in the draft in words, with the id that RULE
// takes.
func TestDraftTellsCouriersHouseRulesAndLosses(t *testing.T) {
	t.Parallel()
	w, _ := newBrawl(t, events.Settings{Review: "umpire"})
	g := w.game()
	outcome := func(ref, name, clause string, views []events.View, kv ...any) events.Outcome {
		return events.Outcome{Ref: ref, Name: name, Clause: clause, Fields: events.Fields(kv...), Views: views}
	}
	dutch := []events.View{{Seats: []string{"dutch.south", "dutch.east"}}}
	outcomes := []events.Outcome{
		outcome("t1.1", "unit.shattered", "5.5", dutch, "unit", "sturler"),
		outcome("t1.2", "zone.taken", g.Rules.House[len(g.Rules.House)-1], nil, "zone", "mill", "side", "french"),
		outcome("t1.3", "dispatch.lost", "Q4", nil, "id", "french.north.t1.1", "reason", "drowned"),
		outcome("t1.4", adjudicator.RulingRefused, "umpire", nil, "path", "x", "value", "1", "reason", "there is no x"),
	}
	for n := range 20 {
		outcomes = append(outcomes, outcome("t1.9"+string(rune('a'+n)), "unit.shattered", "5.5", dutch, "unit", "oyen"))
	}
	p := &prose.Text{}
	game.Exceptions(g, p, g.Campaign.Current(), outcomes)
	text := p.String()
	mustSay(
		t,
		text,
		"NOT APPLIED: SET x = 1 (t1.4), because there is no x.",
		"(t1.3)",
		"House rule "+outcomes[1].Clause+": Zone taken: zone mill",
		"Loss: ",
		"(t1.1)",
		"Loss, the same: t1.9d,",
		"and 5 others",
	)
	if n := strings.Count(text, "\n"); n > 30 {
		t.Errorf("the exceptions have %d lines:\n%s", n, text)
	}
	p = &prose.Text{}
	game.TheTurn(g, p, 1, outcomes)
	mustSay(t, p.String(), "[Told: dutch.]", "[Told: nobody.]")
}

// Every ruleset has words for most of its decisions, so that the draft is no list of fields.
func TestEveryRulesetHasItsHouseRules(t *testing.T) {
	t.Parallel()
	for _, rs := range plainRules() {
		losses := 0
		for _, tale := range rs.Words.Tales {
			if tale.Kind == events.SceneLoss {
				losses++
			}
		}
		if len(rs.House) == 0 || losses == 0 || slices.Contains(rs.House, "") {
			t.Errorf("%s: house %q, %d kinds of losses", rs.Name, rs.House, losses)
		}
	}
}

// After a ruling the draft has only the changes, and groups the seats with the same new facts.
func TestRedraftHasOnlyWhatChanged(t *testing.T) {
	t.Parallel()
	w, umpire := newBrawl(t, events.Settings{Review: "umpire"})
	umpire("CLOSE TURN 1")
	umpire("RULE t1.2: Picardie lies in a bog\nSET unit.picardie.boxes = 2")
	redraft := w.last(umpireAddress).text
	mustSay(
		t,
		redraft,
		"~ unit.picardie: boxes 0, now 2",
		"COMTE DE GUICHE, MARQUIS DE SURVILLE, HEER VAN FAGEL AND HEER VAN DEDEM", "WOULD NOW BE TOLD",
		"+ The umpire ruled: Picardie lies in a bog.",
	)
	if n := strings.Count(redraft, "\n"); n > 35 {
		t.Errorf("the redraft has %d lines:\n%s", n, redraft)
	}
}
