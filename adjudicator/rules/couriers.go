package rules

import (
	"strings"

	"galloper/adjudicator"
	"galloper/adjudicator/courier"
	"galloper/adjudicator/scenario"
	"galloper/events"
)

// Couriers handles the dispatches of a game with state S. Each is a D, which embeds a [Dispatch] with places P; T is
// the context of a phase. A dispatch is sent ([Couriers.Send]), rides each turn ([Couriers.Ride]) and ends delivered,
// lost or captured. The umpire's rulings take precedence. The game supplies destination, pace, route and risks.
//
// The hooks return answers and must not call the Couriers.
type Couriers[S, D any, P comparable, T courierTurn[S]] struct {
	// Rows are the outcomes of dispatches (DispatchSent …) and of their readers, with the clauses and fields of the
	// game. Fields that all games share are filled in by key: id, kind, from, to, sent, text, by, until, reason, how.
	Rows Outcomes[S]
	// List returns the dispatches in sending order (by Compare; nil: as they were sent).
	List    func(*S) *[]D
	Compare func(s *S, a, b *D) int
	Turn    func(*S) int
	// New initializes the game's own part of a dispatch. Also updates it after later outcomes; from is its place before
	// the outcome. A delivered directive is due in the next turn unless Also changes that. nil: nothing to do.
	New  func(s *S, d *D, o *events.Outcome)
	Also func(s *S, d *D, o *events.Outcome, from P)
	// Where returns the place that an outcome moves a dispatch to, or false if it does not move.
	Where func(s *S, d *D, o *events.Outcome) (P, bool)

	// Goal returns the current place of the recipient, and whether the dispatch must ride.
	Goal func(p T, d *D) (P, Errand)
	Gone string // reason for the loss of a dispatch without a recipient
	// Flee returns the refuge of a courier that cannot start its ride. nil: all can start.
	Flee func(p T, d *D) (to P, flees bool)
	// Pace returns a courier's movement allowance per turn, in the measure of Way.
	Pace func(p T, d *D) int
	Way  func(p T, d *D, goal P) courier.Way[P]
	// Risk returns what happens on a step, given the dice that the courier has already survived. nil: no risk.
	Risk func(p T, d *D, from, to P, passed []events.Die) Peril
	// If RisksFirst is set, the dice that a courier survived are in a dispatch.riding, however the ride ends.
	RisksFirst bool
	// Takes reports whether the recipient can take the dispatch at the place; nil: always. If not, it is lost there by
	// the clause Untaken.
	Takes   func(p T, d *D, at P) (there P, taken bool)
	Untaken string
	// Readers returns the seats that read a delivered dispatch. nil: no seat reads it at once.
	Readers func(p T, d *D) []string
	// Delivered handles a delivery; d is the dispatch before it.
	Delivered func(p T, d *D)
	// Captors returns the captor of a dispatch that the umpire gave to a seat, and the seats that read it. "": no
	// captor, the dispatch is lost. nil: the seat itself, if it exists.
	Captors func(p T, d *D, seat string) (by string, readers []string)

	// Place returns fields, as keys and values, for the courier's place; Riding those of a ride to be continued, with
	// the movement left in the turn; Heading those for its readers.
	Place     func(p T, d *D, at P) []any
	Riding    func(p T, d *D, at, goal P, left int) []any
	Heading   func(d *D, captured bool) []any
	Road      func(p T, d *D) string // end of the route on the umpire's map; nil: the recipient
	UmpireToo bool                   // the umpire is told what readers are told
}

// courierTurn is the part of a [Play] that couriers need.
type courierTurn[S any] interface {
	State() *S
	Now() int
	HasSeat(id string) bool
	CourierRulings() []events.CourierRuling
	EmitWith(dice []events.Die, clause, name string, fields ...any) string
	TellAs(v events.View, clause, name string, fields ...any) string
	Follow(ref string) (before string)
}

// Outcomes of dispatches and for their readers. [SightCaptured] is for captors; without its row they are told
// [SightLetter] like recipients.
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

// Errand says whether a dispatch must ride.
type Errand uint8

// The errands. Rides is a dispatch that must ride.
const (
	Rides  Errand = iota
	AtHand        // no ride needed
	Nobody        // no recipient is left
)

// Peril is the result of the risk of a step.
type Peril struct {
	// Fate is the outcome for the dispatch: [DispatchFled], [DispatchLost], [DispatchCaptured]. "": the courier
	// survives.
	Fate    string
	Dice    []events.Die
	By      string   // captor
	Readers []string // seats that read the captured dispatch
}

// Send sends a dispatch with the given ID, Kind, From, To, At and Text. It returns the dispatch in the state; its
// Latest is the outcome.
func (c *Couriers[S, D, P, T]) Send(p T, what Dispatch[P], fields ...any) *D {
	return c.SendBy(p, "", what, fields...)
}

// SendBy is Send with a clause other than the row's.
func (c *Couriers[S, D, P, T]) SendBy(p T, clause string, what Dispatch[P], fields ...any) *D {
	d := new(D)
	*sharedData[P](d) = what
	c.emit(p, d, what.At, nil, DispatchSent, clause, fields...)
	return c.Find(p.State(), what.ID)
}

// Speak delivers a message by word of mouth, by the clause. It is never under way.
func (c *Couriers[S, D, P, T]) Speak(p T, clause string, what Dispatch[P]) {
	d := new(D)
	*sharedData[P](d) = what
	sharedData[P](d).Sent = p.Now()
	c.delivered(p, d, c.emit(p, d, what.At, nil, DispatchDelivered, clause))
}

// RideAll moves all dispatches under way, in list order, except those with a ruling. If which is not nil, it selects
// the dispatches.
func (c *Couriers[S, D, P, T]) RideAll(p T, which func(*D) bool) {
	list := *c.List(p.State())
	for i := range list {
		if d := &list[i]; sharedData[P](d).Rides() && (which == nil || which(d)) && !c.applyRuling(p, d) {
			c.Ride(p, d)
		}
	}
}

// applyRuling applies the umpire's ruling on a courier, and reports whether the courier does nothing else this turn.
func (c *Couriers[S, D, P, T]) applyRuling(p T, d *D) bool {
	at := sharedData[P](d)
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

// Ride moves one courier for one turn.
func (c *Couriers[S, D, P, T]) Ride(p T, d *D) {
	goal, errand := c.Goal(p, d)
	switch {
	case errand == Nobody:
		c.lose(p, d, sharedData[P](d).At, nil, "", c.Gone)
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

// trip is the result of a ride.
type trip[P comparable] struct {
	at, next P // where the ride ended, and the target of the step that failed
	left     int
	there    bool
	passed   []events.Die // dice that the courier survived
	peril    Peril        // why the ride ended
}

// gallop rides until the movement allowance is used up, the goal is reached or a risk ends the ride.
func (c *Couriers[S, D, P, T]) gallop(p T, d *D, goal P) (t trip[P]) {
	way := c.Way(p, d, goal)
	t.at, t.left, t.there = courier.Ride(sharedData[P](d).At, goal, c.Pace(p, d), way, func(from, to P) bool {
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

// Lose emits the loss of a dispatch, with its reason.
func (c *Couriers[S, D, P, T]) Lose(p T, d *D, reason string) {
	c.lose(p, d, sharedData[P](d).At, nil, "", reason)
}

func (c *Couriers[S, D, P, T]) lose(p T, d *D, at P, dice []events.Die, clause, reason string) {
	c.emit(p, d, at, dice, DispatchLost, clause, "reason", reason)
}

// capture emits the capture of a dispatch and shows it to its readers. Without a captor it is lost.
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

func (c *Couriers[S, D, P, T]) delivered(p T, d *D, ref string) {
	defer p.Follow(p.Follow(ref))
	if c.Readers != nil {
		c.tell(p, d, c.Readers(p, d), false)
	}
	if c.Delivered != nil {
		c.Delivered(p, d)
	}
}

// tell adds the text of a dispatch to its readers' reports.
func (c *Couriers[S, D, P, T]) tell(p T, d *D, seats []string, captured bool) {
	if sharedData[P](d).Text == "" {
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

// Show tells a seat or the umpire of the couriers under way, for the map. If which is not nil, it selects the
// dispatches. Couriers belong to their sender's side.
func (c *Couriers[S, D, P, T]) Show(p T, seat string, which func(*D) bool) {
	list, row := *c.List(p.State()), c.row(SightCourier)
	for i := range list {
		d, about := &list[i], sharedData[P](&list[i])
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
	how := sharedData[P](d).Kind
	if captured {
		how = adjudicator.Captured
	}
	fields := []any{"how", how}
	if c.Heading != nil {
		fields = append(c.Heading(d, captured), fields...)
	}
	return fields
}

// emit emits an outcome of a dispatch. If clause is "", it uses that of the row. The cause is the dispatch's latest
// outcome.
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
	if latest := sharedData[P](d).Latest; latest != "" {
		defer p.Follow(p.Follow(latest))
	}
	return p.EmitWith(dice, clause, name, c.fields(row, d, fields)...)
}

// fields returns the fields of the row, with values from more or else from the dispatch.
func (c *Couriers[S, D, P, T]) fields(row *Outcome[S], d *D, more []any) []any {
	var list []any
	for key := range strings.FieldsSeq(row.Fields) {
		key = strings.TrimSuffix(key, "?")
		list = append(list, key, valueOf(sharedData[P](d), row.Name, key, more))
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
