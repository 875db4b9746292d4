package firediscipline

import (
	"galloper/adjudicator"
	"galloper/adjudicator/board"
)

// Verb is what a directive tells a unit to do (§2.41), "" where it has only details; or what a commander
// does himself.
type Verb string

// The four operational directives.
const (
	Advance  Verb = "ADVANCE"
	Assault  Verb = "ASSAULT"
	Hold     Verb = "HOLD"
	Withdraw Verb = "WITHDRAW"
)

// Directives of the house.
//
// §D15 §D16 §D17
const (
	Charge  Verb = "CHARGE"
	Attack  Verb = "ATTACK"
	Follow  Verb = "FOLLOW"
	Support Verb = "SUPPORT"
)

// attacks reports whether the verb sends a unit at the enemy.
func (v Verb) attacks() bool { return v == Advance || v == Assault || v == Charge || v == Attack }

// targets reports whether the verb has an enemy for its goal.
//
// §D15
func (v Verb) targets() bool { return v == Charge || v == Attack }

// trails reports whether the verb keeps a unit behind another.
//
// §D16 §D17
func (v Verb) trails() bool { return v == Follow || v == Support }

// What a commander does himself (§Q7).
const (
	rideTo   Verb = "RIDE TO"
	attachTo Verb = "ATTACH TO"
	detach   Verb = "DETACH"
	stay     Verb = "STAY"
)

// Fire is what a directive says of opening fire.
type Fire int8

// What FIRE details there are.
const (
	FireDefault Fire = iota // foot at 60 yards, guns at any range
	FireWithin              // FIRE AT n
	FireAtWill
	FireHeld // only final protective fire
)

// Pursuit is what a directive says of pursuing (§D6).
type Pursuit int8

// What PURSUE details there are.
const (
	PursueDefault Pursuit = iota // under ADVANCE and ASSAULT
	PursueYes
	PursueNo
)

// Aim says which form a verb's object has.
type Aim uint8

// The forms of an object.
const (
	AimNone  Aim = iota
	AimDir       // ADVANCE 45
	AimPlace     // ADVANCE TO mill
	AimYards     // WITHDRAW 100 YDS, ADVANCE 100 YDS
)

// Object is what stands behind a verb.
type Object struct {
	Aim   Aim
	Dir   int   // AimDir
	Yards int   // AimYards
	Place Place // AimPlace
}

// Place is a place as an order names it.
type Place struct {
	Feature adjudicator.Index
	At      board.Point // x,y; hundredths
	Yards   int         // n YDS dir [OF feature]; 0 if it is none such
	Dir     int
}

// Degrees is a facing or a way in whole degrees, or none.
type Degrees = adjudicator.Index

// Token is a chit with the degrees of its turn (§2.5).
type Token struct {
	Chit byte // R L H C A U; 0 none
	Turn int  // degrees of R and L
}

// Directive is a directive as it was written, in full.
type Directive struct {
	Verb   Verb `slot:"verb"`
	Object `slot:"object"`
	Guide  adjudicator.Index `slot:"guide"` // of FOLLOW and SUPPORT
	Gap    int               `slot:"gap"`   // yards behind the guide; 0: as usual
	Via    []Place           `slot:"via"`
	Road   adjudicator.Index `slot:"road"`
	Facing Degrees           `slot:"facing"`
	Form   Formation         `slot:"IN LINE=line,IN COLUMN=column,IN OPEN ORDER=open"`
	Fire   Fire              `slot:"FIRE AT=1,FIRE AT WILL=2,HOLD FIRE=3"`
	FireAt int               `slot:"range"` // yards, FireWithin
	Dress  adjudicator.Index `slot:"dress"` // unit
	Chase  Pursuit           `slot:"PURSUE=1,NO PURSUIT=2"`
	Token  `slot:"chit"`
	// Still to be done, in a Task.
	Unlimber bool        `slot:"UNLIMBER"`
	Dismount bool        `slot:"DISMOUNT"`
	Mount    bool        `slot:"MOUNT"`
	If       []Condition `slot:"if"`
}

// Test is what a condition waits for (§Q6).
type Test struct {
	What    string            `slot:"verb"` // of the tests below; "": of somebody who is named
	N       int               `slot:"n"`    // yards or turn
	Feature adjudicator.Index `slot:"in"`
	Whom    adjudicator.Index `slot:"whom"` // none: any enemy
	Broken  bool              `slot:"BROKEN"`
	Spent   bool              `slot:"HALF SPENT"`
}

// The tests. Somebody is within N yards, or in a feature.
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

// errand is where a commander rides.
type errand struct {
	Ride  Ride
	Whom  adjudicator.Index // unit or seat
	Place Place
}

// order is one order as it was read: a directive to units, a commander's errand, or a letter.
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

// Task is the directive that a unit acts on now, with what was fixed when it
// took it up: its goal, its axis (§D1) and the way there.
type Task struct {
	Directive
	HasGoal bool
	Goal    board.Point       // the place, a feature's centre
	Feature adjudicator.Index // the feature of the goal
	Axis    int               // §D1
	Way     []board.Point     // VIA points and those of the road that are still before it
	Detour  []board.Point     // points of the way to a crossing, before all else
}
