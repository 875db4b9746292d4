package daemon

import (
	"context"
	"time"

	"galloper/cmd/galloper/internal/host"
)

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
