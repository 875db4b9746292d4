package natslog_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"galloper/events"
	"galloper/events/archive"
	"galloper/events/logtest"
	"galloper/events/natslog"
)

// history returns the commits in the store of `stored` before it is damaged.
func history(t *testing.T, dir string) map[string][]events.Commit {
	t.Helper()
	s := open(t, dir, natslog.Options{})
	defer s.Close()
	all := map[string][]events.Commit{}
	for _, c := range logtest.Read(t, s.All(t.Context(), 0)) {
		c.Head.Seq = 0
		all[c.Game] = append(all[c.Game], c)
	}
	return all
}

// plan returns the chains of the games from the readable commits and the archives.
func plan(t *testing.T, s *natslog.Store, saved map[string][]events.Commit) natslog.Chains {
	t.Helper()
	there := map[string][]events.Commit{}
	err := s.Readable(t.Context(), func(c events.Commit) error {
		there[c.Game] = append(there[c.Game], c)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	chains := natslog.Chains{}
	for _, game := range slices.Sorted(maps.Keys(saved)) {
		m, err := archive.Mend(game, there[game], saved[game])
		if err != nil {
			t.Fatal(err)
		}
		chains[game] = m.Chain
	}
	return chains
}

// mustBeWhole fails unless the store has its original content, byte for byte, and accepts commits.
func mustBeWhole(t *testing.T, dir string, want map[string][]events.Commit) {
	t.Helper()
	s := open(t, dir, natslog.Options{})
	defer s.Close()
	if r, err := s.Verify(t.Context()); err != nil || !r.OK() || len(s.Faults()) > 0 {
		t.Fatalf("after the repair: %+v, %v, %q", r, err, s.Faults())
	}
	for game, chain := range want {
		got := logtest.Read(t, s.Game(t.Context(), game, events.Head{}))
		if !slices.EqualFunc(got, chain, func(a, b events.Commit) bool { return a.Line() == b.Line() }) {
			t.Errorf("%s has %d commits, and not the %d that it had", game, len(got), len(chain))
		}
		at, err := s.Head(t.Context(), game)
		if err != nil {
			t.Fatal(err)
		}
		logtest.Append(t, s, at, logtest.Commit(game, "after the repair", 1))
	}
}

// TestMendedFromArchives: each known kind of damage is found and mended from archives.
func TestMendedFromArchives(t *testing.T) {
	t.Parallel()
	flip := func(b []byte) []byte {
		b[bytes.Index(b, []byte(`"id":"g1-20"`))+6] ^= 3 // two bits, because a single one would be corrected
		return b
	}
	for name, damage := range map[string]func(t *testing.T, dir string, blocks []string){
		"flipped byte": func(t *testing.T, _ string, blocks []string) { rewrite(t, blocks[0], flip) },
		"flipped byte, index gone": func(t *testing.T, _ string, blocks []string) {
			dropIndex(t, blocks[0])
			rewrite(t, blocks[0], flip)
		},
		"flipped byte in the last message": func(t *testing.T, _ string, blocks []string) {
			rewrite(t, blocks[len(blocks)-1], func(b []byte) []byte {
				b[bytes.Index(b, []byte(`"id":"g2-39"`))+6] ^= 3 // two bits, because a single one would be corrected
				return b
			})
		},
		"block cut short": func(t *testing.T, _ string, blocks []string) {
			dropIndex(t, blocks[0])
			rewrite(t, blocks[len(blocks)-1], func(b []byte) []byte { return b[:len(b)/3] })
		},
		"block gone": func(t *testing.T, _ string, blocks []string) {
			dropIndex(t, blocks[0])
			if err := os.Remove(blocks[0]); err != nil {
				t.Fatal(err)
			}
		},
		"stream deleted": func(t *testing.T, dir string, _ []string) {
			s := open(t, dir, natslog.Options{})
			defer s.Close()
			if err := s.JetStream().DeleteStream(t.Context(), natslog.Stream); err != nil {
				t.Fatal(err)
			}
			// The server removes the files in the background, and must not be restarted before.
			for begun := time.Now(); len(streamDirs(t, dir)) > 0; time.Sleep(10 * time.Millisecond) {
				if time.Since(begun) > time.Minute {
					t.Fatalf("a minute after the stream was deleted there are %q", streamDirs(t, dir))
				}
			}
		},
		"told to forget the old": func(t *testing.T, dir string, _ []string) { reconfigure(t, dir, 50) },
	} {
		t.Run(name, func(t *testing.T) {
			dir, blocks := stored(t)
			want := history(t, dir)
			damage(t, dir, blocks)
			s, err := natslog.OpenEmbedded(dir, natslog.Options{Logger: quiet(), Mend: true})
			if err != nil {
				t.Fatal(err)
			}
			defer s.Close()
			if r, err := s.Verify(t.Context()); err != nil || r.OK() && len(s.Faults()) == 0 {
				t.Fatalf("the damage is not found: %+v, %v", r, err)
			}
			kept, err := s.Rebuild(t.Context(), plan(t, s, want))
			if err != nil {
				t.Fatal(err)
			}
			if _, err := os.Stat(filepath.Join(kept, "meta.inf")); err != nil && name != "stream deleted" {
				t.Errorf("the damaged files are not kept: %v", err)
			}
			if r, err := s.Verify(t.Context()); err != nil || !r.OK() {
				t.Errorf("at once after the repair: %+v, %v", r, err)
			}
			s.Close()
			mustBeWhole(t, dir, want)
		})
	}
}

// streamDirs returns the directories of streams, including those that the server is about to remove.
func streamDirs(t *testing.T, dir string) []string {
	t.Helper()
	dirs, err := filepath.Glob(filepath.Join(dir, "jetstream", "*", "streams", "*"))
	if err != nil {
		t.Fatal(err)
	}
	return dirs
}

// reconfigure limits the stream to the given number of messages, like an operator.
func reconfigure(t *testing.T, dir string, most int64) {
	t.Helper()
	s := open(t, dir, natslog.Options{})
	defer s.Close()
	st, err := s.JetStream().Stream(t.Context(), natslog.Stream)
	if err != nil {
		t.Fatal(err)
	}
	cfg := st.CachedInfo().Config
	cfg.MaxMsgs, cfg.Discard = most, jetstream.DiscardOld
	if _, err := s.JetStream().UpdateStream(t.Context(), cfg); err != nil {
		t.Fatal(err)
	}
}

// TestMendLeavesOtherGamesAsTheyAre: a game without an archive stays broken, and the others are not affected.
func TestMendLeavesOtherGamesAsTheyAre(t *testing.T) {
	t.Parallel()
	dir, blocks := stored(t)
	want := history(t, dir)
	dropIndex(t, blocks[0])
	rewrite(t, blocks[len(blocks)-1], func(b []byte) []byte { return b[:len(b)/2] })
	s, err := natslog.OpenEmbedded(dir, natslog.Options{Logger: quiet(), Mend: true})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.Rebuild(t.Context(), plan(t, s, map[string][]events.Commit{"g1": want["g1"]})); err != nil {
		t.Fatal(err)
	}
	for range 2 { // at once, and after reopening
		if n, err := lastErr(t, s, "g1"); n != 40 || err != nil {
			t.Errorf("g1: %d commits, %v", n, err)
		}
		for _, game := range []string{"g0", "g2"} {
			n, err := lastErr(t, s, game)
			if n == 0 || n >= 40 || !errors.Is(err, events.ErrBroken) {
				t.Errorf("%s: %d commits, %v; want that its end is still missed", game, n, err)
			}
		}
		s.Close()
		s = open(t, dir, natslog.Options{})
	}
}

func TestSettingsAreSetBack(t *testing.T) {
	t.Parallel()
	dir, _ := stored(t)
	want := history(t, dir)
	reconfigure(t, dir, 1000)
	s, err := natslog.OpenEmbedded(dir, natslog.Options{Logger: quiet(), Mend: true})
	if err != nil {
		t.Fatal(err)
	}
	if ok, err := s.SetBack(t.Context()); !ok || err != nil {
		t.Errorf("set back: %v, %v", ok, err)
	}
	s.Close()
	mustBeWhole(t, dir, want)
}

// TestSealedStreamIsWrittenAnew: a sealed stream cannot be unsealed, so it is rebuilt from itself.
func TestSealedStreamIsWrittenAnew(t *testing.T) {
	t.Parallel()
	dir, _ := stored(t)
	want := history(t, dir)
	s := open(t, dir, natslog.Options{})
	st, err := s.JetStream().Stream(t.Context(), natslog.Stream)
	if err != nil {
		t.Fatal(err)
	}
	cfg := st.CachedInfo().Config
	cfg.Sealed = true
	if _, err := s.JetStream().UpdateStream(t.Context(), cfg); err != nil {
		t.Fatal(err)
	}
	s.Close()
	if _, err := natslog.OpenEmbedded(dir, natslog.Options{Logger: quiet()}); !errors.As(err, new(*natslog.DriftError)) {
		t.Errorf("a sealed stream is opened: %v", err)
	}
	s, err = natslog.OpenEmbedded(dir, natslog.Options{Logger: quiet(), Mend: true})
	if err != nil {
		t.Fatal(err)
	}
	if ok, err := s.SetBack(t.Context()); ok || err != nil {
		t.Errorf("set back: %v, %v", ok, err)
	}
	if _, err := s.Rebuild(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	s.Close()
	mustBeWhole(t, dir, want)
}

// interrupted is a context that ends a repair between two steps. Goroutines of the client use it as well.
type interrupted struct {
	context.Context
	left *atomic.Int64
}

// Err counts down, and returns an error at the end of the count.
func (c interrupted) Err() error {
	if c.left.Add(-1) < 0 {
		return context.Canceled
	}
	return c.Context.Err()
}

// Done counts down, and returns a closed channel at the end of the count.
func (c interrupted) Done() <-chan struct{} {
	if c.left.Add(-1) < 0 {
		done := make(chan struct{})
		close(done)
		return done
	}
	return c.Context.Done()
}

// TestMendInterruptedAnywhere: a repair interrupted anywhere is finished by the next one, without loss.
func TestMendInterruptedAnywhere(t *testing.T) {
	t.Parallel()
	dir, blocks := stored(t)
	want := history(t, dir)
	rewrite(t, blocks[0], func(b []byte) []byte {
		b[bytes.Index(b, []byte(`"id":"g1-20"`))+6] ^= 3 // two bits, because a single one would be corrected
		return b
	})
	halfway := 0
	for n := 0; ; n += 1 + n/4 {
		s, err := natslog.OpenEmbedded(dir, natslog.Options{Logger: quiet(), Mend: true})
		if err != nil {
			t.Fatalf("after a repair that was cut off at %d: %v", n, err)
		}
		var left atomic.Int64
		left.Store(int64(n))
		ctx := interrupted{t.Context(), &left}
		if s.Unfinished() {
			halfway++
			err = s.FinishMend(ctx)
		} else {
			_, err = s.Rebuild(ctx, plan(t, s, want))
		}
		s.Close()
		if err == nil {
			break
		}
		if n > 100_000 {
			t.Fatalf("it never ends: %v", err)
		}
	}
	if halfway == 0 {
		t.Error("it was never cut off between the two logs: the test is blind")
	}
	mustBeWhole(t, dir, want)
}

func TestUnfinishedMendIsNotOpened(t *testing.T) {
	t.Parallel()
	dir, _ := stored(t)
	s := open(t, dir, natslog.Options{})
	_, err := s.JetStream().CreateStream(t.Context(), jetstream.StreamConfig{Name: "EVENTS_MENDED",
		Subjects: []string{"mended.*"}, Metadata: map[string]string{"galloper-mended": "g1"}})
	if err != nil {
		t.Fatal(err)
	}
	s.Close()
	if _, err := natslog.OpenEmbedded(dir, natslog.Options{Logger: quiet()}); !errors.As(err,
		new(natslog.UnfinishedError)) {
		t.Errorf("%v; want that the repair is to be finished", err)
	}
}

// TestMendedOnAnExternalServer: repair over the network, where no files are kept and no heads recorded.
func TestMendedOnAnExternalServer(t *testing.T) {
	t.Parallel()
	host := open(t, t.TempDir(), natslog.Options{Listen: "127.0.0.1:0"})
	connect := func(mend bool) *natslog.Store {
		t.Helper()
		s, err := natslog.OpenCluster(host.URL(), natslog.Options{Logger: quiet(), Replicas: 1, Mend: mend})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { s.Close() })
		return s
	}
	s := connect(false)
	want := map[string][]events.Commit{}
	for _, game := range []string{"g0", "g1"} {
		var at events.Head
		for i := range 30 {
			at = logtest.Append(t, s, at, logtest.Commit(game, fmt.Sprint(i), i))
		}
		want[game] = logtest.Read(t, s.Game(t.Context(), game, events.Head{}))
	}
	st, err := s.JetStream().Stream(t.Context(), natslog.Stream)
	if err != nil {
		t.Fatal(err)
	}
	cfg := st.CachedInfo().Config
	cfg.MaxMsgs, cfg.Discard = 20, jetstream.DiscardOld
	if _, err := s.JetStream().UpdateStream(t.Context(), cfg); err != nil {
		t.Fatal(err)
	}
	s.Close()
	s = connect(true)
	if r, err := s.Verify(t.Context()); err != nil || r.OK() {
		t.Fatalf("the damage is not found: %+v, %v", r, err)
	}
	if kept, err := s.Rebuild(t.Context(), plan(t, s, want)); err != nil || kept != "" {
		t.Fatalf("%q, %v", kept, err)
	}
	s = connect(false)
	if r, err := s.Verify(t.Context()); err != nil || !r.OK() || r.Commits != 60 {
		t.Errorf("after the repair: %+v, %v", r, err)
	}
	at, err := s.Head(t.Context(), "g0")
	if err != nil || at.Hash != want["g0"][29].Head.Hash {
		t.Fatalf("%+v, %v", at, err)
	}
	logtest.Append(t, s, at, logtest.Commit("g0", "goes on", 1))
}
