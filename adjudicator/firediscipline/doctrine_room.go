package firediscipline

import (
	"slices"

	"galloper/adjudicator"
	"galloper/adjudicator/board"
)

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
		i.Plan = p.shift(n, dir, p.reach(n, paceTactical)).Plan
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
	u, f := &p.s.Units[n], p.here()
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
