// Package rules is a toolkit for writing rulesets: typed phases over a battle and its state, state items declared by
// struct tags, and one row for each outcome. [Game.Compile] turns them into an adjudicator.Ruleset, which is all that
// the rest of the program sees.
//
// The smallest complete ruleset is adjudicator/examples/duel; docs/rulesets.md explains it.
package rules

import (
	"cmp"
	"fmt"
	"maps"
	"reflect"

	"galloper/adjudicator"
	"galloper/adjudicator/board"
	"galloper/adjudicator/scenario"
	"galloper/events"
	"galloper/orders"
	"galloper/orders/say"
)

// Bad records a violation in a state, formatted as by fmt.Sprintf.
type Bad func(format string, a ...any)

// Battle is an immutable scenario, made by Setup.
type Battle interface {
	// Seats returns the seats in scenario order.
	Seats() []adjudicator.Seat
}

// Game is one ruleset over a battle B (usually a pointer) and its state S. P is the context of the phases: a struct
// that embeds a *[Play] and holds data kept for the turn. Fields without a comment are the same as in
// adjudicator.Ruleset.
type Game[B Battle, S, P any] struct {
	Name    string
	Version int
	Title   string

	Keys  scenario.Spec
	Setup func(*scenario.Doc) (B, []scenario.Fault)
	Start func(B) *S // returns the state before turn 1
	// Over returns the result line of a game that has ended, or "". nil: it is derived from adjudicator.WinnerItem,
	// with the sides' names from the battle.
	Over  func(*S) string
	Items Items[S] // nil: the items declared by the tags of S
	// Settle updates dependent state after the umpire has set an item. nil: nothing to do.
	Settle func(*S)
	Clone  func(*S) *S // returns a deep copy; nil: slices are copied, data behind pointers is shared
	// Begin returns the context for the phases of a turn. nil: a P whose first field is the Play, and all else zero.
	Begin func(*Play[B, S]) *P

	// Verbs are the order language. Games that read mails themselves have Language, Names and Read instead.
	Verbs    Verbs[B]
	Kinds    Kinds[B] // kinds of the verbs' slots
	Language orders.Language
	Names    func(Desk[B]) (own, others *orders.Names)
	// English is the grammar of plain English, and Vocabulary returns the names and words that a seat may use.
	English    func() *say.Table
	Vocabulary func(Desk[B]) *say.Vocabulary
	Read       func(Desk[B], []orders.Item) adjudicator.Reading

	Open     func(*P)
	Phases   []Phase[P]
	Closing  []Phase[P]
	Outcomes Outcomes[S]
	Causes   Causes
	// Sight decides which seats are told what. Games whose views depend on all outcomes of a phase have Witness instead
	// of Sight.Witness.
	Sight   Sight[P]
	Witness func(*P, []events.Outcome)
	Sealed  func(name string) bool
	// Awaits returns the seats that a turn waits for; Unfogged reports whether every seat is told of every die.
	Awaits   func(b B, before *S, turn int) adjudicator.Awaited
	Unfogged func(B) bool
	// Outlook returns the ground in view of a seat, by its facts. nil: all ground.
	Outlook func(Desk[B]) func(cell string, at board.Point) bool
	// Staff writes the orders of a seat without a player, one a line.
	Staff func(Desk[B], adjudicator.Officer) []string
	// ByWord returns what a seat's orders tell other seats before the turn is played. nil: nothing.
	ByWord func(d Desk[B], lines []string) []adjudicator.Word
	Carry  adjudicator.Carry
	Deeds  map[string]adjudicator.Deed
	// Unsound reports violations in a state at the end of a turn, which only broken rules can cause.
	Unsound func(*S, Bad)
	House   []string

	Words events.Words // without sentences and losses, which are in the rows of Outcomes
	Tales Tales        // texts of outcomes in the story of a report
	// Reckon says how the battle would be decided now, from the facts and outcomes that the seat was told. nil: no one
	// knows.
	Reckon func(d Desk[B], told []events.Outcome) events.Reckoning
	// Places returns the objectives. nil: the game has none.
	Places func(B) []events.Place
	// Pace returns the distance that a courier rides in a turn, in hundredths of the board's measure. nil: no couriers.
	Pace    func(B) int
	Ground  func(B) board.Ground
	Symbols events.Symbols
	Silence string // one sentence on the behaviour of troops without orders
	Card    string // "": generated from the verbs
	TooLate string // reason for refusing orders that wait for a turn after the last; "": no order waits
	March   string // order that sends a `{unit}` to a `{place}`; "": no such order
}

// Phase is one step of the sequence of play. Run is usually a method: (*play).rideCouriers.
type Phase[P any] struct {
	Clause string // step in the digest's numbering, `III.2`
	Title  string
	Run    func(*P)
	When   func(*P) bool // whether the phase is played; nil: always
}

// Desk is everything that may be used to read a seat's mail.
type Desk[B Battle] struct {
	adjudicator.Desk
	Battle B
}

// Compile returns the ruleset. It panics if the game's tables contradict each other.
func (g Game[B, S, P]) Compile() adjudicator.Ruleset {
	if g.Items == nil {
		g.Items = OfState[S]()
	}
	g.Items = g.Items.arranged()
	if g.Begin == nil {
		g.Begin = func(play *Play[B, S]) *P {
			p := new(P)
			reflect.ValueOf(p).Elem().Field(0).Set(reflect.ValueOf(play))
			return p
		}
	}
	var verbs *speech[B]
	if g.Verbs != nil {
		verbs = g.Verbs.compile(append(troopKinds[B](), g.Kinds...))
		g.Card = cmp.Or(g.Card, verbs.card(g.Title))
		g.Language, g.Names, g.Read = verbs.Language(), verbs.names, verbs.read
	}
	c := &compiled[B, S, P]{Game: g, outcomes: g.Outcomes.index(g.Name), speech: verbs}
	c.outcomes.follow(g.Name, g.Causes)
	r := adjudicator.Ruleset{
		Name: g.Name, Version: g.Version, Title: g.Title, Keys: g.Keys, Setup: c.setup,
		Language: g.Language,
		Read:     func(d adjudicator.Desk, items []orders.Item) adjudicator.Reading { return g.Read(c.desk(d), items) },
		Phases:   c.phases(g.Phases), Closing: c.closing(),
		Sealed: g.Sealed, House: g.House, Deeds: g.Deeds, Carry: g.Carry, Outcomes: c.outcomes.declared(),
		Words: g.Tales.tell(g.Name, &c.outcomes, g.Outcomes.addSentences(g.Words)), Symbols: g.Symbols, Silence: g.Silence,
		Card: g.Card, March: g.March, TooLate: g.TooLate,
		Ground: func(s adjudicator.Scenario) board.Ground { return c.ground(s.(*field[B])) },
	}
	if g.English != nil {
		r.English = g.English
		r.Vocabulary = func(d adjudicator.Desk) *say.Vocabulary { return g.Vocabulary(c.desk(d)) }
	}
	if g.Names != nil {
		r.Names = func(d adjudicator.Desk) (own, others *orders.Names) { return g.Names(c.desk(d)) }
	}
	if g.Awaits != nil {
		r.Awaits = func(sc adjudicator.Scenario, before adjudicator.State, turn int) adjudicator.Awaited {
			return g.Awaits(BattleOf[B](sc), StateOf[S](before), turn)
		}
	}
	if g.Unfogged != nil {
		r.Unfogged = func(sc adjudicator.Scenario) bool { return g.Unfogged(BattleOf[B](sc)) }
	}
	if g.Open != nil || g.Sight.Look != nil {
		r.Open = c.runOpening
	}
	if g.Outlook != nil {
		r.Outlook = func(d adjudicator.Desk) func(string, board.Point) bool { return g.Outlook(c.desk(d)) }
	}
	if g.Staff != nil {
		r.Staff = func(d adjudicator.Desk, o adjudicator.Officer) []string { return g.Staff(c.desk(d), o) }
	}
	if g.Reckon != nil {
		r.Reckon = func(d adjudicator.Desk, told []events.Outcome) events.Reckoning { return g.Reckon(c.desk(d), told) }
	}
	if g.ByWord != nil {
		r.ByWord = func(d adjudicator.Desk, lines []string) []adjudicator.Word { return g.ByWord(c.desk(d), lines) }
	}
	if g.Unsound != nil {
		r.Unsound = func(s adjudicator.State) (faults []string) {
			g.Unsound(StateOf[S](s), func(format string, a ...any) { faults = append(faults, fmt.Sprintf(format, a...)) })
			return faults
		}
	}
	r.Witness = c.witness()
	return r
}

// compiled is a game with its tables indexed.
type compiled[B Battle, S, P any] struct {
	Game[B, S, P]
	outcomes outcomeIndex[S]
	speech   *speech[B]
}

func (c *compiled[B, S, P]) setup(doc *scenario.Doc) (adjudicator.Scenario, []scenario.Fault) {
	stage := stageOf(doc)
	checkNames(doc)
	b, faults := c.Setup(doc)
	if len(faults) > 0 || doc.Faulty {
		return nil, faults
	}
	if c.Places != nil {
		stage.Places = c.Places(b)
	}
	if c.Pace != nil {
		stage.Pace = c.Pace(b)
	}
	rules := c.state(b)
	start := func() adjudicator.State { return &state[S]{of: rules, s: rules.clone(c.Start(b)), trail: trail{}} }
	f := &field[B]{battle: b, start: start, plan: planOf(doc), stage: stage}
	f.stage.Turns = f.LastTurn()
	tellEnd(doc, &f.stage)
	if c.Ground == nil {
		return f, nil
	}
	ground := c.Ground(b)
	if faults := f.plan.check(doc, &ground); len(faults) > 0 {
		return nil, faults
	}
	return f, nil
}

// ground returns the game's map, drawn as the scenario says.
func (c *compiled[B, S, P]) ground(f *field[B]) board.Ground {
	return f.plan.decorate(c.Ground(f.battle))
}

// runOpening runs the opening before turn 1.
func (c *compiled[B, S, P]) runOpening(t *adjudicator.Turn) {
	p := c.turnContext(t)
	if c.Open != nil {
		c.Open(p)
	}
	if c.Sight.Look != nil {
		c.lookAround(p, t)
	}
}

// closing returns the phases after those of play. The last of them ends the turn.
func (c *compiled[B, S, P]) closing() []adjudicator.Phase {
	phases := c.phases(c.Closing)
	if c.Sight.Look != nil {
		phases = append(phases, adjudicator.Phase{Clause: c.Sight.Clause, Title: "what each seat sees",
			Run: func(t *adjudicator.Turn) {
				c.lookAround(c.phaseContext(t), t)
				c.memo(t).closed = true
			}})
	}
	return phases
}

func (c *compiled[B, S, P]) phases(list []Phase[P]) []adjudicator.Phase {
	var phases []adjudicator.Phase
	for _, p := range list {
		phases = append(phases, adjudicator.Phase{Clause: p.Clause, Title: p.Title, Run: func(t *adjudicator.Turn) {
			if play := c.phaseContext(t); p.When == nil || p.When(play) {
				p.Run(play)
			}
		}})
	}
	return phases
}

// memo holds the data kept between the phases of a turn.
type memo[P any] struct {
	play   *P
	cause  *string            // Cause of the Play
	seats  []adjudicator.Seat // in the order of telling
	closed bool               // all phases have run
}

// phaseContext returns the context for the next phase, with an empty cause.
func (c *compiled[B, S, P]) phaseContext(t *adjudicator.Turn) *P {
	m := c.memo(t)
	*m.cause = ""
	return m.play
}

// turnContext returns the context shared by the turn's phases.
func (c *compiled[B, S, P]) turnContext(t *adjudicator.Turn) *P { return c.memo(t).play }

// memo returns the turn's memo. The first call in a turn creates it.
func (c *compiled[B, S, P]) memo(t *adjudicator.Turn) *memo[P] {
	if m, ok := t.Memo.(*memo[P]); ok {
		return m
	}
	b := BattleOf[B](t.Scenario)
	play := &Play[B, S]{Turn: t, Battle: b, outcomes: &c.outcomes, verbs: c.speech}
	p := c.Begin(play)
	m := &memo[P]{play: p, cause: &play.Cause, seats: c.Sight.order(b.Seats())}
	play.views = c.atOnce(p, m.seats)
	t.Memo = m
	return m
}

func (c *compiled[B, S, P]) desk(d adjudicator.Desk) Desk[B] {
	return Desk[B]{d, BattleOf[B](d.Scenario)}
}

// field implements adjudicator.Scenario for a battle.
type field[B Battle] struct {
	battle B
	start  func() adjudicator.State
	plan   plan
	stage  events.Stage
}

// Stage returns the stage known to all players.
func (f *field[B]) Stage() events.Stage { return f.stage }

func (f *field[B]) Start() adjudicator.State  { return f.start() }
func (f *field[B]) Seats() []adjudicator.Seat { return f.battle.Seats() }

// NameOf returns the written name of an id, or "".
func (f *field[B]) NameOf(id string) string {
	return nameIn(f.battle, id)
}

func nameIn(battle any, id string) string {
	if n, ok := battle.(adjudicator.Named); ok {
		return n.NameOf(id)
	}
	return ""
}

// LastTurn returns the number of the last possible turn, or 0 if there is no limit.
func (f *field[B]) LastTurn() int {
	if l, ok := any(f.battle).(adjudicator.Lasting); ok {
		return l.LastTurn()
	}
	return 0
}

// BattleOf returns the ruleset's battle behind a scenario.
func BattleOf[B Battle](s adjudicator.Scenario) B { return s.(*field[B]).battle }

// state implements adjudicator.State for the ruleset's state.
type state[S any] struct {
	of    *stateRules[S]
	s     *S
	trail trail
	noted int
}

// stateRules are the game's functions and tables for its state.
type stateRules[S any] struct {
	outcomes outcomeIndex[S]
	items    Items[S]
	over     func(*S) string
	clone    func(*S) *S
	settle   func(*S)
}

func (c *compiled[B, S, P]) state(b B) *stateRules[S] {
	r := &stateRules[S]{outcomes: c.outcomes, items: c.Items, over: c.Over, clone: c.Clone, settle: c.Settle}
	if r.clone == nil {
		r.clone = copier[S]()
	}
	if r.over == nil {
		winner := c.Items.getter(adjudicator.WinnerItem)
		r.over = func(s *S) string { return wonBy(b, winner(s)) }
	}
	return r
}

// StateOf returns the ruleset's state, read-only.
func StateOf[S any](s adjudicator.State) *S { return s.(*state[S]).s }

func (s *state[S]) Apply(o *events.Outcome) {
	s.note(o)
	if row := s.of.outcomes.row(o.Name); row != nil && row.Apply != nil {
		row.Apply(s.s, o)
	}
}

func (s *state[S]) Paths(yield func(path, value string) bool) { s.of.items.Paths(s.s, yield) }
func (s *state[S]) Set(path, value string) error {
	err := s.of.items.Set(s.s, path, value)
	if err == nil && s.of.settle != nil {
		s.of.settle(s.s)
	}
	return err
}

func (s *state[S]) Over() string { return s.of.over(s.s) }
func (s *state[S]) Clone() adjudicator.State {
	return &state[S]{s.of, s.of.clone(s.s), maps.Clone(s.trail), s.noted}
}
