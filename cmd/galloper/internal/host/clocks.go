package host

import (
	"time"

	"galloper/cmd/galloper/internal/cluster"
)

// SetsFrom returns the time from which new deadlines count.
func (d *Host) SetsFrom() time.Time {
	ahead, ok := d.ClockAhead()
	switch {
	case !ok: // there is one clock
		return d.Now()
	case ahead < -cluster.ClockTolerance:
		return d.ownClock().Add(-ahead)
	}
	return d.ownClock()
}

// Holds reports whether this daemon handles the game's deadlines and mails.
func (d *Host) Holds(game string) bool {
	return d.Crew == nil || d.Crew.Shares.Holds(cluster.PartOf(game))
}

// ClockAhead returns how far this daemon's clock is ahead of the servers'. ok is false if there are no separate
// servers.
func (d *Host) ClockAhead() (ahead time.Duration, ok bool) {
	if d.Crew == nil {
		return 0, false
	}
	at, ok := d.Crew.Shares.ServerTime()
	if !ok {
		return 0, false
	}
	return d.ownClock().Sub(at), true
}
