package game

import (
	"errors"

	"galloper/adjudicator"
	"galloper/adjudicator/dice"
	"galloper/adjudicator/scenario"
	"galloper/events"
	"galloper/projections/campaign"
)

// Roll returns the roll of the armies after the game's battle, which must be over.
func Roll(g *Game) (events.Roll, error) {
	made := g.Campaign.Created()
	switch phase := g.Campaign.Phase(); {
	case g.Rules == nil || g.Rules.Carry.Strength == "":
		return events.Roll{}, Refuse("the rules page says which rules have campaigns", "these rules have no rolls")
	case phase == campaign.Held:
		return events.Roll{}, Refuse("galloper rule "+g.Name()+" RESUME; the roll is made when the battle is over",
			"the game %s is on hold", g.Name())
	case phase != campaign.Over && len(g.Campaign.Reverts()) > 0:
		return events.Roll{}, Refuse("play it to its end again", "the game %s was taken back, and is not over", g.Name())
	case phase != campaign.Over:
		return events.Roll{}, Refuse("play it to its end; galloper audit "+g.Name()+" shows where it stands",
			"the game %s is not over", g.Name())
	}
	var turns [][]events.Outcome
	for n := 1; n <= g.reported; n++ {
		outcomes, err := g.outcomes(n)
		if err != nil {
			return events.Roll{}, err
		}
		turns = append(turns, outcomes)
	}
	winner, _ := adjudicator.Lookup(g.State, adjudicator.WinnerItem)
	roll := events.Roll{Version: events.RollVersion, Game: g.Name(), Title: g.Title(), Ruleset: made.Ruleset,
		Rules: made.Version, Head: g.Campaign.Head().Hash, Turn: g.reported, Result: g.Campaign.Result(), Winner: winner}
	if t := g.Campaign.Turn(g.reported); t != nil && t.Result != nil {
		roll.State = t.Result.State
	}
	for _, o := range g.Campaign.Carried().Away {
		if o.Fate != adjudicator.FateWounded {
			roll.Officers = append(roll.Officers, o)
		}
	}
	units, fell := g.Rules.Roll(g.Name(), g.Scenario, g.State, turns)
	roll.Units, roll.Officers = units, append(roll.Officers, fell...)
	return roll.Sealed(), nil
}

// CheckCarried refuses rolls that cannot be carried into the scenario, before any die is rolled.
func CheckCarried(rules *adjudicator.Ruleset, file, author string, terms events.ArmyCarried) error {
	if _, carries := scenario.Author(author); carries {
		return Refuse("name the author's file", "the file has the key carried, which only galloper new --roll writes")
	}
	if len(terms.Rolls) == 0 {
		return nil
	}
	_, err := rules.CarryInto(file, author, terms, nil)
	return CarryRefused(err)
}

// CarryAgain carries the rolls of a game into the author's part of its scenario again, with the seed of turn 1. The
// army is empty if the game has no rolls. It returns an error if the scenario has `carried` without rolls, or the
// reverse.
func CarryAgain(g *Game, seed events.Hash) (army adjudicator.Army, err error) {
	made, was := g.Campaign.Created(), g.Campaign.Carried()
	author, carries := scenario.Author(made.Scenario)
	switch {
	case carries != (len(was.Rolls) > 0):
		return army, errors.New("its scenario has the key carried and its first commit no rolls, or the reverse")
	case !carries:
		return army, nil
	}
	return g.Rules.CarryInto(g.Name()+".yaml", author, was, &dice.Roller{Game: g.Name(), Turn: 1, Seed: seed})
}

// CarryRefused returns the error of a carry with its next step.
func CarryRefused(err error) error {
	var no *adjudicator.CarryError
	if errors.As(err, &no) {
		return Refuse(no.Next, "%s", no.What)
	}
	return err
}
