package orderdiscipline

import (
	"slices"

	"galloper/adjudicator"
	"galloper/adjudicator/board"
	"galloper/adjudicator/rules"
)

// Arm is one of the three arms, as terrain and sight tell them apart.
type Arm uint8

// The arms.
const (
	Infantry Arm = iota
	Cavalry
	Artillery
)

// arms are the arms' names.
var arms = [...]string{"infantry", "cavalry", "artillery"}

// String returns the arm's name.
func (a Arm) String() string { return arms[a] }

// Kind is what a unit is (section c).
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

// kinds are the kinds' names.
var kinds = [...]string{"infantry", "light-infantry", "light-cavalry", "heavy-cavalry", "foot-artillery",
	"horse-artillery"}

// String returns the kind as the scenario writes it.
func (k Kind) String() string { return kinds[k] }

// Arm returns the arm that the kind belongs to.
func (k Kind) Arm() Arm { return Arm(k / 2) }

// mounted reports whether units of the kind flee at the pace of horses.
//
// §11.1
func (k Kind) mounted() bool { return k == LightCavalry || k == HeavyCavalry || k == HorseArtillery }

// Formation is how a unit stands (§10.2).
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

// formations are the formations' names.
var formations = [...]string{"line", "column", "march", "skirmish", "square", "deployed", "limbered"}

// String returns the formation as the digest writes it.
func (f Formation) String() string { return formations[f] }

// Condition is the state of a unit's order, best first, and what is no unit on the table.
type Condition uint8

// The states of a unit (section b).
const (
	Steady Condition = iota
	Unsteady
	Routing
	Waiting
	Gone
)

// conditions are the states' names.
var conditions = [...]string{"steady", "unsteady", "routing", "waiting", "gone"}

// String returns the state's name.
func (c Condition) String() string { return conditions[c] }

// Quality is how good a unit is (§3.3).
type Quality uint8

// The qualities.
const (
	Green Quality = iota
	Regular
	Veteran
	Elite
)

// qualities are the qualities' names.
var qualities = [...]string{"green", "regular", "veteran", "elite"}

// Card is an initiative card, the highest first (§2.6).
type Card uint8

// The cards of a hand.
const (
	Joker Card = iota
	King
	Queen
	Jack
)

// cards are the cards' names.
var cards = [...]string{"joker", "king", "queen", "jack"}

// String returns the card's name.
func (c Card) String() string { return cards[c] }

// Battle is a scenario as Setup read it. It never changes. Everything refers to
// everything else by index, in scenario order; where there may be none, by adjudicator.Index.
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
	Breaks        rules.Breaks // §8.7: of its stands

	unitIDs, seatIDs, placeIDs rules.IDs

	thick  []int     // areas that hinder sight, by index (§10.7)
	speech []*speech // by general
}

// Place is a point with a name, perhaps an objective.
type Place struct {
	ID        string
	At        board.Point
	Objective bool
	Points    int
	Held      adjudicator.Index // side
}

// Area is a piece of ground (§10.9).
type Area struct {
	ID     string
	Kind   int // index into areaKinds
	At     []board.Point
	Poly   *board.Polygon
	Height int
}

// Course is a wall, a stream, a road (§10.10).
type Course struct {
	ID        string
	Kind      int // index into lineKinds
	At        []board.Point
	Crossings []board.Point
	box       board.Box
}

// barrier reports whether it is a fence, a hedge or a wall: of a road or a stream nobody is sent to the middle.
func (c *Course) barrier() bool { return c.Kind < slices.Index(lineKinds, "stream") }

// middle is half way between its ends.
func (c *Course) middle() board.Point {
	one, other := c.At[0], c.At[len(c.At)-1]
	return board.Point{X: (one.X + other.X) / 2, Y: (one.Y + other.Y) / 2}
}

// Side is one of the two forces.
type Side struct {
	ID    string
	Home  int // degrees towards the home edge
	Red   bool
	Chief adjudicator.Index // the army commander; none only while it is read
}

// General is a seat as the scenario has it.
type General struct {
	ID       string
	Name     string `key:"name,name" doc:"as players write it"`
	Side     int
	At       board.Point
	With     adjudicator.Index // unit
	Ability  int               `key:"ability,0..2,0" doc:"2.2 and 3.1"`
	Superior adjudicator.Index // general
	NPC      bool              `key:"npc" doc:"nobody plays him"`
	Units    []int             // his command
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

// Options are the rules that a scenario chooses (section c).
type Options struct {
	Couriers bool `key:"couriers,on=yes|off" doc:"12"`
	Ask      bool `key:"decisions,standing|ask=yes" doc:"g7"`
	Sight    int  `key:"sight,0.00..500.00,48" doc:"inches; 10.7"`
	Identify int  `key:"identify,0.00..500.00,24" doc:"inches; i3"`
	Secret   bool `key:"oob,public|secret=yes" doc:"whether names of enemy units are known from the start"`
	Waits    bool `key:"blocked,stop|wait=yes" doc:"5.9: what a unit does that a friend stops who is still to act"`
}

// sideOr is the side's id, or word where there is none.
func (b *Battle) sideOr(side adjudicator.Index, word string) string {
	if side.None() {
		return word
	}
	return b.Sides[side.Must()].ID
}

// below reports whether general g stands below another, directly or further down.
//
// §12.1
func (b *Battle) below(g, chief int) bool {
	for s := b.Generals[g].Superior; s.Some(); s = b.Generals[s.Must()].Superior {
		if s.Is(chief) {
			return true
		}
	}
	return false
}

// commands reports whether the unit belongs to the general or to one below him:
// what section i calls his command, and 9.1 the units that he may join.
//
// §9.1
func (b *Battle) commands(g, unit int) bool {
	of := b.Units[unit].General
	return of == g || b.below(of, g)
}
