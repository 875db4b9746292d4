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

// Result is the result of one turn. If Question is set, all other fields are zero: add an answer to the inputs and run
// the turn again.
type Result struct {
	Question  *Decision
	Outcomes  []events.Outcome
	State     State
	StateHash [32]byte     // SHA-256 of the canonical state: `path value` lines
	Rolled    []events.Die // all dice of the turn, in rolling order
}

// Unrecorded returns the names of dice that were rolled but are in no outcome, and of dice that are in an outcome but
// were not rolled with that value. A sound turn has neither: only recorded dice can be verified.
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

// Script gives named dice fixed values instead of values from the seed; see [dice.Roller]. It is for test cases and
// what-if runs only: the turns of a real game never have one.
type Script func(name string, least, most int) (value int, ok bool)

// Adjudicate runs turn in.Turn from the position before it. If the game is over it returns no outcomes and the state
// unchanged. It changes neither argument.
//
// It panics with a [*Broken] if an invariant of the ruleset is violated.
func Adjudicate(pos Position, in events.TurnInput) Result {
	return AdjudicateScripted(pos, in, nil)
}

// AdjudicateScripted is Adjudicate with dice values from a script.
func AdjudicateScripted(pos Position, in events.TurnInput, script Script) Result {
	if pos.State.Over() != "" {
		return Result{State: pos.State.Clone(), StateHash: Hash(pos.State)}
	}
	t := newTurn(pos, in, in.Turn, script)
	if script == nil { // the first run uses up a script's values
		t.lapsed = lapsedRulings(pos, in)
	}
	return t.play(pos.Ruleset)
}

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

// Open runs the opening before turn 1, in which the game is set up. Its outcomes are numbered `t0.n`. Its dice belong
// to turn 1, so in holds the seeds of turn 1. If the position's State is nil, the scenario's start is used.
func Open(pos Position, in events.TurnInput) Result { return OpenScripted(pos, in, nil) }

// OpenScripted is Open with dice values from a script.
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

// run runs the body of the turn and returns its result. It is the only place that recovers panics: a question becomes a
// result, and any other panic is raised again as a [*Broken].
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

// runPhase runs one phase, then lets the ruleset give its outcomes their views.
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
