package activationchits

import (
	"galloper/adjudicator"
	"galloper/adjudicator/board"
)

// nowhere is the place of a piece that is off the board, and of a dispatch that is no
// longer under way. Other places are hexes by their number in reading order. Lists by
// hex are asked only for what is on the board: whoever may be nowhere is asked that first.
const nowhere = -1

// Facing is the corner of its hex that a unit faces (§G4).
type Facing int8

// The facings, clockwise.
const (
	North Facing = iota
	EastNorthEast
	EastSouthEast
	South
	WestSouthWest
	WestNorthWest
)

var facingNames = []string{"n", "ene", "ese", "s", "wsw", "wnw"}

// String returns the facing as orders and outcomes have it.
func (f Facing) String() string { return facingNames[f] }

// bearing is the facing in degrees clockwise from north.
func (f Facing) bearing() int { return 60 * int(f) }

// Arc is where an attacker stands as his target sees it.
type Arc string

// The arcs.
const (
	Front Arc = "front"
	Flank Arc = "flank"
	Rear  Arc = "rear"
)

// arc returns the arc of the hex at, for a unit in from: cones of 120 degrees; a
// hex on the line counts as front before flank, as flank before rear.
//
// §G5
func (b *Battle) arc(from int, facing Facing, at int) Arc {
	d := b.cubes[at].Minus(b.cubes[from]).Left(int(facing))
	switch {
	case d.Z < 0 && d.Z <= d.X && d.X <= -2*d.Z:
		return Front
	case d.Z > 0 && -2*d.Z < d.X && d.X < d.Z:
		return Rear
	}
	return Flank
}

// toFace returns the facing that has the hex in front with the least turning;
// of two the earlier in the order of the table.
//
// §G6
func (b *Battle) toFace(from int, facing Facing, at int) Facing {
	best, least := facing, 9
	for f := North; f <= WestNorthWest; f++ {
		turn := int(f-facing+6) % 6
		turn = min(turn, 6-turn)
		if turn < least && b.arc(from, f, at) == Front {
			best, least = f, turn
		}
	}
	return best
}

// distance is the number of steps between two hexes.
//
// §G3
func (b *Battle) distance(from, to int) int { return b.cubes[to].Minus(b.cubes[from]).Length() }

// layOut numbers the hexes and their neighbours.
//
// §G1, §G2
func (b *Battle) layOut() {
	n := b.Columns * b.Rows
	b.cubes, b.next = make([]board.Cube, n), make([][6]int, n)
	for i := range n {
		h := b.At(i)
		b.cubes[i] = h.Cube()
		for side, x := range h.Neighbours() {
			b.next[i][side] = nowhere
			if b.Has(x) {
				b.next[i][side] = b.Index(x)
			}
		}
	}
	b.line = newLines(max(b.Options.Sight, b.farthest()))
}

// farthest is the longest range of any kind.
func (b *Battle) farthest() int {
	most := 1
	for i := range b.Kinds {
		most = max(most, b.Kinds[i].Range)
	}
	return most
}

// hexName is the hex's name, `-` for nowhere.
func (b *Battle) hexName(at int) string {
	if at == nowhere {
		return "-"
	}
	return b.At(at).String()
}

// hexAt is the hex of the name on this board, or nowhere.
func (b *Battle) hexAt(name string) int {
	h, ok := board.ParseHex(name)
	if !ok || !b.Has(h) {
		return nowhere
	}
	return b.Index(h)
}

// terrainAt is the terrain of the hex.
func (b *Battle) terrainAt(at int) *Terrain { return &b.Terrains[b.terrain[at]] }

// lines has the straight lines to all hexes within a reach, as steps from the start.
type lines struct {
	reach int
	steps [][][]board.Cube
}

func newLines(reach int) lines {
	l := lines{reach: reach, steps: make([][][]board.Cube, (2*reach+1)*(2*reach+1))}
	middle := board.Hex{Col: 2 * reach, Row: 2 * reach}
	for x := -reach; x <= reach; x++ {
		for z := -reach; z <= reach; z++ {
			d := board.Cube{X: x, Y: -x - z, Z: z}
			if d.Length() > reach {
				continue
			}
			m := middle.Cube()
			goal := board.Cube{X: m.X + d.X, Y: m.Y + d.Y, Z: m.Z + d.Z}.Hex()
			var steps [][]board.Cube
			for _, hexes := range middle.Between(goal) {
				var step []board.Cube
				for _, h := range hexes {
					step = append(step, h.Cube().Minus(m))
				}
				steps = append(steps, step)
			}
			l.steps[l.index(d)] = steps
		}
	}
	return l
}

func (l *lines) index(d board.Cube) int { return (d.X+l.reach)*(2*l.reach+1) + d.Z + l.reach }

// unbarred reports whether the straight line between two hexes is clear of hexes
// that bar it: a step is blocked if its hex is, or both hexes of a border. Off
// the board lies nothing that one could see through.
//
// §G7
func (b *Battle) unbarred(from, to int, bars func(at int) bool) bool {
	d := b.cubes[to].Minus(b.cubes[from])
	if d.Length() > b.line.reach {
		return false
	}
	for _, step := range b.line.steps[b.line.index(d)] {
		blocked := true
		for _, c := range step {
			a := b.cubes[from]
			h := board.Cube{X: a.X + c.X, Y: a.Y + c.Y, Z: a.Z + c.Z}.Hex()
			if b.Has(h) && !bars(b.Index(h)) {
				blocked = false
				break
			}
		}
		if blocked {
			return false
		}
	}
	return true
}

// clearSight reports whether the ground lets one see from one hex to the other.
//
// §G7
func (b *Battle) clearSight(from, to int) bool {
	hill := b.terrainAt(from).Sight == "hill" || b.terrainAt(to).Sight == "hill"
	return b.unbarred(from, to, func(at int) bool {
		s := b.terrainAt(at).Sight
		return s == "blocks" || s == "hill" && !hill
	})
}

// inSight reports whether what stands in to is seen from from.
//
// §G8
func (b *Battle) inSight(from, to int) bool {
	return from != nowhere && to != nowhere && b.distance(from, to) <= b.Options.Sight && b.clearSight(from, to)
}

// lineOfFire reports whether one can fire from one hex at the other: a line of
// sight in which units bar the way too, save except (a lead unit of §20), if any.
//
// §G8
func (s *State) lineOfFire(from, to int, except adjudicator.Index) bool {
	return s.b.clearSight(from, to) && s.b.unbarred(from, to, func(at int) bool {
		s1, hill := s.b.terrainAt(at).Sight, s.b.terrainAt(from).Sight == "hill" || s.b.terrainAt(to).Sight == "hill"
		u := s.UnitAt[at]
		return s1 == "blocks" || s1 == "hill" && !hill || u.Some() && u != except
	})
}

// steps returns for each hex the number of steps from the goal over open hexes,
// -1 where there is no way within reach. The goal need not be open.
func (b *Battle) steps(goal, reach int, open func(int) bool) []int16 {
	far := make([]int16, len(b.cubes))
	for i := range far {
		far[i] = -1
	}
	far[goal] = 0
	queue := append(make([]int, 0, 64), goal)
	for i := 0; i < len(queue); i++ {
		at := queue[i]
		if int(far[at]) == reach {
			continue
		}
		for _, n := range b.next[at] {
			if n != nowhere && far[n] < 0 && open(n) {
				far[n] = far[at] + 1
				queue = append(queue, n)
			}
		}
	}
	return far
}

// everywhere is a reach that no way exceeds.
const everywhere = 1 << 14

// way returns the hexes of the shortest way behind from, up to and with goal;
// of equals the one first in reading order, compared hex by hex. ok is false if
// there is none within reach.
//
// §M4
func (b *Battle) way(from, goal, reach int, open func(int) bool) (hexes []int, ok bool) {
	far := b.steps(goal, reach, func(at int) bool { return at == from || open(at) })
	if far[from] < 0 {
		return nil, false
	}
	for at := from; at != goal; {
		best := nowhere
		for _, n := range b.next[at] {
			if n != nowhere && far[n] >= 0 && far[n] == far[at]-1 && (best == nowhere || n < best) {
				best = n
			}
		}
		at = best
		hexes = append(hexes, at)
	}
	return hexes, true
}

// homeward are the two sides of a hex that lie towards a home edge.
//
// §R3
func homeward(south bool) [2]board.HexSide {
	if south {
		return [2]board.HexSide{board.SouthEast, board.SouthWest}
	}
	return [2]board.HexSide{board.NorthEast, board.NorthWest}
}
