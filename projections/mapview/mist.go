package mapview

import (
	"slices"

	"galloper/adjudicator/board"
)

// misty is the veil over ground that is out of sight.
var misty = rgba{R: 0xFB, G: 0xF8, B: 0xF0, A: 120}

// mist lies over what the reader cannot see.
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
		for _, line := range d.unseen() {
			veil = veil.Polygon(line...)
		}
	}
	d.Draw(veil, ink{Fill: misty})
	d.kinds.mist = len(veil) > 0
}

// unseen returns the outlines of what is out of sight: of cells, or of the squares of a raster.
func (d *drawing) unseen() [][]point {
	squares := d.g.Cells
	if len(squares) == 0 {
		squares = d.squares()
	}
	var sides []side
	for i := range squares {
		if c := &squares[i]; !d.sheet.Sees(c.ID, c.At) {
			sides = append(sides, sidesOf(c)...)
		}
	}
	var lines [][]point
	for _, loop := range loops(sides) {
		line := d.places(loop)
		if len(d.g.Cells) == 0 { // a raster's steps are no edge that anybody sees
			line = softened(softened(middles(line)))
		}
		lines = append(lines, line)
	}
	return lines
}

// squares cuts a table into squares of some six points.
func (d *drawing) squares() []board.Cell {
	size := int(7 / d.scale)
	var list []board.Cell
	for y := d.g.South; y < d.g.North; y += size {
		for x := d.g.West; x < d.g.East; x += size {
			at := board.Point{X: x + size/2, Y: y + size/2}
			list = append(list, board.Cell{At: at, Shape: []board.Point{
				{X: x, Y: y}, {X: x + size, Y: y}, {X: x + size, Y: y + size}, {X: x, Y: y + size}}})
		}
	}
	return list
}

// middles are those of a closed line's sides: of a stair's they lie on a slope.
func middles(pts []point) []point {
	out := make([]point, len(pts))
	for i, p := range pts {
		out[i] = p.Plus(pts[(i+1)%len(pts)]).Times(.5)
	}
	return out
}

// softened cuts each corner of a closed line (Chaikin), so that steps become a slope.
func softened(pts []point) []point {
	out := make([]point, 0, 2*len(pts))
	for i, p := range pts {
		q := pts[(i+1)%len(pts)]
		out = append(out, p.Times(.75).Plus(q.Times(.25)), p.Times(.25).Plus(q.Times(.75)))
	}
	return out
}

// side is one side of a cell.
type side struct{ from, to board.Point }

func sidesOf(c *board.Cell) []side {
	sides := make([]side, len(c.Shape))
	for i, p := range c.Shape {
		sides[i] = side{p, c.Shape[(i+1)%len(c.Shape)]}
	}
	return sides
}

// loops are the closed lines round cells that touch: the sides that no two of them share, one after another.
func loops(sides []side) [][]board.Point {
	there := make(map[side]bool, len(sides))
	for _, s := range sides {
		there[s] = true
	}
	on := map[board.Point][]int{} // the sides that lead on from a corner
	rim := slices.DeleteFunc(slices.Clone(sides), func(s side) bool { return there[side{s.to, s.from}] })
	for i, s := range rim {
		on[s.from] = append(on[s.from], i)
	}
	used := make([]bool, len(rim))
	var all [][]board.Point
	for first := range rim {
		if used[first] {
			continue
		}
		var line []board.Point
		for i := first; i >= 0; {
			used[i] = true
			line = append(line, rim[i].from)
			next := -1
			for _, j := range on[rim[i].to] {
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
