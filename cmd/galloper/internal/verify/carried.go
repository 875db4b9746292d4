package verify

import (
	"bytes"
	"fmt"
	"slices"

	"galloper/cmd/galloper/internal/game"
	"galloper/events"
)

// carriedAgain lays the rolls of earlier battles over the author's part of the scenario again, with the dice of the
// seed of turn 1, and compares the result with the record.
func carriedAgain(g *game.Game, seed events.Hash) error {
	made, was := g.Campaign.Created(), g.Campaign.Carried()
	again, err := game.CarryAgain(g, seed)
	if err != nil || len(was.Rolls) == 0 {
		return err
	}
	if again.Text != made.Scenario {
		return fmt.Errorf("line %d of its scenario does not follow from the rolls, the dice and the rulings",
			firstChange(again.Text, made.Scenario))
	}
	packed, err := events.Pack(was, again.ArmyCarried)
	if err == nil && !bytes.Equal(packed[0].Data, packed[1].Data) {
		err = fmt.Errorf("the dice or fates of army.carried are not those of the seed of turn 1")
	}
	return err
}

// firstChange returns the number of the first line in which two texts differ.
func firstChange(a, b string) int {
	n := 0
	for n < min(len(a), len(b)) && a[n] == b[n] {
		n++
	}
	return 1 + bytes.Count([]byte(a[:n]), []byte("\n"))
}

// Together checks archives against each other: each roll that a game was made from must be that of its archive. It
// adds the faults to the results, and the rolls that it cannot check because an archive is missing.
func Together(results []Result) {
	for i := range results {
		r := &results[i]
		if !r.OK {
			continue
		}
		for _, roll := range r.game.Campaign.Carried().Rolls {
			at := slices.IndexFunc(results, func(o Result) bool { return o.Game == roll.Game })
			if at < 0 {
				r.Alone = append(r.Alone, roll.Game)
				continue
			}
			if fault := rollFault(&results[at], roll); fault != "" {
				r.OK, r.Fault = false, fmt.Sprintf("its roll of %s: %s", roll.Game, fault)
				break
			}
		}
	}
}

// rollFault says why the roll is not that of the archive, or returns "".
func rollFault(from *Result, roll events.Roll) string {
	if !from.OK {
		return "its archive " + from.File + " is wrong itself"
	}
	if !from.heads[roll.Head] {
		return "no line of " + from.File + " has its head " + roll.Head.String()
	}
	is, err := game.Roll(from.game)
	if err != nil {
		return err.Error() + ": it was taken back after the roll was made"
	}
	for i, u := range is.Units {
		if i >= len(roll.Units) || roll.Units[i] != u {
			return fmt.Sprintf("the unit %s is not as %s leaves it: %d of %d", u.ID, from.File, u.Left, u.Began)
		}
	}
	is.Head = roll.Head
	if is.Sealed().Check != roll.Check {
		return "it is not what " + from.File + " leaves, in its officers, its result or its state"
	}
	return ""
}
