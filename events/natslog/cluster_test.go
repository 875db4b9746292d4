package natslog_test

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"galloper/events"
	"galloper/events/logtest"
	"galloper/events/natslog"
)

// startCluster starts three servers that form one cluster, and returns their URLs.
func startCluster(t testing.TB) string {
	t.Helper()
	var routes []*url.URL
	ports := freePorts(t, 3)
	for _, p := range ports {
		routes = append(routes, &url.URL{Scheme: "nats-route", Host: fmt.Sprint("127.0.0.1:", p)})
	}
	var urls []string
	for i, p := range ports {
		s, err := server.NewServer(&server.Options{
			ServerName: fmt.Sprint("n", i), Host: "127.0.0.1", Port: server.RANDOM_PORT, JetStream: true, StoreDir: t.TempDir(),
			NoSigs: true, NoLog: true, SyncAlways: true, MaxPayload: 8 << 20,
			Cluster: server.ClusterOpts{Name: "c", Host: "127.0.0.1", Port: p}, Routes: routes,
		})
		if err != nil {
			t.Fatal(err)
		}
		s.Start()
		t.Cleanup(func() { s.Shutdown(); s.WaitForShutdown() })
		if !s.ReadyForConnections(20 * time.Second) {
			t.Fatal("a server of the cluster is not ready")
		}
		urls = append(urls, s.ClientURL())
	}
	return strings.Join(urls, ",")
}

func freePorts(t testing.TB, n int) (ports []int) {
	t.Helper()
	for range n {
		_, port := logtest.FreePort(t)
		ports = append(ports, port)
	}
	return ports
}

// dropStream makes the cluster empty again, as soon as it has a leader.
func dropStream(t *testing.T, url string) {
	t.Helper()
	nc, err := nats.Connect(url)
	if err != nil {
		t.Fatal(err)
	}
	defer nc.Close()
	js, err := jetstream.New(nc)
	if err != nil {
		t.Fatal(err)
	}
	for range 100 {
		ctx, cancel := context.WithTimeout(t.Context(), 200*time.Millisecond)
		err = js.DeleteStream(ctx, natslog.Stream)
		cancel()
		if err == nil || errors.Is(err, jetstream.ErrStreamNotFound) {
			return
		}
	}
	t.Fatal(err)
}

// TestClusterOfThree runs the suite on a stream with three replicas, where a
// conflict mostly has another code and reads may be answered by a replica.
func TestClusterOfThree(t *testing.T) {
	t.Parallel()
	url := startCluster(t)
	connect := func(t *testing.T, maxBytes int64) events.Log {
		dropStream(t, url)
		s, err := natslog.OpenCluster(url, natslog.Options{Logger: quiet(), MaxBytes: maxBytes})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { s.Close() })
		if s.Replicas() != 3 {
			t.Fatalf("%d replicas, want 3", s.Replicas())
		}
		return s
	}
	logtest.Run(t, logtest.Suite{
		New:     func(t *testing.T) events.Log { return connect(t, 0) },
		Full:    func(t *testing.T) events.Log { return connect(t, 128<<10) },
		MaxLine: natslog.MaxLine,
	})
}
