package game

import (
	"fmt"
	"slices"

	"galloper/cmd/galloper/internal/prose"
	"galloper/events"
	"galloper/orders"
)

// mostRiding is the most bytes of letters by courier of a seat in one turn, because the turn's result contains them
// all.
const mostRiding = 20_000

// readLetters removes letters without courier from the orders, and refuses letters that are too long for a courier.
// Their lines in the receipt say so.
func readLetters(g *Game, seat string, r *Reading) {
	how, room := g.Campaign.Created().Settings.Letters, mostRiding
	if before, _ := g.Campaign.Current().Of(seat); r.Document.Add {
		for _, line := range before.Orders {
			l, _ := letterOf(line)
			room -= len(l.text)
		}
	}
	for i := range r.Orders.Entries {
		e := &r.Orders.Entries[i]
		l, ok := letterOf(e.Canonical)
		toUmpire := slices.Contains(l.to, Umpire)
		if e.Refusal != nil || !ok {
			continue
		}
		if how == "" && !toUmpire {
			if room -= len(l.text); room < 0 {
				room += len(l.text)
				r.refuseLetter(e, "too-long", fmt.Sprintf("at most %d bytes of letters by courier in a turn: this one "+
					"has %d, and there is room for %d. Shorten it, or send the rest in the next turn", mostRiding,
					len(l.text), max(room, 0)))
			}
			continue
		}
		e.Notes = nil // about the ride
		if toUmpire && len(g.Umpires) == 0 {
			r.refuseLetter(e, "no-umpire", "nobody: the game has no umpire who could be written to")
			continue
		}
		if how == "immediate" || toUmpire {
			r.posted = append(r.posted, l)
			e.Suffix = ", sent at once"
			if r.Document.Has(orders.Check) {
				e.Suffix = ", would be sent at once"
			}
			continue
		}
		r.refuseLetter(e, "no-letters", "orders only: this game has no letters between seats")
	}
}

func (r *Reading) refuseLetter(e *orders.Entry, reason, want string) {
	for i := range r.Document.Items {
		if it := &r.Document.Items[i]; it.Number == e.Number {
			it.Text = shortened(it.Text)
		}
	}
	e.Canonical, e.Suffix = "", ""
	item := r.Item(e)
	e.Refusal = &orders.Refusal{Reason: reason, Line: item.Line(), Col: 1, Word: "LETTER", Want: want}
}

// sendLetters records the posted letters, and mails them.
func sendLetters(g *Game, s *Decision, from string, turn int, letters []posted) {
	for _, l := range letters {
		s.Record(events.LetterSent{From: from, To: l.to, Turn: turn, Text: l.text})
		how := ""
		if slices.Contains(l.to, Umpire) {
			how = "LETTER TO " + from + ": …   answers it"
		}
		s.tell(l.to, letterFrom(g, g.SeatName(from), l.text, how))
	}
}

// letterFrom returns the mail with a letter. how says how to answer it.
func letterFrom(g *Game, name, text, how string) Outgoing {
	l := notice(g, "", "a letter from "+name, prose.Letter("A letter from %s:\n\n%s\n\n\t%s", name, text, how))
	l.Kind = "letter"
	return l
}

// byCourier returns the posted letters between seats.
func byCourier(letters []posted) []posted {
	return slices.DeleteFunc(slices.Clone(letters), func(l posted) bool { return slices.Contains(l.to, Umpire) })
}

func toUmpire(letters []posted) []posted {
	return slices.DeleteFunc(slices.Clone(letters), func(l posted) bool { return !slices.Contains(l.to, Umpire) })
}
