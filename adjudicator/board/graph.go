package board

// Graph is a board of locales, counted from 0 in map order, joined by boundaries.
type Graph struct {
	borders [][]Border // by locale
}

// Border is a boundary as it is crossed from one locale.
type Border struct {
	To       int // locale
	Boundary int // in the order in which boundaries were joined, from 0
}

// NewGraph returns a graph of n locales without boundaries.
func NewGraph(n int) *Graph { return &Graph{borders: make([][]Border, n)} }

// Join adds the next boundary, between two locales.
func (g *Graph) Join(a, b, boundary int) {
	g.borders[a] = append(g.borders[a], Border{b, boundary})
	g.borders[b] = append(g.borders[b], Border{a, boundary})
}

// Borders returns the boundaries of a locale in the order in which they were joined.
func (g *Graph) Borders(locale int) []Border { return g.borders[locale] }

// BorderOf returns the border from one locale to a neighbour.
func (g *Graph) BorderOf(from, to int) (Border, bool) {
	for _, e := range g.borders[from] {
		if e.To == to {
			return e, true
		}
	}
	return Border{}, false
}

// Crossing returns what it costs to go from a locale over a border; ok is false
// where there is no way.
type Crossing func(from int, over Border) (cost int, ok bool)

// Way returns the cheapest way as the locales after from, to last; nil where
// there is none or where from is to. Of ways that cost the same the one over
// the fewest locales counts, then the one whose locales are the earliest in map
// order, from its beginning on.
func (g *Graph) Way(from, to int, cross Crossing) []int {
	far := g.distances(to, cross)
	if !far[from].reached {
		return nil
	}
	var way []int
	for at := from; at != to; {
		at = g.nextOn(at, far, cross)
		way = append(way, at)
	}
	return way
}

// Cost returns what the cheapest way costs.
func (g *Graph) Cost(from, to int, cross Crossing) (cost int, ok bool) {
	d := g.distances(to, cross)[from]
	return d.cost, d.reached
}

// nextOn returns the earliest neighbour on a best way.
func (g *Graph) nextOn(at int, far []distance, cross Crossing) int {
	best := -1
	for _, e := range g.borders[at] {
		cost, ok := cross(at, e)
		if !ok || !far[e.To].reached {
			continue
		}
		if far[e.To].plus(cost) == far[at] && (best < 0 || e.To < best) {
			best = e.To
		}
	}
	return best
}

// distance is how far a locale is from the goal.
type distance struct {
	cost, steps int
	reached     bool
}

func (d distance) plus(cost int) distance { return distance{d.cost + cost, d.steps + 1, true} }

func (d distance) less(e distance) bool {
	return !e.reached || d.cost < e.cost || d.cost == e.cost && d.steps < e.steps
}

// distances returns how far each locale is from the goal: Dijkstra, each locale
// settled once, in order of cost, steps and map order.
func (g *Graph) distances(goal int, cross Crossing) []distance {
	far := make([]distance, len(g.borders))
	settled := make([]bool, len(g.borders))
	far[goal].reached = true
	for {
		at := -1
		for i, d := range far {
			if d.reached && !settled[i] && (at < 0 || d.less(far[at])) {
				at = i
			}
		}
		if at < 0 {
			return far
		}
		settled[at] = true
		for _, e := range g.borders[at] {
			// The way leads towards the goal: the boundary is crossed from its far side.
			cost, ok := cross(e.To, Border{at, e.Boundary})
			if d := far[at].plus(cost); ok && d.less(far[e.To]) {
				far[e.To] = d
			}
		}
	}
}
