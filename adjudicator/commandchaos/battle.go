package commandchaos

import (
	"slices"

	"galloper/adjudicator"
	"galloper/adjudicator/board"
	"galloper/adjudicator/rules"
)

// Kind is what a unit is.
type Kind string

// The kinds of units.
const (
	Heavy   Kind = "heavy"
	Cavalry Kind = "cavalry"
	Light   Kind = "light"
)

// Posture is what a unit does for which no order applies (§D1).
type Posture string

// The postures.
const (
	PostureHold    Posture = "hold"
	PostureAdvance Posture = "advance"
	PostureCharge  Posture = "charge"
	PostureFlank   Posture = "flank"
)

// Battle is a scenario as it was read. It never changes.
type Battle struct {
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

	chief [2]int // commander seat of each side
	seats []adjudicator.Seat
	words speech
}

// Army is one of the two sides.
type Army struct {
	ID, Name string
	South    bool // its edge
	Deck     rules.Pile
	Hand     []int // a starting hand, cards by index, in deck table order
	Dealt    bool  // no starting hand is given
}

// Command is a seat.
type Command struct {
	ID      string
	Side    int
	Officer int
}

// Leader is an officer.
type Leader struct {
	ID, Name   string
	Side       int
	Lieutenant bool
	Zone       int               // from the west
	Unit       adjudicator.Index // none if not attached
	Seat       adjudicator.Index // of who plays him
}

// UnitCard is a unit as it begins.
type UnitCard struct {
	ID, Name string
	Side     int
	Kind     Kind
	At       board.Space
	Max      int
	Veteran  bool
	Reserve  bool
	Posture  Posture
	Stamina  int
	Hits     int
	Facing   board.Heading
	Charged  bool
	Known    bool
	Engaged  []int
}

// line reports whether it is heavy infantry or cavalry.
func (u *UnitCard) line() bool { return u.Kind != Light }

// Options are the rules that a scenario may choose.
type Options struct {
	Setup     string // standard, free, players
	Hand      int    // §P3
	Discards  int    // §I2
	CardLimit int    // §B1
	DeadHand  int    // §O6
	Sweep     bool   // §F5
	Roam      bool   // §O3
	RiskHit   int    // §O5
	RiskRout  int
	Runners   bool // §H3
	Fog       bool // sight by zones
	AskReply  bool // the decision `charge-reply`
}

// Victory says when the battle ends.
type Victory struct {
	Share int  // per cent (§E1)
	All   bool // lights count too
	Turns int  // 0: no limit (§E3)
}

// Seats returns the seats in scenario order.
func (b *Battle) Seats() []adjudicator.Seat { return b.seats }

// NameOf returns the written name of a unit, officer, seat, side or card, "" if it has none.
func (b *Battle) NameOf(id string) string {
	if u := b.unit(id); u >= 0 {
		return b.Units[u].Name
	}
	if o := b.leader(id); o >= 0 {
		return b.Leaders[o].Name
	}
	if i := slices.IndexFunc(b.seats, func(s adjudicator.Seat) bool { return s.ID == id }); i >= 0 {
		return b.seats[i].Name
	}
	if s := b.side(id); s >= 0 {
		return b.Sides[s].Name
	}
	if c := b.Tables.card(id); c >= 0 {
		return b.Tables.Cards[c].Name
	}
	return ""
}

func (b *Battle) unit(id string) int {
	return slices.IndexFunc(b.Units, func(u UnitCard) bool { return u.ID == id })
}

func (b *Battle) leader(id string) int {
	return slices.IndexFunc(b.Leaders, func(o Leader) bool { return o.ID == id })
}

func (b *Battle) side(id string) int {
	return slices.IndexFunc(b.Sides[:], func(s Army) bool { return s.ID == id })
}

func (b *Battle) seat(id string) int {
	return slices.IndexFunc(b.Commands, func(c Command) bool { return c.ID == id })
}

// ahead is the direction in which a side's front lies.
func (b *Battle) ahead(side int) board.Heading {
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

// passable reports whether the space is on the board and not impassable.
func (b *Battle) passable(s board.Space) bool {
	return b.Board.Has(s) && !slices.Contains(b.Impassable, s)
}

// rough reports whether the space is rough ground.
//
// §M12
func (b *Battle) rough(s board.Space) bool { return slices.Contains(b.Rough, s) }

// outer reports whether the column is an outer one.
//
// §S2
func (b *Battle) outer(col int) bool { return col == 0 || col == b.Board.Columns-1 }

// zoneIDs are the zones from a side's left to its right.
var zoneIDs = []string{"left-wing", "left", "centre", "right", "right-wing"}

// zoneName returns what a side calls the zone.
func (b *Battle) zoneName(side, zone int) string {
	if b.Sides[side].South {
		return zoneIDs[zone]
	}
	return zoneIDs[len(zoneIDs)-1-zone]
}

// zoneNamed returns the zone that a side calls so, or -1.
func (b *Battle) zoneNamed(side int, name string) int {
	i := slices.Index(zoneIDs, name)
	if i < 0 || b.Sides[side].South {
		return i
	}
	return len(zoneIDs) - 1 - i
}

// near reports whether two zones are the same or neighbours.
func near(a, b int) bool { return a-b <= 1 && b-a <= 1 }

// apart returns how many zones lie between, the goal counted.
func apart(a, b int) int { return max(a-b, b-a) }
