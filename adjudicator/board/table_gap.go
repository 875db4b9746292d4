package board

import "math/bits"

// Segment is the straight line between two points, its ends included.
type Segment struct{ A, B Point }

// Distance returns the distance of p from the segment, rounded down once: the root of the squared cross
// product over the squared length. Beyond the ends it is the distance to the nearer end.
func (s Segment) Distance(p Point) int { return Root(s.square(p)) }

// square returns the squared distance, rounded down. Minima are taken over squares, so that only one root is needed.
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

// square returns the squared distance of two points.
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

// Quad holds the rounded corners of a rectangle and their bounding box, for measuring gaps.
type Quad struct {
	At  [4]Point
	box Box
}

// Quad returns the rectangle's corners for measuring.
func (r Rect) Quad() Quad {
	at := r.Corners()
	return Quad{at, BoxOf(at[0], at[1], at[2], at[3])}
}

// Box returns the bounding box of the corners.
func (q *Quad) Box() Box { return q.box }

func (q *Quad) edge(i int) Segment { return Segment{q.At[i], q.At[(i+1)%4]} }

// Has reports whether p lies in the quad, edges included.
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

// Distance returns the distance of p from the quad, or 0 inside it.
func (q *Quad) Distance(p Point) int {
	if q.Has(p) {
		return 0
	}
	return Root(q.outside(p))
}

// outside returns the least squared distance of p from an edge.
func (q *Quad) outside(p Point) int64 {
	least := q.edge(0).square(p)
	for i := 1; i < 4; i++ {
		least = min(least, q.edge(i).square(p))
	}
	return least
}

// Gap returns the distance between two quads: 0 if a corner of one lies in the other or two of their edges
// meet, otherwise the least distance of a corner of either to an edge of the other.
func (q *Quad) Gap(o *Quad) int {
	if q.box.Meets(o.box) && q.overlaps(o) {
		return 0
	}
	least := q.outside(o.At[0])
	for i := range q.At {
		least = min(least, q.outside(o.At[i]), o.outside(q.At[i]))
	}
	return Root(least)
}

func (q *Quad) overlaps(o *Quad) bool {
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

// GapTo returns the distance between the quad and a segment, measured like Gap.
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

// Farther reports whether the bounding boxes prove that the two quads are more than n apart. False proves nothing.
func (q *Quad) Farther(o *Quad, n int) bool { return !q.box.Grown(n + 1).Meets(o.box) }

// Paces is a straight path that is walked in steps.
type Paces struct {
	From, To Point
	Length   int
}

// NewPaces returns the path from one point to another.
func NewPaces(from, to Point) Paces { return Paces{from, to, from.Distance(to)} }

// At returns the point after s hundredths of the path, each coordinate rounded half away from zero. From its
// length on it is the end.
func (w Paces) At(s int) Point {
	if s >= w.Length {
		return w.To
	}
	return Point{
		w.From.X + Round(int64(w.To.X-w.From.X)*int64(s), int64(w.Length)),
		w.From.Y + Round(int64(w.To.Y-w.From.Y)*int64(s), int64(w.Length)),
	}
}

// Within returns bounds for the lengths at which points of the path may lie in the box. It is empty, with
// from > to, if the path misses the box.
func (w Paces) Within(b Box) (from, to int) {
	x0, x1 := w.span(w.From.X, w.To.X, b.Min.X, b.Max.X)
	y0, y1 := w.span(w.From.Y, w.To.Y, b.Min.Y, b.Max.Y)
	return max(x0, y0), min(x1, y1)
}

// span is Within for one coordinate, widened by a hundredth on either side for the rounding of points.
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
