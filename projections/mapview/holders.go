package mapview

import (
	"slices"

	"galloper/adjudicator/board"
)

// starAt is where the sign of a place that counts stands.
type starAt struct {
	place string
	at    point
}

// flags shows who has the places that count, as far as the reader knows: a flag of the army at the place's star.
func (d *drawing) flags() {
	for _, s := range d.stars {
		if side := d.sideIndex(d.sheet.Held[s.place]); side != nobodys {
			d.kinds.held(side)
			d.flag(s.at, side)
			d.taken = append(d.taken, rect{s.at.X - 1, s.at.Y, s.at.X + 11, s.at.Y + 17})
		}
	}
}

// sideIndex is the place of a side among the ground's, nobody's where it has none.
func (d *drawing) sideIndex(id string) int {
	if id == "" {
		return nobodys
	}
	return slices.IndexFunc(d.g.Sides, func(e board.Edge) bool { return e.Side == id })
}

// flag is square, a commander's is a swallow tail; the first side's has its lower half pale, as its blocks.
func (d *drawing) flag(at point, side int) {
	a := d.army(side)
	staff := point{X: at.X, Y: at.Y + 16}
	d.Draw(path{}.Line(point{X: at.X, Y: at.Y + 3}, staff), ink{Stroke: paper, Width: 2.8})
	d.Draw(path{}.Line(point{X: at.X, Y: at.Y + 3}, staff), ink{Stroke: a.edge, Width: 1.2})
	cloth := rect{at.X, at.Y + 8, at.X + 10, at.Y + 16}
	d.Draw(box(cloth), ink{Fill: a.full})
	if side == 0 {
		d.Draw(box(rect{cloth.x0, cloth.y0, cloth.x1, (cloth.y0 + cloth.y1) / 2}), ink{Fill: a.pale})
	}
	d.Draw(box(cloth), ink{Stroke: a.edge, Width: .9})
}
