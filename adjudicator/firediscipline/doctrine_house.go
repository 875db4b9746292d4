package firediscipline

import "galloper/adjudicator/board"

// Distances in yards (§D15, §D16, §D17).
const (
	markReach    = 200 // of an enemy from the place to be attacked
	succourReach = 100 // of an enemy from the friend supported
	usualGap     = 60  // behind the unit followed
)

// foe returns the enemy stand that a unit makes for, or -1: the nearest to the place under CHARGE or ATTACK of a place,
// the nearest to the friend under SUPPORT, else the focus (§D1, §D15, §D17).
func (p *play) foe(n int) int {
	u := &p.s.Units[n]
	switch {
	case u.Task.Verb.targets() && u.Task.HasGoal:
		return p.seenAbout(n, u.Task.Goal, markReach)
	case u.Task.Verb == Support:
		return p.seenAbout(n, p.s.Units[u.Task.Guide.Must()].At, succourReach)
	}
	return p.focus(n)
}

// seenAbout returns the enemy stand in ranks nearest to a place, within a range in yards of it, that the unit sees; -1
// if there is none.
func (p *play) seenAbout(n int, place board.Point, yards int) int {
	u, f := &p.s.Units[n], p.here()
	enemy := f.enemyInRanks(u.Side)
	return f.nearest(place, yards*board.Yard, func(k int) bool { return enemy(k) && p.b.inView(u.At, f.at[k]) })
}

// behind returns the goal of a unit that follows another: the rear of its guide, then the guide's facing (§D16).
func (p *play) behind(n int) (aim, way) {
	u := &p.s.Units[n]
	if p.inPlaceBehind(u) {
		return aim{dir: p.s.Units[u.Task.Guide.Must()].Facing}, turns
	}
	return aim{at: p.rearOf(u)}, toPoint
}

// rearOf returns the place behind a unit's guide.
func (p *play) rearOf(u *Unit) board.Point {
	gap := u.Task.Gap
	if gap == 0 {
		gap = usualGap
	}
	guide := &p.s.Units[u.Task.Guide.Must()]
	return p.b.clamp(guide.At.Step(gap*board.Yard, board.Degrees(guide.Facing+180)))
}

func (p *play) inPlaceBehind(u *Unit) bool { return u.At.Within(p.rearOf(u), nearPlace*board.Yard) }
