package report

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"galloper/projections/story"
)

// tell makes the report use its story.
func (r *Report) tell(w *writer) {
	s := w.cover.Story
	r.Story, r.Examples = s, w.cover.Examples
	r.Umpire, r.News = w.umpire(), w.news(false)
	r.Headline = r.title()
	r.Summary = s.Headline + "."
	if w.cover.Result != "" {
		r.Summary = sentence(w.cover.Result)
	}
}

// title returns the first line: `Prestonpans, turn 5 of 10, 6.10 in the morning`.
func (r *Report) title() string {
	s := r.Story
	name := r.Title
	if name == "" {
		name = r.Game
	}
	when := ", turn " + strconv.Itoa(max(s.Turn, 1))
	if s.Turns > 0 {
		when += " of " + strconv.Itoa(s.Turns)
	}
	switch {
	case s.Turn == 0 && s.Hour != "":
		when += " begins at " + s.Hour
	case s.Turn == 0:
		when += " is about to begin"
	case s.Hour != "":
		when += ", " + s.Hour
	}
	return name + when
}

// part is a section of a story. The first has the title "".
type part struct {
	title string
	texts []string // paragraphs
	items []string // bulleted, below them
}

// parts returns the non-empty sections of a story in order: first who is ahead and the decisions to take, so that the
// first lines of a mail have them, then the most important scene and its price.
func (r *Report) parts() []part {
	s := r.Story
	lead := texts(s.Lead)
	if len(lead) > 0 && strings.EqualFold(lead[0], s.Headline+".") {
		lead = lead[1:] // the headline says it already
	}
	var parts []part
	if o := s.Opening; o != nil {
		parts = append(parts, part{texts: lead}, part{title: "Your task", texts: o.Task},
			part{title: "Who commands", texts: o.Roster})
		if len(r.Examples) > 0 {
			parts = append(parts, part{title: "Answer this mail with your orders",
				texts: []string{"These would do now; HELP in a mail brings the card with all orders."}, items: r.Examples})
		}
	}
	if s.Score != "" {
		parts = append(parts, part{texts: []string{s.Score}})
	}
	decide := part{title: "To decide", items: s.Decide}
	if len(s.Decide) == 0 && s.Score != "" && s.Opening == nil {
		decide.texts = []string{"Nothing presses: your orders stand."}
	}
	parts = append(parts, decide)
	happened := part{texts: s.Toll()}
	if s.Opening == nil {
		happened.texts = slices.Concat(lead, happened.texts)
	}
	if s.Score != "" || len(s.Decide) > 0 {
		happened.title = "What happened"
	}
	parts = append(parts, happened, part{title: "In your hand", texts: s.Hand})
	for i := range s.Sectors {
		told := []string{strings.Join(texts(s.Sectors[i].Scenes), " ")}
		parts = append(parts, part{title: s.Sectors[i].Name, texts: told})
	}
	letters := make([]string, len(s.Letters))
	for i, l := range s.Letters {
		letters[i] = l.Head + ": " + l.Text
	}
	parts = append(parts, part{title: "Riders", texts: s.Riders}, part{title: "Reports", texts: letters})
	return slices.DeleteFunc(parts, func(p part) bool { return len(p.items)+len(p.texts) == 0 })
}

func texts(scenes []story.Scene) (list []string) {
	for i := range scenes {
		list = append(list, scenes[i].Text)
	}
	return list
}

// Prose returns the report's text without its tables.
func (r *Report) Prose() string {
	t := textWriter{}
	t.prose(r)
	return string(t.b)
}

func (t *textWriter) story(r *Report) {
	t.prose(r)
	for i := range r.Story.Tables {
		t.table(&r.Story.Tables[i])
	}
}

func (t *textWriter) prose(r *Report) {
	t.line(strings.ToUpper(r.Story.Headline))
	for i, p := range r.parts() {
		if p.title != "" {
			t.head(p.title)
		} else if i > 0 {
			t.line("")
		}
		for _, text := range p.texts {
			t.wrapped(text, "", "")
		}
		for _, item := range p.items {
			t.wrapped(item, "* ", "  ")
		}
	}
	for _, c := range r.written() {
		t.chapter(&c)
	}
}

// written returns the chapters that people wrote.
func (r *Report) written() []Chapter {
	all := []Chapter{{"From the umpire", r.Umpire}, {"Letters", r.News}}
	return slices.DeleteFunc(all, func(c Chapter) bool { return len(c.Paragraphs) == 0 })
}

// table writes a table. Its first columns form a line, in which long cells are wrapped; the others follow below it.
func (t *textWriter) table(x *story.Table) {
	t.head(x.Title)
	rows := append([][]string{x.Columns}, x.Rows...)
	widths := columnWidths(rows)
	for _, row := range rows {
		var lines []string
		at := 0
		for i, width := range widths {
			for k, l := range cell(row[i], width) {
				if k == len(lines) {
					lines = append(lines, "")
				}
				lines[k] += strings.Repeat(" ", at-utf8.RuneCountInString(lines[k])) + l
			}
			at += width + 2
		}
		for _, l := range lines {
			t.line(l)
		}
		if more := strings.Join(slices.DeleteFunc(slices.Clone(row[len(widths):]), empty), "; "); more != "" {
			t.wrapped(more, "    ", "    ")
		}
	}
	if x.Note != "" {
		t.line("")
		t.wrapped(x.Note, "", "")
	}
}

// columnWidths returns the widths of the columns that form a line. The widest is narrowed until they fit.
func columnWidths(rows [][]string) []int {
	widths := make([]int, min(len(rows[0]), beside))
	total := -2
	for i := range widths {
		for _, row := range rows {
			widths[i] = max(widths[i], utf8.RuneCountInString(row[i]))
		}
		total += widths[i] + 2
	}
	for ; total > Width; total-- {
		widths[slices.Index(widths, slices.Max(widths))]--
	}
	return widths
}

// cell returns the lines of a table's cell. A word that is too long is broken.
func cell(s string, width int) (lines []string) {
	for _, l := range wrap(s, width) {
		for part := range slices.Chunk([]rune(l), width) {
			lines = append(lines, string(part))
		}
	}
	return lines
}

// beside is the number of table columns on a line.
const beside = 3

func empty(s string) bool { return s == "" }

func (h *htmlWriter) story(r *Report) {
	h.element("h2", styleH2, r.Story.Headline)
	for _, p := range r.parts() {
		if p.title != "" {
			h.element("h2", styleH2, p.title)
		}
		for _, text := range p.texts {
			h.element("p", stylePara, text)
		}
		if len(p.items) > 0 {
			h.raw("<ul>")
			for _, item := range p.items {
				h.element("li", stylePara, item)
			}
			h.raw("</ul>\n")
		}
	}
	for _, c := range r.written() {
		h.chapter(&c)
	}
	for i := range r.Story.Tables {
		h.table(&r.Story.Tables[i])
	}
}

func (h *htmlWriter) table(x *story.Table) {
	h.element("h2", styleH2, x.Title)
	h.raw(`<table cellpadding="4" cellspacing="0" border="0">` + "\n")
	for i, row := range append([][]string{x.Columns}, x.Rows...) {
		cell := "td"
		if i == 0 {
			cell = "th align=\"left\""
		}
		h.raw(`<tr valign="top">`)
		for _, c := range row {
			h.raw("<" + cell + ">")
			h.text(c)
			h.raw("</" + cell[:2] + ">")
		}
		h.raw("</tr>\n")
	}
	h.raw("</table>\n")
	if x.Note != "" {
		h.element("p", stylePara, x.Note)
	}
}

// Log narrates the turn outcome by outcome, in the terms of the rules.
func (r *Report) Log() string {
	t := textWriter{}
	for i := range r.Chapters {
		t.chapter(&r.Chapters[i])
	}
	return string(t.b)
}
