package simulate

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"fmt"
	mathrand "math/rand/v2"
	"os"
	"time"

	"galloper/cmd/galloper/internal/admin"
	"galloper/cmd/galloper/internal/daemon"
	"galloper/cmd/galloper/internal/game"
	"galloper/cmd/galloper/internal/host"
	"galloper/events"
	"galloper/projections/campaign"
)

// answerWithin limits the wait of a mail for its answer after the last fault: the time of all retries, if
// every attempt but the last is refused, and a margin.
var answerWithin = func() time.Duration {
	within := 10 * time.Minute
	for _, pause := range host.Patience() {
		within += pause
	}
	return within
}()

// Run plays one seed. It also draws the game's keys and seeds from it and replaces crypto/rand meanwhile, so no
// other run, and nothing else that needs secrets, may happen in the process at the same time.
func Run(ctx context.Context, o Options) Result {
	if o.Faults == 0 {
		o.Faults = 200
	}
	outer := rand.Reader
	defer func() { rand.Reader = outer }()
	var seed [32]byte
	copy(seed[:], fmt.Sprint(o.Seed))
	rand.Reader = mathrand.NewChaCha8(seed)

	s := newSea(ctx, o)
	var err error
	if s.disk, err = os.MkdirTemp("", "simulate-"); err != nil {
		s.broken("there is no room for what the daemons keep: %v", err)
		return s.res
	}
	defer os.RemoveAll(s.disk)
	for i := range 3 {
		s.mates = append(s.mates, &mate{sea: s, name: string(rune('a' + i)), back: s.now})
	}
	s.work = turn
	began := s.now
	s.found()
	s.storm()
	s.heal()
	s.rest()
	s.check()
	s.res.Took = s.now.Sub(began)
	s.res.Trace = hex.EncodeToString(s.trace.Sum(nil))
	return s.res
}

// found creates the game before the first fault.
func (s *sea) found() {
	left := s.left
	s.left = 0
	defer func() { s.left = left }()
	for _, m := range s.mates {
		m.step()
	}
	n := admin.NewGame{Name: mill, File: "mill.yaml", Scenario: scenario, Seats: map[string][]string{},
		Settings: events.Settings{Every: "1d", Remind: []string{"6h"}}}
	for _, seat := range seats {
		n.Seats[seat] = []string{addressOf(seat)}
	}
	s.mates[0].busy(func() {
		if _, err := s.mates[0].d.New(s.ctx, n); err != nil {
			s.broken("no game can be made: %v", err)
		}
	})
}

// storm lets players write mails and faults strike until all faults have occurred.
func (s *sea) storm() {
	for steps := 0; s.left > 0 && len(s.res.Broken) == 0; steps++ {
		if steps > 200*s.Faults {
			s.broken("it stands still: %d faults have not come", s.left)
			return
		}
		switch {
		case s.one(40):
			s.pass(s.between(time.Hour, 9*time.Hour))
		case s.one(3):
			s.pass(s.between(10*time.Second, 5*time.Minute))
		default:
			s.pass(s.between(10*time.Millisecond, time.Second))
		}
		if s.one(6) {
			s.write()
		}
		s.round()
		s.resume()
	}
	if s.now.Before(s.calm) {
		s.pass(s.calm.Sub(s.now))
	}
}

// round lets each daemon work once.
func (s *sea) round() {
	for _, i := range s.rng.Perm(len(s.mates)) {
		if m := s.mates[i]; m.idle() {
			m.step()
		}
	}
}

// resume acts as the umpire and resumes a turn that was held because most seats were silent.
func (s *sea) resume() {
	m := s.mates[s.rng.IntN(len(s.mates))]
	if m.d == nil || !m.idle() || !s.one(10) {
		return
	}
	m.busy(func() {
		held := 0
		if err := m.d.With(s.ctx, mill, func(g *game.Game) {
			if g.Campaign.Phase() == campaign.Held {
				held = g.Campaign.Number()
			}
		}); err != nil || held == 0 {
			return
		}
		text := fmt.Sprintf("RESUME TURN %d", held)
		_, _ = m.d.Rule(s.ctx, daemon.RuleRequest{Game: mill, Text: text}) // if it fails, it is retried later
	})
}

// rest waits until all mails written are answered and all mails queued are sent.
func (s *sea) rest() {
	healed := s.now
	for s.now.Sub(healed) < answerWithin && len(s.res.Broken) == 0 {
		s.pass(time.Second)
		s.round()
		if len(s.wrote) == 0 && len(s.mailbox) == 0 && s.unsent == 0 {
			s.res.Rest = s.now.Sub(healed)
			return
		}
	}
	if len(s.res.Broken) == 0 {
		s.broken("%s after the faults %d mails are not answered, %d not read, %d not sent", answerWithin, len(s.wrote),
			len(s.mailbox), s.unsent)
	}
}
