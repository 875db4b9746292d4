package inbox

import (
	"context"
	"strings"

	"galloper/adjudicator/umpire"
	"galloper/cmd/galloper/internal/game"
)

// ActorOf stores in the vault the data for the acts of a text: an id for each address, and a new code for each seat
// that changes hands. None of it takes effect before the act is done. The text is about the turn, or 0.
func (d *Inbox) ActorOf(ctx context.Context, g *game.Game, by, text string, turn int) (h game.Actor, err error) {
	h = game.Actor{Address: by, Addresses: map[string]string{}, Keys: map[string]string{}}
	acts, faults := umpire.ReadReply(text, turn)
	if len(faults) > 0 {
		return h, nil
	}
	for _, a := range acts {
		if p := game.Proposal(g, a.Number); a.Word == "CONFIRM" && p != nil {
			acts, _ = umpire.Read(p.Text)
			a = acts[0]
		}
		if a.Address == "" && a.Word != "RENEW" || !g.HasSeat(a.Seat) && a.Seat != game.StandIn {
			continue
		}
		if a.Address != "" {
			if h.Addresses[a.Address], err = d.enter(ctx, a.Address); err != nil {
				return h, err
			}
		}
		if err := d.drawKeys(ctx, g, &h, a.Seat, acts); err != nil {
			return h, err
		}
	}
	return h, nil
}

// drawKeys draws the codes that the seat may have after any of the acts.
func (d *Inbox) drawKeys(ctx context.Context, g *game.Game, h *game.Actor, seat string, acts []umpire.Act) (err error) {
	last := g.Epoch(seat)
	for _, a := range acts {
		switch {
		case a.Seat != seat:
		case a.Word == "SUBSTITUTE":
			last += len(g.Addresses(seat))
		case a.Word == "RENEW" || a.Take:
			last++
		}
	}
	for epoch := g.Epoch(seat); epoch <= last; epoch++ {
		if h.Keys[game.KeyOf(seat, epoch)], err = d.SeatCode(ctx, g.Name(), seat, epoch); err != nil {
			return err
		}
	}
	return nil
}

// enter returns the id of an address, or "" for an id that the vault does not know.
func (d *Inbox) enter(ctx context.Context, address string) (string, error) {
	id, given := strings.CutPrefix(address, umpire.Vaulted)
	if !given {
		return d.Book.Enter(ctx, address)
	}
	if d.AddressOf(ctx, id) == "" {
		return "", nil
	}
	return id, nil
}

// LobbyActor reads the data for a text in the lobby from the vault: the ids of the addresses it names and, for an
// umpire, the addresses of the people in the game.
func (d *Inbox) LobbyActor(ctx context.Context, g *game.Game, by, text string) (h game.Actor, err error) {
	h = game.Actor{Address: by, Addresses: map[string]string{}, Names: map[string]string{}}
	umpires := by == ""
	for _, o := range g.Offers.Offers() {
		if by != "" && !o.Umpired(by) {
			continue
		}
		umpires = true
		for _, p := range o.Players {
			h.Names[p.Address] = d.AddressOf(ctx, p.Address)
		}
		for _, i := range o.Invited {
			h.Names[i.Address] = d.AddressOf(ctx, i.Address)
		}
	}
	if !umpires {
		return h, nil
	}
	for _, word := range strings.Fields(strings.ToLower(text)) {
		if word = strings.Trim(word, ".,;<>"); umpire.IsAddress(word) {
			if h.Addresses[word], err = d.Book.Enter(ctx, word); err != nil {
				return h, err
			}
		}
	}
	return h, nil
}
