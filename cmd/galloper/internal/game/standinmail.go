package game

import (
	"cmp"
	"strings"
	"time"

	"galloper/adjudicator/umpire"
	"galloper/cmd/galloper/internal/prose"
	"galloper/events"
	"galloper/projections/campaign"
)

func standInMail(g *Game, m Message, _ time.Time) (s Decision) {
	s.Record(receivedEvent(g, m))
	f := standInAnswer.FindStringSubmatch(m.Text)
	if f == nil {
		s.Mail(reply(g, m, "not understood", prose.Letter("NOT UNDERSTOOD. A stand-in who was asked answers with a line "+
			"ACCEPT seat or DECLINE seat. You are asked for nothing else.")))
		return s
	}
	call, ok := openCall(g, m.Address, strings.ToLower(f[2]))
	switch {
	case !ok:
		s.Mail(reply(g, m, "too late", prose.Letter("TOO LATE. You are no longer asked to stand in for %s: its player "+
			"has written again, another player was asked, or the umpire has given the seat away. Thank you all the same.",
			cmp.Or(f[2], "a seat"))))
	case strings.EqualFold(f[1], "DECLINE"):
		s.Record(events.StandInDeclined{Seat: call.Seat, Turn: g.Campaign.Number(), Address: m.Address})
		s.Mail(reply(g, m, "noted", prose.Letter("NOTED. You do not stand in for %s; another player is asked when the turn "+
			"closes.", g.SeatName(call.Seat))),
			standInNotice(g, call, m, "has declined to stand in for "+g.SeatName(call.Seat)))
	default:
		takeSeat(g, &s, call, m)
	}
	return s
}

// takeSeat gives the seat to a stand-in, and tells all concerned.
func takeSeat(g *Game, s *Decision, call campaign.StandInCall, m Message) {
	if seat, _ := g.Campaign.Seat(call.Seat); seat.Resigned {
		succeed(g, s, call, m)
		return
	}
	silent := prose.Plural(call.Silent, "turn")
	s.Record(events.SeatAssigned{Seat: call.Seat, Address: m.Address,
		Reason: "a stand-in has accepted: nothing was heard of it for " + silent})
	l := notice(g, call.Seat, "a stand-in plays your seat", prose.Letter("Nothing was heard of you for %s, so a stand-in "+
		"now plays %s beside you. The seat is yours still: write, and the later mail counts. The umpire can send the "+
		"stand-in home.", silent, g.SeatName(call.Seat)))
	for _, id := range g.Addresses(call.Seat) {
		s.Mail(l.to(id))
	}
	seated(g, s, call, m, umpire.Act{Seat: call.Seat, Because: "you have accepted to stand in"},
		"now stands in for "+g.SeatName(call.Seat)+". To end this: ADDRESS "+call.Seat+" -"+m.From+" BECAUSE …")
}

// seated tells a stand-in, and the umpire, that they have the seat.
func seated(g *Game, s *Decision, call campaign.StandInCall, m Message, a umpire.Act, what string) {
	l := welcome(g, request{a, m.By}, m.Address, nowPlays, g.Campaign.Number())
	l.Answers, l.ReplyTo, l.Thread = m.Hash, m.MessageID, m.References
	s.Mail(l, standInNotice(g, call, m, what))
}

// succeed gives a resigned seat to the stand-in alone.
func succeed(g *Game, s *Decision, call campaign.StandInCall, m Message) {
	const reason = "its player has given up, and a stand-in has accepted"
	for _, id := range g.Addresses(call.Seat) {
		s.Record(events.SeatReleased{Seat: call.Seat, Address: id, Reason: reason})
	}
	s.Record(events.SeatAssigned{Seat: call.Seat, Address: m.Address, Reason: reason})
	seated(g, s, call, m, umpire.Act{Word: "SUBSTITUTE", Seat: call.Seat, Because: "you have accepted to take the seat"},
		"now plays "+g.SeatName(call.Seat)+", whose player had given up")
}

func standInNotice(g *Game, call campaign.StandInCall, m Message, what string) Outgoing {
	return notice(g, Umpire, "the stand-in for "+g.SeatName(call.Seat), prose.Letter("%s %s.", m.From, what))
}
