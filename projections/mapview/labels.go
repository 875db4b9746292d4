package mapview

import (
	"math"
	"slices"

	"galloper/projections/mapview/canvas"
)

// label is a text that wants a place.
type label struct {
	text  string
	short string // instead, where the text finds no place near by; "" none
	style canvas.Lettering
	pale  bool
	unit  bool // of a symbol: placed before the names of the ground
	fixed bool // has its place before all others
	must  bool // if there is no room near it, it is moved away and joined by a line

	own    rect    // what it names
	owner  int     // the symbol that it names, from 1; 0 none
	ground []point // a polygon to stand in, instead of beside own
	along  []point // a line to stand at, instead
	spot   spot    // where it stands
	placed bool
}

// spot is a place for a label.
type spot struct {
	box    rect
	cost   float64
	leader [2]point // a line from the label to what it names
	far    bool     // it has that line
}

// rings are how far a label stands from what it names, in points; from the third on a line joins them.
var rings = []float64{0, 5, 12, 22, 36, 54, 80, 110, 150, 200, 260, 330}

const (
	firstLeader = 2
	nearby      = 5 // rings that are still beside what is named
)

// labels places all texts so that none lies over another or over a symbol: first the units', then
// names of places, then those of the ground. What found no good place then takes one whose holder can
// move for less.
func (d *drawing) labels() {
	slices.SortStableFunc(d.names, func(a, b label) int { return rank(&a) - rank(&b) })
	for i := range d.names {
		l := &d.names[i]
		l.spot, l.placed = d.best(l)
		if l.short != "" && (!l.placed || l.spot.far) {
			d.shorten(l)
		}
	}
	d.exchange()
	for i := range d.names {
		if l := &d.names[i]; l.placed {
			d.put(l)
		}
	}
}

// shorten writes an id for a name that has to stand far off, if that stands nearer.
func (d *drawing) shorten(l *label) {
	whole := *l
	l.text, l.placed = l.short, false
	if s, ok := d.best(l); ok && (!whole.placed || s.cost < whole.spot.cost-3) {
		l.spot, l.placed = s, true
		return
	}
	*l = whole
}

func rank(l *label) int {
	switch {
	case l.fixed:
		return -1
	case l.unit && !l.pale:
		return 0
	case l.unit:
		return 1
	case l.must:
		return 2
	}
	return 3
}

// size returns the room that a label takes.
func (l *label) size() (w, h float64) {
	return canvas.TextWidth(l.text, l.style) + 2, l.style.Size * 1.02
}

// best returns the cheapest free place in the nearest ring that has one.
func (d *drawing) best(l *label) (spot, bool) {
	if l.ground != nil || l.along != nil {
		for _, s := range l.onGround() {
			if d.free(&s, l, (*spot).meets) {
				return s, true
			}
		}
		return spot{}, false
	}
	for _, try := range attempts {
		for ring := try.from; ring < try.to; ring++ {
			if ring >= firstLeader && !l.must {
				return spot{}, false
			}
			if s, ok := d.bestOf(l, ring, try.meets); ok {
				return s, true
			}
		}
	}
	return spot{}, false
}

// attempts are the rings in the order in which they are tried: a line over another is better than a
// name out of sight of what it names.
var attempts = []struct {
	from, to int
	meets    func(a, b *spot) bool
}{
	{0, nearby, (*spot).meets}, {firstLeader, nearby, (*spot).covers},
	{nearby, len(rings), (*spot).meets}, {nearby, len(rings), (*spot).covers},
}

// bestOf returns the cheapest free place of a ring.
func (d *drawing) bestOf(l *label, ring int, meets func(a, b *spot) bool) (best spot, ok bool) {
	for _, s := range l.beside(ring) {
		if !d.free(&s, l, meets) {
			continue
		}
		s.cost += d.confusion(&s, l)
		if !ok || s.cost < best.cost {
			best, ok = s, true
		}
	}
	return best, ok
}

// beside returns the places of a ring: nine along each side of what is named, more farther off.
func (l *label) beside(ring int) []spot {
	w, h := l.size()
	off, m := rings[ring]+h/2+.5, l.own.middle()
	side := rings[ring] + w/2 + 1
	var spots []spot
	add := func(x, y, cost float64) {
		s := spot{box: rect{x - w/2, y - h/2, x + w/2, y + h/2}, cost: cost + rings[ring]*.35}
		if ring >= firstLeader {
			s.leader, s.far = [2]point{s.box.nearest(m), l.own.nearest(s.box.middle())}, true
		}
		spots = append(spots, s)
	}
	half := 4
	if ring >= firstLeader {
		half = 4 + 2*ring // round the whole ring, not beside the symbol alone
	}
	for i := -half; i <= half; i++ {
		part := float64(i) / float64(half)
		dear := 1.2 * math.Abs(part)
		x, y := (l.own.x1-l.own.x0)/2+w/2, (l.own.y1-l.own.y0)/2+h/2
		if ring >= firstLeader {
			x, y = x+rings[ring], y+rings[ring]
		}
		x, y = m.X+part*x, m.Y+part*y
		add(x, l.own.y0-off, dear)
		add(x, l.own.y1+off, dear+.3)
		add(l.own.x1+side, y, dear+.6)
		add(l.own.x0-side, y, dear+.9)
	}
	return spots
}

// onGround returns the places of a name of the ground, the best first.
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

// free reports whether a label may stand there: on the map, over no symbol, and meeting no other label.
func (d *drawing) free(s *spot, of *label, meets func(a, b *spot) bool) bool {
	if !s.box.within(d.field) {
		return false
	}
	for i := range d.taken {
		if d.taken[i].meets(s.box) {
			return false
		}
	}
	for i := range d.names {
		if l := &d.names[i]; l.placed && l != of && meets(s, &l.spot) {
			return false
		}
	}
	return true
}

// meets reports whether two labels would lie over each other, or the line of one over the other.
func (s *spot) meets(o *spot) bool {
	return s.box.meets(o.box) || s.far && o.box.crossed(s.leader[0], s.leader[1]) ||
		o.far && s.box.crossed(o.leader[0], o.leader[1]) || s.far && o.far && cross(s.leader, o.leader)
}

// covers is meets where so many stand on one place that their lines must run over each other.
func (s *spot) covers(o *spot) bool { return s.box.meets(o.box) }

// cross reports whether two lines cross.
func cross(a, b [2]point) bool {
	turn := func(p, q, r point) bool { return (q.X-p.X)*(r.Y-p.Y) > (q.Y-p.Y)*(r.X-p.X) }
	return turn(a[0], b[0], b[1]) != turn(a[1], b[0], b[1]) && turn(a[0], a[1], b[0]) != turn(a[0], a[1], b[1])
}

// confusion is what it costs that the label seems to be another symbol's, or its line runs over one.
func (d *drawing) confusion(s *spot, l *label) float64 {
	cost, own := 0.0, s.box.gap(l.own)
	for i, r := range d.symbols {
		if i+1 == l.owner {
			continue
		}
		if gap := s.box.gap(r); gap < own+3 {
			cost += min(6, 2*(own+3-gap))
		}
		if s.far && r.crossed(s.leader[0], s.leader[1]) {
			cost += 8
		}
	}
	return cost
}

// mostTrials is how many exchanges are tried: counted, so that the same turn gives the same map.
const mostTrials = 2000

// exchange lets a label that stands far off, or nowhere, take a near place from another that can move
// for less.
func (d *drawing) exchange() {
	trials := 0
	for i := range d.names {
		l := &d.names[i]
		if !l.must || l.placed && !l.spot.far && l.spot.cost < 4 {
			continue
		}
		had := l.spot.cost
		if !l.placed {
			had = 1000
		}
		for ring := range firstLeader {
			for _, s := range l.beside(ring) {
				if trials++; trials > mostTrials {
					return
				}
				s.cost += d.confusion(&s, l)
				if s.cost < had && d.swap(l, s, had) {
					had = s.cost
				}
			}
		}
	}
}

// swap gives a label the place if its one holder finds another, and both together cost less than they did.
func (d *drawing) swap(l *label, s spot, had float64) bool {
	if !s.box.within(d.field) || slices.ContainsFunc(d.taken, s.box.meets) {
		return false
	}
	var holder *label
	for i := range d.names {
		o := &d.names[i]
		if o == l || !o.placed || !s.meets(&o.spot) {
			continue
		}
		if holder != nil || !o.must {
			return false
		}
		holder = o
	}
	was, wasPlaced := l.spot, l.placed
	l.spot, l.placed = s, true
	if holder == nil {
		return true
	}
	before := holder.spot
	holder.placed = false
	after, ok := d.best(holder)
	if holder.placed = true; ok && after.cost+s.cost < before.cost+had {
		holder.spot = after
		return true
	}
	holder.spot, l.spot, l.placed = before, was, wasPlaced
	return false
}

// put writes a label where it stands.
func (d *drawing) put(l *label) {
	style := l.style
	style.Halo = d.halo(l.spot.box.middle())
	if l.pale {
		style.Colour = mix(style.Colour, plain, .35)
	}
	if l.spot.far {
		d.Draw(path{}.Line(l.spot.leader[0], l.spot.leader[1]), ink{Stroke: mix(dark, plain, .3), Width: .5})
	}
	_, h := l.size()
	d.Write(point{X: l.spot.box.x0 + 1, Y: l.spot.box.y0 + h*.24}, l.text, style)
}

// halo is what clears the ground round letters: its own colour.
func (d *drawing) halo(at point) rgba {
	c := d.colourAt(at)
	c.A = 200
	return c
}

// inPolygon returns places inside a polygon, from its middle outwards, and beside it.
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

// alongLine returns places beside a line, from the middle of each part outwards.
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
