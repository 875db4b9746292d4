package fieldcommand

import (
	"slices"

	"galloper/adjudicator"
)

// unfogged reports whether every seat is told of every die that is not sealed: of a
// courier's nobody is.
func unfogged(sc adjudicator.Scenario) bool {
	o := &sc.(*Battle).Options
	return o.Fog == fogOpen && !o.Couriers
}

// awaits are the seats of the side that moves: of its army, and those with units on the map.
func awaits(_ adjudicator.Scenario, before adjudicator.State, turn int) (a adjudicator.Awaited) {
	s := before.(*State)
	for side := range s.b.Sides {
		if !s.b.moves(side, turn) {
			continue
		}
		if !s.b.Options.Simultaneous {
			a.Side = s.b.Sides[side].ID
		}
		for _, seat := range s.b.seatsOf(side) {
			if s.b.Sides[side].Army == seat || slices.ContainsFunc(s.Units, func(u Unit) bool { return u.Seat == seat && u.onMap() }) {
				a.Seats = append(a.Seats, s.b.Commands[seat].ID)
			}
		}
	}
	return a
}
