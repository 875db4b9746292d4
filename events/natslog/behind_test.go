package natslog_test

import (
	"slices"
	"strings"
	"testing"

	"galloper/events"
	"galloper/events/natslog"
	"galloper/events/natstest"
)

func TestServersThatAreBehindAreNamed(t *testing.T) {
	t.Parallel()
	cluster := natstest.Start(t, 3)
	s := openCluster(t, cluster.URL(), natslog.Options{})
	insist(t, s, "g", "0", events.Head{})
	cluster.AwaitWhole(t)
	lost := cluster.Nodes[2]
	lost.Kill()
	var said []string
	natstest.Until(t, "the lost server to be named", func() bool {
		said, _ = natslog.Behind(t.Context(), s.JetStream()) // returns an error during an election
		return slices.ContainsFunc(said, func(f string) bool { return strings.Contains(f, "server "+lost.Name+" ") })
	})
	lost.Restart()
	cluster.AwaitWhole(t)

	alone := open(t, t.TempDir(), natslog.Options{})
	if said, err := natslog.Behind(t.Context(), alone.JetStream()); err != nil || len(said) > 0 {
		t.Errorf("of a single server is said: %q, %v", said, err)
	}
}
