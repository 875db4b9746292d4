package spoken

import (
	"slices"
	"strings"

	"galloper/orders"
)

// phrase is some words that mean something together.
type phrase struct {
	text  string
	words []string
}

// phraseIndex are phrases by their first word, the longest first.
type phraseIndex map[string][]phrase

// phrases makes an index of phrases in all of their forms.
func phrases(list ...string) phraseIndex {
	x := phraseIndex{}
	for _, said := range list {
		for _, text := range forms(said) {
			p := phrase{text: text, words: strings.Fields(text)}
			first := p.words[0]
			x[first] = inserted(x[first], p, func(old phrase) bool { return len(old.words) < len(p.words) })
		}
	}
	return x
}

// inserted puts one before the first of a list that is shorter.
func inserted[T any](list []T, one T, shorter func(T) bool) []T {
	at := slices.IndexFunc(list, shorter)
	if at < 0 {
		at = len(list)
	}
	return slices.Insert(list, at, one)
}

// persons are words of a phrase that change with whom it is said of: `hold your ground`, `hold its ground`.
var persons = [][]string{
	{"YOURSELF", "YOURSELVES", "HIMSELF", "ITSELF", "THEMSELVES", "OURSELVES", "MYSELF"},
	{"YOUR", "THEIR", "ITS", "HIS", "OUR", "MY"},
	{"YOU ARE", "THEY ARE", "HE IS", "IT IS", "WE ARE", "I AM"},
	{"YOU CAN", "THEY CAN", "HE CAN", "IT CAN", "WE CAN", "I CAN"},
}

// forms are the ways to say a phrase, which is written as of those who are spoken to.
func forms(said string) []string {
	for _, as := range persons {
		before, behind, ok := strings.Cut(" "+said+" ", " "+as[0]+" ")
		if !ok || before == "" && strings.HasPrefix(as[0], "YOU ") { // `they are to` says who
			continue
		}
		var list []string
		for _, one := range as {
			list = append(list, strings.TrimSpace(before+" "+one+" "+behind))
		}
		return list
	}
	return []string{said}
}

// longest returns the longest of the phrases with which the words begin, and its length.
func longest(words []orders.Word, x phraseIndex) (text string, n int) {
	if len(words) == 0 {
		return "", 0
	}
	for _, p := range x[words[0].Fold] {
		if n := phraseAt(words, p.words); n > 0 {
			return p.text, n
		}
	}
	return "", 0
}

// beginsWith reports whether the words begin with one of the phrases.
func beginsWith(words []orders.Word, x phraseIndex) bool {
	_, n := longest(words, x)
	return n > 0
}
