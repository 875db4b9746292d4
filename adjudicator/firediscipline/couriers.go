package firediscipline

import (
	"slices"
	"strconv"

	"galloper/adjudicator"
	"galloper/adjudicator/board"
	"galloper/adjudicator/courier"
	"galloper/adjudicator/rules"
	"galloper/events"
)

// Kinds of dispatches.
const (
	kindDirective = string(courier.Directive)
	kindLetter    = string(courier.Letter)
	kindReport    = string(courier.Report)
)

const (
	stride = 10 * board.Yard // length of a step of a ride (§Q3)
	shy    = 12 * board.Yard // least distance from the enemy at which a step of a ride may end (§Q4)
)

// couriers defines the travel of dispatches (§2.41, §3.31, §Q1, §Q3, §Q4, §Q5, §Q9).
var couriers = rules.Couriers[State, Dispatch, board.Point, *play]{
	Rows: rules.Outcomes[State]{
		{Name: rules.DispatchSent, Clause: "2.41 Q9", Fields: "id kind from to x y text",
			Says: "A courier set out to {to:name} with your {kind}."},
		{Name: rules.DispatchRiding, Clause: "2.41", Fields: "id x y left",
			Says: "The courier {id} is still on his way[, with {left} yard{left:s} to ride]."},
		{Name: rules.DispatchFled, Clause: "3.31", Fields: "id x y",
			Says: "The courier {id} came upon the enemy and galloped for his life."},
		{Name: rules.DispatchDelivered, Clause: "2.41 Q2", Fields: "id kind to",
			Says: "The {kind} {id} is in the hands of {to:name}."},
		{Name: rules.DispatchLost, Clause: "Q4", Fields: "id reason",
			Says: "The dispatch {id} is lost[: {reason:gone=there is nobody left to hand it to|umpire=nobody knows how}]."},
		{Name: rules.DispatchCaptured, Clause: "Q4", Fields: "id by", Says: "The enemy has the dispatch {id}."},
		{Name: rules.DispatchDelayed, Clause: "Q4", Fields: "id until"},
		{Name: rules.SightLetter, Clause: "Q5", Fields: "id from sent text"},
		{Name: rules.SightCourier, Clause: "W1", Fields: "id x y to road side"},
	},
	List:    func(s *State) *[]Dispatch { return &s.Dispatches },
	Compare: compareDispatches,
	Turn:    func(s *State) int { return s.Turn },
	New:     address,
	Where:   courierPlace,

	Goal: (*play).errandOf, Gone: unitGone,
	Flee: func(p *play, d *Dispatch) (board.Point, bool) { return p.fleeFrom(d.At, p.s.sideOf(d)) },
	Pace: func(p *play, _ *Dispatch) int { return p.b.Options.CourierPace / 10 },
	Way: func(p *play, d *Dispatch, goal board.Point) courier.Way[board.Point] {
		return p.way(d.At, goal, p.s.sideOf(d))
	},
	Readers: func(_ *play, d *Dispatch) []string {
		if d.Kind == kindLetter {
			return []string{d.To}
		}
		return nil
	},
	Delivered: func(p *play, d *Dispatch) {
		if d.Kind == kindReport {
			p.hear(d.ToSeat.Must(), p.b.unit(d.From), d.Text)
		}
	},
	Place: func(_ *play, _ *Dispatch, at board.Point) []any { return []any{"x", at.X, "y", at.Y} },
	Riding: func(_ *play, _ *Dispatch, at, goal board.Point, _ int) []any {
		return []any{"left", board.Yards(at.Distance(goal))}
	},
	UmpireToo: true,
}

// message returns a dispatch, not yet sent.
func (p *play) message(from string, n int, kind, to string, at board.Point, text string) rules.Dispatch[board.Point] {
	return rules.Dispatch[board.Point]{ID: courier.ID{Sender: from, Turn: p.s.Turn, N: n}.String(),
		Kind: kind, From: from, To: to, At: at, Text: text}
}

// ride moves the commanders, then the couriers in order of turn sent, then id (§Q1, §Q7).
func (p *play) ride() {
	for seat := range p.s.Seats {
		p.rideCommander(seat)
	}
	couriers.RideAll(p, nil)
}

func address(s *State, d *Dispatch, _ *events.Outcome) {
	d.ToUnit, d.ToSeat = adjudicator.At(s.b.unit(d.To)), adjudicator.At(s.b.seat(d.To))
}

// courierPlace returns the place of a courier after an outcome.
func courierPlace(s *State, d *Dispatch, o *events.Outcome) (board.Point, bool) {
	switch o.Name {
	case rules.DispatchDelivered:
		to, _ := s.addressee(d)
		return to, true
	case rules.DispatchSent, rules.DispatchRiding, rules.DispatchFled:
		return pointOf(o), true
	}
	return board.Point{}, false
}

// addressee returns the present place of a dispatch's recipient. ok is false if the recipient is out of play.
func (s *State) addressee(d *Dispatch) (at board.Point, ok bool) {
	if unit, ok := d.ToUnit.Get(); ok {
		return s.Units[unit].At, s.Units[unit].fit()
	}
	seat := &s.Seats[d.ToSeat.Must()]
	return seat.At, seat.Status == Fit
}

func (p *play) errandOf(d *Dispatch) (board.Point, rules.Errand) {
	goal, ok := p.s.addressee(d)
	if !ok {
		return goal, rules.Nobody
	}
	return goal, rules.Rides
}

// way returns a ride towards the goal, in steps of ten yards (§Q3, §Q4).
func (p *play) way(at, goal board.Point, side int) courier.Way[board.Point] {
	enemies := p.enemiesNear(at, side, p.b.Options.CourierPace*board.Yard+shy)
	return func(from board.Point) (board.Point, int, bool) {
		next, ok := p.step(from, goal, enemies)
		return next, 1, ok
	}
}

// step returns the end of one step of a ride: straight on, or the first way round an enemy. ok is false if there is
// none; the rider then waits (§Q4).
func (p *play) step(at, goal board.Point, enemies []board.Point) (board.Point, bool) {
	if at.Within(goal, stride) && !isTooNear(goal, enemies) {
		return goal, true
	}
	ahead, length := at.Bearing(goal, 0), min(stride, at.Distance(goal))
	for turn := 0; turn <= 90; turn += 15 {
		for _, a := range [2]int{turn, -turn} {
			if next := p.b.clamp(at.Step(length, ahead+a)); next != at && !isTooNear(next, enemies) {
				return next, true
			}
		}
	}
	return at, false
}

// isTooNear reports whether an enemy stand is within 12 yards.
func isTooNear(at board.Point, enemies []board.Point) bool {
	return slices.ContainsFunc(enemies, func(e board.Point) bool { return e.Within(at, shy) })
}

// enemiesNear returns the places of the enemy stands in ranks within a distance, in id order (§Q4).
func (p *play) enemiesNear(at board.Point, side, within int) []board.Point {
	var near []board.Point
	for n := range p.s.Units {
		u := &p.s.Units[n]
		if u.Side == side || !u.fit() || !u.At.Within(at, within+reachOfUnit) {
			continue
		}
		for i := range u.Stands {
			if st := &u.Stands[i]; st.Status == InRanks && u.present(i) && st.At.Within(at, within) {
				near = append(near, st.At)
			}
		}
	}
	return near
}

// reachOfUnit is greater than the distance of any stand in ranks from its unit's centre.
const reachOfUnit = 300 * board.Yard

// fleeFrom returns the goal of a rider who starts too near an enemy and flees: one turn's ride directly away, within
// the map (§3.31, §Q4).
func (p *play) fleeFrom(at board.Point, side int) (to board.Point, flees bool) {
	near := p.enemiesNear(at, side, shy)
	if len(near) == 0 {
		return at, false
	}
	enemy := slices.MinFunc(near, func(a, b board.Point) int { return a.Distance(at) - b.Distance(at) })
	away := enemy.Bearing(at, board.Degrees(p.b.Sides[side].Edge))
	return p.b.clamp(at.Step(p.b.Options.CourierPace*board.Yard, away)), true
}

// rideCommander moves a commander in VI.4: the commander flees, rides on an errand, or joins the unit that was the
// goal (§Q7).
func (p *play) rideCommander(seat int) {
	c := &p.s.Seats[seat]
	if c.Status != Fit || c.Attached.Some() {
		return
	}
	if to, flees := p.fleeFrom(c.At, c.Side); flees {
		p.Emit("commander.fled", "seat", c.ID, "x", to.X, "y", to.Y)
		return
	}
	goal, ok := p.s.errandGoal(c)
	if !ok {
		return
	}
	to, _, _ := courier.Ride(c.At, goal, p.b.Options.CourierPace/10, p.way(c.At, goal, c.Side), nil)
	if to != c.At {
		p.Emit("commander.rode", "seat", c.ID, "x", to.X, "y", to.Y)
	}
	p.join(seat)
}

// sendReports sends a report from each unit that suffered a shock out of its commander's voice. A unit out of play
// reports from its last place, unless the commander sees that place (§Q9).
func (p *play) sendReports() {
	for n := range p.s.Units {
		u := &p.s.Units[n]
		c := &p.s.Seats[u.Seat]
		if !u.Shock || !p.b.Options.Couriers {
			continue
		}
		if u.fit() {
			if !p.speaks(u.Seat, n) {
				couriers.SendBy(p, "Q9", p.message(u.ID, 1, kindReport, c.ID, u.At, p.s.news(n)))
			}
		} else if c.Status != Fit || !p.b.inView(c.At, u.At) {
			gone := "gone turn=" + strconv.Itoa(p.s.Turn)
			couriers.SendBy(p, "Q9", p.message(u.ID, 1, kindReport, c.ID, u.At, gone))
		}
	}
}

func (s *State) news(unit int) string {
	k := s.report(unit)
	o := events.Outcome{Name: "state", Fields: events.Fields("formation", string(k.Formation), "stands", k.Stands,
		"frontage", k.Frontage, "depth", k.Depth, "x", k.At.X, "y", k.At.Y, "facing", k.Facing,
		"out", k.Out, "halted", k.Halted, "engaged", k.Engaged,
		"boxes", k.Boxes, "since", k.BoxTurn, "turn", k.Turn)}
	return o.String()
}

// hear updates the commander's knowledge from a report, unless it is older (§W2, §Q9).
func (p *play) hear(seat, unit int, text string) {
	o, err := events.ParseText(text)
	if err != nil || seat < 0 {
		return
	}
	known := p.s.Known[seat][unit]
	if o.Name == "gone" {
		if !known.Gone {
			p.tellGone(p.s.Seats[seat].ID, unit, o.Int("turn"))
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
		p.tellUnit(p.s.Seats[seat].ID, unit, told)
	}
}

func (p *play) endTurn() {
	p.takeZones()
	p.succeed()
	p.sendReports()
	p.judgeVictory()
}
