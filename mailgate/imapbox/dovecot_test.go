package imapbox_test

import (
	"bytes"
	"context"
	"crypto/tls"
	"net"
	"strings"
	"testing"
	"time"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapclient"

	"galloper/mailgate"
	"galloper/mailgate/imapbox"
	"galloper/mailgate/mailtest"
	"galloper/mailgate/signin"
)

func dovecot(t *testing.T) *mailtest.Dovecot {
	t.Helper()
	return mailtest.StartDovecot(t, mailtest.User{Address: user, Password: password})
}

func seed(d *mailtest.Dovecot, from, to int) {
	for n := from; n <= to; n++ {
		d.Seed(user, letter(n))
	}
}

// eventually waits for a condition on the server.
func eventually(t *testing.T, what string, ok func() bool) {
	t.Helper()
	for end := time.Now().Add(patience); !ok(); time.Sleep(10 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("never: %s", what)
		}
	}
}

func TestDovecotMailsAreFiled(t *testing.T) {
	t.Parallel()
	d := dovecot(t)
	seed(d, 1, 3)
	s := newStore()
	watch(t, config(d.IMAP), mailgate.Checkpoint{}, s)
	s.wait(t, 3)
	eventually(t, "three mails in Processed", func() bool {
		return d.Count(user, "Processed") == 3 &&
			d.Count(user, "INBOX") == 0
	})
	if got := s.subjects(); got != "1 2 3" {
		t.Errorf("mails %s", got)
	}
}

// TestDovecotWillNotMove: a mail that cannot be filed is flagged in place and does not come again, not even to
// another process.
func TestDovecotWillNotMove(t *testing.T) {
	t.Parallel()
	mailtest.RequireRoot(t, "dovecot")
	d := dovecot(t)
	seed(d, 1, 2)
	d.Bar(user, "Processed")
	t.Run("one process", func(t *testing.T) { // the process ends with this subtest
		s := newStore()
		src := watch(t, config(d.IMAP), mailgate.Checkpoint{}, s)
		s.wait(t, 2)
		eventually(t, "the mails are flagged", func() bool { return len(flagged(t, d.IMAP)) == 2 })
		if n := d.Count(user, "INBOX"); n != 2 || !src.Status().Connected {
			t.Errorf("%d mails in the mailbox, %+v", n, src.Status())
		}
	})
	another := newStore()
	watch(t, config(d.IMAP), mailgate.Checkpoint{}, another)
	seed(d, 3, 3)
	another.wait(t, 1)
	if got := another.subjects(); got != "3" {
		t.Errorf("the next process reads %s, want 3", got)
	}
}

// flagged returns the mails flagged as filed in place.
func flagged(t *testing.T, addr string) []imap.UID {
	t.Helper()
	c, err := imapclient.DialInsecure(addr, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	if err := c.Login(user, password).Wait(); err != nil {
		t.Fatal(err)
	}
	if _, err := c.Select("INBOX", nil).Wait(); err != nil {
		t.Fatal(err)
	}
	found, err := c.UIDSearch(&imap.SearchCriteria{Flag: []imap.Flag{"$Processed"}}, nil).Wait()
	if err != nil {
		t.Fatal(err)
	}
	return found.AllUIDs()
}

func TestDovecotTellsOfNewMailInIdle(t *testing.T) {
	t.Parallel()
	d := dovecot(t)
	s := newStore()
	c := config(d.IMAP)
	c.Poll = time.Hour // only IDLE can report the mail
	src := watch(t, c, mailgate.Checkpoint{}, s)
	eventually(t, "IDLE", func() bool { return src.Status().Idle })
	seed(d, 1, 1)
	s.wait(t, 1)
}

func TestDovecotSessionKilled(t *testing.T) {
	t.Parallel()
	d := dovecot(t)
	s := newStore()
	src := watch(t, config(d.IMAP), mailgate.Checkpoint{}, s)
	eventually(t, "connected", func() bool { return src.Status().Connected })
	d.KillSessions()
	seed(d, 1, 2)
	s.wait(t, 2)
	if got := s.subjects(); got != "1 2" {
		t.Errorf("mails %s", got)
	}
}

func TestDovecotGoneForAWhile(t *testing.T) {
	t.Parallel()
	d := dovecot(t)
	s := newStore()
	src := watch(t, config(d.IMAP), mailgate.Checkpoint{}, s)
	eventually(t, "connected", func() bool { return src.Status().Connected })
	d.Stop()
	eventually(t, "down, with a reason", func() bool { st := src.Status(); return !st.Connected && st.Error != "" })
	seed(d, 1, 2)
	d.Start()
	s.wait(t, 2)
	eventually(t, "up again", func() bool { return src.Status().Connected })
}

func TestDovecotRenumbersMailbox(t *testing.T) {
	t.Parallel()
	d := dovecot(t)
	s := newStore()
	s.file = mailgate.Leave // the mails stay in the mailbox
	src := watch(t, config(d.IMAP), mailgate.Checkpoint{}, s)
	seed(d, 1, 3)
	s.wait(t, 3)
	was := src.Status().UIDValidity
	d.Stop()
	d.Renumber(user)
	d.Start()
	s.wait(t, 3)
	if got := s.subjects(); got != "1 2 3 1 2 3" {
		t.Errorf("mails %s", got)
	}
	eventually(t, "a new UIDVALIDITY", func() bool { is := src.Status().UIDValidity; return is != 0 && is != was })
	if a, b := s.mails[0], s.mails[3]; mailgate.PlaceKey(a.At) == mailgate.PlaceKey(b.At) ||
		!bytes.Equal(a.Raw, b.Raw) {
		t.Error("a mail read again must differ by its place and not by its content")
	}
}

func TestDovecotGoesOnBehindCheckpoint(t *testing.T) {
	t.Parallel()
	d := dovecot(t)
	seed(d, 1, 150)
	first := newStore()
	first.file = mailgate.Leave
	ctx, cancel := context.WithCancel(t.Context())
	src, err := imapbox.New(config(d.IMAP))
	if err != nil {
		t.Fatal(err)
	}
	done := make(chan error, 1)
	go func() { done <- src.Run(ctx, mailgate.Checkpoint{}, first.handle) }()
	first.wait(t, 150)
	cancel()
	<-done
	at := first.mails[149].At
	second := newStore()
	watch(t, config(d.IMAP), at, second)
	second.wait(t, 100) // the last hundred UIDs are scanned again
	seed(d, 151, 151)
	second.wait(t, 1)
	all := strings.Fields(second.subjects())
	if n := len(all); n != 101 || second.mails[0].At.UID != at.UID-99 || all[100] != "151" {
		t.Errorf("%d mails from UID %d: %q", n, second.mails[0].At.UID, all)
	}
}

func TestDovecotOverStdio(t *testing.T) {
	t.Parallel()
	dial := mailtest.Stdio(t)
	s := newStore()
	c := config("127.0.0.1:1")
	c.Server = signin.Server{Addr: "127.0.0.1:1", TLS: signin.None, Dial: func(context.Context, string,
		string) (net.Conn, error) {
		return dial()
	}}
	src := watch(t, c, mailgate.Checkpoint{}, s)
	eventually(t, "connected without signing in", func() bool { return src.Status().Connected })
}

func TestWrongPasswordIsSaid(t *testing.T) {
	t.Parallel()
	d := dovecot(t)
	c := config(d.IMAP)
	c.Credentials.Password = "wrong"
	src := watch(t, c, mailgate.Checkpoint{}, newStore())
	eventually(t, "signing in fails", func() bool { return src.Status().Failures > 1 })
	if st := src.Status(); st.Connected || st.Error == "" {
		t.Errorf("%+v", st)
	}
}

// TestWaysIntoDovecot: each kind of encryption and each mechanism of signing in.
func TestWaysIntoDovecot(t *testing.T) {
	t.Parallel()
	d := dovecot(t)
	secure := &tls.Config{RootCAs: d.Roots}
	password := signin.Credentials{User: user, Password: password}
	token := signin.Credentials{User: user, TokenCommand: []string{"echo", d.Token(user, time.Now().Add(time.Hour))}}
	with := func(c signin.Credentials, mechanism string) signin.Credentials { c.Mechanism = mechanism; return c }
	old := signin.Credentials{User: user, TokenCommand: []string{"echo", d.Token(user, time.Now().Add(-time.Hour))},
		Mechanism: "xoauth2"}
	for _, c := range []struct {
		name   string
		server signin.Server
		who    signin.Credentials
		fails  string // part of the reason
	}{
		{"tls", signin.Server{Addr: d.IMAPS, TLS: signin.Implicit, Config: secure}, password, ""},
		{"starttls", signin.Server{Addr: d.IMAP, TLS: signin.StartTLS, Config: secure}, password, ""},
		{"login", signin.Server{Addr: d.IMAPS, Config: secure}, with(password, "login"), ""},
		{"oauthbearer", signin.Server{Addr: d.IMAPS, Config: secure}, with(token, "oauthbearer"), ""},
		{"xoauth2", signin.Server{Addr: d.IMAPS, Config: secure}, with(token, "xoauth2"), ""},
		{"token out of date", signin.Server{Addr: d.IMAPS, Config: secure}, old, "refused the token"},
		{"certificate not known", signin.Server{Addr: d.IMAPS}, password, "certificate"},
		{"tls where there is none", signin.Server{Addr: d.IMAP, Config: secure}, password, "TLS"},
	} {
		t.Run(c.name, func(t *testing.T) {
			conf := config("")
			conf.Server, conf.Credentials = c.server, c.who
			failed := ""
			imapbox.Check(t.Context(), conf, func(step string, err error) {
				if err != nil {
					failed += step + ": " + err.Error()
				}
			})
			if (failed == "") != (c.fails == "") || !strings.Contains(failed, c.fails) {
				t.Errorf("failed %q, want %q", failed, c.fails)
			}
		})
	}
}
