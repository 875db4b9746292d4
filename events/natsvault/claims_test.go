package natsvault_test

import (
	"os"
	"testing"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

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

// TestDroppedLineLeavesNothing: dropping a line also drops the lines that it replaced, but no later one.
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

// TestStreamsCannotBePurged: a manual purge would remove all addresses and raw mails, without the service noticing.
func TestStreamsCannotBePurged(t *testing.T) {
	t.Parallel()
	js := connected(t)
	open(t, js)
	for _, name := range []string{"VAULT", "RAWMAIL", "RAWMAIL2"} {
		s, err := js.Stream(t.Context(), name)
		if err != nil {
			t.Fatal(err)
		}
		if s.Purge(t.Context()) == nil {
			t.Errorf("%s was purged", name)
		}
	}
}
