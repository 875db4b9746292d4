package orderdiscipline

import (
	"slices"

	"galloper/adjudicator"
	"galloper/adjudicator/board"
	"galloper/adjudicator/courier"
	"galloper/events"
)

// State is the complete state of a battle. Only Apply changes it.
type State struct {
	b          *Battle
	Turn       int `item:"game.turn,fixed"` // current turn, or the last one between turns
	Units      []Unit
	Generals   []Officer
	Hands      [2][4]int           // by side and card
	Broken     [2]bool             // by side (§8.4)
	Red        int                 `item:"deck.red,0..20"` // cards of the initiative deck (§2.1)
	Black      int                 `item:"deck.black,0..20"`
	Holder     adjudicator.Index   // side that has the initiative
	First      adjudicator.Index   // side that moves first
	Held       []adjudicator.Index // by place: side (§8.5)
	Dispatches []Dispatch
	Known      []Picture         // by general
	Past       []*State          // units at the end of the last turns (section i)
	Ended      bool              // the battle is over
	Winner     adjudicator.Index // side

	testing bool // charges are being tested (§10.11)
}

// Unit is the current state of a battalion, regiment or battery.
type Unit struct {
	*Regiment
	At        board.Point
	Facing    int `item:"facing,0..359"`
	Formation Formation
	Stands    int
	Lost      int
	Hits      int
	State     Condition
	Test      bool        `item:"test"`
	Noted     [3]string   // Refs of the outcomes that set Standing
	Contact   []int       // enemies, in scenario order
	Standing  [3][]string // by group, canonical, without subject
	Told      int         // last turn in which it was given standing movement orders
	Marks
}

// Marks are a unit's actions and events of the turn. They are reset at its start.
type Marks struct {
	Fought   bool              // it was in contact when the turn began (§6.1)
	Charged  bool              // passed a charge or counter-charge test (§4.3)
	Balked   bool              // failed its charge test (§4.4)
	Target   adjudicator.Index // of the charge
	Distance int               // to Target, at the declaration
	Aspect   Zone              // from which the charge comes
	Reacted  bool
	Evaded   bool
	Stood    board.Rect // position before it evaded
	Squared  bool       // it formed square in the charge phase
	Moved    bool       // it walked, turned or changed formation
	Unnerved bool       // it failed a morale test
	Firm     bool       // it passed a morale test
	Rallying bool       // it tried to rally
	Rallied  bool       // it rallied in this movement
	Struck   []Strike   // enemies that it has charged into contact
}

// Strike is a charge that reached its target.
type Strike struct {
	Unit   int
	Aspect Zone
}

// Officer is the current state of a general.
type Officer struct {
	*General
	At       board.Point
	Ability  int                     `item:"ability,0..2"`
	Attached adjudicator.Index       // unit
	Roll     int                     `item:"roll,0..12"`
	Total    int                     `item:"total,0..14"`
	Score    int                     `item:"score,0..15"`
	Fallen   int                     `item:"fallen,0..99"`
	Broken   bool                    `item:"broken"`
	Standing [len(personal)][]string // the general's own standing orders, canonical, by kind
	Dice     []events.Die            // of the latest command roll
	Noted    [len(personal)]string   // Refs of the outcomes that set Standing
}

// onTable reports whether the unit is on the table (section b).
func (s *State) onTable(u int) bool { return s.Units[u].State <= Routing }

// formed reports whether the unit is in formed order: neither skirmishing nor routing (section b).
func (u *Unit) formed() bool { return u.Formation != Skirmish && u.State != Routing }

func (u *Unit) foot() bool { return u.Kind.Arm() != Cavalry }

// struck returns the aspect that the unit hit when it charged the enemy this turn, and whether it did.
func (u *Unit) struck(enemy int) (Zone, bool) {
	for _, k := range u.Struck {
		if k.Unit == enemy {
			return k.Aspect, true
		}
	}
	return Front, false
}

// enemies reports whether the two units are on different sides.
func (s *State) enemies(u, v int) bool { return s.Units[u].Side != s.Units[v].Side }

// attached returns the generals with the unit, in scenario order.
func (s *State) attached(u int) []int {
	var with []int
	for g := range s.Generals {
		if s.Generals[g].Attached.Is(u) {
			with = append(with, g)
		}
	}
	return with
}

// allowance returns the unit's movement allowance in a formation, in hundredths of an inch (§5.7).
func (s *State) allowance(u int, f Formation) int {
	return s.b.Tables.Move[movementOf(s.Units[u].Kind, f)]
}

// drawUp returns the state before turn 1.
func drawUp(b *Battle) *State {
	s := &State{b: b, Red: 20, Black: 20, testing: true, Units: drawnUp(b)}
	for i := range b.Generals {
		g := &b.Generals[i]
		s.Generals = append(s.Generals, Officer{General: g, At: g.At, Ability: g.Ability, Attached: g.With})
		s.Known = append(s.Known, newPicture(len(b.Units)))
	}
	for i := range b.Sides {
		s.Hands[i] = hand(b.Generals[b.Sides[i].Chief.Or(0)].Ability)
	}
	for i := range b.Places {
		s.Held = append(s.Held, b.Places[i].Held)
	}
	s.remember()
	return s
}

// drawnUp returns the units as the scenario places them.
func drawnUp(b *Battle) (units []Unit) {
	for i := range b.Units {
		r := &b.Units[i]
		u := Unit{Regiment: r, At: r.At, Facing: r.Facing, Formation: r.Formation, Stands: r.Start - r.Lost,
			Lost: r.Lost, Hits: r.Hits, State: r.State, Test: r.Test, Contact: slices.Clone(r.Contact)}
		if r.Arrives > 1 {
			u.State = Waiting
		}
		units = append(units, u)
	}
	return units
}

// hand returns a side's initial hand, by the ability of its army commander (§2.2).
func hand(ability int) [4]int {
	h := [4]int{0, 2, 2, 2}
	switch ability {
	case 0:
		h[King]--
	case 2:
		h[Joker]++
	}
	return h
}

// remember stores the current units for reports that arrive with a lag (section i2).
func (s *State) remember() {
	then := &State{b: s.b, Turn: s.Turn, Units: slices.Clone(s.Units), Generals: slices.Clone(s.Generals), testing: true}
	diagonal := board.Point{}.Distance(board.Point{X: s.b.Width, Y: s.b.Height})
	keep := courier.Rides(diagonal, max(s.b.Tables.Move[courierRides], 1)) + 2
	s.Past = append(slices.Clone(s.Past), then)
	if len(s.Past) > keep {
		s.Past = s.Past[len(s.Past)-keep:]
	}
}

// ago returns the state k turns before the last one remembered, or the earliest one kept.
func (s *State) ago(k int) *State { return s.Past[max(len(s.Past)-1-k, 0)] }
