package orders

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"
)

// Read parses the text of a mail, as mailgate cut it from its quotes and signature or as it came. It never fails: each
// line of the text has its Use in the document.
func Read(text string, language Language) Document { return read(text, &language, nil) }

// read is Read with known ties of some pieces to the text above them.
func read(text string, language *Language, ties map[place]tie) Document {
	r := reader{language: language, ties: ties}
	r.sorted = sortLines(text, &r.doc)
	r.doc.Lines = r.sorted.lines
	r.words = make([]Word, 0, wordsIn(text))
	r.cur.list, r.cur.ends, r.cur.pieces = make([]Word, 0, 32), make([]int32, 0, 32), make([]piece, 0, 2)
	r.doc.Items = make([]Item, 0, r.sorted.unread())
	for i := range r.doc.Lines {
		r.line(i)
	}
	r.close()
	if r.away > 0 && !r.doc.Has(Absent) {
		r.note("line %d: if you are away, write ABSENT, or ABSENT UNTIL and a day, on a line of its own", r.away)
	}
	r.lookOutside()
	return r.doc
}

// wordsIn returns an estimate of the number of words in a text, rather too high than too low.
func wordsIn(text string) int {
	n := 8 + 2*strings.Count(text, ",")
	for _, mark := range []string{" ", "\n", ":"} {
		n += strings.Count(text, mark)
	}
	return n
}

// ReadLine parses one order in its recorded, canonical form, without comments, numbers and further orders.
func (l *Language) ReadLine(text string) Item {
	r := reader{language: l}
	r.cur.cutWhole(text)
	if len(r.cur.pieces) == 0 {
		return Item{Number: 1, Text: text}
	}
	for i := range r.cur.list {
		r.cur.list[i].recorded = true
	}
	p := r.cur.pieces[0]
	r.begin(p, 0, r.take(p))
	r.close()
	return r.doc.Items[0]
}

// reader is the state of reading a mail.
type reader struct {
	language *Language
	doc      Document
	sorted   sorted
	cur      tokens // of the current line
	ahead    tokens // of the line below
	next     []Word // the words of ahead

	words  []Word // of all items in order; the current piece is at the end
	open   opening
	gap    bool // there was a blank line since the last text
	label  int  // the last number before an order
	ties   map[place]tie
	stands bool // the heading `Standing:` applies
	shut   bool // the mail was closed above

	heading *heading // of the current list
	subject *heading // recipient named before the line's first semicolon
	topic   *heading // unit in the quoted lines directly above
	topics  []string // all units in the quoted lines so far
	quoted  []Word   // the suggestion in the quoted lines directly above

	looked  int    // number of lines compared with all names
	mended  int    // number of words corrected
	away    int    // line that says that the writer is away, or 0
	fillers uint64 // first letters of the fillers; 0 until computed
}

// opening is the item being read.
type opening struct {
	active     bool
	bullet     bool // its first line has a list mark
	label      int  // number before it, or 0
	headed     bool // it begins with the words of a heading
	ended      bool // by a semicolon: nothing continues it
	prose      bool
	start, end int // range of its words
	letter     letterPart
	to         int // number of words that announce the letter
	parts      []part
	pieces     []itemPiece
	text       []part // of the letter
	notes      []string
}

// continuable reports whether a line directly below would continue the open item unless it begins an order.
func (r *reader) continuable() bool { return r.open.active && !r.open.ended && !r.gap }

func (r *reader) line(i int) {
	l := &r.doc.Lines[i]
	if l.Use != NotRead {
		if l.Use == UsedQuote {
			r.quote(i)
		}
		if r.gap = r.gap || l.Use == UsedBlank || l.Use == UsedQuote; l.Use == UsedBlank {
			if r.heading = nil; r.topic != nil && r.topic.used {
				r.topic = nil
			}
		}
		return
	}
	if trimBlanks(l.Text) == "." {
		r.stop(l)
		return
	}
	if r.ahead.number == l.Number {
		r.cur, r.ahead = r.ahead, r.cur
	} else {
		r.cut(i, &r.cur)
	}
	if r.open.letter == noLetter || !r.letterLine(l) {
		r.lookAhead(i + 1)
		if !r.heads(i, l) {
			r.pieces(l)
		}
	}
	r.gap, r.quoted = false, nil
	if r.topic != nil {
		r.topic.used = true
	}
}

func (r *reader) pieces(l *Line) {
	l.Use = UsedBlank
	for k, p := range r.cur.pieces {
		r.open.ended = r.open.ended || k > 0 && !r.otherwise(r.cur.list[p.first]) && !r.goesOnWith(p)
		next := r.next
		if k < len(r.cur.pieces)-1 {
			next = nil
		}
		if k == 0 && len(r.cur.pieces) > 1 {
			r.subjectOf(r.cur.list[p.first:p.last])
		}
		use := r.piece(p, k, next)
		r.gap = false
		l.Use = max(l.Use, use)
		if use == UsedItem && l.Item == 0 {
			l.Item = len(r.doc.Items) + 1
		}
		if r.open.letter != noLetter {
			return
		}
	}
	if strings.HasSuffix(trimBlanksRight(l.Text[:r.cur.end]), ";") {
		r.open.ended = true
	}
}

// otherwise reports whether a word after a semicolon begins the alternative to a condition before it.
func (r *reader) otherwise(w Word) bool {
	return slices.Contains([]string{"OTHERWISE", "ELSE", "BEFORE"}, w.Fold) && r.open.active && !r.open.ended &&
		slices.ContainsFunc(r.words[r.open.start:r.open.end], func(w Word) bool {
			return slices.Contains([]string{"IF", "WHEN", "ONCE", "UNLESS", "SHOULD"}, w.Fold)
		})
}

// goesOnWith reports whether the piece after a semicolon names no recipient and says more about the troops before it:
// `support Lee's; if they are driven in, charge`. It is then a sentence of the same order.
func (r *reader) goesOnWith(p piece) bool {
	words := r.cur.list[p.first:p.last]
	if r.language.Meant == nil || !r.open.active || r.open.ended || r.open.end == r.open.start {
		return false
	}
	conditional := slices.ContainsFunc(conditionWords, func(p string) bool { return phraseAt(words, p) > 0 })
	if !conditional && !slices.Contains(furtherWords, words[0].Fold) {
		return false
	}
	for i := range words {
		if conditional {
			break
		}
		if m := r.language.Names.Find(words[i:]); m.Telling(words[i:]) {
			return false
		}
	}
	r.words[r.open.end-1].Stop = true
	return true
}

var conditionWords = []string{"IF", "WHEN", "ONCE", "UNLESS", "SHOULD", "AS SOON AS", "IN CASE", "IN THE EVENT",
	"PROVIDED"}

// furtherWords begin a sentence about the same troops.
var furtherWords = []string{"IF", "WHEN", "ONCE", "THEY", "HE", "THEN", "TILL", "UNTIL", "NO", "NEVER", "DON'T", "DONT",
	"WITHOUT"}

// lookAhead sets r.next to the words of the line below, for Begins.
func (r *reader) lookAhead(i int) {
	r.next = nil
	if i == len(r.doc.Lines) || r.doc.Lines[i].Use != NotRead {
		return
	}
	if r.language.Begins == nil && (len(r.cur.list) == 0 || r.cur.list[0].Fold != "IF") {
		return
	}
	r.cut(i, &r.ahead)
	if len(r.ahead.pieces) > 0 {
		p := r.ahead.pieces[0]
		r.next = r.ahead.list[p.first:p.last]
	}
}

// cut cuts line i into words and corrects misspelt ones.
func (r *reader) cut(i int, t *tokens) {
	if r.sorted.cut(i, t); r.language.Mend == nil {
		return
	}
	for k := range t.list {
		w := &t.list[k]
		if len(w.Fold) < 3 || class(w.Fold[0]) != classLetter || r.mended == maxLooked ||
			r.language.Names.Find(t.list[k:k+1]).Words > 0 {
			continue
		}
		if right, sure := r.language.Mend(w.Fold); right != "" {
			w.Fold, w.Mended, w.Doubt = right, true, !sure
			r.mended++
		}
	}
}

// take appends the words of a piece to r.words, and returns them.
func (r *reader) take(p piece) []Word {
	start := len(r.words)
	r.words = append(r.words, r.cur.list[p.first:p.last]...)
	return r.parted(r.words[start:])
}

// parted replaces a sign such as `=` between the recipients and their order with a colon: `Greys = charge`, `[Greys]
// charge`.
func (r *reader) parted(words []Word) []Word {
	at := slices.IndexFunc(words, func(w Word) bool { return slices.Contains(parting, w.Text) || w.Text == ":" })
	if words[0].Text == "[" {
		if at = slices.IndexFunc(words, func(w Word) bool { return w.Text == "]" }); at > 1 {
			words = slices.Delete(words, 0, 1)
			at, r.words = at-1, r.words[:len(r.words)-1]
		}
	}
	if at < 1 || at == len(words)-1 {
		return words
	}
	old := words[at]
	if words[at].Text, words[at].Fold = ":", ":"; !r.addressed(words) {
		words[at] = old
	}
	return words
}

var parting = []string{"=", "|", "]"}

// drop removes the words that take has just appended.
func (r *reader) drop(words []Word) { r.words = r.words[:len(r.words)-len(words)] }

// piece reads one piece of the line and returns its use.
func (r *reader) piece(p piece, k int, next []Word) Use {
	unfinished := r.unfinished()
	words := r.take(p)
	if r.quoted != nil && k == 0 {
		if said := r.agrees(words); len(said) > 0 {
			r.drop(words)
			start := len(r.words)
			r.words = append(r.words, said...)
			words = r.words[start:]
		}
	}
	tie := r.ties[place{r.cur.number, k}]
	if unfinished && !r.gap && tie == asItLooks {
		return r.goOn(p, k)
	}
	if use := r.other(words, next); use != UsedBlank {
		r.drop(words)
		return use
	}
	below := r.shut
	if r.shut = below && !isLetter(words) && !r.namesAny(words) || k == 0 && r.closes(words); r.shut ||
		tie == apart && r.signs(words) {
		polite := !below || !slices.ContainsFunc(words, unlikeName)
		r.doc.Lines[r.cur.number-1].Polite = polite && len(r.cur.pieces) == 1
		r.drop(words)
		r.close()
		return NotRead
	}
	switch {
	case tie == apart:
		for o := &r.open; o.end > o.start && r.words[o.end-1].Text == ","; o.end-- {
			r.words = slices.Delete(r.words, o.end-1, o.end) // it joined the piece that is now cut off
		}
		return r.begin(p, k, r.words[len(r.words)-len(words):])
	case tie != asItLooks && r.open.active && r.open.letter == noLetter:
		return r.tied(p, k, words, tie)
	}
	if h := r.headOf(k, words, next); h != nil {
		return r.beginHeaded(p, k, words, h)
	}
	if r.begins(words, next) || r.numbered(p) || p.bullet && r.open.bullet && !qualifies(words) {
		use := r.begin(p, k, words)
		r.open.pieces[0].begun = true
		return use
	}
	if unfinished || r.continuable() {
		return r.goOn(p, k)
	}
	return r.stray(p, k, words)
}

// tied adds the piece to the open item in the way of its tie.
func (r *reader) tied(p piece, k int, words []Word, how tie) Use {
	switch how {
	case follows:
		r.words[r.open.end-1].Stop = true
	case listed:
		comma := words[0]
		comma.Text, comma.Fold, comma.Glued, comma.Filler, comma.Stop = ",", ",", true, false, false
		r.words = slices.Insert(r.words, len(r.words)-len(words), comma)
	}
	return r.goOn(p, k)
}

// stray reads a piece that neither begins nor continues an order. It is answered as an order if it may be meant as one,
// or if it is in a frame, where only orders count.
func (r *reader) stray(p piece, k int, words []Word) Use {
	courtesy := r.courtesy(words) || r.gap && r.started() && r.signs(words)
	meant := !courtesy && (r.open.active && !r.gap || r.concerns(words))
	if meant || r.doc.Framed {
		use := r.begin(p, k, words)
		r.open.prose = !meant
		return use
	}
	for i := range words {
		if slices.ContainsFunc(outline["away"], func(p string) bool { return phraseAt(words[i:], p) > 0 }) {
			r.away = r.cur.number
			break
		}
	}
	r.doc.Lines[r.cur.number-1].Polite = courtesy && len(r.cur.pieces) == 1
	r.drop(words)
	r.close()
	return NotRead
}

// other reads a command or an envelope field. UsedBlank means that the piece is neither.
func (r *reader) other(words, next []Word) Use {
	c, ok := r.readCommand(words, r.continuable())
	if !ok {
		c, ok = r.commandIn(words)
	}
	if ok {
		return r.command(c)
	}
	if isAdd(words) {
		return r.add(words[0])
	}
	// In the middle of an order, `turn 3` is more likely part of it.
	if r.continuable() && len(next) > 0 && !r.beginsVerb(next) {
		return UsedBlank
	}
	before := r.doc.Envelope
	if !readEnvelope(words, &r.doc.Envelope) {
		return UsedBlank
	}
	r.close()
	r.differs(before, words[0].Line)
	return UsedEnvelope
}

func (r *reader) command(c Command) Use {
	r.close()
	r.doc.Commands = append(r.doc.Commands, c)
	// A mail about single orders keeps the others.
	r.doc.Add = r.doc.Add || c.Kind == Yes || c.Kind == Cancel && c.Which != nil
	return UsedCommand
}

func isAdd(words []Word) bool { return len(words) == 1 && words[0].Fold == "ADD" }

// add reads ADD, which counts only before the first order.
func (r *reader) add(w Word) Use {
	r.close()
	if len(r.doc.Items) > 0 {
		r.note("line %d: ADD counts only before the first order; this mail replaces the earlier orders", w.Line)
		return NotRead
	}
	r.doc.Add = true
	return UsedCommand
}

// differs notes an envelope field that contradicts an earlier one. The later one counts.
func (r *reader) differs(before Envelope, line int) {
	now := r.doc.Envelope
	if before.Game != "" && before.Game != now.Game || before.Seat != "" && before.Seat != now.Seat ||
		before.Turn != 0 && before.Turn != now.Turn {
		r.note("line %d says otherwise than a line above it; the last counts", line)
	}
}

func (r *reader) note(format string, args ...any) {
	r.doc.Notes = append(r.doc.Notes, fmt.Sprintf(format, args...))
}

// unfinished reports whether the last word of the open item requires another.
func (r *reader) unfinished() bool {
	if !r.open.active || r.open.ended || r.open.end == r.open.start {
		return false
	}
	return r.goesOn(r.words[r.open.start:r.open.end])
}

// goesOn reports whether the last of the words requires another.
func (r *reader) goesOn(words []Word) bool {
	if len(words) == 0 || words[len(words)-1].Stop || slices.ContainsFunc(r.language.Ends,
		func(phrase string) bool { return endsWith(words, phrase) }) {
		return false
	}
	switch last := words[len(words)-1].Fold; last {
	case ",", ":", "AND", "OR", "NOT", "TO", "AT", "BY", "WITH", "VIA", "FOR", "INTO", "ON", "OF", "FROM",
		"IF", "THEN", "ELSE", "UNTIL", "WILL", "SHALL", "SHOULD", "MUST", "THE", "MY", "YOUR", "THEIR", "ITS":
		return true
	default:
		return slices.Contains(r.language.Continues, last)
	}
}

func endsWith(words []Word, phrase string) bool {
	n := strings.Count(phrase, " ") + 1
	return n <= len(words) && phraseAt(words[len(words)-n:], phrase) == n
}

func (r *reader) begins(words, next []Word) bool {
	plain := r.language.Begins == nil && words[0].Fold != "IF" && r.beginsVerb(words) // even below a condition
	if plain || isLetter(words) || isNote(words) || r.addressed(words) {
		return true
	}
	if r.conditionAbove(words, next) {
		return false
	}
	verb := r.beginsVerb(words)
	if r.language.Begins == nil {
		return verb
	}
	r.markFillers(words)
	c := Context{Line: words, Verb: verb, Names: r.language.Names, Others: r.language.Others}
	if len(next) > 0 {
		c.Next = next
	}
	if r.continuable() {
		c.Before = r.words[r.open.start:r.open.end]
	}
	switch r.language.Begins(c) {
	case Begins:
		return true
	case Continues:
		return false
	}
	return verb
}

// conditionAbove reports whether the words are a condition of the order above. Without it, that order must not stand.
func (r *reader) conditionAbove(words, next []Word) bool {
	if words[0].Fold != "IF" || !r.continuable() || r.words[r.open.start].Fold == "IF" || hasThen(words) || hasThen(next) {
		return false
	}
	for i := range words[1:] {
		if r.beginsVerb(words[1+i:]) {
			return false
		}
	}
	return true
}

func hasThen(words []Word) bool {
	return slices.ContainsFunc(words, func(w Word) bool { return w.Fold == "THEN" })
}

// beginsVerb reports whether a verb comes first, of this language or common to all.
func (r *reader) beginsVerb(words []Word) bool {
	switch words[0].Fold {
	case "STANDING":
		return len(words) > 1
	case "TO":
		return hasColon(words)
	case "CANCEL":
		return len(words) > 1 && words[1].Fold == "STANDING"
	}
	for i := range r.language.Verbs {
		for _, phrase := range r.language.Verbs[i].Words {
			if phraseAt(words, phrase) > 0 {
				return true
			}
		}
	}
	return false
}

// numbered reports whether the piece has the next number of a numbered list. Such a line is an order even if all its
// words are unknown.
func (r *reader) numbered(p piece) bool { return p.label != 0 && p.label == r.label+1 }

// begin closes the open item and opens one with the words of the piece.
func (r *reader) begin(p piece, k int, words []Word) Use {
	r.close()
	r.stands = r.stands && !r.gap
	start := len(r.words) - len(words)
	first := itemPiece{place: place{r.cur.number, k}, first: words[0], gap: r.gap}
	r.open = opening{active: true, bullet: p.bullet, start: start, end: len(r.words), parts: r.open.parts[:0],
		text: r.open.text[:0], label: p.label, pieces: []itemPiece{first}}
	if p.label != 0 {
		r.label = p.label
	}
	standing := 0
	if words[0].Fold == "STANDING" {
		standing = 1
	}
	if n := letterWords(words[standing:]); n > 0 {
		r.drop(words)
		r.open.letter, r.open.end, r.open.to = letterHead, start, n
		r.head(p.first, p.from)
		return UsedItem
	}
	if at := r.verbLabel(words); at > 0 {
		r.words = slices.Delete(r.words, start+at, start+at+1)
		r.open.end--
	}
	r.open.parts = append(r.open.parts, r.part(p.from, p.to))
	return UsedItem
}

// verbLabel returns the index of a colon after an initial verb, `Initiative: second`, or 0.
func (r *reader) verbLabel(words []Word) int {
	if m := r.language.Names.Find(words); m.Telling(words) {
		return 0
	}
	at := slices.IndexFunc(words, func(w Word) bool { return w.Text == ":" })
	if at < 1 || at+1 == len(words) || !r.allVerb(words[:at]) {
		return 0
	}
	return at
}

// goOn adds the piece to the open item. Its words are already in place.
func (r *reader) goOn(p piece, k int) Use {
	r.open.end = len(r.words)
	r.open.parts = append(r.open.parts, r.part(p.from, p.to))
	r.open.pieces = append(r.open.pieces, itemPiece{place: place{r.cur.number, k}, first: r.cur.list[p.first],
		gap: r.gap, flows: k > 0 || r.wrapped()})
	return UsedItem
}

// wrapped reports whether the line above the current one is so long that a mail client may have wrapped it.
func (r *reader) wrapped() bool {
	const wide = 60
	at := slices.IndexFunc(r.doc.Lines, func(l Line) bool { return l.Number == r.cur.number })
	return at > 0 && utf8.RuneCountInString(r.doc.Lines[at-1].Text) >= wide
}

// part returns a range of the current line's bytes as a part of an item.
func (r *reader) part(from, to int) part {
	return part{place{line: r.cur.number}, oneLine(r.cur.text[from:to])}
}

// markFillers marks the fillers of the language among the words.
func (r *reader) markFillers(words []Word) {
	if r.fillers == 0 {
		r.fillers = FirstLetters(r.language.Fillers)
	}
	for i := range words {
		if words[i].Fold == "" || r.fillers&letterBit(words[i].Fold) == 0 {
			continue
		}
		for _, f := range r.language.Fillers {
			for k := range phraseAt(words[i:], f) {
				words[i+k].Filler = true
			}
		}
	}
}

// close ends the open item, if any.
func (r *reader) close() {
	o := &r.open
	if !o.active {
		return
	}
	words := r.words[o.start:o.end:o.end]
	it := Item{Number: len(r.doc.Items) + 1, Label: o.label, Notes: o.notes, Prose: o.prose}
	if len(words) > 0 && words[0].Fold == "STANDING" {
		it.Standing, words = true, words[1:]
		if len(words) > 0 && words[0].Text == ":" {
			r.stands = len(words) > 1 && words[1].Line > words[0].Line
			words = words[1:]
		}
	}
	it.Standing = it.Standing || r.stands && o.letter == noLetter
	if o.letter != noLetter {
		it.Letter = &Letter{To: words[min(o.to, len(words)):], Text: joinParts(o.text)}
	} else {
		words = dropCommas(words, r.language.Keywords)
		r.markFillers(words)
		it.pieces, it.headed = o.pieces, o.headed
	}
	it.Words = words
	o.parts = append(o.parts, o.text...)
	it.Text = joinParts(o.parts)
	r.doc.Items = append(r.doc.Items, it)
	*o = opening{parts: o.parts, text: o.text}
}

// joinParts joins the texts of the parts on one line.
func joinParts(parts []part) string {
	if len(parts) == 1 {
		return parts[0].text
	}
	var b strings.Builder
	for i, p := range parts {
		if i > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(p.text)
	}
	return b.String()
}
