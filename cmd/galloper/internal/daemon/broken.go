package daemon

import (
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"time"

	"galloper/adjudicator"
	"galloper/events"
	"galloper/orders"
	"galloper/projections/campaign"
)

// A broken rules engine stops one game, not all. Which order it broke on is found by
// leaving out one after the other: without it the umpire could not let the game go on.

// adjudicate runs the turn and catches a broken rules engine.
func adjudicate(pos adjudicator.Position, in events.TurnInput) (res adjudicator.Result, broken error) {
	broken = caught(func() { res = adjudicator.Adjudicate(pos, in) })
	return res, broken
}

// caught runs what may panic, and returns what it panicked with.
func caught(run func()) (broken error) {
	defer func() {
		if p := recover(); p != nil {
			err, ok := p.(error)
			if !ok {
				err = fmt.Errorf("%v", p)
			}
			broken = err
		}
	}()
	run()
	return nil
}

// culprit is an order of the closed turn without which nothing breaks.
type culprit struct {
	seat  string
	order orders.Held
}

// mostCulprits is how many of them an umpire is told: to take one away is enough.
const mostCulprits = 3

// trial reports whether the turn goes through with an input.
type trial func(events.TurnInput) bool

// trial goes no further than where the turn broke: to draw the maps of every attempt
// would take minutes.
func (g *Game) trial(in events.TurnInput, now time.Time) trial {
	if _, broken := adjudicate(g.Position(), in); broken != nil {
		return func(in events.TurnInput) bool { _, broken := adjudicate(g.Position(), in); return broken == nil }
	}
	return func(in events.TurnInput) bool { _, broken := g.attempt(in, now); return broken == nil }
}

// culprits finds the orders on which the turn breaks.
func (g *Game) culprits(t *campaign.Turn, in events.TurnInput, passes trial) (found []culprit) {
	for _, o := range t.Orders {
		held := g.held(o)
		for i, h := range held {
			lines, _ := g.lines(o.Seat, slices.Delete(slices.Clone(held), i, i+1))
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

// withOrders returns the input with other orders of one seat.
func withOrders(in events.TurnInput, seat string, lines []string) events.TurnInput {
	in.Orders = slices.Clone(in.Orders)
	i, there := slices.BinarySearchFunc(in.Orders, seat, func(o events.SeatOrders, id string) int { return strings.Compare(o.Seat, id) })
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

// unruled reports whether the turn goes through without what the umpire ruled on it.
func unruled(in events.TurnInput, passes trial) bool {
	if len(in.Rulings)+len(in.Rerolls)+len(in.Couriers) == 0 {
		return false
	}
	in.Rulings, in.Rerolls, in.Couriers = nil, nil, nil
	return passes(in)
}

// brokenStep holds a game whose adjudication failed. The operator's log has it all.
func (g *Game) brokenStep(t *campaign.Turn, broken error, advice string) (s step) {
	slog.Error("the adjudicator broke", "game", g.Name(), "turn", t.Number, "error", broken)
	s.record(events.TurnHeld{Turn: t.Number, Reason: "the adjudicator broke: " + broken.Error()})
	p := &prose{}
	p.para("Turn %d could not be adjudicated: an invariant of the rules did not hold. The game is held; other games go on, and nothing is lost.", t.Number)
	p.block(broken.Error())
	p.block(advice)
	p.para("Please send this mail and the game's archive (galloper export %s) to whoever maintains the program. RESUME TURN %d tries again.", g.Name(), t.Number)
	whole := letter{seat: Umpire, kind: "notice", turn: t.Number, subject: "held: the adjudicator broke", text: p.String()}
	hidden := whole
	hidden.text = fmt.Sprintf("Turn %d could not be adjudicated, and is held. You play a seat yourself, so why is hidden from you; the server's log has it.\n"+
		"RESUME TURN %d tries again.\n", t.Number, t.Number)
	s.mail(g.forUmpires(whole, hidden)...)
	s.tell(g.players(), letter{kind: "notice", turn: t.Number, subject: "the turn is held",
		text: wrap(fmt.Sprintf("Turn %d is closed and could not be adjudicated: the program is at fault, not you. It is held; the umpire knows why. What you ordered stands.",
			t.Number), textColumns, "") + "\n"})
	return s
}

// adviceOn says what lets a turn go on that broke: the order to take away, ready to be sent.
func (g *Game) adviceOn(t *campaign.Turn, in events.TurnInput, now time.Time) string {
	var found []culprit
	passes := g.trial(in, now)
	if err := caught(func() { found = g.culprits(t, in, passes) }); err != nil {
		found = nil // nor can the orders be read: nothing can be said of them
	}
	p := &prose{}
	switch {
	case len(found) > 0:
		p.para("It goes through without this order. To take the order away and go on, answer with the two lines below it:")
		for i, c := range found {
			if i > 0 {
				p.para("or without this one:")
			}
			p.line("  %s, order %d: %s", g.SeatName(c.seat), c.order.Number, c.order.Canonical)
			p.gap()
			p.line("AMEND %s %d TURN %d BECAUSE the program cannot adjudicate it: NOTHING", c.seat, c.order.Number, t.Number)
			p.line("RESUME TURN %d", t.Number)
			p.gap()
		}
		p.para("Another order may stand in its place: write it instead of NOTHING.")
	case unruled(in, passes):
		p.para("It goes through without what you have ruled on the turn. This opens the turn again with its orders and without your rulings:")
		p.line("REVERT TO TURN %d BECAUSE the program cannot adjudicate my ruling", t.Number)
	default:
		p.para("No single order is the cause: it breaks whichever is left out.")
	}
	return p.String()
}
