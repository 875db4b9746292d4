package orderdiscipline

import (
	"slices"

	"galloper/adjudicator"
	"galloper/adjudicator/board"
	"galloper/adjudicator/courier"
	"galloper/events"
)

// State is the whole state of a battle. Only Apply changes it.
type State struct {
	b          *Battle
	Turn       int `item:"game.turn,fixed"` // being adjudicated, or the last one
	Units      []Unit
	Generals   []Officer
	Hands      [2][4]int           // by side and card
	Broken     [2]bool             // §8.4
	Red        int                 `item:"deck.red,0..20"` // cards of the initiative deck (§2.1)
	Black      int                 `item:"deck.black,0..20"`
	Holder     adjudicator.Index   // side that has the initiative
	First      adjudicator.Index   // side that moves first
	Held       []adjudicator.Index // by place: side (§8.5)
	Dispatches []Dispatch
	Known      []Picture         // by general
	Past       []*State          // the units at the end of the last turns (section i)
	Ended      bool              // the battle is over
	Winner     adjudicator.Index // side

	testing bool // charges are being tested (§10.11)
}

// Unit is a battalion, regiment or battery as it stands.
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
	Noted     [3]string   // Refs of the outcomes that gave them
	Contact   []int       // enemies, in scenario order
	Standing  [3][]string // standing orders by group, canonical, without subject
	Told      int         // turn in which it last got standing movement orders
	Marks
}

// Marks are what a unit did or suffered in the turn; they begin anew with each.
type Marks struct {
	Fought   bool              // it was in contact when the turn began (§6.1)
	Charged  bool              // it passed a charge test, or a counter-charge's (§4.3)
	Balked   bool              // it failed its charge test (§4.4)
	Target   adjudicator.Index // of its charge
	Distance int               // to it, when it was declared
	Aspect   Zone              // from which it comes
	Reacted  bool
	Evaded   bool
	Stood    board.Rect // where it stood before it evaded
	Squared  bool       // it formed square in the charge phase
	Moved    bool       // it walked, turned or changed formation
	Unnerved bool       // it failed a morale test
	Firm     bool       // it passed a morale test
	Rallying bool       // it tried to rally
	Rallied  bool       // it rallied in this movement
	Struck   []Strike   // enemies that it charged into contact
}

// Strike is a charge that came home.
type Strike struct {
	Unit   int
	Aspect Zone
}

// Officer is a general as he stands.
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
	Standing [len(personal)][]string // standing orders of his own, canonical, by kind
	Dice     []events.Die            // of his latest command roll
	Noted    [len(personal)]string   // Refs of the outcomes that gave them
}

// onTable reports whether the unit is on the table.
//
// Section b
func (s *State) onTable(u int) bool { return s.Units[u].State <= Routing }

// formed reports whether the unit is formed.
//
// Section b
func (u *Unit) formed() bool { return u.Formation != Skirmish && u.State != Routing }

// foot reports whether the unit is infantry or artillery.
func (u *Unit) foot() bool { return u.Kind.Arm() != Cavalry }

// struck returns the aspect from which the unit charged the enemy into contact this turn.
func (u *Unit) struck(enemy int) (Zone, bool) {
	for _, k := range u.Struck {
		if k.Unit == enemy {
			return k.Aspect, true
		}
	}
	return Front, false
}

// enemies reports whether the two units are of different sides.
func (s *State) enemies(u, v int) bool { return s.Units[u].Side != s.Units[v].Side }

// attached are the generals with the unit, in scenario order.
func (s *State) attached(u int) []int {
	var with []int
	for g := range s.Generals {
		if s.Generals[g].Attached.Is(u) {
			with = append(with, g)
		}
	}
	return with
}

// allowance is the unit's movement allowance in a formation, in hundredths.
//
// §5.7
func (s *State) allowance(u int, f Formation) int {
	return s.b.Tables.Move[movementOf(s.Units[u].Kind, f)]
}

// drawUp is the state before turn 1.
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

// drawnUp are the units as the scenario has them.
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

// hand is a side's hand by the ability of its army commander.
//
// §2.2
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

// remember keeps the units as they are, for reports that come with a lag.
//
// Section i2
func (s *State) remember() {
	then := &State{b: s.b, Turn: s.Turn, Units: slices.Clone(s.Units), Generals: slices.Clone(s.Generals), testing: true}
	diagonal := board.Point{}.Distance(board.Point{X: s.b.Width, Y: s.b.Height})
	keep := courier.Rides(diagonal, max(s.b.Tables.Move[courierRides], 1)) + 2
	s.Past = append(slices.Clone(s.Past), then)
	if len(s.Past) > keep {
		s.Past = s.Past[len(s.Past)-keep:]
	}
}

// ago is the state k turns before the last one remembered, or the earliest that is kept.
func (s *State) ago(k int) *State { return s.Past[max(len(s.Past)-1-k, 0)] }
