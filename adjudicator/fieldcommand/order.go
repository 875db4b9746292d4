package fieldcommand

import (
	"slices"
	"strings"

	"galloper/adjudicator"
	"galloper/adjudicator/grammar"
)

// The verbs as outcomes name them.
const (
	verbAdvance      = "advance"
	verbAssault      = "assault"
	verbBombard      = "bombard"
	verbCharge       = "charge"
	verbManeuver     = "maneuver"
	verbAttack       = "attack"
	verbTake         = "take"
	verbCavalryMarch = "cavalry-march"
	verbFieldMarch   = "field-march"
	verbLocalMarch   = "local-march"
	verbRoadMarch    = "road-march"
	verbMarch        = "march"
	verbHold         = "hold"
	verbWait         = "wait"
	verbLimber       = "limber"
	verbRange        = "range"
	verbSpike        = "spike"
	verbMerge        = "merge"
	verbSplit        = "split"
	verbRally        = "rally"
	verbMobilize     = "mobilize"
	verbPlay         = "play"
	verbRide         = "ride"
	verbAssign       = "assign"
	verbReport       = "report"
	verbToUnits      = "to-units"
	verbToSeat       = "to-seat"
	verbLetter       = "letter-to"
	verbStanding     = "standing"
)

// fieldVerbs lists the verbs of field commands (§H3.1) and those that become one.
var fieldVerbs = []string{verbAdvance, verbAssault, verbBombard, verbCharge, verbManeuver, verbAttack, verbTake,
	verbCavalryMarch, verbFieldMarch, verbLocalMarch, verbRoadMarch, verbMarch}

// goal is the destination of a local march.
type goal int

const (
	goalLocale goal = iota
	goalReserve
	goalApproach
)

// group is the addressees of an order (section f).
type group struct {
	Units    []int
	All      bool
	Kind     Kind     // of ALL; Unknown means any
	At       Position // of ALL
	Explicit bool     // of ALL: the order names the position, otherwise it follows from the verb
}

type order struct {
	Row       string            `slot:"verb"` // name of the row in the language
	Verb      string            // as outcomes name it
	Group     group             `slot:"group"`
	To        adjudicator.Index `slot:"to"` // locale
	Goal      goal              `slot:"RESERVE=1,APPROACH=2"`
	Via       []int             `slot:"via"`
	Led       []int             `slot:"led"`
	Supported []int             `slot:"supported"`
	Else      string            `slot:"ELSE SECURE=SECURE,ELSE STAY=STAY"`
	Deploy    bool              `slot:"DEPLOY"`
	Deployed  []int             `slot:"deployed"` // units of DEPLOY; nil means all cavalry
	Toward    adjudicator.Index `slot:"toward"`
	Least     int               `slot:"least"`   // fewest strength points to carry it out with; 0 means any
	Figures   []int             `slot:"figures"` // of SPLIT
	Number    int               `slot:"number"`  // of MOBILIZE
	Card      adjudicator.Index `slot:"card"`
	Seat      adjudicator.Index `slot:"seat"` // of PLAY, ASSIGN, REPORT and TO
	With      adjudicator.Index `slot:"with"` // of RIDE WITH
	Seats     []int             `slot:"seats"`
	If        []condition       `slot:"if"`
	Inner     *order            `slot:"inner"` // of TO units
	Text      string            `slot:"text"`  // of a letter, or of TO seat
	Standing  standingOrder     `slot:"standing"`

	n        string // as outcomes name it: the order's number, or the dispatch's id
	line     int    // in the seat's recorded orders, from 1; 0 for a dispatch
	ref      string // of a dispatch: the outcome that delivered it
	recorded string // the recorded line without its number
}

// verbOf returns the verb, as outcomes name it, of a row of the language.
func verbOf(row string) string { return strings.ToLower(strings.ReplaceAll(row, " ", "-")) }

func (o *order) isField() bool { return slices.Contains(fieldVerbs, o.Verb) }

// isForUnits reports whether the order is for units, in which case it may ride (§H6.1).
func (o *order) isForUnits() bool {
	switch o.Verb {
	case verbLimber, verbRange, verbSpike, verbMerge, verbSplit, verbRally:
		return true
	}
	return o.isField()
}

// standKind is the subject of a standing order (section g), a row of its language.
type standKind string

const (
	standAnswer   standKind = ""
	standFallBack standKind = "FALL BACK FROM"
	standLead     standKind = "LEAD"
	standFirst    standKind = "LOSSES FIRST"
	standLast     standKind = "LOSSES LAST"
	standRange    standKind = "RANGE"
	standNone     standKind = "NONE"
)

// act is the action of an answer.
type act struct {
	Do    string `slot:"verb"`  // "" means doctrine
	With  []int  `slot:"with"`  // units
	Where []int  `slot:"where"` // locales
}

// The actions of an answer.
const (
	actHold     = "HOLD"
	actWithdraw = "WITHDRAW"
	actAsk      = "ASK"
)

type standingOrder struct {
	Kind  standKind         `slot:"verb"`
	At    adjudicator.Index `slot:"at"` // locale; None means everywhere
	If    int               `slot:"if"` // n OR MORE; 0 means no limit
	Then  act               `slot:"then"`
	Else  act               `slot:"else"` // Do is "" if there is no ELSE
	Units []int             `slot:"units"`
	Where []int             `slot:"where"`
}

var standing = grammar.Rows[*parser, standingOrder]{Kind: "standing", Kinds: append(slices.Clip(slots), acts),
	Rows: []grammar.Verb[*parser, standingOrder]{
		{Name: string(standNone), Means: "our standing orders end"},
		{Name: string(standFallBack), Form: "{at:loc} TO {where:loc…}", Bad: missingPlace,
			Means: "who gives way at {at:loc} goes to {where:loc…}, the first that will do"},
		{Name: string(standLead), Form: "{units:leaders}", Means: "{units:leaders} will lead when we defend"},
		{Name: string(standFirst), Form: "{units:mine}", Means: "{units:mine} will take the first losses"},
		{Name: string(standLast), Form: "{units:mine}", Means: "{units:mine} will take the last losses"},
		{Name: string(standRange), Say: []string{"UNLIMBER"}, Form: "{units:batteries}",
			Means: "{units:batteries} will find the range wherever they may"},
		{Name: string(standAnswer), Bare: true, Bad: badCondition,
			Form: "[AT {at:loc} ?:] [IF {if:blocks} OR MORE/OR MORE BLOCKS " +
				"(COME/ATTACK/APPEAR/COME ON) (,) (THEN)] {then:act} [ELSE {else:act}]",
			Then: func(r *reader, o *standingOrder) {
				if o.If == 0 && o.Else.Do != "" {
					r.Refuse(r.Begin, trailingWords, "IF n OR MORE before ELSE")
				}
			},
			Means: "when the enemy comes [to {at:loc}] [with {if:blocks} or more blocks] we {then:act} [; with fewer we " +
				"{else:act}]"},
	}}

var acts = grammar.Rows[*parser, act]{Kind: "act", Kinds: slots, Unknown: unknownOrder,
	Want: "HOLD, WITHDRAW or ASK; or FALL BACK FROM, LEAD, LOSSES, RANGE, NONE",
	Near: []string{"HOLD", "SECURE", "DEFEND", "WITHDRAW", "RETREAT", "ASK", "NONE", "LEAD", "RANGE"},
	Rows: []grammar.Verb[*parser, act]{
		{Name: actHold, Say: []string{"SECURE", "DEFEND"}, Form: "[WITH {with:any}]", Means: "hold [with {with:any}]"},
		{Name: actWithdraw, Say: []string{"RETREAT", "GIVE WAY"}, Form: "[TO {where:loc…}]",
			Means: "give way [to {where:loc…}]"},
		{Name: actAsk, Means: "ask you"},
	}}

// Standing holds a seat's standing orders.
type Standing struct {
	Answers  []standingOrder // at most one for each place
	FallBack []standingOrder
	Lead     []int
	First    []int
	Last     []int
	Range    []int
}

// clone copies the lists of answers. The other lists are always replaced as a whole.
func (st Standing) clone() Standing {
	st.Answers, st.FallBack = slices.Clone(st.Answers), slices.Clone(st.FallBack)
	return st
}

// renew applies a standing order, which replaces the previous one of its kind.
func (st *Standing) renew(o standingOrder) {
	switch o.Kind {
	case standNone:
		*st = Standing{}
	case standAnswer:
		st.Answers = replace(st.Answers, o)
	case standFallBack:
		st.FallBack = replace(st.FallBack, o)
	case standLead:
		st.Lead = o.Units
	case standFirst:
		st.First = o.Units
	case standLast:
		st.Last = o.Units
	case standRange:
		st.Range = o.Units
	}
}

// replace adds an order and removes the previous one for the same locale.
func replace(list []standingOrder, o standingOrder) []standingOrder {
	list = slices.DeleteFunc(slices.Clone(list), func(p standingOrder) bool { return p.At == o.At })
	return append(list, o)
}

// answer returns the standing answer for a locale, or else the one for everywhere, or nil (§H5.4).
func (st *Standing) answer(locale int) *standingOrder {
	var everywhere *standingOrder
	for i := range st.Answers {
		switch at, ok := st.Answers[i].At.Get(); {
		case !ok:
			everywhere = &st.Answers[i]
		case at == locale:
			return &st.Answers[i]
		}
	}
	return everywhere
}

func (o *standingOrder) actAgainst(blocks int) act {
	if o.If > 0 && blocks < o.If {
		return o.Else
	}
	return o.Then
}

// standingText returns the canonical form of a standing order without its first word.
func (k *parser) standingText(o *order) string {
	return strings.TrimPrefix(k.write(o), "STANDING ")
}

func (b *Battle) parseStanding(s *State, seat int, text string) standingOrder {
	item := language.Item("STANDING " + text)
	o, _, readable := newParser(b, s, seat, s.Turn).read(&item)
	if !readable {
		panic("fieldcommand: STANDING " + text + ": a standing order that cannot be read was given")
	}
	return o.Standing
}

// test is the predicate of a condition (section f).
type test int

const (
	testEmpty test = 1 + iota
	testOurs
	testEnemy
	testSecured
	testUnsecured
	testSucceeded
	testFailed
	testBlocks
	testMorale
)

// condition is one part of `IF cond AND cond THEN …`.
type condition struct {
	Row  string   `slot:"verb"`
	Test test     `slot:"EMPTY=1,OURS=2,ENEMY=3,SECURED=4,UNSECURED=5,SUCCEEDED=6,FAILED=7"`
	Not  bool     `slot:"NOT"`
	At   Position `slot:"at"`
	N    int      `slot:"n"`
}

var conditions = grammar.Conditions[*parser, condition]{Kind: "cond", Kinds: slots, Bad: badCondition,
	Want: "a condition: " + knownConditions, WantEnd: "IF cond THEN order", Fillers: []string{"THE"},
	Rows: []grammar.Verb[*parser, condition]{
		{Name: "MORALE BELOW", Say: []string{"MORALE IS BELOW"}, Form: "{n}", Then: completeCondition(testMorale),
			Means: "our morale is below {n}"},
		{Name: "ORDER", Form: "{n} <SUCCEEDED/HAS SUCCEEDED | FAILED/HAS FAILED>", Then: completeCondition(0),
			Means: "order {n} <SUCCEEDED=has succeeded | FAILED=has failed>"},
		{Name: "BLOCKS", Form: "{n:count} OR MORE BLOCKS AT/OR MORE BLOCKS IN/OR MORE AT {at:spot}", Bare: true,
			Then:  func(_ *reader, c *condition) { c.Test = testBlocks },
			Means: "{n:count} or more blocks are at {at:spot}"},
		{Name: "SECURED", Form: "{at:approach} IS/ARE <SECURED | UNSECURED>", Bare: true,
			Means: "{at:approach} is <SECURED=secured | UNSECURED=open>"},
		{Name: "HELD", Form: "{at:spot} " + isHeld, Bare: true,
			Means: "{at:spot} is <EMPTY=empty | OURS=ours | ENEMY=the enemy's>"},
		{Name: "RESERVE OF", Say: []string{"RESERVE AT", "RESERVE IN"}, Form: "{at:spot} " + isHeld,
			Then: func(_ *reader, c *condition) { c.Row = "HELD" }},
	}}

const isHeld = "IS/ARE <EMPTY | OURS | ENEMY>"

const knownConditions = "loc IS EMPTY, OURS or ENEMY, a/b IS SECURED, n OR MORE BLOCKS AT loc, ORDER n SUCCEEDED or " +
	"FAILED, MORALE BELOW n"

// completeCondition completes a condition that has no place.
func completeCondition(of test) func(*reader, *condition) {
	return func(_ *reader, c *condition) {
		c.At = Nowhere
		if of != 0 {
			c.Test = of
		}
	}
}

// isMet reports whether a condition is true now on the true board. results holds the results of the orders in the same
// mail (§H3.5).
func (s *State) isMet(k *condition, side int, results map[int]string) bool {
	truth := false
	switch k.Test {
	case testEmpty:
		truth = s.holder[k.At.Locale] < 0
	case testOurs:
		truth = s.holder[k.At.Locale] == side
	case testEnemy:
		truth = s.enemyHeld(k.At.Locale, side)
	case testSecured:
		truth = s.secured(k.At.Locale, k.At.Toward) >= 0
	case testUnsecured:
		truth = s.secured(k.At.Locale, k.At.Toward) < 0
	case testBlocks:
		truth = s.blocks[k.At.Locale] >= k.N
	case testMorale:
		truth = s.Sides[side].Morale < k.N
	case testSucceeded:
		truth = results[k.N] == resultSuccess
	case testFailed:
		truth = results[k.N] == resultFailure
	}
	return truth != k.Not
}
