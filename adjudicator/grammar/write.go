package grammar

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// writer gathers a canonical line, or a sentence.
type writer struct {
	b        strings.Builder
	start    int // of what is written now: what was before it in the same text is done
	prose    bool
	sentence bool   // it begins with a capital
	one      bool   // the number 1 was the last: `1 space`
	filled   uint64 // the fields of what is written that are
}

func (w *writer) add(text string) {
	if text == "" {
		return
	}
	switch {
	case w.b.Len() == w.start && w.sentence:
		first, size := utf8.DecodeRuneInString(text)
		w.b.WriteRune(unicode.ToUpper(first))
		text = text[size:]
	case w.b.Len() > w.start && text[0] != ':' && text[0] != ',' && text[0] != ';' && text[0] != '.':
		w.b.WriteByte(' ')
	}
	w.b.WriteString(text)
}

// words adds keywords, or words of a sentence: behind the number 1 in the singular.
func (w *writer) words(text string) {
	if w.one {
		if first, rest, _ := strings.Cut(text, " "); strings.HasSuffix(first, "s") {
			text = strings.TrimSpace(first[:len(first)-1] + " " + rest)
		}
	}
	w.one = false
	w.add(text)
}

// value adds what stands in a slot.
func (w *writer) value(text string) {
	w.add(text)
	w.one = w.prose && text == "1"
}

// behind adds a further value of a list.
func (w *writer) behind(between, text string) {
	w.b.WriteString(between)
	w.b.WriteString(text)
	w.one = false
}

// end is what was written since the last end.
func (w *writer) end() string {
	text := w.b.String()[w.start:]
	w.start, w.one = w.b.Len(), false
	return text
}

// Text is the canonical line of an order: it reads again as the same order.
func (g *Grammar[D, O]) Text(d D, o *O) string {
	var w writer
	w.b.Grow(64)
	g.table.text(&w, d, o)
	return w.b.String()
}

// Says is what an order means, as a sentence for who wrote it; "" where its row does not say.
func (g *Grammar[D, O]) Says(d D, o *O) string {
	var w writer
	of := recordOf(o)
	v := g.table.rowOf(&of)
	w.filled = of.filled(&g.fields, g.headMeans.tells|v.means.tells)
	return g.sentence(&w, d, v, &of)
}

// sentence writes what an order of the row means.
func (g *Grammar[D, O]) sentence(w *writer, d D, v *Verb[D, O], o *record) string {
	if v.Means == "" {
		return ""
	}
	w.b.Grow(96)
	w.prose, w.sentence = true, true
	g.headMeans.write(w, d, o)
	v.means.write(w, d, o)
	w.b.WriteByte('.')
	w.prose, w.sentence = false, false
	return w.end()
}

// Within is what an order means, as a part of another's sentence.
func (g *Grammar[D, O]) Within(d D, o *O) string {
	var w writer
	g.table.says(&w, d, o)
	return w.b.String()
}

// Listed are names as a sentence has them: `the 1st, the 2nd and the 3rd`.
func Listed(names []string) string {
	if len(names) < 2 {
		return strings.Join(names, "")
	}
	last := len(names) - 1
	return strings.Join(names[:last], ", ") + " and " + names[last]
}

// write writes an order, or what the form says of one. Which fields are filled the writer has to know.
func (f *form[D]) write(w *writer, d D, o *record) {
	for i := range f.parts {
		if n := &f.parts[i]; n.op != opMaybe || n.tells&w.filled != 0 {
			n.write(w, d, o)
		}
	}
}

func (n *node[D]) write(w *writer, d D, o *record) {
	switch n.op {
	case opWords:
		if !n.silent && (n.flag == nil || n.flag.is(o)) {
			w.words(n.ways[0])
		}
	case opSlot:
		n.slot.write(w, d, n.slot.held(o))
	case opMaybe, opChoice:
		if b := n.written(o, w.filled); b != nil {
			b.write(w, d, o)
		}
	}
}

// written is the branch that the order has; nil if it has none. One that tells nothing, such as
// STAND of <COUNTER | STAND>, stands for the others' absence.
func (n *node[D]) written(o *record, filled uint64) *form[D] {
	var mute *form[D]
	for i := range n.branches {
		b := &n.branches[i]
		switch {
		case b.tells&filled != 0 && (b.sure || b.present(o)):
			return b
		case b.tells == 0 && n.op == opChoice:
			mute = b
		}
	}
	return mute
}
