package game

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"galloper/adjudicator"
	"galloper/cmd/galloper/internal/prose"
	"galloper/events"
	"galloper/mailgate"
	"galloper/orders"
	"galloper/projections/knowledge"
	"galloper/projections/lobby"
	"galloper/projections/mapview"
)

func (h *hall) help(lost bool) string {
	p := &prose.Text{}
	if lost {
		p.Para("NOT UNDERSTOOD. Nothing of your mail was done. Write one of these lines:")
	}
	p.Line("LIST                    the games that gather players")
	p.Line("WHO game                its seats, taken and free")
	p.Line("JOIN game               you play, whichever seat is free")
	p.Line("JOIN game seat          you play that seat")
	p.Line("LEAVE game              you do not play after all; your seat is free again")
	for _, o := range h.l.Offers() {
		if o.Stage == lobby.Gathering && (h.by.Address == "" || o.Umpired(h.by.Address)) {
			p.Gap()
			p.Para("As an umpire, of %s:", o.Title)
			p.Line("START %s               start the game; with STAFF the staff plays the free seats", o.Game)
			p.Line("CONFIRM %s who         accept a player, by seat or address", o.Game)
			p.Line("REFUSE %s who          or is not", o.Game)
			p.Line("INVITE %s address      invite one more player", o.Game)
			p.Line("WITHDRAW %s            it is not played", o.Game)
			break
		}
	}
	return p.String()
}

// list returns the offers that the writer may know of.
func (h *hall) list() string {
	p := &prose.Text{}
	none := true
	for _, o := range h.l.Offers() {
		if !h.sees(o) {
			continue
		}
		none = false
		p.Line("%-16s %s, %s", o.Game, o.Title, o.Ruleset)
		p.Para("                 %s", standOf(o))
	}
	if none {
		p.Para("No game gathers players here now.")
		return p.String()
	}
	p.Gap()
	p.Para("To see a game's seats, send WHO and its name; to take one, send JOIN.")
	return p.String()
}

func standOf(o lobby.Offer) string {
	switch o.Stage {
	case lobby.Starting:
		return "It begins now."
	case lobby.Begun:
		return "It has begun; new players wait for a seat to become free."
	}
	return fmt.Sprintf("%d of %s are free.", len(o.Free()), prose.Plural(len(o.Seats), "seat"))
}

// showSeats shows the seats of a game.
func (h *hall) showSeats(o lobby.Offer, _ lobbyAct) (subject, answer string, done bool) {
	p := &prose.Text{}
	p.Para("%s, under %s. %s", o.Title, o.Ruleset, standOf(o))
	p.Block(h.seats(o))
	return o.Game + ": who plays", p.String(), true
}

// seats returns a line for each seat, and one for the waiting list. Umpires also see addresses.
func (h *hall) seats(o lobby.Offer) string {
	var b strings.Builder
	umpire := h.by.Address == "" || o.Umpired(h.by.Address)
	for _, s := range o.Seats {
		holder, state := o.Holder(s.ID), "free"
		p, _ := o.Of(holder)
		switch {
		case o.Staffed(s.ID):
			state = "the staff's"
		case holder == "":
		case holder == h.by.Address:
			state = "yours"
		case umpire:
			state = cmp.Or(h.by.Names[holder], "taken")
		default:
			state = "taken"
		}
		if holder != "" && !p.Confirmed {
			state += ", not confirmed yet"
		}
		fmt.Fprintf(&b, "  %-16s %-30s %s\n", s.ID, s.Name, state)
	}
	if waiting := o.Waiting(); len(waiting) > 0 {
		fmt.Fprintf(&b, "  waiting          %s\n", prose.Plural(len(waiting), "player"))
		for _, id := range waiting {
			if umpire {
				fmt.Fprintf(&b, "                   %s\n", cmp.Or(h.by.Names[id], id))
			}
		}
	}
	if umpire {
		for _, i := range o.Unanswered() {
			state := map[bool]string{true: "no answer", false: "invited"}[i.Lapsed]
			fmt.Fprintf(&b, "  %-16s %s\n", state, cmp.Or(h.by.Names[i.Address], i.Address))
		}
	}
	return b.String()
}

// Invitation returns the invitation mail. host names the inviting person.
func Invitation(rulesets []*adjudicator.Ruleset, o lobby.Offer, id, host string) Outgoing {
	p, l := &prose.Text{}, Outgoing{Seat: id, Address: id, Kind: "notice", Subject: "you are invited to play " + o.Title}
	p.Para("%s invites you to a game of war by mail: %s, under the rules of %s.", host, o.Title, o.Ruleset)
	rules, sc, err := LoadScenario(rulesets, o.File, []byte(o.Scenario))
	if err == nil { // otherwise the game can't be made, and the umpire is told so
		stage := adjudicator.StageOf(sc)
		p.Paras(briefingForAll(&stage, o.Seats))
		p.Para("You are the commander of your troops. You are mailed reports and a map, and answer with orders in plain "+
			"English: %s. %s", pace(o.Settings), effort(&stage, o))
		nobody := knowledge.Open(nil, rules.Words.Facts).Seat(knowledge.Umpire)
		if l.Pic = Draw(rules, sc, nobody, mapview.Sheet{Names: adjudicator.Names(sc), Reader: "the field"}); l.Pic != nil {
			p.Line(mailgate.MapHere)
			p.Gap()
		}
	}
	h := hall{}
	h.by.Address = id
	p.Block(h.seats(o))
	p.Para("To play, answer this mail with one line:")
	p.Line("  JOIN %s", o.Game)
	p.Line("  JOIN %s %s", o.Game, exampleSeat(o))
	p.Gap()
	p.Para("The first takes whichever seat is free, the second that one. LEAVE %s says no. Without an answer you "+
		"are reminded once.", o.Game)
	l.Text = p.String()
	return l
}

// briefingForAll returns the paragraphs of briefing and aims that every seat gets, without those for one side.
func briefingForAll(stage *events.Stage, seats []events.LobbySeat) (all []string) {
	for i, text := range slices.Concat(stage.Briefing[seats[0].ID], stage.Aims[seats[0].ID]) {
		everybody := !slices.ContainsFunc(seats, func(s events.LobbySeat) bool {
			return !slices.Contains(stage.Briefing[s.ID], text) && !slices.Contains(stage.Aims[s.ID], text)
		})
		if everybody && i < mostQuoted {
			all = append(all, text)
		}
	}
	return all
}

// effort describes the number of turns, the whole time, and a player's time for each turn.
func effort(stage *events.Stage, o lobby.Offer) string {
	const first, each = 5, 2 // minutes: to read a report, and for each unit
	turns, minutes := stage.Turns, first+each*len(stage.Seats)/len(o.Seats)
	if turns > 0 && stage.Play.Minutes > 0 {
		minutes = (stage.Play.Minutes + turns - 1) / turns
	}
	said := fmt.Sprintf("A turn takes you some %d minutes.", (minutes+4)/5*5)
	if o.Turns > 0 {
		turns = min(turns, o.Turns)
	}
	if turns == 0 {
		return said
	}
	every, _ := orders.ParseSpan(o.Settings.Every)
	if n := len(o.Settings.Days); every == 0 && n > 0 {
		every = 7 * 24 * time.Hour / time.Duration(n)
	}
	if weeks := int((time.Duration(turns)*every + week/2) / week); weeks > 0 {
		return fmt.Sprintf("There are at most %s, which take about %s. %s", prose.Plural(turns, "turn"),
			prose.Plural(weeks, "week"), said)
	}
	return fmt.Sprintf("There are at most %s. %s", prose.Plural(turns, "turn"), said)
}

const week = 7 * 24 * time.Hour

func exampleSeat(o lobby.Offer) string {
	for _, s := range o.Free() {
		return s.ID
	}
	return "any"
}

// pace describes the interval of turns.
func pace(s events.Settings) string {
	switch {
	case s.Every != "":
		every, _ := orders.ParseSpan(s.Every) // an unreadable one makes no game
		return "a turn comes every " + prose.Span(every)
	case len(s.Days) > 0:
		return "a turn comes each " + prose.List(s.Days)
	}
	return "a turn is played when all are ready"
}
