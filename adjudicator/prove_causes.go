package adjudicator

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"galloper/events"
)

// rollFields are the fields of outcomes that dice decided, where they are not "-". A score is one beside what it had
// to be.
var rollFields = []string{"roll", "rolls", "rolled", "face", "faces"}

// proveCauses proves that every outcome has a cause, unless its row says why it may have none, that the cause is an
// order of the turn or an outcome before it, and that an outcome which tells of a roll leads to the dice.
func proveCauses(pos Position, in events.TurnInput, res Result) error {
	uncaused := map[string]string{}
	for _, row := range pos.Ruleset.Outcomes {
		uncaused[row.Name] = row.Uncaused
	}
	dice := map[string]bool{} // by Ref: whether the chain of causes leads to dice
	for i := range res.Outcomes {
		o := &res.Outcomes[i]
		if strings.HasPrefix(o.Name, "ruling.") || strings.HasPrefix(o.Name, "sight.") {
			continue
		}
		if o.Cause == "" && uncaused[o.Name] == "" && len(in.Rulings) == 0 {
			return fmt.Errorf("turn %d: %s has no cause: %s", in.Turn, o.Ref, o)
		}
		led, earlier := dice[o.Cause]
		if o.Cause != "" && !earlier && !isBefore(o.Cause, in) {
			return fmt.Errorf("turn %d: %s follows from %s, which is neither an outcome before it nor an order: %s", in.Turn,
				o.Ref, o.Cause, o)
		}
		dice[o.Ref] = led || len(o.Dice) > 0
		rolled := slices.ContainsFunc(o.Fields, func(f events.Field) bool {
			return f.Value != "-" && (slices.Contains(rollFields, f.Key) || f.Key == "score" && o.Get("need") != "")
		})
		if rolled && !dice[o.Ref] {
			return fmt.Errorf("turn %d: %s does not lead to the dice that decided it: %s", in.Turn, o.Ref, o)
		}
	}
	return nil
}

// isBefore reports whether the cause is an order of the turn or an outcome of an earlier one.
func isBefore(cause string, in events.TurnInput) bool {
	id, isOrder := strings.CutPrefix(cause, orderRef)
	if !isOrder {
		turn, _, ok := strings.Cut(strings.TrimPrefix(cause, "t"), ".")
		n, err := strconv.Atoi(turn)
		return ok && err == nil && n < in.Turn
	}
	return slices.ContainsFunc(in.Orders, func(o events.SeatOrders) bool {
		rest, ok := strings.CutPrefix(id, o.Seat+".")
		n, err := strconv.Atoi(rest)
		return ok && err == nil && n >= 1 && n <= len(o.Orders)
	})
}
