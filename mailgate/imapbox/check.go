package imapbox

import (
	"context"
	"errors"

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
