package daemon

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"os"
	"strconv"
	"sync/atomic"
	"testing"
	"time"

	"galloper/cmd/galloper/internal/admin"
	"galloper/cmd/galloper/internal/host"
	"galloper/cmd/galloper/internal/mailer"
	"galloper/cmd/galloper/internal/outbox"
	"galloper/cmd/galloper/internal/store"
	"galloper/events"
	"galloper/mailgate"
	"galloper/mailgate/imapbox"
	"galloper/mailgate/mailtest"
	"galloper/mailgate/signin"
	"galloper/mailgate/smtpout"
)

// office is a Dovecot and a Postfix, with a mailbox of mails with orders.
type office struct {
	t       testing.TB
	dovecot *mailtest.Dovecot
	postfix *mailtest.Postfix
}

const officeAddress = "orders@example.test"

func openOffice(t testing.TB, extra ...string) *office {
	t.Helper()
	mailtest.RequireRoot(t, "postfix")
	d := mailtest.StartDovecot(
		t,
		mailtest.User{Address: officeAddress, Password: "secret"},
		mailtest.User{Address: "bare@example.test", Password: "secret"},
		mailtest.User{Address: anna, Password: "secret"},
	)
	return &office{t, d, mailtest.StartPostfix(t, d, extra...)}
}

func (o *office) source(user string) *imapbox.Source {
	o.t.Helper()
	src, err := imapbox.New(imapbox.Config{
		Server: signin.Server{
			Addr: o.dovecot.IMAP,
			TLS:  signin.None,
		}, Credentials: signin.Credentials{User: user, Password: "secret"},
		Processed: "Processed", Quarantine: "Quarantine", Poll: 200 * time.Millisecond, Log: slog.New(slog.DiscardHandler),
	})
	if err != nil {
		o.t.Fatal(err)
	}
	return src
}

func (o *office) sender(connections int) *smtpout.Pool {
	o.t.Helper()
	s, err := smtpout.NewPool(smtpout.Config{
		Server: signin.Server{
			Addr: o.postfix.SMTP,
			TLS:  signin.None,
		}, Credentials: signin.Credentials{User: officeAddress, Password: "secret"}, Log: slog.New(slog.DiscardHandler),
	}, connections)
	if err != nil {
		o.t.Fatal(err)
	}
	o.t.Cleanup(func() { s.Close() })
	return s
}

// bareLoop only fetches, parses and sends n mails.
func (o *office) bareLoop(n int) time.Duration {
	o.t.Helper()
	sender := o.sender(1)
	ctx, stop := context.WithCancel(o.t.Context())
	done := 0
	begun := time.Now()
	err := o.source(
		"bare@example.test",
	).Run(
		ctx,
		mailgate.Checkpoint{},
		func(ctx context.Context, batch []mailgate.Incoming) ([]mailgate.Filing, error) {
			filings := make([]mailgate.Filing, len(batch))
			for i, in := range batch {
				m := mailgate.ReadIncoming(in, mailgate.Options{Own: []string{officeAddress}})
				if res := sender.Send(ctx, mailgate.Delivery{From: officeAddress, To: m.From,
					Raw: in.Raw}); res.Fate != mailgate.Sent {
					return nil, fmt.Errorf("not sent: %s", res.Text)
				}
				filings[i] = mailgate.Processed
				if done++; done == n {
					stop()
				}
			}
			return filings, nil
		},
	)
	if done < n {
		o.t.Fatalf("%d of %d mails: %v", done, n, err)
	}
	return time.Since(begun)
}

// counting is a sender that counts the receipts that a server has accepted.
type counting struct {
	mailgate.Sender
	taken atomic.Int64
}

func (c *counting) Send(ctx context.Context, d mailgate.Delivery) mailgate.Result {
	res := c.Sender.Send(ctx, d)
	if res.Fate == mailgate.Sent {
		c.taken.Add(1)
	}
	return res
}

// serviceLoop has the daemon answer n mails, and returns the time until the server accepted the last receipt and it was
// recorded as sent.
func (o *office) serviceLoop(d *Daemon, out *counting, n int) time.Duration {
	o.t.Helper()
	ctx, stop := context.WithCancel(o.t.Context())
	defer stop()
	out.taken.Store(0)
	ended := make(chan error, 1)
	begun := time.Now()
	go func() { ended <- d.RunAll(ctx, o.source(officeAddress)) }()
	for waiting := true; waiting; {
		select {
		case err := <-ended:
			o.t.Fatal(err)
		case <-time.After(5 * time.Millisecond):
		}
		if out.taken.Load() >= int64(n) {
			left, _ := d.waiting(ctx)
			waiting = left > 0
		}
		if time.Since(begun) > patience {
			o.t.Fatalf("%d of %d receipts after %s\n%s", out.taken.Load(), n, time.Since(begun), o.postfix.Log())
		}
	}
	took := time.Since(begun)
	for begun := time.Now(); o.dovecot.Count(officeAddress, "INBOX") > 0 && time.Since(begun) < patience; {
		time.Sleep(20 * time.Millisecond) // the last mails are moved once their batch is stored
	}
	stop()
	<-ended
	return took
}

// officeGames makes games without sending their opening mails, and returns mails with orders for them, seat by seat.
func officeGames(t testing.TB, d *Daemon, games, n int) (mails [][]byte) {
	t.Helper()
	for g := range games {
		name := fmt.Sprintf("game%d", g)
		ng := admin.NewGame{
			Name:     name,
			File:     "mill.yaml",
			Scenario: skirmish,
			Seats:    map[string][]string{},
			Umpires:  []string{"umpire@players.test"},
			Settings: events.Settings{Every: "3d"},
		}
		for _, s := range seats {
			ng.Seats[s] = []string{name + "-" + addressOf(s)}
		}
		if _, err := d.New(t.Context(), ng); err != nil {
			t.Fatal(err)
		}
	}
	for i := range n {
		seat := seats[i%len(seats)]
		game := fmt.Sprintf("game%d", i/len(seats)%games)
		to, err := d.Post.ReplyTo(game, seat, 1, 0)
		if err != nil {
			t.Fatal(err)
		}
		unit := map[string]string{"french.north": "Champagne", "french.west": "Picardie", "dutch.south": "Sturler",
			"dutch.east": "Oyen"}[seat]
		mails = append(mails, fmt.Appendf(nil, "Return-Path: <%[1]s>\r\nFrom: <%[1]s>\r\nTo: <%[2]s>\r\nSubject: "+
			"orders\r\nMessage-ID: <%[3]d@players.test>\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n"+
			"To %[4]s: general advance %[5]d\r\nTo %[4]s: hold\r\n\r\nOn Tue, Nov 17, 2026, Galloper <orders@example.test> "+
			"wrote:\r\n> To %[4]s: hold\r\n", game+"-"+addressOf(seat), to, i, unit, i%300))
	}
	return mails
}

// throughput measures both loops with the same mails, the daemon with a store on disk.
func throughput(t testing.TB, n int) (bare, service time.Duration) {
	t.Helper()
	o := openOffice(t)
	store, err := store.Open(t.Context(), store.Place{Dir: t.TempDir()}, slog.New(slog.NewTextHandler(io.Discard, nil)))
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	out := &counting{Sender: o.sender(4)}
	d, err := Open(t.Context(), host.Options{
		Log: store.Log, Vault: store.Vault, Rulesets: plainRules(),
		Sender: senderFunc(func(mailgate.Delivery) mailgate.Result { return mailgate.Result{Fate: mailgate.Sent} }),
		Post: mailer.Mailer{
			Address:   officeAddress,
			Name:      "Galloper",
			Delimiter: "+",
			Keys:      store.Keys,
		}, Logger: slog.New(slog.DiscardHandler),
		Parallel: 4, Limits: host.Limits{Hourly: 1 << 30, Daily: 1 << 30, Mails: 1 << 30},
	})
	if err != nil {
		t.Fatal(err)
	}
	mails := officeGames(t, d, 10, n)
	d.Flush(t.Context(), map[string]outbox.Attempts{}) // the opening mails
	d.Sender = out
	o.dovecot.Seed("bare@example.test", mails...)
	o.dovecot.Seed(officeAddress, mails...)
	bare, service = o.bareLoop(n), o.serviceLoop(d, out, n)
	if got := o.dovecot.Count(officeAddress, "Processed"); got != n {
		t.Errorf("%d mails are filed as processed, want %d", got, n)
	}
	return bare, service
}

// Each mail in Dovecot is answered once through Postfix. GALLOPER_MAILS=1000 measures it.
func TestThroughRealServers(t *testing.T) {
	t.Parallel()
	n := 15
	if v, err := strconv.Atoi(os.Getenv("GALLOPER_MAILS")); err == nil {
		n = v
	}
	bare, service := throughput(t, n)
	t.Logf("%d mails: fetched, parsed and sent %.0f/s; answered %.0f/s, ratio %.2f",
		n, float64(n)/bare.Seconds(), float64(n)/service.Seconds(), bare.Seconds()/service.Seconds())
}
