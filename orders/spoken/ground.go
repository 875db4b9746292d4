package spoken

import (
	"slices"
	"strings"

	"galloper/orders"
)

// pointsTo is what IT means behind a token: the ground, or who is struck over it, `shell the battery across the
// bridge`.
func (t *tagger) pointsTo(k token) *token {
	if k.sense(enemy) != nil {
		t.foe = &k
	}
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

// byLast makes of a place in a list one of those behind BY: `by C3 and D3, ride at them`.
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

// roundLast says of ground behind a verb such as `go round` or `move out of` that troops do not go to it, and behind
// `fall back on` that they do.
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

// onward leaves the ground out by which troops go where it is whither they go: `over the bridge to E4`.
func onward(tokens []token) []token {
	return slices.DeleteFunc(slices.Clone(tokens), func(k token) bool {
		s := k.sense(spots...)
		return s != nil && k.prep == "via" && slices.ContainsFunc(tokens, func(to token) bool {
			goal := to.sense(spots...)
			return goal != nil && to.prep == "to" && !goal.several && !s.several && goal.ids[0] == s.ids[0]
		})
	})
}

// mistakes reports whether troops would strike another than the enemy who was named: he was not understood.
func (o *spokenOrder) mistakes(left []token) bool {
	named := func(k token) bool {
		s := k.sense(enemy)
		return s != nil && !s.several && s.ids[0] != "" && !k.ours() && k.kind != they
	}
	struck := slices.ContainsFunc(o.path, func(k token) bool {
		where := k.sense(spots...) != nil && k.prep != "by" && k.prep != "via"
		return (named(k) || where) && !slices.ContainsFunc(left, func(l token) bool { return l.from == k.from })
	})
	return slices.Contains([]Verb{Attack, Assault, Charge, Fire, Flank}, o.verb) && !struck &&
		slices.ContainsFunc(left, named)
}

// opposes reports whether the word sends those against somebody who stand before it without a verb: `Lee's against the
// mill`. Whom they are told to strike behind it they only go towards: `advance against the foot and charge when …`.
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
