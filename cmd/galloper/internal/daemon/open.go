package daemon

import (
	"context"
	"fmt"

	"galloper/cmd/galloper/internal/admin"
	"galloper/cmd/galloper/internal/host"
	"galloper/cmd/galloper/internal/inbox"
	"galloper/cmd/galloper/internal/outbox"
)

// Open reads the log and returns a daemon that is ready for mails and Tick.
func Open(ctx context.Context, o host.Options) (*Daemon, error) {
	h := host.New(o)
	d := &Daemon{Host: h, Inbox: inbox.New(h), Outbox: outbox.New(h), Admin: admin.NewAdmin(h),
		Snapshots: admin.NewSnapshots(h)}
	d.Reader = inbox.NewReader(d.Inbox)
	d.Reader.Judge = func(ctx context.Context) { d.Tick(ctx) }
	d.Monitor = newMonitor(h, d.Reader, d.Outbox, d.Admin, d.Snapshots, &d.stuck)
	if d.Crew != nil {
		d.alarms = make(chan host.Appointment, maxAlarms)
	}
	if err := d.begin(ctx); err != nil {
		return nil, fmt.Errorf("daemon: list the games: %w", err)
	}
	d.Looked = d.StoredPoll(ctx)
	d.checkedAtOpen()
	d.Metrics.Registry.MustRegister(watched{d.Monitor})
	return d, ctx.Err()
}

// begin finds the games: it takes those of the snapshot, and reads the others.
func (d *Daemon) begin(ctx context.Context) error {
	if err := d.ListenFrom(ctx); err != nil {
		return err
	}
	return d.FindGames(ctx, d.Recall(ctx))
}
