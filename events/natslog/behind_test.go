package natslog_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"galloper/events"
	"galloper/events/logtest"
	"galloper/events/natslog"
	"galloper/events/natstest"
)

func TestServersThatAreBehindAreNamed(t *testing.T) {
	cluster := natstest.Start(t, 3)
	s, err := natslog.OpenCluster(cluster.URL(), natslog.Options{Logger: quiet()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	logtest.Append(t, s, events.Head{}, logtest.Commit("g", "0", 1))
	cluster.AwaitWhole(t)
	lost := cluster.Nodes[2]
	lost.Kill()
	var said []string
	for begun := time.Now(); !slices.ContainsFunc(said,
		func(f string) bool { return strings.Contains(f, "server "+lost.Name+" ") }); {
		if time.Since(begun) > time.Minute {
			t.Fatalf("a minute after %s was lost is said: %q", lost.Name, said)
		}
		said, _ = natslog.Behind(t.Context(), s.JetStream()) // an error while nobody leads
	}
	lost.Restart()
	cluster.AwaitWhole(t)

	alone := open(t, t.TempDir(), natslog.Options{})
	if said, err := natslog.Behind(t.Context(), alone.JetStream()); err != nil || len(said) > 0 {
		t.Errorf("of a single server is said: %q, %v", said, err)
	}
}
