package activationchits

import (
	"slices"

	"galloper/adjudicator"
)

// unfogged reports whether every seat sees all dice that are not sealed.
func unfogged(b *Battle) bool { return b.Options.Fog == "none" }

// stillCommanding returns the seats with a unit or their leader on the board. A seat goes on playing while
// its leader is away.
func stillCommanding(b *Battle, s *State, _ int) (a adjudicator.Awaited) {
	for seat := range b.Posts {
		troops := slices.ContainsFunc(s.Units, func(u Unit) bool { return u.Seat == seat && !u.Lost })
		if troops || s.Leaders[seat].Status == onBoard {
			a.Seats = append(a.Seats, b.Posts[seat].ID)
		}
	}
	return a
}
