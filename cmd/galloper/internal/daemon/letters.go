package daemon

import (
	"slices"
	"strings"

	"galloper/events"
	"galloper/orders"
)

// Letters between seats ride with couriers, by the ruleset. A game may have it
// otherwise (CONTRACT §4): `letters: immediate` posts them at once, `letters: none`
// has none.

// posted is a letter that needs no courier.
type posted struct {
	to   []string
	text string
}

// post takes the letters out of the orders of a game whose letters do not ride, and
// returns them. Their lines in the receipt say so.
func (g *Game) post(r *Reading) (letters []posted) {
	how := g.Campaign.Created().Settings.Letters
	if how == "" {
		return nil
	}
	for i := range r.Orders.Entries {
		e := &r.Orders.Entries[i]
		l, ok := letterOf(e.Canonical)
		if e.Refusal != nil || !ok {
			continue
		}
		e.Notes = nil // of the ride
		if how == "immediate" {
			letters = append(letters, l)
			e.Suffix = ", sent at once"
			continue
		}
		item := r.item(e.Number)
		e.Canonical, e.Suffix = "", ""
		e.Refusal = &orders.Refusal{Reason: "no-letters", Line: lineOf(item), Col: 1, Word: "LETTER", Want: "orders only: this game has no letters between seats"}
	}
	return letters
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
		s.tell(l.to, letter{kind: "letter", turn: turn, subject: "a letter from " + g.SeatName(from), text: p.String()})
	}
}

// riding returns the orders without the letters that were posted.
func (g *Game) riding(held []orders.Held) []orders.Held {
	if g.Campaign.Created().Settings.Letters == "" {
		return held
	}
	return slices.DeleteFunc(slices.Clone(held), func(h orders.Held) bool {
		_, letter := letterOf(h.Canonical)
		return letter
	})
}
