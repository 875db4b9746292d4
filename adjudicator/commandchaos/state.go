package commandchaos

import (
	"cmp"
	"slices"

	"galloper/adjudicator"
	"galloper/adjudicator/board"
	"galloper/adjudicator/rules"
)

// Status is whether a unit, an officer or a dispatch is still there, and else
// what became of it.
type Status string

// What can become of them (section b).
const (
	OnField   Status = "field"
	Routed    Status = "routed"
	Dispersed Status = "dispersed"
)

// State is the whole state of a battle. Only outcomes change it.
type State struct {
	b          *Battle
	Turn       int // the turn being adjudicated, or the last one
	Units      []Unit
	Officers   []Officer
	Sides      [2]Side
	Dispatches []Dispatch
	Standing   []Standing
	First      adjudicator.Index // the first player of the turn; none before it is known (§I1)
	Status     string            `item:"game.status,setup,playing,over"`
	Winner     adjudicator.Index // side
	Memories   rules.Memories    // by seat: what it was told last
}

// Unit is a unit card as it stands.
type Unit struct {
	At      board.Space
	Status  Status
	Facing  board.Heading
	Max     int
	Veteran bool
	Known   bool
	Hits    int
	Stamina int
	Charged bool
	Reserve bool
	Engaged []int  // units, ascending
	Met     string // Ref of the outcome that said so
	Last    board.Space
	Marks   // of this turn
}

// Marks are what a unit did in the turn; they begin anew with each.
type Marks struct {
	Zone   int               // in which it began the turn, from the west (§H1)
	Began  []int             // with whom it was engaged when the turn began
	Fought []int             // enemies between whom and it dice were rolled (§K12)
	Dealt  bool              // its zone was activated (§M2)
	Card   adjudicator.Index // the battle card on it
	Up     bool              // the card was turned up
	Void   bool
}

// Officer is an officer as he stands.
type Officer struct {
	Zone int               // from the west
	Unit adjudicator.Index // none if not attached
	Dead bool
	Died int // turn
}

// Side is what a side has beside its units. Cards are counted by kind.
type Side struct {
	Hand     rules.Pile
	Pile     rules.Pile
	Discards rules.Pile
	Removed  int     `item:"removed,0..999"`
	Total    int     `item:"total,1..999"`
	Moved    [5]bool // zones activated this turn, from the west
}

// Dispatch is anything that a runner carries.
type Dispatch struct {
	rules.Dispatch[int] // by zone

	Sender  int // seat
	Side    int
	ToSeat  adjudicator.Index // none if it goes to a zone
	ToZone  adjudicator.Index // none if it goes to a seat
	Entered int               // zones that it has entered (§H7)
	For     []string          // whom a directive is for, as addressee names them
	Saw     []*rules.Fact     // what its sender saw in his own zone (§H6)
}

// Standing is a standing order of one unit or side, for one slot.
type Standing struct {
	Slot string // `move r1`, `zones roman`
	By   string // seat
	Turn int    // in which it was given: of one mail all count, of a later one the earlier go
	Text string // canonical, without STANDING
}

// field reports whether the unit is on the field.
func (u *Unit) field() bool { return u.Status == OnField }

// opening is the state before turn 1.
func opening(b *Battle) *State {
	s := &State{b: b, Status: "playing", Memories: make(rules.Memories, len(b.Commands))}
	for i := range b.Commands {
		s.Memories[i].Seat = b.Commands[i].ID
	}
	if b.Options.Setup == "players" {
		s.Status = "setup"
	}
	for i := range b.Units {
		c := &b.Units[i]
		s.Units = append(s.Units, Unit{At: c.At, Last: c.At, Status: OnField, Facing: c.Facing, Max: c.Max,
			Veteran: c.Veteran, Known: c.Known,
			Hits: c.Hits, Stamina: c.Stamina, Charged: c.Charged, Reserve: c.Reserve, Engaged: c.Engaged,
			Marks: Marks{Zone: b.Board.Zone(c.At.Col), Began: c.Engaged}})
		if c.line() || b.Victory.All {
			s.Sides[c.Side].Total++
		}
	}
	for i := range b.Leaders {
		s.Officers = append(s.Officers, Officer{Zone: b.Leaders[i].Zone, Unit: b.Leaders[i].Unit})
	}
	for i := range b.Sides {
		a := &b.Sides[i]
		s.Sides[i].Hand, s.Sides[i].Discards = make([]int, len(a.Deck)), make([]int, len(a.Deck))
		s.Sides[i].Pile = slices.Clone(a.Deck)
		for _, c := range a.Hand {
			s.Sides[i].Pile[c]--
			s.Sides[i].Hand[c]++
		}
	}
	return s
}

// result is the result line once the game has ended, else "".
func (s *State) result() string {
	switch {
	case s.Status != "over":
		return ""
	case s.Winner.None():
		return "The battle is a draw."
	}
	side := &s.b.Sides[s.Winner.Must()]
	return "Victory: " + cmp.Or(side.Name, side.ID) + "."
}

// zone returns the zone that the unit stands in, or stood in last.
func (s *State) zone(u int) int { return s.b.Board.Zone(s.Units[u].Last.Col) }

// front returns the space before the unit's face.
func (s *State) front(u int) board.Space { return s.Units[u].At.Next(s.Units[u].Facing, 1) }

// back returns the space behind the unit.
func (s *State) back(u int) board.Space { return s.Units[u].At.Next(s.Units[u].Facing.Turned(2), 1) }

// lineAt returns the line unit in the space, or -1.
func (s *State) lineAt(at board.Space) int {
	for u := range s.Units {
		if s.Units[u].At == at && s.Units[u].field() && s.b.Units[u].line() {
			return u
		}
	}
	return -1
}

// lightsAt returns the lights in the space, in scenario order.
func (s *State) lightsAt(at board.Space) []int {
	var list []int
	for u := range s.Units {
		if s.Units[u].At == at && s.Units[u].field() && !s.b.Units[u].line() {
			list = append(list, u)
		}
	}
	return list
}

// heldBy reports whether a unit of the side stands in the space.
func (s *State) heldBy(at board.Space, side int) bool {
	for u := range s.Units {
		if s.Units[u].At == at && s.Units[u].field() && s.b.Units[u].Side == side {
			return true
		}
	}
	return false
}

// enemyLine returns the line unit of another side in the space, or -1.
func (s *State) enemyLine(of int, at board.Space) int {
	if v := s.lineAt(at); v >= 0 && s.b.Units[v].Side != s.b.Units[of].Side {
		return v
	}
	return -1
}

// mixed reports whether it is cavalry with a friendly light in its space.
//
// §M8
func (s *State) mixed(u int) bool {
	if s.b.Units[u].Kind != Cavalry || !s.Units[u].field() {
		return false
	}
	lights := s.lightsAt(s.Units[u].At)
	return len(lights) > 0 && s.b.Units[lights[0]].Side == s.b.Units[u].Side
}

// led reports whether a living officer is attached to the unit.
//
// §O2
func (s *State) led(u int) bool {
	return slices.ContainsFunc(s.Officers, func(o Officer) bool { return o.Unit.Is(u) && !o.Dead })
}

// boardOrder returns the units of the field in a side's board order: columns from
// its left, rows from its edge, the line unit of a space first (section b).
func (s *State) boardOrder(side int) []int {
	var list []int
	for u := range s.Units {
		if s.Units[u].field() {
			list = append(list, u)
		}
	}
	s.sortBoard(side, list)
	return list
}

// sortBoard puts units in a side's board order.
func (s *State) sortBoard(side int, list []int) {
	key := func(u int) int {
		at := s.Units[u].Last
		k := (s.b.file(side, at)*16 + s.b.rank(side, at)) * 2
		if !s.b.Units[u].line() {
			k++
		}
		return k*len(s.Units) + u
	}
	slices.SortFunc(list, func(u, v int) int { return key(u) - key(v) })
}

// adjacent reports whether two different spaces touch, corners included.
func adjacent(a, b board.Space) bool {
	return a != b && near(a.Col, b.Col) && near(a.Row, b.Row)
}
