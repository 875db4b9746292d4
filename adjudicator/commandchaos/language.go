package commandchaos

import (
	"slices"
	"strings"

	"galloper/adjudicator"
	"galloper/adjudicator/board"
	"galloper/adjudicator/grammar"
	"galloper/adjudicator/rules"
	"galloper/orders"
)

// parser reads and writes the orders of a side, or of one of its officers. That officer is meant if an order names
// none.
type parser struct {
	b     *Battle
	side  int
	self  int
	where map[adjudicator.Index]orders.Word // where each unit was named
	cards []orders.Word                     // where the cards were named, in order
	mail  *grammar.Mail[*parser, Order]
}

type reader = grammar.Reader[*parser]

// language is the order language (section f).
var language = grammar.Grammar[*parser, Order]{
	Head: "[TO {to} :] [STANDING]", HeadMeans: "[STANDING=Turn after turn:]",
	First:    "unit",
	Refusals: refusals, Unknown: unknownOrder, Incomplete: incomplete, Ambiguous: ambiguous,
	UnknownWant: "a verb, such as ADVANCE, HOLD or CHARGE",
	Wants:       wants,
	Lenient:     true,
	New:         func() *Order { return newOrder("") },
	Branch:      branch,
	// `hits>0` is three words
	Cut:      func(words []orders.Word) []orders.Word { return orders.CutSigns(words, "<>") },
	Keywords: []string{"TO", "WITH", "AT", "OR", "ON", "OF", "THEN", "ELSE", "UNTIL", "COUNTER", "STAND"},
	Fillers:  []string{"PLEASE", "THE", "OUR"},
	Stops: []string{",", ":", "&", "AND", "OR", "TO", "AT", "ON", "OF", "WITH", "THEN", "ELSE", "UNTIL", "COUNTER",
		"STAND", "LEFT", "RIGHT", "ENGAGED", "ROUTED", "FLANKED", "HITS", "STAMINA", "MORALE", "MOVED", "RESERVE", "="},
	Kinds: append(kinds, grammar.Conditions[*parser, Cond]{Kind: "cond", Rows: tests, Kinds: kinds,
		Bad: badCondition, Want: conditionWant, WantEnd: "THEN and an order after the conditions"}),
	Verbs: []grammar.Verb[*parser, Order]{
		{Name: "ADVANCE", Say: []string{"MOVE", "FORWARD"},
			Form:    "{unit…} [{n} (SPACE/SPACES) | TO {space} | TO CONTACT] [WITH {light:unit}]",
			Help:    "Straight ahead in the column: heavy infantry 1, lights 2, cavalry to contact.",
			Example: "ADVANCE q1 2 WITH v1",
			Means: "{unit…} will go forward [by {n} spaces | to {space} | TO CONTACT=until they meet the enemy] [, " +
				"and take {light:unit} with them]"},
		{Name: "BACK", Say: []string{"RETIRE", "WITHDRAW"},
			Form: "{unit…} [{n} (SPACE/SPACES) | TO {space}] [WITH {light:unit}]",
			Help: "Straight back in the column.", Example: "BACK q1 TO b1",
			Means: "{unit…} will go back [by {n} spaces | to {space}] [, and take {light:unit} with them]"},
		{Name: "HOLD", Say: []string{"STAY"}, Form: "{unit…}", Help: "The units keep their places.", Example: "HOLD r4",
			Means: "{unit…} will keep their places"},
		{Name: "CHARGE", Form: "{unit…} [?AT {enemy}] [OR HOLD/OR STAY] [WITH {light:unit}]",
			Help:    "Once in the battle, for 1 stamina. OR HOLD: only if it comes to a charge.",
			Example: "CHARGE q1 AT n1 OR HOLD",
			Means: "{unit…} will charge [{enemy}] [, and take {light:unit} with them] [OR HOLD=, but stay where " +
				"they are if it does not come to a charge]"},
		{Name: "FLANK", Say: []string{"OUTFLANK"}, Form: "{unit} [LEFT | RIGHT] [?ON {enemy}] [SIDE]",
			Help:    "Round the flank of heavy infantry, from a column without enemies. SIDE: not into the rear.",
			Example: "FLANK r1 ON p2",
			Means: "{unit} will go round the enemy [{enemy}] [LEFT=by the left | RIGHT=by the right] [SIDE=, into " +
				"the flank and not into the rear]"},
		{Name: "REACT", Form: "{unit…} <COUNTER/COUNTER-CHARGE/COUNTERCHARGE/COUNTER CHARGE | STAND>",
			Help: "What they do when charged: counter-charge for 1 stamina, or stand.", Example: "REACT r1, r2 COUNTER",
			Means: "{unit…} will <COUNTER=charge in turn | stand> when they are charged"},
		{Name: "STRIKE", Say: []string{"TARGET"}, Form: "{unit} AT {enemy}",
			Help: "Cavalry that two enemies attack strikes at the one who joined.", Example: "STRIKE q1 AT n2",
			Means: "{unit} will strike at {enemy} if it has the choice"},
		{Name: "CARD", Say: []string{"PLAY"}, Form: "{card OR…} ON {unit}", Help: "A battle card on a line unit.",
			Example: "CARD onslaught OR wedge ON r1",
			Means:   "The card {card OR…} will be played on {unit}"},
		{Name: "SHIFT", Grammar: "SHIFT unit LEFT | RIGHT [n], SHIFT unit TO column",
			Form: "{unit} <<LEFT | RIGHT> [(BY) {n} (COLUMN/COLUMNS/SPACE/SPACES)] | TO (COLUMN) {column}>",
			Help: "A reserve changes columns at the end of the turn.", Example: "SHIFT r5 LEFT",
			Means: "{unit} will change columns at the end of the turn, <<LEFT=to the left | RIGHT=to the right> [by " +
				"{n} columns] | to {column}>"},
		{Name: "RIDE", Form: "[{officer}] TO {zone}", Then: himself,
			Help: "An officer who is not attached rides to a zone.", Example: "RIDE TO left-wing",
			Means: "{officer} will ride to {zone}"},
		{Name: "ATTACH", Say: []string{"JOIN"}, Form: "[{officer}] ?TO {unit}", Then: himself,
			Help: "An officer joins a line unit in his zone.", Example: "ATTACH TO r2",
			Means: "{officer} will join {unit}"},
		{Name: "DETACH", Say: []string{"LEAVE"}, Form: "[{officer}]", Then: himself,
			Help:  "An officer leaves the unit that he is with.",
			Means: "{officer} will leave the unit that he is with"},
		{Name: "INITIATIVE", Form: "<FIRST | SECOND>", Help: "If we win the die: whether we move a zone first.",
			Means: "If we win the die we move a zone <SECOND=second | first>"},
		{Name: "CARDS", Form: "<FIRST | SECOND>", Help: "If we win the die: whether we place a card first.",
			Means: "If we win the die we place a card <SECOND=second | first>"},
		{Name: "ZONES", Form: "{zone…}", Help: "The order in which our zones move.",
			Example: "ZONES left-wing, left, centre",
			Means:   "Our zones move in this order: {zone…}"},
		{Name: "PASS", Form: "{zone…}", Help: "No unit of the zone moves this turn.",
			Means: "No unit of {zone…} moves this turn"},
		{Name: "WAIT", Form: "{zone} UNTIL {cond}", Grammar: "WAIT zone UNTIL cond [AND cond…]",
			Help: "The zone is passed over until then.", Example: "WAIT right UNTIL OPPOSITE right MOVED",
			Means: "{zone} waits until {cond}"},
		{Name: "DISCARD", Form: "{card…}", Grammar: "DISCARD card[, card]", Help: "Cards to exchange for others.",
			Example: "DISCARD feint, feint",
			Means:   "{card…} will be exchanged for other cards"},
		{Name: "PLACE", Form: "{unit} AT {space} [RESERVE/AS RESERVE/IN RESERVE]", Help: "Setup turn only.",
			Example: "PLACE r5 AT e1 RESERVE",
			Means:   "{unit} will begin the battle at {space} [RESERVE=, in reserve]"},
		{Name: "CHIT", Form: "{unit} {chit}", Grammar: "CHIT unit n[V]",
			Help:    "Setup turn only: max morale 2 to 5, V for veterans.",
			Example: "CHIT r1 5V",
			Means:   "{unit} gets the morale chit {chit}"},
		{Name: "TO", Prefix: true, Grammar: "TO zone | lieutenant: order", Help: "A directive.",
			Example: "TO left-wing: CHARGE q1"},
		{Name: "IF", Form: "{cond} THEN {then:order} [ELSE {else:order}]",
			Grammar: "IF cond [AND cond…] THEN order [ELSE order]",
			Example: "IF ENEMY LINE WITHIN 2 OF r3 THEN HOLD r3 ELSE ADVANCE r3",
			Means:   "If {cond}: {then:order} [; if not: {else:order}]"},
		{Name: "CANCEL STANDING", Form: "[{unit}]", Hidden: true},
		{Name: "STANDING", Prefix: true, Hidden: true},
	},
}.Compile()

var kinds = []grammar.Kind[*parser]{
	ownUnit,
	grammar.Names[*parser, int]{Kind: "enemy", Want: "an enemy unit", Unknown: unknownUnit,
		Sets: enemyNames(unitNames), Foils: ownNames(unitNames), Foiled: notEnemy, Of: unitOf, Text: unitText},
	grammar.Names[*parser, int]{Kind: "any", Want: "a unit", Unknown: unknownUnit,
		Sets: func(k *parser) []*orders.Names {
			return slices.Concat(ownNames(unitNames)(k), enemyNames(unitNames)(k))
		},
		Of: unitOf, Text: unitText},
	grammar.Names[*parser, int]{Kind: "zone", Want: "a zone: " + strings.Join(zoneIDs, ", "), Unknown: unknownZone,
		Sets: func(k *parser) []*orders.Names { return []*orders.Names{k.b.words.zones} },
		Of:   func(k *parser, id string, _ *orders.Names) int { return k.b.zoneNamed(k.side, id) },
		Text: func(k *parser, zone int) string { return k.b.zoneName(k.side, zone) }},
	grammar.Names[*parser, int]{Kind: "card", Want: "a battle card", Unknown: unknownCard, Repeats: true,
		Sets: func(k *parser) []*orders.Names { return []*orders.Names{k.b.words.cards} },
		Of:   func(k *parser, id string, _ *orders.Names) int { return k.b.Tables.card(id) },
		Text: func(k *parser, card int) string { return k.b.Tables.Cards[card].ID }, Then: cardNamed},
	grammar.Names[*parser, int]{Kind: "officer", Want: "an officer of yours", Unknown: unknownOfficer,
		Sets: ownNames(officerNames), Foils: enemyNames(officerNames), Foiled: notYours,
		Of:   func(k *parser, id string, _ *orders.Names) int { return k.b.leader(id) },
		Text: func(k *parser, i int) string { return k.b.Leaders[i].ID }},
	grammar.Names[*parser, Addressee]{Kind: "to", Want: "a zone or a lieutenant", Unknown: unknownZone,
		Sets:  func(k *parser) []*orders.Names { return []*orders.Names{k.b.words.zones, k.b.words.deputies[k.side]} },
		Foils: func(k *parser) []*orders.Names { return k.b.words.deputies[1-k.side : 2-k.side] },
		Of:    addresseeOf, Then: addressed,
		Text: func(k *parser, to Addressee) string { return k.b.zoneName(k.side, to.Must()) }},
	grammar.Number[*parser]{Kind: "n", Least: 1, Bad: badNumber, Want: "a number of 1 or more"},
	grammar.Number[*parser]{Kind: "figure", Bad: badNumber, Want: "a number"},
	grammar.Value[*parser, board.Space]{Kind: "space", Read: readSpace,
		Absent: func(at board.Space) bool { return at == offBoard },
		Text:   func(_ *parser, at board.Space) string { return at.String() },
		Some:   func(_ *parser, pick func(int) int) string { return board.Space{Col: pick(10), Row: pick(7)}.String() }},
	grammar.Value[*parser, int]{Kind: "column", Read: readColumn,
		Text: func(_ *parser, c int) string { return string(rune('a' + c)) },
		Some: func(_ *parser, pick func(int) int) string { return string(rune('a' + pick(10))) }},
	grammar.Value[*parser, Morale]{Kind: "chit", Read: readMorale,
		Text: func(_ *parser, c Morale) string { return chitText(c.Points, c.Veteran) },
		Some: func(_ *parser, pick func(int) int) string { return chitText(4+pick(2), pick(2) == 0) }},
	grammar.Value[*parser, int]{Kind: "of", Read: ofUnit,
		Text: func(k *parser, u int) string { return "OF " + k.b.Units[u].ID },
		Some: func(k *parser, pick func(int) int) string {
			own := k.b.words.units[k.side].All()
			return "OF " + own[pick(len(own))].ID
		}},
	grammar.Value[*parser, string]{Kind: "op", Read: readOp, Text: func(_ *parser, op string) string { return op },
		Some: func(_ *parser, pick func(int) int) string { return []string{"<", "AT LEAST", "="}[pick(3)] }},
}

var ownUnit = grammar.Names[*parser, int]{Kind: "unit", Want: "a unit of yours", Unknown: unknownUnit,
	Sets: ownNames(unitNames), Foils: enemyNames(unitNames), Foiled: notYours, Of: unitOf, Text: unitText,
	Then: func(r *reader, u int, _ *orders.Names, at orders.Word) { r.Desk.where[adjudicator.At(u)] = at }}

func unitNames(b *Battle) *[2]*orders.Names    { return &b.words.units }
func officerNames(b *Battle) *[2]*orders.Names { return &b.words.officers }

// ownNames returns the names of the own side, theirs those of the other side.
func ownNames(of func(*Battle) *[2]*orders.Names) func(*parser) []*orders.Names {
	return func(k *parser) []*orders.Names { return of(k.b)[k.side : k.side+1 : k.side+1] }
}

func enemyNames(of func(*Battle) *[2]*orders.Names) func(*parser) []*orders.Names {
	return func(k *parser) []*orders.Names { return of(k.b)[1-k.side : 2-k.side : 2-k.side] }
}

var unitOf, unitText = rules.UnitOf[*parser], rules.UnitText[*parser]

// UnitIDs implements rules.UnitLister.
func (k *parser) UnitIDs() *rules.IDs { return &k.b.unitIDs }

// cardNamed records the place of a card's name. A comma inside a name (`Steady, men`) ends no list.
func cardNamed(r *reader, card int, _ *orders.Names, at orders.Word) {
	r.Desk.cards = append(r.Desk.cards, at)
	if card < 0 {
		return
	}
	if _, tail, ok := strings.Cut(r.Desk.b.Tables.Cards[card].Name, ","); ok {
		r.Accept(", " + orders.Fold(strings.TrimSpace(tail)))
	}
}

// addresseeOf returns a zone, or a lieutenant named by the officer or the seat.
func addresseeOf(k *parser, id string, set *orders.Names) Addressee {
	if set == k.b.words.zones || id == "" {
		return Addressee{Index: adjudicator.At(k.b.zoneNamed(k.side, id))}
	}
	return Addressee{Lieutenant: adjudicator.At(k.b.leader(id))}
}

func addressed(r *reader, to Addressee, _ *orders.Names, at orders.Word) {
	i, ok := to.Lieutenant.Get()
	if ok && r.Desk.b.Leaders[i].Side != r.Desk.side {
		r.Forbid(at, notYours, "a zone or a lieutenant of yours")
	}
	if ok && !r.Desk.b.Leaders[i].Lieutenant {
		r.Forbid(at, unknownOfficer, "a zone or a lieutenant")
	}
}

// himself fills in the writing officer if the order names none.
func himself(r *reader, o *Order) {
	if o.Officer.None() {
		o.Officer = adjudicator.At(r.Desk.self)
	}
}

// canStand lists the verbs that STANDING accepts; noIf lists those that IF does not.
var (
	canStand = []Verb{Advance, Back, Hold, Charge, Flank, React, Strike, Initiative, CardsFirst, ZoneOrder}
	noIf     = []Verb{Pass, Wait, Discard, Place, Chit, If, Cancel}
)

// branch parses the order after THEN or ELSE.
func branch(r *reader, read func() *Order) *Order {
	first := r.Here()
	if r.At("TO", "STANDING") {
		r.Refuse(first, noCondition, "an order that may have a condition")
		r.Rest()
		return nil
	}
	o := read()
	if o != nil && slices.Contains(noIf, o.Verb) {
		r.Refuse(first, noCondition, "an order that may have a condition")
	}
	return o
}

func readSpace(r *reader) board.Space {
	at := r.Here()
	if r.Done() {
		r.Refuse(at, incomplete, "a space, such as d4")
		return offBoard
	}
	r.Next()
	space, ok := r.Desk.b.spaceNamed(strings.ToLower(at.Fold))
	if !ok {
		r.Refuse(at, badSpace, "a space of the board, such as d4")
		return offBoard
	}
	return space
}

func readColumn(r *reader) int {
	at := r.Here()
	r.Next()
	switch {
	case at.Text == "":
		r.Refuse(at, incomplete, "a column, a to j")
	case len(at.Fold) != 1 || at.Fold[0] < 'A' || at.Fold[0] > 'J':
		r.Refuse(at, badSpace, "a column, a to j")
	default:
		return int(at.Fold[0] - 'A')
	}
	return -1
}

func readMorale(r *reader) Morale {
	at := r.Here()
	if r.Done() {
		r.Refuse(at, incomplete, "a chit, 2 to 5, with V for veterans")
		return Morale{}
	}
	text := r.Next().Fold
	if r.Accept("V") {
		text += "V"
	}
	points, veteran, ok := readChit(text)
	if !ok || points < 2 || points > 5 || veteran && points < 4 {
		r.Refuse(at, badChit, "a chit, 2 to 5, with V after 4 or 5 for veterans")
	}
	return Morale{points, veteran}
}

const conditionWant = "ENEMY WITHIN n, CLEAR AHEAD, unit ENGAGED, ROUTED or FLANKED, unit HITS, STAMINA or MORALE " +
	"op n, CARD ON unit, " +
	"OPPOSITE zone MOVED, WE ARE FIRST or WE ARE SECOND"

var tests = []grammar.Verb[*parser, Cond]{
	{Name: string(TestFirst), Form: "WE ARE FIRST",
		Means: "we are first"},
	{Name: string(TestSecond), Form: "WE ARE SECOND",
		Means: "we are second"},
	{Name: string(TestOpposite), Form: "{zone} (HAS/IS) MOVED",
		Means: "{zone} has moved"},
	{Name: string(TestCard), Form: "{unit:any}",
		Means: "a card lies on {unit:any}"},
	{Name: string(TestClear), Form: "CLEAR AHEAD {unit:of}",
		Means: "nothing stands before {unit:any}"},
	{Name: string(TestEnemy), Form: "[LINE] WITHIN {n} (SPACE/SPACES) {unit:of}",
		Means: "an enemy [LINE=of the line] is within {n} spaces of {unit:any}"},
	{Name: string(TestEngaged), Form: "{unit:any} (IS/ARE/HAS) ENGAGED",
		Means: "{unit:any} is engaged"},
	{Name: string(TestRouted), Form: "{unit:any} (IS/ARE/HAS) ROUTED",
		Means: "{unit:any} is routed"},
	{Name: string(TestFlanked), Form: "{unit:any} (IS/ARE/HAS) FLANKED",
		Means: "{unit:any} is flanked"},
	{Name: string(TestHits), Form: "{unit:any} (IS/ARE/HAS) HITS {op} {n:figure}",
		Means: "{unit:any} has hits {op} {n:figure}"},
	{Name: string(TestStamina), Form: "{unit:any} (IS/ARE/HAS) STAMINA {op} {n:figure}",
		Means: "{unit:any} has stamina {op} {n:figure}"},
	{Name: string(TestMorale), Form: "{unit:any} (IS/ARE/HAS) MORALE {op} {n:figure}",
		Means: "{unit:any} has morale {op} {n:figure}", Then: moraleSeen},
}

// moraleSeen refuses conditions about an enemy's hidden morale.
func moraleSeen(r *reader, c *Cond) {
	if u, ok := c.Unit.Get(); ok && r.Desk.b.Units[u].Side != r.Desk.side {
		r.Forbid(r.Begin, hiddenFact, "HITS or STAMINA: the enemy's morale is hidden")
	}
}

// ofUnit parses `OF unit`. It is optional if the order names only one unit.
func ofUnit(r *reader) int {
	if r.Accept("OF") {
		return ownUnit.Read(r)
	}
	if o := r.Row.(*Order); o.Then != nil && len(o.Then.Units) == 1 {
		return o.Then.Units[0]
	}
	r.Refuse(r.Here(), badCondition, "OF unit")
	return -1
}

func readOp(r *reader) string {
	switch op := r.AcceptOf("AT LEAST", "AT MOST", ">", "<", "="); op {
	case "":
		r.Refuse(r.Here(), badCondition, "=, <, >, <=, >=, AT LEAST or AT MOST")
		r.Rest()
		return ""
	case "AT LEAST":
		return ">="
	case "AT MOST":
		return "<="
	case ">", "<":
		if r.Accept("=") {
			op += "="
		}
		return op
	default:
		return op
	}
}
