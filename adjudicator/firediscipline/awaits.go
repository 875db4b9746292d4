package firediscipline

import "galloper/adjudicator"

// unfogged reports whether every seat is told of every die.
func unfogged(sc adjudicator.Scenario) bool { return !sc.(*Battle).Options.Fog }

// awaits are the seats whose commander is fit and, as far as they know, has troops left. For
// one who fell nobody orders before the successor comes.
func awaits(_ adjudicator.Scenario, before adjudicator.State, _ int) (a adjudicator.Awaited) {
	s := before.(*State)
	for seat := range s.Seats {
		if c := &s.Seats[seat]; c.Status == Fit && s.hasTroops(seat) {
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
