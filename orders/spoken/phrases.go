package spoken

import (
	"slices"
	"strings"

	"galloper/orders"
)

// phrase is a sequence of words with one meaning.
type phrase struct {
	text  string
	words []string
}

// phraseIndex maps first words to phrases, the longest first.
type phraseIndex map[string][]phrase

// phrases returns an index of the phrases in all their forms.
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

// inserted inserts one before the first element that is shorter.
func inserted[T any](list []T, one T, shorter func(T) bool) []T {
	at := slices.IndexFunc(list, shorter)
	if at < 0 {
		at = len(list)
	}
	return slices.Insert(list, at, one)
}

// persons lists words of a phrase that vary with the grammatical person: `hold your ground`, `hold its ground`.
var persons = [][]string{
	{"YOURSELF", "YOURSELVES", "HIMSELF", "ITSELF", "THEMSELVES", "OURSELVES", "MYSELF"},
	{"YOUR", "THEIR", "ITS", "HIS", "OUR", "MY"},
	{"YOU ARE", "THEY ARE", "HE IS", "IT IS", "WE ARE", "I AM"},
	{"YOU CAN", "THEY CAN", "HE CAN", "IT CAN", "WE CAN", "I CAN"},
}

// forms returns the forms of a phrase that is given in the second person.
func forms(said string) []string {
	for _, as := range persons {
		before, behind, ok := strings.Cut(" "+said+" ", " "+as[0]+" ")
		if !ok || before == "" && strings.HasPrefix(as[0], "YOU ") { // `they are to` must keep its subject
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

// longest returns the longest phrase at the start of the words, and its length.
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

// beginsWith reports whether the words start with one of the phrases.
func beginsWith(words []orders.Word, x phraseIndex) bool {
	_, n := longest(words, x)
	return n > 0
}
