package inbox

import (
	"context"
	"errors"
	"regexp"
	"slices"

	"galloper/cmd/galloper/internal/game"
	"galloper/cmd/galloper/internal/host"
	"galloper/events/vault"
	"galloper/mailgate"
)

// accounts returns the seats that the mail could be for: those of the game that it names, or else of all games that its
// sender plays.
func (d *Inbox) accounts(ctx context.Context, m *mailgate.Mail) ([]mailgate.Account, error) {
	if m.Game == game.Lobby {
		return d.guests(ctx, m.Seat, m.From)
	}
	if m.Game != "" && d.Entry(ctx, m.Game) != nil {
		return d.accountsOf(ctx, []string{m.Game})
	}
	// If the game doesn't exist, the sender is told of their own games.
	id, err := d.Book.ID(ctx, m.From)
	if errors.Is(err, vault.ErrNotFound) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return d.accountsOf(ctx, d.Names(id))
}

// bounced returns the seats that a returned mail of ours could have been for.
func (d *Inbox) bounced(ctx context.Context, m *mailgate.Mail) ([]mailgate.Account, error) {
	if m.Game == "" && m.Bounce != nil {
		named := *m
		named.Game = m.Bounce.Game
		m = &named
	}
	return d.accounts(ctx, m)
}

// guests returns the lobby account of an address. If the mail names an id, it takes the address of that id.
func (d *Inbox) guests(ctx context.Context, id, from string) (all []mailgate.Account, err error) {
	if id == "" || d.AddressOf(ctx, id) == "" {
		if id, err = d.Book.ID(ctx, from); errors.Is(err, vault.ErrNotFound) {
			return nil, nil
		}
	}
	if err != nil || d.Entry(ctx, game.Lobby) == nil {
		return nil, err
	}
	if d.Crew != nil { // another daemon may have invited them since
		if err := d.Refresh(ctx, game.Lobby); err != nil {
			return nil, err
		}
	}
	known := false
	err = d.With(ctx, game.Lobby, func(g *game.Game) { known = g.Offers.Known(id) })
	if address := d.AddressOf(ctx, id); known && address != "" {
		all = append(all, mailgate.Account{Game: game.Lobby, Seat: id, Addresses: []string{address}, Turns: []int{0}})
	}
	return all, err
}

func (d *Inbox) accountsOf(ctx context.Context, names []string) (all []mailgate.Account, unread error) {
	for _, name := range names {
		err := d.With(ctx, name, func(g *game.Game) {
			if g.Rules != nil {
				var in []mailgate.Account
				in, unread = d.accountsIn(ctx, g)
				all = append(all, in...)
			}
		})
		if err != nil && d.Slot(name).Held() == nil || unread != nil {
			return nil, errors.Join(err, unread)
		}
	}
	return all, ctx.Err()
}

// TokenTurns is the number of turns for which an old report's address still authenticates answers. Their orders are
// late; the sender must be told so, instead of finding the mail in quarantine.
const TokenTurns = 3

// accountsIn returns the seats of a game. An unreadable vault is an error: without its data, a player's mail would pass
// for a stranger's.
func (d *Inbox) accountsIn(ctx context.Context, g *game.Game) (all []mailgate.Account, err error) {
	var turns []int
	for n := max(g.Campaign.Number()-TokenTurns, 0); n <= host.Reached(g); n++ {
		turns = append(turns, n)
	}
	auth := AuthOf(g.Campaign.Created().Settings.Auth)
	for _, seat := range append(slices.Clip(g.Campaign.Created().Seats), game.Umpire, game.StandIn) {
		a := mailgate.Account{Game: g.Name(), Seat: seat, Auth: auth, Turns: turns,
			Reached: host.Reached(g), Most: g.Campaign.Created().Turns, Epoch: g.Epoch(seat)}
		for _, id := range g.Addresses(seat) {
			address, err := d.Resolve(ctx, id)
			if err != nil {
				return nil, err
			}
			if address != "" {
				a.Addresses = append(a.Addresses, address)
			}
		}
		if len(a.Addresses) == 0 {
			continue
		}
		if a.Key, err = d.Code(ctx, g.Name(), seat, a.Epoch); err != nil {
			return nil, err
		}
		all = append(all, a)
	}
	return all, nil
}

// AuthOf returns the authentication that a game's setting requires.
func AuthOf(setting string) mailgate.Auth {
	switch setting {
	case "", "token":
		return mailgate.AuthSecret
	case "dkim":
		return mailgate.AuthSigned
	}
	return mailgate.Auth(setting)
}

// standInActor draws the codes that the vault must have before a stand-in takes a seat.
func (d *Inbox) standInActor(ctx context.Context, g *game.Game, address string) (h game.Actor, err error) {
	h = game.Actor{Address: address, Addresses: nil, Keys: map[string]string{}}
	for _, c := range g.Campaign.StandInCalls() {
		if c.Address != address || !game.Calling(g, c) {
			continue
		}
		// If the player has given up, each of their addresses is released, which renews the secrets.
		for epoch := g.Epoch(c.Seat); epoch <= g.Epoch(c.Seat)+len(g.Addresses(c.Seat)); epoch++ {
			if h.Keys[game.KeyOf(c.Seat, epoch)], err = d.SeatCode(ctx, g.Name(), c.Seat, epoch); err != nil {
				return h, err
			}
		}
	}
	return h, nil
}

// A leaked secret is revoked: by the player with REVOKE, or by the umpire with RENEW. From then on the seat has new
// tokens and a new KEY, which only the seat's registered addresses are told, whoever asked.

var revokeLine = regexp.MustCompile(`(?im)^\s*REVOKE\b`)

// nextCode draws the seat's KEY after a REVOKE, or returns "" for a mail without REVOKE. It takes effect when the
// commit is stored.
func (d *Inbox) nextCode(ctx context.Context, m *mailgate.Mail, game, seat string) (string, error) {
	if !revokeLine.MatchString(m.Text) {
		return "", nil
	}
	epoch, err := d.EpochOf(ctx, game, seat)
	if err != nil {
		return "", err
	}
	return d.SeatCode(ctx, game, seat, epoch+1)
}
