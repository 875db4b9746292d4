package daemon

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"galloper/adjudicator"
	"galloper/events"
	"galloper/mailgate"
	"galloper/projections/knowledge"
	"galloper/projections/mapview"
	"galloper/projections/report"
)

// sheet is what covers the reports of one turn.
type sheet struct {
	game     *Game
	turn     int // the turn reported, 0 the opening
	next     int // the turn that orders are wanted for, 0 none
	deadline time.Time
	awaited  adjudicator.Awaited     // whom the next turn waits for
	result   *events.TurnAdjudicated // of the turn reported; nil: nothing is revealed with it
	seed     string                  // in its place, and what it is
	note     string
	before   []string // paragraphs above the report
	after    []string // and below it
}

// report writes the report of one seat, with the map and the facts for programs.
func (c sheet) report(known *knowledge.Known) letter {
	g, seat := c.game, known.Seat()
	book, err := report.Compile(g.Rules.Words)
	if err != nil {
		panic(err) // the ruleset's own test compiles its words
	}
	cover := report.Cover{
		Game: g.Name(), Title: g.title(), SeatName: g.SeatName(seat), Next: c.next, Deadline: inZone(c.deadline, g.Zone()),
		Orders: g.ordersOf(c.turn, seat), Notices: g.notices(c.turn, seat),
		Seed: c.seed, SeedNote: c.note, Head: g.head(), Names: g.nameOf, Before: c.before, After: c.after,
		Contact: g.contact(seat),
	}
	if c.next > 0 && seat != Umpire {
		cover.Moves = g.moves(c.awaited, seat, c.next)
	}
	if c.result != nil {
		cover.Result = c.result.Over
		cover.SeedNote, cover.Seed = g.revealed(c.result, seat)
	}
	pic, img := g.Map(known), report.Image{}
	if pic != nil {
		img, cover.Attached = report.Image{CID: mapName, Alt: pic.Alt()}, mailgate.MapHere
	}
	r := book.Write(cover, known)
	return letter{
		seat: seat, kind: "report", turn: max(c.next, c.turn), subject: c.subject(), text: r.Text(), html: r.HTML(img),
		preview: r.Preview(), pic: pic, facts: r.Lines(),
	}
}

// Map draws what a seat knows; nil for rules without a map.
func (g *Game) Map(known *knowledge.Known) *mapview.Picture { return g.MapFor(known, "") }

func (c sheet) subject() string {
	switch {
	case c.turn == 0:
		return "the opening"
	case c.result != nil && c.result.Over != "":
		return fmt.Sprintf("report of turn %d, the last: %s", c.turn, c.result.Over)
	}
	return fmt.Sprintf("report of turn %d", c.turn)
}

// again returns the sheet of a report that was sent before, of the last turn or of one
// that the game goes back behind. What its players were shown of seeds is not repeated.
func (g *Game) again(turn int) sheet {
	c := sheet{game: g, turn: turn}
	if g.Campaign.Result() == "" || turn < g.reported {
		c.next = turn + 1
		c.awaited = g.Rules.Waits(g.Scenario, g.stateAt(turn), c.next)
	}
	if t := g.Campaign.Turn(c.next); t != nil {
		c.deadline = t.Deadline
	}
	return c
}

// stateAt returns the state at the end of a reported turn.
func (g *Game) stateAt(turn int) adjudicator.State {
	if turn == g.reported {
		return g.state
	}
	s := g.Scenario.Start()
	for n := 0; n <= turn; n++ {
		outcomes, err := g.outcomes(n)
		if err != nil {
			panic(err) // unreachable: the fold has read them
		}
		s = adjudicator.Replay(s, outcomes)
	}
	return s
}

// moves says whose turn it is where the seat need send nothing; "" where the turn waits
// for the seat.
func (g *Game) moves(a adjudicator.Awaited, seat string, turn int) string {
	s, _ := g.Seat(seat)
	switch {
	case slices.Contains(a.Seats, seat):
		return ""
	case a.Side != "" && a.Side != s.Side:
		name := g.nameOf(a.Side)
		if name == "" {
			name = a.Side
		}
		verb := "moves"
		if strings.HasSuffix(name, "s") {
			verb = "move"
		}
		return fmt.Sprintf("In turn %d %s %s; you need send nothing.", turn, name, verb)
	}
	return fmt.Sprintf("Turn %d does not wait for you: you have nothing to order, and need send nothing.", turn)
}

// revealed returns the seeds that the reader of a turn's report is shown, and what they
// are. A seed opens every die that is not sealed, so that players are shown it when the
// game is over, or where each die is told to all.
func (g *Game) revealed(r *events.TurnAdjudicated, seat string) (note, seeds string) {
	switch {
	case r.Over != "":
		return fmt.Sprintf("the seeds S[1] to S[%d], then the sealed P[1] to P[%d]", r.Turn, r.Turn), g.allSeeds(r)
	case g.Campaign.Result() != "":
		return fmt.Sprintf("S[%d] and P[%d]", r.Turn, r.Turn), r.Seed.String() + "\n" + r.SealedSeed.String()
	case seat == Umpire || g.Reveals():
		return "", r.Seed.String()
	}
	return "", ""
}

// Reveals reports whether each report brings the seed of its turn.
func (g *Game) Reveals() bool { return g.Rules.Reveals(g.Scenario) }

// allSeeds returns the seeds of all turns that were adjudicated, a line each, then the
// sealed ones. last is that of the last turn where it is not recorded yet.
func (g *Game) allSeeds(last *events.TurnAdjudicated) string {
	var open, sealed []string
	for n := 1; n <= g.Campaign.Number(); n++ {
		r := g.Campaign.Turn(n).Result
		if last != nil && n == last.Turn {
			r = last
		}
		if r != nil {
			open, sealed = append(open, r.Seed.String()), append(sealed, r.SealedSeed.String())
		}
	}
	return strings.Join(append(open, sealed...), "\n")
}
