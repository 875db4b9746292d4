package orderdiscipline

import (
	"slices"
	"testing"
)

// TestSoleVerbsAreVerbs: what begins an order without a subject is a verb of the language, with its grammar and help.
func TestSoleVerbsAreVerbs(t *testing.T) {
	var words []string
	for _, v := range language.Verbs {
		words = append(words, v.Words...)
	}
	for _, phrase := range soleVerbs {
		if !slices.Contains(words, phrase) {
			t.Errorf("%s begins an order but is no verb of the language", phrase)
		}
	}
	for _, word := range words {
		if word != "TO" && !slices.Contains(soleVerbs, word) {
			t.Errorf("%s is a verb of the language but begins no order", word)
		}
	}
}
