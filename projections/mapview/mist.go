package mapview

import (
	"slices"

	"galloper/adjudicator/board"
)

// misty is the colour of the veil over ground that is out of sight.
var misty = rgba{R: 0xFB, G: 0xF8, B: 0xF0, A: 120}

// mist draws the fog of war over ground that the reader cannot see.
func (d *drawing) mist() {
	if d.sheet.Sees == nil || d.umpire {
		return
	}
	var veil path
	if d.g.CellsAreSites {
		for i := range d.g.Cells {
			if c := &d.g.Cells[i]; !d.sheet.Sees(c.ID, c.At) {
				b := bounds(d.places(c.Shape))
				veil = veil.Polygon(rounded(corners(b.grown(3)), (b.y1-b.y0)*.5, true)...)
			}
		}
	} else {
		for _, line := range d.hiddenOutlines() {
			veil = veil.Polygon(line...)
		}
	}
	d.Draw(veil, ink{Fill: misty})
	d.kinds.mist = len(veil) > 0
}

// hiddenOutlines returns the outlines of the ground that is out of sight, in cells or in squares of a raster.
func (d *drawing) hiddenOutlines() [][]point {
	var lines [][]point
	if len(d.g.Cells) == 0 {
		for _, loop := range loops(d.rimOfSquares()) {
			lines = append(lines, softenCorners(softenCorners(middles(d.places(loop))))) // hide the raster's steps
		}
		return lines
	}
	var sides []side
	for i := range d.g.Cells {
		if c := &d.g.Cells[i]; !d.sheet.Sees(c.ID, c.At) {
			sides = append(sides, sidesOf(c)...)
		}
	}
	for _, loop := range loops(rim(sides)) {
		lines = append(lines, d.places(loop))
	}
	return lines
}

// rimOfSquares divides a table into squares of about seven points, and returns the border of those that are out of
// sight.
func (d *drawing) rimOfSquares() []side {
	size := max(int(7/d.scale), 1)
	wide, high := (d.g.East-d.g.West+size-1)/size, (d.g.North-d.g.South+size-1)/size
	row := wide + 2 // with a margin around the table
	hidden := make([]bool, row*(high+2))
	corner := func(x, y int) board.Point { return board.Point{X: d.g.West + x*size, Y: d.g.South + y*size} }
	for y := range high {
		for x := range wide {
			at := corner(x, y)
			hidden[(y+1)*row+x+1] = !d.sheet.Sees("", board.Point{X: at.X + size/2, Y: at.Y + size/2})
		}
	}
	var sides []side
	for y := range high {
		for x := range wide {
			at := (y+1)*row + x + 1
			if !hidden[at] {
				continue
			}
			round := [...]board.Point{corner(x, y), corner(x+1, y), corner(x+1, y+1), corner(x, y+1)}
			for i, beside := range [...]int{at - row, at + 1, at + row, at - 1} {
				if !hidden[beside] {
					sides = append(sides, side{round[i], round[(i+1)%4]})
				}
			}
		}
	}
	return sides
}

// middles returns the midpoints of a closed line's sides, which turn a staircase into a slope.
func middles(pts []point) []point {
	out := make([]point, len(pts))
	for i, p := range pts {
		out[i] = p.Plus(pts[(i+1)%len(pts)]).Times(.5)
	}
	return out
}

// softenCorners cuts each corner of a closed line (Chaikin), so that steps become a slope.
func softenCorners(pts []point) []point {
	out := make([]point, 0, 2*len(pts))
	for i, p := range pts {
		q := pts[(i+1)%len(pts)]
		out = append(out, p.Times(.75).Plus(q.Times(.25)), p.Times(.25).Plus(q.Times(.75)))
	}
	return out
}

type side struct{ from, to board.Point }

func sidesOf(c *board.Cell) []side {
	sides := make([]side, len(c.Shape))
	for i, p := range c.Shape {
		sides[i] = side{p, c.Shape[(i+1)%len(c.Shape)]}
	}
	return sides
}

// rim returns the sides that belong to one cell only.
func rim(sides []side) []side {
	there := make(map[side]bool, len(sides))
	for _, s := range sides {
		there[s] = true
	}
	return slices.DeleteFunc(sides, func(s side) bool { return there[side{s.to, s.from}] })
}

// loops joins sides to closed lines.
func loops(sides []side) [][]board.Point {
	on := map[board.Point][]int{} // the sides that start at a corner
	for i, s := range sides {
		on[s.from] = append(on[s.from], i)
	}
	used := make([]bool, len(sides))
	var all [][]board.Point
	for first := range sides {
		if used[first] {
			continue
		}
		var line []board.Point
		for i := first; i >= 0; {
			used[i] = true
			line = append(line, sides[i].from)
			next := -1
			for _, j := range on[sides[i].to] {
				if !used[j] {
					next = j
					break
				}
			}
			i = next
		}
		all = append(all, line)
	}
	return all
}
