package say

import (
	"maps"
	"slices"
)

// symbol identifies a terminal or nonterminal of the grammar.
type symbol int32

// rule is one production of the grammar, with its semantics.
type rule struct {
	makes symbol
	parts []symbol
	means func(kids []*edge) *Value // returns nil if the parts are incompatible
	price int32
}

// edge is a constituent over the tokens from, inclusive, to to, exclusive.
type edge struct {
	symbol   symbol
	from, to int
	cost     int32
	value    *Value
	rule     *rule
	kids     []*edge
	spelt    []string // correct spelling of a misspelt phrase
	core     [2]int   // of a lexical edge that skips tokens: its own span
	rival    *edge    // another edge with the same symbol and span
}

// cell is the symbol of an edge and its start.
type cell struct {
	symbol symbol
	from   int32
}

// dotted is an active edge: a rule whose first dot parts have been found.
type dotted struct {
	rule *rule
	from int
	cost int32
	last *edge
	prev *dotted
	dot  int
}

const (
	beam   = 4      // edges kept for one symbol and span
	budget = 44_000 // edges; a sentence that needs more counts as too long
)

// grammar is the index of the rules that the chart needs.
type grammar struct {
	rules [][]*rule   // by first part
	leads []symbolSet // by symbol: those whose constituents can start with it
	heads []symbolSet // the inverse
}

// symbolSet is a bit set of symbols.
type symbolSet []uint64

func (s symbolSet) has(of symbol) bool { return s[of/64]>>(of%64)&1 != 0 }

func (s symbolSet) add(symbol symbol) { s[symbol/64] |= 1 << (symbol % 64) }

// join adds the symbols of another set, and reports whether any is new.
func (s symbolSet) join(other symbolSet) (more bool) {
	for i, bits := range other {
		more = more || bits&^s[i] != 0
		s[i] |= bits
	}
	return more
}

func newGrammar(symbols int, rules []*rule) *grammar {
	g := &grammar{make([][]*rule, symbols), make([]symbolSet, symbols), make([]symbolSet, symbols)}
	for s := range g.leads {
		g.leads[s], g.heads[s] = make(symbolSet, symbols/64+1), make(symbolSet, symbols/64+1)
		g.leads[s].add(symbol(s))
		g.heads[s].add(symbol(s))
	}
	for _, r := range rules {
		g.rules[r.parts[0]] = append(g.rules[r.parts[0]], r)
	}
	for more := true; more; {
		more = false
		for _, r := range rules {
			more = g.leads[r.parts[0]].join(g.leads[r.makes]) || more
			more = g.heads[r.makes].join(g.heads[r.parts[0]]) || more
		}
	}
	return g
}

// chart is a weighted bottom-up chart parser. It works from left to right, and expands the cheapest edge first.
type chart struct {
	*grammar
	price   func(*edge) int32 // extra cost of a new edge by its meaning; negative rejects it
	ending  [][]*edge         // lexical edges by end position
	opening []symbolSet       // symbols that can start, by position
	sought  []symbolSet       // symbols that a sentence can use, by position; nil for all
	waiting []map[symbol][]*dotted
	found   map[cell]*edge // the last edge of each cell that ends at the current position
	whole   []*edge
	kept    []*edge // all constituents
	agenda  agenda
	edges   []edge   // slab
	dots    []dotted // slab
	count   int
	top     symbol
}

// parse returns the edges that cover all words with the top symbol, or nil if there is no such edge or the budget is
// exceeded.
func (c *chart) parse(words int) []*edge {
	c.found = map[cell]*edge{}
	c.waiting, c.opening = make([]map[symbol][]*dotted, words+1), make([]symbolSet, words+1)
	for i := range c.waiting {
		c.waiting[i], c.opening[i] = map[symbol][]*dotted{}, make(symbolSet, len(c.leads)/64+1)
	}
	if c.sought != nil {
		c.sought = []symbolSet{c.heads[c.top]}
	}
	for _, e := range slices.Concat(c.ending...) {
		c.opening[e.from].join(c.leads[e.symbol])
	}
	for to := 1; to <= words; to++ {
		clear(c.found)
		for _, e := range c.ending[to] {
			if c.sought == nil || c.sought[e.from].has(e.symbol) {
				c.add(e)
			}
		}
		for len(c.agenda) > 0 {
			if c.count > budget {
				return nil
			}
			e := c.agenda.pop()
			if !c.keep(e) {
				continue
			}
			if e.symbol == c.top && e.from == 0 && to == words {
				c.whole = append(c.whole, e)
			}
			for _, r := range c.rules[e.symbol] {
				if c.sought != nil && !c.sought[e.from].has(r.makes) {
					continue
				}
				if c.count++; len(r.parts) == 1 || c.opening[to].has(r.parts[1]) {
					c.advance(dotted{rule: r, from: e.from, cost: r.price + e.cost, last: e, dot: 1})
				}
			}
			for _, d := range c.waiting[e.from][e.symbol] {
				if c.count++; d.dot+1 == len(d.rule.parts) || c.opening[to].has(d.rule.parts[d.dot+1]) {
					c.advance(dotted{rule: d.rule, from: d.from, cost: d.cost + e.cost, last: e, prev: d, dot: d.dot + 1})
				}
			}
		}
		if c.sought != nil {
			set := make(symbolSet, len(c.leads)/64+1)
			for _, s := range slices.Sorted(maps.Keys(c.waiting[to])) {
				set.join(c.heads[s])
			}
			c.sought = append(c.sought, set)
		}
	}
	return c.whole
}

func (c *chart) add(e *edge) {
	c.count++
	c.agenda.push(pending{int64(e.cost)<<32 | int64(c.count), e})
}

// keep adds an edge to the beam of its symbol and span. It reports false if the beam is full or already contains the
// value.
func (c *chart) keep(e *edge) bool {
	cell, count := cell{e.symbol, int32(e.from)}, 0
	for other := c.found[cell]; other != nil; other = other.rival {
		if count++; count == beam || other.value.hash == e.value.hash {
			return false
		}
	}
	e.rival = c.found[cell]
	c.found[cell], c.kept = e, append(c.kept, e)
	return true
}

// advance extends an active edge by its last part. A complete rule becomes a new edge.
func (c *chart) advance(next dotted) {
	rule, e := next.rule, next.last
	if next.dot < len(rule.parts) {
		waiting, want := c.waiting[e.to], rule.parts[next.dot]
		waiting[want] = append(waiting[want], put(&c.dots, next))
		return
	}
	kids := make([]*edge, next.dot)
	for at := &next; at != nil; at = at.prev {
		kids[at.dot-1] = at.last
	}
	value := rule.means(kids)
	if value == nil {
		return
	}
	made := put(&c.edges, edge{symbol: rule.makes, from: next.from, to: e.to, cost: next.cost, value: value, rule: rule,
		kids: kids})
	extra := c.price(made)
	if extra < 0 {
		return
	}
	made.cost += extra
	c.add(made)
}

// put stores a value in the slab, or in a new one if it is full.
func put[T any](slab *[]T, v T) *T {
	if len(*slab) == cap(*slab) {
		*slab = make([]T, 0, 64)
	}
	*slab = append(*slab, v)
	return &(*slab)[len(*slab)-1]
}

// pending is an edge on the agenda. The key orders edges by cost, and those of equal cost by age.
type pending struct {
	key int64
	*edge
}

// agenda is a binary heap of edges, the cheapest first.
type agenda []pending

func (a *agenda) push(p pending) {
	h := append(*a, p)
	at := len(h) - 1
	for ; at > 0 && p.key < h[(at-1)/2].key; at = (at - 1) / 2 {
		h[at] = h[(at-1)/2]
	}
	h[at], *a = p, h
}

func (a *agenda) pop() *edge {
	h := *a
	first, last := h[0].edge, h[len(h)-1]
	h = h[:len(h)-1]
	at := 0
	for {
		kid := 2*at + 1
		if kid+1 < len(h) && h[kid+1].key < h[kid].key {
			kid++
		}
		if kid >= len(h) || last.key < h[kid].key {
			break
		}
		h[at], at = h[kid], kid
	}
	if len(h) > 0 {
		h[at] = last
	}
	*a = h
	return first
}
