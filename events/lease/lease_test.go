package lease_test

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"os"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"galloper/events/lease"
	"galloper/events/natstest"
)

func TestMain(m *testing.M) {
	natstest.Main()
	os.Exit(m.Run())
}

func quiet() *slog.Logger { return slog.New(slog.NewTextHandler(io.Discard, nil)) }

func connect(t *testing.T, url string) jetstream.JetStream {
	t.Helper()
	nc, err := nats.Connect(url, nats.MaxReconnects(-1), nats.ReconnectWait(50*time.Millisecond))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(nc.Close)
	js, err := jetstream.New(nc)
	if err != nil {
		t.Fatal(err)
	}
	return js
}

func parts(n int) (all []string) {
	for i := range n {
		all = append(all, fmt.Sprint("p", i))
	}
	return all
}

// member is a process that shares, in this one.
type member struct {
	*lease.Shares
	name string
	stop func()
}

func join(t *testing.T, js jetstream.JetStream, name string, replicas int) *member {
	t.Helper()
	var s *lease.Shares
	until(t, name+" to join", func() bool { // a cluster may have no leader yet
		var err error
		s, err = lease.Join(t.Context(), js, lease.Options{Name: name, Parts: parts(12), Wanted: []string{"box"},
			TTL: time.Second, Replicas: replicas, Logger: quiet()})
		return err == nil
	})
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan bool)
	go func() { s.Run(ctx); close(done) }()
	m := &member{Shares: s, name: name, stop: sync.OnceFunc(func() { cancel(); <-done })}
	t.Cleanup(m.stop)
	return m
}

func until(t *testing.T, what string, done func() bool) {
	t.Helper()
	for begun := time.Now(); !done(); time.Sleep(5 * time.Millisecond) {
		if time.Since(begun) > 30*time.Second {
			t.Fatalf("waited 30 s for %s", what)
		}
	}
}

// shares returns how many parts of the fair ones each has; nil where one is held twice.
func shares(members ...*member) []int {
	var counts []int
	all := map[string]string{}
	for _, m := range members {
		n := 0
		for _, p := range m.Held() {
			if all[p] != "" {
				return nil
			}
			all[p] = m.name
			if p != "box" {
				n++
			}
		}
		counts = append(counts, n)
	}
	return counts
}

func TestShares(t *testing.T) {
	t.Parallel()
	for _, servers := range []int{1, 3} {
		t.Run(fmt.Sprint(servers, " servers"), func(t *testing.T) {
			t.Parallel()
			c := natstest.Start(t, servers)
			a := join(t, connect(t, c.URL()), "a", servers)
			until(t, "a to hold all", func() bool { return len(a.Held()) == 13 })
			wires := c.Wire(t)
			b := join(t, connect(t, wires.URL()), "b", servers)
			until(t, "a and b to have half each", func() bool { return slices.Equal(shares(a, b), []int{6, 6}) })
			if !a.Holds("box") || b.Holds("box") {
				t.Error("the part that one can have alone changed hands for no reason")
			}
			d := join(t, connect(t, c.URL()), "d", servers)
			until(t, "a third each", func() bool { return slices.Equal(shares(a, b, d), []int{4, 4, 4}) })

			begun := time.Now()
			wires.Cut()
			until(t, "b to hold nothing", func() bool { return len(b.Held()) == 0 })
			until(t, "the others to have taken over", func() bool { return slices.Equal(shares(a, d), []int{6, 6}) })
			t.Logf("one cut off: taken over after %v, with a lease of 1s", time.Since(begun).Round(time.Millisecond))

			wires.Mend()
			until(t, "b to be back", func() bool { return slices.Equal(shares(a, b, d), []int{4, 4, 4}) })
			begun = time.Now()
			a.stop()
			if len(a.Held()) != 0 {
				t.Error("one that left holds something")
			}
			until(t, "what a gave up", func() bool {
				return slices.Equal(shares(b, d), []int{6, 6}) && (b.Holds("box") ||
					d.Holds("box"))
			})
			t.Logf("one left: taken over after %v", time.Since(begun).Round(time.Millisecond))
		})
	}
}

// TestNobodyHoldsWhatAnotherHolds looks all the time while members come, go and are cut off.
func TestNobodyHoldsWhatAnotherHolds(t *testing.T) {
	t.Parallel()
	c := natstest.Start(t, 1)
	var members []*member
	var wires []*natstest.Wires
	for i := range 3 {
		w := c.Wire(t)
		wires = append(wires, w)
		members = append(members, join(t, connect(t, w.URL()), fmt.Sprint("m", i), 1))
	}
	twice, looks := 0, 0
	look := func() {
		looks++
		if shares(members...) == nil {
			twice++
		}
	}
	for i := range 6 {
		w := wires[i%3]
		until(t, "all to be shared", func() bool { look(); n := shares(members...); return slices.Equal(n, []int{4, 4, 4}) })
		w.Cut()
		until(t, "one to be out", func() bool { look(); return len(members[i%3].Held()) == 0 })
		w.Mend()
	}
	if twice > 0 {
		t.Errorf("a part had two holders in %d of %d looks", twice, looks)
	}
}

// servers are those that are killed in turn: one, or all with GALLOPER_KILLS set.
func servers(c *natstest.Cluster) []*natstest.Node {
	if os.Getenv("GALLOPER_KILLS") == "" {
		return c.Nodes[:1]
	}
	return c.Nodes
}

// TestAnswerToARenewalIsLost: what was stored without its holder hearing of it is his all
// the same, and need not run out first.
func TestAnswerToARenewalIsLost(t *testing.T) {
	t.Parallel()
	js := connect(t, natstest.Start(t, 1).URL())
	s, err := lease.Join(t.Context(), js, lease.Options{Name: "a", Wanted: []string{"box"}, TTL: 6 * time.Second,
		Logger: quiet()})
	if err != nil {
		t.Fatal(err)
	}
	go func() { _ = s.Run(t.Context()) }() // ends with the test
	until(t, "the part", func() bool { return s.Holds("box") })
	unheard, err := js.Publish(t.Context(), "lease.part.box", []byte("a"))
	if err != nil {
		t.Fatal(err)
	}
	st, err := js.Stream(t.Context(), "LEASES")
	if err != nil {
		t.Fatal(err)
	}
	until(t, "the next renewal", func() bool {
		if !s.Holds("box") {
			t.Fatal("it is held by nobody now")
		}
		m, err := st.GetLastMsgForSubject(t.Context(), "lease.part.box")
		return err == nil && m.Sequence > unheard.Sequence
	})
}

// TestServersLost: leases go on while one of three servers is killed.
func TestServersLost(t *testing.T) {
	t.Parallel()
	c := natstest.Start(t, 3)
	a, b := join(t, connect(t, c.URL()), "a", 3), join(t, connect(t, c.URL()), "b", 3)
	whole := func() bool { return slices.Equal(shares(a, b), []int{6, 6}) }
	until(t, "half each", whole)
	for i, n := range servers(c) {
		begun := time.Now()
		n.Kill()
		time.Sleep(1500 * time.Millisecond) // longer than a lease holds without renewal
		until(t, "half each with two servers", whole)
		t.Logf("server %d killed: all held again after %v", i+1, time.Since(begun).Round(100*time.Millisecond))
		n.Restart()
		until(t, "half each with three servers", whole)
	}
}

func TestClaims(t *testing.T) {
	t.Parallel()
	c := natstest.Start(t, 1)
	open := func(name string) *lease.Claims {
		claims, err := lease.OpenClaims(t.Context(), connect(t, c.URL()),
			lease.Options{Name: name, Doubt: 300 * time.Millisecond, Logger: quiet()})
		if err != nil {
			t.Fatal(err)
		}
		return claims
	}
	take := func(c *lease.Claims, piece string) time.Duration {
		t.Helper()
		again, err := c.Take(t.Context(), piece)
		if err != nil {
			t.Fatal(err)
		}
		return again
	}
	a, b := open("a"), open("b")
	for range 2 { // again is the same claim
		if take(a, "mail 1") != 0 {
			t.Error("a cannot claim what nobody else has")
		}
	}
	again := take(b, "mail 1")
	if again <= 0 || again > 300*time.Millisecond {
		t.Errorf("b may ask again after %v", again)
	}
	if err := b.Drop(t.Context(), "mail 1"); err != nil || take(b, "mail 1") == 0 {
		t.Errorf("b dropped what a has claimed: %v", err)
	}
	if err := a.Drop(t.Context(), "mail 1"); err != nil || take(b, "mail 1") != 0 {
		t.Errorf("b cannot have what a dropped: %v", err)
	}
	if take(a, "mail 1") == 0 {
		t.Error("a and b both have the claim")
	}
	until(t, "a to take over from b, who is gone", func() bool { return take(a, "mail 1") == 0 })
	if take(b, "mail 1") == 0 {
		t.Error("b has again what a took over")
	}
}

// TestOneClaims: of many who reach for the same at once, one has it.
func TestOneClaims(t *testing.T) {
	t.Parallel()
	c := natstest.Start(t, 1)
	var all []*lease.Claims
	for i := range 4 {
		claims, err := lease.OpenClaims(t.Context(), connect(t, c.URL()), lease.Options{Name: fmt.Sprint("c", i),
			Logger: quiet()})
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, claims)
	}
	for piece := range 50 {
		var wg sync.WaitGroup
		won := make(chan bool, len(all))
		for _, claims := range all {
			wg.Go(func() {
				if again, err := claims.Take(t.Context(), fmt.Sprint(piece)); err == nil && again == 0 {
					won <- true
				}
			})
		}
		wg.Wait()
		if len(won) != 1 {
			t.Fatalf("piece %d has %d claimants, want 1", piece, len(won))
		}
	}
}
