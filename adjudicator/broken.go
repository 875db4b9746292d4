package adjudicator

import (
	"fmt"
	"slices"
	"strings"

	"galloper/events"
)

// Broken is what [Adjudicate] panics with where an invariant does not hold: the
// game must be held until somebody has looked; others may go on.
type Broken struct {
	Game     string
	Turn     int
	Phase    string           // `III.2 volleys`
	Order    string           // what was being carried out when last it was said: `order 3 of french.north`; may be empty
	Outcomes []events.Outcome // of the turn, so far
	Cause    any              // what the ruleset panicked with
}

// Error says where the turn broke, behind which outcome and in carrying out which order.
func (b *Broken) Error() string {
	last := "before its first outcome"
	if n := len(b.Outcomes); n > 0 {
		last = fmt.Sprintf("after %s %s", b.Outcomes[n-1].Ref, b.Outcomes[n-1].Name)
	}
	if b.Order != "" {
		last += " in carrying out " + b.Order
	}
	return fmt.Sprintf("adjudicator: %s turn %d broke in phase %s, %s: %v", b.Game, b.Turn, b.Phase, last, b.Cause)
}

// orderBehind follows causes back to an order of the turn; "" where there is none.
func (t *Turn) orderBehind(cause string) string {
	for range t.outcomes {
		i := slices.IndexFunc(t.outcomes, func(o events.Outcome) bool { return o.Ref == cause })
		if i < 0 {
			break
		}
		cause = t.outcomes[i].Cause
	}
	order, ok := strings.CutPrefix(cause, orderRef)
	if at := strings.LastIndexByte(order, '.'); ok && at > 0 {
		return "order " + order[at+1:] + " of " + order[:at]
	}
	return ""
}

// Unwrap returns the cause where it is an error.
func (b *Broken) Unwrap() error {
	err, _ := b.Cause.(error)
	return err
}
