package natslog_test

import (
	"fmt"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"

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

// TestClusterOfThree runs the suite on a stream with three replicas, where a
// conflict mostly has another code and reads may be answered by a replica. Each case has a cluster of its own, since a
// server that is late to delete a stream may delete the next of that name.
func TestClusterOfThree(t *testing.T) {
	t.Parallel()
	connect := func(t *testing.T, maxBytes int64) events.Log {
		s, err := natslog.OpenCluster(startCluster(t), natslog.Options{Logger: quiet(), MaxBytes: maxBytes})
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
