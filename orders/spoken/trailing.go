package spoken

import "slices"

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
	if f, v := o.r.clause(tokens, ""); f == nil || f.lacks != "" || f.from.Adds || f.from.Also ||
		slices.Contains([]Verb{Fire, Hold, Wait, Withdraw}, v) {
		*o.r = before
		return false
	}
	*o.r = before
	o.lacks, o.unread = "", whence
	o.begin(&clause{tokens: tokens})
	return true
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
