package crew_test

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"galloper/events/crew"
	"galloper/events/leader"
	"galloper/events/natstest"
	"galloper/events/natsvault"
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

// servers connects to each of the servers.
func servers(t *testing.T, url string) *leader.Servers {
	t.Helper()
	s := leader.Warm(connect(t, url), strings.Split(url, ","), 20*time.Second)
	t.Cleanup(s.Close)
	natstest.Until(t, "the connections", func() bool { return len(s.Connected()) == 1+strings.Count(url, ",") })
	return s
}

// silence is shorter than in production.
const silence = time.Second

// member simulates a process that shares work.
type member struct {
	*crew.Shares
	name string
	stop func()
}

func join(t *testing.T, on *leader.Servers, name string) *member {
	t.Helper()
	now := func(context.Context) (time.Time, error) { return time.Now(), nil }
	s, err := crew.Join(on, crew.Options{Name: name, Parts: parts(12), Wanted: []string{"box"}, Clock: now,
		Silence: silence, Logger: quiet()})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan bool)
	go func() { s.Run(ctx); close(done) }()
	m := &member{Shares: s, name: name, stop: sync.OnceFunc(func() { cancel(); <-done })}
	t.Cleanup(m.stop)
	return m
}

// shares returns the number of Parts of each member, or nil if a part is held twice.
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

// TestShares: members join, are cut off, frozen and stopped, and soon after the others hold all parts.
func TestShares(t *testing.T) {
	t.Parallel()
	c := natstest.Start(t, 3)
	soon := func(what string, done func() bool) {
		t.Helper()
		begun := time.Now()
		natstest.Until(t, what, done)
		t.Logf("%s: after %v", what, time.Since(begun).Round(time.Millisecond))
	}
	a := join(t, servers(t, c.URL()), "a")
	soon("a holds all", func() bool { return len(a.Held()) == 13 })
	wires := c.Wire(t)
	b := join(t, servers(t, wires.URL()), "b")
	soon("a and b have half each", func() bool { return slices.Equal(shares(a, b), []int{6, 6}) })
	d := join(t, servers(t, c.URL()), "d")
	third := func() bool { return slices.Equal(shares(a, b, d), []int{4, 4, 4}) }
	soon("a third each", third)
	if !a.Holds("box") || b.Holds("box") || d.Holds("box") {
		t.Error("the part that one can have alone is not the eldest's")
	}
	before := a.Held()
	wires.Cut()
	soon("one is cut off, the others have all", func() bool { return slices.Equal(shares(a, d), []int{6, 6}) })
	if kept := slices.DeleteFunc(a.Held(), func(p string) bool { return !slices.Contains(before, p) }); len(kept) < 4 {
		t.Errorf("of %q only %q stayed where it was", before, kept)
	}
	soon("who is cut off holds nothing", func() bool { return len(b.Held()) == 0 })
	wires.Mend()
	soon("it is back", third)
	wires.Silence()
	soon("one is frozen, the others have all", func() bool { return slices.Equal(shares(a, d), []int{6, 6}) })
	wires.Mend()
	// Its connections may be found stale a moment later and be reconnected.
	lasting := time.Now()
	soon("it goes on for longer than any silence", func() bool {
		if !third() {
			lasting = time.Now()
		}
		return time.Since(lasting) > 5*silence/4
	})
	c.Nodes[0].Kill()
	heard := listen(t, c.URL())
	natstest.Until(t, "each to be heard for longer than any silence", func() bool {
		if !third() {
			t.Fatalf("a server is lost, and with it the shares: %q %q %q", a.Held(), b.Held(), d.Held())
		}
		return min(heard("a"), heard("b"), heard("d")) > 6 // five beats per silence
	})
	c.Nodes[1].Freeze() // no leader can be elected now
	soon("two servers are lost", third)
	c.Nodes[1].Thaw()
	c.Nodes[0].Restart()
	soon("they are back", third)
	a.stop()
	if len(a.Held()) != 0 {
		t.Error("one that left holds something")
	}
	soon("one left", func() bool { return slices.Equal(shares(b, d), []int{6, 6}) && (b.Holds("box") || d.Holds("box")) })
}

// listen counts the beats of each member from now on.
func listen(t *testing.T, url string) (heard func(name string) int) {
	t.Helper()
	var mu sync.Mutex
	counts := map[string]int{}
	_, err := connect(t, url).Conn().Subscribe("crew.here.*", func(m *nats.Msg) {
		mu.Lock()
		defer mu.Unlock()
		counts[strings.TrimPrefix(m.Subject, "crew.here.")]++
	})
	if err != nil {
		t.Fatal(err)
	}
	return func(name string) int {
		mu.Lock()
		defer mu.Unlock()
		return counts[name]
	}
}

// TestMembers: the members are the processes that are running, without those that left.
func TestMembers(t *testing.T) {
	t.Parallel()
	on := servers(t, natstest.Start(t, 1).URL())
	left := join(t, on, "a")
	join(t, on, "b")
	join(t, on, "c")
	left.stop()
	natstest.Until(t, "the members to be b and c", func() bool {
		return slices.Equal(crew.Members(t.Context(), on), []string{"b", "c"})
	})
}

func ledger(t *testing.T, url string) crew.Ledger {
	t.Helper()
	v, err := natsvault.Open(t.Context(), connect(t, url), 1)
	if err != nil {
		t.Fatal(err)
	}
	return v.Ledger()
}

func TestClaims(t *testing.T) {
	t.Parallel()
	c := natstest.Start(t, 1)
	now := time.Now()
	open := func(name string) *crew.Claims {
		return crew.NewClaims(ledger(t, c.URL()),
			crew.Options{Name: name, Doubt: time.Minute, Now: func() time.Time { return now }, Logger: quiet()})
	}
	take := func(c *crew.Claims, piece string) time.Duration {
		t.Helper()
		again, err := c.Take(t.Context(), piece)
		if err != nil {
			t.Fatal(err)
		}
		return again
	}
	a, b := open("a"), open("b")
	for range 2 { // repeating a claim changes nothing
		if take(a, "mail 1") != 0 {
			t.Error("a cannot claim what nobody else has")
		}
	}
	if again := take(b, "mail 1"); again != time.Minute {
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
	if now = now.Add(time.Minute - 1); take(a, "mail 1") == 0 {
		t.Error("a took over while it must respect the claim of b")
	}
	if now = now.Add(1); take(a, "mail 1") != 0 {
		t.Error("a did not take over from b, which is gone")
	}
	if take(b, "mail 1") == 0 {
		t.Error("b has again what a took over")
	}
	begun := time.Now()
	if since, err := a.Renew(t.Context(), "mail 1"); err != nil || since.Before(begun) {
		t.Errorf("a cannot renew its claim: %v, %v", since, err)
	}
	if now = now.Add(time.Minute); take(b, "mail 1") == 0 {
		t.Error("b took over a minute after it saw the claim that a has renewed since")
	}
	for _, c := range []struct {
		claims *crew.Claims
		piece  string
	}{{b, "mail 1"}, {a, "mail 2"}} {
		if since, err := c.claims.Renew(t.Context(), c.piece); err != nil || !since.IsZero() {
			t.Errorf("%s renewed a claim of %s that it has not: %v, %v", c.claims.Name, c.piece, since, err)
		}
	}
}

// TestOneClaims: one of many concurrent claims succeeds.
func TestOneClaims(t *testing.T) {
	t.Parallel()
	c := natstest.Start(t, 1)
	var all []*crew.Claims
	for i := range 4 {
		all = append(all, crew.NewClaims(ledger(t, c.URL()), crew.Options{Name: fmt.Sprint("c", i), Logger: quiet()}))
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
