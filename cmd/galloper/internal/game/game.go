package game

import (
	"fmt"
	"iter"
	"strings"
	"time"

	"galloper/adjudicator"
	"galloper/adjudicator/scenario"
	"galloper/cmd/galloper/internal/schedule"
	"galloper/events"
	"galloper/projections/campaign"
	"galloper/projections/knowledge"
	"galloper/projections/lobby"
)

// Umpire is the seat name of the person who runs a game.
const Umpire = knowledge.Umpire

// Game is the content of one game's log, ready for decisions: the campaign, the rules and scenario that it pins, the
// seats' knowledge, and the state after the last reported turn.
type Game struct {
	Campaign *campaign.Campaign
	Rules    *adjudicator.Ruleset
	Scenario adjudicator.Scenario
	Schedule schedule.Schedule
	Umpires  []string // ids of their addresses in the vault
	StandIns []string // likewise, in the order in which they are asked

	Log func() iter.Seq2[events.Commit, error] // returns the commits, to look up an outcome's causes
	// Next returns the game whose armies come from this battle, or "". nil: it is not known.
	Next func() string

	Offers lobby.Lobby // only in the lobby: the games that gather players

	rulesets []*adjudicator.Ruleset // available when it was folded

	Unstored bool // of events that are not stored yet
	mail     func(sha events.Hash, seat string) (from, text string, ok bool)
	stored   *events.Head // of a sketch: the head in the log; nil: as folded
	book     *knowledge.Book
	State    adjudicator.State
	reported int // the last turn in book and state
	// outcomes of a turn, kept by another fold; nil: decoded when needed
	decoded     func(int) []events.Outcome
	umpireEpoch int                   // counts renewals of the umpires' secrets
	awaited     adjudicator.Awaited   // the seats that the current turn waits for
	resumed     int                   // the turn that the umpire last resumed
	unproved    map[string]unproved   // by id of the address that the mails claimed to be from
	unanswered  map[string]int        // by seat: its mails without a receipt since the last one
	carded      map[string]bool       // by seat: a receipt has brought it the card of the rules
	arrivals    map[string][2]arrival // by sender: its last two mails
	last        map[string]last       // by seat: the last mail that changed its orders
}

// arrival is a recorded mail of a sender.
type arrival struct {
	sha      events.Hash
	received time.Time
}

// last is the time of a mail that changed a seat's orders, and their turn.
type last struct {
	turn     int
	received time.Time
}

// TakeOutcomesFrom avoids decoding outcomes that another fold keeps. That fold must see the commits before the game
// does.
func (g *Game) TakeOutcomesFrom(outcomes func(turn int) []events.Outcome) { g.decoded = outcomes }

// outcomes returns the outcomes of a turn on the branch that counts.
func (g *Game) outcomes(turn int) ([]events.Outcome, error) {
	if g.decoded != nil {
		return g.decoded(turn), nil
	}
	return g.Campaign.Outcomes(turn)
}

// Name returns the game's slug.
func (g *Game) Name() string { return g.Campaign.Game() }

// Known returns the seat's knowledge, or nil if the game has no such seat.
func (g *Game) Known(seat string) *knowledge.Known { return g.book.Seat(seat) }

// Position returns the position for adjudicating the turn after the last reported one.
func (g *Game) Position() adjudicator.Position {
	return adjudicator.Position{Game: g.Name(), Ruleset: g.Rules, Scenario: g.Scenario, Turn: g.reported,
		State: g.State}
}

// NameOf returns the name of an id, or "".
func (g *Game) NameOf(id string) string { return adjudicator.Names(g.Scenario)(id) }

// Zone returns the game's time zone.
func (g *Game) Zone() *time.Location { return g.Schedule.Location() }

// KnownAt returns the seat's knowledge after a reported turn; 0 is the opening, a negative turn the last one. The error
// lists the valid seats or turns.
func (g *Game) KnownAt(seat string, turn int) (*knowledge.Known, error) {
	if turn < 0 {
		turn = g.reported
	}
	if g.Known(seat) == nil {
		return nil, fmt.Errorf("the game has no seat %q; its seats are %s", seat,
			strings.Join(g.Campaign.Created().Seats, ", "))
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

// CommitID names a commit after its cause: the turn, the branch (each revert starts one) and the deed. So an effect
// that is decided twice is stored once.
func (g *Game) CommitID(parts ...string) string {
	id := fmt.Sprintf("t%d", g.Campaign.Number())
	if n := len(g.Campaign.Superseded()); n > 0 {
		id += fmt.Sprintf("r%d", n)
	}
	for _, p := range parts {
		id += "." + p
	}
	return id
}

// Head returns the hash of the game's last commit, or "" before the first is stored. The opening mail has the seeds'
// commitments instead.
func (g *Game) Head() string {
	head := g.Campaign.Head()
	if g.stored != nil {
		head = *g.stored
	}
	if g.Unstored || head.Version == 0 || g.Name() == Lobby {
		return ""
	}
	return head.Hash.String()
}

// Lobby is the chain for mails that belong to no game. No game can have its name.
const Lobby = "lobby"

// latest returns the time of the mail that last changed the seat's orders for the turn.
func (g *Game) latest(seat string, turn int) time.Time {
	if l := g.last[seat]; l.turn == turn {
		return l.received
	}
	return time.Time{}
}

// Reported returns the last turn reported to the seats; 0 is the opening.
func (g *Game) Reported() int { return g.reported }

// NextDeadline returns the deadline of a turn that opens now, or zero if there are no deadlines.
func (g *Game) NextDeadline(now time.Time) time.Time {
	if g.Schedule.Every == 0 && len(g.Schedule.Days) == 0 {
		return time.Time{}
	}
	return g.Schedule.Deadline(now.Truncate(time.Second))
}

// Title returns the game's title.
func (g *Game) Title() string { return g.Campaign.Created().Title }

func (g *Game) stateAt(turn int) adjudicator.State {
	if turn == g.reported {
		return g.State
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

// Stand-ins are people who are willing to take a silent seat. With `on_silence: stand-in` they are asked by mail, one
// after the other. A stand-in who accepts plays the seat beside its player, who loses nothing: if the player comes
// back, the later mail counts, and the umpire removes the stand-in's address.

// StandIn is the seat name of stand-ins. No scenario can have it, because its seats include a side.
const StandIn = "stand-in"

// unproved records the notices to an address about unauthenticated mails in its name.
type unproved struct {
	seat string
	told time.Time // time of the last notice
	more int       // number of mails since
}

// TakeMailsFrom lets the game quote from received mails. mail returns the author and text of a mail's part for the
// seat; ok is false if it was erased.
func (g *Game) TakeMailsFrom(mail func(sha events.Hash, seat string) (from, text string, ok bool)) {
	g.mail = mail
}

// ScenarioError holds all faults of a scenario file.
type ScenarioError struct{ Faults []scenario.Fault }

// Error lists the faults, a line each.
func (e *ScenarioError) Error() string {
	lines := make([]string, len(e.Faults))
	for i, f := range e.Faults {
		lines[i] = f.String()
	}
	return strings.Join(lines, "\n")
}

// LoadScenario reads a scenario under the ruleset that it names. The error is a *ScenarioError with all faults.
func LoadScenario(
	rulesets []*adjudicator.Ruleset,
	file string,
	src []byte,
) (*adjudicator.Ruleset, adjudicator.Scenario, error) {
	rules, sc, faults := adjudicator.Load(rulesets, file, src)
	if len(faults) > 0 {
		return nil, nil, &ScenarioError{faults}
	}
	return rules, sc, nil
}
