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
	js     jetstream.JetStream
	stream jetstream.Stream

	mu   sync.Mutex
	seen map[string]sighting // claims of others, by piece
}

// sighting is when a claim was first seen by this process: clocks of others are not asked.
type sighting struct {
	seq   uint64
	since time.Time
}

// OpenClaims opens the claims, and makes their stream where it is missing.
func OpenClaims(ctx context.Context, js jetstream.JetStream, o Options) (*Claims, error) {
	c := &Claims{Options: o.filled(), js: js, seen: map[string]sighting{}}
	var err error
	c.stream, err = js.Stream(ctx, claimStream)
	if errors.Is(err, jetstream.ErrStreamNotFound) {
		c.stream, err = js.CreateStream(ctx, jetstream.StreamConfig{
			Name: claimStream, Subjects: []string{claimPrefix + "*"}, Replicas: c.Replicas, Storage: jetstream.FileStorage,
			MaxAge: claimsKept, MaxMsgsPerSubject: 1,
		})
	}
	if errors.Is(err, jetstream.ErrStreamNameAlreadyInUse) { // made by another process meanwhile
		c.stream, err = js.Stream(ctx, claimStream)
	}
	if err != nil {
		return nil, fmt.Errorf("crew: open stream %s: %w", claimStream, err)
	}
	return c, nil
}

func claimSubject(piece string) string { return claimPrefix + events.Sum([]byte(piece)).String() }

// Take claims the piece. It returns zero if the piece is this process's now, and else
// when to ask again: another has claimed it, and may be at work on it. A claim that
// has stood for as long as any work can take is taken over: its holder is gone.
func (c *Claims) Take(ctx context.Context, piece string) (again time.Duration, err error) {
	_, err = c.js.Publish(ctx, claimSubject(piece), []byte(c.Name), jetstream.WithExpectLastSequencePerSubject(0))
	if err == nil {
		return 0, nil
	}
	if !taken(err) {
		return 0, fmt.Errorf("crew: claim %s: %w", piece, err)
	}
	m, err := c.stream.GetLastMsgForSubject(ctx, claimSubject(piece))
	switch {
	case errors.Is(err, jetstream.ErrMsgNotFound): // dropped since
		return time.Second, nil
	case err != nil:
		return 0, fmt.Errorf("crew: claim %s: %w", piece, err)
	case string(m.Data) == c.Name:
		return 0, nil
	}
	if left := c.respected(piece, m.Sequence); left > 0 {
		return left, nil
	}
	return c.takeOver(ctx, piece, m)
}

// respected returns how long the claim of another is respected yet.
func (c *Claims) respected(piece string, seq uint64) time.Duration {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.seen[piece].seq != seq {
		c.seen[piece] = sighting{seq, time.Now()}
	}
	return c.Doubt - time.Since(c.seen[piece].since)
}

func (c *Claims) takeOver(ctx context.Context, piece string, m *jetstream.RawStreamMsg) (time.Duration, error) {
	_, err := c.js.Publish(ctx, claimSubject(piece), []byte(c.Name),
		jetstream.WithExpectLastSequencePerSubject(m.Sequence))
	if taken(err) {
		return c.Doubt, nil
	}
	if err != nil {
		return 0, fmt.Errorf("crew: claim %s: %w", piece, err)
	}
	c.Logger.Warn("a piece of work is taken over whose fate nobody told; it may happen twice", "piece", piece, "from",
		string(m.Data))
	c.mu.Lock()
	defer c.mu.Unlock()
	delete(c.seen, piece)
	return 0, nil
}

// Drop gives a claim up, of work that was certainly not done: whoever comes first may
// have it now.
func (c *Claims) Drop(ctx context.Context, piece string) error {
	m, err := c.stream.GetLastMsgForSubject(ctx, claimSubject(piece))
	if errors.Is(err, jetstream.ErrMsgNotFound) {
		return nil
	}
	if err == nil && string(m.Data) == c.Name {
		err = c.stream.DeleteMsg(ctx, m.Sequence)
	}
	if err != nil {
		return fmt.Errorf("crew: drop the claim of %s: %w", piece, err)
	}
	return nil
}
