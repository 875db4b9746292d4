package page

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"galloper/cmd/galloper/internal/game"
	"galloper/events"
)

// TestOutcomesAreThoseThatCount compares the outcomes that the page has decoded once and cached with those that
// the campaign decodes, also after a revert and a replayed turn.
func TestOutcomesAreThoseThatCount(t *testing.T) {
	w := newWorld(t)
	w.play(3)
	compare := func(turns int) {
		t.Helper()
		tb := newTable()
		if err := tb.catchUp(w.ctx, w.d, slug); err != nil {
			t.Fatal(err)
		}
		for turn := range turns + 2 {
			want, err := tb.game.Campaign.Outcomes(turn)
			if err != nil {
				t.Fatal(err)
			}
			if turn <= turns && len(want) == 0 {
				t.Errorf("turn %d has no outcomes", turn)
			}
			if diff := cmp.Diff(want, tb.history.Outcomes(turn)); diff != "" {
				t.Errorf("turn %d: %s", turn, diff)
			}
		}
	}
	compare(3)
	w.record(events.TurnReverted{Turn: 2, Reason: "a mail was lost"})
	compare(1)
	w.rules("CLOSE TURN 2")
	compare(2)
}

func TestReportOnThePageIsTheOneThatWasMailed(t *testing.T) {
	w := newWorld(t)
	w.play(2)
	tb := newTable()
	if err := tb.catchUp(w.ctx, w.d, slug); err != nil {
		t.Fatal(err)
	}
	for turn := range 3 {
		want, err := game.ReportAt(tb.game, north, turn)
		if err != nil {
			t.Fatal(err)
		}
		got, err := tb.Report(north, turn)
		if err != nil || got.Text() != want.Text() {
			t.Errorf("turn %d: %v\n%s", turn, err, cmp.Diff(want.Text(), got.Text()))
		}
	}
}
