package adjudicator

import (
	"fmt"
	"slices"
	"strconv"

	"galloper/adjudicator/dice"
	"galloper/events"
)

// Turn is the context of a phase: the scenario, the current state, the orders and the dice. Only [Turn.Emit] changes
// anything.
type Turn struct {
	Number   int // counts from 1; 0 during the opening
	Scenario Scenario
	State    State // read-only; only Emit changes it
	Dice     *dice.Roller

	// Memo keeps data of the ruleset between the phases of this turn, such as parsed orders or the units that have
	// moved. It is nil at the start of every turn. Data that must outlast the turn or be visible to a seat belongs into
	// an outcome.
	Memo any

	game       string
	phase      string
	witness    func(*Turn, []events.Outcome)
	witnessing bool
	input      events.TurnInput
	answered   []bool // by index into input.Answers
	asked      int
	ruled      []bool  // by index into input.Rulings
	met        []int   // likewise: number of outcomes so far that read as the ruling's anchor
	lapsed     []lapse // likewise: why the ruling is not applied
	cause      string  // cause of the outcome emitted last
	numbered   int     // outcomes with a number of their own, so without those of rulings
	outcomes   []events.Outcome
}

// Orders returns the accepted orders of the turn, seats in byte order, canonical lines in mail order.
func (t *Turn) Orders() []events.SeatOrders { return t.input.Orders }

// OrdersOf returns the accepted orders of one seat, in mail order, or nil if it sent none.
func (t *Turn) OrdersOf(seat string) []string {
	for _, o := range t.input.Orders {
		if o.Seat == seat {
			return o.Orders
		}
	}
	return nil
}

// Resigned returns the seats whose player has resigned and has not been replaced, in byte order.
func (t *Turn) Resigned() []string { return t.input.Resigned }

// HasResigned reports whether the seat's player has resigned and has not been replaced.
func (t *Turn) HasResigned(seat string) bool { return slices.Contains(t.input.Resigned, seat) }

// CourierRulings returns the umpire's rulings on dispatches under way.
func (t *Turn) CourierRulings() []events.CourierRuling { return t.input.Couriers }

// Emit records the outcome, gives it its Ref, applies it to the state and returns the Ref. The caller sets Name, Fields
// and Clause, the Dice that decided the outcome, and as Cause the Ref of an earlier outcome or of an order (see
// [OrderRef]). Rulings on the outcome are applied at once. Emit panics if the outcome has no clause or cannot be
// stored, or during witnessing.
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

const usualOutcomes = 128

func (t *Turn) record(o events.Outcome) {
	Fold(t.State, &o)
	if t.outcomes == nil {
		t.outcomes = make([]events.Outcome, 0, usualOutcomes)
	}
	t.outcomes = append(t.outcomes, o)
}

// orderRef is the prefix of an [OrderRef].
const orderRef = "order:"

// OrderRef returns the cause that names a seat's n-th order of this turn: `order:french.north.3`.
func OrderRef(seat string, n int) string { return orderRef + seat + "." + strconv.Itoa(n) }

// Mark returns the number of outcomes so far, as an argument of [Turn.Since].
func (t *Turn) Mark() int { return len(t.outcomes) }

// Since returns the outcomes emitted after the mark. The caller may only set their Views. The slice is valid until the
// next Emit.
func (t *Turn) Since(mark int) []events.Outcome { return t.outcomes[mark:] }

// Over reports whether the game has ended in this turn.
func (t *Turn) Over() bool { return t.State.Over() != "" }
