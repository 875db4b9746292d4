package commandchaos

import (
	"galloper/adjudicator"
	"strconv"
	"strings"

	"galloper/adjudicator/board"
)

// Verb is what an order says to do, as its canonical form begins.
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

// slots are what the orders of a verb are alternatives for; CARD counts as one where directives are judged.
var slots = map[Verb]string{
	Advance: "move", Back: "move", Hold: "move", Charge: "move", Flank: "move", React: "react", Strike: "strike", Shift: "shift",
	Ride: "ride", Attach: "attach", Detach: "attach", Initiative: "initiative", CardsFirst: "cards", ZoneOrder: "zones", PlayCard: "card",
}

// Order is one order as it was read.
type Order struct {
	Verb       Verb
	Standing   bool
	To         adjudicator.Index // zone of `TO zone:`, from the west
	Lieutenant adjudicator.Index // of `TO lieutenant:`; To is then where the seat believes him
	Units      []int
	N          int // distance, 0: none given
	Contact    bool
	Space      board.Space       // offBoard: none given
	With       adjudicator.Index // light
	Enemy      adjudicator.Index // AT, ON
	OrHold     bool
	Toward     int  // LEFT -1, RIGHT 1
	Beside     bool // SIDE
	Counter    bool
	Cards      []int
	Column     adjudicator.Index
	Officer    adjudicator.Index
	Zones      []int
	Second     bool
	Points     int
	Veteran    bool
	Reserve    bool
	Seats      []int
	Text       string
	Conds      []Cond
	Then       *Order
	Else       *Order
}

func newOrder(v Verb) *Order {
	return &Order{Verb: v, Space: offBoard}
}

// leaf is what an order says to one unit, officer or side, and when.
type leaf struct {
	*Order
	Conds  []Cond
	Negate bool // ELSE: when the conditions are not all true
}

// leaves are the simple orders in an order.
func (o *Order) leaves() []leaf {
	if o.Verb != If {
		return []leaf{{Order: o}}
	}
	var list []leaf
	if o.Then != nil { // nil where what stands there could not be read
		list = append(list, leaf{o.Then, o.Conds, false})
	}
	if o.Else != nil {
		list = append(list, leaf{o.Else, o.Conds, true})
	}
	return list
}

// only returns the order with only those units and officers that keep takes, nil if none is left.
func (o *Order) only(keep func(unit, officer adjudicator.Index) bool) *Order {
	c := *o
	if o.Verb == If {
		c.Then = o.Then.only(keep)
		if o.Else != nil {
			c.Else = o.Else.only(keep)
		}
		if c.Then == nil && c.Else != nil {
			return o // only the ELSE is theirs, and it means nothing without the rest
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

// text is the order in canonical form: it reads again as the same order.
//
// Section f
func (b *Battle) text(side int, o *Order) string {
	t := &texter{b: b, side: side}
	if o.To.Some() && o.Verb != Pass && o.Verb != Wait {
		t.add("TO " + b.zoneName(side, o.To.Must()) + ":")
	}
	if o.Standing {
		t.add("STANDING")
	}
	t.order(o)
	return strings.Join(t.words, " ")
}

// texter gathers the words of a canonical form.
type texter struct {
	b     *Battle
	side  int
	words []string
}

func (t *texter) add(words ...string) { t.words = append(t.words, words...) }

func (t *texter) order(o *Order) {
	t.add(string(o.Verb))
	switch o.Verb {
	case If:
		t.conds(o.Conds)
		t.add("THEN")
		t.order(o.Then)
		if o.Else != nil {
			t.add("ELSE")
			t.order(o.Else)
		}
		return
	case Wait:
		t.add(t.b.zoneName(t.side, o.Zones[0]), "UNTIL")
		t.conds(o.Conds)
		return
	case PlayCard:
		t.add(t.cards(o.Cards, " OR "), "ON", t.b.Units[o.Units[0]].ID)
		return
	case Discard:
		t.add(t.cards(o.Cards, ", "))
		return
	case Initiative, CardsFirst:
		t.add(choiceWord(o.Second))
		return
	case ZoneOrder, Pass:
		t.add(t.zones(o.Zones))
		return
	case Ride, Attach, Detach:
		t.officer(o)
		return
	}
	if len(o.Units) > 0 {
		t.add(t.units(o.Units))
	}
	t.details(o)
}

func choiceWord(second bool) string {
	if second {
		return "SECOND"
	}
	return "FIRST"
}

func (t *texter) units(list []int) string {
	ids := make([]string, len(list))
	for i, u := range list {
		ids[i] = t.b.Units[u].ID
	}
	return strings.Join(ids, ", ")
}

func (t *texter) zones(list []int) string {
	names := make([]string, len(list))
	for i, z := range list {
		names[i] = t.b.zoneName(t.side, z)
	}
	return strings.Join(names, ", ")
}

func (t *texter) cards(list []int, sep string) string {
	ids := make([]string, len(list))
	for i, c := range list {
		ids[i] = t.b.Tables.Cards[c].ID
	}
	return strings.Join(ids, sep)
}

func (t *texter) officer(o *Order) {
	t.add(t.b.Leaders[o.Officer.Must()].ID)
	switch o.Verb {
	case Ride:
		t.add("TO", t.b.zoneName(t.side, o.Zones[0]))
	case Attach:
		t.add("TO", t.units(o.Units))
	}
}

// details are what stands behind the units.
func (t *texter) details(o *Order) {
	switch o.Verb {
	case React:
		t.add(map[bool]string{true: "COUNTER", false: "STAND"}[o.Counter])
	case Chit:
		t.add(chitText(o.Points, o.Veteran))
	case Place:
		t.add("AT", o.Space.String())
	case Strike, Charge:
		if o.Enemy.Some() {
			t.add("AT", t.b.Units[o.Enemy.Must()].ID)
		}
	}
	if o.Toward != 0 {
		t.add(map[int]string{-1: "LEFT", 1: "RIGHT"}[o.Toward])
	}
	if o.Verb == Flank && o.Enemy.Some() {
		t.add("ON", t.b.Units[o.Enemy.Must()].ID)
	}
	t.measures(o)
}

func (t *texter) measures(o *Order) {
	if o.N > 0 {
		t.add(strconv.Itoa(o.N))
	}
	if o.Space != offBoard && o.Verb != Place {
		t.add("TO", o.Space.String())
	}
	if o.Column.Some() {
		t.add("TO", string(rune('a'+o.Column.Must())))
	}
	for _, w := range []struct {
		Given bool
		Words string
	}{{o.Contact, "TO CONTACT"}, {o.OrHold, "OR HOLD"}, {o.Beside, "SIDE"}, {o.Reserve, "RESERVE"}} {
		if w.Given {
			t.add(w.Words)
		}
	}
	if o.With.Some() {
		t.add("WITH", t.b.Units[o.With.Must()].ID)
	}
}

// chitText is a morale chit, `5V`.
func chitText(points int, veteran bool) string {
	if veteran {
		return strconv.Itoa(points) + "V"
	}
	return strconv.Itoa(points)
}

func (t *texter) conds(list []Cond) {
	for i := range list {
		if i > 0 {
			t.add("AND")
		}
		t.cond(&list[i])
	}
}

func (t *texter) cond(c *Cond) {
	if c.Not {
		t.add("NOT")
	}
	unit := t.b.unitName(c.Unit)
	switch c.Test {
	case TestEnemy:
		t.add("ENEMY")
		if c.Line {
			t.add("LINE")
		}
		t.add("WITHIN", strconv.Itoa(c.N), "OF", unit)
	case TestClear:
		t.add("CLEAR AHEAD OF", unit)
	case TestEngaged, TestRouted, TestFlanked:
		t.add(unit, string(c.Test))
	case TestHits, TestStamina, TestMorale:
		t.add(unit, string(c.Test), c.Op, strconv.Itoa(c.N))
	case TestCard:
		t.add("CARD ON", unit)
	case TestOpposite:
		t.add("OPPOSITE", t.b.zoneName(t.side, c.Zone), "MOVED")
	case TestFirst, TestSecond:
		t.add("WE ARE", string(c.Test))
	}
}
