package daemon

import (
	"context"
	"errors"
	"slices"

	"galloper/cmd/galloper/internal/game"
	"galloper/cmd/galloper/internal/prose"
	"galloper/events"
	"galloper/events/vault"
	"galloper/mailgate"
)

// A game whose record cannot be read is held by itself: it does not tick, sends nothing
// and takes no mail, and other games go on. Its umpire, and whoever runs the service, are
// told; so is each player who writes meanwhile.

// held returns why the game cannot be read, nil if it can.
func (e *entry) held() error {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.broken
}

// tellHeld tells of each game that is held, once for each fault. The clock and the
// check of the store both call it.
func (d *Daemon) tellHeld(ctx context.Context) {
	d.telling.Lock()
	defer d.telling.Unlock()
	for _, name := range d.agenda.onHold() {
		e := d.slot(name)
		fault := e.held()
		if name == game.Lobby || fault == nil || e.told == fault.Error() {
			continue
		}
		if err := d.tellOfHeld(ctx, name, fault); err != nil {
			d.Logger.Error("nobody could be told that a game is held", "game", name, "error", err)
			continue
		}
		e.told = fault.Error()
	}
}

func (d *Daemon) tellOfHeld(ctx context.Context, name string, fault error) error {
	ids := d.umpiresOf(ctx, name)
	for _, a := range d.Umpires {
		id, err := d.book.Enter(ctx, a)
		if err != nil {
			return err
		}
		if !slices.Contains(ids, id) {
			ids = append(ids, id)
		}
	}
	if err := d.lobbyFor(ctx, game.Lobby); err != nil {
		return err
	}
	p := &prose.Text{}
	p.Para("The record of the game %s cannot be read, and the game is held. Other games go on.", name)
	p.Block(fault.Error())
	p.Para("Nothing is adjudicated or mailed for it until it is mended. On the server: stop galloper serve, " +
		"run galloper repair --from with the archive of the game, and start it again. " +
		"What players send meanwhile lies in quarantine, and they are told so.")
	// The same fault found at the next start has the same name.
	c := cause{id: "held." + events.Sum([]byte(name + "\n" + fault.Error())).String()[:24], actor: "gate"}
	for before, err := range d.log.Backward(ctx, game.Lobby) {
		if err != nil {
			return err
		}
		if before.ID == c.id {
			return nil // told before this start
		}
	}
	_, err := d.commit(ctx, game.Lobby, func(*game.Game) (cause, game.Decision, error) {
		s := game.Decision{}
		for _, id := range ids {
			s.Mail(
				game.Outgoing{
					Address: id,
					Kind:    "notice",
					Subject: "the game " + name + " is held: its record is damaged",
					Text:    p.String(),
				},
			)
		}
		return c, s, nil
	})
	return err
}

// umpiresOf returns the addresses of a game's umpires, as far as the game can be read.
func (d *Daemon) umpiresOf(ctx context.Context, name string) []string {
	g := game.New()
	for c, err := range d.log.Game(ctx, name, events.Head{}) {
		if err != nil || g.Apply(d.Rulesets, &c) != nil {
			break
		}
	}
	return slices.Clone(g.Umpires)
}

// isHeld reports whether the game that a mail names is held.
func (d *Daemon) isHeld(ctx context.Context, name string) bool {
	if name == "" || name == game.Lobby {
		return false
	}
	e := d.entry(ctx, name)
	return e != nil && e.held() != nil
}

// takeHeld takes a mail for a game that is held: it is kept, changes nothing, and its
// sender is told, if he is known.
func (d *Daemon) takeHeld(ctx context.Context, a game.Arrival) (mailgate.Filing, error) {
	reason := "the game " + a.Game + " is held: its record cannot be read"
	id, err := d.book.ID(ctx, a.From)
	if errors.Is(err, vault.ErrNotFound) {
		return mailgate.Quarantine, d.stranger(ctx, a, mailgate.Proof{Quarantine: reason})
	}
	if err == nil {
		err = d.keep(ctx, a.In)
	}
	if err == nil {
		err = d.lobbyFor(ctx, game.Lobby)
	}
	if err != nil {
		return mailgate.Leave, err
	}
	_, err = d.commit(ctx, game.Lobby, func(g *game.Game) (cause, game.Decision, error) {
		s := game.Decision{}
		if g.Campaign.Seen(a.Hash) {
			return cause{}, s, nil
		}
		s.Record(events.MailQuarantined{SHA256: a.Hash, Reason: reason, Received: a.In.Received.UTC()})
		if a.Quiet == "" && d.limits.receipts.take(id, d.Now()) != game.Beyond {
			s.Mail(heldAnswer(a, id))
		}
		return cause{id: mailCommit(a.Hash), actor: "gate", of: a.Hash.String()}, s, nil
	})
	if err != nil {
		return mailgate.Leave, err
	}
	d.metrics.Mails.WithLabelValues("held").Inc()
	signal(d.unsent)
	return mailgate.Quarantine, nil
}

func heldAnswer(a game.Arrival, id string) game.Outgoing {
	p := &prose.Text{}
	p.Para("NOT READ. The game %s is held: the service cannot read its record, which must be mended first. Its umpire "+
		"knows.", a.Game)
	p.Para("Nothing that was acknowledged to you is changed by this mail. When the game goes on you will be told; then " +
		"send it again.")
	return game.Outgoing{
		Address: id,
		Kind:    "receipt",
		Subject: "your mail was not read: the game " + a.Game + " is held",
		Text:    p.String(),
		Answers: a.Hash,
		ReplyTo: a.MessageID,
		Thread:  a.References,
	}
}
