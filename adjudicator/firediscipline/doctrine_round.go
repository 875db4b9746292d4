package firediscipline

import (
	"slices"
	"strconv"
	"strings"

	"galloper/adjudicator"
	"galloper/adjudicator/board"
	"galloper/adjudicator/rules"
)

// passingDistances returns the distances to the right and left that a body between left and right of the frame must go
// to pass the unit that barred its way. ok is false if that unit is no longer in the way, ahead or (sign -1) behind.
func (p *play) passingDistances(by int, f board.Frame, left, right, sign int) (toRight, toLeft int, ok bool) {
	o := &p.s.Units[by]
	if !o.fit() || o.first() < 0 {
		return 0, 0, false
	}
	least, greatest := p.extent(f, []int{by})
	_, ahead := f.Local(o.At)
	toRight, toLeft = greatest-left+sidestepGap, right-least+sidestepGap
	return toRight, toLeft, ahead*sign > 0 && toRight > 0 && toLeft > 0
}

// side returns the shorter way round, preferring the right. It skips a side tried in vain or off the map.
func (p *play) side(u *Unit, facing, toRight, toLeft int) (dir, need int) {
	right, left := board.Degrees(facing+90), board.Degrees(facing-90)
	free := func(dir int) bool { return !u.Tried.Is(dir) && p.b.onMap(u.At.Step(board.Yard, dir)) }
	if free(left) && (toLeft < toRight || !free(right)) {
		return left, toLeft
	}
	return right, toRight
}

// backRound returns the plan of a unit whose way back was barred for a whole turn in which neither unit moved: it
// shifts to the side until it is past. (D4 covers no way round behind.) (§D12)
func (p *play) backRound(n int) (intention, bool) {
	u := &p.s.Units[n]
	by, balked := u.Balked.Get()
	if !balked {
		return intention{}, false
	}
	strip := u.ranksStrip()
	toRight, toLeft, ok := p.passingDistances(by, strip.Frame, strip.Left, strip.Right, -1)
	if !ok {
		return intention{}, false
	}
	dir, need := p.side(u, u.Facing, toRight, toLeft)
	i := p.shift(n, dir, min(need, p.moveDistance(n, paceTactical)))
	i.Round = true
	return i, true
}

// driveRound turns the march of limbered guns or broken troops to the side until they are past a unit that barred them
// for a whole turn in which neither moved. They do not sidestep (D4, D3) (§D12).
func (p *play) driveRound(n int, i *intention) {
	u := &p.s.Units[n]
	march := i.Move
	by, balked := u.Balked.Get()
	if march != marches && march != marchesOff || !balked {
		return
	}
	left, right := -limberFront/2, limberFront/2
	if u.Arm != Guns {
		strip := u.ranksStrip()
		left, right = strip.Left, strip.Right
	}
	f := board.Frame{Centre: u.At, Facing: i.Dir}
	toRight, toLeft, ok := p.passingDistances(by, f, left, right, 1)
	if !ok {
		return
	}
	dir, need := p.side(u, i.Dir, toRight, toLeft)
	*i = p.head(n, dir, u.Formation)
	if i.Move == marches {
		i.Move, i.HasGoal, i.Goal, i.Round = march, true, u.At.Step(need, dir), true
	}
}

// detours sends units to a crossing, or on along the route to one.
//
// A unit that water barred for a whole turn without moving takes the nearest crossing in reach by a road over that
// water, then follows its directive again. If there is none, or if ground that guns cannot enter barred them, the
// directive is void; the unit holds and its commander is told (§D13).
func (p *play) detours() {
	for n := range p.s.Units {
		u := &p.s.Units[n]
		if !u.fit() || u.first() < 0 {
			continue
		}
		way := u.Task.Detour
		if len(way) > 0 && u.At.Within(way[0], board.Yard) {
			way = way[1:]
		}
		if water, ok := u.Banked.Get(); ok && p.plans(n) {
			way = p.ford(n, water)
		}
		if reason := u.voidReason(way); reason != "" {
			p.EmitBy("D13", "directive.void", "unit", u.ID, "reason", reason)
			continue
		}
		if !slices.Equal(way, u.Task.Detour) {
			p.Emit("unit.detoured", "unit", u.ID, "way", wayText(way))
		}
	}
}

// voidReason returns the reason why a unit barred for a whole turn, with only this way round, cannot carry out its
// directive; "" if it can.
func (u *Unit) voidReason(way []board.Point) string {
	switch {
	case u.Broken || len(way) > 0:
	case u.Banked.Some():
		return "water"
	case u.Bogged:
		return barredByGround
	}
	return ""
}

// ford returns the shortest route over the water by a road, or nil.
func (p *play) ford(n, water int) []board.Point {
	u := &p.s.Units[n]
	beyond, ok := p.farSideGoal(n, water)
	if !ok {
		return nil
	}
	var best []board.Point
	least := 0
	for i := range p.b.Roads {
		for _, way := range p.b.crossings(&p.b.Roads[i], &p.b.Features[water]) {
			from, to := way[0], way[len(way)-1]
			if !u.At.Within(from, p.b.Tables.Ford[fordReach]*board.Yard) || p.b.overWater(u.At, from) ||
				p.b.overWater(to, beyond) {
				continue
			}
			if d := u.At.Distance(from) + to.Distance(beyond); best == nil || d < least {
				best, least = way, d
			}
		}
	}
	return best
}

// farSideGoal returns the unit's aim on the far side of the water: its goal, or the first dry ground straight ahead.
func (p *play) farSideGoal(n, water int) (board.Point, bool) {
	u := &p.s.Units[n]
	goal, way := p.goal(n)
	switch {
	case u.Broken:
		goal.dir = p.b.Sides[u.Side].Edge
	case way == toPoint:
		return goal.at, true
	case way != straight:
		return board.Point{}, false
	}
	dry := -1 // yards of dry ground beyond the water
	for yards := 1; yards <= p.b.Tables.Ford[fordReach]; yards++ {
		at := u.At.Step(yards*board.Yard, goal.dir)
		switch {
		case p.b.Features[water].holds(at):
			dry = 0
		case dry >= 0:
			dry++
		}
		if dry == p.b.Tables.Ford[fordBeyond] {
			return at, p.b.onMap(at)
		}
	}
	return board.Point{}, false
}

// overWater reports whether the straight line between two points goes through water.
func (b *Battle) overWater(from, to board.Point) bool {
	line := board.NewLine(from, to)
	for i := range b.Features {
		if f := &b.Features[i]; f.Kind == Water && f.Poly.SamplesIn(line, 0, 0) > 0 {
			return true
		}
	}
	return false
}

// crossings returns the routes, in both directions, by which the road crosses the water: from a little before the bank,
// along the road's corners, to dry ground.
func (b *Battle) crossings(r *Road, water *Feature) [][]board.Point {
	var line []board.Point
	corner := map[int]bool{}
	for i := range len(r.At) - 1 {
		leg := board.NewLine(r.At[i], r.At[i+1])
		corner[len(line)] = true
		line = append(line, leg.From)
		for k := 1; k < leg.Yards; k++ {
			line = append(line, leg.At(k))
		}
	}
	line = append(line, r.At[len(r.At)-1])
	before := b.Tables.Ford[fordSetback]
	var all [][]board.Point
	for k := 1; k < len(line)-1; k++ {
		if !water.holds(line[k]) {
			continue
		}
		from := k - 1
		for k < len(line)-1 && water.holds(line[k]) {
			k++
		}
		if !water.holds(line[from]) && !water.holds(line[k]) {
			all = append(all, fordWay(line, corner, from, k, before), fordWay(line, corner, k, from, before))
		}
	}
	return all
}

// fordWay returns the route along the line between two dry points, given by index. It starts some yards before the
// first.
func fordWay(line []board.Point, corner map[int]bool, from, to, before int) []board.Point {
	step := 1
	if to < from {
		step = -1
	}
	start := min(max(from-step*before, 0), len(line)-1)
	way := []board.Point{line[start]}
	for k := start + step; k != to; k += step {
		if corner[k] {
			way = append(way, line[k])
		}
	}
	return append(way, line[to])
}

// wayText writes points as `x,y,x,y`, and no points as `-`.
func wayText(way []board.Point) string {
	var list []string
	for _, at := range way {
		list = append(list, strconv.Itoa(at.X), strconv.Itoa(at.Y))
	}
	return rules.OrNone(strings.Join(list, ","))
}

// roomStep is the reduction, in degrees, of a wheel without room (§D20).
const roomStep = 15

// wheelAsFar wheels a unit as far as friends leave it room. A unit on the march without any room shifts in that
// direction instead (§D20).
func (p *play) wheelAsFar(n int, i *intention, to int) {
	u := &p.s.Units[n]
	facing, by := to, adjudicator.None
	if !i.chit && (u.mayShift() || u.Balked.None()) {
		facing, by = p.turnRoom(n, to)
	}
	if facing != u.Facing {
		p.wheelTo(u, facing)
	}
	friend, ok := by.Get()
	if !ok {
		return
	}
	p.Emit("unit.cramped", "unit", u.ID, "to", to, "by", p.s.Units[friend].ID)
	if t := board.Turn(facing, i.Dir); i.Move != "" && t >= -inclineTurn && t <= inclineTurn {
		return
	}
	i.Plan = Plan{}
	if dir, ok := p.shiftFor(u, to); ok && !u.Wheeled && !i.onSpot {
		i.Plan = p.shift(n, dir, p.moveDistance(n, paceTactical)).Plan
	}
}

// mayShift reports whether the unit can shift at all. A unit that cannot wheels regardless once it was barred for a
// whole turn; otherwise it would be stuck there for good (§D20).
func (u *Unit) mayShift() bool { return u.Arm != Guns && !u.Broken }

// turnRoom returns how far a unit can wheel, as a facing, without a new overlap with a friend, and the friend that bars
// the rest. A turn about by 180 degrees is on the spot, so it is made in full or not at all (§D20).
func (p *play) turnRoom(n, to int) (facing int, by adjudicator.Index) {
	u := &p.s.Units[n]
	friend, barred := p.wheelsUpon(n, to).Get()
	if !barred {
		return to, adjudicator.None
	}
	by = adjudicator.At(friend)
	turn := board.Turn(u.Facing, to)
	sense := 1
	if turn < 0 {
		sense = -1
	}
	for part := turn*sense - roomStep; part > 0 && part <= mostTurn; part -= roomStep {
		if facing = board.Degrees(u.Facing + sense*part); p.wheelsUpon(n, facing).None() {
			return facing, by
		}
	}
	return u.Facing, by
}

// wheelsUpon returns the friend with the lowest id that the unit would overlap at that facing.
func (p *play) wheelsUpon(n, facing int) (by adjudicator.Index) {
	var space [12]board.Rect
	u := &p.s.Units[n]
	return p.comesUpon(n, u.dressedRects(board.Frame{Centre: u.At, Facing: facing}, space[:0]))
}

// comesUpon returns the friend with the lowest id that the unit's stands would overlap there, apart from friends that
// it overlaps already.
func (p *play) comesUpon(n int, there []board.Rect) adjudicator.Index {
	var space [12]board.Rect
	u, f := &p.s.Units[n], p.currentField()
	on := func(rects []board.Rect, friend int) bool {
		return slices.ContainsFunc(rects, func(r board.Rect) (upon bool) {
			f.index.In(board.BoxOf(r.Centre).Grown(2*reachOfStand), func(k int) bool {
				upon = f.keys[k].U == friend && f.inRanks(k) && r.Overlaps(f.rects[k])
				return !upon
			})
			return upon
		})
	}
	here := u.ranksRects(space[:0])
	for o := range p.s.Units {
		if x := &p.s.Units[o]; o != n && x.Side == u.Side && x.fit() && on(there, o) && !on(here, o) {
			return adjudicator.At(o)
		}
	}
	return adjudicator.None
}

// roomInRanks reports whether one more stand has room in the ranks of a unit (§D20).
func (p *play) roomInRanks(n int) bool {
	u := p.s.Units[n]
	u.Stands = slices.Clone(u.Stands)
	for i := range u.Stands {
		if st := &u.Stands[i]; st.Status == Out && !p.s.halted(n, i) {
			st.Status = InRanks
			break
		}
	}
	return p.comesUpon(n, u.dressedRects(u.frame(), nil)).None()
}

// shiftFor returns the direction of a shift by a unit that cannot wheel to a facing: the nearest quarter, else the
// next. Quarters where a shift was barred, or that lead off the map, are skipped (§D20).
func (p *play) shiftFor(u *Unit, to int) (dir int, ok bool) {
	turn := board.Turn(u.Facing, to)
	near := board.Degrees(u.Facing + (turn+360+45)/90*90)
	next := board.Degrees(near + 90)
	if board.Turn(near, to) < 0 {
		next = board.Degrees(near - 90)
	}
	for _, dir := range [...]int{near, next, board.Degrees(next + 180)} {
		if !u.Tried.Is(dir) && p.b.onMap(u.At.Step(board.Yard, dir)) {
			return dir, true
		}
	}
	return 0, false
}

// sidestep turns marches into shifts if stationary friends stand in the way (§D4).
func (p *play) sidestep(plans []intention) {
	staying := make([]bool, len(plans))
	for n := range plans {
		u := &p.s.Units[n]
		move := plans[n].Move
		staying[n] = u.fit() && !u.onCharge() && u.Reaction != reactFlee &&
			move != marches && move != marchesOff && move != shifts && move != dresses
	}
	for n := range plans {
		i := &plans[n]
		if u := &p.s.Units[n]; u.Arm == Guns || u.Broken {
			p.driveRound(n, i)
			continue
		}
		if i.Move != marches || i.wheelTo.Some() || i.form != "" && i.form != p.s.Units[n].Formation {
			continue
		}
		if dir, need, ok := p.wayRound(n, i.Reach, staying); ok {
			*i = p.shift(n, dir, need)
		}
	}
}

// wayRound returns the sideways shift that takes a unit past the stationary friends before it. ok is false if there are
// none or the shift exceeds the rate.
//
// A unit that barred the way for a whole turn, in which neither moved, counts as a stationary friend at any distance. A
// shift that was barred, or leads off the map, is tried to the other side; otherwise both units would be stuck for
// good (§D4, §D11).
func (p *play) wayRound(n, rate int, staying []bool) (dir, need int, ok bool) {
	u, f := &p.s.Units[n], p.currentField()
	strip := u.ranksStrip()
	var units []int
	for _, c := range f.inStrip(strip, rate) {
		if o := f.keys[c.k].U; o != n && f.unit(c.k).Side == u.Side && f.inRanks(c.k) && staying[o] {
			units = rules.With(units, o)
		}
	}
	if o, ok := u.Balked.Get(); ok && p.s.Units[o].fit() && p.s.Units[o].first() >= 0 {
		units = rules.With(units, o)
	}
	if len(units) == 0 {
		return 0, 0, false
	}
	least, greatest := p.extent(strip.Frame, units)
	right, left := greatest-strip.Left+sidestepGap, strip.Right-least+sidestepGap
	dir, need = board.Degrees(u.Facing+90), right
	if left < right && !u.Tried.Is(board.Degrees(u.Facing-90)) || u.Tried.Is(dir) {
		dir, need = board.Degrees(u.Facing-90), left
	}
	if back := board.Degrees(dir + 180); !p.b.onMap(u.At.Step(board.Yard, dir)) && p.b.onMap(u.At.Step(board.Yard, back)) {
		dir, need = back, right+left-need
	}
	tactical := p.moveDistance(n, paceTactical)
	return dir, min(need, tactical), need <= sidestepMost*tactical || u.Balked.Some()
}

// extent returns the least and greatest sideways coordinate of all stands in ranks of the units.
func (p *play) extent(f board.Frame, units []int) (least, greatest int) {
	first := true
	for _, n := range units {
		u := &p.s.Units[n]
		for i := range u.Stands {
			if u.Stands[i].Status != InRanks {
				continue
			}
			s := board.StripOf(f, []board.Rect{u.rect(i)})
			if first {
				least, greatest, first = s.Left, s.Right, false
			}
			least, greatest = min(least, s.Left), max(greatest, s.Right)
		}
	}
	return least, greatest
}
