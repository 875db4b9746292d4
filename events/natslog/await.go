package natslog

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"galloper/events/leader"
)

// awaitStream finds or creates the stream. It waits for the election of a leader, which takes a cluster some seconds
// after its start or the loss of a server.
func (s *Store) awaitStream(ctx context.Context) (jetstream.Stream, error) {
	begun := time.Now()
	for {
		st, err := s.tryStream(ctx)
		switch {
		case !s.clustered() || !leader.Missing(err):
			return st, err
		case s.denied.Load() != nil:
			return nil, fmt.Errorf("%w; docs/cluster.md lists the permissions that the user needs", *s.denied.Load())
		case errors.Is(err, nats.ErrNoResponders) && time.Since(begun) > s.opts.Timeout:
			return nil, jetstream.ErrJetStreamNotEnabled
		}
		select {
		case <-time.After(leader.Pause):
		case <-ctx.Done():
			if leader.NoPeers(err) {
				return nil, fmt.Errorf("%w: too few servers are connected to store the stream; start them, or set "+
					"store.replicas to 1 for a single server", err)
			}
			return nil, fmt.Errorf("the cluster has no quorum: %w; more than half of its servers must run and be "+
				"connected", err)
		}
	}
}

func (s *Store) tryStream(ctx context.Context) (jetstream.Stream, error) {
	ctx, cancel := context.WithTimeout(ctx, s.opts.Timeout)
	defer cancel()
	return s.findStream(ctx)
}

// Unreachable reports whether the error is due to the network, or to servers without a leader, so that a later retry
// may succeed.
func Unreachable(err error) bool {
	var broken *net.OpError
	return leader.Missing(err) || errors.Is(err, nats.ErrNoServers) || errors.Is(err, io.EOF) || errors.As(err, &broken)
}
