package outbox

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
	"galloper/cmd/galloper/internal/host"
	"galloper/events"
	"galloper/events/vault"
	"galloper/mailgate"
	"galloper/projections/campaign"
)

// Attempts records the attempts to send a mail that is not settled in the log.
type Attempts struct {
	count int
	since time.Time // by the clock, when next was set
	next  time.Time
	gone  bool  // the server was unreachable
	owed  *debt // the mail's fate, if it is known but not recorded yet
}

// isDue reports whether it is time for the next attempt. If the clock was set back since, it is time too,
// because next would come much too late.
func (a *Attempts) isDue(now time.Time) bool { return !now.Before(a.next) || now.Before(a.since) }

// debt is a fate that is still to be recorded in the log.
type debt struct {
	*parcel
	fate events.Data
}

// SendQueued sends queued mails until ctx ends. A mail is settled once the server has accepted it or refused
// it for good, or GiveUp is over. If its fate is unknown, the same bytes are sent again.
func (d *Outbox) SendQueued(ctx context.Context) error {
	tried := map[string]Attempts{}
	for ctx.Err() == nil {
		d.WaitUntil(ctx, d.MailReady, d.Flush(ctx, tried), 100*time.Millisecond)
	}
	return ctx.Err()
}

// Flush tries every queued mail that is due, and returns when the next one is, or the zero time if no mail is
// left. tried keeps the attempts from one call to the next; it may be nil.
func (d *Outbox) Flush(ctx context.Context, tried map[string]Attempts) (next time.Time) {
	if d.Sender == nil {
		return time.Time{}
	}
	if tried == nil {
		tried = map[string]Attempts{}
	}
	r := round{Outbox: d, ctx: ctx, tried: tried}
	r.payDebts(0)
	r.send(r.due())
	r.payDebts(0)
	d.Metrics.Outbox.Set(float64(r.forget()))
	return r.next
}

// round is one pass over the outbox. Many goroutines make its attempts, and one settles them.
type round struct {
	*Outbox
	ctx   context.Context
	tried map[string]Attempts
	next  time.Time // when the earliest waiting mail is due
}

// forget drops the attempts of mails that are settled or now belong to another daemon. It returns how many
// mails wait here, and sets when the next of them is due.
func (r *round) forget() (waiting int) {
	live := map[string]bool{}
	for _, name := range r.Agenda.WithMail() {
		if r.Holds(name) {
			for _, m := range r.Queued(r.ctx, name) {
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

func (r *round) due() (list []*parcel) {
	for _, name := range r.Agenda.WithMail() {
		if !r.Holds(name) {
			r.next = r.Now().Add(host.MindPause)
			continue
		}
		for _, m := range r.Queued(r.ctx, name) {
			p := &parcel{game: name, mail: m}
			if a := r.tried[p.key()]; a.owed == nil && a.isDue(r.Now()) {
				p.last = a.count > 0
				list = append(list, p)
			}
		}
	}
	return list
}

// send tries the mails, as many in parallel as the sender allows, and settles each attempt. Once the server is
// unreachable, it leaves the others waiting.
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

// settle processes the result of an attempt, and reports whether the server can be reached.
func (r *round) settle(p *parcel) (server bool) {
	switch {
	case p.fate != nil:
		r.isBack()
		r.tried[p.key()] = Attempts{owed: &debt{p, p.fate}}
		r.payDebts(r.Parallel)
	case p.what != "":
		r.reschedule(p)
	case !p.again.IsZero():
		a := r.tried[p.key()]
		a.since, a.next = r.Now(), p.again
		r.tried[p.key()] = a
	}
	return !p.broken
}

// reschedule schedules a mail to be tried again, by default after a growing pause.
func (r *round) reschedule(p *parcel) {
	a := r.tried[p.key()]
	if a.gone && !p.broken { // the server is back, and defers this mail
		a.count = 0
	}
	a.since, a.next = r.Now(), p.again
	if a.next.IsZero() {
		a.next = a.since.Add(r.Retry[min(a.count, len(r.Retry)-1)])
	}
	a.count++
	a.gone = p.broken
	r.gone = r.gone || a.gone
	r.tried[p.key()] = a
	r.Logger.Warn(p.what, "mail", p.key(), "attempt", a.count, "again", a.next, "why", p.why)
}

// isBack makes all mails due at once that failed because the server was unreachable, now that it has answered.
// Their pauses start again from the shortest, because the failures were not their fault.
func (r *round) isBack() {
	if !r.gone {
		return
	}
	r.gone = false
	for key, a := range r.tried {
		if a.gone {
			a.gone, a.count, a.next = false, 0, r.Now()
			r.tried[key] = a
		}
	}
}

// attempt claims a mail and hands it to the server.
func (d *Outbox) attempt(ctx context.Context, p *parcel) *parcel {
	begun := time.Now()
	if mine := d.mayDeliver(ctx, p); !mine {
		return p
	}
	del, err := d.delivery(ctx, p.game, p.mail)
	if errors.Is(err, vault.ErrNotFound) && (d.Crew == nil || p.last) {
		p.fate = events.MailBounced{Mail: p.mail.Mail, Reason: "the mail or its address was erased before it was sent"}
		return p
	}
	if err != nil {
		p.what, p.why, p.again = "the outbox cannot read a mail", err.Error(), d.Now().Add(host.RetryAfter(err))
		return p
	}
	if d.late(begun) && !d.renewClaim(ctx, p) {
		return p
	}
	sending, cancel := d.sendingTime(ctx)
	defer cancel()
	d.judge(ctx, p, d.Sender.Send(sending, del))
	return p
}

// judge turns the server's answer into the result of the attempt.
func (d *Outbox) judge(ctx context.Context, p *parcel, res mailgate.Result) {
	if res.Fate != mailgate.Sent {
		d.setFault(res.Text)
	}
	d.Metrics.Sent.WithLabelValues(res.Fate.String()).Inc()
	switch {
	case res.Fate == mailgate.Sent:
		p.fate = events.MailSent{Mail: p.mail.Mail}
		if d.Taken != nil {
			d.Taken(ctx, p.game, p.mail)
		}
	case res.Fate == mailgate.Permanent:
		p.fate = events.MailBounced{Mail: p.mail.Mail, Reason: res.Text}
	case d.Now().Sub(p.mail.At) >= GiveUp && !res.Broken && !res.Barred:
		reason := fmt.Sprintf("it was tried for %d days, and given up: %s", int(GiveUp.Hours()/24), res.Text)
		p.fate = events.MailBounced{Mail: p.mail.Mail, Reason: reason}
	default:
		if res.Fate == mailgate.Temporary {
			d.disclaim(ctx, p.key())
		}
		p.what, p.why, p.broken = "a mail was not taken", res.Text, res.Broken
	}
}

// payDebts records the known fates, each game's in one commit, even of mails whose game now belongs to another
// daemon. With parallel attempts it waits until a game has at least this many: if the process dies before that,
// the mails are sent twice, like those in flight. It doesn't wait if there are other daemons, which would send
// them again.
func (r *round) payDebts(least int) {
	if r.Parallel < 2 || r.Crew != nil {
		least = 0
	}
	owed := map[string][]*debt{}
	for _, a := range r.tried {
		if a.owed != nil && a.isDue(r.Now()) {
			owed[a.owed.game] = append(owed[a.owed.game], a.owed)
		}
	}
	for _, game := range slices.Sorted(maps.Keys(owed)) {
		if len(owed[game]) >= least {
			r.pay(game, owed[game])
		}
	}
}

// pay records fates of one game. Until it succeeds, the mails are not sent again.
func (r *round) pay(game string, owed []*debt) {
	slices.SortFunc(owed, func(a, b *debt) int { return strings.Compare(a.mail.Mail, b.mail.Mail) })
	err := r.record(r.ctx, game, owed)
	for _, o := range owed {
		if err == nil {
			delete(r.tried, o.key())
			continue
		}
		r.Logger.Warn("the fate of a mail could not be recorded; it is tried again",
			"mail", o.key(), "fate", o.fate.EventType(), "error", err)
		now := r.Now()
		r.tried[o.key()] = Attempts{owed: o, since: now, next: now.Add(host.RetryAfter(err))}
	}
}

// delivery reads the recorded bytes of a mail and its current address.
func (d *Outbox) delivery(ctx context.Context, game string, m campaign.Mail) (mailgate.Delivery, error) {
	raw, err := d.Vault.Mail(ctx, m.SHA256)
	if err != nil {
		return mailgate.Delivery{}, err
	}
	to, err := d.Book.Address(ctx, m.Address) // not cached: it may have been erased since
	if err != nil {
		return mailgate.Delivery{}, err
	}
	del := mailgate.Delivery{To: to, Raw: raw, Instead: d.Post.Address}
	if m.Answers.IsZero() {
		var epoch int
		if epoch, err = d.EpochOf(ctx, game, m.Seat); err == nil {
			del.From, err = d.Post.Bounces(game, m.Seat, epoch)
		}
	}
	return del, err
}

// record records the fates of mails, and tells the umpire of refused ones.
func (d *Outbox) record(ctx context.Context, name string, owed []*debt) error {
	_, err := d.Commit(ctx, name, func(g *game.Game) (c host.Cause, s game.Decision, err error) {
		waiting := map[string]bool{}
		for _, q := range g.Campaign.Unsent() {
			waiting[q.Mail] = true
		}
		for _, o := range owed {
			m := o.mail
			if !waiting[m.Mail] {
				continue // another daemon has settled it
			}
			if c.Id == "" {
				c = host.Cause{Id: "sent." + m.Mail, Actor: "gate", Of: m.Commit}
			}
			s.Record(o.fate)
			if b, ok := o.fate.(events.MailBounced); ok {
				game.DecideBounce(
					g,
					&s,
					game.Returned{Seat: m.Seat, Address: m.Address, Kind: m.Kind, Turn: m.Turn,
						Reason: b.Reason, Name: d.AddressOf(ctx, m.Address),
						Lasting: game.RefusesAddress(b.Reason)},
				)
			}
		}
		return c, s, nil
	})
	return err
}

const (
	// GiveUp limits how long a mail is retried. RFC 5321 §4.5.4.1 asks for at least four days.
	GiveUp = 5 * 24 * time.Hour
	// LookEvery is the longest interval between two checks for faults.
	LookEvery = time.Minute
)

// mayDeliver claims a mail, and reports whether this daemon may send it. If another daemon has the claim, it
// sets p.again.
func (d *Outbox) mayDeliver(ctx context.Context, p *parcel) (mine bool) {
	if d.Crew == nil {
		return true
	}
	wait, err := d.Crew.Claims.Take(ctx, p.key())
	if err == nil && wait == 0 {
		// This daemon's state of the game may be old, and the mail already sent.
		err = d.Refresh(ctx, p.game)
	}
	switch {
	case err != nil:
		d.unclaimed(p, err)
		return false
	case wait > 0:
		p.again = d.Now().Add(wait)
		return false
	}
	return slices.ContainsFunc(d.Queued(ctx, p.game), func(q campaign.Mail) bool { return q.Mail == p.mail.Mail })
}

func (d *Outbox) unclaimed(p *parcel, err error) {
	p.what, p.why, p.again = "a mail could not be claimed", err.Error(), d.Now().Add(host.RetryAfter(err))
}

// disclaim lets other daemons send a mail that was certainly not sent.
func (d *Outbox) disclaim(ctx context.Context, key string) {
	if d.Crew == nil {
		return
	}
	if err := d.Crew.Claims.Drop(ctx, key); err != nil {
		d.Logger.Warn("a mail stays claimed", "mail", key, "error", err)
	}
}

// A claim expires Crew.Doubt after it was recorded, and others may then send the mail. Claiming and reading the
// mail may take a quarter of that time, and sending it half. Beyond that, two daemons could send it at the same
// time.

// late reports whether too much time has passed since the claim was requested, because of an election or a
// paused process.
func (d *Outbox) late(begun time.Time) bool {
	return d.Crew != nil && time.Since(begun) > d.Crew.Doubt/4
}

// renewClaim renews the claim of a mail that is ready, and reports whether it may be sent now. Only this one write
// has to be fast. Claiming and reading the mail again could be just as slow, and the mail would never be sent.
func (d *Outbox) renewClaim(ctx context.Context, p *parcel) bool {
	since, err := d.Crew.Claims.Renew(ctx, p.key())
	switch {
	case err != nil:
		d.unclaimed(p, err)
	case since.IsZero():
		p.again = d.Now() // the next attempt learns when to ask again
	case d.late(since):
		d.unclaimed(p, fmt.Errorf("the servers took %v to note it", time.Since(since).Round(time.Millisecond)))
	default:
		return true
	}
	return false
}

// sendingTime limits the duration of one attempt, after which other daemons may send the mail.
func (d *Outbox) sendingTime(ctx context.Context) (context.Context, context.CancelFunc) {
	if d.Crew == nil {
		return context.WithCancel(ctx)
	}
	return context.WithTimeout(ctx, d.Crew.Doubt/2)
}
