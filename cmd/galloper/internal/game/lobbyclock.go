package game

import (
	"cmp"
	"time"

	"galloper/cmd/galloper/internal/prose"
	"galloper/events"
	"galloper/projections/lobby"
)

// An invited person may be busy: the invitation is repeated once, and after that the umpire is told that it is
// unanswered.
const (
	remindInvited = 4 * 24 * time.Hour
	lapseInvited  = 14 * 24 * time.Hour
)

// invitationDue returns the time of an invitation's next notice, or zero if there is no further one.
func invitationDue(i lobby.Invitation) time.Time {
	switch {
	case i.Lapsed || i.At.IsZero():
		return time.Time{}
	case i.Reminded:
		return i.At.Add(lapseInvited)
	}
	return i.At.Add(remindInvited)
}

// awaited returns the invitations that keep a game from beginning: they are unanswered, and a seat is free.
func awaited(o lobby.Offer) []lobby.Invitation {
	if o.Stage != lobby.Gathering || len(o.Free()) == 0 {
		return nil
	}
	return o.Unanswered()
}

// DecideInvitations reminds players of unanswered invitations, and later tells the umpires. seen is when the mailbox
// was last read: until a later read, an answer may be waiting there that came in time. names maps ids to addresses.
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

// WakeInvitations returns the time of the next notice about an invitation, or zero.
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
	s.Mail(Outgoing{Seat: i.Address, Address: i.Address, Kind: "reminder", Subject: "your invitation to " + o.Title,
		Text: prose.Letter("You were invited to play %s, and have not answered yet. %s\n\n"+
			"To play, or not, answer this mail with one of these lines:\n\n\t  JOIN %s\n  LEAVE %[3]s\n\n"+
			"You are not reminded again.", o.Title, freeSeats(o), o.Game)})
}

// lapse tells the umpires that an invitation is unanswered.
func lapse(s *Decision, o lobby.Offer, i lobby.Invitation, name string) {
	s.Record(events.LobbyLapsed{Game: o.Game, Address: i.Address})
	name = cmp.Or(name, "somebody")
	h := hall{s: s}
	h.tellUmpires(o, name+" does not answer", "%s has not answered the invitation to %s for %s. A JOIN that comes all the "+
		"same counts. %s\n\nTo invite another player, or to begin with the staff in the free seats:\n\n"+
		"\t  INVITE %s name@example.org\n  START %[5]s STAFF", name, o.Title, prose.Span(lapseInvited), freeSeats(o), o.Game)
}
