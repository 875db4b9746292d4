package commandchaos

import (
	"slices"

	"galloper/adjudicator"
	"galloper/adjudicator/board"
	"galloper/adjudicator/rules"
)

// Kind is the arm of a unit.
type Kind string

// The arms of units.
const (
	Heavy   Kind = "heavy"
	Cavalry Kind = "cavalry"
	Light   Kind = "light"
)

// Posture is a unit's behaviour if no order applies (§D1).
type Posture string

// The values of Posture (§D1).
const (
	PostureHold    Posture = "hold"
	PostureAdvance Posture = "advance"
	PostureCharge  Posture = "charge"
	PostureFlank   Posture = "flank"
)

// Battle is a scenario as Setup read it. It never changes.
type Battle struct {
	rules.Roster
	Title      string
	Board      board.ColumnBoard
	Impassable []board.Space // §M12
	Rough      []board.Space
	Sides      [2]Army // in scenario order
	Commands   []Command
	Leaders    []Leader
	Units      []UnitCard
	Options    Options
	Tables     Tables
	Victory    Victory

	unitIDs, leaderIDs rules.IDs

	chief [2]int // commander seat of each side
	words speech
}

// Army is one of the two sides.
type Army struct {
	ID    string
	Name  string     `key:"name,name" doc:"as players write it"`
	South bool       `key:"edge!,south=yes|north" doc:"the edge that it fights from"`
	Deck  rules.Pile `key:"deck,text,house" doc:"a deck of battle cards"`
	Hand  []int      `key:"hand,texts" doc:"the exact starting hand; else it is dealt"` // by index, in deck table order
	Dealt bool       // no starting hand is given
}

// Command is a seat.
type Command struct {
	ID      string
	Side    int
	Officer int
}

// Leader is an officer.
type Leader struct {
	ID         string
	Name       string            `key:"name,name" doc:"as players write it"`
	Side       int               `key:"side!,text" doc:"whose they are"`
	Lieutenant bool              `key:"role!,commander|lieutenant=yes" doc:"one commander a side"`
	Zone       int               // from the west
	Unit       adjudicator.Index `key:"unit,text" doc:"the line unit that they are attached to"`
	Seat       adjudicator.Index // the seat that plays the officer
}

// UnitCard is a unit at the start of the battle.
type UnitCard struct {
	ID      string
	Name    string      `key:"name,name" doc:"as players write it"`
	Side    int         `key:"side!,text" doc:"whose it is"`
	Kind    Kind        `key:"kind!,heavy|cavalry|light" doc:"what it is"`
	At      board.Space `key:"at!,text" doc:"its space, such as d4"`
	Max     int         `key:"morale,text" doc:"line units: 1 to 9, with V after it for veterans"`
	Veteran bool
	Reserve bool          `key:"reserve" doc:"a line unit in its rear row that may change columns"`
	Posture Posture       `key:"posture,hold|advance|charge|flank" doc:"what it does without orders"`
	Stamina int           `key:"stamina,0..9,3" doc:"setup free"`
	Hits    int           `key:"hits,0..99,0" doc:"setup free"`
	Facing  board.Heading `key:"facing,n|e|s|w" doc:"its side's front; setup free"`
	Charged bool          `key:"charged" doc:"setup free"`
	Known   bool          `key:"known" doc:"its quality is public; setup free"`
	Engaged []int         `key:"engaged,texts" doc:"enemies that it is engaged with; setup free"`
}

// line reports whether the unit is heavy infantry or cavalry.
func (u *UnitCard) line() bool { return u.Kind != Light }

// Options are the rules that a scenario may choose.
type Options struct {
	Setup     string   `key:"setup,standard|free|players" doc:"S5 to S9"`
	Hand      int      `key:"hand,0..99,5" doc:"cards in a hand; 0: no card is dealt or drawn"` // §P3
	CardLimit int      `key:"card_limit,0..99,3" doc:"cards played a turn"`                     // §B1
	DeadHand  int      `key:"commander_dead_hand,0..99,3" doc:"O6"`                             // §O6
	Sweep     bool     `key:"cavalry_sweep,,yes" doc:"F5"`                                      // §F5
	Roam      bool     `key:"lieutenants_roam" doc:"O3"`                                        // §O3
	RiskHit   int      `key:"officer_risk_hit,0..6,0" doc:"O5"`                                 // §O5
	RiskRout  int      `key:"officer_risk_rout,0..6,2" doc:"O5"`                                // §O5
	Runners   bool     `key:"runners,off|zones=yes" doc:"H"`                                    // §H3
	Fog       bool     `key:"sight,table|zones=yes" doc:"what a seat sees"`
	Ask       []string `key:"ask,charge-reply" doc:"decisions asked in mid-turn"`
}

// Victory sets the conditions for the end of the battle.
type Victory struct {
	// Share is in per cent (§E1). Turns is 0 if there is no limit (§E3).
	Share int  `key:"share,1..100,50" doc:"per cent of the line units; a side that has lost more has lost"`
	All   bool `key:"count,heavy|all=yes" doc:"all: lights count too"`
	Turns int  `key:"turns,1..99" doc:"none; the last turn"`
}

// nameAll adds the written names of units and leaders to the roster.
func (b *Battle) nameAll() {
	for i := range b.Units {
		b.Name(b.Units[i].ID, b.Units[i].Name, "")
	}
	for i := range b.Leaders {
		b.Name(b.Leaders[i].ID, b.Leaders[i].Name, "")
	}
	for i := range b.Sides {
		b.Roster.Sides[i].Name = b.Sides[i].Name
	}
	for i := range b.Tables.Cards {
		b.Name(b.Tables.Cards[i].ID, b.Tables.Cards[i].Name, "")
	}
}

func (b *Battle) unit(id string) int { return b.unitIDs.Find(id).Or(-1) }

func (b *Battle) leader(id string) int { return b.leaderIDs.Find(id).Or(-1) }

func (b *Battle) side(id string) int { return b.Side(id).Or(-1) }

func (b *Battle) seat(id string) int { return b.Seat(id).Or(-1) }

// frontDirection returns the direction of a side's front.
func (b *Battle) frontDirection(side int) board.Heading {
	if b.Sides[side].South {
		return board.HeadNorth
	}
	return board.HeadSouth
}

// rank returns how many rows the space is from the side's own edge, from 0.
func (b *Battle) rank(side int, s board.Space) int {
	if b.Sides[side].South {
		return s.Row
	}
	return b.Board.Rows - 1 - s.Row
}

// file returns how many columns the space is from the side's left, from 0.
func (b *Battle) file(side int, s board.Space) int {
	if b.Sides[side].South {
		return s.Col
	}
	return b.Board.Columns - 1 - s.Col
}

// leftOf returns the column steps that lead to the side's left.
func (b *Battle) leftOf(side int) int {
	if b.Sides[side].South {
		return -1
	}
	return 1
}

func (b *Battle) passable(s board.Space) bool {
	return b.Board.Has(s) && !slices.Contains(b.Impassable, s)
}

// isRough reports whether the space is rough ground (§M12).
func (b *Battle) isRough(s board.Space) bool { return slices.Contains(b.Rough, s) }

// outer reports whether the column is one of the two outermost (§S2).
func (b *Battle) outer(col int) bool { return col == 0 || col == b.Board.Columns-1 }

// zoneIDs lists the zones from a side's left to its right.
var zoneIDs = []string{"left-wing", "left", "centre", "right", "right-wing"}

func (b *Battle) zoneName(side, zone int) string {
	if b.Sides[side].South {
		return zoneIDs[zone]
	}
	return zoneIDs[len(zoneIDs)-1-zone]
}

// zoneNamed returns the zone that a side knows by the name, or -1.
func (b *Battle) zoneNamed(side int, name string) int {
	i := slices.Index(zoneIDs, name)
	if i < 0 || b.Sides[side].South {
		return i
	}
	return len(zoneIDs) - 1 - i
}

// areNear reports whether two zones are the same or neighbours.
func areNear(a, b int) bool { return a-b <= 1 && b-a <= 1 }

// zoneDistance returns the distance between two zones.
func zoneDistance(a, b int) int { return max(a-b, b-a) }
