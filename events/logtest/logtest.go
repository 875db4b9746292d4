// Package logtest is the suite that every events.Log must pass.
//
//	func TestLog(t *testing.T) { logtest.Run(t, logtest.Suite{New: open, Full: openSmall, MaxLine: 4 << 20}) }
package logtest

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"galloper/events"
)

// Suite defines how to create the logs under test. Each must be empty, and is closed by the test's cleanup.
type Suite struct {
	// New returns a log without limits.
	New func(*testing.T) events.Log
	// Full returns a log with space for at least one and fewer than 300 commits of 1 KiB.
	Full func(*testing.T) events.Log
	// MaxLine is the largest line, in bytes, that a log from New or Full accepts.
	MaxLine int
}

// Run runs the suite.
func Run(t *testing.T, s Suite) {
	for _, c := range []struct {
		name string
		test func(*testing.T, events.Log)
	}{
		{"appended commits can be read", testReadBack},
		{"a game that does not exist", testNoGame},
		{"reading goes on behind a head", testGameAfter},
		{"a stale head is a conflict", testConflict},
		{"the same commit is stored once", testSameID},
		{"a commit that cannot be read is refused", testBadCommits},
		{"all games in the order of the log", testAll},
		{"following waits for more", testFollow},
		{"writers in contention do not fork", testContention},
		{"a large commit", testLarge},
		{"a context that has ended", testContext},
	} {
		t.Run(c.name, func(t *testing.T) { c.test(t, s.New(t)) })
	}
	t.Run("a commit that is too large", func(t *testing.T) { testTooLarge(t, s.New(t), s.MaxLine) })
	t.Run("a full store", func(t *testing.T) { testFull(t, s.Full(t)) })
}

// Commit returns a commit with one event per turn, ready to be appended.
func Commit(game, id string, turns ...int) events.Commit {
	var data []events.Data
	for _, n := range turns {
		data = append(data, events.TurnClosed{Turn: n, Reason: "deadline"})
	}
	list, err := events.Pack(data...)
	if err != nil {
		panic(err)
	}
	return events.Commit{Game: game, ID: id, At: time.Unix(1_800_000_000, 0), Actor: "clock", Events: list}
}

// Append appends the commit, and ends the test on an error.
func Append(t *testing.T, l events.Log, at events.Head, c events.Commit) events.Head {
	t.Helper()
	head, err := l.Append(t.Context(), at, c)
	if err != nil {
		t.Fatal(err)
	}
	return head
}

// Read returns the commits of the sequence and ends the test on an error.
func Read(t testing.TB, seq iter.Seq2[events.Commit, error]) []events.Commit {
	t.Helper()
	var out []events.Commit
	for c, err := range seq {
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, c)
	}
	return out
}

func ids(list []events.Commit) string {
	var out []string
	for _, c := range list {
		out = append(out, c.ID)
	}
	return strings.Join(out, " ")
}

func wantIDs(t *testing.T, what string, got []events.Commit, want string) {
	t.Helper()
	if ids(got) != want {
		t.Errorf("%s: read %q, want %q", what, ids(got), want)
	}
}

func testReadBack(t *testing.T, l events.Log) {
	one := Append(t, l, events.Head{}, Commit("quiberon", "a", 1, 2))
	two := Append(t, l, one, Commit("quiberon", "b", 3))
	if one.Version != 2 || two.Version != 3 || two.Seq <= one.Seq {
		t.Errorf("heads %+v, %+v: want versions 2 and 3, the second later", one, two)
	}
	got := Read(t, l.Game(t.Context(), "quiberon", events.Head{}))
	wantIDs(t, "Game", got, "a b")
	if got[1].Prev != one.Hash || events.Sum([]byte(got[0].Line())) != one.Hash || !got[0].Prev.IsZero() {
		t.Error("the commits are no chain")
	}
	if got[1].First != 3 || got[1].Head != two || got[0].Head != one {
		t.Errorf("read heads %+v %+v, appended %+v %+v", got[0].Head, got[1].Head, one, two)
	}
	if head, err := l.Head(t.Context(), "quiberon"); err != nil || head != two {
		t.Errorf("Head is %+v, %v; want %+v", head, err, two)
	}
	wantIDs(t, "Backward", Read(t, l.Backward(t.Context(), "quiberon")), "b a")
	wantVerified(t, l, events.Report{Commits: 2, Events: 3, Games: 1})
}

func wantVerified(t testing.TB, l events.Log, want events.Report) {
	t.Helper()
	r, err := l.Verify(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if !r.OK() || r.Commits != want.Commits || r.Events != want.Events || r.Games != want.Games {
		t.Errorf("Verify: %+v, want %+v", r, want)
	}
}

func testNoGame(t *testing.T, l events.Log) {
	if head, err := l.Head(t.Context(), "none"); err != nil || head != (events.Head{}) {
		t.Errorf("Head: %+v, %v", head, err)
	}
	wantIDs(t, "Game", Read(t, l.Game(t.Context(), "none", events.Head{})), "")
	wantIDs(t, "Backward", Read(t, l.Backward(t.Context(), "none")), "")
	wantIDs(t, "All", Read(t, l.All(t.Context(), 0)), "")
	if games, err := l.Games(t.Context()); err != nil || len(games) != 0 {
		t.Errorf("Games: %v, %v", games, err)
	}
	wantVerified(t, l, events.Report{})
}

// fill appends n commits named 0, 1, 2 … and returns the head after each.
func fill(t *testing.T, l events.Log, game string, n int) []events.Head {
	t.Helper()
	var heads []events.Head
	var at events.Head
	for i := range n {
		at = Append(t, l, at, Commit(game, fmt.Sprint(i), i+1))
		heads = append(heads, at)
	}
	return heads
}

func testGameAfter(t *testing.T, l events.Log) {
	twice := l.Game(t.Context(), "again", events.Head{})
	fill(t, l, "again", 3)
	if one, two := ids(Read(t, twice)), ids(Read(t, twice)); one != two || one == "" {
		t.Errorf("the same sequence read twice: %q, then %q", one, two)
	}
	const n = 600 // more than one batch of any log
	heads := fill(t, l, "long", n)
	fill(t, l, "other", 3)
	if got := Read(t, l.Game(t.Context(), "long", events.Head{})); len(got) != n {
		t.Errorf("read %d commits, want %d", len(got), n)
	}
	wantIDs(t, "Game after the third last", Read(t, l.Game(t.Context(), "long", heads[n-3])), fmt.Sprint(n-2, " ", n-1))
	wantIDs(t, "Game after the last", Read(t, l.Game(t.Context(), "long", heads[n-1])), "")
	for c, err := range l.Game(t.Context(), "long", events.Head{}) {
		if err != nil || c.ID != "0" {
			t.Errorf("the first is %q, %v", c.ID, err)
		}
		break
	}
	forged := heads[n-3]
	forged.Hash[0] ^= 1
	for _, err := range l.Game(t.Context(), "long", forged) {
		if !errors.Is(err, events.ErrBroken) {
			t.Errorf("behind a head with another hash: %v, want ErrBroken", err)
		}
	}
}

func testConflict(t *testing.T, l events.Log) {
	one := Append(t, l, events.Head{}, Commit("g", "a", 1))
	two := Append(t, l, one, Commit("g", "b", 2))
	for _, at := range []events.Head{{}, one} {
		_, err := l.Append(t.Context(), at, Commit("g", "c", 3))
		var conflict *events.ConflictError
		if !errors.Is(err, events.ErrConflict) || !errors.As(err, &conflict) {
			t.Fatalf("behind %d: %v, want a conflict", at.Version, err)
		}
		if conflict.Game != "g" || conflict.At != at || conflict.Actual.Seq != two.Seq {
			t.Errorf("conflict %+v, want at %+v, actual %+v", conflict, at, two)
		}
	}
	wantIDs(t, "Game", Read(t, l.Game(t.Context(), "g", events.Head{})), "a b")
	ahead := events.Head{Version: 7, Seq: two.Seq + 5, Hash: two.Hash}
	if _, err := l.Append(t.Context(), ahead, Commit("h", "c", 3)); !errors.Is(err, events.ErrConflict) {
		t.Errorf("behind a head that does not exist: %v, want a conflict", err)
	}
}

func testSameID(t *testing.T, l events.Log) {
	one := Append(t, l, events.Head{}, Commit("g", "a", 1))
	two := Append(t, l, one, Commit("g", "b", 2, 3))
	if again := Append(t, l, one, Commit("g", "b", 2, 3)); again != two {
		t.Errorf("again at the head: %+v, want %+v", again, two)
	}
	Append(t, l, two, Commit("g", "c", 4))
	if again := Append(t, l, one, Commit("g", "b", 2, 3)); again != two {
		t.Errorf("again below the head: %+v, want %+v", again, two)
	}
	if again := Append(t, l, events.Head{}, Commit("g", "a", 1)); again != one {
		t.Errorf("the first again: %+v, want %+v", again, one)
	}
	wantVerified(t, l, events.Report{Commits: 3, Events: 4, Games: 1})
}

func testBadCommits(t *testing.T, l events.Log) {
	for what, spoil := range map[string]func(*events.Commit){
		"no game":         func(c *events.Commit) { c.Game = "" },
		"a game of two":   func(c *events.Commit) { c.Game = "a.b" },
		"a wildcard game": func(c *events.Commit) { c.Game = "*" },
		"no id":           func(c *events.Commit) { c.ID = "" },
		"no actor":        func(c *events.Commit) { c.Actor = "" },
		"no events":       func(c *events.Commit) { c.Events = nil },
		"two lines":       func(c *events.Commit) { c.Events[0].Data = []byte("{\n}") },
		"no object":       func(c *events.Commit) { c.Events[0].Data = []byte("7") },
		"no JSON":         func(c *events.Commit) { c.Events[0].Data = []byte("{]}") },
		"no schema":       func(c *events.Commit) { c.Events[0].Schema = 0 },
	} {
		c := Commit("g", "a", 1)
		spoil(&c)
		if _, err := l.Append(t.Context(), events.Head{}, c); err == nil {
			t.Errorf("%s: was appended", what)
		}
	}
	wantIDs(t, "All", Read(t, l.All(t.Context(), 0)), "")
}

func testAll(t *testing.T, l events.Log) {
	a1 := Append(t, l, events.Head{}, Commit("beta", "a1", 1))
	Append(t, l, events.Head{}, Commit("alpha", "b1", 1))
	a2 := Append(t, l, a1, Commit("beta", "a2", 2))
	got := Read(t, l.All(t.Context(), 0))
	wantIDs(t, "All", got, "a1 b1 a2")
	if len(got) == 3 && got[2].Head != a2 {
		t.Errorf("the head of the last is %+v, want %+v", got[2].Head, a2)
	}
	wantIDs(t, "All after the first", Read(t, l.All(t.Context(), a1.Seq)), "b1 a2")
	wantIDs(t, "All after the last", Read(t, l.All(t.Context(), a2.Seq)), "")
	for range l.All(t.Context(), 0) {
		break
	}
	games, err := l.Games(t.Context())
	if err != nil || !slices.Equal(games, []string{"alpha", "beta"}) {
		t.Errorf("Games: %v, %v", games, err)
	}
	wantVerified(t, l, events.Report{Commits: 3, Events: 3, Games: 2})
}

func testFollow(t *testing.T, l events.Log) {
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	at := Append(t, l, events.Head{}, Commit("g", "0", 1))
	var got []events.Commit
	var end error
	for c, err := range l.Follow(ctx, 0) {
		if err != nil {
			end = err
			break
		}
		got = append(got, c)
		if len(got) == 5 {
			cancel()
			continue
		}
		at = Append(t, l, at, Commit("g", fmt.Sprint(len(got)), 1))
	}
	if !errors.Is(end, context.Canceled) {
		t.Errorf("it ended with %v, want context.Canceled", end)
	}
	wantIDs(t, "Follow", got, "0 1 2 3 4")
}

func testContention(t *testing.T, l events.Log) {
	Contend(t, l, 8, 20)
}

// Contend makes several writers append to one game concurrently, each the given number of commits, and checks that
// every commit is stored once. It returns the total number of attempts.
func Contend(t testing.TB, l events.Log, writers, each int) (tries int) {
	t.Helper()
	var wg sync.WaitGroup
	var tried, failed = make([]int, writers), make([]error, writers)
	for w := range writers {
		wg.Go(func() {
			var at events.Head
			for i := 0; i < each && failed[w] == nil; i++ {
				var n int
				at, n, failed[w] = Insist(t.Context(), l, at, Commit("g", fmt.Sprint(w, ".", i), i+1))
				tried[w] += n
			}
		})
	}
	wg.Wait()
	if err := errors.Join(failed...); err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for _, c := range Read(t, l.Game(t.Context(), "g", events.Head{})) {
		seen[c.ID] = true
	}
	if len(seen) != writers*each {
		t.Errorf("%d different commits, want %d", len(seen), writers*each)
	}
	n := uint64(writers * each)
	wantVerified(t, l, events.Report{Commits: n, Events: n, Games: 1})
	for _, k := range tried {
		tries += k
	}
	return tries
}

// Insist appends the commit after all commits that others have stored since from, and retries until it succeeds: a
// writer that is always a little late may lose many times. It returns the new head and the number of retries.
func Insist(ctx context.Context, l events.Log, from events.Head, c events.Commit) (events.Head, int, error) {
	for at, tries := from, 0; ; tries++ {
		for got, err := range l.Game(ctx, c.Game, at) {
			if err != nil {
				return at, tries, err
			}
			if at = got.Head; got.ID == c.ID {
				return at, tries, nil // stored, but the answer was lost
			}
		}
		head, err := l.Append(ctx, at, c)
		if err == nil || !errors.Is(err, events.ErrConflict) && !errors.Is(err, events.ErrUnknownOutcome) {
			return head, tries + 1, err
		}
		select {
		case <-time.After(rand.N(2 * time.Millisecond << min(tries, 7))): // random, so that two writers do not collide again
		case <-ctx.Done():
			return at, tries, ctx.Err()
		}
	}
}

func big(id string, size int) events.Commit {
	c := Commit("big", id, 1)
	c.Events[0].Data = []byte(`{"text":"` + strings.Repeat("x", size) + `"}`)
	return c
}

func testLarge(t *testing.T, l events.Log) {
	at := Append(t, l, events.Head{}, big("a", 900<<10))
	for i := range 12 {
		at = Append(t, l, at, big(fmt.Sprint(i), 900<<10))
	}
	if got := Read(t, l.Game(t.Context(), "big", events.Head{})); len(got) != 13 || got[12].Head != at {
		t.Errorf("read %d commits, want 13 and the head %+v", len(got), at)
	}
	wantVerified(t, l, events.Report{Commits: 13, Events: 13, Games: 1})
}

func testTooLarge(t *testing.T, l events.Log, size int) {
	if _, err := l.Append(t.Context(), events.Head{}, big("a", size)); !errors.Is(err, events.ErrTooLarge) {
		t.Errorf("%d bytes of data: %v, want ErrTooLarge", size, err)
	}
	Append(t, l, events.Head{}, big("a", size-1000))
	wantVerified(t, l, events.Report{Commits: 1, Events: 1, Games: 1})
}

func testFull(t *testing.T, l events.Log) {
	var at events.Head
	stored := uint64(0)
	for i := range 300 {
		head, err := l.Append(t.Context(), at, big(fmt.Sprint(i), 1024))
		if errors.Is(err, events.ErrStoreFull) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		at, stored = head, stored+1
	}
	if stored == 0 || stored == 300 {
		t.Fatalf("%d commits were stored: the log has the wrong size for this test", stored)
	}
	// No old commit was dropped to make space.
	wantVerified(t, l, events.Report{Commits: stored, Events: stored, Games: 1})
}

func testContext(t *testing.T, l events.Log) {
	at := Append(t, l, events.Head{}, Commit("g", "a", 1))
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := l.Append(ctx, at, Commit("g", "b", 2)); !errors.Is(err, context.Canceled) ||
		!errors.Is(err, events.ErrUnknownOutcome) {
		t.Errorf("Append: %v, want the outcome unknown, and why", err)
	}
	for _, err := range l.Follow(ctx, 0) {
		if err != nil && !errors.Is(err, context.Canceled) {
			t.Errorf("Follow: %v", err)
		}
		if err != nil {
			return
		}
	}
	t.Error("Follow ended without an error")
}
