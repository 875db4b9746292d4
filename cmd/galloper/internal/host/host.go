package host

import (
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"galloper/events/vault"
)

// Host has the games of one log: it folds them, keeps those that are needed in memory, and
// stores what is decided in them. Its methods may be called from many goroutines.
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
	loaded []*entry // those that are in memory
	here   sync.Map // games whose seeds are in the vault, as far as anybody asked

	ownClock func() time.Time // what Now was before the servers' clock was asked too

	Tip atomic.Uint64 // position up to which the log was heard of

	Due       chan struct{} // the clock has something to do
	MailReady chan struct{} // the outbox has
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
	return &Host{
		Options: o, Book: vault.Book{Vault: o.Vault}, Metrics: NewMetrics(), Agenda: newAgenda(),
		Quotas: newLimiters(o.Limits), opened: o.Now(), ownClock: own,
		Games: map[string]*entry{}, Due: make(chan struct{}, 1), MailReady: make(chan struct{}, 1),
		Lost: &Lost{vault: o.Vault, turns: map[string]int{}},
	}
}

// Signal wakes who waits on the channel, which holds one signal at most.
func Signal(c chan struct{}) {
	select {
	case c <- struct{}{}:
	default:
	}
}
