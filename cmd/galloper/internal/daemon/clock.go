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

// Run keeps the deadlines until ctx ends: it closes, adjudicates and reports what is
// due, and sleeps until the next.
func (d *Daemon) Run(ctx context.Context) error {
	for {
		next := d.Tick(ctx)
		wait := host.LongestSleep
		if !next.IsZero() {
			wait = min(max(next.Sub(d.Now()), time.Millisecond), host.LongestSleep)
		}
		timer := time.NewTimer(wait)
		select {
		case <-ctx.Done():
			timer.Stop()
			return ctx.Err()
		case <-d.Due:
			timer.Stop()
		case <-timer.C:
		}
	}
}

// Tick does all that is due, and returns when it next has something to do; zero: when
// something happens.
func (d *Daemon) Tick(ctx context.Context) (next time.Time) {
	var due errgroup.Group // each game is decided alone; what they share has locks of its own
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

// turnsAtOnce is in how many games is done at once what is due: turns keep a processor busy each. One after the
// other, the games are looked at in byte order, and each as the one before has left it.
func (d *Daemon) turnsAtOnce() int { return max(min(d.Parallel, runtime.GOMAXPROCS(0)), 1) }

// keepAppointment does what is due in one game, and makes the next appointment.
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
		return // held, and told of where it broke
	case err != nil:
		d.Logger.Error("a game could not be advanced; it is tried again", "game", name, "error", err)
		d.Agenda.Put(name, d.Now().Add(host.RetryAfter(err)))
		if d.stuck.note(name, d.Now(), err) {
			d.TellUmpires(ctx, troubleStuck+name+".", "the game "+name+" cannot go on", stuckText(name, err))
		}
		return
	case !at.IsZero() && !at.After(d.Now()):
		d.Agenda.Wait(name) // its time has come, and the mailbox must be looked into first
		if d.LastPoll().After(looked) {
			d.Agenda.Touch(name) // as it was meanwhile
		}
	default:
		d.Agenda.Put(name, at)
		d.setAlarm(name, at)
	}
}

// advance does what is due in one game, and returns when it next has something to do.
func (d *Daemon) advance(ctx context.Context, name string) (next time.Time, err error) {
	if name == game.Lobby {
		return d.keepLobby(ctx)
	}
	for range game.MaxSteps {
		done, err := d.Commit(ctx, name, func(g *game.Game) (host.Cause, game.Decision, error) { return d.due(ctx, g) })
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

// due decides what the clock does to a game now. Where that breaks, the game is held.
func (d *Daemon) due(ctx context.Context, g *game.Game) (c host.Cause, s game.Decision, err error) {
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

// holdBroken holds a game in which what is due breaks, or cannot be recorded.
func (d *Daemon) holdBroken(g *game.Game, broken error) (host.Cause, game.Decision, error) {
	d.Logger.Error("a turn broke", "game", g.Name(), "turn", g.Campaign.Number(), "error", broken)
	return host.Cause{Id: g.CommitID("broken", fmt.Sprint(g.Campaign.Head().Version)), Actor: "clock"},
		game.DecideBroken(g, g.Campaign.Current(), broken, ""), nil
}

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
	err = d.With(ctx, name, func(g *game.Game) {
		if at, ok := game.Wake(g, d.Now()); ok {
			next = at
		}
	})
	return next, err
}
