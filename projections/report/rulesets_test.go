package report_test

import (
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"galloper/adjudicator/rulesets"
	"galloper/projections/knowledge"
	"galloper/projections/phrase"
	"galloper/projections/report"
)

// TestWordsOfAllRulesetsCompile parses the templates of all rulesets. They are data: without this test a stray brace
// would only be found when a report is due.
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
	}
}

// afterName finds the word after a name at the start of a sentence, and the values that tables insert there.
var afterName = regexp.MustCompile(`^\{(?:unit|firer|light|attacker|side|in|by|loser):name\} (?:(\w+)|\{\w+:([^}]*)\})`)

// TestSentencesFitNamesInThePlural: a scenario does not say which names are plural, so no verb after a name may
// depend on number.
func TestSentencesFitNamesInThePlural(t *testing.T) {
	found := 0
	for _, r := range rulesets.All() {
		for _, name := range slices.Sorted(maps.Keys(r.Words.Diary)) {
			for _, m := range afterName.FindAllStringSubmatch(r.Words.Diary[name], -1) {
				verbs := []string{m[1]}
				for entry := range strings.SplitSeq(m[2], "|") {
					_, said, _ := strings.Cut(entry, "=")
					verb, _, _ := strings.Cut(said, " ")
					verbs = append(verbs, verb)
				}
				for _, verb := range verbs {
					found++
					if slices.Contains([]string{"is", "are", "was", "were", "has", "have", "does", "do"}, verb) ||
						strings.HasSuffix(verb, "s") && verb != "across" {
						t.Errorf("%s: %s: %q has a number: %s", r.Name, name, verb, r.Words.Diary[name])
					}
				}
			}
		}
	}
	if found < 200 {
		t.Errorf("only %d verbs found", found)
	}
}

// The umpire commands no troops, so templates must not address the umpire as "you" or call the troops of either side
// "own".
func TestWordsOfAllRulesetsCanBeToldToTheUmpire(t *testing.T) {
	speaks := regexp.MustCompile(`(?i)\byou(r|rs)?\b`)
	for _, r := range rulesets.All() {
		texts := map[string]string{}
		for name, text := range r.Words.Diary {
			texts[name] = text
		}
		for _, l := range r.Words.Facts {
			texts[l.Kind+" now"], texts[l.Kind+" old"], texts[l.Kind+" news"] = l.Now, l.Old, l.News
		}
		for _, name := range slices.Sorted(maps.Keys(texts)) {
			for text := range strings.FieldsFuncSeq(texts[name], func(c rune) bool { return strings.ContainsRune("{}|=", c) }) {
				if strings.HasPrefix(text, "yours:") {
					continue // a field
				}
				if got := phrase.Impersonal(" " + text); speaks.MatchString(got) {
					t.Errorf("%s: %s says %q to the umpire", r.Name, name, got)
				}
			}
			if got := phrase.Impersonal(texts[name]); strings.HasPrefix(got, "own ") {
				t.Errorf("%s: %s says %q to the umpire", r.Name, name, got)
			}
		}
	}
}
