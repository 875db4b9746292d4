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

// startCluster starts a cluster of three servers and returns their URLs. Each account has its own streams, and a user
// with the account's name as name and password.
func startCluster(t testing.TB, accounts ...string) string {
	t.Helper()
	config := "accounts {\n"
	for _, a := range accounts {
		config += fmt.Sprintf("%s { jetstream: enabled, users: [ { user: %[1]s, password: %[1]s } ] }\n", a)
	}
	config += "}"
	var routes []*url.URL
	ports := freePorts(t, 3)
	for _, p := range ports {
		routes = append(routes, &url.URL{Scheme: "nats-route", Host: fmt.Sprint("127.0.0.1:", p)})
	}
	var urls []string
	for i, p := range ports {
		o := &server.Options{}
		if len(accounts) > 0 {
			if err := o.ProcessConfigString(config); err != nil {
				t.Fatal(err)
			}
		}
		o.ServerName, o.Host, o.Port, o.JetStream, o.StoreDir = fmt.Sprint("n", i), "127.0.0.1", server.RANDOM_PORT, true,
			t.TempDir()
		o.NoSigs, o.NoLog, o.SyncAlways, o.MaxPayload = true, true, true, 8<<20
		o.Cluster, o.Routes = server.ClusterOpts{Name: "c", Host: "127.0.0.1", Port: p}, routes
		urls = append(urls, startServer(t, o))
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

// TestClusterOfThree runs the suite on a stream with three replicas, where conflicts usually have another code, and a
// replica may answer reads. Each case uses its own account and so its own stream, because a server that is late to
// delete a stream may delete the next one of that name.
func TestClusterOfThree(t *testing.T) {
	t.Parallel()
	var accounts []string
	for i := range 16 { // the suite has 13 cases
		accounts = append(accounts, fmt.Sprint("case-", i))
	}
	url := startCluster(t, accounts...)
	connect := func(t *testing.T, maxBytes int64) events.Log {
		own := natslog.SignIn{User: accounts[0], Password: accounts[0]}
		accounts = accounts[1:]
		s := openCluster(t, url, natslog.Options{MaxBytes: maxBytes, SignIn: own, Timeout: time.Minute})
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
