package orderdiscipline

import (
	"os"
	"path/filepath"
	"testing"

	"galloper/adjudicator"
	"galloper/adjudicator/cases"
	"galloper/events"
	"galloper/orders"
	"galloper/projections/knowledge"
	"galloper/projections/report"
)

// TestCases runs the conformance suite: the cases of this project, and those of
// the specification where they lie beside the working copy.
func TestCases(t *testing.T) {
	t.Parallel()
	var files []string
	for _, glob := range []string{"testdata/cases/*.txtar", "testdata/*.txtar"} {
		own, err := filepath.Glob(glob)
		if err != nil || len(own) == 0 {
			t.Fatal(glob, "has no cases")
		}
		files = append(files, own...)
	}
	given, _ := filepath.Glob("../../../shared/cases/orderdiscipline/*.txtar")
	for _, file := range append(files, given...) {
		t.Run(filepath.Base(file), func(t *testing.T) {
			t.Parallel()
			src, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			env := cases.Env{Rulesets: []*adjudicator.Ruleset{&Ruleset}, Desks: openDesks}
			if res := cases.Run(src, filepath.Base(file), env); !res.OK() {
				t.Error(res)
			}
		})
	}
}

// desks are the seats of a case, with what they know.
type desks struct {
	book  *knowledge.Book
	pages *report.Book
	title string
}

func openDesks(r *adjudicator.Ruleset, sc adjudicator.Scenario) cases.Desks {
	var seats []string
	for _, s := range sc.Seats() {
		seats = append(seats, s.ID)
	}
	pages, err := report.Compile(r.Words)
	if err != nil {
		panic(err)
	}
	return &desks{knowledge.Open(seats, r.Words.Facts), pages, sc.(*Battle).Title}
}

func (d *desks) Tell(turn int, outcomes []events.Outcome) { d.book.Apply(turn, outcomes) }

func (d *desks) Known(seat string) adjudicator.Knowledge { return d.book.Seat(seat) }

func (d *desks) Receipt(_ adjudicator.Desk, doc orders.Document, reading adjudicator.Reading) string {
	r := orders.Receipt{Document: doc, Entries: reading.Entries, Trailer: reading.Trailer}
	return r.Text()
}

func (d *desks) Report(seat string, turn int) string {
	return d.pages.Write(report.Cover{Game: "case", Title: d.title, Next: turn + 1}, d.book.Seat(seat)).Text()
}
