package orderdiscipline

import (
	"slices"
	"testing"
)

// TestSoleVerbsAreVerbs checks that every phrase that begins an order without a subject is a verb of the
// grammar, and vice versa.
func TestSoleVerbsAreVerbs(t *testing.T) {
	for _, phrase := range soleVerbs {
		if !slices.Contains(language.Phrases(), phrase) {
			t.Errorf("%s begins an order but is no verb of the language", phrase)
		}
	}
	for _, v := range language.Language().Verbs {
		for _, word := range v.Words {
			if word != "TO" && !slices.Contains(soleVerbs, word) {
				t.Errorf("%s is a verb of the language but begins no order", word)
			}
		}
	}
}
