package firediscipline

import (
	"slices"

	"galloper/adjudicator"
	"galloper/adjudicator/board"
)

// act makes a unit act on a directive. A withdrawal to a place no nearer to the home edge is void, as is an order that
// moves unlimbered guns too far; the unit then holds (§2.41d, §2.42, §3.4).
func (p *play) act(unit int, d *Directive, from, how string) {
	u := &p.s.Units[unit]
	if u.Formation == Unlimbered && p.b.travels(u, d) {
		p.EmitBy("3.4", "directive.void", "unit", u.ID, "reason", hasUnlimbered)
		return
	}
	if goal, _, ok := p.b.goal(d, u); d.Verb == Withdraw && ok && !p.b.rearward(u.Side, u.At, goal) {
		p.Emit("directive.void", "unit", u.ID, "reason", notRearward)
		return
	}
	verb := string(d.Verb)
	if verb == "" {
		verb = "AMEND"
	}
	clause := "2.42"
	if how == "condition" {
		clause = "Q6"
	}
	p.EmitBy(clause, "directive.acted", "unit", u.ID, "verb", verb, "from", from, "how", how, "text", p.b.text(d))
}

// travels reports whether a directive takes guns farther than they can go without limbers. Guns up to 7 pdr are moved
// by hand to their front and rear, heavier ones not at all (§3.4, §4.42).
func (b *Battle) travels(u *Unit, d *Directive) bool {
	switch goal, feature, ok := b.goal(d, u); {
	case len(d.Via) > 0 || d.Road.Some() || d.Verb == Assault || d.Verb.trails() || d.Chit == 'R' || d.Chit == 'L':
		return true
	case d.Verb == Hold:
		f, place := feature.Get()
		return ok && !u.At.Within(goal, nearPlace*board.Yard) && !(place && b.Features[f].holds(u.At))
	}
	return d.Verb != "" && d.Verb != Hold && !u.prolonges()
}

// actOnDispatches makes units act on the directives that reached them in earlier turns, by unit, then in order of
// delivery (§2.42).
func (p *play) actOnDispatches() {
	arrived := make([][]*Dispatch, len(p.s.Units))
	for d := range couriers.Directives(p.s, p.s.Turn) {
		if unit := d.ToUnit.Must(); p.s.Units[unit].fit() {
			arrived[unit] = append(arrived[unit], d)
		}
	}
	for unit, list := range arrived {
		for _, d := range list {
			if what, err := p.b.parseDirective(p.s.Units[unit].Side, d.Text); err == nil && !p.s.Units[unit].Broken {
				p.Cause = d.Latest
				p.act(unit, what, d.From, "courier")
			}
		}
	}
}

// giveOrders carries out the orders of the turn, by seat, then in mail order. Commanders' own movements are recorded
// here and happen in VI.4 (§2.41, §Q1, §Q2).
func (p *play) giveOrders() {
	for _, so := range p.Orders() {
		seat := p.b.seat(so.Seat)
		if seat < 0 || p.s.Seats[seat].Status != Fit {
			continue
		}
		mail := p.b.recorded(seat, so.Orders)
		last, sent := p.b.lastFor(mail), 0
		for n, o := range mail {
			p.Cause = adjudicator.OrderRef(so.Seat, n+1)
			switch {
			case o.Seats != nil:
				p.write(seat, o, &sent)
			case o.himself():
				p.command(seat, o)
			default:
				p.direct(seat, o, func(unit int) bool { return last[unit] > n }, &sent)
			}
		}
	}
}

// direct gives a directive to each of its units, unless a later order of the mail replaces it.
func (p *play) direct(seat int, o *order, replaced func(unit int) bool, sent *int) {
	for _, unit := range o.Units {
		u := &p.s.Units[unit]
		switch {
		case !u.fit() || replaced(unit):
		case p.s.reaches(seat, unit):
			if !u.Broken {
				p.act(unit, &o.Directive, p.b.Commands[seat].ID, "voice")
			}
		default:
			*sent++
			text := p.b.text(&o.Directive)
			couriers.Send(p, p.message(p.b.Commands[seat].ID, *sent, kindDirective, u.ID, p.s.Seats[seat].At, text))
		}
	}
}

// lastFor returns, for each unit, the index of the last order in the mail that has a verb for it, or -1. That order
// replaces the earlier ones.
func (b *Battle) lastFor(mail []*order) []int {
	last := slices.Repeat([]int{-1}, len(b.Units))
	for i, o := range mail {
		o.follow(last, i)
	}
	return last
}

// follow records order n as the last one for its units.
func (o *order) follow(last []int, n int) {
	if o.Verb == "" {
		return
	}
	for _, unit := range o.Units {
		last[unit] = n
	}
}

// write sends a letter to each of its seats. Seats within 60 yards receive it at once (§Q2, §Q5).
func (p *play) write(seat int, o *order, sent *int) {
	me := &p.s.Seats[seat]
	for _, to := range o.Seats {
		*sent++
		letter := p.message(me.ID, *sent, kindLetter, p.s.Seats[to].ID, me.At, o.Text)
		if p.b.Options.Couriers && !me.At.Within(p.s.Seats[to].At, earshot) {
			couriers.Send(p, letter)
		} else {
			couriers.Speak(p, "Q2", letter)
		}
	}
}

// command records a commander's ride, attachment or detachment (§Q7).
func (p *play) command(seat int, o *order) {
	c := &p.s.Seats[seat]
	there := o.Errand.Ride != RideToSeat && c.Attached == o.Errand.Whom // a seat's number is no unit's
	if c.Attached.Some() && o.Verb != stay && !there {
		p.Emit("commander.detached", "seat", c.ID, "unit", p.s.Units[c.Attached.Must()].ID)
	} else if c.Attached.Some() && there && o.Errand.Ride == JoinUnit {
		return
	}
	p.Emit("commander.ordered", "seat", c.ID, "order", o.Canonical)
	p.join(seat)
}

// join attaches a commander who has reached the unit to be joined (§Q7).
func (p *play) join(seat int) {
	c := &p.s.Seats[seat]
	if c.Errand != JoinUnit || c.Attached.Some() {
		return
	}
	if unit := c.Whom.Must(); p.s.Units[unit].fit() && p.s.voice(seat, unit) {
		p.Emit("commander.attached", "seat", c.ID, "unit", p.s.Units[unit].ID)
	}
}

// errandGoal returns the present goal of a commander's errand. ok is false if there is no errand, or the person or unit
// sought is out of play (§Q7).
func (s *State) errandGoal(c *Seat) (goal board.Point, ok bool) {
	switch c.Errand {
	case RideToPlace:
		return c.Goal, true
	case RideToUnit, JoinUnit:
		u := &s.Units[c.Whom.Must()]
		return u.At, u.fit()
	case RideToSeat:
		return s.Seats[c.Whom.Must()].At, true
	}
	return board.Point{}, false
}

// judgeConditions applies, for each unit, the first condition of its directive that is true (§Q6).
func (p *play) judgeConditions() {
	for unit := range p.s.Units {
		u := &p.s.Units[unit]
		if !u.fit() || u.Broken {
			continue
		}
		for i := range u.Task.If {
			if c := &u.Task.If[i]; p.holds(unit, c) {
				p.act(unit, &c.Then.Directive, "-", "condition")
				break
			}
		}
	}
}

// holds reports whether a condition is true for the unit (§Q6).
func (p *play) holds(unit int, c *Condition) bool {
	u := &p.s.Units[unit]
	switch c.Test.What {
	case testTurn:
		return p.s.Turn >= c.Test.N
	case testHalfSpent:
		return u.halfSpent()
	}
	if c.Test.Broken || c.Test.Spent {
		e := &p.s.Units[c.Test.Whom.Must()]
		return (e.Broken || !e.fit() || c.Test.Spent && e.halfSpent()) && p.b.inView(u.At, e.At)
	}
	return p.seesStandOf(unit, c.Test.Whom, func(at board.Point) bool {
		if f, ok := c.Test.Feature.Get(); ok {
			return p.b.Features[f].holds(at)
		}
		return u.At.Within(at, c.Test.N*board.Yard)
	})
}

// seesStandOf reports whether the unit sees a stand of the given unit, or of any enemy if none is given, at a wanted
// place.
func (p *play) seesStandOf(unit int, whom adjudicator.Index, wanted func(board.Point) bool) bool {
	u := &p.s.Units[unit]
	for n := range p.s.Units {
		e := &p.s.Units[n]
		if whom.Some() && !whom.Is(n) || whom.None() && e.Side == u.Side {
			continue
		}
		for i := range e.Stands {
			if e.present(i) && wanted(e.Stands[i].At) && p.b.inView(u.At, e.Stands[i].At) {
				return true
			}
		}
	}
	return false
}

// forgetCondition removes the condition that a directive without a verb came from. A directive with a verb has replaced
// all conditions.
func (u *Unit) forgetCondition(b *Battle, text string) {
	u.Task.If = slices.DeleteFunc(slices.Clone(u.Task.If), func(c Condition) bool {
		return b.text(&c.Then.Directive) == text
	})
}
