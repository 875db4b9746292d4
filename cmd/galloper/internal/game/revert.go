package game

import (
	"fmt"
	"strings"
	"time"

	"galloper/cmd/galloper/internal/prose"
	"galloper/events"
)

// revert returns the game to the open turn, with the orders that it had. The turns played since stay in the record.
func revert(g *Game, a request, now time.Time) (s Decision, refused string) {
	if why := revertible(g, a.Turn); why != "" {
		return s, why
	}
	sheet := reportAgain(g, a.Turn-1)
	sheet.Deadline = g.NextDeadline(now)
	s.Record(events.TurnReverted{Turn: a.Turn, Reason: a.Because},
		events.TurnOpened{Turn: a.Turn, Deadline: sheet.Deadline})
	news := func(seat string) []string {
		mine := ", and you may change yours"
		if seat == Umpire {
			mine = ""
		}
		return []string{
			fmt.Sprintf("The umpire has taken the game back to turn %d, because %s.", a.Turn,
				strings.TrimSuffix(a.Because, ".")),
			fmt.Sprintf("The reports of turn %d and later no longer count; the record keeps them. Turn %d is open "+
				"again with its orders%s. Its dice will be rolled anew. Orders are due %s.", a.Turn, a.Turn, mine,
				prose.Moment(sheet.Deadline, g.Zone())),
		}
	}
	for _, seat := range g.Everybody() {
		known, err := g.KnownAt(seat, a.Turn-1)
		if err != nil {
			return Decision{}, "the record of that turn cannot be read: " + err.Error()
		}
		sheet.before = append(news(seat), ordersInForce(g, a.Turn, seat)...)
		if seat != Umpire {
			sheet.before = append(sheet.before, "What you knew then:")
		}
		l := sheet.Report(known)
		l.Kind, l.Subject = "notice", fmt.Sprintf("the game goes back to turn %d", a.Turn)
		if seat != Umpire {
			s.Mail(l)
			continue
		}
		hidden := Outgoing{Seat: seat, Kind: l.Kind, Turn: l.Turn, Subject: l.Subject, Text: prose.Paragraphs(news(seat))}
		s.Mail(ForUmpires(g, l, hidden)...)
	}
	return s, ""
}

// revertible returns why the game can't return to the turn, or "".
func revertible(g *Game, turn int) string {
	c := g.Campaign
	current := c.Number()
	t := c.Turn(turn)
	reverts := c.Reverts()
	switch {
	case t == nil && turn <= c.SeenBefore():
		return fmt.Sprintf(
			"turn %d was played on a branch that was taken back and no longer counts; the game is in turn %d", turn,
			current)
	case t == nil:
		return fmt.Sprintf("turn %d was not played; the game is in turn %d", turn, current)
	case turn == current && t.Closed == "":
		return fmt.Sprintf("turn %d is open: there is nothing to take back", turn)
	case len(reverts) > 0 && turn < reverts[len(reverts)-1].Turn:
		return fmt.Sprintf("the game was taken back to turn %d already; it cannot go back past that, to turn %d",
			reverts[len(reverts)-1].Turn, turn)
	case max(current, c.SeenBefore())+1 > c.Created().Turns:
		return "the chain of seeds is used up: all seeds are known, so the dice could not be rolled anew"
	}
	return ""
}
