package daemon

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"
	"time"

	"galloper/adjudicator/umpire"
	"galloper/events"
)

// An act that cannot be undone is proposed first, and done when it is confirmed.

// actor is who acts, and what the vault has for his acts.
type actor struct {
	address   string            // id of the umpire's address; "" on the command line
	addresses map[string]string // the ids of addresses that the acts name, as written
	keys      map[string]string // codes of KEY lines, by keyOf the seat and the epoch of its secrets
}

func keyOf(seat string, epoch int) string { return fmt.Sprintf("%s %d", seat, epoch) }

// key returns the code of the seat's KEY lines in an epoch of its secrets, "" if it was not drawn.
func (h actor) key(seat string, epoch int) string { return h.keys[keyOf(seat, epoch)] }

// actorOf enters what the acts of a text need into the vault: an address gets its id,
// a seat that changes hands its new code. Nothing of it counts before the act is done.
func (d *Daemon) actorOf(ctx context.Context, g *Game, by, text string) (h actor, err error) {
	h = actor{by, map[string]string{}, map[string]string{}}
	acts, faults := umpire.Read(text)
	if len(faults) > 0 {
		return h, nil
	}
	for _, a := range acts {
		if p := g.proposal(a.Number); a.Word == "CONFIRM" && p != nil {
			acts, _ = umpire.Read(p.Text)
			a = acts[0]
		}
		if a.Address == "" && a.Word != "RENEW" || !g.hasSeat(a.Seat) && a.Seat != StandIn {
			continue
		}
		if a.Address != "" {
			if h.addresses[a.Address], err = d.enter(ctx, a.Address); err != nil {
				return h, err
			}
		}
		if err := d.drawKeys(ctx, g, &h, a.Seat, acts); err != nil {
			return h, err
		}
	}
	return h, nil
}

// drawKeys draws the codes that the seat may have behind any of the acts.
func (d *Daemon) drawKeys(ctx context.Context, g *Game, h *actor, seat string, acts []umpire.Act) (err error) {
	last := g.epoch(seat)
	for _, a := range acts {
		switch {
		case a.Seat != seat:
		case a.Word == "SUBSTITUTE":
			last += len(g.addresses(seat))
		case a.Word == "RENEW" || a.Take:
			last++
		}
	}
	for epoch := g.epoch(seat); epoch <= last; epoch++ {
		if h.keys[keyOf(seat, epoch)], err = d.seatCode(ctx, g.Name(), seat, epoch); err != nil {
			return err
		}
	}
	return nil
}

// enter returns the id of an address, "" for an id that the vault does not know.
func (d *Daemon) enter(ctx context.Context, address string) (string, error) {
	id, given := strings.CutPrefix(address, umpire.Vaulted)
	if !given {
		return d.book.Enter(ctx, address)
	}
	if d.address(ctx, id) == "" {
		return "", nil
	}
	return id, nil
}

// propose records an act that waits to be confirmed. What would be refused is refused now.
func (g *Game) propose(s *step, a request, now time.Time) (answer, refused string) {
	if _, refused := deeds()[a.Word](g, a, now); refused != "" {
		return "", refused
	}
	text := a.Source
	if a.Address != "" {
		text = strings.Replace(text, a.Address, umpire.Vaulted+a.by.addresses[a.Address], 1)
	}
	sum := sha256.Sum256([]byte(g.Campaign.Head().Hash.String() + text))
	p := events.ActProposed{Number: len(g.Campaign.Proposals()) + 1, Turn: g.Campaign.Number(), Text: text, Code: hex.EncodeToString(sum[:3])}
	s.record(p)
	return fmt.Sprintf("CONFIRM %d %s", p.Number, p.Code), ""
}

func (g *Game) proposal(number int) *events.ActProposed {
	for _, p := range g.Campaign.Proposals() {
		if p.Number == number {
			return &p.ActProposed
		}
	}
	return nil
}

// confirm does an act that was proposed, as the game stands now.
func (g *Game) confirm(a request, now time.Time) (s step, refused string) {
	p := g.proposal(a.Number)
	switch {
	case p == nil:
		return s, fmt.Sprintf("no act with the number %d waits to be confirmed", a.Number)
	case g.Campaign.Proposals()[a.Number-1].Done:
		return s, fmt.Sprintf("act %d was confirmed and done already", a.Number)
	case p.Code != a.Of:
		return s, fmt.Sprintf("%s is not the code of act %d; copy the line from the answer that you got", a.Of, a.Number)
	case p.Turn != g.Campaign.Number():
		return s, fmt.Sprintf("act %d was proposed in turn %d, and turn %d is the current one; propose it anew", a.Number, p.Turn, g.Campaign.Number())
	}
	acts, faults := umpire.Read(p.Text)
	if len(faults) > 0 || len(acts) != 1 {
		return s, fmt.Sprintf("act %d cannot be read any more; propose it anew", a.Number)
	}
	done, refused := deeds()[acts[0].Word](g, request{acts[0], a.by}, now)
	if refused != "" {
		return s, refused
	}
	s.record(events.ActConfirmed{Number: a.Number})
	s.record(done.data...)
	s.mail(done.mails...)
	s.note = done.note
	return s, ""
}
