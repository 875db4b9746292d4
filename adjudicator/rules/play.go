package rules

import (
	"iter"
	"slices"

	"galloper/adjudicator"
	"galloper/events"
)

// Play is a turn with its typed battle and state. Phases are written on it.
type Play[B Battle, S any] struct {
	*adjudicator.Turn
	Battle B
	// Cause is the Ref of the outcome or order that the next emitted outcomes follow from.
	Cause string

	verbs    *speech[B]
	outcomes *outcomeIndex[S]
	views    func(*events.Outcome) []events.View
	told     int // number of the turn's dice that outcomes have reported
	apart    adjudicator.State
}

// State returns the current state, read-only; only Emit changes it.
func (p *Play[B, S]) State() *S {
	if p.apart != nil {
		return StateOf[S](p.apart)
	}
	return StateOf[S](p.Turn.State)
}

// Detach starts a phase that moves things step by step and emits only their final places. From then on State returns a
// copy that the phase may modify. Outcomes change both the copy and the real state.
func (p *Play[B, S]) Detach() *S {
	p.apart = p.Turn.State.Clone()
	return p.State()
}

// Rejoin ends a detached phase. The emitted outcomes must have brought the real state to the same end.
func (p *Play[B, S]) Rejoin() *S {
	p.apart = nil
	return p.State()
}

// Now returns the number of the turn.
func (p *Play[B, S]) Now() int { return p.Number }

// HasSeat reports whether a seat with the id exists.
func (p *Play[B, S]) HasSeat(id string) bool {
	return slices.ContainsFunc(p.Battle.Seats(), func(s adjudicator.Seat) bool { return s.ID == id })
}

// Emit emits an outcome by the clause of its row, with the dice rolled since the last outcome. Fields are alternating
// keys and values. It returns the outcome's Ref.
func (p *Play[B, S]) Emit(name string, fields ...any) string { return p.EmitBy("", name, fields...) }

// EmitBy is Emit with a clause other than the row's.
func (p *Play[B, S]) EmitBy(clause, name string, fields ...any) string {
	var dice []events.Die
	if rolled := p.Dice.Rolled(); len(rolled) > p.told {
		dice = slices.Clip(rolled[p.told:])
	}
	return p.EmitWith(dice, clause, name, fields...)
}

// EmitWith is EmitBy with explicit dice, for outcomes not decided by all dice since the last outcome.
func (p *Play[B, S]) EmitWith(dice []events.Die, clause, name string, fields ...any) string {
	o := p.outcome(clause, name, events.Fields(fields...))
	o.Dice = dice
	if p.views != nil {
		o.Views = p.views(&o)
	}
	p.told = len(p.Dice.Rolled())
	return p.tell(o)
}

// tell emits an outcome and applies it to the copy of the state, if there is one.
func (p *Play[B, S]) tell(o events.Outcome) string {
	mark := p.Mark()
	ref := p.Turn.Emit(o)
	if p.apart != nil {
		told := p.Since(mark)
		for i := range told {
			adjudicator.Fold(p.apart, &told[i])
		}
	}
	return ref
}

// outcome returns an outcome checked against its row, with its clause and cause.
func (p *Play[B, S]) outcome(clause, name string, fields []events.Field) events.Outcome {
	o := events.Outcome{Name: name, Fields: fields, Clause: clause}
	var err error
	if o.Clause, err = p.outcomes.check(&o); err != nil {
		panic(err)
	}
	o.Cause = p.Turn.State.(*state[S]).cause(&o, p.Number, p.Cause)
	return o
}

// Row returns the row of an outcome, or nil.
func (p *Play[B, S]) Row(name string) *Outcome[S] { return p.outcomes.row(name) }

// Because runs the body with ref as the cause of its outcomes.
func (p *Play[B, S]) Because(ref string, body func()) {
	defer p.Follow(p.Follow(ref))
	body()
}

// Follow makes ref the cause of the next outcomes, and returns the previous cause.
func (p *Play[B, S]) Follow(ref string) (before string) {
	before, p.Cause = p.Cause, ref
	return before
}

// Given yields the turn's orders with the verb, seats in byte order, each in mail order. Outcomes emitted in the loop
// body follow from the order.
func (p *Play[B, S]) Given(verb string) iter.Seq[Order] {
	return func(yield func(Order) bool) {
		for _, given := range p.Orders() {
			for i, line := range given.Orders {
				o, more := p.verbs.recorded(given.Seat, i+1, line), true
				if o.Verb == verb {
					p.Because(o.Ref(), func() { more = yield(o) })
				}
				if !more {
					return
				}
			}
		}
	}
}
