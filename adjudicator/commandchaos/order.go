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

// only returns the order with only the units and officers that keep accepts, or nil if none is left.
func (o *Order) only(keep func(unit, officer adjudicator.Index) bool) *Order {
	c := *o
	if o.Verb == If {
		c.Then = o.Then.only(keep)
		if o.Else != nil {
			c.Else = o.Else.only(keep)
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
