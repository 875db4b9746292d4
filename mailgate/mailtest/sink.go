package mailtest

import (
	"io"
	"net"
	"sync"
	"testing"

	"github.com/emersion/go-smtp"
)

// Sink takes the mail of some addresses from a Postfix: somebody whose mailbox lies on
// another server, and is there when the Dovecot is not.
type Sink struct {
	addr string

	mu    sync.Mutex
	mails [][]byte
}

// StartSink starts one that lives until the test ends.
func StartSink(t testing.TB) *Sink {
	t.Helper()
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	s := &Sink{addr: ln.Addr().String()}
	srv := smtp.NewServer(smtp.BackendFunc(func(*smtp.Conn) (smtp.Session, error) { return sinking{s}, nil }))
	srv.LMTP, srv.Domain = true, "localhost"
	var serving sync.WaitGroup
	serving.Go(func() { _ = srv.Serve(ln) }) // ends with Close
	t.Cleanup(func() { srv.Close(); serving.Wait() })
	return s
}

// Takes returns the line of main.cf by which the mail of the address goes there.
func (s *Sink) Takes(address string) string {
	return "transport_maps = inline:{ { " + address + " = lmtp:inet:" + s.addr + " } }"
}

// Mails returns what came, in the order in which it did.
func (s *Sink) Mails() [][]byte {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([][]byte(nil), s.mails...)
}

// sinking is a connection of the Postfix.
type sinking struct{ *Sink }

func (sinking) Mail(string, *smtp.MailOptions) error { return nil }
func (sinking) Rcpt(string, *smtp.RcptOptions) error { return nil }
func (sinking) Reset()                               {}
func (sinking) Logout() error                        { return nil }

func (s sinking) Data(r io.Reader) error {
	raw, err := io.ReadAll(r)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.mails = append(s.mails, raw)
	return err
}
