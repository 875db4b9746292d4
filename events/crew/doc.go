// Package crew divides work among processes that use the same NATS servers.
//
// Shares assigns parts of the work to processes. The processes exchange heartbeats, and each divides the parts among
// those it hears, by the same rule. No state is stored, and a lost process is noticed within about a second. This
// needs no leader, and works during elections. Claims assigns single pieces of work that cannot be undone, such as
// handing a mail to a server.
//
// Shares save work but are not a lock: for a second two processes may both consider a part their own, and for longer
// if one is cut off from the others but not from the servers. Work that must not be done twice needs another guard:
// the expected sequence of each append to a log, or claims, which are appended with one as well.
//
//	shares, err := crew.Join(servers, crew.Options{Parts: []string{"a", "b"}})
//	go shares.Run(ctx)
//	if shares.Holds("a") { … }
package crew

import (
	"context"
	"crypto/rand"
	"fmt"
	"log/slog"
	"os"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
)

// Servers are connections to the NATS servers (leader.Servers).
type Servers interface {
	// Connected returns the open connections, none if no server can be reached.
	Connected() []*nats.Conn
	// Turn returns the n-th open connection, modulo their number.
	Turn(n int) *nats.Conn
	// Subscribe calls hear with the messages from all connections until stop is called.
	Subscribe(subject string, hear nats.MsgHandler) (stop func())
}

// Options apply to Shares and Claims.
type Options struct {
	// Name is the unique name of this process; "" generates one from the host name, the process id and a random
	// suffix.
	Name string
	// Parts are the parts to share, the same in all processes.
	Parts []string
	// Wanted are parts that one process has together: the one that joined first.
	Wanted []string
	// Silence is the time without a heartbeat after which a process counts as gone; 0 means 1.25 s.
	Silence time.Duration
	// Clock reads the servers' clock.
	Clock func(context.Context) (time.Time, error)

	// Doubt is the time from first seeing another process's claim until it may be taken over; 0 means two minutes. It
	// must be longer than the claimed work can take.
	Doubt  time.Duration
	Now    func() time.Time // clock for Doubt; nil means this machine's
	Logger *slog.Logger
}

func (o Options) filled() Options {
	if o.Name == "" {
		o.Name = newName()
	}
	if o.Silence == 0 {
		o.Silence = 1250 * time.Millisecond
	}
	if o.Doubt == 0 {
		o.Doubt = 2 * time.Minute
	}
	if o.Logger == nil {
		o.Logger = slog.Default()
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	return o
}

// newName generates a name that is a single subject token.
func newName() string {
	host, err := os.Hostname()
	if err != nil {
		host = "host"
	}
	host = strings.Map(func(r rune) rune {
		if r == '.' || r == '*' || r == '>' || r <= ' ' {
			return '-'
		}
		return r
	}, host)
	return fmt.Sprintf("%s-%d-%s", host, os.Getpid(), strings.ToLower(rand.Text()[:6]))
}
