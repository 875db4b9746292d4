package canvas

import "math"

// thinnest is the minimum width of a line in pixels. A line between two pixels then still covers enough of each to be
// drawn.
const thinnest = 2 * float64(halfFrom) / full

// stroke adds the outline of a figure's line, with dashes: a box for each segment, and a disc at each join of a thick
// line.
func (r *raster) stroke(f *figure, k *Ink, offset Point) {
	pts := f.points(r.scale)
	line := make([]Point, 0, len(pts)+1)
	for _, p := range pts {
		line = append(line, r.pixels(p, offset))
	}
	if f.closed {
		line = append(line, line[0])
	}
	half := max(k.Width*r.scale, thinnest) / 2
	if len(k.Dash) == 0 {
		const long = 200
		for len(line) > 1 && line[1].Minus(line[0]).Length() > long { // a frame is four lines, not a page
			r.thick(line[:2], half, false)
			r.fill(k.Stroke)
			r.begin()
			line = line[1:]
		}
		r.thick(line, half, f.closed)
		return
	}
	for _, piece := range dashes(line, k.Dash, r.scale) {
		r.thick(piece, half, false)
		if r.spread() {
			r.fill(k.Stroke)
			r.begin()
		}
	}
}

// thick adds the boxes and discs of a line.
func (r *raster) thick(line []Point, half float64, closed bool) {
	for i := 1; i < len(line); i++ {
		a, b := line[i-1], line[i]
		along := b.Minus(a)
		length := along.Length()
		if length == 0 {
			continue
		}
		side := Point{-along.Y, along.X}.Times(half / length)
		r.ring(a.Plus(side), b.Plus(side), b.Minus(side), a.Minus(side))
		if half > .8 && (i > 1 || closed) {
			r.disc(a, half)
		}
	}
}

// disc adds a circle with few corners, for a join.
func (r *raster) disc(at Point, radius float64) {
	n := min(max(int(radius*3), 6), 16)
	pts := make([]Point, n)
	for i := range pts {
		s, c := math.Sincos(-2 * math.Pi * float64(i) / float64(n))
		pts[i] = at.Plus(Point{radius * c, radius * s})
	}
	r.ring(pts...)
}

// ring adds the edges of a closed figure. All figures must have the same orientation, because the signed areas of
// overlapping ones add up.
func (r *raster) ring(pts ...Point) {
	for i := range pts {
		a, b := pts[i], pts[(i+1)%len(pts)]
		r.edges = append(r.edges, edge{grained(a), grained(b)})
	}
}

func dashes(line []Point, pattern []float64, scale float64) [][]Point {
	var pieces [][]Point
	var piece []Point
	at, left := 0, pattern[0]*scale
	if len(line) > 0 {
		piece = []Point{line[0]}
	}
	for i := 1; i < len(line); i++ {
		from, way := line[i-1], line[i].Minus(line[i-1])
		length, gone := way.Length(), 0.0
		for gone+left < length {
			gone += left
			p := from.Plus(way.Times(gone / length))
			if at%2 == 0 {
				pieces = append(pieces, append(piece, p))
			}
			at, piece = at+1, []Point{p}
			left = max(pattern[at%len(pattern)]*scale, .25) // a pattern of zero length must terminate too
		}
		left -= length - gone
		if at%2 == 0 {
			piece = append(piece, line[i])
		}
	}
	if at%2 == 0 && len(piece) > 1 {
		pieces = append(pieces, piece)
	}
	return pieces
}
