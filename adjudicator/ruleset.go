package adjudicator

import (
	"iter"

	"galloper/adjudicator/board"
	"galloper/adjudicator/scenario"
	"galloper/events"
	"galloper/orders"
	"galloper/orders/say"
)

// Ruleset is one set of rules, as data and functions. A game pins Name and Version, so any change that alters an
// outcome must raise Version.
type Ruleset struct {
	Name    string // `firediscipline`
	Version int
	Title   string // `Fire & Discipline`

	// Keys are the scenario keys (digest, section c).
	Keys scenario.Spec
	// Setup reads a scenario and reports all faults at once. It also runs on documents that have failed Keys
	// (Doc.Faulty), to find further faults; values may then be missing or of another kind, and it need not return a
	// scenario.
	Setup func(*scenario.Doc) (Scenario, []scenario.Fault)

	// Language is the order language (digest, section f).
	Language orders.Language
	// English reads orders in plain English. It loads its grammar at the first call.
	// Vocabulary returns the names and words that a seat may use, by its knowledge. nil: only the order language is
	// understood.
	English    func() *say.Table
	Vocabulary func(Desk) *say.Vocabulary
	// Names returns the units and persons that a seat commands, and other names that can begin an order, as far as the
	// seat knows them (orders.Language.Names, Others).
	Names func(Desk) (own, others *orders.Names)
	// Read reads the orders and letters of one mail, in mail order. It may use only the desk, which holds the knowledge
	// of that seat.
	Read func(Desk, []orders.Item) Reading

	// TooLate is the reason for refusing orders that wait for `TURN n` when the battle ends before it. Only mails are
	// refused: games that are replayed may have such orders. "": no order waits for a turn.
	TooLate string

	// Open emits the initial knowledge and draws before turn 1 (turn 0 of the reports). Its dice belong to turn 1.
	Open func(*Turn)
	// Phases are the sequence of play (digest, section d), run in this order each turn. No further phase runs after the
	// outcome that ends the game.
	Phases []Phase
	// Closing phases run after Phases, in the game's last turn too. They produce information for the report (sight) and
	// are not part of play.
	Closing []Phase
	// Witness gives each outcome its views at the end of a phase: which seats are told what. It may change only the
	// Views and must not emit.
	Witness func(*Turn, []events.Outcome)
	// Sealed reports whether the named die is drawn from the second chain of seeds (digest, section j). nil: no die is.
	Sealed func(name string) bool

	// Unfogged reports whether every seat of the scenario is told of every die that is not sealed. If so, the report
	// shows each turn's seed, from which players can verify the dice; otherwise they see the seeds only when the game
	// is over. nil: no game is unfogged.
	Unfogged func(Scenario) bool
	// Awaits returns the seats that a turn waits for, from the state at the end of the previous turn. It must not
	// reveal anything that a seat cannot know, such as the loss of distant troops. nil: all seats.
	Awaits func(sc Scenario, before State, turn int) Awaited

	// Outlook returns a function that reports whether the ground at a point, or a cell given by its id, is in view of
	// the desk's seat to its knowledge. nil, or a nil function: every seat sees all ground.
	Outlook func(Desk) func(cell string, at board.Point) bool

	// Staff writes the orders of a seat without a player, one a line. It is a pure function of the desk and the
	// officer. nil: the rules have no staff.
	Staff func(Desk, Officer) []string
	// Reckon says how the battle would be decided now, from the facts of the desk and all outcomes that its seat was
	// told; the desk's turn is the last that the seat knows. nil: the rules don't say.
	Reckon func(d Desk, told []events.Outcome) events.Reckoning
	// ByWord returns the information that a seat's orders for the turn pass to other seats by word of mouth. Those
	// seats may act on it in the same turn, so their staff is told before it writes. nil: no information is that fast.
	ByWord func(d Desk, lines []string) []Word
	// Carry declares how units and officers come into the next battle of a campaign.
	Carry Carry
	// Deeds classifies outcomes, by name, for statistics over battles.
	Deeds map[string]Deed
	// Unsound returns the violations in a state at the end of a turn, such as two units on one space or a unit without
	// strength. Any violation means that the rules are broken. nil: no such check.
	Unsound func(State) []string

	// House are the clauses of house rules, which are not in the rulebook. The umpire's review shows the outcomes that
	// they decided.
	House []string

	// Outcomes declares all outcomes of a turn, in the order of the digest's table. It is empty if the rules do not
	// declare them.
	Outcomes []OutcomeRow
	// Words are the texts of outcomes and facts in reports.
	Words events.Words
	// Ground returns the map without the troops on it; Symbols say how facts are drawn on it.
	Ground  func(Scenario) board.Ground
	Symbols events.Symbols
	// Silence is a sentence on the behaviour of troops without orders. Reminders and the umpire's notices quote it.
	Silence string
	// Card is the player's card (`HELP`): one page with everything needed to write orders.
	Card string
	// March is the form of an order to move a unit to a place, `TO {unit}: ADVANCE TO {place}`. The web page writes it
	// when a player draws a march on the map. "": marches cannot be drawn.
	March string
}

// Awaited holds the seats that a turn waits for. Other seats may send orders, but are not reminded and not reported as
// missing.
type Awaited struct {
	Side  string   // the side to move if sides alternate, or ""
	Seats []string // seats that have something to order, in scenario order
}

// Waits returns the seats that the turn waits for.
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

// Reveals reports whether the seats of the scenario see the seeds while the game goes on.
func (r *Ruleset) Reveals(sc Scenario) bool { return r.Unfogged != nil && r.Unfogged(sc) }

// Phase is one step of the sequence of play.
type Phase struct {
	Clause string // step in the digest's numbering, `III.2`
	Title  string
	Run    func(*Turn)
}

// Scenario is an immutable scenario, made by Setup.
type Scenario interface {
	// Start returns the state before turn 1.
	Start() State
	// Seats returns the seats in scenario order.
	Seats() []Seat
	// There is no list of units here: Read decides which ids a seat may name.
}

// Named is a Scenario that knows the written names of its ids (units, seats, places, sides), for texts that people
// read.
type Named interface {
	// NameOf returns the written name of an id, or "" if the scenario gives none.
	NameOf(id string) string
}

// Names returns a function from ids to written names, which returns "" for ids without a name.
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

// Lasting is a Scenario with a limit on the length of the game.
type Lasting interface {
	// LastTurn returns the number of the last possible turn, or 0 if there is no limit.
	LastTurn() int
}

// Staged is a Scenario that describes the stage known to all its players.
type Staged interface{ Stage() events.Stage }

// StageOf returns the stage known to all players of a scenario, or an empty one.
func StageOf(s Scenario) events.Stage {
	if staged, ok := s.(Staged); ok {
		return staged.Stage()
	}
	return events.Stage{}
}

// Seat is a commander played by a person.
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
	// Set gives an item a value by the umpire's ruling. If path or value is invalid it returns an error that says why,
	// and changes nothing.
	Set(path, value string) error
	// Over returns the result line of a game that has ended, or "".
	Over() string
	// Clone returns a deep copy.
	Clone() State
}

// Desk is everything that a ruleset may use to read a seat's mail.
type Desk struct {
	Scenario Scenario
	Seat     string
	Turn     int // the turn that the orders are for
	Next     int // number of the first order of a mail that adds to earlier ones; 0 means 1
	Known    Knowledge
	Resigned []string // seats without a player, byte order
	// Trace is called with the reading of each sentence in free English, unless it is nil.
	Trace func(string)

	vocabulary *say.Vocabulary // of the seat, if several mails are read
}

// Knowledge is the knowledge of one seat: the facts that have reached it.
type Knowledge interface {
	// Fact returns the latest fact of the kind (outcome name, `sight.own`) about the subject, and the turn at whose end
	// it was true. ok is false if the seat knows none.
	Fact(kind, subject string) (fields []events.Field, turn int, ok bool)
	// Facts yields all facts of the kind, ordered by when they were last told.
	Facts(kind string, yield func(subject string, fields []events.Field, turn int) bool)
}

// Reading is the result of reading the orders of one mail.
type Reading struct {
	Entries []orders.Entry // in mail order; at least one for each item, under its number
	Trailer []string       // lines below the entries: `no directive this turn: picardie`
	// Numbered says that the rules refer to orders by their number in the mail, so recorded lines keep their number
	// (`3. HOLD lane`) if earlier orders were refused.
	Numbered bool
}

// Fact returns the latest fact of the kind about the subject, and the turn at whose end it was true. If the seat does
// not know it, the outcome has no fields and ok is false; before the opening no seat knows anything.
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

// unknown stands for a fact that the seat does not know.
var unknown events.Outcome

// Facts yields all facts of the kind with their turns, ordered by when they were last told.
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
