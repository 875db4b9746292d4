package rules

import (
	"slices"

	"galloper/adjudicator"
	"galloper/adjudicator/scenario"
	"galloper/orders"
)

// Roster is who plays: the sides and the seats of a scenario, in scenario order. A battle that
// has one in it has its Seats and names.
type Roster struct {
	Sides []Side
	seats []adjudicator.Seat
	names []named
}

// named is a unit, a place: whatever else has an id and a written name.
type named struct{ ID, Name, Seat string }

// Side is one of the opposing forces.
type Side struct{ ID, Name string }

// ReadRoster reads the keys `sides` and `seats`. It refuses a scenario without exactly two sides,
// and a seat that belongs to neither. With each seat that is sound it calls seat.
func (r *Roster) ReadRoster(doc *scenario.Doc, seat func(s adjudicator.Seat, side int, n scenario.Node)) {
	for id, n := range doc.Each("sides") {
		r.Sides = append(r.Sides, Side{id, n.Text("name", id)})
	}
	if len(r.Sides) != 2 {
		doc.RefuseKey(doc.Node, "sides", "two-sides", "exactly two sides")
		return
	}
	for id, n := range doc.Each("seats") {
		s := adjudicator.Seat{ID: id, Side: scenario.SideOf(id), Name: n.Text("name", id)}
		side := slices.IndexFunc(r.Sides, func(x Side) bool { return x.ID == s.Side })
		if side < 0 {
			doc.RefuseName(n, "sides", scenario.UnknownName, "SIDE.NAME with a side of this scenario")
			continue
		}
		r.seats = append(r.seats, s)
		seat(s, side, n)
	}
}

// Seats returns the seats in scenario order.
func (r *Roster) Seats() []adjudicator.Seat { return r.seats }

// Name adds the written name of an id. seat is who commands the unit, "" for what nobody commands.
func (r *Roster) Name(id, name, seat string) { r.names = append(r.names, named{id, name, seat}) }

// troops are the units of the seat, or those of the other side.
func (r *Roster) troops(seat string, own bool) (list []orders.Name) {
	for _, n := range r.names {
		if own && n.Seat == seat || !own && n.Seat != "" && scenario.SideOf(n.Seat) != scenario.SideOf(seat) {
			list = append(list, orders.Name{ID: n.ID, Name: n.Name})
		}
	}
	return list
}

// troopKinds are the kinds that every game with a Roster has: `own`, and `enemy` for one in which
// all see all. Where not, the game has kinds of its own for whom a seat may name.
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

// SidesKey is the key `sides`.
func SidesKey() scenario.Key {
	return scenario.Req("sides", scenario.Each(scenario.ID("side"), scenario.Keys(
		scenario.Opt("name", scenario.Text(), "the id"))), "the two sides")
}

// NameOf returns the written name of an id, "" where the scenario gives none.
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
