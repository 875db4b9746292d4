package adjudicator_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"galloper/adjudicator"
	"galloper/orders"
)

// readHolds accepts HOLD for the desk's own seat and refuses everything else.
func readHolds(desk adjudicator.Desk, items []orders.Item) adjudicator.Reading {
	var r adjudicator.Reading
	for i := range items {
		it := &items[i]
		if strings.EqualFold(it.Text, "hold "+desk.Seat) {
			r.Entries = append(r.Entries, it.Accept("HOLD "+desk.Seat))
		} else {
			r.Entries = append(r.Entries, it.Refuse(&orders.Refusal{Reason: "not-yours"}))
		}
	}
	return r
}

func TestMailIsReadAtTheSeatsDesk(t *testing.T) {
	asked := ""
	r := &adjudicator.Ruleset{
		Language: orders.Language{Verbs: []orders.Verb{{Words: []string{"HOLD"}}}},
		Read:     readHolds,
		Names:    func(d adjudicator.Desk) (_, _ *orders.Names) { asked = d.Seat; return nil, nil },
	}
	doc, reading := r.ReadMail(adjudicator.Desk{Seat: "north", Turn: 2}, "Dear umpire\n\nhold north\nhold south\nREADY\n")
	if asked != "north" {
		t.Errorf("names were asked for %q", asked)
	}
	if !doc.Has(orders.Ready) || len(doc.Items) != 2 || len(reading.Entries) != 2 {
		t.Fatalf("read as %+v", reading)
	}
	if got := reading.Accepted(); !slices.Equal(got, []string{"HOLD north"}) {
		t.Errorf("accepted %q", got)
	}
}

func TestRecordedLinesKeepTheirNumbersWhereTheRulesAskForIt(t *testing.T) {
	r := adjudicator.Reading{Entries: []orders.Entry{
		{Number: 1, Canonical: "HOLD a"},
		{Number: 2, Refusal: &orders.Refusal{Reason: "unknown-order"}},
		{Number: 3, Canonical: "HOLD b"},
		{Number: 4, Canonical: "HOLD c"},
	}}
	if got, want := r.Accepted(), []string{"HOLD a", "HOLD b", "HOLD c"}; !slices.Equal(got, want) {
		t.Errorf("without numbers: %q, want %q", got, want)
	}
	r.Numbered = true
	if got, want := r.Accepted(), []string{"HOLD a", "3. HOLD b", "HOLD c"}; !slices.Equal(got, want) {
		t.Errorf("with numbers: %q, want %q", got, want)
	}
	held := r.HeldLines(r.Accepted(), []int{1, 3, 4})
	if d := cmp.Diff(r.Held(), held); d != "" {
		t.Errorf("recorded and read again (-was +is):\n%s", d)
	}
	if got, want := r.Lines(held[1:]), []string{"3. HOLD b", "HOLD c"}; !slices.Equal(got, want) {
		t.Errorf("without the first: %q, want %q", got, want)
	}
	if got := r.HeldLines([]string{"HOLD a", "3. HOLD b", "HOLD c"}, nil); !slices.Equal(got, held) {
		t.Errorf("recorded without numbers beside them: %v", got)
	}
}

func TestMailThatAddsIsNumberedOn(t *testing.T) {
	r := &adjudicator.Ruleset{Language: orders.Language{Verbs: []orders.Verb{{Words: []string{"HOLD"}}}}, Read: readHolds}
	_, reading := r.ReadMail(adjudicator.Desk{Seat: "north", Next: 4}, "ADD\nhold south\nhold north")
	if got := reading.Held(); !slices.Equal(got, []orders.Held{{Number: 5, Canonical: "HOLD north"}}) {
		t.Errorf("added: %v", got)
	}
	_, reading = r.ReadMail(adjudicator.Desk{Seat: "north", Next: 4}, "hold north")
	if got := reading.Held(); len(got) != 1 || got[0].Number != 1 {
		t.Errorf("in place of all: %v", got)
	}
}
