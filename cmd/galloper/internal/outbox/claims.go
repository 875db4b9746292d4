package outbox

import (
	"context"
	"fmt"
	"slices"
	"time"

	"galloper/cmd/galloper/internal/host"
	"galloper/projections/campaign"
)

// mayDeliver makes a mail this daemon's to send. Else it notes when to ask again, if
// another daemon has not settled it.
func (d *Outbox) mayDeliver(ctx context.Context, p *parcel) (mine bool) {
	if d.Crew == nil {
		return true
	}
	wait, err := d.Crew.Claims.Take(ctx, p.key())
	if err == nil && wait == 0 {
		// What this daemon knows of the game may be old: the mail may be sent since.
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

// disclaim lets others send a mail that was certainly not sent.
func (d *Outbox) disclaim(ctx context.Context, key string) {
	if d.Crew == nil {
		return
	}
	if err := d.Crew.Claims.Drop(ctx, key); err != nil {
		d.Logger.Warn("a mail stays claimed", "mail", key, "error", err)
	}
}

// A claim is doubted by others from the moment in which it is recorded. A quarter of that time may go by until the
// mail is on its way, half of it while it is sent; what is late beyond that may be sent by others at the same time.

// late reports whether too long went by since the claim was asked for: servers voted, or this process stood still.
func (d *Outbox) late(begun time.Time) bool {
	return d.Crew != nil && time.Since(begun) > d.Crew.Doubt/4
}

// renewed renews the claim of a mail that is ready, and reports whether it may go now. Only this one line has to be
// written in time. If the mail were claimed and read again, slow servers would take as long again, and it would never
// go out.
func (d *Outbox) renewed(ctx context.Context, p *parcel) bool {
	since, err := d.Crew.Claims.Renew(ctx, p.key())
	switch {
	case err != nil:
		d.unclaimed(p, err)
	case since.IsZero():
		p.again = d.Now() // another daemon says when to ask
	case d.late(since):
		d.unclaimed(p, fmt.Errorf("the servers took %v to note it", time.Since(since).Round(time.Millisecond)))
	default:
		return true
	}
	return false
}

// sendingTime bounds how long one attempt takes: after it others may send.
func (d *Outbox) sendingTime(ctx context.Context) (context.Context, context.CancelFunc) {
	if d.Crew == nil {
		return context.WithCancel(ctx)
	}
	return context.WithTimeout(ctx, d.Crew.Doubt/2)
}
