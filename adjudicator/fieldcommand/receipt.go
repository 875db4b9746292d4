package fieldcommand

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"galloper/adjudicator"
	"galloper/adjudicator/courier"
	"galloper/adjudicator/rules"
	"galloper/events"
	"galloper/orders"
)

// readEntries reads the orders and letters of one mail by what the seat knows.
//
// Section f
func readEntries(d rules.Desk[*Battle], items []orders.Item) adjudicator.Reading {
	b := d.Battle
	seat := b.Seat(d.Seat).Or(-1)
	r := newReader(b, b.known(d, seat), seat, d.Turn)
	c := canonical{b, r.s, r.side}
	reading := adjudicator.Reading{Entries: make([]orders.Entry, len(items)), Numbered: true}
	named := map[int]bool{}
	for i := range items {
		o := r.readItem(&items[i])
		if r.Failed() {
			reading.Entries[i] = items[i].Refuse(r.Refusal())
			continue
		}
		e := items[i].Accept(c.orderText(&o))
		r.outlook(&o, &e)
		reading.Entries[i] = e
		r.name(&o, named)
	}
	reading.Trailer = []string{"no orders: " + r.unordered(named)}
	return reading
}

// known is the board as a seat knows it: its side's units, and the enemy's blocks without
// names. Nothing of the enemy's is taken from anywhere but the facts.
func (b *Battle) known(d rules.Desk[*Battle], seat int) *State {
	s := atStart(b)
	side := b.Commands[seat].Side
	s.Turn = d.Turn
	for i := range s.Units {
		if s.Units[i].Side != side {
			s.Units[i].Status, s.Units[i].At = Gone, Nowhere
		}
	}
	if d.Known != nil {
		s.learnUnits(d.Known)
		s.learnEnemies(d.Known, side)
		s.learnRest(d.Known, side)
	}
	for i := range s.Seats {
		s.Seats[i].Began = s.Seats[i].At
	}
	s.recount()
	return s
}

// learnUnits takes the units over as they are known.
func (s *State) learnUnits(k adjudicator.Knowledge) {
	k.Facts("sight.unit", func(id string, fields []events.Field, _ int) bool {
		o := events.Outcome{Fields: fields}
		i := s.unitIndex(id)
		if i < 0 {
			s.Units = append(s.Units, Unit{ID: id})
			i = len(s.Units) - 1
			s.Roster = append(s.Roster, i)
		}
		u := &s.Units[i]
		u.Kind, u.Strength, u.Status = Kind(o.Get("kind")), o.Int("strength"), Status(o.Get("state"))
		u.At, u.Ranging, u.Up = s.positionIn(&o, "at"), o.Get("ranging") == "yes", o.Get("face") == "up"
		u.Seat, u.Side = s.b.Seat(o.Get("seat")).Or(-1), s.b.Side(o.Get("side")).Or(-1)
		if name := o.Get("name"); name != "-" {
			u.Name = name
		}
		return true
	})
}

// learnEnemies sets a block without name for each that is known.
func (s *State) learnEnemies(k adjudicator.Knowledge, side int) {
	k.Facts("sight.enemy", func(_ string, fields []events.Field, _ int) bool {
		o := events.Outcome{Fields: fields}
		list := strings.Split(o.Get("shown"), ", ")
		for i := range o.Int("blocks") {
			u := Unit{Side: 1 - side, Seat: -1, Status: Ready, At: s.positionIn(&o, "at")}
			if i < len(list) {
				u.known(list[i])
			}
			s.Units = append(s.Units, u)
			s.Roster = append(s.Roster, len(s.Units)-1)
		}
		return true
	})
}

// known makes of a block what `infantry 3` or `ranging artillery` says.
func (u *Unit) known(text string) {
	kind, strength, _ := strings.Cut(text, " ")
	switch kind {
	case "disrupted":
		u.Kind, u.Status = Infantry, Disrupted
	case "ranging":
		u.Kind, u.Ranging = Artillery, true
	case "infantry", "cavalry", "artillery":
		u.Kind = Kind(kind)
	}
	u.Strength, _ = strconv.Atoi(strength)
}

// learnRest takes over what is known of commanders, morale and cards.
func (s *State) learnRest(k adjudicator.Knowledge, side int) {
	k.Facts("sight.person", func(id string, fields []events.Field, _ int) bool {
		o := events.Outcome{Fields: fields}
		s.Seats[s.b.Seat(id).Or(-1)].At = adjudicator.At(s.b.locale(o.Get("at")))
		return true
	})
	k.Facts("sight.side", func(id string, fields []events.Field, _ int) bool {
		o := events.Outcome{Fields: fields}
		known := &s.Sides[s.b.Side(id).Or(-1)]
		known.Morale, known.Demoralized = o.Int("morale"), o.Int("morale") == 0
		known.Effects = s.b.readEffects(s.b.Side(id).Or(-1), o.Get("effects"))
		return true
	})
	s.Sides[side].Hand = nil
	k.Facts("sight.hand", func(_ string, fields []events.Field, _ int) bool {
		o := events.Outcome{Fields: fields}
		for id := range strings.SplitSeq(o.Get("cards"), ",") {
			if c := s.b.Sides[side].card(id); c >= 0 {
				s.Sides[side].Hand = append(s.Sides[side].Hand, c)
			}
		}
		return true
	})
	for g := range s.Sides[side].Mobilized {
		s.Sides[side].Mobilized[g] = !slices.ContainsFunc(s.Units, func(u Unit) bool {
			return u.Side == side && u.Status == Waiting && u.Group == g+1
		})
	}
	s.Round = (s.Turn + 1) / 2
	if s.b.Options.Simultaneous {
		s.Round = s.Turn
	}
}

// readEffects reads a list of `CARD@TARGET`.
func (b *Battle) readEffects(side int, text string) []Effect {
	var list []Effect
	for e := range strings.SplitSeq(text, ",") {
		id, target, _ := strings.Cut(e, "@")
		if c := b.Sides[side].card(id); c >= 0 {
			list = append(list, Effect{c, target})
		}
	}
	return list
}

// outlook adds what would be met now, or how the order rides.
func (r *reader) outlook(o *order, e *orders.Entry) {
	switch o.Verb {
	case verbTo:
		if o.Seat.None() && r.b.Options.Couriers && r.s.Seats[r.seat].At.Some() {
			e.Suffix = ", but " + r.rideOf(&order{Group: o.Group})
			return
		}
		fallthrough
	case verbLetter, verbReport, verbAssign:
		e.Notes = append(e.Notes, r.rideNotes(o)...)
		return
	case verbPlay:
		c := &r.b.Sides[r.side].Cards[o.Card.Must()]
		e.Notes = append(e.Notes, c.Name+". "+c.does())
	}
	if to := r.s.ridesTo(r.seat, o); to != "" {
		e.Suffix = ", but " + r.rideOf(o)
		return
	}
	if len(o.If) > 0 {
		return
	}
	if reason := r.reason(o); reason != "" {
		e.Suffix = ", but " + reason
	}
}

// reason is the run-time reason that would be met now, on the board as the seat knows it.
func (r *reader) reason(o *order) string {
	if o.isField() {
		_, reason := r.s.check(o, r.seat)
		return reason
	}
	switch o.Verb {
	case verbLimber:
		return r.firstReason(o, func(u *Unit) string {
			if !u.Ranging {
				return notRanging
			}
			return ""
		})
	case verbRange:
		return r.firstReason(o, unrangeable)
	case verbSpike:
		return r.firstReason(o, func(*Unit) string { return "" })
	case verbMerge:
		return r.s.mergeFault(o)
	case verbSplit:
		return r.s.splitFault(o)
	case verbRally:
		if o.Group.All {
			return ""
		}
		return r.s.rallyFault(r.seat, o.Group.Units)
	case verbMobilize:
		g := r.b.Sides[r.side].group(o.Number)
		units := r.s.unitsThat(func(u *Unit) bool { return u.Side == r.side && u.Group == o.Number && u.Status == Waiting })
		return r.s.unready(r.side, g, o.To.Must(), len(units))
	}
	return ""
}

// firstReason is the reason of the first unit, if nobody passes.
func (r *reader) firstReason(o *order, check func(*Unit) string) string {
	first := ""
	for i, u := range o.Group.Units {
		reason := absent(&r.s.Units[u])
		if reason == "" {
			reason = check(&r.s.Units[u])
		}
		if reason == "" {
			return ""
		}
		if i == 0 {
			first = reason
		}
	}
	return first
}

// rideOf is how a directive rides: `by courier, 9 points, acted on in turn 3`.
//
// §H6.3, §H6.5
func (r *reader) rideOf(o *order) string {
	goal := adjudicator.None
	if o.Group.All {
		goal = adjudicator.At(o.Group.At.Locale)
	}
	for _, u := range o.Group.Units {
		if r.s.Units[u].onMap() {
			goal = adjudicator.At(r.s.Units[u].At.Locale)
			break
		}
	}
	points, turn, ok := r.rides(goal)
	if !ok {
		return "by courier, no way now"
	}
	return courier.ActedOn("courier", strconv.Itoa(points)+" points", r.b.nextOwn(r.side, turn))
}

// rides is what the way to a locale costs, and the turn in which a courier gets there.
//
// §H6.3
func (r *reader) rides(to adjudicator.Index) (points, turn int, ok bool) {
	from, here := r.s.Seats[r.seat].At.Get()
	goal, there := to.Get()
	if !here || !there {
		return 0, 0, false
	}
	way := r.s.courierWay(from, goal, r.side)
	if way == nil && from != goal {
		return 0, 0, false
	}
	turn = r.turn
	at, left := from, r.b.Tables.Courier[ridePoints]
	for _, l := range way {
		cost := r.b.rideCost(at, l)
		for ; cost > left && r.b.Tables.Courier[ridePoints] > 0; turn++ {
			left += r.b.Tables.Courier[ridePoints]
		}
		left -= cost
		at, points = l, points+cost
	}
	return points, turn, true
}

// rideNotes are notes on how letters and what is sent like them ride.
func (r *reader) rideNotes(o *order) []string {
	if o.Verb == verbTo && o.Seat.None() {
		return []string{"delivered at once"}
	}
	seats := o.Seats
	if o.Seat.Some() {
		seats = []int{o.Seat.Must()}
	}
	var notes []string
	for _, seat := range seats {
		id, at := r.b.Commands[seat].ID, r.s.Seats[seat].At
		switch {
		case !r.b.Options.Couriers, at.None(), r.s.Seats[r.seat].At.None(),
			o.Verb == verbLetter && r.b.Options.Letters == "immediate":
			notes = append(notes, id+": delivered at once")
		default:
			if points, turn, ok := r.rides(at); ok {
				notes = append(notes, fmt.Sprintf("%s: by courier, %d points, there in turn %d", id, points, turn))
			} else {
				notes = append(notes, id+": by courier, no way now")
			}
		}
	}
	return notes
}

// name notes the units that an order is for.
func (r *reader) name(o *order, named map[int]bool) {
	for _, u := range o.Group.Units {
		named[u] = true
	}
	if o.Inner != nil {
		r.name(o.Inner, named)
	}
	if o.Group.All {
		p := plan{order: o, Verb: o.Verb, Seat: r.seat, Side: r.side}
		for _, u := range r.s.wholeGroup(&p) {
			named[u] = true
		}
	}
}

// unordered are the ready units that the seat commands and that no order names.
func (r *reader) unordered(named map[int]bool) string {
	var ids []string
	for _, i := range r.s.Roster {
		if u := &r.s.Units[i]; u.Side == r.side && u.ready() && r.commands(i) && !named[i] {
			ids = append(ids, u.ID)
		}
	}
	return rules.OrNone(strings.Join(ids, ", "))
}
