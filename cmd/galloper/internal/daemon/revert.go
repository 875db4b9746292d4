package daemon

import (
	"fmt"
	"strings"
	"time"

	"galloper/events"
)

// revert takes the game back to where the turn is open again, with the orders that it
// had. What was played since stays in the record.
func (g *Game) revert(a request, now time.Time) (s step, refused string) {
	if why := g.revertible(a.Turn); why != "" {
		return s, why
	}
	sheet := g.again(a.Turn - 1)
	sheet.deadline = g.deadline(now)
	s.record(events.TurnReverted{Turn: a.Turn, Reason: a.Because}, events.TurnOpened{Turn: a.Turn, Deadline: sheet.deadline})
	news := []string{
		fmt.Sprintf("The umpire has taken the game back to turn %d, because %s.", a.Turn, strings.TrimSuffix(a.Because, ".")),
		fmt.Sprintf("What was reported of turn %d and later has not happened; the record keeps it. Turn %d is open again with the orders that it had, "+
			"and you may change yours. Its dice will fall anew. Orders are due %s.", a.Turn, a.Turn, moment(sheet.deadline, g.Zone())),
	}
	for _, seat := range g.everybody() {
		known, err := g.KnownAt(seat, a.Turn-1)
		if err != nil {
			return step{}, "the record of that turn cannot be read: " + err.Error()
		}
		sheet.before = append(news[:len(news):len(news)], g.inForce(a.Turn, seat)...)
		if seat != Umpire {
			sheet.before = append(sheet.before, "What you knew then:")
		}
		l := sheet.report(known)
		l.kind, l.subject = "notice", fmt.Sprintf("the game goes back to turn %d", a.Turn)
		if seat != Umpire {
			s.mail(l)
			continue
		}
		hidden := letter{seat: seat, kind: l.kind, turn: l.turn, subject: l.subject, text: paragraphs(news)}
		s.mail(g.forUmpires(l, hidden)...)
	}
	return s, ""
}

// inForce says what the seat has ordered for a turn.
func (g *Game) inForce(turn int, seat string) []string {
	if seat == Umpire {
		return nil
	}
	t := g.Campaign.Turn(turn)
	if t == nil {
		return nil
	}
	o, ok := t.Of(seat)
	if !ok {
		return []string{fmt.Sprintf("Nothing has come from you for turn %d.", turn)}
	}
	return []string{strings.Join(inForceLines(g.held(o)), "\n")}
}

// paragraphs is a text of wrapped paragraphs.
func paragraphs(texts []string) string {
	p := &prose{}
	p.paras(texts)
	return p.String()
}

// revertible says why the game cannot go back to the turn, "" if it can.
func (g *Game) revertible(turn int) string {
	c := g.Campaign
	current := c.Number()
	t := c.Turn(turn)
	reverts := c.Reverts()
	switch {
	case t == nil && turn <= c.SeenBefore():
		return fmt.Sprintf("turn %d was played on a branch that was taken back and no longer counts; the game is in turn %d", turn, current)
	case t == nil:
		return fmt.Sprintf("turn %d was not played; the game is in turn %d", turn, current)
	case turn == current && t.Closed == "":
		return fmt.Sprintf("turn %d is open: there is nothing to take back", turn)
	case len(reverts) > 0 && turn < reverts[len(reverts)-1].Turn:
		return fmt.Sprintf("the game was taken back to turn %d already; it cannot go back past that, to turn %d", reverts[len(reverts)-1].Turn, turn)
	case max(current, c.SeenBefore())+1 > c.Created().Turns:
		return "the chain of seeds is used up: there is none left that nobody has seen, so the dice could not fall anew"
	}
	return ""
}
