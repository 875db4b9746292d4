package report_test

import (
	"strings"
	"testing"

	"galloper/adjudicator/rulesets"
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
