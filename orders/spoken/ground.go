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

var (
	lostGround = patternsOf("GETS/GET/IS/BECOMES TOO HOT/MUCH/WARM FOR? YOU/THEM/HIM/US?", "IS/GETS LOST",
		"CAN NOT BE? HELD/HOLD")
	mustGo = patternsOf("HAS/HAVE/MUST TO? BE? RETREAT/WITHDRAW/RETIRE",
		"HAS/HAVE/MUST TO? FALL/GIVE/GO/PULL BACK/WAY/GROUND",
		"IS/ARE FORCED/OBLIGED/COMPELLED TO RETREAT/WITHDRAW/RETIRE")
)

// drivenFrom puts plainly that troops are driven from where they stand: `if the hill gets too hot, Lee's fall back` is
// `Lee's fall back from the hill if driven`, and `if Lee's have to retreat, they go …` is `Lee's go … if driven`.
func (v *Vocabulary) drivenFrom(words []orders.Word) []orders.Word {
	if len(words) < 5 || !slices.Contains([]string{"IF", "WHEN", "ONCE"}, words[0].Fold) || several(words) {
		return words
	}
	at := 1
	for at+1 < len(words) && slices.Contains(articles, words[at].Fold) {
		at++
	}
	ground := v.spotAt(words[at:])
	size, _ := lostGround.longest(words[at+ground:])
	who := words[at:at]
	if ground == 0 || size == 0 {
		troops := v.troops(words[at:])
		if troops.ID == "" {
			return words
		}
		ground = troops.Words
		if size, _ = mustGo.longest(words[at+ground:]); size == 0 {
			return words
		}
		who = words[at : at+ground]
	}
	rest := words[at+ground+size:]
	for len(rest) > 0 && (pause(rest[0]) || rest[0].Fold == "THEN" ||
		len(who) > 0 && slices.Contains([]string{"HE", "THEY", "IT"}, rest[0].Fold)) {
		rest = rest[1:]
	}
	others := len(who) > 0 && len(rest) > 0 && v.troops(unarticled(rest)).ID != ""
	if len(rest) == 0 || others || slices.ContainsFunc(rest, pause) {
		return words
	}
	from, driven := words[0], words[0]
	from.Fold, driven.Fold = "FROM", "DRIVEN"
	if len(who) == 0 {
		return slices.Concat(rest, []orders.Word{from}, words[at:at+ground], []orders.Word{words[0], driven})
	}
	return slices.Concat(who, rest, []orders.Word{words[0], driven})
}
