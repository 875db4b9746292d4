package orders

import "testing"

// HISTORY may name a turn, and what of it is to be shown.
func TestHistoryNamesWhatIsShown(t *testing.T) {
	for line, want := range map[string]Command{
		"HISTORY": {}, "history turn 3": {Turn: 3}, "HISTORY 3 facts": {Turn: 3, Text: HistoryFacts},
		"HISTORY RECORD": {Text: HistoryRecord},
	} {
		doc := Read(line, Language{})
		if len(doc.Commands) != 1 || doc.Commands[0].Turn != want.Turn || doc.Commands[0].Text != want.Text {
			t.Errorf("%q is read as %+v", line, doc.Commands)
		}
	}
	if doc := Read("HISTORY 3 pictures", Language{}); len(doc.Commands) > 0 {
		t.Errorf("what is not there is shown: %+v", doc.Commands)
	}
}
