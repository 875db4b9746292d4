package natslog

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"galloper/events"
	"galloper/events/leader"
)

// Error codes of the server that matter to an append.
const (
	codeWrongSequence        = 10071 // conflict
	codeWrongSequenceCluster = 10164 // conflict, the usual code of a replicated stream
	codeStoreFailed          = 10077 // only the description has the reason
	codeStorageExceeded      = 10047
	codeNoResources          = 10023
	codeBytesExceeded        = 10122
	codeMessageTooLarge      = 10054
)

// resends is the number of attempts at an append without a certain result. Resending is safe: of two appends with the
// same expected sequence only one can be stored. For some seconds, a partitioned server refuses a message that it has
// pending and cannot store.
const resends = 20

// shortly is the first pause before looking for the conflicting commit again. It doubles.
const shortly = 5 * time.Millisecond

// Append implements events.Log.
func (s *Store) Append(ctx context.Context, at events.Head, c events.Commit) (events.Head, error) {
	head, err := s.append(ctx, at, c)
	if err != nil {
		return at, fmt.Errorf("natslog: append %s/%d: %w", c.Game, at.Version+1, err)
	}
	s.announce(c.Game, head.Seq)
	if err := s.heads.note(c.Game, head); err != nil {
		s.log.Warn("event store: cannot record the head", "game", c.Game, "error", err)
	}
	return head, nil
}

func (s *Store) append(ctx context.Context, at events.Head, c events.Commit) (events.Head, error) {
	c, err := c.Follow(at)
	if err != nil {
		return at, err
	}
	if n := len(c.Line()); n > s.max {
		return at, fmt.Errorf("%w: %d bytes, at most %d", events.ErrTooLarge, n, s.max)
	}
	if err := s.checkHeads(c.Game); err != nil {
		return at, err
	}
	if s.heads.recordedHead(c.Game).Version > at.Version {
		// Either a conflict, or the stream lost its tail; then the append would wrongly succeed.
		head, _, err := s.settle(ctx, at, &c)
		return head, err
	}
	begun := time.Now()
	for try := 0; try < resends && time.Since(begun) < electionTimes*s.opts.Timeout; try++ {
		seq, perr := s.publish(ctx, at, &c)
		if perr == nil {
			c.Head.Seq = seq
			return c.Head, nil
		}
		if err := refusal(perr); err != nil {
			return at, err
		}
		head, done, err := s.settle(ctx, at, &c)
		if done {
			return head, err
		}
		if ctx.Err() != nil || err != nil {
			return at, fmt.Errorf("%w: %w", events.ErrUnknownOutcome, errors.Join(perr, err))
		}
		s.log.Info("event store: not stored, retrying", "game", c.Game, "commit", c.ID, "error", perr)
		pause := leader.Pause
		if conflicts(perr) { // another commit is being replicated, and will be readable in a moment
			pause = min(pause, shortly<<try)
		}
		select {
		case <-time.After(pause):
		case <-ctx.Done():
		}
	}
	return at, fmt.Errorf("%w: no acknowledgement within %v", events.ErrUnknownOutcome,
		time.Since(begun).Round(time.Millisecond))
}

func (s *Store) publish(ctx context.Context, at events.Head, c *events.Commit) (uint64, error) {
	if !s.clustered() {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, s.opts.Timeout)
		defer cancel()
	}
	ack, err := s.js.Publish(ctx, prefix+c.Game, []byte(c.Line()), jetstream.WithExpectLastSequencePerSubject(at.Seq),
		jetstream.WithExpectStream(Stream))
	if err != nil {
		return 0, err
	}
	return ack.Sequence, nil
}

// refusal returns an error if the answer proves that nothing was stored. It returns nil for a conflict, and whenever
// the result is uncertain.
func refusal(err error) error {
	if errors.Is(err, events.ErrStoreFull) {
		return err
	}
	if errors.Is(err, nats.ErrMaxPayload) {
		return fmt.Errorf("%w: %w", events.ErrTooLarge, err)
	}
	var api *jetstream.APIError
	if !errors.As(err, &api) {
		return nil
	}
	switch api.ErrorCode {
	case codeMessageTooLarge:
		return fmt.Errorf("%w: %w", events.ErrTooLarge, err)
	case codeStorageExceeded, codeNoResources, codeBytesExceeded:
		return fmt.Errorf("%w: %w", events.ErrStoreFull, err)
	case codeStoreFailed:
		if leader.AtLimit(err) || strings.Contains(api.Description, "no space") {
			return fmt.Errorf("%w: %w", events.ErrStoreFull, err)
		}
	}
	return nil
}

// conflicts reports whether the server refused an append because of a concurrent one.
func conflicts(err error) bool {
	var api *jetstream.APIError
	return errors.As(err, &api) && (api.ErrorCode == codeWrongSequence || api.ErrorCode == codeWrongSequenceCluster)
}

// settle determines the result of an unconfirmed append: it looks for the commit from the head back to at. done is
// false if the head is still at, so that the append may yet arrive, or can be resent.
func (s *Store) settle(ctx context.Context, at events.Head, c *events.Commit) (head events.Head, done bool, err error) {
	actual := events.Head{}
	for got, err := range s.walkBack(ctx, c.Game) {
		if err != nil {
			return at, errors.Is(err, events.ErrBroken), err
		}
		if actual == (events.Head{}) {
			actual = got.Head
		}
		if got.ID == c.ID && got.First > at.Version {
			return got.Head, true, nil
		}
		if got.First <= at.Version+1 {
			break
		}
	}
	if actual.Seq == at.Seq {
		return at, false, nil
	}
	return at, true, &events.ConflictError{Game: c.Game, At: at, Actual: actual}
}
