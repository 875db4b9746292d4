// Package smtpout submits mails to an SMTP server and returns the fate of each.
//
// It keeps a connection open while mails follow each other. A mail has one of four fates: sent (the server answered
// 250), temporary, permanent, and unknown if the connection broke between the final dot and the answer. SMTP cannot
// tell whether such a mail went out (RFC 1047), so the outbox sends it again with the same bytes and Message-ID.
// Retries are up to the outbox.
//
//	out, err := smtpout.New(smtpout.Config{Server: srv, Credentials: who, Hello: "games.example.org"})
//	res := out.Send(ctx, mailgate.Delivery{From: bounces, To: to, Raw: raw})
package smtpout

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"regexp"
	"strings"
	"sync"
	"time"

	"github.com/emersion/go-smtp"

	"galloper/mailgate"
	"galloper/mailgate/signin"
)

// Config configures a [Sender].
type Config struct {
	Server      signin.Server
	Credentials signin.Credentials
	Hello       string        // our name in EHLO; "" means localhost
	Timeout     time.Duration // for the answer to a command; 0 means a minute
	Submit      time.Duration // for the answer to the mail itself; 0 means five minutes
	Keep        time.Duration // how long an unused connection is kept; 0 means 30 seconds
	Log         *slog.Logger  // nil: the default logger
}

// Sender sends mails one at a time. It is safe for concurrent use.
type Sender struct {
	config Config

	mu     sync.Mutex
	client *smtp.Client
	conn   net.Conn
	idle   *time.Timer
}

var _ mailgate.Sender = (*Sender)(nil)

// New returns a sender if the configuration is valid. It does not connect.
func New(c Config) (*Sender, error) {
	if err := c.Server.Check(); err != nil {
		return nil, fmt.Errorf("smtp: %w", err)
	}
	if c.Hello == "" {
		c.Hello = "localhost"
	}
	for d, standard := range map[*time.Duration]time.Duration{&c.Timeout: time.Minute, &c.Submit: 5 * time.Minute,
		&c.Keep: 30 * time.Second} {
		if *d == 0 {
			*d = standard
		}
	}
	if c.Log == nil {
		c.Log = slog.Default()
	}
	return &Sender{config: c}, nil
}

// Close closes the connection, if any.
func (s *Sender) Close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.hangUp(true)
	return nil
}

// Send submits one mail and waits for the server's answer.
func (s *Sender) Send(ctx context.Context, d mailgate.Delivery) mailgate.Result {
	s.mu.Lock()
	defer s.mu.Unlock()
	kept := s.client != nil
	if r := s.ensureConnected(ctx); r != nil {
		return *r
	}
	defer s.closeWith(ctx)()
	r := s.transact(d)
	if r.Barred && d.Instead != "" && s.client != nil {
		s.config.Log.Debug("mail out: the server does not allow the envelope sender", "instead", d.Instead, "why", r.Text)
		d.From = d.Instead
		r = s.transact(d)
	}
	if kept && r.Broken && r.Fate == mailgate.Temporary && r.Code == 0 && ctx.Err() == nil {
		// The server closed the unused connection, so no mail is affected.
		if r := s.ensureConnected(ctx); r != nil {
			return *r
		}
		defer s.closeWith(ctx)()
		r = s.transact(d)
	}
	s.keepOpen()
	return r
}

// closeWith closes the current connection when ctx ends. The sender may have another one by then, or none.
func (s *Sender) closeWith(ctx context.Context) (stop func() bool) {
	conn := s.conn
	return context.AfterFunc(ctx, func() { conn.Close() })
}

// ensureConnected makes sure that there is a connection, or returns why there is none.
func (s *Sender) ensureConnected(ctx context.Context) *mailgate.Result {
	if s.idle != nil {
		s.idle.Stop()
	}
	if s.client != nil {
		return nil
	}
	dialling, cancel := context.WithTimeout(ctx, s.config.Timeout)
	defer cancel()
	if err := s.connect(dialling); err != nil {
		s.hangUp(false)
		r := failed(err)
		r.Broken = true
		if r.Fate == mailgate.Permanent {
			r.Fate = mailgate.Temporary // the operator can fix a wrong password, and the mail must still be sent
		}
		return &r
	}
	return nil
}

func (s *Sender) connect(ctx context.Context) error {
	conn, err := s.config.Server.Connect(ctx)
	if err != nil {
		return fmt.Errorf("connecting: %w", err)
	}
	s.conn = conn
	stop := context.AfterFunc(ctx, func() { conn.Close() })
	defer stop()
	c := smtp.NewClient(conn)
	if s.config.Server.TLS == signin.StartTLS {
		if c, err = smtp.NewClientStartTLS(conn, s.config.Server.TLSConfig()); err != nil {
			return fmt.Errorf("STARTTLS: %w", err)
		}
	}
	s.client = c
	c.CommandTimeout, c.SubmissionTimeout = s.config.Timeout, s.config.Submit
	// With STARTTLS this performs the handshake, so that an untrusted certificate is reported as such, and not as a
	// server without mechanisms.
	if err := c.Hello(s.config.Hello); err != nil {
		return fmt.Errorf("EHLO: %w", err)
	}
	if s.config.Credentials.User == "" {
		return nil
	}
	auth, err := s.config.Credentials.Client(ctx, s.config.Server, c.SupportsAuth)
	if err != nil {
		return fmt.Errorf("signing in: %w", err)
	}
	if err := c.Auth(auth); err != nil {
		return fmt.Errorf("signing in: %w", err)
	}
	return nil
}

// keepOpen keeps the connection for a while.
func (s *Sender) keepOpen() {
	if s.client == nil {
		return
	}
	client := s.client
	s.idle = time.AfterFunc(s.config.Keep, func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		if s.client == client {
			s.hangUp(true)
		}
	})
}

func (s *Sender) hangUp(politely bool) {
	if s.idle != nil {
		s.idle.Stop()
	}
	if s.client != nil && politely {
		s.client.CommandTimeout = 2 * time.Second
		if err := s.client.Quit(); err != nil {
			s.config.Log.Debug("mail out: QUIT", "error", err)
		}
	}
	if s.conn != nil {
		s.conn.Close()
	}
	s.client, s.conn = nil, nil
}

// transact sends one mail over the connection.
func (s *Sender) transact(d mailgate.Delivery) mailgate.Result {
	if most, ok := s.client.MaxMessageSize(); ok && most > 0 && len(d.Raw) > most {
		return mailgate.Result{Fate: mailgate.Permanent, Code: 552,
			Text: fmt.Sprintf("the mail has %d bytes, but the server accepts %d", len(d.Raw), most)}
	}
	if err := s.client.Mail(d.From, s.options(d)); err != nil {
		r := failed(err)
		if r.Fate == mailgate.Permanent && r.Code != 552 { // no recipient was named yet, so the refusal concerns the sender
			r.Fate, r.Barred = mailgate.Temporary, true
		}
		return s.broken(r)
	}
	if err := s.client.Rcpt(d.To, nil); err != nil {
		return s.broken(failed(err))
	}
	w, err := s.client.Data()
	if err != nil {
		return s.broken(failed(err))
	}
	if _, err := w.Write(d.Raw); err != nil {
		// The final dot was not sent, so the server cannot have accepted the mail.
		return s.broken(failed(err))
	}
	answer, err := w.CloseWithResponse()
	if err == nil {
		return mailgate.Result{Fate: mailgate.Sent, Code: 250, Text: oneLine(answer.StatusText)}
	}
	r := failed(err)
	if r.Code == 0 {
		r.Fate, r.Text = mailgate.Unknown, "the connection broke before the server accepted or refused the "+
			"mail: "+r.Text
	}
	return s.broken(r)
}

func (s *Sender) options(d mailgate.Delivery) *smtp.MailOptions {
	options := &smtp.MailOptions{}
	if ok, _ := s.client.Extension("SIZE"); ok {
		options.Size = int64(len(d.Raw))
	}
	return options
}

// broken closes the connection if it cannot be used for the next mail.
func (s *Sender) broken(r mailgate.Result) mailgate.Result {
	switch {
	case r.Code == 0 || r.Code == 421:
		r.Broken = true
		s.hangUp(false)
	default:
		if err := s.client.Reset(); err != nil {
			s.hangUp(false)
		}
	}
	return r
}

// barred matches answers that refuse the sender, not the recipient. Most servers give them to RCPT, some after the
// text.
var barred = regexp.MustCompile(`(?i)sender address rejected|sender verify failed|relay(ing)? (access )?(is )?(denied|prohibited|not (permitted|allowed|available))|(unable|not permitted|not allowed) to relay|` +
	`auth(entication|orization)? (is )?required|starttls (command )?first|send ?as ?denied|permissions? to send as|not (owned by|(allowed|authori[sz]ed) to send (as|from|on behalf))|` +
	`(sending|message|rate|daily|hourly|user) (limit|quota|rate)s?( \S+)? exceeded|too many (messages|mails|recipients)|^5\d\d (5\.4\.5|5\.7\.(60|57)|5\.1\.[78])\b`)

// failed derives the result from an error.
func failed(err error) mailgate.Result {
	r := mailgate.Result{Fate: mailgate.Temporary, Text: oneLine(err.Error())}
	var answer *smtp.SMTPError
	if !errors.As(err, &answer) {
		return r
	}
	r.Code, r.Text = answer.Code, oneLine(answerText(answer))
	switch {
	case answer.Temporary() || answer.Code < 500:
	case barred.MatchString(r.Text):
		r.Barred = true
	default:
		r.Fate = mailgate.Permanent
	}
	return r
}

// answerText returns the server's answer with its codes, which the client has parsed out.
func answerText(answer *smtp.SMTPError) string {
	e := answer.EnhancedCode
	if e == smtp.NoEnhancedCode || e == smtp.EnhancedCodeNotSet {
		return fmt.Sprintf("%d %s", answer.Code, answer.Message)
	}
	return fmt.Sprintf("%d %d.%d.%d %s", answer.Code, e[0], e[1], e[2], answer.Message)
}

func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }

// Question asks whether the server accepts mail between two addresses.
type Question struct{ Name, From, To string }

// Check performs the steps of sending a mail without sending one, and reports each with its error. For each question
// it begins a mail and resets it.
func Check(ctx context.Context, c Config, asked []Question, report func(step string, err error)) {
	s, err := New(c)
	report("configuration", err)
	if err != nil {
		return
	}
	defer s.Close()
	err = s.connect(ctx)
	report("connect and sign in", err)
	if err != nil {
		return
	}
	for _, q := range asked {
		report("send "+q.Name, s.ask(q.From, q.To))
	}
}

// ask begins a mail and resets it.
func (s *Sender) ask(from, to string) error {
	err := s.client.Mail(from, nil)
	if err == nil {
		err = s.client.Rcpt(to, nil)
	}
	if back := s.client.Reset(); err == nil {
		err = back
	}
	var answer *smtp.SMTPError
	if errors.As(err, &answer) {
		return &RefusedError{From: from, To: to, Result: failed(err)}
	}
	return err
}

// RefusedError reports that the server would refuse a mail.
type RefusedError struct {
	From, To string
	mailgate.Result
}

// Error implements error.
func (e *RefusedError) Error() string {
	return fmt.Sprintf("the server refuses a mail from <%s> to <%s>: %s", e.From, e.To, e.Text)
}
