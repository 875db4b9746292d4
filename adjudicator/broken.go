package adjudicator

import (
	"fmt"

	"galloper/events"
)

// Broken is what [Adjudicate] panics with where an invariant does not hold: the
// game must be held until somebody has looked; others may go on.
type Broken struct {
	Game     string
	Turn     int
	Phase    string           // `III.2 volleys`
	Outcomes []events.Outcome // of the turn, so far
	Cause    any              // what the ruleset panicked with
}

// Error says where the turn broke and behind which outcome.
func (b *Broken) Error() string {
	last := "before its first outcome"
	if n := len(b.Outcomes); n > 0 {
		last = fmt.Sprintf("after %s %s", b.Outcomes[n-1].Ref, b.Outcomes[n-1].Name)
	}
	return fmt.Sprintf("adjudicator: %s turn %d broke in phase %s, %s: %v", b.Game, b.Turn, b.Phase, last, b.Cause)
}

// Unwrap returns the cause where it is an error.
func (b *Broken) Unwrap() error {
	err, _ := b.Cause.(error)
	return err
}
