package daemon

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"galloper/cmd/galloper/internal/admin"
	"galloper/cmd/galloper/internal/outbox"
	"galloper/events"
	"galloper/events/vault"
	"galloper/mailgate"
	"galloper/projections/campaign"
)

// The simulation plays a game with a daemon that crashes between any two steps, and with mail that arrives twice, late
// and out of order. The invariants: nothing that a player was told is lost, nothing happens twice, and no mail is
// missing.

// errCrash is the result of every step of a crashed daemon.
var errCrash = errors.New("crashed")

// fate decides where the daemon crashes. After a crash every step fails until the restart, because a dead process
// writes nothing.
type fate struct {
	rng   *rand.Rand
	dead  bool
	odds  int // the chance of a crash at a step is one in odds
	count int
}

// step is called before and after everything that leaves a trace outside the daemon.
func (f *fate) step() error {
	if !f.dead && f.odds > 0 && f.rng.IntN(f.odds) == 0 {
		f.dead = true
		f.count++
	}
	if f.dead {
		return errCrash
	}
	return nil
}

// mortalLog is a log during whose calls the daemon may crash.
type mortalLog struct {
	events.Log
	fate *fate
}

func (l mortalLog) Append(ctx context.Context, at events.Head, c events.Commit) (events.Head, error) {
	if err := l.fate.step(); err != nil {
		return events.Head{}, err
	}
	head, err := l.Log.Append(ctx, at, c)
	if err := l.fate.step(); err != nil {
		return events.Head{}, err // stored, but the daemon died before it knew
	}
	return head, err
}

func (l mortalLog) Game(ctx context.Context, game string, after events.Head) iter.Seq2[events.Commit, error] {
	if l.fate.dead {
		return func(yield func(events.Commit, error) bool) { yield(events.Commit{}, errCrash) }
	}
	return l.Log.Game(ctx, game, after)
}

// mortalVault is a vault during whose calls the daemon may crash.
type mortalVault struct {
	vault.Vault
	fate *fate
}

func (v mortalVault) Put(ctx context.Context, key string, value []byte) error {
	if err := v.fate.step(); err != nil {
		return err
	}
	return v.Vault.Put(ctx, key, value)
}

func (v mortalVault) PutMail(ctx context.Context, raw []byte) (events.Hash, error) {
	if err := v.fate.step(); err != nil {
		return events.Hash{}, err
	}
	return v.Vault.PutMail(ctx, raw)
}

// simulation is one seeded run.
type simulation struct {
	*world
	rng      *rand.Rand
	fate     *fate
	pending  []mailgate.Incoming // in the mailbox, not yet filed
	wrote    map[string]bool     // Message-IDs of mails written
	validity uint32              // number of times the mailbox was renumbered
	inner    struct {
		log   events.Log
		vault vault.Vault
	}
}

func newSimulation(t *testing.T, seed uint64) *simulation {
	s := &simulation{world: newWorld(t), rng: rand.New(rand.NewPCG(seed, 1)), wrote: map[string]bool{}}
	s.newGame(events.Settings{Every: "1d", Remind: []string{"6h"}})
	s.fate = &fate{rng: rand.New(rand.NewPCG(seed, 2)), odds: 40}
	s.inner.log, s.inner.vault = s.log, s.vault
	s.log, s.vault = mortalLog{s.log, s.fate}, mortalVault{s.vault, s.fate}
	s.restart()
	return s
}

// restart starts the daemon until it comes up.
func (s *simulation) restart() {
	for {
		s.fate.dead = false
		s.tried = map[string]outbox.Attempts{}
		s.start()
		if !s.fate.dead {
			return
		}
	}
}

// Send accepts a mail. If the daemon crashes before it knows, it sends the mail again.
func (s *simulation) Send(ctx context.Context, del mailgate.Delivery) mailgate.Result {
	if s.fate.step() != nil {
		return mailgate.Result{Fate: mailgate.Unknown, Text: "crashed", Broken: true}
	}
	res := s.world.Send(ctx, del)
	if s.fate.step() != nil {
		return mailgate.Result{Fate: mailgate.Unknown, Text: "crashed", Broken: true}
	}
	return res
}

// step lets all parties act, and an hour or more pass.
func (s *simulation) step() {
	if s.rng.IntN(2) == 0 {
		s.write()
	}
	if len(s.pending) > 1 && s.rng.IntN(4) == 0 {
		i, j := s.rng.IntN(len(s.pending)), s.rng.IntN(len(s.pending))
		s.pending[i], s.pending[j] = s.pending[j], s.pending[i]
	}
	if len(s.pending) > 0 && s.rng.IntN(3) > 0 {
		s.fetch()
	}
	s.now = s.now.Add(time.Duration(s.rng.IntN(180)) * time.Minute)
	s.d.Sender = s
	if len(s.pending) == 0 {
		_ = s.d.NotePoll(s.ctx, s.now) // a crash is handled below
	}
	s.d.Tick(s.ctx)
	s.d.Flush(s.ctx, s.tried)
	s.resume()
	if s.fate.dead {
		s.restart()
	}
}

// resume lets the umpire resume a turn in which most seats were silent.
func (s *simulation) resume() {
	if e := s.d.Games["mill"]; !s.fate.dead && e.Game.Campaign.Phase() == campaign.Held {
		text := fmt.Sprintf("RESUME TURN %d", e.Game.Campaign.Number())
		if _, err := s.d.Rule(s.ctx, RuleRequest{Game: "mill", Text: text}); err != nil && !errors.Is(err, errCrash) {
			s.t.Errorf("%s: %v", text, err)
		}
	}
}

var simMails = []string{
	"To all: hold\nREADY", "To all: general advance", "READY", "STATUS", "ADD\nTo all: hold", "CANCEL", "To Champaign: " +
		"hold", "LETTER TO french.west: come\n.\nREADY", "CHECK\nTo all: hold", "Hello there",
}

// write puts a player's mail into the mailbox, sometimes twice.
func (s *simulation) write() {
	address := addressOf(seats[s.rng.IntN(len(seats))])
	raw := s.letterFrom(address, simMails[s.rng.IntN(len(simMails))])
	s.wrote["<"+strconv.Itoa(int(s.uid))+"@players.test>"] = true
	in := mailgate.Incoming{
		At:       mailgate.Checkpoint{Mailbox: "INBOX", UIDValidity: 1, UID: s.uid},
		Received: s.now,
		Size:     int64(len(raw)),
		Raw:      raw,
	}
	s.pending = append(s.pending, in)
	switch s.rng.IntN(8) {
	case 0, 1: // delivered twice
		s.pending = append(s.pending, in)
	case 2: // in another folder as well, by another route
		in.Raw = append([]byte("Received: from a by b; now\r\n"), raw...)
		in.At.Mailbox, in.Size = "Archive", int64(len(in.Raw))
		s.pending = append(s.pending, in)
	case 3: // the mailbox is renumbered: its content comes again, with gaps
		s.validity++
		for _, old := range s.pending {
			old.At.UIDValidity, old.At.UID = 1+s.validity, old.At.UID+uint32(s.rng.IntN(1000))
			s.pending = append(s.pending, old)
		}
	}
}

// fetch delivers a batch. Mails are filed only if all of it was stored.
func (s *simulation) fetch() {
	n := 1 + s.rng.IntN(len(s.pending))
	if _, err := s.d.Handle(s.ctx, s.pending[:n]); err != nil {
		if !errors.Is(err, errCrash) {
			s.t.Fatalf("a batch was refused: %v", err)
		}
		s.restart()
		return
	}
	s.pending = s.pending[n:]
}

// finish ends the crashes, and completes all work.
func (s *simulation) finish() {
	s.fate.odds = 0
	s.restart()
	s.d.Sender = s
	for len(s.pending) > 0 {
		s.fetch()
	}
	for range 3 {
		s.now = s.now.Add(2 * time.Minute)
		s.settle()
	}
}

// check checks the invariants.
func (s *simulation) check() {
	g := s.game()
	if left := g.Campaign.Unsent(); len(left) > 0 {
		s.t.Errorf("%d mails were never sent, the first %+v", len(left), left[0].MailQueued)
	}
	s.checkAnswers()
	s.checkOnce()
	s.mustVerify()
}

// checkAnswers checks that every mail has exactly one answer (or was correctly taken for a duplicate), and that a mail
// sent twice has the same bytes.
func (s *simulation) checkAnswers() {
	answers := map[string]map[string]bool{} // by the mail answered: our Message-IDs
	bytesOf := map[string]string{}
	for _, m := range s.sent {
		id := m.msg.Header.Get("Message-Id")
		if old, ok := bytesOf[id]; ok && old != string(m.raw) {
			s.t.Errorf("the mail %s went out with other bytes", id)
		}
		bytesOf[id] = string(m.raw)
		if to := m.msg.Header.Get("In-Reply-To"); to != "" {
			if answers[to] == nil {
				answers[to] = map[string]bool{}
			}
			answers[to][id] = true
		}
	}
	for id := range s.wrote {
		if n := len(answers[id]); n != 1 {
			s.t.Errorf("the mail %s has %d answers, want 1", id, n)
		}
	}
}

// checkOnce checks that no turn is closed, adjudicated or reported twice, and no mail counted twice.
func (s *simulation) checkOnce() {
	seen := map[string]int{}
	for c, err := range s.inner.log.Game(s.ctx, "mill", events.Head{}) {
		if err != nil {
			s.t.Fatal(err)
		}
		for _, e := range c.Events {
			data, err := events.Decode(e)
			if err != nil {
				s.t.Fatal(err)
			}
			switch d := data.(type) {
			case events.TurnClosed:
				seen[fmt.Sprint("turn closed ", d.Turn)]++
			case events.TurnAdjudicated:
				seen[fmt.Sprint("turn adjudicated ", d.Turn)]++
			case events.TurnOpened:
				seen[fmt.Sprint("turn opened ", d.Turn)]++
			case events.MailReceived:
				seen[fmt.Sprint("mail received ", d.SHA256)]++
			case events.MailQueued:
				seen["mail queued "+d.Mail]++
			case events.MailSent:
				seen["mail sent "+d.Mail]++
			}
		}
	}
	for what, n := range seen {
		if n > 1 {
			s.t.Errorf("%s: %d times", what, n)
		}
	}
}

// TestSimulation plays seeded runs. GALLOPER_SIM=SEED plays only that one, and GALLOPER_SIM_RUNS sets their number.
func TestSimulation(t *testing.T) {
	t.Parallel()
	first, runs := uint64(1), uint64(6)
	if v, err := strconv.ParseUint(os.Getenv("GALLOPER_SIM"), 10, 64); err == nil {
		first, runs = v, 1
	} else if v, err := strconv.ParseUint(os.Getenv("GALLOPER_SIM_RUNS"), 10, 64); err == nil {
		runs = v
	}
	crashes, turns := 0, 0
	for seed := first; seed < first+runs; seed++ {
		t.Run(fmt.Sprint("seed=", seed), func(t *testing.T) {
			s := newSimulation(t, seed)
			for range 120 {
				s.step()
			}
			s.finish()
			s.check()
			crashes += s.fate.count
			turns += s.game().Campaign.Number()
		})
	}
	t.Logf("%d runs, %d crashes, %d turns", runs, crashes, turns)
	if least := 4 * int(runs); runs > 1 && (crashes < least || turns < least) {
		t.Errorf("the simulation is too tame: %d crashes, %d turns", crashes, turns)
	}
}

// Whichever daemon is first, everything happens once.
func TestTwoDaemonsOnOneLog(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.newGame(events.Settings{})
	first := w.d
	w.start()
	second := w.d
	for i, s := range seats {
		raw := w.letterFrom(addressOf(s), "To all: hold\nREADY")
		in := []mailgate.Incoming{{Received: w.now, Size: int64(len(raw)), Raw: raw}}
		done := make(chan error, 2)
		for _, d := range []*Daemon{first, second} {
			go func() { _, err := d.Handle(w.ctx, in); done <- err }()
		}
		if err := errors.Join(<-done, <-done); err != nil {
			t.Fatalf("mail %d: %v", i, err)
		}
	}
	finished := make(chan bool, 2)
	for _, d := range []*Daemon{first, second} {
		go func() { d.Tick(w.ctx); finished <- true }()
	}
	<-finished
	<-finished
	types := w.types()
	for _, typ := range []string{"turn.closed", "turn.adjudicated", "turn.reported"} {
		if n := len(slices.DeleteFunc(slices.Clone(types), func(s string) bool { return s != typ })); n != 1 {
			t.Errorf("%s: %d times, want once", typ, n)
		}
	}
	if n := strings.Count(strings.Join(types, " "), "mail.received"); n != len(seats) {
		t.Errorf("%d mails were counted, want %d", n, len(seats))
	}
	w.mustVerify()
}

// Nothing is lost while no mail can be sent; all of it is sent later.
func TestMailServerGone(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.broken = true
	w.newGame(events.Settings{})
	w.pass(73 * time.Hour)
	if len(w.sent) != 0 || len(w.game().Campaign.Unsent()) < 10 {
		t.Fatalf("%d mails sent, %d wait", len(w.sent), len(w.game().Campaign.Unsent()))
	}
	w.broken = false
	w.pass(2 * time.Hour)
	if n := len(w.game().Campaign.Unsent()); n != 0 {
		t.Errorf("%d mails still wait", n)
	}
}

// TestClockKeepsDeadlines runs the daemon's own loops on a fake clock: time alone closes the turns, without calls of
// Tick.
func TestClockKeepsDeadlines(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t)
		w.d.Now = time.Now
		w.now = time.Now()
		ctx, stop := context.WithCancel(t.Context())
		n := admin.NewGame{
			Name:     "mill",
			File:     "mill.yaml",
			Scenario: skirmish,
			Seats:    map[string][]string{},
			Settings: events.Settings{Days: []string{"tue 20:00", "fri 20:00"}, Zone: "Europe/Vienna", Remind: []string{"2h"}},
		}
		for _, s := range seats {
			n.Seats[s] = []string{addressOf(s)}
		}
		if _, err := w.d.New(ctx, n); err != nil {
			t.Fatal(err)
		}
		ended := make(chan error, 2)
		go func() { ended <- w.d.Run(ctx) }()
		go func() { ended <- w.d.SendQueued(ctx) }()
		polls := time.NewTicker(time.Minute) // the mailbox is read continually
		defer polls.Stop()
		for range 15 * 24 * 60 {
			<-polls.C
			if err := w.d.NotePoll(ctx, time.Now()); err != nil {
				t.Fatal(err)
			}
		}
		stop()
		<-ended
		<-ended
		g := w.game()
		// Bubbles begin on Saturday, 1 January 2000: the Tuesdays and Fridays of 15 days.
		if n := g.Campaign.Number(); n != 5 {
			t.Errorf("after 15 days the turn is %d, want 5", n)
		}
		for i, want := range []string{"2000-01-04T19:00", "2000-01-07T19:00", "2000-01-11T19:00", "2000-01-14T19:00"} {
			closed := g.Campaign.Turn(i + 1).ClosedAt.UTC()
			if got := closed.Format("2006-01-02T15:04"); got != want {
				t.Errorf("turn %d was closed %s, want %s", i+1, got, want)
			}
		}
		if got := w.mailsTo(addressOf("dutch.east")); len(got) < 9 || !strings.Contains(got[1], "orders are due in 2 hours") {
			t.Errorf("a seat was sent %q", got)
		}
		if g.Campaign.Phase() != campaign.Open {
			t.Errorf("the game is %s", g.Campaign.Phase())
		}
	})
}
