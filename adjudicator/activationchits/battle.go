package activationchits

import (
	"galloper/adjudicator"
	"galloper/adjudicator/board"
	"galloper/adjudicator/rules"
)

// Battle is a scenario as Setup read it. It never changes. Units, seats and
// sides are named by index in scenario order, where there may be none by
// adjudicator.Index; a seat and its leader have one index.
type Battle struct {
	Title string
	board.HexBoard
	Terrains []Terrain
	Kinds    []Kind
	Sides    [2]Side // as written (§3, §9)
	Posts    []Post  // the seats
	Units    []Troop
	Options  Options
	Tables   Tables
	Victory  Victory

	terrain []int8 // by hex
	cubes   []board.Cube
	next    [][6]int
	line    lines

	seats                                []adjudicator.Seat
	unitIDs, seatIDs, leaderIDs, sideIDs rules.IDs
	all                                  *speech // all names: for orders that were accepted
}

// Side is one of the two forces.
type Side struct {
	ID, Name string
	South    bool  // its home is the south edge
	Chits    int   // -1: one for each unit on the board (§1)
	Order    []int // its seats, the chief first
}

// Post is a seat: a commander that a person plays, with his leader on the board.
type Post struct {
	ID, Name string
	Side     int
	Leader   string // id
	Chief    bool
	At       int
	ADC      int  // a turn
	Away     bool // he begins so
}

// Troop is a unit as the scenario describes it.
type Troop struct {
	ID, Name   string
	Seat, Side int
	*Kind
	At     int
	Facing Facing
	Start  struct {
		Blocks, Shots int
		Morale        Morale
		Square        bool
	}
}

// Options are the rules that a scenario chooses (section c).
type Options struct {
	Fog                                                   string // seat, side, none
	Sight, Near                                           int
	Couriers                                              bool
	Pace                                                  int
	Letters                                               string
	EventOdd                                              int // side
	Ammunition, LeaderMove, Combined                      int
	RetireFromAny                                         bool
	FlankFire, Breakthrough, AutoRally, Bonus, BrokenLost bool
	BonusMin                                              int
	Ask                                                   []string
}

// Victory says how the battle is won (section l).
type Victory struct {
	Banners [2]int // 0: none
	Turns   int    // 0: none
	Hexes   []Prize
}

// Prize is a hex that is worth banners at the end of a turn.
type Prize struct {
	At, Banners int
	Side        adjudicator.Index // none: any
}

// Seats returns the seats in scenario order.
func (b *Battle) Seats() []adjudicator.Seat { return b.seats }

// chief is the seat that commands a side.
func (b *Battle) chief(side int) *Post { return &b.Posts[b.Sides[side].Order[0]] }

// NameOf returns the written name of a unit, leader, seat or side, "" where the
// scenario gives none.
func (b *Battle) NameOf(id string) string {
	if i, ok := b.unitIDs.Find(id).Get(); ok {
		return b.Units[i].Name
	}
	if i, ok := b.leaderIDs.Find(id).Get(); ok {
		return b.Posts[i].Name
	}
	if i, ok := b.seatIDs.Find(id).Get(); ok {
		return b.Posts[i].Name
	}
	if i, ok := b.sideIDs.Find(id).Get(); ok {
		return b.Sides[i].Name
	}
	return ""
}

// allround reports whether a unit of the kind in that ground has only a front.
//
// §G5
func (k *Kind) allround(g *Terrain) bool {
	return k.Arm == Infantry && g.AllRound || k.Woods && g.EntryFight == entryWoods
}
