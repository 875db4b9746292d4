package imapbox

import (
	"context"
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
	report("connect and sign in", err)
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

// Last returns the mail that came last: of the mailbox, or of the folders for mails that
// were filed where that is empty. ok is false where there is none. Nothing is changed.
func Last(ctx context.Context, c Config) (in mailgate.Incoming, ok bool, err error) {
	c = c.withDefaults()
	folders := []string{c.Mailbox, c.Processed, c.Quarantine}
	c.Processed, c.Quarantine = "", "" // so that no folder is made
	for i, folder := range folders {
		if folder == "" {
			continue
		}
		c.Mailbox = folder
		in, ok, err = last(ctx, c)
		var no *imap.Error
		if ok || err != nil && (i == 0 || !errors.As(err, &no)) {
			return in, ok, err
		}
	}
	return in, false, nil
}

func last(ctx context.Context, c Config) (in mailgate.Incoming, ok bool, err error) {
	s, err := New(c)
	if err != nil {
		return in, false, err
	}
	x, err := s.connect(ctx)
	if err != nil {
		return in, false, err
	}
	defer x.conn.Close()
	if err := x.open(); err != nil {
		return in, false, err
	}
	uids, err := x.search(0)
	if err != nil || len(uids) == 0 {
		return in, false, err
	}
	batch, _, err := x.fetch(uids[len(uids)-1:])
	if err != nil || len(batch) == 0 {
		return in, false, err
	}
	return batch[0], true, nil
}
