package natslog_test

import (
	"context"
	"fmt"
	"log/slog"
	"net"
	"strings"
	"sync/atomic"
	"testing"

	"galloper/events"
	"galloper/events/logtest"
	"galloper/events/natslog"
	"galloper/events/natstest"
)

const peersSecret = "a secret of these tests, and of nobody else"

// freePeers returns free addresses of three peers on loopback.
func freePeers(t *testing.T) (addresses []string) {
	t.Helper()
	for range 100 {
		_, port := logtest.FreePort(t)
		addresses = addresses[:0]
		for i := range 3 {
			address := fmt.Sprintf("127.0.0.%d:%d", i+1, port)
			l, err := net.Listen("tcp", fmt.Sprintf("127.0.0.%d:%d", i+1, port+1))
			if err != nil {
				break
			}
			l.Close()
			addresses = append(addresses, address)
		}
		if len(addresses) == 3 {
			return addresses
		}
	}
	t.Skip("not run: three addresses on loopback: this machine has only one")
	return nil
}

func mustPeers(t *testing.T, addresses []string, secret string) natslog.Peers {
	t.Helper()
	p, err := natslog.NewPeers(addresses, secret)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// TestPeersHoldTheLog starts the servers of three machines from just the addresses and the secret. The log survives
// the loss of one, which catches up later. A peer with another secret is refused everywhere.
func TestPeersHoldTheLog(t *testing.T) {
	t.Parallel()
	addresses := freePeers(t)
	p := mustPeers(t, addresses, peersSecret)
	start := func(dir, own string) *natslog.Peer {
		peer, err := p.Start(dir, own, natslog.Options{Logger: quiet()})
		if err != nil {
			t.Fatal(err)
		}
		return peer
	}
	var dirs []string
	var running []*natslog.Peer
	for _, a := range addresses {
		dirs = append(dirs, t.TempDir())
		running = append(running, start(dirs[len(dirs)-1], a))
	}
	t.Cleanup(func() {
		for _, peer := range running {
			peer.Stop()
		}
	})
	store := openCluster(t, p.URL(), natslog.Options{SignIn: p.SignIn(false)})
	at := insist(t, store, "g", "first", events.Head{})

	running[1].Stop()
	at = insist(t, store, "g", "second", at)
	running[1] = start(dirs[1], addresses[1])
	running[2].Stop()
	at = insist(t, store, "g", "third", at)
	if head, err := store.Head(t.Context(), "g"); err != nil || head != at {
		t.Errorf("the log has %+v, %v; want %+v", head, err, at)
	}
	running[2] = start(dirs[2], addresses[2])

	if err := store.JetStream().DeleteStream(t.Context(), natslog.Stream); err == nil {
		t.Error("a program can delete the log")
	}
	stranger := mustPeers(t, addresses, strings.ToUpper(peersSecret))
	as := natslog.Options{Logger: quiet(), SignIn: stranger.SignIn(true)}
	if s, err := natslog.OpenCluster(p.URL(), as); err == nil {
		s.Close()
		t.Error("a program with another secret is let in")
	}
	if s, err := natslog.OpenCluster(p.URL(), natslog.Options{Logger: quiet(), SignIn: natslog.SignIn{
		User: "galloper"}}); err == nil {
		s.Close()
		t.Error("a program without a certificate is let in")
	}
	refused := &refusals{}
	rogue, err := stranger.Start(t.TempDir(), freePeers(t)[0], natslog.Options{Logger: slog.New(refused)})
	if err != nil {
		t.Fatal(err)
	}
	defer rogue.Stop()
	natstest.Until(t, "the others to refuse the server with another secret", func() bool {
		if rogue.Routes() > 0 {
			t.Fatal("a server with another secret has joined")
		}
		return refused.n.Load() >= 2*int64(len(addresses))
	})
	if running[0].Routes() == 0 {
		t.Error("nor are the servers with the right one connected: the test is blind")
	}
}

// connectionClosed begins the server's log message about the end of a connection to another server.
const connectionClosed = "Router connection closed"

// refusals is a log handler that counts ended connections to other servers.
type refusals struct {
	slog.Handler
	n atomic.Int64
}

func (*refusals) Enabled(context.Context, slog.Level) bool { return true }

func (r *refusals) Handle(_ context.Context, record slog.Record) error {
	if strings.Contains(record.Message, connectionClosed) {
		r.n.Add(1)
	}
	return nil
}

func TestPeersAreNamedWell(t *testing.T) {
	three := []string{"10.0.0.1", "10.0.0.2:5222", "[fd00::3]"}
	p := mustPeers(t, three, peersSecret)
	if want := "tls://10.0.0.1:4222,tls://10.0.0.2:5222,tls://[fd00::3]:4222"; p.URL() != want {
		t.Errorf("the URL is %s, want %s", p.URL(), want)
	}
	for _, c := range []struct {
		addresses []string
		secret    string
		want      string
	}{
		{three[:2], peersSecret, "there are 2 peers; a cluster has 3 or 5"},
		{three, "short", "the secret has 5 characters; it needs at least 32"},
		{[]string{"a", "b", "a:4222"}, peersSecret, "a:4222 is listed twice"},
		{[]string{"a", "b", "c:none"}, peersSecret, `the peer "c:none" is not host:port`},
		{[]string{"a", "b", ""}, peersSecret, `the peer "" is not host:port`},
	} {
		if _, err := natslog.NewPeers(c.addresses, c.secret); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: %v; want %q", c.addresses, err, c.want)
		}
	}
	local := []net.Addr{&net.IPNet{IP: net.ParseIP("10.0.0.2"), Mask: net.CIDRMask(24, 32)}}
	for listen, want := range map[string]string{"": "10.0.0.2:5222", "10.0.0.1": "10.0.0.1:4222",
		"[fd00::3]:4222": "[fd00::3]:4222"} {
		if own, err := p.Own(listen, local); err != nil || own != want {
			t.Errorf("listen %q: %q, %v; want %q", listen, own, err, want)
		}
	}
	if _, err := p.Own("10.0.0.9", local); err == nil || !strings.Contains(err.Error(), "choose one with listen") {
		t.Errorf("a machine that is none of the peers: %v", err)
	}
}
