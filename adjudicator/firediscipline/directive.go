package firediscipline

import (
	"galloper/adjudicator"
	"galloper/adjudicator/board"
)

// Verb is what a directive tells a unit to do (§2.41); "" where it has only details.
type Verb string

// The four operational directives.
const (
	Advance  Verb = "ADVANCE"
	Assault  Verb = "ASSAULT"
	Hold     Verb = "HOLD"
	Withdraw Verb = "WITHDRAW"
)

// Fire is what a directive says of opening fire.
type Fire uint8

// What FIRE details there are.
const (
	FireDefault Fire = iota // foot at 60 yards, guns at any range
	FireWithin              // FIRE AT n
	FireAtWill
	FireHeld // only final protective fire
)

// Pursuit is what a directive says of pursuing (§D6).
type Pursuit uint8

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
	AimYards     // WITHDRAW 100 YDS
)

// Place is a place as an order names it.
type Place struct {
	Feature adjudicator.Index
	At      board.Point // x,y; hundredths
	Yards   int         // n YDS dir [OF feature]; 0 if it is none such
	Dir     int
}

// Degrees is a facing or a way in whole degrees, or none.
type Degrees = adjudicator.Index

// Directive is a directive as it was written, in full.
type Directive struct {
	Verb   Verb
	Aim    Aim
	Dir    int   // AimDir
	Yards  int   // AimYards
	Place  Place // AimPlace
	Via    []Place
	Road   adjudicator.Index // BY ROAD
	Facing Degrees
	Form   Formation
	Fire   Fire
	FireAt int               // yards, FireWithin
	Dress  adjudicator.Index // unit
	Chase  Pursuit
	Chit   byte // R L H C A U; 0 none
	Turn   int  // degrees of R and L
	// UNLIMBER, DISMOUNT, MOUNT: still to be done, in a Task.
	Unlimber, Dismount, Mount bool
	If                        []Condition
}

// Test is what a condition waits for (§Q6).
type Test uint8

// The conditions.
const (
	EnemyWithin Test = iota + 1
	TurnReached
	HalfSpent
	EnemyIn
)

// Condition is one IF … THEN … of a directive.
type Condition struct {
	Test    Test
	N       int // yards or turn
	Feature int // EnemyIn
	Then    *Directive
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
