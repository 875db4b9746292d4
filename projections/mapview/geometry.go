package mapview

import (
	"math"

	"galloper/projections/mapview/canvas"
)

type (
	point = canvas.Point
	path  = canvas.Path
	ink   = canvas.Ink
)

// toward returns the unit vector of an angle in degrees clockwise from north.
func toward(degrees float64) point {
	s, c := math.Sincos(degrees * math.Pi / 180)
	return point{X: s, Y: c}
}

// rect is an axis-aligned box on the page.
type rect struct{ x0, y0, x1, y1 float64 }

func (r rect) overlaps(o rect) bool { return r.x0 < o.x1 && o.x0 < r.x1 && r.y0 < o.y1 && o.y0 < r.y1 }

func (r rect) isInside(o rect) bool {
	return r.x0 >= o.x0 && r.x1 <= o.x1 && r.y0 >= o.y0 && r.y1 <= o.y1
}

func (r rect) middle() point { return point{X: (r.x0 + r.x1) / 2, Y: (r.y0 + r.y1) / 2} }

// grown returns the box extended by a distance on each side.
func (r rect) grown(by float64) rect { return rect{r.x0 - by, r.y0 - by, r.x1 + by, r.y1 + by} }

// gap returns the distance between two boxes, or 0 if they overlap.
func (r rect) gap(o rect) float64 {
	return point{X: max(o.x0-r.x1, r.x0-o.x1, 0), Y: max(o.y0-r.y1, r.y0-o.y1, 0)}.Length()
}

// nearest returns the point of the box that is nearest to p.
func (r rect) nearest(p point) point {
	return point{X: min(max(p.X, r.x0), r.x1), Y: min(max(p.Y, r.y0), r.y1)}
}

// crossed reports whether the segment from a to b enters the box.
func (r rect) crossed(a, b point) bool { return r.share(a, b) > 0 }

// share returns the fraction of the segment from a to b that lies in the box, 0 to 1.
func (r rect) share(a, b point) float64 {
	t0, t1 := 0.0, 1.0
	for _, s := range [2][4]float64{{a.X, b.X, r.x0, r.x1}, {a.Y, b.Y, r.y0, r.y1}} {
		way := s[1] - s[0]
		if way == 0 {
			if s[0] <= s[2] || s[0] >= s[3] {
				return 0
			}
			continue
		}
		in, out := (s[2]-s[0])/way, (s[3]-s[0])/way
		t0, t1 = max(t0, min(in, out)), min(t1, max(in, out))
	}
	return max(0, t1-t0)
}

func around(p point, r float64) rect { return rect{p.X - r, p.Y - r, p.X + r, p.Y + r} }

func box(r rect) path { return path{}.Polygon(corners(r)...) }

func corners(r rect) []point {
	return []point{{X: r.x0, Y: r.y0}, {X: r.x1, Y: r.y0}, {X: r.x1, Y: r.y1}, {X: r.x0, Y: r.y1}}
}

func bounds(pts []point) rect {
	r := rect{math.Inf(1), math.Inf(1), math.Inf(-1), math.Inf(-1)}
	for _, p := range pts {
		r = rect{min(r.x0, p.X), min(r.y0, p.Y), max(r.x1, p.X), max(r.y1, p.Y)}
	}
	return r
}

func signedArea(pts []point) float64 {
	sum := 0.0
	for i, p := range pts {
		q := pts[(i+1)%len(pts)]
		sum += p.X*q.Y - q.X*p.Y
	}
	return sum / 2
}

// inside reports whether the point lies in the polygon.
func inside(p point, pts []point) bool {
	if len(pts) == 0 {
		return false
	}
	in, a := false, pts[len(pts)-1]
	for _, b := range pts {
		if (a.Y > p.Y) != (b.Y > p.Y) && p.X < (b.X-a.X)*(p.Y-a.Y)/(b.Y-a.Y)+a.X {
			in = !in
		}
		a = b
	}
	return in
}

// rounded cuts the corners of a polygon or an open line, by at most reach of each edge.
func rounded(pts []point, reach float64, closed bool) []point {
	if len(pts) < 3 {
		return pts
	}
	var out []point
	for i, p := range pts {
		if !closed && (i == 0 || i == len(pts)-1) {
			out = append(out, p)
			continue
		}
		in, on := pts[(i+len(pts)-1)%len(pts)].Minus(p), pts[(i+1)%len(pts)].Minus(p)
		out = append(out, bend(p, in, on, reach)...)
	}
	return out
}

// bend returns points on a quadratic curve that rounds the corner p, cut by at most reach of each edge.
func bend(p, in, on point, reach float64) []point {
	a, b := p.Plus(in.Times(cut(in, reach))), p.Plus(on.Times(cut(on, reach)))
	out := make([]point, 4)
	for step := range out {
		t := (float64(step) + .5) / 4
		out[step] = a.Times((1 - t) * (1 - t)).Plus(p.Times(2 * t * (1 - t))).Plus(b.Times(t * t))
	}
	return out
}

// cut returns the fraction of an edge that a rounded corner uses, at most half.
func cut(edge point, reach float64) float64 {
	if length := edge.Length(); length > 2*reach {
		return reach / length
	}
	return .5
}

// inset returns a polygon shrunk at each corner.
func inset(pts []point, by float64) []point {
	if signedArea(pts) < 0 {
		by = -by
	}
	out := make([]point, len(pts))
	for i, p := range pts {
		in, on := unit(p.Minus(pts[(i+len(pts)-1)%len(pts)])), unit(pts[(i+1)%len(pts)].Minus(p))
		normal := point{X: -in.Y - on.Y, Y: in.X + on.X}
		long := max(normal.Length(), .5)
		out[i] = p.Plus(normal.Times(2 * by / (long * long)))
	}
	return out
}

func unit(p point) point {
	if l := p.Length(); l > 0 {
		return p.Times(1 / l)
	}
	return p
}

// chance returns a number from 0 to 1 that depends on its arguments only, so that the same ground always looks the
// same.
func chance(x, y, salt int) float64 {
	h := uint32(x)*73856093 ^ uint32(y)*19349663 ^ uint32(salt)*83492791
	h ^= h >> 13
	h *= 0x5bd1e995
	h ^= h >> 15
	return float64(h%4096) / 4096
}
