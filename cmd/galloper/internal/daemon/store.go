package daemon

import (
	"context"

	"golang.org/x/sync/errgroup"

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
