package grammar

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// writer builds a canonical line or a sentence.
type writer struct {
	b        strings.Builder
	start    int // start of the current text in b; earlier texts are finished
	prose    bool
	sentence bool   // begins with a capital
	one      bool   // the last value was 1, so a singular follows: `1 space`
	filled   uint64 // filled fields of the order
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

// addWords adds keywords or words of a sentence, in the singular after the number 1.
func (w *writer) addWords(text string) {
	if w.one {
		if first, rest, _ := strings.Cut(text, " "); strings.HasSuffix(first, "s") {
			text = strings.TrimSpace(first[:len(first)-1] + " " + rest)
		}
	}
	w.one = false
	w.add(text)
}

func (w *writer) value(text string) {
	w.add(text)
	w.one = w.prose && text == "1"
}

// addToList adds another value of a list.
func (w *writer) addToList(between, text string) {
	w.b.WriteString(between)
	w.b.WriteString(text)
	w.one = false
}

// end returns the text written since the last end.
func (w *writer) end() string {
	text := w.b.String()[w.start:]
	w.start, w.one = w.b.Len(), false
	return text
}

// Text returns the canonical line of an order, which reads back as the same order.
func (g *Grammar[D, O]) Text(d D, o *O) string {
	var w writer
	w.b.Grow(64)
	g.table.text(&w, d, o)
	return w.b.String()
}

// Says returns the meaning of an order as an English sentence for its author, or "" if its row has none.
func (g *Grammar[D, O]) Says(d D, o *O) string {
	var w writer
	of := recordOf(o)
	v := g.table.rowOf(&of)
	w.filled = of.filled(&g.fields, g.headMeans.tells|v.means.tells)
	return g.sentence(&w, d, v, &of)
}

// sentence writes the meaning of an order of the row.
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

// Within returns the meaning of an order as a part of another sentence.
func (g *Grammar[D, O]) Within(d D, o *O) string {
	var w writer
	g.table.says(&w, d, o)
	return w.b.String()
}

// Listed joins names as in a sentence: `the 1st, the 2nd and the 3rd`.
func Listed(names []string) string {
	if len(names) < 2 {
		return strings.Join(names, "")
	}
	last := len(names) - 1
	return strings.Join(names[:last], ", ") + " and " + names[last]
}

// write writes the order's parts of the form. w.filled must hold the fields that are filled.
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
			w.addWords(n.ways[0])
		}
	case opSlot:
		n.slot.write(w, d, n.slot.value(o))
	case opMaybe, opChoice:
		if b := n.written(o, w.filled); b != nil {
			b.write(w, d, o)
		}
	}
}

// written returns the branch that the order has, or nil. A branch without fields, such as STAND of <COUNTER | STAND>,
// is chosen if the others are absent.
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
