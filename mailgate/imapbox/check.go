package imapbox

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapclient"

	"galloper/mailgate"
)

// Check performs the steps of watching the mailbox without changing it, and reports each with its error. It stops at
// the first failure.
func Check(ctx context.Context, c Config, report func(step string, err error)) {
	c.Processed, c.Quarantine = "", "" // so that no folder is created
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
	err = x.openMailbox()
	report("open the mailbox "+s.config.Mailbox, err)
	if err != nil {
		return
	}
	if _, err = x.owned(); err != nil {
		report("read it alone", err)
		return
	}
	_, err = x.search(0)
	report("search for mail", err)
	if err == nil && x.caps.Has(imap.CapQuota) {
		report("room for mail", x.room())
	}
	if !x.canIdle() {
		report("IDLE", errors.New("the server does not support IDLE: new mail is seen only at the next poll"))
	}
}

// ErrFull means that the mailbox has no room for mail, or hardly any.
var ErrFull = errors.New("the mailbox is full")

// room checks the server's quota: at least a tenth must be free.
func (x *session) room() error {
	var quotas []imapclient.QuotaData
	err := x.withTimeout("asking for the quota", func() (err error) {
		quotas, err = x.client.GetQuotaRoot(x.source.config.Mailbox).Wait()
		return err
	})
	for _, q := range quotas {
		for kind, r := range q.Resources {
			if r.Limit > 0 && r.Usage*10 > r.Limit*9 {
				return fmt.Errorf("%w: %d of %d are used (%s)", ErrFull, r.Usage, r.Limit, strings.ToLower(string(kind)))
			}
		}
	}
	return err
}

// Recent returns at most the given number of newest mails in the mailbox, and how many mails it holds. It changes
// nothing.
func Recent(ctx context.Context, c Config, most int) (batch []mailgate.Incoming, lie int, err error) {
	c = c.withDefaults()
	c.Processed, c.Quarantine = "", "" // so that no folder is created
	s, err := New(c)
	if err != nil {
		return nil, 0, err
	}
	x, err := s.connect(ctx)
	if err != nil {
		return nil, 0, err
	}
	defer x.conn.Close()
	if err := x.openMailbox(); err != nil {
		return nil, 0, err
	}
	uids, err := x.search(0)
	if err != nil || len(uids) == 0 {
		return nil, 0, err
	}
	batch, _, err = x.fetch(uids[max(0, len(uids)-most):])
	return batch, len(uids), err
}

// Last returns the latest mail in the mailbox or, if that is empty, in the folders of filed mails. ok is false if
// there is none. It changes nothing.
func Last(ctx context.Context, c Config) (in mailgate.Incoming, ok bool, err error) {
	c = c.withDefaults()
	folders := []string{c.Mailbox, c.Processed, c.Quarantine}
	c.Processed, c.Quarantine = "", "" // so that no folder is created
	for i, folder := range folders {
		if folder == "" {
			continue
		}
		c.Mailbox = folder
		batch, _, err := Recent(ctx, c, 1)
		var no *imap.Error
		switch {
		case len(batch) > 0:
			return batch[0], true, nil
		case err != nil && (i == 0 || !errors.As(err, &no)):
			return in, false, err
		}
	}
	return in, false, nil
}
