package daemon

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"galloper/cmd/galloper/internal/game"
	"galloper/events"
	"galloper/events/vault"
	"galloper/mailgate"
	"galloper/projections/campaign"
)

// attempts of a mail that no server has taken yet.
type attempts struct {
	count int
	next  time.Time
	gone  bool  // the server could not be spoken to
	owed  *debt // its fate is known, and not recorded yet
}

// debt is the fate of a mail that the log has still to be told.
type debt struct {
	*parcel
	fate events.Data
}

// parcel is a queued mail on its way.
type parcel struct {
	game string
	mail campaign.Mail
	last bool // it was tried before

	// What became of it.
	fate   events.Data // for the log; nil where it must be tried again
	again  time.Time   // when; zero: after a pause that grows
	what   string      // went wrong, and why
	why    string
	broken bool // the server is at fault: others would fare no better
}

func (p *parcel) key() string { return p.game + "/" + p.mail.Mail }

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
// is left. tried remembers the attempts from one call to the next; nil: nothing does.
func (d *Daemon) Flush(ctx context.Context, tried map[string]attempts) (next time.Time) {
	if d.Sender == nil {
		return time.Time{}
	}
	if tried == nil {
		tried = map[string]attempts{}
	}
	r := round{Daemon: d, ctx: ctx, tried: tried}
	r.payDebts(0)
	r.send(r.due())
	r.payDebts(0)
	d.metrics.Outbox.Set(float64(r.forget()))
	return r.next
}

// round is one pass over the outbox. Its attempts are made by many goroutines, and
// settled by one.
type round struct {
	*Daemon
	ctx   context.Context
	tried map[string]attempts
	next  time.Time // when the earliest of those that wait is due
}

// forget drops what is known of mails that are settled, or another daemon's by now. It
// counts those that wait here, and notes when the next of them is due.
func (r *round) forget() (waiting int) {
	live := map[string]bool{}
	for _, name := range r.agenda.withMail() {
		if r.holds(name) {
			for _, m := range r.queued(r.ctx, name) {
				live[(&parcel{game: name, mail: m}).key()] = true
			}
		}
	}
	for key, a := range r.tried {
		switch {
		case a.owed == nil && !live[key]:
			delete(r.tried, key)
		case r.next.IsZero() || a.next.Before(r.next):
			r.next = a.next
		}
	}
	return len(live)
}

// due returns the mails that are to be tried now.
func (r *round) due() (list []*parcel) {
	for _, name := range r.agenda.withMail() {
		if !r.holds(name) {
			r.next = r.Now().Add(mindPause)
			continue
		}
		for _, m := range r.queued(r.ctx, name) {
			p := &parcel{game: name, mail: m}
			if a := r.tried[p.key()]; a.owed == nil && !r.Now().Before(a.next) {
				p.last = a.count > 0
				list = append(list, p)
			}
		}
	}
	return list
}

// queued returns what of a game is still to be sent.
func (d *Daemon) queued(ctx context.Context, name string) (mails []campaign.Mail) {
	if d.entry(ctx, name) == nil {
		return nil // the lobby, before anything was recorded in it
	}
	if err := d.with(ctx, name, func(g *game.Game) { mails = g.Campaign.Unsent() }); err != nil {
		d.Logger.Warn("the mail of a game waits", "game", name, "error", err)
	}
	if len(mails) == 0 {
		return nil
	}
	if here, err := d.playsHere(ctx, name); err == nil && !here {
		return nil
	}
	return mails
}

// send tries the mails, as many at once as the sender takes, and settles what became
// of each. Where the server is gone the others wait.
func (r *round) send(list []*parcel) {
	if r.Parallel < 2 {
		for _, p := range list {
			if r.ctx.Err() != nil || !r.settle(r.attempt(r.ctx, p)) {
				return
			}
		}
		return
	}
	todo, done, stop := make(chan *parcel), make(chan *parcel), make(chan struct{})
	go func() {
		defer close(todo)
		for _, p := range list {
			select {
			case todo <- p:
			case <-stop:
				return
			case <-r.ctx.Done():
				return
			}
		}
	}()
	var workers sync.WaitGroup
	for range r.Parallel {
		workers.Go(func() {
			for p := range todo {
				done <- r.attempt(r.ctx, p)
			}
		})
	}
	go func() { workers.Wait(); close(done) }()
	stopped := false
	for p := range done {
		if !r.settle(p) && !stopped {
			stopped = true
			close(stop)
		}
	}
}

// settle notes what became of an attempt. It reports whether the server can be spoken
// to at all.
func (r *round) settle(p *parcel) (server bool) {
	switch {
	case p.fate != nil:
		r.isBack()
		r.tried[p.key()] = attempts{owed: &debt{p, p.fate}}
		r.payDebts(r.Parallel)
	case p.what != "":
		r.later(p)
	case !p.again.IsZero():
		a := r.tried[p.key()]
		a.next = p.again
		r.tried[p.key()] = a
	}
	return !p.broken
}

// later has a mail tried again after a pause that grows.
func (r *round) later(p *parcel) {
	a := r.tried[p.key()]
	a.next = p.again
	if a.next.IsZero() {
		a.next = r.Now().Add(r.Retry[min(a.count, len(r.Retry)-1)])
	}
	a.count++
	a.gone = p.broken
	r.gone = r.gone || a.gone
	r.tried[p.key()] = a
	r.Logger.Warn(p.what, "mail", p.key(), "attempt", a.count, "again", a.next, "why", p.why)
}

// isBack has all mails tried at once for which the server was not there: it has just
// answered.
func (r *round) isBack() {
	if !r.gone {
		return
	}
	r.gone = false
	for key, a := range r.tried {
		if a.gone {
			a.gone, a.next = false, r.Now()
			r.tried[key] = a
		}
	}
}

// attempt claims a mail and hands it to the server.
func (d *Daemon) attempt(ctx context.Context, p *parcel) *parcel {
	if mine := d.mayDeliver(ctx, p); !mine {
		return p
	}
	del, err := d.delivery(ctx, p.game, p.mail)
	if errors.Is(err, vault.ErrNotFound) && (d.Crew == nil || p.last) {
		p.fate = events.MailBounced{Mail: p.mail.Mail, Reason: "the mail or its address was erased before it was sent"}
		return p
	}
	if err != nil {
		p.what, p.why, p.again = "the outbox cannot read a mail", err.Error(), d.Now().Add(retryAfter(err))
		return p
	}
	sending, cancel := d.sendingTime(ctx)
	defer cancel()
	d.judge(ctx, p, d.Sender.Send(sending, del))
	return p
}

// judge says what the server's answer comes to.
func (d *Daemon) judge(ctx context.Context, p *parcel, res mailgate.Result) {
	if res.Fate != mailgate.Sent {
		d.setFault(res.Text)
	}
	d.metrics.Sent.WithLabelValues(res.Fate.String()).Inc()
	switch {
	case res.Fate == mailgate.Sent:
		p.fate = events.MailSent{Mail: p.mail.Mail}
	case res.Fate == mailgate.Permanent:
		p.fate = events.MailBounced{Mail: p.mail.Mail, Reason: res.Text}
	case d.Now().Sub(p.mail.At) >= giveUp && !res.Broken && !res.Barred:
		reason := fmt.Sprintf("it was tried for %d days, and given up: %s", int(giveUp.Hours()/24), res.Text)
		p.fate = events.MailBounced{Mail: p.mail.Mail, Reason: reason}
	default:
		if res.Fate == mailgate.Temporary {
			d.disclaim(ctx, p.key())
		}
		p.what, p.why, p.broken = "a mail was not taken", res.Text, res.Broken
	}
}

// payDebts records the fates that are known, those of one game in one commit, also of
// mails whose game is another daemon's by now: sent is sent. With parallel attempts it
// waits until so many of a game have come together: where the process dies they go out
// twice, as those in flight do. Where other daemons would send them again it does not wait.
func (r *round) payDebts(least int) {
	if r.Parallel < 2 || r.Crew != nil {
		least = 0
	}
	owed := map[string][]*debt{}
	for _, a := range r.tried {
		if a.owed != nil && !r.Now().Before(a.next) {
			owed[a.owed.game] = append(owed[a.owed.game], a.owed)
		}
	}
	for _, game := range slices.Sorted(maps.Keys(owed)) {
		if len(owed[game]) >= least {
			r.pay(game, owed[game])
		}
	}
}

// pay records fates of one game. Until that is done the mails are not sent again.
func (r *round) pay(game string, owed []*debt) {
	slices.SortFunc(owed, func(a, b *debt) int { return strings.Compare(a.mail.Mail, b.mail.Mail) })
	err := r.record(r.ctx, game, owed)
	for _, o := range owed {
		if err == nil {
			delete(r.tried, o.key())
			continue
		}
		r.Logger.Warn(
			"the fate of a mail could not be recorded; it is tried again",
			"mail",
			o.key(),
			"fate",
			o.fate.EventType(),
			"error",
			err,
		)
		r.tried[o.key()] = attempts{owed: o, next: r.Now().Add(retryAfter(err))}
	}
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

// delivery reads what is sent: the bytes as they were recorded.
func (d *Daemon) delivery(ctx context.Context, game string, m campaign.Mail) (mailgate.Delivery, error) {
	raw, err := d.Vault.Mail(ctx, m.SHA256)
	if err != nil {
		return mailgate.Delivery{}, err
	}
	to, err := d.book.Address(ctx, m.Address) // never from memory: it may be erased since
	if err != nil {
		return mailgate.Delivery{}, err
	}
	del := mailgate.Delivery{To: to, Raw: raw, Instead: d.Post.Address}
	if m.Answers.IsZero() {
		var epoch int
		if epoch, err = d.epochOf(ctx, game, m.Seat); err == nil {
			del.From, err = d.Post.bounces(game, m.Seat, epoch)
		}
	}
	return del, err
}

// epochOf returns the epoch of a seat's secrets.
func (d *Daemon) epochOf(ctx context.Context, name, seat string) (epoch int, err error) {
	err = d.with(ctx, name, func(g *game.Game) { epoch = g.Epoch(seat) })
	return epoch, err
}

// record records the fates of mails, and tells the umpire of those that were refused.
func (d *Daemon) record(ctx context.Context, name string, owed []*debt) error {
	_, err := d.commit(ctx, name, func(g *game.Game) (c cause, s game.Decision, err error) {
		waiting := map[string]bool{}
		for _, q := range g.Campaign.Unsent() {
			waiting[q.Mail] = true
		}
		for _, o := range owed {
			m := o.mail
			if !waiting[m.Mail] {
				continue // settled meanwhile by another daemon
			}
			if c.id == "" {
				c = cause{id: "sent." + m.Mail, actor: "gate", of: m.Commit}
			}
			s.Record(o.fate)
			if b, ok := o.fate.(events.MailBounced); ok {
				game.DecideBounce(
					g,
					&s,
					game.Returned{
						Seat:    m.Seat,
						Address: m.Address,
						Kind:    m.Kind,
						Reason:  b.Reason,
						Lasting: game.RefusesAddress(b.Reason),
					},
				)
			}
		}
		return c, s, nil
	})
	return err
}
