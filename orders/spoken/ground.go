package spoken

import (
	"slices"

	"galloper/orders"
)

// pointsTo is what IT means behind a token: the ground, or who is struck over it, `shell the battery across the
// bridge`.
func (t *tagger) pointsTo(k token) *token {
	if last := len(t.tokens) - 1; k.prep == "via" && last >= 0 && t.strikes() {
		if s := t.tokens[last].sense(enemy); s != nil {
			return &token{kind: enemy, senses: []sense{*s}}
		}
	}
	return &k
}

// lined makes of troops that line ground that they go there: `the 30th line the wood at C4`. By itself the line is how
// troops stand, or a kind of them.
func lined(words []orders.Word, i int) []orders.Word {
	if i+2 >= len(words) || words[i].Fold != "LINE" && words[i].Fold != "LINES" ||
		!slices.Contains(articles, words[i+1].Fold) || !slices.Contains(grounds, words[i+2].Fold) ||
		i > 0 && slices.Contains([]string{"THE", "A", "IN", "INTO", "OF", "FORM", "BATTLE", "BEHIND"}, words[i-1].Fold) {
		return words
	}
	return replaced(words, i, 1, "MOVE TO")
}
