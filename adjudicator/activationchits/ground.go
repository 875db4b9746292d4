package activationchits

import (
	"galloper/adjudicator"
	"galloper/adjudicator/board"
)

// nowhere is the position of a piece off the board and of a dispatch that is no longer under way. Hexes are
// numbered in reading order. Check for nowhere before using a position as an index.
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

// bearing returns the facing in degrees clockwise from north.
func (f Facing) bearing() int { return 60 * int(f) }

// Arc is the direction of an attacker relative to the target's facing.
type Arc string

// The arcs.
const (
	Front Arc = "front"
	Flank Arc = "flank"
	Rear  Arc = "rear"
)

// arc returns the arc of the hex at for a unit in from. Arcs are cones of 120 degrees; a hex on the line
// between two belongs to front before flank and to flank before rear (§G5).
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

// toFace returns the facing that needs the least turning to have the hex in front. Ties go to the earlier
// facing in the table (§G6).
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

// distance returns the distance of two hexes (§G3).
func (b *Battle) distance(from, to int) int { return b.cubes[to].Minus(b.cubes[from]).Length() }

// layOut computes the coordinates and neighbours of all hexes (§G1, §G2).
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

// farthest returns the longest range of any kind.
func (b *Battle) farthest() int {
	most := 1
	for i := range b.Kinds {
		most = max(most, b.Kinds[i].Range)
	}
	return most
}

// hexName returns the hex's name, or `-` for nowhere.
func (b *Battle) hexName(at int) string {
	if at == nowhere {
		return "-"
	}
	return b.At(at).String()
}

// hexAt returns the hex with the name, or nowhere if it is not on this board.
func (b *Battle) hexAt(name string) int {
	h, ok := board.ParseHex(name)
	if !ok || !b.Has(h) {
		return nowhere
	}
	return b.Index(h)
}

func (b *Battle) terrainAt(at int) *Terrain { return &b.Terrains[b.terrain[at]] }

// lines holds the straight lines to all hexes within reach, as steps from the start.
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

// unbarred reports whether no hex blocks the straight line between two hexes. A line along a border is
// blocked only by both hexes. Hexes off the board block (§G7).
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

// clearSight reports whether the terrain leaves the line of sight between two hexes clear (§G7).
func (b *Battle) clearSight(from, to int) bool {
	hill := b.terrainAt(from).Sight == "hill" || b.terrainAt(to).Sight == "hill"
	return b.unbarred(from, to, func(at int) bool {
		s := b.terrainAt(at).Sight
		return s == "blocks" || s == "hill" && !hill
	})
}

// inSight reports whether a piece in to is visible from from (§G8).
func (b *Battle) inSight(from, to int) bool {
	return from != nowhere && to != nowhere && b.distance(from, to) <= b.Options.Sight && b.clearSight(from, to)
}

// lineOfFire reports whether the line of fire between two hexes is clear. Units block it as well as terrain,
// except for one unit: the lead of a combined attack (§20) (§G8).
func (s *State) lineOfFire(from, to int, except adjudicator.Index) bool {
	return s.b.clearSight(from, to) && s.b.unbarred(from, to, func(at int) bool {
		s1, hill := s.b.terrainAt(at).Sight, s.b.terrainAt(from).Sight == "hill" || s.b.terrainAt(to).Sight == "hill"
		u := s.UnitAt[at]
		return s1 == "blocks" || s1 == "hill" && !hill || u.Some() && u != except
	})
}

// steps returns, for each hex, the distance from the goal over open hexes, or -1 if there is no path within
// reach. The goal need not be open.
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

// everywhere is a reach longer than any path.
const everywhere = 1 << 14

// way returns the shortest path from from to goal, without from. Among equal paths it takes the first in
// reading order, compared hex by hex. ok is false if there is none within reach (§M4).
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

// homeward returns the two sides of a hex towards a home edge (§R3).
func homeward(south bool) [2]board.HexSide {
	if south {
		return [2]board.HexSide{board.SouthEast, board.SouthWest}
	}
	return [2]board.HexSide{board.NorthEast, board.NorthWest}
}
