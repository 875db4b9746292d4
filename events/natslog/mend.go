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

// A stream cannot be mended in place: it denies deletes and takes messages at its end
// only. So it is written anew. The whole log, mended, goes into a second stream; when
// that is complete the damaged one is deleted, made again, and filled from it. A crash
// before the second stream is complete leaves the log as it was, and one after that
// leaves a store that opens only to have the work finished.

const (
	mendStream = "EVENTS_MENDED"
	mendPrefix = "mended."
	// In the metadata of the second stream once it is complete: the games that were
	// mended, whose noted heads no longer count.
	mendComplete = "galloper-mended"
)

// UnfinishedError says that a repair of the store was interrupted when the mended log
// was complete, and not yet in its place.
type UnfinishedError struct{}

// Error implements error.
func (UnfinishedError) Error() string {
	return "a repair of this store was interrupted: run galloper repair again, which finishes it"
}

// Chains are the whole chains of the games that are mended, by game: what stands in the
// log and what is to be restored (archive.Mend plans it).
type Chains map[string][]events.Commit

// Readable yields every commit that can be read, in the order of the log. Unlike All it
// passes over what is missing or damaged.
func (s *Store) Readable(ctx context.Context, each func(events.Commit) error) error {
	return s.salvage(ctx, func(m *message) error {
		c, err := m.commit()
		if err != nil {
			return nil
		}
		return each(c)
	})
}

// salvage hands over every message that the servers can still read. A batch may come from
// a replica that lags or falls silent: what it leaves out is asked of the leader, or the
// rebuilt log would be without it.
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
			if at, err = s.leftOut(ctx, at, info.State.LastSeq+1, each); err != nil {
				return err
			}
		}
		for _, m := range list {
			if _, err := s.leftOut(ctx, at, m.seq, each); err != nil {
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

// leftOut hands over what the leader of a cluster has from the one position up to the
// other, and returns the position behind.
func (s *Store) leftOut(ctx context.Context, at, upTo uint64, each func(*message) error) (uint64, error) {
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

// Noted returns the head that the game is known to have had, the zero Head where none
// was noted: in a cluster none ever is.
func (s *Store) Noted(game string) events.Head { return s.heads.known(game) }

// HeadsLost reports whether nothing is known of where any game stood.
func (s *Store) HeadsLost() bool { return s.heads.lost() }

// Rebuild writes the log anew, the games with chains as those say, all others with all
// that can be read of them, byte for byte. Nothing else may write meanwhile. The files
// of the damaged stream of an embedded store are kept: where, is returned.
func (s *Store) Rebuild(ctx context.Context, chains Chains) (kept string, err error) {
	if !s.opts.Mend {
		return "", errors.New("natslog: rebuild: the store was not opened for it")
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
		return kept, fmt.Errorf("natslog: rebuild: the mended log cannot be written; the damaged one is as it was: %w", err)
	}
	return kept, s.finishMend(ctx)
}

// seal keeps other writers from the damaged stream: what they stored now would be lost.
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

// keepDamaged copies the files of the stream, as evidence and for whoever knows better.
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

// writer publishes messages in order, each behind the one before it of its subject.
type writer struct {
	js     jetstream.JetStream
	prefix string
	last   map[string]uint64
	seq    uint64
	acks   []unconfirmed
	open   map[string]int // of each game, how many are unconfirmed
	each   int            // how many of one game may be
}

type unconfirmed struct {
	game string
	ack  jetstream.PubAckFuture
}

// inFlight is how many messages are on their way at once: more does not make a server
// faster that syncs each.
const inFlight = 128

// newWriter returns a writer to a stream with so many replicas. Where there are several, a
// message behind one that is not confirmed yet is refused.
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

// settle waits until at most so many are unconfirmed.
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

// stage writes the mended log into the second stream.
func (s *Store) stage(ctx context.Context, chains Chains) error {
	cfg := wanted(s.opts.MaxBytes, s.Replicas())
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
		rest, err := w.upTo(ctx, chain, m)
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

// upTo writes the chain up to the message, in whose place in the log it so stays, and
// returns the rest. A message that is not in the chain is passed over.
func (w *writer) upTo(ctx context.Context, chain []events.Commit, m *message) ([]events.Commit, error) {
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

// findMended looks whether a repair was interrupted. A second stream that is not
// complete is of no use, and does no harm.
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

// Unfinished reports whether a repair was interrupted when the mended log was complete.
func (s *Store) Unfinished() bool { return s.unfinished }

// FinishMend puts the complete mended log in the place of the damaged one.
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
	if s.stream, err = s.js.CreateStream(ctx, wanted(s.opts.MaxBytes, info.Config.Replicas)); err != nil {
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

// refill copies the second stream into the new one, and returns the games' heads in it.
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

// SetBack sets the settings of the stream back to what they must be. It reports false
// where the server does not allow it: then only Rebuild helps.
func (s *Store) SetBack(ctx context.Context) (bool, error) {
	info, err := s.stream.Info(ctx)
	if err != nil {
		return false, fmt.Errorf("natslog: set the stream back: %w", err)
	}
	want := wanted(s.opts.MaxBytes, info.Config.Replicas)
	if len(drift(info.Config, want)) == 0 {
		return true, nil
	}
	st, err := s.js.UpdateStream(ctx, want)
	if err != nil {
		s.log.Warn("event store: the settings cannot be set back by an update", "error", err)
		return false, nil
	}
	s.stream = st
	return len(drift(st.CachedInfo().Config, want)) == 0, nil
}
