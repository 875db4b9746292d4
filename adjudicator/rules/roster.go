package rules

import (
	"slices"

	"galloper/adjudicator"
	"galloper/adjudicator/scenario"
	"galloper/orders"
)

// Roster is the order of battle without its units: the sides and seats of a scenario, in scenario order. A battle that
// embeds it has its Seats and names.
type Roster struct {
	Sides []Side
	Last  int // last possible turn; 0: no limit
	seats []adjudicator.Seat
	names []named
}

// named is anything else with an id and a written name, such as a unit or a place.
type named struct{ ID, Name, Seat string }

// Side is one of the opposing forces.
type Side struct{ ID, Name string }

// ReadRoster reads the keys `sides` and `seats`. If there are two sides, it calls seat for each seat.
func (r *Roster) ReadRoster(doc *scenario.Doc, seat func(s adjudicator.Seat, side adjudicator.Index, n scenario.Node)) {
	if r.ReadSides(doc, nil) {
		r.ReadSeats(doc, scenario.UnknownName, seat)
	}
}

// ReadSides reads the key `sides` and calls side for each side in order, unless side is nil. It reports whether there
// are two sides, and refuses any other number.
func (r *Roster) ReadSides(doc *scenario.Doc, side func(i int, id string, n scenario.Node)) bool {
	for id, n := range doc.Each("sides") {
		if side != nil {
			side(len(r.Sides), id, n)
		}
		r.Sides = append(r.Sides, Side{id, n.Text("name", id)})
	}
	if len(r.Sides) != 2 {
		doc.RefuseKey(doc.Node, "sides", "two-sides", "exactly two sides")
	}
	return len(r.Sides) == 2
}

// ReadSeats reads the key `seats` and calls seat for each seat. It refuses seats of neither side with the reason; their
// side is None.
func (r *Roster) ReadSeats(
	doc *scenario.Doc, reason string, seat func(s adjudicator.Seat, side adjudicator.Index, n scenario.Node),
) {
	for id, n := range doc.Each("seats") {
		s := adjudicator.Seat{ID: id, Side: scenario.SideOf(id), Name: n.Text("name", id)}
		side := r.Side(s.Side)
		if side.None() {
			doc.RefuseName(n, "sides", reason, "SIDE.NAME with a side of this scenario")
		}
		r.seats = append(r.seats, s)
		seat(s, side, n)
	}
}

// Side returns the index of the side with the id, or None.
func (r *Roster) Side(id string) adjudicator.Index {
	return adjudicator.At(slices.IndexFunc(r.Sides, func(s Side) bool { return s.ID == id }))
}

// Seat returns the index of the seat with the id, or None.
func (r *Roster) Seat(id string) adjudicator.Index {
	return adjudicator.At(slices.IndexFunc(r.seats, func(s adjudicator.Seat) bool { return s.ID == id }))
}

// SeatsOf returns the indexes of a side's seats, in scenario order.
func (r *Roster) SeatsOf(side int) (list []int) {
	for i := range r.seats {
		if r.seats[i].Side == r.Sides[side].ID {
			list = append(list, i)
		}
	}
	return list
}

// Winner returns the winner as in the last outcome of a game: a side, or adjudicator.Draw if there is none.
func (r *Roster) Winner(side adjudicator.Index) string {
	if i, ok := side.Get(); ok {
		return r.Sides[i].ID
	}
	return adjudicator.Draw
}

// LastTurn returns the number of the last possible turn, or 0 if there is no limit.
func (r *Roster) LastTurn() int { return r.Last }

// Seats returns the seats in scenario order.
func (r *Roster) Seats() []adjudicator.Seat { return r.seats }

// Enrol adds a seat, for games that read their seats themselves.
func (r *Roster) Enrol(s adjudicator.Seat) { r.seats = append(r.seats, s) }

// Name adds the written name of an id. seat is the commander of the unit, or "".
func (r *Roster) Name(id, name, seat string) { r.names = append(r.names, named{id, name, seat}) }

// troops returns the units of the seat, or those of the other side.
func (r *Roster) troops(seat string, own bool) (list []orders.Name) {
	for _, n := range r.names {
		if own && n.Seat == seat || !own && n.Seat != "" && scenario.SideOf(n.Seat) != scenario.SideOf(seat) {
			list = append(list, orders.Name{ID: n.ID, Name: n.Name})
		}
	}
	return list
}

// troopKinds returns the kinds of every game with a Roster: `own`, and `enemy` for games without hidden units. Games
// with hidden units define their own kinds.
func troopKinds[B Battle]() Kinds[B] {
	of := func(own bool) func(Desk[B]) []orders.Name {
		return func(d Desk[B]) []orders.Name {
			return any(d.Battle).(interface {
				troops(seat string, own bool) []orders.Name
			}).troops(d.Seat, own)
		}
	}
	return Kinds[B]{{"own", "a unit of yours", of(true)}, {"enemy", "a unit of the enemy's", of(false)}}
}

// SidesKey returns the key `sides`, with ids and written names that are not reserved. more are further keys of a side.
func SidesKey(reserved Reserved, more ...scenario.Key) scenario.Key {
	name := scenario.Opt("name", reserved.Name(), "as players write it; the id")
	return scenario.Req("sides",
		scenario.Each(reserved.ID("side"), scenario.Keys(append(more, name, Uniform())...)), "exactly two")
}

// NameOf returns the written name of an id, or "" if the scenario gives none.
func (r *Roster) NameOf(id string) string {
	for _, s := range r.seats {
		if s.ID == id {
			return s.Name
		}
	}
	for _, s := range r.Sides {
		if s.ID == id {
			return s.Name
		}
	}
	for _, n := range r.names {
		if n.ID == id {
			return n.Name
		}
	}
	return ""
}
