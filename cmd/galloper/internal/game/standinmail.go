package game

import (
	"fmt"
	"strings"
	"time"

	"galloper/adjudicator/umpire"
	"galloper/cmd/galloper/internal/prose"
	"galloper/events"
	"galloper/projections/campaign"
)

// standInMail takes a stand-in's answer.
func standInMail(g *Game, m Message, _ time.Time) (s Decision) {
	s.Record(received(g, m))
	p := &prose.Text{}
	f := standInAnswer.FindStringSubmatch(m.Text)
	if f == nil {
		p.Para("NOT UNDERSTOOD. A stand-in who was asked answers with a line ACCEPT seat or DECLINE seat. You are asked " +
			"for nothing else.")
		s.Mail(reply(g, m, "not understood", p.String()))
		return s
	}
	call, ok := openCall(g, m.Address, strings.ToLower(f[2]))
	switch {
	case !ok:
		p.Para("TOO LATE. You are no longer asked to stand in for %s: its player has written again, another player "+
			"was asked, or the umpire has given the seat away. Thank you all the same.", orWord(f[2], "a seat"))
		s.Mail(reply(g, m, "too late", p.String()))
	case strings.EqualFold(f[1], "DECLINE"):
		s.Record(events.StandInDeclined{Seat: call.Seat, Turn: g.Campaign.Number(), Address: m.Address})
		p.Para("NOTED. You do not stand in for %s; another player is asked when the turn "+
			"closes.", g.SeatName(call.Seat))
		s.Mail(
			reply(g, m, "noted", p.String()),
			standInNotice(g, call, m, "has declined to stand in for "+g.SeatName(call.Seat)),
		)
	default:
		takeSeat(g, &s, call, m)
	}
	return s
}

func orWord(word, other string) string {
	if word == "" {
		return other
	}
	return word
}

// takeSeat gives the seat to a stand-in, and tells all concerned.
func takeSeat(g *Game, s *Decision, call campaign.StandInCall, m Message) {
	if seat, _ := g.Campaign.Seat(call.Seat); seat.Resigned {
		succeed(g, s, call, m)
		return
	}
	reason := fmt.Sprintf("a stand-in has accepted: nothing was heard of it for %s", prose.Plural(call.Silent, "turn"))
	s.Record(events.SeatAssigned{Seat: call.Seat, Address: m.Address, Reason: reason})
	turn := g.Campaign.Number()
	p := &prose.Text{}
	p.Para("Nothing was heard of you for %s, so a stand-in now plays %s beside you. The seat is yours still: write, "+
		"and the later mail counts. "+
		"The umpire can send the stand-in home.", prose.Plural(call.Silent, "turn"), g.SeatName(call.Seat))
	for _, id := range g.Addresses(call.Seat) {
		s.Mail(
			Outgoing{
				Seat:    call.Seat,
				Address: id,
				Kind:    "notice",
				Turn:    turn,
				Subject: "a stand-in plays your seat",
				Text:    p.String(),
			},
		)
	}
	a := request{umpire.Act{Seat: call.Seat, Because: "you have accepted to stand in"}, m.By}
	l := welcome(g, a, m.Address, nowPlays, turn)
	l.Answers, l.ReplyTo, l.Thread = m.Hash, m.MessageID, m.References
	s.Mail(
		l,
		standInNotice(
			g,
			call,
			m,
			"now stands in for "+g.SeatName(call.Seat)+". To end this: ADDRESS "+call.Seat+" -"+m.From+" BECAUSE …",
		),
	)
}

// succeed gives a resigned seat to the stand-in alone.
func succeed(g *Game, s *Decision, call campaign.StandInCall, m Message) {
	const reason = "its player has given up, and a stand-in has accepted"
	for _, id := range g.Addresses(call.Seat) {
		s.Record(events.SeatReleased{Seat: call.Seat, Address: id, Reason: reason})
	}
	s.Record(events.SeatAssigned{Seat: call.Seat, Address: m.Address, Reason: reason})
	a := request{umpire.Act{Word: "SUBSTITUTE", Seat: call.Seat, Because: "you have accepted to take the seat"}, m.By}
	l := welcome(g, a, m.Address, nowPlays, g.Campaign.Number())
	l.Answers, l.ReplyTo, l.Thread = m.Hash, m.MessageID, m.References
	s.Mail(l, standInNotice(g, call, m, "now plays "+g.SeatName(call.Seat)+", whose player had given up"))
}

func standInNotice(g *Game, call campaign.StandInCall, m Message, what string) Outgoing {
	return Outgoing{
		Seat:    Umpire,
		Kind:    "notice",
		Turn:    g.Campaign.Number(),
		Subject: "the stand-in for " + g.SeatName(call.Seat),
		Text:    prose.Wrap(m.From+" "+what+".", prose.TextColumns, "") + "\n",
	}
}
