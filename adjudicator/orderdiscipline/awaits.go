package orderdiscipline

import "galloper/adjudicator"

// awaited returns the seats whose commander, to their own knowledge, has troops left, directly or under
// subordinates. A fallen general is replaced at once, so no seat is vacant.
func awaited(b *Battle, before *State, _ int) (a adjudicator.Awaited) {
	for g := range b.Generals {
		if before.hasTroops(g) {
			a.Seats = append(a.Seats, b.Generals[g].ID)
		}
	}
	return a
}

// hasTroops reports whether the general knows of a unit under their command that is still on the table.
func (s *State) hasTroops(g int) bool {
	for u := range s.Units {
		if known := &s.Known[g].Own[u]; s.b.commands(g, u) && (!known.Known || known.State <= Routing) {
			return true
		}
	}
	return false
}
