package fieldcommand

import "slices"

// renewStanding begins the turn, updates standing orders and sets the destinations of riding commanders (§H2).
func (p *play) renewStanding() {
	round, active := p.Number, "both"
	if !p.b.Options.Simultaneous {
		round = (p.Number + 1) / 2
		side := p.b.Options.First
		if p.Number%2 == 0 {
			side = 1 - side
		}
		active = p.sideID(side)
	}
	p.Emit("turn.began", "turn", p.Number, "round", round, "active", active)
	for seat := range p.b.Commands {
		for _, o := range p.mail(seat, "STANDING", "RIDE") {
			p.cause(seat, &o)
			k := scribe(p.b, p.s, seat)
			if o.Verb == verbStanding {
				p.Emit("standing.given", "seat", p.seatID(seat), "text", k.standingText(&o))
				continue
			}
			with := "-"
			if o.With.Some() {
				with = p.id(o.With.Must())
			}
			p.Emit("ride.ordered", "seat", p.seatID(seat), "to", p.b.whereText(o.To), "with", with)
		}
	}
}

// entries returns a seat's orders of a phase: first those of directives that are acted on now, then those of the mail
// that do not ride (§H6.5).
func (p *play) entries(seat int, words ...string) []order {
	list := p.directives(seat, words...)
	for _, o := range p.mail(seat, words...) {
		if !slices.Contains(p.s.Seats[seat].Sent, o.line) {
			list = append(list, o)
		}
	}
	return list
}

// shuffle turns the side's ready blocks face-down and deals their tokens again, position by position (§7.1).
func (p *play) shuffle() {
	for _, side := range p.s.sidesActive() {
		p.lapse(side, true)
		for _, at := range p.b.spots {
			units := p.s.shuffled(at)
			if len(units) == 0 || p.s.Units[units[0]].Side != side || len(units) == 1 && !p.s.Units[units[0]].Up {
				continue
			}
			if len(units) > 1 {
				p.Dice.Shuffle("hidden/shuffle/"+p.b.positionText(at), len(units))
			}
			p.Emit("units.shuffled", "at", p.b.positionText(at), "count", len(units))
		}
	}
}

// limber carries out the LIMBER orders (§7.2).
func (p *play) limber() {
	for _, side := range p.s.sidesActive() {
		for _, seat := range p.b.SeatsOf(side) {
			for _, o := range p.entries(seat, "LIMBER") {
				p.cause(seat, &o)
				p.each(seat, &o, func(u *Unit) string {
					if !u.Ranging {
						return notRanging
					}
					return ""
				}, func(u int) {
					p.Emit("artillery.limbered", "unit", p.id(u), "at", p.b.positionText(p.s.Units[u].At))
				})
			}
		}
	}
}

// each applies do to every unit of an order that passes the check and leaves out the others. If no unit passes, it
// refuses the order with the first unit's reason (section f).
func (p *play) each(seat int, o *order, check func(*Unit) string, do func(unit int)) {
	var left []leftOut
	var units []int
	for _, u := range o.Group.Units {
		reason := absent(&p.s.Units[u])
		if reason == "" {
			reason = check(&p.s.Units[u])
		}
		if reason != "" {
			left = append(left, leftOut{u, reason})
		} else {
			units = append(units, u)
		}
	}
	if len(units) == 0 && len(left) > 0 {
		p.refuse(seat, o.n, o.Verb, left[0].Reason)
		return
	}
	p.leaveOut(seat, o.n, left)
	for _, u := range units {
		do(u)
	}
}

// absent returns the reason why a unit is not on the map, or "" if it is.
func absent(u *Unit) string {
	switch u.Status {
	case Gone:
		return isGone
	case Waiting:
		return isWaiting
	}
	return ""
}
