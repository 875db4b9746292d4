package daemon

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"galloper/events"
	"galloper/events/vault"
	"galloper/mailgate"
	"galloper/projections/campaign"
)

// backoff is how long after a failed attempt a mail is tried again; the last repeats.
var backoff = []time.Duration{time.Minute, 5 * time.Minute, 15 * time.Minute, time.Hour}

// attempts of a mail that no server has taken yet.
type attempts struct {
	count int
	next  time.Time
}

// Outbox sends what is recorded as queued until ctx ends. A mail is settled when the
// server has taken it, and only then; one whose fate is unknown is sent again, with
// the same bytes.
func (d *Daemon) Outbox(ctx context.Context) error {
	tried := map[string]attempts{}
	for {
		next := d.Flush(ctx, tried)
		wait := longestSleep
		if !next.IsZero() {
			wait = min(max(next.Sub(d.Now()), 100*time.Millisecond), longestSleep)
		}
		timer := time.NewTimer(wait)
		select {
		case <-ctx.Done():
			timer.Stop()
			return ctx.Err()
		case <-d.unsent:
			timer.Stop()
		case <-timer.C:
		}
	}
}

// Flush tries every queued mail that is due, and returns when the next is; zero: none
// is left. tried remembers the attempts from one call to the next.
func (d *Daemon) Flush(ctx context.Context, tried map[string]attempts) (next time.Time) {
	if d.Sender == nil {
		return time.Time{}
	}
	names := append(d.names(), Lobby)
	slices.Sort(names)
	waiting := 0
	for _, name := range names {
		for _, m := range d.queued(ctx, name) {
			at, server := d.deliver(ctx, name, m, tried)
			if !at.IsZero() {
				waiting++
				if next.IsZero() || at.Before(next) {
					next = at
				}
			}
			if !server || ctx.Err() != nil {
				d.metrics.Outbox.Set(float64(waiting))
				return next // the server is gone: the others would fare no better
			}
		}
	}
	d.metrics.Outbox.Set(float64(waiting))
	return next
}

// queued returns what of a game is still to be sent.
func (d *Daemon) queued(ctx context.Context, name string) []campaign.Mail {
	e := d.entry(ctx, name)
	if e == nil {
		return nil
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.broken != nil {
		return nil
	}
	return e.game.Campaign.Unsent()
}

// deliver tries one mail. It returns when to try again, zero if the mail is settled,
// and whether the server can be spoken to at all.
func (d *Daemon) deliver(ctx context.Context, game string, m campaign.Mail, tried map[string]attempts) (again time.Time, server bool) {
	key := game + "/" + m.Mail
	if at := tried[key].next; d.Now().Before(at) {
		return at, true
	}
	del, err := d.delivery(ctx, game, m)
	if errors.Is(err, vault.ErrNotFound) {
		d.settle(ctx, game, events.MailBounced{Mail: m.Mail, Reason: "the mail or its address was erased before it was sent"}, m)
		return time.Time{}, true
	}
	if err != nil {
		return d.later(key, tried, "the outbox cannot read a mail", err.Error()), true
	}
	res := d.Sender.Send(ctx, del)
	if res.Fate != mailgate.Sent {
		d.setFault(res.Text)
	}
	d.metrics.Sent.WithLabelValues(res.Fate.String()).Inc()
	switch res.Fate {
	case mailgate.Sent:
		err = d.settle(ctx, game, events.MailSent{Mail: m.Mail}, m)
	case mailgate.Permanent:
		err = d.settle(ctx, game, events.MailBounced{Mail: m.Mail, Reason: res.Text}, m)
	default:
		if d.Now().Sub(m.At) >= giveUp && !res.Broken {
			err = d.settle(ctx, game, events.MailBounced{Mail: m.Mail, Reason: fmt.Sprintf("it was tried for %d days, and given up: %s", int(giveUp.Hours()/24), res.Text)}, m)
			break
		}
		return d.later(key, tried, "a mail was not taken", res.Text), !res.Broken
	}
	if err != nil {
		return d.later(key, tried, "the fate of a mail could not be recorded", err.Error()), true
	}
	delete(tried, key)
	return time.Time{}, true
}

func (d *Daemon) setFault(text string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.fault = text
}

// lastFault returns what the server said of the last mail that it did not take.
func (d *Daemon) lastFault() string {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.fault
}

func (d *Daemon) later(key string, tried map[string]attempts, what, why string) time.Time {
	a := tried[key]
	a.next = d.Now().Add(backoff[min(a.count, len(backoff)-1)])
	a.count++
	tried[key] = a
	d.Logger.Warn(what, "mail", key, "attempt", a.count, "again", a.next, "why", why)
	return a.next
}

// delivery reads what is sent: the bytes as they were recorded.
func (d *Daemon) delivery(ctx context.Context, game string, m campaign.Mail) (mailgate.Delivery, error) {
	raw, err := d.Vault.Mail(ctx, m.SHA256)
	if err != nil {
		return mailgate.Delivery{}, err
	}
	to, err := d.book.Address(ctx, m.Address)
	if err != nil {
		return mailgate.Delivery{}, err
	}
	del := mailgate.Delivery{To: to, Raw: raw}
	if m.Answers.IsZero() {
		del.From, err = d.Post.bounces(game, m.Seat, d.epochOf(ctx, game, m.Seat))
	}
	return del, err
}

// epochOf returns the epoch of a seat's secrets.
func (d *Daemon) epochOf(ctx context.Context, game, seat string) int {
	e := d.entry(ctx, game)
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.broken != nil {
		return 0
	}
	return e.game.epoch(seat)
}

// settle records the fate of a mail, and tells the umpire of one that was refused.
func (d *Daemon) settle(ctx context.Context, game string, fate events.Data, m campaign.Mail) error {
	_, err := d.commit(ctx, game, func(g *Game) (cause, step, error) {
		if !slices.ContainsFunc(g.Campaign.Unsent(), func(q campaign.Mail) bool { return q.Mail == m.Mail }) {
			return cause{}, step{}, nil // settled meanwhile by another daemon
		}
		c := cause{id: "sent." + m.Mail, actor: "gate", of: m.Commit}
		s := step{data: []events.Data{fate}}
		if b, ok := fate.(events.MailBounced); ok {
			c.id = "bounced." + m.Mail
			g.bounceStep(&s, returned{seat: m.Seat, address: m.Address, kind: m.Kind, reason: b.Reason, lasting: refusesAddress(b.Reason)})
		}
		return c, s, nil
	})
	return err
}
