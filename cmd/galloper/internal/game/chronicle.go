package game

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"galloper/adjudicator"
	"galloper/adjudicator/desks"
	"galloper/cmd/galloper/internal/prose"
	"galloper/events"
	"galloper/projections/campaign"
	"galloper/projections/chronicle"
	"galloper/projections/knowledge"
	"galloper/projections/phrase"
	"galloper/projections/story"
)

// ErrNotOver is returned for a game that still goes on.
var ErrNotOver = errors.New("the battle, or the campaign that it belongs to, is not over: a chronicle reveals everything")

const (
	turningPoints = 6
	turning       = 40 // least weight of a turning point
	lateOrders    = 10
	lateBy        = 2  // least delay in turns of a late order
	dear          = 60 // least weight of a cost of a late order
)

// chronicler gathers the contents of a chronicle, turn by turn.
type chronicler struct {
	g     *Game
	sheet story.Sheet
	tell  *story.Book
	last  *events.TurnAdjudicated // the last turn if it isn't recorded yet, or nil
	books []*knowledge.Book       // by turn
	told  []*story.Story          // as it really was, by turn
	truth []*knowledge.Known      // the umpire's knowledge, by turn
}

// Chronicle tells the whole battle. It returns ErrNotOver before the end.
func Chronicle(g *Game) (*chronicle.Chronicle, error) {
	if g.Opened(knowledge.Public) != campaign.OpenAll {
		return nil, ErrNotOver
	}
	return chronicleOf(g, nil)
}

// chronicleOf tells the whole battle. The last turn comes from last if it isn't recorded yet.
func chronicleOf(g *Game, last *events.TurnAdjudicated) (*chronicle.Chronicle, error) {
	c := &chronicler{g: g, sheet: desks.Sheet(g.Rules, g.Scenario), tell: desks.Stories(g.Rules), last: last}
	if err := c.gather(); err != nil {
		return nil, err
	}
	result := g.Campaign.Result()
	if last != nil {
		result = last.Over
	}
	all := &chronicle.Chronicle{Title: g.Title(), Result: result, Sides: c.sides(), Moments: c.moments(),
		Late: c.late(), Losses: c.losses(), Letters: c.letters(), Proofs: c.proofs()}
	c.plates(all)
	return all, nil
}

func (c *chronicler) seats() []adjudicator.Seat { return c.g.Scenario.Seats() }

func (c *chronicler) gather() error {
	if c.tell == nil {
		return errors.New("these rules do not say how a story tells their turns")
	}
	book := knowledge.Open(c.g.Campaign.Created().Seats, c.g.Rules.Words.Facts)
	turns := c.g.reported
	if c.last != nil {
		turns = c.last.Turn
	}
	for turn := range turns + 1 {
		outcomes, err := c.outcomes(turn)
		if err != nil {
			return err
		}
		book = book.Clone()
		book.Apply(turn, outcomes)
		truth := book.Seat(Umpire)
		c.books, c.told, c.truth = append(c.books, book), append(c.told, c.tell.Tell(&c.sheet, truth)), append(c.truth, truth)
	}
	return nil
}

func (c *chronicler) outcomes(turn int) ([]events.Outcome, error) {
	if c.last != nil && turn == c.last.Turn {
		return c.last.Outcomes, nil
	}
	return c.g.outcomes(turn)
}

func (c *chronicler) sides() (sides []chronicle.Side) {
	names := map[string][]string{}
	var order []string
	for _, s := range c.seats() {
		if names[s.Side] == nil {
			order = append(order, s.Side)
		}
		names[s.Side] = append(names[s.Side], c.g.SeatName(s.ID))
	}
	for _, side := range order {
		sides = append(sides, chronicle.Side{Name: c.name(side), Commanders: strings.Join(names[side], ", ")})
	}
	return sides
}

func (c *chronicler) name(id string) string { return cmp.Or(c.g.NameOf(id), id) }

// moments returns the turns with the weightiest news, and the one that decided the battle.
func (c *chronicler) moments() (list []chronicle.Moment) {
	var turns []int
	decided := c.decided()
	for turn, s := range c.told {
		if turn > 0 && len(s.Lead) > 0 && (turn == decided || s.Lead[0].Weight >= turning) {
			turns = append(turns, turn)
		}
	}
	slices.SortStableFunc(turns, func(a, b int) int {
		weight := func(turn int) int {
			if turn == decided {
				return math.MaxInt
			}
			return c.told[turn].Lead[0].Weight
		}
		return cmp.Compare(weight(b), weight(a))
	})
	turns = turns[:min(len(turns), turningPoints)]
	slices.Sort(turns)
	for _, turn := range turns {
		s := c.told[turn]
		list = append(list, chronicle.Moment{Turn: turn, Hour: s.Hour, Headline: s.Headline, Text: s.Lead[0].Text,
			Decided: turn == decided})
	}
	return list
}

// decided returns the turn that decided the battle: the last in which an army broke or the lead changed sides. It is 0
// if there is no such turn.
func (c *chronicler) decided() (decided int) {
	leader := ""
	for turn, s := range c.told {
		if turn == 0 || len(s.Lead) == 0 {
			continue
		}
		if ahead := s.Leader != "" && s.Leader != leader; ahead || s.Lead[0].Kind == events.SceneArmy {
			decided, leader = turn, cmp.Or(s.Leader, leader)
		}
	}
	return decided
}

// plates draws the chosen turns, each as both sides knew it and as it really was.
func (c *chronicler) plates(all *chronicle.Chronicle) {
	weights := make([]int, len(c.told))
	for turn, s := range c.told {
		if !s.Quiet && len(s.Lead) > 0 {
			weights[turn] = s.Lead[0].Weight
		}
	}
	chosen := chronicle.Choose(weights)
	weights[0], weights[len(weights)-1] = turning, turning // keep the beginning and the end longest
	for _, turn := range chosen {
		p := chronicle.Plate{Turn: turn, Weight: weights[turn], Headline: fmt.Sprintf("Turn %d", turn),
			Hour: c.told[turn].Hour}
		if turn == 0 {
			p.Headline = "Before the battle"
		} else if lead := c.told[turn].Lead; len(lead) > 0 {
			p.Text = lead[0].Text
		}
		for i := range all.Sides {
			chief := c.chief(i)
			c.view(&p, turn, chief.ID, "as "+c.g.SeatName(chief.ID)+" knew it")
			if i == 0 && len(all.Sides) > 1 {
				c.view(&p, turn, Umpire, "as it was")
			}
		}
		all.Plates = append(all.Plates, p)
	}
}

// chief returns the first seat of a side.
func (c *chronicler) chief(side int) adjudicator.Seat {
	seen := []string{}
	for _, s := range c.seats() {
		if !slices.Contains(seen, s.Side) {
			if len(seen) == side {
				return s
			}
			seen = append(seen, s.Side)
		}
	}
	return adjudicator.Seat{}
}

func (c *chronicler) view(p *chronicle.Plate, turn int, seat, caption string) {
	if pic := Map(c.g, c.books[turn].Seat(seat)); pic != nil {
		p.Views = append(p.Views, chronicle.View{Caption: caption, SVG: pic.SVG()})
	}
}

// dispatches returns the dispatches of the battle, in order of departure.
func (c *chronicler) dispatches(kind string) (sent []events.Outcome, turns []int) {
	for turn, known := range c.truth {
		for _, o := range known.Diary(turn) {
			letter := o.Get("kind") == "letter"
			if o.Name == "dispatch.sent" && o.Get("text") != "" && letter == (kind == "letter") && o.Get("kind") != "report" {
				sent, turns = append(sent, o), append(turns, turn)
			}
		}
	}
	return sent, turns
}

func (c *chronicler) letters() (list []chronicle.Letter) {
	sent, turns := c.dispatches("letter")
	for i := range sent {
		list = append(list, chronicle.Letter{Turn: turns[i], From: c.name(sent[i].Get("from")),
			To: c.names(sent[i].Get("to")), Text: sent[i].Get("text")})
	}
	return list
}

func (c *chronicler) names(ids string) string {
	var names []string
	for id := range strings.SplitSeq(ids, ",") {
		names = append(names, c.name(id))
	}
	return strings.Join(names, ", ")
}

// late returns the directives that came late, or never, at the greatest cost.
func (c *chronicler) late() (list []chronicle.Late) {
	sent, turns := c.dispatches("directive")
	for i := range sent {
		came, fate := c.fate(sent[i].Get("id"), turns[i])
		if fate == "" || fate == "came" && came-turns[i] < lateBy {
			continue
		}
		if fate == "came" {
			fate = fmt.Sprintf("came in turn %d", came)
		}
		l := chronicle.Late{Turn: turns[i], From: c.name(sent[i].Get("from")), To: c.names(sent[i].Get("to")),
			Text: sent[i].Get("text"), Fate: fate, Cost: c.cost(sent[i].Get("to"), turns[i]+1, came)}
		list = append(list, l)
	}
	slices.SortStableFunc(list, func(a, b chronicle.Late) int { return cmp.Compare(len(b.Cost), len(a.Cost)) })
	return list[:min(len(list), lateOrders)]
}

// fate returns how and in which turn a dispatch ended; "" if it was still on its way.
func (c *chronicler) fate(id string, from int) (turn int, fate string) {
	for turn := from; turn < len(c.truth); turn++ {
		for _, o := range c.truth[turn].Diary(turn) {
			if o.Get("id") != id {
				continue
			}
			switch o.Name {
			case "dispatch.delivered":
				return turn, "came"
			case "dispatch.lost":
				return turn, "was lost"
			case "dispatch.captured":
				return turn, "was taken by the enemy"
			}
		}
	}
	return len(c.truth) - 1, ""
}

// cost returns a unit's losses and routs of at least weight dear, from one turn to another.
func (c *chronicler) cost(unit string, from, to int) (costs []string) {
	for turn := from; turn <= to; turn++ {
		for _, o := range c.truth[turn].Diary(turn) {
			tale, ok := c.g.Rules.Words.Tales[o.Name]
			who, _, _ := strings.Cut(o.Get(tale.By), ".")
			bad := tale.Kind == events.SceneRout || tale.Kind == events.SceneLoss
			if !ok || !bad || who != unit || tale.WeightOf(&o) < dear {
				continue
			}
			head, err := phrase.Compile(tale.Head)
			if err != nil {
				continue // the ruleset's own test compiles its words
			}
			said := head.String(&phrase.Source{Fields: o.Fields, Turn: turn, Names: c.name})
			costs = append(costs, fmt.Sprintf("%s in turn %d", said, turn))
		}
	}
	return slices.Compact(costs)
}

// losses compares the units' strengths at the start and at the end.
func (c *chronicler) losses() (list []chronicle.Loss) {
	ended := map[string]story.Standing{}
	for _, s := range c.tell.Roll(&c.sheet, c.truth[len(c.truth)-1]) {
		ended[s.ID] = s
	}
	for _, s := range c.tell.Roll(&c.sheet, c.truth[0]) {
		l := chronicle.Loss{Side: c.name(s.Side), Unit: c.name(s.ID), Commander: c.g.SeatName(c.sheet.Seats[s.ID]),
			Began: s.Strength, Ended: "gone"}
		if now, there := ended[s.ID]; there {
			l.Ended = strings.Trim(now.Strength+", "+now.State, ", ")
		}
		list = append(list, l)
	}
	slices.SortStableFunc(list, func(a, b chronicle.Loss) int { return cmp.Compare(a.Side, b.Side) })
	return list
}

func (c *chronicler) proofs() []chronicle.Proof {
	made := c.g.Campaign.Created()
	last := c.g.Campaign.Number()
	list := []chronicle.Proof{
		{What: "S[0] and P[0], as the opening showed them",
			Hex: made.SeedCommit.String() + "\n" + made.SealedCommit.String()},
		{What: fmt.Sprintf("S[1] to S[%d], then P[1] to P[%d]", last, last), Hex: allSeeds(c.g, c.last)},
	}
	if head := c.g.Head(); head != "" {
		list = append(list, chronicle.Proof{What: "The head of the record", Hex: head})
	}
	return list
}

const (
	// ChronicleName is the file name of the attached chronicle.
	ChronicleName = "chronicle.html"
	// mostChronicle is its largest size in bytes in a mail: with it the mail stays below a megabyte, which every server
	// accepts. The page and the command line have it whatever its size.
	mostChronicle = 640 << 10
)

// chronicleMails sends all players and umpires the chronicle when the game is over and nothing is secret any more.
func chronicleMails(g *Game, last *events.TurnAdjudicated) (mails []Outgoing) {
	if desks.Stories(g.Rules) == nil {
		return nil
	}
	told, err := chronicleOf(g, last)
	if err != nil {
		return nil // the report tells the end; the chronicle can be made from the record
	}
	page, err := told.Within(mostChronicle)
	if err != nil || page == nil {
		return nil
	}
	p := &prose.Text{}
	p.Para("%s", told.Result)
	p.Para("Attached is the chronicle, %s: open it in any browser, on a phone or a computer; it needs no other "+
		"files. It contains the field as each side knew it and as it was, late orders and their cost, the losses, "+
		"the letters of both sides, and the proofs. It is yours to keep and to share.", ChronicleName)
	if len(told.Moments) > 0 {
		p.Line("THE TURNING POINTS")
		p.Gap()
	}
	for _, m := range told.Moments {
		decided := ""
		if m.Decided {
			decided = ": it decided the battle"
		}
		p.Item("*", "%s (turn %d%s). %s", m.Headline, m.Turn, decided, m.Text)
	}
	l := Outgoing{Kind: "chronicle", Turn: g.Campaign.Number(), Subject: "the chronicle of the battle", Text: p.String(),
		Preview: fmt.Sprintf("%s The whole battle, as both sides knew it and as it was.", told.Result), Chronicle: page}
	for _, seat := range append(g.Players(), Umpire) {
		l.Seat = seat
		mails = append(mails, l)
	}
	return mails
}
