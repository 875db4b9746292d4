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
