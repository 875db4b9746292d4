// Package simulate plays a game with several daemons in one goroutine and in virtual time, with
// faults that a seed draws: the same seed plays the same story again.
//
// The daemons are the real ones, with their real decisions, inbox, outbox and claims. What is
// modelled is around them: the log and the vault with servers that vote, that do not answer, that
// store and lose the acknowledgement, or answer with what was true a while ago; who hears whom; the
// mailbox and the mail server; the clocks; the disk that loses the end of what a daemon keeps.
// Daemons are killed, frozen and cut off, from the servers or from each other, between any two
// things that they ask of the world, and while one waits for an answer the others go on.
//
// After the faults everything is healed, and it must come to rest: nothing is lost, nothing
// happens twice, each mail is answered once, and the chain is whole.
//
//	res := simulate.Run(ctx, simulate.Options{Seed: 7, Faults: 200})
//	if len(res.Broken) > 0 { … }
package simulate

import (
	"io"
	"time"
)

// Options of a run.
type Options struct {
	Seed    uint64
	Daemons int       // 0 means 3
	Faults  int       // how many; 0 means 200
	Mutant  Mutant    // what is left out on purpose; "": nothing
	Trace   io.Writer // a line for everything that happens; nil: nowhere
}

// Mutant is a guard that is left out, to see that a run finds it.
type Mutant string

// The mutants.
const (
	NoExpectation Mutant = "expectation" // appends go behind whatever is there
	NoClaim       Mutant = "claim"       // mails are sent without being claimed
	StaleBelieved Mutant = "stale"       // an old answer of a server is taken for the newest
	NeverMissed   Mutant = "silence"     // who is not heard any more is waited for
)

// Mutants are all of them.
func Mutants() []Mutant { return []Mutant{NoExpectation, NoClaim, StaleBelieved, NeverMissed} }

// Result is what a run came to.
type Result struct {
	Faults map[string]int // by kind
	Seen   map[string]int // rare things that happened: retries, conflicts, takeovers
	Mails  int            // that players wrote
	Sent   int            // that were sent, each counted once
	Twice  int            // sent again, where the fate of the first was not known
	Turns  int
	Took   time.Duration // of virtual time
	Rest   time.Duration // from the last fault until all was answered
	Trace  string        // SHA-256 of everything that happened
	Broken []string      // what must not be, in words
}
