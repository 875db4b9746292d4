package adjudicator

import (
	"fmt"
	"slices"
	"strings"

	"galloper/events"
)

// Broken is the value that [Adjudicate] panics with if an invariant is violated. That game must be halted until a
// person has examined it; other games may continue.
type Broken struct {
	Game     string
	Turn     int
	Phase    string           // `III.2 volleys`
	Order    string           // the order last being executed, `order 3 of french.north`; may be empty
	Outcomes []events.Outcome // outcomes of the turn until then
	Cause    any              // the value that the ruleset panicked with
}

// Error names the phase, the last outcome and the order at which the turn broke.
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

// orderBehind follows causes back to an order of the turn. It returns "" if there is none.
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

// Unwrap returns the cause if it is an error, or nil.
func (b *Broken) Unwrap() error {
	err, _ := b.Cause.(error)
	return err
}
