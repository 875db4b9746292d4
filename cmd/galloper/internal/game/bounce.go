package game

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"galloper/cmd/galloper/internal/prose"
	"galloper/events"
)

// A bounce is matched to its seat by the token in the address that it came to, or in the returned mail, and to the mail
// and address by the returned parts. Players don't notice missing reports, so after a few bounces in a row the umpire
// is asked for another address.

// lostAfter is the number of bounced mails, with no mail from the address in between, after which an address is marked
// as lost. One is enough if the server says that the address doesn't exist.
const lostAfter = 3

// Returned is a mail of ours that did not arrive.
type Returned struct {
	Seat    string
	Address string // id; "" if it can't be told which of the seat's
	Kind    string // of mail
	Turn    int    // of mail
	Reason  string
	Name    string // the address itself, for the lobby's umpires
	Lasting bool   // the server says that the address is invalid
}

// noSuchAddress matches status codes (RFC 3463) and words for a permanently invalid address.
var noSuchAddress = regexp.MustCompile(
	`(?i)\b5\.1\.(0|1|2|3|6|10)\b|\b5\.2\.1\b|no such (user|address|mailbox|recipient)|user unknown|unknown user|does not exist|account (is )?disabled`,
)

// RefusesAddress reports whether a server says that the address is invalid.
func RefusesAddress(reason string) bool { return noSuchAddress.MatchString(reason) }

// DecideBounce counts a bounce, and tells the umpire or asks for a new address. Once the address is marked, the umpire
// isn't told of further ones.
func DecideBounce(g *Game, s *Decision, r Returned) {
	if g.Name() == Lobby {
		guestReturned(g, s, r.Address, r.Name, r.Reason, r.Lasting)
		return
	}
	seat, played := g.Campaign.Seat(r.Seat)
	if !played {
		return // the umpire's own mail, which is only in the log
	}
	if r.Address == "" && len(seat.Addresses) == 1 {
		r.Address = seat.Addresses[0]
	}
	if r.Address == "" || !slices.Contains(seat.Addresses, r.Address) {
		s.Mail(bounceNotice(g, r))
		return
	}
	known := slices.Contains(seat.Lost, r.Address)
	count := seat.Bounces[r.Address] + 1
	lost := known || r.Lasting || count >= lostAfter
	d := events.SeatBounced{Seat: r.Seat, Address: r.Address, Count: count, Reason: r.Reason, Lost: lost}
	if r.Kind == ReportKind {
		d.Report = r.Turn
	}
	s.Record(d)
	switch {
	case known:
	case lost:
		s.Mail(lostNotice(g, r, count))
	default:
		s.Mail(bounceNotice(g, r))
	}
}

// bounceNotice tells the umpire of a mail that did not reach its seat.
func bounceNotice(g *Game, r Returned) Outgoing {
	return notice(g, Umpire, "a mail to "+g.SeatName(r.Seat)+" was not delivered",
		prose.Letter("A mail (%s) to %s was not delivered: %s.\n\nThe seat may not know of it. If this goes on you will be "+
			"asked for another address.", r.Kind, g.SeatName(r.Seat), strings.TrimSuffix(r.Reason, ".")))
}

// lostNotice asks the umpire what to do about an unreachable address.
func lostNotice(g *Game, r Returned, count int) Outgoing {
	again, holding := "", ""
	if count > 1 {
		again = fmt.Sprintf("It is the %s in a row that came back from this address, with nothing heard of it.\n\n",
			ordinal(count))
	}
	if n := g.Campaign.Number(); n > 0 {
		holding = fmt.Sprintf("\n  HOLD TURN %d BECAUSE %s cannot be reached", n, r.Seat)
	}
	return notice(g, Umpire, g.SeatName(r.Seat)+" cannot be reached", prose.Letter(
		"%s cannot be reached: a mail (%s) was not delivered: %s.\n\n%s"+
			"The address is marked as lost. Mail still goes there, and you are not told of each that comes back.\n\n"+
			"Contact the player by other means, and answer this mail with one of:\n\n"+
			"\t  ADDRESS %[5]s +new@address BECAUSE the old one is dead\n"+
			"  SUBSTITUTE %[5]s BY another@player BECAUSE they cannot be reached%s\n\n"+
			"Until then the seat's troops go on by standing orders.",
		g.SeatName(r.Seat), r.Kind, strings.TrimSuffix(r.Reason, "."), again, r.Seat, holding))
}

func ordinal(n int) string {
	if words := []string{"", "first", "second", "third", "fourth", "fifth"}; n < len(words) {
		return words[n]
	}
	return fmt.Sprintf("%dth", n)
}
