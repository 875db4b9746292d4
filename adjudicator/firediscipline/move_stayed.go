package firediscipline

// Reasons for a unit with a goal to stay in place.
const (
	stayedEnemy  = "enemy"  // an enemy near enough to stop it
	stayedGuide  = "guide"  // its guide is no farther on
	stayedHalted = "halted" // too many of its stands are halted
	stayedCrews  = "crews"  // crews of its guns have run
	stayedPace   = "pace"   // its limbers are damaged, or the ground allows not even a yard
)

// tellWhoStayed emits the reason for each unit with a goal that did not move, unless another outcome of this turn
// explains it (§4.2, §D3).
func (w *marching) tellWhoStayed() {
	for n := range w.s.Units {
		u := &w.s.Units[n]
		if m := w.of[n]; !w.bound(n) || m != nil && (m.total > 0 || m.by != "" || m.leg == 0) {
			continue
		}
		w.Emit("unit.stayed", "unit", u.ID, "reason", w.whyStayed(n))
	}
}

// bound reports whether the unit was free to follow a directive that takes it somewhere: no charge involved it this
// turn, and no turn used up its time (§D3).
func (p *play) bound(n int) bool {
	u := &p.s.Units[n]
	turned := (u.Wheeled || u.Formed || u.Cramped) && u.Plan.Move == ""
	busy := turned || u.onCharge() || u.Reaction != "" || len(u.Engaged) > 0 || len(u.Contacts) > 0
	if !u.fit() || u.first() < 0 || busy || u.Formation == Unlimbered || u.Plan.Move == unlimbers || u.Plan.Move == rides {
		return false
	}
	if u.Broken || u.Plan.Move == dresses || len(u.Task.Way) > 0 || len(u.Task.Detour) > 0 {
		return true
	}
	t := &u.Task
	return t.Verb.attacks() || t.HasGoal && !p.atPlace(u) || t.Verb.trails() && !p.inPlaceBehind(u)
}

func (p *play) whyStayed(n int) string {
	u := &p.s.Units[n]
	switch {
	case p.disabled(n):
		return stayedHalted
	case u.Arm == Guns && !u.allManned():
		return stayedCrews
	case u.Arm == Guns && p.enemyWithin(u.Side, u.At, limberedHalt):
		return stayedEnemy
	case u.Plan.Reach*p.b.percent(u.At, u.gait()) < 100*ticks:
		return stayedPace
	case u.Plan.Move == dresses:
		return stayedGuide
	}
	return stayedEnemy
}
