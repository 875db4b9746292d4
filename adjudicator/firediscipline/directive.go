package firediscipline

import (
	"fmt"

	"galloper/adjudicator"
	"galloper/adjudicator/board"
	"galloper/adjudicator/rules"
	"galloper/orders"
)

// Verb is the action that a directive tells a unit to take (§2.41), or that a commander takes in person. It is "" if
// the directive has only details.
type Verb string

// The four operational directives.
const (
	Advance  Verb = "ADVANCE"
	Assault  Verb = "ASSAULT"
	Hold     Verb = "HOLD"
	Withdraw Verb = "WITHDRAW"
)

// Verbs of the house rules (§D15, §D16, §D17).
const (
	Charge  Verb = "CHARGE"
	Attack  Verb = "ATTACK"
	Follow  Verb = "FOLLOW"
	Support Verb = "SUPPORT"
)

// attacks reports whether the verb sends a unit at the enemy.
func (v Verb) attacks() bool { return v == Advance || v == Assault || v == Charge || v == Attack }

// targets reports whether the verb's goal is an enemy (§D15).
func (v Verb) targets() bool { return v == Charge || v == Attack }

// trails reports whether the verb keeps a unit behind another (§D16, §D17).
func (v Verb) trails() bool { return v == Follow || v == Support }

// Verbs for the commander in person (§Q7).
const (
	rideTo   Verb = "RIDE TO"
	attachTo Verb = "ATTACH TO"
	detach   Verb = "DETACH"
	stay     Verb = "STAY"
)

// Fire is a directive's instruction on opening fire.
type Fire int8

// The FIRE details.
const (
	FireDefault Fire = iota // foot at 60 yards, guns at any range
	FireWithin              // FIRE AT n
	FireAtWill
	FireHeld // only final protective fire
)

// Pursuit is a directive's instruction on pursuit (§D6).
type Pursuit int8

// The PURSUE details.
const (
	PursueDefault Pursuit = iota // under ADVANCE and ASSAULT
	PursueYes
	PursueNo
)

// Aim is the form of a verb's object.
type Aim uint8

// The forms of an object.
const (
	AimNone  Aim = iota
	AimDir       // ADVANCE 45
	AimPlace     // ADVANCE TO mill
	AimYards     // WITHDRAW 100 YDS, ADVANCE 100 YDS
)

// Object is the object of a verb.
type Object struct {
	Aim   Aim
	Dir   int   // AimDir
	Yards int   // AimYards
	Place Place // AimPlace
}

// Place is a place as named in an order.
type Place struct {
	Feature adjudicator.Index
	At      board.Point // x,y; hundredths
	Yards   int         // n YDS dir [OF feature]; 0 for other forms
	Dir     int
}

// Degrees is a bearing in whole degrees, or none.
type Degrees = adjudicator.Index

// Token is a chit with the angle of its turn (§2.5).
type Token struct {
	Chit byte // R L H C A U; 0 none
	Turn int  // degrees of R and L
}

// Directive is a directive in full, as written.
type Directive struct {
	Verb   Verb `slot:"verb"`
	Object `slot:"object"`
	Guide  adjudicator.Index `slot:"guide"` // of FOLLOW and SUPPORT
	Gap    int               `slot:"gap"`   // yards behind the guide; 0: the default
	Via    []Place           `slot:"via"`
	Road   adjudicator.Index `slot:"road"`
	Facing Degrees           `slot:"facing"`
	Form   Formation         `slot:"IN LINE=line,IN COLUMN=column,IN OPEN ORDER=open"`
	Fire   Fire              `slot:"FIRE AT=1,FIRE AT WILL=2,HOLD FIRE=3"`
	FireAt int               `slot:"range"` // yards, FireWithin
	Dress  adjudicator.Index `slot:"dress"` // unit
	Chase  Pursuit           `slot:"PURSUE=1,NO PURSUIT=2"`
	Token  `slot:"chit"`
	// Cleared once done, in a Task.
	Unlimber bool        `slot:"UNLIMBER"`
	Dismount bool        `slot:"DISMOUNT"`
	Mount    bool        `slot:"MOUNT"`
	If       []Condition `slot:"if"`
}

// Test is the test of a condition (§Q6).
type Test struct {
	What    string            `slot:"verb"` // one of the tests below; "": a test of a named unit
	N       int               `slot:"n"`    // yards or turn
	Feature adjudicator.Index `slot:"in"`
	Whom    adjudicator.Index `slot:"whom"` // none: any enemy
	Broken  bool              `slot:"BROKEN"`
	Spent   bool              `slot:"HALF SPENT"`
}

// The tests. ENEMY is an enemy within N yards or in a feature.
const (
	testEnemy     = "ENEMY"
	testTurn      = "TURN"
	testHalfSpent = "HALF SPENT"
)

// Condition is one IF … THEN … of a directive.
type Condition struct {
	Test Test   `slot:"test"`
	Then *order `slot:"then"`
}

// errand is the goal of a commander's ride.
type errand struct {
	Ride  Ride
	Whom  adjudicator.Index // unit or seat
	Place Place
}

// order is one order after parsing: a directive to units, a commander's errand, or a letter.
type order struct {
	Units []int `slot:"unit"`
	Directive
	Errand errand            `slot:"errand"`
	Whom   adjudicator.Index `slot:"whom"` // of ATTACH TO
	First  Test              `slot:"test"` // of IF before the units
	Then   *order            `slot:"then"`
	Else   *order            `slot:"else"`
	Seats  []int             // of a letter
	Text   string

	Canonical string
}

// Task is the directive that a unit now acts on, with the goal, the axis (§D1) and the route fixed when it took it up.
type Task struct {
	Directive
	HasGoal bool
	Goal    board.Point       // the place, or the feature's centre
	Feature adjudicator.Index // the feature of the goal
	Axis    int               // §D1
	Way     []board.Point     // VIA points and points of the road still ahead
	Detour  []board.Point     // points on the way to a crossing, taken first
}

// speech is the order language of one side, with the names that it may use.
type speech struct {
	b      *Battle
	units  *orders.Names // of the side
	seats  *orders.Names // of the side
	places *orders.Names // features
	roads  *orders.Names
	goals  *orders.Names // no names of its own: goals of a ride

	own, rivals []*orders.Names // the units; the units and seats
	all         *orders.Names   // the units of both sides
}

// newSpeech collects the names that a side may use. It leaves out enemies: to the parser their names are unknown words.
func newSpeech(b *Battle, side int) *speech {
	var seats, places, roads []orders.Name
	for i := range b.Commands {
		if b.Commands[i].Side == side {
			seats = append(seats, orders.SeatName(b.Commands[i].ID, b.Commands[i].Name))
		}
	}
	for i := range b.Features {
		places = append(places, orders.Name{ID: b.Features[i].ID, Name: b.Features[i].Name})
	}
	for i := range b.Roads {
		roads = append(roads, orders.Name{ID: b.Roads[i].ID, Name: b.Roads[i].Name})
	}
	sp := &speech{b: b,
		units: b.unitNames(orders.NamesKind{Kind: "unit", Want: "a unit of yours"},
			func(u int) bool { return b.Units[u].Side == side }),
		seats: orders.NewNames(orders.NamesKind{Kind: "seat", Want: "a seat of your side", Unknown: noSuchSeat,
			Ambiguous: noSuchSeat}, seats...),
		places: orders.NewNames(orders.NamesKind{Kind: "place", Want: wantPlace, Unknown: unknownPlace}, places...),
		roads:  orders.NewNames(orders.NamesKind{Want: "a road", Unknown: unknownPlace}, roads...),
		goals: orders.NewNames(orders.NamesKind{Want: "a place, a unit of yours or a seat of your side",
			Unknown: unknownPlace}),
	}
	sp.own, sp.rivals = []*orders.Names{sp.units}, []*orders.Names{sp.units, sp.seats}
	sp.all = b.unitNames(askedOf, func(int) bool { return true })
	return sp
}

// askedOf is the kind of the names that a condition may test.
var askedOf = orders.NamesKind{Want: wantTest, Unknown: badCondition}

func (b *Battle) unitNames(kind orders.NamesKind, wanted func(unit int) bool) *orders.Names {
	var list []orders.Name
	for i := range b.Units {
		if wanted(i) {
			list = append(list, orders.Name{ID: b.Units[i].ID, Name: b.Units[i].Name})
		}
	}
	return orders.NewNames(kind, list...)
}

// namesOf returns the units that a seat commands.
func namesOf(d rules.Desk[*Battle]) (own, others *orders.Names) {
	return d.Battle.obeying[d.Battle.seat(d.Seat)], nil
}

// knowing returns a parser without knowledge of the field.
func (b *Battle) knowing(side int, seat adjudicator.Index) *parser {
	return &parser{speech: b.speech[side], seat: seat, told: func(int) bool { return true },
		gone:  func(int) bool { return false },
		where: func(int) (board.Point, bool) { return board.Point{}, false }}
}

// recorded parses a seat's canonical lines again. It panics on a line that no longer parses, because all were accepted
// with the mail.
func (b *Battle) recorded(seat int, lines []string) []*order {
	k := b.knowing(b.Commands[seat].Side, adjudicator.At(seat))
	k.mail = language.Mail(k, len(lines))
	kept, mail := make([]order, len(lines)), make([]*order, len(lines))
	for i, line := range lines {
		it := language.Item(line)
		o, refusal := k.read(&it)
		if refusal != nil {
			panic("firediscipline: an accepted order does not read again: " + line + ": " + refusal.Reason)
		}
		kept[i], mail[i] = *o, &kept[i]
		kept[i].Canonical = line
	}
	return mail
}

// text returns the directive in canonical form, which parses to the same directive (section f).
func (b *Battle) text(d *Directive) string {
	return language.Text(&parser{speech: b.speech[0]}, &order{Directive: *d})
}

// parseDirective parses a bare directive for a unit. It returns an error if the directive is refused.
func (b *Battle) parseDirective(side int, text string) (*Directive, error) {
	o, refusal := b.readDirective(b.knowing(side, adjudicator.None), text)
	if refusal != nil {
		return nil, fmt.Errorf("firediscipline: %q does not read: %s: %s", text, refusal.Reason, refusal.Sentence())
	}
	return &o.Directive, nil
}

func (b *Battle) readDirective(k *parser, text string) (*order, *orders.Refusal) {
	it := language.Item(text)
	k.within = true
	r := language.Reader(k, it.Words)
	o := language.ReadOn(r)
	if o.Units = k.named; o.himself() {
		r.Refuse(r.Here(), unknownOrder, "a directive")
	}
	if !r.Failed() {
		forbid(r, o)
	}
	return o, r.Verdict()
}
