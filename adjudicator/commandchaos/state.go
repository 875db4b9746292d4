package commandchaos

import (
	"cmp"
	"slices"

	"galloper/adjudicator"
	"galloper/adjudicator/board"
	"galloper/adjudicator/rules"
)

// Status is the status of a unit, an officer or a dispatch.
type Status string

// The values of Status (section b).
const (
	OnField   Status = "field"
	Routed    Status = "routed"
	Dispersed Status = "dispersed"
)

// State is the full state of a battle. Only outcomes change it.
type State struct {
	b          *Battle
	Turn       int // the turn being adjudicated, or the last one
	Units      []Unit
	Officers   []Officer
	Sides      [2]Side
	Dispatches []Dispatch
	Standing   []Standing
	First      adjudicator.Index // the first player of the turn; None until the roll (§I1)
	Status     string            `item:"game.status,setup,playing,over"`
	Winner     adjudicator.Index // side
	Memories   rules.Memories    // by seat: the last facts it received
}

// Unit is the current state of a unit card.
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
	Engaged []int // units, ascending
	Last    board.Space
	Marks   // of this turn
}

// Marks record a unit's actions in the turn.
type Marks struct {
	Zone   int               // its zone at the start of the turn, from the west (§H1)
	Began  []int             // its engagements at the start of the turn
	Fought []int             // enemies that it rolled dice with (§K12)
	Dealt  bool              // its zone was activated (§M2)
	Card   adjudicator.Index // the battle card on it
	Up     bool              // the card was turned up
	Void   bool
}

// Officer is the current state of an officer.
type Officer struct {
	Zone int               // from the west
	Unit adjudicator.Index // None if not attached
	Dead bool
	Died int // turn
}

// Side is the state of a side apart from its units. Cards are counted by kind.
type Side struct {
	Hand     rules.Pile
	Pile     rules.Pile
	Discards rules.Pile
	Removed  int     `item:"removed,0..999"`
	Total    int     `item:"total,1..999"`
	Moved    [5]bool // zones activated this turn, from the west
}

// Dispatch is a message that a runner carries.
type Dispatch struct {
	rules.Dispatch[int] // by zone

	Sender  int // seat
	Side    int
	ToSeat  adjudicator.Index // None if it goes to a zone
	ToZone  adjudicator.Index // None if it goes to a seat
	Entered int               // zones that it has entered (§H7)
	For     []string          // addressees of a directive, as addressee writes them
	Saw     []*rules.Fact     // the sender's sightings in their own zone (§H6)
}

// Standing is a standing order of one unit or side, for one slot.
type Standing struct {
	Slot string // `move r1`, `zones roman`
	By   string // seat
	Turn int    // turn of the mail; orders of the latest mail replace all earlier ones
	Text string // canonical, without STANDING
}

// field reports whether the unit is on the field.
func (u *Unit) field() bool { return u.Status == OnField }

// opening returns the state before turn 1.
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

// result returns the result line if the game has ended, else "".
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

// zone returns the unit's current or last zone.
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

// mixed reports whether the unit is cavalry with a friendly light in its space (§M8).
func (s *State) mixed(u int) bool {
	if s.b.Units[u].Kind != Cavalry || !s.Units[u].field() {
		return false
	}
	lights := s.lightsAt(s.Units[u].At)
	return len(lights) > 0 && s.b.Units[lights[0]].Side == s.b.Units[u].Side
}

// led reports whether a living officer is attached to the unit (§O2).
func (s *State) led(u int) bool {
	return slices.ContainsFunc(s.Officers, func(o Officer) bool { return o.Unit.Is(u) && !o.Dead })
}

// boardOrder returns the units on the field in a side's board order: columns from its left, rows from its edge, and the
// line unit of a space first (section b).
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

// sortBoard sorts units into a side's board order.
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
