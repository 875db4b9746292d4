package firediscipline

import (
	"cmp"
	"slices"

	"galloper/adjudicator/board"
)

// relay lays a section without a target on the nearest enemy that it could hit, else on its ordered facing, or
// prolonges it (§D8).
func (p *play) relay(s service) service {
	u := &p.s.Units[s.U]
	st := &u.Stands[s.I]
	for _, k := range p.gunTargets(s.standKey) {
		bearing, ok := p.layOn(s.standKey, k)
		if !ok {
			continue
		}
		if bearing != st.Facing {
			s.does, s.bearing = laid, bearing
		}
		return s
	}
	if facing, ok := u.Task.Facing.Get(); ok && facing != st.Facing {
		s.does, s.bearing = laid, facing
		return s
	}
	if to, ok := p.prolonge(s.standKey); ok {
		s.does, s.to = prolongs, to
	}
	return s
}

// gunTargets lists the enemy stands that a section could be laid on: in ranks, not engaged, in sight and within its
// maximum range. They are ordered by distance, then id (§D8).
func (p *play) gunTargets(k standKey) []int {
	u, f := &p.s.Units[k.U], p.here()
	from, reach := u.Stands[k.I].At, u.maximumRange()*board.Yard
	var all []int
	for _, e := range f.near(from, reach) {
		x := f.unit(e)
		if x.Side != u.Side && f.inRanks(e) && len(x.Engaged) == 0 && from.Within(f.at[e], reach) &&
			p.b.inView(from, f.at[e]) {
			all = append(all, e)
		}
	}
	slices.SortStableFunc(all, func(a, b int) int { return cmp.Compare(from.Distance(f.at[a]), from.Distance(f.at[b])) })
	return all
}

// layOn returns the bearing to the expected position of an enemy stand, which is its place plus its unit's move of the
// last turn. ok is false if that is out of range or behind a friendly stand (§D8).
func (p *play) layOn(k standKey, enemy int) (bearing int, ok bool) {
	u, f := &p.s.Units[k.U], p.here()
	st, went := &u.Stands[k.I], f.unit(enemy).Went
	expected := f.rects[enemy]
	expected.Centre = board.Point{X: expected.Centre.X + went.X, Y: expected.Centre.Y + went.Y}
	if !st.At.Within(expected.Centre, u.maximumRange()*board.Yard) {
		return 0, false
	}
	bearing = st.At.Bearing(expected.Centre, st.Facing)
	turned := u.rect(k.I)
	turned.Facing = bearing
	strip := turned.Strip()
	target, ok := strip.Find(expected)
	if !ok {
		return bearing, false
	}
	height := p.b.height(st.At)
	over := p.b.height(expected.Centre) < height
	for _, c := range f.inStrip(strip, target.Range()) {
		if f.keys[c.k] == k || f.unit(c.k).Side != u.Side || c.part.Range() >= target.Range() ||
			over && p.b.height(f.at[c.k]) < height {
			continue
		}
		return bearing, false
	}
	return bearing, true
}

// prolonge returns the section's place after prolonging on its own facing: forward under ADVANCE, back under WITHDRAW
// if that is nearer to the home edge (§4.42, §6.66, §D8).
func (p *play) prolonge(k standKey) (board.Point, bool) {
	u := &p.s.Units[k.U]
	if !u.prolonges() {
		return board.Point{}, false
	}
	yards := p.b.Tables.Rates[rateLightGuns][rateTactical]
	switch u.Task.Verb {
	case Advance, Attack:
	case Withdraw:
		if p.b.fromHome(u.Side, u.At) <= p.b.fromHome(u.Side, u.Task.Goal) {
			return board.Point{}, false
		}
		yards = -yards
	default:
		return board.Point{}, false
	}
	r := u.rect(k.I)
	r.Centre = r.Centre.Step(yards*board.Yard, r.Facing)
	return r.Centre, p.mayProlonge(k, r)
}

// mayProlonge reports whether the section may end there: on the map, on ground that guns can enter, overlapping no
// stand and more than 60 yards from the enemy (§6.66).
func (p *play) mayProlonge(k standKey, r board.Rect) bool {
	u, f := &p.s.Units[k.U], p.here()
	if !p.b.onMap(r.Centre) || p.b.percent(r.Centre, goGuns) == 0 {
		return false
	}
	for _, o := range f.near(r.Centre, prolongeHalt*board.Yard+reachOfStand) {
		enemy := f.unit(o).Side != u.Side && f.inRanks(o)
		if f.keys[o] != k && r.Overlaps(f.rects[o]) || enemy && r.Centre.Within(f.at[o], prolongeHalt*board.Yard) {
			return false
		}
	}
	return true
}

// fromHome returns the distance of a point from the side's home edge in hundredths of a yard.
func (b *Battle) fromHome(side int, p board.Point) int {
	switch b.Sides[side].Edge {
	case 0:
		return b.Height - p.Y
	case 90:
		return b.Width - p.X
	case 180:
		return p.Y
	}
	return p.X
}

// captureGuns gives sections without a crew to enemies in ranks within 20 yards, for good (§6.62).
func (p *play) captureGuns() {
	for n := range p.s.Units {
		u := &p.s.Units[n]
		if u.Arm != Guns || !u.fit() {
			continue
		}
		for i := range u.Stands {
			st := &u.Stands[i]
			if !st.inPlay() || st.Captured.Some() || st.Guns == 0 || st.Castings > 0 && !st.Away {
				continue
			}
			f := p.here()
			if f.nearest(st.At, captureRange*board.Yard, f.enemyInRanks(u.Side)) >= 0 {
				p.loseGun(u, i, "6.62")
			}
		}
	}
	p.remove()
}
