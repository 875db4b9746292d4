package daemon

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"galloper/adjudicator"
	"galloper/orders"
	"galloper/projections/campaign"
)

// Reading is what a seat's text was read as, and the answer to it.
type Reading struct {
	Document orders.Document
	Orders   adjudicator.Reading
	Receipt  orders.Receipt
	posted   []posted // letters that go at once, and are none of the orders in force
}

// ordered returns the entries that are orders, or are refused: not what goes at once.
func (r *Reading) ordered() []orders.Entry {
	return slices.DeleteFunc(slices.Clone(r.Orders.Entries), func(e orders.Entry) bool {
		l, letter := letterOf(e.Canonical)
		sent := letter && slices.ContainsFunc(r.posted, func(p posted) bool { return p.text == l.text && slices.Equal(p.to, l.to) })
		return e.Refusal == nil && (e.Canonical == "" || sent)
	})
}

// Read reads the text of a mail for a seat, by what the seat knows alone.
func Read(rules *adjudicator.Ruleset, desk adjudicator.Desk, text string) Reading {
	doc, reading := rules.ReadMail(desk, text)
	return Reading{Document: doc, Orders: reading, Receipt: orders.Receipt{Document: doc, Entries: reading.Entries, Trailer: reading.Trailer}}
}

// mailDesk is the desk for a mail of the current turn: what it adds is numbered on from
// the orders that the seat has.
func (g *Game) mailDesk(seat string) adjudicator.Desk {
	t := g.Campaign.Current()
	d := g.desk(seat, t.Number)
	if o, ok := t.Of(seat); ok {
		d.Next = lastNumber(g.held(o)) + 1
	}
	return d
}

// desk is what the ruleset may look at while it reads what the seat writes for a turn.
func (g *Game) desk(seat string, turn int) adjudicator.Desk {
	d := adjudicator.Desk{Scenario: g.Scenario, Seat: seat, Turn: turn, Known: g.Known(seat)}
	if t := g.Campaign.Turn(turn); t != nil {
		d.Resigned = t.Resigned
	}
	return d
}

// accepted counts the orders of the mail that were accepted and refused.
func (r *Reading) accepted() (good, bad int) {
	for _, e := range r.Orders.Entries {
		if e.Refusal == nil {
			good++
		} else {
			bad++
		}
	}
	return good, bad
}

// inForce returns the seat's orders of the turn once this mail has been taken in:
// what CANCEL leaves of the earlier ones, and those of the mail behind or in place of
// them. how says which, for the record; ok is false where the mail changes nothing. What could
// not be cancelled is noted in the receipt.
func (r *Reading) inForce(earlier []orders.Held) (now []orders.Held, how string, ok bool) {
	entries := slices.DeleteFunc(slices.Clone(r.ordered()), func(e orders.Entry) bool { return e.Refusal == nil && e.Canonical == "" })
	now, r.Receipt.Undone = orders.Amend(earlier, &r.Document, entries)
	good := slices.ContainsFunc(entries, func(e orders.Entry) bool { return e.Refusal == nil })
	switch {
	case !good && r.Document.Has(orders.Cancel):
		return now, "cancel", true
	case !good:
		return earlier, "", false // the receipt's head says so
	case r.Document.Add:
		return now, "add", true
	}
	return now, "", true
}

// held returns the orders that the seat has for a turn, by their numbers in the receipts.
func (g *Game) held(o campaign.Orders) []orders.Held {
	if len(o.Orders) == 0 {
		return nil
	}
	r := g.Rules.Read(g.desk(o.Seat, g.Campaign.Number()), nil)
	return r.HeldLines(o.Orders, o.Numbers)
}

// lines returns orders as they are recorded. Numbers are nil where they count from 1.
func (g *Game) lines(seat string, held []orders.Held) (lines []string, numbers []int) {
	r := g.Rules.Read(g.desk(seat, g.Campaign.Number()), nil)
	plain := true
	for i, h := range held {
		numbers = append(numbers, h.Number)
		plain = plain && h.Number == i+1
	}
	if plain {
		numbers = nil
	}
	return r.Lines(held), numbers
}

// lastNumber returns the number of the last of some orders, 0 for none.
func lastNumber(held []orders.Held) (last int) {
	for _, h := range held {
		last = max(last, h.Number)
	}
	return last
}

// parseUntil reads the date behind ABSENT, at the end of that day in the zone. No
// date means this turn alone.
func parseUntil(text string, zone *time.Location) (time.Time, error) {
	text = strings.TrimSpace(text)
	if text == "" {
		return time.Time{}, nil
	}
	for _, form := range []string{"2006-01-02", "2 January 2006", "2 Jan 2006", "January 2 2006", "Jan 2 2006", "2.1.2006", "02.01.2006"} {
		if day, err := time.ParseInLocation(form, strings.ReplaceAll(titled(text), ",", ""), zone); err == nil {
			return day.AddDate(0, 0, 1).Add(-time.Second), nil
		}
	}
	return time.Time{}, fmt.Errorf("%q is no date: write ABSENT UNTIL 2026-11-30", text)
}

// titled writes words with a capital first, as the names of months are parsed.
func titled(text string) string {
	words := strings.Fields(strings.ToLower(text))
	for i, w := range words {
		words[i] = strings.ToUpper(w[:1]) + w[1:]
	}
	return strings.Join(words, " ")
}

// refused returns those of some entries that were refused.
func refused(entries []orders.Entry) []orders.Entry {
	return slices.DeleteFunc(slices.Clone(entries), func(e orders.Entry) bool { return e.Refusal == nil })
}
