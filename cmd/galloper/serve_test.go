package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"galloper/cmd/galloper/internal/daemon"
	"galloper/cmd/galloper/internal/store"
	"galloper/events/logtest"
	"galloper/events/natslog"
	"galloper/mailgate"
	"galloper/mailgate/imapbox"
	"galloper/mailgate/mailhost"
	"galloper/mailgate/signin"
)

const twoSeats = `ruleset: firediscipline
title: The ford
map: {width: 600, height: 600}
sides: {french: {edge: south}, dutch: {edge: north}}
seats:
  french.north: {at: [300, 20], name: Comte de Guiche}
  dutch.south: {at: [300, 580], name: Heer van Fagel}
units:
  champagne: {seat: french.north, arm: foot, stands: 2, rating: 2, at: [300, 240]}
  sturler: {seat: dutch.south, arm: foot, stands: 2, rating: 2, at: [50, 560]}
`

// town has a mail server and a directory in which commands run.
type town struct {
	t    *testing.T
	dir  string
	host *mailhost.Host
	box  map[string]*received
	n    int
	at   *account // on other servers, with the store; nil: the town has its own

	estate *estate // source of further accounts
}

// founder makes a town, with its own store or on a cluster.
type founder func(*testing.T) *town

// received holds a player's mails, read by IMAP.
type received struct {
	mu    sync.Mutex
	mails []*mailgate.Mail
	raw   []string
}

var people = []string{"orders@example.test", "anna@example.test", "ben@example.test", "umpire@example.test"}

func newTown(t *testing.T) *town {
	t.Helper()
	var users []mailhost.User
	for _, p := range people {
		users = append(users, mailhost.User{Address: p, Password: "secret", Folders: []string{"Processed", "Quarantine"}})
	}
	host, err := mailhost.Start(mailhost.Config{Users: users, Open: true})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { host.Close() })
	w := &town{t: t, dir: t.TempDir(), host: host, box: map[string]*received{}}
	for _, p := range people[1:] {
		w.watch(p)
	}
	w.write("mill.yaml", twoSeats)
	config := fmt.Sprintf(`
[store]
dir = %q
replicas = 1
[mail]
address = "orders@example.test"
[mail.limits]
hourly = 100000
daily = 100000
mails = 100000
[imap]
address = %q
tls = "none"
user = "orders@example.test"
password = "secret"
poll = "100ms"
[smtp]
address = %q
tls = "none"
user = "orders@example.test"
password = "secret"
[umpire]
addresses = ["umpire@example.test"]
[serve]
log = "error"
metrics = "127.0.0.1:0"
page = "127.0.0.1:0"
`, filepath.Join(w.dir, "data"), host.IMAPAddr(), host.SMTPAddr())
	w.write("galloper.toml", config)
	w.write("embedded.toml", config)
	return w
}

func (w *town) write(name, text string) {
	w.t.Helper()
	if err := os.WriteFile(filepath.Join(w.dir, name), []byte(text), 0o600); err != nil {
		w.t.Fatal(err)
	}
}

func (w *town) watch(address string) {
	w.t.Helper()
	b := &received{}
	w.box[address] = b
	src, err := imapbox.New(imapbox.Config{
		Server: signin.Server{Addr: w.host.IMAPAddr(), TLS: signin.None}, Credentials: signin.Credentials{User: address,
			Password: "secret"},
		Poll: 50 * time.Millisecond, Log: slog.New(slog.NewTextHandler(io.Discard, nil)),
	})
	if err != nil {
		w.t.Fatal(err)
	}
	go src.Run(w.t.Context(), mailgate.Checkpoint{},
		func(_ context.Context, batch []mailgate.Incoming) ([]mailgate.Filing, error) {
			b.mu.Lock()
			defer b.mu.Unlock()
			for _, in := range batch {
				b.mails = append(b.mails, mailgate.Read(in.Raw, mailgate.Options{}))
				b.raw = append(b.raw, string(in.Raw))
			}
			return make([]mailgate.Filing, len(batch)), nil
		})
}

// galloper runs a command line and returns its status and output.
func (w *town) galloper(args ...string) (status int, said string) {
	w.t.Helper()
	return w.gallop(w.t.Context(), args...)
}

// gallop does the work of galloper until ctx ends.
func (w *town) gallop(ctx context.Context, args ...string) (status int, said string) {
	var b bytes.Buffer
	status = run(ctx, append([]string{"-c", filepath.Join(w.dir, "galloper.toml")}, args...),
		strings.NewReader(""), &b, &b)
	return status, b.String()
}

// must runs a command line that must succeed and print the fragments.
func (w *town) must(args []string, fragments ...string) {
	w.t.Helper()
	status, said := w.galloper(args...)
	if status != statusDone {
		w.t.Fatalf("galloper %v: status %d\n%s", args, status, said)
	}
	for _, f := range fragments {
		if !strings.Contains(said, f) {
			w.t.Errorf("galloper %v does not say %q:\n%s", args, f, said)
		}
	}
}

// serve runs the daemon until the returned function is called.
func (w *town) serve() (stop func()) {
	w.t.Helper()
	ctx, cancel := context.WithCancel(w.t.Context())
	done := make(chan int, 1)
	var said bytes.Buffer
	go func() {
		done <- run(ctx, []string{"serve", "-c", filepath.Join(w.dir, "galloper.toml")}, strings.NewReader(""), &said, &said)
	}()
	w.until("the daemon to answer", func() bool {
		_, err := daemon.Dial(ctx, filepath.Join(w.dir, "data"))
		return err == nil
	})
	return func() {
		w.t.Helper()
		cancel()
		if status := <-done; status != statusDone || !strings.Contains(said.String(), "stopped; nothing is lost") {
			w.t.Fatalf("serve ended with status %d: %s", status, said.String())
		}
	}
}

// patience limits the wait of a test that hangs.
const patience = 5 * time.Minute

func (w *town) until(what string, done func() bool) {
	w.t.Helper()
	for begun := time.Now(); !done(); time.Sleep(20 * time.Millisecond) {
		if time.Since(begun) > patience {
			w.t.Fatalf("waited %s for %s", patience, what)
		}
	}
}

// mail waits for a mail with the fragment in its subject, and returns it.
func (w *town) mail(address, fragment string) (raw string, m *mailgate.Mail) {
	w.t.Helper()
	b := w.box[address]
	w.until("a mail to "+address+" about "+fragment, func() bool {
		b.mu.Lock()
		defer b.mu.Unlock()
		for i := range b.mails {
			if strings.Contains(b.mails[i].Subject, fragment) {
				raw, m = b.raw[i], b.mails[i]
				return true
			}
		}
		return false
	})
	return raw, m
}

// writes answers a mail.
func (w *town) writes(address, raw, text string) {
	w.t.Helper()
	w.n++
	_, reply, _ := strings.Cut(raw, "Reply-To: <")
	reply, _, _ = strings.Cut(reply, ">")
	mail := fmt.Sprintf("From: <%s>\r\nTo: <%s>\r\nSubject: orders\r\nMessage-ID: <%d@example.test>\r\n\r\n%s\r\n",
		address, reply, w.n, strings.ReplaceAll(text, "\n", "\r\n"))
	if err := w.host.Deliver(address, reply, []byte(mail)); err != nil {
		w.t.Fatal(err)
	}
}

// TestServe plays a game with a whole daemon: made while it runs, played by mail, ruled and audited beside it, stopped
// during a turn and resumed.
func TestServe(t *testing.T) {
	t.Parallel()
	testServe(t, newTown)
}

func testServe(t *testing.T, found founder) {
	w := found(t)
	stop := w.serve()
	w.must([]string{"new", filepath.Join(w.dir, "mill.yaml"), "--every", "3d", "--seat",
		"french.north=anna@example.test", "--seat", "dutch.south=ben@example.test"},
		"created game mill")
	const game = "mill"
	if status, said := w.galloper("serve"); status != statusNo || !strings.Contains(said, "cannot open") ||
		!strings.Contains(said, "is in use by process") || !strings.Contains(said, "stop") {
		t.Errorf("a second daemon on the same store: status %d, %s", status, said)
	}
	opening, _ := w.mail("anna@example.test", "turn 1: the opening")
	w.writes("anna@example.test", opening, "To Champagne: general advance\nREADY")
	w.mail("anna@example.test", "1 order accepted")
	w.must([]string{"audit"}, game)
	w.must([]string{"audit", game, "--seat", "french.north"}, "1. TO champagne: ADVANCE")
	w.must([]string{"doctor"}, "in use by a running galloper", "ok    imap connect and sign in",
		"ok    smtp connect and sign in")

	stop() // during a turn; a mail comes meanwhile
	theirs, _ := w.mail("ben@example.test", "turn 1: the opening")
	w.writes("ben@example.test", theirs, "READY")
	w.must([]string{"audit", game}, "ready for turn 1")
	stop = w.serve()
	w.mail("anna@example.test", "turn 2: report of turn 1")
	if status, said := w.galloper("rule", game, "CLOSE", "TURN", "1"); status != statusNo ||
		!strings.Contains(said, "REFUSED") {
		t.Errorf("a ruling on a turn that is over: status %d, %s", status, said)
	}
	w.must([]string{"rule", game, "CLOSE", "TURN", "2", "BECAUSE", "of", "supper"}, "CLOSE: done")
	w.mail("ben@example.test", "turn 3: report of turn 2")
	w.must([]string{"verify", "--stream"}, "no fault")
	w.must([]string{"map", game, "-o", filepath.Join(w.dir, "map.svg")}, "points")
	w.must([]string{"why", game, "t1.1"}, "turn.begun")

	file := w.export(game, "game.jsonl")
	w.must([]string{"verify", file}, "2 turns adjudicated again")
	w.must([]string{"import", file}, "0 commits")
	stop()
	if _, err := os.Stat(filepath.Join(w.dir, "data", "galloper.snapshot")); err != nil {
		t.Errorf("no snapshot was left: %v", err)
	}
	w.must([]string{"verify", "--stream"}, "1 game,", "no fault")
	w.must([]string{"doctor"}, "ok    store", "1 game", "ok    disk")
}

// audit --follow prints events as they happen.
func TestFollow(t *testing.T) {
	t.Parallel()
	testFollow(t, newTown)
}

func testFollow(t *testing.T, found founder) {
	w := found(t)
	stop := w.serve()
	defer stop()
	w.must([]string{"new", filepath.Join(w.dir, "mill.yaml"), "--name", "ford", "--seat",
		"french.north=anna@example.test", "--seat", "dutch.south=ben@example.test"}, "ford")
	ctx, cancel := context.WithCancel(t.Context())
	r, out := io.Pipe()
	done := make(chan int, 1)
	go func() {
		done <- run(ctx, []string{"audit", "ford", "--follow", "-c", filepath.Join(w.dir, "galloper.toml")},
			strings.NewReader(""), out, io.Discard)
		out.Close()
	}()
	seen := make(chan bool)
	go func() {
		var said bytes.Buffer
		b := make([]byte, 4096)
		for found := false; ; {
			n, err := r.Read(b)
			said.Write(b[:n])
			if !found && strings.Contains(said.String(), "turn 1: closed: of supper") {
				found = true
				close(seen)
			}
			if err != nil {
				return
			}
		}
	}()
	w.must([]string{"rule", "ford", "CLOSE", "TURN", "1", "BECAUSE", "of", "supper"}, "done")
	select {
	case <-seen:
	case <-time.After(patience):
		t.Error("audit --follow did not show what happened")
	}
	cancel()
	if status := <-done; status != statusDone {
		t.Errorf("interrupted, it ended with status %d", status)
	}
}

// Metrics and health checks for monitoring are served.
func TestMetrics(t *testing.T) {
	t.Parallel()
	s, err := store.Open(t.Context(), store.Place{Dir: t.TempDir()}, slog.New(slog.NewTextHandler(io.Discard, nil)))
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	d, err := daemon.Open(t.Context(), daemonOptions(defaultConfig(), s, nil))
	if err != nil {
		t.Fatal(err)
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	server := &http.Server{Handler: d.Handler()}
	go server.Serve(l)
	defer server.Close()
	for path, want := range map[string]string{"/metrics": "galloper_commits_total 0", "/health": `"games":0`} {
		resp, err := http.Get("http://" + l.Addr().String() + path)
		if err != nil {
			t.Fatal(err)
		}
		body, _ := io.ReadAll(resp.Body)
		resp.Body.Close()
		if !strings.Contains(string(body), want) {
			t.Errorf("%s does not have %s:\n%s", path, want, body)
		}
	}
}

// The log's server goes away under the running daemon while mail comes in. When it is back, the daemon catches up.
func TestServersGoneForAWhile(t *testing.T) {
	w := newTown(t)
	port, _ := logtest.FreePort(t)
	quiet := slog.New(slog.NewTextHandler(io.Discard, nil))
	nats := filepath.Join(w.dir, "external")
	start := func() *natslog.Store {
		t.Helper()
		s, err := natslog.OpenEmbedded(nats, natslog.Options{Logger: quiet, Listen: port})
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	server := start()
	t.Setenv("GALLOPER_STORE_NATS", "nats://"+port)
	stop := w.serve()
	w.must([]string{"new", filepath.Join(w.dir, "mill.yaml"), "--seat", "french.north=anna@example.test", "--seat",
		"dutch.south=ben@example.test"}, "created game mill")
	opening, _ := w.mail("anna@example.test", "turn 1: the opening")
	server.Close()
	w.writes("anna@example.test", opening, "To Champagne: general advance")
	time.Sleep(300 * time.Millisecond) // the daemon fetches the mail but cannot store it
	server = start()
	w.mail("anna@example.test", "1 order accepted")
	w.must([]string{"verify", "--stream"}, "1 game,", "no fault")
	stop()
	server.Close()
}
