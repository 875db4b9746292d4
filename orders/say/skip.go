package say

import (
	"cmp"
	"slices"
	"strings"
	"unicode"

	"galloper/orders"
)

// Prices of skipped tokens.
const (
	skipComma   = 20
	skipUnknown = 260
	skipContent = 300
	skipGrave   = 700
	skipNever   = 1_000_000
)

// longestGap limits the tokens skipped between two constituents. More may be skipped at the ends of a sentence.
const longestGap = 4

// light lists categories of words that hardly change an order.
var light = []string{"p", "to", "be", "modal", "courtesy", "lead", "manner", "there", "title", "troop", "corps", "i",
	"goand", "also", "that"}

// heavy lists categories of words that limit, negate or address an order.
var heavy = []string{"if", "unless", "until", "ifead", "not", "except", "else", "contd", "takesback", "correct",
	"binding", "num", "rest", "all", `"only"`, `"no"`, `"but"`}

// skipPrice returns the price of leaving out a token. An unknown word behind a verb or preposition may be a name, one
// behind a number a unit of measure, one between a subject and its object the verb, and a picture anything.
func (l *lattice) skipPrice(at int) int32 {
	fold := l.tokens[at].fold
	if fold == "," {
		return skipComma
	}
	price := int32(skipUnknown)
	acts := l.begin(at+1, "v", "modal", "can", "not", "be") && l.tokens[at+1].fold != "TO"
	if strings.ContainsFunc(fold, func(r rune) bool { return r > unicode.MaxLatin1 }) {
		price = skipContent
	}
	if at > 0 && !l.known[at] && !strings.HasSuffix(fold, "LY") && slices.ContainsFunc(l.ending[at], func(e *edge) bool {
		name := l.data.names[e.symbol]
		return l.verb(e) || name == "num" || !acts && has([]string{"unit", "self", "i", "we", "they"}, name) ||
			name == "p" && has([]string{"to", "at", "via", "from", "behind", "before", "beside", "of"}, e.value.Is("role"))
	}) {
		price = skipContent
	}
	for _, list := range l.ending {
		for _, e := range list {
			if e.from > at || e.to <= at || e.spelt != nil {
				continue
			}
			switch name := l.data.names[e.symbol]; {
			case name == "not" || name == "except" || fold == "NO" || fold == "NOBODY" || fold == "NONE":
				return skipNever
			case slices.Contains(heavy, name) || slices.Contains(found, name) && name != "friend":
				return skipGrave
			case name == "p" && e.to == e.from+1:
				return skipUnknown
			case name[0] != '"' && !slices.Contains(light, name):
				price = skipContent
			}
		}
	}
	return price
}

// scenes marks the tokens of phrases at the end of a clause that describe the scene: `with the moon behind you`. If the
// noun is unknown, its prepositions and pronoun mean nothing by themselves.
func (l *lattice) scenes() (marked []bool) {
	n := len(l.tokens)
	marked = make([]bool, n)
	for from := range n {
		if l.tokens[from].fold != "WITH" {
			continue
		}
		where := l.unknownRun(from + 1)
		end := where + 2
		if where == from+1 || end > n || !l.begin(where+1, "they", "i", "we") || end < n && !l.ended(end) ||
			!slices.ContainsFunc(l.ending[where+1], func(e *edge) bool {
				return e.from == where && has([]string{"behind", "before", "beside"}, e.value.Is("role"))
			}) {
			continue
		}
		for at := from; at < end; at++ {
			marked[at] = true
		}
	}
	return marked
}

// ended reports whether a clause ends before a token.
func (l *lattice) ended(at int) bool {
	return has([]string{",", ":", "AND", "BUT", "THEN", "WHILE", "WHEREAS"}, l.tokens[at].fold) ||
		l.begin(at, "if", "unless", "until")
}

// skipping returns the lexical edges, each also with skipped tokens behind it, and in front of it at the start of the
// sentence.
func (l *lattice) skipping() (ending [][]*edge) {
	n := len(l.tokens)
	sum, scene := make([]int32, n+1), l.scenes()
	for i := range l.tokens {
		sum[i+1] = sum[i] + l.skipPrice(i)
	}
	ending = make([][]*edge, n+1)
	for _, list := range l.ending {
		for _, e := range list {
			if slices.Contains(scene[e.from:e.to], true) {
				continue
			}
			for _, from := range slices.Compact([]int{0, e.from}) {
				for to := e.to; to <= n; to++ {
					if to > e.to+longestGap && to < n {
						continue
					}
					c := *e
					c.from, c.to, c.core = from, to, [2]int{e.from, e.to}
					c.cost += sum[e.from] - sum[from] + sum[to] - sum[e.to]
					ending[to] = append(ending[to], &c)
				}
			}
		}
	}
	return ending
}

// skipped marks the tokens that a parse tree leaves out.
func (l *lattice) skipped(e *edge, left []bool) {
	if e.rule == nil && e.core[1] > 0 {
		for at := e.from; at < e.to; at++ {
			left[at] = at < e.core[0] || at >= e.core[1]
		}
	}
	for _, k := range e.kids {
		l.skipped(k, left)
	}
}

// partly parses a sentence with some of its words left out. All of its orders become questions, which list those words.
// It reports false if too little of the sentence would remain.
func (r *reading) partly(l *lattice, read *chart) bool {
	c := r.chart(l, l.skipping())
	c.sought = []symbolSet{}
	whole := c.parse(len(l.tokens))
	slices.SortStableFunc(whole, func(a, b *edge) int { return cmp.Compare(a.cost, b.cost) })
	before, scene := *r, l.scenes()
	for _, e := range whole {
		r.restore(&before)
		left := make([]bool, len(l.tokens))
		l.skipped(e, left)
		count, grave := 0, l.grave(left)
		for at := range left {
			if left[at] && l.tokens[at].fold != "," && !(scene[at] && l.known[at]) {
				count, grave = count+1, grave || l.governs(at, left)
			}
		}
		if r.unfit && !slices.Contains(left, true) { // far-fetched: a plainer reading is an order with a fault
			continue
		}
		if e.cost >= skipNever || 2*count > len(left) || !r.compose(e.value, l) || len(r.said) == 0 {
			continue
		}
		first := 0
		for first < len(before.said) && r.said[first].Line == before.said[first].Line {
			first++
		}
		if first == len(r.said) ||
			slices.ContainsFunc(r.said[first:], func(s Said) bool { return s.Unchanged != nil }) {
			continue
		}
		text, where := l.leftOut(left)
		astray := (&partial{reading: r, l: l, c: read}).astray()
		if astray >= 0 && left[astray] {
			where = l.word(astray)
		}
		for i := first; i < len(r.said); i++ {
			s := &r.said[i]
			s.Unread, s.Grave, s.Where, s.Hint = text, s.Grave || grave, where, r.hinter(l, read)
			s.Astray = astray >= 0 && left[astray]
		}
		l.correct(e)
		r.explain(l, c, e, r.said[first:])
		return true
	}
	r.restore(&before)
	return false
}

// governs reports whether a skipped token stands right before a name or gerund that is not skipped: `avoiding the
// mill`, `quit charging`.
func (l *lattice) governs(at int, left []bool) bool {
	next := at + 1
	for next < len(left) && !left[next] && has([]string{"OF", "FROM"}, l.tokens[next].fold) { // `keep clear of the mill`
		next++
	}
	return next < len(left) && !left[next] && l.begin(next, "unit", "enemy", "place", "hex", "point", "foe", "num", "ving")
}

// leftOut returns the text of the marked tokens, separated by ` … `, and the first of their words.
func (l *lattice) leftOut(left []bool) (text string, where orders.Word) {
	marked := make([]bool, len(l.written))
	for at, t := range l.tokens {
		if left[at] && t.fold != "," {
			marked[l.origin[t.at]] = true
		}
	}
	var parts []string
	for i := 0; i < len(marked); i++ {
		if !marked[i] {
			continue
		}
		to := i
		for k := i; k < len(marked) && (marked[k] || !l.used(k, left)); k++ {
			if marked[k] {
				to = k
			}
		}
		if where.Text == "" {
			where = l.written[i]
		}
		parts = append(parts, written(l.written[i:to+1]))
		i = to
	}
	return strings.Join(parts, " … "), where
}

// used reports whether a written word has a token that is not left out.
func (l *lattice) used(word int, left []bool) bool {
	for at, t := range l.tokens {
		if l.origin[t.at] == word && !left[at] {
			return true
		}
	}
	return false
}

// limits reports whether a sentence may change the meaning of the orders before it: it begins with a condition, a
// negation, an alternative or a correction. all reports that it may concern all of them.
func (l *lattice) limits() (limits, all bool) {
	at := 0
	for at < len(l.tokens) && has([]string{"AND", "BUT", ",", "SO", "THAT", "THIS", "IT", "IS"}, l.tokens[at].fold) {
		at++
	}
	for _, list := range l.ending {
		for _, e := range list {
			name := l.data.names[e.symbol]
			switch {
			case e.from == 0 && name == "takesback":
				return true, true
			case e.from == at && (has([]string{"if", "unless", "until", "ifead", "not", "except", "else", "contd",
				"they"}, name) || has([]string{"ONLY", "INSTEAD", "RATHER", "NOR", "NEITHER", "BOTH", "EACH"}, l.tokens[at].fold)):
				limits = true
			}
		}
	}
	return limits || l.onlyPlace(at), false
}

// onlyPlace reports whether the tokens from a position on are just a place or a direction, which may replace that of
// the order before: `so B4`.
func (l *lattice) onlyPlace(at int) (found bool) {
	for ; at < len(l.tokens); at++ {
		switch {
		case l.begin(at, "hex", "place", "point", "dir", "space"):
			found = true
		case l.tokens[at].fold != "," && !l.begin(at, "p", "ground"):
			return false
		}
	}
	return found
}

// addressee returns the units that the sentence calls with a colon, or nil.
func (l *lattice) addressee() *Value {
	for _, e := range l.opening[0] {
		if l.data.names[e.symbol] == "unit" && !e.value.Several && e.to < len(l.tokens) && l.tokens[e.to].fold == ":" {
			return e.value
		}
	}
	return nil
}

// orderly reports whether a sentence that was not understood may be an order: it names troops of the seat, or has a
// verb and begins as an order does, or an unknown addressee is told something.
func (l *lattice) orderly() bool {
	verb, begins, greeting := false, false, l.greeting()
	for _, list := range l.ending {
		for _, e := range list {
			switch name := l.data.names[e.symbol]; {
			case name == "unit" && e.from < greeting: // `Dear all`
			case name == "unit" || name == "self" || name == "zone" || name == "card":
				return true
			case name == "v":
				verb, begins = true, begins || e.from == 0
			case e.from == 0 && has([]string{"modal", "could", "cause", "by", "wish", "lead", "courtesy", "if", "until",
				"unless", "not", "all", "rest", "they", "we", "i"}, name):
				begins = true
			}
		}
	}
	return verb && begins || l.tellsStranger()
}

// tellsStranger reports whether a sentence begins with an unknown addressee who is told something: `Zyxwen: attack`.
func (l *lattice) tellsStranger() bool {
	to := l.unknownRun(0)
	tagged := slices.ContainsFunc(l.tokens[:to], func(t token) bool { return strings.ContainsAny(t.fold, "<>") }) // HTML
	return to > 0 && to <= longest && to < len(l.tokens) && !tagged &&
		(l.tokens[to].fold == ":" && to+1 < len(l.tokens) || l.begin(to, "v", "modal"))
}

// callsBehind returns the troops that a sentence calls behind a comma and tells something: `when they come, Lee's
// shall charge`, or nil. It is an order of its own, even if it also limits the one before it.
func (l *lattice) callsBehind() *Value {
	for at := 1; at < len(l.tokens); at++ {
		if l.tokens[at-1].fold != "," {
			continue
		}
		for _, e := range l.opening[at] {
			if name := l.data.names[e.symbol]; (name == "unit" || name == "self") && l.begin(e.to, "v", "modal", "be", ":") {
				return e.value
			}
		}
	}
	return nil
}

// othersOnly reports whether a condition is for other troops than the orders before it: `Lee's hold. If they come,
// Murray's shall charge.`
func (r *reading) othersOnly(l *lattice) bool {
	called := l.callsBehind()
	return called != nil && l.begin(0, "if", "unless", "until") && !slices.ContainsFunc(r.said[r.previous:],
		func(s Said) bool {
			return len(s.Who) == 0 || slices.ContainsFunc(s.Who, func(id string) bool { return has(called.IDs, id) })
		})
}

// taint makes questions of the orders from index first on, because of words that were not understood.
func (r *reading) taint(first int, words []orders.Word) {
	lost := r.lattice(r.v, words)
	grave := lost.grave(slices.Repeat([]bool{true}, len(lost.tokens)))
	for i := first; i < len(r.said); i++ {
		s := &r.said[i]
		if s.Unchanged != nil { // it may be changed after all
			s.Unchanged, s.Span[1] = nil, words[len(words)-1]
		}
		if s.Line == "" || s.Letter {
			continue
		}
		if s.Unread != "" {
			s.Unread += " … "
		}
		s.Unread, s.Grave = s.Unread+written(words), s.Grave || grave
		if s.Where.Text == "" {
			s.Where = words[0]
		}
	}
}

// lose handles a sentence that cannot be parsed as a whole: one of which some words are left out, one that limits the
// orders before it, or one that is not understood at all.
func (r *reading) lose(l *lattice, c *chart, words []orders.Word) {
	limits, all := l.limits()
	if all {
		r.previous = 0
	}
	if limits && len(r.said) > r.previous && !r.othersOnly(l) {
		r.taint(r.previous, words)
		if all || l.callsBehind() == nil {
			return
		}
	}
	first, last := words[0], words[len(words)-1]
	said := Said{Text: r.it.Sentence(first, last), Span: [2]orders.Word{first, last}, Hint: r.hinter(l, c)}
	switch {
	case !l.orderly():
		r.passed = append(r.passed, said)
	case Asking(words):
		said.Asks = true
		r.said = append(r.said, said)
	case limits && len(r.said) > r.previous:
		r.said = append(r.said, said)
	case !r.partly(l, c):
		p := &partial{reading: r, l: l, c: c, verb: -1}
		p.action()
		said.Several, said.Where = p.several()
		r.said = append(r.said, said)
	}
}
