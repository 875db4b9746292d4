package natstest

import (
	"context"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"galloper/events/natslog"
)

// AwaitWhole waits until every stream has a leader and all its replicas. Call it between stopping one server and the
// next.
func (c *Cluster) AwaitWhole(t testing.TB) {
	t.Helper()
	nc, err := nats.Connect(c.URL(), nats.MaxReconnects(-1), nats.PingInterval(time.Second))
	if err != nil {
		t.Fatal(err)
	}
	defer nc.Close()
	js, err := jetstream.New(nc)
	if err != nil {
		t.Fatal(err)
	}
	for begun := time.Now(); ; time.Sleep(100 * time.Millisecond) {
		ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
		faults, err := natslog.Behind(ctx, js)
		cancel()
		if err == nil && len(faults) == 0 {
			return
		}
		if time.Since(begun) > 3*time.Minute {
			t.Fatalf("waited three minutes for the cluster to be whole: %q, %v", faults, err)
		}
	}
}
