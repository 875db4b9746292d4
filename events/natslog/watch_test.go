package natslog

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"galloper/events"
)

func TestMajority(t *testing.T) {
	heard := func(ago ...time.Duration) (list []*jetstream.PeerInfo) {
		for _, a := range ago {
			list = append(list, &jetstream.PeerInfo{Active: a})
		}
		return list
	}
	gone := []*jetstream.PeerInfo{{Offline: true}, {Offline: true}}
	for what, c := range map[string]struct {
		info *jetstream.ClusterInfo
		want bool
	}{
		"a server alone":         {nil, true},
		"a stream on one server": {&jetstream.ClusterInfo{Leader: "a"}, true},
		"three that hear each other": {&jetstream.ClusterInfo{Leader: "a", Replicas: heard(time.Second, time.Second)},
			true},
		"one of three is lost": {&jetstream.ClusterInfo{Leader: "a", Replicas: heard(time.Second, time.Minute)},
			true},
		"a leader that hears nobody": {&jetstream.ClusterInfo{Leader: "a", Replicas: heard(5*time.Second, 5*time.Second)},
			false},
		"a leader of two that stopped": {&jetstream.ClusterInfo{Leader: "a", Replicas: gone}, false},
		"two of five are heard": {&jetstream.ClusterInfo{Leader: "a", Replicas: heard(0, time.Second, time.Minute,
			time.Minute)}, true},
		"one of five is heard": {&jetstream.ClusterInfo{Leader: "a", Replicas: heard(0, time.Hour, time.Minute,
			time.Minute)}, false},
		"no leader": {&jetstream.ClusterInfo{Replicas: heard(0, 0, 0)}, false},
	} {
		if got := majority(c.info); got != c.want {
			t.Errorf("%s: %v, want %v", what, got, c.want)
		}
	}
}

// guest opens a store on the server of another one.
func guest(t *testing.T) *Store {
	t.Helper()
	quiet := slog.New(slog.NewTextHandler(io.Discard, nil))
	host, err := OpenEmbedded(t.TempDir(), Options{Logger: quiet, Listen: "127.0.0.1:0", Timeout: time.Minute})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { host.Close() })
	s, err := OpenCluster(host.URL(), Options{Logger: quiet, Replicas: 1, Timeout: time.Minute,
		Connect: []nats.Option{nats.Timeout(time.Minute)}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

// TestGoneOrOnlyBehind: a message missing in the stream is distinguished from one that only the asked server lacks.
func TestGoneOrOnlyBehind(t *testing.T) {
	t.Parallel()
	s := guest(t)
	packed, err := events.Pack(events.TurnClosed{Turn: 1, Reason: "deadline"})
	if err != nil {
		t.Fatal(err)
	}
	var at events.Head
	for _, id := range []string{"a", "b", "c"} {
		if at, err = s.Append(t.Context(), at, events.Commit{Game: "g", ID: id, At: time.Now(), Actor: "clock",
			Events: packed}); err != nil {
			t.Fatal(err)
		}
	}
	cfg := s.stream.CachedInfo().Config
	cfg.MaxMsgs, cfg.Discard = 2, jetstream.DiscardOld // drops the first message
	if _, err := s.js.UpdateStream(t.Context(), cfg); err != nil {
		t.Fatal(err)
	}
	for seq, want := range map[uint64]error{1: errNone, 2: errBehind, 4: errBehind} {
		if err := s.checkGone(t.Context(), seq); !errors.Is(err, want) {
			t.Errorf("position %d: %v, want %v", seq, err, want)
		}
	}
	if !Unreachable(errBehind) {
		t.Error("a server that is behind does not count as one to be asked again later")
	}
}

// TestFollowingEnds: Follow ends with its context, even while the library re-creates its consumer after a reconnect,
// when the library's own stop can miss the new one.
func TestFollowingEnds(t *testing.T) {
	t.Parallel()
	s := guest(t)
	for round := range 50 {
		ended := make(chan error)
		for i := range 8 {
			ctx, cancel := context.WithCancel(t.Context())
			go func() {
				for _, err := range s.Follow(ctx, 0) {
					ended <- err
				}
			}()
			time.AfterFunc(20*time.Millisecond+time.Duration(round*8+i)*50*time.Microsecond, cancel)
		}
		time.Sleep(20 * time.Millisecond)
		if err := s.nc.ForceReconnect(); err != nil {
			t.Fatal(err)
		}
		for i := range 8 {
			select {
			case <-ended:
			case <-time.After(3 * time.Minute):
				t.Fatalf("round %d: %d of 8 followings have not ended", round, 8-i)
			}
		}
	}
}
