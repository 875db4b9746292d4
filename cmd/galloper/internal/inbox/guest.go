package inbox

import (
	"context"

	"galloper/cmd/galloper/internal/game"
	"galloper/cmd/galloper/internal/host"
	"galloper/mailgate"
)

// takeGuest takes a mail to the lobby. taken is false if the mail is for a game, or for neither.
func (d *Inbox) takeGuest(ctx context.Context, a game.Arrival) (filing mailgate.Filing, taken bool, err error) {
	if a.Game != game.Lobby && a.Game != "" || a.In.Fault != "" {
		return filing, false, nil
	}
	guests, err := d.guests(ctx, "", a.From)
	if err != nil {
		return mailgate.Leave, false, err
	}
	gate := d.gate
	gate.Trust.DKIM = d.keys.Verifier(ctx)
	if proof := gate.Prove(a.Mail, guests); len(guests) > 0 && proof.Quarantine == "" {
		filing, err := d.takeProved(ctx, a, proof)
		return filing, true, err
	}
	if a.Token != "" && a.Game == "" || !d.asksLobby(ctx, a, len(guests) > 0) {
		return filing, false, nil
	}
	return mailgate.Quarantine, true, d.askGuest(ctx, a)
}

// asksLobby reports whether the mail makes a request to the lobby that its writer may make.
func (d *Inbox) asksLobby(ctx context.Context, a game.Arrival, known bool) (asks bool) {
	if !d.Guests && !known || d.Entry(ctx, game.Lobby) == nil {
		return false
	}
	err := d.With(ctx, game.Lobby, func(g *game.Game) { asks = game.LobbyAsked(&g.Offers, a.Text) })
	return asks && err == nil
}

// askGuest asks an unauthenticated sender whether they wrote the mail.
func (d *Inbox) askGuest(ctx context.Context, a game.Arrival) error {
	if d.anotherStranger(ctx) == game.Beyond {
		d.Metrics.Mails.WithLabelValues("flood").Inc()
		return nil
	}
	id, err := d.Book.Enter(ctx, a.From)
	if err != nil {
		return err
	}
	_, err = d.Commit(ctx, game.Lobby, func(g *game.Game) (host.Cause, game.Decision, error) {
		return causeOf(a, "gate"), game.DecideAsk(g, a, id, d.Quotas.Guests, d.Now()), nil
	})
	d.Metrics.Mails.WithLabelValues("asked").Inc()
	host.Signal(d.MailReady)
	return err
}
