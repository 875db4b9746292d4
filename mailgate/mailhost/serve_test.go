package mailhost

import (
	"context"
	"net"
	"testing"
	"time"

	"github.com/emersion/go-imap/v2/imapserver"
	"github.com/emersion/go-smtp"
)

// late begins to serve only on command, like a server whose goroutine has not run yet.
type late struct {
	Server
	begin chan struct{}
}

func (l late) Serve(ln net.Listener) error {
	<-l.begin
	return l.Server.Serve(ln)
}

func (l late) Close() error {
	defer close(l.begin)
	return l.Server.Close()
}

func TestServerClosedBeforeItServesEnds(t *testing.T) {
	t.Parallel()
	for name, s := range map[string]Server{
		"SMTP": smtp.NewServer(nil),
		"IMAP": imapserver.New(&imapserver.Options{}),
	} {
		t.Run(name, func(t *testing.T) {
			ln, err := net.Listen("tcp", "127.0.0.1:0")
			if err != nil {
				t.Fatal(err)
			}
			stop := Serve(late{s, make(chan struct{})}, ln)
			ended := make(chan error)
			go func() { ended <- stop() }()
			ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
			defer cancel()
			select {
			case err := <-ended:
				if err != nil {
					t.Error(err)
				}
			case <-ctx.Done():
				t.Fatal("it serves on")
			}
			if c, err := net.Dial("tcp", ln.Addr().String()); err == nil {
				c.Close()
				t.Error("its port is still open")
			}
		})
	}
}
