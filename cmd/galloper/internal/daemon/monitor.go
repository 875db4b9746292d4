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

// Monitor checks the state of the daemon and reports trouble.
type Monitor struct {
	*host.Host
	reader *inbox.Reader
	outbox *outbox.Outbox
	admin  *admin.Admin
	known  *admin.Snapshots
	stuck  *stuck

	started time.Time // no mail was read or sent before
	trouble trouble
	checked atomic.Pointer[StoreCheck]
	servers atomic.Pointer[standing] // nil: a single server, or not checked yet
	telling sync.Mutex               // held while umpires are told of games on hold; guards each entry's told

	patience time.Duration // limit for answers about the state
	asking   sync.Mutex
	asked    chan struct{} // closed when the state is known; nil if no request is under way
	said     Health        // the last state
}

func newMonitor(h *host.Host, r *inbox.Reader, out *outbox.Outbox, a *admin.Admin, k *admin.Snapshots,
	s *stuck) *Monitor {
	return &Monitor{Host: h, reader: r, outbox: out, admin: a, known: k, stuck: s, started: h.Now(),
		patience: healthPatience}
}

// trouble holds the trouble reported to the umpires. Zero times mean that all is well.
type trouble struct {
	mailbox time.Time // since when the mailbox was not read
	outbox  time.Time // since when the oldest mail waits
	clock   string    // the clock's fault, in the log only
	servers bool      // servers of the log are missing
}

// State of a running daemon for operators, apart from the mail.

// StoreCheck is the result of the last check of the store.
type StoreCheck struct {
	At      time.Time `json:"at"`
	Commits uint64    `json:"commits"`
	Faults  []string  `json:"faults"`
}

// Health is the state of a daemon, for monitoring.
type Health struct {
	OK         bool        `json:"ok"`
	Wrong      []string    `json:"wrong"` // in words
	Games      int         `json:"games"`
	Held       []string    `json:"held"` // unreadable games
	LastLooked string      `json:"mailbox_read"`
	Mailbox    string      `json:"mailbox_fault,omitempty"` // why it can't be read now
	Outbox     int         `json:"outbox"`
	Oldest     string      `json:"outbox_oldest,omitempty"`
	Outgoing   string      `json:"outbox_fault,omitempty"` // the server's reply to the last rejected mail
	Late       int         `json:"deadlines_late"`
	Lag        uint64      `json:"log_lag"`    // commits in the log that haven't been read yet
	Durability string      `json:"durability"` // when a commit is safe from a power cut
	Checked    *StoreCheck `json:"checked"`    // the last check of the store

	at time.Time // when it was determined
}

const (
	healthPatience = 800 * time.Millisecond // for an answer; health checks wait a second
	healthStale    = 10 * time.Second       // older answers are ignored
)

// standing holds the faults of the log's servers, and the time of the last change between faults and no faults.
type standing struct {
	since time.Time
	wrong []string
}
