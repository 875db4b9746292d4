package adjudicator

import (
	"strconv"
	"strings"

	"galloper/orders"
)

// ReadMail reads the text of a seat's mail: cut into orders by the language,
// read as orders by the ruleset, with nothing known but what the desk shows.
func (r *Ruleset) ReadMail(desk Desk, text string) (doc orders.Document, reading Reading) {
	language := r.Language
	language.Writer = writer(desk)
	if r.Names != nil {
		language.Names, language.Others = r.Names(desk)
	}
	doc = orders.ReadJudged(text, language, func(doc *orders.Document) []orders.Entry {
		if doc.Add && desk.Next > 1 {
			doc.RenumberFrom(desk.Next)
		}
		reading = r.Read(desk, doc.Items)
		return reading.Entries
	})
	return doc, reading
}

// writer is how the player of the seat may sign.
func writer(desk Desk) *orders.Names {
	if desk.Scenario == nil {
		return nil
	}
	for _, s := range desk.Scenario.Seats() {
		if s.ID == desk.Seat {
			return orders.NewNames(orders.NamesKind{}, orders.SeatName(s.ID, s.Name))
		}
	}
	return nil
}

// Accepted returns the canonical lines of what was accepted, in mail order; see [Reading.Numbered].
func (r *Reading) Accepted() []string { return r.Lines(r.Held()) }

// Held returns what was accepted, in mail order, each with its number in the receipt.
func (r *Reading) Held() []orders.Held {
	var held []orders.Held
	for i := range r.Entries {
		if e := &r.Entries[i]; e.Refusal == nil && e.Canonical != "" {
			held = append(held, orders.Held{Number: e.Number, Canonical: e.Canonical})
		}
	}
	return held
}

// Lines returns orders as they are recorded; see [Reading.Numbered].
func (r *Reading) Lines(held []orders.Held) []string {
	var lines []string
	last := 0
	for _, h := range held {
		line := h.Canonical
		if r.Numbered && h.Number != last+1 {
			line = strconv.Itoa(h.Number) + ". " + line
		}
		lines, last = append(lines, line), h.Number
	}
	return lines
}

// HeldLines is the reverse of Lines: numbers are those that were recorded beside the
// lines, nil where they count from 1.
func (r *Reading) HeldLines(lines []string, numbers []int) []orders.Held {
	var held []orders.Held
	last := 0
	for i, line := range lines {
		h := orders.Held{Number: last + 1, Canonical: line}
		if digits, rest, ok := strings.Cut(line, ". "); ok && r.Numbered {
			if n, err := strconv.Atoi(digits); err == nil {
				h = orders.Held{Number: n, Canonical: rest}
			}
		}
		if i < len(numbers) {
			h.Number = numbers[i]
		}
		held, last = append(held, h), h.Number
	}
	return held
}
