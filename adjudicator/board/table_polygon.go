package board

// Polygon is an area with three or more corners. It caches its bounding box and the lengths of its edges,
// because it is built once and queried often.
type Polygon struct {
	corners []Point
	box     Box
	edges   []edge
}

type edge struct {
	a, b   Point
	box    Box
	length int64 // rounded down
}

// NewPolygon returns the polygon with the corners in either orientation.
func NewPolygon(corners []Point) *Polygon {
	p := &Polygon{corners: corners, box: BoxOf(corners...)}
	for i, a := range corners {
		b := corners[(i+1)%len(corners)]
		p.edges = append(p.edges, edge{a, b, BoxOf(a, b), int64(a.Distance(b))})
	}
	return p
}

// Corners returns the corners in order.
func (p *Polygon) Corners() []Point { return p.corners }

// Box returns the bounding box.
func (p *Polygon) Box() Box { return p.box }

// Centre returns the mean of the corners, rounded. §G8
func (p *Polygon) Centre() Point {
	var x, y int64
	for _, c := range p.corners {
		x, y = x+int64(c.X), y+int64(c.Y)
	}
	n := int64(len(p.corners))
	return Point{Round(x, n), Round(y, n)}
}

// cross returns the cross product of b-a and p-a: twice the signed area of the triangle.
func cross(a, b, p Point) int64 {
	return int64(b.X-a.X)*int64(p.Y-a.Y) - int64(b.Y-a.Y)*int64(p.X-a.X)
}

// Has reports whether q lies in the polygon, edges included. §G8
func (p *Polygon) Has(q Point) bool {
	if !p.box.Has(q) {
		return false
	}
	in := false
	for i := range p.edges {
		a, b := p.edges[i].a, p.edges[i].b
		c := cross(a, b, q)
		if c == 0 && p.edges[i].box.Has(q) {
			return true
		}
		if (a.Y > q.Y) != (b.Y > q.Y) && (c > 0) == (b.Y > a.Y) {
			in = !in
		}
	}
	return in
}

// HasDeep reports whether q lies in the polygon and more than depth hundredths from each of its edges. With
// depth 0 it is Has. §T3
func (p *Polygon) HasDeep(q Point, depth int) bool {
	if !p.Has(q) {
		return false
	}
	if depth == 0 {
		return true
	}
	for i := range p.edges {
		if p.edges[i].distance(q) <= depth {
			return false
		}
	}
	return true
}

// DistanceToLine returns the distance of p from the line between a and b: the cross product divided by the
// length, each rounded down. Beyond the ends it is the distance to the nearer end. §G8
func (p Point) DistanceToLine(a, b Point) int {
	e := edge{a: a, b: b, length: int64(a.Distance(b))}
	return e.distance(p)
}

func (e *edge) distance(p Point) int {
	dx, dy := int64(e.b.X-e.a.X), int64(e.b.Y-e.a.Y)
	along := int64(p.X-e.a.X)*dx + int64(p.Y-e.a.Y)*dy
	switch {
	case along <= 0 || e.length == 0:
		return p.Distance(e.a)
	case along >= dx*dx+dy*dy:
		return p.Distance(e.b)
	}
	return int(max(cross(e.a, e.b, p), -cross(e.a, e.b, p)) / e.length)
}

// clear reports whether q is provably more than d from the edge. False proves nothing.
func (e *edge) clear(q Point, d int64) bool {
	if !e.box.Grown(int(d)).Has(q) {
		return true
	}
	c := cross(e.a, e.b, q)
	return max(c, -c) > d*(e.length+1)
}

// Line is a straight line that is sampled at every whole yard between its ends. §G8
type Line struct {
	From, To Point
	Yards    int // length in whole yards, rounded down
	box      Box
}

// NewLine returns the line from p to q. §G8
func NewLine(p, q Point) Line {
	return Line{From: p, To: q, Yards: p.Distance(q) / Yard, box: BoxOf(p, q)}
}

// Samples returns the number of samples of the line.
func (l Line) Samples() int { return max(l.Yards-1, 0) }

// At returns the k-th sample, k from 1 to Yards-1, each coordinate rounded. §G8
func (l Line) At(k int) Point {
	n := int64(l.Yards)
	return Point{
		l.From.X + Round(int64(k)*int64(l.To.X-l.From.X), n),
		l.From.Y + Round(int64(k)*int64(l.To.Y-l.From.Y), n),
	}
}

// SamplesIn counts the samples of the line that lie in the polygon more than depth inside its edges, as in
// HasDeep. It may stop counting above limit. §G8 §T2 §T3
func (p *Polygon) SamplesIn(l Line, depth, limit int) int {
	if l.Yards < 2 || !p.box.Meets(l.box) || p.oneSide(l) {
		return 0
	}
	return p.count(l, 1, l.Yards-1, depth, limit)
}

// oneSide reports whether the whole polygon provably lies on one side of the line.
func (p *Polygon) oneSide(l Line) bool {
	// Samples lie within a hundredth of the line in each coordinate.
	margin := 2 * int64(abs(l.To.X-l.From.X)+abs(l.To.Y-l.From.Y))
	left, right := true, true
	for _, c := range p.corners {
		k := cross(l.From, l.To, c)
		left, right = left && k > margin, right && k < -margin
	}
	return left || right
}

// count counts the samples from lo to hi. If the middle of the stretch is farther from every edge than from
// the ends of the stretch, all samples are in or all are out. Otherwise it splits the stretch in two.
func (p *Polygon) count(l Line, lo, hi, depth, limit int) int {
	mid := (lo + hi) / 2
	m := l.At(mid)
	if lo == hi {
		if p.HasDeep(m, depth) {
			return 1
		}
		return 0
	}
	half := int64(max(mid-lo, hi-mid))*3*Yard/2 + 4 // samples are at most one and a half yards apart
	switch p.stretch(m, half, int64(depth)) {
	case allIn:
		return hi - lo + 1
	case allOut:
		return 0
	}
	n := p.count(l, lo, mid, depth, limit)
	if n > limit {
		return n
	}
	return n + p.count(l, mid+1, hi, depth, limit-n)
}

type verdict int

const (
	undecided verdict = iota
	allIn
	allOut
)

// stretch decides for all points within half of m whether they lie deep in the polygon.
func (p *Polygon) stretch(m Point, half, depth int64) verdict {
	far, deep := true, true
	for i := range p.edges {
		e := &p.edges[i]
		if !e.clear(m, half) {
			far = false
		}
		if !e.clear(m, half+depth) {
			deep = false
			if depth > half && int64(e.distance(m))+2 <= depth-half {
				return allOut
			}
		}
	}
	in := far && p.Has(m)
	switch {
	case far && !in:
		return allOut
	case deep && in:
		return allIn
	}
	return undecided
}

func abs(n int) int {
	if n < 0 {
		return -n
	}
	return n
}
