package daemon

import (
	"context"
	"time"
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
	case d.alarms <- appointment{name, at}:
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
			if set[a.name].Equal(a.at) {
				continue
			}
			if err := d.Crew.Alarms.Set(ctx, a.name, a.at); err != nil {
				d.Logger.Info("an alarm was not set; the daemon's own timer does alone", "game", a.name, "error", err)
				continue
			}
			set[a.name] = a.at
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// hearAlarms looks at each game whose alarm goes off.
func (d *Daemon) hearAlarms(ctx context.Context) error {
	for {
		err := d.Crew.Alarms.Listen(ctx, func(name string) {
			d.metrics.Alarms.Inc()
			d.agenda.touch(name)
			signal(d.kick)
		})
		if ctx.Err() == nil {
			d.Logger.Info("the servers' alarms are not heard now; it is tried again", "error", err)
		}
		if !sleep(ctx, retryAfter(err)) {
			return ctx.Err()
		}
	}
}
