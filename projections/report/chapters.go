package report

import (
	"slices"
	"strconv"
	"strings"

	"galloper/projections/knowledge"
)

// chapters returns the prose; chapters with nothing to tell are left out.
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

// umpire tells what the umpire has to say: notices, and rulings that the seat is told of.
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

// rulingApplied is the outcome by which a ruling is told, in every ruleset.
const rulingApplied = "ruling.applied"

// saw tells what happened before the seat's eyes. A paragraph goes on until it
// is long enough and the rules' chapter changes; what is told in the same words
// again is told once, with how often.
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

// A paragraph of so many bytes ends where the chapter changes, or in any case.
const (
	paragraphFair = 240
	paragraphFull = 600
)

// repeated tells an entry and those right behind it that read the same; next is
// the first that does not.
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

// likewise adds the subjects of which the same is told right behind the entry, by
// name alone; next is the first of which something else is.
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

// aboutSubject splits the sentence of an entry that begins with the name of its first
// field; rest is empty where it does not.
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

// couriers tells of dispatches of earlier turns, and of others'.
func (w *writer) couriers() []Paragraph {
	return w.listed(func(p *where) bool { return p.courier && p.order == 0 && !p.loss })
}

// losses tells the losses, each a paragraph of its own.
func (w *writer) losses() []Paragraph {
	return w.listed(func(p *where) bool { return p.loss })
}

// listed tells the entries that are picked, each an item.
func (w *writer) listed(picks func(*where) bool) []Paragraph {
	var ps []Paragraph
	for i := range w.diary {
		if p := &w.place[i]; p.told && picks(p) {
			ps = append(ps, Paragraph{Item: "-", Text: w.tell(i)})
		}
	}
	return ps
}

// became tells of each order what is known to have come of it.
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

// numbered returns the number of a recorded order that follows one with the number
// last: its own where it stands before it (`3. HOLD lane`: those before were refused).
func numbered(last int, order string) (number int, text string) {
	head, rest, ok := strings.Cut(order, ". ")
	if n, err := strconv.Atoi(head); ok && err == nil {
		return max(n, last+1), rest
	}
	return last + 1, order
}

// news tells what reached the seat, each with its time, and quotes what was written; final says whether
// of what is gone for good, too.
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

// cameNow returns the facts with a news sentence that came in this report.
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

// unknown says what the seat has no word of: subjects last heard of in earlier
// turns, and its own dispatches of which nothing came back.
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

// mentions reports whether the turn had word of a dispatch after it set out: it was seen on its way.
func (w *writer) mentions(id string) bool {
	for i := range w.diary {
		if w.place[i].courier && w.diary[i].Name != "dispatch.sent" && w.diary[i].Get("id") == id {
			return true
		}
	}
	return false
}

// unheardTurns is for how many turns a dispatch without an answer is mentioned.
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
			if name := w.called(l, f); !slices.Contains(byTurn[f.Turn], name) { // several facts of one place
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

// called returns what the reader calls the subject of a fact.
func (w *writer) called(l *line, f *knowledge.Fact) string {
	if l.called.Empty() {
		return w.name(f.Subject)
	}
	return w.fill(l.called, f.Fields, f.Turn)
}

// words joins a list as one says it: `a, b and c`.
func words(list []string) string {
	if len(list) < 2 {
		return strings.Join(list, "")
	}
	last := len(list) - 1
	return strings.Join(list[:last], ", ") + " and " + list[last]
}
