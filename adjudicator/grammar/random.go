package grammar

import (
	"slices"
	"strings"
)

// Some returns a random order as a player might write it, for tests. It matches a form, but may be refused for its
// content. pick returns a number below n.
func (g *Grammar[D, O]) Some(d D, pick func(n int) int) string {
	for {
		if v := &g.rows[pick(len(g.rows))]; !v.Prefix {
			return v.form.some(d, pick)
		}
	}
}

// SomeOf is [Grammar.Some] for one verb.
func (g *Grammar[D, O]) SomeOf(name string, d D, pick func(n int) int) string {
	return g.table.row(name).form.some(d, pick)
}

// someBranch returns a random order without an order inside it.
func (g *Grammar[D, O]) someBranch(d D, pick func(n int) int) string {
	for {
		v := &g.rows[pick(len(g.rows))]
		nests := slices.ContainsFunc(v.form.parts, func(n node[D]) bool { return n.op == opSlot && n.slot.span })
		if !v.Prefix && !v.Hidden && !nests {
			return v.form.some(d, pick)
		}
	}
}

func (f *form[D]) some(d D, pick func(n int) int) string {
	var parts []string
	for i := range f.parts {
		if text := f.parts[i].some(d, pick); text != "" {
			parts = append(parts, text)
		}
	}
	return strings.ReplaceAll(strings.Join(parts, " "), " :", ":")
}

func (n *node[D]) some(d D, pick func(n int) int) string {
	switch {
	case n.op == opWords && n.loose && pick(2) == 0, n.op == opMaybe && pick(2) == 0:
		return ""
	case n.op == opWords:
		return n.ways[pick(len(n.ways))]
	case n.op == opSlot && n.slot.some == nil:
		return ""
	case n.op == opSlot:
		return n.slot.some(d, pick)
	}
	return n.branches[pick(len(n.branches))].some(d, pick)
}
