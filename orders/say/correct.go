package say

import (
	"slices"
	"strings"

	"galloper/orders"
)

// correction returns the span, in words, of a phrase that takes back what was said before it: `no wait`. A sentence may
// begin with an apology for something else, unless it goes on.
func (l *lattice) correction(goesOn bool) (from, to int, ok bool) {
	for end, list := range l.ending {
		for _, e := range list {
			name := l.data.names[e.symbol]
			if name == "takesback" && e.to == e.from+1 && (l.tokens[e.from].fold == "NO" ||
				l.tokens[e.from].fold == "SORRY" && (goesOn || e.from > 0)) && end < len(l.tokens) &&
				has([]string{",", ":"}, l.tokens[end].fold) {
				name = "correct"
			}
			if name != "correct" {
				continue
			}
			at := l.origin[l.tokens[e.from].at]
			begins := e.from == 0 || has([]string{",", ":"}, l.tokens[e.from-1].fold) ||
				at > 0 && l.written[at].Line != l.written[at-1].Line
			if !begins || ok && at >= from {
				continue
			}
			for more := 1; more > 0 && end < len(l.tokens); end += more { // `sorry, make that`
				if more = 0; has([]string{":", ",", "WAIT", "SORRY", "NO"}, l.tokens[end].fold) {
					more = 1
				}
				for _, e := range l.opening[end] {
					if l.data.names[e.symbol] == "correct" {
						more = max(more, e.to-e.from)
					}
				}
			}
			if from, to, ok = at, len(l.written), true; end < len(l.tokens) {
				to = l.origin[l.tokens[end].at]
			}
		}
	}
	return from, to, ok
}

// amend parses the sentence behind a correction, and removes the orders from index first on that it replaces. If it is
// not certain that it replaces them, all of them become questions.
func (r *reading) amend(l *lattice, c *chart, first int, mark, words []orders.Word) {
	before := *r
	r.restore(&before)
	r.open, r.acts, r.move, r.done = nil, nil, nil, nil
	at := len(r.said)
	if !r.sentence(l, c) && !r.exchanged(l, c) || at == len(r.said) {
		r.restore(&before)
		r.taint(first, slices.Concat(mark, words))
		return
	}
	var who []string
	for i := at; i < len(r.said); i++ {
		who = append(who, r.said[i].Who...)
	}
	replaced := func(s Said) bool {
		return len(s.Who) > 0 && !slices.ContainsFunc(s.Who, func(id string) bool { return !has(who, id) })
	}
	old := r.said[first:at]
	if r.swapped {
		replaced = func(s Said) bool { return s.Span == old[len(old)-1].Span }
	}
	if !slices.ContainsFunc(old, replaced) {
		r.restore(&before)
		r.taint(first, slices.Concat(mark, words))
		return
	}
	var texts []string
	kept := slices.Clone(r.said[:first])
	for _, s := range old {
		if replaced(s) {
			texts = append(texts, s.Text)
		} else {
			kept = append(kept, s)
		}
	}
	again := slices.Clone(r.said[at:])
	again[0].remark("taken back", strings.Join(slices.Compact(texts), " "))
	r.said = append(kept, again...)
}

// exchanged repeats the previous clause with one name, place or number replaced, if that is all that the sentence has:
// `Lee's hold; I mean Murray's`.
func (r *reading) exchanged(l *lattice, c *chart) bool {
	if r.last == nil || len(r.last.List) != 1 {
		return false
	}
	for _, e := range c.kept {
		value := e.value
		if len(value.Roles) == 1 && len(value.List) == 0 && value.Kind == "" { // `at the mill`
			value = value.Roles[0].Value
		}
		if e.from != 0 || e.to != len(l.tokens) || value.Kind == "" || value.Kind == "atom" || value.Several {
			continue
		}
		clause, act, role := r.last, r.last.List[0], ""
		place := -1
		for _, of := range act.Roles {
			if of.Value.Kind == value.Kind && of.Value.from > place && of.Name != "do" {
				role, place = of.Name, of.Value.from
			}
		}
		switch who := clause.Get("who"); {
		case role != "":
			all := *clause
			all.List = []*Value{sealed(act.put(role, value))}
			clause = &all
		case who != nil && who.Kind == value.Kind:
			clause = clause.put("who", value)
		default:
			continue
		}
		part := *clause
		part.from, part.to = 0, len(l.tokens)
		if before := *r; r.clause(sealed(&part), l) {
			r.swapped = true
			return true
		} else {
			r.restore(&before)
		}
	}
	return false
}

// TakesBack reports whether a line begins with a correction of the text above it, and therefore starts no new order.
func (t *Table) TakesBack(line []orders.Word) bool {
	at, _, ok := t.lattice(new(Vocabulary), line).correction(false)
	return ok && at == 0
}
