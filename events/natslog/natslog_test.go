package natslog_test

import (
	"log/slog"
	"testing"

	"galloper/events"
	"galloper/events/logtest"
	"galloper/events/natslog"
)

func quiet() *slog.Logger { return slog.New(slog.DiscardHandler) }

func open(t testing.TB, dir string, o natslog.Options) *natslog.Store {
	t.Helper()
	if o.Logger == nil {
		o.Logger = quiet()
	}
	s, err := natslog.OpenEmbedded(dir, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

func TestEmbedded(t *testing.T) {
	logtest.Run(t, logtest.Suite{
		New:     func(t *testing.T) events.Log { return open(t, t.TempDir(), natslog.Options{}) },
		Full:    func(t *testing.T) events.Log { return open(t, t.TempDir(), natslog.Options{MaxBytes: 128 << 10}) },
		MaxLine: natslog.MaxLine,
	})
}

func TestClusterOfOne(t *testing.T) {
	connect := func(t *testing.T, o natslog.Options) events.Log {
		host := open(t, t.TempDir(), natslog.Options{Listen: "127.0.0.1:0", Token: "s3cret", MaxBytes: o.MaxBytes})
		s, err := natslog.OpenCluster(host.URL(), natslog.Options{Logger: quiet(), Token: "s3cret", MaxBytes: o.MaxBytes})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { s.Close() })
		return s
	}
	logtest.Run(t, logtest.Suite{
		New:     func(t *testing.T) events.Log { return connect(t, natslog.Options{}) },
		Full:    func(t *testing.T) events.Log { return connect(t, natslog.Options{MaxBytes: 128 << 10}) },
		MaxLine: natslog.MaxLine,
	})
}
