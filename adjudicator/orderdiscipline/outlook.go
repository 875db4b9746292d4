package orderdiscipline

import (
	"slices"

	"galloper/adjudicator/board"
	"galloper/adjudicator/rules"
)

// outlook returns a predicate for the points in view of the general and of the units whose reports are from
// this turn (§10.7).
func outlook(d rules.Desk[*Battle]) func(string, board.Point) bool {
	var eyes []board.Point
	for _, kind := range []string{"sight.general", "sight.own"} {
		for o, turn := range d.Facts(kind) {
			mine := kind == "sight.own" && o.Get("seat") == d.Seat || o.Get("general") == d.Seat
			if turn == d.Turn-1 && mine {
				eyes = append(eyes, pointOf(o))
			}
		}
	}
	return func(_ string, at board.Point) bool {
		return slices.ContainsFunc(eyes, func(eye board.Point) bool {
			return eye.Within(at, d.Battle.Options.Sight) && d.Battle.clearView(eye, at)
		})
	}
}
