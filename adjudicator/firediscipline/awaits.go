package firediscipline

import "galloper/adjudicator"

// awaits returns the seats that the turn waits for: those whose commander is fit and, to their knowledge, has troops
// left. A fallen commander's seat is skipped until a successor arrives.
func awaits(_ *Battle, before *State, _ int) (a adjudicator.Awaited) {
	for seat := range before.Seats {
		if c := &before.Seats[seat]; c.Status == Fit && before.hasTroops(seat) {
			a.Seats = append(a.Seats, c.ID)
		}
	}
	return a
}

// hasTroops reports whether the seat commands a unit that it does not know to be gone.
func (s *State) hasTroops(seat int) bool {
	for u := range s.Units {
		if s.b.obeys(u, seat) && !s.Known[seat][u].Gone {
			return true
		}
	}
	return false
}
