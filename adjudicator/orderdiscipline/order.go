package orderdiscipline

import (
	"slices"
	"strconv"
	"strings"

	"galloper/adjudicator"
	"galloper/adjudicator/board"
	"galloper/adjudicator/rules"
)

// Group is one of the three groups of unit orders (f3).
type Group int

// The groups.
const (
	Movement Group = iota
	Fire
	Reaction
)

// orderKind is what an order is: the name of its row.
type orderKind string

const (
	orderUnit       orderKind = "UNITS"
	orderSelf       orderKind = "SELF"
	orderSequence   orderKind = "SEQUENCE"
	orderSeize      orderKind = "SEIZE"
	orderContest    orderKind = "CONTEST"
	orderReroll     orderKind = "REROLL"
	orderInitiative orderKind = "INITIATIVE"
	orderTo         orderKind = "TO"
	orderLetter     orderKind = "LETTER TO"
	orderObey       orderKind = "OBEY"
	orderCancel     orderKind = "CANCEL STANDING"
)

// personal are the kinds of a general's own orders that may stand; the first three places are
// also those of the groups of unit orders, in a unit's list.
var personal = [...]orderKind{orderSelf, orderSeize, orderContest, orderReroll, orderInitiative}

const (
	standSelf       = 0
	standInitiative = len(personal) - 1
)

// standsAs is the kind's place among the general's own orders, -1 if it may not stand.
func (k orderKind) standsAs() int { return slices.Index(personal[:], k) }

// order is one order as it was read.
type order struct {
	Kind     orderKind `slot:"verb"`
	Standing bool      `slot:"STANDING"`
	Units    []int     `slot:"unit"` // subject, sequence, or those whose standing orders are cancelled
	If       []cond    `slot:"cond"`
	Behind   []cond    `slot:"behind"` // IF behind the steps, while it is read
	Steps    []step    `slot:"steps"`
	Else     []step    `slot:"else"`
	Group    Group
	Self     errand            `slot:"errand"`
	Named    bool              `slot:"myself"`
	Cards    []string          `slot:"cards"` // card names, lowest, highest
	Never    bool              `slot:"NEVER"`
	Generals []int             `slot:"generals"` // of REROLL; nil: any
	Twice    bool              `slot:"TWICE"`
	Second   bool              `slot:"SECOND"` // INITIATIVE SECOND
	To       []int             `slot:"to"`     // recipients
	Inner    *order            `slot:"inner"`  // of TO
	Dispatch string            `slot:"dispatch"`
	Word     adjudicator.Index `slot:"word"` // CANCEL STANDING: kind of a general's own orders, or none
	Text     string            // of a letter
	Also     []order           // what the same units do besides, of other groups
	number   int               // of the item in its mail
}

// aim is where to face.
type aim struct {
	Kind   aimKind
	Deg    int
	At     board.Point
	Target target
}

type aimKind uint8

const (
	noAim aimKind = iota
	aimDegrees
	aimPoint
	aimEnemy
)

// target is an enemy as an order names him.
type target struct {
	Unit    adjudicator.Index // none: the nearest, or the one at a point
	Arm     adjudicator.Index // none: of any arm
	AtPoint bool
	At      board.Point
}

// errand is what a general does himself.
type errand struct {
	Verb string      `slot:"verb"` // JOIN, MOVE TO, LEAVE, STAY
	Unit int         `slot:"friend"`
	At   board.Point `slot:"place"`
}

// cond is one condition.
type cond struct {
	Kind condKind          `slot:"verb"`
	Not  bool              `slot:"NOT"`
	Arm  adjudicator.Index `slot:"arm"` // ENEMY: none is any
	Unit adjudicator.Index `slot:"who"` // none: the unit itself
	N    int               `slot:"n"`
}

type condKind string

const (
	condEnemy      condKind = "ENEMY"
	condUnit       condKind = "WITHIN"
	condFirst      condKind = "FIRST"
	condSecond     condKind = "SECOND"
	condInitiative condKind = "INITIATIVE"
	condLost       condKind = "LOST"
	condTurn       condKind = "TURN"
	condCharged    condKind = "CHARGED"
	condHand       condKind = "HAND"
	condBelow      condKind = "BELOW"
)

const condLostBy condKind = theirs + condLost

// state is the condition in which the unit is, where that is what is asked; its own or another's.
func (k condKind) state() Condition {
	return Condition(slices.Index(conditions[:], strings.ToLower(strings.TrimPrefix(string(k), theirs))))
}

// theirs stands before the name of a state that is another unit's.
const theirs = "ITS "

// point writes a point as orders have it.
func point(p board.Point) string { return inches(p.X) + "," + inches(p.Y) }

// canonical is the canonical line of an order.
func (b *Battle) canonical(o order) string { return language.Text(&desk{b: b}, &o) }

// body is the canonical line of an order without STANDING.
func (b *Battle) body(o order) string {
	o.Standing = false
	return b.canonical(o)
}

func bit(yes bool) int {
	if yes {
		return 1
	}
	return 0
}

// idList writes a list of ids as orders have it.
func idList(ids *rules.IDs, places []int) string {
	return strings.ReplaceAll(ids.List(places), ",", ", ")
}

// conductText is what units do, without saying which.
func (b *Battle) conductText(conditions []cond, steps []step) string {
	return b.canonical(order{Kind: orderUnit, If: conditions, Steps: steps})
}

func wayText(_ *desk, way []board.Point) string {
	last := len(way) - 1
	text := point(way[last])
	for i, p := range way[:last] {
		text += [...]string{" VIA ", " AND "}[min(i, 1)] + point(p)
	}
	return text
}

func aimText(k *desk, a aim) string {
	switch a.Kind {
	case aimDegrees:
		return strconv.Itoa(a.Deg)
	case aimPoint:
		return point(a.At)
	}
	return targetText(k, a.Target)
}

func targetText(k *desk, t target) string {
	if t.Unit.Some() {
		return k.b.Units[t.Unit.Must()].ID
	}
	text := "ENEMY"
	if t.Arm.Some() {
		text += " " + strings.ToUpper(arms[t.Arm.Must()])
	}
	if t.AtPoint {
		return text + " AT " + point(t.At)
	}
	return "NEAREST " + text
}
