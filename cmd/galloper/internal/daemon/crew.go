package daemon

import (
	"context"
	"errors"
	"hash/fnv"
	"slices"
	"strconv"
	"strings"
	"time"

	"galloper/events"
	"galloper/events/alarm"
	"galloper/events/lease"
	"galloper/events/natslog"
	"galloper/mailgate"
	"galloper/projections/campaign"
)

// Several daemons on one log (docs/cluster.md). Any of them could do everything: what
// two decide at once is the same, and the expected head lets one of them record it.
// They share the games and the mailbox by leases to save work, and claim each mail
// before they send it, because a mail cannot be called back.

// Crew is what the daemons on one log agree by.
type Crew struct {
	Shares *lease.Shares
	Claims *lease.Claims
	Alarms *alarm.Alarms // nil: the servers have none, and the daemon's own timers do alone
	// Last returns the position of the log's last commit.
	Last func(context.Context) (uint64, error)
}

// clockTolerance is how far a machine's clock may be from the servers'.
const clockTolerance = time.Minute

// A daemon of a crew has two clocks: its own, and the servers'. A deadline has passed when
// both say so (Options.Now), and a new one counts from the later of them: what comes too
// late can be told and mended, an order that came in time and was shut out cannot.

// earliest returns the clock that shows the earlier time of the two.
func (c *Crew) earliest(own func() time.Time) func() time.Time {
	return func() time.Time {
		now := own()
		if at, ok := c.Shares.ServerTime(); ok && now.Sub(at) > clockTolerance {
			return at
		}
		return now
	}
}

// setsFrom returns the time from which new deadlines count.
func (d *Daemon) setsFrom() time.Time {
	ahead, ok := d.clockAhead()
	switch {
	case !ok: // there is one clock
		return d.Now()
	case ahead < -clockTolerance:
		return d.ownClock().Add(-ahead)
	}
	return d.ownClock()
}

// mailboxPart is the share of whoever reads the mailbox.
const mailboxPart = "mailbox"

// gameParts is how many shares the games are divided into: enough for a dozen daemons
// to have about the same.
const gameParts = 32

// CrewParts returns the shares of the work: those of the games, and what one daemon
// does for all.
func CrewParts() (games, alone []string) {
	for i := range gameParts {
		games = append(games, gamePart(i))
	}
	return games, []string{mailboxPart}
}

func gamePart(i int) string { return "games." + strconv.Itoa(i) }

// partOf returns the share that the game belongs to.
func partOf(game string) string {
	h := fnv.New32a()
	h.Write([]byte(game)) // never fails
	return gamePart(int(h.Sum32() % gameParts))
}

// holds reports whether the game's deadlines and mails are this daemon's to keep.
func (d *Daemon) holds(game string) bool {
	return d.Crew == nil || d.Crew.Shares.Holds(partOf(game))
}

// crewPause is how often is looked whether the mailbox has fallen to this daemon.
const crewPause = 250 * time.Millisecond

// watch reads the mailbox while it is this daemon's.
func (d *Daemon) watch(ctx context.Context, box mailgate.Source) error {
	if d.Crew == nil {
		from, err := d.Checkpoint(ctx)
		if err != nil {
			return err
		}
		return box.Run(ctx, from, d.Handle)
	}
	for sleep(ctx, crewPause) {
		if !d.Crew.Shares.Holds(mailboxPart) {
			d.hearOfMailbox(ctx)
			continue
		}
		from, err := d.Checkpoint(ctx)
		if err == nil {
			err = d.watchWhileHeld(ctx, box, from)
		}
		if err != nil && !errors.Is(err, context.Canceled) {
			d.Logger.Warn("the mailbox could not be read; it is tried again", "error", err)
		}
	}
	return ctx.Err()
}

// watchWhileHeld ends when the mailbox is another's. A mail that was in hand then is
// taken in by both, and counts once.
func (d *Daemon) watchWhileHeld(ctx context.Context, box mailgate.Source, from mailgate.Checkpoint) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	go func() {
		for d.Crew.Shares.Holds(mailboxPart) && sleep(ctx, crewPause) {
			continue
		}
		cancel()
	}()
	d.Logger.Info("this daemon reads the mailbox now")
	return box.Run(ctx, from, d.handleSoon)
}

// handleSoon is Handle, and tries again where the servers of the log have no leader: an
// error would have the mailbox be left, for longer than they take to choose one.
func (d *Daemon) handleSoon(ctx context.Context, batch []mailgate.Incoming) (filings []mailgate.Filing, err error) {
	for begun := time.Now(); ; {
		filings, err = d.Handle(ctx, batch)
		if !natslog.Unreachable(err) || time.Since(begun) > electionTime || !sleep(ctx, crewPause) {
			return filings, err
		}
	}
}

// electionTime is how long servers take at most to choose a leader.
const electionTime = 20 * time.Second

// hearOfMailbox learns from the vault when another daemon has looked into the mailbox.
func (d *Daemon) hearOfMailbox(ctx context.Context) {
	at, ok := d.notedSeen(ctx)
	if !ok {
		return
	}
	d.judgeGap(ctx, at)
	if d.noteLook(at) {
		d.agenda.arrived()
		signal(d.kick)
	}
}

// sleep waits, and reports whether ctx goes on.
func sleep(ctx context.Context, t time.Duration) bool {
	timer := time.NewTimer(t)
	defer timer.Stop()
	select {
	case <-timer.C:
		return true
	case <-ctx.Done():
		return false
	}
}

// mind looks at the games that become this daemon's. It asks for itself, too: a share
// that was lost and won again between two of its looks has changed for nobody.
func (d *Daemon) mind(ctx context.Context) error {
	tick := time.NewTicker(mindPause)
	defer tick.Stop()
	for {
		select {
		case <-d.Crew.Shares.Changed():
			signal(d.unsent)
		case <-tick.C:
		case <-ctx.Done():
			return ctx.Err()
		}
		if d.agenda.unpark(d.holds) {
			signal(d.kick)
		}
	}
}

// mindPause is how often is looked for games that have become this daemon's.
const mindPause = time.Second

// listen hears of what other daemons and commands record.
func (d *Daemon) listen(ctx context.Context) error {
	for {
		following, stop := context.WithCancel(ctx)
		go d.wakeListener(following, stop)
		for c, err := range d.log.Follow(following, d.tip.Load()) {
			if err != nil && !errors.Is(err, events.ErrBroken) {
				break
			}
			if err == nil {
				d.heard(ctx, &c)
				d.heardUpTo(c.Head.Seq)
			}
		}
		stop()
		if !sleep(ctx, crewPause) {
			return ctx.Err()
		}
	}
}

// deafAfter is how long a listener may hear nothing of what is in the log.
const deafAfter = 2 * time.Second

// wakeListener ends a following that hears nothing any more, so that it is begun anew:
// after the loss of a server that can otherwise take minutes.
func (d *Daemon) wakeListener(ctx context.Context, stop func()) {
	for before := d.tip.Load(); sleep(ctx, deafAfter); before = d.tip.Load() {
		last, err := d.Crew.Last(ctx)
		if err == nil && last > before && d.tip.Load() == before {
			stop()
			return
		}
	}
}

// heard has the game looked at, if the commit is news. Who plays a game is read at
// once, also where the game is another's: his mail may come here.
func (d *Daemon) heard(ctx context.Context, c *events.Commit) {
	e := d.slot(c.Game)
	if e.seq.Load() >= c.Head.Seq {
		return
	}
	if e.seq.Load() == 0 ||
		slices.ContainsFunc(c.Events, func(e events.Event) bool { return strings.HasPrefix(e.Type, "seat.") }) {
		if err := d.refresh(ctx, c.Game); err != nil && ctx.Err() == nil {
			d.Logger.Warn("what another daemon recorded could not be read yet", "game", c.Game, "error", err)
		}
	}
	d.agenda.touch(c.Game)
	signal(d.kick)
}

// mayDeliver makes a mail this daemon's to send. Else it notes when to ask again, if
// another daemon has not settled it.
func (d *Daemon) mayDeliver(ctx context.Context, p *parcel) (mine bool) {
	if d.Crew == nil {
		return true
	}
	wait, err := d.Crew.Claims.Take(ctx, p.key())
	if err == nil && wait == 0 {
		// What this daemon knows of the game may be old: the mail may be sent since.
		err = d.refresh(ctx, p.game)
	}
	switch {
	case err != nil:
		p.what, p.why, p.again = "a mail could not be claimed", err.Error(), d.Now().Add(retryAfter(err))
		return false
	case wait > 0:
		p.again = d.Now().Add(wait)
		return false
	}
	return slices.ContainsFunc(d.queued(ctx, p.game), func(q campaign.Mail) bool { return q.Mail == p.mail.Mail })
}

// refresh reads what was recorded in the game meanwhile.
func (d *Daemon) refresh(ctx context.Context, game string) error {
	e := d.slot(game)
	if err := d.lock(ctx, e, game); err != nil {
		return err
	}
	defer e.mu.Unlock()
	return d.catchUp(ctx, e, game)
}

// disclaim lets others send a mail that was certainly not sent.
func (d *Daemon) disclaim(ctx context.Context, key string) {
	if d.Crew == nil {
		return
	}
	if err := d.Crew.Claims.Drop(ctx, key); err != nil {
		d.Logger.Warn("a mail stays claimed", "mail", key, "error", err)
	}
}

// sendingTime bounds how long one attempt takes: after it others may send.
func (d *Daemon) sendingTime(ctx context.Context) (context.Context, context.CancelFunc) {
	if d.Crew == nil {
		return context.WithCancel(ctx)
	}
	return context.WithTimeout(ctx, d.Crew.Claims.Doubt*3/4)
}
