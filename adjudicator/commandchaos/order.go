package commandchaos

import (
	"strconv"

	"galloper/adjudicator"
	"galloper/adjudicator/board"
)

// Verb is the verb of an order, the start of its canonical form.
type Verb string

// The verbs of section f.
const (
	Advance    Verb = "ADVANCE"
	Back       Verb = "BACK"
	Hold       Verb = "HOLD"
	Charge     Verb = "CHARGE"
	Flank      Verb = "FLANK"
	React      Verb = "REACT"
	Strike     Verb = "STRIKE"
	PlayCard   Verb = "CARD"
	Shift      Verb = "SHIFT"
	Ride       Verb = "RIDE"
	Attach     Verb = "ATTACH"
	Detach     Verb = "DETACH"
	Initiative Verb = "INITIATIVE"
	CardsFirst Verb = "CARDS"
	ZoneOrder  Verb = "ZONES"
	Pass       Verb = "PASS"
	Wait       Verb = "WAIT"
	Discard    Verb = "DISCARD"
	Place      Verb = "PLACE"
	Chit       Verb = "CHIT"
	If         Verb = "IF"
	Letter     Verb = "LETTER TO"
	Cancel     Verb = "CANCEL STANDING"
)

// slots gives the slot of each verb. Orders for one slot are alternatives. CARD counts as a slot when directives are
// judged.
var slots = map[Verb]string{
	Advance: "move", Back: "move", Hold: "move", Charge: "move", Flank: "move", Shift: "shift",
	React: "react", Strike: "strike", Ride: "ride", Attach: "attach", Detach: "attach",
	Initiative: "initiative", CardsFirst: "cards", ZoneOrder: "zones", PlayCard: "card",
}

// Order is one parsed order.
type Order struct {
	Verb     Verb              `slot:"verb"`
	Standing bool              `slot:"STANDING"`
	To       Addressee         `slot:"to"`
	Units    []int             `slot:"unit"`
	N        int               `slot:"n"` // distance; 0 if none is given
	Contact  bool              `slot:"TO CONTACT"`
	Space    board.Space       `slot:"space"` // offBoard if none is given
	With     adjudicator.Index `slot:"light"`
	Enemy    adjudicator.Index `slot:"enemy"` // AT, ON
	OrHold   bool              `slot:"OR HOLD"`
	Toward   int               `slot:"LEFT=-1,RIGHT=1"`
	Beside   bool              `slot:"SIDE"`
	Counter  bool              `slot:"COUNTER"`
	Cards    []int             `slot:"card"`
	Column   adjudicator.Index `slot:"column"`
	Officer  adjudicator.Index `slot:"officer"`
	Zones    []int             `slot:"zone"`
	Second   bool              `slot:"SECOND"`
	Morale   `slot:"chit"`
	Reserve  bool `slot:"RESERVE"`
	Seats    []int
	Text     string
	Conds    []Cond `slot:"cond"`
	Then     *Order `slot:"then"`
	Else     *Order `slot:"else"`
}

// Morale is a morale chit.
type Morale struct {
	Points  int
	Veteran bool
}

// Addressee is the addressee of `TO zone:` or `TO lieutenant:`. For a lieutenant, the zone is their last known one.
type Addressee struct {
	adjudicator.Index // zone, from the west
	Lieutenant        adjudicator.Index
}

func newOrder(v Verb) *Order {
	return &Order{Verb: v, Space: offBoard}
}

// leaf is a simple order to one unit, officer or side, with its conditions.
type leaf struct {
	*Order
	Conds  []Cond
	Negate bool // ELSE: applies if not all conditions are true
}

func (o *Order) leaves() []leaf {
	if o.Verb != If {
		return []leaf{{Order: o}}
	}
	var list []leaf
	if o.Then != nil { // nil if it could not be read
		list = append(list, leaf{o.Then, o.Conds, false})
	}
	if o.Else != nil {
		list = append(list, leaf{o.Else, o.Conds, true})
	}
	return list
}

// restrictTo returns the order with only the units and officers that keep accepts, or nil if none is left.
func (o *Order) restrictTo(keep func(unit, officer adjudicator.Index) bool) *Order {
	c := *o
	if o.Verb == If {
		c.Then = o.Then.restrictTo(keep)
		if o.Else != nil {
			c.Else = o.Else.restrictTo(keep)
		}
		if c.Then == nil && c.Else != nil {
			return o // only the ELSE applies to them, but it needs the condition
		}
		if c.Then == nil {
			return nil
		}
		return &c
	}
	if o.Officer.Some() {
		if !keep(adjudicator.None, o.Officer) {
			return nil
		}
		return &c
	}
	c.Units = nil
	for _, u := range o.Units {
		if keep(adjudicator.At(u), adjudicator.None) {
			c.Units = append(c.Units, u)
		}
	}
	if len(c.Units) == 0 {
		return nil
	}
	return &c
}

// chitText returns a morale chit's text, such as `5V`.
func chitText(points int, veteran bool) string {
	if veteran {
		return strconv.Itoa(points) + "V"
	}
	return strconv.Itoa(points)
}

// Test is the predicate of a condition.
type Test string

// The tests of section f.
const (
	TestEnemy    Test = "ENEMY"
	TestClear    Test = "CLEAR"
	TestEngaged  Test = "ENGAGED"
	TestRouted   Test = "ROUTED"
	TestFlanked  Test = "FLANKED"
	TestHits     Test = "HITS"
	TestStamina  Test = "STAMINA"
	TestMorale   Test = "MORALE"
	TestCard     Test = "CARD ON"
	TestOpposite Test = "OPPOSITE"
	TestFirst    Test = "FIRST"
	TestSecond   Test = "SECOND"
)

// Cond is one condition.
type Cond struct {
	Not  bool              `slot:"NOT"`
	Test Test              `slot:"verb"`
	Unit adjudicator.Index `slot:"unit"`
	Zone int               `slot:"zone"` // from the west
	Line bool              `slot:"LINE"`
	Op   string            `slot:"op"` // =, <, >, <=, >=
	N    int               `slot:"n"`
}

// allTrue reports whether the conditions of an order are true now. zone is the ordered unit's zone. With sight by
// zones, a condition about anything beyond that zone and its neighbours is false, with or without NOT (sections f and
// i).
func (s *State) allTrue(conds []Cond, side, zone int) bool {
	for i := range conds {
		c := &conds[i]
		if !s.judged(c, zone) || s.holds(c, side) == c.Not {
			return false
		}
	}
	return true
}

func (s *State) judged(c *Cond, zone int) bool {
	switch {
	case !s.b.Options.Fog || c.Test == TestFirst || c.Test == TestSecond:
		return true
	case c.Test == TestOpposite:
		return areNear(c.Zone, zone)
	}
	return areNear(s.zone(c.Unit.Must()), zone)
}

// holds reports whether the condition is true, apart from its NOT.
func (s *State) holds(c *Cond, side int) bool {
	switch c.Test {
	case TestFirst:
		return s.First.Is(side)
	case TestSecond:
		return s.First.Is(1 - side)
	case TestOpposite:
		return s.Sides[1-side].Moved[c.Zone]
	case TestRouted:
		return s.Units[c.Unit.Must()].Status == Routed
	case TestEngaged:
		return len(s.Units[c.Unit.Must()].Engaged) > 0
	case TestCard:
		return s.Units[c.Unit.Must()].Card.Some()
	}
	if !s.Units[c.Unit.Must()].field() {
		return false
	}
	switch c.Test {
	case TestEnemy:
		return s.enemyAhead(c.Unit.Must(), c.N, c.Line)
	case TestClear:
		return !s.enemyInColumn(c.Unit.Must())
	case TestFlanked:
		return s.flanked(c.Unit.Must())
	}
	return s.b.Units[c.Unit.Must()].line() && compare(s.measure(c), c.Op, c.N)
}

func (s *State) measure(c *Cond) int {
	u := &s.Units[c.Unit.Must()]
	switch c.Test {
	case TestHits:
		return u.Hits
	case TestStamina:
		return u.Stamina
	}
	return u.Max - u.Hits
}

func compare(a int, op string, b int) bool {
	switch op {
	case "<":
		return a < b
	case ">":
		return a > b
	case "<=":
		return a <= b
	case ">=":
		return a >= b
	}
	return a == b
}

// enemyAhead reports whether an enemy is 1 to n spaces ahead of the unit in its column.
func (s *State) enemyAhead(u, n int, line bool) bool {
	side := s.b.Units[u].Side
	for v := range s.Units {
		e := &s.Units[v]
		if !e.field() || s.b.Units[v].Side == side || e.At.Col != s.Units[u].At.Col || line && !s.b.Units[v].line() {
			continue
		}
		if d := s.b.rank(side, e.At) - s.b.rank(side, s.Units[u].At); d >= 1 && d <= n {
			return true
		}
	}
	return false
}

func (s *State) enemyInColumn(u int) bool {
	for v := range s.Units {
		if s.Units[v].field() && s.b.Units[v].Side != s.b.Units[u].Side && s.Units[v].At.Col == s.Units[u].At.Col {
			return true
		}
	}
	return false
}

// flanked reports whether the unit is heavy infantry and an adjacent enemy line unit faces it, other than from its
// front.
func (s *State) flanked(u int) bool {
	if s.b.Units[u].Kind != Heavy {
		return false
	}
	for h := board.HeadNorth; h <= board.HeadWest; h++ {
		at := s.Units[u].At.Next(h, 1)
		if e := s.enemyLine(u, at); e >= 0 && h != s.Units[u].Facing && s.front(e) == s.Units[u].At {
			return true
		}
	}
	return false
}

// The reasons for refusing an order, in the order of checking (section f).
const (
	unknownOrder    = "unknown-order"
	incomplete      = "incomplete"
	unknownUnit     = "unknown-unit"
	unknownZone     = "unknown-zone"
	unknownCard     = "unknown-card"
	unknownOfficer  = "unknown-officer"
	unknownSeat     = "unknown-seat"
	badSpace        = "bad-space"
	badNumber       = "bad-number"
	badCondition    = "bad-condition"
	badChit         = "bad-chit"
	ambiguous       = "ambiguous"
	notYours        = "not-yours"
	notEnemy        = "not-enemy"
	hiddenFact      = "hidden-fact"
	noStanding      = "no-standing"
	noCondition     = "no-condition"
	officerDead     = "officer-dead"
	setupTurn       = "setup-turn"
	notSetup        = "not-setup"
	notCommander    = "not-commander"
	tooMany         = "too-many"
	notHeld         = "not-held"
	notInZone       = "not-in-zone"
	offField        = "off-field"
	notYourZone     = "not-your-zone"
	lieutenantFirst = "lieutenant-commands"
	wrongKind       = "wrong-kind"
	engaged         = "engaged"
	notInReserve    = "not-in-reserve"
	alreadyCharged  = "already-charged"
	noStamina       = "no-stamina"
	notMixed        = "not-mixed"
	tooFar          = "too-far"
	notStraight     = "not-straight"
	outerColumn     = "outer-column"
	attached        = "attached"
	zoneBound       = "zone-bound"
	alreadyOrdered  = "already-ordered"
	notOurSide      = "not-our-side"
)

// refusals lists the reasons in the order of checking.
var refusals = []string{
	unknownOrder, incomplete, unknownUnit, unknownZone, unknownCard, unknownOfficer, unknownSeat, badSpace,
	badNumber, badCondition, badChit, ambiguous, notYours, notEnemy, hiddenFact, noStanding, noCondition,
	officerDead, setupTurn, notSetup, notCommander, tooMany, notHeld, notInZone, offField, notYourZone,
	lieutenantFirst, wrongKind, engaged, notInReserve, alreadyCharged, noStamina, notMixed, tooFar,
	notStraight, outerColumn, attached, zoneBound, alreadyOrdered, notOurSide,
}

// wants words the remedy for the reasons that depend on the seat's knowledge.
var wants = map[string]string{
	officerDead:     "a living officer; a lieutenant is replaced at the end of the turn after his death",
	setupTurn:       "PLACE or CHIT: this is the setup turn",
	notSetup:        "an order of the battle: the setup turn is over",
	notCommander:    "an order that a lieutenant may give; this one is the commander's",
	tooMany:         "no more cards than may be exchanged in a turn",
	notHeld:         "cards that are in the hand",
	notInZone:       "a unit or officer of that zone",
	offField:        "a unit on the field",
	notYourZone:     "a unit of your own zone",
	lieutenantFirst: "TO zone: order, for a zone that a lieutenant commands; PASS and WAIT are his",
	wrongKind: "a unit of the right kind: lights neither charge, flank, react, shift nor play cards; STRIKE is " +
		"for cavalry; WITH is followed by a light",
	engaged:        "a unit that is not engaged; engaged units take no movement orders",
	notInReserve:   "a reserve that has not been committed",
	alreadyCharged: "a unit that has not charged before; each charges once in the battle",
	noStamina:      "a unit with stamina left",
	notMixed:       "cavalry with the light in its space",
	tooFar: "a distance within what it may move: heavy infantry 1, lights 2, cavalry as far as the board, " +
		"with a light 2",
	notStraight:    "a space straight ahead (ADVANCE) or behind (BACK) in its column",
	outerColumn:    "another column: heavy infantry does not enter the outer ones",
	attached:       "an officer who is not attached; DETACH him first",
	zoneBound:      "a commander: lieutenants stay in their zone",
	alreadyOrdered: "one order for the same; the first without a condition counts",
	":":            "a colon after the zone or lieutenant",
}
