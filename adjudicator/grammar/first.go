package grammar

import "galloper/orders"

// before holds names read before the verb, which fill one of its slots.
type before[D any] struct {
	names *orders.Scanner
	kind  string
}

func (b *before[D]) fills(n *node[D]) bool {
	return b != nil && n.op == opSlot && n.slot.kind == b.kind
}

// calls are words that may separate a name from its verb: `r1: hold`, `r1, hold`, `r1 will hold`.
var calls = []string{":", ",", "TO", "WILL", "SHALL", "SHOULD", "MUST", "YOU WILL", "IS TO", "ARE TO"}

// firstOf returns the names of the grammar's First.
func (g *Grammar[D, O]) firstOf() func(D) []*orders.Names {
	for i := range g.rows {
		for _, n := range g.rows[i].form.parts {
			if n.op == opSlot && n.slot.kind == g.First {
				return n.slot.sets
			}
		}
	}
	return nil
}

// verbAfterNames returns the verb after a list of names and keeps the names for its slot. If there is no such verb, it
// skips nothing and returns nil.
func (g *Grammar[D, O]) verbAfterNames(r *Reader[D]) *Verb[D, O] {
	if g.first == nil {
		return nil
	}
	mark := r.Mark()
	if skipNames(r.Scanner, g.first(r.Desk)...) {
		names := r.Between(mark, r.Mark())
		for r.Accept(calls...) {
		}
		if v := g.table.find(r); v != nil && v.takes(g.First) {
			r.before = &before[D]{names, g.First}
			return v
		}
	}
	r.Back(mark)
	return nil
}

func (v *Verb[D, O]) takes(kind string) bool {
	for _, n := range v.form.parts {
		if n.op == opSlot && n.slot.kind == kind {
			return true
		}
	}
	return false
}

func skipNames(s *orders.Scanner, sets ...*orders.Names) bool {
	for found := false; ; found = true {
		m, _ := s.MatchName(sets...)
		if m.Words == 0 {
			return found
		}
		s.Back(s.Mark() + m.Words)
		mark := s.Mark()
		if !s.More() {
			return true
		}
		if m, _ := s.MatchName(sets...); m.Words == 0 {
			s.Back(mark)
			return true
		}
	}
}

// begins reports that a list of names followed by a verb begins an order.
func (g *Grammar[D, O]) begins(c orders.Context) orders.Start {
	if c.Verb || c.Names == nil {
		return orders.Undecided
	}
	r := g.Reader(*new(D), c.Line)
	if !skipNames(r.Scanner, c.Names) {
		return orders.Undecided
	}
	for r.Accept(calls...) {
	}
	if v := g.table.find(r); v == nil || !v.takes(g.First) {
		return orders.Undecided
	}
	return orders.Begins
}
