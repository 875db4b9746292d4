package commandchaos

// seatOf returns the seat that commands a zone of the side: a living lieutenant's
// there, else the commander's. A lieutenant's seat that resigned has handed its zone to him.
//
// §H1
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

// judgeResigned ends the game where a commander's seat has resigned: the other side
// has won; where both have, by the losses.
//
// Section l, §E2
func (p *play) judgeResigned() {
	var gone [2]bool
	for side, chief := range p.b.chief {
		gone[side] = p.HasResigned(p.b.Commands[chief].ID)
	}
	switch {
	case gone[0] && gone[1]:
		p.end("E2", p.better(), "resigned")
	case gone[0]:
		p.end("E1", 1, "resigned")
	case gone[1]:
		p.end("E1", 0, "resigned")
	}
}
