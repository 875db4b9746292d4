// Package duel is the smallest complete ruleset. README.md is its digest; docs/rulesets.md explains it.
package duel

import (
	"slices"

	"galloper/adjudicator"
	"galloper/adjudicator/board"
	"galloper/adjudicator/rules"
	"galloper/adjudicator/scenario"
	"galloper/events"
)

// battle is the scenario; it never changes.
type battle struct {
	rules.Roster
	champions []champion // at the start, in the order of their seats
}

type champion struct {
	ID, Seat string
	X        int `item:"x,1..5"` // §1
	Y        int `item:"y,1..5"`
	Hits     int `item:"hits,0..3"` // §4
}

type state struct {
	Champions []champion `item:"champion"`
	Winner    string     `item:"game.winner"` // a side
}

type play struct{ *rules.Play[*battle, state] }

// Ruleset is the complete duel.
var Ruleset = rules.Game[*battle, state, play]{
	Name: "duel", Version: 1, Title: "The duel",
	Keys: scenario.Root("duel",
		rules.SidesKey(nil),
		scenario.Req("seats", scenario.Each(scenario.SeatID(), scenario.Keys(
			scenario.Req("champion", scenario.Text(), "the seat's champion"),
			scenario.Req("x", scenario.Int(1, 5), "1"), scenario.Req("y", scenario.Int(1, 5), "3"))), "a seat a side")),
	Setup: setup,
	Start: func(b *battle) *state { return &state{Champions: b.champions} },
	Verbs: rules.Verbs[*battle]{
		{Name: "MOVE", Say: []string{"GO", "STEP"}, Form: "{who:own} {way:NORTH|EAST|SOUTH|WEST}",
			Help: "One square.", Example: "MOVE anna EAST"},
		{Name: "STRIKE", Say: []string{"ATTACK", "HIT"}, Form: "{who:own} ?AT {whom:enemy}",
			Help: "At one beside you.", Example: "STRIKE anna AT ben"},
	},
	Phases: []rules.Phase[play]{{Clause: "2", Title: "champions move", Run: (*play).move},
		{Clause: "3", Title: "they strike", Run: (*play).strike}},
	Sight: rules.Sight[play]{Clause: "5", Umpire: func(p *play) { p.tell(adjudicator.Umpire) },
		Look: func(p *play, seat int) { p.tell(p.Battle.Seats()[seat].ID) }},
	Outcomes: rules.Outcomes[state]{
		{Name: "champion.moved", To: "all", Clause: "2", Fields: "champion x y", Says: "{champion} went to {x}/{y}.",
			Apply: func(s *state, o *events.Outcome) { c := s.of(o.Get("champion")); c.X, c.Y = o.Int("x"), o.Int("y") }},
		{Name: "champion.struck", To: "all", Clause: "3", Fields: "champion target hits",
			Says:  "{champion} struck at {target}.",
			Apply: func(s *state, o *events.Outcome) { s.of(o.Get("target")).Hits = o.Int("hits") }},
		{Name: "game.ended", To: "all", Clause: "4", Fields: "winner", Says: "{winner:name} won the duel.",
			Apply: func(s *state, o *events.Outcome) { s.Winner = o.Get("winner") }},
		{Name: "sight.champion", Clause: "5", Fields: "champion side square hits"},
	},
	Words:    events.Words{Facts: []events.FactLine{{Kind: "sight.champion", Now: "{champion} at {square}, hits {hits}"}}},
	Symbols:  events.Symbols{{Kind: "sight.champion", Place: "square", Side: "side", Label: "champion"}},
	Unfogged: func(*battle) bool { return true },
	Ground:   func(*battle) board.Ground { return board.Squares("The duel", 5, 5) },
}.Compile()

func setup(doc *scenario.Doc) (*battle, []scenario.Fault) {
	b := &battle{}
	b.ReadRoster(doc, func(s adjudicator.Seat, _ adjudicator.Index, n scenario.Node) {
		c := champion{ID: n.Text("champion", ""), Seat: s.ID, X: n.Int("x", 1), Y: n.Int("y", 1)}
		b.Name(c.ID, "", c.Seat)
		b.champions = append(b.champions, c)
	})
	if len(b.champions) != 2 || b.champions[0].ID == b.champions[1].ID {
		doc.RefuseKey(doc.Node, "seats", "two-champions", "a seat a side, each with a champion of its own")
	}
	return b, doc.Faults()
}

func (s *state) of(id string) *champion { return rules.Thing(s.Champions, id) }

// move moves the champions with orders, unless they would leave the board or enter the other's square (§2).
func (p *play) move() {
	for o := range p.Given("MOVE") {
		c := *p.State().of(o.Get("who"))
		step := map[string][2]int{"NORTH": {0, 1}, "EAST": {1, 0}, "SOUTH": {0, -1}, "WEST": {-1, 0}}[o.Get("way")]
		c.X, c.Y = c.X+step[0], c.Y+step[1]
		taken := slices.ContainsFunc(p.State().Champions, func(other champion) bool { return gap(c, other) == 0 })
		if c.X >= 1 && c.X <= 5 && c.Y >= 1 && c.Y <= 5 && !taken {
			p.Emit("champion.moved", "champion", c.ID, "x", c.X, "y", c.Y)
		}
	}
}

func gap(a, b champion) int { return (a.X-b.X)*(a.X-b.X) + (a.Y-b.Y)*(a.Y-b.Y) }

// strike rolls a die for each champion that strikes at an adjacent enemy: 4 or more hits, three hits win (§3, §4).
func (p *play) strike() {
	for o := range p.Given("STRIKE") {
		c, target := p.State().of(o.Get("who")), p.State().of(o.Get("whom"))
		if p.Over() || gap(*c, *target) != 1 {
			continue
		}
		hits := target.Hits + p.Dice.D6("duel/strike/"+c.ID+">"+target.ID).Value/4
		if p.Emit("champion.struck", "champion", c.ID, "target", target.ID, "hits", hits); hits == 3 {
			p.Emit("game.ended", "winner", scenario.SideOf(c.Seat))
		}
	}
}

// tell tells the seat everything: there is no hidden information (§5).
func (p *play) tell(seat string) {
	for _, c := range p.State().Champions {
		side, square := scenario.SideOf(c.Seat), board.Square(c.X, c.Y)
		p.Tell(seat, "sight.champion", "champion", c.ID, "side", side, "square", square, "hits", c.Hits)
	}
}
