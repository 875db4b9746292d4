package outbox

import (
	"context"
	"fmt"
	"slices"
	"time"

	"galloper/cmd/galloper/internal/host"
	"galloper/projections/campaign"
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
