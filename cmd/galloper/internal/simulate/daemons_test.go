package simulate

import (
	"context"
	"io"
	"log/slog"
	"slices"
	"time"

	"galloper/cmd/galloper/internal/cluster"
	"galloper/cmd/galloper/internal/daemon"
	"galloper/cmd/galloper/internal/host"
	"galloper/cmd/galloper/internal/mailer"
	"galloper/cmd/galloper/internal/outbox"
	"galloper/events/crew"
	"galloper/mailgate"
)

// start opens the daemon on the contents of the log and the vault.
func start(m *mate) {
	m.lives++
	claims := crew.NewClaims(&claimed{m}, crew.Options{Name: m.life(), Doubt: doubt,
		Now: func() time.Time { return m.now }, Logger: slog.New(slog.NewTextHandler(io.Discard, nil))})
	d, err := daemon.Open(m.ctx, host.Options{
		Log: &asked{m}, Vault: &stored{m}, Rulesets: mapless(), Sender: m, Umpires: []string{umpire},
		Snapshot: m.snapshot(),
		Crew: &cluster.Cluster{Shares: &shared{m: m}, Claims: claimsOf(m, claims), Doubt: doubt,
			Last: func(context.Context) (uint64, error) { return m.position, m.server() }},
		Post: mailer.Mailer{Address: service, Name: "Galloper", Delimiter: "+",
			Keys: mailgate.Keyring{{ID: 'a', Key: []byte("a key of the simulation")}}},
		Limits: host.Limits{Hourly: 1 << 30, Daily: 1 << 30, Mails: 1 << 30}, // a run packs days of mail into hours
		Now:    func() time.Time { return m.now.Add(m.skew) },
		Pause: func(_ context.Context, most time.Duration) error {
			m.pass(m.between(time.Millisecond, most))
			return m.alive()
		},
		Logger: slog.New(slog.NewTextHandler(io.Discard, nil)),
	})
	if err != nil || m.dead {
		m.d, m.back = nil, m.now.Add(time.Second)
		m.tell("%s does not come up", m.name)
		return
	}
	m.d, m.tried, m.joined, m.heard = d, map[string]outbox.Attempts{}, m.now, m.now
	if len(d.Recalled) > 0 {
		m.Seen("a start by a snapshot")
	}
	m.tell("%s is up", m.name)
}

func claimsOf(m *mate, claims *crew.Claims) cluster.Claims {
	if m.Mutant == NoClaim {
		return unclaimed{}
	}
	return claims
}

// turn has the daemon do all work that is due now, as its loops would.
func turn(m *mate) {
	if m.d == nil {
		if m.now.Before(m.back) {
			return
		}
		m.dead = false
		start(m)
	}
	if m.d != nil && !m.dead {
		m.listen()
		if m.d.Agenda.Unpark(m.d.Holds) {
			host.Signal(m.d.Due)
		}
		if m.d.Crew.Shares.Holds(cluster.MailboxPart) {
			m.read()
		}
		m.d.Tick(m.ctx)
		m.d.Flush(m.ctx, m.tried)
		if m.one(20) {
			_ = m.d.SaveSnapshot(m.ctx) // if it fails, it is retried later
		}
	}
}

// listen receives the other daemons' commits.
func (m *mate) listen() {
	for c, err := range m.d.Log.All(m.ctx, m.d.Tip.Load()) {
		if err != nil {
			return
		}
		m.d.Hear(m.ctx, &c)
	}
}

// shared divides the work among the daemons that this daemon hears.
type shared struct {
	m       *mate
	members []crew.Member     // as heard when it last divided the work
	of      map[string]string // the owner of each part, as divided then
}

// Holds reports whether the part belongs to this daemon, by the division of crew.Shares.
func (s *shared) Holds(part string) bool {
	m := s.m
	if m.dead || m.now.Before(m.cut) {
		return false
	}
	members := []crew.Member{{Name: m.name, Since: m.joined.UnixNano()}}
	for _, o := range m.mates {
		if o != m && o.d != nil && !m.now.Before(m.unheard) &&
			(m.now.Sub(o.heard) < silence || m.Mutant == NeverMissed) {
			members = append(members, crew.Member{Name: o.name, Since: o.joined.UnixNano()})
		}
	}
	if s.of == nil || !slices.Equal(members, s.members) {
		games, alone := cluster.Parts()
		s.members, s.of = slices.Clone(members), crew.Divide(members, games, alone)
	}
	return s.of[part] == m.name
}

// Changed never signals: each step checks the division again.
func (s *shared) Changed() <-chan struct{} { return nil }

// ServerTime returns the servers' time, extrapolated from the last answer. Here it is exact.
func (s *shared) ServerTime() (time.Time, bool) { return s.m.now, true }

// Run waits for the end.
func (s *shared) Run(ctx context.Context) error { <-ctx.Done(); return ctx.Err() }

// unclaimed grants every claim.
type unclaimed struct{}

func (unclaimed) Take(context.Context, string) (time.Duration, error) { return 0, nil }
func (unclaimed) Renew(context.Context, string) (time.Time, error)    { return time.Now(), nil }
func (unclaimed) Drop(context.Context, string) error                  { return nil }
