package daemon

import (
	"context"
	"slices"

	"galloper/cmd/galloper/internal/game"
	"galloper/cmd/galloper/internal/host"
	"galloper/cmd/galloper/internal/prose"
	"galloper/events"
)

// tellHeld tells umpires of each game on hold, once for each fault. Both the clock and the check of the store call it.
func (d *Monitor) tellHeld(ctx context.Context) {
	d.telling.Lock()
	defer d.telling.Unlock()
	for _, name := range d.Agenda.OnHold() {
		e := d.Slot(name)
		fault := e.Held()
		if name == game.Lobby || fault == nil || e.Told == fault.Error() {
			continue
		}
		if err := d.tellOfHeld(ctx, name, fault); err != nil {
			d.Logger.Error("could not report that a game is on hold", "game", name, "error", err)
			continue
		}
		e.Told = fault.Error()
	}
}

// heldPrefix prefixes the ids of commits that tell of a game on hold.
const heldPrefix = "held."

func (d *Monitor) tellOfHeld(ctx context.Context, name string, fault error) error {
	ids := d.umpiresOf(ctx, name)
	for _, a := range d.Umpires {
		id, err := d.Book.Enter(ctx, a)
		if err != nil {
			return err
		}
		if !slices.Contains(ids, id) {
			ids = append(ids, id)
		}
	}
	if err := d.LobbyFor(ctx, game.Lobby); err != nil {
		return err
	}
	p := &prose.Text{}
	p.Para("The record of the game %s is not whole, and the game is held. Other games go on.", name)
	p.Block(fault.Error())
	p.Para("Nothing is adjudicated or mailed for it until it is repaired. On the server: stop galloper serve, run " +
		"galloper repair --from with the archive of the game, and start it again. If no archive has the lost part, " +
		"galloper repair --accept-loss continues the game without it. Meanwhile players' mails go to quarantine, and " +
		"the players are told.")
	// The same fault has the same id after a restart.
	c := host.Cause{Id: heldPrefix + events.Sum([]byte(name + "\n" + fault.Error())).String()[:24], Actor: "gate"}
	for before, err := range d.Log.Backward(ctx, game.Lobby) {
		if err != nil {
			return err
		}
		if before.ID == c.Id {
			return nil // told before this start
		}
	}
	_, err := d.Commit(ctx, game.Lobby, func(*game.Game) (host.Cause, game.Decision, error) {
		s := game.Decision{}
		for _, id := range ids {
			s.Mail(
				game.Outgoing{Address: id, Kind: "notice",
					Subject: "the game " + name + " is held: its record is damaged", Text: p.String()},
			)
		}
		return c, s, nil
	})
	return err
}

// umpiresOf returns the addresses of a game's umpires, from the readable part of its record.
func (d *Monitor) umpiresOf(ctx context.Context, name string) []string {
	g := game.New()
	for c, err := range d.Log.Game(ctx, name, events.Head{}) {
		if err != nil || g.Apply(d.Rulesets, &c) != nil {
			break
		}
	}
	return slices.Clone(g.Umpires)
}
