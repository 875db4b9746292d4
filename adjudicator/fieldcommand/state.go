package fieldcommand

import (
	"fmt"
	"slices"

	"galloper/adjudicator"
	"galloper/adjudicator/rules"
)

// Status is the status of a unit.
type Status string

// The values of Status (section b).
const (
	Ready     Status = "ready"
	Disrupted Status = "disrupted"
	Waiting   Status = "waiting"
	Gone      Status = "gone"
)

// Unit is a block.
type Unit struct {
	ID, Name   string
	Side, Seat int
	Kind       Kind
	Strength   int
	Status     Status
	At         Position
	Last       adjudicator.Index // the locale where it left the map
	Ranging    bool
	Up         bool
	Token      int // its number for the enemy
	Group      int

	Marks
}

// Marks record a unit's actions in this turn.
type Marks struct {
	Commanded bool // took part in a field command (§H3.2)
	GaveWay   bool // withdrew or retreated (§H4.2)
	Bombarded bool // §8.3
}

// onMap reports whether the unit is on the map.
func (u *Unit) onMap() bool { return u.At.Locale >= 0 }

// ready reports whether the unit is ready and on the map.
func (u *Unit) ready() bool { return u.Status == Ready && u.onMap() }

// SideState is the variable state of a side.
type SideState struct {
	Morale, Start int
	Demoralized   bool
	Hand          []int // cards, in the order drawn
	Deck          []int // the first card is the top
	Discards      []int
	Effects       []Effect
	Mobilized     []bool // by group
	Now           int    // groups mobilized in this turn
}

// Effect is a card in force, written as `CARD@TARGET`.
type Effect struct {
	Card   int
	Target string // seat, locale or side
}

// Person is a seat's commander.
type Person struct {
	At       adjudicator.Index // locale
	Goal     adjudicator.Index // of RIDE TO
	With     adjudicator.Index // unit of RIDE WITH
	Bank     int               // movement points kept
	Began    adjudicator.Index // locale at the start of the turn
	Together bool
	Standing Standing
	Stands   string // ref of the outcome that gave the standing orders
	Sent     []int  // lines of this turn's mail that ride as directives
}

// Dispatch is a message that a courier carries (§H6.2).
type Dispatch struct {
	rules.Dispatch[adjudicator.Index] // by locale

	Sender   int // seat
	ToSeat   adjudicator.Index
	ToUnits  []int
	ToLocale adjudicator.Index // a directive to ALL there
	Bank     int
	N        int               // its number among its seat's dispatches of the turn; 0 for a report of §H10.4
	Post     adjudicator.Index // of a report of §H10.4: the locale whose units send it
	Got      []int             // units that received it
	Seen     []glimpse
	Tales    []carried // of a report of §H10.4: outcomes of its turn
}

// State is the state of a game. Only Apply and Set change it.
type State struct {
	b           *Battle
	Turn, Round int
	Active      string // side, or both
	Over        bool
	Winner      string
	Units       []Unit
	Roster      []int // units in roster order
	Sides       [2]SideState
	Seats       []Person
	Dispatches  []Dispatch // in the order of H6.2
	Closed      []bool     // boundaries (§H4.3)
	Shut        []bool     // locales (§H4.3)
	Held        []bool     // by locale: the captor of the objective held it at their latest 10.1
	Pictures    []picture  // by seat; fog: sight
	Told        [][]bool   // by seat and position

	issued issued // the command being carried out
	holder []int  // by locale: side, or -1
	blocks []int  // by locale
}

// issued is the field command being carried out.
type issued struct {
	Verb     string
	Seat     int
	From, To int // locales
	Via      int
	Units    []int
	Fought   bool
}

// atStart returns the state at the start of a battle.
func atStart(b *Battle) *State {
	s := asSetUp(b)
	for range b.Commands {
		s.Pictures = append(s.Pictures, newPicture(b))
		s.Told = append(s.Told, make([]bool, len(b.spots)))
	}
	s.recount()
	return s
}

// asSetUp returns the starting state without the seats' pictures, and before recount.
func asSetUp(b *Battle) *State {
	s := &State{b: b, Active: "-", Winner: "-",
		Closed: make([]bool, len(b.Boundaries)), Shut: make([]bool, len(b.Locales)), Held: make([]bool, len(b.Locales)),
		holder: make([]int, len(b.Locales)), blocks: make([]int, len(b.Locales)),
		Units: make([]Unit, 0, len(b.Units)), Roster: make([]int, 0, len(b.Units)),
	}
	for i := range b.Units {
		u := &b.Units[i]
		n := Unit{ID: u.ID, Name: u.Name, Side: u.Side, Seat: u.Seat, Kind: u.Kind, Strength: u.Strength, Status: Ready,
			At: u.At, Ranging: u.Ranging, Up: u.Up || u.Ranging || u.Disrupted, Group: u.Group}
		switch {
		case u.Group > 0:
			n.Status = Waiting
		case u.Disrupted:
			n.Status = Disrupted
		}
		s.Units, s.Roster = append(s.Units, n), append(s.Roster, i)
	}
	for side := range s.Sides {
		s.Sides[side].Morale, s.Sides[side].Start = b.Sides[side].Morale, b.Sides[side].Morale
		s.Sides[side].Mobilized = make([]bool, len(b.Sides[side].Groups))
		s.Sides[side].Hand = slices.Clone(b.Sides[side].Hand)
		s.Sides[side].Deck = slices.Clone(b.Sides[side].Deck)
	}
	for i := range b.Commands {
		s.Seats = append(s.Seats, Person{At: b.Commands[i].At, Began: b.Commands[i].At})
	}
	return s
}

// resultLine returns the result line if the game has ended, else "".
func (s *State) resultLine() string {
	switch {
	case !s.Over:
		return ""
	case s.Winner == adjudicator.Draw || s.Winner == adjudicator.Nobody:
		return "The battle is a draw."
	}
	return "Victory: " + s.b.sideName(s.b.Side(s.Winner).Or(-1)) + "."
}

// copy returns a deep copy. It shares lists that never change in place.
func (s *State) copy() *State {
	c := *s
	c.Units, c.Roster = slices.Clone(s.Units), slices.Clone(s.Roster)
	c.Seats, c.Dispatches = slices.Clone(s.Seats), slices.Clone(s.Dispatches)
	c.Closed, c.Shut, c.Held = slices.Clone(s.Closed), slices.Clone(s.Shut), slices.Clone(s.Held)
	c.holder, c.blocks = slices.Clone(s.holder), slices.Clone(s.blocks)
	for i := range c.Sides {
		side := &c.Sides[i]
		side.Hand, side.Deck, side.Discards = slices.Clone(side.Hand), slices.Clone(side.Deck), slices.Clone(side.Discards)
		side.Effects, side.Mobilized = slices.Clone(side.Effects), slices.Clone(side.Mobilized)
	}
	for i := range c.Seats {
		c.Seats[i].Sent = slices.Clone(c.Seats[i].Sent)
		c.Seats[i].Standing = c.Seats[i].Standing.clone()
	}
	c.Pictures, c.Told = slices.Clone(s.Pictures), slices.Clone(s.Told)
	for i := range c.Pictures {
		c.Pictures[i] = c.Pictures[i].clone()
		c.Told[i] = slices.Clone(c.Told[i])
	}
	return &c
}

// recount updates the holder of each locale and its number of blocks.
func (s *State) recount() {
	for i := range s.holder {
		s.holder[i], s.blocks[i] = -1, 0
	}
	for i := range s.Units {
		if at := s.Units[i].At.Locale; at >= 0 {
			s.holder[at] = s.Units[i].Side
			s.blocks[at]++
		}
	}
}

// enemyHeld reports whether the side's enemy occupies the locale (§b).
func (s *State) enemyHeld(locale, side int) bool { return s.holder[locale] == 1-side }

// secured returns the side that secures an approach, or -1.
func (s *State) secured(from, to int) int {
	for i := range s.Units {
		if u := &s.Units[i]; u.At.Locale == from && u.At.Toward == to {
			return u.Side
		}
	}
	return -1
}

// room returns how many more blocks fit into the locale (§4.3.1).
func (s *State) room(locale int) int { return s.b.Locales[locale].Capacity - s.blocks[locale] }

// unitIndex returns the index of a unit by its id, or -1.
func (s *State) unitIndex(id string) int {
	for i := range s.Units { // a unit is too large to copy for each comparison
		if s.Units[i].ID == id {
			return i
		}
	}
	return -1
}

// must returns the index of a unit. It panics on an unknown id, because outcomes only name existing units.
func (s *State) must(id string) int {
	i := s.unitIndex(id)
	if i < 0 {
		panic("fieldcommand: an outcome names the unknown unit " + id)
	}
	return i
}

func (s *State) ids(units []int) []string {
	return rules.Texts(units, func(u int) string { return s.Units[u].ID })
}

// token returns the enemy's name for a unit (§4.1.2).
func (s *State) token(unit int) string {
	u := &s.Units[unit]
	return fmt.Sprintf("%s%02d", s.b.Sides[u.Side].ID[:1], u.Token)
}

// unitsThat returns the units that meet a test, in roster order.
func (s *State) unitsThat(test func(*Unit) bool) []int {
	var list []int
	for _, i := range s.Roster {
		if test(&s.Units[i]) {
			list = append(list, i)
		}
	}
	return list
}

// which returns the units whose index meets a test, in roster order.
func (s *State) which(test func(int) bool) []int {
	var list []int
	for _, i := range s.Roster {
		if test(i) {
			list = append(list, i)
		}
	}
	return list
}

// standingAt returns the units of a position, in roster order.
func (s *State) standingAt(p Position) []int {
	return s.unitsThat(func(u *Unit) bool { return u.At == p })
}

// in returns the units of a locale, in roster order.
func (s *State) in(locale int) []int {
	return s.unitsThat(func(u *Unit) bool { return u.At.Locale == locale })
}

// strongest sorts units by strength, the strongest first; then infantry, cavalry, artillery; then by roster order
// (§8.2).
func (s *State) strongest(units []int) []int {
	list := slices.Clone(units)
	rank := s.ranks()
	slices.SortStableFunc(list, func(a, b int) int {
		x, y := &s.Units[a], &s.Units[b]
		if d := y.Strength - x.Strength; d != 0 {
			return d
		}
		if d := slices.Index(kinds, x.Kind) - slices.Index(kinds, y.Kind); d != 0 {
			return d
		}
		return rank[a] - rank[b]
	})
	return list
}

// ranks returns each unit's place in the roster.
func (s *State) ranks() []int {
	rank := make([]int, len(s.Units))
	for n, i := range s.Roster {
		rank[i] = n
	}
	return rank
}

// sidesActive returns the sides that move in this turn, the one with the initiative first (§H2).
func (s *State) sidesActive() []int {
	first := s.b.Options.First
	if s.Turn%2 == 0 {
		first = 1 - first
	}
	if s.b.Options.Simultaneous {
		return []int{first, 1 - first}
	}
	return []int{first}
}

// moves reports whether the side moves in a turn (§H2).
func (b *Battle) moves(side, turn int) bool {
	return b.Options.Simultaneous || (turn%2 == 1) == (side == b.Options.First)
}

// cardInForce returns the index of the first card in force with the effect and target, or -1.
func (s *State) cardInForce(side int, effect, target string) int {
	for i, e := range s.Sides[side].Effects {
		if s.b.Sides[side].Cards[e.Card].Effect == effect && e.Target == target {
			return i
		}
	}
	return -1
}

// effects returns the total value of the cards in force with the effect and target.
func (s *State) effects(side int, effect, target string) int {
	sum := 0
	for _, e := range s.Sides[side].Effects {
		if c := &s.b.Sides[side].Cards[e.Card]; c.Effect == effect && e.Target == target {
			sum += c.Value
		}
	}
	return sum
}

// effectTexts returns the cards in force as `CARD@TARGET`, in the order played.
func (s *State) effectTexts(side int) []string {
	var list []string
	for _, e := range s.Sides[side].Effects {
		list = append(list, s.b.Sides[side].Cards[e.Card].ID+"@"+e.Target)
	}
	return list
}
