// Package simulate plays a game with several daemons in one goroutine and in virtual time. A seed determines
// the faults, so the same seed always gives the same run.
//
// The daemons are real, with their real decisions, inbox, outbox and claims. Their environment is a model: the
// log and the vault on servers that elect leaders, fail to answer, store a write and lose the acknowledgement,
// or answer with stale data; the network between daemons; the mailbox and the mail server; the clocks; and a
// disk that loses the end of a daemon's own files. Daemons are killed, frozen and cut off, from the servers or
// from each other, between any two of their requests, and while one waits for an answer the others continue.
//
// After the faults everything is healed, and the run must come to rest: nothing is lost, nothing happens twice,
// each mail is answered once, and the chain is whole.
package simulate

import (
	"io"
	"time"
)

// Options configures a run.
type Options struct {
	Seed   uint64
	Faults int       // 0 means 200
	Mutant Mutant    // the guard to leave out; "" leaves out none
	Trace  io.Writer // gets a line for everything that happens; may be nil
}

// Mutant is a guard to leave out, to show that a run detects its absence.
type Mutant string

// The mutants.
const (
	NoExpectation Mutant = "expectation" // appends ignore the expected head
	NoClaim       Mutant = "claim"       // mails are sent without a claim
	StaleBelieved Mutant = "stale"       // a server's stale answer is believed
	NeverMissed   Mutant = "silence"     // a silent daemon's work is never taken over
)

// Mutants returns all mutants.
func Mutants() []Mutant { return []Mutant{NoExpectation, NoClaim, StaleBelieved, NeverMissed} }

// Result is the result of a run.
type Result struct {
	Seen   map[string]int // rare things that happened: retries, conflicts, takeovers
	Mails  int            // written by players
	Sent   int            // sent, each counted once
	Twice  int            // sent again because the fate of the first attempt was unknown
	Turns  int
	Took   time.Duration // in virtual time
	Rest   time.Duration // from the last fault until everything was answered
	Trace  string        // SHA-256 of everything that happened
	Broken []string      // descriptions of violated invariants
}
