package natslog

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"galloper/events"
)

// A stream cannot be repaired in place: it denies deletes and accepts messages only at its end. So the log is
// rebuilt. The complete mended log is written to a second stream; then the damaged stream is deleted, created again,
// and filled from the second one. After a crash before the second stream is complete, the log is unchanged; after a
// later crash, the store can only be opened to finish the repair.

const (
	mendStream = "EVENTS_MENDED"
	mendPrefix = "mended."
	// Metadata key that marks the second stream as complete. Its value lists the mended games, whose recorded heads
	// are obsolete.
	mendComplete = "galloper-mended"
)

// UnfinishedError means that a repair was interrupted after the mended log was complete, but before it was in place.
type UnfinishedError struct{}

// Error implements error.
func (UnfinishedError) Error() string {
	return "a repair of this store was interrupted: run galloper repair again to finish it"
}

// Chains are the complete chains of the games to mend, by game: commits of the log and restored ones (see
// archive.Mend).
type Chains map[string][]events.Commit

// Readable yields every readable commit in log order. Unlike All it skips missing and damaged ones.
func (s *Store) Readable(ctx context.Context, each func(events.Commit) error) error {
	return s.salvage(ctx, func(m *message) error {
		c, err := m.commit()
		if err != nil {
			return nil
		}
		return each(c)
	})
}

// salvage passes on every message that the servers can still read. A batch may come from a replica that lags or falls
// silent. The messages that it omits are requested from the leader, or the rebuilt log would lack them.
func (s *Store) salvage(ctx context.Context, each func(*message) error) error {
	info, err := s.stream.Info(ctx)
	if err != nil {
		return err
	}
	for at := info.State.FirstSeq; info.State.Msgs > 0 && at <= info.State.LastSeq; {
		silence := s.opts.Timeout
		if s.clustered() {
			silence /= 10
		}
		list, _, err := s.batch(ctx, s.nc, Subjects, at, silence)
		if err != nil && !(s.clustered() && errors.Is(err, errSilent)) {
			return err
		}
		list = slices.DeleteFunc(list, func(m *message) bool { return m.seq < at })
		if len(list) == 0 {
			if at, err = s.readLeftOut(ctx, at, info.State.LastSeq+1, each); err != nil {
				return err
			}
		}
		for _, m := range list {
			if _, err := s.readLeftOut(ctx, at, m.seq, each); err != nil {
				return err
			}
			if err := each(m); err != nil {
				return err
			}
			at = m.seq + 1
		}
	}
	return nil
}

// readLeftOut passes on the messages that the leader of a cluster has from at up to upTo, and returns the position
// after them.
func (s *Store) readLeftOut(ctx context.Context, at, upTo uint64, each func(*message) error) (uint64, error) {
	for s.clustered() && at < upTo {
		m, err := s.getFromLeader(ctx, getRequest{Seq: at, Next: Subjects})
		if errors.Is(err, errNone) {
			break
		}
		if err != nil {
			return at, err
		}
		if m.seq >= upTo {
			break
		}
		if err := each(m); err != nil {
			return at, err
		}
		at = m.seq + 1
	}
	return upTo, nil
}

// Noted returns the recorded head of the game, or the zero Head. In a cluster no heads are recorded.
func (s *Store) Noted(game string) events.Head { return s.heads.recordedHead(game) }

// HeadsLost reports whether the recorded heads of all games are lost.
func (s *Store) HeadsLost() bool { return s.heads.isLost() }

// Rebuild rewrites the log: the games in chains as given there, all others with everything readable, byte for byte.
// There must be no other writer. For an embedded store it keeps the files of the damaged stream and returns their
// directory.
func (s *Store) Rebuild(ctx context.Context, chains Chains) (kept string, err error) {
	if !s.opts.Mend {
		return "", errors.New("natslog: rebuild: the store is not open for repair")
	}
	if err := s.seal(ctx); err != nil {
		return "", fmt.Errorf("natslog: rebuild: %w", err)
	}
	if err := s.js.DeleteStream(ctx, mendStream); err != nil && !errors.Is(err, jetstream.ErrStreamNotFound) {
		return "", fmt.Errorf("natslog: rebuild: %w", err)
	}
	if kept, err = s.keepDamaged(); err != nil {
		return "", fmt.Errorf("natslog: rebuild: keep the damaged files: %w", err)
	}
	if err := s.stage(ctx, chains); err != nil {
		return kept, fmt.Errorf("natslog: rebuild: cannot write the repaired log; the damaged one is unchanged: "+
			"%w", err)
	}
	return kept, s.finishMend(ctx)
}

// seal keeps other writers from the damaged stream, because their commits would be lost.
func (s *Store) seal(ctx context.Context) error {
	info, err := s.stream.Info(ctx)
	if err != nil {
		return err
	}
	cfg := info.Config
	cfg.Sealed = true
	if _, err := s.js.UpdateStream(ctx, cfg); err != nil && !info.Config.Sealed {
		return fmt.Errorf("seal the damaged stream: %w", err)
	}
	return nil
}

// keepDamaged copies the files of the stream, as evidence and for experts.
func (s *Store) keepDamaged() (string, error) {
	if s.server == nil {
		return "", nil
	}
	from := filepath.Join(s.dir, "jetstream", "$G", "streams", Stream)
	if _, err := os.Stat(from); err != nil {
		return "", nil // the stream itself was lost
	}
	to := filepath.Join(s.dir, "damaged-"+time.Now().UTC().Format("20060102T150405.000Z"))
	return to, os.CopyFS(to, os.DirFS(from))
}

// writer publishes messages in order, each after its predecessor on the subject.
type writer struct {
	js     jetstream.JetStream
	prefix string
	last   map[string]uint64
	seq    uint64
	acks   []unconfirmed
	open   map[string]int // unconfirmed messages, by game
	each   int            // limit of unconfirmed messages per game
}

type unconfirmed struct {
	game string
	ack  jetstream.PubAckFuture
}

// inFlight is the number of concurrent messages. A server that syncs each message does not get faster with more.
const inFlight = 128

// newWriter returns a writer to a stream with the given number of replicas. A replicated stream refuses a message
// whose predecessor is not confirmed yet.
func newWriter(js jetstream.JetStream, prefix string, replicas int) *writer {
	w := &writer{js: js, prefix: prefix, last: map[string]uint64{}, open: map[string]int{}, each: inFlight}
	if replicas > 1 {
		w.each = 1
	}
	return w
}

func (w *writer) write(ctx context.Context, game string, data []byte) error {
	for w.open[game] >= w.each {
		if err := w.settle(ctx, len(w.acks)-1); err != nil {
			return err
		}
	}
	ack, err := w.js.PublishAsync(w.prefix+game, data, jetstream.WithExpectLastSequencePerSubject(w.last[game]),
		jetstream.WithStallWait(time.Minute))
	if err != nil {
		return err
	}
	w.seq++
	w.last[game] = w.seq
	w.open[game]++
	if w.acks = append(w.acks, unconfirmed{game, ack}); len(w.acks) >= inFlight {
		return w.settle(ctx, inFlight/2)
	}
	return nil
}

// settle waits until at most the given number of messages are unconfirmed.
func (w *writer) settle(ctx context.Context, most int) error {
	for ; len(w.acks) > most; w.acks = w.acks[1:] {
		select {
		case <-w.acks[0].ack.Ok():
			w.open[w.acks[0].game]--
		case err := <-w.acks[0].ack.Err():
			return err
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return nil
}

func (s *Store) stage(ctx context.Context, chains Chains) error {
	cfg := wantedConfig(s.opts.MaxBytes, s.Replicas())
	cfg.Name, cfg.Subjects = mendStream, []string{mendPrefix + "*"}
	if _, err := s.js.CreateStream(ctx, cfg); err != nil {
		return err
	}
	w := newWriter(s.js, mendPrefix, cfg.Replicas)
	err := s.salvage(ctx, func(m *message) error {
		game := strings.TrimPrefix(m.subject, prefix)
		chain, mended := chains[game]
		if !mended {
			return w.write(ctx, game, m.data)
		}
		rest, err := w.writeUpTo(ctx, chain, m)
		chains[game] = rest
		return err
	})
	for _, game := range sortedNames(chains) {
		for i := 0; i < len(chains[game]) && err == nil; i++ {
			err = w.write(ctx, game, []byte(chains[game][i].Line()))
		}
	}
	if err == nil {
		err = w.settle(ctx, 0)
	}
	if err != nil {
		return err
	}
	cfg.Metadata = map[string]string{mendComplete: strings.Join(sortedNames(chains), ",")}
	_, err = s.js.UpdateStream(ctx, cfg)
	return err
}

// writeUpTo writes the chain up to the message, so that the message keeps its place in the log, and returns the rest.
// It skips a message that is not in the chain.
func (w *writer) writeUpTo(ctx context.Context, chain []events.Commit, m *message) ([]events.Commit, error) {
	sum := events.Sum(m.data)
	for i := range chain {
		if chain[i].Head.Hash != sum {
			continue
		}
		for _, c := range chain[:i+1] {
			if err := w.write(ctx, c.Game, []byte(c.Line())); err != nil {
				return nil, err
			}
		}
		return chain[i+1:], nil
	}
	return chain, nil
}

// findMended checks whether a repair was interrupted. An incomplete second stream is useless but harmless.
func (s *Store) findMended(ctx context.Context) error {
	st, err := s.js.Stream(ctx, mendStream)
	if errors.Is(err, jetstream.ErrStreamNotFound) {
		return nil
	}
	if err != nil {
		return err
	}
	_, s.unfinished = st.CachedInfo().Config.Metadata[mendComplete]
	if s.unfinished && !s.opts.Mend {
		return UnfinishedError{}
	}
	return nil
}

// Unfinished reports whether a repair was interrupted after the mended log was complete.
func (s *Store) Unfinished() bool { return s.unfinished }

// FinishMend replaces the damaged log with the complete mended one.
func (s *Store) FinishMend(ctx context.Context) error { return s.finishMend(ctx) }

func sortedNames(chains Chains) []string { return slices.Sorted(maps.Keys(chains)) }

func (s *Store) finishMend(ctx context.Context) error {
	from, err := s.js.Stream(ctx, mendStream)
	if err != nil {
		return fmt.Errorf("natslog: finish the repair: %w", err)
	}
	info := from.CachedInfo()
	mended := strings.Split(info.Config.Metadata[mendComplete], ",")
	if err := s.js.DeleteStream(ctx, Stream); err != nil && !errors.Is(err, jetstream.ErrStreamNotFound) {
		return fmt.Errorf("natslog: finish the repair: %w", err)
	}
	s.known.forget()
	if s.stream, err = s.js.CreateStream(ctx, wantedConfig(s.opts.MaxBytes, info.Config.Replicas)); err != nil {
		return fmt.Errorf("natslog: finish the repair: %w", err)
	}
	heads, err := s.refill(ctx, from, info.State.LastSeq)
	if err == nil {
		err = s.heads.rewrite(heads, mended, info.State.LastSeq)
	}
	if err == nil {
		err = s.js.DeleteStream(ctx, mendStream)
	}
	if err != nil {
		return fmt.Errorf("natslog: finish the repair: %w", err)
	}
	s.faults, s.unfinished = nil, false
	return nil
}

// refill copies the second stream into the new one, and returns the games' heads there.
func (s *Store) refill(ctx context.Context, from jetstream.Stream, last uint64) (map[string]events.Head, error) {
	w, heads := newWriter(s.js, prefix, s.stream.CachedInfo().Config.Replicas), map[string]events.Head{}
	if last == 0 {
		return heads, nil
	}
	oc, err := s.js.OrderedConsumer(ctx, mendStream, jetstream.OrderedConsumerConfig{})
	if err != nil {
		return nil, err
	}
	it, err := oc.Messages(jetstream.PullMaxBytes(window))
	if err != nil {
		return nil, err
	}
	defer it.Stop()
	for w.seq < last {
		m, err := it.Next(jetstream.NextContext(ctx))
		if err != nil {
			return nil, err
		}
		game := strings.TrimPrefix(m.Subject(), mendPrefix)
		if err := w.write(ctx, game, m.Data()); err != nil {
			return nil, err
		}
		if c, err := events.ParseCommit(m.Data()); err == nil {
			c.Head.Seq = w.seq
			heads[game] = c.Head
		}
	}
	return heads, w.settle(ctx, 0)
}

// SetBack restores the settings of the stream. It returns false if the server does not allow this; then only Rebuild
// helps.
func (s *Store) SetBack(ctx context.Context) (bool, error) {
	info, err := s.stream.Info(ctx)
	if err != nil {
		return false, fmt.Errorf("natslog: reset the stream: %w", err)
	}
	want := wantedConfig(s.opts.MaxBytes, info.Config.Replicas)
	if len(drift(info.Config, want)) == 0 {
		return true, nil
	}
	st, err := s.js.UpdateStream(ctx, want)
	if err != nil {
		s.log.Warn("event store: an update cannot reset these settings", "error", err)
		return false, nil
	}
	s.stream = st
	return len(drift(st.CachedInfo().Config, want)) == 0, nil
}
