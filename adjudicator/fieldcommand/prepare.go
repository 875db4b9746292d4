package fieldcommand

import (
	"slices"

	"galloper/adjudicator"
	"galloper/events"
)

// begin opens the turn, renews standing orders and notes what commanders ride for.
//
// §H2
func begin(t *adjudicator.Turn) {
	p := on(t)
	round, active := t.Number, "both"
	if !p.b.Options.Simultaneous {
		round = (t.Number + 1) / 2
		side := p.b.Options.First
		if t.Number%2 == 0 {
			side = 1 - side
		}
		active = p.sideID(side)
	}
	p.emit("H2", "turn.began", nil, "turn", t.Number, "round", round, "active", active)
	for seat := range p.b.Commands {
		for _, o := range p.mail(seat, "STANDING", "RIDE") {
			p.cause(seat, &o)
			c := canonical{p.b, p.s, p.b.Commands[seat].Side}
			if o.Verb == verbStanding {
				p.emit("g", "standing.given", nil, "seat", p.seatID(seat), "text", c.standing(&o.Standing))
				continue
			}
			with := "-"
			if o.With.Some() {
				with = p.id(o.With.Must())
			}
			p.emit("H7", "ride.ordered", nil, "seat", p.seatID(seat), "to", p.b.whereText(o.To), "with", with)
		}
	}
	p.because = ""
}

// entries are a seat's orders of a phase: of the directives that are acted on now, then of the
// mail, without those that ride.
//
// §H6.5
func (p *play) entries(seat int, words ...string) []order {
	var list []order
	for _, o := range p.directives(seat) {
		c := canonical{p.b, p.s, p.b.Commands[seat].Side}
		if begins(c.text(&o), words) {
			list = append(list, o)
		}
	}
	for _, o := range p.mail(seat, words...) {
		if !slices.Contains(p.s.Seats[seat].Sent, o.line) {
			list = append(list, o)
		}
	}
	return list
}

// seatsOf are the seats of a side, in scenario order.
func (b *Battle) seatsOf(side int) []int {
	var list []int
	for i := range b.Commands {
		if b.Commands[i].Side == side {
			list = append(list, i)
		}
	}
	return list
}

// shuffle turns the ready blocks of the side down and deals their tokens anew,
// position by position.
//
// §7.1
func shuffle(t *adjudicator.Turn) {
	p := on(t)
	for _, side := range p.s.sidesActive() {
		p.lapse(side, true)
		for _, at := range p.b.spots {
			units := p.s.shuffled(at)
			if len(units) == 0 || p.s.Units[units[0]].Side != side || len(units) == 1 && !p.s.Units[units[0]].Up {
				continue
			}
			var ds []events.Die
			if len(units) > 1 {
				_, ds = t.Dice.Shuffle("hidden/shuffle/"+p.b.text(at), len(units))
			}
			p.emit("7.1", "units.shuffled", ds, "at", p.b.text(at), "count", len(units))
		}
	}
}

// limber lets ranging guns limber up.
//
// §7.2
func limber(t *adjudicator.Turn) {
	p := on(t)
	for _, side := range p.s.sidesActive() {
		for _, seat := range p.b.seatsOf(side) {
			for _, o := range p.entries(seat, "LIMBER") {
				p.cause(seat, &o)
				p.each(seat, &o, func(u *Unit) string {
					if !u.Ranging {
						return notRanging
					}
					return ""
				}, func(u int) {
					p.emit("7.2", "artillery.limbered", nil, "unit", p.id(u), "at", p.b.text(p.s.Units[u].At))
				})
			}
		}
	}
	p.because = ""
}

// each does something with every unit of an order that passes; the others are left
// out, and if nobody passes the order is refused with the first unit's reason.
//
// Section f
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

// absent says why a unit is not on the map, "" if it is.
func absent(u *Unit) string {
	switch u.Status {
	case Gone:
		return isGone
	case Waiting:
		return isWaiting
	}
	return ""
}
