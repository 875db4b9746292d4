package umpire

import (
	"fmt"
	"time"

	"galloper/events"
)

// Act is one act of an umpire, as written in a mail or on the command line: `EXTEND 48h TURN 4 BECAUSE the post was
// late`.
type Act struct {
	Word    string        // `EXTEND`
	Turn    int           // turn named, 0 if there is none
	Span    time.Duration // EXTEND
	Names   []string      // LETTER, REVEAL: seats; ANSWER: the question's id
	Text    string        // text after the colon: ANNOUNCE, LETTER, ANSWER, RULE, AMEND, REVEAL
	Because string        // the reason
	Line    int           // line number in the text, from 1
	Source  string        // as written, on one line

	Seat    string           // AMEND, SUBSTITUTE, ADDRESS
	Number  int              // AMEND: the order; CONFIRM: the proposal; COURIER, SPECTATORS: turns; APPROVE: the draft
	Of      string           // RULE, WHY: outcome; REROLL: die; COURIER: dispatch; REVEAL: subject; CONFIRM: code
	Fate    string           // COURIER: `lost`, `captured`, `delayed`; SPECTATORS: `delay`, `all`, `none`
	As      string           // LETTER: the name that signs it; COURIER: the captor's seat
	Address string           // SUBSTITUTE, ADDRESS: as written, or `id:` and its id in the vault
	Take    bool             // ADDRESS: remove it
	Sets    []events.Setting // RULE
}

// Fault describes a fault in a line of an umpire's mail, and how to write it.
type Fault struct {
	Line int
	Text string // the line as written
	What string
	Want string
}

// String returns the line, the fault and how to write it.
func (f Fault) String() string {
	return fmt.Sprintf("line %d: %s: %s; write: %s", f.Line, f.Text, f.What, f.Want)
}
