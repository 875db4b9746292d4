package report

import (
	"strings"
	"unicode/utf8"

	"galloper/projections/knowledge"
)

// Width is the number of columns that prose is wrapped to.
const Width = 72

// Text returns the report as plain text. Facts, the record and the proof are not wrapped; all other lines have at
// most Width columns.
func (r *Report) Text() string {
	t := textWriter{b: make([]byte, 0, 4096)}
	for _, p := range r.Before {
		t.paragraph(p)
		t.line("")
	}
	t.title(r.Headline)
	t.wrapped("To "+r.To(), "", "")
	if r.Due != "" {
		t.wrapped(r.Due, "", "")
	}
	if r.Story != nil {
		t.line("")
		t.story(r)
		if r.Contact+r.Attached != "" {
			t.line("")
			t.notes(r)
		}
	} else {
		t.notes(r)
		t.line("")
		t.wrapped(r.Summary, "", "")
		for i := range r.Chapters {
			t.chapter(&r.Chapters[i])
		}
		t.facts(r)
	}
	if len(r.Proof) > 0 {
		t.head("The proof")
		for _, p := range r.Proof {
			t.line(p.What + ":")
			t.line("  " + strings.ReplaceAll(p.Hex, "\n", "\n  "))
		}
	}
	if r.Template != "" {
		t.head("Your orders")
		t.b = append(t.b, r.Template...)
	}
	for _, p := range r.After {
		t.line("")
		t.paragraph(p)
	}
	return string(t.b)
}

// notes says how to write to the umpire and that the mail has a picture.
func (t *textWriter) notes(r *Report) {
	for _, note := range []string{r.Contact, r.Attached} {
		if note != "" {
			t.wrapped(note, "", "")
		}
	}
}

// Preview returns the line that a mail program shows in its list of messages.
func (r *Report) Preview() string { return strings.TrimSpace(r.Summary + " " + r.Due) }

// Lines returns the exact lines of the report, for programs: facts, then the record.
func (r *Report) Lines() string {
	t := textWriter{}
	t.groups(r)
	for _, l := range r.Record {
		t.line(l)
	}
	return string(t.b)
}

// To names the recipient: name, seat and game.
func (r *Report) To() string {
	if r.Name == r.Seat || r.Seat == knowledge.Umpire {
		return r.Name + ", game " + r.Game
	}
	return r.Name + " (" + r.Seat + "), game " + r.Game
}

type textWriter struct{ b []byte }

func (t *textWriter) line(s string) {
	t.b = append(t.b, s...)
	t.b = append(t.b, '\n')
}

func (t *textWriter) title(s string) {
	for _, l := range wrap(s, Width) {
		t.line(l)
	}
	t.line(strings.Repeat("=", min(utf8.RuneCountInString(s), Width)))
}

func (t *textWriter) head(s string) {
	t.line("")
	t.line(strings.ToUpper(s))
	t.line("")
}

func (t *textWriter) chapter(c *Chapter) {
	t.head(c.Title)
	for i, p := range c.Paragraphs {
		if i > 0 && (p.Item == "" || c.Paragraphs[i-1].Item == "") {
			t.line("")
		}
		switch {
		case p.Quote:
			t.wrapped(p.Text, "    ", "    ")
		case p.Item != "":
			first := p.Item + " "
			t.wrapped(p.Text, first, strings.Repeat(" ", len(first)))
		default:
			t.wrapped(p.Text, "", "")
		}
	}
}

func (t *textWriter) facts(r *Report) {
	if len(r.Facts) > 0 {
		t.head("The facts")
	}
	t.groups(r)
	if len(r.Record) > 0 {
		t.head("The record")
		for _, l := range r.Record {
			t.line(l)
		}
	}
}

func (t *textWriter) groups(r *Report) {
	for i, group := range r.Facts {
		if i > 0 {
			t.line("")
		}
		for _, l := range group {
			t.line(l)
		}
	}
}

// paragraph writes each line of the text, wrapped, and keeps its indentation.
func (t *textWriter) paragraph(text string) {
	for l := range strings.SplitSeq(text, "\n") {
		lead := l[:len(l)-len(strings.TrimLeft(l, " "))]
		t.wrapped(l[len(lead):], lead, lead)
	}
}

// wrapped writes the text, with first before its first line and rest before the others.
func (t *textWriter) wrapped(s, first, rest string) {
	room := Width - len(rest)
	lead := first
	for s != "" {
		n := cut(s, room)
		t.b = append(t.b, lead...)
		t.line(strings.TrimRight(s[:n], " "))
		s = strings.TrimLeft(s[n:], " ")
		lead = rest
	}
}

// wrap breaks the text into lines of at most width columns. A longer word gets a line of its own.
func wrap(s string, width int) []string {
	var lines []string
	for s != "" {
		n := cut(s, width)
		lines = append(lines, strings.TrimRight(s[:n], " "))
		s = strings.TrimLeft(s[n:], " ")
	}
	return lines
}

// cut returns the length, in bytes, of the part of the text that fits on a line of width columns.
func cut(s string, width int) int {
	if len(s) <= width {
		return len(s)
	}
	blank, col := 0, 0
	for i, r := range s {
		if r == ' ' {
			blank = i
		}
		if col == width {
			if blank > 0 {
				return blank
			}
			if next := strings.IndexByte(s[i:], ' '); next >= 0 {
				return i + next
			}
			return len(s)
		}
		col++
	}
	return len(s)
}
