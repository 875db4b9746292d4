package orderdiscipline

import (
	"slices"

	"galloper/adjudicator/board"
	"galloper/adjudicator/rules"
	"galloper/events"
)

// outlook is the ground in view of a general and of the units whose reports are of this turn.
//
// §10.7
func outlook(d rules.Desk[*Battle]) func(string, board.Point) bool {
	var eyes []board.Point
	for _, kind := range []string{"sight.general", "sight.own"} {
		d.Known.Facts(kind, func(subject string, fields []events.Field, turn int) bool {
			o := events.Outcome{Fields: fields}
			if turn == d.Turn-1 && (kind == "sight.own" && o.Get("seat") == d.Seat || subject == d.Seat) {
				eyes = append(eyes, board.Point{X: o.Int("x"), Y: o.Int("y")})
			}
			return true
		})
	}
	return func(_ string, at board.Point) bool {
		return slices.ContainsFunc(eyes, func(eye board.Point) bool {
			return eye.Within(at, d.Battle.Options.Sight) && d.Battle.clearView(eye, at)
		})
	}
}
