package crew

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"
)

// Claims says whose each piece of work is that cannot be taken back. A piece is
// claimed before it is begun, and stays claimed when it is done.
type Claims struct {
	Options
	ledger Ledger

	mu   sync.Mutex
	seen map[string]sighting // claims of others, by piece
}

// Ledger is where claims are written: a line for each piece, with a number that no other
// line has had. Each change names the line that it takes the place of.
type Ledger interface {
	// Put writes a line in the place of the one with the number `at`, 0 for none. Its error
	// is ErrTaken where another stands there.
	Put(ctx context.Context, piece, by string, at uint64) error
	// Last returns whose the line of the piece is, and its number; 0 where there is none.
	Last(ctx context.Context, piece string) (by string, number uint64, err error)
	// Drop removes the line of the piece that has the number, and with it what it took the place of.
	Drop(ctx context.Context, piece string, number uint64) error
}

// ErrTaken is returned where a line was written first by another process.
var ErrTaken = errors.New("another process was first")

// sighting is when a claim was first seen by this process: clocks of others are not asked.
type sighting struct {
	number uint64
	since  time.Time
}

// NewClaims returns the claims that a ledger has.
func NewClaims(ledger Ledger, o Options) *Claims {
	return &Claims{Options: o.filled(), ledger: ledger, seen: map[string]sighting{}}
}

// Take claims the piece. It returns zero if the piece is this process's now, and else
// when to ask again: another has claimed it, and may be at work on it. A claim that
// has stood for as long as any work can take is taken over: its holder is gone.
func (c *Claims) Take(ctx context.Context, piece string) (again time.Duration, err error) {
	err = c.ledger.Put(ctx, piece, c.Name, 0)
	if err == nil {
		return 0, nil
	}
	if !errors.Is(err, ErrTaken) {
		return 0, fmt.Errorf("crew: claim %s: %w", piece, err)
	}
	by, number, err := c.ledger.Last(ctx, piece)
	switch {
	case err != nil:
		return 0, fmt.Errorf("crew: claim %s: %w", piece, err)
	case number == 0: // dropped since
		return time.Second, nil
	case by == c.Name: // its own, of an earlier try: others may have doubted it since
		return c.renew(ctx, piece, number)
	}
	if left := c.respected(piece, number); left > 0 {
		return left, nil
	}
	return c.takeOver(ctx, piece, by, number)
}

// respected returns how long the claim of another is respected yet.
func (c *Claims) respected(piece string, number uint64) time.Duration {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.seen[piece].number != number {
		c.seen[piece] = sighting{number, c.Now()}
	}
	return c.Doubt - c.Now().Sub(c.seen[piece].since)
}

// renew puts a line of this process in the place of another, or of its own, so that others doubt it from now on.
func (c *Claims) renew(ctx context.Context, piece string, number uint64) (time.Duration, error) {
	err := c.ledger.Put(ctx, piece, c.Name, number)
	if errors.Is(err, ErrTaken) {
		return c.Doubt, nil
	}
	if err != nil {
		return 0, fmt.Errorf("crew: renew the claim of %s: %w", piece, err)
	}
	return 0, nil
}

// Renew renews this process's claim of a piece, so that the others begin to doubt it anew. It returns the moment before
// it wrote the new line, or zero if the piece now belongs to another process.
func (c *Claims) Renew(ctx context.Context, piece string) (since time.Time, err error) {
	by, number, err := c.ledger.Last(ctx, piece)
	if err != nil {
		return time.Time{}, fmt.Errorf("crew: renew the claim of %s: %w", piece, err)
	}
	if number == 0 || by != c.Name {
		return time.Time{}, nil
	}
	since = time.Now()
	if wait, err := c.renew(ctx, piece, number); wait > 0 || err != nil {
		return time.Time{}, err
	}
	return since, nil
}

func (c *Claims) takeOver(ctx context.Context, piece, from string, number uint64) (time.Duration, error) {
	if wait, err := c.renew(ctx, piece, number); wait > 0 || err != nil {
		return wait, err
	}
	c.Logger.Warn("a piece of work is taken over whose fate nobody told; it may happen twice", "piece", piece, "from", from)
	c.mu.Lock()
	defer c.mu.Unlock()
	delete(c.seen, piece)
	return 0, nil
}

// Drop gives a claim up, of work that was certainly not done: whoever comes first may
// have it now.
func (c *Claims) Drop(ctx context.Context, piece string) error {
	by, number, err := c.ledger.Last(ctx, piece)
	if err == nil && number > 0 && by == c.Name {
		err = c.ledger.Drop(ctx, piece, number)
	}
	if err != nil {
		return fmt.Errorf("crew: drop the claim of %s: %w", piece, err)
	}
	return nil
}
