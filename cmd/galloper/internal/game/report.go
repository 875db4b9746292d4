package game

import (
	"fmt"
	"strings"
	"time"

	"galloper/adjudicator"
	"galloper/adjudicator/desks"
	"galloper/events"
	"galloper/mailgate"
	"galloper/orders"
	"galloper/projections/campaign"
	"galloper/projections/knowledge"
	"galloper/projections/report"
	"galloper/projections/story"
)

// What the web page asks of the daemon. What a person does there takes the path of a
// mail: orders are a mail like any other, kept raw, proved, recorded and answered.

// ReportAt returns the report of a turn as the seat was mailed it. Of the last turn it
// has the order template.
func ReportAt(g *Game, seat string, turn int) (*report.Report, error) {
	known, err := g.KnownAt(seat, turn)
	if err != nil {
		return nil, err
	}
	return ReportFrom(g, known, turn), nil
}

// ReportFrom returns the report of a turn from what the seat knew after it.
func ReportFrom(g *Game, known *knowledge.Known, turn int) *report.Report {
	seat := known.Seat()
	c := report.Cover{
		Game: g.Name(), Title: g.Title(), SeatName: g.SeatName(seat), Orders: OrdersOf(g, turn, seat),
		Names: g.NameOf, Story: desks.Story(g.Rules, g.Scenario, known),
	}
	c.Notices, c.Letters = notices(g, turn, seat)
	if t := g.Campaign.Turn(turn); t != nil && t.Result != nil {
		c.Result = t.Result.Over
		c.SeedNote, c.Seed = revealed(g, t.Result, seat)
	}
	if t := g.Campaign.Current(); turn == g.reported && g.Campaign.Result() == "" && t != nil {
		c.Next, c.Deadline = t.Number, inZone(t.Deadline, g.Zone())
		if seat != Umpire {
			c.Moves = moves(g, g.awaited, seat, t.Number)
			c.Template = orders.Template(g.Name(), seat, c.Next, desks.Lines(template(g, known)))
		}
	}
	return desks.Reports(g.Rules).Write(c, known)
}

// TurnReport is what covers the reports of one turn.
type TurnReport struct {
	Game     *Game
	turn     int // the turn reported, 0 the opening
	Next     int // the turn that orders are wanted for, 0 none
	Deadline time.Time
	Awaited  adjudicator.Awaited     // whom the next turn waits for
	result   *events.TurnAdjudicated // of the turn reported; nil: nothing is revealed with it
	Seed     string                  // in its place, and what it is
	Note     string
	before   []string                // paragraphs above the report
	After    []string                // and below it
	told     map[string]*story.Story // what each seat was told; nil: nobody asks
}

// Report writes the report of one seat, with the map and the facts for programs.
func (c TurnReport) Report(known *knowledge.Known) Outgoing {
	g, seat := c.Game, known.Seat()
	tale := desks.Story(g.Rules, g.Scenario, known)
	if c.told != nil {
		c.told[seat] = tale
	}
	cover := report.Cover{
		Game: g.Name(), Title: g.Title(), SeatName: g.SeatName(seat), Next: c.Next, Deadline: inZone(c.Deadline, g.Zone()),
		Orders: OrdersOf(g, c.turn, seat),
		Seed:   c.Seed, SeedNote: c.Note, Head: g.Head(), Names: g.NameOf, Before: c.before, After: c.After,
		Contact: contact(g, seat), Story: tale,
	}
	if note := lostReport(g, seat); note != "" {
		cover.Before = append([]string{note}, c.before...)
	}
	cover.Notices, cover.Letters = notices(g, c.turn, seat)
	if c.Next > 0 && seat != Umpire {
		cover.Moves = moves(g, c.Awaited, seat, c.Next)
		cover.Template = orders.Template(g.Name(), seat, c.Next, desks.Lines(template(g, known)))
	}
	if c.result != nil {
		cover.Result = c.result.Over
		cover.SeedNote, cover.Seed = revealed(g, c.result, seat)
	}
	if c.turn == 0 && c.Next > 0 && seat != Umpire {
		cover.Examples = desks.Examples(g.Rules,
			adjudicator.Desk{Scenario: g.Scenario, Seat: known.Seat(), Turn: known.Turn() + 1, Known: known})
	}
	pic, img := Map(g, known), report.Image{}
	if pic != nil {
		img, cover.Attached = report.Image{CID: MapName, Alt: pic.Alt()}, mailgate.MapHere
	}
	r := desks.Reports(g.Rules).Write(cover, known)
	lines := r.Lines()
	if r.Story == nil && len(lines) > mostLines {
		r.Facts, r.Record = nil, nil
		r.After = append(r.After, "The facts and the record are attached: "+FactsName+".")
	}
	return Outgoing{
		Seat: seat, Kind: ReportKind, Turn: max(c.Next, c.turn), Subject: c.subject(), Text: r.Text(), HTML: r.HTML(img),
		Preview: r.Preview(), Pic: pic, Facts: lines, Due: c.due(seat),
	}
}

// mostLines is how many bytes of facts and record stand in the text of a report without a story, and in its HTML;
// more are attached alone, or they would leave no room for the map.
const mostLines = 8 << 10

// due is when the seat's orders for the next turn are.
func (c TurnReport) due(seat string) Due {
	if c.Next == 0 || seat == Umpire {
		return Due{}
	}
	return dueOrders(c.Game, c.Next, c.Deadline)
}

func (c TurnReport) subject() string {
	switch {
	case c.turn == 0:
		return "the opening"
	case c.result != nil && c.result.Over != "":
		return fmt.Sprintf("report of turn %d, the last: %s", c.turn, c.result.Over)
	}
	return fmt.Sprintf("report of turn %d", c.turn)
}

// reportAgain returns the sheet of a report that was sent before, of the last turn or of one
// that the game goes back behind. What its players were shown of seeds is not repeated.
func reportAgain(g *Game, turn int) TurnReport {
	c := TurnReport{Game: g, turn: turn}
	if g.Campaign.Result() == "" || turn < g.reported {
		c.Next = turn + 1
		c.Awaited = g.Rules.Waits(g.Scenario, g.stateAt(turn), c.Next)
	}
	if t := g.Campaign.Turn(c.Next); t != nil {
		c.Deadline = t.Deadline
	}
	return c
}

// revealed returns the seeds that the reader of a turn's report is shown, and what they
// are. A seed opens every die that is not sealed, so that players are shown it when the
// game is over, or where each die is told to all.
func revealed(g *Game, r *events.TurnAdjudicated, seat string) (note, seeds string) {
	switch {
	case r.Over != "":
		return fmt.Sprintf("the seeds S[1] to S[%d], then the sealed P[1] to P[%d]", r.Turn, r.Turn), allSeeds(g, r)
	case g.Opened(seat) == campaign.OpenAll:
		return fmt.Sprintf("S[%d] and P[%d]", r.Turn, r.Turn), r.Seed.String() + "\n" + r.SealedSeed.String()
	case g.Opened(seat) == campaign.OpenDice:
		return "", r.Seed.String()
	}
	return "", ""
}

// Opened returns how much of the game's secrets the seat may see: all once the game is over, and the dice before if it
// is the umpire's or the rules tell every die to all. Nothing else decides this.
func (g *Game) Opened(seat string) campaign.Openness {
	switch {
	case g.Campaign.Result() != "":
		return campaign.OpenAll
	case seat == Umpire || g.Rules.Reveals(g.Scenario):
		return campaign.OpenDice
	}
	return campaign.OpenNothing
}

// allSeeds returns the seeds of all turns that were adjudicated, a line each, then the
// sealed ones. last is that of the last turn where it is not recorded yet.
func allSeeds(g *Game, last *events.TurnAdjudicated) string {
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
