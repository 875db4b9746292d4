// Package memlog keeps an events.Log in memory: for tests, offline games, and inspecting an archive. Nothing outlives
// the process.
//
//	log := memlog.New()
//	head, err := log.Append(ctx, events.Head{}, commit)
package memlog

import (
	"context"
	"fmt"
	"iter"
	"slices"
	"sync"

	"galloper/events"
)

// Log is a log in memory. Use New.
type Log struct {
	mu      sync.Mutex
	grown   *sync.Cond
	commits []events.Commit // position 1 is commits[0]
	games   map[string][]int

	// Max is the largest line that Append accepts, in bytes, and Room the number of commits that fit; 0 means no
	// limit. Set them before the log is used.
	Max, Room int
}

var _ events.Log = (*Log)(nil)

// New returns an empty log.
func New() *Log {
	l := &Log{games: map[string][]int{}}
	l.grown = sync.NewCond(&l.mu)
	return l
}

// Append implements events.Log.
func (l *Log) Append(ctx context.Context, at events.Head, c events.Commit) (events.Head, error) {
	c, err := c.Follow(at)
	if err != nil {
		return at, fmt.Errorf("memlog: append: %w", err)
	}
	if err := ctx.Err(); err != nil {
		return at, fmt.Errorf("memlog: append %s/%d: %w: %w", c.Game, c.First, events.ErrUnknownOutcome, err)
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if actual := l.head(c.Game); actual.Hash != at.Hash {
		return l.settle(at, actual, c)
	}
	switch {
	case l.Max > 0 && len(c.Line()) > l.Max:
		return at, fmt.Errorf("memlog: append %s/%d: %w: %d bytes, at most %d", c.Game, c.First, events.ErrTooLarge,
			len(c.Line()), l.Max)
	case l.Room > 0 && len(l.commits) >= l.Room:
		return at, fmt.Errorf("memlog: append %s/%d: %w: %d commits", c.Game, c.First, events.ErrStoreFull, l.Room)
	}
	c.Head.Seq = uint64(len(l.commits) + 1)
	l.games[c.Game] = append(l.games[c.Game], len(l.commits))
	l.commits = append(l.commits, c)
	l.grown.Broadcast()
	return c.Head, nil
}

// settle checks whether the commit is already stored after at.
func (l *Log) settle(at, actual events.Head, c events.Commit) (events.Head, error) {
	for _, k := range slices.Backward(l.games[c.Game]) {
		if l.commits[k].First <= at.Version {
			break
		}
		if l.commits[k].ID == c.ID {
			return l.commits[k].Head, nil
		}
	}
	return at, fmt.Errorf("memlog: %w", &events.ConflictError{Game: c.Game, At: at, Actual: actual})
}

func (l *Log) head(game string) events.Head {
	if ks := l.games[game]; len(ks) > 0 {
		return l.commits[ks[len(ks)-1]].Head
	}
	return events.Head{}
}

// Head implements events.Log.
func (l *Log) Head(_ context.Context, game string) (events.Head, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.head(game), nil
}

func (l *Log) chain(game string) []events.Commit {
	l.mu.Lock()
	defer l.mu.Unlock()
	out := make([]events.Commit, 0, len(l.games[game]))
	for _, k := range l.games[game] {
		out = append(out, l.commits[k])
	}
	return out
}

// Game implements events.Log.
func (l *Log) Game(ctx context.Context, game string, after events.Head) iter.Seq2[events.Commit, error] {
	return func(yield func(events.Commit, error) bool) {
		at := after
		for _, c := range l.chain(game) {
			if c.First <= at.Version {
				continue
			}
			if err := firstOf(ctx.Err(), c.Follows(at)); err != nil {
				yield(events.Commit{}, err)
				return
			}
			if !yield(c, nil) {
				return
			}
			at = c.Head
		}
	}
}

func firstOf(errs ...error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

// Backward implements events.Log.
func (l *Log) Backward(_ context.Context, game string) iter.Seq2[events.Commit, error] {
	return func(yield func(events.Commit, error) bool) {
		for _, c := range slices.Backward(l.chain(game)) {
			if !yield(c, nil) {
				return
			}
		}
	}
}

// Games implements events.Log.
func (l *Log) Games(context.Context) ([]string, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	var names []string
	for _, c := range l.commits {
		if c.First == 1 {
			names = append(names, c.Game)
		}
	}
	slices.Sort(names)
	return names, nil
}

// All implements events.Log.
func (l *Log) All(ctx context.Context, after uint64) iter.Seq2[events.Commit, error] {
	return func(yield func(events.Commit, error) bool) {
		l.mu.Lock()
		end := uint64(len(l.commits))
		l.mu.Unlock()
		l.yieldAfter(ctx, after, func(c events.Commit, err error) bool {
			return (err != nil || c.Head.Seq <= end) && yield(c, err) && c.Head.Seq < end
		}, after < end)
	}
}

// Follow implements events.Log.
func (l *Log) Follow(ctx context.Context, after uint64) iter.Seq2[events.Commit, error] {
	return func(yield func(events.Commit, error) bool) { l.yieldAfter(ctx, after, yield, true) }
}

// yieldAfter yields the commits after the position and, if more is set, waits for new ones.
func (l *Log) yieldAfter(ctx context.Context, after uint64, yield func(events.Commit, error) bool, more bool) {
	stop := context.AfterFunc(ctx, func() {
		l.mu.Lock()
		defer l.mu.Unlock()
		l.grown.Broadcast()
	})
	defer stop()
	for ; more; after++ {
		c, err := l.wait(ctx, after)
		if !yield(c, err) || err != nil {
			return
		}
	}
}

func (l *Log) wait(ctx context.Context, after uint64) (events.Commit, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for uint64(len(l.commits)) <= after {
		if err := ctx.Err(); err != nil {
			return events.Commit{}, err
		}
		l.grown.Wait()
	}
	return l.commits[after], ctx.Err()
}

// Verify implements events.Log.
func (l *Log) Verify(ctx context.Context) (events.Report, error) {
	return events.Audit(l.All(ctx, 0))
}
