package board

import "strconv"

// Hex is a hex of a board whose hexes stand on a point, in rows from west to east. Col and Row count from 0, from the
// west and from the north. Rows with an odd Row (the second, the fourth: `B2`, `D4`) lie half a hex further east.
type Hex struct{ Col, Row int }

// HexSide is the direction of one of a hex's six neighbours.
type HexSide int

// The sides, clockwise from north-east.
const (
	NorthEast HexSide = iota
	East
	SouthEast
	SouthWest
	West
	NorthWest
)

// cubeSteps lists the neighbours in cube coordinates, by side.
var cubeSteps = [6]Cube{{1, 0, -1}, {1, -1, 0}, {0, -1, 1}, {-1, 0, 1}, {-1, 1, 0}, {0, 1, -1}}

// Cube is a hex, or the difference of two, in three coordinates whose sum is 0: x grows east, z grows south.
type Cube struct{ X, Y, Z int }

// Cube returns the hex in cube coordinates.
func (h Hex) Cube() Cube {
	x := h.Col - (h.Row-h.Row&1)/2
	return Cube{x, -x - h.Row, h.Row}
}

// Hex returns the hex of the cube coordinates.
func (c Cube) Hex() Hex { return Hex{c.X + (c.Z-c.Z&1)/2, c.Z} }

// Minus returns the difference of the two.
func (c Cube) Minus(d Cube) Cube { return Cube{c.X - d.X, c.Y - d.Y, c.Z - d.Z} }

// Left returns the difference turned counter-clockwise by a number of sixths of a circle.
func (c Cube) Left(sixths int) Cube {
	for range sixths {
		c = Cube{-c.Y, -c.Z, -c.X}
	}
	return c
}

// Length returns the length of the difference in hexes.
func (c Cube) Length() int { return max(abs(c.X), abs(c.Y), abs(c.Z)) }

// String returns the hex's name: column letter, row number from 1: `D3`.
func (h Hex) String() string { return string(rune('A'+h.Col)) + strconv.Itoa(h.Row+1) }

// ParseHex reads a hex's name, in capitals.
func ParseHex(s string) (Hex, bool) {
	if len(s) < 2 || len(s) > 3 || s[0] < 'A' || s[0] > 'Z' || s[1] < '1' || s[1] > '9' {
		return Hex{}, false
	}
	row, err := strconv.Atoi(s[1:])
	return Hex{int(s[0] - 'A'), row - 1}, err == nil
}

// Neighbour returns the hex on that side, which may lie off the board.
func (h Hex) Neighbour(side HexSide) Hex {
	c, d := h.Cube(), cubeSteps[side]
	return Cube{c.X + d.X, c.Y + d.Y, c.Z + d.Z}.Hex()
}

// Neighbours returns the six hexes around it, clockwise from north-east; they may lie off the board.
func (h Hex) Neighbours() [6]Hex {
	var n [6]Hex
	for side := range n {
		n[side] = h.Neighbour(HexSide(side))
	}
	return n
}

// Distance returns the distance to the other hex.
func (h Hex) Distance(o Hex) int { return h.Cube().Minus(o.Cube()).Length() }

// Between returns, for each step of the straight line to the other hex without its ends, the hex that the
// line runs through, or both hexes if it runs along their border. The line is the same in both directions.
func (h Hex) Between(o Hex) [][]Hex {
	n := h.Distance(o)
	var steps [][]Hex
	for i := 1; i < n; i++ {
		steps = append(steps, h.nearest(o, i, n))
	}
	return steps
}

// nearest returns the one or two hexes nearest to the point at i/n of the line.
func (h Hex) nearest(o Hex, i, n int) []Hex {
	a, d := h.Cube(), o.Cube().Minus(h.Cube())
	p := Cube{n*a.X + i*d.X, n*a.Y + i*d.Y, n*a.Z + i*d.Z} // the point times n
	x, y := floorDiv(p.X, n), floorDiv(p.Y, n)
	var found []Hex
	least := 2 * n
	for _, c := range [4]Cube{{x, y, -x - y}, {x + 1, y, -x - 1 - y}, {x, y + 1, -x - y - 1}, {x + 1, y + 1, -x - y - 2}} {
		far := Cube{n*c.X - p.X, n*c.Y - p.Y, n*c.Z - p.Z}.Length()
		if far < least {
			least, found = far, nil
		}
		if far == least {
			found = append(found, c.Hex())
		}
	}
	return found
}

func floorDiv(a, b int) int {
	q := a / b
	if a%b < 0 {
		q--
	}
	return q
}

// HexBoard is a board of hexes with a number of columns and rows.
type HexBoard struct{ Columns, Rows int }

// Has reports whether the hex is on the board.
func (b HexBoard) Has(h Hex) bool {
	return h.Col >= 0 && h.Col < b.Columns && h.Row >= 0 && h.Row < b.Rows
}

// Index returns the hex's index in reading order: row by row from the north, from west to east.
func (b HexBoard) Index(h Hex) int { return h.Row*b.Columns + h.Col }

// At returns the hex at an index in reading order.
func (b HexBoard) At(i int) Hex { return Hex{i % b.Columns, i / b.Columns} }

// Steps does the pathfinding of a hex board. It returns for each hex, in reading order, the number of steps to the goal
// over open hexes, or -1 if there is no path. The goal itself need not be open.
func (b HexBoard) Steps(goal Hex, open func(Hex) bool) []int {
	steps := make([]int, b.Columns*b.Rows)
	for i := range steps {
		steps[i] = -1
	}
	if !b.Has(goal) {
		return steps
	}
	steps[b.Index(goal)] = 0
	for queue := []Hex{goal}; len(queue) > 0; queue = queue[1:] {
		for _, n := range queue[0].Neighbours() {
			if b.Has(n) && steps[b.Index(n)] < 0 && open(n) {
				steps[b.Index(n)] = steps[b.Index(queue[0])] + 1
				queue = append(queue, n)
			}
		}
	}
	return steps
}

// The size of a hex on the map: HexWidth from side to side, HexRow from the
// centre of one row to that of the next, in hundredths of a hex's width.
const (
	HexWidth = 100
	HexRow   = 87 // 100 times half the root of 3
	hexPoint = 58 // from the centre to a corner
	hexSide  = 29 // vertical distance from the centre to the ends of a side
)

// Size returns the size of the board on a map.
func (b HexBoard) Size() Point {
	return Point{b.Columns*HexWidth + HexWidth/2, (b.Rows-1)*HexRow + 2*hexPoint}
}

// Centre returns the centre of the hex on a map.
func (b HexBoard) Centre(h Hex) Point {
	return Point{h.Col*HexWidth + HexWidth/2 + h.Row&1*HexWidth/2, (b.Rows-1-h.Row)*HexRow + hexPoint}
}

// Corners returns the hex's outline on a map, clockwise from its northern point.
func (b HexBoard) Corners(h Hex) []Point {
	c := b.Centre(h)
	const half = HexWidth / 2
	return []Point{
		{c.X, c.Y + hexPoint}, {c.X + half, c.Y + hexSide}, {c.X + half, c.Y - hexSide},
		{c.X, c.Y - hexPoint}, {c.X - half, c.Y - hexSide}, {c.X - half, c.Y + hexSide},
	}
}
