package board

import "strconv"

// Space is a space of a board of columns and rows. Col and Row count from 0,
// from the west and from the south: {3, 3} is `d4`.
type Space struct{ Col, Row int }

// String returns the space's name: column letter, row number from 1: `d4`.
func (s Space) String() string { return string(rune('a'+s.Col)) + strconv.Itoa(s.Row+1) }

// ParseSpace reads a space's name, in lower case.
func ParseSpace(s string) (Space, bool) {
	if len(s) < 2 || len(s) > 3 || s[0] < 'a' || s[0] > 'z' || s[1] < '1' || s[1] > '9' {
		return Space{}, false
	}
	row, err := strconv.Atoi(s[1:])
	return Space{int(s[0] - 'a'), row - 1}, err == nil
}

// Heading is one of the four directions on a board of columns and rows.
type Heading int

// The headings, clockwise.
const (
	HeadNorth Heading = iota
	HeadEast
	HeadSouth
	HeadWest
)

// String returns `n`, `e`, `s` or `w`.
func (h Heading) String() string { return "nesw"[h : h+1] }

// ParseHeading reads `n`, `e`, `s` or `w`.
func ParseHeading(s string) (Heading, bool) {
	switch s {
	case "n":
		return HeadNorth, true
	case "e":
		return HeadEast, true
	case "s":
		return HeadSouth, true
	case "w":
		return HeadWest, true
	}
	return 0, false
}

// Turned returns the heading turned clockwise by a number of quarter circles.
func (h Heading) Turned(quarters int) Heading { return (h + Heading(quarters%4) + 4) % 4 }

// Next returns the space n steps in a direction, which may lie off the board.
func (s Space) Next(h Heading, n int) Space {
	switch h {
	case HeadNorth:
		return Space{s.Col, s.Row + n}
	case HeadEast:
		return Space{s.Col + n, s.Row}
	case HeadSouth:
		return Space{s.Col, s.Row - n}
	}
	return Space{s.Col - n, s.Row}
}

// ColumnBoard is a board of columns and rows whose columns form zones of equal width.
type ColumnBoard struct{ Columns, Rows, ZoneWidth int }

// Has reports whether the space is on the board.
func (b ColumnBoard) Has(s Space) bool {
	return s.Col >= 0 && s.Col < b.Columns && s.Row >= 0 && s.Row < b.Rows
}

// Zone returns the zone of a column, counted from 0 from the west.
func (b ColumnBoard) Zone(col int) int { return col / b.ZoneWidth }

// Zones returns the number of zones.
func (b ColumnBoard) Zones() int { return (b.Columns + b.ZoneWidth - 1) / b.ZoneWidth }

// SpaceSize is the side length of a space on a map.
const SpaceSize = 100

// Size returns the size of the board on a map.
func (b ColumnBoard) Size() Point { return Point{b.Columns * SpaceSize, b.Rows * SpaceSize} }

// Centre returns the centre of the space on a map.
func (b ColumnBoard) Centre(s Space) Point {
	return Point{s.Col*SpaceSize + SpaceSize/2, s.Row*SpaceSize + SpaceSize/2}
}

// Corners returns the space's outline on a map, clockwise from the north-west.
func (b ColumnBoard) Corners(s Space) []Point {
	w, e, so, n := s.Col*SpaceSize, (s.Col+1)*SpaceSize, s.Row*SpaceSize, (s.Row+1)*SpaceSize
	return []Point{{w, n}, {e, n}, {e, so}, {w, so}}
}
