package imapbox

import (
	"context"
	"crypto/x509"
	"errors"

	"github.com/emersion/go-imap/v2"

	"galloper/mailgate"
)

// Check goes through the steps of watching the mailbox without changing
// anything in it, and reports each with what is wrong. It stops at the first
// that fails.
func Check(ctx context.Context, c Config, report func(step string, err error)) {
	c.Processed, c.Quarantine = "", "" // so that no folder is made
	s, err := New(c)
	report("configuration", err)
	if err != nil {
		return
	}
	s.at = mailgate.Checkpoint{}
	x, err := s.connect(ctx)
	report("connect and sign in", explain(err))
	if err != nil {
		return
	}
	defer x.conn.Close()
	err = x.open()
	report("open the mailbox "+s.config.Mailbox, err)
	if err != nil {
		return
	}
	_, err = x.search(0)
	report("search for mail", err)
	if !x.canIdle() {
		report("IDLE", errors.New("the server has no IDLE: new mail is seen at the next poll only"))
	}
}

// explain adds what people do about the most common refusals.
func explain(err error) error {
	if err == nil {
		return nil
	}
	switch {
	case isAuthFailure(err):
		return errors.Join(err, errors.New("the user or the password is wrong; most providers want an app password or OAuth2 here"))
	case isUnknownAuthority(err):
		return errors.Join(err, errors.New("the server's certificate is not known to this machine"))
	}
	return err
}

func isAuthFailure(err error) bool {
	var no *imap.Error
	return errors.As(err, &no) && (no.Code == imap.ResponseCodeAuthenticationFailed || no.Code == imap.ResponseCodeAuthorizationFailed)
}

func isUnknownAuthority(err error) bool {
	var unknown x509.UnknownAuthorityError
	return errors.As(err, &unknown)
}
