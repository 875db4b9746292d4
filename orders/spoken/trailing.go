package spoken

import "slices"

// staysIf turns a condition for staying into the negated condition of the previous orders: `go to the ridge; if it is
// held they stay` becomes `go to the ridge if it is not held`.
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

// struckThere parses an attack on the enemy at the destination of the previous clause: `go up the hill and throw them
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
