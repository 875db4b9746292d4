package firediscipline

import (
	"galloper/adjudicator"
	"galloper/adjudicator/board"
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
