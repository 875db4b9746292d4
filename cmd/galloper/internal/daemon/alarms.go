package daemon

import (
	"context"
	"time"

	"galloper/cmd/galloper/internal/host"
)

// The servers of a cluster wake whoever plays a game at its next deadline. The daemon's
// own timers do the same: whichever is first, the game is looked at, and what is due is
// decided by the clock and the log. An alarm that never comes is missed by nobody.

// setAlarm has the servers wake at the game's next appointment. It does not wait for them.
func (d *Daemon) setAlarm(name string, at time.Time) {
	if d.Crew == nil || d.Crew.Alarms == nil || at.IsZero() {
		return
	}
	select {
	case d.alarms <- host.Appointment{Name: name, At: at}:
	default: // the servers cannot be reached for long; the timers go on
	}
}

// maxAlarms is how many alarms wait to be set: those of a start with many games.
const maxAlarms = 1 << 17

// keepAlarms sets the alarms one after the other, each time of a game once.
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

// hearAlarms looks at each game whose alarm goes off.
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
