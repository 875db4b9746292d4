// Package lease shares work among processes that use the same JetStream.
//
// Shares says which parts of the work are this process's: each part has one holder,
// who renews his lease all the time; the parts of a process that is gone are taken
// over when its leases have run out. Claims says whose a single piece of work is that
// cannot be taken back, such as handing a mail to a server.
//
// A lease saves work, and is no lock: between two looks at the clock a process may
// stand still for an hour. What must not happen twice is guarded elsewhere: by the
// expected sequence of each append to a log, and by claims, which are appended with
// one too.
//
//	shares, err := lease.Join(ctx, js, lease.Options{Parts: []string{"a", "b"}})
//	go shares.Run(ctx)
//	if shares.Holds("a") { … }
package lease

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"strings"
	"time"

	"crypto/rand"

	"github.com/nats-io/nats.go/jetstream"
)

// Options of both. JetStream's replicas are those of the streams beside which these
// are made.
type Options struct {
	// Name of this process, which no other may have; "" makes one of the host's name,
	// the process id and something random.
	Name     string
	Replicas int // 0 means 1
	// Parts is what there is to share, the same in all processes.
	Parts []string
	// Wanted are parts of which one process can have all: they count for nothing
	// where the others are shared fairly.
	Wanted []string
	// TTL is how long a lease holds after its last renewal; 0 means 4 s. The same in
	// all processes: the first that comes sets it.
	TTL time.Duration
	// Doubt is how long a claim of another process is respected since it was first
	// seen; 0 means two minutes. It must be longer than the work claimed can take.
	Doubt  time.Duration
	Logger *slog.Logger
}

func (o Options) filled() Options {
	if o.Name == "" {
		o.Name = newName()
	}
	if o.TTL == 0 {
		o.TTL = 4 * time.Second
	}
	if o.Doubt == 0 {
		o.Doubt = 2 * time.Minute
	}
	if o.Logger == nil {
		o.Logger = slog.Default()
	}
	o.Replicas = max(o.Replicas, 1)
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

const (
	codeWrongSequence        = 10071
	codeWrongSequenceCluster = 10164 // as a replicated stream mostly says it
)

// taken reports whether the error says that the subject does not stand where it was
// expected to: somebody else was first.
func taken(err error) bool {
	var api *jetstream.APIError
	return errors.As(err, &api) && (api.ErrorCode == codeWrongSequence || api.ErrorCode == codeWrongSequenceCluster)
}

// openStream makes the stream where it is missing. Reads must come from its leader:
// a replica may not have heard of the latest.
func openStream(ctx context.Context, js jetstream.JetStream, cfg jetstream.StreamConfig) (jetstream.Stream, error) {
	s, err := js.Stream(ctx, cfg.Name)
	if errors.Is(err, jetstream.ErrStreamNotFound) {
		s, err = js.CreateStream(ctx, cfg)
	}
	if errors.Is(err, jetstream.ErrStreamNameAlreadyInUse) { // made by another process meanwhile
		s, err = js.Stream(ctx, cfg.Name)
	}
	if err != nil {
		return nil, fmt.Errorf("lease: open stream %s: %w", cfg.Name, err)
	}
	return s, nil
}
