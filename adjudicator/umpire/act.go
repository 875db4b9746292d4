package umpire

import (
	"fmt"
	"time"

	"galloper/events"
)

// Act is one thing that an umpire does to a game, as written in a mail or on the
// command line: `EXTEND 48h TURN 4 BECAUSE the post was late`.
type Act struct {
	Word    string        // `EXTEND`
	Turn    int           // the turn that it names, 0 if none
	Span    time.Duration // EXTEND
	Names   []string      // LETTER, REVEAL: seats; ANSWER: the question's id
	Text    string        // behind the colon: ANNOUNCE, LETTER, ANSWER, RULE, AMEND, REVEAL
	Because string        // the reason
	Line    int           // in the text, from 1
	Source  string        // as written, on one line

	Seat    string           // AMEND, SUBSTITUTE, ADDRESS
	Number  int              // AMEND: the order; CONFIRM: the proposal; COURIER, SPECTATORS: turns; APPROVE: the draft
	Of      string           // RULE, WHY: outcome; REROLL: die; COURIER: dispatch; REVEAL: subject; CONFIRM: code
	Fate    string           // COURIER: `lost`, `captured`, `delayed`; SPECTATORS: `delay`, `all`, `none`
	As      string           // LETTER: in whose name; COURIER: the seat that captured it
	Address string           // SUBSTITUTE, ADDRESS: as written, or `id:` and its id in the vault
	Take    bool             // ADDRESS: it is taken away
	Sets    []events.Setting // RULE
}

// Fault says what is wrong with a line of an umpire's mail, and what to write.
type Fault struct {
	Line int
	Text string // the line as written
	What string
	Want string
}

// String says where and what, and what to write.
func (f Fault) String() string {
	return fmt.Sprintf("line %d: %s: %s; write: %s", f.Line, f.Text, f.What, f.Want)
}
