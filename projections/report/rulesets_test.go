package report_test

import (
	"slices"
	"strings"
	"testing"

	"galloper/adjudicator"
	"galloper/adjudicator/rulesets"
	"galloper/events"
	"galloper/projections/knowledge"
	"galloper/projections/report"
)

// TestWordsOfAllRulesetsCompile: a ruleset's words are data, so nothing else
// would find a brace too many before a report is due.
func TestWordsOfAllRulesetsCompile(t *testing.T) {
	for _, r := range rulesets.All() {
		if _, err := report.Compile(r.Words); err != nil {
			t.Errorf("%s: %v", r.Name, err)
		}
		kept := map[string]bool{}
		for _, l := range r.Words.Facts {
			kept[l.Kind] = true
			if !strings.HasPrefix(l.Kind, knowledge.Prefix) {
				t.Errorf("%s: %s is no fact: its name must begin with %s", r.Name, l.Kind, knowledge.Prefix)
			}
		}
		for _, l := range r.Words.Facts {
			for _, kind := range l.Ousts {
				if !kept[kind] {
					t.Errorf("%s: %s ousts %s, of which nothing is kept", r.Name, l.Kind, kind)
				}
			}
		}
		for _, name := range r.Words.Losses {
			if r.Words.Diary[name] == "" {
				t.Errorf("%s: the loss %s has no sentence", r.Name, name)
			}
		}
	}
}

// TestOldSightingIsCalledWhatTheReaderKnows: the id of a sighting stands in the
// record alone; the reader of a report knows the unit, or what he saw and where.
func TestOldSightingIsCalledWhatTheReaderKnows(t *testing.T) {
	at := slices.IndexFunc(rulesets.All(), func(r *adjudicator.Ruleset) bool { return r.Name == "orderdiscipline" })
	words := rulesets.All()[at].Words
	b := knowledge.Open([]string{guiche}, words.Facts)
	b.Apply(1, []events.Outcome{
		to(outcome("t1.1", "", "i3", "sight.enemy", "sighting", "e1", "unit", "champagne", "kind", "line", "x", 1200, "y", 850, "turn", 1, "named", true), guiche),
		to(outcome("t1.2", "", "i3", "sight.enemy", "sighting", "e2", "unit", "?", "kind", "horse", "x", 3000, "y", 1250, "turn", 1, "named", false), guiche),
	})
	b.Apply(2, nil)
	pages, err := report.Compile(words)
	if err != nil {
		t.Fatal(err)
	}
	text := strings.Join(strings.Fields(pages.Write(cover(), b.Seat(guiche)).Text()), " ")
	if want := "Nothing newer than turn 1 of Régiment de Champagne and the horse at 30.00,12.50."; !strings.Contains(text, want) {
		t.Errorf("missing: %s\n%s", want, text)
	}
}
