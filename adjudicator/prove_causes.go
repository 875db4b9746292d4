package adjudicator

import (
	"fmt"
	"slices"
	"strings"

	"galloper/events"
)

// rollFields lists the fields of outcomes with the result of dice, unless their value is "-".
var rollFields = []string{"roll", "rolls", "rolled", "face", "faces"}

// proveCauses checks that every outcome has a cause, unless its row excuses it; that the cause is an order of the turn
// or an earlier outcome; and that outcomes with a roll lead back to its dice. Facts need no cause: they are the
// knowledge of a seat when the turn ends.
func proveCauses(pos Position, in events.TurnInput, res Result) error {
	excused := map[string]bool{}
	for _, row := range pos.Ruleset.Outcomes {
		excused[row.Name] = row.Uncaused != ""
	}
	dice := map[string]bool{} // by Ref of an order or an earlier outcome: whether its chain of causes has dice
	for _, given := range in.Orders {
		for n := range given.Orders {
			dice[OrderRef(given.Seat, n+1)] = false
		}
	}
	for i := range res.Outcomes {
		o := &res.Outcomes[i]
		led, known := dice[o.Cause]
		dice[o.Ref] = led || len(o.Dice) > 0
		turn := events.TurnOf(o.Cause)
		fault := ""
		switch rolled := slices.ContainsFunc(o.Fields, func(f events.Field) bool {
			return f.Value != "-" && (slices.Contains(rollFields, f.Key) || f.Key == "score" && o.Get("need") != "")
		}); {
		case strings.HasPrefix(o.Name, "ruling."), strings.HasPrefix(o.Name, "sight."):
		case o.Cause == "" && !excused[o.Name] && len(in.Rulings) == 0:
			fault = "has no cause"
		case o.Cause != "" && !known && (turn < 0 || turn >= in.Turn):
			fault = "follows from " + o.Cause + ", which is neither an outcome before it nor an order"
		case rolled && !dice[o.Ref]:
			fault = "does not lead to the dice that decided it"
		}
		if fault != "" {
			return fmt.Errorf("turn %d: %s %s: %s", in.Turn, o.Ref, fault, o)
		}
	}
	return nil
}
