package spoken

import (
	"slices"

	"galloper/orders"
)

// trailing puts what is said with an order behind its condition before that: `seize it from turn 3 with a jack or a
// queen` is `seize it with a jack or a queen from turn 3`.
func (r *listener) trailing(list []clause) []clause {
	for at := 1; at < len(list); at++ {
		c := &list[at]
		if !isCondition(c.mark) || isCondition(list[at-1].mark) || r.conditionIn(c.tokens) {
			continue
		}
		for i := 1; i < len(c.tokens); i++ {
			if c.tokens[i].prep != "with" || !r.conditionIn(c.tokens[:i]) {
				continue
			}
			before, cond, end := list[at-1], *c, at+1
			before.tokens, cond.tokens = slices.Concat(before.tokens, c.tokens[i:]), c.tokens[:i]
			for end < len(list) && list[end].mark == "or" && !slices.ContainsFunc(list[end].tokens, token.isVerb) {
				end++
			}
			return slices.Concat(list[:at-1], []clause{before}, list[at+1:end], []clause{cond}, list[end:])
		}
	}
	return list
}

// staysIf takes for the condition of the orders before that troops stay where something is so: `go to the ridge; if it
// is held they stay` is `go to the ridge if it is not held`.
func (r *listener) staysIf(said *Said) bool {
	o := said.of
	if o == nil || o.verb != r.Finally || o.cond == "" || o.until || o.past || o.alt != "" || said.unread != nil {
		return false
	}
	var who []string
	from := len(r.said)
	for from > 0 && r.said[from-1].of != nil && within(r.said[from-1].of.who, o.who) && r.said[from-1].of.cond == "" &&
		r.said[from-1].of.verb != r.Finally && r.said[from-1].of.alt == "" {
		from--
		who = append(who, r.said[from].of.who...)
	}
	if len(who) == 0 || !within(o.who, who) {
		return false
	}
	for i := range r.said[from:] {
		s := &r.said[from+i]
		s.of.cond, s.of.not = o.cond, !o.not
		s.Note = joinNotes(s.Note, "otherwise they stay, as troops without orders do")
		s.of.compose(s)
	}
	return true
}

// foremost takes what somebody is to do where a verb before it only says that he comes: `come down the road and take
// the hill`.
func (o *spokenOrder) foremost(c *clause) bool {
	if o.main != "" || o.lacks == "" || !moves(o.verb) || !slices.ContainsFunc(c.tokens, token.isVerb) {
		return false
	}
	n := o.r.troopsAt(o.path)
	var whence []token // what is told of the way, which is not dropped
	for _, k := range o.path[n:] {
		if k.kind != verb && k.kind != joint && k.kind != mark && k.prep != "from" && k.prep != "of" {
			whence = append(whence, k)
		}
	}
	before := *o.r
	tokens := slices.Concat(o.path[:n], c.tokens)
	if f, v := o.r.clause(tokens, ""); f == nil || f.lacks != "" || f.from.Adds || f.from.Also || v == Fire {
		*o.r = before
		return false
	}
	*o.r = before
	o.lacks, o.unread = "", whence
	o.begin(&clause{tokens: tokens})
	return true
}

// partly takes what is done next where not all that is said of it is understood, so that the rest is asked.
func (o *spokenOrder) partly(c *clause) bool {
	if o.r.Then == "" || o.main == "" || o.cond != "" || o.alt != "" || o.astray || len(c.tokens) < 2 ||
		c.tokens[0].kind != verb || slices.ContainsFunc(c.tokens[1:], func(k token) bool {
		return k.kind == mark || k.kind == verb || o.r.denies(k) || o.r.excludes(k)
	}) {
		return false
	}
	before := *o.r
	f, v := o.r.clause(c.tokens, "")
	if f == nil || f.lacks != "" || f.vague != nil || f.from.Near || f.from.Also || o.also || f.owner != "" ||
		!slices.Equal(f.who, o.who) || slices.ContainsFunc(f.left(), func(k token) bool {
		return k.sense(unit, enemy, friend, reaction) != nil
	}) {
		*o.r = before
		return false
	}
	o.main, o.verb, o.path = o.r.join(o.r.Then, o.main, string(f.out)), v, nil
	o.lost(f.left())
	o.unread = append(o.unread, f.left()...)
	return true
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
	if len(rest) == 0 || slices.ContainsFunc(rest, pause) {
		return words
	}
	from, driven := words[0], words[0]
	from.Fold, driven.Fold = "FROM", "DRIVEN"
	if len(who) == 0 {
		return slices.Concat(rest, []orders.Word{from}, words[at:at+ground], []orders.Word{words[0], driven})
	}
	return slices.Concat(who, rest, []orders.Word{words[0], driven})
}

// struckThere reads a clause for whom those throw out who were sent somewhere before: `go up the hill and throw them
// off`.
func (o *spokenOrder) struckThere(c *clause, by []token) (*filling, Verb) {
	if !slices.ContainsFunc(c.tokens, func(k token) bool {
		return k.kind == verb && slices.Contains([]Verb{Assault, Attack}, k.verb)
	}) {
		return nil, ""
	}
	there := slices.DeleteFunc(slices.Clone(o.path), func(k token) bool {
		s := k.sense(spots...)
		return s == nil || s.ids[0] != o.goal
	})
	return o.r.clause(slices.Concat(o.path[:o.r.troopsAt(o.path)], c.tokens, there, by), "")
}
