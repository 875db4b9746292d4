package report

import (
	"slices"
	"strconv"
	"strings"

	"galloper/projections/knowledge"
)

// chapters returns the prose without empty chapters.
func (w *writer) chapters() []Chapter {
	all := []Chapter{
		{"From the umpire", w.umpire()},
		{"What you saw", w.saw()},
		{"What reached you", w.news(true)},
		{"What your orders became", w.became()},
		{"Couriers", w.couriers()},
		{"Losses", w.losses()},
		{"What you do not know", w.unknown()},
	}
	if w.impartial() {
		all[1].Title, all[2].Title, all[6].Title = "What happened", "What was reported", "What is not known"
	}
	kept := all[:0]
	for _, c := range all {
		if len(c.Paragraphs) > 0 {
			kept = append(kept, c)
		}
	}
	return kept
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

// saw narrates the events that the seat saw. A new paragraph begins once the last one is long enough and the rules'
// chapter changes. Consecutive entries with the same text are told once, with a count.
func (w *writer) saw() []Paragraph {
	var ps []Paragraph
	var text []byte
	chapter := ""
	for i := 0; i < len(w.diary); {
		if p := w.place[i]; !p.told || p.loss || p.courier || p.order > 0 {
			i++
			continue
		}
		next := chapterOf(w.diary[i].Clause)
		if len(text) > paragraphFull || len(text) > paragraphFair && next != chapter {
			ps = append(ps, Paragraph{Text: string(text)})
			text = text[:0]
		}
		if len(text) > 0 {
			text = append(text, ' ')
		}
		chapter = next
		said, more := w.repeated(i)
		text = append(text, said...)
		if more == i+1 {
			more = w.likewise(i, more, &text)
		}
		i = more
	}
	if len(text) > 0 {
		ps = append(ps, Paragraph{Text: string(text)})
	}
	return ps
}

// Beyond paragraphFair bytes a paragraph ends when the chapter changes, beyond paragraphFull bytes in any case.
const (
	paragraphFair = 240
	paragraphFull = 600
)

// repeated returns the text of an entry, with a count of the equal entries that directly follow it. next is the index
// of the first entry that differs.
func (w *writer) repeated(at int) (said string, next int) {
	said, times := w.tell(at), 1
	for next = at + 1; next < len(w.diary); next++ {
		if w.diary[next].Name != w.diary[at].Name || w.place[next] != w.place[at] || w.tell(next) != said {
			break
		}
		times++
	}
	switch times {
	case 1:
		return said, next
	case 2:
		return strings.TrimSuffix(said, ".") + ", twice.", next
	}
	return strings.TrimSuffix(said, ".") + ", " + strconv.Itoa(times) + " times.", next
}

// likewise appends the names of the subjects of the entries from next on, as long as the rest of their sentence
// equals that of the entry at. It returns the index of the first entry that differs.
func (w *writer) likewise(at, next int, text *[]byte) int {
	_, same := w.aboutSubject(at)
	var others []string
	for ; same != "" && next < len(w.diary) && w.diary[next].Name == w.diary[at].Name &&
		w.place[next] == w.place[at]; next++ {
		name, rest := w.aboutSubject(next)
		if rest != same {
			break
		}
		others = append(others, name)
	}
	if len(others) > 0 {
		*text = append(*text, " Likewise "+words(others)+"."...)
	}
	return next
}

// aboutSubject splits an entry's sentence after the name of its first field. rest is empty if the sentence does not
// begin with that name.
func (w *writer) aboutSubject(entry int) (name, rest string) {
	if fields := w.diary[entry].Fields; len(fields) > 0 {
		name = w.name(fields[0].Value)
	}
	rest, ok := strings.CutPrefix(w.tell(entry), sentenceHead(name)+" ")
	if !ok {
		return name, ""
	}
	return name, rest
}

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

// tell returns the sentence of a diary entry.
func (w *writer) tell(entry int) string {
	if w.told[entry] == "" {
		o := &w.diary[entry]
		w.told[entry] = sentence(w.fill(w.book.diary[o.Name], o.Fields, w.turn))
	}
	return w.told[entry]
}

// couriers lists this turn's events about dispatches of earlier turns and of other seats.
func (w *writer) couriers() []Paragraph {
	return w.listed(func(p *where) bool { return p.courier && p.order == 0 && !p.loss })
}

// losses lists the losses, one paragraph each.
func (w *writer) losses() []Paragraph {
	return w.listed(func(p *where) bool { return p.loss })
}

// listed returns an item for each entry that picks selects.
func (w *writer) listed(picks func(*where) bool) []Paragraph {
	var ps []Paragraph
	for i := range w.diary {
		if p := &w.place[i]; p.told && picks(p) {
			ps = append(ps, Paragraph{Item: "-", Text: w.tell(i)})
		}
	}
	return ps
}

// became reports the known results of each order.
func (w *writer) became() []Paragraph {
	told := make([][]byte, len(w.cover.Orders)+1)
	for i := range w.diary {
		p := w.place[i]
		if p.order == 0 || !p.told || p.loss {
			continue
		}
		told[p.order] = append(told[p.order], ' ')
		told[p.order] = append(told[p.order], w.tell(i)...)
	}
	var ps []Paragraph
	number := 0
	for i, order := range w.cover.Orders {
		number, order = numbered(number, order)
		text := string(told[i+1])
		if text == "" {
			text = " Nothing of it has come back to you yet."
		}
		ps = append(ps, Paragraph{Item: strconv.Itoa(number) + ".", Text: strings.TrimSuffix(order, ".") + "." + text})
	}
	return ps
}

// numbered returns the number and text of a recorded order. An order may begin with its number (`3. HOLD lane`, if
// earlier ones were refused); otherwise it is last+1.
func numbered(last int, order string) (number int, text string) {
	head, rest, ok := strings.Cut(order, ". ")
	if n, err := strconv.Atoi(head); ok && err == nil {
		return max(n, last+1), rest
	}
	return last + 1, order
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

// unknown lists the gaps in the seat's knowledge: subjects last heard of in earlier turns, and its own dispatches
// without an answer.
func (w *writer) unknown() []Paragraph {
	ps := w.stale()
	for _, d := range w.known.Unheard() {
		if w.turn-d.Turn > unheardTurns || w.mentions(d.ID) {
			continue
		}
		text := "Your dispatch " + d.ID
		if d.To != "" {
			var to []string
			for id := range strings.SplitSeq(d.To, ",") {
				to = append(to, w.name(id))
			}
			text += " to " + words(to)
		}
		ps = append(ps, Paragraph{Text: text + ", sent in turn " + strconv.Itoa(d.Turn) + ": no word whether it arrived."})
	}
	return ps
}

// mentions reports whether the turn's diary mentions a dispatch after its departure, for example because it was seen
// on its way.
func (w *writer) mentions(id string) bool {
	for i := range w.diary {
		if w.place[i].courier && w.diary[i].Name != "dispatch.sent" && w.diary[i].Get("id") == id {
			return true
		}
	}
	return false
}

// unheardTurns limits how long, in turns, the report mentions an unanswered dispatch.
const unheardTurns = 3

// stale lists the subjects of old facts, latest turn first.
func (w *writer) stale() []Paragraph {
	var ps []Paragraph
	byTurn := make([][]string, max(w.turn, 0))
	for i := range w.book.lines {
		l := &w.book.lines[i]
		if l.Final || l.Once || l.old.Empty() {
			continue
		}
		for f := range w.known.Of(l.Kind) {
			if f.Turn < 0 || f.Turn >= w.turn {
				continue
			}
			if name := w.called(l, f); !slices.Contains(byTurn[f.Turn], name) { // several facts may concern one place
				byTurn[f.Turn] = append(byTurn[f.Turn], name)
			}
		}
	}
	for turn := len(byTurn) - 1; turn >= 0; turn-- {
		if len(byTurn[turn]) > 0 {
			ps = append(ps, Paragraph{Text: "Nothing newer than turn " + strconv.Itoa(turn) + " of " + words(byTurn[turn]) +
				"."})
		}
	}
	return ps
}

// called returns the reader's name for the subject of a fact.
func (w *writer) called(l *line, f *knowledge.Fact) string {
	if l.called.Empty() {
		return w.name(f.Subject)
	}
	return w.fill(l.called, f.Fields, f.Turn)
}

// words joins a list: `a, b and c`.
func words(list []string) string {
	if len(list) < 2 {
		return strings.Join(list, "")
	}
	last := len(list) - 1
	return strings.Join(list[:last], ", ") + " and " + list[last]
}
