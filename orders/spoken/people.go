package spoken

import (
	"slices"
	"strings"

	"galloper/orders"
)

// people are what the men of a side are called whom a word of its name does not name.
var people = map[string][]string{
	"JACOBITE": {"HIGHLANDER", "CLANSMEN", "CLANSMAN", "CLAN", "REBEL"},
	"HIGHLAND": {"CLANSMEN", "CLANSMAN", "CLAN", "REBEL"}, "GOVERNMENT": {"REDCOAT", "HANOVERIAN"},
	"DUTCH": {"HOLLANDER"}, "BRITISH": {"ENGLISH", "ENGLISHMEN", "ENGLISHMAN", "REDCOAT"},
	"ALLIED":   {"ENGLISH", "ENGLISHMEN", "ENGLISHMAN", "BRITISH", "REDCOAT", "ALLY"},
	"AUSTRIAN": {"IMPERIAL"}, "ROMAN": {"LATIN"}, "PUNIC": {"AFRICAN"},
	"UNION":       {"YANKEE", "YANK", "FEDERAL", "BLUECOAT", "NORTHERNER", "UNIONIST"},
	"CONFEDERATE": {"REBEL", "REB", "SECESH", "SOUTHERNER", "GREYBACK", "GRAYBACK"},
}

// People are the words for the men of a side, by what it is called: `the Highlanders` of the Highland Army. They are
// in capitals and the singular, as [Vocabulary] has them.
func People(called ...string) (words []string) {
	for _, w := range strings.Fields(orders.Fold(strings.Join(called, " "))) {
		w = strings.TrimSuffix(strings.TrimSuffix(w, "'S"), "S")
		if len(w) > 3 && !slices.Contains([]string{"ARMY", "KING"}, w) {
			words = slices.Concat(words, []string{w, w + "ER", w + "MEN", w + "MAN"}, people[w])
		}
	}
	return words
}
