package daemon

import (
	"bytes"
	"context"
	"testing"
	"testing/synctest"
	"time"

	"galloper/cmd/galloper/internal/cluster"
	"galloper/cmd/galloper/internal/host"
	"galloper/events"
	"galloper/events/vault"
)

// slow is a vault that takes that long to read a mail.
type slow struct {
	vault.Vault
	takes time.Duration
}

func (s *slow) Mail(ctx context.Context, sha events.Hash) ([]byte, error) {
	time.Sleep(s.takes)
	return s.Vault.Mail(ctx, sha)
}

// renewals grants claims to the first daemon that asks; renewing one takes that long.
type renewals struct {
	takes time.Duration
	lost  bool // to another daemon
	made  int
}

func (*renewals) Take(context.Context, string) (time.Duration, error) { return 0, nil }
func (*renewals) Drop(context.Context, string) error                  { return nil }
func (r *renewals) Renew(context.Context, string) (since time.Time, err error) {
	since = time.Now()
	time.Sleep(r.takes)
	r.made++
	if r.lost {
		return time.Time{}, nil
	}
	return since, nil
}

// A mail is sent even if reading it always takes longer than a claim is valid. It stays if another daemon has claimed
// it meanwhile, or if renewing the claim takes too long as well.
func TestSlowServersHoldNoMailBack(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		what   string
		claims renewals
		sent   int
		told   string
	}{
		{what: "renewed in time", claims: renewals{takes: time.Second}, sent: len(seats) + 1},
		{what: "another daemon's", claims: renewals{lost: true}},
		{what: "renewed too late", claims: renewals{takes: 16 * time.Second}, told: "a mail could not be claimed"},
	} {
		synctest.Test(t, func(t *testing.T) {
			w := newWorld(t)
			w.change = func(o *host.Options) {
				o.Vault = &slow{o.Vault, 20 * time.Second}
				o.Crew = &cluster.Cluster{Shares: whole{}, Last: last, Claims: &c.claims, Doubt: time.Minute}
			}
			w.start()
			w.newGame(events.Settings{})
			w.d.Tick(w.ctx)
			w.d.Flush(w.ctx, w.tried)
			if len(w.sent) != c.sent || c.claims.made == 0 {
				t.Errorf("%s: %d mails went out, want %d; %d claims were renewed", c.what, len(w.sent), c.sent, c.claims.made)
			}
			if !bytes.Contains(w.logged.bytes(), []byte(c.told)) {
				t.Errorf("%s: the log does not say %q:\n%s", c.what, c.told, w.logged.bytes())
			}
		})
	}
}
