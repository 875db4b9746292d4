package umpire

import (
	"errors"
	"fmt"
	"strconv"

	"galloper/adjudicator"
	"galloper/events"
)

// Input adds the acts of the umpire's mail in a test case to a turn's input: RULE, REROLL and COURIER. They need not
// name the turn or a reason.
func Input(_ adjudicator.Position, mail string, in *events.TurnInput) error {
	acts, faults := ReadOf(mail, in.Turn)
	if len(faults) > 0 {
		return errors.New(faults[0].String())
	}
	for _, a := range acts {
		switch {
		case a.Turn != in.Turn:
			return fmt.Errorf(
				"line %d: %s: it names turn %d; write: TURN %d, or none",
				a.Line,
				a.Source,
				a.Turn,
				in.Turn,
			)
		case a.Word == "RULE":
			in.Rulings = append(in.Rulings, events.Ruling{Outcome: a.Of, Text: a.Text, Sets: a.Sets})
		case a.Word == "REROLL":
			in.Rerolls = append(
				in.Rerolls,
				events.Reroll{Die: a.Of, Salt: strconv.Itoa(timesRerolled(in.Rerolls, a.Of) + 1)},
			)
		case a.Word == "COURIER":
			in.Couriers = append(
				in.Couriers,
				events.CourierRuling{Dispatch: a.Of, Fate: a.Fate, By: a.As, Turns: a.Number},
			)
		default:
			return fmt.Errorf(
				"line %d: %s: %s is no input of a turn that a case can give; write: RULE, REROLL or COURIER",
				a.Line,
				a.Source,
				a.Word,
			)
		}
	}
	return nil
}

func timesRerolled(rerolls []events.Reroll, die string) (times int) {
	for _, r := range rerolls {
		if r.Die == die {
			times++
		}
	}
	return times
}
