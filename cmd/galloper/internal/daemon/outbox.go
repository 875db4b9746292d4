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
	owed  *debt // its fate is known, and not recorded yet
}

// debt is the fate of a mail that the log has still to be told.
type debt struct {
	game string
	mail campaign.Mail
	fate events.Data
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
	waiting := 0
	next = d.payDebts(ctx, tried)
	for _, name := range d.agenda.withMail() {
		if !d.holds(name) {
			continue
		}
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
	if at := tried[key]; at.owed != nil || d.Now().Before(at.next) {
		return at.next, true
	}
	if again, mine := d.mayDeliver(ctx, game, m, key, tried); !mine {
		return again, true
	}
	fate, again, server := d.attempt(ctx, game, m, key, tried)
	if fate == nil {
		return again, server
	}
	tried[key] = attempts{owed: &debt{game, m, fate}}
	return d.payDebt(ctx, key, tried), true
}

// attempt hands the mail to the server. fate is nil where it must be tried again.
func (d *Daemon) attempt(ctx context.Context, game string, m campaign.Mail, key string, tried map[string]attempts) (fate events.Data, again time.Time, server bool) {
	del, err := d.delivery(ctx, game, m)
	if errors.Is(err, vault.ErrNotFound) && (d.Crew == nil || tried[key].count > 0) {
		return events.MailBounced{Mail: m.Mail, Reason: "the mail or its address was erased before it was sent"}, time.Time{}, true
	}
	if err != nil {
		return nil, d.later(key, tried, "the outbox cannot read a mail", err.Error()), true
	}
	sending, cancel := d.sendingTime(ctx)
	defer cancel()
	res := d.Sender.Send(sending, del)
	if res.Fate != mailgate.Sent {
		d.setFault(res.Text)
	}
	d.metrics.Sent.WithLabelValues(res.Fate.String()).Inc()
	switch {
	case res.Fate == mailgate.Sent:
		return events.MailSent{Mail: m.Mail}, time.Time{}, true
	case res.Fate == mailgate.Permanent:
		return events.MailBounced{Mail: m.Mail, Reason: res.Text}, time.Time{}, true
	case d.Now().Sub(m.At) >= giveUp && !res.Broken:
		reason := fmt.Sprintf("it was tried for %d days, and given up: %s", int(giveUp.Hours()/24), res.Text)
		return events.MailBounced{Mail: m.Mail, Reason: reason}, time.Time{}, true
	case res.Fate == mailgate.Temporary:
		d.disclaim(ctx, key)
	}
	return nil, d.later(key, tried, "a mail was not taken", res.Text), !res.Broken
}

// payDebts records the fates that could not be recorded before, also of mails whose
// game is another daemon's by now: sent is sent. It returns when to try again.
func (d *Daemon) payDebts(ctx context.Context, tried map[string]attempts) (next time.Time) {
	for key, a := range tried {
		if a.owed == nil || d.Now().Before(a.next) {
			continue
		}
		if at := d.payDebt(ctx, key, tried); !at.IsZero() && (next.IsZero() || at.Before(next)) {
			next = at
		}
	}
	return next
}

// payDebt records the fate of a mail. Until that is done the mail is not sent again.
func (d *Daemon) payDebt(ctx context.Context, key string, tried map[string]attempts) (again time.Time) {
	a := tried[key]
	if err := d.settle(ctx, a.owed.game, a.owed.fate, a.owed.mail); err != nil {
		d.Logger.Warn("the fate of a mail could not be recorded; it is tried again", "mail", key, "fate", a.owed.fate.EventType(), "error", err)
		a.next = d.Now().Add(retryAfter)
		tried[key] = a
		return a.next
	}
	delete(tried, key)
	return time.Time{}
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
