package game

import (
	"cmp"
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

// Requests of the web page to the daemon. An action there takes the path of a mail: orders become a mail like any
// other, kept raw, authenticated, recorded and answered.

// ReportAt returns the report of a turn as it was mailed to the seat. For the last turn it includes the order template.
func ReportAt(g *Game, seat string, turn int) (*report.Report, error) {
	known, err := g.KnownAt(seat, turn)
	if err != nil {
		return nil, err
	}
	return ReportFrom(g, known, turn), nil
}

// ReportFrom returns the report of a turn from the seat's knowledge after it.
func ReportFrom(g *Game, known *knowledge.Known, turn int) *report.Report {
	seat := known.Seat()
	c := report.Cover{Game: g.Name(), Title: g.Title(), SeatName: g.SeatName(seat),
		Names: g.NameOf, Story: storyFor(g, known)}
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

// TurnReport has the common data of one turn's reports.
type TurnReport struct {
	Game     *Game
	turn     int // the reported turn, 0 for the opening
	Next     int // the turn that orders are wanted for, or 0
	Deadline time.Time
	Awaited  adjudicator.Awaited     // the seats that the next turn waits for
	result   *events.TurnAdjudicated // of the reported turn; nil: it reveals nothing
	Seed     string                  // shown if result is nil; Note is its label
	Note     string
	before   []string                // paragraphs above the report
	After    []string                // and below it
	told     map[string]*story.Story // each seat's story; nil: not needed
	truth    *knowledge.Known        // the umpire's knowledge if result ends the game
}

// Report writes the report of one seat, with the map and the facts for programs.
func (c TurnReport) Report(known *knowledge.Known) Outgoing {
	g, seat := c.Game, known.Seat()
	truth := cmp.Or(c.truth, truthFor(g, known))
	tale := desks.Story(g.Rules, g.Scenario, known, truth)
	if c.told != nil {
		c.told[seat] = tale
	}
	cover := report.Cover{Game: g.Name(), Title: g.Title(), SeatName: g.SeatName(seat), Next: c.Next,
		Deadline: inZone(c.Deadline, g.Zone()), Seed: c.Seed, SeedNote: c.Note,
		Head: g.Head(), Names: g.NameOf, Before: c.before, After: c.After, Contact: contact(g, seat), Story: tale}
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
	pic, img := mapOf(g, known, truth), report.Image{}
	if pic != nil {
		img, cover.Attached = report.Image{CID: MapName, Alt: pic.Alt()}, mailgate.MapHere
	}
	r := desks.Reports(g.Rules).Write(cover, known)
	lines := r.Lines()
	if r.Story == nil && len(lines) > mostLines {
		r.Facts, r.Record = nil, nil
		r.After = append(r.After, "The facts and the record are attached: "+FactsName+".")
	}
	return Outgoing{Seat: seat, Kind: ReportKind, Turn: max(c.Next, c.turn), Subject: c.subject(), Text: r.Text(),
		HTML: r.HTML(img), Preview: r.Preview(), Pic: pic, Facts: lines, Due: c.deadlineFor(seat)}
}

// mostLines is the most bytes of facts and record in the text of a report without a story, and in its HTML; larger ones
// are only attached, so that there is room for the map.
const mostLines = 8 << 10

// deadlineFor returns the deadline for the seat's orders for the next turn.
func (c TurnReport) deadlineFor(seat string) Due {
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

// reportAgain returns the data for repeating a report, of the last turn or of one before a revert. It doesn't repeat
// the seeds.
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

// revealed returns the seeds that the reader of a turn's report may see, and their label. A seed opens every die that
// isn't sealed, so players see it when the game is over, or if every die is shown to all.
func revealed(g *Game, r *events.TurnAdjudicated, seat string) (note, seeds string) {
	switch {
	case r.Over != "" && opens(g, seat):
		return fmt.Sprintf("the seeds S[1] to S[%d], then the sealed P[1] to P[%d]", r.Turn, r.Turn), allSeeds(g, r)
	case g.Opened(seat) == campaign.OpenAll:
		return fmt.Sprintf("S[%d] and P[%d]", r.Turn, r.Turn), r.Seed.String() + "\n" + r.SealedSeed.String()
	case g.Opened(seat) == campaign.OpenDice:
		return "", r.Seed.String()
	}
	return "", ""
}

// opens reports whether the end of the game opens its secrets to the seat. In a campaign they are kept beyond it.
func opens(g *Game, seat string) bool { return seat == Umpire || !g.Campaign.Secret() }

// Opened returns how much of the game's secrets the seat may see: everything once the game and its campaign are over;
// before that the dice, for the umpire or if the rules show every die to all. Nothing else decides this.
func (g *Game) Opened(seat string) campaign.Openness {
	switch {
	case g.Campaign.Result() != "" && opens(g, seat):
		return campaign.OpenAll
	case seat == Umpire || g.Rules.Reveals(g.Scenario):
		return campaign.OpenDice
	}
	return campaign.OpenNothing
}

// truthFor returns the umpire's knowledge for the last report of a game that is open to all, else nil.
func truthFor(g *Game, known *knowledge.Known) *knowledge.Known {
	if known.Turn() == g.reported && g.Opened(known.Seat()) == campaign.OpenAll {
		return g.Known(Umpire)
	}
	return nil
}

// storyFor returns a seat's story of the last turn that it knows.
func storyFor(g *Game, known *knowledge.Known) *story.Story {
	return desks.Story(g.Rules, g.Scenario, known, truthFor(g, known))
}

// allSeeds returns the seeds of all adjudicated turns, a line each, then the sealed ones. last is the result of the
// last turn if it isn't recorded yet.
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
