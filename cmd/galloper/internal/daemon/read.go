package daemon

import (
	"fmt"
	"strings"
	"time"

	"galloper/adjudicator"
	"galloper/orders"
)

// Reading is what a seat's text was read as, and the answer to it.
type Reading struct {
	Document orders.Document
	Orders   adjudicator.Reading
	Receipt  orders.Receipt
}

// Read reads the text of a mail for a seat, by what the seat knows alone.
func Read(rules *adjudicator.Ruleset, desk adjudicator.Desk, text string) Reading {
	doc, reading := rules.ReadMail(desk, text)
	return Reading{doc, reading, orders.Receipt{Document: doc, Entries: reading.Entries, Trailer: reading.Trailer}}
}

// desk is what the ruleset may look at while it reads the seat's mail.
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
// them. how says which, for the record; ok is false where the mail changes nothing.
func (r *Reading) inForce(earlier []string) (now []string, how string, ok bool) {
	kept, cancelled := cancel(earlier, r.Document.Commands)
	good, _ := r.accepted()
	switch {
	case good == 0 && cancelled:
		return kept, "cancel", true
	case good == 0:
		return earlier, "", false
	case r.Document.Add:
		return append(kept, r.Orders.Accepted()...), "add", true
	}
	return r.Orders.Accepted(), "", true
}

// cancel takes the orders that CANCEL names out of the list; without numbers all.
func cancel(list []string, commands []orders.Command) (kept []string, any bool) {
	drop := map[int]bool{}
	for _, c := range commands {
		if c.Kind != orders.Cancel {
			continue
		}
		any = true
		if len(c.Numbers) == 0 {
			return nil, true
		}
		for _, n := range c.Numbers {
			drop[n] = true
		}
	}
	for i, o := range list {
		if !drop[i+1] {
			kept = append(kept, o)
		}
	}
	return kept, any
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
