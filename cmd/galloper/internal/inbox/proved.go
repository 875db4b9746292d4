package inbox

import (
	"context"
	"fmt"
	"slices"

	"galloper/cmd/galloper/internal/game"
	"galloper/cmd/galloper/internal/host"
	"galloper/mailgate"
)

// takeProved performs the mail of an authenticated sender.
func (d *Inbox) takeProved(ctx context.Context, a game.Arrival, proof mailgate.Proof) (mailgate.Filing, error) {
	address, err := d.Book.ID(ctx, a.From)
	if err != nil {
		return mailgate.Leave, err // the address was registered a moment ago, but no longer is
	}
	sense := game.Sense(a.Mail)
	if proof.Signed {
		sense = game.SignedSense(a.Mail)
	}
	seen := d.hasMail(ctx, proof.Game, a, sense)
	if !seen && d.Quotas.Mails.Take(address, d.Now()) == game.Beyond {
		proof.Quarantine, proof.Notice = fmt.Sprintf("more than %d mails came from its address within an hour; send it "+
			"again in the next", d.Quotas.Mails.Most), a.From
		return mailgate.Quarantine, d.quarantine(ctx, a, proof)
	}
	mute := false
	if !seen {
		switch d.Quotas.Receipts.Take(address, d.Now()) {
		case game.Beyond:
			mute = true
		case game.LastWithin:
			a.Problems = append(a.Problems, "So many mails came from your address that further ones are read, but not "+
				"answered, for an hour.")
		}
	}
	msg := game.Message{Mail: a.Mail, Sender: proof.Seat, Proof: proof.Text, Address: address, Hash: a.Hash,
		Sense: sense, Received: a.In.Received, Mute: mute, Answered: max(proof.Turn, d.threadTurn(ctx, a.Mail, proof))}
	a.Text, a.Problems = d.withoutSecrets(ctx, proof.Game, a.Text, a.Problems)
	if msg.Code, err = d.nextCode(ctx, a.Mail, proof.Game, proof.Seat); err != nil {
		return mailgate.Leave, err
	}
	answered := false
	stored, err := d.Commit(ctx, proof.Game, func(g *game.Game) (host.Cause, game.Decision, error) {
		if err := d.takeInHand(ctx, g, &msg); err != nil {
			return host.Cause{}, game.Decision{}, err
		}
		g.TakeMailsFrom(d.MailsOf(ctx, proof.Game, a.In.Raw))
		s := game.DecideMail(g, msg, d.SetsFrom())
		answered = slices.ContainsFunc(s.Mails, func(l game.Outgoing) bool { return l.Kind == "receipt" })
		return causeOf(a, proof.Seat), s, nil
	})
	if err != nil {
		return mailgate.Leave, err
	}
	if !seen && !mute && !answered {
		d.Quotas.Receipts.Return(address)
	}
	as := "duplicate"
	if stored {
		as = "accepted"
		host.Signal(d.MailReady)
		host.Signal(d.Due)
	}
	d.Metrics.Mails.WithLabelValues(as).Inc()
	d.Logger.Info("mail", "game", proof.Game, "seat", proof.Seat, "proof", proof.Text, "as", as, "sha256", a.SHA256[:12])
	if a.Refuse != "" {
		return mailgate.Quarantine, nil
	}
	return mailgate.Processed, nil
}

// takeInHand draws the ids and codes that the vault must have before the mail takes effect.
func (d *Inbox) takeInHand(ctx context.Context, g *game.Game, m *game.Message) (err error) {
	if g.Name() == game.Lobby {
		m.By, err = d.LobbyActor(ctx, g, m.Address, m.Text)
		return err
	}
	switch m.Sender {
	case game.Umpire:
		m.By, err = d.ActorOf(ctx, g, m.Address, m.Text, m.About())
	case game.StandIn:
		m.By, err = d.standInActor(ctx, g, m.Address)
	}
	return err
}
