package lease

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go/jetstream"
	"golang.org/x/sync/errgroup"
)

const (
	shareStream  = "LEASES"
	sharePrefix  = "lease."
	memberPrefix = sharePrefix + "member."
	partPrefix   = sharePrefix + "part."
)

// rounds is how often within its TTL a lease is renewed, and how often a process looks
// for parts that nobody holds.
const rounds = 4

// Shares is what of the work is this process's. Its methods may be called from many
// goroutines.
type Shares struct {
	Options
	js      jetstream.JetStream
	stream  jetstream.Stream
	changed chan struct{}

	mu     sync.Mutex
	held   map[string]share
	member uint64 // sequence of the last message that says that this process is there
	clock  reading
}

// reading is what the servers' clock showed at a moment of this process.
type reading struct{ server, here time.Time }

// share is a lease as its holder knows it.
type share struct {
	seq   uint64    // of its last renewal
	until time.Time // when it runs out at the earliest, by the clock of this process
}

// Join makes the process one of those that share. It holds nothing before Run.
func Join(ctx context.Context, js jetstream.JetStream, o Options) (*Shares, error) {
	s := &Shares{Options: o.filled(), js: js, changed: make(chan struct{}, 1), held: map[string]share{}}
	var err error
	// On disk, although nothing of it is worth keeping: a replica in memory that comes
	// back empty is no help to the others when the next server is lost.
	s.stream, err = openStream(ctx, js, jetstream.StreamConfig{
		Name: shareStream, Subjects: []string{sharePrefix + ">"}, Replicas: s.Replicas, Storage: jetstream.FileStorage,
		MaxAge: s.TTL, Duplicates: s.TTL, MaxMsgsPerSubject: 1,
	})
	if err != nil {
		return nil, err
	}
	s.TTL = s.stream.CachedInfo().Config.MaxAge
	return s, nil
}

// Members returns the names of the processes that share now, sorted. One that was killed
// is among them until its lease has run out.
func Members(ctx context.Context, js jetstream.JetStream) (names []string, err error) {
	s, err := js.Stream(ctx, shareStream)
	if errors.Is(err, jetstream.ErrStreamNotFound) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("lease: members: %w", err)
	}
	info, err := s.Info(ctx, jetstream.WithSubjectFilter(memberPrefix+">"))
	if err != nil {
		return nil, fmt.Errorf("lease: members: %w", err)
	}
	for subject := range info.State.Subjects {
		names = append(names, strings.TrimPrefix(subject, memberPrefix))
	}
	slices.Sort(names)
	return names, nil
}

// Holds reports whether the part is this process's now.
func (s *Shares) Holds(part string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return time.Now().Before(s.held[part].until)
}

// Held returns the parts that are this process's now, sorted.
func (s *Shares) Held() (parts []string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for part, h := range s.held {
		if time.Now().Before(h.until) {
			parts = append(parts, part)
		}
	}
	slices.Sort(parts)
	return parts
}

// ServerTime returns what the clock of the servers shows, as far as this process knows: it
// was read with the last renewal, and goes on as this machine's time does, whatever its
// clock is set to. It is not known before Run has spoken to a server.
func (s *Shares) ServerTime() (at time.Time, known bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.clock.server.Add(time.Since(s.clock.here)), !s.clock.here.IsZero()
}

// Changed has a value after parts were won or lost.
func (s *Shares) Changed() <-chan struct{} { return s.changed }

// Run takes and renews leases until ctx ends, and then gives them up, so that the
// others need not wait for their end.
func (s *Shares) Run(ctx context.Context) error {
	tick := time.NewTicker(s.TTL / rounds)
	defer tick.Stop()
	var failing time.Time // since when
	for {
		before := s.Held()
		switch err := s.round(ctx); {
		case ctx.Err() != nil:
		case err != nil && failing.IsZero(): // it is said once, not four times in each lease
			failing = time.Now()
			s.Logger.Warn("leases could not be renewed; work goes on where others hold them", "error", err)
		case err == nil && !failing.IsZero():
			s.Logger.Info("leases are renewed again", "after", time.Since(failing).Round(time.Millisecond))
			failing = time.Time{}
		}
		if now := s.Held(); !slices.Equal(before, now) {
			s.Logger.Info("shares of the work", "held", len(now), "of", len(s.Parts)+len(s.Wanted), "process", s.Name)
			select {
			case s.changed <- struct{}{}:
			default:
			}
		}
		select {
		case <-tick.C:
		case <-ctx.Done():
			s.leave()
			return ctx.Err()
		}
	}
}

// round renews what is held, gives up what is too much, and takes what is free.
func (s *Shares) round(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, s.TTL/2)
	defer cancel()
	if err := s.renew(ctx); err != nil {
		return err
	}
	info, err := s.stream.Info(ctx, jetstream.WithSubjectFilter(sharePrefix+">"))
	if err != nil {
		return err
	}
	s.mu.Lock()
	s.clock = reading{info.TimeStamp, time.Now()}
	s.mu.Unlock()
	members, free := 0, map[string]bool{}
	for _, p := range slices.Concat(s.Parts, s.Wanted) {
		free[p] = true
	}
	for subject := range info.State.Subjects {
		if strings.HasPrefix(subject, memberPrefix) {
			members++
		}
		delete(free, strings.TrimPrefix(subject, partPrefix))
	}
	fair := (len(s.Parts) + max(members, 1) - 1) / max(members, 1)
	if err := s.giveUp(ctx, fair); err != nil {
		return err
	}
	return s.take(ctx, fair, free)
}

// renew writes each lease again, in place of itself. One that ran out meanwhile is
// lost; one that cannot be written does not keep the others from being.
func (s *Shares) renew(ctx context.Context) error {
	var g errgroup.Group
	g.Go(func() error { return s.announce(ctx) })
	s.mu.Lock()
	for part, h := range s.held {
		g.Go(func() error { return s.write(ctx, part, h.seq) })
	}
	s.mu.Unlock()
	return g.Wait()
}

// announce says that this process is there, and wants its share.
func (s *Shares) announce(ctx context.Context) error {
	ack, err := s.js.Publish(ctx, memberPrefix+s.Name, nil)
	if err == nil {
		s.member = ack.Sequence
	}
	return err
}

// write takes or renews one lease. It counts from before it was asked for: the server
// counts from later.
func (s *Shares) write(ctx context.Context, part string, seq uint64) error {
	begun := time.Now()
	ack, err := s.publish(ctx, part, seq)
	if taken(err) {
		if own := s.last(ctx, part); own > seq { // by a renewal whose answer was lost
			ack, err = s.publish(ctx, part, own)
		}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case taken(err):
		delete(s.held, part)
		return nil
	case err != nil:
		// It may have been written all the same: the next renewal will find out.
		return fmt.Errorf("lease of %s: %w", part, err)
	}
	s.held[part] = share{seq: ack.Sequence, until: begun.Add(s.TTL)}
	return nil
}

func (s *Shares) publish(ctx context.Context, part string, seq uint64) (*jetstream.PubAck, error) {
	return s.js.Publish(ctx, partPrefix+part, []byte(s.Name), jetstream.WithExpectLastSequencePerSubject(seq))
}

// last returns the sequence of the part's lease if it is this process's, else zero.
func (s *Shares) last(ctx context.Context, part string) uint64 {
	m, err := s.stream.GetLastMsgForSubject(ctx, partPrefix+part)
	if err != nil || string(m.Data) != s.Name {
		return 0
	}
	return m.Sequence
}

// giveUp leaves parts to others where this process has more than its fair share.
func (s *Shares) giveUp(ctx context.Context, fair int) error {
	mine := slices.DeleteFunc(s.Held(), func(p string) bool { return slices.Contains(s.Wanted, p) })
	var errs []error
	for _, part := range mine[min(fair, len(mine)):] {
		errs = append(errs, s.release(ctx, part))
	}
	return errors.Join(errs...)
}

// release stops counting on the part first, and lets others have it then.
func (s *Shares) release(ctx context.Context, part string) error {
	s.mu.Lock()
	h, held := s.held[part]
	delete(s.held, part)
	s.mu.Unlock()
	if !held {
		return nil
	}
	err := s.stream.DeleteMsg(ctx, h.seq)
	if errors.Is(err, jetstream.ErrMsgNotFound) {
		return nil
	}
	return err
}

// take takes free parts up to the fair share, in an order of its own so that two
// processes do not reach for the same.
func (s *Shares) take(ctx context.Context, fair int, free map[string]bool) error {
	var errs []error
	for _, part := range s.Wanted {
		if free[part] {
			errs = append(errs, s.write(ctx, part, 0))
		}
	}
	have := len(slices.DeleteFunc(s.Held(), func(p string) bool { return slices.Contains(s.Wanted, p) }))
	for _, i := range rand.Perm(len(s.Parts)) {
		if part := s.Parts[i]; free[part] && have < fair {
			errs = append(errs, s.write(ctx, part, 0))
			if s.Holds(part) {
				have++
			}
		}
	}
	return errors.Join(errs...)
}

// leave gives everything up.
func (s *Shares) leave() {
	ctx, cancel := context.WithTimeout(context.Background(), s.TTL/2)
	defer cancel()
	_ = s.stream.DeleteMsg(ctx, s.member) // else it is forgotten with its lease
	for _, part := range s.Held() {
		if err := s.release(ctx, part); err != nil {
			s.Logger.Info("a lease was not given up; it runs out by itself", "part", part, "error", err)
		}
	}
}
