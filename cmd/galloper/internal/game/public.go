package game

import (
	"fmt"
	"time"

	"galloper/cmd/galloper/internal/prose"
	"galloper/events"
	"galloper/projections/campaign"
	"galloper/projections/knowledge"
)

// mostBehind is the largest number of turns that a public page may lag behind; more is a typing error.
const mostBehind = 1000

// spectators opens the game to the public, or closes it. Its players are told, because others may then look up some of
// their knowledge.
func spectators(g *Game, a request, _ time.Time) (s Decision, refused string) {
	was, turn := g.Campaign.Opened(), g.Campaign.Number()
	if a.Fate == "none" {
		if was == nil {
			return s, "the game is open to its players only"
		}
		s.Record(events.PageClosed{Turn: turn, Reason: a.Because})
		s.note = "From now on the page says that the game does not exist."
		s.tell(g.Players(), notice(g, "", "the game is closed to spectators", prose.Letter("Only the players can see the "+
			"game now%s.", reasonOf(a))))
		return s, ""
	}
	over := g.Opened(knowledge.Public) == campaign.OpenAll
	switch {
	case a.Fate == "all" && !over:
		return s, "the game is still being played, and players could read the orders of others; state how many turns " +
			"the page is behind: SPECTATORS DELAY 3"
	case a.Fate == "delay" && a.Number == 0:
		return s, "with a delay of 0 who plays could read what others do this turn; at least 1 is needed, and 2 or 3 are " +
			"better: SPECTATORS DELAY 3"
	case a.Number > mostBehind:
		return s, fmt.Sprintf("a page can be %d turns behind at most; SPECTATORS ALL opens the game when it is over", mostBehind)
	case was != nil && was.Delay == a.Number:
		return s, "the game is open in this way already; SPECTATORS NONE closes it"
	}
	s.Record(events.PageOpened{Turn: turn, Delay: a.Number, Reason: a.Because})
	what := "the whole battle, and its chronicle"
	if !over {
		what = fmt.Sprintf("the battle as it was %s ago, as far as both sides saw it by then: no orders, no letters, "+
			"nothing that is hidden from either. When it is over, all of it", prose.Plural(a.Number, "turn"))
	}
	s.note = "Anyone who opens the page's /public/" + g.Name() + " is shown " + what + "."
	s.tell(g.Players(), notice(g, "", "the game is open to spectators", prose.Letter("The umpire has opened the game "+
		"to spectators%s. Anyone may watch it on the service's page at %s.", reasonOf(a), what)))
	return s, ""
}

// PublicTitle returns the public title of the game, or "" if spectators aren't allowed.
func PublicTitle(g *Game) string {
	if _, open := g.Campaign.Public(g.reported, g.Opened(knowledge.Public) == campaign.OpenAll); open {
		return g.Title()
	}
	return ""
}

// Commons returns the public knowledge of the game's turns.
func Commons(g *Game) *knowledge.Commons {
	c := &knowledge.Commons{Seats: map[string]string{}, Facts: g.Rules.Words.Facts, Tales: g.Rules.Words.Tales}
	for _, seat := range g.Scenario.Seats() {
		c.Seats[seat.ID] = seat.Side
	}
	return c
}
