package adjudicator

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"galloper/orders"
	"galloper/orders/say"
)

// hearer reads orders that are not written in the ruleset's own language. It translates an order that was refused as
// written, and has the ruleset read the translation.
type hearer struct {
	rules      *Ruleset
	desk       Desk
	vocabulary *say.Vocabulary
	items      []orders.Item         // of the mail, once read
	said       map[string][]say.Said // translations, by the text of the item
	hinted     map[string][]string   // hints on unread parts, by their text
	staffed    []string              // orders that a staff officer would write, once needed
	tries      int                   // lines read for hints so far
	mends      map[string]mend
}

// mend is the correction of a misspelt word.
type mend struct {
	right string
	sure  bool
}

// words returns the seat's vocabulary. The first call builds it.
func (h *hearer) words() *say.Vocabulary {
	if h.vocabulary == nil {
		v := *h.rules.Rereading(h.desk).vocabulary
		h.vocabulary = &v
		h.vocabulary.Accepts, h.vocabulary.Canon, h.vocabulary.Trace = h.reads, h.canon, h.desk.Trace
		h.vocabulary.Common = func(word string) bool { return h.rules.English().Common(h.rules.Card, word) }
		h.told()
	}
	return h.vocabulary
}

// Rereading returns the desk with the seat's vocabulary, for reading several mails.
func (r *Ruleset) Rereading(desk Desk) Desk {
	if desk.vocabulary == nil && r.Vocabulary != nil {
		desk.vocabulary = r.Vocabulary(desk)
		desk.vocabulary.NameAfter(StageOf(desk.Scenario).Commanders)
	}
	return desk
}

// reads reports whether the ruleset understands a line, even if it refuses the order for another reason.
func (h *hearer) reads(line string) bool {
	it := h.rules.Language.ReadLine(line)
	if it.Letter != nil {
		return true
	}
	it.Number = 1
	return !slices.ContainsFunc(h.rules.read(h.desk, []orders.Item{it}).Entries, func(e orders.Entry) bool {
		return e.Refusal != nil && slices.Contains(h.rules.English().Unread, e.Refusal.Reason)
	})
}

// canon returns the canonical form of a line, or the line itself if the ruleset refuses it.
func (h *hearer) canon(line string) string {
	it := h.rules.Language.ReadLine(line)
	it.Number = 1
	entries := h.rules.read(h.desk, []orders.Item{it}).Entries
	if len(entries) != 1 || entries[0].Refusal != nil {
		return line
	}
	return entries[0].Canonical
}

func (h *hearer) meant(words []orders.Word) bool { return h.rules.English().Meant(h.words(), words) }

// mend returns the correction of a misspelt word, and whether it is certain. Corrections are cached.
func (h *hearer) mend(word string) (string, bool) {
	m, known := h.mends[word]
	if !known {
		right := strings.TrimSuffix(word, "'S")
		if !h.rules.English().Knows(right) && !h.rules.English().Common(h.rules.Card, right) { // else no vocabulary is needed
			m.right, m.sure = h.rules.English().Mend(h.words(), h.rules.Card, word)
		}
		h.mends[word] = m
	}
	return m.right, m.sure
}

// calls reports whether words begin by addressing troops.
func (h *hearer) calls(words []orders.Word) bool { return h.rules.English().Calls(h.words(), words) }

// heads reports whether words only name the recipients of an order.
func (h *hearer) heads(words []orders.Word) bool { return h.rules.English().Heads(h.words(), words) }

// draft is one order of a mail while it is read.
type draft struct {
	item orders.Item   // as the ruleset reads it
	of   int           // number of the item as written
	read *orders.Entry // result of the ruleset
	said *orders.Entry // result without the ruleset: a question, a letter to the umpire

	from    []orders.Word // the words it was read from
	written *orders.Entry // refusal of the original, if this is a translation
	alone   bool          // the translation is this order alone
	parted  bool          // the ruleset made several orders of the item
	notes   []string
}

// read reads the items of a mail, and translates and reads again those that were refused. Each order gets its own
// number.
func (h *hearer) read(items []orders.Item) Reading {
	if h.rules.English != nil {
		items = h.continued(items)
	}
	drafts := drafted(items)
	reading, several := h.pass(drafts, false)
	again := false
	if h.rules.English != nil {
		h.items = items
		h.told()
		several, again = h.understood(several)
	}
	for again || len(several) > len(drafts) {
		drafts, again = several, false
		reading, several = h.pass(drafts, reading.Numbered)
	}
	if h.rules.English != nil {
		kept, crosses := crossed(drafts)
		if h.limited(kept) || crosses {
			reading, drafts = h.pass(kept, reading.Numbered)
		}
	}
	entries := make([]orders.Entry, len(drafts))
	for i := range drafts {
		entries[i] = drafts[i].entry()
	}
	reading.Entries = entries
	return reading
}

// pass numbers the orders and has the ruleset read them. several are the drafts with each item split into the orders
// that it stands for. refer is set if orders refer to others by number: those numbers count the items as written.
func (h *hearer) pass(drafts []draft, refer bool) (reading Reading, several []draft) {
	if len(drafts) == 0 {
		return h.rules.Read(h.desk, nil), nil
	}
	first, number := drafts[0].of, map[int]int{}
	var items []orders.Item
	for i := range drafts {
		d := &drafts[i]
		if d.item.Number = first + i; i == 0 || d.of != drafts[i-1].of {
			number[d.of] = d.item.Number
		} else if refer {
			number[d.of] = d.item.Number - 1 // the order before it in the same sentence
		}
		if d.said == nil {
			if items = append(items, d.item); refer {
				items[len(items)-1].Words = referring(d.item.Words, number)
			}
		}
	}
	reading = h.rules.read(h.desk, items)
	rest := reading.Entries
	for i := range drafts {
		d := &drafts[i]
		if d.said != nil {
			several = append(several, *d)
			continue
		}
		n := 0
		for n < len(rest) && rest[n].Number == d.item.Number {
			n++
		}
		several = append(several, h.apiece(d, rest[:n])...)
		rest = rest[n:]
	}
	return reading, several
}

// apiece splits a draft that the ruleset read as several orders. Each is read as one order from then on.
func (h *hearer) apiece(d *draft, read []orders.Entry) []draft {
	if len(read) == 0 { // the ruleset has no entry for it
		nobody := d.item.Refuse(&orders.Refusal{Reason: h.rules.English().Unread[0], Want: "an order for your own troops"})
		read = []orders.Entry{nobody}
	}
	d.read = &read[0]
	if len(read) == 1 || d.parted || !slices.ContainsFunc(read, func(e orders.Entry) bool { return e.Refusal == nil }) {
		return []draft{*d}
	}
	list := make([]draft, len(read))
	for i := range read {
		if list[i] = *d; read[i].Refusal != nil {
			list[i].said = &read[i]
		} else {
			list[i].read, list[i].item, list[i].parted = &read[i], h.item(&d.item, read[i].Canonical), true
		}
	}
	return list
}

// limited takes back an order if a sentence directly after it limits it and was not understood: `advance; unless they
// come near`. It reports whether it took back any.
func (h *hearer) limited(drafts []draft) (any bool) {
	for i := 1; i < len(drafts); i++ {
		d, before := &drafts[i], &drafts[i-1]
		e := d.entry()
		if e.Refusal == nil || e.Asked != nil || e.Read != "" || before.said != nil || before.read.Refusal != nil ||
			before.item.Letter != nil || before.item.Understood == "" && d.of == before.of {
			continue
		}
		text := e.Text
		if text == "" {
			text = d.item.Text
		}
		words, last := h.rules.Language.ReadLine(text).Words, len(before.item.Words)-1
		sameLine := last >= 0 && len(d.item.Words) > 0 && d.item.Words[0].Line == before.item.Words[last].Line
		if (d.of == before.of || sameLine) && say.Limits(words) {
			taken := before.item.Refuse(&orders.Refusal{Reason: orders.Asked})
			taken.Read, taken.LeftOut, taken.Text = before.read.Canonical, []string{text}, before.read.Text
			before.said, any = &taken, true
		}
	}
	return any
}

// crossed refuses a sentence if one of its orders replaces another: such a sentence was misread.
func crossed(drafts []draft) (kept []draft, any bool) {
	crosses := map[int]bool{} // by number of the sentence
	for i := range drafts {
		for j := i + 1; j < len(drafts) && drafts[j].of == drafts[i].of && !ended(drafts[j-1].from); j++ {
			if drafts[i].accepted() && drafts[j].accepted() && drafts[i].read.Replaced == drafts[j].item.Number {
				crosses[drafts[i].of] = true
			}
		}
	}
	for i := range drafts {
		d := drafts[i]
		if !crosses[d.of] || !d.accepted() {
			kept = append(kept, d)
			continue
		}
		any = true
		if len(kept) > 0 && kept[len(kept)-1].of == d.of {
			continue
		}
		no := d.item.Refuse(&orders.Refusal{Reason: orders.Asked})
		no.Explained, no.Notes = true, []string{"One of its orders would replace another: write a sentence for each."}
		d.said = &no
		kept = append(kept, d)
	}
	return kept, any
}

func ended(words []orders.Word) bool { return len(words) > 0 && words[len(words)-1].Stop }

// accepted reports whether the ruleset took the translation of the order.
func (d *draft) accepted() bool {
	return d.said == nil && d.written != nil && d.read.Refusal == nil && d.item.Letter == nil
}

// referring replaces the number of an item in `ORDER 3` with the number of its order.
func referring(words []orders.Word, number map[int]int) []orders.Word {
	for i := 1; i < len(words); i++ {
		n, err := strconv.Atoi(words[i].Fold)
		if is := number[n]; err == nil && is != n && is > 0 && words[i-1].Fold == "ORDER" {
			words = slices.Clone(words)
			words[i].Fold = strconv.Itoa(is)
			words[i].Text = words[i].Fold
		}
	}
	return words
}

// entry returns the result for the order. If the translation was not understood either, it returns the refusal of the
// original.
func (d *draft) entry() (e orders.Entry) {
	switch {
	case d.said != nil:
		e = *d.said
	case d.read.Refusal != nil && d.alone && d.written.Refusal.Reason == d.read.Refusal.Reason:
		e = *d.written // the translation gained nothing
	default:
		e = *d.read
		if e.Notes = append(e.Notes, d.notes...); d.written != nil && e.Refusal != nil {
			e.Notes = append(e.Notes, "read as: "+d.item.Understood)
			e.Refusal.Line = cmp.Or(e.Refusal.Line, d.written.Refusal.Line)
		}
	}
	e.Number, e.Item = d.item.Number, d.of
	mended(&e, d.from)
	if last := len(d.from) - 1; d.written == nil && last >= 0 && d.from[last].Asks && say.Asking(d.from) {
		doubted(&e, &d.from[last])
	}
	return e
}

// mended lists the corrected words in the entry. If a correction is in doubt, the order becomes a question.
func mended(e *orders.Entry, words []orders.Word) {
	if e.Canonical == "" && e.Asked == nil || strings.HasPrefix(e.Canonical, "LETTER TO ") {
		return
	}
	var doubt *orders.Word
	for i := range words {
		w := &words[i]
		if !w.Mended {
			continue
		}
		e.Corrected = append(e.Corrected, orders.Correction{From: w.Text, To: strings.ToLower(w.Fold)})
		if w.Doubt && doubt == nil {
			doubt = w
		}
	}
	if doubt != nil {
		doubted(e, doubt)
	}
}

// doubted makes a question of an accepted order, because of a word.
func doubted(e *orders.Entry, w *orders.Word) {
	if e.Refusal == nil && e.Canonical != "" && !strings.HasPrefix(e.Canonical, "LETTER TO ") {
		e.Refusal = &orders.Refusal{Reason: orders.Asked, Line: w.Line, Col: w.Col, Word: w.Text}
		e.Asked, e.Canonical, e.Suffix, e.Means = []string{e.Canonical}, "", "", ""
	}
}

// understood translates the refused orders, and reports whether that succeeded for any.
func (h *hearer) understood(drafts []draft) (all []draft, anything bool) {
	for i := range drafts {
		d := &drafts[i]
		if parts := h.parts(d); parts != nil {
			all, anything = append(all, parts...), true
		} else {
			all = append(all, *d)
		}
	}
	return all, anything
}

// parts returns the orders that a refused item is translated into, or nil if nothing of it was understood.
func (h *hearer) parts(d *draft) (parts []draft) {
	it := &d.item
	if d.said != nil || d.read.Refusal == nil || !slices.Contains(h.rules.English().Unread, d.read.Refusal.Reason) ||
		it.Letter != nil || it.Understood != "" || len(it.Words) > mostWords {
		return nil
	}
	said := h.heard(it)
	lost := 0
	for i := range said {
		s := &said[i]
		p := draft{of: d.of, written: d.read, alone: len(said) == 1, from: within(d.from, s.Span)}
		switch {
		case s.Aside:
			p.said = &orders.Entry{Means: "Its heading says that it is no order."}
		case s.Unchanged != nil:
			p.said = h.unchanged(s.Unchanged)
		case s.Asks:
			e := it.Refuse(&orders.Refusal{Reason: h.rules.English().Unread[0]})
			e.Notes = []string{"a question is no order: write what is to be done"}
			p.said = &e
		case s.Line == "" && s.Several != nil:
			p.said = h.several(it, s)
		case s.Line == "":
			p.said = h.lost(it, s)
			lost++
		case s.Unread == "" && s.Or == "" && !s.Near:
			p.item = h.item(it, s.Line)
			if s.Note != "" {
				p.notes = []string{s.Note}
			}
		default:
			if p.said = h.ask(it, s); p.said == nil {
				p.said = h.lost(it, s)
				lost++
			}
		}
		if p.said != nil && !p.alone {
			p.said.Text = cmp.Or(it.Sentence(s.Span[0], s.Span[1]), s.Text)
		}
		parts = append(parts, p)
	}
	if lost == len(parts) {
		return nil
	}
	if only := parts[0].said; len(parts) == 1 && only != nil && (only.Asked != nil || only.Read != "") {
		f := *d.read.Refusal
		blameCondition(&f, &say.Hint{Astray: said[0].Astray, Begins: said[0].Where})
		only.Refusal = &f
	}
	return parts
}

// heard returns the translation of an item. It is cached.
func (h *hearer) heard(it *orders.Item) []say.Said {
	key := worded(it)
	if remains(it.Words) {
		for i := range h.items { // "the rest" depends on the other items
			key += worded(&h.items[i])
		}
	}
	said, known := h.said[key]
	if !known {
		said = h.rules.English().Understand(h.words(), it)
		h.said[key] = said
	}
	return said
}

// remains reports whether the words refer to the units without orders elsewhere in the mail.
func remains(words []orders.Word) bool {
	return slices.ContainsFunc(words, func(w orders.Word) bool { return slices.Contains(remainingWords, w.Fold) })
}

// worded returns a key for the words of an item, its sentence ends and its line.
func worded(it *orders.Item) string {
	var b strings.Builder
	for _, w := range it.Words {
		b.WriteString(w.Fold)
		b.WriteByte(' ')
		if w.Stop {
			b.WriteByte('.')
		}
	}
	if len(it.Words) > 0 {
		b.WriteString(strconv.Itoa(it.Words[0].Line))
	}
	return b.String()
}

// continued joins items separated by a semicolon if the second continues the first, with the same troops, `…; there
// form line`, or in the same letter.
func (h *hearer) continued(items []orders.Item) []orders.Item {
	follows := func(before, it *orders.Item) bool {
		return len(it.Words) >= 2 && it.Letter == nil && before.Letter == nil && len(before.Words) > 0 &&
			it.Words[0].Line == before.Words[len(before.Words)-1].Line
	}
	writes := func(before, it *orders.Item) bool {
		return follows(before, it) && h.rules.English().Writes(h.words(), before.Words) && !h.calls(it.Words) &&
			!slices.Contains([]string{"TO", "LETTER"}, it.Words[0].Fold)
	}
	further := func(before, it *orders.Item) bool {
		return follows(before, it) && h.rules.English().Further(h.words(), it.Words)
	}
	goesOn := func(before, it *orders.Item) bool {
		return follows(before, it) && h.rules.English().GoesOn(h.words(), it.Words) || writes(before, it) ||
			further(before, it)
	}
	apart := 1 // number of items before the first that continues another
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
			whole.Words = slices.Concat(whole.Words, it.Words)
		}
		whole.Text += "; " + it.Text
	}
	return out
}

// told makes THE REST mean the units without orders elsewhere in the mail. It does not apply to a mail that adds to an
// earlier one, whose orders it does not know.
func (h *hearer) told() {
	v, items := h.vocabulary, h.items
	if h.desk.Next > 1 || v == nil || items == nil {
		return
	}
	v.Elsewhere = func() ([]string, bool) {
		v.Elsewhere = nil // reading the other items must not recurse
		units, sure := h.ordered()
		v.Elsewhere = func() ([]string, bool) { return units, sure }
		return units, sure
	}
}

// ordered returns the units that the mail's orders name, leaving out those for THE REST. sure is false if an order was
// not understood.
func (h *hearer) ordered() (units []string, sure bool) {
	sure = true
	for i := range h.items {
		it := &h.items[i]
		if it.Letter != nil || it.Prose || len(it.Words) > mostWords {
			continue
		}
		said, rest := []say.Said(nil), remains(it.Words)
		if rest {
			said = h.rules.English().Understand(h.words(), it)
		} else {
			said = h.heard(it)
		}
		for j := range said {
			s := &said[j]
			if rest && remains(h.rules.Language.ReadLine(s.Text).Words) {
				continue
			}
			units = append(units, s.Who...)
			sure = sure && (s.Line != "" || s.Aside || s.Asks || s.Unchanged != nil)
		}
	}
	return units, sure
}

// within returns the words from the start to the end of the span.
func within(words []orders.Word, span [2]orders.Word) []orders.Word {
	if span[0].Text == "" {
		return words
	}
	outside := func(w orders.Word) bool { return span[0].After(w) || w.After(span[1]) }
	return slices.DeleteFunc(slices.Clone(words), outside)
}

// mostWords limits the words of an order that needs translation. Longer ones have too many parse trees, because each
// conjunction may attach in several places.
const mostWords = 200

// unchanged accepts an item that only tells troops to continue as before. It orders nothing.
func (h *hearer) unchanged(who []string) *orders.Entry {
	troops := "They"
	if len(who) == 1 {
		troops = h.named(who)
	}
	return &orders.Entry{Means: troops + " will go on with what they were told before."}
}

// lost refuses a part of an item that was not understood, beside other parts that were.
func (h *hearer) lost(it *orders.Item, s *say.Said) *orders.Entry {
	e := it.Refuse(&orders.Refusal{Reason: h.rules.English().Unread[0]})
	notes, known := h.hinted[s.Text]
	if !known {
		text := h.rules.Language.ReadLine(s.Text)
		text.Number = it.Number
		notes, _ = h.hint(&text, hintIn(s), false)
		h.hinted[s.Text] = notes
	}
	e.Notes = append(e.Notes, notes...)
	return &e
}

// item parses a line of the ruleset's own language, and returns it with the number, text and notes of the item that it
// stands for.
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

// ask returns a question about an order that was understood in part. If the ruleset would refuse the order, it returns
// the refusal, or nil.
func (h *hearer) ask(it *orders.Item, s *say.Said) *orders.Entry {
	lines, entries := h.takes(it, s.Line)
	if lines == "" {
		return h.refusedAsked(it, s, entries)
	}
	e := &orders.Entry{}
	if s.Unread != "" {
		e.LeftOut = strings.Split(s.Unread, " … ")
	}
	r := &orders.Refusal{Reason: orders.Asked, Line: s.Where.Line, Col: s.Where.Col, Word: s.Where.Text}
	var notes []string
	if s.Astray {
		notes = []string{"conditions are: " + h.rules.English().Known}
	}
	if s.Note != "" {
		notes = append(notes, s.Note)
	}
	doubtful := h.rules.Language.ReadLine(s.Unread).Words
	if s.Astray { // the rest of its condition may have been read as something else
		doubtful = h.rules.Language.ReadLine(cmp.Or(s.Text, it.Text)).Words
	}
	if never := h.rules.English().NeverIn(doubtful); never != "" {
		notes = append(notes, never)
	}
	e.Refusal, e.Notes = r, notes
	if s.Grave {
		e.Read = lines
		return e
	}
	e.Asked = []string{lines}
	if s.Or != "" {
		if rival, _ := h.takes(it, s.Or); rival != "" && rival != lines {
			e.Asked = append(e.Asked, rival)
		} else if rival == "" && len(it.Words) > 0 { // the rival may be about troops that a colleague commands
			e.Notes = append(e.Notes, h.others(it, []string{h.friend(it.Words[0].Text)})...)
		}
	}
	return e
}

// takes returns the orders that the ruleset would accept of a line, in canonical form, and all of its entries.
func (h *hearer) takes(it *orders.Item, line string) (accepted string, entries []orders.Entry) {
	entries = h.rules.read(h.desk, []orders.Item{h.item(it, line)}).Entries
	var lines []string
	for i := range entries {
		if e := &entries[i]; e.Refusal == nil {
			lines = append(lines, e.Canonical)
		}
	}
	return strings.Join(lines, "; "), entries
}

// refusedAsked returns the refusal of an order that was understood in part, if the ruleset refuses it for its time or
// its sender and not for its wording; otherwise nil.
func (h *hearer) refusedAsked(it *orders.Item, s *say.Said, read []orders.Entry) *orders.Entry {
	if len(read) != 1 || read[0].Refusal == nil || !slices.Contains(h.rules.English().Later, read[0].Refusal.Reason) {
		return nil
	}
	e := it.Refuse(read[0].Refusal)
	e.Notes = append(e.Notes, "read as: "+s.Line, "not understood: \""+s.Unread+"\"")
	return &e
}

func (h *hearer) several(it *orders.Item, s *say.Said) *orders.Entry {
	r := &orders.Refusal{Reason: h.rules.English().Ambiguous, Nearest: h.words().Shown(s.Several), Several: true}
	if s.Where.Text != "" {
		r.Line, r.Col, r.Word = s.Where.Line, s.Where.Col, s.Where.Text
	} else if len(it.Words) > 0 {
		r.Line, r.Col, r.Word = it.Words[0].Line, it.Words[0].Col, it.Words[0].Text
	}
	e := it.Refuse(r)
	return &e
}

// remainingWords refer to the units without orders elsewhere in the mail.
var remainingWords = []string{"REST", "OTHERS", "OTHER", "ELSE", "REMAINDER"}
