package daemon

import (
	"sync"
	"sync/atomic"
	"time"

	"galloper/cmd/galloper/internal/admin"
	"galloper/cmd/galloper/internal/host"
	"galloper/cmd/galloper/internal/inbox"
	"galloper/cmd/galloper/internal/outbox"
)

// Monitor looks whether all is well, and says so where it is not.
type Monitor struct {
	*host.Host
	reader *inbox.Reader
	outbox *outbox.Outbox
	admin  *admin.Admin
	known  *admin.Snapshots
	stuck  *stuck

	started time.Time // before then nobody tried to read or send
	trouble trouble
	checked atomic.Pointer[StoreCheck]
	telling sync.Mutex // held while umpires are told of games on hold; guards each entry's told
}

func newMonitor(h *host.Host, r *inbox.Reader, out *outbox.Outbox, a *admin.Admin, k *admin.Snapshots,
	s *stuck) *Monitor {
	return &Monitor{Host: h, reader: r, outbox: out, admin: a, known: k, stuck: s, started: h.Now()}
}

// trouble is what the umpires were told of; zero times where all is well.
type trouble struct {
	mailbox time.Time // since when the mailbox was not read
	outbox  time.Time // since when the oldest mail waits
	clock   string    // what was said of the clock, to the log alone
}

// What an operator wants to know of a running daemon, besides the mail.

// StoreCheck is what the last check of the store found.
type StoreCheck struct {
	At      time.Time `json:"at"`
	Commits uint64    `json:"commits"`
	Faults  []string  `json:"faults"`
}
