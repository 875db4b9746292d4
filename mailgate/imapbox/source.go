// Package imapbox watches one IMAP mailbox and hands over each mail in it.
//
// It is a [mailgate.Source] on top of go-imap's client, which has no timeout for responses, does not reconnect, and
// fails on any line that it does not know. So a supervisor owns the client: a watchdog closes the connection if the
// server is silent during a command, a closed connection is dialled again with exponential backoff, and IDLE is only
// a hint. No mail is missed, because the mailbox is searched at every poll.
//
// The only state is the checkpoint. A mail is filed (moved, or flagged if moving is not allowed) only after the
// handler has stored it. It may be handed over again after a crash; the handler recognises duplicates.
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

// Config says which mailbox to watch and how.
type Config struct {
	Server      signin.Server
	Credentials signin.Credentials
	Mailbox     string        // "" means INBOX
	Owner       string        // the service that reads the mailbox exclusively; "" reads it without a claim
	Processed   string        // folder for mails that were read; "" flags them in place
	Quarantine  string        // folder for mails of unproved senders; "" flags them in place
	Poll        time.Duration // between searches; 0 means a minute
	Timeout     time.Duration // without data from the server during a command; 0 means a minute
	MaxSize     int64         // in bytes; of larger mails only the beginning is fetched; 0 means the reader's limit
	Batch       int           // mails per batch; 0 means 200
	Pause       time.Duration // before the first reconnect, doubled up to MaxPause; 0 means a second
	MaxPause    time.Duration // 0 means five minutes
	Log         *slog.Logger  // nil: the default logger
	// Searched is called after each search once all its mails are stored: every mail that the server had at that time
	// has been read. It may be nil.
	Searched func(at time.Time)
}

// Keywords of mails that are filed in place.
const (
	flagProcessed  imap.Flag = "$Processed"
	flagQuarantine imap.Flag = "$Quarantine"
)

// batchBytes bounds the memory of one batch.
const batchBytes = 16 << 20

// headBytes are the bytes fetched of an oversized mail.
const headBytes = 256 << 10

// rescan is the number of UIDs below the checkpoint to scan again after connecting, because filing may have been
// interrupted.
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

// Status is the state of the source, for health checks.
type Status struct {
	Connected   bool
	Since       time.Time // when Connected last changed
	LastSearch  time.Time // the last search that succeeded
	Idle        bool      // waiting in IDLE
	UIDValidity uint32
	UID         uint32 // all mails up to it are stored
	Waiting     int    // mails found but not yet stored
	Failures    int    // connections lost in a row
	Error       string // why it is not connected
}

// Source is a [mailgate.Source] for one mailbox.
type Source struct {
	config Config

	mu     sync.Mutex
	status Status

	// The rest belongs to the goroutine of Run.
	at      mailgate.Checkpoint
	batch   int                          // size of the next batch; shrinks when a mail breaks the connection
	broken  map[imap.UID]int             // how often fetching a mail alone failed
	pending map[imap.UID]mailgate.Filing // stored, not yet filed
	arrived chan struct{}                // the server announced new mail
	handle  mailgate.Handler
	down    time.Time // when the connection was lost; zero while connected
}

var _ mailgate.Source = (*Source)(nil)

// New returns a source if the configuration is valid. It does not connect.
func New(c Config) (*Source, error) {
	if err := c.Server.Check(); err != nil {
		return nil, fmt.Errorf("imap: %w", err)
	}
	c = c.withDefaults()
	return &Source{config: c, batch: c.Batch, broken: map[imap.UID]int{}, pending: map[imap.UID]mailgate.Filing{},
		arrived: make(chan struct{}, 1)}, nil
}

// Status returns the current state. It is safe for concurrent use.
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

// handlerError is a failure of the handler, not of the server.
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
		s.logLoss(err, wait)
		select {
		case <-ctx.Done():
		case <-time.After(wait):
		}
	}
}

// logLoss logs the end of a connection. Only the first of a series is a warning.
func (s *Source) logLoss(err error, wait time.Duration) {
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

// caughtUp records that all mails found are stored.
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
