package report

import (
	"strconv"
	"strings"

	"galloper/projections/knowledge"
	"galloper/projections/story"
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
	return append(prompts, doings(w.cover.Story.Command())...)
}

// doings are the lines that say what units do, by the last column of their table: neighbours that do the same together.
func doings(own story.Table) (lines []string) {
	var who []string
	for i, row := range own.Rows {
		if own.IDs[i] == "" { // the reader
			continue
		}
		who = append(who, row[0]+" ("+own.IDs[i]+")")
		doing := row[len(row)-1]
		if next := i + 1; next < len(own.Rows) && own.IDs[next] != "" && own.Rows[next][len(row)-1] == doing {
			continue
		}
		line := strings.Join(who, ", ")
		if doing != "" {
			line += ": " + doing
		}
		lines, who = append(lines, line), nil
	}
	return lines
}
