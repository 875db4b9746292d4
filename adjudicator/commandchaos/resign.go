package commandchaos

// seatOf returns the seat that commands a zone of the side: that of a living lieutenant there, else the commander's. A
// lieutenant's seat that resigned has handed its zone to the commander (§H1).
func (p *play) seatOf(side, zone int) int {
	for i := range p.b.Commands {
		c := &p.b.Commands[i]
		if o := &p.s.Officers[c.Officer]; c.Side == side && p.b.Leaders[c.Officer].Lieutenant && !o.Dead &&
			o.Zone == zone && !p.HasResigned(c.ID) {
			return i
		}
	}
	return p.b.chief[side]
}

// judgeResigned ends the game if a commander's seat has resigned: the other side wins. If both have, the losses decide
// (section l, §E2).
func (p *play) judgeResigned() {
	chief := func(side int) string { return p.b.Commands[p.b.chief[side]].ID }
	if winner, over := p.GivenUp([2]string{chief(0), chief(1)}); winner.Some() {
		p.end("E1", winner.Must(), "resigned")
	} else if over {
		p.end("E2", p.better(), "resigned")
	}
}
