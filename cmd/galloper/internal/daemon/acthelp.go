package daemon

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"time"

	"galloper/adjudicator/umpire"
)

// What an umpire is told who asks: HELP, STATUS, HISTORY, as players ask for theirs.

// tellStatus says where the game stands.
func (g *Game) tellStatus(_ request, _ time.Time) (s step, refused string) {
	s.note = g.status(Umpire)
	return s, ""
}

// tellHistory repeats the umpire's report of an earlier turn.
func (g *Game) tellHistory(a request, _ time.Time) (s step, refused string) {
	if g.blind(a.by.address) {
		return s, g.rulable(a)
	}
	s.note = g.history(Umpire, a.Turn)
	return s, ""
}

// tellHelp says how acts are written, or one of them.
func (g *Game) tellHelp(a request, _ time.Time) (s step, refused string) {
	p := &prose{}
	if f := umpire.FormOf(a.Of); a.Of != "" && f != nil {
		p.line("%s", g.exampled(f.Grammar))
		s.note = p.String()
		return s, ""
	}
	if a.Of != "" {
		return s, fmt.Sprintf("there is no act %q; an umpire can: %s", a.Of, umpire.Words())
	}
	p.para("Acts on lines of their own are done one after another, all or none:")
	for _, f := range umpire.Forms() {
		p.line("  %s", g.exampled(f.Grammar))
	}
	s.note = p.String()
	return s, ""
}

var (
	exampleTurn    = regexp.MustCompile(`\bTURN \d+`)
	exampleOutcome = regexp.MustCompile(`\bt\d+\.17\b`)
)

// exampled puts the current turn and seats of the game into how an act is written, so that
// an example can be sent as it stands.
func (g *Game) exampled(grammar string) string {
	turn := strconv.Itoa(max(g.Campaign.Number(), 1))
	grammar = exampleOutcome.ReplaceAllString(exampleTurn.ReplaceAllString(grammar, "TURN "+turn), "t"+turn+".17")
	if seats := g.Campaign.Created().Seats; len(seats) > 0 {
		grammar = strings.NewReplacer("french.north.t3", seats[0]+".t"+turn, "french.north", seats[0], "dutch.south", seats[len(seats)-1]).Replace(grammar)
	}
	return grammar
}
