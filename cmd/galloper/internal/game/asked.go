package game

import (
	"fmt"
	"slices"

	"galloper/events"
	"galloper/orders"
	"galloper/projections/campaign"
)

// Readings that were asked (CONTRACT §4): an order of which a part was not understood does not act, until
// its writer answers YES and its number.

// takeYes adds the readings that the mail says YES to. A mail with nothing else in it adds them to the
// seat's orders.
func takeYes(g *Game, seat string, t *campaign.Turn, r *Reading) {
	asked := t.AskedOf(seat)
	for _, c := range r.Document.Commands {
		if c.Kind != orders.Yes {
			continue
		}
		numbers := c.Numbers
		for _, a := range asked {
			if c.Numbers == nil {
				numbers = append(numbers, a.Number)
			}
		}
		for _, n := range numbers {
			i := slices.IndexFunc(asked, func(a events.Reading) bool { return a.Number == n })
			if i < 0 {
				r.Receipt.Undone = append(r.Receipt.Undone, orders.Undone{Line: c.Line,
					Why: fmt.Sprintf("your last receipt asks nothing under %d", n)})
				continue
			}
			r.add(Read(g.Rules, mailDesk(g, seat), asked[i].Order+"\n").Orders.Entries, n)
		}
		if len(numbers) == 0 {
			r.Receipt.Undone = append(r.Receipt.Undone, orders.Undone{Line: c.Line, Why: "your last receipt asks nothing"})
		}
	}
}

// add adds entries to the reading, all under one number.
func (r *Reading) add(entries []orders.Entry, number int) {
	r.Document.Add = r.Document.Add || len(r.Document.Items) == 0
	for _, e := range entries {
		e.Number = number
		r.Orders.Entries = append(r.Orders.Entries, e)
		r.Receipt.Entries = append(r.Receipt.Entries, e)
		if e.Refusal == nil {
			r.Receipt.Examples = nil // an order was taken
		}
	}
	r.Receipt.Document.Add = r.Document.Add
}

// recordAsked records what this mail's receipt asks; what earlier ones asked that is no question any more lapses.
func recordAsked(s *Decision, m Message, t *campaign.Turn, r *Reading) {
	d := events.OrdersAsked{Seat: m.Sender, Turn: t.Number, Mail: m.Hash}
	if r.Document.Add || len(r.Document.Items) == 0 {
		taken := func(a events.Reading) bool {
			return slices.ContainsFunc(r.Orders.Entries, func(e orders.Entry) bool { return e.Number == a.Number })
		}
		d.Readings = slices.DeleteFunc(slices.Clone(t.AskedOf(m.Sender)), taken)
	}
	for _, e := range r.Orders.Entries {
		if e.Asked != "" {
			d.Readings = append(d.Readings, events.Reading{Number: e.Number, Order: e.Asked})
		}
	}
	if !slices.Equal(d.Readings, t.AskedOf(m.Sender)) {
		s.Record(d)
	}
}
