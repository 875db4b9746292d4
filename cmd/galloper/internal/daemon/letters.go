package daemon

import (
	"slices"
	"strings"

	"galloper/events"
	"galloper/orders"
)

// Letters between seats ride with couriers, by the ruleset. A game may have it
// otherwise (CONTRACT §4): `letters: immediate` posts them at once, `letters: none`
// has none. A letter to the umpire is posted at once in every game.

// posted is a letter that needs no courier.
type posted struct {
	to   []string
	text string
}

// post takes the letters that do not ride out of the orders. Their lines in the receipt
// say so.
func (g *Game) post(r *Reading) {
	how := g.Campaign.Created().Settings.Letters
	for i := range r.Orders.Entries {
		e := &r.Orders.Entries[i]
		l, ok := letterOf(e.Canonical)
		toUmpire := slices.Contains(l.to, Umpire)
		if e.Refusal != nil || !ok || how == "" && !toUmpire {
			continue
		}
		e.Notes = nil // of the ride
		if how == "immediate" || toUmpire {
			r.posted = append(r.posted, l)
			e.Suffix = ", sent at once"
			continue
		}
		item := r.item(e.Number)
		e.Canonical, e.Suffix = "", ""
		e.Refusal = &orders.Refusal{Reason: "no-letters", Line: lineOf(item), Col: 1, Word: "LETTER", Want: "orders only: this game has no letters between seats"}
	}
}

// lettersAlone reports whether the mail has nothing but letters that were posted.
func (r *Reading) lettersAlone() bool {
	return len(r.posted) > 0 && len(r.posted) == len(r.Orders.Entries) && len(r.Document.Commands) == 0
}

// item returns the item of the mail with the number.
func (r *Reading) item(number int) orders.Item {
	for _, it := range r.Document.Items {
		if it.Number == number {
			return it
		}
	}
	return orders.Item{Number: number}
}

// lineOf returns the line on which an item begins, as far as its words tell.
func lineOf(item orders.Item) int {
	switch {
	case len(item.Words) > 0:
		return item.Words[0].Line
	case item.Letter != nil && len(item.Letter.To) > 0:
		return item.Letter.To[0].Line
	}
	return 1
}

// letterOf reads the canonical line of a letter.
func letterOf(canonical string) (l posted, ok bool) {
	rest, ok := strings.CutPrefix(canonical, "LETTER TO ")
	if !ok {
		return l, false
	}
	head, text, ok := strings.Cut(rest, ": ")
	return posted{strings.Split(head, ", "), text}, ok
}

// postStep records the letters that were posted, and mails them.
func (g *Game) postStep(s *step, from string, turn int, letters []posted) {
	for _, l := range letters {
		s.record(events.LetterSent{From: from, To: l.to, Turn: turn, Text: l.text})
		p := &prose{}
		p.para("A letter from %s:", g.SeatName(from))
		p.para("%s", l.text)
		if slices.Contains(l.to, Umpire) {
			p.line("LETTER TO %s: …   answers it", from)
		}
		s.tell(l.to, letter{kind: "letter", turn: turn, subject: "a letter from " + g.SeatName(from), text: p.String()})
	}
}

// ridden returns the letters between seats among those that were posted.
func ridden(letters []posted) []posted {
	return slices.DeleteFunc(slices.Clone(letters), func(l posted) bool { return slices.Contains(l.to, Umpire) })
}

// contact says how a seat writes to the umpire.
func (g *Game) contact(seat string) string {
	if _, plays := g.Campaign.Seat(seat); !plays || len(g.Umpires) == 0 {
		return ""
	}
	return "A question? Write the line LETTER TO umpire: and what you want to know; the umpire has it at once."
}

// withContact has a mail to a seat say how the umpire is written to, unless it does.
func (g *Game) withContact(seat, text string) string {
	contact := g.contact(seat)
	if contact == "" || strings.Contains(strings.Join(strings.Fields(text), " "), "LETTER TO umpire") {
		return text
	}
	return strings.TrimRight(text, "\n") + "\n\n" + wrap(contact, textColumns, "") + "\n"
}

// toUmpire returns the letters to the umpire among some.
func toUmpire(letters []posted) []posted {
	return slices.DeleteFunc(slices.Clone(letters), func(l posted) bool { return !slices.Contains(l.to, Umpire) })
}
