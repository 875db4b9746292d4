package mapview

import "math"

// occupy reserves the space of a symbol and requests its label.
func (d *drawing) occupy(m *symbol) {
	own := taker{parts: m.parts()}
	own.box = own.parts[0]
	for _, r := range own.parts {
		own.box = rect{min(own.box.x0, r.x0), min(own.box.y0, r.y0), max(own.box.x1, r.x1), max(own.box.y1, r.y1)}
	}
	d.taken = append(append(d.taken, own.parts...), m.extras()...)
	m.box = own.box
	d.symbols = append(d.symbols, own)
	if m.label == "" {
		return
	}
	style := roman(8)
	if m.shape == "commander" {
		style = boldItalic(8)
	}
	if m.shape != "courier" {
		style.Colour = d.army(m.side).edge
	}
	d.names = append(d.names, label{text: m.label, short: m.short, style: style, own: own.box, parts: own.parts,
		owner: len(d.symbols), pale: m.old, unit: true, must: true})
}

// parts returns the boxes that cover a symbol: a row along its front.
func (m *symbol) parts() []rect {
	switch m.shape {
	case "commander":
		if m.left {
			return []rect{{m.at.X - 11, m.at.Y - 4, m.at.X + 4, m.at.Y + 16}}
		}
		return []rect{{m.at.X - 4, m.at.Y - 4, m.at.X + 11, m.at.Y + 16}}
	case "courier":
		return []rect{around(m.at, 5)}
	}
	if turned := math.Mod(m.facing, 90); math.Abs(turned) < 1e-9 { // axis-aligned: its own box
		b := bounds(m.local(point{X: -m.front / 2, Y: -m.deep / 2}, point{X: m.front / 2, Y: m.deep / 2}))
		return split(b.grown(1), m.deep+2)
	}
	var parts []rect
	n := max(int(math.Ceil(m.front/m.deep)), 1)
	for i := range n {
		x := -m.front/2 + (float64(i)+.5)*m.front/float64(n)
		parts = append(parts, around(m.local(point{X: x})[0], m.deep/2+1.5))
	}
	return parts
}

// split divides a long box into parts of about the given size.
func split(b rect, size float64) []rect {
	wide, high := b.x1-b.x0, b.y1-b.y0
	n := max(int(max(wide, high)/(2*size)), 1)
	var parts []rect
	for i := range n {
		from, to := float64(i)/float64(n), float64(i+1)/float64(n)
		if wide > high {
			parts = append(parts, rect{b.x0 + wide*from, b.y0, b.x0 + wide*to, b.y1})
		} else {
			parts = append(parts, rect{b.x0, b.y0 + high*from, b.x1, b.y0 + high*to})
		}
	}
	return parts
}

// extras returns the boxes of the marks around a symbol: its point, and the marks of its states.
func (m *symbol) extras() []rect {
	var list []rect
	w, h := m.front/2, m.deep/2
	add := func(x, y, r float64) { list = append(list, around(m.local(point{X: x, Y: y})[0], r)) }
	if m.shape == "commander" || m.shape == "courier" {
		return nil
	}
	if m.shape == "guns" || m.shape == "skirmish" {
		h = min(h, 5)
	}
	if m.faces {
		add(0, h+2, 2.6)
	}
	if m.is("engaged") {
		add(0, h+6.5, 4.5)
	}
	if m.is("halted") {
		add(0, h+5.5, 4)
	}
	if m.is("dry") {
		add(w-3.2, -h-3.4, 3)
	}
	if m.is("routed") {
		add(0, -h-6, 4)
	}
	return list
}
