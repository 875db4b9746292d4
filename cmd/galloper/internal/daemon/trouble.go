package daemon

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"galloper/cmd/galloper/internal/game"
	"galloper/cmd/galloper/internal/prose"
	"galloper/projections/campaign"
)

// What is wrong with the mail itself must be said by somebody: a mailbox that cannot be
// read, a server that takes nothing. The umpires are told once it has gone on for long,
// and once more when it is over; metrics and the log say it all the time.

// What [Options] has where it says nothing else.
const (
	MailboxAlarm = time.Hour     // how long the mailbox may not be read before the umpires are told
	OutboxAlarm  = 4 * time.Hour // how long a mail may wait before they are told
)

// Patience is how long after each failed attempt a mail is tried again.
func Patience() []time.Duration {
	return []time.Duration{time.Minute, 5 * time.Minute, 15 * time.Minute, time.Hour}
}

func (o *Options) setPatience() {
	if len(o.Retry) == 0 {
		o.Retry = Patience()
	}
	o.Unread, o.Unsent = cmp.Or(o.Unread, MailboxAlarm), cmp.Or(o.Unsent, OutboxAlarm)
}

const (
	// giveUp is how long a mail is tried for. RFC 5321 §4.5.4.1 asks for four days at least.
	giveUp = 5 * 24 * time.Hour
	// lookEvery is how often it is looked whether something is wrong, at least.
	lookEvery = time.Minute
)

// trouble is what the umpires were told of; zero times where all is well.
type trouble struct {
	mailbox time.Time // since when the mailbox was not read
	outbox  time.Time // since when the oldest mail waits
	clock   string    // what was said of the clock, to the log alone
}

// Watch looks often whether the mail goes in and out, until ctx ends.
func (d *Daemon) Watch(ctx context.Context) error {
	ticker := time.NewTicker(max(min(lookEvery, d.Unread/4, d.Unsent/4), time.Millisecond))
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
	if fault := d.clockFault(); fault != t.clock {
		if t.clock = fault; fault != "" {
			d.Logger.Error(fault)
		}
	}
	switch age := now.Sub(looked); {
	case d.Crew != nil && !d.Crew.Shares.Holds(mailboxPart): // the daemon that reads it tells of it
	case t.mailbox.IsZero() && age >= d.Unread:
		if d.toldSince(ctx, troubleIn, looked) ||
			d.tellUmpires(ctx, troubleIn, "mail cannot be read", d.mailboxDown(looked, age)) {
			t.mailbox = looked
		}
	case !t.mailbox.IsZero() && age < d.Unread:
		if d.tellUmpires(ctx, troubleOver, "mail is read again", d.mailboxUp(t.mailbox, looked)) {
			t.mailbox = time.Time{}
		}
	}
	switch {
	case waiting > 0 && t.outbox.IsZero() && now.Sub(oldest.At) >= d.Unsent:
		if d.toldSince(ctx, troubleOut, oldest.At) ||
			d.tellUmpires(ctx, troubleOut, "mail cannot be sent", d.outboxStuck(waiting, oldest)) {
			t.outbox = oldest.At
		}
	case !t.outbox.IsZero() && (waiting == 0 || now.Sub(oldest.At) < d.Unsent):
		t.outbox = time.Time{} // that mails arrive again says it
	}
}

func (d *Daemon) mailboxDown(since time.Time, age time.Duration) string {
	p := &prose.Text{}
	p.Para("The mailbox %s could not be read since %s (%s). Players who write get no receipts; what they send lies on "+
		"the server, and is read when it can be.",
		d.Post.Address, prose.Moment(since, time.UTC), prose.Span(age.Truncate(time.Minute)))
	if d.MailboxFault != nil {
		if why := d.MailboxFault(); why != "" {
			p.Para("What the server says: %s", why)
		}
	}
	p.Para("A deadline that passes meanwhile moves by the time that is lost. galloper doctor goes through the steps of " +
		"signing in, and says in words what is wrong.")
	return p.String()
}

func (d *Daemon) mailboxUp(since, until time.Time) string {
	p := &prose.Text{}
	p.Para(
		"The mailbox %s is read again. It was not from %s to %s.",
		d.Post.Address,
		prose.Moment(since, time.UTC),
		prose.Moment(until, time.UTC),
	)
	p.Para("Nothing that was sent to it meanwhile is lost; deadlines that passed have moved.")
	return p.String()
}

func (d *Daemon) outboxStuck(waiting int, oldest campaign.Mail) string {
	p := &prose.Text{}
	verb := "wait"
	if waiting == 1 {
		verb = "waits"
	}
	p.Para(
		"%s %s to be sent; the oldest (%s to %s) since %s.",
		prose.Plural(waiting, "mail"),
		verb,
		oldest.Kind,
		oldest.Seat,
		prose.Moment(oldest.At, time.UTC),
	)
	if why := d.lastFault(); why != "" {
		p.Para("The last that the server said: %s", why)
	}
	p.Para("They are tried again every %s, for %d days. galloper doctor says what is wrong if it is the server that "+
		"sends.", prose.Span(d.Retry[len(d.Retry)-1]), int(giveUp.Hours()/24))
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

// What the ids of commits begin with by which umpires are told.
const (
	troubleIn   = "trouble.in."
	troubleOut  = "trouble.out."
	troubleOver = "trouble.over."
)

// toldSince reports whether the umpires were told of it after that time: by this process,
// or by the one before it.
func (d *Daemon) toldSince(ctx context.Context, trouble string, since time.Time) bool {
	if d.entry(ctx, game.Lobby) == nil {
		return false
	}
	for c, err := range d.log.Backward(ctx, game.Lobby) {
		switch {
		case err != nil || c.At.Before(since):
			return false
		case strings.HasPrefix(c.ID, trouble):
			return true
		}
	}
	return false
}

// tellUmpires mails the umpires of the service and of every game, each address once. It
// reports whether that is recorded.
func (d *Daemon) tellUmpires(ctx context.Context, trouble, subject, text string) bool {
	d.Logger.Error(subject, "told", "the umpires")
	ids, err := d.umpireIDs(ctx)
	if err == nil {
		err = d.lobbyFor(ctx, game.Lobby)
	}
	if err == nil && len(ids) > 0 {
		_, err = d.commit(ctx, game.Lobby, func(g *game.Game) (cause, game.Decision, error) {
			s := game.Decision{}
			for _, id := range ids {
				s.Mail(game.Outgoing{Seat: game.Umpire, Address: id, Kind: "notice", Subject: subject, Text: text})
			}
			return cause{id: fmt.Sprintf("%s%d", trouble, d.Now().UnixNano()), actor: "clock"}, s, nil
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
