package activationchits

import (
	"slices"

	"galloper/adjudicator"
	"galloper/adjudicator/courier"
	"galloper/adjudicator/rules"
	"galloper/events"
)

// couriers describes how dispatches travel (§Q3, §Q4, §Q5).
var couriers = rules.Couriers[State, Dispatch, int, *play]{
	Rows: rules.Outcomes[State]{
		{Name: rules.DispatchSent, Clause: "Q3", Fields: "id from to kind hex ride text at_once", To: "{from}",
			Hide: "ride text at_once", Says: "A courier left with your {kind} for {to:name}."},
		{Name: rules.DispatchRiding, Clause: "Q3", Fields: "id from to left", To: rules.ToNone},
		{Name: rules.DispatchFled, Clause: "Q4", Fields: "id hex", To: rules.ToNone},
		{Name: rules.DispatchDelivered, Clause: "Q3", Fields: "id to hex", To: "{to}", Hide: "dice",
			Says: "A courier came in."},
		{Name: rules.DispatchLost, Clause: "Q3", Fields: "id reason", To: rules.ToNone},
		{Name: rules.DispatchCaptured, Clause: "Q4", Fields: "id hex by", To: "{by}",
			Says: "An enemy courier was taken[ at {hex}]."},
		{Name: rules.DispatchDelayed, Clause: "Q4", Fields: "id until", To: rules.ToNone},
		{Name: rules.SightLetter, Clause: "Q5", Fields: "id how from sent text"},
		{Name: rules.SightCourier, Clause: "W", Fields: "id hex to side"},
	},
	List: func(s *State) *[]Dispatch { return &s.Dispatches },
	Turn: func(s *State) int { return s.Turn },
	New: func(s *State, d *Dispatch, o *events.Outcome) {
		d.Sender, d.Whom, d.SameTurn = s.b.seatIDs.Must(d.From), s.b.seatIDs.Must(d.To), o.Get("at_once") == "yes"
	},
	Also:  func(_ *State, d *Dispatch, o *events.Outcome, _ int) { d.Risks += len(o.Dice) },
	Where: whereIs,

	Goal: func(p *play, d *Dispatch) (int, rules.Errand) {
		goal := p.s.stands(d.Whom)
		if goal == nowhere || d.At == nowhere {
			return goal, rules.Nobody
		}
		return goal, rules.Rides
	},
	Gone:      "no-recipient",
	Pace:      func(p *play, _ *Dispatch) int { return p.b.Options.Pace },
	Way:       (*play).way,
	Risk:      (*play).courierRisk,
	Readers:   func(_ *play, d *Dispatch) []string { return []string{d.To} },
	Delivered: (*play).delivered,

	Place: func(p *play, _ *Dispatch, at int) []any { return []any{"hex", p.b.hexName(at)} },
	Riding: func(p *play, d *Dispatch, at, goal, _ int) []any {
		return []any{"from", p.b.hexName(d.At), "to", p.b.hexName(at), "left", p.b.distance(at, goal)}
	},
}

// whereIs returns the hex that an outcome moves a courier to, which is nowhere once the ride is over. ok is
// false if the outcome does not move it.
func whereIs(s *State, _ *Dispatch, o *events.Outcome) (at int, ok bool) {
	switch o.Name {
	case rules.DispatchSent, rules.DispatchFled:
		return s.b.hexAt(o.Get("hex")), true
	case rules.DispatchRiding:
		return s.b.hexAt(o.Get("to")), true
	case rules.DispatchDelayed:
		return 0, false
	}
	return nowhere, true
}

// rideCouriers moves all couriers and sends this turn's dispatches, ordered by ID: sides, seats, turn and
// number (§Q3).
func (p *play) rideCouriers() {
	for side := range p.b.Sides {
		for _, seat := range p.b.Sides[side].Order {
			couriers.RideAll(p, func(d *Dispatch) bool { return d.Sender == seat })
			p.sendAll(seat)
		}
	}
}

// sendAll sends the directives and letters of a seat's mail (§Q3, §Q7).
func (p *play) sendAll(seat int) {
	n := 0
	for i, o := range p.mailed(seat) {
		if o.Kind == orderDirective || o.Kind == orderLetter {
			n++
			p.Because(adjudicator.OrderRef(p.b.Posts[seat].ID, i+1), func() { p.send(seat, n, &o) })
		}
	}
}

// send sends one dispatch. It sets out in the same turn.
func (p *play) send(seat, n int, o *order) {
	kind := courier.Directive
	if o.Kind == orderLetter {
		kind = courier.Letter
	}
	id := courier.ID{Sender: p.b.Posts[seat].ID, Turn: p.Number, N: n}.String()
	from, to := p.s.stands(seat), p.s.stands(o.To)
	ride := 0
	if from != nowhere && to != nowhere {
		ride = p.b.distance(from, to)
	}
	atOnce := ride <= 1 || p.instant(kind)
	d := couriers.Send(p, rules.Dispatch[int]{ID: id, Kind: string(kind), From: p.b.Posts[seat].ID,
		To: p.b.Posts[o.To].ID, At: from, Text: o.Text}, "ride", ride, "at_once", atOnce)
	switch {
	case from == nowhere:
		couriers.Lose(p, d, "no-sender")
	case to != nowhere && atOnce:
		couriers.HandOver(p, d, to, nil)
	default:
		couriers.Ride(p, d)
	}
}

// instant reports whether this kind of dispatch needs no courier in this game (§Q7).
func (p *play) instant(kind courier.Kind) bool {
	return !p.b.Options.Couriers || kind == courier.Letter && p.b.Options.Letters == "immediate"
}

// stands returns the hex where a seat's couriers leave and arrive: the leader's, or that of the first unit on
// the board (§Q3).
func (s *State) stands(seat int) int {
	if s.Leaders[seat].Hex != nowhere {
		return s.Leaders[seat].Hex
	}
	for i := range s.Units {
		if s.Units[i].Seat == seat && !s.Units[i].Lost {
			return s.Units[i].Hex
		}
	}
	return nowhere
}

// way returns the courier's path for the turn (§Q3).
func (p *play) way(d *Dispatch, goal int) courier.Way[int] {
	path, _ := p.s.riderWay(d.At, goal, p.b.Posts[d.Sender].Side)
	return func(from int) (next, cost int, ok bool) {
		if len(path) == 0 {
			return from, 0, false
		}
		next, path = path[0], path[1:]
		return next, 1, true
	}
}

// riderWay returns the shortest path for a rider. It avoids enemies and, if possible, hexes next to enemy
// units (§Q3).
func (s *State) riderWay(from, goal, side int) ([]int, bool) {
	open := func(at int) bool { return s.b.terrainAt(at).Enter[Infantry] && !s.heldBy(1-side, at) }
	safe := func(at int) bool { return open(at) && !s.enemyBeside(at, side, nil) }
	if way, ok := s.b.way(from, goal, everywhere, safe); ok {
		if !s.enemyBeside(goal, side, nil) {
			return way, true
		}
	}
	return s.b.way(from, goal, everywhere, open)
}

// courierRisk resolves the risk to a courier who would come next to an enemy, once per ride (§Q4).
func (p *play) courierRisk(d *Dispatch, _, next int, passed []events.Die) rules.Peril {
	side := p.b.Posts[d.Sender].Side
	if len(passed) > 0 || !p.s.enemyBeside(next, side, nil) {
		return rules.Peril{}
	}
	die := p.Dice.D6("courier/risk/" + d.ID + "#" + itoa(d.Risks+1))
	peril := rules.Peril{Dice: []events.Die{die}}
	switch p.b.Tables.Courier.at(die.Value) {
	case riderCaptured:
		peril.Fate, peril.By = rules.DispatchCaptured, p.nameSide(1-side)
		for _, seat := range p.b.Sides[1-side].Order {
			peril.Readers = append(peril.Readers, p.b.Posts[seat].ID)
		}
	case riderFled:
		peril.Fate = rules.DispatchFled
	}
	return peril
}

// delivered turns a delivered directive into an advised entry for its addressee (§Q5, §Q6).
func (p *play) delivered(d *Dispatch) {
	if d.Kind != string(courier.Directive) {
		return
	}
	e := p.b.readEntry(d.Whom, d.Text)
	for _, a := range slices.Clone(p.s.Desks[d.Whom].Advised) {
		if sameWho(e)(a.Entry) {
			p.Emit("directive.replaced", "seat", d.To, "unit", p.b.who(e), "id", a.ID)
		}
	}
	p.Emit("directive.advised", "seat", d.To, "unit", p.b.who(e), "id", d.ID)
}
