package daemon

import (
	"context"
	"errors"
	"fmt"
	"time"

	"galloper/cmd/galloper/internal/game"
	"galloper/cmd/galloper/internal/prose"
	"galloper/events/natslog"
	"galloper/events/vault"
	"galloper/projections/campaign"
)

// longestSleep is after how long the clock looks at all games although none has a
// deadline: the computer's clock may have jumped.
const longestSleep = time.Minute

// Run keeps the deadlines until ctx ends: it closes, adjudicates and reports what is
// due, and sleeps until the next.
func (d *Daemon) Run(ctx context.Context) error {
	for {
		next := d.Tick(ctx)
		wait := longestSleep
		if !next.IsZero() {
			wait = min(max(next.Sub(d.Now()), time.Millisecond), longestSleep)
		}
		timer := time.NewTimer(wait)
		select {
		case <-ctx.Done():
			timer.Stop()
			return ctx.Err()
		case <-d.kick:
			timer.Stop()
		case <-timer.C:
		}
	}
}

// Tick does all that is due, and returns when it next has something to do; zero: when
// something happens.
func (d *Daemon) Tick(ctx context.Context) (next time.Time) {
	for _, name := range d.agenda.due(d.Now()) {
		if !d.holds(name) {
			d.agenda.park(name)
			continue
		}
		d.keepAppointment(ctx, name)
	}
	d.tellHeld(ctx)
	signal(d.unsent)
	return d.agenda.next(d.Now())
}

// keepAppointment does what is due in one game, and makes the next appointment.
func (d *Daemon) keepAppointment(ctx context.Context, name string) {
	looked := d.lookedIn()
	at, err := d.advance(ctx, name)
	if err == nil {
		d.stuck.note(name, d.Now(), nil)
	}
	switch {
	case ctx.Err() != nil:
		d.agenda.touch(name)
	case err != nil && d.slot(name).held() != nil:
		return // held, and told of where it broke
	case err != nil:
		d.Logger.Error("a game could not be advanced; it is tried again", "game", name, "error", err)
		d.agenda.put(name, d.Now().Add(retryAfter(err)))
		if d.stuck.note(name, d.Now(), err) {
			d.tellUmpires(ctx, troubleStuck+name+".", "the game "+name+" cannot go on", stuckText(name, err))
		}
		return
	case !at.IsZero() && !at.After(d.Now()):
		d.agenda.wait(name) // its time has come, and the mailbox must be looked into first
		if d.lookedIn().After(looked) {
			d.agenda.touch(name) // as it was meanwhile
		}
	default:
		d.agenda.put(name, at)
		d.setAlarm(name, at)
	}
}

// retryAfter is after how long something that failed for reasons outside is tried again.
// The servers of a log that have lost their leader have another one in seconds.
func retryAfter(err error) time.Duration {
	if natslog.Unreachable(err) {
		return time.Second
	}
	return 5 * time.Second
}

// advance does what is due in one game, and returns when it next has something to do.
func (d *Daemon) advance(ctx context.Context, name string) (next time.Time, err error) {
	for range game.MaxSteps {
		done, err := d.commit(ctx, name, func(g *game.Game) (cause, game.Decision, error) { return d.due(ctx, g) })
		if err != nil {
			return time.Time{}, err
		}
		if !done {
			return d.wake(ctx, name)
		}
	}
	return time.Time{}, errors.New("it does not come to rest")
}

// due decides what the clock does to a game now. Where that breaks, the game is held.
func (d *Daemon) due(ctx context.Context, g *game.Game) (c cause, s game.Decision, err error) {
	now := d.Now()
	defer func() {
		if p := recover(); p != nil {
			c = cause{id: g.CommitID("broken", fmt.Sprint(g.Campaign.Head().Version)), actor: "clock"}
			s, err = game.DecideBroken(g, g.Campaign.Current(), fmt.Errorf("%v", p), ""), nil
		}
		if s.Broken != nil {
			d.Logger.Error("the adjudicator broke", "game", g.Name(), "turn", g.Campaign.Number(), "error", s.Broken)
		}
	}()
	if g.Campaign.Phase() == campaign.Closed {
		seeds, err := vault.GetSeeds(ctx, d.Vault, g.Name())
		if err != nil {
			return cause{}, game.Decision{}, noSeeds(err)
		}
		begun := time.Now()
		id, s := game.DecideResult(g, seeds, d.setsFrom())
		d.metrics.Adjudicated.Observe(time.Since(begun).Seconds())
		return cause{id: id, actor: "adjudicator", of: g.CommitID("close")}, s, nil
	}
	id, s := game.DecideClock(g, now, d.lookedIn())
	if !s.Empty() {
		if here, err := d.playsHere(ctx, g.Name()); !here || err != nil {
			return cause{}, game.Decision{}, err
		}
	}
	d.noteDeadline(g, s, now)
	return cause{id: id, actor: "clock"}, s, nil
}

// noSeeds is why a turn cannot be adjudicated whose seeds cannot be read.
func noSeeds(err error) error { return fmt.Errorf("restore the vault from its backup: %w", err) }

// troubleStuck begins the ids of commits by which umpires are told of a game that cannot go on.
const troubleStuck = "trouble.stuck."

func stuckText(name string, err error) string {
	p := &prose.Text{}
	p.Para("What is due in the game %s fails, and is tried again and again:", name)
	p.Block(err.Error())
	p.Para("Nothing of it is lost; it goes on by itself when the reason is gone. galloper doctor and galloper verify " +
		"--stream look for it.")
	return p.String()
}

func (d *Daemon) wake(ctx context.Context, name string) (next time.Time, err error) {
	err = d.with(ctx, name, func(g *game.Game) {
		if at, ok := game.Wake(g, d.Now()); ok {
			next = at
		}
	})
	return next, err
}

// lookedIn returns when the mailbox was last looked into.
func (d *Daemon) lookedIn() time.Time {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.looked
}

const seenKey = "mailbox.seen"

// keepSeen is how often it is written down when the mailbox was looked into: far
// less than what counts as an outage. Other daemons wait for it, and so it is
// written more often for them.
const (
	keepSeen     = time.Minute
	keepSeenCrew = time.Second
)

// Searched is LookedIn for a mailbox that is watched all the time: where nobody looked for
// longer than a pause, the service was down or the computer's clock has jumped. What came
// due meanwhile is then judged first, by when it was looked last: such deadlines move.
func (d *Daemon) Searched(ctx context.Context, at time.Time) error {
	at = game.Earlier(at, d.Now())
	d.judgeGap(ctx, at)
	return d.LookedIn(ctx, at)
}

func (d *Daemon) judgeGap(ctx context.Context, at time.Time) {
	if at.Sub(d.lookedIn()) > game.Outage {
		d.Tick(ctx)
	}
}

// LookedIn notes that all mail that had come by then has been taken in. The note is
// kept, so that after an outage it is known how long nobody looked.
func (d *Daemon) LookedIn(ctx context.Context, at time.Time) error {
	at = game.Earlier(at, d.Now()) // by a clock that is not believed
	before := d.lookedIn()
	d.noteLook(at)
	if at.Sub(before) > game.Outage {
		d.Logger.Warn(
			"the mailbox could not be read for a while; it has caught up",
			"since",
			before,
			"lost",
			at.Sub(before).String(),
		)
	}
	d.agenda.arrived()
	signal(d.kick)
	if !d.toKeep(at) {
		return nil
	}
	if err := d.Vault.Put(ctx, seenKey, []byte(at.UTC().Format(time.RFC3339Nano))); err != nil {
		return fmt.Errorf("daemon: note when the mailbox was read: %w", err)
	}
	return nil
}

// noteLook notes when the mailbox was last looked into, and reports whether that is news.
func (d *Daemon) noteLook(at time.Time) (news bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	// or the clock was set back, and was wrong before
	if news = at.After(d.looked) || d.looked.Sub(at) > game.Outage; news {
		d.looked = at
	}
	return news
}

// toKeep reports whether it is time to write down when the mailbox was looked into.
func (d *Daemon) toKeep(at time.Time) (due bool) {
	every := keepSeen
	if d.Crew != nil {
		every = keepSeenCrew
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if due = at.Sub(d.kept).Abs() >= every; due {
		d.kept = at
	}
	return due
}

// lastSeen reads the note; without one the service begins now.
func (d *Daemon) lastSeen(ctx context.Context) time.Time {
	if at, ok := d.notedSeen(ctx); ok {
		return at
	}
	return d.Now()
}

// notedSeen reads when a daemon last noted that the mailbox was looked into, at the latest
// now. A time far in the future says nothing: it was noted by a clock that was wrong.
func (d *Daemon) notedSeen(ctx context.Context) (at time.Time, ok bool) {
	b, err := d.Vault.Get(ctx, seenKey)
	if err == nil {
		at, err = time.Parse(time.RFC3339Nano, string(b))
	}
	now := d.Now()
	return game.Earlier(at, now), err == nil && at.Sub(now) <= clockTolerance
}
