package daemon

import (
	"context"
	"regexp"
	"time"

	"galloper/events"
	"galloper/mailgate"
	"galloper/orders"
)

// A secret that somebody else has got is revoked: by the player with REVOKE, by the
// umpire with RENEW. The seat's tokens and KEY are new from then on, and are told to the
// seat's registered addresses alone, whoever asked.

var revokeLine = regexp.MustCompile(`(?im)^\s*REVOKE\b`)

// nextCode draws the KEY that the seat has once its secrets are new, if the mail asks
// for that; "" if it does not. Nothing of it counts before the commit is stored.
func (d *Daemon) nextCode(ctx context.Context, m *mailgate.Mail, game, seat string) (string, error) {
	if !revokeLine.MatchString(m.Text) {
		return "", nil
	}
	epoch, err := d.epochOf(ctx, game, seat)
	if err != nil {
		return "", err
	}
	return d.seatCode(ctx, game, seat, epoch+1)
}

// revokeStep makes the seat's secrets new, and tells all its addresses. It counts in
// late mails too: what was forwarded must not wait for the next turn.
func (g *Game) revokeStep(s *step, m message) {
	s.record(events.SeatRenewed{Seat: m.seat, Reason: "the player asked for it"})
	s.mail(g.newSecrets(m.seat, m.code, "a mail from one of its addresses asked for it (REVOKE)")...)
	s.mail(letter{seat: Umpire, kind: "notice", turn: max(g.Campaign.Number(), 1), subject: g.SeatName(m.seat) + " has new secrets",
		text: g.SeatName(m.seat) + " has revoked the secrets of the seat: what its old mails were answered to, and its old KEY, prove nothing any more.\n"})
}

// newSecrets tells the addresses of a seat its new secrets.
func (g *Game) newSecrets(seat, code, why string) (letters []letter) {
	p := &prose{}
	p.para("The secrets of %s in %s are new, because %s.", g.SeatName(seat), g.title(), why)
	p.para("From now on answer this mail, or a later one: answers to older mails prove nothing any more. What you ordered before stands.")
	p.para("If you did not ask for it, somebody knew the old secrets. They are of no use to him now; tell the umpire.")
	p.paras(g.keyNote(seat, code))
	for _, address := range g.addresses(seat) {
		letters = append(letters, letter{seat: seat, address: address, kind: "notice", turn: max(g.Campaign.Number(), 1),
			epoch: g.epoch(seat) + 1, subject: "the seat has new secrets", text: p.String()})
	}
	return letters
}

// renew is the umpire's act that makes a seat's secrets new.
func (g *Game) renew(a request, _ time.Time) (s step, refused string) {
	if !g.hasSeat(a.Seat) {
		return s, g.noSeat(a.Seat)
	}
	s.record(events.SeatRenewed{Seat: a.Seat, Reason: a.Because})
	s.mail(g.newSecrets(a.Seat, a.by.key(a.Seat, g.epoch(a.Seat)+1), a.Because)...)
	return s, ""
}

// renewsSecrets has the answers in the same commit go out with the new secrets.
func renewsSecrets(s *step, seat string, epoch int) {
	for i := range s.mails {
		if s.mails[i].seat == seat {
			s.mails[i].epoch = max(s.mails[i].epoch, epoch)
		}
	}
}

func revokes(r *Reading) bool { return r.Document.Has(orders.Revoke) }
