package mapview

import (
	"slices"

	"galloper/projections/knowledge"
	"galloper/projections/mapview/canvas"
)

// riders gives couriers the numbers that they have in the report; their ids are for the record only.
func (d *drawing) riders(k *knowledge.Known) {
	for _, r := range k.Riders() {
		for i := range d.marks {
			if m := &d.marks[i]; m.shape == "courier" && m.subject == r.Subject {
				m.number, m.label = r.Number, ""
			}
		}
	}
}

func (d *drawing) rider(m *symbol, a army) {
	style := roman(7.5)
	if m.from != m.at {
		d.Draw(path{}.Line(m.from, m.at), ink{Stroke: a.edge, Width: .8})
		d.Draw(path{}.Circle(m.from, 1.6), ink{Fill: a.edge})
	}
	d.Draw(path{}.Circle(m.at, 5), ink{Fill: paper, Stroke: a.edge, Width: 1})
	text := itoa(m.number)
	d.Write(point{X: m.at.X - canvas.TextWidth(text, style)/2, Y: m.at.Y - 2.6}, text, style)
}

// moveRingsAside moves the rings of riders beside troops and other rings that they would hide, joined by a line to the
// rider's position.
func (d *drawing) moveRingsAside() {
	parts := make([][]rect, len(d.marks))
	for i := range d.marks {
		m := &d.marks[i]
		m.from, parts[i] = m.at, m.parts()
	}
	if len(d.g.Cells) > 0 {
		return
	}
	for i := range d.marks {
		m := &d.marks[i]
		if m.number == 0 || freeFor(parts, i, m.at) {
			continue
		}
		for n := range 4 * len(around8) {
			p := m.at.Plus(around8[n%len(around8)].Times(float64(9 + 4*(n/len(around8)))))
			if around(p, 7).isInside(d.field) && freeFor(parts, i, p) {
				m.at = p
				parts[i] = m.parts()
				break
			}
		}
	}
}

// around8 holds the eight directions.
var around8 = []point{{X: .7, Y: .7}, {X: -.7, Y: .7}, {X: .7, Y: -.7}, {X: -.7, Y: -.7}, {Y: 1}, {Y: -1}, {X: 1},
	{X: -1}}

// freeFor reports whether a rider's ring at p would hide no troops and no other ring.
func freeFor(parts [][]rect, rider int, p point) bool {
	ring := around(p, 5.5)
	for i := range parts {
		if i != rider && slices.ContainsFunc(parts[i], ring.overlaps) {
			return false
		}
	}
	return true
}
