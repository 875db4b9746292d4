package game

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"galloper/cmd/galloper/internal/prose"
	"galloper/events"
)

// released returns by how much the act raises the epoch of its seat.
func released(g *Game, a request, id string) int {
	switch {
	case a.Word == "RENEW":
		return 1
	case a.Word == "SUBSTITUTE":
		return len(g.Addresses(a.Seat))
	case a.Take && slices.Contains(g.Addresses(a.Seat), id):
		return 1
	}
	return 0
}

func substitute(g *Game, a request, _ time.Time) (s Decision, refused string) {
	id := a.by.Addresses[a.Address]
	old := g.Addresses(a.Seat)
	switch {
	case !g.HasSeat(a.Seat):
		return s, noSeat(g, a.Seat)
	case id == "":
		return s, "the address of that act is no longer known; propose it anew"
	case len(old) == 1 && old[0] == id:
		return s, "that address has the seat already"
	}
	turn := max(g.Campaign.Number(), 1)
	for _, address := range old {
		s.Record(events.SeatReleased{Seat: a.Seat, Address: address, Reason: a.Because})
		if address != id {
			s.Mail(leaving(g, a, address))
		}
	}
	s.Record(events.SeatAssigned{Seat: a.Seat, Address: id, Reason: a.Because})
	s.Mail(welcome(g, a, id, nowPlays, turn))
	return s, ""
}

func leaving(g *Game, a request, address string) Outgoing {
	l := notice(g, a.Seat, "the seat has a new player", prose.Letter("You no longer play %s in %s: the umpire has given "+
		"the seat to another address, because %s.\n\nYour mails for it no longer have any effect. Thank you for the game.",
		g.SeatName(a.Seat), g.Title(), strings.TrimSuffix(a.Because, "."))).to(address)
	l.Parting = true
	return l
}

// welcome tells a new player, or a player's new address, the seat's whole knowledge, with new secrets. how is the
// reason for the mail.
func welcome(g *Game, a request, address, how string, turn int) Outgoing {
	epoch := g.Epoch(a.Seat) + released(g, a, address)
	before := []string{fmt.Sprintf(how+", because %s.", g.SeatName(a.Seat), g.Title(), strings.TrimSuffix(a.Because, "."))}
	before = append(before, KeyNote(g, a.Seat, a.by.key(a.Seat, epoch))...)
	if how == nowPlays {
		before = append(before, succession(g, a.Seat)...)
	}
	l := Outgoing{Seat: a.Seat, Text: prose.Paragraphs(before)}
	if known := g.Known(a.Seat); known != nil && a.Seat != Umpire {
		sheet := reportAgain(g, g.reported)
		sheet.before = append(append(before, ordersInForce(g, turn, a.Seat)...), "The last report of the seat:")
		sheet.After = []string{
			fmt.Sprintf("HELP shows the card with all orders; HISTORY %d an earlier report.", max(g.reported-1, 0)),
		}
		l = sheet.Report(known)
	}
	l.Address, l.Kind, l.Turn, l.Subject = address, "notice", turn, "you play "+g.SeatName(a.Seat)
	l.Epoch = epoch
	return l
}

// succession says what doesn't pass to a new player with the seat.
func succession(g *Game, seat string) (lines []string) {
	if s, _ := g.Campaign.Seat(seat); s.Staff != "" {
		lines = append(lines, "The staff, which had the seat, writes no more.")
	}
	if t := g.Campaign.Current(); t != nil && t.Closed == "" && seat != Umpire {
		lines = append(lines, "Earlier orders stand; you decide when the seat is READY.")
	}
	return lines
}

// Reasons for having a seat.
const (
	nowPlays  = "You now play %s in %s"
	alsoPlays = "Mail from this address now counts for %s in %s too, and all mail for the seat comes here as well"
)

func changeAddress(g *Game, a request, _ time.Time) (s Decision, refused string) {
	id := a.by.Addresses[a.Address]
	has := g.Addresses(a.Seat)
	switch {
	case a.Seat == StandIn:
		return changeStandIn(g, a)
	case !g.HasSeat(a.Seat):
		return s, noSeat(g, a.Seat)
	case !a.Take && slices.Contains(has, id):
		return s, a.Address + " belongs to the seat already"
	case a.Take && !slices.Contains(has, id):
		return s, a.Address + " does not belong to the seat"
	case a.Take && len(has) == 1:
		return s, fmt.Sprintf("it is the only address of the seat; SUBSTITUTE %s BY address BECAUSE … gives the seat to "+
			"another", a.Seat)
	}
	turn := max(g.Campaign.Number(), 1)
	if !a.Take {
		s.Record(events.SeatAssigned{Seat: a.Seat, Address: id, Reason: a.Because})
		how := alsoPlays
		if len(has) == 0 && a.Seat != Umpire {
			how = nowPlays
		}
		s.Mail(welcome(g, a, id, how, turn))
		return s, ""
	}
	s.Record(events.SeatReleased{Seat: a.Seat, Address: id, Reason: a.Because})
	s.Mail(leaving(g, a, id))
	for _, rest := range has {
		if rest != id {
			s.Mail(renewalMail(g, a, rest))
		}
	}
	return s, ""
}

// renewalMail gives the remaining addresses of a seat its new secrets.
func renewalMail(g *Game, a request, address string) Outgoing {
	epoch := g.Epoch(a.Seat) + 1
	l := notice(g, a.Seat, "the seat has new secrets", prose.Letter("An address was taken from %s, because %s. The "+
		"secrets of the seat are new: from now on answer this mail, not an older one.\n\n%s", g.SeatName(a.Seat),
		strings.TrimSuffix(a.Because, "."), strings.Join(KeyNote(g, a.Seat, a.by.key(a.Seat, epoch)), "\n\n"))).to(address)
	l.Epoch = epoch
	return l
}
