package imapbox

import (
	"context"
	"errors"
	"fmt"
	"net"
	"slices"
	"sync/atomic"
	"time"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapclient"

	"galloper/mailgate"
	"galloper/mailgate/signin"
)

// session is one connection. Only one goroutine uses its client.
type session struct {
	source *Source
	client *imapclient.Client
	conn   *watchedConn
	caps   imap.CapSet

	unclaimed bool // the mailbox accepts no claim
}

// watchedConn records when the server last sent data.
type watchedConn struct {
	net.Conn
	last atomic.Int64 // unix nanoseconds
}

func (c *watchedConn) Read(b []byte) (int, error) {
	n, err := c.Conn.Read(b)
	c.last.Store(time.Now().UnixNano())
	return n, err
}

var errSilent = errors.New("the server sent nothing for too long")

// withTimeout runs a command and closes the connection if the server is silent for longer than the timeout. Deadlines
// on the connection would not work, because the client clears them between responses.
func (x *session) withTimeout(what string, f func() error) error {
	limit := x.source.config.Timeout
	var silent atomic.Bool
	x.conn.last.Store(time.Now().UnixNano())
	var timer *time.Timer
	timer = time.AfterFunc(time.Hour, func() {
		if rest := limit - time.Since(time.Unix(0, x.conn.last.Load())); rest > 0 {
			timer.Reset(rest)
			return
		}
		silent.Store(true)
		x.conn.Close()
	})
	timer.Reset(limit)
	defer timer.Stop()
	err := f()
	switch {
	case err == nil:
		return nil
	case silent.Load():
		return fmt.Errorf("%s: %w (%s)", what, errSilent, limit)
	}
	return fmt.Errorf("%s: %w", what, err)
}

// session connects, reads and waits until an error occurs. worked is true if it got as far as a search.
func (s *Source) session(ctx context.Context) (worked bool, err error) {
	x, err := s.connect(ctx)
	if err != nil {
		return false, err
	}
	defer x.conn.Close()
	stop := context.AfterFunc(ctx, func() { x.conn.Close() })
	defer stop()
	if err := x.openMailbox(); err != nil {
		return false, err
	}
	low := s.at.UID - min(s.at.UID, rescan)
	for claimed := (time.Time{}); ; {
		began := time.Now()
		if began.Sub(claimed) >= s.config.Poll {
			if err := x.claim(); err != nil {
				return worked, err
			}
			claimed = began
		}
		stored, err := x.drain(ctx, low)
		if err != nil {
			return worked, err
		}
		worked, low = true, s.at.UID
		s.caughtUp(stored)
		if s.config.Searched != nil {
			s.config.Searched(began)
		}
		if err := x.wait(ctx); err != nil {
			return true, err
		}
	}
}

// connect dials and signs in.
func (s *Source) connect(ctx context.Context) (*session, error) {
	dialling, cancel := context.WithTimeout(ctx, s.config.Timeout)
	defer cancel()
	raw, err := s.config.Server.Connect(dialling)
	if err != nil {
		return nil, fmt.Errorf("connecting: %w", err)
	}
	x := &session{source: s, conn: &watchedConn{Conn: raw}}
	if err := x.begin(dialling); err != nil {
		x.conn.Close()
		return nil, err
	}
	return x, nil
}

func (x *session) begin(ctx context.Context) error {
	config := x.source.config
	options := &imapclient.Options{UnilateralDataHandler: &imapclient.UnilateralDataHandler{
		// Unsolicited responses are only hints; the search finds the mails.
		Mailbox: func(*imapclient.UnilateralDataMailbox) { x.source.hint() },
	}}
	err := x.withTimeout("greeting", func() (err error) {
		if config.Server.TLS == signin.StartTLS {
			options.TLSConfig = config.Server.TLSConfig()
			x.client, err = imapclient.NewStartTLS(x.conn, options)
			return err
		}
		x.client = imapclient.New(x.conn, options)
		return x.client.WaitGreeting()
	})
	if err != nil {
		return err
	}
	if x.client.State() == imap.ConnStateNotAuthenticated {
		if err := x.signIn(ctx); err != nil {
			return err
		}
	}
	return x.withTimeout("capability", func() (err error) {
		x.caps, err = x.client.Capability().Wait()
		return err
	})
}

func (x *session) signIn(ctx context.Context) error {
	who := x.source.config.Credentials
	var caps imap.CapSet
	if err := x.withTimeout("capability",
		func() (err error) { caps, err = x.client.Capability().Wait(); return err }); err != nil {
		return err
	}
	client, err := who.Client(ctx, x.source.config.Server, func(m string) bool { return caps.Has(imap.Cap("AUTH=" + m)) })
	if errors.Is(err, signin.ErrNoMechanism) && who.Password != "" && !caps.Has(imap.CapLoginDisabled) {
		return x.withTimeout("signing in", func() error { return x.client.Login(who.User, who.Password).Wait() })
	}
	if err != nil {
		return fmt.Errorf("signing in: %w", err)
	}
	return x.withTimeout("signing in", func() error { return x.client.Authenticate(client) })
}

// openMailbox selects the mailbox and creates missing folders.
func (x *session) openMailbox() error {
	s := x.source
	for _, folder := range []string{s.config.Processed, s.config.Quarantine} {
		if folder == "" {
			continue
		}
		if err := x.withTimeout("creating "+folder, func() error { return x.create(folder) }); err != nil {
			return err
		}
	}
	var data *imap.SelectData
	err := x.withTimeout("opening the mailbox", func() (err error) {
		data, err = x.client.Select(s.config.Mailbox, nil).Wait()
		return err
	})
	if err != nil {
		return err
	}
	s.reconcile(data)
	return nil
}

// create makes a folder. It ignores a refusal by the server: the folder may exist already, and if it does not, mails
// are flagged in place.
func (x *session) create(folder string) error {
	err := x.client.Create(folder, nil).Wait()
	var no *imap.Error
	if errors.As(err, &no) {
		return nil
	}
	return err
}

// reconcile compares the checkpoint with the mailbox. If UIDVALIDITY has changed, all mails are read again; the
// handler recognises those that it has by their content.
func (s *Source) reconcile(data *imap.SelectData) {
	fresh := s.at.UIDValidity == 0
	switch {
	case data.UIDValidity != s.at.UIDValidity || s.at.Mailbox != s.config.Mailbox:
		if !fresh {
			s.config.Log.Error("mail in: the server renumbered the mailbox (UIDVALIDITY); reading all its mails again",
				"was", s.at.UIDValidity, "is", data.UIDValidity)
		}
	case data.UIDNext != 0 && uint32(data.UIDNext) <= s.at.UID:
		s.config.Log.Error("mail in: the mailbox was reset; reading all its mails again", "uidnext", data.UIDNext,
			"read_to", s.at.UID)
	default:
		return
	}
	s.at = mailgate.Checkpoint{Mailbox: s.config.Mailbox, UIDValidity: data.UIDValidity}
	clear(s.pending)
	clear(s.broken)
}

// hint wakes up wait.
func (s *Source) hint() {
	select {
	case s.arrived <- struct{}{}:
	default:
	}
}

// wait returns when there may be new mail: after a hint from the server or the poll interval.
func (x *session) wait(ctx context.Context) error {
	s := x.source
	poll := time.NewTimer(s.config.Poll)
	defer poll.Stop()
	if !x.canIdle() {
		return x.pause(ctx, poll.C)
	}
	var idle *imapclient.IdleCommand
	if err := x.withTimeout("IDLE", func() (err error) { idle, err = x.client.Idle(); return err }); err != nil {
		return err
	}
	s.update(func(st *Status) { st.Idle = true })
	waited := x.pause(ctx, poll.C)
	s.update(func(st *Status) { st.Idle = false })
	err := x.withTimeout("DONE", func() error { return errors.Join(idle.Close(), idle.Wait()) })
	return errors.Join(waited, err)
}

func (x *session) canIdle() bool {
	return x.caps.Has(imap.CapIdle) || x.caps.Has(imap.CapIMAP4rev2)
}

func (x *session) pause(ctx context.Context, poll <-chan time.Time) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-x.client.Closed():
		return errors.New("the server closed the connection")
	case <-x.source.arrived:
	case <-poll:
	}
	return nil
}

// drain hands over and files all mails above low.
func (x *session) drain(ctx context.Context, low uint32) (stored int, err error) {
	s := x.source
	uids, err := x.search(low)
	if err != nil {
		return 0, err
	}
	if err := x.refile(uids); err != nil {
		return 0, err
	}
	uids = slices.DeleteFunc(uids, func(u imap.UID) bool { _, done := s.pending[u]; return done })
	for len(uids) > 0 {
		s.update(func(st *Status) { st.Waiting = len(uids) })
		n, err := x.step(ctx, uids[:min(s.batch, len(uids))])
		stored += n
		if err != nil {
			return stored, err
		}
		uids = uids[min(max(n, 1), len(uids)):]
	}
	return stored, nil
}

func (x *session) search(low uint32) ([]imap.UID, error) {
	uids, err := x.find(&imap.SearchCriteria{
		UID:     []imap.UIDSet{{imap.UIDRange{Start: imap.UID(low + 1), Stop: 0}}},
		NotFlag: []imap.Flag{flagProcessed, flagQuarantine},
	})
	// `n:*` always includes the last mail, even if its UID is below n.
	return slices.DeleteFunc(uids, func(u imap.UID) bool { return uint32(u) <= low }), err
}

// find returns the mails that match the criteria, in order.
func (x *session) find(criteria *imap.SearchCriteria) (uids []imap.UID, err error) {
	err = x.withTimeout("searching", func() error {
		data, err := x.client.UIDSearch(criteria, nil).Wait()
		if err == nil {
			uids = data.AllUIDs()
		}
		return err
	})
	slices.Sort(uids)
	return uids, err
}
