package mapview

import "math"

// ringSpots returns the positions of a ring around the object: in all directions from each of its parts, below first,
// then above, then at the sides.
func (l *label) ringSpots(ring int) []spot {
	w, h := l.size()
	parts := l.parts
	if len(parts) == 0 {
		parts = []rect{l.own}
	}
	directions := 8
	if len(parts) == 1 || ring >= firstLeader {
		directions = 16
	}
	spots := make([]spot, 0, len(parts)*directions)
	middle := float64(len(parts)-1) / 2
	for i, part := range parts {
		m := part.middle()
		off := math.Abs(float64(i)-middle) * .5
		for n := range directions {
			v := toward(180 + 360*float64(n)/float64(directions))
			out := clear(v, w/2+(part.x1-part.x0)/2+.5, h/2+(part.y1-part.y0)/2+.5) + rings[ring]
			x, y := m.X+v.X*out, m.Y+v.Y*out
			s := spot{box: rect{x - w/2, y - h/2, x + w/2, y + h/2}, cost: off + preference(v) + rings[ring]*.35}
			if ring >= firstLeader {
				s.leader, s.far = [2]point{s.box.nearest(m), part.nearest(s.box.middle())}, true
			}
			spots = append(spots, s)
		}
	}
	return spots
}

// clear returns the distance in a direction at which two boxes no longer overlap. wide and high are the sums of their
// half widths and half heights.
func clear(v point, wide, high float64) float64 {
	return min(wide/max(math.Abs(v.X), 1e-9), high/max(math.Abs(v.Y), 1e-9))
}

// preference returns the cost of a position in a direction from the object.
func preference(v point) float64 {
	aslant := 1.2 * min(math.Abs(v.X), math.Abs(v.Y))
	switch {
	case v.Y < -.7:
		return aslant
	case v.Y > .7:
		return aslant + .3
	case v.X > 0:
		return aslant + .6
	}
	return aslant + .9
}

// onGround returns the positions for the name of ground, the best first.
func (l *label) onGround() []spot {
	w, h := l.size()
	middles := inPolygon(l.ground, w, h)
	if l.along != nil {
		middles = alongLine(l.along, w, h)
	}
	spots := make([]spot, len(middles))
	for i, p := range middles {
		spots[i].box = rect{p.X - w/2, p.Y - h/2, p.X + w/2, p.Y + h/2}
	}
	return spots
}

// inPolygon returns positions inside a polygon, from its middle outwards, and beside it.
func inPolygon(pts []point, w, h float64) []point {
	if len(pts) == 0 {
		return nil
	}
	b := bounds(pts)
	m := b.middle()
	var c []point
	for _, fy := range []float64{0, .2, -.2, .35, -.35} {
		for _, fx := range []float64{0, .15, -.15, .3, -.3} {
			p := point{X: m.X + fx*(b.x1-b.x0), Y: m.Y + fy*(b.y1-b.y0)}
			if inside(p, pts) {
				c = append(c, p)
			}
		}
	}
	return append(c, point{X: m.X, Y: b.y0 - h}, point{X: m.X, Y: b.y1 + h},
		point{X: b.x1 + w/2 + 2, Y: m.Y}, point{X: b.x0 - w/2 - 2, Y: m.Y})
}

// alongLine returns positions beside a line, from the middle of each part outwards.
func alongLine(pts []point, w, h float64) []point {
	var c []point
	for i := range pts[1:] {
		a, b := pts[i], pts[i+1]
		along := b.Minus(a)
		if along.Length() < 1 {
			continue
		}
		across := unit(point{X: -along.Y, Y: along.X})
		off := math.Abs(across.X)*w/2 + math.Abs(across.Y)*h/2 + 4
		for _, part := range []float64{.5, .3, .7, .15, .85} {
			p := a.Plus(along.Times(part))
			c = append(c, p.Plus(across.Times(off)), p.Minus(across.Times(off)))
		}
	}
	return c
}
