package grammar

import (
	"reflect"
	"strings"
)

// writer gathers a canonical line.
type writer struct{ b strings.Builder }

func (w *writer) add(text string) {
	if text == "" {
		return
	}
	if w.b.Len() > 0 && text != ":" && text != "," {
		w.b.WriteByte(' ')
	}
	w.b.WriteString(text)
}

// Text is the canonical line of an order: it reads again as the same order.
func (g *Grammar[D, O]) Text(d D, o *O) string {
	var w writer
	w.b.Grow(64)
	g.table.text(&w, d, o)
	return w.b.String()
}

func (f *form[D]) write(w *writer, d D, value reflect.Value) {
	for i := range f.parts {
		f.parts[i].write(w, d, value)
	}
}

func (n *node[D]) write(w *writer, d D, value reflect.Value) {
	switch n.op {
	case opWords:
		if !n.silent && (n.flag == nil || n.flag.is(value)) {
			w.add(n.ways[0])
		}
	case opSlot:
		w.add(n.slot.text(d, n.slot.held(value)))
	default:
		if b := n.written(value); b != nil {
			b.write(w, d, value)
		}
	}
}

// written is the branch that the order has; nil if it has none. One that tells nothing, such as
// STAND of <COUNTER | STAND>, stands for the others' absence.
func (n *node[D]) written(value reflect.Value) *form[D] {
	var mute *form[D]
	for i := range n.branches {
		is, tells := n.branches[i].present(value)
		if is {
			return &n.branches[i]
		}
		if !tells && n.op == opChoice {
			mute = &n.branches[i]
		}
	}
	return mute
}
