package firediscipline

import (
	"slices"

	"galloper/adjudicator/board"
)

// bout returns the melee number of one stand against another, and whether its hits count double (§8.5, §8.19).
func (p *play) bout(b *brawl, from, to standKey) bout {
	u, e := &p.s.Units[from.U], &p.s.Units[to.U]
	x := bout{from: from, to: to, double: u.Rating > e.Rating && !p.b.Options.MeleeMMGHit}
	if e.stoodGround() && p.inHardGround(e.Stands[to.I].At) {
		x.number = 1
		return x
	}
	engaged := p.s.engagedWith(from.U, to.U)
	x.number = p.basicNumber(u, e, engaged)
	if engaged && u.Arm != Guns && !u.mounted() {
		x.number++
	}
	if c := u.Stands[from.I].Castings; c >= 2*e.Stands[to.I].Castings {
		x.number++
	}
	if b.phase != phaseEngaged && slices.Contains(u.Flanked, to.U) {
		x.number += p.b.Options.FlankBonus
	}
	if p.b.Options.MeleeMMGHit && u.Rating > e.Rating {
		x.number++
	}
	return x
}

// inHardGround reports whether a defender at the place is hard to reach: in woods, rough, a protected place or
// earthworks (§8.5).
func (p *play) inHardGround(at board.Point) bool {
	return p.b.coverAt(at) != noCover || p.b.in(at, LightWoods, HeavyWoods, Rough)
}

// basicNumber returns the number from the melee tables (§8.5).
func (p *play) basicNumber(u, e *Unit, engaged bool) int {
	if u.mounted() {
		column := 2 * max(0, slices.Index([]string{"steel", "fire", "mix"}, u.Tactic))
		if engaged {
			column++
		}
		return p.b.Tables.Cavalry[e.againstHorse()][column]
	}
	return p.b.Tables.Infantry[e.againstFoot()][max(0, slices.Index([]string{"bayonet", "pike", "mixed"}, u.Melee))]
}

// againstHorse returns the unit's row of the cavalry table (§8.5, §8.43, §3.12).
func (u *Unit) againstHorse() int {
	switch {
	case u.Formation == Open, u.Arm == Guns, u.mounted() && u.Light:
		return vsOpen
	case u.Arm == Horse:
		return vsHorse
	case u.mounted():
		return vsDragoons
	}
	switch u.Melee {
	case "pike":
		return vsPike
	case "mixed":
		return vsMixed
	}
	return vsBayonet
}

// againstFoot returns the unit's row of the infantry table (§8.5, §8.43, §3.12).
func (u *Unit) againstFoot() int {
	switch {
	case u.Formation == Open, u.Arm == Guns:
		return vsOpenFoot
	case u.mounted():
		return vsMounted
	}
	return vsFoot
}
