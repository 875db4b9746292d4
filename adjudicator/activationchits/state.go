package activationchits

import (
	"slices"

	"galloper/adjudicator"
	"galloper/adjudicator/rules"
)

// Morale is a unit's state of morale (§33).
type Morale int8

// The states of morale, from good to bad.
const (
	Steady Morale = iota
	Shaken
	Broken
)

var moraleNames = []string{"steady", "shaken", "broken"}

// String returns the state as outcomes have it.
func (m Morale) String() string { return moraleNames[m] }

func moraleOf(name string) Morale { return Morale(max(0, slices.Index(moraleNames, name))) }

// States of a leader or unit (section b).
const (
	onBoard    = "on"
	away       = "away"
	eliminated = "eliminated"
	lost       = "lost"
)

// React holds a unit's standing reactions (section g).
type React struct {
	Square       int    // 1 to 4, or 0 for never
	Retire       string `item:"react.retire,yes,no,1,2,3,4,5,6,7,8,9"` // "yes", "no" or a number of blocks
	Back         bool   `item:"react.back"`
	Ground       bool   `item:"react.ground"`
	Breakthrough bool   `item:"react.breakthrough"`
	Heed         bool   // retreat for all flags, even if some could be ignored
	Rally        bool   `item:"react.rally"`
}

// Unit is the current state of a unit.
type Unit struct {
	*Troop
	Hex     int
	Facing  Facing
	Blocks  int `item:"blocks,0..9"`
	Morale  Morale
	Lost    bool
	Spent   bool `item:"spent"`
	Late    int  `item:"late,0..9"`
	Square  bool
	Shots   int               `item:"shots,0..99"`
	LowAmmo bool              `item:"low_ammo"`
	Leader  adjudicator.Index // attached
	React
	Acted    bool   // passed a roll this turn (AFTER)
	Attacked bool   // fired at or attacked in melee this turn
	was      Morale // before its last check, for a re-roll by an ADC (§38)
}

// Leader is the current state of a seat's leader.
type Leader struct {
	*Post
	Hex    int
	Unit   adjudicator.Index // that the leader is attached to
	Status string
	ADC    int  `item:"adc,0..19"`
	Spent  bool `item:"spent"`
	Acted  bool
}

// Force is the current state of a side.
type Force struct {
	Chits   int `item:"chits,0..99"`
	Banners int `item:"banners,0..99"`
	Held    int `item:"held,0..99"`
}

// Desk holds a seat's orders to its staff. They hold until replaced.
type Desk struct {
	Standing []*Entry
	Advised  []Advice // newest first
	ADC      []Relief
	Told     bool // it has given an ADC order
	Bonus    []int
	OnEvent  adjudicator.Index // hex, or none
}

// Advice is an advised entry: a directive that was delivered (§Q6).
type Advice struct {
	*Entry
	ID   string
	From int // turn
}

// Known is a seat's knowledge of another seat's unit or leader.
type Known struct {
	Yes  bool
	Hex  int // last seen here
	Turn int
}

// Dispatch is a message carried by a courier.
type Dispatch struct {
	rules.Dispatch[int] // by hex

	Sender, Whom int  // seats
	SameTurn     bool // acted on in the turn of its delivery
	Risks        int  // dice rolled during the ride (§Q4)
}

// State is the complete state of a battle. Only Apply changes it.
type State struct {
	b          *Battle
	Turn       int
	Units      []Unit
	Leaders    []Leader
	Forces     [2]Force
	Desks      []Desk
	Rota       [2][]int
	Dispatches []Dispatch
	Known      [][]Known         // by seat and unit
	Met        [][]Known         // by seat and leader
	Extra      adjudicator.Index // side with an additional chit from an event (§3)
	End        bool
	Winner     adjudicator.Index // side; none for a draw

	UnitAt []adjudicator.Index // by hex
	ManAt  []adjudicator.Index
}

// newState returns the state before turn 1, with default reactions (§g4).
func newState(b *Battle) *State {
	s := &State{b: b}
	s.UnitAt, s.ManAt = make([]adjudicator.Index, len(b.cubes)), make([]adjudicator.Index, len(b.cubes))
	for i := range b.Units {
		t := &b.Units[i]
		u := Unit{Troop: t, Hex: t.At, Facing: t.Facing, Blocks: t.Start.Blocks, Morale: t.Start.Morale,
			Square: t.Start.Square, Shots: t.Start.Shots,
			React: React{Square: 2, Retire: "yes", Back: true, Ground: true, Rally: true}}
		u.LowAmmo = t.Arm == Artillery && u.Shots >= mostShots
		s.Units = append(s.Units, u)
		s.UnitAt[t.At] = adjudicator.At(i)
	}
	for i := range b.Posts {
		p := &b.Posts[i]
		l := Leader{Post: p, Hex: p.At, Status: onBoard, ADC: p.ADC}
		if p.Away {
			l.Hex, l.Status, l.ADC = nowhere, away, 0
		}
		s.Leaders = append(s.Leaders, l)
		s.Desks = append(s.Desks, Desk{})
		s.Known = append(s.Known, make([]Known, len(b.Units)))
		s.Met = append(s.Met, make([]Known, len(b.Posts)))
	}
	for i := range s.Leaders {
		s.seatLeader(i, s.Leaders[i].Hex)
	}
	for side := range b.Sides {
		s.Rota[side] = b.Sides[side].Order
	}
	s.showSide()
	s.lookAll()
	return s
}

// seatLeader moves a leader to a hex and attaches the leader to a friendly unit there.
func (s *State) seatLeader(leader, at int) {
	l := &s.Leaders[leader]
	if u, ok := l.Unit.Get(); ok {
		s.Units[u].Leader = adjudicator.None
	}
	if l.Hex != nowhere && s.ManAt[l.Hex].Is(leader) {
		s.ManAt[l.Hex] = adjudicator.None
	}
	l.Hex, l.Unit = at, adjudicator.None
	if at == nowhere {
		return
	}
	s.ManAt[at] = adjudicator.At(leader)
	if u, ok := s.UnitAt[at].Get(); ok && s.Units[u].Side == l.Side {
		l.Unit, s.Units[u].Leader = adjudicator.At(u), s.ManAt[at]
	}
}

// putUnit moves a unit to a hex, or off the board. Its leader moves with it on the board, and a leader in the
// hex joins it (§M2, §M3).
func (s *State) putUnit(unit, at int) {
	u := &s.Units[unit]
	if u.Hex != nowhere && s.UnitAt[u.Hex].Is(unit) {
		s.UnitAt[u.Hex] = adjudicator.None
	}
	u.Hex = at
	if at == nowhere {
		if l, ok := u.Leader.Get(); ok {
			s.Leaders[l].Unit = adjudicator.None
			u.Leader = adjudicator.None
		}
		return
	}
	s.UnitAt[at] = adjudicator.At(unit)
	if l, ok := u.Leader.Get(); ok {
		s.seatLeader(l, at)
	} else if l, ok := s.ManAt[at].Get(); ok && s.Leaders[l].Side == u.Side {
		s.seatLeader(l, at)
	}
}

// terrainOf returns the terrain of the unit's hex.
func (s *State) terrainOf(unit int) *Terrain { return s.b.terrainAt(s.Units[unit].Hex) }

// allround reports whether the unit has only a front (§G5).
func (s *State) allround(unit int) bool {
	u := &s.Units[unit]
	return u.Square || u.allround(s.terrainOf(unit))
}

// arcOf returns the unit's arc that contains the hex (§G5).
func (s *State) arcOf(unit, at int) Arc {
	if s.allround(unit) {
		return Front
	}
	return s.b.arc(s.Units[unit].Hex, s.Units[unit].Facing, at)
}

// enemyBeside reports whether an enemy unit that satisfies match is adjacent to the hex. A nil match accepts
// any.
func (s *State) enemyBeside(at, side int, match func(unit int) bool) bool {
	for _, n := range s.b.next[at] {
		if n == nowhere {
			continue
		}
		if u, ok := s.UnitAt[n].Get(); ok && s.Units[u].Side != side && (match == nil || match(u)) {
			return true
		}
	}
	return false
}

// sees reports whether a unit sees the hex (§G8).
func (s *State) sees(unit, at int) bool { return s.b.inSight(s.Units[unit].Hex, at) }

// canStand reports whether the unit can stand in the hex (§M3).
func (s *State) canStand(unit, at int) bool {
	u := &s.Units[unit]
	if at == nowhere || !s.b.terrainAt(at).Enter[u.Arm] || s.UnitAt[at].Some() && !s.UnitAt[at].Is(unit) {
		return false
	}
	l := s.ManAt[at]
	return l.None() || l == u.Leader || s.Leaders[l.Must()].Side == u.Side && u.Leader.None()
}
