package trial

import (
	"fmt"
	"galloper/adjudicator"
	"galloper/adjudicator/desks"
	"slices"
	"testing"

	"galloper/cmd/galloper/internal/offline"
	"galloper/events"
	"galloper/projections/knowledge"
	"galloper/projections/report"
)

// A story depends only on outcomes that its reader was told. With all others removed and the rest renumbered,
// it has the same bytes.
func TestStoriesKeepSecrets(t *testing.T) {
	for name, m := range shipped(t) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			books := map[string]*knowledge.Book{}
			for _, seat := range m.Scenario.Seats() {
				books[seat.ID] = knowledge.Open([]string{seat.ID}, m.Rules.Words.Facts)
			}
			words, err := report.Compile(m.Rules.Words)
			if err != nil {
				t.Fatal(err)
			}
			left := 0
			m.Told = func(s *offline.Session, turn int) {
				s.Over = false // or the last report would tell all
				for _, seat := range m.Scenario.Seats() {
					told := toldTo(seat.ID, s.Outcomes)
					left += len(s.Outcomes) - len(told)
					books[seat.ID].Apply(turn, told)
					known := books[seat.ID].Seat(seat.ID)
					cover := report.Cover{Names: adjudicator.Names(m.Scenario), Story: desks.Story(m.Rules, m.Scenario, known, nil)}
					if turn == 0 {
						cover.Examples = desks.Examples(m.Rules,
							adjudicator.Desk{Scenario: m.Scenario, Seat: seat.ID, Turn: 1, Known: known})
					}
					if is, was := words.Write(cover, known).Prose(), s.Told(seat.ID).Prose(); is != was {
						t.Fatalf("turn %d: %s is told\n%s\nand, without what others were told,\n%s", turn, seat.ID, was, is)
					}
				}
			}
			m.Play(5)
			if left == 0 {
				t.Error("there was nothing to leave out")
			}
		})
	}
}

// toldTo returns the outcomes that a seat is told of, renumbered. References to causes that it was not told of
// are dropped.
func toldTo(seat string, outcomes []events.Outcome) (told []events.Outcome) {
	refs := map[string]string{}
	for i := range outcomes {
		o := outcomes[i]
		if _, ok := knowledge.Seen(&o, seat); !ok {
			continue
		}
		refs[o.Ref] = fmt.Sprintf("t0.%d", len(told)+1)
		cause := refs[o.Cause]
		if slices.ContainsFunc(outcomes, func(x events.Outcome) bool { return x.Ref == o.Cause }) {
			o.Cause = cause
		}
		o.Ref = refs[o.Ref]
		told = append(told, o)
	}
	return told
}
