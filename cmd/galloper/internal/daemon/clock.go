package daemon

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"time"

	"golang.org/x/sync/errgroup"

	"galloper/cmd/galloper/internal/game"
	"galloper/cmd/galloper/internal/host"
	"galloper/cmd/galloper/internal/prose"
	"galloper/events/vault"
	"galloper/projections/campaign"
)

// Run keeps the deadlines until ctx ends: it closes, adjudicates and reports whatever is due, and sleeps until the next
// deadline.
func (d *Daemon) Run(ctx context.Context) error {
	for ctx.Err() == nil {
		d.WaitUntil(ctx, d.Due, d.Tick(ctx), time.Millisecond)
	}
	return ctx.Err()
}

// Tick does everything that is due, and returns the time of the next work, or zero if there is no appointment.
func (d *Daemon) Tick(ctx context.Context) (next time.Time) {
	var due errgroup.Group // games are independent; shared state has its own locks
	due.SetLimit(d.turnsAtOnce())
	for _, name := range d.Agenda.Due(d.Now()) {
		due.Go(func() error {
			if d.Holds(name) {
				d.keepAppointment(ctx, name)
			} else {
				d.Agenda.Park(name)
			}
			return nil
		})
	}
	_ = due.Wait()
	d.tellHeld(ctx)
	host.Signal(d.MailReady)
	return d.Agenda.Next(d.Now())
}

// turnsAtOnce returns the number of games that Tick works on at once; adjudication keeps a processor busy. If it is 1,
// Tick takes the games in byte order, each with the results of those before.
func (d *Daemon) turnsAtOnce() int { return max(min(d.Parallel, runtime.GOMAXPROCS(0)), 1) }

// keepAppointment does the work due in one game, and makes the next appointment.
func (d *Daemon) keepAppointment(ctx context.Context, name string) {
	looked := d.LastPoll()
	at, err := d.advance(ctx, name)
	if err == nil {
		d.stuck.note(name, d.Now(), nil)
	}
	switch {
	case ctx.Err() != nil:
		d.Agenda.Touch(name)
	case err != nil && d.Slot(name).Held() != nil:
		return // on hold; the cause was reported where it broke
	case err != nil:
		d.Logger.Error("a game could not be advanced; it is tried again", "game", name, "error", err)
		d.Agenda.Put(name, d.Now().Add(host.RetryAfter(err)))
		if d.stuck.note(name, d.Now(), err) {
			d.TellUmpires(ctx, troubleStuck+name+".", "the game "+name+" cannot go on", stuckText(name, err))
		}
		return
	case !at.IsZero() && !at.After(d.Now()):
		d.Agenda.Wait(name) // due, but the mailbox must be read first
		if d.LastPoll().After(looked) {
			d.Agenda.Touch(name) // it was read in the meantime
		}
	default:
		d.Agenda.Put(name, at)
		d.setAlarm(name, at)
	}
}

// advance does the work due in one game, and returns the time of the next.
func (d *Daemon) advance(ctx context.Context, name string) (next time.Time, err error) {
	if name == game.Lobby {
		return d.keepLobby(ctx)
	}
	for range game.MaxSteps {
		done, err := d.Commit(ctx, name, func(g *game.Game) (host.Cause, game.Decision, error) { return d.decideDue(ctx, g) })
		if unfit := err; errors.Is(err, host.ErrUnfit) {
			done, err = d.Commit(ctx, name, func(g *game.Game) (host.Cause, game.Decision, error) {
				return d.holdBroken(g, unfit)
			})
		}
		if err != nil {
			return time.Time{}, err
		}
		if !done {
			return d.wake(ctx, name)
		}
	}
	return time.Time{}, errors.New("it does not come to rest")
}

// decideDue decides the work due in a game now. If that panics or fails, the game is put on hold.
func (d *Daemon) decideDue(ctx context.Context, g *game.Game) (c host.Cause, s game.Decision, err error) {
	now := d.Now()
	defer func() {
		if p := recover(); p != nil {
			c, s, err = d.holdBroken(g, fmt.Errorf("%v", p))
		} else if s.Broken != nil {
			d.Logger.Error("the adjudicator broke", "game", g.Name(), "turn", g.Campaign.Number(), "error", s.Broken)
		}
	}()
	if g.Campaign.Phase() == campaign.Closed {
		seeds, err := vault.GetSeeds(ctx, d.Vault, g.Name())
		if err != nil {
			return host.Cause{}, game.Decision{}, host.NoSeeds(err)
		}
		begun := time.Now()
		id, s := game.DecideResult(g, seeds, d.SetsFrom())
		d.Metrics.Adjudicated.Observe(time.Since(begun).Seconds())
		return host.Cause{Id: id, Actor: "adjudicator", Of: g.CommitID("close")}, s, nil
	}
	id, s := game.DecideClock(g, now, d.LastPoll())
	if !s.Empty() {
		if here, err := d.PlaysHere(ctx, g.Name()); !here || err != nil {
			return host.Cause{}, game.Decision{}, err
		}
	}
	d.noteDeadline(g, s, now)
	return host.Cause{Id: id, Actor: "clock"}, s, nil
}

// holdBroken puts a game on hold if its turn breaks or cannot be recorded.
func (d *Daemon) holdBroken(g *game.Game, broken error) (host.Cause, game.Decision, error) {
	d.Logger.Error("a turn broke", "game", g.Name(), "turn", g.Campaign.Number(), "error", broken)
	return host.Cause{Id: g.CommitID("broken", fmt.Sprint(g.Campaign.Head().Version)), Actor: "clock"},
		game.DecideBroken(g, g.Campaign.Current(), broken, ""), nil
}

// troubleStuck prefixes the ids of commits that tell umpires of a stuck game.
const troubleStuck = "trouble.stuck."

func stuckText(name string, err error) string {
	p := &prose.Text{}
	p.Para("Work that is due in the game %s fails and is retried:", name)
	p.Block(err.Error())
	p.Para("Nothing of it is lost; it goes on by itself when the reason is gone. galloper doctor and galloper verify " +
		"--stream look for it.")
	return p.String()
}

func (d *Daemon) wake(ctx context.Context, name string) (next time.Time, err error) {
	err = d.With(ctx, name, func(g *game.Game) {
		if at, ok := game.Wake(g, d.Now()); ok {
			next = at
		}
	})
	return next, err
}

// The servers of a cluster wake the daemon that holds a game at the game's next deadline, beside the daemon's own
// timers. Whichever is first, due work is decided by the clock and the log, so a lost alarm does no harm.

// setAlarm queues an alarm for the game's next appointment and returns at once.
func (d *Daemon) setAlarm(name string, at time.Time) {
	if d.Crew == nil || d.Crew.Alarms == nil || at.IsZero() {
		return
	}
	select {
	case d.alarms <- host.Appointment{Name: name, At: at}:
	default: // the servers have been unreachable for long; the timers still work
	}
}

// maxAlarms is the length of the queue: a start with many games sets as many alarms at once.
const maxAlarms = 1 << 17

// keepAlarms sets the queued alarms one by one, and skips repeated ones.
func (d *Daemon) keepAlarms(ctx context.Context) error {
	set := map[string]time.Time{}
	for {
		select {
		case a := <-d.alarms:
			if set[a.Name].Equal(a.At) {
				continue
			}
			if err := d.Crew.Alarms.Set(ctx, a.Name, a.At); err != nil {
				d.Logger.Info("an alarm was not set; the daemon's own timer does alone", "game", a.Name, "error", err)
				continue
			}
			set[a.Name] = a.At
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// hearAlarms checks each game whose alarm goes off.
func (d *Daemon) hearAlarms(ctx context.Context) error {
	for {
		err := d.Crew.Alarms.Listen(ctx, func(name string) {
			d.Metrics.Alarms.Inc()
			d.Agenda.Touch(name)
			host.Signal(d.Due)
		})
		if ctx.Err() == nil {
			d.Logger.Info("the servers' alarms are not heard now; it is tried again", "error", err)
		}
		if !host.Sleep(ctx, host.RetryAfter(err)) {
			return ctx.Err()
		}
	}
}
