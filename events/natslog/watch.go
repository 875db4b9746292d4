package natslog

import (
	"context"
	"errors"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// A partitioned server keeps its clients: it still answers them, for a while even as the former leader, but cannot
// store anything. Its clients must connect to another one.

// heartbeats is the longest silence of a working replica: leaders hear from each every second.
const heartbeats = 4 * time.Second

// watch reconnects to another server if the current one has been useless for the store's timeout. It runs until ctx
// ends.
func (s *Store) watch(ctx context.Context) {
	tick := time.NewTicker(s.opts.Timeout / 4)
	defer tick.Stop()
	for useful := time.Now(); ; {
		select {
		case <-tick.C:
		case <-ctx.Done():
			return
		}
		if !s.nc.IsConnected() || s.reachesMajority(ctx) { // if disconnected, the client looks for another one by itself
			useful = time.Now()
			continue
		}
		if since := time.Since(useful); since > s.opts.Timeout {
			s.log.Warn("event store: the server has lost its quorum; trying another one", "server",
				s.nc.ConnectedUrlRedacted(), "since", since.Round(time.Second))
			if err := s.nc.ForceReconnect(); err != nil {
				return // closed
			}
			useful = time.Now()
		}
	}
}

// reachesMajority reports whether the server reaches a leader of the stream that has a majority of the replicas.
func (s *Store) reachesMajority(ctx context.Context) bool {
	ctx, cancel := context.WithTimeout(ctx, s.opts.Timeout/4)
	defer cancel()
	st, err := s.warm.JetStream.Stream(ctx, Stream) // only over that connection
	return err == nil && majority(st.CachedInfo().Cluster)
}

// majority reports whether the leader that returned this information hears from a majority, and is not a partitioned
// former leader.
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

// checkGone returns errNone if the message is missing in the stream, and errBehind if only the server that was asked
// lacks it. A partitioned server that still considers itself the leader lacks later messages; trusting it would declare
// whole games broken.
func (s *Store) checkGone(ctx context.Context, seq uint64) error {
	if !s.clustered() {
		return errNone
	}
	for range 3 { // the client may be changing servers
		last, err := s.Last(ctx)
		if err == nil && last < seq {
			err = errBehind
		}
		if err != nil {
			return err
		}
		if _, err = s.messageAt(ctx, seq); !errors.Is(err, errNone) {
			return errors.Join(err, errBehind) // the message exists after all, or this is unknown
		}
	}
	return errNone
}
