package fieldcommand

import (
	"slices"

	"galloper/adjudicator"
)

// seesAllDice reports whether every seat sees every die that is not sealed. No seat sees a courier's dice.
func seesAllDice(b *Battle) bool { return b.Options.Fog == fogOpen && !b.Options.Couriers }

// whoOrders returns the seats that a turn waits for: of each side that moves, its army seat and the seats with units on
// the map.
func whoOrders(b *Battle, before *State, turn int) (a adjudicator.Awaited) {
	for side := range b.Sides {
		if !b.moves(side, turn) {
			continue
		}
		if !b.Options.Simultaneous {
			a.Side = b.Sides[side].ID
		}
		for _, seat := range b.SeatsOf(side) {
			fights := func(u Unit) bool { return u.Seat == seat && u.onMap() }
			if b.Sides[side].Army == seat || slices.ContainsFunc(before.Units, fights) {
				a.Seats = append(a.Seats, b.Commands[seat].ID)
			}
		}
	}
	return a
}
