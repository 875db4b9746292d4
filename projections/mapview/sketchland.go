package mapview

import (
	"slices"
	"strconv"
	"strings"

	"galloper/adjudicator/board"
)

// inkOf returns the character for a look of ground, or 0.
func inkOf(look string) byte {
	switch look {
	case "water", "river", "lake", "stream", "brook":
		return '~'
	case "bridge", "ford":
		return '='
	case "hill", "crags", "impassable":
		return '^'
	case "town", "village", "farm", "house":
		return '#'
	case "wood", "woods", "light_woods", "heavy_woods", "forest", "orchard", "swamp", "marsh":
		return '"'
	case "road", "pike", "minor", "track", "railroad":
		return ':'
	case "link", "restricted":
		return '.'
	}
	return 0
}

// inks are the characters for ground, in the order of the key.
const inks = `~=:.^"#`

var inkNames = map[rune]string{'~': "water", '=': "bridge or ford", ':': "road", '.': "way without a road",
	'^': "height, crags", '"': "woods, marsh", '#': "houses"}

// lay draws the ground: areas and cells, with roads and water over them. It returns the key.
func (s *sketch) lay(g *board.Ground) string {
	for _, piece := range patches(g) {
		for y := range s.grid {
			for x := range s.grid[y] {
				if piece.Has(s.pointAt(g, x, y)) {
					s.grid[y][x] = piece.ink
				}
			}
		}
	}
	for i := range g.Courses {
		c := &g.Courses[i]
		for k := 1; k < len(c.At); k++ {
			s.draw(g, c.At[k-1], c.At[k], inkOf(c.Kind))
		}
	}
	for i := range g.Marks {
		if g.Marks[i].Kind == "bridge" || g.Marks[i].Kind == "ford" {
			s.draw(g, g.Marks[i].At, g.Marks[i].At, '=')
		}
	}
	var row []string
	for _, ink := range inks {
		if s.has(byte(ink)) {
			row = append(row, string(ink)+" "+inkNames[ink])
		}
	}
	return strings.Join(row, "   ")
}

// patch is a piece of ground with its character.
type patch struct {
	board.Polygon
	ink byte
}

// patches returns the pieces of ground from bottom to top.
func patches(g *board.Ground) (list []patch) {
	add := func(look string, shape []board.Point) {
		if ink := inkOf(look); ink != 0 && len(shape) > 2 {
			list = append(list, patch{*board.NewPolygon(shape), ink})
		}
	}
	for i := range g.Cells {
		if c := &g.Cells[i]; !g.CellsAreSites {
			add(drawnAs(c.Kind, c.Look), c.Shape)
		}
	}
	for i := range g.Areas {
		add(drawnAs(g.Areas[i].Kind, g.Areas[i].Look), g.Areas[i].At)
	}
	return list
}

// pointAt returns the point of the board at the centre of a character.
func (s *sketch) pointAt(g *board.Ground, x, y int) board.Point {
	return board.Point{X: g.West + (g.East-g.West)*(2*x+1)/(2*s.columns),
		Y: g.North - (g.North-g.South)*(2*y+1)/(2*s.rows)}
}

// draw draws a line between two points.
func (s *sketch) draw(g *board.Ground, from, to board.Point, ink byte) {
	steps := 2 * (s.columns + s.rows)
	for i := range steps + 1 {
		x := from.X + (to.X-from.X)*i/steps
		y := from.Y + (to.Y-from.Y)*i/steps
		column, row := (x-g.West)*s.columns/(g.East-g.West), (g.North-y)*s.rows/(g.North-g.South)
		if ink != 0 && column >= 0 && column < s.columns && row >= 0 && row < s.rows {
			s.grid[row][column] = ink
		}
	}
}

func (s *sketch) has(ink byte) bool {
	for _, row := range s.grid {
		if strings.IndexByte(string(row), ink) >= 0 {
			return true
		}
	}
	return false
}

// ruler returns the lower edge, with coordinates if the board has any.
func (s *sketch) ruler(f *Field) string {
	edge := []byte(strings.Repeat("-", s.columns))
	for _, n := range f.ticks(f.West, f.East, s.columns/8) {
		copy(edge[(n-f.West)*s.columns/(f.East-f.West):], strconv.Itoa(n))
	}
	return "+" + string(edge) + "+"
}

// sides returns the right edge of each row, with coordinates if the board has any.
func (s *sketch) sides(f *Field) []string {
	list := slices.Repeat([]string{"|"}, s.rows)
	for _, n := range f.ticks(f.South, f.North, s.rows/3) {
		list[min((f.North-n)*s.rows/(f.North-f.South), s.rows-1)] = "| " + strconv.Itoa(n)
	}
	return list
}

// ticks returns at most most round coordinates between two edges, or nil if the board has no coordinates.
func (f *Field) ticks(from, to, most int) (list []int) {
	if f.Unit == "" {
		return nil
	}
	step := roundUp((to - from) / max(most, 1))
	for n := (from + step - 1) / step * step; n < to; n += step {
		list = append(list, n)
	}
	return list
}
