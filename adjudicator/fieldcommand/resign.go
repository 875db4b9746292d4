package fieldcommand

import "galloper/adjudicator"

// judgeResigned ends the game where an army seat has resigned: the other side wins; where
// both have, it is a draw. The units of a corps seat that resigned pass to the army seat;
// who takes the seat later is given units by ASSIGN.
//
// §H9.4
func judgeResigned(t *adjudicator.Turn) {
	p := on(t)
	var gone [2]bool
	for side := range p.b.Sides {
		gone[side] = t.HasResigned(p.seatID(p.b.Sides[side].Army))
	}
	switch {
	case gone[0] && gone[1]:
		p.finish("H9.4", -1, "resigned")
		return
	case gone[0]:
		p.finish("H9.4", 1, "resigned")
		return
	case gone[1]:
		p.finish("H9.4", 0, "resigned")
		return
	}
	for u := range p.s.Units {
		if x := &p.s.Units[u]; t.HasResigned(p.seatID(x.Seat)) {
			p.emit("H9.4", "unit.assigned", nil, "unit", p.id(u), "seat", p.seatID(p.b.Sides[x.Side].Army))
		}
	}
}

// finish ends the game; winner -1 is a draw.
func (p *play) finish(clause string, winner int, reason string) {
	name := "draw"
	if winner >= 0 {
		name = p.sideID(winner)
	}
	p.emit(clause, "game.ended", nil, "winner", name, "reason", reason)
}
