package game

import (
	"fmt"
	"slices"

	"galloper/events"
	"galloper/orders"
	"galloper/projections/campaign"
)

// Proposed readings: a partly understood order takes effect only after its writer answers YES and its number.

// takeYes adds the readings that the mail says YES to.
func takeYes(g *Game, seat string, t *campaign.Turn, r *Reading) {
	asked, next := t.AskedOf(seat), mailDesk(g, seat).Next
	for _, e := range r.Orders.Entries {
		next = max(next, e.Number+1)
	}
	before, _ := t.Of(seat)
	held := Held(g, before)
	for _, c := range r.Document.Commands {
		if c.Kind != orders.Yes {
			continue
		}
		undone := func(format string, args ...any) {
			r.Receipt.Undone = append(r.Receipt.Undone, orders.Undone{Line: c.Line, Why: fmt.Sprintf(format, args...)})
		}
		if len(asked) == 0 && c.Which == nil {
			undone("your last receipt asks nothing")
		}
		which := c.Which
		for _, a := range asked {
			switch {
			case c.Which != nil || a.Rival > "a":
			case a.Rival == "a":
				undone("order %d may mean one of several: answer YES %da or YES %db", a.Number, a.Number, a.Number)
			default:
				which = append(which, orders.Choice{Number: a.Number})
			}
		}
		for _, n := range which {
			i := slices.IndexFunc(asked, func(a events.Reading) bool { return choiceOf(a) == n })
			switch rivals := slices.ContainsFunc(asked, func(a events.Reading) bool { return a.Number == n.Number }); {
			case slices.Contains(r.taken, n.Number):
			case i >= 0:
				r.taken = append(r.taken, n.Number)
				has := slices.ContainsFunc(held, func(h orders.Held) bool { return h.Number == n.Number })
				for k, e := range Read(g.Rules, mailDesk(g, seat), asked[i].Order+"\n").Orders.Entries {
					if e.Number, e.Item = n.Number, 0; k > 0 || has { // a number of its own
						e.Number, next = next, next+1
					}
					r.add(e)
				}
			case rivals && n.Rival == "":
				undone("order %s may mean one of several: answer YES %sa or YES %sb", n, n, n)
			default:
				undone("your last receipt asks nothing under %s", n)
			}
		}
	}
}

func choiceOf(a events.Reading) orders.Choice { return orders.Choice{Number: a.Number, Rival: a.Rival} }

func (r *Reading) add(e orders.Entry) {
	r.Orders.Entries = append(r.Orders.Entries, e)
	r.Receipt.Entries = append(r.Receipt.Entries, e)
	if e.Refusal == nil {
		r.Receipt.Examples = nil // an order was accepted
	}
}

// recordAsked records the questions of this mail's receipt. Earlier questions that no longer apply lapse.
func recordAsked(s *Decision, m Message, t *campaign.Turn, r *Reading) {
	d := events.OrdersAsked{Seat: m.Sender, Turn: t.Number, Mail: m.Hash}
	if r.Document.Add || len(r.Document.Items) == 0 {
		taken := func(a events.Reading) bool { return slices.Contains(r.taken, a.Number) }
		d.Readings = slices.DeleteFunc(slices.Clone(t.AskedOf(m.Sender)), taken)
	}
	for _, e := range r.Orders.Entries {
		for i, c := range e.Choices() {
			d.Readings = append(d.Readings, events.Reading{Number: c.Number, Rival: c.Rival, Order: e.Asked[i]})
		}
	}
	if !slices.Equal(d.Readings, t.AskedOf(m.Sender)) {
		s.Record(d)
	}
}
