package report

import (
	"strconv"
	"strings"

	"galloper/projections/knowledge"
)

// facts returns the facts block: exact lines in groups, groups without lines left out.
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

// template returns the frame to reply with, its comments no wider than a mail
// client leaves alone.
func (w *writer) template() string {
	if w.cover.Next == 0 || w.known.Seat() == knowledge.Umpire {
		return ""
	}
	var b strings.Builder
	b.WriteString("ORDERS\nGAME " + w.cover.Game + "\nSEAT " + w.known.Seat() + "\nTURN " + strconv.Itoa(w.cover.Next) +
		"\n")
	for _, p := range w.prompts() {
		for _, l := range wrap(p, templateWidth-2) {
			b.WriteString("# " + l + "\n")
		}
	}
	b.WriteString("\n\nEND\n")
	return b.String()
}

// templateWidth leaves room for the marks that a client puts before quoted lines.
const templateWidth = 68

// prompts returns the comments of the order template: who may be ordered, by which name, and what each is doing
// now, those who do the same together; where they stand is in the table above.
func (w *writer) prompts() []string {
	prompts := []string{"Write your orders between here and END, one to a line."}
	if w.cover.Story == nil {
		return prompts
	}
	own := w.cover.Story.Command()
	doing := func(i int) string { return own.Rows[i][len(own.Rows[i])-1] }
	var line string
	for i, row := range own.Rows {
		if own.IDs[i] == "" { // the reader
			continue
		}
		if line != "" {
			line += ", "
		}
		line += row[0] + " (" + own.IDs[i] + ")"
		if i+1 < len(own.Rows) && own.IDs[i+1] != "" && doing(i+1) == doing(i) {
			continue
		}
		if doing(i) != "" {
			line += ": " + doing(i)
		}
		prompts, line = append(prompts, line), ""
	}
	return prompts
}
