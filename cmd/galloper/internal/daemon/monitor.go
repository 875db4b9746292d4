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
	servers atomic.Pointer[standing] // nil: one server alone, or nobody has looked yet
	telling sync.Mutex               // held while umpires are told of games on hold; guards each entry's told

	patience time.Duration // of who asks how the daemon is
	asking   sync.Mutex
	asked    chan struct{} // closed when that is known; nil: nobody asks
	said     Health        // to the last who asked
}

func newMonitor(h *host.Host, r *inbox.Reader, out *outbox.Outbox, a *admin.Admin, k *admin.Snapshots,
	s *stuck) *Monitor {
	return &Monitor{Host: h, reader: r, outbox: out, admin: a, known: k, stuck: s, started: h.Now(),
		patience: healthPatience}
}

// trouble is what the umpires were told of; zero times where all is well.
type trouble struct {
	mailbox time.Time // since when the mailbox was not read
	outbox  time.Time // since when the oldest mail waits
	clock   string    // what was said of the clock, to the log alone
	servers bool      // that servers of the log are missing
}

// What an operator wants to know of a running daemon, besides the mail.

// StoreCheck is what the last check of the store found.
type StoreCheck struct {
	At      time.Time `json:"at"`
	Commits uint64    `json:"commits"`
	Faults  []string  `json:"faults"`
}

// Health is the state of a daemon, for a watchdog.
type Health struct {
	OK         bool        `json:"ok"`
	Wrong      []string    `json:"wrong"` // in words
	Games      int         `json:"games"`
	Held       []string    `json:"held"` // games that cannot be read
	LastLooked string      `json:"mailbox_read"`
	Mailbox    string      `json:"mailbox_fault,omitempty"` // why it cannot be read now
	Outbox     int         `json:"outbox"`
	Oldest     string      `json:"outbox_oldest,omitempty"`
	Outgoing   string      `json:"outbox_fault,omitempty"` // what the server said of the last mail that it did not take
	Late       int         `json:"deadlines_late"`
	Lag        uint64      `json:"log_lag"`    // commits in the log that were not read yet
	Durability string      `json:"durability"` // when a commit is safe from a power cut
	Checked    *StoreCheck `json:"checked"`    // the last check of the store

	at time.Time // when it was known
}

const (
	healthPatience = 800 * time.Millisecond // for an answer; watchdogs wait a second
	healthStale    = 10 * time.Second       // the age of an answer from which on it counts for nothing
)

// standing is the faults of the log's servers, and since when there are some or none.
type standing struct {
	since time.Time
	wrong []string
}
