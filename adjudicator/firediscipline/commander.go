package firediscipline

import "slices"

// posts says with which stand each commander rides: taken before a fire, for
// who is at risk depends on the stands as they were (§2.31).
type posts struct {
	colonels []int // by unit: first stand in ranks, or -1
	brigades []int // by seat: middle stand of the unit he is attached to, or -1
}

// posts takes down where the commanders are.
func (s *State) posts() posts {
	p := posts{make([]int, len(s.Units)), make([]int, len(s.Seats))}
	for i := range s.Units {
		p.colonels[i] = s.Units[i].first()
	}
	for i := range s.Seats {
		p.brigades[i] = -1
		if a := s.Seats[i].Attached; a >= 0 {
			p.brigades[i] = s.Units[a].middle()
		}
	}
	return p
}

// standKey names stand i of unit u.
type standKey struct{ U, I int }

// perils are the commanders at risk in one step with fire. Each rolls once:
// keep one value for the step (for protective fire, one for the whole turn).
type perils struct {
	phase  string
	rolled []string
}

// underFire rolls for each commander whose stand is among those hit: units
// first, in id order, then seats.
//
// §2.31
func (p *play) underFire(r *perils, before posts, hit []standKey) {
}

// inMelee rolls for the commanders attached to the units of a melee; failed says
// which of the units failed their check.
//
// §2.32
func (p *play) inMelee(phase string, units []int, failed func(unit int) bool) {
}

func (r *perils) once(who string) bool {
	if slices.Contains(r.rolled, who) {
		return false
	}
	r.rolled = append(r.rolled, who)
	return true
}
