// Package imapbox watches one IMAP mailbox and hands over each mail in it.
//
// It is a [mailgate.Source] over go-imap's client, which has no timeout for
// answers, no reconnect, and dies on any line that it does not know. So a
// supervisor owns it: each command has a watchdog that closes a silent
// connection, a closed connection is dialled again with growing pauses, and
// IDLE is only a hint; that the mailbox is searched at every poll is what makes
// sure that no mail is missed.
//
// Nothing is kept here but how far it has read. A mail is filed (moved, or
// flagged where moving is not allowed) only after the handler has stored it, and
// may be handed over again after a crash; the handler knows duplicates.
//
//	src, err := imapbox.New(imapbox.Config{Server: srv, Credentials: who})
//	err = src.Run(ctx, checkpoint, store)
package imapbox

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"github.com/cenkalti/backoff/v5"
	"github.com/emersion/go-imap/v2"

	"galloper/mailgate"
	"galloper/mailgate/signin"
)

// Config says which mailbox is watched and how.
type Config struct {
	Server      signin.Server
	Credentials signin.Credentials
	Mailbox     string        // "" is INBOX
	Owner       string        // the service that has the mailbox to itself; "": it is read whoever else does
	Processed   string        // folder for mails that were read; "" flags them in place
	Quarantine  string        // folder for mails of unproved senders; "" flags them in place
	Poll        time.Duration // between searches; 0 is a minute
	Timeout     time.Duration // without a byte from the server within a command; 0 is a minute
	MaxSize     int64         // of larger mails only the header is fetched, in bytes; 0 is the reader's limit
	Batch       int           // mails handed over at once; 0 is 200
	Pause       time.Duration // before the first reconnect, doubled up to MaxPause; 0 is a second
	MaxPause    time.Duration // 0 is five minutes
	Log         *slog.Logger  // nil: the default logger
	// Searched is called after each search whose mails are all stored: whatever the
	// server had at that time has been read. It may be nil.
	Searched func(at time.Time)
}

// Keywords that mark mails that are filed in place.
const (
	flagProcessed  imap.Flag = "$Processed"
	flagQuarantine imap.Flag = "$Quarantine"
)

// batchBytes bounds what one batch holds in memory.
const batchBytes = 16 << 20

// headBytes is what is fetched of a mail that is too large.
const headBytes = 256 << 10

// rescan is how many UIDs below the checkpoint are looked at again at each
// connection: filing may have been cut off.
const rescan = 100

func (c Config) withDefaults() Config {
	if c.Mailbox == "" {
		c.Mailbox = "INBOX"
	}
	setDefault(&c.Poll, time.Minute)
	setDefault(&c.Timeout, time.Minute)
	setDefault(&c.Pause, time.Second)
	setDefault(&c.MaxPause, 5*time.Minute)
	setDefault(&c.MaxSize, mailgate.DefaultLimits.RawBytes)
	setDefault(&c.Batch, 200)
	if c.Log == nil {
		c.Log = slog.Default()
	}
	c.Log = c.Log.With("server", c.Server.Addr, "mailbox", c.Mailbox)
	return c
}

func setDefault[T comparable](v *T, d T) {
	var zero T
	if *v == zero {
		*v = d
	}
}

// Status is how the mailbox stands, for health checks.
type Status struct {
	Connected   bool
	Since       time.Time // of Connected
	LastSearch  time.Time // the last search that succeeded
	Idle        bool      // waiting in IDLE
	UIDValidity uint32
	UID         uint32 // all mails up to it are stored
	Waiting     int    // mails found and not yet stored
	Failures    int    // connections lost in a row
	Error       string // why it is not connected
}

// Source watches one mailbox.
type Source struct {
	config Config

	mu     sync.Mutex
	status Status

	// The rest belongs to the goroutine of Run.
	at      mailgate.Checkpoint
	batch   int                          // mails in the next batch; shrinks when one breaks the connection
	broken  map[imap.UID]int             // how often fetching a mail alone failed
	pending map[imap.UID]mailgate.Filing // stored, not yet filed
	arrived chan struct{}                // the server says that there is new mail
	handle  mailgate.Handler
	down    time.Time // since when there is no connection; zero if there is
}

var _ mailgate.Source = (*Source)(nil)

// New checks the configuration. It does not connect.
func New(c Config) (*Source, error) {
	if err := c.Server.Check(); err != nil {
		return nil, fmt.Errorf("imap: %w", err)
	}
	c = c.withDefaults()
	return &Source{config: c, batch: c.Batch, broken: map[imap.UID]int{}, pending: map[imap.UID]mailgate.Filing{},
		arrived: make(chan struct{}, 1)}, nil
}

// Status returns how the mailbox stands now.
func (s *Source) Status() Status {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.status
}

func (s *Source) update(f func(*Status)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	f(&s.status)
}

// handlerError marks a failure that is not the server's.
type handlerError struct{ err error }

func (e *handlerError) Error() string { return "storing the mails: " + e.err.Error() }
func (e *handlerError) Unwrap() error { return e.err }

// Run watches the mailbox until ctx ends, and returns its error. See
// [mailgate.Source].
func (s *Source) Run(ctx context.Context, from mailgate.Checkpoint, h mailgate.Handler) error {
	s.at, s.handle = from, h
	pause := &backoff.ExponentialBackOff{InitialInterval: s.config.Pause, RandomizationFactor: 0.2, Multiplier: 2,
		MaxInterval: s.config.MaxPause}
	pause.Reset()
	for {
		worked, err := s.session(ctx)
		if ctx.Err() != nil {
			s.update(func(st *Status) { st.Connected, st.Idle = false, false })
			return ctx.Err()
		}
		if worked {
			pause.Reset()
		}
		wait := pause.NextBackOff()
		s.lost(err, wait)
		select {
		case <-ctx.Done():
		case <-time.After(wait):
		}
	}
}

// lost notes the end of a connection; the first of a row is a warning.
func (s *Source) lost(err error, wait time.Duration) {
	var stored *handlerError
	level := slog.LevelWarn
	if errors.As(err, &stored) {
		level = slog.LevelError
	}
	if s.down.IsZero() {
		s.down = time.Now()
	} else {
		level = slog.LevelDebug
	}
	failures := 0
	s.update(func(st *Status) {
		st.Connected, st.Idle, st.Since, st.Error = false, false, s.down, err.Error()
		st.Failures++
		failures = st.Failures
	})
	if failures%10 == 0 {
		level = slog.LevelError
	}
	s.config.Log.Log(context.Background(), level, "mail in: down", "error", err, "failures", failures, "retry_in",
		wait.Round(time.Millisecond))
}

// caughtUp notes that all mail found is stored.
func (s *Source) caughtUp(stored int) {
	now := time.Now()
	if !s.down.IsZero() {
		s.config.Log.Info("mail in: back, and caught up", "after", now.Sub(s.down).Round(time.Millisecond), "mails", stored)
		s.down = time.Time{}
	}
	s.update(func(st *Status) {
		if !st.Connected {
			st.Since = now
		}
		st.Connected, st.LastSearch, st.Failures, st.Error, st.Waiting = true, now, 0, "", 0
		st.UID, st.UIDValidity = s.at.UID, s.at.UIDValidity
	})
}
