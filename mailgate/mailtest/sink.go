package mailtest

import (
	"io"
	"net"
	"sync"
	"testing"

	"github.com/emersion/go-smtp"

	"galloper/mailgate/mailhost"
)

// Sink receives the mail for some addresses from a Postfix. It stands for a mailbox on another server, which is up
// when the Dovecot is not.
type Sink struct {
	addr    string
	refusal error // nil accepts all mail

	mu    sync.Mutex
	mails [][]byte
}

// StartSink starts a sink that runs until the test ends.
func StartSink(t testing.TB) *Sink {
	t.Helper()
	return startSink(t, nil)
}

// StartRefusing starts a sink that refuses every recipient, so that the Postfix writes a bounce.
func StartRefusing(t testing.TB) *Sink {
	t.Helper()
	return startSink(t, &smtp.SMTPError{Code: 550, EnhancedCode: smtp.EnhancedCode{5, 1, 1}, Message: "no such mailbox"})
}

func startSink(t testing.TB, refusal error) *Sink {
	t.Helper()
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	s := &Sink{addr: ln.Addr().String(), refusal: refusal}
	srv := smtp.NewServer(smtp.BackendFunc(func(*smtp.Conn) (smtp.Session, error) { return sinking{s}, nil }))
	srv.LMTP, srv.Domain = true, "localhost"
	stop := mailhost.Serve(srv, ln)
	t.Cleanup(func() { stop() })
	return s
}

// Takes returns the main.cf line that routes mail for the address to the sink.
func (s *Sink) Takes(address string) string {
	return "transport_maps = inline:{ { " + address + " = lmtp:inet:" + s.addr + " } }"
}

// Mails returns the received mails, in order of arrival.
func (s *Sink) Mails() [][]byte {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([][]byte(nil), s.mails...)
}

// sinking is a connection from the Postfix.
type sinking struct{ *Sink }

func (sinking) Mail(string, *smtp.MailOptions) error   { return nil }
func (s sinking) Rcpt(string, *smtp.RcptOptions) error { return s.refusal }
func (sinking) Reset()                                 {}
func (sinking) Logout() error                          { return nil }

func (s sinking) Data(r io.Reader) error {
	raw, err := io.ReadAll(r)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.mails = append(s.mails, raw)
	return err
}
