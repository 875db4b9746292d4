package commandchaos

import (
	"galloper/adjudicator/rules"
	"galloper/orders"
)

// speech holds the names that orders can use.
type speech struct {
	units    [2]*orders.Names // of each side
	officers [2]*orders.Names
	deputies [2]*orders.Names // officers, by their own names and those of their seats
	seats    [2]*orders.Names // by their own names and those of their officers
	zones    *orders.Names
	cards    *orders.Names
}

// newSpeech collects the names. Both sides know all unit names (section i).
func newSpeech(b *Battle) speech {
	var units, officers, deputies, seats [2][]orders.Name
	var zones, cards []orders.Name
	for i := range b.Units {
		u := &b.Units[i]
		units[u.Side] = append(units[u.Side], orders.Name{ID: u.ID, Name: u.Name})
	}
	for i := range b.Leaders {
		o := &b.Leaders[i]
		name := orders.Name{ID: o.ID, Name: o.Name}
		officers[o.Side] = append(officers[o.Side], name)
		for c := range b.Commands {
			if b.Commands[c].Officer == i {
				seat := orders.SeatName(b.Commands[c].ID, "")
				seats[o.Side] = append(seats[o.Side], orders.SeatName(seat.ID, o.Name, o.ID))
				name.Also = append(name.Also, seat.ID, seat.Short)
			}
		}
		deputies[o.Side] = append(deputies[o.Side], name)
	}
	also := map[string][]string{
		"left-wing": {"lw", "left flank"}, "left": {"left battle line", "left line"}, "centre": {"center", "middle"},
		"right": {"right battle line", "right line"}, "right-wing": {"rw", "right flank"},
	}
	for _, z := range zoneIDs {
		zones = append(zones, orders.Name{ID: z, Also: also[z]})
	}
	for i := range b.Tables.Cards {
		cards = append(cards, orders.Name{ID: b.Tables.Cards[i].ID, Name: b.Tables.Cards[i].Name})
	}
	sp := speech{
		zones: orders.NewNames(orders.NamesKind{Kind: "zone", Want: "a zone"}, zones...),
		cards: orders.NewNames(orders.NamesKind{Want: "a battle card"}, cards...),
	}
	for side := range units {
		sp.units[side] = orders.NewNames(orders.NamesKind{Kind: "unit", Want: "a unit"}, units[side]...)
		sp.officers[side] = orders.NewNames(orders.NamesKind{Kind: "officer", Want: "an officer"}, officers[side]...)
		sp.deputies[side] = orders.NewNames(orders.NamesKind{Kind: "officer"}, deputies[side]...)
		sp.seats[side] = orders.NewNames(orders.NamesKind{Kind: "seat", Want: "a seat of your side", Unknown: unknownSeat,
			Ambiguous: ambiguous}, seats[side]...)
	}
	return sp
}

// namesOf returns the units of the seat's side. The units that the seat may order depend on which officers are alive.
func namesOf(d rules.Desk[*Battle]) (own, others *orders.Names) {
	b := d.Battle
	return b.words.units[b.Leaders[b.Commands[b.seat(d.Seat)].Officer].Side], nil
}
