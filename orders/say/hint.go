package say

import (
	"cmp"
	"slices"
	"strings"

	"galloper/orders"
)

// terse is the greatest length, in words, at which a hint suggests ground and enemies that were not named. A longer
// sentence without any is taken to mean something else.
const terse = 7

// mostExamples limits the values tried in one slot of an example.
const mostExamples = 12

// hinter returns a function that describes a sentence by its partial chart.
func (r *reading) hinter(l *lattice, c *chart) func() *Hint {
	at := &reading{Table: r.Table, v: r.v, it: r.it, standing: r.standing, hailed: r.hailed}
	var once *Hint
	return func() *Hint {
		if once == nil {
			once = at.hint(l, c)
		}
		return once
	}
}

// partial is a sentence of which only constituents were parsed.
type partial struct {
	*reading
	l    *lattice
	c    *chart
	who  *Value // its subject
	act  *Value // its action
	verb int    // first token of the action, or -1
	end  int    // first token after the verb
}

// hint describes the parts present in a sentence and those missing, and suggests orders that the ruleset reads.
func (r *reading) hint(l *lattice, c *chart) *Hint {
	p := &partial{reading: r, l: l, c: c, verb: -1}
	h := &Hint{}
	p.subject(h)
	p.action()
	if at := p.astray(); at >= 0 {
		h.Astray, h.Begins = true, l.word(at)
	}
	h.Ground = p.ground()
	switch {
	case p.act == nil && p.who != nil:
		h.Lacks = LacksDeed
	case p.act != nil && p.who == nil && h.Who == nil:
		h.Lacks, h.Alien = LacksDoer, p.alien()
		if !p.hailed {
			h.All = p.forAll()
		}
	}
	if p.act != nil &&
		slices.ContainsFunc(r.rows, func(row *row) bool { return has(row.does, p.act.Is("do")) && row.fights() }) {
		h.Foe = p.stranger()
		if h.Ground != "" && p.who != nil && p.l.begin(p.end, "unit") {
			h.Foe = "" // `march Lee's to the church`
		}
	}
	h.Unread, h.Letter = p.unread(), p.letterTo()
	p.examples(h)
	return h
}

// letterTo returns a letter if the words call a colleague by name.
func (p *partial) letterTo() []string {
	for _, e := range p.c.kept {
		seats := e.value.Get("to")
		if p.l.data.names[e.symbol] != "Vocative" || e.from != p.l.greeting() || e.to == len(p.l.tokens) || seats.Several ||
			p.calledUnit(p.l, e) {
			continue
		}
		if to, ok := p.text(seats, "", nil); ok && to != p.v.Self {
			return []string{strings.NewReplacer("{to}", to, "{text}", p.l.text(e.to, len(p.l.tokens))).Replace(letterLine)}
		}
	}
	return nil
}

// subject finds the troops that the sentence is for: the first ones that no preposition or condition precedes.
func (p *partial) subject(h *Hint) {
	var best *edge
	for _, e := range p.c.kept {
		name := p.l.data.names[e.symbol]
		if name == "friend" && e.from == 0 && len(e.value.IDs) == 1 && p.v.Whose[e.value.IDs[0]] != "" {
			h.Who = e.value.IDs
		}
		if name != "Units" && name != "self" || e.value.Several ||
			e.from > 0 && p.l.ends(e.from, "p", "if", "unless", "until", "within") && p.l.tokens[0].fold != "TO" {
			continue
		}
		if best == nil || e.from < best.from || e.from == best.from && e.to > best.to {
			best = e
		}
	}
	if best != nil {
		p.who = best.value
		if best.value.Kind == "unit" {
			h.Who = best.value.IDs
		}
	}
}

// ends reports whether a lexical edge of one of the categories ends before a token.
func (l *lattice) ends(at int, categories ...string) bool {
	return slices.ContainsFunc(l.ending[at], func(e *edge) bool {
		return slices.Contains(categories, l.data.names[e.symbol])
	})
}

// action finds the longest verb phrase that the ruleset has an order for, or else the longest.
func (p *partial) action() {
	var best *edge
	rank := func(e *edge) int {
		known := 0
		if slices.ContainsFunc(p.rows, func(row *row) bool { return has(row.does, e.value.Is("do")) && !row.near }) {
			known = 1000
		}
		return known + e.to - e.from
	}
	for _, e := range p.c.kept {
		if e.symbol == p.Table.act && e.value.Is("do") != "" && !has([]string{same, again}, e.value.Is("do")) &&
			(best == nil || rank(e) > rank(best)) {
			best = e
		}
	}
	if best == nil {
		return
	}
	p.act, p.verb, p.end = best.value, best.from, best.to
	for e := best; len(e.kids) > 0; {
		e = e.kids[0]
		p.end = e.to
	}
}

// astray returns the first token of a condition that was not understood, or -1.
func (p *partial) astray() int {
	for at, t := range p.l.tokens {
		if !p.l.begin(at, "if", "unless", "until", "ifead") || t.fold == "SHOULD" && at > 0 && p.l.tokens[at-1].fold != "," {
			continue // `they should hold` is no condition
		}
		read := slices.ContainsFunc(p.c.kept, func(e *edge) bool {
			return e.from == at && p.l.data.names[e.symbol] == "If"
		})
		if !read {
			return at
		}
	}
	return -1
}

// several returns the candidates of an ambiguous name behind a preposition that keeps a sentence of known words from
// being understood, and its first word.
func (p *partial) several() (ids []string, first orders.Word) {
	if p.act == nil || p.astray() >= 0 || slices.Contains(p.l.known, false) {
		return nil, first
	}
	for at := range p.l.tokens {
		clear := !p.l.ends(at, "p")
		for _, list := range p.l.ending {
			for _, e := range list {
				switch {
				case e.from != at || !slices.Contains(found, p.l.data.names[e.symbol]):
				case !e.value.Several:
					clear = true
				case ids == nil:
					ids, first = e.value.IDs, p.l.word(at)
				}
			}
		}
		if ids != nil && !clear {
			return ids, first
		}
		ids = nil
	}
	return nil, orders.Word{}
}

func (l *lattice) word(at int) orders.Word { return l.written[l.origin[l.tokens[at].at]] }

// text returns the written words of the tokens.
func (l *lattice) text(from, to int) string {
	if from >= to {
		return ""
	}
	return written(l.written[l.origin[l.tokens[from].at] : l.origin[l.tokens[to-1].at]+1])
}

// unknownRun returns the end of the run of unknown words at a token.
func (l *lattice) unknownRun(at int) int {
	for at < len(l.tokens) && !l.known[at] && l.tokens[at].fold != "," {
		at++
	}
	return at
}

// ground returns an unknown name in a position where ground is expected: `to the church`.
func (p *partial) ground() string {
	const most = 3 // words
	for at := 1; at < len(p.l.tokens); at++ {
		from := at
		if p.l.begin(at, "title") {
			from++ // `to the old windmill`
		}
		to := p.l.unknownRun(from)
		if to > from && to-from <= most && slices.ContainsFunc(p.l.ending[at], func(e *edge) bool {
			return p.l.data.names[e.symbol] == "p" && has([]string{"to", "via", "at"}, e.value.Is("role"))
		}) {
			return p.l.text(from, to)
		}
	}
	return ""
}

// alien returns the unknown addressee of an order.
func (p *partial) alien() string {
	from := 0
	for from < p.verb && (p.l.tokens[from].fold == "TO" || p.l.begin(from, "courtesy", "cause")) {
		from++
	}
	to := p.l.unknownRun(from)
	if to > from && to < len(p.l.tokens) && (to == p.verb || has([]string{":", ",", "TO"}, p.l.tokens[to].fold) ||
		p.l.begin(to, "modal")) {
		return p.l.text(from, to)
	}
	return ""
}

// stranger returns the object of a verb of fighting if it is no enemy: a friend or an unknown name.
func (p *partial) stranger() string {
	at := p.end
	for at < len(p.l.tokens) && p.l.begin(at, "p") && p.l.known[at] && !p.l.begin(at, "unit") {
		at++
	}
	if at >= len(p.l.tokens) {
		return ""
	}
	to := at
	for _, e := range p.l.opening[at] {
		switch name := p.l.data.names[e.symbol]; {
		case name == "unit":
			to = max(to, e.to)
		case name == "enemy" || name == "foe":
			return ""
		}
	}
	if to == at {
		if to = p.l.unknownRun(at); to > at && p.v.Common != nil && p.v.Common(p.l.tokens[at].fold) {
			return ""
		}
	}
	return p.l.text(at, to)
}

// fights reports whether an order of the row may have an enemy as its object.
func (r *row) fights() bool {
	return slices.ContainsFunc(r.slots, func(s slot) bool {
		return !s.optional &&
			slices.ContainsFunc(s.kinds, func(kind string) bool { return kind == "enemy" || kind == "foe" || kind == "nearest" })
	})
}

// unread returns the words that no constituent of the sentence covers.
func (p *partial) unread() string {
	left := make([]bool, len(p.l.tokens))
	for at := range left {
		left[at] = !p.l.known[at]
	}
	text, _ := p.l.leftOut(left)
	return text
}

// forAll returns the orders for all of the seat's troops if only the acting units are missing.
func (p *partial) forAll() (lines []string) {
	if len(p.v.Mine) == 0 {
		return nil
	}
	all := sealed(&Value{Kind: "unit", IDs: p.v.Mine, Group: true})
	for _, e := range p.c.whole {
		r := &reading{Table: p.Table, v: p.v, it: p.it, standing: p.standing, who: all}
		if r.compose(e.value, p.l) && len(r.said) > 0 {
			for i := range r.said {
				lines = append(lines, r.said[i].Line)
			}
			return lines
		}
	}
	return nil
}

// examples adds possible orders for the same troops and with the same verb, the likeliest first.
func (p *partial) examples(h *Hint) {
	who, dos, said := p.who, []string{"hold", "advance", "move", "wait"}, false
	if who == nil && len(p.v.Mine) > 0 {
		who = sealed(&Value{Kind: "unit", IDs: p.v.Mine[:1]})
	}
	short := len(p.l.written) <= terse
	negated := p.l.has("not") || p.l.has("except") || p.l.has("binding")
	switch {
	case p.act != nil && !negated && h.Foe == "" && (short || p.complete()):
		dos, said = append([]string{p.act.Is("do")}, dos...), true
	case p.act != nil && !negated && h.Foe != "" && short:
		dos, said = append([]string{p.act.Is("do")}, dos...), true
	}
	for i, do := range dos {
		for _, needs := range []bool{false, true} { // rows that the sentence fills come first
			for _, row := range p.rows {
				if !row.detail && !row.near && row.note == "" && has(row.does, do) {
					p.example(h, row, do, who, i == 0 && said, needs, short)
				}
			}
		}
		if i == 0 && said && len(h.Lines) > 0 {
			h.Said = true
			break
		}
	}
}

// complete reports whether a row takes the action as it was written.
func (p *partial) complete() bool { return len(p.fit(p.act, p.suits).matches) > 0 }

// example adds orders of a row. If given is set, the roles of the action that was written fill its slots. needs selects
// rows with slots that must be filled with samples.
func (p *partial) example(h *Hint, row *row, do string, who *Value, given, needs, short bool) {
	act := sealed(&Value{}).with("do", atom(do))
	missing := -1
	for i := range row.slots {
		s := &row.slots[i]
		filled := s.roles[0] == "who"
		for _, role := range s.roles {
			if !given || filled {
				break
			}
			if said := p.act.Get(role); said != nil && !said.Several && p.suits(said, s) != nil &&
				(said.Kind != "they" || !s.takes("enemy")) {
				act, filled = act.with(role, said), true
			}
		}
		if !filled && !s.optional {
			if missing >= 0 {
				return
			}
			missing = i
		}
	}
	if needs != (missing >= 0) {
		return
	}
	values := []*Value{nil}
	if missing >= 0 {
		if values = p.samples(&row.slots[missing], short); len(values) == 0 {
			return
		}
		if h.Lacks == "" && given && len(h.Lines) == 0 {
			h.Lacks = cmp.Or(slices.Concat(row.slots[missing].kinds, []string{row.slots[missing].roles[0]})...)
		}
	}
	for _, v := range values {
		whole := act
		if v != nil {
			whole = act.with(row.slots[missing].roles[0], v)
		}
		if test := p.sampleTest(); h.Astray && test != nil {
			whole = whole.with("if", test)
		}
		clause := sealed(&Value{List: []*Value{sealed(whole)}, to: 1})
		if row.subject() && who != nil {
			clause = clause.with("who", who)
		}
		r := &reading{Table: p.Table, v: p.v, it: p.it, standing: p.standing, among: true}
		if r.clause(sealed(clause), p.l) && len(r.said) == 1 && !has(h.Lines, r.said[0].Line) {
			h.Lines = append(h.Lines, r.said[0].Line)
		}
	}
}

// samples returns values that could fill a slot.
func (p *partial) samples(s *slot, short bool) (list []*Value) {
	kinds := s.kinds
	if kinds == nil {
		kinds = []string{map[string]string{"count": "number", "n": "number"}[s.roles[0]]}
	}
	for _, kind := range kinds {
		switch sample := p.v.Samples[kind]; {
		case kind == "number":
			list = append(list, number(2), number(100))
		case kind == "unit":
			for _, id := range p.v.Mine {
				list = append(list, sealed(&Value{Kind: "unit", IDs: []string{id}}))
			}
		case !short:
		case sample != "":
			list = append(list, sealed(&Value{Kind: kind, Text: sample}))
		case kind == "self":
			list = append(list, sealed(&Value{Kind: "self"}))
		default:
			for _, k := range p.v.Kinds {
				for _, n := range k.Names.All() {
					if k.Slot == kind {
						list = append(list, sealed(&Value{Kind: kind, IDs: []string{n.ID}}))
					}
				}
			}
		}
	}
	return list[:min(len(list), mostExamples)]
}

// sampleTest returns a condition for examples, or nil.
func (p *partial) sampleTest() *Value {
	for _, row := range p.tests {
		if len(row.does) > 0 &&
			!slices.ContainsFunc(row.slots, func(s slot) bool { return !s.optional && s.roles[0] != "n" }) {
			return sealed(sealed(&Value{}).with("test", atom(row.does[0])).with("n", number(2)))
		}
	}
	return nil
}
