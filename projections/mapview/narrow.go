package mapview

import "galloper/adjudicator/board"

// A map of sites has no distances. On a narrow page it is stretched vertically by this many tenths, so that names and
// troops have room between the sites.
const tallInHand = 19

// inHand returns the ground as laid out on a narrow page.
func inHand(g board.Ground) board.Ground {
	if !g.CellsAreSites {
		return g
	}
	tall := func(pts []board.Point) []board.Point {
		list := make([]board.Point, len(pts))
		for i, p := range pts {
			list[i] = board.Point{X: p.X, Y: p.Y * tallInHand / 10}
		}
		return list
	}
	one := func(p board.Point) board.Point { return tall([]board.Point{p})[0] }
	of := g
	of.South, of.North = g.South*tallInHand/10, g.North*tallInHand/10
	of.Cells = make([]board.Cell, len(g.Cells))
	for i, c := range g.Cells {
		c.At, c.Shape = one(c.At), tall(c.Shape)
		of.Cells[i] = c
	}
	of.Courses = make([]board.Course, len(g.Courses))
	for i, c := range g.Courses {
		c.At = tall(c.At)
		of.Courses[i] = c
	}
	of.Marks = make([]board.Mark, len(g.Marks))
	for i, m := range g.Marks {
		m.At = one(m.At)
		of.Marks[i] = m
	}
	of.Areas = make([]board.Area, len(g.Areas))
	for i, a := range g.Areas {
		a.At = tall(a.At)
		of.Areas[i] = a
	}
	return of
}
