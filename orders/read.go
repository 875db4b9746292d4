package orders

import (
	"fmt"
	"strings"
)

// Read reads the text of a mail, as mailgate cut it from its quotes and signature or as it came.
// It never fails: each line of the text has its Use in the document.
func Read(text string, language Language) Document {
	r := reader{language: &language}
	r.doc.Lines, r.columns, r.doc.Repairs = sortLines(text, &r.doc)
	r.words = make([]Word, 0, len(text)/5+8)
	for i := range r.doc.Lines {
		r.line(i)
	}
	r.close()
	return r.doc
}

// ReadLine reads one order in its canonical form, as it was recorded.
// Nothing in it is a comment, a number or a second order.
func (l *Language) ReadLine(text string) Item {
	r := reader{language: l}
	r.cur.cutWhole(text)
	if len(r.cur.pieces) == 0 {
		return Item{Number: 1, Text: text}
	}
	r.begin(r.cur.pieces[0])
	r.close()
	return r.doc.Items[0]
}

// reader is the state of reading a mail.
type reader struct {
	language *Language
	doc      Document
	columns  [][]int32 // of each line; nil if all are as written
	cur      tokens
	ahead    tokens
	next     []Word // scratch: the words of the line below

	words []Word // of all items, one behind the other
	open  opening
	gap   bool // a blank line since the last text
	label int  // the last number before an order
}

// opening is the item being read.
type opening struct {
	active bool // an item is being read
	ended  bool // by a semicolon: nothing continues it
	start  int  // its first word
	end    int  // one behind its last
	parts  []string
	letter letterPart
	text   []string // of the letter
	notes  []string
}

// letterPart is how far a letter has been read.
type letterPart int

const (
	noLetter letterPart = iota
	letterHead
	letterText
)

// line reads one line of the text.
func (r *reader) line(i int) {
	l := &r.doc.Lines[i]
	if l.Use != NotRead {
		r.gap = r.gap || l.Use == UsedBlank || l.Use == UsedQuote
		return
	}
	if strings.Trim(l.Text, " \t") == "." {
		r.stop(l)
		return
	}
	r.cur.cut(l.Text, l.Number, r.columnsOf(i))
	if r.open.letter != noLetter && r.letterLine(l) {
		r.gap = false
		return
	}
	if len(r.cur.pieces) == 0 {
		l.Use = UsedBlank
		return
	}
	r.lookAhead(i + 1)
	l.Use = UsedBlank
	for k := range r.cur.pieces {
		if k > 0 {
			r.open.ended = true
		}
		next := r.next
		if k < len(r.cur.pieces)-1 {
			next = nil
		}
		use := r.piece(r.cur.pieces[k], next)
		if l.Use = max(l.Use, use); use == UsedItem && l.Item == 0 {
			l.Item = len(r.doc.Items) + 1
		}
		r.gap = false
		if r.open.letter != noLetter {
			break
		}
	}
	if strings.HasSuffix(strings.TrimRight(l.Text[:r.cur.end], " \t"), ";") && r.open.letter == noLetter {
		r.open.ended = true
	}
}

// stop reads a line of a single full stop: the end of a letter.
func (r *reader) stop(l *Line) {
	l.Use = UsedBlank
	if r.open.letter != noLetter {
		l.Use, l.Item = UsedFrame, len(r.doc.Items)+1
		r.close()
	}
}

func (r *reader) columnsOf(i int) []int32 {
	if r.columns == nil {
		return nil
	}
	return r.columns[i]
}

// lookAhead sets r.next to the words of the line below, for Begins to look at.
func (r *reader) lookAhead(i int) {
	r.next = r.next[:0]
	if r.language.Begins == nil || i == len(r.doc.Lines) || r.doc.Lines[i].Use != NotRead {
		return
	}
	r.ahead.cut(r.doc.Lines[i].Text, r.doc.Lines[i].Number, r.columnsOf(i))
	if len(r.ahead.pieces) > 0 {
		p := r.ahead.pieces[0]
		for _, t := range r.ahead.list[p.first:p.last] {
			r.next = append(r.next, t.Word)
		}
	}
}

// piece reads one piece of the line and returns what it was taken for.
func (r *reader) piece(p piece, next []Word) Use {
	start := len(r.words)
	for _, t := range r.cur.list[p.first:p.last] {
		r.words = append(r.words, t.Word)
	}
	words := r.words[start:]
	unfinished := r.unfinished(start)
	if unfinished && !r.gap {
		return r.goOn(p)
	}
	use := r.other(words, next)
	if use != UsedBlank {
		r.words = r.words[:start]
		return use
	}
	switch {
	case r.begins(words, start, next), r.numbered(p):
	case unfinished, r.open.active && !r.open.ended && !r.gap:
		return r.goOn(p)
	case !r.doc.Framed && !r.open.active:
		r.words = r.words[:start]
		return NotRead
	case !r.doc.Framed && r.gap:
		r.close()
		r.words = r.words[:start]
		return NotRead
	}
	r.words = r.words[:start]
	r.close()
	r.begin(p)
	return UsedItem
}

// other reads a piece that is a command or an envelope field; UsedBlank means that it is neither.
func (r *reader) other(words, next []Word) Use {
	open := r.open.active && !r.open.ended && !r.gap
	if c, ok := r.readCommand(words, open); ok {
		r.close()
		r.doc.Commands = append(r.doc.Commands, c)
		return UsedCommand
	}
	if words[0].Fold == "ADD" && len(words) == 1 {
		return r.add(words[0])
	}
	if !open || next == nil {
		before := r.doc.Envelope
		if readEnvelope(words, &r.doc.Envelope) {
			r.close()
			r.differs(before, words[0].Line)
			return UsedEnvelope
		}
	}
	return UsedBlank
}

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

// differs notes an envelope field that is given twice; the later counts.
func (r *reader) differs(before Envelope, line int) {
	now := r.doc.Envelope
	if before.Game != "" && before.Game != now.Game || before.Seat != "" && before.Seat != now.Seat || before.Turn != 0 && before.Turn != now.Turn {
		r.note("line %d says otherwise than a line above it; the last counts", line)
	}
}

func (r *reader) note(format string, args ...any) {
	r.doc.Notes = append(r.doc.Notes, fmt.Sprintf(format, args...))
}

// unfinished reports whether the open item ends in a word that is always followed.
func (r *reader) unfinished(end int) bool {
	if !r.open.active || r.open.ended || end == r.open.start {
		return false
	}
	switch last := r.words[end-1].Fold; last {
	case ",", ":", "AND", "OR", "NOT", "TO", "AT", "BY", "WITH", "VIA", "FOR", "INTO", "ON", "OF",
		"IF", "THEN", "ELSE", "UNTIL", "WILL", "SHALL", "SHOULD", "MUST":
		return true
	default:
		for _, w := range r.language.Continues {
			if w == last {
				return true
			}
		}
	}
	return false
}

// begins reports whether the words begin an order.
func (r *reader) begins(words []Word, start int, next []Word) bool {
	if isLetter(words) {
		return true
	}
	verb := r.beginsVerb(words)
	if r.language.Begins == nil {
		return verb
	}
	c := Context{Line: words, Verb: verb, Names: r.language.Names}
	if len(next) > 0 {
		c.Next = next
	}
	if r.open.active && !r.open.ended && !r.gap {
		c.Before = r.words[r.open.start:start]
	}
	switch r.language.Begins(c) {
	case Begins:
		return true
	case Continues:
		return false
	}
	return verb
}

// beginsVerb reports whether a verb common to all languages, or one of this, stands first.
func (r *reader) beginsVerb(words []Word) bool {
	switch first := words[0].Fold; {
	case first == "STANDING":
		return len(words) > 1
	case first == "TO":
		for _, w := range words {
			if w.Text == ":" {
				return true
			}
		}
		return false
	case first == "CANCEL":
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

// isLetter reports whether words begin LETTER TO, STANDING or not.
func isLetter(words []Word) bool {
	if len(words) > 0 && words[0].Fold == "STANDING" {
		words = words[1:]
	}
	return len(words) > 1 && words[0].Fold == "LETTER" && words[1].Fold == "TO"
}

// numbered reports whether the piece carries the next number of a numbered
// list: such a line is an order of its own even if nothing in it is known.
func (r *reader) numbered(p piece) bool { return p.label != 0 && p.label == r.label+1 }

// begin opens an item with the piece.
func (r *reader) begin(p piece) {
	r.open = opening{active: true, start: len(r.words)}
	if p.label != 0 {
		r.label = p.label
	}
	for _, t := range r.cur.list[p.first:p.last] {
		r.words = append(r.words, t.Word)
	}
	if isLetter(r.words[r.open.start:]) {
		r.open.letter = letterHead
		r.words = r.words[:r.open.start]
		r.head(p.first, p.from)
		return
	}
	r.open.end = len(r.words)
	r.open.parts = append(r.open.parts, oneLine(r.cur.text[p.from:p.to]))
}

// goOn adds the piece to the open item. Its words are there already.
func (r *reader) goOn(p piece) Use {
	r.open.end = len(r.words)
	r.open.parts = append(r.open.parts, oneLine(r.cur.text[p.from:p.to]))
	return UsedItem
}

// head reads the head of a letter from a token and byte of the line on, and
// what stands of its text in the same line.
func (r *reader) head(first, from int) {
	for _, t := range r.cur.list[first:] {
		if t.Text == ":" {
			r.open.letter, r.open.end = letterText, len(r.words)
			r.open.parts = append(r.open.parts, oneLine(r.cur.text[from:t.to]))
			if rest := oneLine(r.cur.text[t.to:r.cur.end]); rest != "" {
				r.open.text = append(r.open.text, rest)
			}
			return
		}
		r.words = append(r.words, t.Word)
	}
	r.open.end = len(r.words)
	r.open.parts = append(r.open.parts, oneLine(r.cur.text[from:r.cur.end]))
	if !r.unfinished(len(r.words)) {
		r.open.letter = letterText
	}
}

// letterLine reads a line while a letter is open. It reports false if the letter has ended above it.
func (r *reader) letterLine(l *Line) bool {
	if r.open.letter == letterHead {
		r.head(0, 0)
		l.Use, l.Item = UsedItem, len(r.doc.Items)+1
		return true
	}
	if r.startsSomething() {
		if r.gap {
			r.close()
			return false
		}
		r.open.notes = append(r.open.notes, fmt.Sprintf(
			"line %d begins like an order but is read as part of this letter; a line of \".\" above it would end the letter", l.Number))
	}
	if r.cur.end < len(l.Text) {
		r.open.notes = append(r.open.notes, fmt.Sprintf("line %d: what stands behind # is a comment and not sent", l.Number))
	}
	l.Use, l.Item = UsedItem, len(r.doc.Items)+1
	r.open.text = append(r.open.text, oneLine(l.Text[:r.cur.end]))
	return true
}

// startsSomething reports whether the line that was cut begins an order or is a command.
func (r *reader) startsSomething() bool {
	if len(r.cur.pieces) == 0 {
		return false
	}
	p, start := r.cur.pieces[0], len(r.words)
	for _, t := range r.cur.list[p.first:p.last] {
		r.words = append(r.words, t.Word)
	}
	words := r.words[start:]
	defer func() { r.words = r.words[:start] }()
	envelope := r.doc.Envelope
	_, command := r.readCommand(words, true)
	return command || words[0].Fold == "ADD" && len(words) == 1 || readEnvelope(words, &envelope) || r.begins(words, start, nil)
}

// close ends the open item, if there is one.
func (r *reader) close() {
	if !r.open.active {
		return
	}
	o := r.open
	r.open = opening{}
	words := r.words[o.start:o.end:o.end]
	it := Item{Number: len(r.doc.Items) + 1, Text: strings.Join(append(o.parts, o.text...), " "), Notes: o.notes}
	if len(words) > 0 && words[0].Fold == "STANDING" {
		it.Standing = true
		words = words[1:]
		if len(words) > 0 && words[0].Text == ":" {
			words = words[1:]
		}
	}
	if o.letter != noLetter {
		it.Letter = &Letter{To: words[min(2, len(words)):], Text: strings.Join(o.text, " ")}
	} else {
		markFillers(words, r.language.Fillers)
	}
	it.Words = words
	r.doc.Items = append(r.doc.Items, it)
}
