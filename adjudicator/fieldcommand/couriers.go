package fieldcommand

import (
	"slices"
	"strings"

	"galloper/adjudicator"
	"galloper/adjudicator/board"
	"galloper/adjudicator/courier"
	"galloper/adjudicator/rules"
	"galloper/events"
)

// The kinds of dispatch.
const (
	kindDirective  = string(courier.Directive)
	kindLetter     = string(courier.Letter)
	kindReport     = string(courier.Report)
	kindAssignment = "assignment"
)

// sendDispatches sends the dispatches of the turn: seats in scenario order, orders in mail order (§H6.1, §H6.2).
func (p *play) sendDispatches() {
	for side := range p.b.Sides {
		for _, seat := range p.b.SeatsOf(side) {
			n := 0
			for _, o := range p.obeyed(seat) {
				p.cause(seat, &o)
				p.dispatch(seat, &o, &n)
			}
			for _, o := range p.mail(seat) {
				p.cause(seat, &o)
				p.dispatch(seat, &o, &n)
			}
		}
	}
}

// dispatch sends the part of an order that needs a courier.
func (p *play) dispatch(seat int, o *order, n *int) {
	k := newWriter(p.b, p.s, seat)
	switch o.Verb {
	case verbLetter:
		for _, to := range o.Seats {
			p.sendOff(seat, n, kindLetter, p.seatID(to), o.Text)
		}
	case verbReport:
		p.sendOff(seat, n, kindReport, p.seatID(o.Seat.Must()), "")
	case verbAssign:
		p.sendOff(seat, n, kindAssignment, p.seatID(o.Seat.Must()), strings.Join(p.s.ids(o.Group.Units), ", "))
	case verbToSeat:
		p.sendOff(seat, n, kindDirective, p.seatID(o.Seat.Must()), o.Text)
	case verbToUnits:
		p.sendOff(seat, n, kindDirective, strings.Join(p.s.ids(o.Group.Units), ","), k.write(o.Inner))
	default:
		if to := p.s.ridesTo(seat, o); to != "" {
			p.sendOff(seat, n, kindDirective, to, k.write(o))
		}
	}
}

// ridesTo returns the addressee that an order must ride to, or "" if the seat gives it by voice (§H6.1).
func (s *State) ridesTo(seat int, o *order) string {
	at, there := s.Seats[seat].At.Get()
	if !o.isForUnits() || !s.b.Options.Couriers || !there {
		return ""
	}
	if o.Group.All {
		if s.isInVoiceRange(at, o.Group.At.Locale) {
			return ""
		}
		return s.b.Locales[o.Group.At.Locale].ID
	}
	for _, u := range o.Group.Units {
		if s.Units[u].onMap() {
			if s.isInVoiceRange(at, s.Units[u].At.Locale) {
				return ""
			}
			return strings.Join(s.ids(o.Group.Units), ",")
		}
	}
	return ""
}

// isInVoiceRange reports whether two locales are the same or adjacent, which is within a commander's voice (§H6.1).
func (s *State) isInVoiceRange(a, b int) bool { return a == b || s.b.passable(a, b) }

// sendOff sends one dispatch (§H6.2).
func (p *play) sendOff(seat int, n *int, kind, to, text string) {
	*n++
	id := courier.ID{Sender: p.seatID(seat), Turn: p.Number, N: *n}.String()
	couriers.Send(p, rules.Dispatch[adjudicator.Index]{ID: id, Kind: kind, From: p.seatID(seat), To: to,
		At: p.s.Seats[seat].At, Text: text}, "post", "-")
}

// couriers lists the rules by which dispatches travel (§H6.2, §H6.3, §H6.4, §H6.5).
var couriers = rules.Couriers[State, Dispatch, adjudicator.Index, *play]{
	Rows: rules.Outcomes[State]{
		{Name: rules.DispatchSent, Clause: "H6.2", Fields: "id kind from to at post text", To: "{from}",
			Says: "A courier rode with the {kind} for {to:name}."},
		{Name: rules.DispatchRiding, Clause: "H6.3", Fields: "id at left", To: "none"},
		{Name: rules.DispatchFled, Clause: "H6.4", Fields: "id at", To: "none"},
		{Name: rules.DispatchDelivered, Clause: "H6.3", Fields: "id kind to at", To: "{to}",
			Says: "The {kind} {id} is in your hands."},
		{Name: rules.DispatchLost, Clause: "H6.4 H6.5", Fields: "id at", To: "none"},
		{Name: rules.DispatchCaptured, Clause: "H6.4", Fields: "id at by", To: "{by}",
			Says: "A courier of the enemy was taken at {at:name}."},
		{Name: rules.DispatchDelayed, Clause: "H6.4", Fields: "id until", To: "none"},
		{Name: rules.SightLetter, Clause: "H6.3", Fields: "id what from whom sent text"},
		{Name: rules.SightCourier, Clause: "H10", Fields: "id at to side"},
	},
	List:    func(s *State) *[]Dispatch { return &s.Dispatches },
	Compare: (*State).leftBefore,
	Turn:    func(s *State) int { return s.Turn },
	New:     noteDispatch,
	Also:    followDispatch,
	Where: func(s *State, _ *Dispatch, o *events.Outcome) (adjudicator.Index, bool) {
		at := adjudicator.At(s.b.locale(o.Get("at")))
		return at, at.Some()
	},

	Goal: (*play).errand,
	Pace: (*play).pace,
	Way: func(p *play, d *Dispatch, goal adjudicator.Index) courier.Way[adjudicator.Index] {
		return p.s.cheapestWay(goal.Must(), p.b.Commands[d.Sender].Side)
	},
	Risk: (*play).courierRisk, RisksFirst: true,
	Takes: (*play).findRecipient, Untaken: "H6.5",
	Readers:   (*play).readers,
	Delivered: (*play).completeDelivery,
	Captors: func(p *play, _ *Dispatch, seat string) (by string, readers []string) {
		if p.b.Seat(seat).None() {
			return "", nil
		}
		return seat, []string{seat}
	},
	Place: func(p *play, _ *Dispatch, at adjudicator.Index) []any { return []any{"at", p.b.whereText(at)} },
	Riding: func(_ *play, _ *Dispatch, _, _ adjudicator.Index, left int) []any {
		return []any{"left", left}
	},
	Heading: func(d *Dispatch, captured bool) []any {
		if captured {
			return []any{"what", "captured " + d.Kind, "whom", " to " + d.To}
		}
		return []any{"what", d.Kind, "whom", ""}
	},
	UmpireToo: true,
}

// sendCouriersOn moves all couriers in order of departure (§H6.3).
func (p *play) sendCouriersOn() {
	couriers.RideAll(p, nil)
	for side := range p.b.Sides {
		p.useUp(side, effectCouriers, p.sideID(side))
	}
}

// errand returns the addressee's current locale, and whether the dispatch needs a ride (§H6.3, §H6.5).
func (p *play) errand(d *Dispatch) (at adjudicator.Index, way rules.Errand) {
	seat, toSeat := d.ToSeat.Get()
	switch {
	case toSeat:
		at = p.s.Seats[seat].At
	case d.ToLocale.Some():
		at = d.ToLocale
	default:
		for _, u := range d.ToUnits {
			if p.s.Units[u].onMap() {
				at = adjudicator.At(p.s.Units[u].At.Locale)
				break
			}
		}
	}
	if !p.b.Options.Couriers || at.None() || d.At == at || d.At.None() ||
		p.s.Seats[d.Sender].At.None() && d.Post.None() ||
		d.Kind == kindLetter && p.b.Options.Letters == "immediate" {
		return at, rules.AtHand
	}
	return at, rules.Rides
}

// pace returns a courier's movement points (§H6.3).
func (p *play) pace(d *Dispatch) int {
	side, points := p.b.Commands[d.Sender].Side, p.b.Tables.Courier[ridePoints]
	if m := p.s.effects(side, effectCouriers, p.sideID(side)); m > 0 {
		points *= m
	}
	return d.Bank + points
}

// cheapestWay returns a function that finds the next step of a side's courier towards a locale. The way is computed
// again at each step (§H6.3).
func (s *State) cheapestWay(goal, side int) courier.Way[adjudicator.Index] {
	return func(from adjudicator.Index) (next adjudicator.Index, cost int, ok bool) {
		at := from.Must()
		way := s.courierWay(at, goal, side)
		if way == nil {
			return from, 0, false
		}
		return adjudicator.At(way[0]), s.b.rideCost(at, way[0]), true
	}
}

// rideCost returns a courier's cost to cross a boundary, in points (§H6.3).
func (b *Battle) rideCost(from, to int) int {
	e, t := b.boundary(from, to), &b.Tables.Courier
	if e.Restricted {
		return t[rideRestricted]
	}
	cost := t[rideNone]
	for i, road := range [...]string{"main", "minor", "railroad"} {
		if slices.Contains(e.Roads, road) {
			cost = min(cost, t[rideMain+i])
		}
	}
	return cost
}

// courierWay returns the cheapest way that crosses neither an impassable boundary nor an enemy locale, or nil (§H6.3).
func (s *State) courierWay(from, to, side int) []int {
	return s.b.Graph.Way(from, to, func(at int, over board.Border) (int, bool) {
		e := &s.b.Boundaries[over.Boundary]
		if e.Impassable || s.enemyHeld(over.To, side) {
			return 0, false
		}
		return s.b.rideCost(at, over.To), true
	})
}

// courierRisk returns the peril of a courier that enters a locale, which two dice decide (§H6.3, §H6.4).
func (p *play) courierRisk(d *Dispatch, _, into adjudicator.Index, _ []events.Die) rules.Peril {
	side, to := p.b.Commands[d.Sender].Side, into.Must()
	enemy := p.danger(to, side)
	if p.s.holder[to] == side || enemy < 0 {
		return rules.Peril{}
	}
	name := d.ID + ">" + p.b.Locales[to].ID
	risk := p.Dice.Next("courier/risk/"+name, 10)
	if risk.Value >= p.b.Tables.Courier[rideRisk] {
		return rules.Peril{Dice: []events.Die{risk}}
	}
	fate := p.Dice.Next("courier/fate/"+name, 10)
	peril := rules.Peril{Fate: rules.DispatchFled, Dice: []events.Die{risk, fate}}
	switch {
	case fate.Value <= p.b.Tables.Courier[rideLost]:
		peril.Fate = rules.DispatchLost
	case fate.Value <= p.b.Tables.Courier[rideCaptured]:
		peril.Fate = rules.DispatchCaptured
		if by := p.s.localCommander(enemy, 1-side); by >= 0 {
			peril.By, peril.Readers = p.seatID(by), []string{p.seatID(by)}
		}
	}
	return peril
}

// danger returns the first enemy-held locale, in map order, whose units can catch a courier in the given locale, or -1
// (§H6.4).
func (p *play) danger(locale, side int) int {
	for _, n := range p.b.neighbours(locale) {
		if p.b.passable(locale, n) && p.s.enemyHeld(n, side) {
			return n
		}
	}
	return -1
}

// findRecipient reports whether a dispatch has a recipient. A directive that finds none of its units is lost (§H6.5).
func (p *play) findRecipient(d *Dispatch, at adjudicator.Index) (there adjudicator.Index, taken bool) {
	taken = d.Kind != kindDirective || d.ToSeat.Some() || p.findsUnits(d, at, p.b.Commands[d.Sender].Side)
	if at.None() && !taken {
		return d.At, false
	}
	return at, taken
}

// readers returns the seat that reads a letter or a directive.
func (p *play) readers(d *Dispatch) []string {
	if d.ToSeat.None() || d.Kind == kindAssignment || d.Kind == kindReport {
		return nil
	}
	return []string{d.To}
}

// completeDelivery carries out a delivery: it transfers the units of an assignment and shares the sightings of a report
// (§H6.7).
func (p *play) completeDelivery(d *Dispatch) {
	switch d.Kind {
	case kindAssignment:
		for unit := range strings.SplitSeq(d.Text, ", ") {
			if i := p.s.unitIndex(unit); p.s.Units[i].Status != Gone {
				p.Emit("unit.assigned", "unit", unit, "seat", d.To)
			}
		}
	case kindReport:
		p.tellTales(d.ToSeat.Must(), d.Sent, d.Tales)
	}
}

// findsUnits reports whether a directive finds one of its units in the locale. A merger or rally needs all of them
// (§H6.5).
func (p *play) findsUnits(d *Dispatch, at adjudicator.Index, side int) bool {
	if d.ToLocale.Some() {
		return true
	}
	o, ok := p.s.directiveIn(d, side)
	if !ok {
		return false
	}
	here := func(u int) bool { return at.Some() && at.Is(p.s.Units[u].At.Locale) }
	switch {
	case o.Group.All:
		return slices.ContainsFunc(d.ToUnits, here)
	case o.Verb == verbMerge || o.Verb == verbRally:
		return !slices.ContainsFunc(o.Group.Units, func(u int) bool { return !here(u) })
	}
	return slices.ContainsFunc(o.Group.Units, here)
}

func (s *State) directiveIn(d *Dispatch, side int) (order, bool) {
	item := language.Item(d.Text)
	if len(item.Words) == 0 || item.Standing || item.Letter != nil {
		return order{}, false
	}
	o, refusal, readable := newParser(s.b, s, d.ToSeat.Or(d.Sender), s.Turn).read(&item)
	o.n, o.ref = d.ID, d.Latest
	return *o, readable && (refusal == nil || d.ToSeat.None())
}

// directives returns the orders of delivered directives that the seat's side acts on this turn: first those sent to
// units, then those that a silent seat obeys. If words are given, only orders that begin with one of them are returned
// (§H6.5, §H6.6).
func (p *play) directives(seat int, words ...string) []order {
	var list []order
	side := p.b.Commands[seat].Side
	for d := range couriers.Directives(p.s, p.Number) {
		if d.Sender != seat || d.ToSeat.Some() || len(words) > 0 && !begins(d.Text, words) || p.isReplaced(d) {
			continue
		}
		if o, ok := p.s.directiveIn(d, side); ok {
			if !o.Group.All {
				o.Group.Units = slices.DeleteFunc(o.Group.Units, func(u int) bool { return !slices.Contains(d.Got, u) })
			}
			list = append(list, o)
		}
	}
	for _, o := range p.obeyed(seat) {
		if p.s.ridesTo(seat, &o) == "" && (len(words) == 0 || begins(newWriter(p.b, p.s, seat).write(&o), words)) {
			list = append(list, o)
		}
	}
	return list
}

// isReplaced reports whether a newer directive to the same first unit has been delivered too (§H6.5).
func (p *play) isReplaced(d *Dispatch) bool {
	if d.ToLocale.Some() {
		return false
	}
	last := d
	for e := range couriers.Directives(p.s, d.Due) {
		if e.ToLocale.None() && e.ToSeat.None() && e.ToUnits[0] == d.ToUnits[0] {
			last = e
		}
	}
	return last != d
}

// obeyed returns the orders that a silent seat was sent and carries out (§H6.6).
func (p *play) obeyed(seat int) []order {
	side := p.b.Commands[seat].Side
	if !p.b.Options.ObeySilent || !p.b.moves(side, p.Number) {
		return nil
	}
	var told []*Dispatch
	for d := range couriers.Directives(p.s, p.Number) {
		if d.ToSeat.Is(seat) {
			told = append(told, d)
		}
	}
	acts := func(o order) bool { return o.isField() || o.Verb == verbWait }
	if len(told) == 0 || slices.ContainsFunc(p.mail(seat), acts) {
		return nil
	}
	var list []order
	for _, d := range told {
		if o, ok := p.s.directiveIn(d, side); ok && (o.isForUnits() || o.Verb == verbMobilize || o.Verb == verbPlay) {
			list = append(list, o)
		}
	}
	return list
}

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

// driveCommander moves a commander in an enemy-held locale to the nearest locale that the own side holds, or off the
// map (§H7).
func (p *play) driveCommander(seat int) {
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
