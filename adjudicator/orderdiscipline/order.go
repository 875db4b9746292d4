package orderdiscipline

import (
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

// The kinds of a general's own orders that may stand; the first three numbers
// are those of the groups of unit orders in none of them.
const (
	standSelf = iota
	standSeize
	standContest
	standReroll
	standInitiative
	personal
)

// personalWords are the words that cancel them.
var personalWords = [personal]string{"SELF", "SEIZE", "CONTEST", "REROLL", "INITIATIVE"}

// orderKind is what an order is.
type orderKind uint8

const (
	orderNone orderKind = iota
	orderUnit
	orderSelf
	orderSequence
	orderSeize
	orderContest
	orderReroll
	orderInitiative
	orderTo
	orderLetter
	orderObey
	orderCancel
)

// order is one order as it was read.
type order struct {
	Kind     orderKind
	Standing bool
	Units    []int // subject, sequence, or those whose standing orders are cancelled
	Group    Group
	If       []cond
	Steps    []step
	Else     []step
	Self     errand
	Cards    []string // card names, lowest, highest
	Never    bool
	Generals []int // of REROLL; nil: any
	Below    int   // 0: no limit
	Twice    bool
	Second   bool              // INITIATIVE SECOND
	To       []int             // recipients
	Inner    *order            // of TO
	Text     string            // of a letter
	Dispatch string            // of OBEY
	Word     adjudicator.Index // CANCEL STANDING: kind of a general's own orders, or none
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
	Verb string // JOIN, MOVE TO, LEAVE, STAY
	Unit int
	At   board.Point
}

// cond is one condition.
type cond struct {
	Not   bool
	Kind  condKind
	Arm   adjudicator.Index // ENEMY: none is any
	Unit  adjudicator.Index // none: the unit itself
	N     int
	State Condition
}

type condKind uint8

const (
	condEnemy condKind = iota
	condUnit
	condFirst
	condSecond
	condInitiative
	condState
	condLost
	condTurn
	condCharged
	condHand
)

// point writes a point as orders have it.
func point(p board.Point) string { return inches(p.X) + "," + inches(p.Y) }

// line is the canonical form of an order.
func (b *Battle) line(o *order) string {
	text := b.body(o)
	if o.Standing {
		return "STANDING " + text
	}
	return text
}

func (b *Battle) body(o *order) string {
	switch o.Kind {
	case orderUnit:
		return idList(&b.unitIDs, o.Units) + " " + b.conduct(o)
	case orderSelf:
		return "SELF " + b.errandText(o.Self)
	case orderSequence:
		return "SEQUENCE " + idList(&b.unitIDs, o.Units)
	case orderSeize, orderContest:
		return seizeText(o)
	case orderReroll:
		return b.rerollText(o)
	case orderInitiative:
		return [...]string{"INITIATIVE FIRST", "INITIATIVE SECOND"}[bit(o.Second)]
	case orderTo:
		return "TO " + b.Generals[o.To[0]].ID + ": " + b.body(o.Inner)
	case orderLetter:
		return "LETTER TO " + idList(&b.seatIDs, o.To)
	case orderObey:
		return "OBEY " + o.Dispatch
	}
	switch {
	case o.Word.Some():
		return "CANCEL STANDING " + personalWords[o.Word.Must()]
	case len(o.Units) > 0:
		return "CANCEL STANDING " + idList(&b.unitIDs, o.Units)
	}
	return "CANCEL STANDING"
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

// conduct is a unit order without its subject.
func (b *Battle) conduct(o *order) string {
	text := b.stepsText(o.Steps)
	if len(o.If) > 0 {
		text = "IF " + b.condsText(o.If) + " THEN " + text
	}
	if o.Else != nil {
		text += " ELSE " + b.stepsText(o.Else)
	}
	return text
}

func (b *Battle) errandText(e errand) string {
	switch e.Verb {
	case "JOIN":
		return "JOIN " + b.Units[e.Unit].ID
	case "MOVE TO":
		return "MOVE TO " + point(e.At)
	}
	return e.Verb
}

func (b *Battle) condsText(list []cond) string {
	texts := make([]string, len(list))
	for i := range list {
		texts[i] = b.condText(&list[i])
	}
	return strings.Join(texts, " AND ")
}

func (b *Battle) condText(c *cond) string {
	text := ""
	if c.Not {
		text = "NOT "
	}
	switch c.Kind {
	case condEnemy:
		return text + "ENEMY" + armText(c.Arm) + " WITHIN " + inches(c.N)
	case condUnit:
		return text + b.Units[c.Unit.Must()].ID + " WITHIN " + inches(c.N)
	case condState:
		if c.Unit.Some() {
			text += b.Units[c.Unit.Must()].ID + " "
		}
		return text + strings.ToUpper(c.State.String())
	case condLost:
		return text + "LOST " + strconv.Itoa(c.N)
	case condTurn:
		return text + "TURN " + strconv.Itoa(c.N)
	case condHand:
		return text + "HAND " + strconv.Itoa(c.N)
	}
	return text + map[condKind]string{condFirst: "FIRST", condSecond: "SECOND", condInitiative: "INITIATIVE",
		condCharged: "CHARGED"}[c.Kind]
}

func seizeText(o *order) string {
	text := "SEIZE"
	if o.Kind == orderContest {
		text = "CONTEST"
	}
	if o.Never {
		return text + " NEVER"
	}
	text += " WITH " + strings.Join(o.Cards, ", ")
	if len(o.If) > 0 {
		text += " IF " + (&Battle{}).condsText(o.If)
	}
	return text
}

func (b *Battle) rerollText(o *order) string {
	text := "REROLL ANY"
	if o.Generals != nil {
		text = "REROLL " + idList(&b.seatIDs, o.Generals)
	}
	var limits []string
	if o.Below > 0 {
		limits = append(limits, "BELOW "+strconv.Itoa(o.Below))
	}
	if len(o.If) > 0 {
		limits = append(limits, b.condsText(o.If))
	}
	if limits != nil {
		text += " IF " + strings.Join(limits, " AND ")
	}
	text += " WITH " + strings.Join(o.Cards, ", ")
	if o.Twice {
		text += " TWICE"
	}
	return text
}
