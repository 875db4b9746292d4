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

// However long the scene is, the first ten lines of a mail say who is ahead and what must be decided.
func TestTheFirstTenLines(t *testing.T) {
	long := strings.Repeat("Our 27th Foot came in upon their 23e Leger. ", 12)
	s := &story.Story{Turn: 3, Turns: 9, Headline: "Our 27th Foot charge home", Lead: []story.Scene{{Text: long}},
		Score:  "Behind on places, 0 to 7. Our army breaks at 13 companies lost: at least 6 are gone. Theirs: none.",
		Decide: []string{"The 42e de Ligne, 2 inches off, may strike the Corsican Rangers."},
		Losses: []string{"ours a company"}}
	r := &report.Report{Headline: strings.Repeat("Maida ", 18), Name: strings.Repeat("Stuart ", 8),
		Due: "Orders for turn 4 are due on Monday.", Contact: "Write to the umpire.", Story: s}
	lines := strings.FieldsFunc(r.Text(), func(c rune) bool { return c == '\n' })
	head, rest := strings.Join(lines[:10], " "), strings.Join(lines[10:], " ")
	for _, want := range []string{"CHARGE HOME", "Behind on places", "* The 42e de Ligne"} {
		if !strings.Contains(head, want) {
			t.Errorf("the first ten lines lack %q: %s", want, head)
		}
	}
	if !strings.Contains(rest, "came in upon") || !strings.Contains(rest, "Losses: ours a company.") {
		t.Errorf("the scene or its losses are missing: %s", rest)
	}
	if s.Decide = nil; !strings.Contains(r.Text(), "TO DECIDE\n\nNothing presses") {
		t.Errorf("a turn without decisions: %s", r.Text())
	}
	if s.Score = ""; strings.Contains(r.Text(), "TO DECIDE") {
		t.Errorf("decisions after the end: %s", r.Text())
	}
}
