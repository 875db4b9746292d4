package activationchits

import (
	"slices"

	"galloper/adjudicator"
	"galloper/adjudicator/grammar"
	"galloper/orders"
)

// Reasons for refusing an order (section f), in the order of the table.
const (
	unknownOrder     = "unknown-order"
	unknownName      = "unknown-name"
	ambiguous        = "ambiguous"
	badHex           = "bad-hex"
	badNumber        = "bad-number"
	badFacing        = "bad-facing"
	badCondition     = "bad-condition"
	incomplete       = "incomplete"
	notYours         = "not-yours"
	ownSide          = "own-side"
	notLeader        = "not-leader"
	notUnit          = "not-unit"
	cannotMelee      = "cannot-melee"
	cannotFire       = "cannot-fire"
	notInfantry      = "not-infantry"
	notCavalry       = "not-cavalry"
	notArtillery     = "not-artillery"
	tooMany          = "too-many"
	squareIsReaction = "square-is-reaction"
	hidden           = "hidden"
	unitLost         = "unit-lost"
	noLeader         = "no-leader"
	noStanding       = "no-standing"
	chiefOnly        = "chief-only"
	notSubordinate   = "not-subordinate"
	notOurSide       = "not-our-side"
	noLetters        = "no-letters"
	selfTarget       = "self-target"
)

// refusals lists the reasons by priority, in the order of the table: errors of form come first.
var refusals = []string{unknownOrder, unknownName, ambiguous, badHex, badNumber, badFacing, badCondition, incomplete,
	notYours, ownSide, notLeader, notUnit, cannotMelee, cannotFire, closedGround, notInfantry, notCavalry, notArtillery,
	tooMany, squareIsReaction, hidden, unitLost, noLeader, noStanding, chiefOnly, notSubordinate, notOurSide, noLetters,
	selfTarget}

// parser is the context for parsing a mail: the seat and its knowledge.
type parser struct {
	*speech
	seat int                  // seat whose units are meant; for a directive the addressee
	gone func(id string) bool // reports whether a piece is known to be off the board
	// vacant reports whether no enemy is known to be in a hex. It is nil when an accepted order is read again,
	// which must not change.
	vacant   func(hex int) bool
	bereaved bool // the seat has neither leader nor unit to send a courier

	who     entrySubject      // subject of the entry being read
	battery orders.Word       // first one named in an attack
	from    adjudicator.Index // of MOVE TO hex AND ATTACK
}

type reader = grammar.Reader[*parser]

type speech struct {
	b       *Battle
	units   [2]*orders.Names // by side
	leaders [2]*orders.Names
	seats   [2]*orders.Names
	all     []*orders.Names // units and leaders of both sides
}

func (sp *speech) people(side int) []*orders.Names {
	return []*orders.Names{sp.units[side], sp.leaders[side]}
}

// gather collects all names, and for each seat its own and the others.
func (b *Battle) gather() {
	var units, leaders, seats [2][]orders.Name
	own, others := make([][]orders.Name, len(b.Posts)), make([][]orders.Name, len(b.Posts))
	share := func(seat int, name orders.Name) {
		for i := range b.Posts {
			if i == seat {
				own[i] = append(own[i], name)
			} else {
				others[i] = append(others[i], name)
			}
		}
	}
	for i := range b.Units {
		u := &b.Units[i]
		name := orders.Name{ID: u.ID, Name: u.Name}
		units[u.Side] = append(units[u.Side], name)
		share(u.Seat, name)
	}
	for i := range b.Posts {
		p := &b.Posts[i]
		name := orders.Name{ID: p.Leader, Name: p.Name}
		leaders[p.Side] = append(leaders[p.Side], name)
		seats[p.Side] = append(seats[p.Side], orders.SeatName(p.ID, p.Name))
		share(i, name)
	}
	kind := func(kind, want string) orders.NamesKind {
		return orders.NamesKind{Kind: kind, Want: want, Unknown: unknownName, Ambiguous: ambiguous}
	}
	b.all = &speech{b: b}
	for side := range seats {
		b.all.units[side] = orders.NewNames(kind("unit", "a unit"), units[side]...)
		b.all.leaders[side] = orders.NewNames(kind("leader", "a leader"), leaders[side]...)
		b.all.seats[side] = orders.NewNames(kind("seat", "a seat of your side"), seats[side]...)
	}
	b.all.gather()
	for i := range b.Posts {
		b.own = append(b.own, orders.NewNames(orders.NamesKind{}, own[i]...))
		b.others = append(b.others, orders.NewNames(orders.NamesKind{}, others[i]...))
	}
}

func (sp *speech) gather() {
	sp.all = []*orders.Names{sp.units[0], sp.units[1], sp.leaders[0], sp.leaders[1]}
}

// knowing returns the speech limited to known names.
func (sp *speech) knowing(known func(id string) bool) *speech {
	some := *sp
	for side := range sp.units {
		some.units[side], some.leaders[side] = sp.units[side].Only(known), sp.leaders[side].Only(known)
	}
	some.gather()
	return &some
}

// language is the grammar of all orders except plan entries (section f).
var language = grammar.Grammar[*parser, order]{
	Refusals: refusals, Unknown: unknownOrder, Incomplete: incomplete, Ambiguous: ambiguous, BadNumber: badNumber,
	UnknownWant: "an order",
	Continues:   []string{"TOWARDS", "TOWARD", "FROM", "FACING", "UNLESS", "ONLY", "WITHIN", "UNDER", "AFTER"},
	Keywords: []string{"TO", "TOWARDS", "IF", "UNLESS", "ELSE", "WITH", "ONLY WITH", "FROM", "IN FLANK", "VIA",
		"FACING", "AND FIRE", "OF", "UNDER"},
	Fillers: []string{"THE", "THEN", "PLEASE", "HEX", "HEXES", "IS"},
	Begins:  beginsEntry,
	Kinds: append(slots, grammar.Rows[*parser, Relief]{Kind: "relief", Kinds: slots, Unknown: incomplete,
		Want: "ON and a result (ACTIVATION, RALLY, MORALE, COMBAT), or NONE",
		Rows: []grammar.Verb[*parser, Relief]{{Name: "ON", Then: setReliefDefault,
			Means: "{kind…} [OF ANY=of any unit | of {unit:friend…}] [under {n} hits]",
			Form:  "{kind…} [OF ANY | OF {unit:friend…}] [UNDER {n} ?HITS/HIT]"}}}),
	Verbs: []grammar.Verb[*parser, order]{
		{Name: "PLAN", Prefix: true, Grammar: "[PLAN] who[, who]: action [ELSE action]",
			Help: "An entry of your plan; the order of lines is the priority. Actions: MOVE TO, MOVE TOWARDS, ATTACK, FIRE " +
				"AT, FACE, " +
				"RALLY, LEAVE SQUARE, HOLD, ATTACH TO.",
			Example: "1ligne: ATTACK 95foot IN FLANK WITH guns IF 95foot SHAKEN ELSE FIRE AT 95foot"},
		{Name: "REACT", Prefix: true, Grammar: "REACT who: clause, …",
			Help: "How units react: SQUARE AT n, SQUARE NEVER, RETIRE YES|NO|AT n, BATTLE BACK, GROUND, BREAKTHROUGH, RALLY " +
				"YES|NO, " +
				"FLAGS IGNORE|RETREAT.", Example: "REACT ALL INFANTRY: SQUARE AT 2"},
		{Name: "ADC", Form: "(:) <NONE | {relief}>", Grammar: "ADC ON kind[, kind] [OF unit|OF ANY] [UNDER n HITS]; ADC NONE",
			Help: "What your ADCs are used for: ACTIVATION, RALLY, MORALE, COMBAT.", Example: "ADC ON COMBAT OF 1ligne UNDER " +
				"2 HITS",
			Then:  is(orderADC),
			Means: "Your aides-de-camp help <with {relief} | nobody>"},
		{Name: "BONUS", Form: "(:) <NONE | {unit:mine…}>", Grammar: "BONUS unit, …; BONUS NONE",
			Help: "Who goes first in a bonus activation.", Example: "BONUS hussars", Then: is(orderBonus),
			Means: "In a bonus activation the first to act are <{unit:mine…} | as they stand>"},
		{Name: "ON EVENT", Form: "(:) MOVE TO/MOVE/MARCH/ADVANCE/GO/WITHDRAW/RETIRE/FALL BACK (TO) {hex}",
			Grammar: "ON EVENT MOVE TO hex",
			Help:    "Where your leader dashes if an event lets him.", Example: "ON EVENT MOVE TO E6", Then: dash,
			Means: "If an event lets you, you will go to {hex}"},
		{Name: "PRECEDENCE", Form: "(:) {seat…}", Grammar: "PRECEDENCE seat, …",
			Help: "The chief's rota: whose plan is offered the next chit.", Example: "PRECEDENCE reille, ney, reille",
			Then:  rota,
			Means: "The next chits are offered in this order: {seat…}"},
	},
}.Compile()

// beginsEntry decides whether a line begins a plan entry. It does if it has names and a colon, a colon and an
// action word, a name and an action word, or IF … THEN.
func beginsEntry(c orders.Context) orders.Start {
	s := orders.ScanWords(c.Line)
	if s.At("IF", "UNLESS") {
		if hasThen(c.Line) || c.Before == nil && hasThen(c.Next) {
			return orders.Begins
		}
		return orders.Undecided
	}
	if c.Verb {
		return orders.Undecided
	}
	for i, w := range c.Line {
		if w.Text == ":" {
			if i > 0 && orders.ScanWords(c.Line[i+1:]).At(actionPhrases...) {
				return orders.Begins
			}
			break
		}
	}
	if !nameList(s, c.Names, c.Others) {
		return orders.Undecided
	}
	if s.At(":") || s.At(actionPhrases...) {
		return orders.Begins
	}
	return orders.Undecided
}

func hasThen(words []orders.Word) bool {
	return slices.ContainsFunc(words, func(w orders.Word) bool { return w.Fold == "THEN" })
}

func nameList(s *orders.Scanner, names ...*orders.Names) bool {
	for n := 0; ; n++ {
		if m, _ := s.MatchName(names...); s.At("ME") {
			s.Next()
		} else if m.Words > 0 {
			for range m.Words {
				s.Next()
			}
		} else {
			return n > 0
		}
		if !s.More() {
			return true
		}
	}
}

// restOf returns the remaining words without consuming them.
func restOf(s *orders.Scanner) []orders.Word {
	mark := s.Mark()
	defer s.Back(mark)
	return s.Rest()
}
