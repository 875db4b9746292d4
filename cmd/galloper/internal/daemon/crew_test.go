package daemon

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"log/slog"
	"math"
	"math/rand/v2"
	"net/http/httptest"
	"net/mail"
	"os"
	"runtime/debug"
	"runtime/pprof"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/nats-io/nats.go"

	"galloper/cmd/galloper/internal/admin"
	"galloper/cmd/galloper/internal/cluster"
	"galloper/cmd/galloper/internal/game"
	"galloper/cmd/galloper/internal/host"
	"galloper/cmd/galloper/internal/mailer"
	"galloper/cmd/galloper/internal/store"
	"galloper/cmd/galloper/internal/verify"
	"galloper/events"
	"galloper/events/archive"
	"galloper/events/natslog"
	"galloper/events/natstest"
	"galloper/events/vault"
	"galloper/mailgate"
)

// Several daemons share games, mailbox and outbox over a cluster of three servers. Daemons are lost and cut off,
// servers killed and frozen. The invariants: each player's mail has one answer, each turn is adjudicated once, every
// recorded mail is sent, and every game verifies.

func TestMain(m *testing.M) {
	debug.SetGCPercent(400) // the tests keep little of what they allocate
	natstest.Main()
	flag.Parse()
	// The parallel tests mostly wait for servers, so more of them than there are processors run side by side.
	if f := flag.Lookup("test.parallel"); f.Value.String() == f.DefValue {
		if err := f.Value.Set("6"); err != nil {
			panic(err)
		}
	}
	os.Exit(m.Run())
}

// patience limits the wait of a test that hangs; a busy machine may be slow.
const patience = 4 * time.Minute

const (
	crewSilence = time.Second
	crewDoubt   = 3 * time.Second
)

// harbour holds the daemons' shared parts: servers, a mailbox, and the mail sent.
type harbour struct {
	t       *testing.T
	cluster *natstest.Cluster

	calm    bool // all deadlines are days away
	usual   bool // daemons have the settings of serve, not short ones for tests
	said    logbook
	mates   []*mate
	mu      sync.Mutex
	mailbox []mailgate.Incoming
	uid     uint32
	sent    map[string]int             // number of deliveries by Message-ID
	to      map[string][]*sent         // by address, each Message-ID once
	answers map[string]map[string]bool // Message-IDs of answers, by that of the mail answered
}

func newHarbour(t *testing.T) *harbour {
	return &harbour{
		t:       t,
		cluster: natstest.Start(t, 3),
		sent:    map[string]int{},
		to:      map[string][]*sent{},
		answers: map[string]map[string]bool{},
	}
}

// logbook keeps the daemons' logs for a failing test.
type logbook struct {
	mu    sync.Mutex
	lines []string
}

func (l *logbook) Write(b []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.lines = append(l.lines, string(b))
	return len(b), nil
}

func (l *logbook) tail() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return strings.Join(l.lines[max(0, len(l.lines)-60):], "")
}

// mate is one daemon of the crew, in this process.
type mate struct {
	*Daemon
	harbour *harbour
	wires   *natstest.Wires
	store   *store.Store
	cancel  context.CancelFunc
	done    chan bool
	lost    bool         // also for the mail server
	skew    atomic.Int64 // nanoseconds by which its clock is ahead
}

// held returns the number of shares that the daemon has.
func (c *mate) held() int { return len(c.Crew.Shares.(interface{ Held() []string }).Held()) }

func (c *mate) now() time.Time { return time.Now().Add(time.Duration(c.skew.Load())) }

// sail starts a daemon that waits for unreachable servers, as serve does.
func (h *harbour) sail() *mate {
	h.t.Helper()
	return h.sailWith(0)
}

// sailWith starts a daemon whose clock is ahead by skew.
func (h *harbour) sailWith(skew time.Duration) *mate {
	h.t.Helper()
	c := &mate{harbour: h, wires: h.cluster.Wire(h.t), done: make(chan bool)}
	c.skew.Store(int64(skew))
	h.mates = append(h.mates, c)
	quiet := slog.New(slog.NewTextHandler(&h.said, nil)).With("daemon", len(h.mates))
	h.until("the servers", func() bool {
		err := c.board(quiet)
		if err != nil && !natslog.Unreachable(err) {
			h.t.Fatal(err)
		}
		return err == nil
	})
	ctx, cancel := context.WithCancel(h.t.Context())
	c.cancel = cancel
	go func() { c.RunAll(ctx, c); close(c.done) }()
	h.t.Cleanup(c.sink)
	return c
}

// board opens the store, joins the crew, and reads the games.
func (c *mate) board(logger *slog.Logger) (err error) {
	ctx := c.harbour.t.Context()
	at := natslog.Options{Logger: logger}
	sharing := store.Sharing{}
	if !c.harbour.usual {
		at.Timeout, at.Connect = 2*time.Second, []nats.Option{nats.ReconnectWait(20 * time.Millisecond)}
		sharing = store.Sharing{Silence: crewSilence, Doubt: crewDoubt}
	}
	log, err := natslog.OpenCluster(c.wires.URL(), at)
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			log.Close()
		}
	}()
	c.store = &store.Store{Log: log, Shared: true}
	if err := c.store.OpenVault(ctx); err != nil {
		return err
	}
	crew, err := c.store.Join(ctx, sharing, logger)
	if err != nil {
		return err
	}
	c.Daemon, err = Open(ctx, host.Options{
		Log: log, Vault: c.store.Vault, Rulesets: plainRules(), Sender: c, Crew: crew, Logger: logger, Now: c.now,
		Limits: host.Limits{Hourly: 1 << 30, Daily: 1 << 30, Mails: 1 << 30}, // a storm has the mails of days in minutes
		Post:   mailer.Mailer{Address: "orders@galloper.test", Name: "Galloper", Delimiter: "+", Keys: c.store.Keys},
	})
	return err
}

// sink loses the daemon at once: nothing that it does from now on has an effect.
func (c *mate) sink() {
	c.harbour.mu.Lock()
	c.lost = true
	c.harbour.mu.Unlock()
	c.wires.Cut()
	c.cancel()
	select {
	case <-c.done:
	case <-time.After(patience):
		c.harbour.t.Errorf("a daemon that was told to end goes on after %v:\n%s", patience, goroutines())
		return
	}
	c.store.Close()
}

// goroutines returns the stacks of this process, each once.
func goroutines() string {
	var stacks bytes.Buffer
	_ = pprof.Lookup("goroutine").WriteTo(&stacks, 1) // a Buffer accepts everything
	return stacks.String()
}

// leave stops the daemon in order.
func (c *mate) leave() {
	c.cancel()
	<-c.done
	c.harbour.mu.Lock()
	c.lost = true
	c.harbour.mu.Unlock()
	c.store.Close()
}

// freeze stops the daemon for all others.
func (c *mate) freeze() {
	c.harbour.mu.Lock()
	c.lost = true
	c.harbour.mu.Unlock()
	c.wires.Silence()
}

var _ mailgate.Source = (*mate)(nil)

// Run is the mailbox as this daemon sees it.
func (c *mate) Run(ctx context.Context, _ mailgate.Checkpoint, handle mailgate.Handler) error {
	for host.Sleep(ctx, 10*time.Millisecond) {
		at := c.now()
		batch := c.harbour.unread()
		filings, err := handle(ctx, batch)
		if err != nil {
			continue // the same mails come again
		}
		c.harbour.file(c, batch, filings)
		_ = c.Searched(ctx, at) // it is recorded the next time
	}
	return ctx.Err()
}

func (h *harbour) unread() []mailgate.Incoming {
	h.mu.Lock()
	defer h.mu.Unlock()
	return slices.Clone(h.mailbox[:min(len(h.mailbox), 5)])
}

func (h *harbour) file(c *mate, batch []mailgate.Incoming, filings []mailgate.Filing) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if c.lost {
		return
	}
	for i, in := range batch {
		if filings[i] != mailgate.Leave {
			h.mailbox = slices.DeleteFunc(h.mailbox, func(m mailgate.Incoming) bool { return m.At.UID == in.At.UID })
		}
	}
}

// Send is the mail server.
func (c *mate) Send(_ context.Context, del mailgate.Delivery) mailgate.Result {
	msg, err := mail.ReadMessage(bytes.NewReader(del.Raw))
	if err != nil {
		return mailgate.Result{Fate: mailgate.Permanent, Text: err.Error()}
	}
	h := c.harbour
	h.mu.Lock()
	defer h.mu.Unlock()
	if c.lost {
		return mailgate.Result{Fate: mailgate.Temporary, Text: "no connection", Broken: true}
	}
	id := msg.Header.Get("Message-Id")
	h.sent[id]++
	if h.sent[id] == 1 {
		h.to[del.To] = append(h.to[del.To], &sent{to: del.To, raw: del.Raw, msg: msg})
	}
	if to := msg.Header.Get("In-Reply-To"); to != "" {
		if h.answers[to] == nil {
			h.answers[to] = map[string]bool{}
		}
		h.answers[to][id] = true
	}
	return mailgate.Result{Fate: mailgate.Sent}
}

// write puts a player's mail into the mailbox, as an answer to the last mail about the game's latest turn, and returns
// its Message-ID. A receipt of the turn before may come after the report if the daemon that was to send it was lost.
func (h *harbour) write(game, address, text string) (id string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	var to, subject string
	latest := 0
	for _, m := range h.to[address] {
		s := m.msg.Header.Get("Subject")
		if about, ok := strings.CutPrefix(s, "["+game+"] turn "); ok {
			var turn int
			if _, err := fmt.Sscanf(about, "%d", &turn); err != nil {
				h.t.Fatalf("subject %q: %v", s, err)
			}
			if turn >= latest {
				to, subject, latest = m.msg.Header.Get("Reply-To"), s, turn
			}
		}
	}
	if to == "" {
		h.t.Fatalf("%s never heard of %s", address, game)
	}
	h.uid++
	id = fmt.Sprintf("<%d@players.test>", h.uid)
	raw := fmt.Appendf(nil, "From: <%s>\r\nTo: %s\r\nSubject: Re: %s\r\nMessage-ID: %s\r\nContent-Type: text/plain; "+
		"charset=utf-8\r\n\r\n%s\r\n",
		address, to, subject, id, strings.ReplaceAll(text, "\n", "\r\n"))
	at := mailgate.Checkpoint{Mailbox: "INBOX", UIDValidity: 1, UID: h.uid}
	h.mailbox = append(h.mailbox, mailgate.Incoming{At: at, Received: time.Now(), Size: int64(len(raw)), Raw: raw})
	return id
}

// stand describes the state of the remaining daemons.
func (h *harbour) stand() string {
	var b strings.Builder
	for i, c := range h.mates {
		if c.lost || c.Daemon == nil {
			continue
		}
		for name, e := range c.Entries() {
			at, unsent := c.Agenda.Appointment(name)
			when := "at " + at.String()
			if at.Equal(host.AtOnce) {
				when = "at once, when the mailbox was read, or when it is its own"
			}
			fmt.Fprintf(
				&b,
				"daemon %d, %s: its own %t, read up to %d of %d heard, to be looked at %s, mail to be sent %t",
				i+1,
				name,
				c.Holds(name),
				e.Seq.Load(),
				c.Tip.Load(),
				when,
				unsent,
			)
			if e.Mu.TryLock() {
				if e.Game != nil && e.Game.Campaign.Current() != nil {
					turn := e.Game.Campaign.Current()
					fmt.Fprintf(
						&b,
						", turn %d %s, ready %v, waiting for %v, unsent %d",
						turn.Number,
						e.Gist.Phase,
						turn.Ready,
						e.Game.Campaign.Waiting(),
						len(e.Game.Campaign.Unsent()),
					)
				}
				e.Mu.Unlock()
			}
			fmt.Fprintln(&b)
		}
	}
	return b.String()
}

func (h *harbour) until(what string, done func() bool) time.Duration {
	h.t.Helper()
	begun := time.Now()
	for ; !done(); time.Sleep(5 * time.Millisecond) {
		if time.Since(begun) > patience {
			h.t.Fatalf(
				"waited %v for %s; the last that the daemons said:\n%s\nand where they stand:\n%s\n%s",
				patience,
				what,
				h.said.tail(),
				h.stand(),
				goroutines(),
			)
		}
	}
	return time.Since(begun)
}

// answered reports whether the mail has an answer.
func (h *harbour) answered(id string) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	return len(h.answers[id]) > 0
}

// heard reports whether the address got a mail about the game with the text in its subject.
func (h *harbour) heard(address, game, text string) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	return slices.ContainsFunc(h.to[address], func(m *sent) bool {
		s := m.msg.Header.Get("Subject")
		return strings.HasPrefix(s, "["+game+"]") && strings.Contains(s, text)
	})
}

// make makes a game. As an operator would, it tries again if busy servers have not answered in time.
func (h *harbour) make(c *mate, n admin.NewGame) {
	h.t.Helper()
	late := false
	h.until("the game "+n.Name, func() bool {
		_, err := c.New(h.t.Context(), n)
		switch {
		case natslog.Unreachable(err), errors.Is(err, events.ErrUnknownOutcome), errors.Is(err, context.DeadlineExceeded):
			late = true
			return false
		case err != nil && !(late && errors.As(err, new(*game.Refused))): // refused if the first try has made it after all
			h.t.Fatal(err)
		}
		return true
	})
}

// found makes games on any daemon, and waits until their players have the opening mail.
func (h *harbour) found(c *mate, names ...string) {
	h.t.Helper()
	h.calm = true
	for _, name := range names {
		n := admin.NewGame{
			Name:     name,
			File:     name + ".yaml",
			Scenario: skirmish,
			Seats:    map[string][]string{},
			Umpires:  []string{umpireAddress},
			Settings: events.Settings{
				Every: "3d",
				Early: "ready",
			},
			Seeds: &vault.Seeds{Turns: 1000, S: events.Sum([]byte("S")), P: events.Sum([]byte("P"))},
		}
		for _, s := range seats {
			n.Seats[s] = []string{addressOf(s)}
		}
		h.make(c, n)
	}
	for _, name := range names {
		for _, s := range seats {
			h.until("the opening of "+name, func() bool { return h.heard(addressOf(s), name, "the opening") })
		}
	}
}

// turn has all seats of all games say READY, and waits for the reports.
func (h *harbour) turn(number int, names []string, between func()) {
	h.t.Helper()
	var ids []string
	for _, name := range names {
		for _, s := range seats {
			ids = append(ids, h.write(name, addressOf(s), "To all: hold\nREADY"))
			between()
		}
	}
	for i, id := range ids {
		h.until(fmt.Sprintf("an answer to mail %d of turn %d", i+1, number), func() bool { return h.answered(id) })
	}
	for _, name := range names {
		for _, s := range seats {
			what := fmt.Sprintf("report of turn %d", number)
			h.until("the "+what+" of "+name, func() bool { return h.heard(addressOf(s), name, what) })
		}
	}
}

// check checks the invariants, and returns the number of mails sent more than once.
func (h *harbour) check(c *mate, names []string) (repeated int) {
	h.t.Helper()
	h.until("the outbox to be empty", func() bool { return h.unsent(c, names) == 0 })
	h.mu.Lock()
	defer h.mu.Unlock()
	for id, n := range h.sent {
		if n > 1 {
			repeated++
			h.t.Logf("%s was handed over %d times, with the same Message-ID", id, n)
		}
	}
	for uid := range h.uid {
		if id := fmt.Sprintf("<%d@players.test>", uid+1); len(h.answers[id]) != 1 {
			h.t.Errorf("the mail %s has %d different answers, want 1", id, len(h.answers[id]))
		}
	}
	for _, name := range names {
		h.checkGame(c, name)
	}
	return repeated
}

func (h *harbour) unsent(c *mate, names []string) (n int) {
	for _, name := range names {
		g, err := game.Load(c.Rulesets, c.Log.Game(h.t.Context(), name, events.Head{}))
		if err != nil {
			return 1
		}
		n += len(g.Campaign.Unsent())
	}
	return n
}

// checkGame verifies the game, and checks that it records each mail and turn once, and as sent only mails that were
// sent.
func (h *harbour) checkGame(c *mate, name string) {
	h.t.Helper()
	var b bytes.Buffer
	h.until("the archive of "+name, func() bool {
		b.Reset()
		err := c.Export(h.t.Context(), &b, name, admin.ExportOptions{})
		late := natslog.Unreachable(err) || errors.Is(err, nats.ErrReconnectBufExceeded)
		if err != nil && !late {
			h.t.Fatal(err)
		}
		return err == nil
	})
	if _, err := verify.Record(c.Rulesets, archive.Read(bytes.NewReader(b.Bytes()))); err != nil {
		h.t.Errorf("game %s does not verify: %v", name, err)
	}
	times := map[string]int{}
	for line, err := range archive.Read(&b) {
		if err != nil || line.Commit == nil {
			continue
		}
		for _, e := range line.Commit.Events {
			data, err := events.Decode(e)
			if err != nil {
				h.t.Fatal(err)
			}
			switch d := data.(type) {
			case events.TurnClosed:
				if h.calm && d.Reason == "deadline" {
					h.t.Errorf("game %s: turn %d was closed at a deadline that is days away", name, d.Turn)
				}
			case events.TurnHeld, events.TurnExtended:
				if h.calm {
					h.t.Errorf("game %s: %s at a deadline that is days away", name, e.Type)
				}
			case events.TurnAdjudicated:
				times[fmt.Sprint("turn ", d.Turn)]++
			case events.MailReceived:
				times["mail received "+d.SHA256.String()]++
			case events.MailSent:
				times["mail sent "+d.Mail]++
			case events.MailBounced:
				h.t.Errorf("game %s: a mail bounced: %s", name, d.Reason)
			}
		}
	}
	for what, n := range times {
		if n > 1 {
			h.t.Errorf("game %s: %s: %d times", name, what, n)
		}
	}
}

func TestCrewSharesGames(t *testing.T) {
	t.Parallel()
	h := newHarbour(t)
	crew := []*mate{h.sail(), h.sail(), h.sail()}
	var names []string
	for i := range 6 {
		names = append(names, fmt.Sprint("g", i))
	}
	h.found(crew[0], names...)
	h.until("each daemon to have its share", func() bool {
		return !slices.ContainsFunc(crew, func(c *mate) bool { return c.held() < cluster.GameParts/3 })
	})
	h.turn(1, names, func() {})
	if n := h.check(crew[1], names); n > 0 {
		t.Errorf("%d mails were handed over twice although nothing was lost", n)
	}

	// The daemon that has a game and the mailbox is lost: the test measures the time until another one takes over.
	holder := slices.IndexFunc(crew, func(c *mate) bool { return c.Crew.Shares.Holds(cluster.MailboxPart) })
	crew[holder].sink()
	id := h.write(names[0], addressOf(seats[0]), "To all: general advance")
	t.Logf("the mail server's reader was lost: the next mail was answered after %v",
		h.until("an answer after the loss", func() bool { return h.answered(id) }).Round(10*time.Millisecond))

	// A daemon is cut off, writes nothing more, and comes back.
	left := slices.Delete(slices.Clone(crew), holder, holder+1)
	left[0].wires.Cut()
	h.turn(2, names, func() {})
	left[0].wires.Mend()
	h.turn(3, names, func() {})
	repeated := h.check(left[1], names)
	t.Logf("%d mails were handed over twice", repeated)
}

// A server that keeps its connections open but stops responding, like a disconnected machine, is left for another long
// before TCP would notice.
func TestSilentServerIsLeft(t *testing.T) {
	t.Parallel()
	h := newHarbour(t)
	c := h.sail()
	h.found(c, "mill")
	h.turn(1, []string{"mill"}, func() {})
	at := slices.Index(strings.Split(c.wires.URL(), ","), c.Log.(*natslog.Store).JetStream().Conn().ConnectedUrl())
	if at < 0 {
		t.Fatal("the daemon is connected to none of the servers")
	}
	h.cluster.Nodes[at].Freeze()
	h.turn(2, []string{"mill"}, func() {})
	h.cluster.Nodes[at].Thaw()
	h.check(c, []string{"mill"})
}

// TestCrewInAStorm loses daemons, cuts them off, sets their clocks wrong, and kills and freezes servers at random while
// turns are played.
func TestCrewInAStorm(t *testing.T) {
	faults, err := strconv.Atoi(cmp.Or(os.Getenv("GALLOPER_CREW_FAULTS"), "2"))
	if err != nil {
		t.Fatalf("GALLOPER_CREW_FAULTS: %v", err)
	}
	t.Parallel()
	h := newHarbour(t)
	seed := uint64(time.Now().UnixNano())
	t.Logf("seed=%d", seed)
	s := &storm{harbour: h, rng: rand.New(rand.NewPCG(seed, 0)), crew: []*mate{h.sail(), h.sail(), h.sail()}}
	names := []string{"north", "south", "east", "west"}
	h.found(s.crew[0], names...)
	turns := 0
	for s.faults < faults {
		turns++
		h.turn(turns, names, func() {
			if s.rng.IntN(8) == 0 {
				s.strike()
			}
		})
	}
	s.calm()
	t.Logf("%d faults (%s), %d turns of %d games, %d mails; %d handed over twice, with the same Message-ID",
		s.faults, s.log(), turns, len(names), len(h.sent), h.check(s.crew[0], names))
}

// storm causes one fault after another, and repairs the one before.
type storm struct {
	*harbour
	rng    *rand.Rand
	crew   []*mate
	mend   func()
	faults int
	kinds  map[string]int
}

func (s *storm) calm() {
	if s.mend != nil {
		s.mend()
		s.cluster.AwaitWhole(s.t)
	}
	s.mend = nil
}

func (s *storm) log() string { return strings.Trim(fmt.Sprint(s.kinds), "map[]") }

func (s *storm) strike() {
	s.calm()
	i := s.rng.IntN(len(s.crew))
	node := s.cluster.Nodes[s.rng.IntN(3)]
	var kind string
	switch s.rng.IntN(5) {
	case 0:
		kind = "daemons lost"
		s.crew[i].sink()
		s.mend = func() { s.crew[i] = s.sail() }
	case 1:
		kind = "daemons cut off"
		s.crew[i].wires.Cut()
		s.mend = s.crew[i].wires.Mend
	case 2:
		kind = "servers killed"
		node.Kill()
		s.mend = node.Restart
	case 3:
		kind = "clocks set wrong"
		days := 1 + s.rng.IntN(20)
		s.crew[i].skew.Store(int64(time.Duration(days-10) * 24 * time.Hour))
		s.mend = func() { s.crew[i].skew.Store(0) }
	default:
		kind = "servers frozen"
		node.Freeze()
		s.mend = node.Thaw
	}
	if s.kinds == nil {
		s.kinds = map[string]int{}
	}
	s.kinds[kind]++
	s.faults++
	fmt.Fprintf(&s.said, "--- %s %s: daemon %d or server %s\n", time.Now().Format("15:04:05.000"), kind, i, node.Name)
}

// A daemon that has lost its share without knowing it decides the same, but records nothing.
func TestLateHolderIsRefused(t *testing.T) {
	t.Parallel()
	h := newHarbour(t)
	first, second := h.sail(), h.sail()
	h.found(first, "mill")
	var at events.Head
	if err := first.With(t.Context(), "mill", func(g *game.Game) { at = g.Campaign.Head() }); err != nil {
		t.Fatal(err)
	}
	for _, c := range []*mate{first, second} {
		_, err := c.Rule(t.Context(), RuleRequest{Game: "mill", Text: "CLOSE TURN 1 BECAUSE it is late"})
		if err != nil && !errors.As(err, new(*game.Refused)) {
			t.Fatal(err)
		}
	}
	h.until("the report", func() bool { return h.heard(addressOf(seats[0]), "mill", "report of turn 1") })
	packed, err := events.Pack(events.TurnClosed{Turn: 1, Reason: "what a former holder decided"})
	if err != nil {
		t.Fatal(err)
	}
	late := events.Commit{Game: "mill", ID: "late", At: time.Now(), Actor: "clock", Events: packed}
	if _, err := first.Log.Append(t.Context(), at, late); !errors.Is(err, events.ErrConflict) {
		t.Errorf("what a former holder writes late: %v; want a conflict", err)
	}
	h.checkGame(second, "mill")
}

// The servers wake the daemons at a deadline even if no timer of theirs does.
func TestAlarmsWakeACrew(t *testing.T) {
	t.Parallel()
	h := newHarbour(t)
	c := h.sail()
	n := admin.NewGame{
		Name:     "mill",
		File:     "mill.yaml",
		Scenario: skirmish,
		Seats:    map[string][]string{},
		Settings: events.Settings{Every: "2s"},
	}
	for _, s := range seats {
		n.Seats[s] = []string{addressOf(s)}
	}
	h.make(c, n)
	h.until("an alarm", func() bool {
		w := httptest.NewRecorder()
		c.Handler().ServeHTTP(w, httptest.NewRequest("GET", "/metrics", nil))
		return !strings.Contains(w.Body.String(), "galloper_alarms_total 0\n")
	})
	h.until("the report of turn 1", func() bool { return h.heard(addressOf(seats[0]), "mill", "report of turn 1") })
	h.checkGame(c, "mill")
}

// Daemons hear what another one notes about the mailbox, even if their clocks are some seconds behind.
func TestClocksOfACrewDiffer(t *testing.T) {
	t.Parallel()
	h := newHarbour(t)
	reader := h.sail()
	h.until("the mailbox to be read", func() bool { return reader.Crew.Shares.Holds(cluster.MailboxPart) })
	behind := h.sailWith(-20 * time.Second)
	for range 3 {
		before := behind.LastPoll()
		h.until("news of the mailbox", func() bool { return behind.LastPoll().After(before) })
	}
	if seen := behind.LastPoll(); seen.After(behind.now()) {
		t.Errorf("it takes all mail for read until %s, and it is %s", seen, behind.now())
	}
}

// A daemon whose clock is ten days wrong reports it. It closes, holds and moves nothing at deadlines that have not
// come, in its own games or in those that it takes over. If it sets a deadline, others find that ahead of them.
func TestWrongClockInACrew(t *testing.T) {
	t.Parallel()
	for which, skew := range map[string]time.Duration{"ahead of": 240 * time.Hour, "behind": -240 * time.Hour} {
		t.Run(which, func(t *testing.T) {
			t.Parallel()
			h := newHarbour(t)
			wrong := h.sail()
			h.found(wrong, "mill")
			wrong.skew.Store(int64(skew))
			h.until("the fault", func() bool {
				w := httptest.NewRecorder()
				wrong.Handler().ServeHTTP(w, httptest.NewRequest("GET", "/health", nil))
				return strings.Contains(w.Body.String(), "this machine's clock is 10 days "+which+" the NATS server's")
			})
			w := httptest.NewRecorder()
			wrong.Handler().ServeHTTP(w, httptest.NewRequest("GET", "/metrics", nil))
			_, value, _ := strings.Cut(w.Body.String(), "\ngalloper_clock_ahead_seconds ")
			value, _, _ = strings.Cut(value, "\n")
			if ahead, err := strconv.ParseFloat(value, 64); err != nil || math.Abs(ahead-skew.Seconds()) > 60 {
				t.Errorf("the metric says %q, %v; want about %v", value, err, skew.Seconds())
			}
			h.turn(1, []string{"mill"}, func() {})
			right := h.sail()
			wrong.sink()
			h.turn(2, []string{"mill"}, func() {})
			wrong = h.sailWith(skew)
			right.sink()
			h.turn(3, []string{"mill"}, func() {})
			h.check(wrong, []string{"mill"})
		})
	}
}
