package daemon

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"

	"galloper/adjudicator/umpire"
	"galloper/events"
	"galloper/projections/campaign"
)

// Stand-ins (CONTRACT §12): people who are willing to take a seat of which nothing is
// heard. With `on_silence: stand-in` one is asked by mail, one after the other. Who
// accepts plays the seat beside its player, whom nothing is taken from: should he come
// back, the later mail counts, and the umpire takes the stand-in's address off again.

// StandIn is the seat under which stand-ins are addressed. No scenario can have it: a
// seat there has a side.
const StandIn = "stand-in"

// askStandIns asks for the seats that have been silent for as long as the game says,
// the turn that closes now included. It returns what the umpire is told of it.
func (g *Game) askStandIns(s *step, t *campaign.Turn) (told []string) {
	settings := g.Campaign.Created().Settings
	if settings.OnSilence != "stand-in" {
		return nil
	}
	var busy []string
	for _, id := range g.Campaign.Silent() {
		seat, _ := g.Campaign.Seat(id)
		turns := seat.Silent + 1
		if turns < max(settings.Silent, 1) {
			continue
		}
		head := fmt.Sprintf("%s has been silent for %s. ", g.SeatName(id), plural(turns, "turn"))
		address := g.nextStandIn(id, g.Campaign.LastHeard(id), busy)
		if address == "" {
			told = append(told, head+"It is time to ask for a stand-in, and there is nobody left who could be asked by mail. "+
				"ADDRESS stand-in +address BECAUSE … names somebody; SUBSTITUTE "+id+" BY address BECAUSE of silence gives the seat away at once.")
			continue
		}
		busy = append(busy, address)
		s.record(events.StandInAsked{Seat: id, Turn: t.Number, Address: address, Silent: turns})
		s.mail(g.standInQuestion(t, id, address, turns))
		told = append(told, head+"A stand-in has been asked by mail; you will be told what he answers.")
	}
	return told
}

// nextStandIn returns the first who plays no seat and was not asked for this one since
// the turn in which it was last heard of; "" if there is none.
func (g *Game) nextStandIn(seat string, heard int, busy []string) string {
	for _, id := range g.StandIns {
		plays := slices.ContainsFunc(g.Campaign.Seats(), func(s campaign.Seat) bool { return slices.Contains(s.Addresses, id) })
		asked := slices.ContainsFunc(g.Campaign.StandInCalls(), func(c campaign.StandInCall) bool {
			return c.Seat == seat && c.Address == id && c.Turn > heard
		})
		if !plays && !asked && !slices.Contains(busy, id) {
			return id
		}
	}
	return ""
}

func (g *Game) standInQuestion(t *campaign.Turn, seat, address string, turns int) letter {
	p := &prose{}
	p.para("You are named as a stand-in in %s. Nothing has been heard of %s (%s) for %s. Will you play the seat until its player is back?",
		g.title(), g.SeatName(seat), seat, plural(turns, "turn"))
	p.line("ACCEPT %s", seat)
	p.line("DECLINE %s", seat)
	p.gap()
	p.para("Answer this mail with one of the lines. Once you accept you are sent the last report of the seat and the orders in force. " +
		"Without an answer somebody else is asked when the next turn closes.")
	return letter{seat: StandIn, address: address, kind: "question", turn: t.Number, subject: "will you stand in for " + g.SeatName(seat) + "?", text: p.String()}
}

// openCall returns the call of this stand-in to the seat; "" for the only one that he has.
func (g *Game) openCall(address, seat string) (call campaign.StandInCall, ok bool) {
	n := 0
	for _, c := range g.Campaign.StandInCalls() {
		if c.Address == address && g.calling(c) && (seat == "" || seat == c.Seat) {
			call, n = c, n+1
		}
	}
	return call, n == 1
}

// calling reports whether the call may still be answered: the seat is silent as before,
// and nobody else was asked since.
func (g *Game) calling(c campaign.StandInCall) bool {
	calls := g.Campaign.StandInCalls()
	last := slices.IndexFunc(calls, func(o campaign.StandInCall) bool { return o.Seat == c.Seat && o.Turn > c.Turn }) < 0
	seat, _ := g.Campaign.Seat(c.Seat)
	return last && c.Answer == "" && !seat.Resigned && seat.Silent > 0 && !g.Campaign.Current().Heard(c.Seat) && g.Campaign.Result() == ""
}

// standInActor draws what the vault must have before a stand-in can take a seat.
func (d *Daemon) standInActor(ctx context.Context, g *Game, address string) (h actor, err error) {
	h = actor{address, nil, map[string]string{}}
	for _, c := range g.Campaign.StandInCalls() {
		if c.Address == address && g.calling(c) {
			if h.keys[keyOf(c.Seat, g.epoch(c.Seat))], err = d.seatCode(ctx, g.Name(), c.Seat, g.epoch(c.Seat)); err != nil {
				return h, err
			}
		}
	}
	return h, nil
}

var standInAnswer = regexp.MustCompile(`(?im)^\s*(ACCEPT|DECLINE)\b[ \t]*(\S*)[ \t.]*$`)

// standInMail takes in what a stand-in has answered.
func (g *Game) standInMail(m message, _ time.Time) (s step) {
	s.record(g.received(m))
	p := &prose{}
	f := standInAnswer.FindStringSubmatch(m.Text)
	if f == nil {
		p.para("NOT UNDERSTOOD. A stand-in who was asked answers with a line ACCEPT seat or DECLINE seat. You are asked for nothing else.")
		s.mail(g.reply(m, "not understood", p.String()))
		return s
	}
	call, ok := g.openCall(m.address, strings.ToLower(f[2]))
	switch {
	case !ok:
		p.para("TOO LATE. You are not asked to stand in for %s now: its player has written again, somebody else was asked, "+
			"or the umpire has given the seat away. Thank you all the same.", orWord(f[2], "a seat"))
		s.mail(g.reply(m, "too late", p.String()))
	case strings.EqualFold(f[1], "DECLINE"):
		s.record(events.StandInDeclined{Seat: call.Seat, Turn: g.Campaign.Number(), Address: m.address})
		p.para("NOTED. You do not stand in for %s; somebody else is asked when the turn closes.", g.SeatName(call.Seat))
		s.mail(g.reply(m, "noted", p.String()), g.standInNotice(call, m, "has declined to stand in for "+g.SeatName(call.Seat)))
	default:
		g.takeSeat(&s, call, m)
	}
	return s
}

func orWord(word, other string) string {
	if word == "" {
		return other
	}
	return word
}

// takeSeat lets a stand-in play the seat, and tells all whom it concerns.
func (g *Game) takeSeat(s *step, call campaign.StandInCall, m message) {
	reason := fmt.Sprintf("a stand-in has accepted: nothing was heard of it for %s", plural(call.Silent, "turn"))
	s.record(events.SeatAssigned{Seat: call.Seat, Address: m.address, Reason: reason})
	turn := g.Campaign.Number()
	p := &prose{}
	p.para("Nothing was heard of you for %s, so a stand-in now plays %s beside you. The seat is yours still: write, and the later mail counts. "+
		"The umpire can send the stand-in home.", plural(call.Silent, "turn"), g.SeatName(call.Seat))
	for _, id := range g.addresses(call.Seat) {
		s.mail(letter{seat: call.Seat, address: id, kind: "notice", turn: turn, subject: "a stand-in plays your seat", text: p.String()})
	}
	a := request{umpire.Act{Seat: call.Seat, Because: "you have accepted to stand in"}, m.by}
	l := g.welcome(a, m.address, nowPlays, turn)
	l.answers, l.replyTo, l.thread = m.sha256, m.MessageID, m.References
	s.mail(l, g.standInNotice(call, m, "now stands in for "+g.SeatName(call.Seat)+". To send him home: ADDRESS "+call.Seat+" -"+m.From+" BECAUSE …"))
}

func (g *Game) standInNotice(call campaign.StandInCall, m message, what string) letter {
	return letter{seat: Umpire, kind: "notice", turn: g.Campaign.Number(), subject: "the stand-in for " + g.SeatName(call.Seat),
		text: wrap(m.From+" "+what+".", textColumns, "") + "\n"}
}

// changeStandIn adds a stand-in, or takes one off.
func (g *Game) changeStandIn(a request) (s step, refused string) {
	id := a.by.addresses[a.Address]
	turn := max(g.Campaign.Number(), 1)
	p := &prose{}
	switch has := slices.Contains(g.StandIns, id); {
	case has && !a.Take:
		return s, a.Address + " is a stand-in already"
	case !has && a.Take:
		return s, a.Address + " is no stand-in"
	case a.Take:
		s.record(events.SeatReleased{Seat: StandIn, Address: id, Reason: a.Because})
		p.para("You are no longer a stand-in in %s, because %s.", g.title(), strings.TrimSuffix(a.Because, "."))
	default:
		s.record(events.SeatAssigned{Seat: StandIn, Address: id, Reason: a.Because})
		p.para("You are named as a stand-in in %s, because %s. Should nothing be heard of a seat for long, you may be asked by mail to play it. You need do nothing now.",
			g.title(), strings.TrimSuffix(a.Because, "."))
	}
	s.mail(letter{seat: StandIn, address: id, kind: "notice", turn: turn, subject: "you as a stand-in", text: p.String()})
	return s, ""
}
