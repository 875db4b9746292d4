package orderdiscipline

import (
	"slices"
	"strconv"
	"strings"

	"galloper/adjudicator"
	"galloper/adjudicator/board"
	"galloper/adjudicator/rules"
	"galloper/orders"
)

// Group is one of the three groups of unit orders (f3).
type Group int

// The groups.
const (
	Movement Group = iota
	Fire
	Reaction
)

// orderKind is the kind of an order: the name of its row in the grammar.
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

// personal lists the kinds of a general's own orders that may be standing orders. In a unit's list the first
// three indices mean the groups of unit orders instead.
var personal = [...]orderKind{orderSelf, orderSeize, orderContest, orderReroll, orderInitiative}

const (
	standSelf       = 0
	standInitiative = len(personal) - 1
)

// standsAs returns the kind's index among the general's own standing orders, or -1 if it cannot be one.
func (k orderKind) standsAs() int { return slices.Index(personal[:], k) }

type order struct {
	Kind     orderKind `slot:"verb"`
	Standing bool      `slot:"STANDING"`
	Units    []int     `slot:"unit"` // subject, sequence, or units whose standing orders are cancelled
	If       []cond    `slot:"cond"`
	Behind   []cond    `slot:"behind"` // IF after the steps, only while reading
	Steps    []step    `slot:"steps"`
	Else     []step    `slot:"else"`
	Group    Group
	Self     errand            `slot:"errand"`
	Named    bool              `slot:"myself"`
	Cards    []string          `slot:"cards"` // card names, "lowest" or "highest"
	Never    bool              `slot:"NEVER"`
	Generals []int             `slot:"generals"` // of REROLL; nil for any
	Twice    bool              `slot:"TWICE"`
	Second   bool              `slot:"SECOND"` // INITIATIVE SECOND
	To       []int             `slot:"to"`     // recipients
	Inner    *order            `slot:"inner"`  // of TO
	Dispatch string            `slot:"dispatch"`
	Word     adjudicator.Index `slot:"word"` // CANCEL STANDING: index into personal, or none
	Text     string            // of a letter
	Also     []order           // orders of other groups for the same units
	number   int               // number of the item in its mail
}

// aim is a direction to face: degrees, a point or an enemy.
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

// target is an enemy as an order names it.
type target struct {
	Unit    adjudicator.Index // none: the nearest, or the one at a point
	Arm     adjudicator.Index // none: any arm
	AtPoint bool
	At      board.Point
}

// errand is an order to a general in person.
type errand struct {
	Verb string      `slot:"verb"` // JOIN, MOVE TO, LEAVE, STAY
	Unit int         `slot:"friend"`
	At   board.Point `slot:"place"`
}

type cond struct {
	Kind condKind          `slot:"verb"`
	Not  bool              `slot:"NOT"`
	Arm  adjudicator.Index `slot:"arm"` // of ENEMY; none for any
	Unit adjudicator.Index `slot:"who"` // none for the unit itself
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

// state returns the Condition that the kind asks for, of the unit itself or of another.
func (k condKind) state() Condition {
	return Condition(slices.Index(conditions[:], strings.ToLower(strings.TrimPrefix(string(k), theirs))))
}

// theirs is the prefix of conditions about another unit.
const theirs = "ITS "

func point(p board.Point) string { return inches(p.X) + "," + inches(p.Y) }

func (b *Battle) canonical(o order) string { return language.Text(&parser{b: b}, &o) }

// body returns the canonical line of an order without STANDING.
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

func idList(ids *rules.IDs, places []int) string {
	return strings.ReplaceAll(ids.List(places), ",", ", ")
}

// conductText returns the canonical text of an order to units, without its subject.
func (b *Battle) conductText(conditions []cond, steps []step) string {
	return b.canonical(order{Kind: orderUnit, If: conditions, Steps: steps})
}

func wayText(_ *parser, way []board.Point) string {
	last := len(way) - 1
	text := point(way[last])
	for i, p := range way[:last] {
		text += [...]string{" VIA ", " AND "}[min(i, 1)] + point(p)
	}
	return text
}

func aimText(k *parser, a aim) string {
	switch a.Kind {
	case aimDegrees:
		return strconv.Itoa(a.Deg)
	case aimPoint:
		return point(a.At)
	}
	return targetText(k, a.Target)
}

func targetText(k *parser, t target) string {
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

// spot describes a point for a sentence, if possible by the place or area there.
func (k *parser) spot(p board.Point) string {
	for i := range k.b.Places {
		if k.b.Places[i].At == p {
			return k.placeName(k.b.Places[i].ID)
		}
	}
	for i := range k.b.Areas {
		if poly := k.b.Areas[i].Poly; poly != nil && poly.Centre() == p {
			return k.placeName(k.b.Areas[i].ID)
		}
	}
	return "the point " + point(p)
}

func (k *parser) placeName(id string) string {
	if k.speech != nil {
		if n, ok := k.places.Get(id); ok && n.Name != "" {
			return n.Name
		}
	}
	return id
}

// wayProse describes a route for a sentence.
func (k *parser) wayProse(way []board.Point) string {
	last := len(way) - 1
	text := k.spot(way[last])
	for i, p := range way[:last] {
		text += [...]string{" by way of ", " and "}[min(i, 1)] + k.spot(p)
	}
	return text
}

func (k *parser) aimProse(a aim) string {
	switch a.Kind {
	case aimDegrees:
		return orders.Towards(a.Deg)
	case aimPoint:
		return k.spot(a.At)
	}
	return k.targetProse(a.Target)
}

func (k *parser) targetProse(t target) string {
	if u, ok := t.Unit.Get(); ok {
		return k.b.Units[u].Name
	}
	what := "enemy"
	if arm, ok := t.Arm.Get(); ok {
		what += " " + strings.ToLower(arms[arm])
	}
	if t.AtPoint {
		return "the " + what + " at " + k.spot(t.At)
	}
	return "the nearest " + what
}

func facingProse(_ *parser, degrees int) string { return orders.Towards(degrees) }

// inchesProse formats a length for a sentence, without trailing zeros.
func inchesProse(_ *parser, n int) string {
	if n == 100 {
		return "1 inch"
	}
	return strings.TrimSuffix(strings.TrimRight(inches(n), "0"), ".") + " inches"
}
