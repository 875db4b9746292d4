package daemon

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"galloper/events"
	"galloper/mailgate"
)

// A mail that comes back is matched to the seat by the token in the address that it
// came back to, or that it bore itself, and to the mail and address by what of it was
// returned. Whoever does not get his reports does not know it: after a few in a row the
// umpire is asked for another address.

// lostAfter is how many mails to one address come back, with nothing heard of it in
// between, before it is marked as lost. One is enough where the server says that there
// is no such address.
const lostAfter = 3

// returned is a mail of ours that did not arrive.
type returned struct {
	seat    string
	address string // id; "" where it cannot be told which of the seat's it is
	kind    string // of mail
	reason  string
	lasting bool // the server says that the address itself is no good
}

// noSuchAddress are the status codes (RFC 3463) and words for an address that will not
// become good by waiting.
var noSuchAddress = regexp.MustCompile(`(?i)\b5\.1\.(0|1|2|3|6|10)\b|\b5\.2\.1\b|no such (user|address|mailbox|recipient)|user unknown|unknown user|does not exist|account (is )?disabled`)

func refusesAddress(reason string) bool { return noSuchAddress.MatchString(reason) }

// bounceStep counts a mail that did not arrive, and tells the umpire or asks him. Once
// the address is marked he knows, and is not told of each.
func (g *Game) bounceStep(s *step, r returned) {
	if g.Rules == nil {
		return
	}
	seat, played := g.Campaign.Seat(r.seat)
	if !played {
		return // the umpire's own, which is in the log alone
	}
	if r.address == "" && len(seat.Addresses) == 1 {
		r.address = seat.Addresses[0]
	}
	if r.address == "" || !slices.Contains(seat.Addresses, r.address) {
		s.mail(g.bounceNotice(r))
		return
	}
	known := slices.Contains(seat.Lost, r.address)
	count := seat.Bounces[r.address] + 1
	lost := known || r.lasting || count >= lostAfter
	s.record(events.SeatBounced{Seat: r.seat, Address: r.address, Count: count, Reason: r.reason, Lost: lost})
	switch {
	case known:
	case lost:
		s.mail(g.lostNotice(r, count))
	default:
		s.mail(g.bounceNotice(r))
	}
}

// bounceNotice tells the umpire of a mail that did not reach its seat.
func (g *Game) bounceNotice(r returned) letter {
	p := &prose{}
	p.para("A mail (%s) to %s was not delivered: %s.", r.kind, g.SeatName(r.seat), strings.TrimSuffix(r.reason, "."))
	p.para("The seat may not know of it. If this goes on you will be asked for another address.")
	return letter{seat: Umpire, kind: "notice", turn: max(g.Campaign.Number(), 1), subject: "a mail to " + g.SeatName(r.seat) + " was not delivered", text: p.String()}
}

// lostNotice asks the umpire what is to be done about an address that nothing reaches.
func (g *Game) lostNotice(r returned, count int) letter {
	p := &prose{}
	p.para("%s cannot be reached: a mail (%s) was not delivered: %s.", g.SeatName(r.seat), r.kind, strings.TrimSuffix(r.reason, "."))
	if count > 1 {
		p.para("It is the %s in a row that came back from this address, with nothing heard of it.", ordinal(count))
	}
	p.para("The address is marked as lost. Mail still goes there, and you are not told of each that comes back.")
	p.para("What is to be done? Ask the player by other means, and answer this mail with one of:")
	p.line("  ADDRESS %s +new@address BECAUSE the old one is dead", r.seat)
	p.line("  SUBSTITUTE %s BY another@player BECAUSE he cannot be reached", r.seat)
	if n := g.Campaign.Number(); n > 0 {
		p.line("  HOLD TURN %d BECAUSE %s cannot be reached", n, r.seat)
	}
	p.gap()
	p.para("Until then the seat's troops go on by standing orders.")
	return letter{seat: Umpire, kind: "notice", turn: max(g.Campaign.Number(), 1), subject: g.SeatName(r.seat) + " cannot be reached", text: p.String()}
}

// unreachable returns the seats of which every address is marked as lost.
func (g *Game) unreachable() (seats []string) {
	for _, s := range g.Campaign.Seats() {
		if len(s.Addresses) > 0 && len(s.Lost) == len(s.Addresses) {
			seats = append(seats, s.ID)
		}
	}
	return seats
}

func ordinal(n int) string {
	if words := []string{"", "first", "second", "third", "fourth", "fifth"}; n < len(words) {
		return words[n]
	}
	return fmt.Sprintf("%dth", n)
}

// takeBounce notes that one of our mails came back.
func (d *Daemon) takeBounce(ctx context.Context, a arrival, account mailgate.Account) error {
	reason := a.Bounce.Reason
	if reason == "" {
		reason = fmt.Sprintf("the mail server returned it (%s)", strings.TrimSpace("status "+a.Bounce.Status))
	}
	_, err := d.commit(ctx, account.Game, func(g *Game) (cause, step, error) {
		c := cause{id: mailCommit(a.sha256), actor: "gate", of: a.sha256.String()}
		s := step{}
		if g.Campaign.Seen(a.sha256) || g.Campaign.Seen(sense(a.Mail)) {
			return c, s, nil
		}
		q := d.mailWithID(ctx, account.Game, a.Bounce.MessageID)
		if q.Mail == "" {
			q.Kind = "sent earlier"
		}
		if q.Address == "" {
			q.Address = d.addressIn(ctx, g, account.Seat, a.Bounce.Recipient)
		}
		s.record(
			events.MailQuarantined{SHA256: a.sha256, Reason: "a bounce: " + reason, Seat: account.Seat, Message: sense(a.Mail), Received: a.in.Received.UTC()},
			events.MailBounced{Mail: q.Mail, Reason: reason},
		)
		g.bounceStep(&s, returned{seat: account.Seat, address: q.Address, kind: q.Kind, reason: reason, lasting: refusesAddress(a.Bounce.Status + " " + reason)})
		return c, s, nil
	})
	signal(d.unsent)
	return err
}

// addressIn returns the id of the seat's address that is written so, "" if none is.
func (d *Daemon) addressIn(ctx context.Context, g *Game, seat, written string) string {
	for _, id := range g.addresses(seat) {
		if mailgate.SameAddress(d.address(ctx, id), written) {
			return id
		}
	}
	return ""
}

// mailWithID finds our own mail by its Message-ID; the zero one if the bounce does not say.
func (d *Daemon) mailWithID(ctx context.Context, game, id string) (none events.MailQueued) {
	if id == "" {
		return none
	}
	for c, err := range d.log.Backward(ctx, game) {
		if err != nil {
			return none
		}
		for _, e := range c.Events {
			data, err := events.Decode(e)
			q, ok := data.(events.MailQueued)
			if err == nil && ok && mailgate.MessageID(game+"/"+q.Mail, d.address(ctx, q.Address), d.Post.domain()) == id {
				return q
			}
		}
	}
	return none
}
