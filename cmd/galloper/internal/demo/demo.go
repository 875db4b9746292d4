// Package demo plays a whole small game on one machine: an embedded store, its own mail server on loopback, and four
// players with different mail programs, who follow a script.
//
// Nothing is simplified: the players' mails have the form that such programs write, go out by SMTP and are read by
// IMAP; the daemon is the same as in `galloper serve`. Only time is shortened: when the game waits three days for a
// silent seat, the demonstration's clock skips them.
package demo

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"time"

	"galloper/adjudicator/rulesets"
	"galloper/cmd/galloper/internal/admin"
	"galloper/cmd/galloper/internal/daemon"
	"galloper/cmd/galloper/internal/game"
	"galloper/cmd/galloper/internal/host"
	"galloper/cmd/galloper/internal/mailer"
	"galloper/cmd/galloper/internal/store"
	"galloper/cmd/galloper/internal/verify"
	"galloper/events"
	"galloper/events/archive"
	"galloper/events/vault"
	"galloper/mailgate"
	"galloper/mailgate/imapbox"
	"galloper/mailgate/mailhost"
	"galloper/mailgate/signin"
	"galloper/mailgate/smtpout"
	"galloper/scenarios"
)

// Options are the settings of the demonstration.
type Options struct {
	Dir     string // for its files; created if missing
	Keep    bool   // stops in mid-battle and goes on until ctx ends, for one's own mail program
	Verbose bool   // prints every mail, receipt and last report, not only the course of events
	Out     io.Writer
	Debug   io.Writer // gets the daemon's log; nil: a file in Dir

	servers *servers // nil: its own mail server
}

// servers are the game's mail servers.
type servers struct {
	imap, smtp string                                  // host:port
	inject     func(from, to string, raw []byte) error // delivers players' mails; nil: by SMTP
	close      func() error
}

const (
	slug     = "mill"
	orders   = "orders@example.test"
	umpire   = "umpire@example.test"
	password = "tally-ho"
	patience = 30 * time.Second // for a mail that is expected
)

// stage is the running demonstration.
type stage struct {
	Options
	store   *store.Store
	d       *daemon.Daemon
	desk    *daemon.Desk
	players map[string]*player // by seat
	umpire  *player
	ahead   atomic.Int64 // nanoseconds by which the demonstration's clock is ahead of the real one
	failed  chan error   // from the daemon
	begun   time.Time
	turns   int    // played
	result  string // "" while the battle goes on
}

// Run plays the demonstration.
func Run(ctx context.Context, o Options) (err error) {
	s := &stage{Options: o, players: map[string]*player{}, failed: make(chan error, 1), begun: time.Now()}
	ctx, stop := context.WithCancel(ctx)
	defer func() {
		stop()
		err = errors.Join(err, s.close())
	}()
	if err := s.setUp(ctx); err != nil {
		return err
	}
	if err := s.perform(ctx); err != nil {
		return err
	}
	if err := s.finale(ctx); err != nil {
		return err
	}
	if o.Keep {
		return s.keep(ctx)
	}
	return nil
}

func (s *stage) now() time.Time { return time.Now().Add(time.Duration(s.ahead.Load())) }

func (s *stage) printf(format string, a ...any) { fmt.Fprintf(s.Out, format+"\n", a...) }

// detail prints a line if everything is to be shown.
func (s *stage) detail(format string, a ...any) {
	if s.Verbose {
		s.printf(format, a...)
	}
}

func (s *stage) close() error {
	var errs []error
	for _, p := range s.players {
		errs = append(errs, p.close())
	}
	if s.umpire != nil {
		errs = append(errs, s.umpire.close())
	}
	if s.desk != nil {
		errs = append(errs, s.desk.Close())
	}
	if s.d != nil {
		<-s.failed // the loops end before the store closes
	}
	if s.store != nil {
		errs = append(errs, s.store.Close())
	}
	if s.servers != nil && s.servers.close != nil {
		errs = append(errs, s.servers.close())
	}
	return errors.Join(errs...)
}

// setUp starts the mail server, the store, the daemon and the players' programs.
func (s *stage) setUp(ctx context.Context) (err error) {
	if err := os.MkdirAll(filepath.Join(s.Dir, "mails"), 0o755); err != nil {
		return err
	}
	if s.servers == nil {
		if s.servers, err = ownServers(); err != nil {
			return err
		}
	}
	s.printf("mail server: IMAP on %s, SMTP on %s", s.servers.imap, s.servers.smtp)
	if err := s.startDaemon(ctx); err != nil {
		return err
	}
	for _, c := range cast {
		if s.players[c.seat], err = s.openMailProgram(ctx, c); err != nil {
			return err
		}
	}
	s.umpire, err = s.openMailProgram(ctx, role{seat: game.Umpire, name: "The umpire", address: umpire, client: "plain"})
	return err
}

// ownServers starts a mail server in memory, with a mailbox for each person.
func ownServers() (*servers, error) {
	users := []mailhost.User{{Address: orders, Password: password, Folders: []string{"Processed", "Quarantine"}},
		{Address: umpire, Password: password}}
	for _, c := range cast {
		users = append(users, mailhost.User{Address: c.address, Password: password})
	}
	host, err := mailhost.Start(mailhost.Config{Users: users})
	if err != nil {
		return nil, err
	}
	return &servers{imap: host.IMAPAddr(), smtp: host.SMTPAddr(), close: host.Close}, nil
}

func (s *stage) startDaemon(ctx context.Context) (err error) {
	logger, err := s.logger()
	if err != nil {
		return err
	}
	if s.store, err = store.Open(ctx, store.Place{Dir: s.Dir}, logger); err != nil {
		return err
	}
	sender, err := smtpout.New(smtpout.Config{Server: s.smtp(), Credentials: signin.Credentials{User: orders,
		Password: password}, Log: logger})
	if err != nil {
		return err
	}
	s.d, err = daemon.Open(ctx, host.Options{
		Log: s.store.Log, Vault: s.store.Vault, Rulesets: rulesets.All(), Logger: logger, Now: s.now, Sender: sender,
		Post: mailer.Mailer{Address: orders, Name: "Galloper", Delimiter: "+", Keys: s.store.Keys}, Umpires: []string{umpire},
	})
	if err != nil {
		return err
	}
	if s.desk, err = daemon.OpenDesk(s.Dir, s.d); err != nil {
		return err
	}
	box, err := s.watch(orders, logger, func(at time.Time) {
		// The stored time only matters after a restart, and the mailbox is read again at once.
		_ = s.d.NotePoll(ctx, at.Add(time.Duration(s.ahead.Load())))
	})
	if err != nil {
		return err
	}
	go func() { s.failed <- errors.Join(s.d.RunAll(ctx, box), sender.Close()) }()
	s.printf("store: embedded NATS JetStream in %s, %s", filepath.Join(s.Dir, "nats"), s.store.Log.Durability())
	return nil
}

func (s *stage) logger() (*slog.Logger, error) {
	w := s.Debug
	if w == nil {
		f, err := os.Create(filepath.Join(s.Dir, "daemon.log"))
		if err != nil {
			return nil, err
		}
		w = f
	}
	return slog.New(slog.NewTextHandler(w, nil)), nil
}

func (s *stage) imap() signin.Server {
	return signin.Server{Addr: s.servers.imap, TLS: signin.None}
}

func (s *stage) smtp() signin.Server {
	return signin.Server{Addr: s.servers.smtp, TLS: signin.None}
}

// watch returns a source for the mailbox of an address. The server in memory sometimes fails to announce a mail, so the
// source polls often.
func (s *stage) watch(address string, logger *slog.Logger, searched func(time.Time)) (*imapbox.Source, error) {
	c := imapbox.Config{Server: s.imap(), Credentials: signin.Credentials{User: address, Password: password},
		Poll: 100 * time.Millisecond, Log: logger, Searched: searched}
	if address == orders {
		c.Processed, c.Quarantine = "Processed", "Quarantine"
	}
	return imapbox.New(c)
}

func (s *stage) newGame(ctx context.Context) error {
	const file = "demo/scenario.yaml"
	text, err := scenarios.Files.ReadFile(file)
	if err != nil {
		return err
	}
	n := admin.NewGame{Name: slug, File: "scenarios/" + file, Scenario: string(text), Seats: map[string][]string{},
		Umpires: []string{umpire}, Turns: 12, Seeds: dice(),
		Settings: events.Settings{Every: "3d", Remind: []string{"24h"}, Zone: "Europe/Brussels"}}
	for _, c := range cast {
		n.Seats[c.seat] = []string{c.address}
	}
	res, err := s.d.New(ctx, n)
	if err != nil {
		return err
	}
	s.printf("game %s: %s, under %s", res.Game, res.Title, res.Ruleset)
	return nil
}

// dice are the same in each performance: with others a side may break before the script has shown everything.
func dice() *vault.Seeds {
	return &vault.Seeds{Turns: 12, S: events.Sum([]byte("the dice of the demonstration")),
		P: events.Sum([]byte("what seals them"))}
}

// pass lets time pass on the demonstration's clock, in steps. Before each step the mailbox counts as read, as it would
// have been.
func (s *stage) pass(ctx context.Context, d time.Duration) error {
	const step = 5 * time.Minute
	for ; d > 0; d -= step {
		s.ahead.Add(int64(min(step, d)))
		if err := s.d.NotePoll(ctx, s.now()); err != nil {
			return err
		}
	}
	return nil
}

// send delivers a player's mail to the mail server.
func (s *stage) send(ctx context.Context, p *player, raw []byte, to string) error {
	if s.servers.inject != nil {
		return s.servers.inject(p.address, to, raw)
	}
	res := p.sender.Send(ctx, mailgate.Delivery{From: p.address, To: to, Raw: raw})
	if res.Fate != mailgate.Sent {
		return fmt.Errorf("demo: the mail of %s was not taken: %s", p.name, res.Text)
	}
	return nil
}

// finale prints the end, and checks the archive.
func (s *stage) finale(ctx context.Context) error {
	for _, c := range cast {
		m, err := s.players[c.seat].report(ctx, s.turns+1)
		if err != nil {
			return err
		}
		s.detail("\n%s", indented(between(m.text, "===\n", "\nTHE PROOF")))
	}
	g, err := game.Load(rulesets.All(), s.store.Log.Game(ctx, slug, events.Head{}))
	if err != nil {
		return err
	}
	if s.result != "" {
		if err := s.tellBattle(g); err != nil {
			return err
		}
	}
	if err := s.checkArchive(ctx); err != nil {
		return err
	}
	if err := s.writeMaps(g); err != nil {
		return err
	}
	s.printNextSteps()
	return nil
}

// tellBattle prints the battle's turning points and late orders, and writes its chronicle.
func (s *stage) tellBattle(g *game.Game) error {
	told, err := game.Chronicle(g)
	if err != nil {
		return err
	}
	s.printf("--- the end: %s", s.result)
	for _, m := range told.Moments {
		s.printf("  turn %d  %s", m.Turn, m.Headline)
	}
	for _, l := range told.Late {
		s.printf("  turn %d  late: %s to %s, %q, %s", l.Turn, l.From, l.To, l.Text, l.Fate)
	}
	page, err := told.HTML()
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(s.Dir, game.ChronicleName), page, 0o644)
}

// checkArchive exports the game and verifies the file.
func (s *stage) checkArchive(ctx context.Context) error {
	var b bytes.Buffer
	if err := s.d.Export(ctx, &b, slug, admin.ExportOptions{}); err != nil {
		return err
	}
	file := filepath.Join(s.Dir, slug+".jsonl")
	if err := os.WriteFile(file, b.Bytes(), 0o644); err != nil {
		return err
	}
	sum, err := verify.Record(rulesets.All(), archive.Read(&b))
	if err != nil {
		return fmt.Errorf("demo: the archive does not verify: %w", err)
	}
	s.printf("--- the archive")
	s.printf("  %s verifies: %d commits, %d events, %d turns adjudicated again, %d dice rolled again", file, sum.Commits,
		sum.Events, sum.Turns, sum.Dice)
	return nil
}

// writeMaps draws the knowledge of each seat and of the umpire.
func (s *stage) writeMaps(g *game.Game) error {
	seats := []string{game.Umpire}
	for _, c := range cast {
		seats = append(seats, c.seat)
	}
	for _, seat := range seats {
		pic := game.Map(g, g.Known(seat))
		if pic == nil {
			return nil
		}
		if err := os.WriteFile(filepath.Join(s.Dir, "map."+seat+".svg"), pic.SVG(), 0o644); err != nil {
			return err
		}
	}
	return nil
}

// printNextSteps prints where to find the files, and the next steps.
func (s *stage) printNextSteps() {
	galloper := "galloper"
	if strings.Contains(os.Args[0], "go-build") { // `go run` leaves no program to call again
		galloper = "go run ./cmd/galloper"
	}
	s.printf("--- where to look (done in %s)", s.elapsed())
	s.printf("  mails as they were sent and received:  %s", filepath.Join(s.Dir, "mails"))
	s.printf("  maps, the umpire's and each seat's:    %s", filepath.Join(s.Dir, "map.*.svg"))
	if s.result != "" {
		s.printf("  the battle told, for a browser:        %s", filepath.Join(s.Dir, game.ChronicleName))
	}
	s.printf("  the history, both sides:               %s audit --data %s %s", galloper, s.Dir, slug)
	s.printf("  why a thing came about:                %s why --data %s %s t5.1", galloper, s.Dir, slug)
	s.printf("  check the archive yourself:            %s verify %s", galloper, filepath.Join(s.Dir, slug+".jsonl"))
	s.printf("--- what to try next")
	s.printf("  play this battle, in your browser:     %s practise demo", galloper)
	s.printf("  set up a game by mail:                 %s setup", galloper)
}

// keep leaves everything running, so that people can connect their own mail programs.
func (s *stage) keep(ctx context.Context) error {
	s.printf("\n--- it goes on: connect your own mail program (no encryption; password %q for all)", password)
	s.printf("IMAP %s, SMTP %s", s.servers.imap, s.servers.smtp)
	for _, c := range cast {
		s.printf("  %-22s plays %s", c.address, c.seat)
	}
	s.printf("  %-22s the umpire", umpire)
	s.printf("Answer a report to send orders. The turn closes when all four seats are READY, or by")
	s.printf("  galloper rule --data %s %s CLOSE TURN %d", s.Dir, slug, s.turns+1)
	s.printf("Ctrl-C ends it; the files stay.")
	<-ctx.Done()
	return nil
}
