package game

import (
	"cmp"
	"time"

	"galloper/cmd/galloper/internal/prose"
	"galloper/events"
	"galloper/projections/lobby"
)

// An invitation is for somebody with other things to do: it is repeated once, and after that it
// is the umpire who must know that nobody answers.
const (
	remindInvited = 4 * 24 * time.Hour
	lapseInvited  = 14 * 24 * time.Hour
)

// invitationDue returns when something is to be said of an invitation; zero: never again.
func invitationDue(i lobby.Invitation) time.Time {
	switch {
	case i.Lapsed || i.At.IsZero():
		return time.Time{}
	case i.Reminded:
		return i.At.Add(lapseInvited)
	}
	return i.At.Add(remindInvited)
}

// awaited returns the invitations that keep a game from beginning: nobody has answered them, and
// a seat is free.
func awaited(o lobby.Offer) []lobby.Invitation {
	if o.Stage != lobby.Gathering || len(o.Free()) == 0 {
		return nil
	}
	return o.Unanswered()
}

// DecideInvitations reminds those who have not answered an invitation, and tells the umpires of
// those who still have not. seen is when the mailbox was last looked into: an answer that lies
// there unread came in time. names are addresses by their ids.
func DecideInvitations(g *Game, names map[string]string, now, seen time.Time) (s Decision) {
	for _, o := range g.Offers.Offers() {
		for _, i := range awaited(o) {
			at := invitationDue(i)
			switch {
			case at.IsZero() || now.Before(at) || seen.Before(at):
			case i.Reminded || !now.Before(i.At.Add(lapseInvited)):
				lapse(&s, o, i, names[i.Address])
			default:
				remind(&s, o, i)
			}
		}
	}
	return s
}

// WakeInvitations returns when something is next to be said of an invitation; zero: never.
func WakeInvitations(g *Game) (next time.Time) {
	for _, o := range g.Offers.Offers() {
		for _, i := range awaited(o) {
			if at := invitationDue(i); !at.IsZero() && (next.IsZero() || at.Before(next)) {
				next = at
			}
		}
	}
	return next
}

// remind repeats an invitation.
func remind(s *Decision, o lobby.Offer, i lobby.Invitation) {
	s.Record(events.LobbyReminded{Game: o.Game, Address: i.Address})
	p := &prose.Text{}
	p.Para("You were invited to play %s, and have not answered yet. %s", o.Title, freeSeats(o))
	p.Para("To play, or not, answer this mail with one of these lines:")
	p.Line("  JOIN %s", o.Game)
	p.Line("  LEAVE %s", o.Game)
	p.Gap()
	p.Para("You are not reminded again.")
	s.Mail(Outgoing{Seat: i.Address, Address: i.Address, Kind: "reminder", Subject: "your invitation to " + o.Title,
		Text: p.String()})
}

// lapse tells the umpires that nobody answers an invitation.
func lapse(s *Decision, o lobby.Offer, i lobby.Invitation, name string) {
	s.Record(events.LobbyLapsed{Game: o.Game, Address: i.Address})
	name = cmp.Or(name, "somebody")
	p := &prose.Text{}
	p.Para("%s has not answered the invitation to %s for %s. A JOIN that comes all the same counts. %s", name, o.Title,
		prose.Span(lapseInvited), freeSeats(o))
	p.Para("To invite somebody else, or to begin with the staff in the seats that are free:")
	p.Line("  INVITE %s name@example.org", o.Game)
	p.Line("  START %s STAFF", o.Game)
	h := hall{s: s}
	h.tellUmpires(o, name+" does not answer", p.String())
}
