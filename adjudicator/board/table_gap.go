package board

import "math/bits"

// Segment is the straight line between two points, its ends included.
type Segment struct{ A, B Point }

// Distance returns how far p is from the segment, rounded down once: the root
// of the square of the cross product over the square of the length. Beyond its
// ends it is the distance to the nearer end.
func (s Segment) Distance(p Point) int {
	dx, dy := int64(s.B.X-s.A.X), int64(s.B.Y-s.A.Y)
	along, square := int64(p.X-s.A.X)*dx+int64(p.Y-s.A.Y)*dy, dx*dx+dy*dy
	switch {
	case along <= 0:
		return p.Distance(s.A)
	case along >= square:
		return p.Distance(s.B)
	}
	c := cross(s.A, s.B, p)
	hi, lo := bits.Mul64(uint64(max(c, -c)), uint64(max(c, -c)))
	q, _ := bits.Div64(hi, lo, uint64(square))
	return Root(int64(q))
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
	return q.outside(p)
}

// outside is the least distance of p to an edge.
func (q *Quad) outside(p Point) int {
	least := q.edge(0).Distance(p)
	for i := 1; i < 4; i++ {
		least = min(least, q.edge(i).Distance(p))
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
	return least
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
		least = min(least, s.Distance(q.At[i]))
	}
	return least
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
