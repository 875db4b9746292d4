package adjudicator

import (
	"iter"

	"galloper/adjudicator/board"
	"galloper/adjudicator/scenario"
	"galloper/events"
	"galloper/orders"
	"galloper/orders/spoken"
)

// Ruleset is one set of rules, as data and functions. A game pins Name and
// Version; a change that alters any outcome raises Version.
type Ruleset struct {
	Name    string // `firediscipline`
	Version int
	Title   string // `Fire & Discipline`

	// Keys are the scenario keys (digest, section c).
	Keys scenario.Spec
	// Setup reads a scenario and reports all faults at once. It is also handed one whose
	// keys have not passed Keys (Doc.Faulty), to find what else is wrong with it: any
	// value may then be missing or of another kind, and no scenario need come of it.
	Setup func(*scenario.Doc) (Scenario, []scenario.Fault)

	// Language is the order language (digest, section f).
	Language orders.Language
	// Spoken is what the ruleset makes of what people say in other words, and Vocabulary what
	// their words may mean, by what the seat knows; nil: only its own language is understood.
	Spoken     *spoken.Speech
	Vocabulary func(Desk) *spoken.Vocabulary
	// Names are the units and persons that a seat commands, and what else it may begin
	// an order with, as it knows them (orders.Language.Names, Others).
	Names func(Desk) (own, others *orders.Names)
	// Read reads the orders and letters of one mail, in mail order.
	// It may look at nothing but what the desk shows: what that seat knows.
	Read func(Desk, []orders.Item) Reading

	// TooLate is the reason for which orders are refused that wait for `TURN n` when the battle ends before it. They
	// are refused in mails alone: games that are played again may have them. "": orders wait for no turn.
	TooLate string

	// Open emits what is known and drawn before turn 1 (turn 0 of the reports).
	// Its dice belong to turn 1.
	Open func(*Turn)
	// Phases are the sequence of play (digest, section d), run in this order each turn.
	// Behind the outcome that ends the game no further phase is run.
	Phases []Phase
	// Closing phases are run after those, in the game's last turn too: for what a
	// report needs (sight), not for play.
	Closing []Phase
	// Witness gives views to the outcomes of a phase at its end: who is told what.
	// It may change nothing but their Views, and may not emit.
	Witness func(*Turn, []events.Outcome)
	// Sealed reports whether the die of that name is drawn from the second chain
	// of seeds (digest, section j); nil: none is.
	Sealed func(name string) bool

	// Unfogged reports whether every seat of the scenario is told of every die that is not
	// sealed: its players are shown a turn's seed with the report, from which each die can
	// be rolled again. Else they are shown it when the game is over; nil: no game is unfogged.
	Unfogged func(Scenario) bool
	// Awaits says whose orders a turn waits for, from the state at the end of the one
	// before. It must not tell a seat what the seat cannot know, such as the loss of troops
	// far off. nil: every seat's.
	Awaits func(sc Scenario, before State, turn int) Awaited

	// Outlook reports of the ground at a point, or of a cell by its id, whether the desk's seat has it in
	// view, by what it was told. nil, or a nil function: every seat has all in view.
	Outlook func(Desk) func(cell string, at board.Point) bool

	// Staff writes the orders of a seat that nobody plays, a line each: a pure function of what lies
	// on the desk and of who writes. nil: the rules have no staff.
	Staff func(Desk, Officer) []string
	// ByWord says what the orders that a seat has given for the turn tell others by word of mouth, who may act on
	// it in the same turn: what their staff is told before it writes. nil: nothing is so fast.
	ByWord func(d Desk, lines []string) []Word
	// Deeds are the outcomes by which a trial of battles counts what troops did.
	Deeds map[string]Deed
	// Unsound is what must not be in a state at the end of a turn, by these rules: two units on one space, a
	// unit at strength none. There is none, or the rules are broken; nil: they have no such measure.
	Unsound func(State) []string

	// House are the clauses by which outcomes are decided that the rulebook does not
	// have: an umpire under review is shown where they decided.
	House []string

	// Outcomes are all that a turn may bring, in the order of the digest's table; none where the
	// rules do not declare them.
	Outcomes []OutcomeRow
	// Words are how outcomes and facts read in reports.
	Words events.Words
	// Ground is the map without what moves on it; Symbols say how facts are drawn there.
	Ground  func(Scenario) board.Ground
	Symbols events.Symbols
	// Silence says what troops do for whom no orders came, a sentence: what reminders and the umpire's notices say.
	Silence string
	// Card is the player's card (`HELP`): all that a player needs to write orders, one page.
	Card string
	// March is how an order is written that sends a unit to a place, `TO {unit}: ADVANCE TO {place}`:
	// what a page writes for who draws it on the map. "": it cannot be drawn.
	March string
}

// Awaited are the seats that a turn waits for. The others may write, and are neither
// reminded nor missed.
type Awaited struct {
	Side  string   // that moves, where sides move in turn; "" where all do
	Seats []string // that have something to order, in scenario order
}

// Waits returns whose orders the turn waits for.
func (r *Ruleset) Waits(sc Scenario, before State, turn int) Awaited {
	if r.Awaits != nil {
		return r.Awaits(sc, before, turn)
	}
	var all Awaited
	for _, s := range sc.Seats() {
		all.Seats = append(all.Seats, s.ID)
	}
	return all
}

// Reveals reports whether the seats of the scenario are shown the seeds as the game goes on.
func (r *Ruleset) Reveals(sc Scenario) bool { return r.Unfogged != nil && r.Unfogged(sc) }

// Phase is one step of the sequence of play.
type Phase struct {
	Clause string // step as the digest names it, `III.2`
	Title  string
	Run    func(*Turn)
}

// Scenario is what Setup made of a scenario file. It never changes.
type Scenario interface {
	// Start returns the state before turn 1.
	Start() State
	// Seats returns the seats in scenario order.
	Seats() []Seat
	// Roster of ids that a seat may name is the ruleset's own affair (Read).
}

// Named is what a Scenario is that knows how its ids are written: of units,
// seats, places, sides. Texts for people use it.
type Named interface {
	// NameOf returns the written name of an id, "" where the scenario gives none.
	NameOf(id string) string
}

// Names returns the written names of what a scenario has: "" for an id that has none.
func Names(sc Scenario) func(id string) string {
	if named, ok := sc.(Named); ok {
		return named.NameOf
	}
	return func(id string) string {
		for _, s := range sc.Seats() {
			if s.ID == id {
				return s.Name
			}
		}
		return ""
	}
}

// Lasting is what a Scenario is that knows how long the game may last.
type Lasting interface {
	// LastTurn returns the turn with which the game ends at the latest, 0 where there is none.
	LastTurn() int
}

// Staged is what a Scenario is that says of itself what all its players know.
type Staged interface{ Stage() events.Stage }

// StageOf returns what all players know of a scenario.
func StageOf(s Scenario) events.Stage {
	if staged, ok := s.(Staged); ok {
		return staged.Stage()
	}
	return events.Stage{}
}

// Seat is a commander that a person plays.
type Seat struct {
	ID   string // `french.north`
	Side string // `french`
	Name string // as written in the scenario, or the id
}

// State is the whole state of a game: a fold over outcomes.
type State interface {
	// Apply changes the state by one outcome. Nothing else does.
	Apply(*events.Outcome)
	// Paths yields path and value of each item of the state (digest, section b), sorted by path.
	Paths(yield func(path, value string) bool)
	// Set gives an item a value by the umpire's ruling.
	// It returns an error that says what is wrong with path or value, and changes nothing then.
	Set(path, value string) error
	// Over returns the result line once the game has ended, else "".
	Over() string
	// Clone returns a deep copy.
	Clone() State
}

// Desk is all that a ruleset may look at while it reads a seat's mail.
type Desk struct {
	Scenario Scenario
	Seat     string
	Turn     int // the turn that the orders are for
	Next     int // number of the first order of a mail that adds to earlier ones; 0 is 1
	Known    Knowledge
	Resigned []string // seats that nobody plays, byte order
	// Trace is told how each sentence in the player's own words was read; nil: nobody asks.
	Trace func(string)
}

// Knowledge is what one seat knows: the facts that reached it.
type Knowledge interface {
	// Fact returns the latest fact of the kind (outcome name, `sight.own`) about
	// the subject, and the turn at whose end it was true.
	Fact(kind, subject string) (fields []events.Field, turn int, ok bool)
	// Facts yields all facts of the kind, in the order in which they were last told.
	Facts(kind string, yield func(subject string, fields []events.Field, turn int) bool)
}

// Reading is what the orders of one mail were read as.
type Reading struct {
	Entries []orders.Entry // in mail order; at least one for each item, by its number
	Trailer []string       // lines below them: `no directive this turn: picardie`
	// Numbered: the rules refer to orders by their number in the mail, so that a recorded
	// line has it before it (`3. HOLD lane`) where orders before it were refused.
	Numbered bool
}

// Fact returns the latest fact of the kind about the subject, as an outcome with its fields, and the turn at
// whose end it was true; of what is not known, one without fields. Before the opening nobody knows anything.
func (d *Desk) Fact(kind, subject string) (o *events.Outcome, turn int, ok bool) {
	if d.Known == nil {
		return &unknown, 0, false
	}
	fields, turn, ok := d.Known.Fact(kind, subject)
	if !ok {
		return &unknown, turn, false
	}
	return &events.Outcome{Name: kind, Fields: fields}, turn, true
}

// unknown is what is known of what nobody was told.
var unknown events.Outcome

// Facts yields all facts of the kind, in the order in which they were last told, each with its turn.
func (d *Desk) Facts(kind string) iter.Seq2[*events.Outcome, int] {
	return func(yield func(*events.Outcome, int) bool) {
		if d.Known == nil {
			return
		}
		d.Known.Facts(kind, func(_ string, fields []events.Field, turn int) bool {
			return yield(&events.Outcome{Name: kind, Fields: fields}, turn)
		})
	}
}
