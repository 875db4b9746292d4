package events

import (
	"context"
	"errors"
	"fmt"
	"iter"
)

// Log keeps the commits of many games, each game a chain of its own. memlog
// keeps them in memory, natslog in a NATS JetStream stream; logtest is the
// suite that both pass.
//
// A sequence yields an error with a zero Commit, and ends with it. Only All and
// Follow go on behind a *BrokenError, unless the reader stops there: the game it
// names must be held, but it is no reason to hold the others.
// All methods may be called from many goroutines at once.
type Log interface {
	// Append stores the commit behind the head `at`, only if at is still where
	// the game stands, and returns the new head. It sets Prev, First and Head
	// itself. It may be called again with the same at and ID whatever happened
	// before: a commit with that ID that stands behind at already counts as
	// stored, and its head is returned.
	//
	// Errors: *ConflictError (errors.Is ErrConflict) where another commit is
	// there first, ErrTooLarge, ErrStoreFull: nothing was stored. ErrUnknownOutcome
	// where the log did not answer in time: call again to find out.
	Append(ctx context.Context, at Head, c Commit) (Head, error)

	// Head returns where the game stands, the zero Head if there is none such.
	Head(ctx context.Context, game string) (Head, error)

	// Game yields the commits of the game behind `after`, oldest first, each
	// checked against the one before it. A *BrokenError ends it where the chain
	// does not hold: that game must not be played on.
	Game(ctx context.Context, game string, after Head) iter.Seq2[Commit, error]

	// Backward yields the commits of the game newest first, the chain checked.
	Backward(ctx context.Context, game string) iter.Seq2[Commit, error]

	// Games returns the names of all games in byte order.
	Games(ctx context.Context) ([]string, error)

	// All yields the commits of all games behind the position `after`, in the
	// order of the log, up to the last one that was there when it began.
	// Chains are not checked. Head.Seq is the position.
	All(ctx context.Context, after uint64) iter.Seq2[Commit, error]

	// Follow is like All, but goes on and waits for new commits until ctx ends;
	// then it yields ctx.Err().
	Follow(ctx context.Context, after uint64) iter.Seq2[Commit, error]

	// Verify reads the whole log: gaps, chains, and whether the store is still
	// set up as it was made. Each fault is in the report; the error is for a
	// log that could not be read.
	Verify(ctx context.Context) (Report, error)
}

// Report is what Verify found.
type Report struct {
	Commits, Events uint64
	Games           int
	Broken          []*BrokenError // games whose chain does not hold, the first fault of each
	Faults          []string       // of the store as a whole: gaps, a setting that was changed
}

// OK reports whether nothing is wrong.
func (r *Report) OK() bool { return len(r.Broken) == 0 && len(r.Faults) == 0 }

var (
	// ErrConflict is what a *ConflictError is.
	ErrConflict = errors.New("another commit was stored first")
	// ErrBroken is what a *BrokenError is.
	ErrBroken = errors.New("the chain of commits is broken")
	// ErrTooLarge is returned for a commit that is larger than the log takes. Nothing was stored.
	ErrTooLarge = errors.New("the commit is too large")
	// ErrStoreFull is returned where the store has no room left. Nothing was stored.
	ErrStoreFull = errors.New("the store is full")
	// ErrUnknownOutcome is returned where it is not known whether the commit was
	// stored. To append it again with the same ID settles it.
	ErrUnknownOutcome = errors.New("it is not known whether the commit was stored")
)

// ConflictError is returned by Append where the game no longer stands at the
// given head.
type ConflictError struct {
	Game   string
	At     Head // what the writer took for the head
	Actual Head // where the game stands; only Seq may be known
}

// Error implements error.
func (e *ConflictError) Error() string {
	return fmt.Sprintf("game %s: written behind event %d, but another commit was stored first (the game stands at "+
		"event %d)", e.Game, e.At.Version, e.Actual.Version)
}

// Is makes errors.Is(err, ErrConflict) true.
func (e *ConflictError) Is(target error) bool { return target == ErrConflict }

// BrokenError says where the chain of a game does not hold. The game must be
// held until it is repaired from an export; other games are not concerned.
type BrokenError struct {
	Game    string // "" where it cannot be told any more
	Seq     uint64 // position in the log, 0 where there is none
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

// Audit checks the chains of commits that come in the order of a log, many games
// mixed. Of each broken game the first fault is reported. An error of the
// sequence other than a *BrokenError ends it.
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
