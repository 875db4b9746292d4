package natsvault_test

import (
	"errors"
	"os"
	"slices"
	"testing"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"galloper/events"
	"galloper/events/crew"
	"galloper/events/natstest"
	"galloper/events/natsvault"
)

func TestMain(m *testing.M) {
	natstest.Main()
	os.Exit(m.Run())
}

func connected(t *testing.T) jetstream.JetStream {
	t.Helper()
	nc, err := nats.Connect(natstest.Start(t, 1).URL())
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

func open(t *testing.T, js jetstream.JetStream) *natsvault.Vault {
	t.Helper()
	v, err := natsvault.Open(t.Context(), js, 1)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// TestDroppedLineLeavesNothing: a line that took the place of another leaves none behind when it is dropped, and takes
// with it none that has come since.
func TestDroppedLineLeavesNothing(t *testing.T) {
	t.Parallel()
	l := open(t, connected(t)).Ledger()
	put := func(by string, at uint64) (number uint64) {
		t.Helper()
		if err := l.Put(t.Context(), "mail", by, at); err != nil {
			t.Fatal(err)
		}
		_, number, err := l.Last(t.Context(), "mail")
		if err != nil {
			t.Fatal(err)
		}
		return number
	}
	drop := func(number uint64) {
		t.Helper()
		if err := l.Drop(t.Context(), "mail", number); err != nil {
			t.Fatal(err)
		}
	}
	first := put("a", 0)
	second := put("b", first)
	drop(second)
	if by, number, err := l.Last(t.Context(), "mail"); number != 0 || err != nil {
		t.Fatalf("%s has what was dropped: %v", by, err)
	}
	third := put("a", 0)
	drop(second)
	if _, number, err := l.Last(t.Context(), "mail"); number != third || err != nil {
		t.Fatalf("line %d is left, want %d: %v", number, third, err)
	}
}

// TestClaimsAreBroughtOver: in an older store claims had a stream of their own. They go on to stand, are no values of
// the vault, and the stream goes.
func TestClaimsAreBroughtOver(t *testing.T) {
	t.Parallel()
	js := connected(t)
	_, err := js.CreateStream(t.Context(), jetstream.StreamConfig{Name: "VAULT", Subjects: []string{"vault.>"}})
	if err == nil {
		_, err = js.CreateStream(t.Context(), jetstream.StreamConfig{Name: "CLAIMS", Subjects: []string{"claim.*"}})
	}
	for _, subject := range []string{"vault.key", "claim." + events.Sum([]byte("one")).String(),
		"claim." + events.Sum([]byte("two")).String()} {
		if err == nil {
			_, err = js.Publish(t.Context(), subject, []byte("a"))
		}
	}
	if err != nil {
		t.Fatal(err)
	}
	for range 2 { // again, as it is now
		v := open(t, js)
		if keys, err := v.Keys(t.Context(), ""); err != nil || !slices.Equal(keys, []string{"key"}) {
			t.Errorf("the vault has %q: %v", keys, err)
		}
		for _, piece := range []string{"one", "two"} {
			if by, _, err := v.Ledger().Last(t.Context(), piece); by != "a" || err != nil {
				t.Errorf("%s is %q's: %v", piece, by, err)
			}
			if err := v.Ledger().Put(t.Context(), piece, "b", 0); !errors.Is(err, crew.ErrTaken) {
				t.Errorf("%s is claimed once more: %v", piece, err)
			}
		}
	}
	if _, err := js.Stream(t.Context(), "CLAIMS"); !errors.Is(err, jetstream.ErrStreamNotFound) {
		t.Errorf("the old stream is there yet: %v", err)
	}
}
