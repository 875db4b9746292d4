package activationchits

import (
	"slices"

	"galloper/adjudicator"
	"galloper/adjudicator/courier"
	"galloper/adjudicator/dice"
	"galloper/adjudicator/rules"
	"galloper/events"
)

// Results of an activation roll (section k). resultLate is a botch that leaves unit and entry unchanged.
const (
	resultPassed  = "passed"
	resultFailed  = "failed"
	resultDouble  = "double"
	resultFree    = "free"
	resultBotched = "botched"
	resultLate    = "late"
)

// leaderDistance returns the distance to the nearest leader of the unit's side, of any seat. ok is false if no
// leader is on the board (§5).
func (s *State) leaderDistance(unit int) (distance int, ok bool) {
	u := &s.Units[unit]
	for i := range s.Leaders {
		l := &s.Leaders[i]
		if l.Side != u.Side || l.Hex == nowhere {
			continue
		}
		if d := s.b.distance(u.Hex, l.Hex); !ok || d < distance {
			distance, ok = d, true
		}
	}
	return distance, ok
}

// number returns the activation number, the highest roll that activates the unit. ok is false if it is out of command
// (§5, §8).
func (s *State) number(unit int) (number, distance int, ok bool) {
	distance, ok = s.leaderDistance(unit)
	if ok {
		number, ok = s.b.Tables.Activation[distance]
	}
	return number, distance, ok
}

// inReach reports whether the unit can try to activate, or to react by a roll (§8).
func (s *State) inReach(unit int) bool {
	_, _, ok := s.number(unit)
	return ok
}

// direct returns, by unit, whether it is in direct command of the side's leaders, or of one leader only: in or next to
// the leader's hex, or linked by a chain of adjacent units. A broken unit can only be the last link (§12, §13).
func (s *State) direct(side int, only adjudicator.Index) []bool {
	in := make([]bool, len(s.Units))
	var queue []int
	take := func(at int) {
		if at == nowhere {
			return
		}
		if u, ok := s.UnitAt[at].Get(); ok && s.Units[u].Side == side && !in[u] {
			in[u] = true
			queue = append(queue, u)
		}
	}
	for i := range s.Leaders {
		l := &s.Leaders[i]
		if l.Side != side || l.Hex == nowhere || only.Some() && !only.Is(i) {
			continue
		}
		take(l.Hex)
		for _, n := range s.b.next[l.Hex] {
			take(n)
		}
	}
	for i := 0; i < len(queue); i++ {
		if s.Units[queue[i]].Morale == Broken {
			continue
		}
		for _, n := range s.b.next[s.Units[queue[i]].Hex] {
			take(n)
		}
	}
	return in
}

// drm returns the die-roll modifier of the unit (§6).
func (s *State) drm(unit int) int {
	u, t := &s.Units[unit], &s.b.Tables.DRM
	drm := u.Late
	if !s.direct(u.Side, adjudicator.None)[unit] {
		drm += t.NoDirect
	}
	switch u.Morale {
	case Shaken:
		drm += t.Shaken
	case Broken:
		drm += t.Broken
	}
	return drm
}

// activate rolls for an entry, carries it out if the roll passes, and returns the result (§4, §7).
func (p *play) activate(e *planned) string {
	defer func(ref string) { p.Cause = ref }(p.Cause)
	if e.number > 0 {
		p.Cause = adjudicator.OrderRef(p.b.Posts[e.seat].ID, e.number)
	}
	if e.Leader.Some() {
		return p.activateLeader(e)
	}
	unit, result := e.Unit.Must(), p.rollActivation(e)
	if result == resultFailed || result == resultBotched {
		if p.relieve(unit, forActivation, 0) {
			result = p.rollActivation(e)
		}
	}
	switch {
	case allowsAction(result):
		p.do(unit, &e.deed)
	case result == resultBotched:
		if p.botch(unit) == botchLate {
			return resultLate
		}
	}
	return result
}

// decider returns the activation number of the lead or its battery, whichever is lower after DRM. The lead
// decides ties (§20).
func (p *play) decider(unit int, gun adjudicator.Index) (number, distance, drm int) {
	number, distance, _ = p.s.number(unit)
	drm = p.s.drm(unit)
	if g, ok := gun.Get(); ok {
		n, d, _ := p.s.number(g)
		if m := p.s.drm(g); n-m < number-drm {
			number, distance, drm = n, d, m
		}
	}
	return number, distance, drm
}

// rollActivation makes one activation roll (§4, §9, §10, §11).
func (p *play) rollActivation(e *planned) string {
	unit := e.Unit.Must()
	id := p.b.Units[unit].ID
	number, distance, drm := p.decider(unit, e.deed.gun)
	rolled := p.roll("act/roll/"+id, 2)
	result, clause := judgeRoll(rolled, number-drm)
	p.Cause = p.EmitBy(clause, "activation.rolled", "unit", id, "seat", p.b.Posts[e.seat].ID,
		"with", p.b.unitIDs.Of(e.deed.gun), "distance", distance, "target", number, "drm", drm, "roll", dice.Sum(rolled),
		"result", result)
	return result
}

// judgeRoll returns the result of an activation roll of two dice (§4, §9, §10, §11).
func judgeRoll(rolled []events.Die, number int) (result, clause string) {
	total := dice.Sum(rolled)
	switch {
	case total == 2:
		return resultFree, "10"
	case total == 12:
		return resultBotched, "11"
	case rolled[0].Value == rolled[1].Value:
		return resultDouble, "9"
	case total <= number:
		return resultPassed, "4"
	}
	return resultFailed, "4"
}

// reacts reports whether a reaction roll passes. Doubles don't matter, 2 passes and 12 fails (§23, §29).
func reacts(rolled []events.Die, number int) bool {
	total := dice.Sum(rolled)
	return total == 2 || total != 12 && total <= number
}

// do carries out a possible deed (§P5).
func (p *play) do(unit int, d *deed) {
	switch d.verb {
	case Turn:
		p.Emit("unit.faced", "unit", p.b.Units[unit].ID, "facing", d.facing.String())
	case Move, Towards:
		p.march(d)
	case Fire:
		p.fire(d)
	case Attack:
		p.attack(d)
	case RallyVerb:
		p.rally(unit)
	case LeaveSquare:
		p.Emit("square.left", "unit", p.b.Units[unit].ID, "facing", d.facing.String())
	}
}

// relieve lets an ADC re-roll a bad result, if one is available and has orders to (§38, §39).
func (p *play) relieve(unit int, what string, hits int) bool {
	u := &p.s.Units[unit]
	if u.Lost {
		return false
	}
	order := append([]int{u.Seat}, slices.DeleteFunc(slices.Clone(p.b.Sides[u.Side].Order),
		func(s int) bool { return s == u.Seat })...)
	for _, seat := range order {
		l := &p.s.Leaders[seat]
		if l.Status != onBoard || l.ADC == 0 || !p.s.direct(u.Side, adjudicator.At(seat))[unit] ||
			!p.hasRerolled(seat, unit, what, hits) {
			continue
		}
		p.Emit("adc.used", "leader", p.b.leaderID(seat), "unit", u.ID, "for", what, "left", l.ADC-1)
		return true
	}
	return false
}

// hasRerolled reports whether the seat's leader has the result rolled again, by its ADC orders or by decision (§38,
// section g).
func (p *play) hasRerolled(seat, unit int, what string, hits int) bool {
	if hits > 0 && p.b.asks("adc") {
		return false
	}
	return p.consult("adc", unit, seat, p.s.relief(seat, unit, what, hits), []string{"reroll", "keep"},
		"A bad "+what+" roll of "+p.b.Units[unit].ID+": shall an ADC have it rolled again? The second roll stands.")
}

// consult asks the seat to choose between two options if the scenario has questions of the topic asked. Otherwise, and
// without an answer, the seat's policy decides. It reports whether the first option is chosen (section g).
func (p *play) consult(topic string, unit, seat int, policy bool, options []string, text string) bool {
	if !p.b.asks(topic) {
		return policy
	}
	answer := p.Ask(adjudicator.Decision{Name: topic + "." + p.b.Units[unit].ID, Seat: p.b.Posts[seat].ID, Text: text,
		Options: options, Default: options[btoi(!policy)]})
	return answer.Option == options[0]
}

// relief reports whether the seat's ADC orders call for a re-roll. The first line that fits counts. The
// default is to re-roll activations of the seat's units (§38).
func (s *State) relief(seat, unit int, what string, hits int) bool {
	d := &s.Desks[seat]
	if !d.Told {
		return what == forActivation && s.Units[unit].Seat == seat
	}
	for i := range d.ADC {
		r := &d.ADC[i]
		fits := r.Any || r.Units == nil && s.Units[unit].Seat == seat || slices.Contains(r.Units, unit)
		if fits && slices.Contains(r.Kinds, what) {
			return what != forCombat || hits < r.Under
		}
	}
	return false
}

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
	Where: courierPlace,

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
	Delivered: (*play).adviseAddressee,

	Place: func(p *play, _ *Dispatch, at int) []any { return []any{"hex", p.b.hexName(at)} },
	Riding: func(p *play, d *Dispatch, at, goal, _ int) []any {
		return []any{"from", p.b.hexName(d.At), "to", p.b.hexName(at), "left", p.b.distance(at, goal)}
	},
}

// courierPlace returns the hex that an outcome moves a courier to, which is nowhere once the ride is over. ok is
// false if the outcome does not move it.
func courierPlace(s *State, _ *Dispatch, o *events.Outcome) (at int, ok bool) {
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

// rideCouriers moves all couriers and sends this turn's dispatches, ordered by ID: sides, seats, turn and number (§Q3).
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

// riderWay returns the shortest path for a rider. It avoids enemies and, if possible, hexes next to
// enemy units, which are a zone of control for riders alone (§Q3).
func (s *State) riderWay(from, goal, side int) ([]int, bool) {
	open := func(at int) bool { return s.b.terrainAt(at).Enter[Infantry] && !s.isHeldBy(1-side, at) }
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
	switch p.b.Tables.Courier.row(die.Value) {
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

// adviseAddressee turns a delivered directive into an advised entry for its addressee (§Q5, §Q6).
func (p *play) adviseAddressee(d *Dispatch) {
	if d.Kind != string(courier.Directive) {
		return
	}
	e := p.b.readEntry(d.Whom, d.Text)
	for _, a := range slices.Clone(p.s.Desks[d.Whom].Advised) {
		if sameSubject(e)(a.Entry) {
			p.Emit("directive.replaced", "seat", d.To, "unit", p.b.subjectID(e), "id", a.ID)
		}
	}
	p.Emit("directive.advised", "seat", d.To, "unit", p.b.subjectID(e), "id", d.ID)
}
