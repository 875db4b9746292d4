package orderdiscipline

import (
	"slices"
	"strings"

	"galloper/adjudicator/board"
	"galloper/adjudicator/grammar"
	"galloper/adjudicator/rules"
	"galloper/orders"
)

// parser is the context for parsing orders: the writing general, the general whose units they are for, and the
// writer's knowledge.
type parser struct {
	*speech
	b     *Battle
	g     int // the writing general
	whose int // the general whose units the order is for: g, or the addressee of a directive
	enemy *orders.Names
	known bool // limited to the knowledge that the functions below give; otherwise omniscient
	gone  func(unit int) bool
	seen  func(unit int) (board.Rect, bool)
	// whereabouts returns the last known position of a general of the side.
	whereabouts func(general int) board.Point
	has         func(dispatch string) bool

	mail   *grammar.Mail[*parser, order]
	units  []int // units that the steps are for
	before *step // change of formation to insert before the step being read
}

type reader = grammar.Reader[*parser]

// language is the order language (section f).
var language = grammar.Grammar[*parser, order]{
	Head: "[STANDING]", HeadMeans: "[STANDING=Turn after turn:]",
	Refusals: reasons, Unknown: noVerb, UnknownWant: "a verb: " + someVerbs, Incomplete: noVerb,
	Wants: map[string]string{
		noStanding:     "an order to a unit, SELF, SEIZE, CONTEST, REROLL or INITIATIVE after STANDING",
		notCommander:   "the army commander to write it",
		notOurSide:     "a general of your side",
		unitGone:       "a unit that is not gone",
		badChain:       "steps of movement only",
		tooManySteps:   "four steps at most",
		selfTarget:     "another unit than itself",
		notATarget:     "an enemy unit",
		notSubordinate: "a general below you", notAFriend: "a unit of your side",
	},
	Branch:   directive,
	Begins:   beginsOrder,
	Ends:     []string{"AT WILL"},
	Keywords: []string{"THEN", "IF", "ELSE", "OTHERWISE", "VIA", "FACING", "KEEPING", "IN", "WITH", "UNTIL", "TWICE"},
	Fillers:  fillers,
	Kinds: append(slices.Clip(slots),
		unitListKind("subject", subject), unitListKind("units", units),
		grammar.Value[*parser, bool]{Kind: "myself", At: atMyself, Read: myself,
			Text: func(*parser, bool) string { return "" }},
		grammar.Span[*parser, []step]{Kind: "steps", Read: readSteps, Text: stepsText, Prose: stepsProse, Some: someStep},
		grammar.Span[*parser, errand]{Kind: "errand", Read: readErrand, Some: someErrand,
			Text:  func(k *parser, e errand) string { return errands.Text(k, &e) },
			Prose: func(k *parser, e errand) string { return errands.Within(k, &e) }},
		grammar.Value[*parser, []string]{Kind: "cards", Read: readCards,
			Text: func(_ *parser, list []string) string { return strings.Join(list, ", ") },
			Some: func(_ *parser, pick func(int) int) string { return cards[pick(len(cards))] }},
		grammar.Value[*parser, string]{Kind: "dispatch", Read: readDispatch,
			Text: func(_ *parser, id string) string { return id }},
		grammar.Words[*parser, int]{Kind: "word", Words: personalWords()},
		tests("cond", unitTests, "THEN and an order after the condition, such as ENEMY WITHIN 6, unit LOST 2, TURN 3"),
		tests("when", cardTests, "")),
	Verbs: []grammar.Verb[*parser, order]{
		{Name: "REROLL", Say: rerolling[1:], Bad: badCard, Then: cardsBy(true),
			Form:    "(:) <ANY/ALL | {generals:general…}> [IF {cond:when}] [WITH {cards}] [TWICE]",
			Grammar: "REROLL general[, general] or ANY [IF BELOW n] [WITH card…] [TWICE]",
			Help:    "The army commander discards a card to roll a command roll again.",
			Example: "reroll foy if below 6 with jack",
			Means: "A card will be discarded to roll again for <anyone | {generals:general…}> [, if " +
				"{cond:when}] [, with the {cards}] [TWICE=, twice]"},
		{Name: "SEQUENCE", Form: "(:) {unit:units}", Bad: unknownName, Grammar: "SEQUENCE unit, [THEN] unit…",
			Help: "The order in which your units act.", Example: "sequence 17e, 45e",
			Means: "Your units will act in this order: {unit:units}"},
		{Name: "SEIZE", Form: cardForm, Grammar: "SEIZE [WITH card [OR card]…] [IF cond], SEIZE NEVER",
			Bad: badCard, Then: cardsBy(false),
			Help: "Play a card where the initiative is lost.", Example: "seize with queen or jack if turn 3",
			Means: "<NEVER=No card will be played to seize the initiative | If we lose the initiative we play {cards} " +
				"to seize it> [, if {cond:when}]"},
		{Name: "CONTEST", Form: cardForm, Grammar: "CONTEST [WITH card [OR card]…] [IF cond], CONTEST NEVER",
			Bad: badCard, Then: cardsBy(false),
			Help: "Play a card where the enemy seizes the initiative.", Example: "contest with king",
			Means: "<NEVER=No card will be played to keep the initiative | If the enemy seizes the initiative we play " +
				"{cards} to keep it> [, if {cond:when}]"},
		{Name: "INITIATIVE", Form: "(:/,) (MOVE) <FIRST | SECOND>", Bad: badCondition, Then: chiefOnly,
			Grammar: "INITIATIVE FIRST or SECOND", Help: "Whether you move first where you have the initiative.",
			Means: "With the initiative we move <SECOND=second | first>"},
		{Name: "TO", Form: "{to:general} ?: {inner:order}", Grammar: "TO general: order",
			Help: "A directive to a general below you.", Example: "TO foy: all advance to farm",
			Means: "{to:general} is told: {inner:order}"},
		{Name: "OBEY", Form: "{dispatch}", Help: "You take a directive over.", Example: "obey french.ney.t2.1",
			Means: "You take the directive over"},
		{Name: "IF", Form: "{cond} THEN {unit:subject} {steps} [ELSE/OTHERWISE {else:steps}]", Then: checkUnits,
			Grammar: "IF cond [AND cond…] THEN unit order [ELSE order]",
			Example: "if enemy cavalry within 8 then 2gr form square else support 1gr",
			Means:   "If {cond}, {unit:subject} will {steps} [; if not, {else:steps}]"},
		{Name: "CANCEL STANDING", Form: "(ORDERS/ORDER) (FOR/OF) (:) [{word} | {unit:units}]", Bad: unknownName,
			Hidden: true},
		{Name: "LETTER TO", Form: "{to:general…}", Hidden: true},
		{Name: "SELF", Bare: true, Form: "<SELF/I/ME/I'LL | {myself}> {errand}", Hidden: true,
			Means: "You will {errand}"},
		{Name: string(orderUnit), Bare: true, Hidden: true, Then: checkUnits,
			Form:  "{unit:subject} [IF {cond} THEN] {steps} [IF {behind:cond}] [ELSE/OTHERWISE {else:steps}]",
			Means: "{unit:subject} will {steps} [, if {cond}] [; if not, {else:steps}]"},
	},
}.Compile()

// mailLanguage is the language that splits a mail into orders. It has the verbs of steps as well.
func mailLanguage() orders.Language {
	l := language.Language()
	l.Verbs = slices.Concat(l.Verbs, conduct.Language().Verbs)
	return l
}

const cardForm = "(:) (INITIATIVE) [NEVER] [WITH {cards}] (,) [IF {cond:when}]"

const someVerbs = "HOLD, MOVE TO, FORM, FACE, CHARGE, SUPPORT, RALLY, FIRE, ON CHARGE …"

var slots = []grammar.Kind[*parser]{
	grammar.Names[*parser, int]{Kind: "friend", Want: "a unit of your side", Foiled: notAFriend, Of: unitOf,
		Text: unitText, Sets: func(k *parser) []*orders.Names { return []*orders.Names{k.own, k.side} },
		Foils: func(k *parser) []*orders.Names { return []*orders.Names{k.enemy} }},
	grammar.Names[*parser, int]{Kind: "who", Want: "a unit", Of: unitOf, Text: unitText,
		Sets: func(k *parser) []*orders.Names { return []*orders.Names{k.own, k.side, k.enemy} }},
	grammar.Value[*parser, int]{Kind: "general", Read: readGeneral,
		Text:  func(k *parser, g int) string { return k.b.Generals[g].ID },
		Prose: func(k *parser, g int) string { return k.b.Generals[g].Name },
		Some:  func(k *parser, pick func(int) int) string { return k.b.Generals[pick(len(k.b.Generals))].ID }},
	grammar.Value[*parser, board.Point]{Kind: "place", Read: readPlace,
		Text:  func(_ *parser, p board.Point) string { return point(p) },
		Prose: (*parser).spot,
		Some:  func(*parser, func(int) int) string { return "20,12" }},
	inchesKind("n", badDistance), inchesKind("gap", badCondition),
	grammar.Number[*parser]{Kind: "count", Bad: badCondition, Want: "a whole number"},
	grammar.Words[*parser, int]{Kind: "arm", Words: armWords()},
}

var unitOf, unitText = rules.UnitOf[*parser], rules.UnitText[*parser]

// UnitIDs implements rules.UnitLister.
func (k *parser) UnitIDs() *rules.IDs { return &k.b.unitIDs }

// inchesKind is a kind for lengths above 0.
func inchesKind(kind, bad string) grammar.Kind[*parser] {
	return grammar.Value[*parser, int]{Kind: kind, Text: func(_ *parser, n int) string { return inches(n) },
		Prose: inchesProse,
		Some:  func(_ *parser, pick func(int) int) string { return inches(25 + 25*pick(40)) },
		Read:  func(r *reader) int { return readLength(r, bad) }}
}

// unitListKind is a constructor of kinds for lists of units.
func unitListKind(kind string, read func(*reader) []int) grammar.Kind[*parser] {
	return grammar.Value[*parser, []int]{Kind: kind, Read: read,
		Text: func(k *parser, list []int) string {
			if list == nil {
				return ""
			}
			return idList(&k.b.unitIDs, list)
		},
		Prose: func(k *parser, list []int) string {
			names := make([]string, len(list))
			for i, u := range list {
				names[i] = k.b.Units[u].Name
			}
			return grammar.Listed(names)
		},
		Some: func(k *parser, pick func(int) int) string {
			own := k.own.All()
			return own[pick(len(own))].ID
		}}
}

func armWords() (words []grammar.Word[int]) {
	for arm, ways := range armPhrases {
		words = append(words, grammar.Word[int]{Word: ways[0], Value: arm, Say: ways[1:]})
	}
	return words
}

func personalWords() (words []grammar.Word[int]) {
	for i, kind := range personal {
		words = append(words, grammar.Word[int]{Word: string(kind), Value: i})
	}
	return words
}

// tests makes a kind for conditions (f5).
func tests(kind string, rows []grammar.Verb[*parser, cond], end string) grammar.Kind[*parser] {
	return grammar.Conditions[*parser, cond]{Kind: kind, Rows: rows, Kinds: slots, Bad: badCondition, WantEnd: end,
		Want: "a condition: ENEMY WITHIN n, FIRST, INITIATIVE, STEADY, LOST n, TURN n, CHARGED …",
		Fillers: []string{"THE", "ANY", "IS", "ARE", "COMES", "COME", "GETS", "GET", "HAS", "HAVE", "WE", "IT", "YOU",
			"BE", ",", ":"}}
}

// unitTests lists the conditions that orders to units may have.
var unitTests = append([]grammar.Verb[*parser, cond]{
	{Name: string(condEnemy), Say: []string{"ENEMIES"}, Form: "[{arm}] " + near,
		Means: "an enemy [{arm}] is within {n:gap}"},
	{Name: "ANYONE", Say: []string{"ANYBODY"}, Form: near,
		Then: func(_ *reader, c *cond) { c.Kind = condEnemy }},
	{Name: string(condUnit), Form: "{who} " + near,
		Means: "{who} are within {n:gap}"},
	{Name: string(condFirst), Say: []string{"MOVE FIRST"}, Means: "we move first"},
	{Name: string(condSecond), Say: []string{"MOVE SECOND"}, Means: "we move second"},
	{Name: string(condInitiative), Means: "we have the initiative"},
	{Name: string(condCharged), Means: "they are charged"},
	{Name: string(condLost), Say: []string{"LOSE", "LOSES"}, Form: "{n:count} (STANDS/STAND)",
		Means: "they have lost {n:count} stands"},
	{Name: string(condLostBy), Bare: true, Form: "{who} LOST/LOSE/LOSES {n:count} (STANDS/STAND)", Then: ofOurSide,
		Means: "{who} have lost {n:count} stands"},
	{Name: string(condTurn), Form: "{n:count}", Means: "turn {n:count} has come"},
}, states()...)

const near = "WITHIN/NEARER THAN/CLOSER THAN {n:gap} (AWAY/OF) (IT/US)"

func states() (rows []grammar.Verb[*parser, cond]) {
	for i, say := range [...][]string{{"IN GOOD ORDER"}, {"SHAKEN", "WAVERING", "DISORDERED", "IN DISORDER"},
		{"ROUTED", "BROKEN", "RUNNING", "IN ROUT"}} {
		word := strings.ToUpper(conditions[i])
		ways := strings.Join(append([]string{word}, say...), "/")
		rows = append(rows, grammar.Verb[*parser, cond]{Name: word, Say: say, Means: "they are " + conditions[i]},
			grammar.Verb[*parser, cond]{Name: theirs + word, Bare: true, Form: "{who} " + ways, Then: orVisible,
				Means: "{who} are " + conditions[i]})
	}
	return rows
}

// orVisible refuses a condition on the state of an enemy unless it is routing, the only state that can be
// seen.
func orVisible(r *reader, c *cond) {
	if c.Kind.state() != Routing {
		ofOurSide(r, c)
	}
}

// ofOurSide refuses a condition about an enemy unit.
func ofOurSide(r *reader, c *cond) {
	if u, ok := c.Unit.Get(); ok && r.Desk.b.Units[u].Side != r.Desk.b.Generals[r.Desk.g].Side {
		r.Forbid(r.Begin, notAFriend, "")
	}
}

// cardTests lists the conditions that card orders may have. LOST is implied and therefore dropped.
var cardTests = []grammar.Verb[*parser, cond]{
	{Name: string(condBelow), Form: "{n:count}",
		Means: "the score is below {n:count}"}, {Name: string(condTurn), Form: "{n:count}", Means: "turn {n:count} has come"},
	{Name: string(condHand), Form: "{n:count}",
		Means: "we hold {n:count} cards"},
	{Name: string(condLost), Say: []string{"LOSE"}},
}

// cardsBy completes an order to play cards or to discard them for re-rolls.
//
// §2.4 §2.5 §3.6 f5
func cardsBy(reroll bool) func(*reader, *order) {
	return func(r *reader, o *order) {
		chiefOnly(r, o)
		if !reroll {
			o.If = slices.DeleteFunc(o.If, func(c cond) bool { return c.Kind == condLost })
		}
		below := 0
		for _, c := range o.If {
			below += bit(c.Kind == condBelow)
			if c.Kind == condLost || c.Kind == condBelow && (!reroll || c.Not || c.N == 0 || below > 1) {
				r.Forbid(r.Begin, badCondition, "TURN n or HAND n, of REROLL also BELOW n, a score above 0, once")
			}
		}
		slices.SortStableFunc(o.If, func(a, b cond) int { return bit(b.Kind == condBelow) - bit(a.Kind == condBelow) })
		if len(o.If) == 0 {
			o.If = nil
		}
		switch {
		case o.Never && (o.Cards != nil || o.If != nil):
			r.Refuse(r.Begin, badCard, "NEVER alone, without a card after it")
		case o.Cards == nil && !o.Never:
			o.Cards = []string{"lowest"}
		}
	}
}

// chiefOnly refuses an order that only the army commander may give.
func chiefOnly(r *reader, _ *order) {
	k := r.Desk
	if !k.b.Sides[k.b.Generals[k.g].Side].Chief.Is(k.g) {
		r.Forbid(r.Begin, notCommander, "")
	}
}

// directive reads the order after TO general: one to the general's units or to the general in person.
//
// §12.1
func directive(r *reader, read func() *order) *order {
	k, to := r.Desk, r.Row.(*order).To[0]
	if k.b.Generals[to].Side != k.b.Generals[k.g].Side {
		r.Rest() // parsing it would reveal the state of the enemy's troops
		return nil
	}
	if !k.b.isSubordinate(to, k.g) {
		r.Forbid(r.First, notSubordinate, "")
	}
	if at := r.Here(); r.Accept("STANDING") {
		r.Forbid(at, noStanding, "an order without STANDING: a directive that you take over lasts anyway")
	}
	his, words := *k, *k.speech
	words.own, words.side, words.self = k.b.speech[to].own, k.b.speech[to].side, k.b.speech[to].self
	his.whose, his.speech = to, &words
	at := r.Here()
	r.Desk = &his
	o := read()
	r.Desk = k
	if o != nil && o.Kind != orderUnit && o.Kind != orderSelf {
		r.RefuseAt(at, noVerb, "an order to that general's units, or SELF and one for the general")
	}
	return o
}
