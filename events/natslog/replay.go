package natslog

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"galloper/events"
	"galloper/events/leader"
)

// window is how much the consumer asks for at a time. It is bounded by bytes:
// bounded by messages, large commits would collapse it.
const window = 8 << 20

// All implements events.Log.
func (s *Store) All(ctx context.Context, after uint64) iter.Seq2[events.Commit, error] {
	return wrapped("read all", func(yield func(events.Commit, error) bool) {
		info, err := s.stream.Info(ctx)
		if err != nil {
			yield(events.Commit{}, err)
			return
		}
		if info.State.Msgs == 0 || info.State.LastSeq <= after {
			return
		}
		end, err := s.readableEnd(ctx, after, info.State.LastSeq)
		if err != nil {
			yield(events.Commit{}, err)
			return
		}
		stopped := false
		if end > after {
			s.consume(ctx, after, end, func(c events.Commit, err error) bool {
				stopped = !yield(c, err) || err != nil && !errors.Is(err, events.ErrBroken)
				return !stopped
			})
		}
		if !stopped && end < info.State.LastSeq {
			yield(events.Commit{}, gap(end+1, info.State.LastSeq))
		}
	})
}

// readableEnd returns the last position up to last that can be read. A consumer passes
// over a damaged message, so one at the very end would be waited for without end.
func (s *Store) readableEnd(ctx context.Context, after, last uint64) (uint64, error) {
	for ; last > after; last-- {
		_, err := s.at(ctx, last)
		if errors.Is(err, errNone) {
			err = s.gone(ctx, last)
		}
		var api *jetstream.APIError
		switch {
		case err == nil:
			return last, nil
		case !errors.Is(err, errNone) && !errors.As(err, &api):
			return last, err
		}
	}
	return last, nil
}

// consume yields the commits behind after up to the position end, or for ever if that is 0. Up to an end it goes on
// where it stopped when a cluster loses a leader, for as long as the servers need for another.
func (s *Store) consume(ctx context.Context, after, end uint64, yield func(events.Commit, error) bool) {
	for progress := time.Now(); ; {
		at, err := s.consumeSome(ctx, after, end, yield)
		if err == nil {
			return
		}
		if at > after {
			after, progress = at, time.Now()
		}
		if end == 0 || !s.clustered() || !leader.Missing(err) || time.Since(progress) > electionTimes*s.opts.Timeout {
			yield(events.Commit{}, err)
			return
		}
		select {
		case <-time.After(leader.Pause):
		case <-ctx.Done():
			yield(events.Commit{}, ctx.Err())
			return
		}
	}
}

// consumeSome is consume over one consumer. It returns the position that it reached, and why it ended before the end.
func (s *Store) consumeSome(ctx context.Context, at, end uint64,
	yield func(events.Commit, error) bool) (uint64, error) {
	it, err := s.messages(ctx, at, end)
	if it == nil {
		return at, err
	}
	next, stop := pull(ctx, it)
	defer stop()
	for {
		m, err := next()
		if err != nil {
			return at, err
		}
		meta, err := m.Metadata()
		if err != nil {
			return at, err
		}
		seq := meta.Sequence.Stream
		if seq > at+1 && !yield(events.Commit{}, gap(at+1, seq-1)) {
			return at, nil
		}
		at = seq
		msg := message{subject: m.Subject(), seq: seq, data: m.Data()}
		if !yield(msg.commit()) || end > 0 && seq >= end {
			return at, nil
		}
		if end > 0 && meta.NumPending == 0 {
			if more, err := s.hasBeyond(ctx, seq); err != nil || !more {
				return at, err
			}
		}
	}
}

// pull returns a function that waits for the next message, until ctx ends. The library's
// own wait does not end with ctx while it makes a lost consumer anew, for ten seconds.
func pull(ctx context.Context, it jetstream.MessagesContext) (next func() (jetstream.Msg, error), stop func()) {
	ctx, stop = context.WithCancel(ctx)
	type pulled struct {
		msg jetstream.Msg
		err error
	}
	messages := make(chan pulled, pulledAhead)
	go func() {
		defer it.Stop()
		for {
			m, err := it.Next(jetstream.NextContext(ctx))
			select {
			case messages <- pulled{m, err}:
			case <-ctx.Done():
				return
			}
			if err != nil {
				return
			}
		}
	}()
	return func() (jetstream.Msg, error) {
		select {
		case p := <-messages:
			return p.msg, p.err
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}, stop
}

// pulledAhead is how many messages wait for their reader at most.
const pulledAhead = 64

// hasBeyond asks the stream's leader whether anything is stored behind the position. A
// consumer cannot tell: it may live on a replica that lags, and says then that
// nothing is pending where commits were acknowledged.
func (s *Store) hasBeyond(ctx context.Context, after uint64) (bool, error) {
	_, err := s.getFromLeader(ctx, getRequest{Seq: after + 1, Next: Subjects})
	if errors.Is(err, errNone) {
		return false, nil
	}
	return err == nil, err
}

func gap(from, to uint64) error {
	return &events.BrokenError{Seq: from, Reason: fmt.Sprintf("the commits at positions %d to %d are missing", from, to)}
}

// resets is how often the library tries to make a consumer anew whose server is lost: who
// reads begins anew himself. Nor is it stopped from outside while it tries, but by the
// context of each wait: a stop can miss a consumer that is being made, and the wait for
// that one would have no end.
const resets = 1

// messages begins to read behind after, up to the position end, or for ever if that
// is 0. It returns nil if nothing is there up to the end.
func (s *Store) messages(ctx context.Context, after, end uint64) (jetstream.MessagesContext, error) {
	c, err := s.js.OrderedConsumer(ctx, Stream, jetstream.OrderedConsumerConfig{
		DeliverPolicy: jetstream.DeliverByStartSequencePolicy, OptStartSeq: after + 1, MaxResetAttempts: resets,
	})
	if err != nil {
		return nil, err
	}
	if end > 0 && c.CachedInfo().NumPending == 0 {
		if more, err := s.hasBeyond(ctx, after); err != nil || !more {
			return nil, err
		}
	}
	return c.Messages(jetstream.PullMaxBytes(window))
}

// Verify implements events.Log.
func (s *Store) Verify(ctx context.Context) (events.Report, error) {
	r, err := events.Audit(s.All(ctx, 0))
	if err != nil {
		return r, err
	}
	info, err := s.stream.Info(ctx)
	if err != nil {
		return r, fmt.Errorf("natslog: verify: %w", err)
	}
	want := wanted(s.opts.MaxBytes, info.Config.Replicas)
	for _, d := range drift(info.Config, want) {
		r.Faults = append(r.Faults, "setting "+d)
	}
	r.Faults = append(r.Faults, gaps(info.State)...)
	r.Broken = append(r.Broken, s.lostTails(ctx, r.Broken)...)
	damaged, err := s.Inspect(ctx)
	for _, d := range damaged {
		r.Faults = append(r.Faults, d.String())
	}
	return r, err
}

// inspectTries is how often a file is read in which something seems to be damaged: the
// server may be writing it.
const inspectTries = 3

// Inspect reads all files of an embedded store and returns what is damaged in them: of
// the log, and of what else lies in the same server.
func (s *Store) Inspect(ctx context.Context) (found []Damage, err error) {
	for try := range inspectTries {
		if s.server == nil {
			return nil, nil
		}
		if found, err = inspect(s.dir, true); err != nil || len(found) == 0 || try == inspectTries-1 {
			break
		}
		select {
		case <-time.After(100 * time.Millisecond):
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
	return found, err
}

// lostTails returns the games whose end is missing, besides those already found broken.
func (s *Store) lostTails(ctx context.Context, found []*events.BrokenError) []*events.BrokenError {
	seen := map[string]bool{}
	for _, b := range found {
		seen[b.Game] = true
	}
	var out []*events.BrokenError
	games := s.heads.games()
	if s.heads.lost() {
		games, _ = s.Games(ctx) // which was asked a moment ago
	}
	for _, game := range games {
		var broken *events.BrokenError
		if _, err := s.Head(ctx, game); !seen[game] && errors.As(err, &broken) {
			out = append(out, broken)
		}
	}
	return out
}

// checkTail notes at open which games had commits behind the end that the stream has now.
func (s *Store) checkTail() {
	last := s.stream.CachedInfo().State.LastSeq
	for _, game := range s.heads.beyond(last) {
		known := s.heads.known(game)
		s.fault(fmt.Sprintf("the end of the log was lost: game %s stood at event %d at position %d, but the log ends at %d",
			game, known.Version, known.Seq, last))
	}
}
