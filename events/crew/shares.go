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
	herePrefix = "crew.here." // with the name: it is there
	byePrefix  = "crew.bye."  // it leaves
	atPrefix   = "crew.at."   // is it there?
	rollCall   = "crew.roll"  // who is there?
)

// beats is how often within the silence after which it would count as gone a process says
// that it is there.
const beats = 5

// clockEvery is how often the servers' clock is read.
const clockEvery = 5 * time.Second

// Shares is what of the work is this process's. Its methods may be called from many
// goroutines.
type Shares struct {
	Options
	servers Servers
	since   int64 // when it joined, in nanoseconds of its own clock: the eldest has what one can have

	mu      sync.Mutex
	others  map[string]member
	held    map[string]bool
	changed chan struct{}
	clock   reading
}

// member is another process as this one hears it.
type member struct {
	since int64
	heard time.Time
}

// reading is what the servers' clock showed at a moment of this process.
type reading struct{ server, here time.Time }

// Join makes the process one of those that share. It holds nothing before Run.
func Join(servers Servers, o Options) (*Shares, error) {
	s := &Shares{Options: o.filled(), servers: servers, since: time.Now().UnixNano(), others: map[string]member{},
		held: map[string]bool{}, changed: make(chan struct{})}
	// One who may not speak or hear would take all others for gone.
	nc := servers.Turn(0)
	sub, err := nc.SubscribeSync(rollCall)
	if err == nil {
		err = errors.Join(nc.Publish(rollCall, nil), nc.FlushTimeout(s.Silence), sub.Unsubscribe())
	}
	if last := nc.LastError(); errors.Is(last, nats.ErrPermissionViolation) {
		return nil, fmt.Errorf("crew: %w; docs/cluster.md lists what the user must be allowed", last)
	}
	return s, err
}

// Members returns the names of the processes that share now, sorted.
func Members(ctx context.Context, servers Servers) (names []string) {
	var mu sync.Mutex
	defer servers.Subscribe(herePrefix+"*", func(m *nats.Msg) {
		mu.Lock()
		defer mu.Unlock()
		names = append(names, strings.TrimPrefix(m.Subject, herePrefix))
	})()
	for _, nc := range servers.Connected() {
		_ = nc.Publish(rollCall, nil) // they speak by themselves, too
	}
	sleep(ctx, Options{}.filled().Silence)
	mu.Lock()
	defer mu.Unlock()
	slices.Sort(names)
	return slices.Compact(names)
}

// Holds reports whether the part is this process's now.
func (s *Shares) Holds(part string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.held[part]
}

// Held returns the parts that are this process's now, sorted.
func (s *Shares) Held() (parts []string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for part := range s.held {
		parts = append(parts, part)
	}
	slices.Sort(parts)
	return parts
}

// ServerTime returns what the clock of the servers shows, as far as this process knows: it
// was read some seconds ago, and goes on as this machine's time does, whatever its clock
// is set to. It is not known before Run has spoken to a server.
func (s *Shares) ServerTime() (at time.Time, known bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.clock.server.Add(time.Since(s.clock.here)), !s.clock.here.IsZero()
}

// Changed returns what is closed when parts are won or lost.
func (s *Shares) Changed() <-chan struct{} {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.changed
}

// Run hears the others, and divides the work with them, until ctx ends. It then leaves,
// so that they need not miss it first.
func (s *Shares) Run(ctx context.Context) error {
	for subject, hear := range map[string]nats.MsgHandler{
		herePrefix + "*":  s.hear,
		byePrefix + "*":   func(m *nats.Msg) { s.forget(strings.TrimPrefix(m.Subject, byePrefix)) },
		atPrefix + s.Name: func(*nats.Msg) {}, // that somebody would hear it is the answer
		rollCall:          func(*nats.Msg) { s.beat(0) },
	} {
		defer s.servers.Subscribe(subject, hear)()
	}
	go s.readClock(ctx)
	s.say(rollCall)
	s.beat(0)
	sleep(ctx, s.Silence/2) // for those that are there already
	tick := time.NewTicker(s.Silence / beats)
	defer tick.Stop()
	for n, before := 0, time.Now(); ctx.Err() == nil; n++ {
		if time.Since(before) > s.Silence/2 { // this process stood still, and has heard nobody
			s.pardon()
		}
		before = time.Now()
		s.beat(n)
		s.miss()
		s.divide()
		select {
		case <-tick.C:
		case <-ctx.Done():
		}
	}
	s.mu.Lock()
	s.hold(map[string]bool{})
	s.mu.Unlock()
	s.say(byePrefix + s.Name)
	for _, nc := range s.servers.Connected() {
		_ = nc.FlushTimeout(s.Silence / beats) // else it is missed a little later
	}
	return ctx.Err()
}

// beat says that this process is there, to one server after the other.
func (s *Shares) beat(n int) {
	since, err := json.Marshal(s.since)
	if err == nil {
		_ = s.servers.Turn(n).Publish(herePrefix+s.Name, since) // others follow
	}
}

// say says something on all connections.
func (s *Shares) say(subject string) {
	for _, nc := range s.servers.Connected() {
		_ = nc.Publish(subject, nil) // a server that is gone is not the only one
	}
}

// hear notes that another process is there.
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
		s.Logger.Info("another daemon is there", "name", name)
		s.divide()
	}
}

// forget notes that another process is gone.
func (s *Shares) forget(name string) {
	s.mu.Lock()
	_, known := s.others[name]
	delete(s.others, name)
	s.mu.Unlock()
	if known {
		s.Logger.Info("another daemon is gone", "name", name)
		s.divide()
	}
}

// pardon takes all others for heard: it was this process that heard nothing.
func (s *Shares) pardon() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for name, o := range s.others {
		s.others[name] = member{o.since, time.Now()}
	}
}

// miss looks for those that were silent: for long enough they are gone, and before that
// they are asked for. The servers say at once where a process has no connection any more.
func (s *Shares) miss() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for name, o := range s.others {
		switch silent := time.Since(o.heard); {
		case silent > s.Silence:
			go s.forget(name)
		case silent > 2*s.Silence/beats:
			go s.ask(name)
		}
	}
}

// ask forgets the process if more than half of the servers that answer have nobody of that name.
func (s *Shares) ask(name string) {
	all := s.servers.Connected()
	nobody := make(chan bool, len(all))
	for _, nc := range all {
		go func() {
			_, err := nc.Request(atPrefix+name, nil, s.Silence/beats) // which nobody answers
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

// divide gives each part to one of those that are there. Without any connection none is
// this process's: it could do nothing with it.
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

// Member is a process and when it joined.
type Member struct {
	Name  string
	Since int64 // in nanoseconds
}

// Divide says whose each part is. One that is wanted is the eldest's. Each other falls to
// the process that a hash says, of those that have not their fair share yet: so few change
// hands where one comes or goes.
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

// hold notes what is this process's now. The lock is held.
func (s *Shares) hold(mine map[string]bool) {
	if maps.Equal(mine, s.held) {
		return
	}
	s.Logger.Info("shares of the work", "held", len(mine), "of", len(s.Parts)+len(s.Wanted), "process", s.Name)
	s.held = mine
	close(s.changed)
	s.changed = make(chan struct{})
}

// readClock reads the servers' clock again and again.
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
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-ctx.Done():
	}
}
