package game

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"galloper/cmd/galloper/internal/prose"
	"galloper/events"
	"galloper/events/vault"
	"galloper/orders"
	"galloper/projections/campaign"
)

// culprit is an order of the closed turn without which adjudication succeeds.
type culprit struct {
	seat  string
	order orders.Held
}

// mostCulprits limits the culprits reported to an umpire, because removing one is enough.
const mostCulprits = 3

// trial reports whether adjudication succeeds with an input.
type trial func(events.TurnInput) bool

func culprits(g *Game, t *campaign.Turn, in events.TurnInput, passes trial) (found []culprit) {
	for _, o := range t.Orders {
		held := Held(g, o)
		for i, h := range held {
			lines, _ := orderLines(g, o.Seat, slices.Delete(slices.Clone(held), i, i+1))
			if passes(withOrders(in, o.Seat, lines)) {
				found = append(found, culprit{o.Seat, h})
			}
			if len(found) == mostCulprits {
				return found
			}
		}
	}
	return found
}

func withOrders(in events.TurnInput, seat string, lines []string) events.TurnInput {
	in.Orders = slices.Clone(in.Orders)
	i, there := slices.BinarySearchFunc(in.Orders, seat,
		func(o events.SeatOrders, id string) int { return strings.Compare(o.Seat, id) })
	switch {
	case there && len(lines) == 0:
		in.Orders = slices.Delete(in.Orders, i, i+1)
	case there:
		in.Orders[i].Orders = lines
	case len(lines) > 0:
		in.Orders = slices.Insert(in.Orders, i, events.SeatOrders{Seat: seat, Orders: lines})
	}
	return in
}

// unruled reports whether adjudication succeeds without the umpire's rulings.
func unruled(in events.TurnInput, passes trial) bool {
	if len(in.Rulings)+len(in.Rerolls)+len(in.Couriers) == 0 {
		return false
	}
	in.Rulings, in.Rerolls, in.Couriers = nil, nil, nil
	return passes(in)
}

// DecideBroken puts a game on hold after its adjudication failed. The Decision also has the error for the operator's
// log.
func DecideBroken(g *Game, t *campaign.Turn, broken error, advice string) (s Decision) {
	s.Broken = broken
	s.Record(events.TurnHeld{Turn: t.Number, Reason: "the adjudicator broke: " + broken.Error()})
	why := "an invariant of the rules did not hold"
	if errors.Is(broken, events.ErrTooLarge) {
		why = "its result is too large to be recorded"
		advice = fmt.Sprintf("Most often the letters of a seat are too long. To take an order of it away and go on:\n\n"+
			"AMEND SEAT NUMBER TURN %[1]d BECAUSE it is too long: NOTHING\nRESUME TURN %[1]d", t.Number)
	}
	p := &prose.Text{}
	p.Para("Turn %d could not be adjudicated: %s. The game is held; other games go on, and nothing is lost.", t.Number, why)
	p.Block(broken.Error())
	p.Block(advice)
	p.Para("Please send this mail and the game's archive (galloper export %s) to whoever maintains the program. RESUME "+
		"TURN %d tries again.", g.Name(), t.Number)
	whole := notice(g, Umpire, "held: the adjudicator broke", p.String())
	hidden := whole
	hidden.Text = fmt.Sprintf("Turn %d could not be adjudicated, and is held. You play a seat yourself, so why is "+
		"hidden from you; the server's log has it.\n"+
		"RESUME TURN %d tries again.\n", t.Number, t.Number)
	s.Mail(ForUmpires(g, whole, hidden)...)
	s.tell(g.Players(), notice(g, "", "the turn is held", prose.Letter("Turn %d is closed and could not be adjudicated: "+
		"the program is at fault, not you. It is on hold, and the umpire knows the reason. Your orders stand.", t.Number)))
	return s
}

// adviceOn returns the acts, ready to be sent, that remove the order that broke the turn.
func adviceOn(g *Game, t *campaign.Turn, in events.TurnInput) string {
	var found []culprit
	passes := func(in events.TurnInput) bool { _, broken := Adjudicate(g.Position(), in); return broken == nil }
	if err := recoverPanic(func() { found = culprits(g, t, in, passes) }); err != nil {
		found = nil // the orders can't be read either
	}
	p := &prose.Text{}
	switch {
	case len(found) > 0:
		p.Para("It goes through without this order. To take the order away and go on, answer with the two lines below it:")
		for i, c := range found {
			if i > 0 {
				p.Para("or without this one:")
			}
			p.Line("  %s, order %d: %s", g.SeatName(c.seat), c.order.Number, c.order.Canonical)
			p.Gap()
			p.Line("AMEND %s %d TURN %d BECAUSE the program cannot adjudicate it: NOTHING", c.seat, c.order.Number, t.Number)
			p.Line("RESUME TURN %d", t.Number)
			p.Gap()
		}
		p.Para("Another order may stand in its place: write it instead of NOTHING.")
	case unruled(in, passes):
		p.Para("The turn can be adjudicated without your rulings on it. This opens the turn again with its orders " +
			"and without your rulings:")
		p.Line("REVERT TO TURN %d BECAUSE the program cannot adjudicate my ruling", t.Number)
	default:
		p.Para("No single order is the cause: it breaks whichever is left out.")
	}
	return p.String()
}

// DecideResult adjudicates the closed turn. The decision is the result, a question or, after a failure, a turn on hold.
func DecideResult(g *Game, seeds vault.Seeds, now time.Time) (id string, s Decision) {
	t := g.Campaign.Current()
	if t.Number > seeds.Turns {
		return g.CommitID("end"), endOfSeeds(g, t)
	}
	in := turnInput(g, t, seeds)
	s, broken := attempt(g, in, now)
	if broken != nil {
		return g.CommitID("broken",
			fmt.Sprint(g.Campaign.Head().Version)), DecideBroken(g, t, broken, adviceOn(g, t, in))
	}
	return g.CommitID("result", fmt.Sprint(t.Inputs)), s
}

// endOfSeeds ends a game whose seed chains are used up.
func endOfSeeds(g *Game, t *campaign.Turn) (s Decision) {
	reason := fmt.Sprintf("The game ends undecided: it was made for %s.", prose.Plural(t.Number-1, "turn"))
	s.Record(events.GameEnded{Reason: reason})
	p := &prose.Text{}
	p.Para("%s", reason)
	if seeds := allSeeds(g, nil); seeds != "" {
		p.Line("The seeds of all turns, first the open ones, then the sealed:")
		p.Gap()
		p.Block(seeds)
	}
	s.tell(g.Everybody(), notice(g, "", "the game has ended", p.String()))
	return s
}
