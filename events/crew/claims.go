package crew

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"galloper/events"
)

const (
	claimStream = "CLAIMS"
	claimPrefix = "claim."
)

// claimsKept is how long a claim is remembered: longer than any process could come
// late with work that it has claimed.
const claimsKept = 7 * 24 * time.Hour

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
	// Drop removes a line.
	Drop(ctx context.Context, number uint64) error
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

// OpenClaims opens the claims that are kept in a stream, and makes it where it is missing.
func OpenClaims(ctx context.Context, js jetstream.JetStream, o Options) (*Claims, error) {
	ledger, err := OpenLedger(ctx, js, o.Replicas)
	if err != nil {
		return nil, err
	}
	return NewClaims(ledger, o), nil
}

// OpenLedger opens the ledger that is kept in a stream, and makes it where it is missing.
func OpenLedger(ctx context.Context, js jetstream.JetStream, replicas int) (Ledger, error) {
	stream, err := js.Stream(ctx, claimStream)
	if errors.Is(err, jetstream.ErrStreamNotFound) {
		stream, err = js.CreateStream(ctx, jetstream.StreamConfig{
			Name: claimStream, Subjects: []string{claimPrefix + "*"}, Replicas: max(replicas, 1),
			Storage: jetstream.FileStorage, MaxAge: claimsKept, MaxMsgsPerSubject: 1,
		})
	}
	if errors.Is(err, jetstream.ErrStreamNameAlreadyInUse) { // made by another process meanwhile
		stream, err = js.Stream(ctx, claimStream)
	}
	if err != nil {
		return nil, fmt.Errorf("crew: open stream %s: %w", claimStream, err)
	}
	return &streamed{js, stream}, nil
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
		err = c.ledger.Drop(ctx, number)
	}
	if err != nil {
		return fmt.Errorf("crew: drop the claim of %s: %w", piece, err)
	}
	return nil
}

// streamed is a ledger in a stream of JetStream: each piece is a subject, and its line the last message.
type streamed struct {
	js     jetstream.JetStream
	stream jetstream.Stream
}

func claimSubject(piece string) string { return claimPrefix + events.Sum([]byte(piece)).String() }

// Put implements Ledger.
func (l *streamed) Put(ctx context.Context, piece, by string, at uint64) error {
	_, err := l.js.Publish(ctx, claimSubject(piece), []byte(by), jetstream.WithExpectLastSequencePerSubject(at))
	if taken(err) {
		return ErrTaken
	}
	return err
}

// Last implements Ledger.
func (l *streamed) Last(ctx context.Context, piece string) (by string, number uint64, err error) {
	m, err := l.stream.GetLastMsgForSubject(ctx, claimSubject(piece))
	if errors.Is(err, jetstream.ErrMsgNotFound) {
		return "", 0, nil
	}
	if err != nil {
		return "", 0, err
	}
	return string(m.Data), m.Sequence, nil
}

// Drop implements Ledger.
func (l *streamed) Drop(ctx context.Context, number uint64) error {
	return l.stream.DeleteMsg(ctx, number)
}
