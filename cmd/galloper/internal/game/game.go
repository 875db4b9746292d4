package game

import (
	"fmt"
	"iter"
	"strings"
	"time"

	"galloper/adjudicator"
	"galloper/cmd/galloper/internal/schedule"
	"galloper/events"
	"galloper/projections/campaign"
	"galloper/projections/knowledge"
	"galloper/projections/lobby"
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
	Schedule schedule.Schedule
	Umpires  []string // ids of their addresses in the vault
	StandIns []string // likewise, in the order in which they are asked

	Log func() iter.Seq2[events.Commit, error] // returns its commits, to look up the causes of an outcome

	Offers lobby.Lobby // of the lobby alone: the games that gather players

	rulesets []*adjudicator.Ruleset // all that it was folded with

	Unstored bool // of events that are not stored yet
	mail     func(sha events.Hash, seat string) (from, text string, ok bool)
	stored   *events.Head // of a sketch: where the game stands in the log; nil: as folded
	book     *knowledge.Book
	State    adjudicator.State
	reported int // the last turn in book and state
	// outcomes of a turn, for a fold beside which they are kept; nil: decoded when wanted
	decoded     func(int) []events.Outcome
	umpireEpoch int                   // counts how often the umpires' secrets were made new
	awaited     adjudicator.Awaited   // whom the current turn waits for
	resumed     int                   // the turn that the umpire let go on last
	unproved    map[string]unproved   // by id of the address in whose name mails came
	unanswered  map[string]int        // by seat: its mails since the last receipt that had none
	carded      map[string]bool       // by seat: a receipt has brought it the card of the rules
	arrivals    map[string][2]arrival // by sender: its last two mails
	last        map[string]last       // by seat: the mail that its orders stand by
}

// arrival is a mail of a sender that the record has.
type arrival struct {
	sha      events.Hash
	received time.Time
}

// last is when a mail that changed a seat's orders was received, and for which turn.
type last struct {
	turn     int
	received time.Time
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

// Name returns the game's slug.
func (g *Game) Name() string { return g.Campaign.Game() }

// Known returns what the seat knows; nil where the game has no such seat.
func (g *Game) Known(seat string) *knowledge.Known { return g.book.Seat(seat) }

// Position returns where the turn behind the last reported one is adjudicated from.
func (g *Game) Position() adjudicator.Position {
	return adjudicator.Position{
		Game: g.Name(), Ruleset: g.Rules, Scenario: g.Scenario, Turn: g.reported, State: g.State,
	}
}

// NameOf returns the written name of an id, "" where it has none.
func (g *Game) NameOf(id string) string { return adjudicator.Names(g.Scenario)(id) }

// Zone returns the game's time zone.
func (g *Game) Zone() *time.Location { return g.Schedule.Location() }

// KnownAt returns what the seat knew after a reported turn, 0 the opening, below 0 the
// last. The error says which seats and turns there are.
func (g *Game) KnownAt(seat string, turn int) (*knowledge.Known, error) {
	if turn < 0 {
		turn = g.reported
	}
	if g.Known(seat) == nil {
		return nil, fmt.Errorf(
			"the game has no seat %q; its seats are %s",
			seat,
			strings.Join(g.Campaign.Created().Seats, ", "),
		)
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

// CommitID names a commit after what caused it: the turn, the branch (each revert begins
// one) and the deed. The same cause acted on twice is stored once.
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

// Head returns the hash of the game's last commit, "" where nothing is stored yet: the
// opening has the commitments of the seeds instead.
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

// Lobby is the chain that records mails which belong to no game. No game can have
// its name.
const Lobby = "lobby"

// latest returns when the mail was received by which the seat's orders of the turn stand.
func (g *Game) latest(seat string, turn int) time.Time {
	if l := g.last[seat]; l.turn == turn {
		return l.received
	}
	return time.Time{}
}

// Reported returns the last turn that the seats were told of, 0 the opening.
func (g *Game) Reported() int { return g.reported }

// NextDeadline returns when a turn that opens now is due; zero where there are no deadlines.
func (g *Game) NextDeadline(now time.Time) time.Time {
	if g.Schedule.Every == 0 && len(g.Schedule.Days) == 0 {
		return time.Time{}
	}
	return g.Schedule.Deadline(now.Truncate(time.Second))
}

// Title returns what people call the game.
func (g *Game) Title() string { return g.Campaign.Created().Title }

// stateAt returns the state at the end of a reported turn.
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

// Stand-ins (CONTRACT §12): people who are willing to take a seat of which nothing is
// heard. With `on_silence: stand-in` one is asked by mail, one after the other. Who
// accepts plays the seat beside its player, whom nothing is taken from: should he come
// back, the later mail counts, and the umpire takes the stand-in's address off again.

// StandIn is the seat under which stand-ins are addressed. No scenario can have it: a
// seat there has a side.
const StandIn = "stand-in"

// unproved is what an address was told of such mails.
type unproved struct {
	seat string
	told time.Time // when it was told last
	more int       // of which it was not told since
}

// TakeMailsFrom lets the game quote from the mails that it was sent: mail returns who wrote
// the part of one that is for the seat, and its text; ok is false where it was erased.
func (g *Game) TakeMailsFrom(mail func(sha events.Hash, seat string) (from, text string, ok bool)) {
	g.mail = mail
}
