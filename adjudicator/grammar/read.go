package grammar

import (
	"cmp"
	"slices"
	"strings"

	"galloper/orders"
)

// Reader reads the words of one order. After the first fault of a strict grammar it accepts nothing more.
type Reader[D any] struct {
	Desk D
	*orders.Scanner
	Row   any         // pointer to the struct of the row being read
	First orders.Word // first name in the order
	Begin orders.Word // first word of the row being read

	ids     bool    // names are written as ids
	as      *string // row that the following words belong to
	before  *before[D]
	behind  *keywords // keywords that may follow the slot being read, or nil
	found   found
	lacking string    // the Bad of the row being read
	bad     [2]string // reason and Want for a missing keyword; "": the order is incomplete
	grammar settings
	fault   *orders.Refusal
}

// found caches the keyword last matched, because the part that begins with it is read next.
type found struct {
	in    *orders.Scanner
	at    int
	which *keywords
	words int
}

// takes returns the length in words of the keyword that comes next, or 0.
func (r *Reader[D]) takes(k *keywords) int {
	if k.letters&r.Letters() == 0 {
		return 0
	}
	words := r.Takes(k.ways...)
	r.found = found{r.Scanner, r.Mark(), k, words}
	return words
}

// skip skips the keyword that comes next and reports whether there was one.
func (r *Reader[D]) skip(k *keywords) bool {
	if f := &r.found; f.which == k && f.in == r.Scanner && f.at == r.Mark() && !r.Failed() {
		r.Back(f.at + f.words)
		return f.words > 0
	}
	return k.skip(r.Scanner)
}

// settings are the parts of its grammar that a reader uses.
type settings interface {
	rank(reason string) int
	want(reason string) string
	strict() bool
	incomplete() string
	left() string
	ambiguous() string
	badNumber() string
	stops() *keywords
	joints() *keywords
	expected(ways []string) string
}

func (g *Grammar[D, O]) rank(reason string) int {
	i, ok := g.ranks[reason]
	if !ok {
		panic("grammar: there is no refusal " + reason)
	}
	return i
}

func (g *Grammar[D, O]) want(reason string) string { return g.Wants[reason] }
func (g *Grammar[D, O]) strict() bool              { return !g.Lenient }
func (g *Grammar[D, O]) incomplete() string        { return g.Incomplete }
func (g *Grammar[D, O]) left() string              { return g.Left }
func (g *Grammar[D, O]) ambiguous() string         { return g.Ambiguous }
func (g *Grammar[D, O]) badNumber() string         { return g.BadNumber }
func (g *Grammar[D, O]) stops() *keywords          { return &g.stop }
func (g *Grammar[D, O]) joints() *keywords         { return &g.joint }

// expected returns the text on the expected input if one of the keywords is missing.
func (g *Grammar[D, O]) expected(ways []string) string {
	if want := g.Wants[ways[0]]; want != "" {
		return want
	}
	return strings.Join(ways, " or ")
}

// Before reports whether reason a has a higher priority than b.
func (g *Grammar[D, O]) Before(a, b string) bool { return g.rank(a) < g.rank(b) }

// Refused returns a refusal for the reason without a position.
func (g *Grammar[D, O]) Refused(reason string) *orders.Refusal {
	return &orders.Refusal{Reason: reason, Want: g.want(reason)}
}

// Forbid records that a well-formed part of the order, at a word, is not allowed. Reading continues; of all recorded
// faults the one with the highest priority is reported. Want may be "".
func (r *Reader[D]) Forbid(at orders.Word, reason, want string, nearest ...string) {
	if r.fault != nil && r.grammar.rank(reason) >= r.grammar.rank(r.fault.Reason) {
		return
	}
	if want == "" {
		want = r.grammar.want(reason)
	}
	r.fault = &orders.Refusal{Reason: reason, Line: at.Line, Col: at.Col, Word: at.Text, Want: want, Nearest: nearest}
}

// Refuse records a syntax error at a word. In a strict grammar reading ends here.
func (r *Reader[D]) Refuse(at orders.Word, reason, want string, nearest ...string) {
	if r.Failed() {
		return
	}
	if r.grammar.strict() {
		if want == "" {
			want = r.grammar.want(reason)
		}
		r.RefuseAt(at, reason, want, nearest...)
		return
	}
	r.Forbid(at, reason, want, nearest...)
}

// Verdict returns the refusal of the order, or nil.
func (r *Reader[D]) Verdict() *orders.Refusal {
	said := r.Refusal()
	if said == nil || r.fault != nil && r.grammar.rank(r.fault.Reason) < r.grammar.rank(said.Reason) {
		return r.fault
	}
	return said
}

// Over calls read with another scanner, over some of the words.
func (r *Reader[D]) Over(part *orders.Scanner, read func()) {
	whole := r.Scanner
	r.Scanner = part
	read()
	r.Scanner = whole
}

// incomplete returns the reason for refusing missing or surplus words.
func (r *Reader[D]) incomplete() string { return cmp.Or(r.lacking, r.grammar.incomplete()) }

// End refuses surplus words.
func (r *Reader[D]) End() {
	if !r.Done() {
		r.Refuse(r.Here(), cmp.Or(r.grammar.left(), r.incomplete()), "the end of the order")
		r.Rest()
	}
}

// Reader returns a reader of the words.
func (g *Grammar[D, O]) Reader(d D, words []orders.Word) *Reader[D] {
	return g.begin(new(reading[D]), d, words)
}

func (g *Grammar[D, O]) begin(r *reading[D], d D, words []orders.Word) *Reader[D] {
	if g.Cut != nil {
		words = g.Cut(words)
	}
	r.words = *orders.ScanWords(words)
	r.Reader = Reader[D]{Desk: d, grammar: g, Scanner: &r.words}
	return &r.Reader
}

func (g *Grammar[D, O]) blank() *O {
	if g.New != nil {
		return g.New()
	}
	return new(O)
}

// Read reads an item that is not a letter. It returns a nil order if there is no verb. Use the order only if the reader
// has no [Reader.Verdict].
func (g *Grammar[D, O]) Read(d D, it *orders.Item) (*O, *Reader[D]) {
	r, o := g.Reader(d, it.Words), g.blank()
	of := recordOf(o)
	return g.readWhole(r, it, o, &of), r
}

func (g *Grammar[D, O]) readWhole(r *Reader[D], it *orders.Item, o *O, of *record) *O {
	if it.Standing {
		if f, ok := g.fields.flags["STANDING"]; ok {
			f.set(of)
		}
	}
	g.head.read(r, of)
	if !g.verb(r, o, of) {
		return nil
	}
	r.End()
	return o
}

// Part reads one row from some words of an order that is read by another grammar.
func (g *Grammar[D, O]) Part(r *Reader[D], part *orders.Scanner) *O {
	o := g.blank()
	of := recordOf(o)
	outer, lacking := r.grammar, r.lacking
	r.grammar = g
	r.Over(part, func() {
		if g.verb(r, o, &of) {
			r.End()
		}
	})
	r.grammar, r.lacking = outer, lacking
	return o
}

// Item returns a canonical line as an item of a mail.
func (g *Grammar[D, O]) Item(line string) orders.Item { return g.language.ReadLine(line) }

// ReadOn reads an order from the reader's position, for example after the names of its recipients.
func (g *Grammar[D, O]) ReadOn(r *Reader[D]) *O {
	o := g.blank()
	of := recordOf(o)
	if g.verb(r, o, &of) {
		r.End()
	}
	return o
}

// Take merges the faults of another reader of the same order.
func (r *Reader[D]) Take(from *Reader[D]) {
	if f := from.fault; f != nil && (r.fault == nil || r.grammar.rank(f.Reason) < r.grammar.rank(r.fault.Reason)) {
		r.fault = f
	}
}

// As makes the following words be read as another row, after the current row.
func (r *Reader[D]) As(row string) { r.as = &row }

// Recorded reads a canonical line. It panics if the line can no longer be read.
func (g *Grammar[D, O]) Recorded(d D, line string) *O { return g.recorded(d, line, false) }

// RecordedIDs is Recorded for lines with ids in place of names. The ids need not be known.
func (g *Grammar[D, O]) RecordedIDs(d D, line string) *O { return g.recorded(d, line, true) }

func (g *Grammar[D, O]) recorded(d D, line string, ids bool) *O {
	it := g.language.ReadLine(line)
	r := g.Reader(d, it.Words)
	r.ids = ids
	o := g.blank()
	of := recordOf(o)
	if o = g.readWhole(r, &it, o, &of); o == nil || r.Verdict() != nil {
		panic("grammar: a recorded order does not read again: " + line)
	}
	return o
}

// verb reads a verb and the rest of its row, and reports whether there was a verb.
func (g *Grammar[D, O]) verb(r *Reader[D], o *O, of *record) bool {
	v := g.table.next(r)
	if v == nil {
		v = g.verbAfterNames(r)
	}
	for _, i := range g.nameds {
		if v == nil && g.rows[i].form.begins(r, &g.rows[i].form.parts[0]) > 0 {
			v = &g.rows[i]
		}
	}
	if v == nil {
		r.Refuse(r.Here(), g.Unknown, g.UnknownWant, r.NearestOf(g.table.phrases)...)
		return false
	}
	g.table.read(r, v, o, of)
	return true
}

func (g *Grammar[D, O]) orderKind() Kind[D] {
	return Span[D, *O]{Kind: "order",
		Read: func(r *Reader[D]) *O {
			read := func() *O {
				o := g.blank()
				of := recordOf(o)
				g.head.read(r, &of)
				if !g.verb(r, o, &of) {
					r.Rest()
					return nil
				}
				r.End()
				return o
			}
			if r.Done() {
				r.Refuse(r.Here(), r.incomplete(), "an order")
				return nil
			}
			if g.Branch != nil {
				return g.Branch(r, read)
			}
			return read()
		},
		Some:  g.someBranch,
		Prose: g.Within,
		Text: func(d D, o *O) string {
			var w writer
			g.table.text(&w, d, o)
			return w.b.String()
		},
	}
}

// read reads the parts of a form. Adjacent optional parts can come in any order. Late slots, such as conditions, are
// read after the parts that they refer to.
func (f *form[D]) read(r *Reader[D], o *record) {
	type span struct {
		slot  *slot[D]
		words *orders.Scanner
	}
	var late []span
	for i := 0; i < len(f.parts) && !r.Failed(); {
		n := &f.parts[i]
		switch {
		case r.before != nil && n.op == opWords && i+1 < len(f.parts) && r.before.fills(&f.parts[i+1]) &&
			!n.matchNext(r.Scanner):
		case r.before.fills(n):
			part := r.before.names
			r.before = nil
			r.Over(part, func() { n.read(r, o); r.End() })
		case n.op == opMaybe:
			until := i
			for until < len(f.parts) && f.parts[until].op == opMaybe {
				until++
			}
			readAny(r, f.parts[i:until], o)
			i = until
			continue
		case n.op == opSlot && n.slot.span:
			must := i+1 < len(f.parts) && f.parts[i+1].op == opWords
			words := n.spanned(r, must)
			if words == nil {
				return
			}
			if n.slot.late {
				late = append(late, span{n.slot, words})
			} else {
				n.slot.readFrom(r, words, o)
			}
		default:
			n.read(r, o)
		}
		i++
	}
	for _, l := range late {
		l.slot.readFrom(r, l.words, o)
	}
}

// readAny reads the parts that are present, each at most once.
func readAny[D any](r *Reader[D], parts []node[D], o *record) {
	var read uint64
	for again := true; again && !r.Failed() && !r.Done(); {
		for again = false; r.grammar.joints().skip(r.Scanner); {
		}
		next := r.Letters()
		for i := range parts {
			if read&(1<<i) != 0 || parts[i].letters&next == 0 {
				continue
			}
			if b := parts[i].chosen(r); b != nil {
				b.read(r, o)
				read |= 1 << i
				again, next = true, r.Letters()
			}
		}
	}
}

func (n *node[D]) read(r *Reader[D], o *record) {
	switch n.op {
	case opWords:
		if r.skip(&n.keywords) {
			if n.flag != nil {
				n.flag.set(o)
			}
		} else if !n.loose {
			r.refuseMissing(r.grammar.expected(n.ways))
		}
	case opSlot:
		outer := r.behind
		r.behind = &n.after
		n.slot.fill(r, o)
		r.behind = outer
	case opChoice:
		if b := n.chosen(r); b != nil {
			b.read(r, o)
		} else {
			r.refuseMissing(n.expectedText())
		}
	}
}

// refuseMissing refuses a missing keyword. Within a condition it skips the remaining words.
func (r *Reader[D]) refuseMissing(want string) {
	if r.bad[0] == "" {
		r.Refuse(r.Here(), r.incomplete(), want)
		return
	}
	r.Refuse(r.Here(), r.bad[0], r.bad[1])
	r.Rest()
}

// spanned returns the words of a slot that extends to the keyword after it, or to the end. It returns nil if a
// mandatory keyword is missing.
func (n *node[D]) spanned(r *Reader[D], must bool) *orders.Scanner {
	part := r.Until(n.after.ways...)
	switch {
	case part == nil && must:
		r.Refuse(r.Here(), r.grammar.incomplete(), n.slot.wantEnd)
		r.Rest()
		return nil
	case part == nil:
		part = r.Split()[0]
	}
	return part
}

// readFrom reads the slot's value from some of the words.
func (s *slot[D]) readFrom(r *Reader[D], words *orders.Scanner, o *record) {
	whole := r.Scanner
	r.Scanner = words
	s.fill(r, o)
	r.Scanner = whole
}

// expectedText lists the branches for a refusal: `LEFT, RIGHT or TO column`.
func (n *node[D]) expectedText() string {
	var list []string
	for i := range n.branches {
		var must form[D]
		for _, p := range n.branches[i].parts {
			if p.op != opMaybe {
				must.parts = append(must.parts, p)
			}
		}
		list = append(list, must.shows())
	}
	last := len(list) - 1
	if last == 0 {
		return list[0]
	}
	return strings.Join(list[:last], ", ") + " or " + list[last]
}

// chosen returns the branch that comes next, or nil. The longest keyword takes precedence, then a recognizable value,
// then a name.
func (n *node[D]) chosen(r *Reader[D]) *form[D] {
	best, most, next := -1, 0, r.Letters()
	for i := range n.branches {
		if n.branches[i].letters&next == 0 {
			continue
		}
		if s := n.branches[i].begins(r, n); s > most {
			best, most = i, s
		}
	}
	if best < 0 {
		return nil
	}
	return &n.branches[best]
}

// Scores for how surely a branch comes next.
const (
	aName  = 1
	aValue = 2
	aWord  = 3 // plus the number of words
)

// begins returns the score of the form for the next words, or 0 if it does not match.
func (f *form[D]) begins(r *Reader[D], of *node[D]) int {
	bare := false // the keyword before a slot was left out, so only known names count
	for i := range f.parts {
		n := &f.parts[i]
		switch n.op {
		case opWords:
			words := r.takes(&n.keywords)
			if n.silent && of.after.letters&r.Letters() != 0 && r.Takes(of.after.ways...) > words {
				return 0
			}
			if words > 0 {
				return aWord + words
			}
			if !n.loose {
				return 0
			}
			bare = bare || !n.silent
		case opSlot:
			if bare && n.slot.sets != nil && !r.ids && !r.atName(n.slot.sets(r.Desk), nil) {
				return 0
			}
			return n.slot.begins(r, of)
		default:
			for b := range n.branches {
				if s := n.branches[b].begins(r, of); s > 0 {
					return s
				}
			}
			if n.op == opChoice {
				return 0
			}
		}
	}
	return 0
}

// Ends reports whether the current part ends here: no words are left, or a keyword that may follow it comes next.
func (r *Reader[D]) Ends() bool {
	return r.Done() || r.beforeKeyword() || r.grammar.joints().matchNext(r.Scanner)
}

// beforeKeyword reports whether a keyword that may follow the current part comes next.
func (r *Reader[D]) beforeKeyword() bool { return r.behind != nil && r.behind.matchNext(r.Scanner) }

// beforeStop reports whether one of the grammar's stops comes next.
func (r *Reader[D]) beforeStop() bool {
	return r.grammar.stops().matchNext(r.Scanner)
}

// begins returns the score of the slot's value for the next words. A name matches unless the order ends here, a keyword
// comes that may follow, or a name of the next slot fits better.
func (s *slot[D]) begins(r *Reader[D], of *node[D]) int {
	switch {
	case r.Done():
		return 0
	case s.at != nil:
		if s.at(r) {
			return aValue
		}
		return 0
	case of.after.matchNext(r.Scanner), r.grammar.joints().matchNext(r.Scanner):
		return 0
	case s.sets == nil || r.ids:
		return aName
	}
	sets := s.sets(r.Desk)
	if of.next != nil && of.next.slot.sets != nil {
		behind := of.next.slot.sets(r.Desk)
		if m, set := r.MatchName(slices.Concat(sets, behind)...); m.ID != "" && !slices.Contains(sets, set) {
			return 0
		}
	}
	return aName
}
