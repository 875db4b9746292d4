package inbox

import (
	"context"
	"fmt"
	"strings"

	"galloper/cmd/galloper/internal/game"
	"galloper/cmd/galloper/internal/host"
	"galloper/events"
	"galloper/mailgate"
)

// takeBounce records that one of our mails came back.
func (d *Inbox) takeBounce(ctx context.Context, a game.Arrival, account mailgate.Account) error {
	reason := a.Bounce.Reason
	if reason == "" {
		reason = fmt.Sprintf("the mail server returned it (%s)", strings.TrimSpace("status "+a.Bounce.Status))
	}
	_, err := d.Commit(ctx, account.Game, func(g *game.Game) (host.Cause, game.Decision, error) {
		c := causeOf(a, "gate")
		s := game.Decision{}
		if g.Campaign.Seen(a.Hash) || g.Campaign.Seen(game.Sense(a.Mail)) {
			return c, s, nil
		}
		q := d.mailWithID(ctx, account.Game, a.Bounce.MessageID)
		if q.Mail == "" {
			q.Kind = "sent earlier"
		}
		if account.Game == game.Lobby {
			q.Address = account.Seat
		}
		if q.Address == "" {
			q.Address = d.addressIn(ctx, g, account.Seat, a.Bounce.Recipient)
		}
		s.Record(
			events.MailQuarantined{SHA256: a.Hash, Reason: "a bounce: " + reason, Seat: account.Seat,
				Message: game.Sense(a.Mail), Received: a.In.Received.UTC()},
			events.MailBounced{Mail: q.Mail, Reason: reason},
		)
		game.DecideBounce(
			g,
			&s,
			game.Returned{Seat: account.Seat, Address: q.Address, Kind: q.Kind, Turn: q.Turn, Reason: reason,
				Name: a.Bounce.Recipient, Lasting: game.RefusesAddress(a.Bounce.Status + " " + reason)},
		)
		return c, s, nil
	})
	host.Signal(d.MailReady)
	return err
}

// addressIn returns the id of the seat's address that matches written, or "".
func (d *Inbox) addressIn(ctx context.Context, g *game.Game, seat, written string) string {
	for _, id := range g.Addresses(seat) {
		if mailgate.SameAddress(d.AddressOf(ctx, id), written) {
			return id
		}
	}
	return ""
}

// mailWithID finds our own mail by its Message-ID, and returns the zero value if the bounce names none.
func (d *Inbox) mailWithID(ctx context.Context, game, id string) (none events.MailQueued) {
	if id == "" {
		return none
	}
	for c, err := range d.Log.Backward(ctx, game) {
		if err != nil {
			return none
		}
		for _, e := range c.Events {
			data, err := events.Decode(e)
			q, ok := data.(events.MailQueued)
			if err == nil && ok && mailgate.MessageID(game+"/"+q.Mail, d.AddressOf(ctx, q.Address), d.Post.Domain()) == id {
				return q
			}
		}
	}
	return none
}
