package natslog

import (
	"context"
	"fmt"
	"maps"
	"net"
	"slices"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"galloper/events/leader"
)

const (
	// looks is the number of checks by Behind: while data is being stored, a replica always lags at any single
	// moment.
	looks     = 6
	lookAgain = 200 * time.Millisecond
)

// Behind returns the faults of a cluster that persist over several checks within a second, a sentence for each server
// and stream: no leader, replicas that lag, or no connection from here. As long as there are any, no other server may
// be stopped: three servers survive the loss of one, but not of a second before the first has caught up. A single
// server has no such faults.
func Behind(ctx context.Context, js jetstream.JetStream) ([]string, error) {
	return lasting(ctx, func() (map[string]string, error) { return lacks(ctx, js) })
}

// Lacking is Behind for the servers that hold the log. It adds the faults that only this machine's server knows: the
// others do not notice that a server was replaced until they hear from it.
func (s *Store) Lacking(ctx context.Context) ([]string, error) {
	return lasting(ctx, func() (map[string]string, error) {
		faults, err := lacks(ctx, s.js)
		if s.opts.Peer != nil {
			s.opts.Peer.lacks(faults)
		}
		return faults, err
	})
}

// lasting returns the faults that every check finds.
func lasting(ctx context.Context, look func() (map[string]string, error)) (faults []string, err error) {
	lacking, err := look()
	for n := 1; n < looks && err == nil && len(lacking) > 0; n++ {
		select {
		case <-time.After(lookAgain):
		case <-ctx.Done():
			return nil, ctx.Err()
		}
		before := lacking
		lacking, err = look()
		maps.DeleteFunc(lacking, func(who, _ string) bool { return before[who] == "" })
	}
	for _, who := range slices.Sorted(maps.Keys(lacking)) {
		faults = append(faults, lacking[who])
	}
	return faults, err
}

// lacks returns the faults at one check, by stream or server.
func lacks(ctx context.Context, js jetstream.JetStream) (faults map[string]string, err error) {
	faults = map[string]string{}
	if warm, is := js.(*leader.Servers); is {
		for _, address := range warm.Missing() {
			faults[address] = "the server at " + address + " is unreachable from this machine"
		}
	}
	streams := js.ListStreams(ctx)
	for s := range streams.Info() {
		if s.Config.Replicas > 1 {
			checkReplicas(s, faults)
		}
	}
	return faults, streams.Err()
}

func checkReplicas(s *jetstream.StreamInfo, faults map[string]string) {
	name := s.Config.Name
	if s.Cluster == nil || s.Cluster.Leader == "" {
		faults[name] = fmt.Sprintf("stream %s has no leader: nothing can be stored", name)
		return
	}
	if have := 1 + len(s.Cluster.Replicas); have < s.Config.Replicas {
		faults[name] = fmt.Sprintf("stream %s has replicas on %d of %d servers", name, have, s.Config.Replicas)
	}
	for _, r := range s.Cluster.Replicas {
		switch {
		case r.Offline:
			faults[r.Name] = fmt.Sprintf("server %s is offline", r.Name)
		case r.Active > heartbeats || r.Active == 0 && !r.Current: // 0 means that the leader has never heard from it
			faults[r.Name] = fmt.Sprintf("server %s has no stream: it is cut off, or runs without JetStream, for "+
				"example after a full disk", r.Name)
		case !r.Current && faults[r.Name] == "":
			faults[r.Name] = fmt.Sprintf("server %s has not caught up", r.Name)
		}
	}
}

// Unguarded describes how the servers admit unauthenticated clients, as far as a program can detect it; it cannot see
// the rules for other servers. It reports nothing for a server on this machine.
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
			"the server at "+addr+" accepts clients without TLS: addresses, seeds and passwords can be read on the "+
				"network")
	}
	if !auth {
		faults = append(faults,
			"the server at "+addr+" accepts clients without authentication: any of them can delete the log")
	}
	return faults
}
