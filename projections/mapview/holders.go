package mapview

import (
	"slices"

	"galloper/adjudicator/board"
)

// starAt is the position of an objective's star.
type starAt struct {
	place string
	at    point
}

// flags shows the known holders of the objectives: a flag of the army at the star.
func (d *drawing) flags() {
	for _, s := range d.stars {
		if side := d.sideIndex(d.sheet.Held[s.place]); side != nobodys {
			d.kinds.held(side)
			in := d.field.grown(-2)
			at := point{X: min(max(s.at.X, in.x0), in.x1), Y: min(max(s.at.Y, in.y0), in.y1)}
			to := d.flying(at)
			d.flag(at, to, side)
			cloth := clothAt(at, to).grown(1)
			d.taken, d.flown = append(d.taken, cloth), append(d.flown, cloth)
		}
	}
}

// sideIndex returns the index of a side in the ground's sides, or nobodys for no side.
func (d *drawing) sideIndex(id string) int {
	if id == "" {
		return nobodys
	}
	return slices.IndexFunc(d.g.Sides, func(e board.Edge) bool { return e.Side == id })
}

// flying returns a flag's direction from its point: up and to the right, unless another direction stays on the map or
// hides no symbol.
func (d *drawing) flying(at point) point {
	for _, free := range []bool{true, false} {
		for _, to := range []point{{X: 1, Y: 1}, {X: -1, Y: 1}, {X: 1, Y: -1}, {X: -1, Y: -1}} {
			if cloth := clothAt(at, to).grown(1); cloth.isInside(d.field) && (!free || !d.covers(&cloth)) {
				return to
			}
		}
	}
	return point{X: -1, Y: -1}
}

// covers reports whether a box overlaps a symbol.
func (d *drawing) covers(b *rect) bool {
	return slices.ContainsFunc(d.symbols, func(s taker) bool { return slices.ContainsFunc(s.parts, b.overlaps) })
}

// clothAt returns the box of the cloth of a flag.
func clothAt(at, to point) rect {
	far, near := at.Plus(point{X: to.X * 10, Y: to.Y * 16}), at.Plus(point{Y: to.Y * 8})
	return rect{min(far.X, near.X), min(far.Y, near.Y), max(far.X, near.X), max(far.Y, near.Y)}
}

// flag draws a square flag; a commander's is a swallowtail. The first side's has a pale lower half, like its blocks.
func (d *drawing) flag(at, to point, side int) {
	a, cloth := d.army(side), clothAt(at, to)
	foot, top := at.Plus(point{Y: 3 * to.Y}), at.Plus(point{Y: 16 * to.Y})
	d.Draw(path{}.Line(foot, top), ink{Stroke: paper, Width: 2.8})
	d.Draw(path{}.Line(foot, top), ink{Stroke: a.edge, Width: 1.2})
	d.Draw(box(cloth), ink{Fill: a.full})
	if side == 0 {
		d.Draw(box(rect{cloth.x0, cloth.y0, cloth.x1, (cloth.y0 + cloth.y1) / 2}), ink{Fill: a.pale})
	}
	d.Draw(box(cloth), ink{Stroke: a.edge, Width: .9})
}
