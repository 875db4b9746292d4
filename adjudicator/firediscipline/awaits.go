package firediscipline

import "galloper/adjudicator"

// awaits are the seats whose commander is fit and, as far as they know, has troops left. For
// one who fell nobody orders before the successor comes.
func awaits(_ *Battle, before *State, _ int) (a adjudicator.Awaited) {
	for seat := range before.Seats {
		if c := &before.Seats[seat]; c.Status == Fit && before.hasTroops(seat) {
			a.Seats = append(a.Seats, c.ID)
		}
	}
	return a
}

// hasTroops reports whether a unit takes the seat's directives that it does not know to be gone.
func (s *State) hasTroops(seat int) bool {
	for u := range s.Units {
		if s.b.obeys(u, seat) && !s.Known[seat][u].Gone {
			return true
		}
	}
	return false
}
