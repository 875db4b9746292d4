package host

import (
	"context"

	"galloper/events"
	"galloper/mailgate"
)

// Reading returns the service's options for parsing mail.
func (d *Host) Reading() mailgate.Options {
	return mailgate.Options{Own: []string{d.Post.Address}, Delimiter: d.Post.Delimiter, Lists: d.Lists}
}

// MailsOf returns the mails that a game can quote: the given one, which may be nil, and those in the vault.
func (d *Host) MailsOf(ctx context.Context, game string, at []byte) func(events.Hash, string) (string, string, bool) {
	return func(sha events.Hash, seat string) (from, text string, ok bool) {
		raw := at
		if events.Sum(at) != sha {
			var err error
			if raw, err = d.Vault.Mail(ctx, sha); err != nil {
				return "", "", false
			}
		}
		from, text = mailOf(raw, d.Reading(), game, seat)
		return from, text, true
	}
}

func mailOf(raw []byte, o mailgate.Options, game, seat string) (from, text string) {
	m := mailgate.ReadIncoming(mailgate.Incoming{Raw: raw, Size: int64(len(raw))}, o)
	for _, one := range m.Split(o) {
		if (one.Game == "" || one.Game == game) && (one.Seat == "" || one.Seat == seat) {
			return one.From, one.Text
		}
	}
	return m.From, m.Text
}
