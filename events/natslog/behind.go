package natslog

import (
	"context"
	"fmt"

	"github.com/nats-io/nats.go/jetstream"
)

// Behind says what the servers of a cluster lack, a sentence for each stream: a leader,
// or replicas that have all that was stored. While anything is lacking another server
// must not be taken down: three survive the loss of one, not of a second while the
// first has not caught up. A single server lacks nothing.
func Behind(ctx context.Context, js jetstream.JetStream) (faults []string, err error) {
	streams := js.ListStreams(ctx)
	for s := range streams.Info() {
		if s.Config.Replicas > 1 {
			faults = append(faults, behind(s)...)
		}
	}
	return faults, streams.Err()
}

func behind(s *jetstream.StreamInfo) (faults []string) {
	name := s.Config.Name
	if s.Cluster == nil || s.Cluster.Leader == "" {
		return []string{fmt.Sprintf("stream %s has no leader: nothing can be stored in it", name)}
	}
	if have := 1 + len(s.Cluster.Replicas); have < s.Config.Replicas {
		faults = append(faults, fmt.Sprintf("stream %s lies on %d of %d servers", name, have, s.Config.Replicas))
	}
	for _, r := range s.Cluster.Replicas {
		switch {
		case r.Offline:
			faults = append(faults, fmt.Sprintf("stream %s: server %s is gone", name, r.Name))
		case !r.Current:
			faults = append(faults, fmt.Sprintf("stream %s: server %s has not caught up, it lags by %d", name, r.Name, r.Lag))
		}
	}
	return faults
}
