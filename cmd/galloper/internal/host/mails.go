package host

import (
	"context"
	"fmt"

	"galloper/events"
	"galloper/mailgate"
)

// Keep puts the raw mail into the vault.
func (d *Host) Keep(ctx context.Context, in mailgate.Incoming) error {
	if _, err := d.Vault.PutMail(ctx, in.Raw); err != nil {
		return fmt.Errorf("daemon: keep a mail: %w", err)
	}
	return nil
}

// Reading is how mail is read here.
func (d *Host) Reading() mailgate.Options {
	return mailgate.Options{Own: []string{d.Post.Address}, Delimiter: d.Post.Delimiter, Lists: d.Lists}
}

// MailsOf returns what a game quotes its mails from: the vault, as far as they were not erased.
func (d *Host) MailsOf(ctx context.Context, game string) func(events.Hash, string) (string, string, bool) {
	return func(sha events.Hash, seat string) (from, text string, ok bool) {
		raw, err := d.Vault.Mail(ctx, sha)
		if err != nil {
			return "", "", false
		}
		from, text = mailOf(raw, d.Reading(), game, seat)
		return from, text, true
	}
}

// mailOf reads the part of a mail that was for a game and a seat.
func mailOf(raw []byte, o mailgate.Options, game, seat string) (from, text string) {
	m := mailgate.ReadIncoming(mailgate.Incoming{Raw: raw, Size: int64(len(raw))}, o)
	for _, one := range m.Split(o) {
		if (one.Game == "" || one.Game == game) && (one.Seat == "" || one.Seat == seat) {
			return one.From, one.Text
		}
	}
	return m.From, m.Text
}
