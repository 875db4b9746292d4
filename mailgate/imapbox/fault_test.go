package imapbox_test

import (
	"bufio"
	"context"
	"fmt"
	"net"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"galloper/mailgate"
	"galloper/mailgate/imapbox"
	"galloper/mailgate/mailhost"
)

// proxy stands between the source and a server and manipulates the server's responses.
type proxy struct {
	addr  string
	spoil spoiler // called for each line from the server
	conns atomic.Int64
}

// spoiler injects data in the name of the server, and reports whether to drop the connection. gone is closed when the
// client has hung up.
type spoiler func(line string, out *bufio.Writer, gone <-chan struct{}) (drop bool)

func newProxy(t *testing.T, to string, spoil spoiler) *proxy {
	t.Helper()
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	p := &proxy{addr: ln.Addr().String(), spoil: spoil}
	var all sync.WaitGroup
	all.Go(func() {
		for {
			client, err := ln.Accept()
			if err != nil {
				return
			}
			p.conns.Add(1)
			all.Go(func() { p.serve(client, to) })
		}
	})
	t.Cleanup(func() { ln.Close(); all.Wait() })
	return p
}

func (p *proxy) serve(client net.Conn, to string) {
	defer client.Close()
	server, err := net.Dial("tcp", to)
	if err != nil {
		return
	}
	defer server.Close()
	gone := make(chan struct{})
	go func() {
		defer close(gone)
		defer server.Close()
		for r := bufio.NewReader(client); ; {
			line, err := r.ReadString('\n')
			if _, werr := server.Write([]byte(line)); err != nil || werr != nil {
				return
			}
		}
	}()
	out := bufio.NewWriter(client)
	for r := bufio.NewReader(server); ; {
		line, err := r.ReadString('\n')
		if err != nil || p.spoil(line, out, gone) {
			return
		}
		if _, err := out.WriteString(line); err != nil || out.Flush() != nil {
			return
		}
	}
}

// TestFaultsOfServers: after any fault of a server, the source recovers and hands over every mail.
func TestFaultsOfServers(t *testing.T) {
	t.Parallel()
	line := func(nth int) func(int, string) bool { return func(n int, _ string) bool { return n == nth } }
	for _, c := range []struct {
		name  string
		at    func(n int, line string) bool // before which line of a connection
		spoil func(out *bufio.Writer, gone <-chan struct{}) (drop bool)
	}{
		{"hangs up in the middle of a mail", func(_ int, line string) bool { return strings.HasPrefix(line, "Subject: 3") },
			func(*bufio.Writer, <-chan struct{}) bool { return true }},
		{"says something unknown", line(12),
			func(out *bufio.Writer, _ <-chan struct{}) bool {
				fmt.Fprint(out, "* XYZZY nothing happens\r\n")
				return false
			}},
		{"falls silent", line(14), func(_ *bufio.Writer, gone <-chan struct{}) bool { <-gone; return true }},
		{"stray continuation", line(9),
			func(out *bufio.Writer, _ <-chan struct{}) bool { fmt.Fprint(out, "+ \r\n"); return false }},
	} {
		t.Run(c.name, func(t *testing.T) {
			h := host(t, mailhost.Config{})
			deliver(t, h, 1, 5)
			var lines, faults atomic.Int64
			p := newProxy(t, h.IMAPAddr(), func(line string, out *bufio.Writer, gone <-chan struct{}) bool {
				if faults.Load() >= 2 {
					return false
				}
				n := int(lines.Add(1))
				if c.at(n, line) {
					faults.Add(1)
					lines.Store(0)
					return c.spoil(out, gone)
				}
				return false
			})
			s := newStore()
			conf := config(p.addr)
			if c.name == "falls silent" {
				conf.Timeout = 300 * time.Millisecond
			}
			watch(t, conf, mailgate.Checkpoint{}, s)
			s.wait(t, 5)
			if got := s.subjects(); !strings.HasSuffix(got, "5") || !strings.Contains(got, "1 2 3 4 5") {
				t.Errorf("mails %s", got)
			}
			if faults.Load() == 0 || p.conns.Load() < 2 {
				t.Errorf("%d faults, %d connections: the test spoilt nothing", faults.Load(), p.conns.Load())
			}
		})
	}
}

// TestCrashBeforeFiling: a mail that was stored but not yet moved comes again, so that the handler can recognise the
// duplicate.
func TestCrashBeforeFiling(t *testing.T) {
	t.Parallel()
	h := host(t, mailhost.Config{})
	deliver(t, h, 1, 2)
	ctx, cancel := context.WithCancel(t.Context())
	var hungUp atomic.Value // a <-chan struct{}
	p := newProxy(t, h.IMAPAddr(), func(_ string, _ *bufio.Writer, gone <-chan struct{}) bool {
		hungUp.Store(gone)
		return false
	})
	src, err := imapbox.New(config(p.addr))
	if err != nil {
		t.Fatal(err)
	}
	var stored []mailgate.Incoming
	// ends with ctx
	_ = src.Run(ctx, mailgate.Checkpoint{}, func(_ context.Context, batch []mailgate.Incoming) ([]mailgate.Filing, error) {
		stored = append(stored, batch...)
		cancel() // the crash: stored, and the connection is gone
		<-hungUp.Load().(<-chan struct{})
		return []mailgate.Filing{mailgate.Processed, mailgate.Processed}, nil
	})
	if len(stored) != 2 {
		t.Fatalf("%d mails", len(stored))
	}
	s := newStore()
	watch(t, config(h.IMAPAddr()), stored[1].At, s)
	s.wait(t, 2)
	for i, again := range s.mails {
		if mailgate.PlaceKey(again.At) != mailgate.PlaceKey(stored[i].At) {
			t.Errorf("%v came again as %v", stored[i].At, again.At)
		}
	}
}

func TestCheckSaysWhatIsWrong(t *testing.T) {
	t.Parallel()
	h := host(t, mailhost.Config{})
	check := func(c imapbox.Config) (steps []string) {
		imapbox.Check(t.Context(), c,
			func(step string, err error) { steps = append(steps, fmt.Sprintf("%s: %v", step, err)) })
		return steps
	}
	if got := check(config(h.IMAPAddr())); len(got) != 4 || strings.Contains(strings.Join(got, ""), "failed") {
		t.Errorf("%q", got)
	}
	wrong := config(h.IMAPAddr())
	wrong.Credentials.Password = "wrong"
	if got := check(wrong); len(got) != 2 || !strings.Contains(got[1], "AUTHENTICATIONFAILED") {
		t.Errorf("%q", got)
	}
	gone := config("127.0.0.1:1")
	if got := check(gone); len(got) != 2 || !strings.Contains(got[1], "refused") {
		t.Errorf("%q", got)
	}
}
