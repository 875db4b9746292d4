package firediscipline

import (
	"slices"
	"strconv"

	"galloper/adjudicator"
	"galloper/adjudicator/board"
	"galloper/adjudicator/courier"
	"galloper/events"
)

// What a courier carries.
const (
	kindDirective = string(courier.Directive)
	kindLetter    = string(courier.Letter)
	kindReport    = string(courier.Report)
)

const (
	stride = 10 * board.Yard // a step of a ride (§Q3)
	shy    = 12 * board.Yard // how near an enemy no courier ends a step (§Q4)
)

// dispatch sends something by courier.
//
// §Q1
func (p *play) dispatch(from string, n int, kind, to string, at board.Point, text, cause string) {
	clause := "2.41"
	if kind == kindReport {
		clause = "Q9"
	}
	p.t.Emit(events.Outcome{Name: "dispatch.sent", Clause: clause, Cause: cause, Fields: events.Fields(
		"id", dispatchID(from, p.s.Turn, n), "kind", kind, "from", from, "to", to, "x", at.X, "y", at.Y, "text", text)})
}

// ride lets commanders ride, then couriers, in order of turn sent, then id.
//
// §Q1, §Q7
func ride(t *adjudicator.Turn) {
	p := on(t)
	for seat := range p.s.Seats {
		p.rideCommander(seat)
	}
	for i := range p.s.Dispatches {
		if d := &p.s.Dispatches[i]; d.Status == Riding && d.Sent <= p.s.Turn && !p.ruled(d) {
			p.rideCourier(d)
		}
	}
}

// ruled applies what the umpire decided about a courier, and reports whether
// that is all that happens to it this turn.
//
// §Q4
func (p *play) ruled(d *Dispatch) bool {
	for _, r := range p.t.CourierRulings() {
		if r.Dispatch != d.ID {
			continue
		}
		switch r.Fate {
		case courier.RuledLost:
			p.t.Emit(events.Outcome{Name: "dispatch.lost", Clause: "Q4", Cause: d.Latest, Fields: events.Fields("id", d.ID, "reason", umpire)})
		case courier.RuledCaptured:
			ref := p.t.Emit(events.Outcome{Name: "dispatch.captured", Clause: "Q4", Cause: d.Latest, Fields: events.Fields("id", d.ID, "by", r.By)})
			if by := p.b.seat(r.By); by >= 0 {
				p.tellLetter(by, d.ID, d.From, d.Sent, d.Text, ref)
			}
		case courier.RuledDelayed:
			p.t.Emit(events.Outcome{Name: "dispatch.delayed", Clause: "Q4", Cause: d.Latest,
				Fields: events.Fields("id", d.ID, "until", p.s.Turn+r.Turns-1)})
		}
	}
	return d.Status != Riding || d.Until >= p.s.Turn
}

// addressee is where the one whom a dispatch is for now is; ok is false if he is out of play.
func (s *State) addressee(d *Dispatch) (at board.Point, ok bool) {
	if unit, ok := d.ToUnit.Get(); ok {
		return s.Units[unit].At, s.Units[unit].fit()
	}
	seat := &s.Seats[d.ToSeat.Must()]
	return seat.At, seat.Status == Fit
}

// rideCourier is one ride of one courier.
//
// §Q3, §Q4
func (p *play) rideCourier(d *Dispatch) {
	goal, ok := p.s.addressee(d)
	if !ok {
		p.t.Emit(events.Outcome{Name: "dispatch.lost", Clause: "Q4", Cause: d.Latest, Fields: events.Fields("id", d.ID, "reason", unitGone)})
		return
	}
	side := p.s.sideOf(d)
	if to, flees := p.fleeFrom(d.At, side); flees {
		p.t.Emit(events.Outcome{Name: "dispatch.fled", Clause: "3.31", Cause: d.Latest, Fields: events.Fields("id", d.ID, "x", to.X, "y", to.Y)})
		return
	}
	to, there := p.gallop(d.At, goal, side)
	if there {
		p.deliver(d)
		return
	}
	p.t.Emit(events.Outcome{Name: "dispatch.riding", Clause: "2.41", Cause: d.Latest, Fields: events.Fields(
		"id", d.ID, "x", to.X, "y", to.Y, "left", board.Yards(to.Distance(goal)))})
}

// deliver hands a dispatch over: a letter goes into the report, a report into
// what the commander knows, a directive waits for the next turn.
//
// §2.41, §Q5, §Q9
func (p *play) deliver(d *Dispatch) {
	id, from, text, sent, seat, kind := d.ID, d.From, d.Text, d.Sent, d.ToSeat, d.Kind
	ref := p.t.Emit(events.Outcome{Name: "dispatch.delivered", Clause: "2.41", Cause: d.Latest,
		Fields: events.Fields("id", id, "kind", kind, "to", d.To)})
	switch kind {
	case kindLetter:
		p.tellLetter(seat.Must(), id, from, sent, text, ref)
	case kindReport:
		p.hear(seat.Must(), p.b.unit(from), text)
	}
}

// gallop is one ride from a place towards the goal, in steps of ten yards; there
// reports whether it ends on the goal.
//
// §Q3, §Q4
func (p *play) gallop(at, goal board.Point, side int) (to board.Point, there bool) {
	pace := p.b.Options.CourierPace
	enemies := p.enemiesNear(at, side, pace*board.Yard+shy)
	to, _, there = courier.Ride(at, goal, pace/10, func(from board.Point) (board.Point, int, bool) {
		next, ok := p.step(from, goal, enemies)
		return next, 1, ok
	})
	return to, there
}

// step is one step of a ride: straight on, or the first way round an enemy; ok
// is false if there is none, and the rider waits.
//
// §Q4
func (p *play) step(at, goal board.Point, enemies []board.Point) (board.Point, bool) {
	if at.Within(goal, stride) && !tooNear(goal, enemies) {
		return goal, true
	}
	ahead, length := at.Bearing(goal, 0), min(stride, at.Distance(goal))
	for turn := 0; turn <= 90; turn += 15 {
		for _, a := range [2]int{turn, -turn} {
			if next := p.b.clamp(at.Step(length, ahead+a)); next != at && !tooNear(next, enemies) {
				return next, true
			}
		}
	}
	return at, false
}

// tooNear reports whether one of the enemies is within 12 yards.
func tooNear(at board.Point, enemies []board.Point) bool {
	return slices.ContainsFunc(enemies, func(e board.Point) bool { return e.Within(at, shy) })
}

// enemiesNear are the places of the enemy stands in ranks within a distance, in id order.
func (p *play) enemiesNear(at board.Point, side, within int) []board.Point {
	var near []board.Point
	for n := range p.s.Units {
		u := &p.s.Units[n]
		if u.Side == side || !u.fit() || !u.At.Within(at, within+reachOfUnit) {
			continue
		}
		for i := range u.Stands {
			if u.Stands[i].Status == InRanks && u.present(i) && u.Stands[i].At.Within(at, within) {
				near = append(near, u.Stands[i].At)
			}
		}
	}
	return near
}

// reachOfUnit is farther than any stand in ranks is from its unit's centre.
const reachOfUnit = 300 * board.Yard

// fleeFrom is where a rider ends who at the start of his ride is too near an
// enemy: one ride directly away, but not off the map.
//
// §3.31, §Q4
func (p *play) fleeFrom(at board.Point, side int) (to board.Point, flees bool) {
	near := p.enemiesNear(at, side, shy)
	if len(near) == 0 {
		return at, false
	}
	enemy := slices.MinFunc(near, func(a, b board.Point) int { return a.Distance(at) - b.Distance(at) })
	away := enemy.Bearing(at, board.Degrees(p.b.Sides[side].Edge))
	return p.b.clamp(at.Step(p.b.Options.CourierPace*board.Yard, away)), true
}

// rideCommander is what a commander does in VI.4: he flees, rides on his errand,
// and joins the unit that he was looking for.
//
// §Q7
func (p *play) rideCommander(seat int) {
	c := &p.s.Seats[seat]
	if c.Status != Fit || c.Attached.Some() {
		return
	}
	if to, flees := p.fleeFrom(c.At, c.Side); flees {
		p.t.Emit(events.Outcome{Name: "commander.fled", Clause: "Q7", Fields: events.Fields("seat", c.ID, "x", to.X, "y", to.Y)})
		return
	}
	goal, ok := p.s.errandGoal(c)
	if !ok {
		return
	}
	if to, _ := p.gallop(c.At, goal, c.Side); to != c.At {
		p.t.Emit(events.Outcome{Name: "commander.rode", Clause: "Q7", Fields: events.Fields("seat", c.ID, "x", to.X, "y", to.Y)})
	}
	p.join(seat, "")
}

// sendReports lets units out of their commander's voice report what happened to
// them; one out of play reports from its last place, unless he sees that place.
//
// §Q9
func (p *play) sendReports() {
	for n := range p.s.Units {
		u := &p.s.Units[n]
		c := &p.s.Seats[u.Seat]
		if !u.Shock || !p.b.Options.Couriers {
			continue
		}
		if u.fit() {
			if !p.speaks(u.Seat, n) {
				p.dispatch(u.ID, 1, kindReport, c.ID, u.At, p.s.news(n), "")
			}
		} else if c.Status != Fit || !p.b.inView(c.At, u.At) {
			p.dispatch(u.ID, 1, kindReport, c.ID, u.At, "gone turn="+strconv.Itoa(p.s.Turn), "")
		}
	}
}

// news is the state of a unit as its report has it.
func (s *State) news(unit int) string {
	k := s.report(unit)
	o := events.Outcome{Name: "state", Fields: events.Fields("formation", string(k.Formation), "stands", k.Stands,
		"frontage", k.Frontage, "depth", k.Depth, "x", k.At.X, "y", k.At.Y, "facing", k.Facing,
		"out", k.Out, "halted", k.Halted, "engaged", k.Engaged,
		"boxes", k.Boxes, "since", k.BoxTurn, "turn", k.Turn)}
	return o.String()
}

// hear puts a report into what the commander knows, where it is newer.
//
// §W2, §Q9
func (p *play) hear(seat, unit int, text string) {
	o, err := events.ParseText(text)
	if err != nil || seat < 0 {
		return
	}
	known := p.s.Known[seat][unit]
	if o.Name == "gone" {
		if !known.Gone {
			p.t.Emit(p.s.goneFact(p.s.Seats[seat].ID, unit, o.Int("turn")))
		}
		return
	}
	told := known
	if o.Int("turn") > known.Turn {
		told = knownFrom(&o)
		told.Gone = known.Gone
	}
	if o.Int("since") > known.BoxTurn {
		told.Boxes, told.BoxTurn = o.Int("boxes"), o.Int("since")
	}
	if told != known && !known.Gone {
		p.t.Emit(p.s.ownFact(p.s.Seats[seat].ID, unit, told))
	}
}

// endTurn is what comes last: zones, successors, reports, victory.
func endTurn(t *adjudicator.Turn) {
	p := on(t)
	p.takeZones()
	p.succeed()
	p.sendReports()
	p.judgeVictory()
}
