package fieldcommand

import (
	"slices"

	"galloper/adjudicator"
)

// seesAllDice reports whether every seat is told of every die that is not sealed: of a
// courier's nobody is.
func seesAllDice(b *Battle) bool { return b.Options.Fog == fogOpen && !b.Options.Couriers }

// whoOrders are the seats of the side that moves: of its army, and those with units on the map.
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
