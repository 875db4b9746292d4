// Package say parses orders written in plain English. Lexicon, grammar and the mapping to a ruleset's orders are data:
// english.txt is common to all rulesets, and each ruleset has a say.txt of its own.
package say

import (
	"cmp"
	"slices"
	"strings"
	"sync"

	"galloper/orders"
)

// Table parses orders for one ruleset. It is safe for concurrent use.
type Table struct {
	Speech
	*data
	once   sync.Once
	common *lexicon // words that do not depend on the seat
	rules  *grammar
	top    symbol
	act    symbol
	bare   symbol
	gap    symbol
	phrase symbol // verb phrase
	// directed is the head of a directive, `TO {who}: `, if the ruleset joins all acts of the same units in one order.
	directed string
}

// New parses a ruleset's say.txt. It panics with the line of the first fault.
func New(file string, s Speech) *Table {
	t := &Table{Speech: s, data: load(file)}
	t.rules = newGrammar(len(t.names), t.data.rules)
	t.top, t.act, t.bare = t.symbols["T"], t.symbols["Act"], t.symbols["Bare"]
	t.gap, t.phrase = t.symbols["Gap"], t.symbols["VP"]
	t.directed = t.forms["line"]
	return t
}

// Lazy returns a function that parses a ruleset's say.txt at the first call.
func Lazy(file string, s Speech) func() *Table {
	return sync.OnceValue(func() *Table { return New(file, s) })
}

// Knows reports whether the word occurs in the lexicon or the grammar.
func (t *Table) Knows(word string) bool { return t.vocabulary[word] }

// Costs of a reading.
const (
	unwritten = 25 // added for each role that no row covers
	wordless  = 40 // added if the ruleset has no row for the act
	rivalry   = 2  // readings with different orders are ambiguous within this difference
	farther   = 8  // readings that cost this much more than the cheapest are ignored
)

// Understand parses the sentences of an item, order by order. It returns nil if the item has no sentences.
func (t *Table) Understand(v *Vocabulary, it *orders.Item) []Said {
	r := &reading{Table: t, v: v, it: it, standing: it.Standing}
	var mark []orders.Word // a correction of what was said before
	var lost []orders.Word // the sentence before, if it was not understood
	var called *Value      // the units that it calls
	label := it.Label
	for from := 0; from < len(it.Words); {
		to := r.sentenceEnd(from)
		words, before := it.Words[from:to], len(r.said)
		if n, count := NumberAt(words); count == len(words) && to < len(it.Words) { // `1. hold 2. charge`
			from, label = to, n
			continue
		}
		var number []orders.Word // the label of the next sentence, or the last word of this one
		if n, count := NumberAt(words[len(words)-1:]); count == 1 && label > 0 && n == label+1 && to < len(it.Words) {
			words, number, label = words[:len(words)-1], words[len(words)-1:], n
		}
		l := t.lattice(v, words)
		if at, end, ok := l.correction(len(r.said) > 0); ok && (at > 0 || len(r.said) > 0) && mark == nil {
			if at == 0 {
				mark, from = words[:end], from+end
				continue
			}
			words, to = words[:at], from+at
			l = t.lattice(v, words)
		}
		c := r.chart(l, l.ending)
		end := r.tells(l, from)
		after := lost
		lost = nil
		switch {
		case len(l.tokens) == 0:
		case l.aside():
			r.said = append(r.said, Said{Aside: true, Text: it.Text})
			to = len(it.Words)
		case end > 0:
			to = end
		case mark != nil:
			r.amend(l, c, r.previous, mark, words)
			mark = nil
		case !Asking(words) && (r.sentence(l, c) || r.reasoned(l, words)):
			r.settle(l, c, before, words, after, called)
		default:
			to, lost, called = r.missed(l, c, words, from, to)
		}
		if len(r.said) > before {
			r.previous = before
		} else if l.has("seat") || l.has("to") {
			r.hailed = true
		}
		if number != nil && r.reads(it.Words[from:to]) {
			r.taint(before, number)
		}
		from = to
	}
	if mark != nil {
		r.taint(0, mark)
	}
	r.notePassed()
	return r.said
}

// missed handles a sentence that was not understood: it may be a letter. It returns the end of its text, the words that
// were lost, and the units that they call.
func (r *reading) missed(l *lattice, c *chart, words []orders.Word, from, to int) (
	end int, lost []orders.Word, called *Value) {
	if Asking(words) {
		c.parse(len(l.tokens))
	}
	if end = r.letter(l, c, from); end == 0 {
		r.lose(l, c, words)
		end, lost, called = to, words, l.addressee()
	}
	r.who, r.friend, r.open, r.done, r.last, r.acts, r.move = called, nil, nil, nil, nil, nil, nil
	return end, lost, called
}

// settle completes the orders of a sentence: their doubts, the sentence lost before it, whose units it may go on about,
// and their hints.
func (r *reading) settle(l *lattice, c *chart, before int, words, after []orders.Word, called *Value) {
	r.doubt(before, words)
	switch {
	case after == nil:
	case l.begin(0, "then", "thenword", "else", "contd", "they", "also", "there"):
		r.taint(before, after)
	case called != nil && !l.has("unit") && !l.has("self"):
		unread := r.lattice(r.v, after)
		r.doubtful(before, after, unread.limited(0, len(unread.tokens)))
	}
	for i := before; i < len(r.said); i++ {
		if s := &r.said[i]; s.Hint == nil {
			s.Hint = r.hinter(l, c)
		}
	}
}

// notePassed adds a note about the sentences that are no orders. If there is nothing else, they are the result.
func (r *reading) notePassed() {
	if len(r.said) == 0 {
		r.said = r.passed
	} else if len(r.passed) > 0 {
		var texts []string
		for i := range r.passed {
			texts = append(texts, r.passed[i].Text)
		}
		r.said[0].remark("not read", strings.Join(texts, " "))
	}
}

func (r *reading) reads(words []orders.Word) bool {
	l := r.lattice(r.v, words)
	return len(r.chart(l, l.ending).parse(len(l.tokens))) > 0
}

// sentenceEnd returns the end of the sentence at a word. A full stop behind an abbreviation does not end it:
// `Gen. Davis`, `adv. 50 yds`, `Pegr. holds`.
func (r *reading) sentenceEnd(from int) int {
	words := r.it.Words
	to := sentenceEnd(words, from)
	for to < len(words) && words[to].Line == words[to-1].Line && r.abbreviated(words[to-1], words[to]) {
		to = sentenceEnd(words, to)
	}
	return to
}

func (r *reading) abbreviated(w, next orders.Word) bool {
	if len(w.Fold) < 2 || len(w.Fold) > 5 || w.Asks {
		return false
	}
	for _, p := range r.words[w.Fold] {
		if r.names[p.symbol] == "title" && len(p.words) == 1 && len(w.Fold) < 5 {
			return true
		}
	}
	capital := next.Text != strings.ToLower(next.Text)
	if _, cut := r.forms["cut "+strings.ToLower(w.Fold)]; cut && !capital {
		return true
	}
	l := r.lattice(r.v, []orders.Word{{Text: w.Text, Fold: w.Fold}})
	return !capital && !r.vocabulary[w.Fold] && l.begin(0, "unit") && r.v.Common != nil && !r.v.Common(w.Fold) &&
		!slices.ContainsFunc(r.v.Kinds, func(k Kind) bool {
			_, ok := k.Names.Get(strings.ToLower(w.Fold))
			return ok
		})
}

// aside reports whether a heading says that the text orders nothing: `Situation: …`.
func (l *lattice) aside() bool {
	for to, list := range l.ending {
		for _, e := range list {
			if e.from == 0 && l.data.names[e.symbol] == "talkhead" && to+1 < len(l.tokens) && l.tokens[to].fold == ":" {
				return true
			}
		}
	}
	return false
}

// doubt makes questions of orders that may ask about the troops' abilities: `could Lee's charge?`
func (r *reading) doubt(first int, words []orders.Word) {
	if !words[len(words)-1].Asks || len(words) > 1 && words[1].Fold == "YOU" {
		return
	}
	for i := first; i < len(r.said); i++ {
		r.said[i].Unread, r.said[i].Where = words[0].Text, words[0]
	}
}

// reading is the state of parsing one item, including the discourse state.
type reading struct {
	*Table
	v        *Vocabulary
	it       *orders.Item
	previous int      // index in said of the first order of the previous sentence
	passed   []Said   // sentences that are no orders
	standing bool     // the item is a standing order
	unfit    bool     // the ruleset refuses an order that the sentence was read as
	near     []string // notes of the rows used that need confirmation
	swapped  bool     // the last sentence replaces a part of the one before it
	who      *Value   // subject of the previous order
	among    bool     // not the first clause of the sentence
	fresh    bool     // no order of the sentence has been written
	blank    bool     // there is no clause to repeat
	hailed   bool     // an earlier sentence without orders names a colleague
	friend   *Value   // friendly unit mentioned last
	enemy    *Value   // enemy object of the current act
	foes     bool     // the sentence mentions specific enemies
	said     []Said
	done     *Value            // previous act
	last     *Value            // previous clause
	open     *Value            // units of the open directive
	acts     []part            // parts of the open directive
	head     string            // text of its head
	told     []string          // units that have orders
	bound    map[string]*Value // places that units march to
	move     *part             // last move order of the item
	place    *Value
	foe      *Value // enemy in a condition of the sentence
	arm      *Value // arm of that enemy
	foeish   bool   // a condition of the act is about the enemy at large
	dest     *Value // place that the units of the previous acts go to
	goal     *Value // place of the current act, or of an earlier one
	alone    bool   // a condition of the current act is about the acting units themselves
}

// chart returns a chart for a sentence, in which an act that the ruleset cannot express costs more.
func (r *reading) chart(l *lattice, ending [][]*edge) *chart {
	return &chart{grammar: r.rules, ending: ending, top: r.top, price: func(e *edge) int32 {
		if k := e.kids; len(k) == 3 && l.tokens[k[1].from].fold == "OF" && l.alike(k[0], k[2]) {
			return -1 // "the 45e of the 45e"
		}
		switch e.symbol {
		case r.gap:
			if r.last == nil && !l.parted(e.from) {
				return wordless // there is nothing to do again
			}
		case r.phrase, r.act, r.bare:
			price, known := l.prices[priced{e.symbol == r.phrase, e.value.hash}]
			if !known {
				price = r.unwritable(e)
				l.prices[priced{e.symbol == r.phrase, e.value.hash}] = price
			}
			return price
		}
		return 0
	}}
}

// unwritable returns the extra cost of a verb phrase or act for the parts that no row covers. It is negative if the
// ruleset rejects the act.
func (r *reading) unwritable(e *edge) int32 {
	do := e.value.Is("do")
	switch {
	case e.symbol == r.phrase && r.takes(do, e.value.Get("obj")):
		return 0
	case e.symbol == r.phrase:
		return unwritten
	case do == same || do == again:
		return 0
	case e.value.Get("who") != nil && has(strings.Fields(r.forms["upon"]), do):
		return -1 // "attack the foot" means the enemy's
	}
	f := r.fit(e.value, r.suits)
	if len(f.matches) == 0 {
		return wordless
	}
	if f.matches[0].row.near {
		return int32(unwritten * (len(f.left) + 1))
	}
	return int32(unwritten * len(f.left))
}

// alike reports whether two edges are over the same words.
func (l *lattice) alike(a, b *edge) bool {
	same := func(t, u token) bool { return t.fold == u.fold }
	return slices.EqualFunc(l.tokens[a.from:a.to], l.tokens[b.from:b.to], same)
}

// restore resets the state to an earlier one.
func (r *reading) restore(before *reading) {
	*r = *before
	r.said, r.acts, r.told = slices.Clone(before.said), slices.Clone(before.acts), slices.Clone(before.told)
}

// sentence parses one sentence and adds its orders. It reports false if no reading covers all words and roles, or if
// several do.
func (r *reading) sentence(l *lattice, c *chart) bool {
	r.foes, r.unfit = l.has("enemy"), false
	whole := c.parse(len(l.tokens))
	if whole == nil && l.talk() {
		return true
	}
	slices.SortStableFunc(whole, func(a, b *edge) int { return cmp.Compare(a.cost, b.cost) })
	before := *r
	r.restore(&before)
	limit := int32(0)
	for i, e := range whole {
		if limit = max(limit, whole[0].cost+farther); e.cost > limit {
			break
		}
		if !r.compose(e.value, l) {
			if r.blank && i+1 < len(whole) {
				limit = whole[i+1].cost + farther
			}
			before.unfit = before.unfit || r.unfit
			r.restore(&before)
			continue
		}
		// Two readings of similar cost with different orders are ambiguous.
		after := *r
		for _, rival := range whole[i+1:] {
			r.restore(&before)
			if rival.cost <= e.cost+rivalry && r.compose(rival.value, l) && !slices.EqualFunc(r.said, after.said,
				func(a, b Said) bool { return r.alike(a.Line, b.Line) }) {
				ok := after.rival(r.said)
				r.explain(l, c, e, after.said[min(len(after.said), len(before.said)):])
				r.explain(l, c, rival, nil)
				if r.restore(&before); ok {
					*r = after
				}
				return ok
			}
		}
		*r = after
		l.correct(e)
		r.explain(l, c, e, r.said[min(len(r.said), len(before.said)):])
		return true
	}
	if len(whole) == 0 {
		whole = []*edge{nil}
	}
	r.explain(l, c, whole[0], nil)
	return false
}

// rival adds the lines of a rival reading, between which the player must choose. It reports false if the readings
// differ in the number of orders.
func (r *reading) rival(said []Said) bool {
	if len(said) != len(r.said) {
		return false
	}
	for i := range said {
		if s := &r.said[i]; !r.alike(s.Line, said[i].Line) {
			s.Or = said[i].Line
		}
	}
	return true
}

// alike reports whether two lines are the same order for the ruleset.
func (r *reading) alike(one, other string) bool {
	return one == other || r.v.Canon != nil && r.v.Canon(one) == r.v.Canon(other)
}

// correct marks the misspelt words of a parse tree as corrected. Only verbs are certain.
func (l *lattice) correct(e *edge) {
	for i, right := range e.spelt {
		at := e.from + i
		if e.core[1] > 0 {
			at = e.core[0] + i
		}
		if l.tokens[at].fold != right && !strings.HasPrefix(l.tokens[at].fold, right+"'") {
			w := &l.written[l.origin[l.tokens[at].at]]
			w.Fold, w.Mended, w.Doubt = right, true, l.data.names[e.symbol][0] != 'v'
		}
	}
	for _, k := range e.kids {
		l.correct(k)
	}
}

// has reports whether any lexical edge has the category.
func (l *lattice) has(name string) bool {
	return slices.ContainsFunc(l.ending, func(list []*edge) bool {
		return slices.ContainsFunc(list, func(e *edge) bool { return l.data.names[e.symbol] == name })
	})
}

// talk reports whether a sentence contains only words without a meaning for orders.
func (l *lattice) talk() bool {
	if !slices.Contains(l.known, true) {
		return false
	}
	for _, list := range l.ending {
		for _, e := range list {
			switch l.data.names[e.symbol] {
			case "courtesy", "lead", "i", "we", "they", "be", "modal", "p", "seat", "self", "to", "all", "there",
				"manner":
			default:
				return false
			}
		}
	}
	return true
}
