package game

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode"

	"galloper/adjudicator"
	"galloper/adjudicator/desks"
	"galloper/cmd/galloper/internal/prose"
	"galloper/cmd/galloper/internal/schedule"
	"galloper/mailgate"
	"galloper/orders"
	"galloper/projections/campaign"
)

// Reading is the parsed text of a seat, with the answer to it.
type Reading struct {
	Document orders.Document
	Orders   adjudicator.Reading
	Receipt  orders.Receipt
	posted   []posted      // letters that are sent at once, and aren't orders in force
	kept     []orders.Held // in force after the mail
	taken    []int         // questions answered with YES
}

// ordered returns the accepted and refused orders, without letters that are sent at once.
func (r *Reading) ordered() []orders.Entry {
	return slices.DeleteFunc(slices.Clone(r.Orders.Entries), func(e orders.Entry) bool {
		l, letter := letterOf(e.Canonical)
		sent := letter &&
			slices.ContainsFunc(r.posted, func(p posted) bool { return p.text == l.text && slices.Equal(p.to, l.to) })
		return e.Refusal == nil && (e.Canonical == "" || sent)
	})
}

// Read parses a seat's mail, using only the seat's knowledge.
func Read(rules *adjudicator.Ruleset, desk adjudicator.Desk, text string) Reading {
	doc, reading := rules.ReadMail(desk, text)
	r := Reading{Document: doc, Orders: reading,
		Receipt: orders.Receipt{Document: doc, Entries: reading.Entries, Trailer: reading.Trailer}}
	if len(reading.Accepted()) == 0 && (len(doc.Items) > 0 || len(doc.NotRead()) > 0 || len(doc.Commands) == 0) {
		r.Receipt.Examples = desks.Examples(rules, desk)
	}
	return r
}

// mailDesk returns the desk for a mail of the current turn. Added orders are numbered after the seat's existing ones.
func mailDesk(g *Game, seat string) adjudicator.Desk {
	t := g.Campaign.Current()
	d := deskAt(g, seat, t.Number)
	if o, ok := t.Of(seat); ok {
		d.Next = lastNumber(Held(g, o)) + 1
	}
	for _, a := range t.AskedOf(seat) {
		d.Next = max(d.Next, a.Number+1)
	}
	return d
}

// deskAt returns the information that the ruleset may use to parse the seat's orders for a turn.
func deskAt(g *Game, seat string, turn int) adjudicator.Desk {
	d := adjudicator.Desk{Scenario: g.Scenario, Seat: seat, Turn: turn, Known: g.Known(seat)}
	if turn != g.Campaign.Number() {
		d.Known, _ = g.KnownAt(seat, turn-1) // its knowledge at that time
	}
	if t := g.Campaign.Turn(turn); t != nil {
		d.Resigned = t.Resigned
	}
	return d
}

// accepted counts the mail's accepted and refused orders.
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

// inForce returns the seat's orders of the turn after this mail: those that CANCEL leaves, followed or replaced by the
// mail's. how says which, for the record; ok is false if the mail changes nothing. Failed cancellations are noted in
// the receipt.
func (r *Reading) inForce(earlier []orders.Held) (now []orders.Held, how string, ok bool) {
	entries := slices.DeleteFunc(slices.Clone(r.ordered()),
		func(e orders.Entry) bool { return e.Refusal == nil && e.Canonical == "" })
	now, undone := orders.Amend(earlier, &r.Document, entries)
	r.Receipt.Undone, r.kept = append(r.Receipt.Undone, undone...), now
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

// takenTogether returns the seat's orders of the turn after this mail (see [Reading.inForce]). Unless it replaces all
// earlier ones, the receipt shows the orders in force, and the troops without any.
func takenTogether(
	g *Game, r *Reading, seat string, turn int, earlier []orders.Held,
) (now []orders.Held, how string, ok bool) {
	now, how, ok = r.inForce(earlier)
	if how != "" || !ok && len(earlier) > 0 {
		r.tellInForce(g, seat, turn, now, ok && r.Document.Has(orders.Check))
	}
	return now, how, ok
}

// tellInForce adds to the receipt the orders that are, or would be, in force, and the troops without any.
func (r *Reading) tellInForce(g *Game, seat string, turn int, now []orders.Held, would bool) {
	items := make([]orders.Item, len(now))
	for i, h := range now {
		items[i] = g.Rules.Language.ReadLine(h.Canonical)
		items[i].Number = h.Number
	}
	lines := inForceLines(now)
	if would {
		lines[0] = "all orders that would be in force:"
	}
	r.Receipt.Trailer = append(g.Rules.Read(deskAt(g, seat, turn), items).Trailer, lines...)
}

// Held returns a seat's orders for a turn, with their numbers in the receipts.
func Held(g *Game, o campaign.Orders) []orders.Held {
	if len(o.Orders) == 0 {
		return nil
	}
	r := g.Rules.Read(deskAt(g, o.Seat, g.Campaign.Number()), nil)
	return r.HeldLines(o.Orders, o.Numbers)
}

// orderLines returns orders as they are recorded. numbers is nil if they are 1, 2, 3 and so on.
func orderLines(g *Game, seat string, held []orders.Held) (lines []string, numbers []int) {
	r := g.Rules.Read(deskAt(g, seat, g.Campaign.Number()), nil)
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

// lastNumber returns the number of the last order, or 0.
func lastNumber(held []orders.Held) (last int) {
	for _, h := range held {
		last = max(last, h.Number)
	}
	return last
}

// parseUntil parses the day after ABSENT, and returns its end in the zone. It may be a date, whose year defaults to the
// next possible one, or the next weekday of that name. Without a day the absence is for this turn only.
func parseUntil(text string, zone *time.Location, now time.Time) (time.Time, error) {
	text = strings.TrimSpace(text)
	if text == "" {
		return time.Time{}, nil
	}
	for i := range 7 {
		if day := now.In(zone).AddDate(0, 0, i+1); strings.EqualFold(text, day.Weekday().String()) {
			return schedule.EndOfDay(day, zone), nil
		}
	}
	plain := ordinals.ReplaceAllString(strings.ReplaceAll(titled(text), ",", ""), "$1")
	for _, year := range []string{"", now.Format(" 2006"), now.AddDate(1, 0, 0).Format(" 2006")} {
		for _, form := range []string{"2006-01-02", "2 January 2006", "2 Jan 2006", "January 2 2006", "Jan 2 2006",
			"2.1.2006", "02.01.2006"} {
			day, err := time.Parse(form, plain+year)
			if end := schedule.EndOfDay(day, zone); err == nil && (year == "" || end.After(now)) {
				return end, nil
			}
		}
	}
	return time.Time{}, fmt.Errorf("%q is no date: write ABSENT UNTIL 2026-11-30", text)
}

var ordinals = regexp.MustCompile(`(\d)(St|Nd|Rd|Th|st|nd|rd|th)\b`)

// titled capitalizes words, as the parser of months' names needs.
func titled(text string) string {
	words := strings.Fields(strings.ToLower(text))
	for i, w := range words {
		words[i] = strings.ToUpper(w[:1]) + w[1:]
	}
	return strings.Join(words, " ")
}

func refusedEntries(entries []orders.Entry) []orders.Entry {
	return slices.DeleteFunc(slices.Clone(entries), func(e orders.Entry) bool { return e.Refusal == nil })
}

func inForceLines(now []orders.Held) []string {
	lines := []string{"all orders in force:"}
	for _, h := range now {
		lines = append(lines, fmt.Sprintf("  %d. %s", h.Number, h.Canonical))
	}
	if len(now) == 0 {
		lines = append(lines, "  none")
	}
	return lines
}

// Letters between seats go by courier, under the ruleset. A game may change that: `letters: immediate` sends them at
// once, `letters: none` forbids them. A letter to the umpire is sent at once in every game.

// posted is a letter that needs no courier.
type posted struct {
	to   []string
	text string
}

// lettersAlone reports whether the mail has only posted letters.
func (r *Reading) lettersAlone() bool {
	return len(r.posted) > 0 && len(r.posted) == len(r.Orders.Entries) && len(r.Document.Commands) == 0
}

// Item returns the item of the mail that an order was read from.
func (r *Reading) Item(e *orders.Entry) orders.Item {
	for _, it := range r.Document.Items {
		if it.Number == e.Item {
			return it
		}
	}
	return orders.Item{}
}

func letterOf(canonical string) (l posted, ok bool) {
	rest, ok := strings.CutPrefix(canonical, "LETTER TO ")
	if !ok {
		return l, false
	}
	head, text, ok := strings.Cut(rest, ": ")
	return posted{strings.Split(head, ", "), text}, ok
}

func revokes(r *Reading) bool { return r.Document.Has(orders.Revoke) }

// mostQuoted limits the lines of one mail shown to an umpire, and mostRunes their length.
const (
	mostQuoted = 20
	mostRunes  = 300
)

// quotes returns the parts of a mail without effect, line by line: refused orders with the reason, and lines that are
// not orders.
func (r *Reading) quotes() (lines []string) {
	for _, e := range r.Orders.Entries {
		if e.Refusal != nil {
			text := shortened(e.Written(new(r.Item(&e))))
			lines = append(lines, fmt.Sprintf("%s  (refused: %s)", text, e.Refusal.Reason))
		}
	}
	for _, l := range r.remarks() {
		lines = append(lines, shortened(strings.Join(strings.Fields(l.Text), " ")))
	}
	if more := len(lines) - mostQuoted; more > 0 {
		lines = append(lines[:mostQuoted:mostQuoted], fmt.Sprintf("… and %s", prose.Plural(more, "more line")))
	}
	return lines
}

// shortened prepares a line for quoting: without control characters, and not too long.
func shortened(text string) string {
	return mailgate.Clip(strings.Map(func(c rune) rune {
		if unicode.IsControl(c) {
			return -1
		}
		return c
	}, text), mostRunes)
}

// notAccepted counts a mail's refused orders, and its unread lines if it has neither commands nor letters.
func (r *Reading) notAccepted() int {
	_, bad := r.accepted()
	if len(r.Document.Commands) == 0 && len(r.posted) == 0 {
		bad += len(r.remarks())
	}
	return bad
}

// remarks returns the unread lines, without greetings and signatures.
func (r *Reading) remarks() []orders.Line {
	return slices.DeleteFunc(r.Document.NotRead(), func(l orders.Line) bool {
		return l.Polite || strings.TrimSpace(l.Text) == ""
	})
}
