package orderdiscipline

import (
	"slices"

	"galloper/adjudicator"
	"galloper/adjudicator/board"
	"galloper/adjudicator/rules"
)

// Arm is one of the three arms.
type Arm uint8

// The arms.
const (
	Infantry Arm = iota
	Cavalry
	Artillery
)

var arms = [...]string{"infantry", "cavalry", "artillery"}

// String returns the arm's name.
func (a Arm) String() string { return arms[a] }

// Kind is the type of a unit (section c).
type Kind uint8

// The kinds of units.
const (
	LineInfantry Kind = iota
	LightInfantry
	LightCavalry
	HeavyCavalry
	FootArtillery
	HorseArtillery
)

var kinds = [...]string{"infantry", "light-infantry", "light-cavalry", "heavy-cavalry", "foot-artillery",
	"horse-artillery"}

// String returns the kind as the scenario writes it.
func (k Kind) String() string { return kinds[k] }

// Arm returns the arm that the kind belongs to.
func (k Kind) Arm() Arm { return Arm(k / 2) }

// mounted reports whether units of the kind retire and rout at the mounted rate (§11.1).
func (k Kind) mounted() bool { return k == LightCavalry || k == HeavyCavalry || k == HorseArtillery }

// Formation is a unit's formation (§10.2).
type Formation uint8

// The formations.
const (
	Line Formation = iota
	Column
	March
	Skirmish
	Square
	Deployed
	Limbered
)

var formations = [...]string{"line", "column", "march", "skirmish", "square", "deployed", "limbered"}

// String returns the formation as the digest writes it.
func (f Formation) String() string { return formations[f] }

// Condition is the order that a unit is in, best first, or the reason why it is off the table.
type Condition uint8

// The states of a unit on the table and, from Waiting on, off it (section b).
const (
	Steady Condition = iota
	Unsteady
	Routing
	Waiting
	Gone
)

var conditions = [...]string{"steady", "unsteady", "routing", "waiting", "gone"}

// String returns the state's name.
func (c Condition) String() string { return conditions[c] }

// Quality is a unit's troop quality (§3.3).
type Quality uint8

// The qualities.
const (
	Green Quality = iota
	Regular
	Veteran
	Elite
)

var qualities = [...]string{"green", "regular", "veteran", "elite"}

// Card is an initiative card, highest first (§2.6).
type Card uint8

// The cards of a hand.
const (
	Joker Card = iota
	King
	Queen
	Jack
)

var cards = [...]string{"joker", "king", "queen", "jack"}

// String returns the card's name.
func (c Card) String() string { return cards[c] }

// Battle is a scenario as read by Setup. It never changes. Its parts refer to each other by index in scenario
// order, optional ones by adjudicator.Index.
type Battle struct {
	rules.Roster
	Title         string
	Width, Height int // hundredths of an inch
	Places        []Place
	Areas         []Area
	Lines         []Course
	Sides         [2]Side
	Generals      []General
	Units         []Regiment
	Options       Options
	Tables        Tables
	Breaks        rules.Breaks // §8.7, in stands

	unitIDs, seatIDs, placeIDs rules.IDs

	thick  []int     // indices of areas that can block line of sight (§10.7)
	speech []*speech // by general
}

// Place is a named point, possibly an objective.
type Place struct {
	ID        string
	At        board.Point
	Objective bool
	Points    int
	Held      adjudicator.Index // side
}

// Area is an area of terrain (§10.9).
type Area struct {
	ID     string
	Kind   int // index into areaKinds
	At     []board.Point
	Poly   *board.Polygon
	Height int
}

// Course is a linear feature: a wall, a stream or a road (§10.10).
type Course struct {
	ID        string
	Kind      int // index into lineKinds
	At        []board.Point
	Crossings []board.Point
	box       board.Box
}

// barrier reports whether the course is a fence, a hedge or a wall. Only these can be named as a goal, by their middle.
func (c *Course) barrier() bool { return c.Kind < slices.Index(lineKinds, "stream") }

// middle returns the point halfway between the course's ends.
func (c *Course) middle() board.Point {
	one, other := c.At[0], c.At[len(c.At)-1]
	return board.Point{X: (one.X + other.X) / 2, Y: (one.Y + other.Y) / 2}
}

// Side is one of the two forces.
type Side struct {
	ID    string
	Home  int // degrees towards the home edge
	Red   bool
	Chief adjudicator.Index // army commander; none only during setup
}

// General is a seat as the scenario describes it.
type General struct {
	ID       string
	Name     string `key:"name,name" doc:"as players write it"`
	Side     int
	At       board.Point
	With     adjudicator.Index // unit
	Ability  int               `key:"ability,0..2,0" doc:"2.2 and 3.1"`
	Superior adjudicator.Index // general
	NPC      bool              `key:"npc" doc:"nobody plays him"`
	Units    []int             // units under direct command
	Below    []int             // direct subordinates
}

// Regiment is a unit as the scenario describes it.
type Regiment struct {
	ID        string
	Name      string `key:"name,name" doc:"as players write it"`
	General   int
	Side      int
	Kind      Kind
	Quality   Quality
	Rifle     bool `key:"weapon,musket|rifle=yes" doc:"infantry only"`
	Gun       int  // light, medium, heavy
	Shock     bool `key:"shock"`
	Arrives   int  `key:"arrives,1..99" doc:"turn; 8.3"`
	Start     int  // stands at full strength
	Lost      int  `key:"lost,0..11,0" doc:"stands lost already"`
	Hits      int  `key:"hits,0..19,0" doc:"hits taken already"`
	State     Condition
	Test      bool `key:"test" doc:"must take a morale test"`
	Contact   []int
	At        board.Point
	Facing    int
	Formation Formation
}

// Options are the optional rules of a scenario (section c).
type Options struct {
	Couriers bool `key:"couriers,on=yes|off" doc:"12"`
	Ask      bool `key:"decisions,standing|ask=yes" doc:"g7"`
	Sight    int  `key:"sight,0.00..500.00,48" doc:"inches; 10.7"`
	Identify int  `key:"identify,0.00..500.00,24" doc:"inches; i3"`
	Secret   bool `key:"oob,public|secret=yes" doc:"whether names of enemy units are known from the start"`
	Waits    bool `key:"blocked,stop|wait=yes" doc:"5.9: what a unit does that a friend stops who is still to act"`
}

// sideOr returns the side's ID, or word if there is no side.
func (b *Battle) sideOr(side adjudicator.Index, word string) string {
	if side.None() {
		return word
	}
	return b.Sides[side.Must()].ID
}

// isSubordinate reports whether general g is a direct or indirect subordinate of chief (§12.1).
func (b *Battle) isSubordinate(g, chief int) bool {
	for s := b.Generals[g].Superior; s.Some(); s = b.Generals[s.Must()].Superior {
		if s.Is(chief) {
			return true
		}
	}
	return false
}

// commands reports whether the unit belongs to the general or to one of the general's subordinates. These
// units are the general's command in section i and the ones that the general may join (§9.1).
func (b *Battle) commands(g, unit int) bool {
	of := b.Units[unit].General
	return of == g || b.isSubordinate(of, g)
}
