package mapview

import (
	"math"
	"slices"

	"galloper/projections/mapview/canvas"
)

type label struct {
	text  string
	short string // alternative if there is no room for text nearby; "" if there is none
	style canvas.Lettering
	pale  bool
	unit  bool // of a unit: placed before the names of the ground
	fixed bool // placed before all others
	must  bool // if there is no room near it, it is moved away and joined by a leader

	own    rect    // the box of the thing that it names
	parts  []rect  // its parts; nil if it has only one
	owner  int     // 1 + index of the symbol that it names, or 0
	ground []point // a polygon to place it in, instead of beside own
	along  []point // a line to place it along, instead
	spot   spot    // its position
	placed bool
}

// key is a letter on the map and the name that it stands for below the map.
type key struct {
	letter, name string
	at           point
}

// spot is a possible position of a label.
type spot struct {
	box    rect
	cost   float64
	leader [2]point // a line from the label to the thing that it names
	far    bool     // it has a leader
}

// rings lists the distances of a label from its object, in points. From the third on, a leader joins them.
var rings = []float64{0, 4, 12, 22, 36}

const firstLeader = 2

// labels places all texts so that none overlaps another or a symbol: units first, then places, then ground. A label
// without a good position may then take that of a label that can move at less cost.
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
	d.letters()
	for i := range d.names {
		if l := &d.names[i]; l.placed {
			d.put(l)
		}
	}
}

// letters places a letter for each name that found no position. The names are listed below the map.
func (d *drawing) letters() {
	for i := range d.names {
		l := &d.names[i]
		if l.placed || !l.must {
			continue
		}
		k := key{letter: letter(len(d.keys)), name: l.text}
		l.text, l.style = k.letter, roman(8.5)
		if l.spot, l.placed = d.best(l); !l.placed {
			l.spot, l.placed = d.spotOnObject(l)
		}
		if !l.placed && len(d.keys) > 0 { // it belongs to a crowd that already has a letter
			d.crowd(l.own.middle()).name += ", " + k.name
			l.must = false
			continue
		}
		k.at, l.placed = l.spot.box.middle(), true
		d.keys = append(d.keys, k)
	}
}

// crowd returns the letter nearest to a point.
func (d *drawing) crowd(at point) *key {
	nearest := &d.keys[0]
	for i := range d.keys {
		if k := &d.keys[i]; k.at.Minus(at).Length() < nearest.at.Minus(at).Length() {
			nearest = k
		}
	}
	return nearest
}

// spotOnObject returns a position on the object itself, for a letter that fits nowhere beside it. If all of them
// overlap other labels, it returns the first position and false.
func (d *drawing) spotOnObject(l *label) (s spot, ok bool) {
	w, h := l.size()
	parts := l.parts
	if len(parts) == 0 {
		parts = []rect{l.own}
	}
	var first spot
	for i, part := range parts {
		for j, by := range []point{{}, {X: -.5}, {X: .5}, {Y: -.5}, {Y: .5}, {X: -.5, Y: -.5}, {X: .5, Y: .5}} {
			x := part.middle().X + by.X*(part.x1-part.x0)
			y := part.middle().Y + by.Y*(part.y1-part.y0)
			x = min(max(x, d.field.x0+w/2), d.field.x1-w/2)
			y = min(max(y, d.field.y0+h/2), d.field.y1-h/2)
			s = spot{box: rect{x - w/2, y - h/2, x + w/2, y + h/2}}
			if i+j == 0 {
				first = s
			}
			if !slices.ContainsFunc(d.names, func(o label) bool { return o.placed && s.conflictsWith(&o.spot) }) {
				return s, true
			}
		}
	}
	return first, false
}

// letter returns A to Z, then AA and so on.
func letter(n int) string {
	if n >= 26 {
		return letter(n/26-1) + letter(n%26)
	}
	return string(rune('A' + n))
}

// shorten uses the short text if the full one would be far away and the short one can be nearer.
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

func (l *label) size() (w, h float64) {
	return canvas.TextWidth(l.text, l.style) + 2, l.style.Size * 1.02
}

// best returns the cheapest free position in the nearest ring that has one.
func (d *drawing) best(l *label) (spot, bool) {
	if l.ground != nil || l.along != nil {
		return d.bestOnGround(l)
	}
	for ring := range rings {
		if ring >= firstLeader && !l.must {
			break
		}
		s, ok := d.bestOf(l, ring, (*spot).conflictsWith)
		if ok && s.cost > struckThrough && ring+1 < firstLeader { // the next ring may avoid the line that crosses it
			if next, clear := d.bestOf(l, ring+1, (*spot).conflictsWith); clear && next.cost < s.cost {
				s = next
			}
		}
		if ok {
			return s, true
		}
	}
	return spot{}, false
}

// bestOnGround returns the first free position for the name of ground. The name of a road avoids the houses along it
// if possible.
func (d *drawing) bestOnGround(l *label) (built spot, ok bool) {
	for _, s := range l.onGround() {
		if !d.free(&s, l, (*spot).conflictsWith) {
			continue
		}
		if l.along == nil || !slices.ContainsFunc(d.houses, s.box.overlaps) {
			return s, true
		}
		if !ok {
			built, ok = s, true
		}
	}
	return built, ok
}

// struckThrough is the cost above which a position in the next ring may be better.
const struckThrough = 2.5

// bestOf returns the cheapest free position of a ring.
func (d *drawing) bestOf(l *label, ring int, meets func(a, b *spot) bool) (best spot, ok bool) {
	for _, s := range l.ringSpots(ring) {
		if !d.free(&s, l, meets) {
			continue
		}
		dear, clear := d.confusion(&s, l)
		if s.cost += dear; !clear {
			continue
		}
		if !ok || s.cost < best.cost {
			best, ok = s, true
		}
	}
	return best, ok
}

// free reports whether a label may be placed there: on the map, over no symbol, and overlapping no other label.
func (d *drawing) free(s *spot, of *label, meets func(a, b *spot) bool) bool {
	if !s.box.isInside(d.field) {
		return false
	}
	for i := range d.taken {
		if d.taken[i].overlaps(s.box) {
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

// conflictsWith reports whether two labels overlap, or the leader of one crosses the other.
func (s *spot) conflictsWith(o *spot) bool {
	return s.box.overlaps(o.box) || s.far && o.box.crossed(s.leader[0], s.leader[1]) ||
		o.far && s.box.crossed(o.leader[0], o.leader[1]) || s.far && o.far && cross(s.leader, o.leader)
}

func cross(a, b [2]point) bool {
	turn := func(p, q, r point) bool { return (q.X-p.X)*(r.Y-p.Y) > (q.Y-p.Y)*(r.X-p.X) }
	return turn(a[0], b[0], b[1]) != turn(a[1], b[0], b[1]) && turn(a[0], a[1], b[0]) != turn(a[0], a[1], b[1])
}

// confusion returns the cost of being near another symbol, or over a line. clear is false if the label would seem to
// name the other symbol, or its leader crosses it.
func (d *drawing) confusion(s *spot, l *label) (cost float64, clear bool) {
	if l.fixed {
		crosses := func(t taker) bool { return s.far && t.crossed(s.leader) }
		return 0, !l.isMisleading(s, d.sites) && !slices.ContainsFunc(d.symbols, crosses)
	}
	own := gapTo(&s.box, l.own, l.parts)
	for _, line := range d.shafts {
		if s.box.crossed(line[0], line[1]) {
			cost += 1.5
		}
	}
	cost += d.struck(&s.box)
	for i := range d.symbols {
		r := &d.symbols[i]
		if i+1 == l.owner || s.box.gap(r.box) >= own+3 && !s.far {
			continue
		}
		gap := gapTo(&s.box, r.box, r.parts)
		if !s.far && l.unit && gap < own-.5 || s.far && r.crossed(s.leader) {
			return 0, false
		}
		if gap < own+3 {
			cost += min(6, 2*(own+3-gap))
		}
	}
	return cost, true
}

// groundLine is a line of the terrain with its bounding box.
type groundLine struct {
	line []point
	box  rect
}

// struck returns the cost of terrain lines that run through a name: low across it, higher along it.
func (d *drawing) struck(b *rect) float64 {
	long := 0.0
	for i := range d.lines {
		if s := &d.lines[i]; s.box.overlaps(*b) {
			for j := range s.line[1:] {
				from, to := s.line[j], s.line[j+1]
				long += b.share(from, to) * to.Minus(from).Length()
			}
		}
	}
	return min(3, .6*long/(b.y1-b.y0))
}

// isMisleading reports whether the name of a site would seem to belong to another site.
func (l *label) isMisleading(s *spot, sites []rect) bool {
	own := s.box.gap(l.own)
	return slices.ContainsFunc(sites, func(r rect) bool {
		return r != l.own && (s.box.overlaps(r) || s.box.gap(r) < own || s.far && r.crossed(s.leader[0], s.leader[1]))
	})
}

// gapTo returns the distance of a box from an object that may consist of parts.
func gapTo(b *rect, whole rect, parts []rect) float64 {
	if len(parts) == 0 {
		return b.gap(whole)
	}
	gap := math.Inf(1)
	for _, p := range parts {
		gap = min(gap, b.gap(p))
	}
	return gap
}

// taker is a symbol that names must avoid: its bounding box and its parts.
type taker struct {
	box   rect
	parts []rect
}

func (t *taker) crossed(line [2]point) bool {
	return slices.ContainsFunc(t.parts, func(r rect) bool { return r.crossed(line[0], line[1]) })
}

// mostTrials limits the exchanges that are tried. It is a count, not a time, so that the same turn gives the same
// map.
const mostTrials = 2000

// exchange lets a label that is far away or unplaced take a nearby position from a label that can move at less cost.
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
			for _, s := range l.ringSpots(ring) {
				if trials++; trials > mostTrials {
					return
				}
				dear, clear := d.confusion(&s, l)
				if s.cost += dear; clear && s.cost < had && d.swap(l, s, had) {
					had = s.cost
				}
			}
		}
	}
}

// swap gives the label a position if at most one label occupies it, that label finds another, and the total cost
// falls.
func (d *drawing) swap(l *label, s spot, had float64) bool {
	if !s.box.isInside(d.field) || slices.ContainsFunc(d.taken, s.box.overlaps) {
		return false
	}
	var holder *label
	for i := range d.names {
		o := &d.names[i]
		if o == l || !o.placed || !s.conflictsWith(&o.spot) {
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

// halo returns the colour for the halo of letters: that of the ground below them.
func (d *drawing) halo(at point) rgba {
	c := d.colourAt(at)
	c.A = 200
	return c
}
