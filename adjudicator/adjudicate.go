package adjudicator

import (
	"slices"

	"galloper/adjudicator/dice"
	"galloper/events"
)

// Position is a game between two turns.
type Position struct {
	Game     string // slug
	Ruleset  *Ruleset
	Scenario Scenario
	Turn     int   // last turn adjudicated; 0 before the first
	State    State // never changed by this package
}

// Result is what one turn came to. If Question is set, nothing else is: the
// turn must be run again with an answer to it added to the inputs.
type Result struct {
	Question  *Decision
	Outcomes  []events.Outcome
	State     State
	StateHash [32]byte     // SHA-256 of the canonical state: `path value` lines
	Rolled    []events.Die // all dice of the turn, in the order in which they were rolled
}

// Unrecorded returns the names of dice that were rolled and stand in no outcome, and
// of those that stand in one and were not rolled so. There must be none of either: who
// checks a game can only check what is recorded.
func (r Result) Unrecorded() (missing, invented []string) {
	recorded := map[events.Die]bool{}
	for i := range r.Outcomes {
		for _, d := range r.Outcomes[i].Dice {
			recorded[d] = true
			if !slices.Contains(r.Rolled, d) {
				invented = append(invented, d.Name)
			}
		}
	}
	for _, d := range r.Rolled {
		if !recorded[d] {
			missing = append(missing, d.Name)
		}
	}
	return missing, invented
}

// Script gives named dice their values instead of the seed; see [dice.Roller].
// It is for test cases and for looking at what might have been: a game's own
// turns have none.
type Script func(name string, least, most int) (value int, ok bool)

// Adjudicate runs the turn in.Turn from the position before it. A game that is
// over stays as it is: no outcomes. Neither argument is changed.
//
// It panics with a [*Broken] where an invariant of the ruleset does not hold.
func Adjudicate(pos Position, in events.TurnInput) Result {
	return AdjudicateScripted(pos, in, nil)
}

// AdjudicateScripted is Adjudicate with dice that a script knows.
func AdjudicateScripted(pos Position, in events.TurnInput, script Script) Result {
	if pos.State.Over() != "" {
		return Result{State: pos.State.Clone(), StateHash: Hash(pos.State)}
	}
	t := newTurn(pos, in, in.Turn, script)
	if script == nil { // a script's values are used up by the first run
		t.lapsed = lapsedRulings(pos, in)
	}
	return t.play(pos.Ruleset)
}

// play runs the turn's phases.
func (t *Turn) play(rs *Ruleset) Result {
	return t.run(func() {
		for _, p := range rs.Phases {
			if t.Over() {
				break
			}
			t.runPhase(p)
		}
		t.applyLateRulings()
		for _, p := range rs.Closing {
			t.runPhase(p)
		}
	})
}

// Open runs what comes before turn 1: what is known and drawn when the game is
// set up. Its outcomes are `t0.n`; its dice belong to turn 1, whose seeds in has.
// The position's State may be nil: the game starts where its scenario does.
func Open(pos Position, in events.TurnInput) Result { return OpenScripted(pos, in, nil) }

// OpenScripted is Open with dice that a script knows.
func OpenScripted(pos Position, in events.TurnInput, script Script) Result {
	if pos.State == nil {
		pos.State = pos.Scenario.Start()
	}
	t := newTurn(pos, in, 0, script)
	return t.run(func() {
		if pos.Ruleset.Open != nil {
			t.runPhase(Phase{"opening", "the game is set up", pos.Ruleset.Open})
		}
	})
}

func newTurn(pos Position, in events.TurnInput, number int, script Script) *Turn {
	salts := map[string]string{}
	for _, r := range in.Rerolls {
		salts[r.Die] = r.Salt
	}
	return &Turn{
		Number:   number,
		Scenario: pos.Scenario,
		State:    pos.State.Clone(),
		Dice: &dice.Roller{
			Game: pos.Game, Turn: max(number, 1),
			Seed: events.SharedKey(in.Seed, in.Shared), SealedSeed: events.SharedKey(in.Sealed, in.Shared),
			Sealed: pos.Ruleset.Sealed,
			Salt:   in.Salt, Salts: salts, Script: script,
		},
		game:     pos.Game,
		witness:  pos.Ruleset.Witness,
		input:    in,
		answered: make([]bool, len(in.Answers)),
		ruled:    make([]bool, len(in.Rulings)),
		met:      make([]int, len(in.Rulings)),
		lapsed:   make([]lapse, len(in.Rulings)),
	}
}

// run runs the body of the turn and returns what it came to. It is the only
// place where a panic is recovered: a question is a result, all else is broken.
func (t *Turn) run(body func()) (res Result) {
	defer func() {
		switch p := recover().(type) {
		case nil:
		case question:
			res = Result{Question: &p.Decision}
		default:
			panic(&Broken{Game: t.game, Turn: t.Number, Phase: t.phase, Order: t.orderBehind(t.cause), Outcomes: t.outcomes,
				Cause: p})
		}
	}()
	body()
	return Result{Outcomes: t.outcomes, State: t.State, StateHash: Hash(t.State), Rolled: t.Dice.Rolled()}
}

// runPhase runs one phase, and lets the ruleset say who is told of what it brought.
func (t *Turn) runPhase(p Phase) {
	t.phase = p.Clause + " " + p.Title
	mark := t.Mark()
	p.Run(t)
	t.witnessed(mark)
}

func (t *Turn) witnessed(mark int) {
	t.witnessing = true
	if t.witness != nil && t.Mark() > mark {
		t.witness(t, t.Since(mark))
	}
	t.witnessing = false
	t.tellRulings(mark)
}
