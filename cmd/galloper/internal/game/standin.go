package game

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"galloper/cmd/galloper/internal/prose"
	"galloper/events"
	"galloper/projections/campaign"
)

// askStandIns asks stand-ins for the seats that have been silent for the game's number of turns, including the one that
// closes now. It returns the umpire's notices about them.
func askStandIns(g *Game, s *Decision, t *campaign.Turn) (told []string) {
	settings := g.Campaign.Created().Settings
	var busy []string
	for _, seat := range g.Campaign.Seats() {
		if seat.Resigned {
			told = append(told, askForResigned(g, s, t, seat.ID, &busy)...)
		}
	}
	if settings.OnSilence != "stand-in" {
		return told
	}
	for _, id := range g.Campaign.Silent() {
		seat, _ := g.Campaign.Seat(id)
		turns := seat.Silent + 1
		if turns < max(settings.Silent, 1) {
			continue
		}
		head := fmt.Sprintf("%s has been silent for %s. ", g.SeatName(id), prose.Plural(turns, "turn"))
		address := nextStandIn(g, id, g.Campaign.LastHeard(id), busy)
		if address == "" {
			told = append(told, head+"It is time to ask for a stand-in, but all candidates have been asked. To name "+
				"another, write ADDRESS stand-in +address BECAUSE …; "+
				"SUBSTITUTE "+id+" BY address BECAUSE of silence gives the "+
				"seat away at once.")
			continue
		}
		busy = append(busy, address)
		s.Record(events.StandInAsked{Seat: id, Turn: t.Number, Address: address, Silent: turns})
		s.Mail(standInQuestion(g, id, address, turns))
		told = append(told, head+"A stand-in has been asked by mail; you will be told the answer.")
	}
	return told
}

// askForResigned asks the next stand-in to take a resigned seat. A stand-in asked in this turn has until the next one
// closes.
func askForResigned(g *Game, s *Decision, t *campaign.Turn, seat string, busy *[]string) (told []string) {
	asked := slices.ContainsFunc(g.Campaign.StandInCalls(), func(c campaign.StandInCall) bool {
		return c.Seat == seat && c.Turn == t.Number && c.Answer == ""
	})
	address := nextStandIn(g, seat, g.Campaign.LastHeard(seat)-1, *busy)
	if asked || address == "" {
		return nil
	}
	*busy = append(*busy, address)
	s.Record(events.StandInAsked{Seat: seat, Turn: t.Number, Address: address})
	s.Mail(standInQuestion(g, seat, address, 0))
	return []string{"A player who waits for a seat was asked by mail whether they take " + g.SeatName(seat) +
		"; you will be told the answer."}
}

// nextStandIn returns the first stand-in who plays no seat and was not asked for this one since the turn of its last
// mail, or "".
func nextStandIn(g *Game, seat string, heard int, busy []string) string {
	for _, id := range g.StandIns {
		plays := slices.ContainsFunc(g.Campaign.Seats(),
			func(s campaign.Seat) bool { return slices.Contains(s.Addresses, id) })
		asked := slices.ContainsFunc(g.Campaign.StandInCalls(), func(c campaign.StandInCall) bool {
			return c.Seat == seat && c.Address == id && c.Turn > heard
		})
		if !plays && !asked && !slices.Contains(busy, id) {
			return id
		}
	}
	return ""
}

func standInQuestion(g *Game, seat, address string, turns int) Outgoing {
	subject := "will you stand in for " + g.SeatName(seat) + "?"
	text := fmt.Sprintf("You are named as a stand-in in %s. Nothing has been heard of %s (%s) for %s. Will you play the seat "+
		"until its player is back?", g.Title(), g.SeatName(seat), seat, prose.Plural(turns, "turn"))
	if turns == 0 {
		subject = "will you take the seat of " + g.SeatName(seat) + "?"
		text = fmt.Sprintf("A seat is free in %s: the player of %s (%s) has given up. Will you take it?", g.Title(),
			g.SeatName(seat), seat)
	}
	l := notice(g, StandIn, subject, prose.Letter("%s\n\n\tACCEPT %s\nDECLINE %[2]s\n\n"+
		"Answer this mail with one of the lines. Once you accept, you get the last report of the seat and the orders in "+
		"force. Without an answer, another player is asked when the next turn closes.", text, seat)).to(address)
	l.Kind = "question"
	return l
}

// openCall returns the stand-in's open call to the seat; "" for their only one.
func openCall(g *Game, address, seat string) (call campaign.StandInCall, ok bool) {
	n := 0
	for _, c := range g.Campaign.StandInCalls() {
		if c.Address == address && Calling(g, c) && (seat == "" || seat == c.Seat) {
			call, n = c, n+1
		}
	}
	return call, n == 1
}

// Calling reports whether the call may still be answered: the seat is still silent, or its player has given up, and no
// other stand-in was asked since.
func Calling(g *Game, c campaign.StandInCall) bool {
	calls := g.Campaign.StandInCalls()
	last := slices.IndexFunc(calls, func(o campaign.StandInCall) bool { return o.Seat == c.Seat && o.Turn > c.Turn }) < 0
	seat, _ := g.Campaign.Seat(c.Seat)
	waits := seat.Resigned || seat.Writes() && seat.Silent > 0 && !g.Campaign.Current().Heard(c.Seat)
	return last && c.Answer == "" && waits && g.Campaign.Result() == ""
}

var standInAnswer = regexp.MustCompile(`(?im)^\s*(ACCEPT|DECLINE)\b[ \t]*(\S*)[ \t.]*$`)

func changeStandIn(g *Game, a request) (s Decision, refused string) {
	id := a.by.Addresses[a.Address]
	switch has := slices.Contains(g.StandIns, id); {
	case has && !a.Take:
		return s, a.Address + " is a stand-in already"
	case !has && a.Take:
		return s, a.Address + " is no stand-in"
	case a.Take:
		s.Record(events.SeatReleased{Seat: StandIn, Address: id, Reason: a.Because})
		s.Mail(notice(g, StandIn, asStandIn, prose.Letter("You are no longer a stand-in in %s, because %s.", g.Title(),
			strings.TrimSuffix(a.Because, "."))).to(id))
	default:
		s.Record(events.SeatAssigned{Seat: StandIn, Address: id, Reason: a.Because})
		s.Mail(NamedStandIn(g, id, a.Because))
	}
	return s, ""
}

// NamedStandIn tells a person that they are named as a stand-in.
func NamedStandIn(g *Game, id, because string) Outgoing {
	if because = strings.TrimSuffix(because, "."); because != "" {
		because = ", because " + because
	}
	return notice(g, StandIn, asStandIn, prose.Letter("You are named as a stand-in in %s%s. Should nothing be heard of a "+
		"seat for long, you may be asked by mail to play it. You need do nothing now.", g.Title(), because)).to(id)
}

// asStandIn is the subject of notices to stand-ins.
const asStandIn = "you as a stand-in"

// silenceMeans returns a sentence on the effect of silence on a seat's troops.
func silenceMeans(g *Game) string {
	if g.Campaign.Created().Settings.OnSilence == OnSilenceStaff && g.Rules.Staff != nil {
		return "The staff writes the orders of silent seats."
	}
	return cmp.Or(g.Rules.Silence, "Standing orders and earlier directives continue.")
}

// silentNotice tells the umpire who was silent, and which stand-ins were asked.
func silentNotice(g *Game, t *campaign.Turn, silent, standIns []string) Outgoing {
	names := prose.List(g.SeatNames(silent))
	return notice(g, Umpire, "silent: "+names, prose.Letter("Turn %d is closed. Nothing was heard of %s. %s\n\n%s",
		t.Number, names, silenceMeans(g), strings.Join(standIns, "\n\n")))
}
