// Package staff is what the staff officers of all rulesets have in common: from what a seat knows of the
// field they make a plan (attack, hold, delay), give each unit a task, keep a reserve and look to their
// flanks. A ruleset draws the [Picture] and says in the words of its orders what the tasks mean there.
package staff

import (
	"slices"

	"galloper/adjudicator"
	"galloper/adjudicator/board"
	"galloper/events"
)

// Arm is what a unit is good for.
type Arm uint8

// The arms: formed foot, skirmishers, horse, guns.
const (
	Foot Arm = iota
	Light
	Horse
	Guns
)

// Unit is a unit as the seat knows it.
type Unit struct {
	ID     string
	At     board.Point
	Weight int // strength, by one measure for both sides
	Arm    Arm
	Range  int  // how far it fires
	Mine   bool // takes the seat's orders
	Worn   bool // should be spared
	Bound  bool // in a fight, or else not to be sent anywhere
	Fights bool // hand to hand with the enemy, till one gives way
	// Facing is where it faces, in degrees, where turning costs it something.
	Facing adjudicator.Index
	Sent   *board.Point // where it was sent in the turn before; nil: nowhere, or nobody reckons with it
}

// Holder is whose a place is, as far as the seat knows.
type Holder uint8

// The holders.
const (
	Nobody Holder = iota
	Ours
	Theirs
)

// Place is a piece of ground worth having.
type Place struct {
	ID    string
	At    board.Point
	Worth int
	Held  Holder
	Safe  bool // it needs no guard now: nobody can be there before a friend
}

// Picture is the field as a seat knows it. Distances are in the measure of Far.
type Picture struct {
	Seat        string
	Turn, Turns int // the turn that orders are for, and the last one; 0: there is none
	Own, Foes   []Unit
	Places      []Place
	Reach       int  // how far foot goes in a turn
	Dear        bool // places that are lost cost so much that each has a guard, though no enemy is near
	Varied      bool // what an aim is worth to the officer, and how much he dares, goes by the dice of the battle too
	Loose       bool // what is ours stays so when it is left: foot guards it, while an enemy is near
	Room        int  // for how many units there is room at a place and beside it; 0: for any number
	Far         func(a, b board.Point) int
	// Lead is by how much the side is ahead in whatever else counts for victory.
	Lead int
}

// nearest returns the nearest of some units to a point, and how far it is; nil: there is none.
func (p *Picture) nearest(to board.Point, units []Unit) (near *Unit, far int) {
	for i := range units {
		if d := p.Far(to, units[i].At); near == nil || d < far {
			near, far = &units[i], d
		}
	}
	return near, far
}

// weightNear is the strength of those of the units that stand within so far of a point.
func (p *Picture) weightNear(at board.Point, within int, units []Unit) int {
	sum := 0
	for i := range units {
		if p.Far(at, units[i].At) <= within {
			sum += units[i].Weight
		}
	}
	return sum
}

// Any reports whether one of the units stands where here says.
func Any(units []Unit, here func(board.Point) bool) bool {
	return slices.ContainsFunc(units, func(u Unit) bool { return here(u.At) })
}

// Eyes are how what a seat knows becomes a picture. What it knows of each unit is kept, by the unit's id.
type Eyes struct {
	Picture
	Desk  adjudicator.Desk
	Facts map[string]*events.Outcome
}

// Open begins a picture, of a battle that ends with that turn. What it is measured by is the ruleset's to fill in.
func Open(d *adjudicator.Desk, last int) Eyes {
	return Eyes{Picture{Seat: d.Seat, Turn: d.Turn, Turns: last}, *d, map[string]*events.Outcome{}}
}

// Weigh is what a fact tells of a unit; ok is false for one that is not to be reckoned with.
type Weigh func(*events.Outcome) (u Unit, ok bool)

// Friends adds the units of the side that facts of a kind tell of, however old these are.
func (e *Eyes) Friends(kind string, weigh Weigh) {
	e.Own = e.look(e.Own, kind, e.Turn, weigh, func(*Unit, int) bool { return false })
}

// Enemies adds the units of the enemy that were seen no more than so many turns ago. Friends come first: an enemy
// whom a friend no longer sees, though he stands where the enemy stood, has gone elsewhere.
func (e *Eyes) Enemies(kind string, turns int, weigh Weigh) {
	e.Foes = e.look(e.Foes, kind, turns, weigh, func(u *Unit, turn int) bool {
		return turn+1 < e.Turn && Any(e.Own, func(p board.Point) bool { return 2*e.Far(p, u.At) <= e.Reach })
	})
}

func (e *Eyes) look(units []Unit, kind string, turns int, weigh Weigh, gone func(u *Unit, turn int) bool) []Unit {
	for o, turn := range e.Desk.Facts(kind) {
		if turn+turns < e.Turn {
			continue
		}
		if u, ok := weigh(o); ok && !gone(&u, turn) {
			e.Facts[u.ID] = o
			units = append(units, u)
		}
	}
	return units
}

func weightOf(units []Unit) int {
	sum := 0
	for i := range units {
		sum += units[i].Weight
	}
	return sum
}

// lead is by how much the side is ahead in places and in what else counts.
func (p *Picture) lead() int {
	lead := p.Lead
	for i := range p.Places {
		switch p.Places[i].Held {
		case Ours:
			lead += p.Places[i].Worth
		case Theirs:
			lead -= p.Places[i].Worth
		}
	}
	return lead
}

// Fresh leaves out the lines that repeat what the unit was told last, in the turns before that are
// still remembered: a courier need not ride twice for the same.
func Fresh(lines []string, given []adjudicator.Given, turn, remembered int, unit func(line string) string) []string {
	last := map[string]adjudicator.Given{}
	for _, g := range given {
		last[unit(g.Line)] = g
	}
	var fresh []string
	for _, l := range lines {
		if g, ok := last[unit(l)]; !ok || g.Line != l || g.Turn+remembered < turn {
			fresh = append(fresh, l)
		}
	}
	return fresh
}
