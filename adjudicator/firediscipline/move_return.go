package firediscipline

import (
	"galloper/adjudicator/board"
)

// Return of stands out of ranks, in yards (§D9).
const (
	backOnFoot    = 80
	backMounted   = 120
	backAlongside = 20
	crewBack      = 80
	crewFear      = 60
)

// comeBack returns stands out of ranks: they rejoin if near enough, else move straight towards their unit. Nothing
// hinders them (§D9).
func (p *play) comeBack() {
	for n := range p.s.Units {
		u := &p.s.Units[n]
		if !u.fit() || u.first() < 0 || u.Arm == Guns || len(u.Contacts) > 0 || len(u.Engaged) > 0 {
			continue
		}
		yards := backOnFoot
		if u.mounted() {
			yards = backMounted
		}
		for i := range u.Stands {
			st := &u.Stands[i]
			if st.Status != Out || p.s.halted(n, i) {
				continue
			}
			if st.At.Within(u.At, (yards+backAlongside)*board.Yard) {
				if !p.roomInRanks(n) {
					continue
				}
				p.Emit("stand.rejoined", "unit", u.ID, "stand", letter(i))
				continue
			}
			to := st.At.Step(yards*board.Yard, st.At.Bearing(u.At, st.Facing))
			p.Emit("stand.moved", "unit", u.ID, "stand", letter(i), "x", to.X, "y", to.Y)
		}
	}
}

// crewsReturn returns crews that fled to their guns, and mans the guns, unless the enemy is near (§D9).
func (p *play) crewsReturn() {
	for n := range p.s.Units {
		u := &p.s.Units[n]
		if !u.fit() || u.Arm != Guns {
			continue
		}
		for i := range u.Stands {
			st := &u.Stands[i]
			if !st.inPlay() || !st.Away || st.Castings == 0 || st.Captured.Some() || p.s.halted(n, i) ||
				p.enemyWithin(u.Side, st.At, crewFear) {
				continue
			}
			if st.CrewAt.Within(st.At, crewBack*board.Yard) {
				p.Emit("gun.remanned", "unit", u.ID, "stand", letter(i))
				continue
			}
			to := st.CrewAt.Step(crewBack*board.Yard, st.CrewAt.Bearing(st.At, 0))
			p.Emit("crew.moved", "unit", u.ID, "stand", letter(i), "x", to.X, "y", to.Y)
		}
	}
}

// unlimberAndMount runs the first half of step VI.4: guns unlimber, dragoons mount or dismount (§6.4, §7.13).
func (p *play) unlimberAndMount() {
	for n := range p.s.Units {
		u := &p.s.Units[n]
		if !u.fit() || len(u.Contacts) > 0 || len(u.Engaged) > 0 || p.s.crippled(n) {
			continue
		}
		switch {
		case u.Plan.Move == unlimbers && u.allManned():
			p.Emit("guns.unlimbered", "unit", u.ID, "facing", u.Plan.Dir)
			if u.Task.Chit == 'U' {
				p.Emit("chit.used", "unit", u.ID)
			}
		case u.Plan.Move == rides && u.Task.Mount && !u.Mounted:
			p.Emit("unit.mounted", "unit", u.ID)
		case u.Plan.Move == rides && u.Task.Dismount && u.Mounted:
			p.Emit("unit.dismounted", "unit", u.ID)
		}
	}
}
