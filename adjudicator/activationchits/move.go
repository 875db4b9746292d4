package activationchits

import (
	"galloper/adjudicator"
	"galloper/adjudicator/board"
)

// openHexes returns a predicate for the hexes that a unit's path may use: terrain open to its arm, without friendly
// units, visible enemies and friendly leaders. With stops, terrain that ends the move is excluded too (§M4).
func (s *State) openHexes(unit int, stops bool) func(at int) bool {
	u := &s.Units[unit]
	return func(at int) bool {
		g := s.b.terrainAt(at)
		if !g.Enter[u.Arm] || stops && g.Stop {
			return false
		}
		if o := s.UnitAt[at]; o.Some() && !o.Is(unit) && (s.Units[o.Must()].Side == u.Side || s.sees(unit, at)) {
			return false
		}
		l := s.ManAt[at]
		return l.None() || l == u.Leader || s.Leaders[l.Must()].Side != u.Side && !s.sees(unit, at)
	}
}

// seemsFree reports whether the unit can stand in the hex, as far as it sees (§M3, §A1).
func (s *State) seemsFree(unit, at int) bool {
	u := &s.Units[unit]
	if at == nowhere || !s.b.terrainAt(at).Enter[u.Arm] {
		return false
	}
	if o := s.UnitAt[at]; o.Some() && !o.Is(unit) && (s.Units[o.Must()].Side == u.Side || s.sees(unit, at)) {
		return false
	}
	l := s.ManAt[at]
	switch {
	case l.None() || l == u.Leader:
		return true
	case s.Leaders[l.Must()].Side == u.Side:
		return u.Leader.None()
	}
	return !s.sees(unit, at)
}

// heading returns the facing that is ordered for a unit in its current hex (§G6).
func (s *State) heading(unit int, h *Heading) Facing {
	u := &s.Units[unit]
	switch {
	case !h.Given:
		return u.Facing
	case h.Hex.Some():
		return s.b.headingFrom(u.Hex, u.Facing, h)
	}
	return h.Facing
}

// headingFrom returns the facing that is ordered for a unit in the hex.
func (b *Battle) headingFrom(at int, facing Facing, h *Heading) Facing {
	switch {
	case !h.Given || h.Hex.Is(at):
		return facing
	case h.Hex.Some():
		return b.toFace(at, facing, h.Hex.Must())
	}
	return h.Facing
}

// turnDeed returns a turn in place, or the reason why it is impossible (§14).
func (p *play) turnDeed(unit int, facing Facing) (deed, string) {
	u := &p.s.Units[unit]
	if facing == u.Facing {
		return deed{}, reasonAlreadyThere
	}
	if u.Move < 1 {
		return deed{}, reasonBlocked
	}
	return deed{verb: Turn, unit: adjudicator.At(unit), facing: facing}, ""
}

// moveDeed returns a MOVE TO, or the reason why it is impossible. A unit that enters a hex may end with any
// facing (§M4, §M5, §15).
func (p *play) moveDeed(unit int, a *Action) (deed, string) {
	u := &p.s.Units[unit]
	if a.Hex.Is(u.Hex) {
		return p.turnDeed(unit, p.s.heading(unit, &a.Face))
	}
	path, ok := p.s.route(unit, a)
	if !ok {
		return deed{}, reasonBlocked
	}
	path = p.s.stretch(unit, path)
	if len(path) == 0 || !p.s.mayStep(unit, path[0]) {
		return deed{}, reasonBlocked
	}
	facing := p.b.headingFrom(path[len(path)-1], u.Facing, &a.Face)
	return deed{verb: Move, unit: adjudicator.At(unit), path: path, facing: facing}, ""
}

// route returns the path through the named hexes in turn. If the unit is already on one of them, the path
// starts there (§M4).
func (s *State) route(unit int, a *Action) ([]int, bool) {
	from, last := s.Units[unit].Hex, a.Hex.Must()
	goals := append(append([]int{}, a.Via...), last)
	for i, g := range a.Via {
		if g == from {
			goals = append(append([]int{}, a.Via[i+1:]...), last)
		}
	}
	var path []int
	for _, g := range goals {
		if !s.b.terrainAt(g).Enter[s.Units[unit].Arm] {
			return nil, false
		}
		leg, ok := s.b.way(from, g, everywhere, s.openHexes(unit, false))
		if !ok {
			return nil, false
		}
		path, from = append(path, leg...), g
	}
	return path, true
}

// stretch returns the part of a path that the unit's allowance and terrain allow in one activation (§M1, §M4).
func (s *State) stretch(unit int, path []int) []int {
	for i, at := range path {
		if i == s.Units[unit].Move {
			return path[:i]
		}
		if s.b.terrainAt(at).Stop {
			return path[:i+1]
		}
	}
	return path
}

// mayStep reports whether the unit would enter the hex, as far as it sees (§M3, §M4).
func (s *State) mayStep(unit, at int) bool {
	return s.seemsFree(unit, at) && !s.avoidsHex(unit, at)
}

// avoidsHex reports whether the unit is broken and the hex is next to a visible enemy unit (§M4).
func (s *State) avoidsHex(unit, at int) bool {
	u := &s.Units[unit]
	return u.Morale == Broken && s.enemyBeside(at, u.Side, func(e int) bool { return s.sees(unit, s.Units[e].Hex) })
}

// towardsDeed returns a MOVE TOWARDS an enemy unit, or the reason why it is impossible (§M4, §M5).
func (p *play) towardsDeed(unit, target int) (deed, string) {
	u := &p.s.Units[unit]
	path, ok := p.b.way(u.Hex, p.s.Units[target].Hex, everywhere, p.s.openHexes(unit, false))
	if ok {
		path = p.s.stretch(unit, path)
	}
	if len(path) == 0 || !p.s.mayStep(unit, path[0]) {
		return deed{}, reasonBlocked
	}
	return deed{verb: Towards, unit: adjudicator.At(unit), path: path, facing: u.Facing,
		target: adjudicator.At(target)}, ""
}

// joinDeed returns a MOVE TOWARDS a friendly unit, which ends next to it, or the reason why it is impossible (§M5a).
func (p *play) joinDeed(unit, friend int) (deed, string) {
	switch u := &p.s.Units[friend]; {
	case p.s.Units[unit].Morale == Broken:
		return deed{}, reasonBroken
	case u.Lost || u.Hex == nowhere:
		return deed{}, reasonNoTarget
	}
	return p.towardsDeed(unit, friend)
}

// approach returns the path into a hex to fight from. Terrain that ends the move is allowed only in the last
// hex (§A1, §M6).
func (s *State) approach(unit, goal, fight int) ([]int, bool) {
	if !s.seemsFree(unit, goal) || fight < 1 {
		return nil, false
	}
	return s.b.way(s.Units[unit].Hex, goal, fight, s.openHexes(unit, true))
}

// fightsOnEntry reports whether the unit may attack or fire after entering the hex (§T2, §F1).
func (s *State) fightsOnEntry(unit, at int) bool {
	switch s.b.terrainAt(at).EntryFight {
	case entryNone:
		return false
	case entryWoods:
		return s.Units[unit].Woods
	}
	return true
}

// moveFireDeed returns a MOVE TO a hex AND FIRE AT a target, or the reason why it is impossible (§M6).
func (p *play) moveFireDeed(unit int, a *Action, target int) (deed, string) {
	u := &p.s.Units[unit]
	at := a.Hex.Must()
	if at == u.Hex {
		return p.fireDeed(unit, target)
	}
	if u.Square {
		return deed{}, reasonInSquare
	}
	path, ok := p.s.approach(unit, at, u.Fight)
	if !ok || !p.s.fightsOnEntry(unit, at) {
		return deed{}, reasonOutOfReach
	}
	facing := p.b.headingFrom(at, u.Facing, &a.Face)
	goal := p.s.Units[target].Hex
	if p.b.arc(at, facing, goal) != Front && !u.allround(p.b.terrainAt(at)) {
		facing = p.b.toFace(at, u.Facing, goal)
	}
	d := deed{verb: Move, unit: adjudicator.At(unit), path: path, facing: facing,
		target: adjudicator.At(target), fire: true}
	if reason := p.s.cannotFire(unit, shot{from: at, target: target, moved: true, except: d.unit}); reason != "" {
		return deed{}, reason
	}
	return d, ""
}

// march carries out a possible move (§M3, §M4, §M5, §M6).
func (p *play) march(d *deed) {
	last := p.walk(d.actor(), d.path)
	if d.verb == Towards {
		if to := p.s.Units[d.foe()].Hex; to != nowhere {
			d.facing = p.b.toFace(last, d.facing, to)
		}
	}
	reason := "order"
	if d.rash {
		reason = botchRash
	}
	p.step(d.actor(), last, d.facing, reason, "M4")
	if d.fire && last == d.path[len(d.path)-1] {
		p.shoot(d.actor(), d.foe(), true)
	}
}

// walk follows a path as far as the unit can stand and returns the last hex (§M3, §M4).
func (p *play) walk(unit int, path []int) int {
	last := p.s.Units[unit].Hex
	for _, at := range path {
		if !p.s.canStand(unit, at) || p.s.avoidsHex(unit, at) {
			break
		}
		last = at
		if l := p.s.ManAt[at]; l.Some() && l != p.s.Units[unit].Leader {
			break
		}
	}
	return last
}

// step moves a unit in one outcome. A leader in the hex joins it (§M2, §36).
func (p *play) step(unit, to int, facing Facing, reason, clause string) {
	u := &p.s.Units[unit]
	had := u.Leader
	p.EmitBy(clause, "unit.moved", "unit", u.ID, "from", p.b.hexName(u.Hex), "to", p.b.hexName(to),
		"facing", facing.String(), "reason", reason)
	p.emitJoined(unit, had)
}

// emitJoined emits that a leader has joined the unit in its new hex, if one has (§36).
func (p *play) emitJoined(unit int, had adjudicator.Index) {
	if l := p.s.Units[unit].Leader; l.Some() && l != had {
		p.Emit("leader.attached", "leader", p.b.leaderIDs.Of(l), "unit", p.b.Units[unit].ID)
	}
}

// leaveDeed returns LEAVE SQUARE, or the reason why it is impossible (§27).
func (p *play) leaveDeed(unit int, a *Action) (deed, string) {
	u := &p.s.Units[unit]
	if !u.Square {
		return deed{}, reasonNotInSquare
	}
	if p.s.enemyBeside(u.Hex, u.Side, func(e int) bool { return p.s.Units[e].Arm == Cavalry }) {
		return deed{}, reasonCavalry
	}
	return deed{verb: LeaveSquare, unit: adjudicator.At(unit), facing: p.s.heading(unit, &a.Face)}, ""
}

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

// hasClearLine reports whether no hex blocks the straight line between two hexes. A line along a border is
// blocked only by both hexes. Hexes off the board block (§G7).
func (b *Battle) hasClearLine(from, to int, bars func(at int) bool) bool {
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
	return b.hasClearLine(from, to, func(at int) bool {
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
	return s.b.clearSight(from, to) && s.b.hasClearLine(from, to, func(at int) bool {
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
