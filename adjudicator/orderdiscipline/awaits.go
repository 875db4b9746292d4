package orderdiscipline

import "galloper/adjudicator"

// awaits are the seats that, as far as they know, have troops left, their own or those of
// generals below them. Who falls has a successor at once.
func awaits(_ adjudicator.Scenario, before adjudicator.State, _ int) (a adjudicator.Awaited) {
	s := before.(*State)
	for _, seat := range s.b.seats {
		if s.hasTroops(s.b.seat(seat.ID)) {
			a.Seats = append(a.Seats, seat.ID)
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
