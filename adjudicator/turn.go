package adjudicator

import (
	"galloper/adjudicator/dice"
	"galloper/events"
)

// Turn is what a phase works with: the scenario, the state so far, the orders,
// the dice, and the only way to change anything: Emit.
type Turn struct {
	Number   int
	Scenario Scenario
	State    State
	Dice     *dice.Roller
	// unexported: outcomes so far, inputs, answers used, …
	outcomes []events.Outcome
	input    events.TurnInput
}

// Orders returns the accepted orders of the turn, seats in byte order, canonical lines in mail order.
func (t *Turn) Orders() []events.SeatOrders { return t.input.Orders }

// Emit records the outcome, gives it its Ref, applies it to the state and returns the Ref.
// Clause, Name and Fields are the caller's; Dice are those that decided it.
func (t *Turn) Emit(o events.Outcome) string { panic("skeleton") }

// Mark returns the number of outcomes so far; Since returns those emitted after it
// (to give them Views; nothing else of them may be changed).
func (t *Turn) Mark() int                       { return len(t.outcomes) }
func (t *Turn) Since(mark int) []events.Outcome { return t.outcomes[mark:] }

// Decision is a question that must be answered in mid-turn.
type Decision struct {
	Name    string // `reaction/1foot`
	Seat    string // seat, or `umpire`
	Text    string // the question as the person reads it
	Options []string
	Default string
}

// Ask returns the answer to the decision. Where none is among the inputs the
// turn stops there, and Adjudicate returns the question.
func (t *Turn) Ask(d Decision) events.Answer { panic("skeleton") }
