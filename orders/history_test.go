package orders

import "testing"

// HISTORY may name a turn and a variant, WHY a turn or an outcome.
func TestHistoryAndWhyNameWhatIsShown(t *testing.T) {
	for line, want := range map[string]Command{
		"HISTORY": {}, "history turn 3": {Turn: 3}, "HISTORY 3 facts": {Turn: 3, Text: HistoryFacts},
		"HISTORY RECORD": {Text: HistoryRecord}, "WHY": {}, "why turn 3": {Turn: 3}, "WHY t3.5": {Text: "t3.5"},
		"Why 3.5": {Text: "t3.5"},
	} {
		doc := Read(line, Language{})
		if len(doc.Commands) != 1 || doc.Commands[0].Turn != want.Turn || doc.Commands[0].Text != want.Text {
			t.Errorf("%q is read as %+v", line, doc.Commands)
		}
	}
	for _, line := range []string{"HISTORY 3 pictures", "Why did the Greys charge?", "WHY t3.x"} {
		if doc := Read(line, Language{}); len(doc.Commands) > 0 {
			t.Errorf("%q is read as %+v", line, doc.Commands)
		}
	}
}
