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
	there := o.Errand.Ride != RideToSeat && c.Attached == o.Errand.Whom // a seat's index is not a unit's
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

// posts records the stand that each commander rides with. Take it before a fire or a melee, because the risk depends on
// the stands before the losses (§2.31).
type posts struct {
	colonels []adjudicator.Index // by unit: its first stand in ranks
	brigades []adjudicator.Index // by seat: the middle stand of the unit that the commander is attached to
	with     []adjudicator.Index // by seat: that unit
}

func (s *State) posts() posts {
	p := posts{make([]adjudicator.Index, len(s.Units)), make([]adjudicator.Index, len(s.Seats)),
		make([]adjudicator.Index, len(s.Seats))}
	for i := range s.Units {
		p.colonels[i] = adjudicator.At(s.Units[i].first())
	}
	for i := range s.Seats {
		p.with[i] = s.Seats[i].Attached
		if a, ok := p.with[i].Get(); ok {
			p.brigades[i] = adjudicator.At(s.Units[a].middle())
		}
	}
	return p
}

// standKey identifies stand I of unit U.
type standKey struct{ U, I int }

// perils lists the commanders who have been at risk in one step. Each rolls once a step, so keep one value for it (the
// protective fire of a turn is one step).
type perils struct {
	phase  string
	rolled []string
}

func (r *perils) isFirstRoll(who string) bool {
	if slices.Contains(r.rolled, who) {
		return false
	}
	r.rolled = append(r.rolled, who)
	return true
}

// underFire rolls for each commander whose stand was hit; 0 is a hit. Regimental commanders come first, in id order,
// then brigade commanders (§2.31).
func (p *play) underFire(r *perils, before posts, hit []standKey) {
	for _, k := range slices.SortedFunc(slices.Values(hit), func(a, b standKey) int { return a.U - b.U }) {
		u := &p.s.Units[k.U]
		if before.colonels[k.U].Is(k.I) && u.Colonel && r.isFirstRoll(u.ID) {
			p.Because(p.Latest(hits, "unit", u.ID), func() { p.risk(r.phase, u.ID, adjudicator.None) })
		}
	}
	for i := range p.s.Seats {
		c := &p.s.Seats[i]
		unit, attached := before.with[i].Get()
		stand, ranked := before.brigades[i].Get()
		if c.Status == Fit && attached && ranked && slices.Contains(hit, standKey{unit, stand}) && r.isFirstRoll(c.ID) {
			p.Because(p.Latest(hits, "unit", p.s.Units[unit].ID), func() { p.risk(r.phase, c.ID, adjudicator.At(i)) })
		}
	}
}

// hits are the outcomes that record hits on a unit.
const hits = "boxes.marked gun.hit"

// risk rolls for one commander. A regimental commander has no seat.
func (p *play) risk(phase, who string, seat adjudicator.Index) {
	if p.Dice.D10(phase+"/commander/"+who).Value != 0 {
		p.Emit("commander.spared", "who", who)
		return
	}
	p.rollFate(phase, who, seat, "2.31")
}

// rollFate rolls the effect of a hit on a commander: death, or perhaps only a wound in a campaign (§2.33).
func (p *play) rollFate(phase, who string, seat adjudicator.Index, clause string) {
	fate := Dead
	if p.b.Options.Campaign {
		if p.Dice.D10(phase+"/fate/"+who).Value%2 == 0 {
			fate = Wounded
		}
	}
	p.lose(who, seat, fate, clause)
}

// lose takes a commander out of the battle, and records the units that saw it and will check morale (§2.35, §2.36).
func (p *play) lose(who string, seat adjudicator.Index, fate Status, clause string) {
	p.EmitBy(clause, "commander.hit", "who", who, "fate", string(fate))
	general, ok := seat.Get()
	if !ok {
		return
	}
	c := &p.s.Seats[general]
	if units := p.witnesses(c.Side, c.At); len(units) > 0 {
		p.Emit("commander.mourned", "who", who, "units", p.b.unitIDs.List(units))
	}
}

// witnesses returns the units of the side that have a stand in sight of the place (§2.36).
func (p *play) witnesses(side int, place board.Point) []int {
	var units []int
	for n := range p.s.Units {
		u := &p.s.Units[n]
		if u.Side != side {
			continue
		}
		for i := range u.Stands {
			if u.present(i) && p.b.inView(u.Stands[i].At, place) {
				units = append(units, n)
				break
			}
		}
	}
	return units
}

// inMelee rolls for the commanders attached, before the round, to the units of a melee. A hit is possible on 0 if the
// unit passed or had no check, on an odd number if it failed. A second die then hits on 0 (§2.32).
func (p *play) inMelee(phase string, before posts, units []int, failed func(unit int) bool) {
	for i := range p.s.Seats {
		c := &p.s.Seats[i]
		unit, attached := before.with[i].Get()
		if c.Status != Fit || !attached || !slices.Contains(units, unit) {
			continue
		}
		name := phase + "/commander/" + c.ID
		p.Cause = p.Latest("melee.result", "unit", p.s.Units[unit].ID)
		first := p.Dice.D10(name + "#1")
		possible := first.Value == 0
		if failed(unit) {
			possible = first.Value%2 == 1
		}
		if !possible {
			p.EmitBy("2.32", "commander.spared", "who", c.ID)
			continue
		}
		if p.Dice.D10(name+"#2").Value != 0 {
			p.EmitBy("2.32", "commander.spared", "who", c.ID)
		} else {
			p.rollFate(phase, c.ID, adjudicator.At(i), "2.32")
		}
	}
}

// captureRiders takes prisoner the commanders attached to a unit whose last stand has surrendered (§Q7).
func (p *play) captureRiders(before posts, unit int) {
	for i := range p.s.Seats {
		if c := &p.s.Seats[i]; c.Status == Fit && before.with[i].Is(unit) {
			p.lose(c.ID, adjudicator.At(i), Captured, "Q7")
		}
	}
}

// mourn begins the turn. Units that lost a commander in the last turn check morale as bodies, and regimental commanders
// are replaced (§2.34, §2.35).
func (p *play) mourn() {
	p.Emit("turn.begun", "turn", p.Number)
	var units []int
	for n := range p.s.Units {
		if u := &p.s.Units[n]; u.Shaken && u.fit() && !u.Broken {
			units = append(units, n)
		}
	}
	if len(units) > 0 {
		p.moraleOfMourners(units)
	}
}

// succeed appoints a seat's new commander at the end of the turn after the loss (§Q8).
func (p *play) succeed() {
	for i := range p.s.Seats {
		c := &p.s.Seats[i]
		if c.Status == Fit || c.FellIn >= p.s.Turn {
			continue
		}
		heir := slices.IndexFunc(p.s.Units, func(u Unit) bool { return u.fit() && u.Seat == i })
		if heir >= 0 {
			p.Emit("commander.succeeded", "seat", c.ID, "unit", p.s.Units[heir].ID)
		}
	}
}

// resolve returns the point of a place, relative to the unit or rider. A point off the map is moved to its edge.
//
// Section f, places
func (b *Battle) resolve(p Place, from board.Point) board.Point {
	if p.Yards > 0 {
		if f, ok := p.Feature.Get(); ok {
			from = b.Features[f].Centre
		}
		return b.clamp(from.Step(p.Yards*board.Yard, p.Dir))
	}
	if f, ok := p.Feature.Get(); ok {
		return b.Features[f].Centre
	}
	return p.At
}

// clamp moves a point off the map to its edge.
func (b *Battle) clamp(p board.Point) board.Point {
	return board.Point{X: min(max(p.X, 0), b.Width), Y: min(max(p.Y, 0), b.Height)}
}

// goal returns the goal of a directive for a unit, and the feature whose centre it is, or none. ok is false if the
// directive has no goal.
func (b *Battle) goal(d *Directive, u *Unit) (at board.Point, feature adjudicator.Index, ok bool) {
	switch d.Aim {
	case AimYards:
		dir := b.Sides[u.Side].Edge
		if d.Verb == Advance {
			dir = u.Facing
		}
		return b.clamp(u.At.Step(d.Yards*board.Yard, dir)), adjudicator.None, true
	case AimPlace:
		feature = d.Place.Feature
		if d.Place.Yards > 0 {
			feature = adjudicator.None
		}
		return b.resolve(d.Place, u.At), feature, true
	}
	return board.Point{}, adjudicator.None, false
}

// rearward reports whether q is nearer to the side's home edge than p (§2.41d).
func (b *Battle) rearward(side int, p, q board.Point) bool {
	switch b.Sides[side].Edge {
	case 0:
		return q.Y > p.Y
	case 90:
		return q.X > p.X
	case 180:
		return q.Y < p.Y
	}
	return q.X < p.X
}

// take sets a unit's directive. With a verb, it replaces the former one; without, it changes only the details given
// (§2.42).
func (s *State) take(u *Unit, d *Directive) {
	if d.Verb == "" {
		s.amend(u, d)
		return
	}
	t := Task{Directive: *d, Axis: u.Facing}
	t.Goal, t.Feature, t.HasGoal = s.b.goal(d, u)
	if d.Aim == AimDir {
		t.Axis = d.Dir
	} else if t.HasGoal {
		t.Axis = u.At.Bearing(t.Goal, u.Facing)
	}
	t.Way = s.way(u, &t)
	u.Task = t
	u.Bogged, u.Banked = false, adjudicator.None // those barred another way
}

// amend changes only the details given.
func (s *State) amend(u *Unit, d *Directive) {
	t := &u.Task
	if len(d.Via) > 0 || d.Road.Some() {
		t.Via, t.Road = d.Via, d.Road
		t.Way = s.way(u, t)
	}
	if d.Facing.Some() {
		t.Facing = d.Facing
	}
	if d.Form != "" {
		t.Form = d.Form
	}
	if d.Fire != FireDefault {
		t.Fire, t.FireAt = d.Fire, d.FireAt
	}
	if d.Dress.Some() {
		t.Dress = d.Dress
	}
	if d.Chase != PursueDefault {
		t.Chase = d.Chase
	}
	if d.Chit != 0 {
		t.Chit, t.Directive.Turn = d.Chit, d.Turn
	}
	t.Unlimber = t.Unlimber || d.Unlimber
	if d.Dismount || d.Mount {
		t.Dismount, t.Mount = d.Dismount, d.Mount
	}
	if len(d.If) > 0 {
		t.If = d.If
	}
}

// way returns the points before the goal: the VIA points, then the road's point nearest to the unit, its corners, and
// its point nearest to the goal.
//
// Section f, VIA and BY ROAD
func (s *State) way(u *Unit, t *Task) []board.Point {
	var way []board.Point
	for _, p := range t.Via {
		way = append(way, s.b.resolve(p, u.At))
	}
	if road, ok := t.Road.Get(); ok && t.HasGoal {
		way = append(way, s.b.Roads[road].routeAlong(u.At, t.Goal)...)
	}
	return way
}

// roadPlace is a point of a road, with the index of its line and the distance along it in yards.
type roadPlace struct {
	line, yard int
	at         board.Point
}

// routeAlong returns the route along the road from its point nearest to p to its point nearest to q.
func (r *Road) routeAlong(p, q board.Point) []board.Point {
	from, to := r.nearest(p), r.nearest(q)
	way := []board.Point{from.at}
	switch {
	case from.line < to.line:
		way = append(way, r.At[from.line+1:to.line+1]...)
	case from.line > to.line:
		for i := from.line; i > to.line; i-- {
			way = append(way, r.At[i])
		}
	}
	if last := way[len(way)-1]; last != to.at {
		way = append(way, to.at)
	}
	return way
}

// nearest returns the road's point nearest to p. Each line is sampled at as many equal parts as it has whole yards; the
// first of equals wins.
func (r *Road) nearest(p board.Point) roadPlace {
	var best roadPlace
	least := -1
	for i := range len(r.At) - 1 {
		a, b := r.At[i], r.At[i+1]
		n := max(1, a.Distance(b)/board.Yard)
		for k := range n + 1 {
			at := board.Point{
				X: a.X + board.Round(int64(k)*int64(b.X-a.X), int64(n)),
				Y: a.Y + board.Round(int64(k)*int64(b.Y-a.Y), int64(n)),
			}
			if d := at.Distance(p); least < 0 || d < least {
				least, best = d, roadPlace{i, k, at}
			}
		}
	}
	return best
}
