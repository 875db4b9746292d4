package natslog

import (
	"context"
	"errors"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// A server that is cut off from the others keeps its clients: it still answers them,
// for a while even as the leader that it was, and can store nothing. Who is connected
// to it must go to another one.

// heartbeats is how long a replica may have been silent: leaders hear of each every second.
const heartbeats = 4 * time.Second

// watch leaves the server where it has been of no use for the store's timeout, until
// ctx ends.
func (s *Store) watch(ctx context.Context) {
	tick := time.NewTicker(s.opts.Timeout / 4)
	defer tick.Stop()
	for useful := time.Now(); ; {
		select {
		case <-tick.C:
		case <-ctx.Done():
			return
		}
		if !s.nc.IsConnected() || s.useful(ctx) { // unconnected, it looks for another by itself
			useful = time.Now()
			continue
		}
		if since := time.Since(useful); since > s.opts.Timeout {
			s.log.Warn("event store: the server reaches no majority of the others; another one is tried", "server",
				s.nc.ConnectedUrlRedacted(), "since", since.Round(time.Second))
			if err := s.nc.ForceReconnect(); err != nil {
				return // closed
			}
			useful = time.Now()
		}
	}
}

// useful reports whether the server reaches a leader of the stream that hears from a
// majority of the replicas.
func (s *Store) useful(ctx context.Context) bool {
	ctx, cancel := context.WithTimeout(ctx, s.opts.Timeout/4)
	defer cancel()
	st, err := s.warm.JetStream.Stream(ctx, Stream) // over that connection alone
	return err == nil && majority(st.CachedInfo().Cluster)
}

// majority reports whether the leader that says this of the cluster is more than one
// that was left behind.
func majority(c *jetstream.ClusterInfo) bool {
	if c == nil || len(c.Replicas) == 0 {
		return true
	}
	heard := 1
	for _, r := range c.Replicas {
		if !r.Offline && r.Active < heartbeats {
			heard++
		}
	}
	return c.Leader != "" && 2*heard > len(c.Replicas)+1
}

// gone returns errNone where the message is missing in the stream, and errBehind where
// only the server that was asked does not have it: one that was cut off, and still takes
// itself for the leader, has no more than was stored until then. Taken at its word it
// would have whole games called broken.
func (s *Store) gone(ctx context.Context, seq uint64) error {
	if !s.clustered() {
		return errNone
	}
	for range 3 { // a client may be between two servers
		last, err := s.Last(ctx)
		if err == nil && last < seq {
			err = errBehind
		}
		if err != nil {
			return err
		}
		if _, err = s.at(ctx, seq); !errors.Is(err, errNone) {
			return errors.Join(err, errBehind) // it is there after all, or nobody knows
		}
	}
	return errNone
}
