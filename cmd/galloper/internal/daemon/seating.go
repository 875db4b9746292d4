package daemon

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"galloper/events"
	"galloper/events/vault"
)

// Who plays what. An address that leaves a seat takes the seat's secrets with it: the
// tokens of all its mails and its KEY are void from then on.

// hasSeat reports whether the game has the seat; the umpire's is one.
func (g *Game) hasSeat(seat string) bool {
	_, ok := g.Campaign.Seat(seat)
	return ok || seat == Umpire
}

// epoch counts how often the secrets of the seat were made new.
func (g *Game) epoch(seat string) int {
	if seat == Umpire {
		return g.umpireEpoch
	}
	s, _ := g.Campaign.Seat(seat)
	return s.Epoch
}

// released is by how much the act raises the epoch of its seat.
func (g *Game) released(a request, id string) int {
	switch {
	case a.Word == "RENEW":
		return 1
	case a.Word == "SUBSTITUTE":
		return len(g.addresses(a.Seat))
	case a.Take && slices.Contains(g.addresses(a.Seat), id):
		return 1
	}
	return 0
}

// seatCode returns the code of a seat's KEY lines, drawn when it is first asked for.
func (d *Daemon) seatCode(ctx context.Context, game, seat string, epoch int) (string, error) {
	key := seatKey(game, seat, epoch)
	if err := d.Vault.Create(ctx, key, []byte(strings.ToLower(rand.Text()[:10]))); err != nil && !errors.Is(err, vault.ErrExists) {
		return "", err
	}
	code, err := d.Vault.Get(ctx, key)
	return string(code), err
}

// substitute gives a seat to another player.
func (g *Game) substitute(a request, _ time.Time) (s step, refused string) {
	id := a.by.addresses[a.Address]
	old := g.addresses(a.Seat)
	switch {
	case !g.hasSeat(a.Seat):
		return s, g.noSeat(a.Seat)
	case id == "":
		return s, "the address of that act is no longer known; propose it anew"
	case len(old) == 1 && old[0] == id:
		return s, "that address has the seat already"
	}
	turn := max(g.Campaign.Number(), 1)
	for _, address := range old {
		s.record(events.SeatReleased{Seat: a.Seat, Address: address, Reason: a.Because})
		if address != id {
			s.mail(g.leaving(a, address, turn))
		}
	}
	s.record(events.SeatAssigned{Seat: a.Seat, Address: id, Reason: a.Because})
	s.mail(g.welcome(a, id, nowPlays, turn))
	return s, ""
}

// leaving tells an address that it has the seat no more.
func (g *Game) leaving(a request, address string, turn int) letter {
	p := &prose{}
	p.para("You no longer play %s in %s: the umpire has given the seat to another address, because %s.", g.SeatName(a.Seat), g.title(), strings.TrimSuffix(a.Because, "."))
	p.para("What you write for it from now on changes nothing. Thank you for the game.")
	return letter{seat: a.Seat, address: address, kind: "notice", turn: turn, subject: "the seat has a new player", text: p.String()}
}

// welcome tells a new player, or the new address of one, all that the seat knows, with
// secrets that only he has. how is why the mail comes.
func (g *Game) welcome(a request, address, how string, turn int) letter {
	epoch := g.epoch(a.Seat) + g.released(a, address)
	before := []string{fmt.Sprintf(how+", because %s.", g.SeatName(a.Seat), g.title(), strings.TrimSuffix(a.Because, "."))}
	before = append(before, g.keyNote(a.Seat, a.by.key(a.Seat, epoch))...)
	l := letter{seat: a.Seat, text: paragraphs(before)}
	if known := g.Known(a.Seat); known != nil && a.Seat != Umpire {
		sheet := g.again(g.reported)
		sheet.before = append(append(before, g.inForce(turn, a.Seat)...), "The last report of the seat:")
		sheet.after = []string{fmt.Sprintf("HELP shows the card with all orders; HISTORY %d an earlier report.", max(g.reported-1, 0))}
		l = sheet.report(known)
	}
	l.address, l.kind, l.turn, l.subject = address, "notice", turn, "you play "+g.SeatName(a.Seat)
	l.epoch = epoch
	return l
}

// How somebody comes to a seat.
const (
	nowPlays  = "You now play %s in %s"
	alsoPlays = "Mail from this address now counts for %s in %s too, and all mail for the seat comes here as well"
)

// changeAddress adds an address to a seat, or takes one away.
func (g *Game) changeAddress(a request, _ time.Time) (s step, refused string) {
	id := a.by.addresses[a.Address]
	has := g.addresses(a.Seat)
	switch {
	case a.Seat == StandIn:
		return g.changeStandIn(a)
	case !g.hasSeat(a.Seat):
		return s, g.noSeat(a.Seat)
	case !a.Take && slices.Contains(has, id):
		return s, a.Address + " belongs to the seat already"
	case a.Take && !slices.Contains(has, id):
		return s, a.Address + " does not belong to the seat"
	case a.Take && len(has) == 1:
		return s, fmt.Sprintf("it is the only address of the seat; SUBSTITUTE %s BY address BECAUSE … gives the seat to another", a.Seat)
	}
	turn := max(g.Campaign.Number(), 1)
	if !a.Take {
		s.record(events.SeatAssigned{Seat: a.Seat, Address: id, Reason: a.Because})
		s.mail(g.welcome(a, id, alsoPlays, turn))
		return s, ""
	}
	s.record(events.SeatReleased{Seat: a.Seat, Address: id, Reason: a.Because})
	s.mail(g.leaving(a, id, turn))
	for _, rest := range has {
		if rest != id {
			s.mail(g.renewed(a, rest, turn))
		}
	}
	return s, ""
}

// renewed gives those who keep a seat its new secrets.
func (g *Game) renewed(a request, address string, turn int) letter {
	p := &prose{}
	p.para("An address was taken from %s, because %s. The secrets of the seat are new: from now on answer this mail, not an older one.",
		g.SeatName(a.Seat), strings.TrimSuffix(a.Because, "."))
	p.paras(g.keyNote(a.Seat, a.by.key(a.Seat, g.epoch(a.Seat)+1)))
	return letter{seat: a.Seat, address: address, kind: "notice", turn: turn, epoch: g.epoch(a.Seat) + 1, subject: "the seat has new secrets", text: p.String()}
}
