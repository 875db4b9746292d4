package firediscipline

import (
	"cmp"
	"slices"
	"strings"

	"galloper/adjudicator"
	"galloper/adjudicator/board"
	"galloper/adjudicator/rules"
)

// Status is whether a unit, a stand, a seat or a dispatch is in play, and else
// what became of it.
type Status string

// What can become of a unit, a stand, a commander and a dispatch (section b).
const (
	Fit         Status = "fit"
	Shattered   Status = "shattered"
	Destroyed   Status = "destroyed"
	Left        Status = "left"
	InRanks     Status = "ranks"
	Out         Status = "out"
	Surrendered Status = "surrendered"
	Gone        Status = "gone"
	Dead        Status = "dead"
	Wounded     Status = "wounded"
	Captured    Status = "captured"
	Delivered   Status = "delivered"
	Lost        Status = "lost"
)

// State is the whole state of a battle. Only outcomes change it.
type State struct {
	b          *Battle
	Turn       int // the turn being adjudicated, or the last one
	Units      []Unit
	Seats      []Seat
	Dispatches []Dispatch          // by turn sent, then id
	Known      [][]Known           // by seat and unit: what the seat knows of the units of its side (§W2)
	Holders    []adjudicator.Index // by feature: side that holds the zone (§O1)
	Points     [2]int              // §V2, counted at the end
	GunsTaken  [2]int
	Generals   [2]int            // brigade commanders that the side has lost (§V2)
	Colonels   [2]int            // regimental commanders
	Status     string            // playing, over
	Winner     adjudicator.Index // side
	Level      string            // draw, marginal, decisive, or "-"
}

// Unit is a regiment, battalion, squadron or battery as it stands.
type Unit struct {
	*Regiment
	At        board.Point
	Facing    int
	Formation Formation
	Boxes     int `item:"boxes,0..999"`
	Shatter   int `item:"shatter,1..999"`
	Status    Status
	Broken    bool `item:"broken"`
	Task      Task
	Engaged   []int             // units, in id order (§8.45)
	Target    adjudicator.Index // last unit it fired muskets at
	Mounted   bool              `item:"mounted"`
	Colonel   bool              // the regimental commander is fit (§2.35)
	Stands    []Stand

	Mourns bool              // it lost a commander this turn and checks in the next (§2.34)
	Shaken bool              // it lost a commander last turn: no charge (§2.34)
	Shot   [2][]int          // units that it fired muskets at: this turn, last turn (§D6)
	From   board.Point       // its centre when the turn began
	Went   board.Point       // how far its centre moved in the whole of last turn (§D8)
	Balked adjudicator.Index // unit that barred its way all last turn, while neither got on (§D4)
	Tried  Degrees           // way of the shift in which it did
	Edged  bool              // the map's edge barred its march all last turn
	Banked adjudicator.Index // water that did
	Bogged bool              // ground that it cannot enter did
	Shock  bool              // what makes it report happened this turn (§Q9)
	Marks                    // of this turn alone
}

// Marks are what a unit did or suffered in the turn; they begin anew with each.
type Marks struct {
	Charging   adjudicator.Index // unit that it declared a charge against (§8.11)
	Chargers   []int             // units that declared a charge against it
	Reaction   string            // "", hold, melee, flee, countercharge (§8.2a)
	Countering adjudicator.Index // charger that it counter-charges
	Contacts   []int             // enemies with which it made contact (fresh), in id order
	Flanked    []int             // enemies on whom it closed on other than the front edge (§8.19)
	Fired      bool              // it fired muskets
	Wheeled    bool
	Formed     bool
	Fought     bool              // it fought its round of melee
	Freed      bool              // it may pursue (§8.2h)
	Barred     adjudicator.Index // unit that was in its way in its last tick
	AtEdge     bool              // the map's edge was
	AtWater    adjudicator.Index // water that was
	AtGround   bool              // ground that it cannot enter was
	WheelTo    Degrees           // facing to which horse wheels into its charge (§D6)
	Cramped    bool              // it had no room to wheel (§D20)
	Plan       Plan              // of VI.1 (§D3)
}

// Stand is a company, a troop, or a section of guns.
type Stand struct {
	At       board.Point
	Facing   int
	Castings int // of guns: the crew
	Status   Status
	Halt     int // halted through this turn (§5.5)
	Guns     int
	Limber   int // hits (§6.8c)
	Ball     int
	Canister int
	Shell    int
	Away     bool              // the crew has fled
	CrewAt   board.Point       // where it is, while away
	Captured adjudicator.Index // side that has the guns
	Aim      adjudicator.Index // unit that it fired at last
	AimTurn  int               // and when (§6.9)
}

// Ride is what a commander was told to do with himself (§Q7).
type Ride uint8

// The errands of a commander.
const (
	NoRide Ride = iota
	RideToPlace
	RideToUnit
	RideToSeat
	JoinUnit // ATTACH
)

// Seat is a brigade commander as he stands.
type Seat struct {
	*Command
	At       board.Point
	Status   Status
	Attached adjudicator.Index // unit
	Errand   Ride
	Goal     board.Point
	Whom     adjudicator.Index // unit or seat of the errand
	FellIn   int               // turn of his loss; 0 while fit
}

// Dispatch is anything that a courier carries.
type Dispatch struct {
	rules.Dispatch[board.Point]
	ToUnit adjudicator.Index // none if it goes to a seat
	ToSeat adjudicator.Index // none if it goes to a unit
}

// fit reports whether the unit is in play.
func (u *Unit) fit() bool { return u.Status == Fit }

// inPlay reports whether the stand is in play: in ranks or out of them.
func (st *Stand) inPlay() bool { return st.Status == InRanks || st.Status == Out }

// ranks counts the stands in ranks.
func (u *Unit) ranks() int { return u.count(InRanks) }

// out counts the stands out of ranks.
func (u *Unit) out() int { return u.count(Out) }

func (u *Unit) count(what Status) int {
	n := 0
	for i := range u.Stands {
		if u.Stands[i].Status == what {
			n++
		}
	}
	return n
}

// present reports whether stand i is one that counts as an enemy or friendly
// stand: of a fit unit, in play, and of guns with crew, manned and not captured.
func (u *Unit) present(i int) bool {
	st := &u.Stands[i]
	if !u.fit() || !st.inPlay() {
		return false
	}
	return u.Arm != Guns || st.Castings > 0 && !st.Away && st.Captured.None()
}

// halted reports whether stand i is halted in the turn.
func (s *State) halted(u, i int) bool {
	halt := s.Units[u].Stands[i].Halt
	return halt > 0 && halt >= s.Turn
}

// crippled reports whether the unit has no stand in ranks, or at least half of
// those in ranks are halted.
func (s *State) crippled(u int) bool {
	n, h := 0, 0
	for i := range s.Units[u].Stands {
		if s.Units[u].Stands[i].Status == InRanks {
			n++
			if s.halted(u, i) {
				h++
			}
		}
	}
	return 2*h >= n
}

// engagedWith reports whether the two units are engaged with one another.
func (s *State) engagedWith(u, v int) bool { return slices.Contains(s.Units[u].Engaged, v) }

// standID returns `unit.letter`.
func (u *Unit) standID(i int) string { return u.ID + "." + letter(i) }

const letters = "abcdefghijkl"

func letter(i int) string { return letters[i : i+1] }

// over returns the result line once the game has ended, else "".
func (s *State) over() string {
	if s.Status != "over" {
		return ""
	}
	winner, ok := s.Winner.Get()
	if !ok {
		return "The battle is a draw."
	}
	side := &s.b.Sides[winner]
	return upper(s.Level) + " victory: " + cmp.Or(side.Name, side.ID) + "."
}

// upper gives a word a capital.
func upper(word string) string { return strings.ToUpper(word[:1]) + word[1:] }

// clone returns a deep copy; the battle, which never changes, is shared.
func (s *State) clone() *State {
	c, _ := s.still(&State{}, nil)
	c.Dispatches = slices.Clone(s.Dispatches)
	c.Holders = slices.Clone(s.Holders)
	c.Known = slices.Clone(s.Known)
	for i := range c.Known {
		c.Known[i] = slices.Clone(s.Known[i])
	}
	return c
}

// still returns a copy in which units, their stands and commanders stay as they are; the rest is shared.
// So are the units' lists, which are never changed in place: insert and remove return others. It is written
// on the memory of an old copy and its stands.
func (s *State) still(old *State, stands []Stand) (*State, []Stand) {
	c := *s
	c.Units, c.Seats = append(old.Units[:0], s.Units...), append(old.Seats[:0], s.Seats...)
	stands = slices.Grow(stands[:0], len(s.b.stands))
	for i := range c.Units {
		u, from := &c.Units[i], len(stands)
		stands = append(stands, u.Stands...)
		u.Stands = stands[from:len(stands):len(stands)]
	}
	return &c, stands
}
