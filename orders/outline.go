package orders

import (
	_ "embed"
	"slices"
	"strings"
)

// A heading applies to each line of its list: it names units, a verb or a turn. The text before the first semicolon of
// a line and the unit in a quoted line above a reply apply in the same way.

//go:embed outline.txt
var outlineText string

// outline maps the row names of outline.txt, the words before the colons, to their phrases in capitals.
var outline = func() map[string][]string {
	rows := map[string][]string{}
	for line := range strings.Lines(outlineText) {
		kind, phrases, ok := strings.Cut(strings.TrimSpace(line), ": ")
		if !ok || kind[0] == '#' {
			continue
		}
		for phrase := range strings.SplitSeq(phrases, "; ") {
			rows[kind] = append(rows[kind], strings.ToUpper(phrase))
		}
	}
	return rows
}()

// heading is text that applies to several lines or pieces.
type heading struct {
	words  []Word
	part   *part // as written, if it is a line of its own
	kind   headKind
	indent int
	bullet bool // the lines below have list marks
	used   bool // it applied to a line
	line   int  // index of its line, or -1
}

type headKind int

const (
	subjectHead headKind = iota // recipient of the lines that don't name one
	everyHead                   // applies to each line, whatever its recipient: `Standing:`, `If they come:`
	verbHead                    // verb for the recipients that the lines name
	quotedHead                  // the unit in the quoted line
)

// heads reports whether a line is the heading of the lines below it, and stores it.
func (r *reader) heads(i int, l *Line) bool {
	if len(r.cur.pieces) != 1 || r.open.letter != noLetter || i+1 == len(r.doc.Lines) || r.doc.Lines[i+1].Use != NotRead {
		return false
	}
	p := r.cur.pieces[0]
	words := slices.Clone(r.cur.list[p.first:p.last])
	next := r.doc.Lines[i+1].Text
	indent, bullet := indentOf(l.Text)
	below, list := indentOf(next)
	colon := words[len(words)-1].Text == ":"
	if !colon && (!list || bullet && below <= indent) {
		return false
	}
	if colon {
		words = words[:len(words)-1]
	}
	if len(words) == 0 || slices.ContainsFunc(words[:len(words)-1], func(w Word) bool { return w.Stop }) {
		return false // sentences before the heading
	}
	if isLetter(words) || hasColon(words) || isNote(r.cur.list) {
		return false
	}
	h := &heading{words: words, indent: indent, bullet: list, line: i,
		part: &part{place: place{l.Number, -1}, text: oneLine(r.cur.text[p.from:p.to])}}
	switch {
	case r.titled(words):
		r.close()
		r.heading = nil
		return true
	case is(words, "standing"):
		h.words, h.kind = []Word{words[0]}, everyHead
		h.words[0].Text, h.words[0].Fold = "STANDING", "STANDING"
	case r.addressed(append(slices.Clone(words), Word{Text: ":", Fold: ":"})):
		h.kind = subjectHead
	case r.verbAlone(words) && (r.beginsVerb(words) && (colon || r.allVerb(words)) ||
		colon && r.language.Meant != nil && r.language.Meant(words)):
		h.kind = verbHead
	case colon && (holdsCondition(words) || qualifies(words) || slices.ContainsFunc(words, hasFigure)):
		h.kind = everyHead
	default:
		return false
	}
	r.close()
	r.heading = h
	return true
}

func hasFigure(w Word) bool { return strings.ContainsAny(w.Fold, "0123456789") }

// is reports whether the words are one of a row's phrases.
func is(words []Word, row string) bool {
	return slices.ContainsFunc(outline[row], func(p string) bool { return phraseAt(words, p) == len(words) })
}

// titled reports whether a heading only announces orders, perhaps with their turn, which it records. A greeting may
// precede it.
func (r *reader) titled(words []Word) bool {
	for i := len(words) - 1; i > 0; i-- {
		if words[i].Text == "," && !r.namesAny(words[:i]) {
			words = words[i+1:]
			break
		}
	}
	for n := len(words); n >= 0; n-- {
		if n > 0 && !is(words[:n], "title") {
			continue
		}
		if n == len(words) {
			return true
		}
		turn := r.doc.Envelope
		if readEnvelope(words[n:], &turn) || r.shortTurn(words[n:], &turn) {
			// Orders for a second turn must not be carried out in the first.
			sameTurn := r.doc.Envelope.Turn == 0 || r.doc.Envelope.Turn == turn.Turn
			if sameTurn {
				r.doc.Envelope = turn
			}
			return sameTurn
		}
	}
	return false
}

// shortTurn reports whether the words are a turn as in `T3`, and records it in the envelope.
func (r *reader) shortTurn(words []Word, envelope *Envelope) bool {
	if len(words) != 1 || words[0].Fold[0] != 'T' || r.namesAny(words) {
		return false
	}
	number := Word{Text: words[0].Text[1:], Fold: words[0].Fold[1:]}
	return readEnvelope([]Word{{Text: "TURN", Fold: "TURN"}, number}, envelope)
}

// verbAlone reports whether the words have neither a unit nor a condition.
func (r *reader) verbAlone(words []Word) bool {
	for i := range words {
		if m := r.language.Names.Find(words[i:]); m.Telling(words[i:]) {
			return false
		}
	}
	return !holdsCondition(words)
}

// allVerb reports whether the words are a verb and nothing else.
func (r *reader) allVerb(words []Word) bool {
	return slices.ContainsFunc(r.language.Verbs, func(v Verb) bool {
		return slices.ContainsFunc(v.Words, func(phrase string) bool { return phraseAt(words, phrase) == len(words) })
	})
}

// indentOf returns how far a line is indented, and whether it has a list mark or a number.
func indentOf(text string) (indent int, list bool) {
	indent = blanks(text, 0)
	size, _ := skipLabel(text)
	return indent, size > indent
}

// headOf returns the heading that applies to a piece, or nil.
func (r *reader) headOf(k int, words, next []Word) *heading {
	if isLetter(words) || isNote(words) {
		return nil
	}
	if k > 0 {
		onward := slices.ContainsFunc(outline["onward"], func(p string) bool { return phraseAt(words, p) > 0 })
		if r.open.ended && r.subject != nil && !onward && !r.named(words) {
			return r.subject
		}
		return nil
	}
	if h := r.heading; h != nil {
		indent, list := indentOf(r.cur.text)
		if h.used && (indent <= h.indent && h.bullet && !list) {
			r.heading = nil
		} else {
			if h.kind != subjectHead || !r.named(words) {
				return h
			}
			r.over(h)
			return nil
		}
	}
	if q := r.topic; q != nil {
		pronoun := slices.Contains(outline["topic"], words[0].Fold)
		if pronoun && !hasColon(words) || !r.namesAny(words) && (r.begins(words, next) ||
			r.language.Meant != nil && r.language.Meant(words)) {
			return q
		}
	}
	return nil
}

// named reports whether the words begin with a unit or person of the seat.
func (r *reader) named(words []Word) bool {
	return len(words) > 0 && (r.addressed(words) || r.leads(words))
}

// namesAny reports whether the words name a unit or person of the seat anywhere.
func (r *reader) namesAny(words []Word) bool {
	for i := range words {
		if m := r.language.Names.Find(words[i:]); m.Telling(words[i:]) {
			return true
		}
	}
	return r.named(words)
}

// beginHeaded begins an order with the words of its heading and its own.
func (r *reader) beginHeaded(p piece, k int, words []Word, h *heading) Use {
	own := slices.Clone(words)
	r.drop(words)
	from := len(r.words)
	colon := own[0]
	colon.Text, colon.Fold, colon.Glued, colon.Filler, colon.Stop = ":", ":", true, false, false
	if h.kind == subjectHead || h.kind == quotedHead {
		r.subject = h
	}
	switch {
	case h.kind == verbHead && !r.named(own):
		r.words = append(append(r.words, h.words...), own...)
	case h.kind == verbHead:
		r.words = append(append(r.words, own...), colon)
		for _, w := range h.words {
			w.Line, w.Col = own[len(own)-1].Line, own[len(own)-1].Col
			r.words = append(r.words, w)
		}
	case h.kind == quotedHead && slices.Contains(outline["topic"], own[0].Fold):
		for _, w := range h.words {
			w.Line, w.Col = own[0].Line, own[0].Col
			r.words = append(r.words, w)
		}
		r.words = append(r.words, own[1:]...)
	case h.kind == everyHead && h.words[0].Fold == "STANDING":
		r.words = append(append(r.words, h.words...), own...)
	default:
		if h.kind == everyHead {
			colon.Text, colon.Fold = ",", ","
		}
		for _, w := range h.words {
			if h.kind == quotedHead {
				w.Line, w.Col = own[0].Line, own[0].Col
			}
			r.words = append(r.words, w)
		}
		r.words = append(append(r.words, colon), own...)
	}
	use := r.begin(p, k, r.words[from:])
	r.open.pieces[0].first = own[0]
	r.open.headed = true
	if h.part != nil && len(r.open.parts) > 0 {
		r.open.parts = slices.Insert(r.open.parts, 0, *h.part)
	}
	r.over(h)
	return use
}

// over records that a heading applied to a line.
func (r *reader) over(h *heading) {
	if h.line >= 0 && !h.used {
		l := &r.doc.Lines[h.line]
		l.Use, l.Item = UsedItem, len(r.doc.Items)+1
	}
	h.used = true
}

// subjectOf stores the units of the first piece of a line for the pieces after its semicolons.
func (r *reader) subjectOf(words []Word) {
	r.subject = nil
	if r.addressed(words) {
		colon := slices.IndexFunc(words, func(w Word) bool { return w.Text == ":" })
		r.subject = &heading{words: slices.Clone(words[:colon]), line: -1}
		return
	}
	if shut := slices.IndexFunc(words, func(w Word) bool { return w.Text == "]" }); shut > 1 && words[0].Text == "[" &&
		shut+1 < len(words) { // `[Lee's] advance; fire at 40`
		words = slices.Concat(words[1:shut], words[shut+1:])
	}
	s := ScanWords(words)
	for end := 0; s.TryName(r.language.Names) != ""; {
		if end = s.Mark(); !s.More() {
			if r.subject = nil; end > 0 && end < len(words) {
				r.subject = &heading{words: slices.Clone(words[:end]), line: -1}
			}
			return
		}
	}
}

// quote finds the only unit of the seat in the quoted lines: an answer below them may be for it.
func (r *reader) quote(i int) {
	l := &r.doc.Lines[i]
	if i == 0 || r.doc.Lines[i-1].Use != UsedQuote {
		r.topic, r.topics = nil, nil
	}
	if r.language.Names == nil {
		return
	}
	text, starred := strings.CutPrefix(strings.TrimLeft(l.Text, "> \t"), "* ")
	t := tokens{text: text, number: l.Number}
	if t.cut(); starred {
		r.quoted, r.topics = nil, nil
	}
	if starred || r.quoted != nil {
		r.quoted = append(r.quoted, t.list...)
	}
	for k := 0; k < len(t.list); k++ {
		m := r.language.Names.Find(t.list[k:])
		if !m.Telling(t.list[k:]) {
			continue
		}
		if end := m.Words; k == 0 && m.ID != "" && end < len(t.list) && hasFigure(t.list[end]) {
			r.topics = []string{m.ID} // a row of the report's table
			break
		}
		if k += m.Words - 1; !slices.Contains(r.topics, m.ID) {
			r.topics = append(r.topics, m.ID)
		}
	}
	r.topic = nil
	if len(r.topics) == 1 && r.topics[0] != "" || r.quoted != nil && len(r.topics) > 0 && !slices.Contains(r.topics, "") {
		r.topic = &heading{kind: quotedHead, line: -1}
		for k, id := range r.topics {
			if k > 0 {
				r.topic.words = append(r.topic.words, Word{Text: ",", Fold: ","})
			}
			r.topic.words = append(r.topic.words, Word{Text: id, Fold: Fold(id)})
		}
	}
}

// agrees reads the words that say yes to the suggestion quoted above, and returns the suggestion and any words behind
// them: `Yes, and Sturgis too`. It leaves out a word that says no, because an order of its own follows.
func (r *reader) agrees(words []Word) []Word {
	n := row(words, "agree")
	for more := n; more > 0; n += more {
		for n < len(words) && slices.Contains([]string{",", ":"}, words[n].Text) {
			n++
		}
		more = row(words[n:], "agree")
	}
	rest := words[n:]
	switch {
	case n == 0:
		n := row(words, "refuse")
		for n > 0 && n < len(words) && slices.Contains([]string{",", ":"}, words[n].Text) {
			n++
		}
		return words[n:]
	case len(rest) > 0 && (words[n-1].Stop || r.named(rest)):
		return rest
	}
	all := slices.Clone(r.quoted)
	for i := range all {
		all[i].Line, all[i].Col, all[i].Stop = words[0].Line, words[0].Col, false
	}
	return append(all, rest...)
}

// closes reports whether a line closes the mail: `Best regards, Tom`. A signature follows.
func (r *reader) closes(words []Word) bool {
	if !r.started() || len(words) > maxCourtesy+2 {
		return false
	}
	n := max(closing(words), row(words, "farewell"))
	rest := words[n:]
	if n == 0 || n < len(words) && words[n].Text != "," && words[n].Fold != "FROM" && !words[n-1].Stop && len(rest) > 2 {
		return false
	}
	for len(rest) > 0 && rest[0].Text == "," {
		rest = rest[1:]
	}
	return len(rest) == 0 || r.closes(rest) || !r.begins(rest, nil) && !r.leads(rest) &&
		(r.language.Meant == nil || !r.language.Meant(rest))
}

// started reports whether the mail has an order or command above.
func (r *reader) started() bool { return r.open.active || len(r.doc.Items)+len(r.doc.Commands) > 0 }

// closing returns the length, in words, of the closing at the beginning of the words, or 0: `With my best regards`,
// `Thank you and best regards`.
func closing(words []Word) (n int) {
	for n < len(words) {
		switch k, more := row(words[n:], "kindly"), row(words[n:], "closing"); {
		case more > 0:
			return n + more + onward(words[n+more:])
		case k == 0:
			return 0
		default:
			n += k
		}
	}
	return 0
}

// onward returns how many words go on with a closing.
func onward(words []Word) int {
	n := row(words, "kindly")
	for n > 0 && row(words[n:], "kindly") > 0 {
		n += row(words[n:], "kindly")
	}
	and := n
	if and < len(words) && (words[and].Text == "," || words[and].Fold == "AND") {
		and++
	}
	if more := closing(words[and:]); more > 0 {
		return and + more
	}
	return n
}

// row returns the length, in words, of the longest phrase of a row at the beginning of the words, or 0.
func row(words []Word, name string) (n int) {
	for _, p := range outline[name] {
		n = max(n, phraseAt(words, p))
	}
	return n
}

// signs reports whether the words are only a name, on the last line of a mail.
func (r *reader) signs(words []Word) bool {
	const most = 3
	for i := r.cur.number; i < len(r.doc.Lines); i++ {
		if r.doc.Lines[i].Use == NotRead {
			return false
		}
	}
	words = slices.Clone(words)
	if words[0].Text = strings.TrimLeft(words[0].Text, "-~–—"); words[0].Text == "" {
		words = words[1:]
	}
	for i := range words { // names must not be corrected to words of the language
		words[i].Fold, words[i].Mended = Fold(words[i].Text), false
	}
	return len(words) > 0 && len(words) <= most && !slices.ContainsFunc(words, unlikeName) &&
		!r.namesAny(words) && !r.beginsVerb(words) &&
		(r.language.Meant == nil || len(words) == 1 || !r.language.Meant(words))
}

// unlikeName reports whether the word does not begin with a capital.
func unlikeName(w Word) bool { return class(w.Text[0]) != classLetter || w.Text[0] != upper(w.Text[0]) }

// Outline classifies the lines of a mail that contains more than orders. Lines that begin an entry are UsedItem;
// greetings, the close and all lines below it are UsedSignature; quoted and blank lines have their own uses. The others
// are NotRead.
func Outline(text string, begins func(line string) bool) []Line {
	r := reader{language: &Language{}}
	r.sorted = sortLines(text, &r.doc)
	r.doc.Lines = r.sorted.lines
	for i := range r.doc.Lines {
		l := &r.doc.Lines[i]
		if l.Use != NotRead {
			r.gap = r.gap || l.Use == UsedBlank
			continue
		}
		above := r.cur.list
		r.ahead, r.cur = r.cur, r.ahead
		r.cut(i, &r.cur)
		words := r.cur.list
		switch apart := r.gap || !r.open.active; {
		case begins(l.Text):
			l.Use, r.open.active, r.shut = UsedItem, true, false
		case !apart && !r.shut && r.goesOn(above):
		case len(words) == 0 || r.shut || r.closes(words):
			l.Use, r.shut = UsedSignature, true
		case apart && (r.courtesy(words) || r.open.active && r.signs(words) && strings.ToUpper(l.Text) != l.Text):
			l.Use = UsedSignature
		default:
			r.open.active = true
		}
		r.gap = l.Use == UsedSignature // a name below belongs to it
	}
	return r.doc.Lines
}
