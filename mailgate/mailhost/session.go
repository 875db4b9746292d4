package mailhost

import (
	"io"

	"github.com/emersion/go-imap/v2/imapserver"
	"github.com/emersion/go-imap/v2/imapserver/imapmemserver"
	"github.com/emersion/go-sasl"
	"github.com/emersion/go-smtp"
)

// imapSession is a connection of a mail client.
type imapSession struct {
	*imapmemserver.UserSession
	host *Host
}

var _ imapserver.SessionIMAP4rev2 = (*imapSession)(nil)

// Close ends the session, which may be unauthenticated.
func (s *imapSession) Close() error {
	if s.UserSession == nil {
		return nil
	}
	return s.UserSession.Close()
}

// Login opens the user's mailboxes.
func (s *imapSession) Login(user, password string) error {
	a, err := s.host.login(user, password)
	if err != nil {
		return imapserver.ErrAuthFailed
	}
	s.UserSession = imapmemserver.NewUserSession(a.box)
	return nil
}

type smtpSession struct {
	host *Host
	in   bool // authenticated
	from string
	to   []string
}

var _ smtp.AuthSession = (*smtpSession)(nil)

func (s *smtpSession) AuthMechanisms() []string { return []string{sasl.Plain} }

func (s *smtpSession) Auth(string) (sasl.Server, error) {
	return sasl.NewPlainServer(func(_, user, password string) error {
		if _, err := s.host.login(user, password); err != nil {
			return smtp.ErrAuthFailed
		}
		s.in = true
		return nil
	}), nil
}

func (s *smtpSession) Mail(from string, _ *smtp.MailOptions) error {
	if !s.in && !s.host.config.Open {
		return smtp.ErrAuthRequired
	}
	s.from = from
	return nil
}

// Rcpt accepts only recipients with a mailbox here.
func (s *smtpSession) Rcpt(to string, _ *smtp.RcptOptions) error {
	if s.host.find(to) == nil {
		return &smtp.SMTPError{Code: 550, EnhancedCode: smtp.EnhancedCode{5, 1, 1},
			Message: "this server does not have the address, and sends no mail to others"}
	}
	s.to = append(s.to, to)
	return nil
}

func (s *smtpSession) Data(r io.Reader) error {
	raw, err := io.ReadAll(r)
	if err != nil {
		return err
	}
	for _, to := range s.to {
		if err := s.host.Deliver(s.from, to, raw); err != nil {
			return err
		}
	}
	return nil
}

func (s *smtpSession) Reset() { s.from, s.to = "", nil }

// Logout ends the session.
func (s *smtpSession) Logout() error { return nil }
