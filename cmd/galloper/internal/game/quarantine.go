package game

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"galloper/cmd/galloper/internal/prose"
	"galloper/events"
	"galloper/mailgate"
)

// Arrival is an incoming mail.
type Arrival struct {
	*mailgate.Mail
	In    mailgate.Incoming
	Hash  events.Hash
	Lacks mailgate.Lack // in quarantine: the fault that its sender can fix
}

// DecideQuarantine records the mail, and tells the umpire and the address that it claims to be from.
func DecideQuarantine(g *Game, a Arrival, proof mailgate.Proof, tell string, notice Allowance,
	now time.Time) (s Decision) {
	if g.Campaign.Seen(a.Hash) {
		return Decision{}
	}
	q := events.MailQuarantined{SHA256: a.Hash, Reason: proof.Quarantine, Seat: proof.Seat, Message: Sense(a.Mail),
		Received: a.In.Received.UTC(), Unregistered: a.Lacks == mailgate.LacksAddress}
	later := tell != "" && isToldLater(g, tell, now)
	if later {
		q.Owed = tell
	}
	s.Record(q)
	if tell != "" && !later {
		p := &prose.Text{}
		p.Para("NOT READ. A mail in your name (subject: %s) changed nothing: %s.", quoted(a.Subject),
			strings.TrimSuffix(proof.Quarantine, "."))
		cure(g, p, a, proof)
		if g.Rules != nil {
			p.Para("You are told of further ones together, when an hour is over.")
		}
		s.Mail(
			Outgoing{Seat: proof.Seat, Address: tell, Kind: unprovedKind, Turn: g.Campaign.Number(),
				Subject: "your mail was not read", Text: p.String(), Answers: a.Hash, ReplyTo: a.MessageID,
				Thread: a.References},
		)
	}
	if g.Rules != nil && notice != Beyond {
		l := quarantineNotice(g, inName(proof.Seat), proof.Quarantine)
		l.Text += sentBy(g, a, proof)
		if notice == LastWithin {
			l.Text += "\nSo many mails lie there that further ones of this hour are in the record alone: galloper audit " +
				"shows them.\n"
		}
		s.Mail(ForUmpires(g, l, quarantineNotice(g, inName(proof.Seat), proof.Quarantine))...)
	}
	return s
}

// cure says which proof a mail lacks, and how to add it.
func cure(g *Game, p *prose.Text, a Arrival, proof mailgate.Proof) {
	const notMine = "If you did not write it, another person uses your address; you need not do anything."
	switch a.Lacks {
	case mailgate.LacksSecret:
		p.Para("Your address is right, but the secret is missing that each mail of the game contains. If you wrote " +
			"it, answer the latest mail of the game, so that your answer goes to its Reply-To address, and send the " +
			"orders again. If your mail program does not keep that address, write your KEY line above the orders.")
		p.Para(notMine)
	case mailgate.LacksSignature:
		p.Para("The secret is right, but no mail server vouches for your address. If you wrote it, send the orders " +
			"again from the web page or the program of your own mail provider, not through another server or a " +
			"forwarding. A KEY or an answer to another mail cannot replace this.")
		p.Para(notMine)
	case mailgate.LacksAddress:
		p.Para("The secret is right, but the mail came from %s, which is not registered for the seat. If you wrote "+
			"it, send the orders again from this address. To use the other one too, ask the umpire, from this "+
			"one:", a.From)
		p.Line("LETTER TO umpire: please add %s to %s", a.From, proof.Seat)
		p.Gap()
		p.Para("If you did not write it, another person has a mail of yours: answer with the line REVOKE to make its " +
			"secret invalid.")
	case mailgate.LacksChoice:
		p.Para("If you wrote it, send it again as an answer to the latest mail of the seat that you mean.")
		p.Para(notMine)
	default:
		p.Para(notMine)
	}
}

// sentBy shows the umpire a mail in quarantine: its sender, its text, and the act that would let the sender in.
func sentBy(g *Game, a Arrival, proof mailgate.Proof) string {
	p := &prose.Text{}
	p.Gap()
	p.Para("It came from %s:", a.From)
	quote(p, beginning(a.Text))
	if a.Lacks == mailgate.LacksAddress && g.HasSeat(proof.Seat) {
		p.Gap()
		if proof.Seat == Umpire {
			p.Para("It contains the umpire's secret. Unless you wrote it yourself, another person has a mail of " +
				"yours: replace your secrets at once.")
			p.Line("RENEW umpire BECAUSE my mail is known to others")
			p.Gap()
		}
		p.Para("It has the secret of %s. Only if you know that the address is the player's, let it in:",
			g.SeatName(proof.Seat))
		p.Line("ADDRESS %s +%s BECAUSE …", proof.Seat, a.From)
	}
	return "\n" + p.String()
}

func quoted(s string) string {
	if s == "" {
		return "none"
	}
	return fmt.Sprintf("%q", s)
}

// inName describes the claimed sender of an unauthenticated mail.
func inName(seat string) string {
	if seat == "" {
		return "from somebody"
	}
	return "in the name of " + seat
}

func quarantineNotice(g *Game, whose, reason string) Outgoing {
	return notice(g, Umpire, "a mail in quarantine", prose.Letter("A mail %s is in quarantine: %s. It changed nothing.",
		whose, strings.TrimSuffix(reason, ".")))
}

// Allowance is the answer of a limiter.
type Allowance int

const (
	Within     Allowance = iota // another use is allowed
	LastWithin                  // the last allowed use
	Beyond                      // over the limit
)

// Notices to an address about unauthenticated mails in its name. Anyone can cause them, so one is sent at once, and
// further mails within the hour are reported together afterwards. They don't count as receipts, so that forged mails
// don't use up a player's receipts.

// digestAfter is the time during which further mails are only counted.
const digestAfter = time.Hour

const unprovedKind = "unproved"

// isToldLater reports whether the address is told later of a mail that comes now.
func isToldLater(g *Game, address string, now time.Time) bool {
	u, told := g.unproved[address]
	return told && now.Sub(u.told) < digestAfter
}

// digestAt returns the time of the next digest; owed is false if there is none.
func digestAt(g *Game) (at time.Time, owed bool) {
	for _, address := range slices.Sorted(maps.Keys(g.unproved)) {
		u := g.unproved[address]
		if due := u.told.Add(digestAfter); u.more > 0 && (!owed || due.Before(at)) {
			at, owed = due, true
		}
	}
	return at, owed
}

// decideDigest tells an address of the mails in its name since the last notice.
func decideDigest(g *Game, now time.Time) (id string, s Decision) {
	for _, address := range slices.Sorted(maps.Keys(g.unproved)) {
		u := g.unproved[address]
		if u.more == 0 || isToldLater(g, address, now) {
			continue
		}
		p := &prose.Text{}
		p.Para("NOT READ. Since %s %s in your name %s not proved to be yours, and changed nothing.",
			prose.Moment(u.told, g.Zone()), prose.Plural(u.more, "further mail"),
			map[bool]string{true: "was", false: "were"}[u.more == 1])
		p.Para("If you wrote them, do as the previous notice says. If you did not, another person uses your address; " +
			"you need not do anything.")
		s.Mail(Outgoing{Seat: u.seat, Address: address, Kind: unprovedKind, Turn: max(g.Campaign.Number(), 1),
			Subject: prose.Plural(u.more, "further mail") + " not read", Text: p.String()})
		return g.CommitID(unprovedKind, address, strconv.FormatInt(u.told.Unix(), 10)), s
	}
	return "", s
}
