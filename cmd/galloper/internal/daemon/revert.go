package daemon

import (
	"fmt"
	"strings"
	"time"

	"galloper/events"
)

// revert takes the game back to where the turn is open again, with the orders that it
// had. What was played since stays in the record.
func (g *Game) revert(a Act, now time.Time) (s step, refused string) {
	if why := g.revertible(a.Turn); why != "" {
		return s, why
	}
	deadline := g.deadline(now)
	s.record(events.TurnReverted{Turn: a.Turn, Reason: a.Because}, events.TurnOpened{Turn: a.Turn, Deadline: deadline})
	for _, seat := range g.everybody() {
		p := &prose{}
		p.para("The umpire has taken the game back to turn %d, because %s.", a.Turn, strings.TrimSuffix(a.Because, "."))
		p.para("What was reported of turn %d and later has not happened; the record keeps it. Turn %d is open again with the orders that it had, "+
			"and you may change yours. Its dice will fall anew. Orders are due %s.", a.Turn, a.Turn, moment(deadline, g.Zone()))
		if seat != Umpire {
			p.line("What you knew then:")
			p.gap()
			p.block(g.history(seat, a.Turn-1))
		}
		s.mail(letter{seat: seat, kind: "notice", turn: a.Turn, subject: fmt.Sprintf("the game goes back to turn %d", a.Turn), text: p.String()})
	}
	return s, ""
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
