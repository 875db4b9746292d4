package natslog

import (
	"context"
	"fmt"
	"net"

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

// Unguarded says in what way the servers let anybody in, as far as a program can see it:
// what they ask of other servers it cannot. Of a server on this machine nothing is said.
func Unguarded(js jetstream.JetStream) (faults []string) {
	nc := js.Conn()
	if host, _, err := net.SplitHostPort(nc.ConnectedAddr()); err != nil || net.ParseIP(host).IsLoopback() {
		return nil
	}
	return unguarded(nc.ConnectedAddr(), nc.TLSRequired(), nc.AuthRequired())
}

func unguarded(addr string, tls, auth bool) (faults []string) {
	if !tls {
		faults = append(faults,
			"the server at "+addr+" takes programs without TLS: addresses, seeds and passwords can be read on the wire")
	}
	if !auth {
		faults = append(faults,
			"the server at "+addr+" takes programs that do not sign in: whoever reaches it can delete the log")
	}
	return faults
}
