package orderdiscipline

import "galloper/adjudicator"

// awaited are the seats that, as far as they know, have troops left, their own or those of
// generals below them. Who falls has a successor at once.
func awaited(b *Battle, before *State, _ int) (a adjudicator.Awaited) {
	for g := range b.Generals {
		if before.hasTroops(g) {
			a.Seats = append(a.Seats, b.Generals[g].ID)
		}
	}
	return a
}

// hasTroops reports whether the general knows of a unit of his command on the table.
func (s *State) hasTroops(g int) bool {
	for u := range s.Units {
		if known := &s.Known[g].Own[u]; s.b.commands(g, u) && (!known.Known || known.State <= Routing) {
			return true
		}
	}
	return false
}
