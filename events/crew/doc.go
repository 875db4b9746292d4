// Package crew shares work among processes that use the same servers of NATS.
//
// Shares says which parts of the work are this process's. The processes hear each other
// all the time, and each divides the parts among those that it hears, all in the same
// way: nothing is written down, and one that is gone is missed within a second. That needs
// no leader, and goes on while servers vote. Claims says whose a single piece of work is
// that cannot be taken back, such as handing a mail to a server.
//
// Shares save work, and are no lock: for a second two processes may both take a part for
// theirs, and one that is cut off from the others but not from the servers for longer.
// What must not happen twice is guarded elsewhere: by the expected sequence of each append
// to a log, and by claims, which are appended with one too.
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

// Servers are connections to the servers by which the processes hear each other
// (leader.Servers).
type Servers interface {
	// Connected returns the connections that are open; none where no server can be reached.
	Connected() []*nats.Conn
	// Turn returns the n-th of them, after the last the first again.
	Turn(n int) *nats.Conn
	// Subscribe has the function called with what any of them brings, until stop is called.
	Subscribe(subject string, hear nats.MsgHandler) (stop func())
}

// Options of both.
type Options struct {
	// Name of this process, which no other may have; "" makes one of the host's name,
	// the process id and something random.
	Name string
	// Parts is what there is to share, the same in all processes.
	Parts []string
	// Wanted are parts of which one process has all: the one that is there for longest.
	Wanted []string
	// Silence is how long nothing may be heard of a process before it counts as gone;
	// 0 means 1.25 s.
	Silence time.Duration
	// Clock reads the clock of the servers.
	Clock func(context.Context) (time.Time, error)

	// Doubt is how long a claim of another process is respected since it was first
	// seen; 0 means two minutes. It must be longer than the work claimed can take.
	Doubt  time.Duration
	Now    func() time.Time // the time by which doubts end; nil: this machine's
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

// newName makes a name that is one word of a subject.
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
