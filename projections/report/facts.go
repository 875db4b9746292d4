package report

import (
	"galloper/projections/knowledge"
	"galloper/projections/phrase"
)

// Fact returns the line of a fact at the end of a turn, or "" if the ruleset has no words for it.
func (b *Book) Fact(f *knowledge.Fact, now int, names phrase.Names) string {
	l := b.line(f.Kind)
	if l == nil {
		return ""
	}
	words := l.now
	if f.Turn != now && !l.old.Empty() {
		words = l.old
	}
	return words.String(&phrase.Source{Fields: f.Fields, Turn: f.Turn, Names: names})
}

// facts returns the facts block: exact lines in groups, without empty groups.
func (w *writer) facts() [][]string {
	var groups [][]string
	for _, places := range w.book.groups {
		kinds := make([]string, len(places))
		for i, p := range places {
			kinds[i] = w.book.lines[p].Kind
		}
		var lines []string
		for f := range w.known.Of(kinds...) {
			l := w.book.line(f.Kind)
			t := l.now
			if !w.fresh(f) {
				t = l.old
			}
			if !t.Empty() {
				lines = append(lines, w.fill(t, f.Fields, f.Turn))
			}
		}
		if len(lines) > 0 {
			groups = append(groups, lines)
		}
	}
	return groups
}
