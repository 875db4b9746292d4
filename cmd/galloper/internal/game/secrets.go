package game

import (
	"fmt"
	"strings"
	"time"

	"galloper/cmd/galloper/internal/prose"
	"galloper/events"
)

// KeyNote explains to the player of a seat, or to the umpire, how to write to the game.
func KeyNote(g *Game, seat, key string) []string {
	switch {
	case key == "":
		return nil
	case seat == Umpire:
		return []string{fmt.Sprintf("Answer this mail to rule; galloper rule --help lists the acts. A mail of its own "+
			"needs the lines "+
			"GAME %s, SEAT umpire and KEY %s. Keep it to yourself.", g.Name(), key)}
	}
	return []string{fmt.Sprintf("Answer this mail to send orders. Should your mail program lose the address it came "+
		"from, "+
		"write the line KEY %s into your orders. Keep it to yourself.", key)}
}

// takeRevoke renews the seat's secrets, and tells all its addresses. It counts in late mails too, because a leaked
// secret can't wait for the next turn.
func takeRevoke(g *Game, s *Decision, m Message) {
	s.Record(events.SeatRenewed{Seat: m.Sender, Reason: "the player asked for it"})
	s.Mail(newSecrets(g, m.Sender, m.Code, "a mail from one of its addresses asked for it (REVOKE)")...)
	s.Mail(notice(g, Umpire, g.SeatName(m.Sender)+" has new secrets", g.SeatName(m.Sender)+" has revoked the secrets of "+
		"the seat: answers to its old mails, and its old KEY, no longer prove anything.\n"))
}

// newSecrets tells the addresses of a seat its new secrets.
func newSecrets(g *Game, seat, code, why string) (letters []Outgoing) {
	l := notice(g, seat, "the seat has new secrets", prose.Letter("The secrets of %s in %s are new, because %s.\n\n"+
		"From now on answer this mail or a later one: answers to older mails no longer prove anything. Your earlier "+
		"orders stand.\n\n"+
		"If you did not ask for this, another person knew the old secrets, which are now invalid; tell the umpire.\n\n%s",
		g.SeatName(seat), g.Title(), why, strings.Join(KeyNote(g, seat, code), "\n\n")))
	l.Epoch = g.Epoch(seat) + 1
	for _, address := range g.Addresses(seat) {
		letters = append(letters, l.to(address))
	}
	return letters
}

// renew is the umpire's act that renews a seat's secrets.
func renew(g *Game, a request, _ time.Time) (s Decision, refused string) {
	if !g.HasSeat(a.Seat) {
		return s, noSeat(g, a.Seat)
	}
	s.Record(events.SeatRenewed{Seat: a.Seat, Reason: a.Because})
	s.Mail(newSecrets(g, a.Seat, a.by.key(a.Seat, g.Epoch(a.Seat)+1), a.Because)...)
	return s, ""
}

// renewsSecrets sends the seat's mails in the same commit with the new secrets.
func renewsSecrets(s *Decision, seat string, epoch int) {
	for i := range s.Mails {
		if s.Mails[i].Seat == seat {
			s.Mails[i].Epoch = max(s.Mails[i].Epoch, epoch)
		}
	}
}
