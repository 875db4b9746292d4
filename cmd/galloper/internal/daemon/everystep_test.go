package daemon

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"iter"
	"log/slog"
	"net"
	"strings"
	"sync"
	"testing"
	"time"

	"galloper/cmd/galloper/internal/host"
	"galloper/events"
	"galloper/events/vault"
	"galloper/mailgate"
	"galloper/mailgate/imapbox"
	"galloper/mailgate/mailhost"
	"galloper/mailgate/mailtest"
	"galloper/mailgate/signin"
	"galloper/mailgate/smtpout"
)

// reaper ends a process at one of its steps: before or after each line to a mail server, each write to the vault, or
// each commit.
type reaper struct {
	mu    sync.Mutex
	steps int // steps taken
	last  int // the process dies at this step; 0: never
	what  string
}

func (r *reaper) step(what string) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.what == "" {
		if r.steps++; r.steps == r.last {
			r.what = what
		}
	}
	if r.what != "" {
		return errCrash
	}
	return nil
}

// died returns the step at which the process died, or "" while it lives.
func (r *reaper) died() string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.what
}

// around takes a step before and after the work.
func (r *reaper) around(what string, work func() error) error {
	if err := r.step("before " + what); err != nil {
		return err
	}
	err := work()
	if dead := r.step("after " + what); dead != nil {
		return dead
	}
	return err
}

// reapedLog, reapedVault and reapedConn are the log, vault and connections of a process with a reaper.
type reapedLog struct {
	events.Log
	*reaper
}

func (l reapedLog) Append(ctx context.Context, at events.Head, c events.Commit) (head events.Head, err error) {
	var types []string
	for _, e := range c.Events {
		types = append(types, e.Type)
	}
	err = l.around(
		"the commit of "+strings.Join(types, ", "),
		func() error { head, err = l.Log.Append(ctx, at, c); return err },
	)
	return head, err
}

func (l reapedLog) Game(ctx context.Context, game string, after events.Head) iter.Seq2[events.Commit, error] {
	if l.died() != "" {
		return func(yield func(events.Commit, error) bool) { yield(events.Commit{}, errCrash) }
	}
	return l.Log.Game(ctx, game, after)
}

type reapedVault struct {
	vault.Vault
	*reaper
}

func (v reapedVault) Put(ctx context.Context, key string, value []byte) error {
	return v.around("the vault's "+key, func() error { return v.Vault.Put(ctx, key, value) })
}

func (v reapedVault) PutMail(ctx context.Context, raw []byte) (sum events.Hash, err error) {
	err = v.around("a mail in the vault", func() error { sum, err = v.Vault.PutMail(ctx, raw); return err })
	return sum, err
}

type reapedConn struct {
	net.Conn
	*reaper
	server string
}

func (c reapedConn) Write(b []byte) (n int, err error) {
	line, _, _ := bytes.Cut(b, []byte("\r\n"))
	sent := false
	err = c.around(c.server+": "+string(line[:min(len(line), 40)]), func() error {
		n, err = c.Conn.Write(b)
		sent = true
		return err
	})
	if c.died() != "" {
		c.Close()
	}
	if sent && errors.Is(err, errCrash) {
		// The IMAP client would take an error for a command that was not sent, and end it while its answer is being
		// read.
		err = nil
	}
	return n, err
}

func (r *reaper) dial(server string) func(context.Context, string, string) (net.Conn, error) {
	return func(ctx context.Context, network, addr string) (net.Conn, error) {
		c, err := new(net.Dialer).DialContext(ctx, network, addr)
		if err != nil || r.died() != "" {
			return nil, errCrash
		}
		return reapedConn{c, r, server}, nil
	}
}

// postman is a game between a real Dovecot and a server that accepts its mail.
type postman struct {
	*world
	dovecot *mailtest.Dovecot
	out     *mailhost.Host
	user    string
}

// serve runs a process until it dies or everything is done, and reports whether it is done.
func (p *postman) serve(r *reaper) (done bool) {
	p.t.Helper()
	sender, err := smtpout.New(
		smtpout.Config{
			Server: signin.Server{Addr: p.out.SMTPAddr(), TLS: signin.None, Dial: r.dial("SMTP")},
			Log:    slog.New(slog.DiscardHandler),
		},
	)
	if err != nil {
		p.t.Fatal(err)
	}
	defer sender.Close()
	box, err := imapbox.New(imapbox.Config{
		Server: signin.Server{
			Addr: p.dovecot.IMAP,
			TLS:  signin.None,
			Dial: r.dial("IMAP"),
		}, Credentials: signin.Credentials{User: p.user, Password: "secret"},
		Processed: "Processed", Quarantine: "Quarantine", Log: slog.New(slog.DiscardHandler), Pause: 20 * time.Millisecond,
	})
	if err != nil {
		p.t.Fatal(err)
	}
	d, err := Open(p.ctx, host.Options{
		Log: reapedLog{
			p.log,
			r,
		}, Vault: reapedVault{p.vault, r}, Rulesets: plainRules(), Sender: sender, Now: func() time.Time { return p.now },
		Logger: slog.New(slog.DiscardHandler),
		Post:   p.d.Post,
	})
	if err != nil {
		p.t.Fatal(err)
	}
	ctx, stop := context.WithCancel(p.ctx)
	ended := make(chan error, 1)
	go func() { ended <- d.RunAll(ctx, box) }()
	defer func() { stop(); <-ended }()
	for begun := time.Now(); time.Since(begun) < patience; time.Sleep(2 * time.Millisecond) {
		switch {
		case r.died() != "":
			return false
		case p.dovecot.Count(p.user, "INBOX") == 0 && p.dovecot.Count(p.user, "Processed") == 2 && p.settled() == 1:
			return true
		}
	}
	p.t.Fatalf(
		"not done after %v: %d mails in the mailbox, %d filed, %d answers",
		patience,
		p.dovecot.Count(p.user, "INBOX"),
		p.dovecot.Count(p.user, "Processed"),
		p.settled(),
	)
	return false
}

// settled counts the answers recorded as sent, or returns -1 if one isn't yet.
func (p *postman) settled() (n int) {
	g := p.game()
	if len(g.Campaign.Unsent()) > 0 {
		return -1
	}
	return strings.Count(strings.Join(p.types(), " "), "orders.accepted")
}

// TestKilledAtEveryStep kills the process at each step from reading a mail, which is in the mailbox twice, to recording
// its answer as sent. The next process goes on, and the mail has one effect and one answer.
func TestKilledAtEveryStep(t *testing.T) {
	t.Parallel()
	const most = 400
	var users []mailtest.User
	for n := range most {
		users = append(users, mailtest.User{Address: fmt.Sprintf("orders%d@example.test", n), Password: "secret"})
	}
	dovecot := mailtest.StartDovecot(t, users...)
	var mu sync.Mutex
	var got [][]byte
	out, err := mailhost.Start(mailhost.Config{
		Users: []mailhost.User{{Address: addressOf("french.north"), Password: "x"}}, Open: true,
		Delivered: func(_ string, raw []byte) { mu.Lock(); defer mu.Unlock(); got = append(got, raw) },
	})
	if err != nil {
		t.Fatal(err)
	}
	defer out.Close()
	var deaths []string
	twice := 0
	for n := 1; n < most; n++ {
		p := &postman{world: newWorld(t), dovecot: dovecot, out: out, user: users[n].Address}
		p.newGame(events.Settings{Every: "3000d"}) // Dovecot goes by the real clock
		raw := p.letterFrom(addressOf("french.north"), "To Champagne: hold\nREADY")
		dovecot.Seed(p.user, raw, append([]byte("Received: by another.example; now\r\n"), raw...))
		mu.Lock()
		got = nil
		mu.Unlock()
		r := &reaper{last: n}
		if p.serve(r) {
			break
		}
		deaths = append(deaths, r.died())
		if !p.serve(&reaper{}) {
			t.Fatal("the second process died")
		}
		all := strings.Join(p.types(), " ")
		for _, once := range []string{"orders.accepted", "seat.ready", "mail.received"} {
			if k := strings.Count(all, once); k != 1 {
				t.Errorf("died %s: %s stands %d times in the record", r.died(), once, k)
			}
		}
		mu.Lock()
		if ids := answerIDs(got); len(ids) != 1 || len(got) > 2 {
			t.Errorf("died %s: %d mails went out under the ids %v", r.died(), len(got), ids)
		}
		twice += len(got) - 1
		mu.Unlock()
		p.mustVerify()
	}
	if len(deaths) < 40 {
		t.Errorf("the process takes %d steps; that cannot be all", len(deaths))
	}
	t.Logf(
		"%d steps; at %d of them the answer went out twice, the same\n%s",
		len(deaths),
		twice,
		strings.Join(deaths, "\n"),
	)
}

func answerIDs(raws [][]byte) map[string]bool {
	ids := map[string]bool{}
	for _, raw := range raws {
		ids[mailgate.Read(raw, mailgate.Options{}).MessageID] = true
	}
	return ids
}
