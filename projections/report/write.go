package report

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"galloper/events"
	"galloper/projections/knowledge"
	"galloper/projections/phrase"
)

// when is the format of a deadline: `Tuesday 24 November 2026, 20:00 CET`.
const when = "Monday 2 January 2006, 15:04 MST"

// Write writes the report of the last turn in the seat's knowledge.
func (b *Book) Write(c Cover, k *knowledge.Known) *Report {
	w := writer{book: b, cover: &c, known: k, turn: k.Turn()}
	w.diary = k.Diary(w.turn)
	r := &Report{
		Game: c.Game, Title: c.Title, Seat: k.Seat(), Name: w.addressee(), Turn: w.turn,
		Headline: w.headline(), Due: w.due(), Contact: c.Contact, Summary: w.summary(),
		Chapters: w.chapters(), Facts: w.facts(), Proof: w.proof(),
		Before: c.Before, After: c.After, Attached: c.Attached,
	}
	if c.Next > 0 && !w.impartial() {
		r.Template = c.Template
	}
	r.Record = w.record()
	if c.Story != nil {
		r.tell(&w)
	}
	return r
}

// record returns the raw outcomes if the ruleset shows them. The umpire always sees them, with the ids that the
// umpire's commands refer to.
func (w *writer) record() []string {
	umpire := w.known.Seat() == knowledge.Umpire
	if !umpire && !w.book.record {
		return nil
	}
	lines := make([]string, len(w.diary))
	for i := range w.diary {
		lines[i] = w.diary[i].String()
		if umpire {
			lines[i] = w.diary[i].Ref + " " + lines[i]
		}
	}
	return lines
}

// writer holds the state of writing one report.
type writer struct {
	book  *Book
	cover *Cover
	known *knowledge.Known
	turn  int
	diary []events.Outcome
	buf   []byte
}

func (w *writer) addressee() string {
	switch {
	case w.cover.SeatName != "" && w.cover.SeatName != knowledge.Umpire:
		return w.cover.SeatName
	case w.known.Seat() == knowledge.Umpire:
		return "the umpire"
	}
	return w.name(w.known.Seat())
}

func (w *writer) headline() string {
	what := "Turn " + strconv.Itoa(w.turn)
	if w.turn == 0 {
		what = "The opening"
	}
	if w.cover.Title != "" {
		return what + " of " + w.cover.Title
	}
	return what + " of " + w.cover.Game
}

func (w *writer) due() string {
	c := w.cover
	if c.Next == 0 {
		return ""
	}
	if w.known.Seat() == knowledge.Umpire { // the umpire writes no orders
		return umpireDue(c)
	}
	switch {
	case c.Moves != "" && c.Deadline.IsZero():
		return c.Moves
	case c.Moves != "":
		return c.Moves + " Turn " + strconv.Itoa(c.Next) + " closes " + c.Deadline.Format(when) + "."
	case c.Deadline.IsZero():
		return "Orders are wanted for turn " + strconv.Itoa(c.Next) + "; no deadline is fixed."
	}
	return "Orders for turn " + strconv.Itoa(c.Next) + " are due " + c.Deadline.Format(when) + "."
}

func umpireDue(c *Cover) string {
	if c.Deadline.IsZero() {
		return "Turn " + strconv.Itoa(c.Next) + " is open; no deadline is fixed, so you close it."
	}
	return "Turn " + strconv.Itoa(c.Next) + " is open; the seats' orders are due " + c.Deadline.Format(when) + "."
}

// summary returns a one-line summary of the turn.
func (w *writer) summary() string {
	switch {
	case w.cover.Result != "":
		return sentence(w.cover.Result)
	case w.turn == 0:
		return "The game is set up; this is how it stands."
	}
	n := 0
	for i := range w.diary {
		if w.said(i) != "" {
			n++
		}
	}
	return "In this turn " + happened(n) + "."
}

// happened says how many things happened.
func happened(n int) string {
	switch n {
	case 0:
		return "nothing happened that has words of its own"
	case 1:
		return "one thing happened"
	}
	return strconv.Itoa(n) + " things happened"
}

// impartial reports whether the report is the umpire's, which covers both sides and addresses no player.
func (w *writer) impartial() bool { return w.known.Seat() == knowledge.Umpire }

// fresh reports whether the fact is new in this report. A fact that is shown once is new when it arrives, whatever
// turn it was written in.
func (w *writer) fresh(f *knowledge.Fact) bool {
	if f.Turn == w.turn {
		return true
	}
	l := w.book.line(f.Kind)
	return l != nil && l.Once
}

func (w *writer) proof() []Proof {
	var ps []Proof
	if w.cover.Seed != "" {
		what := w.cover.SeedNote
		if what == "" {
			what = "seed of turn " + strconv.Itoa(w.turn)
		}
		ps = append(ps, Proof{what, w.cover.Seed})
	}
	if w.cover.Head != "" {
		ps = append(ps, Proof{"head of the record", w.cover.Head})
	}
	return ps
}

// fill returns the template filled with the fields, in the third person for the umpire.
func (w *writer) fill(t phrase.Template, fields []events.Field, turn int) string {
	src := phrase.Source{Fields: fields, Turn: turn, Names: w.cover.Names}
	w.buf = t.Append(w.buf[:0], &src)
	if w.impartial() {
		return phrase.Impersonal(string(w.buf))
	}
	return string(w.buf)
}

func (w *writer) name(id string) string {
	if w.cover.Names != nil {
		if name := w.cover.Names(id); name != "" {
			return name
		}
	}
	return id
}

// sentence capitalises the first letter and adds a full stop if the text has no final punctuation.
func sentence(s string) string {
	s = strings.TrimSpace(s)
	if s == "" {
		return s
	}
	s = sentenceHead(s)
	if !strings.HasSuffix(s, ".") && !strings.HasSuffix(s, "?") && !strings.HasSuffix(s, ":") &&
		!strings.HasSuffix(s, "”") {
		s += "."
	}
	return s
}

// sentenceHead capitalises the first letter, unless the text begins with an id such as `u08`.
func sentenceHead(s string) string {
	if word, _, _ := strings.Cut(s, " "); strings.ContainsAny(word, "0123456789") {
		return s
	}
	r, n := utf8.DecodeRuneInString(s)
	if up := unicode.ToUpper(r); up != r {
		return string(up) + s[n:]
	}
	return s
}
