package imapbox

import "context"

// Check goes through the steps of watching the mailbox without reading any mail, and
// reports each with what is wrong.
func Check(ctx context.Context, c Config, report func(step string, err error)) {
	s, err := New(c)
	report("configuration", err)
	if err != nil {
		return
	}
	x, err := s.connect(ctx)
	report("connect and sign in", err)
	if err != nil {
		return
	}
	defer x.conn.Close()
	report("mailbox "+s.config.Mailbox, x.open())
}
