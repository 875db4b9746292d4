package activationchits

import (
	"slices"

	"galloper/adjudicator"
)

// unfogged reports whether every seat is told of every die that is not sealed.
func unfogged(b *Battle) bool { return b.Options.Fog == "none" }

// stillCommanding are the seats that have a unit, or their leader, on the board. A seat whose
// leader is away plays on.
func stillCommanding(b *Battle, s *State, _ int) (a adjudicator.Awaited) {
	for seat := range b.Posts {
		troops := slices.ContainsFunc(s.Units, func(u Unit) bool { return u.Seat == seat && !u.Lost })
		if troops || s.Leaders[seat].Status == onBoard {
			a.Seats = append(a.Seats, b.Posts[seat].ID)
		}
	}
	return a
}
