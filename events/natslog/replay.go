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

// window is the number of bytes that the consumer requests at a time. A limit by messages works badly with large
// commits.
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

// readableEnd returns the last readable position up to last. A consumer skips damaged messages, so waiting for one at
// the very end would never finish.
func (s *Store) readableEnd(ctx context.Context, after, last uint64) (uint64, error) {
	for ; last > after; last-- {
		_, err := s.messageAt(ctx, last)
		if errors.Is(err, errNone) {
			err = s.checkGone(ctx, last)
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

// consume yields the commits after the position up to end, or for ever if end is 0. With an end it resumes when a
// cluster loses its leader, as long as an election can take.
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

// consumeSome is consume with one consumer. It returns the position reached, and why it stopped early.
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

// pull returns a function that waits for the next message until ctx ends. The library's own wait ignores ctx for ten
// seconds while it re-creates a lost consumer.
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

// pulledAhead is the largest number of messages waiting for their reader.
const pulledAhead = 64

// hasBeyond asks the stream's leader whether there is anything after the position. A consumer cannot tell: it may be
// on a replica that lags, and report nothing pending although commits were acknowledged.
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

// resets limits the library's attempts to re-create a consumer whose server is lost, because the caller starts a new
// one. The context of each wait ends these attempts. Stop would not do: it can miss a consumer that is being created,
// and the wait for that one would never end.
const resets = 1

// messages starts reading after the position up to end, or for ever if end is 0. It returns nil if there is nothing
// to read.
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
	want := wantedConfig(s.opts.MaxBytes, info.Config.Replicas)
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

// inspectTries is the number of times that a file with apparent damage is read, because the server may be writing it.
const inspectTries = 3

// Inspect checks all files of an embedded store, of the log and of the other streams in the same server, and returns
// the damage.
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

// lostTails returns the games whose end is missing, except those already found broken.
func (s *Store) lostTails(ctx context.Context, found []*events.BrokenError) []*events.BrokenError {
	seen := map[string]bool{}
	for _, b := range found {
		seen[b.Game] = true
	}
	var out []*events.BrokenError
	games := s.heads.games()
	if s.heads.isLost() {
		games, _ = s.Games(ctx) // Games succeeded a moment ago
	}
	for _, game := range games {
		var broken *events.BrokenError
		if _, err := s.Head(ctx, game); !seen[game] && errors.As(err, &broken) {
			out = append(out, broken)
		}
	}
	return out
}

// checkTail records, at open, the games with commits after the current end of the stream.
func (s *Store) checkTail() {
	last := s.stream.CachedInfo().State.LastSeq
	for _, game := range s.heads.gamesBeyond(last) {
		known := s.heads.recordedHead(game)
		s.fault(fmt.Sprintf("the end of the log is lost: game %s was at event %d at position %d, but the log ends at "+
			"%d",
			game, known.Version, known.Seq, last))
	}
}
