package firediscipline

// Why a unit that is to go somewhere stays where it is.
const (
	stayedEnemy  = "enemy"  // who is near enough to stop it
	stayedGuide  = "guide"  // it dresses on one who is no farther on
	stayedHalted = "halted" // too many of its stands are
	stayedCrews  = "crews"  // of its guns have run
	stayedPace   = "pace"   // its limbers are shot up, or the ground lets it make no yard
)

// tellWhoStayed tells why units that are to go somewhere have not done it, where
// nothing else that they did or suffered this turn says so.
//
// §4.2 §D3
func (w *marching) tellWhoStayed() {
	for n := range w.s.Units {
		u := &w.s.Units[n]
		if m := w.of[n]; !w.bound(n) || m != nil && (m.total > 0 || m.by != "" || m.leg == 0) {
			continue
		}
		w.Emit("unit.stayed", "unit", u.ID, "reason", w.whyStayed(n))
	}
}

// bound reports whether the unit's directive takes it somewhere this turn, and neither
// the enemy's charge or its own, nor a turn that leaves no time for more, was in between.
//
// §D3
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
