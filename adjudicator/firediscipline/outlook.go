package firediscipline

import (
	"galloper/adjudicator/board"
	"galloper/adjudicator/rules"
)

// outlook returns a test for the ground in the commander's view. A commander who is not fit sees nothing (§W1).
func outlook(d rules.Desk[*Battle]) func(string, board.Point) bool {
	if !d.Battle.Options.Fog {
		return nil
	}
	me, turn, ok := d.Fact("sight.commander", d.Seat)
	blind, from := !ok || turn != d.Turn-1 || me.Get("status") != "-", at(me)
	return func(_ string, at board.Point) bool { return !blind && d.Battle.inView(from, at) }
}
