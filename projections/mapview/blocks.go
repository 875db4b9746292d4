package mapview

import (
	"math"
	"slices"
)

// zoneShape is the shape of kill zones, which are drawn only if the sheet asks for them.
const zoneShape = "zone"

// killZones draws the bands within range of guns, in outline so that they hide nothing.
func (d *drawing) killZones() {
	if !d.sheet.Zones {
		return
	}
	for i := range d.zones {
		m := &d.zones[i]
		d.kinds.shape(m)
		d.zone(m, m.front/2, 0, m.deep)
	}
}

func (d *drawing) zone(m *symbol, w, from, to float64) {
	pts := m.local(point{X: -w, Y: from}, point{X: -w, Y: to}, point{X: w, Y: to}, point{X: w, Y: from})
	d.Draw(path{}.Line(pts...), ink{Stroke: d.army(m.side).edge, Width: .7, Dash: []float64{4, 2}})
}

// units draws the symbols: roads first, then old symbols, then current ones.
func (d *drawing) units() {
	d.moveRingsAside()
	d.fly()
	for i := range d.marks {
		if m := &d.marks[i]; len(m.road) > 0 {
			d.way(m)
		}
	}
	for _, old := range []bool{true, false} {
		for i := range d.marks {
			if m := &d.marks[i]; m.old == old {
				d.unit(m)
				d.occupy(m)
			}
		}
	}
}

// way draws the road ahead of a rider as a dotted line with a ring at its end.
func (d *drawing) way(m *symbol) {
	d.Draw(path{}.Line(append([]point{m.at}, m.road...)...), ink{Stroke: dark, Width: .9, Dash: []float64{1.2, 2.4}})
	d.Draw(path{}.Circle(m.road[len(m.road)-1], 2), ink{Stroke: dark, Width: .9})
}

// local converts points from the unit's coordinates (X across the front, Y forward) to the page.
func (m *symbol) local(pts ...point) []point {
	fwd := toward(m.facing)
	right := point{X: fwd.Y, Y: -fwd.X}
	out := make([]point, len(pts))
	for i, p := range pts {
		out[i] = m.at.Plus(right.Times(p.X)).Plus(fwd.Times(p.Y))
	}
	return out
}

// block returns a box as wide as the front, from one depth to another.
func (m *symbol) block(from, to float64) path {
	w := m.front / 2
	return path{}.Polygon(
		m.local(point{X: -w, Y: from}, point{X: w, Y: from}, point{X: w, Y: to}, point{X: -w, Y: to})...)
}

// outline returns the ink of a symbol's edge, broken if the symbol is old.
func (m *symbol) outline(a army) ink {
	if m.old {
		return ink{Stroke: mix(a.edge, plain, .4), Width: .9, Dash: []float64{2.2, 1.6}}
	}
	if m.is("shaken") || m.is("routed") {
		return ink{Stroke: a.edge, Width: 1.1, Dash: []float64{2.6, 1.8}}
	}
	return ink{Stroke: a.edge, Width: .8}
}

func (d *drawing) unit(m *symbol) {
	d.kinds.shape(m)
	a := d.army(m.side)
	if m.old {
		a.full, a.pale = mix(a.full, plain, .68), mix(a.pale, plain, .5)
	}
	k := m.outline(a)
	switch m.shape {
	case zoneShape: // in the legend
		d.zone(m, m.front/2, -m.deep/4, m.deep/4)
	case "commander":
		d.commander(m, a, k)
	case "courier":
		d.courier(m, a, k)
	case "guns":
		d.guns(m, a, k)
	case "skirmish":
		d.skirmishers(m, a, k)
	default:
		d.formed(m, a, k)
	}
}

// formed draws a body of troops as a block. The first side's foot is coloured in its front half only, so that sides
// differ in grey too; horse has a diagonal.
func (d *drawing) formed(m *symbol, a army, k ink) {
	w, h := m.front/2, m.deep/2
	front, rear := a.full, a.full
	if m.side == 0 {
		rear = a.pale
	}
	if m.is("routed") { // only the outline remains
		d.Draw(m.block(-h, h), ink{Fill: paper})
		d.Draw(m.block(-h, h), k)
		d.states(m, k, h)
		return
	}
	d.Draw(m.block(-h, h), ink{Fill: rear})
	switch m.shape {
	case "horse":
		d.Draw(m.block(-h, h), ink{Fill: a.pale})
		d.Draw(path{}.Polygon(m.local(point{X: -w, Y: -h}, point{X: w, Y: h}, point{X: -w, Y: h})...), ink{Fill: front})
	case "dragoons":
		d.Draw(m.block(-h, h), ink{Fill: a.pale})
		d.Draw(path{}.Polygon(m.local(point{X: -w, Y: -h}, point{X: w, Y: h}, point{X: -w, Y: h})...), ink{Fill: front})
		d.Draw(path{}.Line(m.local(point{X: 0, Y: -h}, point{X: 0, Y: h})...), ink{Stroke: a.edge, Width: 1.2})
	case "unknown":
		d.Draw(m.block(-h, h), ink{Fill: a.pale})
		d.Draw(path{}.Line(m.local(point{X: -w * .4}, point{X: w * .4})...), ink{Stroke: a.full, Width: 1.6})
	default:
		d.Draw(m.block(0, h), ink{Fill: front})
	}
	d.losses(m, a, h)
	d.Draw(m.block(-h, h), k)
	d.front(m, k, h)
	d.states(m, k, h)
}

// front marks a unit's facing with a thick line along its front and a point before it.
func (d *drawing) front(m *symbol, k ink, h float64) {
	if !m.faces {
		return
	}
	w := m.front / 2
	d.Draw(
		path{}.Line(m.local(point{X: -w, Y: h}, point{X: w, Y: h})...),
		ink{Stroke: k.Stroke, Width: 2, Dash: k.Dash},
	)
	d.Draw(path{}.Polygon(m.local(point{X: -2.6, Y: h}, point{X: 2.6, Y: h}, point{Y: h + 4})...), ink{Fill: k.Stroke})
}

// guns draws pieces with their wheels.
func (d *drawing) guns(m *symbol, a army, k ink) {
	w, h := m.front/2, min(m.deep/2, 5)
	d.states(m, k, h)
	n := max(int(m.front/14), 1)
	for i := range n {
		x := -w + (float64(i)+.5)*2*w/float64(n)
		d.Draw(path{}.Line(m.local(point{X: x, Y: -h}, point{X: x, Y: h + 4})...), ink{Stroke: k.Stroke, Width: 2.4})
		axle := m.local(point{X: x - 3.4, Y: -h * .1}, point{X: x + 3.4, Y: -h * .1})
		d.Draw(path{}.Line(axle...), ink{Stroke: k.Stroke, Width: 1})
		wheels := path{}.Circle(axle[0], 2.1).Circle(axle[1], 2.1)
		d.Draw(wheels, ink{Fill: a.full, Stroke: k.Stroke, Width: .9, Dash: k.Dash})
	}
}

func (d *drawing) skirmishers(m *symbol, a army, k ink) {
	w, n, men := m.front/2, max(int(m.front/6), 3), path{}
	for i := range n {
		x := -w + (float64(i)+.5)*2*w/float64(n)
		men = men.Circle(m.local(point{X: x, Y: 1.6 - 3.2*float64(i%2)})[0], 2.1)
	}
	d.states(m, k, 4)
	k.Fill = a.full
	d.Draw(men, k)
	if m.faces {
		d.Draw(path{}.Polygon(m.local(point{X: -2.6, Y: 4}, point{X: 2.6, Y: 4}, point{Y: 8})...), ink{Fill: k.Stroke})
	}
}

// fly turns a commander's flag to the left if it would hide troops on the right. On a table, flags are not turned.
func (d *drawing) fly() {
	hides := func(m *symbol) (n int) {
		cloth := m.parts()[0]
		cloth.y0 = m.at.Y + 6
		for i := range d.marks {
			if o := &d.marks[i]; o != m && o.shape != "courier" && slices.ContainsFunc(o.parts(), cloth.overlaps) {
				n++
			}
		}
		return n
	}
	for i := range d.marks {
		if m := &d.marks[i]; m.shape == "commander" && len(d.g.Cells) == 0 {
			right := hides(m)
			m.left = true
			m.left = right > hides(m)
		}
	}
}

// commander draws a staff with an upright flag, whatever the facing.
func (d *drawing) commander(m *symbol, a army, k ink) {
	at := func(x, y float64) point { return point{X: m.at.X + x, Y: m.at.Y + y} }
	d.Draw(path{}.Circle(m.at, 4), ink{Fill: plain}) // they may be on a unit of the same colour
	d.Draw(path{}.Line(m.at, at(0, 15)), ink{Stroke: k.Stroke, Width: 1.2})
	k.Fill = a.full
	wide := 10.0
	if m.left {
		wide = -wide
	}
	d.Draw(path{}.Polygon(at(0, 15), at(wide/2, 13.5), at(wide, 15), at(wide, 9), at(wide/2, 7.5), at(0, 9)), k)
	d.Draw(path{}.Circle(m.at, 2.6), ink{Fill: a.full, Stroke: k.Stroke, Width: 1})
}

// courier draws a rider's number in a ring, or an arrowhead along the road.
func (d *drawing) courier(m *symbol, a army, k ink) {
	if m.number > 0 {
		d.rider(m, a)
		return
	}
	if len(m.road) > 0 {
		v := m.road[0].Minus(m.at)
		m.facing = math.Atan2(v.X, v.Y) * 180 / math.Pi
	}
	k.Fill = a.full
	d.Draw(path{}.Polygon(m.local(point{Y: 6}, point{X: 4, Y: -4}, point{Y: -1.5}, point{X: -4, Y: -4})...), k)
}
