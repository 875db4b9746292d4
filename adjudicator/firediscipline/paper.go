package firediscipline

import "strings"

// paper is the memory on which the orders of one mail are written: it is taken
// in few pieces, not order by order. The zero paper is ready; nothing that was
// written on it is ever changed.
type paper struct {
	directives []Directive
	units      []int
	notes      []string
	text       strings.Builder
}

// newPaper has room for about so many orders.
func newPaper(orders int) *paper {
	const lineBytes = 96 // canonical, and how it travels
	p := &paper{directives: make([]Directive, 0, orders), units: make([]int, 0, orders), notes: make([]string, 0, orders)}
	p.text.Grow(orders * lineBytes)
	return p
}

// directive returns a directive that says nothing yet.
func (p *paper) directive() *Directive {
	if len(p.directives) == cap(p.directives) { // pointers into the full block stay good
		p.directives = make([]Directive, 0, 8)
	}
	p.directives = append(p.directives, Directive{})
	return &p.directives[len(p.directives)-1]
}

// listFrom cuts off the list that was appended from an index on; nil if nothing was.
func listFrom[T any](list []T, from int) []T {
	if from == len(list) {
		return nil
	}
	return list[from:len(list):len(list)]
}

// writtenFrom returns the text that was written from byte n on.
func (p *paper) writtenFrom(n int) string { return p.text.String()[n:] }
