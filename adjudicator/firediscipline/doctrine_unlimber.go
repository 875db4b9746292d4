package firediscipline

import "galloper/adjudicator/board"

// planUnlimber reports whether limbered guns unlimber, and the facing (§D8, §D18, §6.4).
func (p *play) planUnlimber(n int) (facing int, ok bool) {
	u := &p.s.Units[n]
	if u.Formation != Limbered || !u.allManned() || u.worstLimber() >= 4 {
		return 0, false
	}
	towards := func(k int) int {
		if k < 0 {
			return u.Facing
		}
		return u.At.Bearing(p.here().at[k], u.Facing)
	}
	ordered := func(k int) int {
		if facing, ok := u.Task.Facing.Get(); ok {
			return facing
		}
		return towards(k)
	}
	bound := len(u.Task.Way) > 0 || u.Task.HasGoal && !p.atPlace(u)
	if u.Task.Unlimber && !bound || u.Task.Chit == 'U' {
		return ordered(p.nearestSeen(n, p.b.Options.Visibility/board.Yard, anywhere)), true
	}
	switch u.Task.Verb {
	case Advance, Assault, Attack, Support:
		k := p.foe(n)
		return towards(k), k >= 0
	case Hold:
		if bound {
			return 0, false
		}
		reach := focusReach
		if !u.Task.HasGoal && u.Task.Facing.None() { // without orders, guns stay limbered as long as they can
			reach = limberedHalt
		}
		k := p.nearestSeen(n, reach, anywhere)
		return ordered(k), k >= 0
	}
	return 0, false
}

// allManned reports whether every section of the battery in play has its crew.
func (u *Unit) allManned() bool {
	for i := range u.Stands {
		if u.Stands[i].inPlay() && !u.present(i) {
			return false
		}
	}
	return true
}
