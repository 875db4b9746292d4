package rulesets

import (
	"io/fs"
	"regexp"
	"slices"
	"strings"
	"testing"

	"galloper/adjudicator"
	"galloper/scenarios"
)

// mute matches orders whose receipts show only the canonical line.
var mute = regexp.MustCompile(`^(CANCEL STANDING|LETTER TO) `)

// sentence matches a well-formed meaning of an order.
var sentence = regexp.MustCompile(`^[A-Z0-9][^{}_]*[^ .]\.$`)

// TestReceiptsSayWhatOrdersMean checks that the receipt of each order on the cards, if a seat of a shipped scenario can
// give it, explains it in a sentence with the names of units.
func TestReceiptsSayWhatOrdersMean(t *testing.T) {
	said := map[string]int{}
	files, err := fs.Glob(scenarios.Files, "*/scenario.yaml")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		src, err := scenarios.Files.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		rules, sc, faults := adjudicator.Load(All(), file, src)
		if len(faults) > 0 {
			t.Fatal(faults)
		}
		for _, seat := range sc.Seats() {
			for _, v := range rules.Language.Verbs {
				_, example, _ := strings.Cut(v.Help, "Example: ")
				_, reading := rules.ReadMail(adjudicator.Desk{Scenario: sc, Seat: seat.ID, Turn: 1}, example)
				for _, e := range reading.Entries {
					if e.Refusal != nil || mute.MatchString(e.Canonical) {
						continue
					}
					said[rules.Name]++
					if !sentence.MatchString(e.Means) || strings.Contains(e.Means, "  ") || strings.Contains(e.Means, " ,") {
						t.Errorf("%s: %s means %q", rules.Name, e.Canonical, e.Means)
					}
					if id := bareID(sc, e.Means); id != "" {
						t.Errorf("%s: %s means %q: %s is no name", rules.Name, e.Canonical, e.Means, id)
					}
				}
			}
		}
	}
	for _, r := range All() {
		if said[r.Name] < 5 {
			t.Errorf("%s: only %d sentences", r.Name, said[r.Name])
		}
	}
}

// bareID returns an id that a text uses in place of its name, or "".
func bareID(sc adjudicator.Scenario, text string) string {
	for _, word := range strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(" ,.:;", r) }) {
		if name := sc.(adjudicator.Named).NameOf(word); name != "" && !slices.Contains(strings.Fields(name), word) &&
			!strings.Contains(text, name) {
			return word
		}
	}
	return ""
}
