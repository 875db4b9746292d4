package firediscipline

import (
	"strconv"

	"galloper/adjudicator/board"
	"galloper/adjudicator/rules"
	"galloper/events"
)

// outlook is the ground that a commander has in view: nothing once they are not fit.
//
// §W1
func outlook(d rules.Desk[*Battle]) func(string, board.Point) bool {
	if !d.Battle.Options.Fog {
		return nil
	}
	fields, turn, ok := d.Known.Fact("sight.commander", d.Seat)
	o := events.Outcome{Fields: fields}
	x, errx := strconv.Atoi(o.Get("x"))
	y, erry := strconv.Atoi(o.Get("y"))
	blind := !ok || turn != d.Turn-1 || o.Get("status") != "-" || errx != nil || erry != nil
	return func(_ string, at board.Point) bool { return !blind && d.Battle.inView(board.Point{X: x, Y: y}, at) }
}
