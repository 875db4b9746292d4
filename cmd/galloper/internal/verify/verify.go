// Package verify checks archives without a store, a mailbox or a network, for `galloper verify` and for the
// page that checks archives in a browser.
package verify

import (
	"errors"
	"fmt"
	"iter"
	"slices"
	"strings"

	"galloper/adjudicator"
	"galloper/adjudicator/dice"
	"galloper/cmd/galloper/internal/game"
	"galloper/events"
	"galloper/events/archive"
)

// Record checks an archive line by line: the hash chain, the seeds, every die, and that adjudicating the
// recorded inputs again gives the same outcomes and state. The error names the first line that fails, and why.
func Record(rulesets []*adjudicator.Ruleset, lines iter.Seq2[archive.Line, error]) (archive.Summary, error) {
	sum, _, err := record(rulesets, lines)
	return sum, err
}

func record(rulesets []*adjudicator.Ruleset, lines iter.Seq2[archive.Line, error]) (
	archive.Summary, *game.Game, error) {
	v := Verifier{Rulesets: rulesets, Game: game.New()}
	sum, err := archive.Check{Die: dice.Check, Each: v.checkCommit, Extra: v.checkSecret}.Run(lines)
	return sum, v.Game, err
}

// Verifier adjudicates the turns of an archive again and compares the results with those recorded.
type Verifier struct {
	Rulesets []*adjudicator.Ruleset
	Game     *game.Game
	opened   events.GameOpened
	Salted   []Salted
}

// Salted is a turn that was replayed after a revert. Its salt can be checked once the seed of turn By is
// revealed.
type Salted struct {
	Turn, Branch, By int
	Salt             string
}

// Salts checks the salts of replayed turns, as far as the seeds that they derive from are revealed.
func (v *Verifier) Salts(was *events.TurnAdjudicated) error {
	seen, branch := v.Game.Campaign.SeenBefore(), len(v.Game.Campaign.Reverts())
	if again := was.Turn <= seen; again != (was.Salt != "") {
		return fmt.Errorf("turn %d has the salt %q; a turn has one if and only if it was played before and reverted",
			was.Turn, was.Salt)
	}
	if was.Salt != "" {
		v.Salted = append(v.Salted, Salted{was.Turn, branch, seen + 1, was.Salt})
	}
	for _, s := range v.Salted {
		if s.By != was.Turn {
			continue
		}
		if want := dice.BranchSalt(was.Seed, v.Game.Name(), s.Branch, s.Turn); s.Salt != want {
			return fmt.Errorf("turn %d was played again with the salt %s; the seed of turn %d gives %s", s.Turn, s.Salt,
				was.Turn, want)
		}
	}
	return nil
}

func (v *Verifier) checkCommit(c *events.Commit, data []events.Data) error {
	for _, d := range data {
		switch d := d.(type) {
		case events.GameOpened:
			v.opened = d
		case events.TurnAdjudicated:
			if err := v.readjudicate(&d); err != nil {
				return err
			}
		}
	}
	if err := v.Game.Apply(v.Rulesets, c); err != nil || v.Game.Rules == nil || c.First > 1 {
		return err
	}
	seats := v.Game.Scenario.Seats()
	is := func(id string, s adjudicator.Seat) bool { return id == s.ID }
	if made := v.Game.Campaign.Created().Seats; !slices.EqualFunc(made, seats, is) {
		return fmt.Errorf("it was made with the seats %s, but its scenario has others", strings.Join(made, ", "))
	}
	return nil
}

// readjudicate adjudicates the turn from the inputs recorded before its result.
func (v *Verifier) readjudicate(was *events.TurnAdjudicated) error {
	t := v.Game.Campaign.Turn(was.Turn)
	if t == nil || v.Game.Rules == nil {
		return fmt.Errorf("turn %d has a result, but was never opened", was.Turn)
	}
	if was.Turn == 1 && len(v.Game.Campaign.Superseded()) == 0 {
		if err := errors.Join(carriedAgain(v.Game, was.Seed), v.openingAgain(was)); err != nil {
			return err
		}
	}
	if err := v.Salts(was); err != nil {
		return err
	}
	if !slices.Equal(was.Shared, game.SharedBy(v.Game, t)) {
		return fmt.Errorf("turn %d says that its dice were shared by the mails %v, but the orders in force came with %v",
			was.Turn, was.Shared, game.SharedBy(v.Game, t))
	}
	in := t.Input()
	in.Seed, in.Sealed, in.Salt, in.Shared = was.Seed, was.SealedSeed, was.Salt, was.Shared
	res, broken := game.Adjudicate(v.Game.Position(), in)
	if broken != nil {
		return fmt.Errorf("turn %d breaks when it is adjudicated again: %w", was.Turn, broken)
	}
	if res.Question != nil {
		return fmt.Errorf("turn %d asks %s when it is adjudicated again, but no answer is recorded", was.Turn,
			res.Question.Name)
	}
	return archive.Compare(was,
		&events.TurnAdjudicated{Turn: was.Turn, Outcomes: res.Outcomes, State: res.StateHash, Over: res.State.Over()})
}

// openingAgain checks the opening, whose seeds are revealed with turn 1.
func (v *Verifier) openingAgain(first *events.TurnAdjudicated) error {
	pos := v.Game.Position()
	pos.State = v.Game.Scenario.Start()
	res := adjudicator.Open(pos, events.TurnInput{Turn: 1, Seed: first.Seed, Sealed: first.SealedSeed})
	err := archive.Compare(&events.TurnAdjudicated{Outcomes: v.opened.Outcomes, State: v.opened.State},
		&events.TurnAdjudicated{Outcomes: res.Outcomes, State: res.StateHash})
	if err != nil {
		return fmt.Errorf("the opening: %w", err)
	}
	return nil
}
