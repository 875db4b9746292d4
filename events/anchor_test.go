package events_test

import (
	"testing"

	"galloper/events"
)

func TestAnchorCountsOutcomesThatReadAlike(t *testing.T) {
	tested := func(ref, unit string) events.Outcome {
		return events.Outcome{Ref: ref, Name: "morale.tested", Fields: events.Fields("unit", unit), Clause: "9"}
	}
	turn := []events.Outcome{tested("t1.1", "a"), tested("t1.2", "b"), tested("t1.3", "a")}
	for i, want := range []events.Anchor{
		{Text: "morale.tested unit=a clause=9", Nth: 1, Of: 2},
		{Text: "morale.tested unit=b clause=9", Nth: 1, Of: 1},
		{Text: "morale.tested unit=a clause=9", Nth: 2, Of: 2},
	} {
		if got := events.AnchorOf(turn, i); got != want || got.IsZero() {
			t.Errorf("%s: %+v, want %+v", turn[i].Ref, got, want)
		}
	}
	if !(events.Anchor{}).IsZero() {
		t.Error("the zero anchor is one")
	}
}
