package daemon

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"golang.org/x/sync/errgroup"

	"galloper/cmd/galloper/internal/game"
	"galloper/cmd/galloper/internal/host"
	"galloper/events"
	"galloper/mailgate"
)

// RunAll reads the mailbox, keeps the deadlines and sends mail, until one of these fails or ctx ends.
func (d *Daemon) RunAll(ctx context.Context, box mailgate.Source) error {
	g, ctx := errgroup.WithContext(ctx)
	if d.Crew != nil {
		g.Go(func() error { return d.Crew.Shares.Run(ctx) })
		g.Go(func() error { return d.watchShares(ctx) })
		g.Go(func() error { return d.listen(ctx) })
		if d.Crew.Alarms != nil {
			g.Go(func() error { return d.keepAlarms(ctx) })
			g.Go(func() error { return d.hearAlarms(ctx) })
		}
	}
	g.Go(func() error { return d.KeepSnapshots(ctx) })
	g.Go(func() error { return d.Proofread(ctx) })
	g.Go(func() error { return d.ReadMailbox(ctx, box) })
	g.Go(func() error { return d.Run(ctx) })
	g.Go(func() error { return d.SendQueued(ctx) })
	g.Go(func() error { return d.Watch(ctx) })
	g.Go(func() error { return d.WatchServers(ctx) })
	g.Go(func() error { return d.KeepChecked(ctx) })
	return g.Wait()
}

// watchShares checks the games that this daemon gains. It also polls, because a share that is lost and regained between
// two checks causes no change notice.
func (d *Daemon) watchShares(ctx context.Context) error {
	tick := time.NewTicker(host.MindPause)
	defer tick.Stop()
	for {
		changed := d.Crew.Shares.Changed()
		if d.Agenda.Unpark(d.Holds) {
			host.Signal(d.Due)
		}
		select {
		case <-changed:
			host.Signal(d.MailReady)
		case <-tick.C:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// listen reads the commits of other daemons and commands.
func (d *Daemon) listen(ctx context.Context) error {
	for {
		for c, err := range d.Log.Follow(ctx, d.Tip.Load()) {
			if err != nil && !errors.Is(err, events.ErrBroken) {
				break
			}
			if err == nil {
				d.Hear(ctx, &c)
			}
		}
		if !host.Sleep(ctx, host.CrewPause) {
			return ctx.Err()
		}
	}
}

// Hear schedules the game of a new commit to be checked. It reads players' addresses at once, even if another daemon
// has the game: their mail may reach this one.
func (d *Daemon) Hear(ctx context.Context, c *events.Commit) {
	defer d.HeardUpTo(c.Head.Seq)
	if c.Game == game.Lobby && strings.HasPrefix(c.ID, heldPrefix) && d.HoldOld(ctx) != nil {
		d.Logger.Warn("it could not be read which games another daemon holds")
	}
	e := d.Slot(c.Game)
	if e.Seq.Load() >= c.Head.Seq {
		return
	}
	if e.Seq.Load() == 0 ||
		slices.ContainsFunc(c.Events, func(e events.Event) bool { return strings.HasPrefix(e.Type, "seat.") }) {
		if err := d.Refresh(ctx, c.Game); err != nil && ctx.Err() == nil {
			d.Logger.Warn("cannot read another daemon's events yet", "game", c.Game, "error", err)
		}
	}
	d.Agenda.Touch(c.Game)
	host.Signal(d.Due)
}
