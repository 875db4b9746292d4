package cases

import (
	"fmt"
	"slices"
	"strings"

	"galloper/adjudicator"
	"galloper/events"
	"galloper/orders"
)

// judgeText checks that each fragment occurs in a text, or does not occur if it begins with `!`. Line breaks of the
// text count as blanks.
func judgeText(fragments []line, text, what string) []string {
	var failed []string
	flat := strings.Join(strings.Fields(text), " ")
	for _, l := range fragments {
		fragment, not := strings.CutPrefix(l.text, "!")
		fragment = strings.TrimSpace(fragment)
		stands := strings.Contains(text, fragment) || strings.Contains(flat, strings.Join(strings.Fields(fragment), " "))
		switch {
		case not && stands:
			failed = append(failed, fmt.Sprintf("%s: must not stand in %s:\n%s", l, what, indent(text)))
		case !not && !stands:
			failed = append(failed, fmt.Sprintf("%s: does not stand in %s:\n%s", l, what, indent(text)))
		}
	}
	return failed
}

func indent(text string) string {
	return "     | " + strings.ReplaceAll(strings.TrimRight(text, "\n"), "\n", "\n     | ")
}

// readOrders reads the mails of a turn as a game would, and checks the receipts.
func (g *game) readOrders(n int, t *turn) (all []events.SeatOrders) {
	receipts := map[string]string{}
	for _, m := range t.orders {
		if !g.hasSeat(m.seat) {
			g.fail(n, "turn-%d/%s.orders: the scenario has no such seat", n, m.seat)
			continue
		}
		desk := adjudicator.Desk{Scenario: g.pos.Scenario, Seat: m.seat, Turn: n, Resigned: g.resigned}
		if g.desks != nil {
			desk.Known = g.desks.Known(m.seat)
		}
		doc, reading := g.rules.ReadMail(desk, m.body)
		if g.desks != nil {
			receipts[m.seat] = g.desks.Receipt(desk, doc, reading)
		}
		if doc.Has(orders.Resign) && !slices.Contains(g.resigned, m.seat) {
			g.resigned = append(g.resigned, m.seat)
			slices.Sort(g.resigned)
		}
		if !doc.Has(orders.Check) {
			all = append(all, events.SeatOrders{Seat: m.seat, Orders: reading.Accepted()})
		}
	}
	for _, f := range t.receipts {
		g.judgeReceipt(n, f, receipts)
	}
	return all
}

func (g *game) readUmpire(n int, t *turn, in *events.TurnInput) {
	switch {
	case strings.TrimSpace(t.umpire) == "":
	case g.env.Umpire == nil:
		g.fail(n, "turn-%d/umpire.orders: this program cannot read the umpire's mail", n)
	default:
		if err := g.env.Umpire(g.pos, t.umpire, in); err != nil {
			g.fail(n, "turn-%d/umpire.orders: %v", n, err)
		}
	}
}

func (g *game) judgeReceipt(n int, f fragments, receipts map[string]string) {
	text, ok := receipts[f.seat]
	if !ok {
		g.fail(n, "turn-%d.receipt/%s: that seat got no receipt", n, f.seat)
		return
	}
	for _, why := range judgeText(f.lines, text, "the receipt") {
		g.fail(n, "%s", why)
	}
}

func (g *game) judgeReports(n int, t *turn) {
	for _, f := range t.reports {
		if g.desks == nil || !g.hasSeat(f.seat) {
			g.fail(n, "turn-%d.report/%s: that seat gets no report", n, f.seat)
			continue
		}
		for _, why := range judgeText(f.lines, orders.WithoutTemplate(g.desks.Report(f.seat, n)), "the report") {
			g.fail(n, "%s", why)
		}
	}
}

func (g *game) hasSeat(id string) bool {
	for _, s := range g.pos.Scenario.Seats() {
		if s.ID == id {
			return true
		}
	}
	return false
}
