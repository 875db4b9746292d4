package imapbox_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"time"

	"galloper/mailgate"
	"galloper/mailgate/imapbox"
	"galloper/mailgate/mailhost"
	"galloper/mailgate/signin"
)

const user, password = "orders@example.test", "secret"

func quiet() *slog.Logger { return slog.New(slog.NewTextHandler(io.Discard, nil)) }

// letter returns a small mail with its number in the subject.
func letter(n int) []byte {
	return fmt.Appendf(nil,
		"From: anna@players.test\r\nTo: %s\r\nSubject: %d\r\nMessage-ID: <%d@players.test>\r\n\r\n1foot: HOLD\r\n", user, n, n)
}

// store is a handler that keeps the mails.
type store struct {
	mu    sync.Mutex
	mails []mailgate.Incoming
	fail  int // number of batches to refuse first
	file  mailgate.Filing
	came  chan struct{}
}

func newStore() *store { return &store{file: mailgate.Processed, came: make(chan struct{}, 1000)} }

func (s *store) handle(_ context.Context, batch []mailgate.Incoming) ([]mailgate.Filing, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.fail > 0 {
		s.fail--
		return nil, errors.New("the disk is full")
	}
	filings := make([]mailgate.Filing, len(batch))
	for i, m := range batch {
		filings[i] = s.file
		s.mails = append(s.mails, m)
		s.came <- struct{}{}
	}
	return filings, nil
}

// patience bounds the time that a test waits for a server. It is a last resort: on a busy machine a server may be slow.
const patience = 5 * time.Minute

// wait waits until n more mails are stored.
func (s *store) wait(t *testing.T, n int) {
	t.Helper()
	for i := range n {
		select {
		case <-s.came:
		case <-time.After(patience):
			t.Fatalf("%d of %d mails came", i, n)
		}
	}
}

// subjects returns the subjects of the stored mails, in order.
func (s *store) subjects() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	var out []string
	for _, m := range s.mails {
		out = append(out, mailgate.ReadIncoming(m, mailgate.Options{}).Subject)
	}
	return strings.Join(out, " ")
}

func config(addr string) imapbox.Config {
	return imapbox.Config{
		Server:      signin.Server{Addr: addr, TLS: signin.None},
		Credentials: signin.Credentials{User: user, Password: password},
		Processed:   "Processed", Quarantine: "Quarantine",
		Poll: 50 * time.Millisecond, Timeout: patience, Pause: 10 * time.Millisecond,
		MaxPause: 50 * time.Millisecond, Log: quiet(),
	}
}

func host(t *testing.T, c mailhost.Config) *mailhost.Host {
	t.Helper()
	c.Users = append(c.Users, mailhost.User{Address: user, Password: password})
	h, err := mailhost.Start(c)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { h.Close() })
	return h
}

// watch runs a source until the test ends.
func watch(t *testing.T, c imapbox.Config, from mailgate.Checkpoint, s *store) *imapbox.Source {
	t.Helper()
	src, err := imapbox.New(c)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() { done <- src.Run(ctx, from, s.handle) }()
	t.Cleanup(func() {
		cancel()
		if err := <-done; !errors.Is(err, context.Canceled) {
			t.Errorf("Run ended with %v", err)
		}
	})
	return src
}

func deliver(t *testing.T, h *mailhost.Host, from, to int) {
	t.Helper()
	for n := from; n <= to; n++ {
		if err := h.Deliver("anna@players.test", user, letter(n)); err != nil {
			t.Fatal(err)
		}
	}
}

func TestHandsOverEachMailOnceInOrder(t *testing.T) {
	t.Parallel()
	h := host(t, mailhost.Config{})
	deliver(t, h, 1, 5)
	s := newStore()
	c := config(h.IMAPAddr())
	c.Batch = 2
	watch(t, c, mailgate.Checkpoint{}, s)
	s.wait(t, 5)
	deliver(t, h, 6, 7)
	s.wait(t, 2)
	if got := s.subjects(); got != "1 2 3 4 5 6 7" {
		t.Errorf("mails %s", got)
	}
}

func TestRefusedBatchComesAgain(t *testing.T) {
	t.Parallel()
	h := host(t, mailhost.Config{})
	deliver(t, h, 1, 3)
	s := newStore()
	s.fail = 2
	watch(t, config(h.IMAPAddr()), mailgate.Checkpoint{}, s)
	s.wait(t, 3)
	if got := s.subjects(); got != "1 2 3" {
		t.Errorf("mails %s", got)
	}
}

func TestLargeMailComesAsItsHead(t *testing.T) {
	t.Parallel()
	h := host(t, mailhost.Config{})
	big := append(letter(1), []byte(strings.Repeat("x\r\n", 1<<20))...)
	if err := h.Deliver("", user, big); err != nil {
		t.Fatal(err)
	}
	s := newStore()
	watch(t, config(h.IMAPAddr()), mailgate.Checkpoint{}, s)
	s.wait(t, 1)
	in := s.mails[0]
	if !in.Partial || in.Size < int64(len(big)) || len(in.Raw) > 300<<10 {
		t.Errorf("partial %v, size %d, fetched %d", in.Partial, in.Size, len(in.Raw))
	}
	if m := mailgate.ReadIncoming(in, mailgate.Options{}); !strings.Contains(m.Refuse, "3 MB") ||
		m.From != "anna@players.test" {
		t.Errorf("read as %q from %q", m.Refuse, m.From)
	}
}

func TestPasswordNeverGoesUnencryptedOverTheNetwork(t *testing.T) {
	t.Parallel()
	c := config("mail.example.org:143")
	if _, err := imapbox.New(c); err == nil {
		t.Error("no complaint")
	}
}
