package mapview

import (
	"math"
	"slices"
)

// label is a text that wants a place.
type label struct {
	text string
	size float64
	bold bool
	pale bool
	unit bool // of a symbol: placed before the names of the ground
	must bool // if there is no room near it, it is moved away and joined by a line

	at     point   // what it names
	off    float64 // how far from it the text must keep, up and down
	wide   float64 // and to the sides; 0: as off
	ground []point // a polygon to stand in, instead of at
	along  []point // a line to stand at, instead of at
}

// labels places all texts so that none lies over another or over a symbol:
// first the units', then names of places, then those of the ground.
func (d *drawing) labels() {
	slices.SortStableFunc(d.names, func(a, b label) int { return rank(&a) - rank(&b) })
	for i := range d.names {
		d.setLabel(&d.names[i])
	}
}

func rank(l *label) int {
	switch {
	case l.unit && !l.pale:
		return 0
	case l.unit:
		return 1
	case l.must || l.bold:
		return 2
	}
	return 3
}

func (d *drawing) setLabel(l *label) {
	w, h := textWidth(l.text, l.size, l.bold)+2, l.size*1.05
	if d.try(l, d.candidates(l, w, h), w, h) || !l.must {
		return
	}
	for ring := 1; ring <= rings; ring++ {
		if d.try(l, ringAround(l, w, h, float64(ring)*9), w, h) {
			return
		}
	}
}

// rings is how far a label is moved away from what it names, in steps of 9 points.
const rings = 40

// try puts the label at the first of the places that is free.
func (d *drawing) try(l *label, middles []point, w, h float64) bool {
	for _, p := range middles {
		r := rect{p.x - w/2, p.y - h/2, p.x + w/2, p.y + h/2}
		if d.free(r) {
			d.put(l, r, h)
			return true
		}
	}
	return false
}

// ringAround returns places round what the label names, so much farther off than beside it.
func ringAround(l *label, w, h, away float64) []point {
	c := make([]point, 16)
	for i := range c {
		v := toward(float64(i) * 22.5)
		c[i] = l.at.plus(point{v.x * (max(l.wide, l.off) + w/2 + away), v.y * (l.off + h/2 + away)})
	}
	return c
}

func (d *drawing) free(r rect) bool {
	if !r.within(d.field) {
		return false
	}
	for i := range d.taken {
		if d.taken[i].meets(r) {
			return false
		}
	}
	return true
}

func (d *drawing) put(l *label, r rect, h float64) {
	d.taken = append(d.taken, r)
	colour := dark
	if l.pale {
		colour = mix(dark, field, .35)
	}
	if far := r.middle().minus(l.at).length(); l.must && far > l.off+max(l.wide, 12)+2*h {
		d.draw(polyline(nil, nearest(r, l.at), l.at), ink{stroke: mix(dark, field, .3), width: .5})
	}
	halo := field
	halo.A = 190
	d.draw(box(r), ink{fill: halo})
	d.write(point{r.x0 + 1, r.y0 + h*.24}, l.text, l.size, l.bold, colour)
}

// nearest returns the point of the box that is nearest to p.
func nearest(r rect, p point) point {
	return point{min(max(p.x, r.x0), r.x1), min(max(p.y, r.y0), r.y1)}
}

// candidates returns the middles of the places where the label may stand, best first.
func (d *drawing) candidates(l *label, w, h float64) []point {
	switch {
	case l.ground != nil:
		return inPolygon(l.ground, w, h)
	case l.along != nil:
		return alongLine(l.along, w, h)
	}
	wide := max(l.wide, l.off)
	up, side := l.off+h/2+1, wide+w/2+1
	c := []point{
		{0, -up}, {0, up}, {side, 0}, {-side, 0},
		{w / 3, -up}, {-w / 3, -up}, {w / 3, up}, {-w / 3, up},
		{side, up * .6}, {side, -up * .6}, {-side, up * .6}, {-side, -up * .6},
	}
	for i := range c {
		c[i] = c[i].plus(l.at)
	}
	return c
}

// inPolygon returns places inside a polygon, from its middle outwards.
func inPolygon(pts []point, w, h float64) []point {
	b := bounds(pts)
	m := b.middle()
	var c []point
	for _, fy := range []float64{0, .2, -.2, .35, -.35} {
		for _, fx := range []float64{0, .15, -.15, .3, -.3} {
			p := point{m.x + fx*(b.x1-b.x0), m.y + fy*(b.y1-b.y0)}
			if inside(p, pts) {
				c = append(c, p)
			}
		}
	}
	return append(c, point{m.x, b.y0 - h}, point{m.x, b.y1 + h}, point{b.x1 + w/2 + 2, m.y}, point{b.x0 - w/2 - 2, m.y})
}

// alongLine returns places beside a line, from the middle of each part outwards.
func alongLine(pts []point, w, h float64) []point {
	var c []point
	for i := range pts[1:] {
		a, b := pts[i], pts[i+1]
		along := b.minus(a)
		if along.length() < 1 {
			continue
		}
		across := point{-along.y, along.x}.times(1 / along.length())
		off := math.Abs(across.x)*w/2 + math.Abs(across.y)*h/2 + 4
		for _, part := range []float64{.5, .3, .7, .15, .85} {
			p := a.plus(along.times(part))
			c = append(c, p.plus(across.times(off)), p.minus(across.times(off)))
		}
	}
	return c
}
