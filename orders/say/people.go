package say

import (
	"slices"
	"strings"

	"galloper/orders"
)

// people maps a word of a side's name to further words for its soldiers.
var people = map[string][]string{
	"JACOBITE": {"HIGHLANDER", "CLANSMEN", "CLANSMAN", "CLAN", "REBEL"},
	"HIGHLAND": {"CLANSMEN", "CLANSMAN", "CLAN", "REBEL"}, "GOVERNMENT": {"REDCOAT", "HANOVERIAN"},
	"DUTCH": {"HOLLANDER"}, "BRITISH": {"ENGLISH", "ENGLISHMEN", "ENGLISHMAN", "REDCOAT"},
	"ALLIED":   {"ENGLISH", "ENGLISHMEN", "ENGLISHMAN", "BRITISH", "REDCOAT", "ALLY"},
	"AUSTRIAN": {"IMPERIAL"}, "ROMAN": {"LATIN"}, "PUNIC": {"AFRICAN"},
	"UNION":       {"YANKEE", "YANK", "FEDERAL", "BLUECOAT", "NORTHERNER", "UNIONIST"},
	"CONFEDERATE": {"REBEL", "REB", "SECESH", "SOUTHERNER", "GREYBACK", "GRAYBACK"},
}

// People returns words for the soldiers of a side from its names: `the Highlanders` of the Highland Army. They are
// upper-case singulars, as in [Vocabulary].
func People(called ...string) (words []string) {
	for _, w := range strings.Fields(orders.Fold(strings.Join(called, " "))) {
		w = strings.TrimSuffix(strings.TrimSuffix(w, "'S"), "S")
		if len(w) > 3 && !slices.Contains([]string{"ARMY", "KING"}, w) {
			words = slices.Concat(words, []string{w, w + "ER", w + "MEN", w + "MAN"}, people[w])
		}
	}
	return words
}
