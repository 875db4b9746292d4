package board

// Graph is a board of locales, counted from 0 in map order, joined by boundaries.
type Graph struct {
	borders [][]Border // by locale
}

// Border is a boundary as seen from one of its two locales.
type Border struct {
	To       int // locale on the other side
	Boundary int // number of the boundary
}

// NewGraph returns a graph of n locales without boundaries.
func NewGraph(n int) *Graph { return &Graph{borders: make([][]Border, n)} }

// Join joins two locales by a boundary with the given number.
func (g *Graph) Join(a, b, boundary int) {
	g.borders[a] = append(g.borders[a], Border{b, boundary})
	g.borders[b] = append(g.borders[b], Border{a, boundary})
}

// Borders returns the boundaries of a locale in the order of Join.
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

// Crossing returns the cost of leaving a locale over a border. ok is false if the border is closed.
type Crossing func(from int, over Border) (cost int, ok bool)

// Way does the pathfinding of a board of locales. It returns the cheapest path: the locales after from, up to and
// including to. It returns nil if there is no path or from equals to. Among paths of equal cost it prefers the one with
// the fewest locales, then the one whose locales come first in map order, compared from the start.
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

// Cost returns the cost of the cheapest path. ok is false if there is no path.
func (g *Graph) Cost(from, to int, cross Crossing) (cost int, ok bool) {
	d := g.distances(to, cross)[from]
	return d.cost, d.reached
}

// nextOn returns the first neighbour in map order that lies on a best path.
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

// distance is the distance of a locale from the goal.
type distance struct {
	cost, steps int
	reached     bool
}

func (d distance) plus(cost int) distance { return distance{d.cost + cost, d.steps + 1, true} }

func (d distance) less(e distance) bool {
	return !e.reached || d.cost < e.cost || d.cost == e.cost && d.steps < e.steps
}

// distances returns the distance of each locale from the goal by Dijkstra's algorithm. Locales are settled in
// order of cost, steps and map order.
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
			// Paths lead towards the goal, so the boundary is crossed from its far side.
			cost, ok := cross(e.To, Border{at, e.Boundary})
			if d := far[at].plus(cost); ok && d.less(far[e.To]) {
				far[e.To] = d
			}
		}
	}
}
