package rules

import (
	"strings"

	"galloper/adjudicator"
	"galloper/adjudicator/courier"
	"galloper/adjudicator/scenario"
	"galloper/events"
)

// Couriers is how dispatches travel in a game over the state S: each a D with a [Dispatch] in it,
// over places P; T is what the phases are handed. A dispatch is sent ([Couriers.Send]), rides each
// turn ([Couriers.Ride]) and ends delivered, lost or captured; what the umpire has ruled about it
// comes first. The game says where it goes, how fast, which way and what can happen on it.
//
// The hooks are asked and answer; none of them calls the Couriers.
type Couriers[S, D any, P comparable, T courierTurn[S]] struct {
	// Rows are the outcomes with their clauses and fields, as the game has them: those of
	// a dispatch (DispatchSent …), and what readers are told. The fields that all games have are
	// filled in by their keys: id, kind, from, to, sent, text, by, until, reason, how.
	Rows Outcomes[S]
	// List are the dispatches, in the order in which they left (Compare; nil: as they were sent).
	List    func(*S) *[]D
	Compare func(s *S, a, b *D) int
	Turn    func(*S) int
	// New fills in the game's own part of a dispatch that is sent; Also changes it by what
	// becomes of it later, from the place where it was (a directive delivered is due in the next
	// turn, if that does not say otherwise). nil: there is none.
	New  func(s *S, d *D, o *events.Outcome)
	Also func(s *S, d *D, o *events.Outcome, from P)
	// Where is the place to which an outcome takes a dispatch; false: it stays where it is.
	Where func(s *S, d *D, o *events.Outcome) (P, bool)

	// Goal is where the one whom a dispatch is for is now, and whether it needs a ride.
	Goal func(p T, d *D) (P, Errand)
	Gone string // the reason why one is lost that is for nobody any more
	// Flee is where a rider ends who cannot begin to ride; nil: all can.
	Flee func(p T, d *D) (to P, flees bool)
	// Pace is how much way a courier has in a turn, in the measure of Way.
	Pace func(p T, d *D) int
	Way  func(p T, d *D, goal P) courier.Way[P]
	// Risk is what happens on a step, with the dice that the rider has come through; nil: nothing.
	Risk func(p T, d *D, from, to P, passed []events.Die) Peril
	// RisksFirst: dice that a rider has come through are told with a dispatch.riding, whatever
	// becomes of the ride behind them.
	RisksFirst bool
	// Takes reports whether somebody is there to be handed the dispatch; nil: always. Else it is
	// lost there, by the clause Untaken.
	Takes   func(p T, d *D, at P) (there P, taken bool)
	Untaken string
	// Readers are the seats that read a dispatch delivered; nil: none does at once.
	Readers func(p T, d *D) []string
	// Delivered is what follows from that; d is the dispatch as it rode.
	Delivered func(p T, d *D)
	// Captors is who has a dispatch that the umpire gave to a seat, and who reads it then; "" is
	// nobody, and it is lost. nil: the seat, if it is one.
	Captors func(p T, d *D, seat string) (by string, readers []string)

	// Place are fields, keys and values, that say where a courier is; Riding those of a ride to
	// be continued, with the way that is left of the turn's; Heading those of what readers are told.
	Place     func(p T, d *D, at P) []any
	Riding    func(p T, d *D, at, goal P, left int) []any
	Heading   func(d *D, captured bool) []any
	Road      func(p T, d *D) string // where the umpire\'s map draws a way to; nil: to whom it is for
	UmpireToo bool                   // is told what readers are told
}

// courierTurn is what couriers need of a turn: what a [Play] has.
type courierTurn[S any] interface {
	State() *S
	Now() int
	HasSeat(id string) bool
	CourierRulings() []events.CourierRuling
	EmitWith(dice []events.Die, clause, name string, fields ...any) string
	TellAs(v events.View, clause, name string, fields ...any) string
	Follow(ref string) (before string)
}

// What becomes of dispatches, and what readers of one are told. Where the captors are told in other
// words than the recipient is, there is a row for them.
const (
	DispatchSent      = "dispatch.sent"
	DispatchRiding    = "dispatch.riding"
	DispatchFled      = "dispatch.fled"
	DispatchDelivered = "dispatch.delivered"
	DispatchLost      = "dispatch.lost"
	DispatchCaptured  = "dispatch.captured"
	DispatchDelayed   = "dispatch.delayed"
	SightLetter       = "sight.letter"
	SightCaptured     = "sight.captured"
	SightCourier      = "sight.courier"
)

// Errand is whether a dispatch rides.
type Errand uint8

// The errands.
const (
	Rides  Errand = iota
	AtHand        // it needs no ride
	Nobody        // nobody is left for whom it is
)

// Peril is what a step of a ride brought.
type Peril struct {
	// Fate is "" if the rider comes through, else what becomes of the dispatch:
	// [DispatchFled], [DispatchLost], [DispatchCaptured].
	Fate    string
	Dice    []events.Die
	By      string   // who captured it
	Readers []string // the seats that read it then
}

// Send lets a dispatch leave: its ID, Kind, From, To, At and Text. It returns it as the state has
// it; the outcome is its Latest.
func (c *Couriers[S, D, P, T]) Send(p T, what Dispatch[P], fields ...any) *D {
	return c.SendBy(p, "", what, fields...)
}

// SendBy is Send by another clause than the row's.
func (c *Couriers[S, D, P, T]) SendBy(p T, clause string, what Dispatch[P], fields ...any) *D {
	d := new(D)
	*of[P](d) = what
	c.emit(p, d, what.At, nil, DispatchSent, clause, fields...)
	return c.Find(p.State(), what.ID)
}

// Speak delivers by word of mouth what would else ride, by the clause: it never is under way.
func (c *Couriers[S, D, P, T]) Speak(p T, clause string, what Dispatch[P]) {
	d := new(D)
	*of[P](d) = what
	of[P](d).Sent = p.Now()
	c.delivered(p, d, c.emit(p, d, what.At, nil, DispatchDelivered, clause))
}

// RideAll lets all ride that are under way, in the order of the list, but those of which the umpire
// has ruled otherwise. which is nil, or picks some of them.
func (c *Couriers[S, D, P, T]) RideAll(p T, which func(*D) bool) {
	list := *c.List(p.State())
	for i := range list {
		if d := &list[i]; of[P](d).Rides() && (which == nil || which(d)) && !c.ruled(p, d) {
			c.Ride(p, d)
		}
	}
}

// ruled does what the umpire decided about a courier, and reports whether that is all that happens to
// it this turn.
func (c *Couriers[S, D, P, T]) ruled(p T, d *D) bool {
	at := of[P](d)
	for _, r := range p.CourierRulings() {
		if r.Dispatch != at.ID {
			continue
		}
		switch r.Fate {
		case courier.RuledLost:
			c.lose(p, d, at.At, nil, "", adjudicator.Umpire)
		case courier.RuledCaptured:
			by, readers := r.By, []string{r.By}
			if c.Captors != nil {
				by, readers = c.Captors(p, d, r.By)
			} else if !p.HasSeat(r.By) {
				readers = nil
			}
			c.capture(p, d, at.At, Peril{By: by, Readers: readers})
		case courier.RuledDelayed:
			c.emit(p, d, at.At, nil, DispatchDelayed, "", "until", p.Now()+r.Turns-1)
		}
	}
	return !at.Rides() || at.Until >= p.Now()
}

// Ride is one turn's ride of one courier.
func (c *Couriers[S, D, P, T]) Ride(p T, d *D) {
	goal, errand := c.Goal(p, d)
	switch {
	case errand == Nobody:
		c.lose(p, d, of[P](d).At, nil, "", c.Gone)
		return
	case errand == AtHand:
		c.HandOver(p, d, goal, nil)
		return
	}
	if c.Flee != nil {
		if to, flees := c.Flee(p, d); flees {
			c.emit(p, d, to, nil, DispatchFled, "")
			return
		}
	}
	c.end(p, d, goal, c.gallop(p, d, goal))
}

// trip is how a ride went.
type trip[P comparable] struct {
	at, next P // where it ended, and what the last step would have led to
	left     int
	there    bool
	passed   []events.Die // dice that the rider came through
	peril    Peril        // what ended the ride
}

// gallop rides as far as the way of the turn leads, or until something happens.
func (c *Couriers[S, D, P, T]) gallop(p T, d *D, goal P) (t trip[P]) {
	way := c.Way(p, d, goal)
	t.at, t.left, t.there = courier.Ride(of[P](d).At, goal, c.Pace(p, d), way, func(from, to P) bool {
		if c.Risk == nil {
			return true
		}
		peril := c.Risk(p, d, from, to, t.passed)
		if peril.Fate != "" {
			t.next, t.peril = to, peril
			return false
		}
		t.passed = append(t.passed, peril.Dice...)
		return true
	})
	return t
}

// end tells how a ride ended.
func (c *Couriers[S, D, P, T]) end(p T, d *D, goal P, t trip[P]) {
	harmed := t.peril.Fate != ""
	if c.RisksFirst && len(t.passed) > 0 || !t.there && !harmed {
		c.emit(p, d, t.at, t.passed, DispatchRiding, "", c.Riding(p, d, t.at, goal, t.left)...)
		t.passed = nil
	}
	t.peril.Dice = append(t.passed, t.peril.Dice...)
	switch {
	case t.peril.Fate == DispatchFled:
		c.emit(p, d, t.at, t.peril.Dice, DispatchFled, "")
	case t.peril.Fate == DispatchLost:
		c.lose(p, d, t.next, t.peril.Dice, "", "")
	case harmed:
		c.capture(p, d, t.next, t.peril)
	case t.there:
		c.HandOver(p, d, t.at, t.passed)
	}
}

// Lose tells that a dispatch is lost, and why.
func (c *Couriers[S, D, P, T]) Lose(p T, d *D, reason string) {
	c.lose(p, d, of[P](d).At, nil, "", reason)
}

func (c *Couriers[S, D, P, T]) lose(p T, d *D, at P, dice []events.Die, clause, reason string) {
	c.emit(p, d, at, dice, DispatchLost, clause, "reason", reason)
}

// capture lets those read a dispatch who have it now; where nobody has it, it is lost.
func (c *Couriers[S, D, P, T]) capture(p T, d *D, at P, by Peril) {
	if by.By == "" {
		c.lose(p, d, at, by.Dice, "", "")
		return
	}
	was := *d
	defer p.Follow(p.Follow(c.emit(p, d, at, by.Dice, DispatchCaptured, "", "by", by.By)))
	c.tell(p, &was, by.Readers, true)
}

// HandOver delivers a dispatch at a place.
func (c *Couriers[S, D, P, T]) HandOver(p T, d *D, at P, dice []events.Die, fields ...any) {
	if c.Takes != nil {
		if there, taken := c.Takes(p, d, at); !taken {
			c.lose(p, d, there, dice, c.Untaken, c.Gone)
			return
		}
	}
	was := *d
	c.delivered(p, &was, c.emit(p, d, at, dice, DispatchDelivered, "", fields...))
}

// delivered is what follows on a delivery.
func (c *Couriers[S, D, P, T]) delivered(p T, d *D, ref string) {
	defer p.Follow(p.Follow(ref))
	if c.Readers != nil {
		c.tell(p, d, c.Readers(p, d), false)
	}
	if c.Delivered != nil {
		c.Delivered(p, d)
	}
}

// tell puts the text of a dispatch into the reports of those who read it.
func (c *Couriers[S, D, P, T]) tell(p T, d *D, seats []string, captured bool) {
	if of[P](d).Text == "" {
		return
	}
	name := SightLetter
	if captured && c.row(SightCaptured) != nil {
		name = SightCaptured
	}
	row := c.row(name)
	clause, _, _ := strings.Cut(row.Clause, " ")
	for _, seat := range seats {
		v := events.View{Seats: []string{seat}}
		if c.UmpireToo {
			v.Seats = append(v.Seats, adjudicator.Umpire)
		}
		p.TellAs(v, clause, name, c.fields(row, d, c.heading(d, captured))...)
	}
}

// Show tells a seat, or the umpire, of couriers on their way, for the map: of all, or of those that
// which picks. They ride for the side of who sent them.
func (c *Couriers[S, D, P, T]) Show(p T, seat string, which func(*D) bool) {
	list, row := *c.List(p.State()), c.row(SightCourier)
	for i := range list {
		d, about := &list[i], of[P](&list[i])
		if !about.Rides() || which != nil && !which(d) {
			continue
		}
		road, side := about.To, scenario.SideOf(about.To)
		if c.Road != nil {
			road = c.Road(p, d)
		}
		if p.HasSeat(about.From) {
			side = scenario.SideOf(about.From)
		}
		fields := append(c.Place(p, d, about.At), "road", road, "side", side)
		p.TellAs(events.View{Seats: []string{seat}}, "", SightCourier, c.fields(row, d, fields)...)
	}
}

func (c *Couriers[S, D, P, T]) heading(d *D, captured bool) []any {
	how := of[P](d).Kind
	if captured {
		how = adjudicator.Captured
	}
	fields := []any{"how", how}
	if c.Heading != nil {
		fields = append(c.Heading(d, captured), fields...)
	}
	return fields
}

// emit tells what has become of a dispatch, by the clause of its row or another. It follows from the latest outcome
// of the dispatch.
func (c *Couriers[S, D, P, T]) emit(
	p T, d *D, at P, dice []events.Die, name, clause string, fields ...any,
) (ref string) {
	row := c.row(name)
	if clause == "" {
		clause, _, _ = strings.Cut(row.Clause, " ")
	}
	if c.Place != nil {
		fields = append(fields, c.Place(p, d, at)...)
	}
	if latest := of[P](d).Latest; latest != "" {
		defer p.Follow(p.Follow(latest))
	}
	return p.EmitWith(dice, clause, name, c.fields(row, d, fields)...)
}

// fields are those of the row, with values from the pairs of more, else of the dispatch.
func (c *Couriers[S, D, P, T]) fields(row *Outcome[S], d *D, more []any) []any {
	var list []any
	for key := range strings.FieldsSeq(row.Fields) {
		key = strings.TrimSuffix(key, "?")
		list = append(list, key, valueOf(of[P](d), row.Name, key, more))
	}
	return list
}

func (c *Couriers[S, D, P, T]) row(name string) *Outcome[S] {
	for i := range c.Rows {
		if c.Rows[i].Name == name {
			return &c.Rows[i]
		}
	}
	return nil
}
