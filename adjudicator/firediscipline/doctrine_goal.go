package firediscipline

import "galloper/adjudicator/board"

// way is the kind of a goal.
type way int

const (
	toPoint way = iota
	straight
	turns // in place
	stays
)

type aim struct {
	at  board.Point
	dir int
}

// goal returns a unit's goal under its directive (§D3).
func (p *play) goal(n int) (aim, way) {
	u := &p.s.Units[n]
	t := &u.Task
	if t.Verb == Advance || t.Verb == Assault && u.Arm == Guns || t.Verb.targets() || t.Verb == Support {
		if k := p.foe(n); k >= 0 {
			if at := p.opposite(u, k); len(t.Detour) == 0 || !p.b.overWater(u.At, at) {
				return aim{at: at}, toPoint
			}
		}
	}
	if len(t.Detour) > 0 {
		return aim{at: t.Detour[0]}, toPoint
	}
	if len(t.Way) > 0 {
		return aim{at: t.Way[0]}, toPoint
	}
	switch t.Verb {
	case Follow, Support:
		return p.behind(n)
	case Advance, Charge, Attack:
		if t.HasGoal {
			return aim{at: t.Goal}, toPoint
		}
		return aim{dir: t.Axis}, straight
	case Assault:
		if p.atPlace(u) && u.Arm != Guns {
			return p.through(n)
		}
		return aim{at: t.Goal}, toPoint
	case Hold:
		if t.HasGoal && !p.atPlace(u) {
			return aim{at: t.Goal}, toPoint
		}
		return p.front(n)
	}
	if t.HasGoal && !p.atPlace(u) {
		return aim{at: t.Goal}, toPoint
	}
	return aim{}, stays
}

// opposite returns the goal of a unit whose focus is enemy stand k: the middle of the enemy unit if that is straight
// ahead, else the stand itself, so that several units close with one enemy side by side (§D3).
func (p *play) opposite(u *Unit, k int) board.Point {
	f := p.here()
	middle := f.unit(k).At
	if u.Task.Verb != Advance && u.Task.Verb != Assault { // the directive names that unit
		return middle
	}
	if t := board.Turn(u.Facing, u.At.Bearing(middle, u.Facing)); t >= -inclineTurn && t <= inclineTurn {
		return middle
	}
	return f.at[k]
}

// through returns the goal of an assault that is in its feature while enemies are still in it: straight ahead, or the
// nearest enemy it sees in the feature if the map's edge barred the way for a whole turn (§D3, §D14).
func (p *play) through(n int) (aim, way) {
	u := &p.s.Units[n]
	if u.Edged {
		in := &p.b.Features[u.Task.Feature.Must()]
		if k := p.nearestSeen(n, p.b.Options.Visibility/board.Yard, in.holds); k >= 0 {
			return aim{at: p.here().at[k]}, toPoint
		}
	}
	return aim{dir: u.Facing}, straight
}

// front returns the direction that a unit turns to in place: FACING, else the nearest enemy within 300 yards if it is
// more than 45 degrees off (§D3).
func (p *play) front(n int) (aim, way) {
	u := &p.s.Units[n]
	if dir, ok := u.Task.Facing.Get(); ok {
		return aim{dir: dir}, turns
	}
	k := p.nearestSeen(n, focusReach, anywhere)
	if k < 0 {
		return aim{}, stays
	}
	dir := u.At.Bearing(p.here().at[k], u.Facing)
	if t := board.Turn(u.Facing, dir); t >= -focusTurn && t <= focusTurn {
		return aim{}, stays
	}
	return aim{dir: dir}, turns
}
