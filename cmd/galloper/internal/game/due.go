package game

import (
	"fmt"
	"time"

	"galloper/events"
	"galloper/mailgate"
	"galloper/orders"
	"galloper/projections/report"
)

// Requests and offered answers of a mail.

// dueOrders returns the deadline for a turn's orders, or zero if it has no deadline.
func dueOrders(g *Game, turn int, deadline time.Time) Due {
	if deadline.IsZero() {
		return Due{}
	}
	return Due{inZone(deadline, g.Zone()), fmt.Sprintf("turn%d", turn), fmt.Sprintf("Orders for turn %d of %s", turn,
		g.Title())}
}

// dueAnswer returns the deadline for the answer to a question, or zero.
func dueAnswer(g *Game, q events.DecisionAsked) Due {
	if q.Deadline.IsZero() {
		return Due{}
	}
	return Due{inZone(q.Deadline, g.Zone()), fmt.Sprintf("turn%d.question%d", q.Turn, q.Number),
		fmt.Sprintf("Question %d of turn %d of %s", q.Number, q.Turn, g.Title())}
}

// orderLinks returns a seat's possible answers while a turn is open.
func orderLinks(g *Game, seat string, turn int) []report.Answer {
	return []report.Answer{
		{Label: "Write orders", Text: orders.Template(g.Name(), seat, turn, orderForm(g, seat, nil))},
		{Label: "Nothing to add: READY", Text: "READY\n"},
	}
}

// receiptLinks returns the answers that a receipt offers: confirm a reading, add orders, or be READY.
func receiptLinks(g *Game, seat string, turn int, r *Reading) (links []report.Answer) {
	for _, e := range r.Orders.Entries {
		for i, c := range e.Choices() {
			if reading := mailgate.Clip(e.Asked[i], mostRunes); r.Receipt.Counts() {
				links = append(links, report.Answer{Label: fmt.Sprintf("Yes, order %s: %s", c, reading),
					Text: fmt.Sprintf("YES %s\n", c)})
			}
		}
	}
	return append(links,
		report.Answer{Label: "Add an order", Text: "ADD\n"},
		report.Answer{Label: "Write all anew", Text: orders.Template(g.Name(), seat, turn, orderForm(g, seat, r.kept))},
		report.Answer{Label: "No more to come: READY", Text: "READY\n"})
}

func inZone(t time.Time, zone *time.Location) time.Time {
	if t.IsZero() {
		return t
	}
	return t.In(zone)
}
