package host

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"galloper/cmd/galloper/internal/game"
)

// LobbyFor makes sure that the daemon knows the lobby before writing to it.
func (d *Host) LobbyFor(ctx context.Context, name string) error {
	if name != game.Lobby {
		return nil
	}
	d.Slot(game.Lobby)
	return ctx.Err()
}

// ToldSince reports whether the umpires were told of the trouble after that time and not of its end since, by this
// process or an earlier one.
func (d *Host) ToldSince(ctx context.Context, trouble string, since time.Time, ends ...string) bool {
	if d.Entry(ctx, game.Lobby) == nil {
		return false
	}
	for c, err := range d.Log.Backward(ctx, game.Lobby) {
		switch {
		case err != nil || c.At.Before(since):
			return false
		case strings.HasPrefix(c.ID, trouble):
			return true
		case slices.ContainsFunc(ends, func(end string) bool { return strings.HasPrefix(c.ID, end) }):
			return false
		}
	}
	return false
}

// TellUmpires mails the umpires of the service and of every game, each address once. It reports whether that is
// recorded.
func (d *Host) TellUmpires(ctx context.Context, trouble, subject, text string) bool {
	d.Logger.Error(subject, "told", "the umpires")
	ids, err := d.umpireIDs(ctx)
	if err == nil {
		err = d.LobbyFor(ctx, game.Lobby)
	}
	if err == nil && len(ids) > 0 {
		_, err = d.Commit(ctx, game.Lobby, func(g *game.Game) (Cause, game.Decision, error) {
			s := game.Decision{}
			for _, id := range ids {
				s.Mail(game.Outgoing{Seat: game.Umpire, Address: id, Kind: "notice", Subject: subject, Text: text})
			}
			return Cause{Id: fmt.Sprintf("%s%d", trouble, d.Now().UnixNano()), Actor: "clock"}, s, nil
		})
		Signal(d.MailReady)
	}
	if err != nil {
		d.Logger.Error("the umpires could not be told", "of", subject, "error", err)
	}
	return err == nil
}

func (d *Host) umpireIDs(ctx context.Context) (ids []string, err error) {
	for _, address := range d.Umpires {
		id, err := d.Book.Enter(ctx, address)
		if err != nil {
			return nil, err
		}
		ids = append(ids, id)
	}
	for _, e := range d.Entries() {
		e.Mu.Lock()
		ids = append(ids, e.Gist.Umpires...)
		e.Mu.Unlock()
	}
	slices.Sort(ids)
	return slices.Compact(ids), nil
}
