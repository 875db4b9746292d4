package crew

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"hash/fnv"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
)

const (
	herePrefix = "crew.here." // with the name: heartbeat
	byePrefix  = "crew.bye."  // with the name: the process leaves
	atPrefix   = "crew.at."   // with the name: probe, answered if the process is running
	rollCall   = "crew.roll"  // asks all processes for a heartbeat
)

// beats is the number of heartbeats within Silence.
const beats = 5

// clockEvery is the interval between readings of the servers' clock.
const clockEvery = 5 * time.Second

// Shares are the parts of the work that belong to this process. It is safe for concurrent use.
type Shares struct {
	Options
	servers Servers
	since   int64 // when it joined, in nanoseconds of its own clock; the eldest process gets the wanted parts

	mu      sync.Mutex
	others  map[string]member
	held    map[string]bool
	changed chan struct{}
	clock   reading
}

// member is another process.
type member struct {
	since int64
	heard time.Time
}

// reading pairs the time of the servers with that of this process.
type reading struct{ server, here time.Time }

// Join adds this process to the crew. It holds no parts before Run.
func Join(servers Servers, o Options) (*Shares, error) {
	s := &Shares{Options: o.filled(), servers: servers, since: time.Now().UnixNano(), others: map[string]member{},
		held: map[string]bool{}, changed: make(chan struct{})}
	// Without the permission to publish and subscribe, it would consider all other processes gone.
	nc := servers.Turn(0)
	sub, err := nc.SubscribeSync(rollCall)
	if err == nil {
		err = errors.Join(nc.Publish(rollCall, nil), nc.FlushTimeout(s.Silence), sub.Unsubscribe())
	}
	if last := nc.LastError(); errors.Is(last, nats.ErrPermissionViolation) {
		return nil, fmt.Errorf("crew: %w; docs/cluster.md lists the permissions that the user needs", last)
	}
	return s, err
}

// Members returns the sorted names of the processes that currently share.
func Members(ctx context.Context, servers Servers) (names []string) {
	var mu sync.Mutex
	defer servers.Subscribe(herePrefix+"*", func(m *nats.Msg) {
		mu.Lock()
		defer mu.Unlock()
		names = append(names, strings.TrimPrefix(m.Subject, herePrefix))
	})()
	for _, nc := range servers.Connected() {
		_ = nc.Publish(rollCall, nil) // the regular heartbeats arrive as well
	}
	sleep(ctx, Options{}.filled().Silence)
	mu.Lock()
	defer mu.Unlock()
	slices.Sort(names)
	return slices.Compact(names)
}

// Holds reports whether this process currently has the part.
func (s *Shares) Holds(part string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.held[part]
}

// Held returns the parts that this process currently has, sorted.
func (s *Shares) Held() (parts []string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for part := range s.held {
		parts = append(parts, part)
	}
	slices.Sort(parts)
	return parts
}

// ServerTime returns the time of the servers' clock, extrapolated from a reading some seconds ago by the monotonic
// clock of this machine. known is false until Run has reached a server.
func (s *Shares) ServerTime() (at time.Time, known bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.clock.server.Add(time.Since(s.clock.here)), !s.clock.here.IsZero()
}

// Changed returns a channel that is closed when parts are won or lost.
func (s *Shares) Changed() <-chan struct{} {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.changed
}

// Run exchanges heartbeats and divides the work until ctx ends. It then announces that it leaves, so that the others
// need not wait for the silence.
func (s *Shares) Run(ctx context.Context) error {
	for subject, hear := range map[string]nats.MsgHandler{
		herePrefix + "*":  s.hear,
		byePrefix + "*":   func(m *nats.Msg) { s.forget(strings.TrimPrefix(m.Subject, byePrefix)) },
		atPrefix + s.Name: func(*nats.Msg) {}, // being subscribed is enough
		rollCall:          func(*nats.Msg) { s.beat(0) },
	} {
		defer s.servers.Subscribe(subject, hear)()
	}
	go s.readClock(ctx)
	s.publish(rollCall)
	s.beat(0)
	sleep(ctx, s.Silence/2) // to hear the processes that already run
	tick := time.NewTicker(s.Silence / beats)
	defer tick.Stop()
	for n, before := 0, time.Now(); ctx.Err() == nil; n++ {
		if time.Since(before) > s.Silence/2 { // this process was suspended and heard no heartbeats
			s.resetSilence()
		}
		before = time.Now()
		s.beat(n)
		s.dropSilent()
		s.divide()
		select {
		case <-tick.C:
		case <-ctx.Done():
		}
	}
	s.mu.Lock()
	s.hold(map[string]bool{})
	s.mu.Unlock()
	s.publish(byePrefix + s.Name)
	for _, nc := range s.servers.Connected() {
		_ = nc.FlushTimeout(s.Silence / beats) // otherwise the others notice a little later
	}
	return ctx.Err()
}

// beat publishes a heartbeat, to the servers in turn.
func (s *Shares) beat(n int) {
	since, err := json.Marshal(s.since)
	if err == nil {
		_ = s.servers.Turn(n).Publish(herePrefix+s.Name, since) // the next one goes to another server
	}
}

// publish publishes an empty message on all connections.
func (s *Shares) publish(subject string) {
	for _, nc := range s.servers.Connected() {
		_ = nc.Publish(subject, nil) // the other servers may still get it
	}
}

// hear records another process's heartbeat.
func (s *Shares) hear(m *nats.Msg) {
	name := strings.TrimPrefix(m.Subject, herePrefix)
	var since int64
	if name == s.Name || json.Unmarshal(m.Data, &since) != nil {
		return
	}
	s.mu.Lock()
	_, known := s.others[name]
	s.others[name] = member{since, time.Now()}
	s.mu.Unlock()
	if !known {
		s.Logger.Info("another daemon joined", "name", name)
		s.divide()
	}
}

// forget removes a process.
func (s *Shares) forget(name string) {
	s.mu.Lock()
	_, known := s.others[name]
	delete(s.others, name)
	s.mu.Unlock()
	if known {
		s.Logger.Info("another daemon left", "name", name)
		s.divide()
	}
}

// resetSilence resets the silence of all others, because it was this process that heard nothing.
func (s *Shares) resetSilence() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for name, o := range s.others {
		s.others[name] = member{o.since, time.Now()}
	}
}

// dropSilent removes processes that were silent too long, and probes those that are silent for less. The servers answer
// a probe at once if the process has no connection.
func (s *Shares) dropSilent() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for name, o := range s.others {
		switch silent := time.Since(o.heard); {
		case silent > s.Silence:
			go s.forget(name)
		case silent > 2*s.Silence/beats:
			go s.dropUnsubscribed(name)
		}
	}
}

// dropUnsubscribed removes the process if more than half of the answering servers have no subscriber of that name.
// Members do not answer the probe: only the server's error counts.
func (s *Shares) dropUnsubscribed(name string) {
	all := s.servers.Connected()
	nobody := make(chan bool, len(all))
	for _, nc := range all {
		go func() {
			_, err := nc.Request(atPrefix+name, nil, s.Silence/beats)
			nobody <- errors.Is(err, nats.ErrNoResponders)
		}()
	}
	missing := 0
	for range all {
		if <-nobody {
			missing++
		}
	}
	if 2*missing > len(all) {
		s.forget(name)
	}
}

// divide assigns the parts. Without a connection this process gets none, because it could not do the work.
func (s *Shares) divide() {
	online := len(s.servers.Connected()) > 0
	s.mu.Lock()
	defer s.mu.Unlock()
	crew := []Member{{s.Name, s.since}}
	for name, o := range s.others {
		crew = append(crew, Member{name, o.since})
	}
	mine := map[string]bool{}
	for part, name := range Divide(crew, s.Parts, s.Wanted) {
		if online && name == s.Name {
			mine[part] = true
		}
	}
	s.hold(mine)
}

// Member is a process in the crew.
type Member struct {
	Name  string
	Since int64 // in nanoseconds
}

// Divide returns the owner of each part. Wanted parts go to the eldest process. Each other part goes to the process
// that ranks first by a hash among those below their fair share, so that few parts move when a process comes or goes.
func Divide(crew []Member, parts, wanted []string) map[string]string {
	fair := (len(parts) + len(crew) - 1) / len(crew)
	have, of := map[string]int{}, map[string]string{}
	for _, part := range parts {
		slices.SortFunc(crew, func(a, b Member) int { return cmp.Compare(weight(a.Name, part), weight(b.Name, part)) })
		i := slices.IndexFunc(crew, func(e Member) bool { return have[e.Name] < fair })
		of[part] = crew[i].Name
		have[crew[i].Name]++
	}
	eldest := slices.MinFunc(crew, func(a, b Member) int {
		return cmp.Or(cmp.Compare(a.Since, b.Since), cmp.Compare(a.Name, b.Name))
	})
	for _, part := range wanted {
		of[part] = eldest.Name
	}
	return of
}

func weight(name, part string) uint64 {
	h := fnv.New64a()
	h.Write([]byte(name + " " + part)) // never fails
	return h.Sum64()
}

// hold sets the parts of this process. The caller holds the lock.
func (s *Shares) hold(mine map[string]bool) {
	if maps.Equal(mine, s.held) {
		return
	}
	s.Logger.Info("shares of the work", "held", len(mine), "of", len(s.Parts)+len(s.Wanted), "process", s.Name)
	s.held = mine
	close(s.changed)
	s.changed = make(chan struct{})
}

// readClock reads the servers' clock at intervals.
func (s *Shares) readClock(ctx context.Context) {
	for ctx.Err() == nil {
		if at, err := s.Clock(ctx); err == nil {
			s.mu.Lock()
			s.clock = reading{at, time.Now()}
			s.mu.Unlock()
		}
		sleep(ctx, clockEvery)
	}
}

func sleep(ctx context.Context, d time.Duration) {
	select {
	case <-time.After(d):
	case <-ctx.Done():
	}
}
