package fieldcommand

import (
	"galloper/adjudicator"
	"galloper/adjudicator/board"
	"galloper/adjudicator/courier"
)

// ridePersons moves the commanders who ride (§H7).
func (p *play) ridePersons() {
	for seat := range p.b.Commands {
		p.ridePerson(seat)
	}
}

// ridePerson moves a commander who rides to a locale, for one dispatch phase (§H7).
func (p *play) ridePerson(seat int) {
	me := &p.s.Seats[seat]
	goal, rides := me.Goal.Get()
	from, there := me.At.Get()
	if !rides || !there || goal == from {
		return
	}
	side := p.b.Commands[seat].Side
	ends, left, arrived := courier.Ride(me.At, me.Goal, me.Bank+p.b.Tables.Courier[ridePoints],
		p.s.cheapestWay(goal, side), nil)
	if !arrived {
		p.Emit("ride.banked", "seat", p.seatID(seat), "left", left)
	}
	if ends != me.At {
		p.person(seat, ends, "ride")
	}
}

// person moves a commander.
func (p *play) person(seat int, to adjudicator.Index, why string) {
	p.Emit("seat.moved", "seat", p.seatID(seat), "from", p.b.whereText(p.s.Seats[seat].At),
		"to", p.b.whereText(to), "why", why)
}

// follow moves a commander to the unit that they ride with (§H7).
func (p *play) follow(seat int) {
	me := &p.s.Seats[seat]
	unit, rides := me.With.Get()
	if me.At.None() || !rides || !me.Together || !p.s.Units[unit].onMap() {
		return
	}
	if to := adjudicator.At(p.s.Units[unit].At.Locale); me.At != to {
		p.Cause = p.Latest("unit.moved", "unit", p.id(unit))
		p.person(seat, to, "with")
	}
}

// drive moves a commander in an enemy-held locale to the nearest locale that the own side holds, or off the map (§H7).
func (p *play) drive(seat int) {
	me, side := &p.s.Seats[seat], p.b.Commands[seat].Side
	from, there := me.At.Get()
	if !there || !p.s.enemyHeld(from, side) {
		return
	}
	best, least := adjudicator.None, 0
	for l := range p.b.Locales {
		if p.s.holder[l] != side {
			continue
		}
		cost, ok := p.b.Graph.Cost(from, l, func(at int, over board.Border) (int, bool) {
			return p.b.rideCost(at, over.To), !p.b.Boundaries[over.Boundary].Impassable
		})
		if ok && (best.None() || cost < least) {
			best, least = adjudicator.At(l), cost
		}
	}
	p.person(seat, best, "driven")
}
