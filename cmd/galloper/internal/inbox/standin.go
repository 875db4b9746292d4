package inbox

import (
	"context"

	"galloper/cmd/galloper/internal/game"
)

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
