package inbox

import (
	"context"
	"errors"

	"galloper/cmd/galloper/internal/game"
	"galloper/cmd/galloper/internal/host"
	"galloper/events"
	"galloper/events/vault"
	"galloper/mailgate"
)

// stranger records a mail that gets no answer. Beyond the hourly limit, mails are filed without a record, so that
// strangers can't fill the store.
func (d *Inbox) stranger(ctx context.Context, a game.Arrival, proof mailgate.Proof) error {
	switch d.countStranger(ctx) {
	case game.Beyond:
		d.Metrics.Mails.WithLabelValues("flood").Inc()
		return nil
	case game.LastWithin:
		d.Logger.Error("unknown senders have sent so many mails that the rest of this hour is filed unread",
			"mails", d.Quotas.Strangers.Most)
	}
	return d.quarantine(ctx, a, proof)
}

// countStranger counts a stranger's mail, in addition to those in the lobby's record.
func (d *Inbox) countStranger(ctx context.Context) game.Allowance {
	if d.Entry(ctx, game.Lobby) != nil {
		// reading restores the count; the commit that follows reports an error
		_ = d.With(ctx, game.Lobby, func(*game.Game) {})
	}
	return d.Quotas.Strangers.Take("", d.Now())
}

// quarantine records a mail without effect. It tells a registered address but not a stranger, whose address may be
// forged.
func (d *Inbox) quarantine(ctx context.Context, a game.Arrival, proof mailgate.Proof) error {
	name := proof.Game
	if e := d.Entry(ctx, name); name == "" || e == nil {
		name = game.Lobby
	}
	tell := ""
	if proof.Notice != "" && !d.hasMail(ctx, name, a, game.Sense(a.Mail)) {
		id, err := d.Book.ID(ctx, proof.Notice)
		if err != nil && !errors.Is(err, vault.ErrNotFound) {
			return err
		}
		tell = id
	}
	err := d.LobbyFor(ctx, name)
	if err != nil {
		return err
	}
	notice := game.Within
	if !d.hasMail(ctx, name, a, game.Sense(a.Mail)) {
		notice = d.Quotas.Notices.Take(name, d.Now())
	}
	_, err = d.Commit(ctx, name, func(g *game.Game) (host.Cause, game.Decision, error) {
		return causeOf(a, "gate"), game.DecideQuarantine(g, a, proof, tell, notice, d.Now()), nil
	})
	d.Metrics.Mails.WithLabelValues("quarantined").Inc()
	d.Logger.Warn("mail in quarantine", "game", name, "reason", proof.Quarantine, "sha256", a.SHA256[:12])
	host.Signal(d.MailReady)
	return err
}

// quarantineQuietly records a mail and tells neither sender nor umpire.
func (d *Inbox) quarantineQuietly(ctx context.Context, a game.Arrival, proof mailgate.Proof) error {
	name := proof.Game
	if name == "" {
		name = game.Lobby
	}
	if err := d.LobbyFor(ctx, name); err != nil {
		return err
	}
	_, err := d.Commit(ctx, name, func(g *game.Game) (host.Cause, game.Decision, error) {
		s := game.Decision{}
		if !g.Campaign.Seen(a.Hash) {
			s.Record(
				events.MailQuarantined{SHA256: a.Hash, Reason: proof.Quarantine, Seat: proof.Seat, Received: a.In.Received.UTC()},
			)
		}
		return causeOf(a, "gate"), s, nil
	})
	return err
}
