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

// sea is the world that the daemons of a run are in.
type sea struct {
	Options
	ctx    context.Context
	rng    *rand.Rand
	now    time.Time
	log    *memlog.Log
	vault  *vault.Memory
	claims ledger
	// position is that of the newest commit.
	position uint64
	disk     string               // directory with what each daemon keeps of its own
	unsent   int                  // mails that are queued
	written  map[string]time.Time // when what was last put into the vault
	mates    []*mate

	late []func() // what arrives when nobody waits for it any more

	left     int       // faults still to come
	calm     time.Time // when the last fault has ended
	voting   time.Time // until then the servers have no leader
	slowDisk time.Time // until then the servers take long to answer
	mute     time.Time // until then the mail server takes nothing

	ownerless time.Time // since when the game has had no daemon; zero: it has one

	post
	work  func(*mate) // what a daemon does when it is its turn
	res   Result
	trace hash.Hash
}

// tell notes what happened.
func (s *sea) tell(format string, args ...any) {
	line := s.now.Format("15:04:05.000 ") + fmt.Sprintf(format, args...) + "\n"
	s.trace.Write([]byte(line)) // never fails
	if s.Trace != nil {
		_, _ = io.WriteString(s.Trace, line) // a trace that nobody reads is no fault of the run
	}
}

// pass lets time go by. Who beats is heard until now.
func (s *sea) pass(d time.Duration) {
	s.now = s.now.Add(d)
	for _, m := range s.mates {
		if m.beats() {
			m.heard = s.now
		}
	}
	s.checkOwner()
}

// checkOwner: a game that somebody could look after has somebody who does, within twice the silence after which one
// who is lost is missed.
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

// between draws a time.
func (s *sea) between(least, most time.Duration) time.Duration {
	return least + time.Duration(s.rng.Int64N(int64(most-least)+1))
}

// one reports whether one of so many chances comes true.
func (s *sea) one(of int) bool { return s.rng.IntN(of) == 0 }

// arrive lets what is late arrive.
func (s *sea) arrive() {
	for _, do := range s.late {
		s.Seen("arrived late")
		do()
	}
	s.late = nil
}

// others has another daemon do something, while one waits for an answer.
func (s *sea) others() {
	if m := s.mates[s.rng.IntN(len(s.mates))]; m.idle() {
		m.step()
	}
}

// fault is one way in which something goes wrong with a daemon, or with all.
type fault struct {
	name   string
	strike func(s *sea, m *mate, until time.Time)
	least  time.Duration // how long it lasts
	most   time.Duration
}

// faults are those that a run draws from. The servers' votes take as long as was measured.
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

// strike has something go wrong now and then.
func (s *sea) strike(m *mate) {
	if s.left == 0 || !s.one(100) {
		return
	}
	s.left--
	f := faults[s.rng.IntN(len(faults))]
	until := s.now.Add(s.between(f.least, f.most))
	f.strike(s, m, until)
	s.res.Faults[f.name]++
	if until.After(s.calm) {
		s.calm = until
	}
	s.tell("%s: %s until %s", m.name, f.name, until.Format("15:04:05"))
}

// heal ends all that is wrong.
func (s *sea) heal() {
	s.arrive()
	s.left, s.voting, s.slowDisk, s.mute = 0, s.now, s.now, s.now
	for _, m := range s.mates {
		m.frozen, m.cut, m.deaf, m.unheard, m.stale, m.skew = s.now, s.now, s.now, s.now, s.now, 0
		m.back = s.now
	}
	s.tell("all is healed")
}

// mapless are the rulesets without their maps: to draw them takes longer than all else.
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
	s.res.Faults, s.res.Seen = map[string]int{}, map[string]int{}
	s.calm = s.now
	return s
}

// What the world answers when it does not.
var (
	errDead = errors.New("the process is gone")
	errMute = errors.New("no answer")
)

// silence and doubt are as long as the daemon's defaults.
const (
	silence = 1250 * time.Millisecond
	doubt   = 2 * time.Minute
)

// mate is one daemon, and what is wrong with it at the moment.
type mate struct {
	*sea
	name   string
	d      *daemon.Daemon
	tried  map[string]outbox.Attempts
	inside bool // it is at work, and perhaps waits for an answer

	dead   bool
	back   time.Time // when it is started again
	joined time.Time
	heard  time.Time // when it was last heard

	frozen, cut, deaf, unheard, stale time.Time // until when
	skew                              time.Duration

	lives   int
	claimed time.Time // when it last claimed a mail
}

// life is the name that one life of the daemon has.
func (m *mate) life() string { return fmt.Sprint(m.name, m.lives) }

// beats reports whether others hear it.
func (m *mate) beats() bool {
	return m.d != nil && !m.dead && !m.now.Before(m.frozen) && !m.now.Before(m.cut) && !m.now.Before(m.unheard)
}

// idle reports whether it could do something now.
func (m *mate) idle() bool { return !m.inside && !m.now.Before(m.frozen) }

// busy has the daemon do something, in the midst of which it is not asked for more.
func (m *mate) busy(do func()) {
	m.inside = true
	do()
	m.inside = false
	if m.dead {
		m.d = nil
	}
}

// step lets the daemon do all that it has to do now, as its loops would.
func (m *mate) step() { m.busy(func() { m.work(m) }) }

// alive is errDead once the process is gone: nothing more of it reaches anybody.
func (m *mate) alive() error {
	if m.dead {
		return errDead
	}
	return nil
}

// ask is called before anything that the daemon wants of the world: time passes, something goes
// wrong, and others go on meanwhile.
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
	for !m.dead && m.now.Before(m.frozen) { // it stands still in the midst of it
		m.pass(m.between(100*time.Millisecond, 5*time.Second))
		m.others()
	}
	return m.alive()
}

// server is ask for what the servers are asked, who may not answer.
func (m *mate) server() error {
	if err := m.ask(); err != nil {
		return err
	}
	if m.now.Before(m.slowDisk) {
		m.pass(m.between(100*time.Millisecond, 2*time.Second))
		m.others()
	}
	for range 5 { // as long as a request waits for servers that vote
		if !m.now.Before(m.voting) && !m.now.Before(m.cut) {
			return m.alive()
		}
		m.pass(time.Second)
		m.others()
	}
	m.Seen("no answer")
	return errMute
}

// answer is called once the servers have done it: whether the daemon hears of it.
func (m *mate) answer() error {
	if m.now.Before(m.deaf) || m.now.Before(m.cut) {
		m.Seen("done, and not heard of")
		m.pass(2 * time.Second)
		m.others()
		return errMute
	}
	return m.ask()
}

// Seen counts something rare.
func (s *sea) Seen(what string) { s.res.Seen[what]++ }

// broken notes what must not be.
func (s *sea) broken(format string, args ...any) {
	text := fmt.Sprintf(format, args...)
	s.res.Broken = append(s.res.Broken, s.now.Format("15:04:05 ")+text)
	s.tell("BROKEN: %s", text)
}

// snapshot is the file in which the daemon keeps what a start needs to know of the games.
func (m *mate) snapshot() string { return filepath.Join(m.disk, m.name) }

// tear leaves a beginning of the snapshot, now and then, as a disk does that loses its power.
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
