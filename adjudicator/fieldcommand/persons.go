package fieldcommand

import (
	"galloper/adjudicator"
	"galloper/adjudicator/board"
)

// ridePersons lets commanders ride.
//
// §H7
func ridePersons(t *adjudicator.Turn) {
	p := on(t)
	for seat := range p.b.Commands {
		p.ridePerson(seat)
	}
}

// ridePerson is one dispatch phase of a commander who rides to a locale.
//
// §H7
func (p *play) ridePerson(seat int) {
	me := &p.s.Seats[seat]
	if me.Goal < 0 || me.At < 0 || me.Goal == me.At {
		return
	}
	side := p.b.Commands[seat].Side
	at, left := me.At, me.Bank+p.b.Tables.Courier[ridePoints]
	for at != me.Goal {
		way := p.s.courierWay(at, me.Goal, side)
		if way == nil {
			left = 0
			break
		}
		cost := p.b.rideCost(at, way[0])
		if cost > left {
			break
		}
		at, left = way[0], left-cost
	}
	if goal := me.Goal; at != goal {
		p.emit("H7", "ride.banked", nil, "seat", p.seatID(seat), "left", left)
	}
	if at != me.At {
		p.person(seat, at, "ride")
	}
}

// person moves a commander.
func (p *play) person(seat, to int, why string) {
	p.emit("H7", "seat.moved", nil, "seat", p.seatID(seat), "from", p.b.localeText(p.s.Seats[seat].At), "to", p.b.localeText(to), "why", why)
}

// follow takes a commander to the unit that he rides with.
//
// §H7
func (p *play) follow(seat int) {
	me := &p.s.Seats[seat]
	if me.At < 0 || me.With < 0 || !me.Together || !p.s.Units[me.With].onMap() {
		return
	}
	if to := p.s.Units[me.With].At.Locale; to != me.At {
		p.person(seat, to, "with")
	}
}

// drive takes a commander among the enemy to the nearest locale that his side holds, or off the map.
//
// §H7
func (p *play) drive(seat int) {
	me, side := &p.s.Seats[seat], p.b.Commands[seat].Side
	if me.At < 0 || !p.s.enemyHeld(me.At, side) {
		return
	}
	best, least := -1, 0
	for l := range p.b.Locales {
		if p.s.holder[l] != side {
			continue
		}
		cost, ok := p.b.Graph.Cost(me.At, l, func(at int, over board.Border) (int, bool) {
			return p.b.rideCost(at, over.To), !p.b.Boundaries[over.Boundary].Impassable
		})
		if ok && (best < 0 || cost < least) {
			best, least = l, cost
		}
	}
	p.person(seat, best, "driven")
}
