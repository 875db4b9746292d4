package daemon

import (
	"context"
	"fmt"
	"slices"
	"time"

	"galloper/projections/campaign"
)

// What is wrong with the mail itself must be said by somebody: a mailbox that cannot be
// read, a server that takes nothing. The umpires are told once it has gone on for long,
// and once more when it is over; metrics and the log say it all the time.

const (
	// mailboxAlarm is how long the mailbox may not be read before the umpires are told.
	mailboxAlarm = time.Hour
	// outboxAlarm is how long a mail may wait before they are told.
	outboxAlarm = 4 * time.Hour
	// giveUp is how long a mail is tried for. RFC 5321 §4.5.4.1 asks for four days at least.
	giveUp = 5 * 24 * time.Hour
	// lookEvery is how often it is looked whether something is wrong.
	lookEvery = time.Minute
)

// trouble is what the umpires were told of; zero times where all is well.
type trouble struct {
	mailbox time.Time // since when the mailbox was not read
	outbox  time.Time // since when the oldest mail waits
}

// Watch looks every minute whether the mail goes in and out, until ctx ends.
func (d *Daemon) Watch(ctx context.Context) error {
	ticker := time.NewTicker(lookEvery)
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

// LookForTrouble tells the umpires of a mailbox or outbox that has stood still for long,
// and that it goes on again. It is called by one goroutine.
func (d *Daemon) LookForTrouble(ctx context.Context) {
	now, looked := d.Now(), d.lookedIn()
	d.metrics.MailboxAge.Set(now.Sub(looked).Seconds())
	waiting, oldest := d.waiting(ctx)
	d.metrics.OutboxAge.Set(0)
	if waiting > 0 {
		d.metrics.OutboxAge.Set(now.Sub(oldest.At).Seconds())
	}
	t := &d.trouble
	switch age := now.Sub(looked); {
	case d.Crew != nil && !d.Crew.Shares.Holds(mailboxPart): // the daemon that reads it tells of it
	case t.mailbox.IsZero() && age >= mailboxAlarm:
		if d.tellUmpires(ctx, "mail cannot be read", d.mailboxDown(looked, age)) {
			t.mailbox = looked
		}
	case !t.mailbox.IsZero() && age < mailboxAlarm:
		if d.tellUmpires(ctx, "mail is read again", d.mailboxUp(t.mailbox, looked)) {
			t.mailbox = time.Time{}
		}
	}
	switch {
	case waiting > 0 && t.outbox.IsZero() && now.Sub(oldest.At) >= outboxAlarm:
		if d.tellUmpires(ctx, "mail cannot be sent", d.outboxStuck(waiting, oldest)) {
			t.outbox = oldest.At
		}
	case !t.outbox.IsZero() && (waiting == 0 || now.Sub(oldest.At) < outboxAlarm):
		t.outbox = time.Time{} // that mails arrive again says it
	}
}

func (d *Daemon) mailboxDown(since time.Time, age time.Duration) string {
	p := &prose{}
	p.para("The mailbox %s could not be read since %s (%s). Players who write get no receipts; what they send lies on the server, and is read when it can be.",
		d.Post.Address, moment(since, time.UTC), span(age.Truncate(time.Minute)))
	if d.MailboxFault != nil {
		if why := d.MailboxFault(); why != "" {
			p.para("What the server says: %s", why)
		}
	}
	p.para("A deadline that passes meanwhile moves by the time that is lost. galloper doctor goes through the steps of signing in, and says in words what is wrong.")
	return p.String()
}

func (d *Daemon) mailboxUp(since, until time.Time) string {
	p := &prose{}
	p.para("The mailbox %s is read again. It was not from %s to %s.", d.Post.Address, moment(since, time.UTC), moment(until, time.UTC))
	p.para("Nothing that was sent to it meanwhile is lost; deadlines that passed have moved.")
	return p.String()
}

func (d *Daemon) outboxStuck(waiting int, oldest campaign.Mail) string {
	p := &prose{}
	verb := "wait"
	if waiting == 1 {
		verb = "waits"
	}
	p.para("%s %s to be sent; the oldest (%s to %s) since %s.", plural(waiting, "mail"), verb, oldest.Kind, oldest.Seat, moment(oldest.At, time.UTC))
	if why := d.lastFault(); why != "" {
		p.para("The last that the server said: %s", why)
	}
	p.para("They are tried again every hour, for %d days. galloper doctor says what is wrong if it is the server that sends.", int(giveUp.Hours()/24))
	return p.String()
}

// waiting counts the mails that wait for longer than the first retries take, and
// returns the oldest.
func (d *Daemon) waiting(ctx context.Context) (n int, oldest campaign.Mail) {
	for _, name := range d.agenda.withMail() {
		if !d.holds(name) {
			continue
		}
		for _, m := range d.queued(ctx, name) {
			n++
			if n == 1 || m.At.Before(oldest.At) {
				oldest = m
			}
		}
	}
	return n, oldest
}

// tellUmpires mails the umpires of the service and of every game, each address once. It
// reports whether that is recorded.
func (d *Daemon) tellUmpires(ctx context.Context, subject, text string) bool {
	d.Logger.Error(subject, "told", "the umpires")
	ids, err := d.umpireIDs(ctx)
	if err == nil {
		err = d.lobbyFor(ctx, Lobby)
	}
	if err == nil && len(ids) > 0 {
		_, err = d.commit(ctx, Lobby, func(g *Game) (cause, step, error) {
			s := step{}
			for _, id := range ids {
				s.mail(letter{seat: Umpire, address: id, kind: "notice", subject: subject, text: text})
			}
			return cause{id: fmt.Sprintf("trouble.%d", d.Now().UnixNano()), actor: "clock"}, s, nil
		})
		signal(d.unsent)
	}
	if err != nil {
		d.Logger.Error("the umpires could not be told", "of", subject, "error", err)
	}
	return err == nil
}

// umpireIDs returns the ids of all umpires' addresses.
func (d *Daemon) umpireIDs(ctx context.Context) (ids []string, err error) {
	for _, address := range d.Umpires {
		id, err := d.book.Enter(ctx, address)
		if err != nil {
			return nil, err
		}
		ids = append(ids, id)
	}
	for _, e := range d.entries() {
		e.mu.Lock()
		ids = append(ids, e.gist.Umpires...)
		e.mu.Unlock()
	}
	slices.Sort(ids)
	return slices.Compact(ids), nil
}
