package daemon

import (
	"context"
	"crypto/rand"
	"fmt"
	"strings"
	"time"

	"galloper/cmd/galloper/internal/game"
	"galloper/cmd/galloper/internal/host"
	"galloper/projections/lobby"
)

// LobbyRequest is an act in the lobby by the person who runs the service.
type LobbyRequest struct {
	Text string `json:"text"`
}

// Lobby performs an umpire's acts in the lobby, for all games that gather players.
func (d *Daemon) Lobby(ctx context.Context, r LobbyRequest) (res RuleResult, err error) {
	if err := d.LobbyFor(ctx, game.Lobby); err != nil {
		return res, err
	}
	_, err = d.Commit(ctx, game.Lobby, func(g *game.Game) (host.Cause, game.Decision, error) {
		s := game.Decision{}
		by, err := d.LobbyActor(ctx, g, "", r.Text)
		if err != nil {
			return host.Cause{}, s, err
		}
		from := "Whoever runs the service"
		if len(d.Umpires) > 0 {
			from = d.Umpires[0]
		}
		_, res.Text, res.Done = game.DoLobby(g, &s, r.Text, by, from)
		return host.Cause{Id: "lobby." + strings.ToLower(rand.Text()[:12]), Actor: game.Umpire}, s, nil
	})
	if err == nil && res.Done {
		err = d.KeepOffers(ctx)
		host.Signal(d.MailReady)
	}
	return res, err
}

// keepLobby does the work due in the lobby, and returns the time of the next.
func (d *Daemon) keepLobby(ctx context.Context) (next time.Time, err error) {
	if err := d.KeepOffers(ctx); err != nil || d.Entry(ctx, game.Lobby) == nil {
		return next, err
	}
	_, err = d.Commit(ctx, game.Lobby, func(g *game.Game) (host.Cause, game.Decision, error) {
		by, err := d.LobbyActor(ctx, g, "", "")
		if err != nil {
			return host.Cause{}, game.Decision{}, err
		}
		s := game.DecideInvitations(g, by.Names, d.Now(), d.LastPoll())
		return host.Cause{Id: g.CommitID("invited", fmt.Sprint(g.Campaign.Head().Version)), Actor: "clock"}, s, nil
	})
	if err == nil {
		err = d.With(ctx, game.Lobby, func(g *game.Game) { next = game.WakeInvitations(g) })
	}
	return next, err
}

// PublicOffers returns the games that anyone may join, if the service accepts strangers.
func (d *Daemon) PublicOffers(ctx context.Context) (open []lobby.Offer) {
	if !d.Guests || d.Entry(ctx, game.Lobby) == nil {
		return nil
	}
	_ = d.With(ctx, game.Lobby, func(g *game.Game) { // an unreadable lobby offers nothing
		for _, o := range g.Offers.Offers() {
			if o.Public && o.Stage == lobby.Gathering {
				open = append(open, o)
			}
		}
	})
	return open
}
