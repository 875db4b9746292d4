package host

import (
	"context"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"galloper/events/vault"
)

// Host has the games of one log: it folds them, keeps those in use in memory, and stores decisions about them. Its
// methods are safe for concurrent use.
type Host struct {
	Options
	Book      vault.Book
	Quotas    *limiters
	Addresses cache
	Metrics   *Metrics
	Agenda    *agenda
	Lost      *Lost
	opened    time.Time

	Mu     sync.Mutex
	Games  map[string]*entry
	loaded []*entry // those in memory
	here   sync.Map // games known to have their seeds in the vault

	ownClock func() time.Time // the value of Now without the servers' clock

	Tip atomic.Uint64 // position up to which the log was followed

	Due       chan struct{} // the clock has work
	MailReady chan struct{} // the outbox has work
}

// New returns a host that knows of no game yet.
func New(o Options) *Host {
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Logger == nil {
		o.Logger = slog.Default()
	}
	if o.Pause == nil {
		o.Pause = pause
	}
	o.setPatience()
	own := o.Now
	if o.Crew != nil {
		o.Now = o.Crew.Earliest(own)
	}
	return &Host{Options: o, Book: vault.Book{Vault: o.Vault}, Metrics: NewMetrics(), Agenda: newAgenda(),
		Quotas: newLimiters(o.Limits), opened: o.Now(), ownClock: own, Games: map[string]*entry{},
		Due: make(chan struct{}, 1), MailReady: make(chan struct{}, 1),
		Lost: &Lost{vault: o.Vault, turns: map[string]int{}}}
}

// Signal wakes the receiver of the channel, which holds one signal at most.
func Signal(c chan struct{}) {
	select {
	case c <- struct{}{}:
	default:
	}
}

// WaitUntil waits until the next work, zero for none, but at least for least; or for a signal.
func (h *Host) WaitUntil(ctx context.Context, signal <-chan struct{}, next time.Time, least time.Duration) {
	wait := LongestSleep
	if !next.IsZero() {
		wait = min(max(next.Sub(h.Now()), least), LongestSleep)
	}
	Wait(ctx, signal, wait)
}
