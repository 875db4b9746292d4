package activationchits

import (
	"slices"

	"galloper/adjudicator"
	"galloper/adjudicator/courier"
	"galloper/events"
)

// rideCouriers sends this turn's dispatches and lets every courier ride, in
// order of id: sides, seats, turn and number.
//
// §Q3
func rideCouriers(t *adjudicator.Turn) {
	p := on(t)
	for side := range p.b.Sides {
		for _, seat := range p.b.Sides[side].Order {
			p.rideOf(seat)
			p.sendAll(seat)
		}
	}
}

// rideOf lets the couriers ride that a seat has sent in earlier turns.
func (p *play) rideOf(seat int) {
	var ids []string
	for i := range p.s.Dispatches {
		if d := &p.s.Dispatches[i]; d.From == seat && d.Status == riding {
			ids = append(ids, d.ID)
		}
	}
	for _, id := range ids {
		p.because = ""
		if !p.ruled(id) {
			p.rideOn(id)
		}
	}
	p.because = ""
}

// sendAll sends the directives and letters of a seat's mail.
//
// §Q3, §Q7
func (p *play) sendAll(seat int) {
	n := 0
	for i, line := range p.t.OrdersOf(p.b.Posts[seat].ID) {
		o := p.b.readLine(seat, line)
		if o.Kind != orderDirective && o.Kind != orderLetter {
			continue
		}
		n++
		kind := courier.Directive
		if o.Kind == orderLetter {
			kind = courier.Letter
		}
		id := courier.ID{Sender: p.b.Posts[seat].ID, Turn: p.t.Number, N: n}.String()
		from, to := p.s.stands(seat), p.s.stands(o.To)
		ride := 0
		if from != nowhere && to != nowhere {
			ride = p.b.distance(from, to)
		}
		atOnce := ride <= 1 || p.instant(kind)
		p.because = adjudicator.OrderRef(p.b.Posts[seat].ID, i+1)
		p.because = p.emit("dispatch.sent", "Q3", nil, "id", id, "from", p.b.Posts[seat].ID, "to", p.b.Posts[o.To].ID, "kind", string(kind),
			"hex", p.b.hexName(from), "ride", ride, "text", o.Text, "at_once", atOnce)
		switch {
		case from == nowhere:
			p.loseDispatch(id, "no-sender")
		case to != nowhere && atOnce:
			p.deliver(id, to, nil)
		default:
			p.rideOn(id)
		}
	}
	p.because = ""
}

// instant reports whether such a dispatch needs no courier in this game.
//
// §Q7
func (p *play) instant(kind courier.Kind) bool {
	return !p.b.Options.Couriers || kind == courier.Letter && p.b.Options.Letters == "immediate"
}

// stands is where couriers of a seat leave and arrive: with its leader, else
// with the first of its units on the board.
//
// §Q3
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

func (p *play) loseDispatch(id, reason string) {
	p.emit("dispatch.lost", "Q3", nil, "id", id, "reason", reason)
}

// ruled applies what the umpire decided about a courier, and reports whether
// that is all that happens to it this turn.
func (p *play) ruled(id string) bool {
	for _, r := range p.t.CourierRulings() {
		if r.Dispatch != id {
			continue
		}
		switch r.Fate {
		case courier.RuledLost:
			p.loseDispatch(id, umpire)
		case courier.RuledCaptured:
			p.emit("dispatch.captured", "Q4", nil, "id", id, "hex", p.b.hexName(p.s.dispatch(id).Hex), "by", r.By)
			if seat := p.b.seat(r.By); seat >= 0 {
				p.tellLetter(seat, p.s.dispatch(id), captured)
			}
		case courier.RuledDelayed:
			p.emit("dispatch.delayed", "Q4", nil, "id", id, "until", p.s.Turn+r.Turns-1)
		}
	}
	d := p.s.dispatch(id)
	return d.Status != riding || d.Until >= p.s.Turn
}

// rideOn is one turn's ride of one courier.
//
// §Q3, §Q4
func (p *play) rideOn(id string) {
	d := p.s.dispatch(id)
	goal := p.s.stands(d.To)
	if goal == nowhere {
		p.loseDispatch(id, "no-recipient")
		return
	}
	from, side := d.Hex, p.b.Posts[d.From].Side
	path, _ := p.s.riderWay(from, goal, side)
	var risked []events.Die
	at := from
	for _, next := range path[:min(len(path), p.b.Options.Pace)] {
		if risked == nil && p.s.enemyBeside(next, side, nil) {
			risked = []events.Die{p.t.Dice.D6("courier/risk/" + id + "#" + itoa(d.Risks+1))}
			if !p.risk(id, at, next, risked) {
				return
			}
		}
		at = next
	}
	if at == goal {
		p.deliver(id, at, risked)
		return
	}
	p.emit("dispatch.riding", "Q3", risked, "id", id, "from", p.b.hexName(from), "to", p.b.hexName(at), "left", p.b.distance(at, goal))
}

// riderWay is the shortest way for a rider: not through enemies and, if there is
// such a way, not next to enemy units.
//
// §Q3
func (s *State) riderWay(from, goal, side int) ([]int, bool) {
	open := func(at int) bool { return s.b.ground(at).Enter[Infantry] && !s.heldBy(1-side, at) }
	if way, ok := s.b.way(from, goal, everywhere, func(at int) bool { return open(at) && !s.enemyBeside(at, side, nil) }); ok {
		if !s.enemyBeside(goal, side, nil) {
			return way, true
		}
	}
	return s.b.way(from, goal, everywhere, open)
}

// risk is what the die says of a courier who would come next to an enemy. It
// reports whether he rides on.
//
// §Q4
func (p *play) risk(id string, at, next int, rolled []events.Die) bool {
	d := p.s.dispatch(id)
	switch p.b.Tables.Courier.at(rolled[0].Value) {
	case riderCaptured:
		enemy := 1 - p.b.Posts[d.From].Side
		p.emit("dispatch.captured", "Q4", rolled, "id", id, "hex", p.b.hexName(next), "by", p.side(enemy))
		for _, seat := range p.b.Sides[enemy].Order {
			p.tellLetter(seat, p.s.dispatch(id), captured)
		}
		return false
	case riderFled:
		p.emit("dispatch.fled", "Q4", rolled, "id", id, "hex", p.b.hexName(at))
		return false
	}
	return true
}

// deliver hands a dispatch over.
//
// §Q5, §Q6
func (p *play) deliver(id string, at int, risked []events.Die) {
	d := p.s.dispatch(id)
	to, kind := d.To, d.Kind
	p.because = p.emit("dispatch.delivered", "Q3", risked, "id", id, "to", p.b.Posts[to].ID, "hex", p.b.hexName(at))
	p.tellLetter(to, p.s.dispatch(id), kind)
	if kind != string(courier.Directive) {
		return
	}
	e := p.b.readEntry(to, p.s.dispatch(id).Text)
	for _, a := range slices.Clone(p.s.Desks[to].Advised) {
		if sameWho(e)(a.Entry) {
			p.emit("directive.replaced", "Q6", nil, "seat", p.b.Posts[to].ID, "unit", p.b.who(e), "id", a.ID)
		}
	}
	p.emit("directive.advised", "Q6", nil, "seat", p.b.Posts[to].ID, "unit", p.b.who(e), "id", id)
}

// tellLetter puts the text of a dispatch into a seat's report.
//
// Section i
func (p *play) tellLetter(seat int, d *Dispatch, how string) {
	p.t.Emit(events.Outcome{Name: "sight.letter", Clause: "Q5", Cause: p.because, Fields: events.Fields("id", d.ID, "how", how,
		"from", p.b.Posts[d.From].ID, "sent", d.Sent, "text", d.Text), Views: []events.View{{Seats: []string{p.b.Posts[seat].ID}}}})
}
