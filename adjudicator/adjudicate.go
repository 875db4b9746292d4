package adjudicator

import "galloper/events"

// Position is a game between two turns.
type Position struct {
	Game     string // slug
	Ruleset  *Ruleset
	Scenario Scenario
	Turn     int // last turn adjudicated; 0 before the first
	State    State
}

// Result is what one turn came to. If Question is set, nothing else is: the
// turn must be run again with an answer to it added to the inputs.
type Result struct {
	Question  *Decision
	Outcomes  []events.Outcome
	State     State
	StateHash [32]byte // SHA-256 of the canonical state: `path value` lines
}
