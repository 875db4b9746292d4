package spoken

import (
	"slices"
	"strings"

	"galloper/orders"
)

// pointsTo returns the token that a later IT refers to: the ground, or a target beyond it, as in `shell the battery
// across the bridge`.
func (t *tagger) pointsTo(k token) *token {
	if k.sense(enemy) != nil {
		t.foe = &k
	}
	return &k
}

// lined turns LINE before ground into a move there: `the 30th line the wood at C4`. Elsewhere the word is a formation
// or a kind of troops.
func lined(words []orders.Word, i int) []orders.Word {
	if i+2 >= len(words) || words[i].Fold != "LINE" && words[i].Fold != "LINES" ||
		!slices.Contains(articles, words[i+1].Fold) || !slices.Contains(grounds, words[i+2].Fold) ||
		i > 0 && slices.Contains([]string{"THE", "A", "IN", "INTO", "OF", "FORM", "BATTLE", "BEHIND"}, words[i-1].Fold) {
		return words
	}
	return replaced(words, i, 1, "MOVE TO")
}

// byLast gives a place in a list the preposition BY of the places before it: `by C3 and D3, ride at them`.
func (t *tagger) byLast(k *token) {
	last := len(t.tokens) - 1
	if last < 1 || k.prep != "" || t.tokens[last].mark != "AND" || k.sense(spots...) == nil ||
		k.sense(unit, enemy) != nil {
		return
	}
	one := &t.tokens[last-1]
	if (one.prep == "by" || one.prep == "via") && one.sense(spots...) != nil && one.kind == k.kind {
		k.prep = one.prep
	}
}

// roundLast gives ground the preposition that its verb implies: not the destination after `go round` or `move out of`,
// but the destination after `fall back on`.
func (t *tagger) roundLast(k *token) {
	last := len(t.tokens) - 1
	if last < 0 || t.tokens[last].kind != verb || k.sense(spots...) == nil || k.sense(enemy) != nil {
		return
	}
	round := []string{"ROUND", "AROUND"}
	goes := slices.Contains([]Verb{Move, Advance, Withdraw, Ride, Flank}, t.tokens[last].verb)
	switch end := t.words[t.tokens[last].to-1].Fold; {
	case k.prep == "" && slices.Contains(round, end), goes && slices.Contains(round, t.words[k.from].Fold):
		k.prep = "round"
	case k.prep == "of" && end == "OUT":
		k.prep = "from"
	case t.tokens[last].verb == Withdraw && (t.words[k.from].Fold == "ON" || t.words[k.from].Fold == "UPON"):
		k.prep = "to"
	}
}

// opposes reports whether AGAINST sends the units before it to attack without a verb: `Lee's against the mill`. If an
// order to strike follows, they only approach: `advance against the foot and charge when …`.
func (t *tagger) opposes(at int) bool {
	last := len(t.tokens) - 1
	if t.words[at].Fold != "AGAINST" || t.strikesLater(at+1) || t.filler(t.words[at:]) > 0 {
		return false
	}
	for i := last; i >= 0 && t.tokens[i].kind != mark; i-- { // `be sent against the guns`
		if k := &t.tokens[i]; k.kind == verb {
			if strings.HasPrefix(t.words[k.from].Fold, "SKIRMISH") {
				k.verb = Fire
			} else if slices.Contains([]Verb{Move, Advance, Ride}, k.verb) {
				k.verb = Attack
			}
			break
		}
	}
	return last >= 0 && !t.hasVerb() && t.tokens[last].sense(unit) != nil && t.tokens[last].ours()
}
