package commandchaos

import (
	"strconv"
	"strings"

	"galloper/adjudicator"
	"galloper/adjudicator/courier"
	"galloper/adjudicator/rules"
	"galloper/events"
)

// couriers are the rules by which dispatches travel: each runner moves one zone towards the current zone of the
// addressee (§H4, §H5, §H6, §H7).
var couriers = rules.Couriers[State, Dispatch, int, *play]{
	Rows: rules.Outcomes[State]{
		{Name: rules.DispatchSent, Clause: "H4", Fields: "id from to kind zone zones for text", To: rules.ToOwn,
			Says: "A runner set out with your {kind} to {to:name}."},
		{Name: rules.DispatchRiding, Clause: "H4", Fields: "id zone left", To: rules.ToOwn,
			Says: "The runner {id} is on his way in the {zone}[, {left} to go]."},
		{Name: rules.DispatchDelivered, Clause: "H4", Fields: "id to zone step", To: rules.ToOwn,
			Says: "The runner {id} reached {to:name}."},
		{Name: rules.DispatchCaptured, Clause: "H7", Fields: "id by zone", Says: "An enemy runner was taken."},
		{Name: rules.DispatchLost, Clause: "H7", Fields: "id reason", To: rules.ToOwn, Says: "The runner {id} was lost."},
		{Name: rules.DispatchDelayed, Clause: "H7", Fields: "id until", To: rules.ToOwn,
			Says: "The runner {id} was held up."},
		{Name: rules.SightLetter, Clause: "H6", Fields: "id kind from sent text"},
	},
	List: func(s *State) *[]Dispatch { return &s.Dispatches },
	Compare: func(s *State, a, b *Dispatch) int {
		first, _ := courier.ParseID(a.ID)
		second, _ := courier.ParseID(b.ID)
		return courier.Compare(first, second, s.b.seat)
	},
	Turn: func(s *State) int { return s.Turn },
	New:  noteDispatch,
	Also: followDispatch,
	Where: func(s *State, d *Dispatch, o *events.Outcome) (int, bool) {
		return s.b.zoneNamed(d.Side, o.Get("zone")), o.Get("zone") != ""
	},

	Goal: func(p *play, d *Dispatch) (int, rules.Errand) { return p.zoneTo(d.ToSeat, d.ToZone), rules.Rides },
	Pace: func(*play, *Dispatch) int { return 1 },
	Way:  func(_ *play, _ *Dispatch, goal int) courier.Way[int] { return towards(goal) },
	Risk: (*play).waylay,
	Captors: func(p *play, d *Dispatch, by string) (side string, readers []string) {
		of := d.Side
		if seat := p.b.seat(by); seat >= 0 {
			of = p.b.Commands[seat].Side
		}
		return p.captors(of)
	},
	Readers:   (*play).readers,
	Delivered: (*play).delivered,

	Place: func(p *play, d *Dispatch, at int) []any {
		return []any{"zone", p.b.zoneName(p.b.Commands[p.b.seat(d.From)].Side, at), "step", "end"}
	},
	Riding: func(_ *play, _ *Dispatch, at, goal, _ int) []any { return []any{"left", apart(at, goal)} },
	Heading: func(d *Dispatch, captured bool) []any {
		if captured {
			return []any{"kind", "captured"}
		}
		return nil
	},
}

// rideRunners moves the runners (§H4).
func (p *play) rideRunners() { couriers.RideAll(p, nil) }

// noteDispatch records the addressees of a dispatch, and the sender's sightings in their own zone (§H4, §H6).
func noteDispatch(s *State, d *Dispatch, o *events.Outcome) {
	d.Sender = s.b.seat(d.From)
	d.Side = s.b.Commands[d.Sender].Side
	d.ToSeat, d.ToZone = adjudicator.At(s.b.seat(d.To)), adjudicator.At(s.b.zoneNamed(d.Side, d.To))
	d.For = strings.Split(o.Get("for"), ",")
	zone := s.b.zoneNamed(d.Side, o.Get("zone"))
	for _, f := range s.Memories[d.Sender].Facts {
		at, ok := s.b.spaceNamed(f.Get("at"))
		if ok && (f.Kind == sightOwn || f.Kind == sightEnemy) && f.Turn == s.Turn-1 && s.b.Board.Zone(at.Col) == zone {
			d.Saw = append(d.Saw, f)
		}
	}
}

// followDispatch counts the zones that a runner enters. The delivery takes effect in the next turn, or in this turn if
// it had no distance to cover (§H4, §H7).
func followDispatch(s *State, d *Dispatch, o *events.Outcome, from int) {
	if d.At != from {
		d.Entered++
	}
	if o.Name == rules.DispatchDelivered && o.Get("step") == "start" {
		d.Due = s.Turn
	}
}

// zoneTo returns the zone of a seat, or else the zone itself.
func (p *play) zoneTo(seat, zone adjudicator.Index) int {
	if to, ok := seat.Get(); ok {
		return p.s.Officers[p.b.Commands[to].Officer].Zone
	}
	return zone.Must()
}

// towards returns the way to a zone, along the line.
func towards(goal int) courier.Way[int] {
	return func(at int) (next, cost int, ok bool) {
		if goal < at {
			return at - 1, 1, true
		}
		return at + 1, 1, true
	}
}

// waylay returns the peril of a runner that enters a zone (§H7).
func (p *play) waylay(d *Dispatch, _, zone int, _ []events.Die) (peril rules.Peril) {
	if !p.dangerous(zone, d.Side) {
		return peril
	}
	die := p.Dice.D6("runner/risk/" + d.ID + "#" + strconv.Itoa(d.Entered+1))
	peril.Dice = []events.Die{die}
	if die.Value <= p.b.Tables.Runner {
		peril.Fate = rules.DispatchCaptured
		peril.By, peril.Readers = p.captors(1 - d.Side)
	}
	return peril
}

// captors returns the side that captures a dispatch, and its commander seat, which reads it (§H7).
func (p *play) captors(side int) (by string, readers []string) {
	return p.sideID(side), []string{p.b.Commands[p.b.chief[side]].ID}
}

// dangerous reports whether a zone holds enemy line units and no own ones (§H7).
func (p *play) dangerous(zone, side int) bool {
	var line [2]bool
	for u := range p.s.Units {
		if p.b.Units[u].line() && p.s.Units[u].field() && p.s.zone(u) == zone {
			line[p.b.Units[u].Side] = true
		}
	}
	return line[1-side] && !line[side]
}

// reader returns the seat that reads a dispatch: the addressed seat, or the living lieutenant's seat in the addressed
// zone (§H4, §H5).
func (p *play) reader(d *Dispatch) adjudicator.Index {
	if d.ToSeat.Some() {
		return d.ToSeat
	}
	seat := p.seatOf(d.Side, d.ToZone.Must())
	if seat == p.b.chief[d.Side] {
		return adjudicator.None
	}
	return adjudicator.At(seat)
}

func (p *play) readers(d *Dispatch) []string {
	if seat, ok := p.reader(d).Get(); ok {
		return []string{p.b.Commands[seat].ID}
	}
	return nil
}

// delivered gives the reader the sender's sightings from the time of dispatch (§H6).
func (p *play) delivered(d *Dispatch) {
	seat, ok := p.reader(d).Get()
	if !ok {
		return
	}
	for _, f := range d.Saw {
		if p.s.Memories[seat].News(f, sightGone) {
			p.TellFact(p.b.Commands[seat].ID, "H6", f.Dated())
		}
	}
}
