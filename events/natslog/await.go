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
			return nil, fmt.Errorf("%w; docs/cluster.md lists what the user must be allowed", *s.denied.Load())
		case errors.Is(err, nats.ErrNoResponders) && time.Since(begun) > s.opts.Timeout:
			return nil, jetstream.ErrJetStreamNotEnabled
		}
		select {
		case <-time.After(leader.Pause):
		case <-ctx.Done():
			if leader.NoPeers(err) {
				return nil, fmt.Errorf("%w: fewer servers reach each other than are to hold the stream; start them, or set "+
					"store.replicas to 1 where there is one", err)
			}
			return nil, fmt.Errorf("the cluster has nobody to decide: %w; more than half of its servers must run and reach "+
				"each other", err)
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
	return leader.Missing(err) || errors.Is(err, nats.ErrNoServers) ||
		errors.Is(err, io.EOF) || errors.As(err, &broken)
}
