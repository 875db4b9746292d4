package daemon

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"galloper/adjudicator"
	"galloper/adjudicator/scenario"
	"galloper/events"
	"galloper/projections/campaign"
	"galloper/projections/knowledge"
)

// Umpire is the seat under which the person who runs a game is addressed.
const Umpire = knowledge.Umpire

// Game is what the log says of one game, ready to decide from: where it stands
// (Campaign), the rules and the scenario that it pins, what the seats were told, and
// the state behind the last turn that was reported.
type Game struct {
	Campaign *campaign.Campaign
	Rules    *adjudicator.Ruleset
	Scenario adjudicator.Scenario
	Schedule Schedule
	Umpires  []string // ids of their addresses in the vault
	StandIns []string // likewise, in the order in which they are asked

	unstored    bool // of events that are not stored yet
	mail        func(sha events.Hash, seat string) (from, text string, ok bool)
	stored      *events.Head // of a sketch: where the game stands in the log; nil: as folded
	book        *knowledge.Book
	state       adjudicator.State
	reported    int                        // the last turn in book and state
	decoded     func(int) []events.Outcome // outcomes of a turn, for a fold beside which they are kept; nil: decoded when wanted
	umpireEpoch int                        // counts how often the umpires' secrets were made new
	awaited     adjudicator.Awaited        // whom the current turn waits for
	resumed     int                        // the turn that the umpire let go on last
	unproved    map[string]unproved        // by id of the address in whose name mails came
	unanswered  map[string]int             // by seat: its mails since the last receipt that had none
	last        map[string]last            // by seat: the mail that its orders stand by
}

// last is when a mail that changed a seat's orders was received, and for which turn.
type last struct {
	turn     int
	received time.Time
}

// LoadGame folds the commits of one game. The chain is the log's to check.
func LoadGame(rulesets []*adjudicator.Ruleset, commits func(yield func(events.Commit, error) bool)) (*Game, error) {
	g := NewFold()
	for c, err := range commits {
		if err != nil {
			return nil, err
		}
		if err := g.Apply(rulesets, &c); err != nil {
			return nil, err
		}
	}
	return g, nil
}

// NewFold returns a game of which nothing was read yet.
func NewFold() *Game {
	return &Game{Campaign: &campaign.Campaign{}, unproved: map[string]unproved{}, unanswered: map[string]int{}}
}

// TakeOutcomesFrom spares the fold the decoding of outcomes that are kept beside it. The
// commits must have reached outcomes before they reach the game.
func (g *Game) TakeOutcomesFrom(outcomes func(turn int) []events.Outcome) { g.decoded = outcomes }

// outcomes returns those of a turn of the branch that counts.
func (g *Game) outcomes(turn int) ([]events.Outcome, error) {
	if g.decoded != nil {
		return g.decoded(turn), nil
	}
	return g.Campaign.Outcomes(turn)
}

// Apply takes the next commit. What the rules cannot fold is an error, not a panic:
// one game that cannot be read must not keep the others from being played.
func (g *Game) Apply(rulesets []*adjudicator.Ruleset, c *events.Commit) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("game %s, commit %s: it cannot be folded: %v", c.Game, c.ID, p)
		}
	}()
	if c.Head.Version <= g.Campaign.Head().Version {
		return nil // taken before
	}
	if err := g.Campaign.Apply(c); err != nil {
		return err
	}
	if err := g.noteUnproved(c); err != nil {
		return fmt.Errorf("game %s: %w", c.Game, err)
	}
	for i := range c.Events {
		if err := g.apply(rulesets, c.Events[i]); err != nil {
			return fmt.Errorf("game %s, event %d: %w", c.Game, c.First+uint64(i), err)
		}
	}
	return nil
}

// apply takes what the campaign leaves to the shell: what needs the rules.
func (g *Game) apply(rulesets []*adjudicator.Ruleset, e events.Event) error {
	switch e.Type {
	case "mail.received":
		return g.noteMail(e)
	case "turn.resumed":
		g.resumed = g.Campaign.Number()
	case "game.created":
		return g.setUp(rulesets)
	case "game.opened":
		return g.tell(0)
	case "turn.opened":
		g.await()
	case "turn.reported":
		return g.catchUp()
	case "turn.reverted":
		g.restart()
		g.resumed = 0
		return g.catchUp()
	case "seat.assigned", "seat.released", "seat.renewed":
		return g.assign(e)
	}
	return nil
}

// await notes whom the turn that opens waits for.
func (g *Game) await() {
	if g.Rules != nil {
		g.awaited = g.Rules.Waits(g.Scenario, g.state, g.Campaign.Number())
		g.Campaign.WaitFor(g.awaited.Seats)
	}
}

func (g *Game) setUp(rulesets []*adjudicator.Ruleset) error {
	made := g.Campaign.Created()
	if g.Name() == Lobby {
		return nil
	}
	rules, sc, err := LoadScenario(rulesets, g.Name()+".yaml", []byte(made.Scenario))
	if err != nil {
		return err
	}
	switch {
	case rules.Name != made.Ruleset:
		return fmt.Errorf("the scenario is one of %s, but the game was made under %s", rules.Name, made.Ruleset)
	case rules.Version != made.Version:
		return fmt.Errorf("the game was made under %s %d, but this program has version %d; verify it with the Galloper that it was made with", rules.Name, made.Version, rules.Version)
	}
	g.Rules, g.Scenario = rules, sc
	if g.Schedule, err = ReadSchedule(made.Settings); err != nil {
		g.Schedule = Schedule{} // without deadlines: the umpire closes the turns
	}
	g.restart()
	return nil
}

// restart forgets all turns: after a revert the branch that counts is folded anew.
func (g *Game) restart() {
	made := g.Campaign.Created()
	g.book = knowledge.Open(made.Seats, g.Rules.Words.Facts)
	g.state = g.Scenario.Start()
	g.reported = -1
}

// catchUp takes the turns that were reported since, in order.
func (g *Game) catchUp() error {
	if g.reported < 0 {
		if err := g.tell(0); err != nil {
			return err
		}
	}
	for {
		t := g.Campaign.Turn(g.reported + 1)
		if t == nil || !t.Reported {
			return nil
		}
		if err := g.tell(t.Number); err != nil {
			return err
		}
	}
}

func (g *Game) tell(turn int) error {
	outcomes, err := g.outcomes(turn)
	if err != nil {
		return err
	}
	g.book.Apply(turn, outcomes)
	g.state = adjudicator.Replay(g.state, outcomes)
	g.reported = turn
	return nil
}

func (g *Game) assign(e events.Event) error {
	data, err := events.Decode(e)
	if err != nil {
		return err
	}
	switch d := data.(type) {
	case events.SeatAssigned:
		if d.Seat == Umpire && !slices.Contains(g.Umpires, d.Address) {
			g.Umpires = append(g.Umpires, d.Address)
		}
		if d.Seat == StandIn && !slices.Contains(g.StandIns, d.Address) {
			g.StandIns = append(g.StandIns, d.Address)
		}
	case events.SeatRenewed:
		if d.Seat == Umpire {
			g.umpireEpoch++
		}
	case events.SeatReleased:
		if d.Seat == StandIn {
			g.StandIns = without(g.StandIns, d.Address)
		}
		if d.Seat == Umpire {
			g.Umpires = without(g.Umpires, d.Address)
			g.umpireEpoch++
		}
	}
	return nil
}

// noteMail keeps when the latest mail of each seat was received.
func (g *Game) noteMail(e events.Event) error {
	data, err := events.Decode(e)
	if err != nil {
		return err
	}
	if d := data.(events.MailReceived); d.Received.After(g.latest(d.Seat, g.Campaign.Number())) {
		if g.last == nil {
			g.last = map[string]last{}
		}
		g.last[d.Seat] = last{g.Campaign.Number(), d.Received}
	}
	return nil
}

func without(list []string, drop string) []string {
	var kept []string
	for _, s := range list {
		if s != drop {
			kept = append(kept, s)
		}
	}
	return kept
}

// Name returns the game's slug.
func (g *Game) Name() string { return g.Campaign.Game() }

// Known returns what the seat knows; nil where the game has no such seat.
func (g *Game) Known(seat string) *knowledge.Known { return g.book.Seat(seat) }

// Position returns where the turn behind the last reported one is adjudicated from.
func (g *Game) Position() adjudicator.Position {
	return adjudicator.Position{
		Game: g.Name(), Ruleset: g.Rules, Scenario: g.Scenario, Turn: g.reported, State: g.state,
	}
}

// Seat returns the seat as the scenario has it.
func (g *Game) Seat(id string) (adjudicator.Seat, bool) {
	for _, s := range g.Scenario.Seats() {
		if s.ID == id {
			return s, true
		}
	}
	return adjudicator.Seat{}, false
}

// SeatName returns how people call the seat.
func (g *Game) SeatName(id string) string {
	if s, ok := g.Seat(id); ok && s.Name != "" {
		return s.Name
	}
	return id
}

// Zone returns the game's time zone.
func (g *Game) Zone() *time.Location { return g.Schedule.zone() }

// addresses returns the ids of the addresses that mail for the seat goes to.
func (g *Game) addresses(seat string) []string {
	switch seat {
	case Umpire:
		return g.Umpires
	case StandIn:
		return g.StandIns
	}
	s, _ := g.Campaign.Seat(seat)
	return s.Addresses
}

// ScenarioError holds all that is wrong with a scenario file.
type ScenarioError struct{ Faults []scenario.Fault }

// Error lists the faults, a line each.
func (e *ScenarioError) Error() string {
	lines := make([]string, len(e.Faults))
	for i, f := range e.Faults {
		lines[i] = f.String()
	}
	return strings.Join(lines, "\n")
}

// LoadScenario reads a scenario under the ruleset that it names. The error is a
// *ScenarioError with all faults.
func LoadScenario(rulesets []*adjudicator.Ruleset, file string, src []byte) (*adjudicator.Ruleset, adjudicator.Scenario, error) {
	rules, sc, faults := adjudicator.Load(rulesets, file, src)
	if len(faults) > 0 {
		return nil, nil, &ScenarioError{faults}
	}
	return rules, sc, nil
}

// KnownAt returns what the seat knew after a reported turn, 0 the opening, below 0 the
// last. The error says which seats and turns there are.
func (g *Game) KnownAt(seat string, turn int) (*knowledge.Known, error) {
	if turn < 0 {
		turn = g.reported
	}
	if g.Known(seat) == nil {
		return nil, fmt.Errorf("the game has no seat %q; its seats are %s", seat, strings.Join(g.Campaign.Created().Seats, ", "))
	}
	if turn > g.reported {
		return nil, fmt.Errorf("turn %d was not reported yet; the last is turn %d", turn, g.reported)
	}
	book := knowledge.Open(g.Campaign.Created().Seats, g.Rules.Words.Facts)
	for n := 0; n <= turn; n++ {
		outcomes, err := g.outcomes(n)
		if err != nil {
			return nil, err
		}
		book.Apply(n, outcomes)
	}
	return book.Seat(seat), nil
}
