package daemon

import (
	"slices"
	"strings"
	"testing"

	"galloper/cmd/galloper/internal/game"
	"galloper/events"
)

// ruledBrawl returns a brawl under review, with a ruling on the last outcome with that prefix.
func ruledBrawl(t *testing.T, begins string) (w *world, umpire func(string) string, on events.Outcome) {
	t.Helper()
	w, umpire = newBrawl(t, events.Settings{Review: "umpire"})
	w.writes("french.west", "To Picardie: hold")
	umpire("CLOSE TURN 1")
	for _, o := range w.outcomes(1) {
		if strings.HasPrefix(o.String(), begins) {
			on = o
		}
	}
	if on.Ref == "" {
		t.Fatalf("no outcome begins with %q", begins)
	}
	mustSay(t, umpire("RULE "+on.Ref+": Picardie lies in a bog\nSET unit.picardie.boxes = 2"), "RULE: done")
	return w, umpire, on
}

// ruled returns the outcomes of the draft's rulings.
func (w *world) ruled() (all []string) {
	w.t.Helper()
	for _, o := range w.outcomes(1) {
		if strings.HasPrefix(o.Name, "ruling.") {
			all = append(all, o.Ref+" "+o.String())
		}
	}
	return all
}

func TestRulingFollowsItsOutcomeWhenOrdersAreAmended(t *testing.T) {
	t.Parallel()
	w, umpire, on := ruledBrawl(t, "volley.fired")
	// More orders give more outcomes before the volley.
	mustSay(t, umpire("AMEND french.west 2 TURN 1 BECAUSE a line was lost: LETTER TO french.north: I hold"), "AMEND: done")
	at := slices.IndexFunc(w.outcomes(1), func(o events.Outcome) bool { return o.String() == on.String() })
	if at < 0 {
		t.Fatalf("the amendment took the volley away: the test wants another one")
	}
	now := w.outcomes(1)[at].Ref
	if now == on.Ref {
		t.Fatalf("the volley is still %s: the test wants another amendment", now)
	}
	want := []string{now + ".1 ruling.applied outcome=" + now, now + ".2 ruling.set path=unit.picardie.boxes value=2"}
	if got := w.ruled(); len(got) != 2 || !strings.HasPrefix(got[0], want[0]) || !strings.HasPrefix(got[1], want[1]) {
		t.Errorf("the ruling came to %q, want %q", got, want)
	}
	umpire("APPROVE TURN 1")
	w.mustVerify()
}

func TestRulingThatLostItsOutcomeIsNotApplied(t *testing.T) {
	t.Parallel()
	w, umpire, on := ruledBrawl(t, "directive.acted unit=picardie")
	mustSay(t, umpire("AMEND french.west 1 TURN 1 BECAUSE his mail was cut: To Picardie: advance 50"), "AMEND: done")
	got := w.ruled()
	if len(got) != 1 || !strings.HasPrefix(got[0], "t1.end.1 ruling.lapsed outcome="+on.Ref) {
		t.Fatalf("the ruling came to %q", got)
	}
	mustSay(
		t,
		w.last(umpireAddress).text,
		`NOT APPLIED: your ruling "Picardie lies in a bog". It was on `+on.Ref,
		"which no longer happens",
		"RULE TURN 1: text",
	)
	// With the order restored, the ruling applies again.
	umpire("AMEND french.west 1 TURN 1 BECAUSE I was wrong: To Picardie: hold")
	if got := w.ruled(); len(got) != 2 {
		t.Errorf("put right, the ruling came to %q", got)
	}
	umpire("AMEND french.west 1 TURN 1 BECAUSE his mail was cut: To Picardie: advance 50")
	umpire("APPROVE TURN 1")
	for _, s := range seats {
		if n := w.mailed(addressOf(s), "bog"); n != 0 {
			t.Errorf("%s was told of a ruling that was not applied", s)
		}
	}
	w.mustVerify()
}

func TestRulingOnARulingIsRefused(t *testing.T) {
	t.Parallel()
	_, umpire, on := ruledBrawl(t, "volley.fired")
	mustSay(t, umpire("RULE "+on.Ref+".1: no"), on.Ref+".1 is a ruling itself")
}

// A seat's facts follow when everything is decided, so a ruling on one would change nothing.
func TestRulingOnWhatWasSeenIsRefused(t *testing.T) {
	t.Parallel()
	w, umpire, _ := ruledBrawl(t, "volley.fired")
	outcomes := w.outcomes(1)
	mustSay(t, umpire("RULE "+outcomes[len(outcomes)-1].Ref+": no"),
		"only reports a sighting at the end of the turn; they "+
			"are t1.1 to t1.")
}

func TestWhatIfHoldsToWhatAnOutcomeSays(t *testing.T) {
	t.Parallel()
	w, umpire := newBrawl(t, events.Settings{})
	w.writes("french.west", "To Picardie: hold")
	umpire("CLOSE TURN 1")
	var volley events.Outcome
	for _, o := range w.outcomes(1) {
		if o.Name == "volley.fired" {
			volley = o
		}
	}
	r, err := game.WhatIf(
		w.game(),
		game.Changes{
			Amend: []string{"french.west 2: LETTER TO french.north: I hold"},
			Set:   []string{volley.Ref + ":unit.picardie.boxes=2"},
		},
	)
	if err != nil {
		t.Fatal(err)
	}
	if text := strings.Join(r.Changed, "\n"); !strings.Contains(text, "ruling.set path=unit.picardie.boxes value=2") ||
		strings.Contains(text, "outcome="+volley.Ref+" ") {
		t.Errorf("set behind another outcome:\n%s", text)
	}
}
