package fieldcommand

// judgeResignations ends the game if an army seat has resigned: the other side wins, or it is a draw if both have. The
// units of a corps seat that resigned pass to the army seat; a later player of that seat gets units by ASSIGN (§H9.4).
func (p *play) judgeResignations() {
	winner, over := p.GivenUp([2]string{p.seatID(p.b.Sides[0].Army), p.seatID(p.b.Sides[1].Army)})
	if over {
		p.EmitBy("H9.4", "game.ended", "winner", p.b.Winner(winner), "reason", "resigned")
		return
	}
	for u := range p.s.Units {
		if x := &p.s.Units[u]; p.HasResigned(p.seatID(x.Seat)) {
			p.EmitBy("H9.4", "unit.assigned", "unit", p.id(u), "seat", p.seatID(p.b.Sides[x.Side].Army))
		}
	}
}
