package report

import (
	"slices"
	"strings"

	"galloper/events"
	"galloper/projections/knowledge"
	"galloper/projections/phrase"
)

// chapters returns the prose of a report without a story, such as the umpire's, without empty chapters.
func (w *writer) chapters() []Chapter {
	all := []Chapter{{"From the umpire", w.umpire()}, {"What happened", w.happened()}, {"What was reported", w.news(true)}}
	return slices.DeleteFunc(all, func(c Chapter) bool { return len(c.Paragraphs) == 0 })
}

// umpire returns the umpire's notices and the rulings that the seat may see.
func (w *writer) umpire() []Paragraph {
	var ps []Paragraph
	for _, t := range w.cover.Notices {
		ps = append(ps, Paragraph{Text: t})
	}
	for i := range w.diary {
		if text := w.diary[i].Get("text"); w.diary[i].Name == rulingApplied && text != "" {
			ps = append(ps, Paragraph{Text: sentence("the umpire ruled: " + text)})
		}
	}
	return ps
}

// rulingApplied is the name, in every ruleset, of the outcome that announces an umpire's ruling.
const rulingApplied = "ruling.applied"

// happened narrates the diary. A new paragraph begins once the last one is long enough and the rules' chapter changes.
func (w *writer) happened() []Paragraph {
	var ps []Paragraph
	text, chapter := "", ""
	for i := range w.diary {
		said, next := w.said(i), chapterOf(w.diary[i].Clause)
		if len(text) > paragraphFull || len(text) > paragraphFair && next != chapter {
			ps, text = append(ps, Paragraph{Text: text}), ""
		}
		if said != "" {
			text, chapter = strings.TrimSpace(text+" "+said), next
		}
	}
	if text != "" {
		ps = append(ps, Paragraph{Text: text})
	}
	return ps
}

// Beyond paragraphFair bytes a paragraph ends when the chapter changes, beyond paragraphFull bytes in any case.
const (
	paragraphFair = 240
	paragraphFull = 600
)

// chapterOf returns the chapter of a clause: `7` of `7.41`, `W` of `W3`.
func chapterOf(clause string) string {
	i := strings.IndexFunc(clause, func(r rune) bool { return r == '.' })
	if i < 0 {
		i = len(clause)
	}
	letters := strings.TrimRight(clause[:i], "0123456789")
	if letters != "" {
		return letters
	}
	return clause[:i]
}

// said returns the sentence of a diary entry, or "" if it has none.
func (w *writer) said(entry int) string {
	said := w.book.Sentence(&w.diary[entry], w.turn, w.cover.Names)
	if w.impartial() {
		return phrase.Impersonal(said)
	}
	return said
}

// Sentence tells an outcome of a turn, or returns "" if the ruleset has no words for it.
func (b *Book) Sentence(o *events.Outcome, turn int, names phrase.Names) string {
	return sentence(b.diary[o.Name].String(&phrase.Source{Fields: o.Fields, Turn: turn, Names: names}))
}

// news lists what reached the seat, with its turn, and quotes letters. If final is false, it skips kinds of fact that
// mark a subject as gone for good.
func (w *writer) news(final bool) []Paragraph {
	var ps []Paragraph
	for _, l := range w.cover.Letters {
		ps = append(ps, Paragraph{Text: l})
	}
	for _, f := range w.cameNow() {
		if !final && w.book.line(f.Kind).Final {
			continue
		}
		text := sentence(w.fill(w.book.line(f.Kind).news, f.Fields, f.Turn))
		ps = append(ps, Paragraph{Text: text})
		if quote := f.Get("text"); quote != "" {
			ps = append(ps, Paragraph{Text: quote, Quote: true})
		}
	}
	return ps
}

// cameNow returns the facts that are new in this report and have a news template.
func (w *writer) cameNow() []*knowledge.Fact {
	var kinds []string
	for i := range w.book.lines {
		if !w.book.lines[i].news.Empty() {
			kinds = append(kinds, w.book.lines[i].Kind)
		}
	}
	var came []*knowledge.Fact
	for f := range w.known.Of(kinds...) {
		if f.Told == w.turn {
			came = append(came, f)
		}
	}
	return came
}
