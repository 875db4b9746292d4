package events

import (
	"context"
	"errors"
	"fmt"
	"iter"
)

// Log stores the commits of many games, each with its own chain. memlog keeps them in memory, natslog in a NATS
// JetStream stream; both pass the test suite in logtest.
//
// A sequence ends with an error and a zero Commit. Only All and Follow continue after a *BrokenError: the game that
// it names must be held, but others are not affected. All methods are safe for concurrent use.
type Log interface {
	// Append stores the commit after the head `at` if that is still the game's head, and returns the new head. It
	// sets Prev, First and Head. A call with the same at and ID may be repeated after any result: if a commit with
	// that ID is stored directly after at, its head is returned.
	//
	// Errors: *ConflictError (errors.Is ErrConflict) if another commit follows at, ErrTooLarge, ErrStoreFull: nothing
	// was stored. ErrUnknownOutcome if the log did not answer in time: call again to find out.
	Append(ctx context.Context, at Head, c Commit) (Head, error)

	// Head returns the head of the game, or the zero Head if there is no such game.
	Head(ctx context.Context, game string) (Head, error)

	// Game yields the commits of the game after the head `after`, oldest first, each checked against its predecessor.
	// It ends with a *BrokenError if the chain is broken: that game must not be continued.
	Game(ctx context.Context, game string, after Head) iter.Seq2[Commit, error]

	// Backward yields the commits of the game, newest first, and checks the chain.
	Backward(ctx context.Context, game string) iter.Seq2[Commit, error]

	// Games returns the names of all games in byte order.
	Games(ctx context.Context) ([]string, error)

	// All yields the commits of all games after the position `after`, in log order, up to the last commit at the time
	// of the call. It does not check chains. The position of a commit is Head.Seq.
	All(ctx context.Context, after uint64) iter.Seq2[Commit, error]

	// Follow is like All, but then waits for new commits until ctx ends, and yields ctx.Err().
	Follow(ctx context.Context, after uint64) iter.Seq2[Commit, error]

	// Verify checks the whole log for gaps, broken chains and changed settings of the store. Faults are in the
	// report; the error means that the log could not be read.
	Verify(ctx context.Context) (Report, error)
}

// Report is the result of Verify.
type Report struct {
	Commits, Events uint64
	Games           int
	Broken          []*BrokenError // games with a broken chain, with the first fault of each
	Faults          []string       // of the whole store: gaps, changed settings
}

// OK reports whether there are no faults.
func (r *Report) OK() bool { return len(r.Broken) == 0 && len(r.Faults) == 0 }

var (
	// ErrConflict matches a *ConflictError.
	ErrConflict = errors.New("another commit was stored first")
	// ErrBroken matches a *BrokenError.
	ErrBroken = errors.New("the chain of commits is broken")
	// ErrTooLarge is returned for a commit that exceeds the log's limit. Nothing was stored.
	ErrTooLarge = errors.New("the commit is too large")
	// ErrStoreFull is returned if the store has no space left. Nothing was stored.
	ErrStoreFull = errors.New("the store is full")
	// ErrUnknownOutcome is returned if the commit may or may not have been stored. Appending it again with the same
	// ID settles this.
	ErrUnknownOutcome = errors.New("it is not known whether the commit was stored")
)

// ConflictError is returned by Append if the given head is no longer the game's head.
type ConflictError struct {
	Game   string
	At     Head // the head that the writer expected
	Actual Head // the game's head; possibly with only Seq set
}

// Error implements error.
func (e *ConflictError) Error() string {
	return fmt.Sprintf("game %s: written after event %d, but another commit was stored first (the game is at event "+
		"%d)", e.Game, e.At.Version, e.Actual.Version)
}

// Is makes errors.Is(err, ErrConflict) true.
func (e *ConflictError) Is(target error) bool { return target == ErrConflict }

// BrokenError reports a fault in the chain of a game. The game must be held until it is repaired from an export;
// other games are not affected.
type BrokenError struct {
	Game    string // "" if it is unknown
	Seq     uint64 // position in the log, 0 if there is none
	Version uint64 // number of the first event of the commit, 0 if unknown
	Reason  string
}

// Error implements error.
func (e *BrokenError) Error() string {
	if e.Game == "" {
		return fmt.Sprintf("the log is broken at position %d: %s", e.Seq, e.Reason)
	}
	return fmt.Sprintf("game %s is broken at event %d (position %d of the log): %s", e.Game, e.Version, e.Seq, e.Reason)
}

// Is makes errors.Is(err, ErrBroken) true.
func (e *BrokenError) Is(target error) bool { return target == ErrBroken }

// Audit checks the chains of commits in log order, with games mixed. It reports the first fault of each broken game.
// It stops at any error of the sequence other than a *BrokenError.
func Audit(all iter.Seq2[Commit, error]) (Report, error) {
	var r Report
	heads := map[string]Head{}
	held := map[string]bool{}
	for c, err := range all {
		var broken *BrokenError
		if err != nil && !errors.As(err, &broken) {
			return r, err
		}
		if err == nil {
			r.Commits++
			r.Events += uint64(len(c.Events))
			if heads[c.Game] == (Head{}) {
				r.Games++
			}
			errors.As(c.Follows(heads[c.Game]), &broken)
			heads[c.Game] = c.Head
		}
		if broken != nil && !held[broken.Game] {
			held[broken.Game] = true
			r.Broken = append(r.Broken, broken)
		}
	}
	return r, nil
}
