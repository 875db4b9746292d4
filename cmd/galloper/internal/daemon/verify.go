package daemon

import (
	"fmt"
	"iter"

	"galloper/adjudicator"
	"galloper/adjudicator/dice"
	"galloper/cmd/galloper/internal/game"
	"galloper/events"
	"galloper/events/archive"
)

// Verify checks an archive: the chain, the seeds, every die, and that adjudicating
// the inputs again gives the same outcomes and state. The error names the first line
// that fails, and why.
func Verify(rulesets []*adjudicator.Ruleset, lines iter.Seq2[archive.Line, error]) (archive.Summary, error) {
	v := verifier{rulesets: rulesets, game: game.New()}
	return archive.Check{Die: dice.Check, Each: v.each, Extra: v.beside}.Run(lines)
}

// verifier adjudicates again what an archive says was adjudicated.
type verifier struct {
	rulesets []*adjudicator.Ruleset
	game     *game.Game
	opened   events.GameOpened
	salted   []salted
}

// salted is a turn that was played again: its salt can be checked when the seed of
// the turn `by` is revealed.
type salted struct {
	turn, branch, by int
	salt             string
}

// salts checks the salt of a turn that was played before, as far as seeds are known.
func (v *verifier) salts(was *events.TurnAdjudicated) error {
	seen, branch := v.game.Campaign.SeenBefore(), len(v.game.Campaign.Reverts())
	if again := was.Turn <= seen; again != (was.Salt != "") {
		return fmt.Errorf(
			"turn %d has the salt %q; a turn has one if and only if it was played before and reverted",
			was.Turn,
			was.Salt,
		)
	}
	if was.Salt != "" {
		v.salted = append(v.salted, salted{was.Turn, branch, seen + 1, was.Salt})
	}
	for _, s := range v.salted {
		if s.by != was.Turn {
			continue
		}
		if want := dice.BranchSalt(was.Seed, v.game.Name(), s.branch, s.turn); s.salt != want {
			return fmt.Errorf(
				"turn %d was played again with the salt %s; the seed of turn %d gives %s",
				s.turn,
				s.salt,
				was.Turn,
				want,
			)
		}
	}
	return nil
}

func (v *verifier) each(c *events.Commit, data []events.Data) error {
	for _, d := range data {
		switch d := d.(type) {
		case events.GameOpened:
			v.opened = d
		case events.TurnAdjudicated:
			if err := v.again(&d); err != nil {
				return err
			}
		}
	}
	return v.game.Apply(v.rulesets, c)
}

// again adjudicates the turn from what was recorded before its result.
func (v *verifier) again(was *events.TurnAdjudicated) error {
	t := v.game.Campaign.Turn(was.Turn)
	if t == nil || v.game.Rules == nil {
		return fmt.Errorf("turn %d has a result, but was never opened", was.Turn)
	}
	if was.Turn == 1 && len(v.game.Campaign.Superseded()) == 0 {
		if err := v.openingAgain(was); err != nil {
			return err
		}
	}
	if err := v.salts(was); err != nil {
		return err
	}
	in := t.Input()
	in.Seed, in.Sealed, in.Salt = was.Seed, was.SealedSeed, was.Salt
	res, broken := game.Adjudicate(v.game.Position(), in)
	if broken != nil {
		return fmt.Errorf("turn %d breaks when it is adjudicated again: %w", was.Turn, broken)
	}
	if res.Question != nil {
		return fmt.Errorf(
			"turn %d asks %s when it is adjudicated again, but no answer is recorded",
			was.Turn,
			res.Question.Name,
		)
	}
	return archive.Compare(
		was,
		&events.TurnAdjudicated{Turn: was.Turn, Outcomes: res.Outcomes, State: res.StateHash, Over: res.State.Over()},
	)
}

// openingAgain checks the opening, once turn 1 has revealed its seeds.
func (v *verifier) openingAgain(first *events.TurnAdjudicated) error {
	pos := v.game.Position()
	pos.State = v.game.Scenario.Start()
	res := adjudicator.Open(pos, events.TurnInput{Turn: 1, Seed: first.Seed, Sealed: first.SealedSeed})
	err := archive.Compare(
		&events.TurnAdjudicated{Outcomes: v.opened.Outcomes, State: v.opened.State},
		&events.TurnAdjudicated{Outcomes: res.Outcomes, State: res.StateHash},
	)
	if err != nil {
		return fmt.Errorf("the opening: %w", err)
	}
	return nil
}
