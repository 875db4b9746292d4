package simulate

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"hash"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"sync"
	"time"

	"galloper/adjudicator"
	"galloper/adjudicator/rulesets"
	"galloper/cmd/galloper/internal/cluster"
	"galloper/cmd/galloper/internal/daemon"
	"galloper/cmd/galloper/internal/outbox"
	"galloper/events/memlog"
	"galloper/events/vault"
	"galloper/mailgate"
)

// sea is the environment of the daemons in a run.
type sea struct {
	Options
	ctx    context.Context
	rng    *rand.Rand
	now    time.Time
	log    *memlog.Log
	vault  *vault.Memory
	claims ledger
	// position is the stream position of the newest commit.
	position uint64
	disk     string               // directory for each daemon's own files
	unsent   int                  // mails queued
	written  map[string]time.Time // when each key was last written to the vault
	mates    []*mate

	late []func() // writes that arrive after their requester stopped waiting

	left     int       // faults still to come
	calm     time.Time // when the last fault ends
	voting   time.Time // until when the servers have no leader
	slowDisk time.Time // until when the servers answer slowly
	mute     time.Time // until when the mail server refuses everything

	ownerless time.Time // since when no daemon owns the game; zero if one does

	post
	work  func(*mate) // one step of a daemon's work
	res   Result
	trace hash.Hash
}

// tell adds a line to the trace.
func (s *sea) tell(format string, args ...any) {
	line := s.now.Format("15:04:05.000 ") + fmt.Sprintf(format, args...) + "\n"
	s.trace.Write([]byte(line)) // never fails
	if s.Trace != nil {
		_, _ = io.WriteString(s.Trace, line) // an unwritable trace is no fault of the run
	}
}

// pass advances the clock, and the last heartbeat of every daemon that sends one.
func (s *sea) pass(d time.Duration) {
	s.now = s.now.Add(d)
	for _, m := range s.mates {
		if m.beats() {
			m.heard = s.now
		}
	}
	s.checkOwner()
}

// checkOwner checks that some daemon owns the game within twice the silence after which a lost daemon is
// replaced, as long as any daemon is able to.
func (s *sea) checkOwner() {
	could := false
	for _, m := range s.mates {
		if m.d == nil || m.dead || s.now.Before(m.frozen) || s.now.Before(m.cut) {
			continue
		}
		could = true
		if m.d.Crew.Shares.Holds(cluster.PartOf(mill)) {
			s.ownerless = time.Time{}
			return
		}
	}
	switch {
	case !could:
		s.ownerless = time.Time{}
	case s.ownerless.IsZero():
		s.ownerless = s.now
		s.Seen("a game without a daemon")
	case s.now.Sub(s.ownerless) > 2*silence && len(s.res.Broken) == 0:
		s.broken("the game has had no daemon since %s", s.ownerless.Format("15:04:05.000"))
	}
}

// between returns a random duration.
func (s *sea) between(least, most time.Duration) time.Duration {
	return least + time.Duration(s.rng.Int64N(int64(most-least)+1))
}

// one returns true with a probability of 1/of.
func (s *sea) one(of int) bool { return s.rng.IntN(of) == 0 }

// arrive carries out the late writes.
func (s *sea) arrive() {
	for _, do := range s.late {
		s.Seen("arrived late")
		do()
	}
	s.late = nil
}

// others lets another daemon work while one waits for an answer.
func (s *sea) others() {
	if m := s.mates[s.rng.IntN(len(s.mates))]; m.idle() {
		m.step()
	}
}

// fault is a kind of failure, of one daemon or of the whole environment.
type fault struct {
	name   string
	strike func(s *sea, m *mate, until time.Time)
	least  time.Duration // least duration
	most   time.Duration
}

// faults lists those that a run draws from. Leader elections take as long as measured on real servers.
var faults = []fault{
	{"killed", func(_ *sea, m *mate, until time.Time) {
		m.dead, m.back = true, until
		m.tear()
	}, time.Second, time.Minute},
	{"frozen", func(_ *sea, m *mate, until time.Time) { m.frozen = until }, time.Second, 4 * time.Minute},
	{"cut off", func(_ *sea, m *mate, until time.Time) { m.cut = until }, time.Second, 2 * time.Minute},
	{"answers lost", func(_ *sea, m *mate, until time.Time) { m.deaf = until }, time.Second, 30 * time.Second},
	{"unheard", func(_ *sea, m *mate, until time.Time) { m.unheard = until }, time.Second, 2 * time.Minute},
	{"old answers", func(_ *sea, m *mate, until time.Time) { m.stale = until }, time.Second, 30 * time.Second},
	{"clock set", func(s *sea, m *mate, _ time.Time) {
		m.skew = s.between(-3*time.Hour, 3*time.Hour) * time.Duration(s.rng.IntN(2))
	}, 0, 0},
	{"a vote", func(s *sea, _ *mate, until time.Time) { s.voting = until }, 4 * time.Second, 9 * time.Second},
	{"slow disks", func(s *sea, _ *mate, until time.Time) { s.slowDisk = until }, time.Second, time.Minute},
	{"mail server gone", func(s *sea, _ *mate, until time.Time) { s.mute = until }, time.Second, 10 * time.Minute},
	{"mailbox renumbered", func(s *sea, _ *mate, _ time.Time) { s.post.renumber(s.rng) }, 0, 0},
}

// strike occasionally causes a fault.
func (s *sea) strike(m *mate) {
	if s.left == 0 || !s.one(100) {
		return
	}
	s.left--
	f := faults[s.rng.IntN(len(faults))]
	until := s.now.Add(s.between(f.least, f.most))
	f.strike(s, m, until)
	if until.After(s.calm) {
		s.calm = until
	}
	s.tell("%s: %s until %s", m.name, f.name, until.Format("15:04:05"))
}

// heal ends all faults.
func (s *sea) heal() {
	s.arrive()
	s.left, s.voting, s.slowDisk, s.mute = 0, s.now, s.now, s.now
	for _, m := range s.mates {
		m.frozen, m.cut, m.deaf, m.unheard, m.stale, m.skew = s.now, s.now, s.now, s.now, s.now, 0
		m.back = s.now
	}
	s.tell("all is healed")
}

// mapless returns the rulesets without their maps, because drawing maps would take most of the time.
var mapless = sync.OnceValue(func() (all []*adjudicator.Ruleset) {
	for _, rs := range rulesets.All() {
		plain := *rs
		plain.Ground = nil
		all = append(all, &plain)
	}
	return all
})

func newSea(ctx context.Context, o Options) *sea {
	s := &sea{Options: o, ctx: ctx, rng: rand.New(rand.NewPCG(o.Seed, 1)), left: o.Faults,
		now: time.Date(2026, 11, 16, 12, 0, 0, 0, time.UTC), log: memlog.New(), vault: &vault.Memory{},
		claims: ledger{lines: map[string]line{}}, written: map[string]time.Time{}, trace: sha256.New(),
		post: post{handed: map[string]handed{}, wrote: map[string]time.Time{}, answered: map[string]string{},
			last: map[string]letter{}, mailbox: []mailgate.Incoming{}}}
	s.res.Seen = map[string]int{}
	s.calm = s.now
	return s
}

// Errors of requests without an answer.
var (
	errDead = errors.New("the process is gone")
	errMute = errors.New("no answer")
)

// silence and doubt have the daemon's default values.
const (
	silence = 1250 * time.Millisecond
	doubt   = 2 * time.Minute
)

// mate is one daemon, with its current faults.
type mate struct {
	*sea
	name   string
	d      *daemon.Daemon
	tried  map[string]outbox.Attempts
	inside bool // it is working, and may be waiting for an answer

	dead   bool
	back   time.Time // when it is restarted
	joined time.Time
	heard  time.Time // when it was last heard

	frozen, cut, deaf, unheard, stale time.Time // until when
	skew                              time.Duration

	lives   int
	claimed time.Time // when it last claimed a mail
}

// life returns a name for this run of the daemon's process.
func (m *mate) life() string { return fmt.Sprint(m.name, m.lives) }

// beats reports whether others hear its heartbeat.
func (m *mate) beats() bool {
	return m.d != nil && !m.dead && !m.now.Before(m.frozen) && !m.now.Before(m.cut) && !m.now.Before(m.unheard)
}

// idle reports whether it could work now.
func (m *mate) idle() bool { return !m.inside && !m.now.Before(m.frozen) }

// busy runs do and marks the daemon as working meanwhile.
func (m *mate) busy(do func()) {
	m.inside = true
	do()
	m.inside = false
	if m.dead {
		m.d = nil
	}
}

// step lets the daemon do all work that is due now, as its loops would.
func (m *mate) step() { m.busy(func() { m.work(m) }) }

// alive returns errDead once the process is gone, so that none of its requests has an effect.
func (m *mate) alive() error {
	if m.dead {
		return errDead
	}
	return nil
}

// ask runs before every request of the daemon: time passes, faults may strike, and other daemons may work.
func (m *mate) ask() error {
	if m.dead {
		return errDead
	}
	m.pass(m.between(0, 20*time.Millisecond))
	if len(m.late) > 0 && m.one(5) {
		m.arrive()
	}
	m.strike(m)
	if m.one(4) {
		m.others()
	}
	for !m.dead && m.now.Before(m.frozen) { // it freezes in the middle of the request
		m.pass(m.between(100*time.Millisecond, 5*time.Second))
		m.others()
	}
	return m.alive()
}

// server is ask for requests to the servers, which may not answer.
func (m *mate) server() error {
	if err := m.ask(); err != nil {
		return err
	}
	if m.now.Before(m.slowDisk) {
		m.pass(m.between(100*time.Millisecond, 2*time.Second))
		m.others()
	}
	for range 5 { // the timeout of a request during an election
		if !m.now.Before(m.voting) && !m.now.Before(m.cut) {
			return m.alive()
		}
		m.pass(time.Second)
		m.others()
	}
	m.Seen("no answer")
	return errMute
}

// answer runs after the servers have carried out a request. It returns an error if the daemon doesn't hear of
// it.
func (m *mate) answer() error {
	if m.now.Before(m.deaf) || m.now.Before(m.cut) {
		m.Seen("done, and not heard of")
		m.pass(2 * time.Second)
		m.others()
		return errMute
	}
	return m.ask()
}

// Seen counts a rare event.
func (s *sea) Seen(what string) { s.res.Seen[what]++ }

// broken records a violated invariant.
func (s *sea) broken(format string, args ...any) {
	text := fmt.Sprintf(format, args...)
	s.res.Broken = append(s.res.Broken, s.now.Format("15:04:05 ")+text)
	s.tell("BROKEN: %s", text)
}

// snapshot returns the file that lets the daemon start without reading all games.
func (m *mate) snapshot() string { return filepath.Join(m.disk, m.name) }

// tear occasionally truncates the snapshot, as a power failure could.
func (m *mate) tear() {
	kept, err := os.Stat(m.snapshot())
	if err != nil || kept.Size() == 0 || !m.one(2) {
		return
	}
	if err := os.Truncate(m.snapshot(), m.rng.Int64N(kept.Size())); err != nil {
		m.broken("the snapshot of %s: %v", m.name, err)
		return
	}
	m.Seen("a torn snapshot")
}
