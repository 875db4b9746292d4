package grammar

import (
	"strings"

	"galloper/orders"
)

// Mail reads the orders of one mail, and writes them, one behind the other: what each needs is made once for all.
type Mail[D, O any] struct {
	grammar *Grammar[D, O]
	reader  reading[D]
	count   int    // of those still to be written
	order   O      // that is read
	record  record // of it
	writer  writer
}

// reading is a reader with the words that it reads.
type reading[D any] struct {
	Reader[D]
	words orders.Scanner
}

// Mail returns the reader of a mail with so many orders, about.
func (g *Grammar[D, O]) Mail(d D, count int) *Mail[D, O] {
	m := &Mail[D, O]{grammar: g, count: count}
	m.reader.Desk = d
	if g.New == nil {
		m.record = g.fields.known(&m.order)
	}
	return m
}

// wordsOf is about how many bytes an order and its meaning take.
const wordsOf = 96

// Read is [Grammar.Read]. What it returns is the next order too, and what reads it, unless the grammar says how
// orders are made.
func (m *Mail[D, O]) Read(it *orders.Item) (*O, *Reader[D]) {
	g, o, of := m.grammar, &m.order, m.record
	if g.New == nil {
		*o = *new(O)
	} else {
		o = g.New()
		of = recordOf(o)
	}
	r := g.begin(&m.reader, m.reader.Desk, it.Words)
	return g.whole(r, it, o, &of), r
}

// Text is the canonical line of an order, and what it means: [Grammar.Text] and [Grammar.Says].
func (m *Mail[D, O]) Text(o *O) (line, means string) {
	g, w, d := m.grammar, &m.writer, m.reader.Desk
	of := m.record
	if o != &m.order {
		of = recordOf(o)
	}
	v := g.rowOf(&of)
	if w.b.Cap()-w.b.Len() < 2*wordsOf { // what was written before keeps the text that it is in
		w.b, w.start = strings.Builder{}, 0
		w.b.Grow(wordsOf * max(m.count, 4))
	}
	m.count--
	w.filled = of.filled(&g.fields, g.head.tells|v.form.tells|g.headMeans.tells|v.means.tells)
	g.head.write(w, d, &of)
	v.form.write(w, d, &of)
	return w.end(), g.sentence(w, d, v, &of)
}
