package daemon

import (
	"context"
	"time"

	"galloper/cmd/galloper/internal/cluster"
	"galloper/cmd/galloper/internal/outbox"
	"galloper/cmd/galloper/internal/prose"
	"galloper/projections/campaign"
)

// Watch checks incoming and outgoing mail repeatedly until ctx ends.
func (d *Monitor) Watch(ctx context.Context) error {
	ticker := time.NewTicker(max(min(outbox.LookEvery, d.Unread/4, d.Unsent/4), time.Millisecond))
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-ticker.C:
			d.LookForTrouble(ctx)
		}
	}
}

// LookForTrouble tells the umpires if the mailbox or outbox has been stuck for long, and when it recovers. It must be
// called by one goroutine only.
func (d *Monitor) LookForTrouble(ctx context.Context) {
	now, looked := d.Now(), d.reader.LastPoll()
	d.Metrics.MailboxAge.Set(now.Sub(looked).Seconds())
	waiting, oldest := d.waiting(ctx)
	d.Metrics.OutboxAge.Set(0)
	if waiting > 0 {
		d.Metrics.OutboxAge.Set(now.Sub(oldest.At).Seconds())
	}
	t := &d.trouble
	if fault := d.clockFault(); fault != t.clock {
		if t.clock = fault; fault != "" {
			d.Logger.Error(fault)
		}
	}
	d.tellOfServers(ctx)
	running := now.Sub(d.started) // nothing was tried while the service was down
	switch age := now.Sub(looked); {
	case d.Crew != nil && !d.Crew.Shares.Holds(cluster.MailboxPart): // the daemon that reads the mailbox reports it
	case t.mailbox.IsZero() && age >= d.Unread:
		if d.ToldSince(ctx, troubleIn, looked, troubleOver) || running >= d.Unread &&
			d.TellUmpires(ctx, troubleIn, "mail cannot be read", d.mailboxDown(looked, age)) {
			t.mailbox = looked
		}
	case !t.mailbox.IsZero() && age < d.Unread:
		if d.TellUmpires(ctx, troubleOver, "mail is read again", d.mailboxUp(t.mailbox, looked)) {
			t.mailbox = time.Time{}
		}
	}
	switch {
	case waiting > 0 && t.outbox.IsZero() && now.Sub(oldest.At) >= d.Unsent:
		if d.ToldSince(ctx, troubleOut, oldest.At) || running >= d.Unsent &&
			d.TellUmpires(ctx, troubleOut, "mail cannot be sent", d.outboxStuck(waiting, oldest)) {
			t.outbox = oldest.At
		}
	case !t.outbox.IsZero() && (waiting == 0 || now.Sub(oldest.At) < d.Unsent):
		t.outbox = time.Time{} // the notice that mails arrive again covers it
	}
}

func (d *Monitor) mailboxDown(since time.Time, age time.Duration) string {
	p := &prose.Text{}
	p.Para("The mailbox %s could not be read since %s (%s). Players get no receipts; their mails stay on the server "+
		"and are read as soon as possible.",
		d.Post.Address, prose.Moment(since, time.UTC), prose.Span(age.Truncate(time.Minute)))
	if d.MailboxFault != nil {
		if why := d.MailboxFault(); why != "" {
			p.Para("The reason: %s", why)
		}
	}
	p.Para("A deadline in the meantime is delayed by the lost time. galloper doctor tests each step of signing in " +
		"and explains the fault.")
	return p.String()
}

func (d *Monitor) mailboxUp(since, until time.Time) string {
	p := &prose.Text{}
	p.Para("The mailbox %s is read again. It was not from %s to %s.", d.Post.Address, prose.Moment(since, time.UTC),
		prose.Moment(until, time.UTC))
	p.Para("Nothing that was sent to it meanwhile is lost; deadlines that passed have moved.")
	return p.String()
}

func (d *Monitor) outboxStuck(waiting int, oldest campaign.Mail) string {
	p := &prose.Text{}
	verb := "wait"
	if waiting == 1 {
		verb = "waits"
	}
	p.Para("%s %s to be sent; the oldest (%s to %s) since %s.", prose.Plural(waiting, "mail"), verb, oldest.Kind,
		oldest.Seat, prose.Moment(oldest.At, time.UTC))
	if why := d.outbox.LastFault(); why != "" {
		p.Para("The last that the server said: %s", why)
	}
	p.Para("They are retried every %s, for %d days. If the sending server is at fault, galloper doctor explains the "+
		"fault.", prose.Span(d.Retry[len(d.Retry)-1]), int(outbox.GiveUp.Hours()/24))
	return p.String()
}

// waiting counts the mails that have waited longer than the first retries take, and returns the oldest.
func (d *Monitor) waiting(ctx context.Context) (n int, oldest campaign.Mail) {
	for _, name := range d.Agenda.WithMail() {
		if !d.Holds(name) {
			continue
		}
		for _, m := range d.outbox.Queued(ctx, name) {
			n++
			if n == 1 || m.At.Before(oldest.At) {
				oldest = m
			}
		}
	}
	return n, oldest
}

// Prefixes of the ids of commits that tell umpires of trouble.
const (
	troubleIn   = "trouble.in."
	troubleOut  = "trouble.out."
	troubleOver = "trouble.over."
)
