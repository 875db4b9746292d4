package say

import "container/heap"

// symbol identifies a terminal or nonterminal of the grammar.
type symbol int32

// rule is one production of the grammar, with its semantics.
type rule struct {
	makes symbol
	parts []symbol
	means func(kids []*edge) *Value // returns nil if the parts are incompatible
	price int32
	row   int // line in the grammar file
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
	order    int      // sequence number; breaks ties between equal costs
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
	budget = 60_000 // edges; a sentence that needs more counts as too long
)

// chart is a weighted bottom-up chart parser. It works from left to right, and expands the cheapest edge first.
type chart struct {
	rules   map[symbol][]*rule // by first part
	price   func(*edge) int32  // extra cost of a new edge by its meaning; negative rejects it
	ending  [][]*edge          // lexical edges by end position
	waiting []map[symbol][]*dotted
	found   map[[2]int][]*edge // edges that end at the current position, by symbol and start
	whole   []*edge
	kept    []*edge // all constituents
	agenda  agenda
	count   int
	top     symbol
}

// parse returns the edges that cover all words with the top symbol, or nil if there is no such edge or the budget is
// exceeded.
func (c *chart) parse(words int) []*edge {
	c.waiting = make([]map[symbol][]*dotted, words+1)
	for i := range c.waiting {
		c.waiting[i] = map[symbol][]*dotted{}
	}
	for to := 1; to <= words; to++ {
		c.found = map[[2]int][]*edge{}
		for _, e := range c.ending[to] {
			c.add(e)
		}
		for c.agenda.Len() > 0 {
			if c.count > budget {
				return nil
			}
			e := heap.Pop(&c.agenda).(*edge)
			if !c.keep(e) {
				continue
			}
			if e.symbol == c.top && e.from == 0 && to == words {
				c.whole = append(c.whole, e)
			}
			for _, r := range c.rules[e.symbol] {
				c.advance(&dotted{rule: r, from: e.from, cost: r.price}, e)
			}
			for _, d := range c.waiting[e.from][e.symbol] {
				c.advance(d, e)
			}
		}
	}
	return c.whole
}

func (c *chart) add(e *edge) {
	c.count++
	e.order = c.count
	heap.Push(&c.agenda, e)
}

// keep adds an edge to the beam of its symbol and span. It reports false if the beam is full or already contains the
// value.
func (c *chart) keep(e *edge) bool {
	key := [2]int{int(e.symbol), e.from}
	list := c.found[key]
	if len(list) == beam {
		return false
	}
	for _, other := range list {
		if other.value.hash == e.value.hash {
			return false
		}
	}
	c.found[key], c.kept = append(list, e), append(c.kept, e)
	return true
}

// advance extends an active edge by one part. A complete rule becomes a new edge.
func (c *chart) advance(d *dotted, e *edge) {
	c.count++
	next := &dotted{rule: d.rule, from: d.from, cost: d.cost + e.cost, last: e, prev: d, dot: d.dot + 1}
	if next.dot < len(d.rule.parts) {
		want := d.rule.parts[next.dot]
		c.waiting[e.to][want] = append(c.waiting[e.to][want], next)
		return
	}
	kids := make([]*edge, next.dot)
	for at := next; at.last != nil; at = at.prev {
		kids[at.dot-1] = at.last
	}
	value := d.rule.means(kids)
	if value == nil {
		return
	}
	made := &edge{symbol: d.rule.makes, from: d.from, to: e.to, cost: next.cost, value: value, rule: d.rule, kids: kids}
	extra := c.price(made)
	if extra < 0 {
		return
	}
	made.cost += extra
	c.add(made)
}

// agenda is a priority queue of edges, the cheapest first.
type agenda []*edge

func (a agenda) Len() int { return len(a) }
func (a agenda) Less(i, j int) bool {
	if a[i].cost != a[j].cost {
		return a[i].cost < a[j].cost
	}
	return a[i].order < a[j].order
}
func (a agenda) Swap(i, j int) { a[i], a[j] = a[j], a[i] }
func (a *agenda) Push(e any)   { *a = append(*a, e.(*edge)) }
func (a *agenda) Pop() any {
	old := *a
	e := old[len(old)-1]
	*a = old[:len(old)-1]
	return e
}
