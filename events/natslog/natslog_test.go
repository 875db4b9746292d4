package natslog_test

import (
	"log/slog"
	"testing"
	"time"

	"galloper/events"
	"galloper/events/logtest"
	"galloper/events/natslog"
	"galloper/events/natstest"
)

func quiet() *slog.Logger { return slog.New(slog.DiscardHandler) }

func open(t testing.TB, dir string, o natslog.Options) *natslog.Store {
	t.Helper()
	if o.Logger == nil {
		o.Logger = quiet()
	}
	if o.Timeout == 0 {
		o.Timeout = time.Minute // on a busy machine a sync may take seconds
	}
	s, err := natslog.OpenEmbedded(dir, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

// openCluster opens the store, and retries during an election.
func openCluster(t testing.TB, url string, o natslog.Options) (s *natslog.Store) {
	t.Helper()
	o.Logger = quiet()
	natstest.Until(t, "the store to be open", func() (open bool) {
		var err error
		if s, err = natslog.OpenCluster(url, o); err != nil && !natslog.Unreachable(err) {
			t.Fatal(err)
		}
		return err == nil
	})
	t.Cleanup(func() { s.Close() })
	return s
}

func TestEmbedded(t *testing.T) {
	t.Parallel()
	logtest.Run(t, logtest.Suite{
		New:     func(t *testing.T) events.Log { return open(t, t.TempDir(), natslog.Options{}) },
		Full:    func(t *testing.T) events.Log { return open(t, t.TempDir(), natslog.Options{MaxBytes: 128 << 10}) },
		MaxLine: natslog.MaxLine,
	})
}

func TestClusterOfOne(t *testing.T) {
	t.Parallel()
	connect := func(t *testing.T, o natslog.Options) events.Log {
		host := open(t, t.TempDir(), natslog.Options{Listen: "127.0.0.1:0", Token: "s3cret", MaxBytes: o.MaxBytes})
		return openCluster(t, host.URL(), natslog.Options{Token: "s3cret", MaxBytes: o.MaxBytes, Timeout: time.Minute})
	}
	logtest.Run(t, logtest.Suite{
		New:     func(t *testing.T) events.Log { return connect(t, natslog.Options{}) },
		Full:    func(t *testing.T) events.Log { return connect(t, natslog.Options{MaxBytes: 128 << 10}) },
		MaxLine: natslog.MaxLine,
	})
}
