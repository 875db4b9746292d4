package game

import (
	"fmt"
	"time"

	"galloper/cmd/galloper/internal/prose"
	"galloper/events"
)

// KeyNote says how the holder of a seat, or the umpire, writes to the game.
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

// takeRevoke makes the seat's secrets new, and tells all its addresses. It counts in
// late mails too: what was forwarded must not wait for the next turn.
func takeRevoke(g *Game, s *Decision, m Message) {
	s.Record(events.SeatRenewed{Seat: m.Sender, Reason: "the player asked for it"})
	s.Mail(newSecrets(g, m.Sender, m.Code, "a mail from one of its addresses asked for it (REVOKE)")...)
	s.Mail(
		Outgoing{
			Seat:    Umpire,
			Kind:    "notice",
			Turn:    max(g.Campaign.Number(), 1),
			Subject: g.SeatName(m.Sender) + " has new secrets",
			Text: g.SeatName(m.Sender) + " has revoked the secrets of the seat: what its old mails were answered to, and its " +
				"old KEY, prove nothing any more.\n",
		},
	)
}

// newSecrets tells the addresses of a seat its new secrets.
func newSecrets(g *Game, seat, code, why string) (letters []Outgoing) {
	p := &prose.Text{}
	p.Para("The secrets of %s in %s are new, because %s.", g.SeatName(seat), g.Title(), why)
	p.Para("From now on answer this mail, or a later one: answers to older mails prove nothing any more. What you " +
		"ordered before stands.")
	p.Para("If you did not ask for it, somebody knew the old secrets. They are of no use to him now; tell the umpire.")
	p.Paras(KeyNote(g, seat, code))
	for _, address := range g.Addresses(seat) {
		letters = append(letters, Outgoing{Seat: seat, Address: address, Kind: "notice", Turn: max(g.Campaign.Number(), 1),
			Epoch: g.Epoch(seat) + 1, Subject: "the seat has new secrets", Text: p.String()})
	}
	return letters
}

// renew is the umpire's act that makes a seat's secrets new.
func renew(g *Game, a request, _ time.Time) (s Decision, refused string) {
	if !g.HasSeat(a.Seat) {
		return s, noSeat(g, a.Seat)
	}
	s.Record(events.SeatRenewed{Seat: a.Seat, Reason: a.Because})
	s.Mail(newSecrets(g, a.Seat, a.by.key(a.Seat, g.Epoch(a.Seat)+1), a.Because)...)
	return s, ""
}

// renewsSecrets has the answers in the same commit go out with the new secrets.
func renewsSecrets(s *Decision, seat string, epoch int) {
	for i := range s.Mails {
		if s.Mails[i].Seat == seat {
			s.Mails[i].Epoch = max(s.Mails[i].Epoch, epoch)
		}
	}
}
