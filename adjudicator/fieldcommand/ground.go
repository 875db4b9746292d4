package fieldcommand

import (
	"galloper/adjudicator/board"
)

// Sizes in hundredths of the map's unit. Locales one unit apart are drawn as boxes.
const (
	boxWidth  = 68
	boxHeight = 50
	fringe    = 60
)

// mapOf returns the static map: each boundary with its road, and a bar at each obstructed approach. It shows each
// locale's id, as orders write it, beside its name.
func mapOf(b *Battle) board.Ground {
	g := board.Ground{Title: b.Title, CellsAreSites: true}
	at := b.layout()
	for i := range b.Locales {
		l := &b.Locales[i]
		kind := l.Terrain
		if kind == "open" {
			kind = ""
		}
		g.Cells = append(g.Cells, board.Cell{ID: l.ID, Name: l.Name, Kind: kind, At: at[i],
			Shape: board.BoxShape(at[i], boxWidth, boxHeight)})
		for side := range b.Sides {
			if l.Objective[side] {
				g.Marks = append(g.Marks, board.Mark{ID: l.ID, Kind: "objective",
					Side: b.Sides[side].ID,
					At:   board.Point{X: at[i].X + boxWidth/2, Y: at[i].Y + boxHeight/2}})
			}
		}
		if i == 0 {
			g.West, g.East, g.South, g.North = at[i].X, at[i].X, at[i].Y, at[i].Y
		}
		g.West, g.East = min(g.West, at[i].X-fringe), max(g.East, at[i].X+fringe)
		g.South, g.North = min(g.South, at[i].Y-fringe), max(g.North, at[i].Y+fringe)
	}
	for i := range b.Boundaries {
		g.Courses = append(g.Courses, b.courses(&b.Boundaries[i], at)...)
	}
	for i := range b.Sides {
		g.Sides = append(g.Sides, board.Edge{Side: b.Sides[i].ID, Name: b.Sides[i].Name})
	}
	return g
}

func (b *Battle) sideName(side int) string {
	if name := b.Sides[side].Name; name != "" {
		return name
	}
	return b.Sides[side].ID
}

// layout places the locales at their scenario coordinates, or else in rows in map order.
func (b *Battle) layout() []board.Point {
	columns := 1
	for columns*columns < len(b.Locales) {
		columns++
	}
	placed := true
	for i := range b.Locales {
		placed = placed && b.Locales[i].Placed
	}
	points := make([]board.Point, len(b.Locales))
	for i := range points {
		points[i] = b.Locales[i].At
		if !placed {
			points[i] = board.Point{X: i % columns * 100, Y: -(i / columns) * 100}
		}
	}
	return points
}

// courses returns the lines of a boundary: its road, and a bar before each obstructed approach.
func (b *Battle) courses(e *Boundary, at []board.Point) []board.Course {
	from, to := at[e.Ends[0]], at[e.Ends[1]]
	var list []board.Course
	kind := "link"
	switch {
	case e.Impassable:
		kind = "impassable"
	case e.Restricted:
		kind = "restricted"
	}
	if len(e.Roads) == 0 || e.Impassable || e.Restricted {
		list = append(list, board.Course{Kind: kind, At: []board.Point{from, to}})
	}
	for _, road := range e.Roads {
		name := map[string]string{"main": "road", "minor": "minor", "railroad": "railroad"}[road]
		list = append(list, board.Course{Kind: name, At: []board.Point{from, to}})
	}
	for i := range e.Obstructed {
		if e.Obstructed[i] {
			list = append(list, board.Course{Kind: "obstructed", At: bar(at[e.Ends[i]], at[e.Ends[1-i]])})
		}
	}
	return list
}

// bar returns a short line across the way between two locales, near the first.
func bar(from, to board.Point) []board.Point {
	dx, dy := to.X-from.X, to.Y-from.Y
	middle := board.Point{X: from.X + dx*2/5, Y: from.Y + dy*2/5}
	return []board.Point{{X: middle.X - dy/10, Y: middle.Y + dx/10}, {X: middle.X + dy/10, Y: middle.Y - dx/10}}
}
