package mapview

import (
	"slices"

	"galloper/adjudicator/board"
)

// crossings lists the kinds of river cells that troops can cross. They are drawn as water with a way across it.
var crossings = map[string]bool{"ford": true, "bridge": true}

// streams reports whether the board has a river made of cells, which then includes fords and bridges.
func (d *drawing) streams() bool {
	for i := range d.g.Cells {
		if kindOf(&d.g.Cells[i]) == "river" {
			return true
		}
	}
	return false
}

func kindOf(c *board.Cell) string { return drawnAs(c.Kind, c.Look) }

// pitch returns the distance between the middles of adjacent cells.
func (d *drawing) pitch() int {
	nearest := 0
	for i := range d.g.Cells[1:] {
		if gap := d.g.Cells[0].At.Distance(d.g.Cells[i+1].At); nearest == 0 || gap < nearest {
			nearest = gap
		}
	}
	return nearest
}

// cellAt returns the cell whose middle is close to a point, or nil.
func (d *drawing) cellAt(at board.Point) *board.Cell {
	near := d.pitch() / 4
	for i := range d.g.Cells {
		if d.g.Cells[i].At.Distance(at) < near {
			return &d.g.Cells[i]
		}
	}
	return nil
}

// onward returns the sides of a river cell. At the ends of a row it adds an extra cell, so that the river does not
// end on the map.
func (d *drawing) onward(c *board.Cell) []side {
	all := sidesOf(c)
	for _, by := range []int{-d.pitch(), d.pitch()} {
		if d.cellAt(board.Point{X: c.At.X + by, Y: c.At.Y}) != nil {
			continue
		}
		more := board.Cell{Shape: make([]board.Point, len(c.Shape))}
		for i, p := range c.Shape {
			more.Shape[i] = board.Point{X: p.X + by, Y: p.Y}
		}
		all = append(all, sidesOf(&more)...)
	}
	return all
}

// crossed draws the fords and bridges of a river made of cells, from bank to bank.
func (d *drawing) crossed() {
	if !d.streams() {
		return
	}
	for i := range d.g.Cells {
		c := &d.g.Cells[i]
		kind := kindOf(c)
		if !crossings[kind] {
			continue
		}
		from, to := d.banks(c)
		way := to.Minus(from)
		along := unit(way)
		wide := point{X: -along.Y, Y: along.X}.Times(way.Length() * .16)
		d.kinds.add(kind, false)
		d.kinds.counts(kind, drawnAs(c.Kind, ""))
		if kind == "ford" {
			l, wide := lookOf(kind), wide.Times(1.5) // within the rounded banks
			shallow := []point{from.Plus(wide), to.Plus(wide), to.Minus(wide), from.Minus(wide)}
			d.wash(shallow, l.wash)
			l.texture(d, shallow, &l)
			continue
		}
		if d.onRoad(c) {
			continue // drawn with the road
		}
		d.stroke("road", []point{from.Minus(along.Times(12)), to.Plus(along.Times(12))})
		d.bridge(from.Plus(way.Times(.5)), along, way.Length()/2-2)
	}
}

// onRoad reports whether a road goes through the cell.
func (d *drawing) onRoad(c *board.Cell) bool {
	near := d.pitch() / 2
	return slices.ContainsFunc(d.g.Courses, func(o board.Course) bool {
		for i := 1; i < len(o.At); i++ {
			if trodden[o.Kind] && between(o.At[i-1], o.At[i]).Distance(c.At) < near {
				return true
			}
		}
		return false
	})
}

// banks returns the two ends of a crossing: the cell's borders with two opposite dry cells, preferring a town to open
// ground.
func (d *drawing) banks(c *board.Cell) (from, to point) {
	var dry []*board.Cell
	for i := range d.g.Cells {
		n := &d.g.Cells[i]
		wet := kindOf(n) == "river" || crossings[kindOf(n)]
		if !wet && n.At.Distance(c.At) < d.pitch()*5/4 {
			dry = append(dry, n)
		}
	}
	b := bounds(d.places(c.Shape))
	from, to = point{X: b.middle().X, Y: b.y0}, point{X: b.middle().X, Y: b.y1}
	widest := 0
	for i, one := range dry {
		for _, other := range dry[i+1:] {
			gap := one.At.Distance(other.At)
			if kindOf(one) == "town" || kindOf(other) == "town" {
				gap += gap / 8
			}
			if gap > widest {
				widest = gap
				from, to = d.place(between(c.At, one.At)), d.place(between(c.At, other.At))
			}
		}
	}
	return from, to
}

func between(p, q board.Point) board.Point {
	return board.Point{X: (p.X + q.X) / 2, Y: (p.Y + q.Y) / 2}
}
