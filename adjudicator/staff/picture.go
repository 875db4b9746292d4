// Package staff is the common part of the staff officers of all rulesets. From a seat's knowledge of the field they
// make a plan (attack, hold, delay), give each unit a task, keep a reserve and cover their flanks. A ruleset fills in
// the [Picture] and translates the tasks into its orders.
package staff

import (
	"slices"

	"galloper/adjudicator"
	"galloper/adjudicator/board"
	"galloper/events"
)

// Arm is a unit's branch of service.
type Arm uint8

// The arms: formed foot, skirmishers, horse, guns.
const (
	Foot Arm = iota
	Light
	Horse
	Guns
)

// Unit is a unit as known to the seat.
type Unit struct {
	ID     string
	At     board.Point
	Weight int // strength, on one scale for both sides
	Arm    Arm
	Range  int  // range of fire
	Mine   bool // takes the seat's orders
	Worn   bool // worn down, to be spared
	Bound  bool // in a fight or otherwise not to be moved
	Fights bool // in melee
	// Facing is its facing in degrees, if turning has a cost.
	Facing adjudicator.Index
	Sent   *board.Point // destination in the turn before; nil: none, or not tracked
}

// Holder is the side that holds a place, to the seat's knowledge.
type Holder uint8

// The holders.
const (
	Nobody Holder = iota
	Ours
	Theirs
)

// Place is an objective.
type Place struct {
	ID    string
	At    board.Point
	Worth int
	Held  Holder
}

// Picture is the field as known to a seat. Distances are in the measure of Far.
type Picture struct {
	Seat        string
	Turn, Turns int // turn that the orders are for, and the last turn; 0: no limit
	Own, Foes   []Unit
	Places      []Place
	Reach       int  // movement of foot in a turn
	Dear        bool // losing a place is costly, so each gets a guard even if no enemy is near
	Varied      bool // the dice of the battle also vary the officer's boldness and the value of each aim
	Loose       bool // a place stays ours when left; foot guards it while an enemy is near
	Room        int  // number of units that fit at a place and beside it; 0: no limit
	Far         func(a, b board.Point) int
	// Lead is the side's lead in anything else that counts for victory.
	Lead int
}

// nearest returns the unit nearest to a point and its distance, or nil if there are no units.
func (p *Picture) nearest(to board.Point, units []Unit) (near *Unit, far int) {
	for i := range units {
		if d := p.Far(to, units[i].At); near == nil || d < far {
			near, far = &units[i], d
		}
	}
	return near, far
}

// weightNear returns the total strength of the units within a distance of a point.
func (p *Picture) weightNear(at board.Point, within int, units []Unit) int {
	sum := 0
	for i := range units {
		if p.Far(at, units[i].At) <= within {
			sum += units[i].Weight
		}
	}
	return sum
}

// Any reports whether here is true for the position of a unit.
func Any(units []Unit, here func(board.Point) bool) bool {
	return slices.ContainsFunc(units, func(u Unit) bool { return here(u.At) })
}

// Eyes builds a picture from the knowledge of a seat. Facts holds the fact about each unit, by id.
type Eyes struct {
	Picture
	Desk  adjudicator.Desk
	Facts map[string]*events.Outcome
}

// Open begins a picture of a battle that ends with turn last. The ruleset must set its measures.
func Open(d *adjudicator.Desk, last int) Eyes {
	return Eyes{Picture{Seat: d.Seat, Turn: d.Turn, Turns: last}, *d, map[string]*events.Outcome{}}
}

// Weigh returns the unit described by a fact. ok is false if the unit does not count.
type Weigh func(*events.Outcome) (u Unit, ok bool)

// Friends adds the units of the seat's side from facts of the kind, of any age.
func (e *Eyes) Friends(kind string, weigh Weigh) {
	e.Own = e.look(e.Own, kind, e.Turn, weigh, func(*Unit, int) bool { return false })
}

// Enemies adds the enemy's units seen at most that many turns ago. Call Friends first: an enemy seen in an earlier turn
// is left out if a friend near its position no longer sees it.
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

// Fresh returns the lines without those that repeat the unit's latest order, if that was given no more than
// `remembered` turns ago. This saves a courier.
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
