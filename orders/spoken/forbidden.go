package spoken

import "slices"

// forbidden takes out what only says that something is not to be done which no order has: `Lee's to the mill. No
// charge.`
func (r *listener) forbidden() {
	does := func(v Verb) bool {
		return slices.ContainsFunc(r.said, func(s Said) bool { return s.of != nil && s.of.verb == v })
	}
	var rest []Said
	for _, s := range r.said {
		if s.Line != "" || s.forbids == "" || does(s.forbids) {
			rest = append(rest, s)
		}
	}
	if !slices.ContainsFunc(rest, func(s Said) bool { return s.Line != "" }) {
		return
	}
	for _, s := range r.said {
		if s.Line == "" && s.forbids != "" && !does(s.forbids) {
			r.passed = join(r.passed, s.Text)
		}
	}
	r.said = rest
}

// prohibits is what words say is not to be done by those whom they name, if they do not say more; "": nothing.
func (r *listener) prohibits(tokens []token) Verb {
	at := slices.IndexFunc(tokens, token.isVerb)
	if at < 0 {
		return r.kept(tokens)
	}
	if !r.denied(tokens, at) && !r.negates(tokens[at]) || slices.ContainsFunc(tokens, func(k token) bool {
		return k.kind == mark || k.kind == verb && k.from != tokens[at].from
	}) || slices.ContainsFunc(tokens[:at], func(k token) bool {
		return k.kind == plain && !r.denies(k)
	}) {
		return ""
	}
	return tokens[at].verb
}

// kept is what troops are kept from by words that a ruleset takes for how they do something else, where they stand by
// themselves: `Lee's shall not charge.`
func (r *listener) kept(tokens []token) Verb {
	last := len(tokens) - 1
	if last < 1 || !r.negates(tokens[last]) || r.troopsAt(tokens) != last {
		return ""
	}
	for _, w := range r.words[tokens[last].from:tokens[last].to] {
		for _, form := range imperative(w.Fold) {
			for _, p := range sharedVerbs[form] {
				if len(p.words) == 1 && p.verb != "" {
					return p.verb
				}
			}
		}
	}
	return ""
}
