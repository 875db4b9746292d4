package adjudicator

import (
	"fmt"
	"slices"
	"strconv"

	"galloper/adjudicator/dice"
	"galloper/events"
)

// Turn is what a phase works with: the scenario, the state so far, the orders,
// the dice, and the only way to change anything: [Turn.Emit].
type Turn struct {
	Number   int // counts from 1; 0 while the game is set up
	Scenario Scenario
	State    State // to look at; only Emit changes it
	Dice     *dice.Roller

	// Memo is what the ruleset keeps from one phase of this turn to the next (the
	// orders as read, who has moved); nil when the turn begins, and gone with it.
	// What must outlast the turn, or be seen by anyone, belongs into an outcome.
	Memo any

	game       string
	phase      string
	witness    func(*Turn, []events.Outcome)
	witnessing bool
	input      events.TurnInput
	answered   []bool // by index into input.Answers
	asked      int
	ruled      []bool  // by index into input.Rulings
	met        []int   // likewise: outcomes that read as the ruling's anchor
	lapsed     []lapse // likewise: why the ruling is not applied
	cause      string  // of the outcome that was emitted last
	numbered   int     // outcomes that have a number of their own; those of rulings have not
	outcomes   []events.Outcome
}

// Orders returns the accepted orders of the turn, seats in byte order, canonical lines in mail order.
func (t *Turn) Orders() []events.SeatOrders { return t.input.Orders }

// OrdersOf returns the accepted orders of one seat, in mail order; none if it is silent.
func (t *Turn) OrdersOf(seat string) []string {
	for _, o := range t.input.Orders {
		if o.Seat == seat {
			return o.Orders
		}
	}
	return nil
}

// Resigned returns the seats whose player has given up and whom nobody has replaced, in byte order.
func (t *Turn) Resigned() []string { return t.input.Resigned }

// HasResigned reports whether the seat is one of them.
func (t *Turn) HasResigned(seat string) bool { return slices.Contains(t.input.Resigned, seat) }

// CourierRulings returns what the umpire has ruled about dispatches on their way.
func (t *Turn) CourierRulings() []events.CourierRuling { return t.input.Couriers }

// Emit records the outcome, gives it its Ref, applies it to the state and
// returns the Ref. Name, Fields and Clause are the caller's; Dice are those that
// decided it; Cause is the Ref of the outcome that it follows from, or the
// order's (see [OrderRef]). Rulings that name the outcome are applied at once.
func (t *Turn) Emit(o events.Outcome) string {
	switch {
	case t.witnessing:
		panic("emitted while witnesses were told: " + o.Name)
	case o.Clause == "":
		panic("emitted without a clause: " + o.String())
	}
	if err := o.Check(); err != nil {
		panic(fmt.Errorf("emitted what cannot be stored: %w", err))
	}
	t.numbered++
	t.cause = o.Cause
	o.Ref = "t" + strconv.Itoa(t.Number) + "." + strconv.Itoa(t.numbered)
	t.record(o)
	t.applyRulings(&o)
	return o.Ref
}

// usualOutcomes is how many outcomes of a turn there is room for without growing.
const usualOutcomes = 128

func (t *Turn) record(o events.Outcome) {
	Fold(t.State, &o)
	if t.outcomes == nil {
		t.outcomes = make([]events.Outcome, 0, usualOutcomes)
	}
	t.outcomes = append(t.outcomes, o)
}

// orderRef begins what [OrderRef] returns.
const orderRef = "order:"

// OrderRef names a seat's n-th order of this turn as a cause: `order:french.north.3`.
func OrderRef(seat string, n int) string { return orderRef + seat + "." + strconv.Itoa(n) }

// Mark returns the number of outcomes so far; [Turn.Since] returns those
// emitted after it.
func (t *Turn) Mark() int { return len(t.outcomes) }

// Since returns the outcomes emitted after the mark, to give them Views; nothing
// else of them may be changed. The slice holds until the next Emit.
func (t *Turn) Since(mark int) []events.Outcome { return t.outcomes[mark:] }

// Over reports whether the game has ended in this turn.
func (t *Turn) Over() bool { return t.State.Over() != "" }
