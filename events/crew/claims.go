package crew

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"
)

// Claims assigns irrevocable pieces of work to processes. A piece is claimed before work on it begins, and stays
// claimed when it is done.
type Claims struct {
	Options
	ledger Ledger

	mu   sync.Mutex
	seen map[string]sighting // other processes' claims, by piece
}

// Ledger stores claims: at most one line per piece of work, with a unique number.
type Ledger interface {
	// Put writes the line of the piece in place of line number `at`, or as its first line if `at` is 0. It returns
	// ErrTaken if the piece has another line.
	Put(ctx context.Context, piece, by string, at uint64) error
	// Last returns the owner and the number of the piece's line, or number 0 if the piece has no line.
	Last(ctx context.Context, piece string) (by string, number uint64, err error)
	// Drop removes line `number` of the piece, and the lines that it replaced.
	Drop(ctx context.Context, piece string, number uint64) error
}

// ErrTaken is returned if another process wrote a line first.
var ErrTaken = errors.New("another process holds the claim")

// sighting is when this process first saw a claim. The clocks of other processes are not used.
type sighting struct {
	number uint64
	since  time.Time
}

// NewClaims returns the claims in a ledger.
func NewClaims(ledger Ledger, o Options) *Claims {
	return &Claims{Options: o.filled(), ledger: ledger, seen: map[string]sighting{}}
}

// Take claims the piece. It returns zero if the piece belongs to this process now. Otherwise another process has
// claimed it and may be working on it, and Take returns when to retry. A claim older than Options.Doubt is taken
// over, because its holder must be gone.
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
	case number == 0: // dropped meanwhile
		return time.Second, nil
	case by == c.Name: // from an earlier attempt, which others may have begun to doubt
		return c.renew(ctx, piece, number)
	}
	if left := c.respected(piece, number); left > 0 {
		return left, nil
	}
	return c.takeOver(ctx, piece, by, number)
}

// respected returns the remaining time for which another process's claim is respected.
func (c *Claims) respected(piece string, number uint64) time.Duration {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.seen[piece].number != number {
		c.seen[piece] = sighting{number, c.Now()}
	}
	return c.Doubt - c.Now().Sub(c.seen[piece].since)
}

// renew replaces another process's line, or this one's own, so that the doubt of other processes starts anew.
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

// Renew renews this process's claim of a piece, so that the doubt of other processes starts anew. It returns the time
// before the new line was written, or zero if the piece now belongs to another process.
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
	c.Logger.Warn("taking over a piece of work whose result is unknown; it may happen "+
		"twice", "piece", piece, "from", from)
	c.mu.Lock()
	defer c.mu.Unlock()
	delete(c.seen, piece)
	return 0, nil
}

// Drop gives up a claim on work that was certainly not done, so that any process may claim it.
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
