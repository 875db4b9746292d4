package report_test

import (
	"strings"
	"testing"

	"galloper/projections/report"
	"galloper/projections/story"
)

// TestLongCellsKeepTheirColumns: a row wider than the mail is wrapped within its last cell, and the columns stay
// aligned.
func TestLongCellsKeepTheirColumns(t *testing.T) {
	r := report.Report{Story: &story.Story{Tables: []story.Table{{Title: "Your command",
		Columns: []string{"unit", "strength", "where", "state"}, Rows: [][]string{
			{"The Scots Greys", "4 stands", "1122,383 in the Frozen Bog", "line"},
			{"Shannon's", "6 stands, lost 1 of 12", "891,451 130 yards E of the Gathering Stone", "in hand to hand"},
			{"Forfar's", "", "", ""},
		}}}}}
	want := `
unit             strength                where
    state
The Scots Greys  4 stands                1122,383 in the Frozen Bog
    line
Shannon's        6 stands, lost 1 of 12  891,451 130 yards E of the
                                         Gathering Stone
    in hand to hand
Forfar's
`
	if got := r.Text(); !strings.Contains(got, want) {
		t.Errorf("the table is not\n%s\nin\n%s", want, got)
	}
}

// TestLongNamesKeepTheColumns: the widest column is narrowed, and its cells are wrapped.
func TestLongNamesKeepTheColumns(t *testing.T) {
	r := report.Report{Story: &story.Story{Tables: []story.Table{{Title: "The enemy",
		Columns: []string{"unit", "strength", "where"}, Rows: [][]string{
			{"9e Chasseurs a Cheval", "light cavalry, 4 stands.", "45,35"},
			{"Swiss", "foot, 4 stands", "in the walled garden behind the farmhouse"},
			{strings.Repeat("x", 60), "1", "here"},
		}}}}}
	want := `
unit                    strength                 where
9e Chasseurs a Cheval   light cavalry, 4         45,35
                        stands.
Swiss                   foot, 4 stands           in the walled garden
                                                 behind the farmhouse
xxxxxxxxxxxxxxxxxxxxxx  1                        here
xxxxxxxxxxxxxxxxxxxxxx
xxxxxxxxxxxxxxxx
`
	if got := r.Text(); !strings.Contains(got, want) {
		t.Errorf("the table is not\n%s\nin\n%s", want, got)
	}
}

// The text does not repeat a headline that is a whole sentence of the story.
func TestHeadlineIsNotSaidTwice(t *testing.T) {
	r := report.Report{Story: &story.Story{Headline: "Hanno fell",
		Lead: []story.Scene{{Text: "Hanno fell."}, {Text: "The Sacred guard wavered."}}}}
	want := "HANNO FELL\nThe Sacred guard wavered.\n"
	if got := r.Text(); !strings.Contains(got, want) || strings.Contains(got, "Hanno fell.") {
		t.Errorf("%q is not in\n%s", want, got)
	}
	if html := r.HTML(report.Image{}); strings.Contains(html, "Hanno fell.") {
		t.Errorf("said twice in\n%s", html)
	}
}
