package board

import "math/bits"

// Point is a point on a continuous table in hundredths of a yard, X to the east, Y to the north, with the
// origin in the south-west corner.
type Point struct{ X, Y int }

// Yard is the number of hundredths in a yard.
const Yard = 100

// sineOne is the sine of 90 degrees in the table.
const sineOne = 10000

// sines holds 10000 times the sine of 0 to 90 degrees, rounded. §G1
var sines = [91]int16{
	0, 175, 349, 523, 698, 872, 1045, 1219, 1392, 1564,
	1736, 1908, 2079, 2250, 2419, 2588, 2756, 2924, 3090, 3256,
	3420, 3584, 3746, 3907, 4067, 4226, 4384, 4540, 4695, 4848,
	5000, 5150, 5299, 5446, 5592, 5736, 5878, 6018, 6157, 6293,
	6428, 6561, 6691, 6820, 6947, 7071, 7193, 7314, 7431, 7547,
	7660, 7771, 7880, 7986, 8090, 8192, 8290, 8387, 8480, 8572,
	8660, 8746, 8829, 8910, 8988, 9063, 9135, 9205, 9272, 9336,
	9397, 9455, 9511, 9563, 9613, 9659, 9703, 9744, 9781, 9816,
	9848, 9877, 9903, 9925, 9945, 9962, 9976, 9986, 9994, 9998,
	10000,
}

// Degrees normalizes an angle to 0 to 359.
func Degrees(a int) int {
	if a %= 360; a < 0 {
		a += 360
	}
	return a
}

// Sin returns 10000 times the sine of a whole number of degrees, rounded. §G1
func Sin(a int) int {
	if uint(a) >= 360 {
		a = Degrees(a)
	}
	return int(circle[a])
}

// circle holds the sines of the whole circle.
var circle = func() (c [360]int16) {
	for a := range 91 {
		c[a], c[180-a] = sines[a], sines[a]
		c[(360-a)%360], c[180+a] = -sines[a], -sines[a]
	}
	return c
}()

// Cos returns 10000 times the cosine of a whole number of degrees, rounded. §G1
func Cos(a int) int { return Sin(a + 90) }

// Turn returns the turn from one angle to another, -179 to 180, clockwise positive. §G2
func Turn(from, to int) int {
	t := Degrees(to - from)
	if t > 180 {
		t -= 360
	}
	return t
}

// Round divides and rounds half away from zero. The divisor must be positive. §G2
func Round(n, d int64) int {
	if n < 0 {
		return -int((-n + d/2) / d)
	}
	return int((n + d/2) / d)
}

// Root returns the square root of n, rounded down; n must not be negative. §G2
func Root(n int64) int {
	if n < 2 {
		return int(n)
	}
	return fall(n, rootAbove(n))
}

// fall is Newton's method from above. It decreases x until it reaches the floor of the root.
func fall(n, x int64) int {
	for {
		y := (x + n/x) / 2
		if y >= x {
			return int(x)
		}
		x = y
	}
}

// rootAbove returns an upper bound of the root of n. It uses the first eight bits of n to be close, so that
// Newton's method needs few steps.
func rootAbove(n int64) int64 {
	half := (bits.Len64(uint64(n)) + 1) / 2
	if half < 8 {
		return 1 << half
	}
	return roots[n>>(2*half-8)] << (half - 8)
}

// roots holds upper bounds of the roots by the first eight bits, in 256ths.
var roots = func() (list [256]int64) {
	for i := range list {
		list[i] = int64(fall(int64(i+1)<<8, 1<<9)) + 1
	}
	return list
}()

// Distance returns the distance from p to q, rounded down. §G2
func (p Point) Distance(q Point) int {
	dx, dy := int64(q.X-p.X), int64(q.Y-p.Y)
	return Root(dx*dx + dy*dy)
}

// Within reports whether the distance from p to q, rounded down, is at most limit hundredths. §G3
func (p Point) Within(q Point, limit int) bool {
	if limit < 0 {
		return false
	}
	dx, dy, l := int64(q.X-p.X), int64(q.Y-p.Y), int64(limit)+1
	return dx*dx+dy*dy < l*l
}

// Yards returns hundredths as whole yards, rounded up. §G3
func Yards(hundredths int) int {
	if hundredths <= 0 {
		return hundredths / Yard
	}
	return (hundredths + Yard - 1) / Yard
}

// Near returns a point of whole yards close to p that fits, searching rings of rays outwards. It returns p
// itself if no point fits.
func (p Point) Near(fits func(Point) bool) Point {
	for d := Yard; d < 5000*Yard; d += Yard {
		for a := 0; a < 360; a += 10 {
			q := p.Step(d, a)
			if q = (Point{q.X - q.X%Yard, q.Y - q.Y%Yard}); fits(q) {
				return q
			}
		}
	}
	return p
}

// Step returns the point at distance d from p on angle a, each coordinate rounded. A negative d steps backwards. §G2
func (p Point) Step(d, a int) Point {
	return Point{
		p.X + Round(int64(d)*int64(Sin(a)), sineOne),
		p.Y + Round(int64(d)*int64(Cos(a)), sineOne),
	}
}

// Bearing returns the angle from p to q, 0 to 359, whose sine and cosine fit best, the smallest of equals. If
// p equals q it returns facing. §G2
func (p Point) Bearing(q Point, facing int) int {
	dx, dy := int64(q.X-p.X), int64(q.Y-p.Y)
	if dx == 0 && dy == 0 {
		return facing
	}
	// The best fit lies within a degree of the true angle, which is found by bisection of the quadrant, so
	// comparing four neighbours is enough.
	near := trueAngle(dx, dy)
	best, score := 0, int64(-1)
	for k := near - 1; k <= near+2; k++ {
		a := Degrees(k)
		s := dx*int64(Sin(a)) + dy*int64(Cos(a))
		if s > score || s == score && a < best {
			best, score = a, s
		}
	}
	return best
}

// trueAngle returns the angle of (dx, dy) clockwise from north, rounded down to
// a degree as far as the sine table can tell.
func trueAngle(dx, dy int64) int {
	quadrant, e, n := 0, dx, dy // east and north after rotation into the first quadrant
	switch {
	case dx >= 0 && dy > 0:
	case dx > 0:
		quadrant, e, n = 90, -dy, dx
	case dy < 0:
		quadrant, e, n = 180, -dx, -dy
	default:
		quadrant, e, n = 270, dy, -dx
	}
	lo, hi := 0, 90
	for hi-lo > 1 {
		mid := (lo + hi) / 2
		if e*int64(sines[90-mid]) >= n*int64(sines[mid]) {
			lo = mid
		} else {
			hi = mid
		}
	}
	return quadrant + lo
}

// Frame is a coordinate system at a centre with a facing: u to the right, v forward. §G2
type Frame struct {
	Centre Point
	Facing int
}

// Local returns q in the frame: u to the right, v forward, each rounded. §G2
func (f Frame) Local(q Point) (u, v int) {
	dx, dy := int64(q.X-f.Centre.X), int64(q.Y-f.Centre.Y)
	s, c := int64(Sin(f.Facing)), int64(Cos(f.Facing))
	return Round(dx*c-dy*s, sineOne), Round(dx*s+dy*c, sineOne)
}

// World returns the point at u, v in the frame, each coordinate rounded. §G2
func (f Frame) World(u, v int) Point {
	s, c := int64(Sin(f.Facing)), int64(Cos(f.Facing))
	return Point{
		f.Centre.X + Round(int64(u)*c+int64(v)*s, sineOne),
		f.Centre.Y + Round(int64(v)*c-int64(u)*s, sineOne),
	}
}

// Box is an upright rectangle, its edges included.
type Box struct{ Min, Max Point }

// BoxOf returns the bounding box of the points.
func BoxOf(ps ...Point) Box {
	b := Box{ps[0], ps[0]}
	for _, p := range ps[1:] {
		b.Min = Point{min(b.Min.X, p.X), min(b.Min.Y, p.Y)}
		b.Max = Point{max(b.Max.X, p.X), max(b.Max.Y, p.Y)}
	}
	return b
}

// Has reports whether p lies in the box.
func (b Box) Has(p Point) bool {
	return p.X >= b.Min.X && p.X <= b.Max.X && p.Y >= b.Min.Y && p.Y <= b.Max.Y
}

// Meets reports whether the two boxes share a point.
func (b Box) Meets(o Box) bool {
	return b.Min.X <= o.Max.X && o.Min.X <= b.Max.X && b.Min.Y <= o.Max.Y && o.Min.Y <= b.Max.Y
}

// Grown returns the box with its edges moved outwards by n.
func (b Box) Grown(n int) Box {
	return Box{Point{b.Min.X - n, b.Min.Y - n}, Point{b.Max.X + n, b.Max.Y + n}}
}

// cellSize is the side of a cell of an Index, about the neighbourhood of a company.
const cellSize = 60 * Yard

// Index finds points near a place without a scan of all points, by a grid of cells. It is cheap enough to be
// rebuilt whenever points have moved.
type Index struct {
	origin     Point
	cols, rows int
	start      []int32 // first item of each cell; one more entry than cells
	items      []int32
}

// Fill rebuilds the index for the points and reuses its memory.
func (x *Index) Fill(points []Point) {
	x.cols, x.rows = 0, 0
	if len(points) == 0 {
		return
	}
	b := BoxOf(points...)
	x.origin = b.Min
	x.cols = (b.Max.X-b.Min.X)/cellSize + 1
	x.rows = (b.Max.Y-b.Min.Y)/cellSize + 1
	cells := x.cols * x.rows
	x.start = append(x.start[:0], make([]int32, cells+1)...)
	x.items = append(x.items[:0], make([]int32, len(points))...)
	for _, p := range points {
		x.start[x.cell(p)]++
	}
	end := int32(0)
	for i := range x.start {
		end += x.start[i]
		x.start[i] = end
	}
	for i := len(points) - 1; i >= 0; i-- { // backwards, so that a cell's items are in order
		c := x.cell(points[i])
		x.start[c]--
		x.items[x.start[c]] = int32(i)
	}
}

func (x *Index) cell(p Point) int {
	return (p.Y-x.origin.Y)/cellSize*x.cols + (p.X-x.origin.X)/cellSize
}

// In yields the indices of all points in the cells that the box meets: those in the box and some others, cell
// by cell and not in order.
func (x *Index) In(b Box, yield func(int) bool) {
	if x.cols == 0 || b.Max.X < x.origin.X || b.Max.Y < x.origin.Y {
		return
	}
	c0, c1 := max(0, b.Min.X-x.origin.X)/cellSize, min(x.cols-1, (b.Max.X-x.origin.X)/cellSize)
	r0, r1 := max(0, b.Min.Y-x.origin.Y)/cellSize, min(x.rows-1, (b.Max.Y-x.origin.Y)/cellSize)
	for r := r0; r <= r1; r++ {
		if c0 > c1 {
			return
		}
		for _, i := range x.items[x.start[r*x.cols+c0]:x.start[r*x.cols+c1+1]] {
			if !yield(int(i)) {
				return
			}
		}
	}
}
