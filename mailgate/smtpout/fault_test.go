package smtpout_test

import (
	"bufio"
	"context"
	"net"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"galloper/mailgate"
	"galloper/mailgate/mailhost"
	"galloper/mailgate/signin"
	"galloper/mailgate/smtpout"
)

// script is a server with scripted answers by command verb; the answer "" hangs up. It counts connections.
type script struct {
	addr  string
	conns atomic.Int64
}

func scripted(t *testing.T, answer func(conn int64, verb string) string) *script {
	t.Helper()
	return scriptedLines(t, func(conn int64, verb, _ string) string { return answer(conn, verb) })
}

// scriptedLines is scripted with the whole command line.
func scriptedLines(t *testing.T, answer func(conn int64, verb, line string) string) *script {
	t.Helper()
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	s := &script{addr: ln.Addr().String()}
	var all sync.WaitGroup
	all.Go(func() {
		for {
			c, err := ln.Accept()
			if err != nil {
				return
			}
			n := s.conns.Add(1)
			all.Go(func() { talk(c, func(verb, line string) string { return answer(n, verb, line) }) })
		}
	})
	t.Cleanup(func() { ln.Close(); all.Wait() })
	return s
}

func talk(c net.Conn, answer func(verb, line string) string) {
	defer c.Close()
	r := bufio.NewReader(c)
	verb, line, inData := "HI", "", false
	for {
		said := answer(verb, line)
		if said == "" {
			return
		}
		if _, err := c.Write([]byte(said + "\r\n")); err != nil {
			return
		}
		inData = verb == "DATA" && strings.HasPrefix(said, "354")
		var err error
		line, err = r.ReadString('\n')
		for inData && err == nil && line != ".\r\n" {
			line, err = r.ReadString('\n')
		}
		if err != nil {
			return
		}
		if verb = strings.ToUpper(strings.TrimSpace(line[:min(4, len(line))])); inData {
			verb = "DOT"
		}
	}
}

// polite accepts every command.
func polite(verb string) string {
	switch verb {
	case "HI":
		return "220 here"
	case "DATA":
		return "354 go on"
	case "DOT":
		return "250 queued as 1"
	}
	return "250 ok"
}

func plainSender(t *testing.T, addr string) *smtpout.Sender {
	t.Helper()
	out, err := smtpout.New(smtpout.Config{Server: signin.Server{Addr: addr, TLS: signin.None}, Timeout: patience,
		Submit: patience, Log: quiet()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { out.Close() })
	return out
}

var aMail = mailgate.Delivery{From: orders, To: anna, Raw: []byte("Subject: x\r\n\r\ny\r\n")}

func TestFates(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, verb, answer string
		fate               mailgate.Fate
		code               int
		broken             bool
	}{
		{"taken", "", "", mailgate.Sent, 250, false},
		{"no such mailbox", "RCPT", "550 5.1.1 nobody", mailgate.Permanent, 550, false},
		{"mailbox full", "RCPT", "452 4.2.2 full", mailgate.Temporary, 452, false},
		{"sender refused", "MAIL", "553 5.7.1 not you", mailgate.Temporary, 553, false},
		{"too large", "MAIL", "552 5.3.4 too large", mailgate.Permanent, 552, false},
		{"sender refused with the recipient", "RCPT", "553 5.7.1 <x@y>: Sender address rejected: not owned by user orders",
			mailgate.Temporary, 553, false},
		{"relaying denied", "RCPT", "554 5.7.1 <a@b>: Relay access denied", mailgate.Temporary, 554, false},
		{"limit of the day", "RCPT", "550 5.4.5 Daily user sending limit exceeded", mailgate.Temporary, 550, false},
		{"may not send as", "DOT", "554 5.2.252 SendAsDenied; orders not allowed to send as bounce", mailgate.Temporary,
			554, false},
		{"refused after the text", "DOT", "554 5.7.1 spam", mailgate.Permanent, 554, false},
		{"later after the text", "DOT", "451 4.3.0 later", mailgate.Temporary, 451, false},
		{"closing", "RCPT", "421 4.3.2 closing", mailgate.Temporary, 421, true},
		{"cut before the text", "DATA", "", mailgate.Temporary, 0, true},
		{"cut behind the last dot", "DOT", "", mailgate.Unknown, 0, true},
		{"not ready", "HI", "554 no service", mailgate.Temporary, 554, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := scripted(t, func(_ int64, verb string) string {
				if verb == c.verb {
					return c.answer
				}
				return polite(verb)
			})
			r := plainSender(t, s.addr).Send(t.Context(), aMail)
			barred := c.code >= 500 && c.fate == mailgate.Temporary && !c.broken
			if r.Fate != c.fate || r.Code != c.code || r.Broken != c.broken || r.Barred != barred || r.Text == "" {
				t.Errorf("%v %+v", r.Fate, r)
			}
		})
	}
}

func TestOneConnectionForMailsThatFollow(t *testing.T) {
	t.Parallel()
	s := scripted(t, func(_ int64, verb string) string { return polite(verb) })
	out := plainSender(t, s.addr)
	for range 5 {
		if r := out.Send(t.Context(), aMail); r.Fate != mailgate.Sent {
			t.Fatalf("%+v", r)
		}
	}
	if n := s.conns.Load(); n != 1 {
		t.Errorf("%d connections", n)
	}
}

func TestServerHungUpBetweenMails(t *testing.T) {
	t.Parallel()
	s := scripted(t, func(conn int64, verb string) string {
		if conn == 1 && verb == "DOT" {
			return "250 queued\r\n421 bye" // the connection is gone at the next command
		}
		return polite(verb)
	})
	out := plainSender(t, s.addr)
	for i := range 2 {
		if r := out.Send(t.Context(), aMail); r.Fate != mailgate.Sent && r.Code != 421 {
			t.Errorf("mail %d: %+v", i, r)
		}
	}
}

func TestSilentServerIsGivenUp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		silent := func(context.Context, string, string) (net.Conn, error) {
			near, far := net.Pipe()
			t.Cleanup(func() { far.Close() })
			return near, nil
		}
		out, err := smtpout.New(smtpout.Config{Server: signin.Server{Addr: "127.0.0.1:25", TLS: signin.None, Dial: silent},
			Timeout: time.Second, Submit: time.Second, Log: quiet()})
		if err != nil {
			t.Fatal(err)
		}
		defer out.Close()
		start := time.Now()
		if r := out.Send(t.Context(), aMail); r.Fate != mailgate.Temporary || !r.Broken || time.Since(start) != time.Second {
			t.Errorf("%+v after %v", r, time.Since(start))
		}
		ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
		defer cancel()
		start = time.Now()
		if r := out.Send(ctx, aMail); r.Fate != mailgate.Temporary || time.Since(start) != 50*time.Millisecond {
			t.Errorf("%+v after %v", r, time.Since(start))
		}
	})
}

func TestWrongPasswordKeepsTheMail(t *testing.T) {
	t.Parallel()
	h, err := mailhost.Start(mailhost.Config{Users: []mailhost.User{{Address: orders, Password: secret}}})
	if err != nil {
		t.Fatal(err)
	}
	defer h.Close()
	c := smtpout.Config{Server: signin.Server{Addr: h.SMTPAddr(), TLS: signin.None},
		Credentials: signin.Credentials{User: orders, Password: "wrong"}, Log: quiet()}
	out, err := smtpout.New(c)
	if err != nil {
		t.Fatal(err)
	}
	if r := out.Send(t.Context(), aMail); r.Fate != mailgate.Temporary || !r.Broken || r.Code != 535 {
		t.Errorf("%+v", r)
	}
	var steps []string
	smtpout.Check(t.Context(), c, nil, func(step string, err error) { steps = append(steps, step) })
	if len(steps) != 2 {
		t.Errorf("steps %q", steps)
	}
}

// TestOtherSenderWhereOneIsBarred: if a provider allows only the account's own address as sender, the mail is sent
// from it.
func TestOtherSenderWhereOneIsBarred(t *testing.T) {
	t.Parallel()
	for _, verb := range []string{"MAIL", "RCPT", "DOT"} {
		t.Run("said at "+verb, func(t *testing.T) {
			var mu sync.Mutex
			var from []string
			s := scriptedLines(t, func(_ int64, said, line string) string {
				mu.Lock()
				defer mu.Unlock()
				if said == "MAIL" {
					from = append(from, strings.Fields(line)[1])
				}
				if said == verb && from[len(from)-1] == "FROM:<>" {
					return "550 5.7.60 Client does not have permissions to send as this sender"
				}
				return polite(said)
			})
			d := aMail
			d.From, d.Instead = "", orders
			if r := plainSender(t, s.addr).Send(t.Context(), d); r.Fate != mailgate.Sent {
				t.Errorf("%v %+v", r.Fate, r)
			}
			mu.Lock()
			defer mu.Unlock()
			if got := strings.Join(from, " "); got != "FROM:<> FROM:<"+orders+">" {
				t.Errorf("senders %s", got)
			}
		})
	}
}

// TestHungUpWhileGivenUp: the server hangs up just as the sender stops waiting for it.
func TestHungUpWhileGivenUp(t *testing.T) {
	t.Parallel()
	giveUp := make(chan context.CancelFunc, 1)
	s := plainSender(t, scripted(t, func(_ int64, verb string) string {
		if verb != "MAIL" {
			return polite(verb)
		}
		go (<-giveUp)()
		return ""
	}).addr)
	for range 200 {
		ctx, cancel := context.WithCancel(t.Context())
		giveUp <- cancel
		if r := s.Send(ctx, aMail); r.Fate != mailgate.Temporary || !r.Broken {
			t.Fatalf("%+v", r)
		}
		<-ctx.Done()
	}
}
