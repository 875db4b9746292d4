// Package rules is what a set of rules is written in: typed phases over a battle and its state,
// items of the state by tags, one row an outcome. [Game.Compile] makes an adjudicator.Ruleset of it,
// which is all that the rest of the program sees.
//
// The smallest whole set of rules is adjudicator/examples/duel; docs/hacking.md takes it apart.
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
	"galloper/orders/spoken"
)

// Bad notes what must not be in a state: which thing, and what is wrong with it.
type Bad func(format string, a ...any)

// Battle is what Setup made of a scenario. It never changes.
type Battle interface {
	// Seats returns the seats in scenario order.
	Seats() []adjudicator.Seat
}

// Game is one set of rules over a battle B (a pointer, as a rule), its state S, and P, what the
// phases are handed: a struct with a *[Play] in it and whatever they keep for the turn.
// Fields that are not explained here are as adjudicator.Ruleset has them.
type Game[B Battle, S, P any] struct {
	Name    string
	Version int
	Title   string

	Keys  scenario.Spec
	Setup func(*scenario.Doc) (B, []scenario.Fault)
	Start func(B) *S // the state before turn 1
	// Over returns the result line once the game has ended, else ""; nil: it follows from
	// adjudicator.WinnerItem, and calls sides as the battle does.
	Over  func(*S) string
	Items Items[S] // nil: those that the tags of S declare
	// Settle lets follow what does where the umpire has set an item; nil: nothing does.
	Settle func(*S)
	Clone  func(*S) *S // a deep copy; nil: slices are copied, what pointers lead to is shared
	// Begin makes what the phases of a turn are handed; nil: a P with nothing but the Play, its
	// first field.
	Begin func(*Play[B, S]) *P

	// Verbs are the order language. A game that reads mails by itself has Language, Names and
	// Read instead.
	Verbs    Verbs[B]
	Kinds    Kinds[B] // what the slots of the verbs take
	Language orders.Language
	Names    func(Desk[B]) (own, others *orders.Names)
	// Spoken is what is made of what people say in other words, and Vocabulary what these may mean.
	Spoken     *spoken.Speech
	Vocabulary func(Desk[B]) *spoken.Vocabulary
	Read       func(Desk[B], []orders.Item) adjudicator.Reading

	Open     func(*P)
	Phases   []Phase[P]
	Closing  []Phase[P]
	Outcomes Outcomes[S]
	Causes   Causes
	// Sight says who is told of what. A game whose views depend on all outcomes of a phase has
	// Witness instead of Sight.Witness.
	Sight   Sight[P]
	Witness func(*P, []events.Outcome)
	Sealed  func(name string) bool
	// Awaits is whom a turn waits for; Unfogged whether every seat is told of every die.
	Awaits   func(b B, before *S, turn int) adjudicator.Awaited
	Unfogged func(B) bool
	// Outlook is what a seat has in view of the ground, by its facts; nil: all.
	Outlook func(Desk[B]) func(cell string, at board.Point) bool
	// Staff writes the orders of a seat that nobody plays, a line each.
	Staff func(Desk[B], adjudicator.Officer) []string
	// ByWord says what a seat's orders tell others before the turn is played; nil: nothing.
	ByWord func(d Desk[B], lines []string) []adjudicator.Word
	Deeds  map[string]adjudicator.Deed
	// Unsound is what must not be in a state at the end of a turn, and is not unless the rules are broken.
	Unsound func(*S, Bad)
	House   []string

	Words events.Words // without the sentences and losses, which the outcomes' rows have
	Tales Tales        // how the story of a report tells outcomes
	// Places are those that count; nil: the game has none.
	Places func(B) []events.Place
	// Pace is how far a courier rides in a turn, in hundredths of the board's measure; nil: it has none.
	Pace    func(B) int
	Ground  func(B) board.Ground
	Symbols events.Symbols
	Silence string // what troops do for whom no orders came, a sentence
	Card    string // "": made of the verbs
	TooLate string // reason to refuse orders that wait for a turn behind the last; "": orders wait for none
	March   string // order that sends a `{unit}` to a `{place}`; "": none
}

// Phase is one step of the sequence of play. Run is, as a rule, a method: (*play).rideCouriers.
type Phase[P any] struct {
	Clause string // step as the digest names it, `III.2`
	Title  string
	Run    func(*P)
	When   func(*P) bool // whether it is played at all; nil: always
}

// Desk is all that may be looked at while a seat's mail is read.
type Desk[B Battle] struct {
	adjudicator.Desk
	Battle B
}

// Compile makes the ruleset. It panics where the game's own tables contradict each other.
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
		Sealed: g.Sealed, House: g.House, Deeds: g.Deeds, Outcomes: c.outcomes.declared(),
		Words: g.Tales.tell(g.Name, &c.outcomes, g.Outcomes.words(g.Words)), Symbols: g.Symbols, Silence: g.Silence,
		Card: g.Card, March: g.March, TooLate: g.TooLate,
		Ground: func(s adjudicator.Scenario) board.Ground { return c.ground(s.(*field[B])) },
	}
	if g.Spoken != nil {
		r.Spoken = g.Spoken
		r.Vocabulary = func(d adjudicator.Desk) *spoken.Vocabulary { return g.Vocabulary(c.desk(d)) }
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
		r.Open = c.open
	}
	if g.Outlook != nil {
		r.Outlook = func(d adjudicator.Desk) func(string, board.Point) bool { return g.Outlook(c.desk(d)) }
	}
	if g.Staff != nil {
		r.Staff = func(d adjudicator.Desk, o adjudicator.Officer) []string { return g.Staff(c.desk(d), o) }
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

// ground is a game's map, drawn as its scenario has it.
func (c *compiled[B, S, P]) ground(f *field[B]) board.Ground { return f.plan.dress(c.Ground(f.battle)) }

// open is what comes before turn 1.
func (c *compiled[B, S, P]) open(t *adjudicator.Turn) {
	p := c.on(t)
	if c.Open != nil {
		c.Open(p)
	}
	if c.Sight.Look != nil {
		c.lookAround(p, t)
	}
}

// closing are the phases behind those of play; with the last of them the turn ends.
func (c *compiled[B, S, P]) closing() []adjudicator.Phase {
	phases := c.phases(c.Closing)
	if c.Sight.Look != nil {
		phases = append(phases, adjudicator.Phase{Clause: c.Sight.Clause, Title: "what each seat sees",
			Run: func(t *adjudicator.Turn) {
				c.lookAround(c.anew(t), t)
				c.memo(t).closed = true
			}})
	}
	return phases
}

func (c *compiled[B, S, P]) phases(list []Phase[P]) []adjudicator.Phase {
	var phases []adjudicator.Phase
	for _, p := range list {
		phases = append(phases, adjudicator.Phase{Clause: p.Clause, Title: p.Title, Run: func(t *adjudicator.Turn) {
			if play := c.anew(t); p.When == nil || p.When(play) {
				p.Run(play)
			}
		}})
	}
	return phases
}

// memo is what is kept from one phase of a turn to the next.
type memo[P any] struct {
	play   *P
	cause  *string            // of the Play
	seats  []adjudicator.Seat // in the order in which they are told
	closed bool               // all has been run
}

// anew returns what the next phase is handed: what it emits follows from nothing yet.
func (c *compiled[B, S, P]) anew(t *adjudicator.Turn) *P {
	m := c.memo(t)
	*m.cause = ""
	return m.play
}

// on returns what the turn's phases are handed, the same in each.
func (c *compiled[B, S, P]) on(t *adjudicator.Turn) *P { return c.memo(t).play }

// memo returns the turn's, which begins with whatever of the game is run first.
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

// field is a battle as the adjudicator has it.
type field[B Battle] struct {
	battle B
	start  func() adjudicator.State
	plan   plan
	stage  events.Stage
}

// Stage returns what all players know of the scenario.
func (f *field[B]) Stage() events.Stage { return f.stage }

func (f *field[B]) Start() adjudicator.State  { return f.start() }
func (f *field[B]) Seats() []adjudicator.Seat { return f.battle.Seats() }

// NameOf returns the written name of an id, "" where the battle knows none.
func (f *field[B]) NameOf(id string) string {
	return nameIn(f.battle, id)
}

func nameIn(battle any, id string) string {
	if n, ok := battle.(adjudicator.Named); ok {
		return n.NameOf(id)
	}
	return ""
}

// LastTurn returns the last turn that the battle may have, 0 where it has none.
func (f *field[B]) LastTurn() int {
	if l, ok := any(f.battle).(adjudicator.Lasting); ok {
		return l.LastTurn()
	}
	return 0
}

// BattleOf returns the rules' own battle.
func BattleOf[B Battle](s adjudicator.Scenario) B { return s.(*field[B]).battle }

// state is the rules' own state as the adjudicator has it.
type state[S any] struct {
	of    *stateRules[S]
	s     *S
	trail trail
	noted int
}

// stateRules are what a game says of its state.
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

// StateOf returns the rules' own state, to look at.
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
