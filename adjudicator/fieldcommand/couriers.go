package fieldcommand

import (
	"slices"
	"strings"

	"galloper/adjudicator"
	"galloper/adjudicator/board"
	"galloper/adjudicator/courier"
	"galloper/events"
)

// What a courier carries.
const (
	kindDirective  = string(courier.Directive)
	kindLetter     = string(courier.Letter)
	kindReport     = string(courier.Report)
	kindAssignment = "assignment"
)

// sendDispatches lets the dispatches of the turn leave: seats in scenario order, orders in mail order.
//
// §H6.1, §H6.2
func sendDispatches(t *adjudicator.Turn) {
	p := on(t)
	for side := range p.b.Sides {
		for _, seat := range p.b.seatsOf(side) {
			n := 0
			p.because = ""
			for _, o := range p.obeyed(seat) {
				p.dispatch(seat, &o, &n)
			}
			for _, o := range p.mail(seat) {
				p.cause(seat, &o)
				p.dispatch(seat, &o, &n)
			}
		}
	}
	p.because = ""
}

// dispatch sends what of an order rides.
func (p *play) dispatch(seat int, o *order, n *int) {
	c := canonical{p.b, p.s, p.b.Commands[seat].Side}
	switch o.Verb {
	case verbLetter:
		for _, to := range o.Seats {
			p.send(seat, n, kindLetter, p.seatID(to), o.Text)
		}
	case verbReport:
		p.send(seat, n, kindReport, p.seatID(o.Seat.Must()), "")
	case verbAssign:
		p.send(seat, n, kindAssignment, p.seatID(o.Seat.Must()), strings.Join(p.s.ids(o.Group.Units), ", "))
	case verbTo:
		if o.Seat.Some() {
			p.send(seat, n, kindDirective, p.seatID(o.Seat.Must()), o.Text)
		} else {
			p.send(seat, n, kindDirective, strings.Join(p.s.ids(o.Group.Units), ","), c.text(o.Inner))
		}
	default:
		if to := p.s.ridesTo(seat, o); to != "" {
			p.send(seat, n, kindDirective, to, c.text(o))
		}
	}
}

// ridesTo is to whom an order must ride, "" if its seat gives it by voice.
//
// §H6.1
func (s *State) ridesTo(seat int, o *order) string {
	at, there := s.Seats[seat].At.Get()
	if !o.acts() || !s.b.Options.Couriers || !there {
		return ""
	}
	if o.Group.All {
		if s.near(at, o.Group.At.Locale) {
			return ""
		}
		return s.b.Locales[o.Group.At.Locale].ID
	}
	for _, u := range o.Group.Units {
		if s.Units[u].onMap() {
			if s.near(at, s.Units[u].At.Locale) {
				return ""
			}
			return strings.Join(s.ids(o.Group.Units), ",")
		}
	}
	return ""
}

// near reports whether somebody in one locale stands with who is in the other.
//
// §H6.1
func (s *State) near(a, b int) bool { return a == b || s.b.passable(a, b) }

// send sends one dispatch.
//
// §H6.2
func (p *play) send(seat int, n *int, kind, to, text string) {
	*n++
	id := courier.ID{Sender: p.seatID(seat), Turn: p.t.Number, N: *n}.String()
	p.emit("H6.2", "dispatch.sent", nil, "id", id, "kind", kind, "from", p.seatID(seat), "to", to,
		"at", p.b.whereText(p.s.Seats[seat].At), "post", "-", "text", text)
}

// rideCouriers lets all couriers ride, in the order in which they left.
//
// §H6.3
func rideCouriers(t *adjudicator.Turn) {
	p := on(t)
	for i := range p.s.Dispatches {
		if d := &p.s.Dispatches[i]; d.Status == riding && !p.ruled(d) {
			p.ride(d)
		}
	}
	for side := range p.b.Sides {
		p.useUp(side, effectCouriers, p.sideID(side))
	}
}

// ruled applies what the umpire decided about a courier, and reports whether that is all for now.
func (p *play) ruled(d *Dispatch) bool {
	for _, r := range p.t.CourierRulings() {
		if r.Dispatch != d.ID {
			continue
		}
		switch r.Fate {
		case courier.RuledLost:
			p.emit("H6.4", "dispatch.lost", nil, "id", d.ID, "at", p.b.whereText(d.At))
		case courier.RuledCaptured:
			p.seize(d, d.At, p.b.seat(r.By), nil)
		case courier.RuledDelayed:
			p.emit("H6.4", "dispatch.delayed", nil, "id", d.ID, "until", p.t.Number+r.Turns-1)
		}
	}
	return d.Status != riding || d.Until >= p.t.Number
}

// addressee is where the one whom a dispatch is for is now; atOnce means that it needs no ride.
//
// §H6.3, §H6.5
func (s *State) addressee(d *Dispatch) (at adjudicator.Index, atOnce bool) {
	seat, toSeat := d.ToSeat.Get()
	switch {
	case toSeat:
		if at = s.Seats[seat].At; at.None() {
			return at, true
		}
	case d.ToLocale.Some():
		at = d.ToLocale
	default:
		for _, u := range d.ToUnits {
			if s.Units[u].onMap() {
				at = adjudicator.At(s.Units[u].At.Locale)
				break
			}
		}
	}
	atOnce = !s.b.Options.Couriers || d.At == at || d.At.None() || s.Seats[d.From].At.None() && d.Post.None() ||
		d.Kind == kindLetter && s.b.Options.Letters == "immediate"
	return at, atOnce
}

// ride is one dispatch phase of one courier.
//
// §H6.3
func (p *play) ride(d *Dispatch) {
	where, atOnce := p.s.addressee(d)
	goal, found := where.Get()
	if atOnce || !found {
		p.deliver(d, where)
		return
	}
	side := p.b.Commands[d.From].Side
	points := p.b.Tables.Courier[ridePoints]
	if m := p.s.effects(side, effectCouriers, p.sideID(side)); m > 0 {
		points *= m
	}
	at, left, risks, trouble := p.gallop(d, goal, d.Bank+points)
	if len(risks) > 0 || at != goal && trouble == nil {
		p.emit("H6.3", "dispatch.riding", risks, "id", d.ID, "at", p.b.localeText(at), "left", left)
	}
	switch {
	case trouble != nil:
		trouble()
	case at == goal:
		p.deliver(d, where)
	}
}

// gallop rides as far as the points last, and returns the dice of the dangers that were
// come through; trouble, where it is set, is what ends the ride in the locale behind.
//
// §H6.3
func (p *play) gallop(d *Dispatch, goal, points int) (at, left int, risks []events.Die, trouble func()) {
	side := p.b.Commands[d.From].Side
	at, left = d.At.Must(), points
	for at != goal {
		way := p.s.courierWay(at, goal, side)
		if way == nil {
			return at, 0, risks, nil
		}
		cost := p.b.rideCost(at, way[0])
		if cost > left {
			return at, left, risks, nil
		}
		if enemy := p.danger(way[0], side); p.s.holder[way[0]] != side && enemy >= 0 {
			name := d.ID + ">" + p.b.Locales[way[0]].ID
			risk := p.t.Dice.Next("courier/risk/"+name, 10)
			if risk.Value < p.b.Tables.Courier[rideRisk] {
				fate := []events.Die{risk, p.t.Dice.Next("courier/fate/"+name, 10)}
				return at, left, risks, func() { p.waylay(d, at, way[0], enemy, fate) }
			}
			risks = append(risks, risk)
		}
		left -= cost
		at = way[0]
	}
	return at, left, risks, nil
}

// rideCost is what a boundary costs a courier.
//
// §H6.3
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

// courierWay is the cheapest way, never impassable, never through the enemy; nil if there is none.
//
// §H6.3
func (s *State) courierWay(from, to, side int) []int {
	return s.b.Graph.Way(from, to, func(at int, over board.Border) (int, bool) {
		e := &s.b.Boundaries[over.Boundary]
		if e.Impassable || s.enemyHeld(over.To, side) {
			return 0, false
		}
		return s.b.rideCost(at, over.To), true
	})
}

// waylay ends a courier's ride for this phase on entering a locale, as the second of the dice has it.
//
// §H6.4
func (p *play) waylay(d *Dispatch, before, to, enemy int, ds []events.Die) {
	side := p.b.Commands[d.From].Side
	switch fate := ds[1].Value; {
	case fate <= p.b.Tables.Courier[rideLost]:
		p.emit("H6.4", "dispatch.lost", ds, "id", d.ID, "at", p.b.localeText(to))
	case fate <= p.b.Tables.Courier[rideCaptured]:
		p.seize(d, adjudicator.At(to), p.s.localCommander(enemy, 1-side), ds)
	default:
		p.emit("H6.4", "dispatch.fled", ds, "id", d.ID, "at", p.b.localeText(before))
	}
}

// danger is the first locale in map order that the enemy holds and from which a
// courier in a locale can be caught, -1 if there is none.
//
// §H6.4
func (p *play) danger(locale, side int) int {
	for _, n := range p.b.neighbours(locale) {
		if p.b.passable(locale, n) && p.s.enemyHeld(n, side) {
			return n
		}
	}
	return -1
}

// seize lets an enemy seat read a dispatch.
//
// §H6.4
func (p *play) seize(d *Dispatch, at adjudicator.Index, by int, ds []events.Die) {
	if by < 0 {
		p.emit("H6.4", "dispatch.lost", ds, "id", d.ID, "at", p.b.whereText(at))
		return
	}
	id, kind, from, to, turn, text := d.ID, d.Kind, p.seatID(d.From), d.To, d.Turn, d.Text
	ref := p.emit("H6.4", "dispatch.captured", ds, "id", id, "at", p.b.whereText(at), "by", p.seatID(by))
	p.tellLetter(by, "captured "+kind, id, from, " to "+to, turn, text, ref)
}

// tellLetter puts what was written into a seat's report.
func (p *play) tellLetter(seat int, what, id, from, to string, sent int, text, cause string) {
	if text == "" {
		return
	}
	p.t.Emit(events.Outcome{Name: "sight.letter", Clause: "H6.3", Cause: cause,
		Fields: events.Fields("id", id, "what", what, "from", from, "whom", to, "sent", sent, "text", text),
		Views:  []events.View{{Seats: []string{p.seatID(seat), umpire}}}})
}

// deliver hands a dispatch over; a directive that finds nobody is lost.
//
// §H6.3, §H6.5, §H6.7
func (p *play) deliver(d *Dispatch, at adjudicator.Index) {
	side := p.b.Commands[d.From].Side
	if d.Kind == kindDirective && d.ToSeat.None() && !p.anybody(d, at, side) {
		if at.None() {
			at = d.At
		}
		p.emit("H6.5", "dispatch.lost", nil, "id", d.ID, "at", p.b.whereText(at))
		return
	}
	id, kind, from, to, turn, text, seat, tales := d.ID, d.Kind, d.From, d.To, d.Turn, d.Text, d.ToSeat, d.Tales
	ref := p.emit("H6.3", "dispatch.delivered", nil, "id", id, "kind", kind, "to", to, "at", p.b.whereText(at))
	switch {
	case kind == kindAssignment:
		for unit := range strings.SplitSeq(text, ", ") {
			if i := p.s.unit(unit); p.s.Units[i].Status != Gone {
				p.emit("H6.7", "unit.assigned", nil, "unit", unit, "seat", p.seatID(seat.Must()))
			}
		}
	case kind == kindReport:
		p.tellTales(seat.Must(), turn, tales, ref)
	case seat.Some():
		p.tellLetter(seat.Must(), kind, id, p.seatID(from), "", turn, text, ref)
	}
}

// anybody reports whether a directive finds one of its units (of a merger or rally
// all of them) in the locale.
//
// §H6.5
func (p *play) anybody(d *Dispatch, at adjudicator.Index, side int) bool {
	if d.ToLocale.Some() {
		return true
	}
	o, ok := p.s.directive(d, side)
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

// directive reads what a dispatch orders.
func (s *State) directive(d *Dispatch, side int) (order, bool) {
	r := newReader(s.b, s, d.From, s.Turn)
	if d.ToSeat.Some() {
		r = newReader(s.b, s, d.ToSeat.Must(), s.Turn)
	}
	item := language.ReadLine(d.Text)
	if len(item.Words) == 0 || item.Standing || item.Letter != nil {
		return order{}, false
	}
	o := r.item(&item)
	o.n = d.ID
	if d.ToSeat.Some() {
		return o, !r.Failed()
	}
	return o, !r.unreadable()
}

// directives are the orders of delivered directives that the seat's side acts on in
// this turn: those that its units have, then those that it obeys in silence.
//
// §H6.5, §H6.6
func (p *play) directives(seat int) []order {
	var list []order
	side := p.b.Commands[seat].Side
	for i := range p.s.Dispatches {
		d := &p.s.Dispatches[i]
		if d.Kind != kindDirective || d.Status != delivered || d.From != seat || d.ToSeat.Some() || d.Due != p.t.Number ||
			p.replaced(i) {
			continue
		}
		if o, ok := p.s.directive(d, side); ok {
			if !o.Group.All {
				o.Group.Units = slices.DeleteFunc(o.Group.Units, func(u int) bool { return !slices.Contains(d.Got, u) })
			}
			list = append(list, o)
		}
	}
	for _, o := range p.obeyed(seat) {
		if p.s.ridesTo(seat, &o) == "" {
			list = append(list, o)
		}
	}
	return list
}

// replaced reports whether a newer directive to the same first unit was delivered as well.
//
// §H6.5
func (p *play) replaced(i int) bool {
	d := &p.s.Dispatches[i]
	if d.ToLocale.Some() {
		return false
	}
	for j := i + 1; j < len(p.s.Dispatches); j++ {
		e := &p.s.Dispatches[j]
		if e.Kind == kindDirective && e.Status == delivered && e.Due == d.Due && e.ToLocale.None() && e.ToSeat.None() &&
			e.ToUnits[0] == d.ToUnits[0] {
			return true
		}
	}
	return false
}

// obeyed are the orders by which a silent seat was told to act.
//
// §H6.6
func (p *play) obeyed(seat int) []order {
	side := p.b.Commands[seat].Side
	if !p.b.Options.ObeySilent || !p.b.moves(side, p.t.Number) {
		return nil
	}
	told := slices.ContainsFunc(p.s.Dispatches, func(d Dispatch) bool {
		return d.Kind == kindDirective && d.ToSeat.Is(seat) && d.Status == delivered && d.Due == p.t.Number
	})
	if !told || slices.ContainsFunc(p.mail(seat), func(o order) bool { return o.field() || o.Verb == verbWait }) {
		return nil
	}
	var list []order
	for i := range p.s.Dispatches {
		d := &p.s.Dispatches[i]
		if d.Kind != kindDirective || !d.ToSeat.Is(seat) || d.Status != delivered || d.Due != p.t.Number {
			continue
		}
		if o, ok := p.s.directive(d, side); ok && (o.acts() || o.Verb == verbMobilize || o.Verb == verbPlay) {
			list = append(list, o)
		}
	}
	return list
}
