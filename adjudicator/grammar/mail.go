package grammar

import (
	"strings"

	"galloper/orders"
)

// Mail reads and writes the orders of one mail, one after the other. It shares buffers between them.
type Mail[D, O any] struct {
	grammar *Grammar[D, O]
	reader  reading[D]
	count   int    // estimated number of orders still to be written
	order   O      // being read
	record  record // of the order
	writer  writer
}

// reading is a reader with its own scanner.
type reading[D any] struct {
	Reader[D]
	words orders.Scanner
}

// Mail returns the reader of a mail. count is an estimate of its orders.
func (g *Grammar[D, O]) Mail(d D, count int) *Mail[D, O] {
	m := &Mail[D, O]{grammar: g, count: count}
	m.reader.Desk = d
	if g.New == nil {
		m.record = g.fields.prepare(&m.order)
	}
	return m
}

// wordsOf is the approximate size of an order and its meaning, in bytes.
const wordsOf = 96

// Read is [Grammar.Read]. Unless the grammar has New, the next call overwrites the order and the reader.
func (m *Mail[D, O]) Read(it *orders.Item) (*O, *Reader[D]) {
	g, o, of := m.grammar, &m.order, m.record
	if g.New == nil {
		*o = *new(O)
	} else {
		o = g.New()
		of = recordOf(o)
	}
	r := g.begin(&m.reader, m.reader.Desk, it.Words)
	return g.readWhole(r, it, o, &of), r
}

// Text returns the canonical line and the meaning of an order, as [Grammar.Text] and [Grammar.Says] do.
func (m *Mail[D, O]) Text(o *O) (line, means string) {
	g, w, d := m.grammar, &m.writer, m.reader.Desk
	of := m.record
	if o != &m.order {
		of = recordOf(o)
	}
	v := g.rowOf(&of)
	if w.b.Cap()-w.b.Len() < 2*wordsOf { // texts written before still refer to the old buffer
		w.b, w.start = strings.Builder{}, 0
		w.b.Grow(wordsOf * max(m.count, 4))
	}
	m.count--
	w.filled = of.filled(&g.fields, g.head.tells|v.form.tells|g.headMeans.tells|v.means.tells)
	g.head.write(w, d, &of)
	v.form.write(w, d, &of)
	return w.end(), g.sentence(w, d, v, &of)
}
