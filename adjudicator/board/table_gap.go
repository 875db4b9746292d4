package board

import "math/bits"

// Segment is the straight line between two points, its ends included.
type Segment struct{ A, B Point }

// Distance returns how far p is from the segment, rounded down once: the root
// of the square of the cross product over the square of the length. Beyond its
// ends it is the distance to the nearer end.
func (s Segment) Distance(p Point) int { return Root(s.square(p)) }

// square is the square of the distance, rounded down: of many distances the least
// is sought among the squares, and one root is taken.
func (s Segment) square(p Point) int64 {
	dx, dy := int64(s.B.X-s.A.X), int64(s.B.Y-s.A.Y)
	along, square := int64(p.X-s.A.X)*dx+int64(p.Y-s.A.Y)*dy, dx*dx+dy*dy
	switch {
	case along <= 0:
		return p.square(s.A)
	case along >= square:
		return p.square(s.B)
	}
	c := cross(s.A, s.B, p)
	hi, lo := bits.Mul64(uint64(max(c, -c)), uint64(max(c, -c)))
	q, _ := bits.Div64(hi, lo, uint64(square))
	return int64(q)
}

// square is the square of the distance of two points.
func (p Point) square(q Point) int64 {
	dx, dy := int64(q.X-p.X), int64(q.Y-p.Y)
	return dx*dx + dy*dy
}

// Has reports whether p lies on the segment exactly.
func (s Segment) Has(p Point) bool { return cross(s.A, s.B, p) == 0 && BoxOf(s.A, s.B).Has(p) }

// Meets reports whether the two segments share a point.
func (s Segment) Meets(o Segment) bool {
	if !BoxOf(s.A, s.B).Meets(BoxOf(o.A, o.B)) {
		return false
	}
	a, b := sign(cross(s.A, s.B, o.A)), sign(cross(s.A, s.B, o.B))
	c, d := sign(cross(o.A, o.B, s.A)), sign(cross(o.A, o.B, s.B))
	return a*b <= 0 && c*d <= 0
}

func sign(n int64) int {
	switch {
	case n > 0:
		return 1
	case n < 0:
		return -1
	}
	return 0
}

// Quad is the four corners of a rectangle, rounded, with a box about them, for
// measuring how far things are apart.
type Quad struct {
	At  [4]Point
	box Box
}

// Quad returns the rectangle's corners for measuring.
func (r Rect) Quad() Quad {
	at := r.Corners()
	return Quad{at, BoxOf(at[0], at[1], at[2], at[3])}
}

// Box returns the smallest upright box about the corners.
func (q *Quad) Box() Box { return q.box }

func (q *Quad) edge(i int) Segment { return Segment{q.At[i], q.At[(i+1)%4]} }

// Has reports whether p lies in the quad; a point on an edge does.
func (q *Quad) Has(p Point) bool {
	if !q.box.Has(p) {
		return false
	}
	left, right := false, false
	for i := range q.At {
		c := cross(q.At[i], q.At[(i+1)%4], p)
		left, right = left || c > 0, right || c < 0
	}
	return !left || !right
}

// Distance returns how far p is from the quad, 0 inside it.
func (q *Quad) Distance(p Point) int {
	if q.Has(p) {
		return 0
	}
	return Root(q.outside(p))
}

// outside is the square of the least distance of p to an edge.
func (q *Quad) outside(p Point) int64 {
	least := q.edge(0).square(p)
	for i := 1; i < 4; i++ {
		least = min(least, q.edge(i).square(p))
	}
	return least
}

// Gap returns how far two quads are apart: 0 if a corner of one lies in the
// other or two of their edges meet, else the least distance of a corner of
// either to an edge of the other.
func (q *Quad) Gap(o *Quad) int {
	if q.box.Meets(o.box) && q.shares(o) {
		return 0
	}
	least := q.outside(o.At[0])
	for i := range q.At {
		least = min(least, q.outside(o.At[i]), o.outside(q.At[i]))
	}
	return Root(least)
}

func (q *Quad) shares(o *Quad) bool {
	for i := range q.At {
		if q.Has(o.At[i]) || o.Has(q.At[i]) {
			return true
		}
	}
	for i := range 4 {
		for j := range 4 {
			if q.edge(i).Meets(o.edge(j)) {
				return true
			}
		}
	}
	return false
}

// GapTo returns how far the quad is from a segment, measured likewise.
func (q *Quad) GapTo(s Segment) int {
	if q.Has(s.A) || q.Has(s.B) {
		return 0
	}
	least := min(q.outside(s.A), q.outside(s.B))
	for i := range 4 {
		if q.edge(i).Meets(s) {
			return 0
		}
		least = min(least, s.square(q.At[i]))
	}
	return Root(least)
}

// Farther reports that the two quads are surely more than n apart; false says nothing.
func (q *Quad) Farther(o *Quad, n int) bool { return !q.box.Grown(n + 1).Meets(o.box) }

// Paces is a straight way that is walked in steps.
type Paces struct {
	From, To Point
	Length   int
}

// NewPaces returns the way from one point to another.
func NewPaces(from, to Point) Paces { return Paces{from, to, from.Distance(to)} }

// At returns the place after so many hundredths of the way, each coordinate
// rounded half away from zero; at its length or beyond the end itself.
func (w Paces) At(s int) Point {
	if s >= w.Length {
		return w.To
	}
	return Point{
		w.From.X + Round(int64(w.To.X-w.From.X)*int64(s), int64(w.Length)),
		w.From.Y + Round(int64(w.To.Y-w.From.Y)*int64(s), int64(w.Length)),
	}
}

// Within returns between which lengths of the way its places may lie in the box:
// none lies in it before or behind them. It is empty, from > to, where the way
// passes by.
func (w Paces) Within(b Box) (from, to int) {
	x0, x1 := w.span(w.From.X, w.To.X, b.Min.X, b.Max.X)
	y0, y1 := w.span(w.From.Y, w.To.Y, b.Min.Y, b.Max.Y)
	return max(x0, y0), min(x1, y1)
}

// span is Within for one coordinate, a hundredth wide of it on either side for
// the rounding of places.
func (w Paces) span(from, to, low, high int) (first, last int) {
	low, high = low-1-from, high+1-from
	way := to - from
	if way < 0 {
		way, low, high = -way, -high, -low
	}
	switch {
	case high < 0 || low > way:
		return w.Length, 0
	case way == 0:
		return 0, w.Length
	}
	first = int(int64(max(low, 0)) * int64(w.Length) / int64(way))
	last = int((int64(min(high, way))*int64(w.Length) + int64(way) - 1) / int64(way))
	return first, last
}
