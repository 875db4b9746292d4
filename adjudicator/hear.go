package adjudicator

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"galloper/orders"
	"galloper/orders/spoken"
)

// hearer understands what a seat wrote in words that are not the ruleset's own language: what
// was refused as written is said again in that language, and read as if it had been written so.
type hearer struct {
	rules      *Ruleset
	desk       Desk
	vocabulary *spoken.Vocabulary
	items      []orders.Item            // of the mail, once they are read
	understood map[string][]spoken.Said // by the text of the item
	hinted     map[string][]string      // what lost parts lack, by their text
	staffed    []string                 // what a staff officer would write, once it was asked for
	tries      int                      // lines read for hints
}

// words are the seat's, gathered when they are first needed.
func (h *hearer) words() *spoken.Vocabulary {
	if h.vocabulary == nil {
		h.vocabulary = h.rules.Vocabulary(h.desk)
		h.vocabulary.NameAfter(StageOf(h.desk.Scenario).Commanders)
		h.vocabulary.Own = func() *orders.Names { return writer(&h.desk) }
		h.told()
	}
	return h.vocabulary
}

// meant reports whether words that begin no order are meant as one.
func (h *hearer) meant(words []orders.Word) bool { return h.rules.Spoken.Meant(h.words(), words) }

// calls reports whether words begin with troops who are told something.
func (h *hearer) calls(words []orders.Word) bool { return h.rules.Spoken.Calls(h.words(), words) }

// heads reports whether words are those whom an order is for, and no more.
func (h *hearer) heads(words []orders.Word) bool { return h.rules.Spoken.Heads(h.words(), words) }

// read reads the items of a mail, and again those that were refused, as they were understood.
func (h *hearer) read(items []orders.Item) Reading {
	if h.rules.Spoken != nil {
		items = h.continued(items)
	}
	reading := h.rules.Read(h.desk, items)
	if h.rules.Spoken == nil {
		return reading
	}
	h.items = items
	h.told()
	answers, unread := map[int]answer{}, h.unread(reading.Entries)
	for i := range items {
		if !unread[items[i].Number] {
			continue
		}
		if a := h.answer(&items[i]); a.items != nil || a.asked != nil {
			answers[items[i].Number] = a
		}
	}
	if len(answers) == 0 {
		return reading
	}
	var whole []orders.Item // what is judged: items as written, or as understood
	for i := range items {
		if understood := answers[items[i].Number].items; len(understood) > 0 {
			whole = append(whole, understood...)
		} else {
			whole = append(whole, items[i])
		}
	}
	first := reading.Entries
	reading = h.rules.Read(h.desk, whole)
	reading.Entries = merged(first, reading.Entries, answers)
	return reading
}

// continued joins to an item what the next says behind a semicolon of the same troops, `…; there form line`, or in the
// same letter.
func (h *hearer) continued(items []orders.Item) []orders.Item {
	s := h.rules.Spoken
	follows := func(before, it *orders.Item) bool {
		return len(it.Words) >= 2 && it.Letter == nil && before.Letter == nil && len(before.Words) > 0 &&
			it.Words[0].Line == before.Words[len(before.Words)-1].Line
	}
	writes := func(before, it *orders.Item) bool {
		return follows(before, it) && s.Writes(h.words(), before) && !h.calls(it.Words) &&
			!slices.Contains([]string{"TO", "LETTER"}, it.Words[0].Fold)
	}
	further := func(before, it *orders.Item) bool {
		return follows(before, it) && s.Further(h.words(), it)
	}
	goesOn := func(before, it *orders.Item) bool {
		return follows(before, it) && s.GoesOn(it.Words) || writes(before, it) || further(before, it)
	}
	apart := 1 // items of which none goes on with another
	for apart < len(items) && !goesOn(&items[apart-1], &items[apart]) {
		apart++
	}
	if apart >= len(items) {
		return items
	}
	out := slices.Clone(items[:apart])
	for i := apart; i < len(items); i++ {
		it, whole := &items[i], &out[len(out)-1]
		switch {
		case !goesOn(whole, it):
			out = append(out, *it)
			continue
		case writes(whole, it):
			whole.Words = slices.Clone(whole.Words)
			whole.Words[len(whole.Words)-1].Text += ";"
			whole.Words = append(whole.Words, it.Words...)
		case further(whole, it):
			whole.Words = slices.Clone(whole.Words)
			whole.Words[len(whole.Words)-1].Stop = true
			whole.Words = append(whole.Words, it.Words...)
		default:
			whole.Words = slices.Concat(whole.Words, spoken.Continued(it.Words))
		}
		whole.Text += "; " + it.Text
	}
	return out
}

// told lets THE REST be those whom the mail is not for elsewhere. What is added to an earlier mail does not know whom
// that was for.
func (h *hearer) told() {
	v, items := h.vocabulary, h.items
	if h.desk.Next > 1 || v == nil || items == nil {
		return
	}
	v.Elsewhere = func() ([]string, bool) {
		v.Elsewhere = nil // the others are read without it
		units, sure := h.rules.Spoken.Told(v, items)
		v.Elsewhere = func() ([]string, bool) { return units, sure }
		return units, sure
	}
}

// answer is what was made of an item in other words.
type answer struct {
	items []orders.Item  // the orders in it
	asked []orders.Entry // what must be asked
	notes []string       // of what in them changes nothing
}

// merged are the entries of a mail as it was understood. What was not even understood is refused as it was written.
func merged(written, understood []orders.Entry, answers map[int]answer) (all []orders.Entry) {
	asked := map[int]bool{} // whose refusal is a question
	for _, e := range understood {
		a := answers[e.Number]
		switch {
		case e.Refusal != nil && asked[e.Number]: // the question is for all of them
		case e.Refusal != nil && len(a.items) == 0:
			if len(a.asked) == 1 {
				e = askedOf(e, a.asked[0])
				a.asked = nil
				answers[e.Number], asked[e.Number] = a, true
			}
			if len(a.asked) == 0 {
				all = append(all, e)
			}
		case e.Refusal == nil:
			e.Notes = append(e.Notes, a.notes...)
			all = append(all, e)
		default:
			i := slices.IndexFunc(written, func(w orders.Entry) bool { return w.Number == e.Number })
			if i >= 0 && written[i].Refusal.Reason == e.Refusal.Reason && len(a.items) == 1 {
				e = written[i] // nothing was gained by other words
			} else {
				e.Notes = append(e.Notes, "read as: "+readAs(refusedOf(a.items, understood, e.Number)))
			}
			if i >= 0 && e.Refusal.Line == 0 {
				e.Refusal.Line = written[i].Refusal.Line
			}
			if !slices.ContainsFunc(all, func(o orders.Entry) bool { return refusedAlike(&o, &e) }) {
				all = append(all, e)
			}
		}
	}
	for _, number := range slices.Sorted(maps.Keys(answers)) {
		all = append(all, answers[number].asked...)
	}
	slices.SortStableFunc(all, func(a, b orders.Entry) int { return a.Number - b.Number })
	return all
}

// refusedAlike reports whether two of the orders in one sentence are refused in the same words, which are said once.
func refusedAlike(a, b *orders.Entry) bool {
	return a.Number == b.Number && a.Refusal != nil && a.Refusal.Reason == b.Refusal.Reason &&
		a.Refusal.Want == b.Refusal.Want && slices.Equal(a.Notes, b.Notes)
}

// refusedOf are those of the orders in a sentence that were refused; all where one of them was read as several.
func refusedOf(items []orders.Item, understood []orders.Entry, number int) (refused []orders.Item) {
	n := 0
	for i := range understood {
		if e := &understood[i]; e.Number == number {
			if n < len(items) && e.Refusal != nil {
				refused = append(refused, items[n])
			}
			n++
		}
	}
	if n != len(items) {
		return items
	}
	return refused
}

// readAs are the orders that a sentence was read as.
func readAs(items []orders.Item) string {
	var lines []string
	for i := range items {
		if line := items[i].Understood; !slices.Contains(lines, line) {
			lines = append(lines, line)
		}
	}
	return strings.Join(lines, "; ")
}

// askedOf is a refused entry with what is asked of it. A name that fits several is refused as such.
func askedOf(e, asked orders.Entry) orders.Entry {
	if asked.Asked == "" {
		return asked
	}
	e.Asked, e.Unread, e.Notes = asked.Asked, asked.Unread, append(e.Notes, asked.Notes...)
	return e
}

// mostWords is how long an order may be that is said in other words than the language's: what joins its parts may be
// meant in several ways, of which each is looked at.
const mostWords = 200

// answer understands an item of which nothing was accepted as it was written.
func (h *hearer) answer(it *orders.Item) (a answer) {
	if it.Letter != nil || it.Understood != "" || len(it.Words) > mostWords {
		return a
	}
	said, known := h.understood[it.Text]
	if !known {
		said = h.rules.Spoken.Understand(h.words(), it)
		h.understood[it.Text] = said
	}
	var lost []*spoken.Said
	for i := range said {
		s := &said[i]
		switch {
		case s.Aside:
			a.asked = append(a.asked, orders.Entry{Number: it.Number, Means: "Its heading says that it is none."})
		case s.Unchanged != nil:
			a.asked = append(a.asked, h.unchanged(it, s.Unchanged))
		case s.Line == "" && s.Several != nil:
			a.asked = append(a.asked, h.several(it, s))
		case s.Line == "":
			lost = append(lost, s)
		case s.Unread == "":
			a.items = append(a.items, h.item(it, s.Line))
			if s.Note != "" {
				a.notes = append(a.notes, s.Note)
			}
		default:
			if e, ok := h.ask(it, s); ok && !s.TakesBack() {
				a.asked = append(a.asked, e)
			} else {
				lost = append(lost, s)
			}
		}
	}
	if a.items != nil || a.asked != nil {
		for _, s := range lost {
			a.asked = append(a.asked, h.lost(it, s))
		}
	}
	return a
}

// unchanged accepts an item that says of troops only that they go on as before: nothing is ordered by it.
func (h *hearer) unchanged(it *orders.Item, who []string) orders.Entry {
	troops := "They"
	if len(who) == 1 {
		troops = h.named(who)
	}
	return orders.Entry{Number: it.Number, Means: troops + " will go on with what they were told before."}
}

// lost refuses what was not understood beside orders that were.
func (h *hearer) lost(it *orders.Item, s *spoken.Said) orders.Entry {
	e := it.Refuse(&orders.Refusal{Reason: h.rules.Spoken.Unread[0], Nearest: s.Several,
		Part: cmp.Or(it.Sentence(s.Span[0], s.Span[1]), s.Text)})
	if s.Several != nil {
		return e
	}
	notes, known := h.hinted[s.Text]
	if !known {
		text := h.rules.Language.ReadLine(s.Text)
		text.Number = it.Number
		hint := h.rules.Spoken.Hint(h.words(), &text)
		notes = h.hint(&text, &hint, false)
		h.hinted[s.Text] = notes
	}
	e.Notes = append(e.Notes, notes...)
	return e
}

// unread are the items of which nothing was accepted, for reasons for which they may have been said in other words.
func (h *hearer) unread(entries []orders.Entry) map[int]bool {
	unread := map[int]bool{}
	for i := range entries {
		if entries[i].Refusal != nil {
			unread[entries[i].Number] = true
		}
	}
	for i := range entries {
		e := &entries[i]
		if len(unread) > 0 && (e.Refusal == nil || !slices.Contains(h.rules.Spoken.Unread, e.Refusal.Reason)) {
			delete(unread, e.Number)
		}
	}
	return unread
}

// item is a line of the ruleset's own language in the place of an item.
func (h *hearer) item(it *orders.Item, line string) orders.Item {
	said := h.rules.Language.ReadLine(line)
	said.Number, said.Text, said.Notes, said.Understood = it.Number, it.Text, it.Notes, line
	if len(it.Words) > 0 {
		for i := range said.Words {
			said.Words[i].Line, said.Words[i].Col = it.Words[0].Line, it.Words[0].Col
		}
	}
	return said
}

// ask is the question whether an order is meant of which a part was not understood.
func (h *hearer) ask(it *orders.Item, s *spoken.Said) (orders.Entry, bool) {
	reading := h.rules.Read(h.desk, []orders.Item{h.item(it, s.Line)})
	var lines []string
	for i := range reading.Entries {
		if e := &reading.Entries[i]; e.Refusal == nil {
			lines = append(lines, e.Canonical)
		}
	}
	if lines == nil {
		return h.refusedAsked(it, s, reading.Entries)
	}
	r := &orders.Refusal{Reason: orders.Asked, Line: s.Where.Line, Col: s.Where.Col, Word: s.Where.Text}
	var notes []string
	if s.Astray {
		notes = []string{"conditions are: " + h.rules.Spoken.Known}
	}
	if s.Note != "" {
		notes = append(notes, s.Note)
	}
	for _, never := range h.rules.Spoken.Never {
		if strings.Contains(orders.Fold(s.Unread), never[0]) {
			notes = append(notes, never[1])
			break
		}
	}
	return orders.Entry{Number: it.Number, Refusal: r, Notes: notes, Asked: strings.Join(lines, "; "),
		Unread: s.Unread}, true
}

// refusedAsked is the refusal of an order of which a part was not understood, where it is refused
// for when it is given, or by whom, and not for how it was said.
func (h *hearer) refusedAsked(it *orders.Item, s *spoken.Said, read []orders.Entry) (orders.Entry, bool) {
	if len(read) != 1 || read[0].Refusal == nil || !slices.Contains(h.rules.Spoken.Later, read[0].Refusal.Reason) {
		return orders.Entry{}, false
	}
	e := it.Refuse(read[0].Refusal)
	e.Notes = append(e.Notes, "read as: "+s.Line, "not understood: \""+s.Unread+"\"")
	return e, true
}

// several refuses an order in which a name may be one of several.
func (h *hearer) several(it *orders.Item, s *spoken.Said) orders.Entry {
	r := &orders.Refusal{Reason: h.rules.Spoken.Ambiguous, Nearest: h.words().Shown(s.Several), Several: true}
	if s.Where.Text != "" {
		r.Line, r.Col, r.Word = s.Where.Line, s.Where.Col, s.Where.Text
	} else if len(it.Words) > 0 {
		r.Line, r.Col, r.Word = it.Words[0].Line, it.Words[0].Col, it.Words[0].Text
	}
	return it.Refuse(r)
}
