package game

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"time"

	"galloper/adjudicator/umpire"
	"galloper/cmd/galloper/internal/prose"
)

// An umpire's HELP, STATUS, HISTORY and WHY, like those of players.

func tellStatus(g *Game, _ request, _ time.Time) (s Decision, refused string) {
	s.note = StatusText(g, Umpire)
	return s, ""
}

// tellHistory repeats the umpire's report of an earlier turn.
func tellHistory(g *Game, a request, _ time.Time) (s Decision, refused string) {
	if g.Blind(a.by.Address) {
		return s, rulable(g, a)
	}
	s.note = HistoryText(g, Umpire, a.Turn)
	return s, ""
}

// tellWhy lists the causes of an outcome, or the outcomes of a turn with their ids.
func tellWhy(g *Game, a request, _ time.Time) (s Decision, refused string) {
	if g.Blind(a.by.Address) {
		return s, rulable(g, a)
	}
	s.note = whyText(g, Umpire, a.Turn, a.Of)
	return s, ""
}

func tellHelp(g *Game, a request, _ time.Time) (s Decision, refused string) {
	p := &prose.Text{}
	if f := umpire.FormOf(a.Of); a.Of != "" && f != nil {
		p.Line("%s", exampled(g, f.Grammar))
		p.Para("%s", f.Mark())
		s.note = p.String()
		return s, ""
	}
	if a.Of != "" {
		return s, fmt.Sprintf("there is no act %q; an umpire can: %s", a.Of, umpire.Words())
	}
	p.Para("Acts on lines of their own are done one after another, all or none:")
	for _, f := range umpire.Forms() {
		p.Line("  %s", exampled(g, f.Grammar))
	}
	s.note = p.String()
	return s, ""
}

var (
	exampleTurn    = regexp.MustCompile(`\bTURN \d+`)
	exampleOutcome = regexp.MustCompile(`\bt\d+\.17\b`)
)

// suggestedLine returns the line that an act with a fault should have been.
func suggestedLine(g *Game, f umpire.Fault) string {
	if f.Turnless {
		return strings.Replace(f.Want, "TURN 4", fmt.Sprintf("TURN %d", max(g.Campaign.Number(), 1)), 1)
	}
	return exampled(g, f.Want)
}

// exampled puts the game's current turn and seats into an act's grammar, so that the example can be sent unchanged.
func exampled(g *Game, grammar string) string {
	turn := strconv.Itoa(max(g.Campaign.Number(), 1))
	grammar = exampleOutcome.ReplaceAllString(exampleTurn.ReplaceAllString(grammar, "TURN "+turn), "t"+turn+".17")
	if seats := g.Campaign.Created().Seats; len(seats) > 0 {
		grammar = strings.NewReplacer("french.north.t3", seats[0]+".t"+turn, "french.north", seats[0], "dutch.south",
			seats[len(seats)-1]).Replace(grammar)
	}
	return grammar
}
