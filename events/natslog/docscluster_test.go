package natslog_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"

	"galloper/events"
	"galloper/events/logtest"
	"galloper/events/natslog"
	"galloper/events/natstest"
	"galloper/events/natsvault"
)

// documented returns the server configuration in docs/cluster.md.
func documented(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile("../../docs/cluster.md")
	if err != nil {
		t.Fatal(err)
	}
	var conf strings.Builder
	for line := range strings.Lines(string(text)) {
		code, is := strings.CutPrefix(line, "    ")
		switch {
		case is && (conf.Len() > 0 || strings.HasPrefix(code, "server_name:")):
			conf.WriteString(code)
		case !is && conf.Len() > 0:
			return conf.String()
		}
	}
	t.Fatal("docs/cluster.md has no configuration of a server")
	return ""
}

// documentedCluster is a cluster of three servers configured as documented.
type documentedCluster struct {
	conf   string
	ca     *signer
	client [3]string
	route  [3]string
}

// settings returns the configuration of server n with the changes applied and a certificate by the signer.
func (c *documentedCluster) settings(t *testing.T, n int, name string, by *signer, change ...string) *server.Options {
	t.Helper()
	cert, key := by.pair("127.0.0.1", time.Time{})
	swap := []string{"server_name: a", "server_name: " + name, "/var/lib/nats", t.TempDir(), "/etc/nats/ca.pem", by.file,
		"/etc/nats/a.pem", cert, "/etc/nats/a-key.pem", key}
	others := []int{}
	for i := range c.route {
		if i != n {
			others = append(others, i)
		}
	}
	client, route := "127.0.0.1:-1", "127.0.0.1:-1"
	if n >= 0 {
		client, route = c.client[n], c.route[n]
	}
	swap = append(swap, "10.0.0.1:4222", client, "10.0.0.1:6222", route, "10.0.0.2:6222", c.route[others[0]],
		"10.0.0.3:6222", c.route[others[1]])
	text := strings.NewReplacer(swap...).Replace(strings.NewReplacer(change...).Replace(c.conf))
	if strings.Contains(text, "10.0.0.") || strings.Contains(text, "/etc/nats") {
		t.Fatalf("the test does not know all of\n%s", text)
	}
	path := filepath.Join(t.TempDir(), "nats.conf")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	o, err := server.ProcessConfigFile(path)
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	o.NoSigs, o.NoLog = true, true
	return o
}

func run(t *testing.T, o *server.Options) *server.Server {
	t.Helper()
	s, err := server.NewServer(o)
	if err != nil {
		t.Fatal(err)
	}
	s.ConfigureLogger()
	s.Start()
	t.Cleanup(func() { s.Shutdown(); s.WaitForShutdown() })
	return s
}

// TestDocumentedClusterKeepsStrangersOut starts three servers with the configuration in docs/cluster.md. A server
// without the password or without a certificate of the authority does not join, and a program without them is
// refused. A program with them can work, but cannot make the log lose messages.
func TestDocumentedClusterKeepsStrangersOut(t *testing.T) {
	t.Parallel()
	c := &documentedCluster{conf: documented(t), ca: newSigner(t)}
	for i := range c.route {
		_, client := logtest.FreePort(t)
		_, route := logtest.FreePort(t)
		c.client[i], c.route[i] = fmt.Sprint("127.0.0.1:", client), fmt.Sprint("127.0.0.1:", route)
	}
	var servers []*server.Server
	for i := range c.route {
		servers = append(servers, run(t, c.settings(t, i, fmt.Sprint("n", i), c.ca)))
	}
	url := "tls://" + strings.Join(c.client[:], ",tls://")
	cert, key := c.ca.pair("127.0.0.1", time.Time{})
	known := natslog.SignIn{User: "galloper", Password: "PROGRAM-PASSWORD", CA: c.ca.file, Cert: cert, Key: key}
	store := openCluster(t, url, natslog.Options{SignIn: known})
	insist(t, store, "g", "first", events.Head{})
	if _, err := natsvault.Open(t.Context(), store.JetStream(), 3); err != nil {
		t.Fatalf("the user of docs/cluster.md cannot open the vault: %v", err)
	}
	if err := store.JetStream().DeleteStream(t.Context(), natslog.Stream); err == nil {
		t.Error("the user of docs/cluster.md can delete the log")
	}
	strangerPrograms(t, c, url, known)
	strangerServers(t, c, servers)
	if head, err := store.Head(t.Context(), "g"); err != nil || head.Version != 1 {
		t.Errorf("afterwards the log has %+v, %v", head, err)
	}
}

// strangerServers checks that servers without the credentials do not join.
func strangerServers(t *testing.T, c *documentedCluster, servers []*server.Server) {
	t.Helper()
	stranger := newSigner(t)
	rogues, logs := map[string]*server.Server{}, map[string]string{}
	tls := regexp.MustCompile(`(?m)^ *tls \{.*\}\n`)
	for what, o := range map[string]*server.Options{
		"without the password":     c.settings(t, -1, "rogue1", c.ca, "ROUTE-PASSWORD", "guessed"),
		"with another certificate": c.settings(t, -1, "rogue2", stranger),
		"without TLS": func() *server.Options {
			plain := *c
			plain.conf = tls.ReplaceAllString(c.conf, "")
			return plain.settings(t, -1, "rogue3", c.ca)
		}(),
	} {
		o.NoLog, o.LogFile = false, filepath.Join(t.TempDir(), "server.log")
		logs[what] = o.LogFile
		rogues[what] = run(t, o)
	}
	for what, rogue := range rogues {
		natstest.Until(t, "the servers to refuse one "+what, func() bool {
			if admitted(t, servers, rogue) {
				t.Fatalf("a server %s has joined", what)
			}
			said, err := os.ReadFile(logs[what])
			if err != nil {
				t.Fatal(err)
			}
			return strings.Count(string(said), connectionClosed) >= 2*len(servers)
		})
	}
	for _, s := range servers {
		if names := s.JetStreamClusterPeers(); len(names) > len(servers) {
			t.Errorf("a stranger is a peer: %q", names)
		}
	}
	// A server with both does join, which shows that these two keep the others out.
	own := run(t, c.settings(t, -1, "own", c.ca))
	natstest.Until(t, "the server with password and certificate to join: else the test is blind", func() bool {
		return admitted(t, servers, own)
	})
}

// admitted reports whether one of the servers has a route to the other. The other's own count proves nothing: a
// dialling server counts a route as soon as it has sent its greeting, before it is refused.
func admitted(t *testing.T, servers []*server.Server, other *server.Server) bool {
	t.Helper()
	for _, s := range servers {
		routes, err := s.Routez(nil)
		if err != nil {
			t.Fatal(err)
		}
		if slices.ContainsFunc(routes.Routes, func(r *server.RouteInfo) bool { return r.RemoteID == other.ID() }) {
			return true
		}
	}
	return false
}

// strangerPrograms checks that programs without the credentials are refused.
func strangerPrograms(t *testing.T, c *documentedCluster, url string, known natslog.SignIn) {
	t.Helper()
	bare := known
	bare.Cert, bare.Key = "", ""
	wrong := known
	wrong.Password = "guessed"
	nobody := known
	nobody.User, nobody.Password = "", ""
	route := known
	route.User, route.Password = "route", "ROUTE-PASSWORD"
	for what, in := range map[string]natslog.SignIn{"no certificate": bare, "a wrong password": wrong, "no user": nobody,
		"the routes' password": route} {
		if s, err := natslog.OpenCluster(url, natslog.Options{Logger: quiet(), SignIn: in}); err == nil {
			s.Close()
			t.Errorf("a program with %s is let in", what)
		}
	}
	if nc, err := nats.Connect(strings.ReplaceAll(c.client[0], "tls://", "nats://")); err == nil ||
		errors.Is(err, nats.ErrNoServers) {
		if nc != nil {
			nc.Close()
		}
		t.Errorf("a program without TLS: %v", err)
	}
}

// TestUnguardedServersAreSeen: a program detects servers that admit unauthenticated clients.
func TestUnguardedServersAreSeen(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		tls, auth bool
		want      int
	}{{true, true, 0}, {false, true, 1}, {true, false, 1}, {false, false, 2}} {
		if got := natslog.WhatIsOpen("10.0.0.1:4222", c.tls, c.auth); len(got) != c.want {
			t.Errorf("TLS %v, signing in %v: %q, want %d faults", c.tls, c.auth, got, c.want)
		}
	}
}
