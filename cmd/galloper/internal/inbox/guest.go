package inbox

import (
	"context"
	"errors"

	"galloper/cmd/galloper/internal/game"
	"galloper/cmd/galloper/internal/host"
	"galloper/cmd/galloper/internal/prose"
	"galloper/events"
	"galloper/events/vault"
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
	if d.countStranger(ctx) == game.Beyond {
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

// isHeld reports whether the game that a mail names is on hold.
func (d *Inbox) isHeld(ctx context.Context, name string) bool {
	if name == "" || name == game.Lobby {
		return false
	}
	e := d.Entry(ctx, name)
	return e != nil && e.Held() != nil
}

// takeHeld takes a mail for a game on hold: it keeps the mail without effect, and tells a known sender.
func (d *Inbox) takeHeld(ctx context.Context, a game.Arrival) (mailgate.Filing, error) {
	reason := "the game " + a.Game + " is held: its record is not whole"
	id, err := d.Book.ID(ctx, a.From)
	if errors.Is(err, vault.ErrNotFound) {
		return mailgate.Quarantine, d.stranger(ctx, a, mailgate.Proof{Quarantine: reason})
	}
	if err == nil {
		err = d.LobbyFor(ctx, game.Lobby)
	}
	if err != nil {
		return mailgate.Leave, err
	}
	_, err = d.Commit(ctx, game.Lobby, func(g *game.Game) (host.Cause, game.Decision, error) {
		s := game.Decision{}
		if g.Campaign.Seen(a.Hash) {
			return host.Cause{}, s, nil
		}
		s.Record(events.MailQuarantined{SHA256: a.Hash, Reason: reason, Received: a.In.Received.UTC()})
		if d.Quotas.Receipts.Take(id, d.Now()) != game.Beyond {
			s.Mail(heldAnswer(a, id))
		}
		return causeOf(a, "gate"), s, nil
	})
	if err != nil {
		return mailgate.Leave, err
	}
	d.Metrics.Mails.WithLabelValues("held").Inc()
	host.Signal(d.MailReady)
	return mailgate.Quarantine, nil
}

func heldAnswer(a game.Arrival, id string) game.Outgoing {
	p := &prose.Text{}
	p.Para("NOT READ. The game %s is held: its record on the service is not whole, and must be mended first. Its "+
		"umpire knows.", a.Game)
	p.Para("Nothing that was acknowledged to you is changed by this mail. When the game goes on you will be told; then " +
		"send it again.")
	return game.Outgoing{Address: id, Kind: "receipt",
		Subject: "your mail was not read: the game " + a.Game + " is held", Text: p.String(), Answers: a.Hash,
		ReplyTo: a.MessageID, Thread: a.References}
}
