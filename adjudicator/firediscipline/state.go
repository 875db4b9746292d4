package firediscipline

import (
	"cmp"
	"slices"
	"strings"

	"galloper/adjudicator"
	"galloper/adjudicator/board"
	"galloper/adjudicator/rules"
)

// Status says whether a unit, a stand, a seat or a dispatch is in play, or how it left play.
type Status string

// Statuses of units, stands, commanders and dispatches (section b).
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
	Known      [][]Known           // by seat and unit: the seat's knowledge of units of its side (§W2)
	Holders    []adjudicator.Index // by feature: side that holds the zone (§O1)
	Points     [2]int              // §V2, counted at the end
	GunsTaken  [2]int
	Generals   [2]int            // brigade commanders lost by the side (§V2)
	Colonels   [2]int            // regimental commanders lost
	Status     string            // playing, over
	Winner     adjudicator.Index // side
	Level      string            // draw, marginal, decisive, or "-"
}

// Unit is a regiment, battalion, squadron or battery in its present state.
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
	Went   board.Point       // move of its centre in the whole of last turn (§D8)
	Balked adjudicator.Index // unit that barred its way all last turn, without progress of either (§D4)
	Tried  Degrees           // direction of the shift that was barred
	Edged  bool              // the map's edge barred its march all last turn
	Banked adjudicator.Index // water that barred it
	Bogged bool              // ground that it cannot enter barred it
	Shock  bool              // something that it must report happened this turn (§Q9)
	Marks                    // of this turn alone
}

// Marks are the events of a unit's turn. They are reset every turn.
type Marks struct {
	Charging   adjudicator.Index // unit that it declared a charge against (§8.11)
	Chargers   []int             // units that declared a charge against it
	Reaction   string            // "", hold, melee, flee, countercharge (§8.2a)
	Countering adjudicator.Index // charger that it counter-charges
	Contacts   []int             // enemies with which it made contact (fresh), in id order
	Flanked    []int             // enemies on which it closed other than on the front edge (§8.19)
	Fired      bool              // it fired muskets
	Wheeled    bool
	Formed     bool
	Fought     bool              // it fought its round of melee
	Freed      bool              // it may pursue (§8.2h)
	Barred     adjudicator.Index // unit that was in its way in its last tick
	AtEdge     bool              // the map's edge was in its way
	AtWater    adjudicator.Index // water in its way
	AtGround   bool              // ground that it cannot enter was in its way
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
	CrewAt   board.Point       // the crew's place while away
	Captured adjudicator.Index // side that captured the guns
	Aim      adjudicator.Index // its last target, a unit
	AimTurn  int               // turn of that shot (§6.9)
}

// Ride is the kind of a commander's errand (§Q7).
type Ride uint8

// The errands of a commander.
const (
	NoRide Ride = iota
	RideToPlace
	RideToUnit
	RideToSeat
	JoinUnit // ATTACH
)

// Seat is a brigade commander in the present state.
type Seat struct {
	*Command
	At       board.Point
	Status   Status
	Attached adjudicator.Index // unit
	Errand   Ride
	Goal     board.Point
	Whom     adjudicator.Index // unit or seat of the errand
	FellIn   int               // turn of the loss; 0 while fit
}

// Dispatch is a message carried by courier.
type Dispatch struct {
	rules.Dispatch[board.Point]
	ToUnit adjudicator.Index // none if it goes to a seat
	ToSeat adjudicator.Index // none if it goes to a unit
}

func (u *Unit) fit() bool { return u.Status == Fit }

// inPlay reports whether the stand is in ranks or out of ranks.
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

// present reports whether stand i counts as an enemy or friendly stand. Its unit is fit and the stand in play; guns are
// manned and not captured.
func (u *Unit) present(i int) bool {
	st := &u.Stands[i]
	if !u.fit() || !st.inPlay() {
		return false
	}
	return u.Arm != Guns || st.Castings > 0 && !st.Away && st.Captured.None()
}

func (s *State) halted(u, i int) bool {
	halt := s.Units[u].Stands[i].Halt
	return halt > 0 && halt >= s.Turn
}

// crippled reports whether the unit has no stand in ranks, or at least half of those in ranks are halted.
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

// upper capitalizes a word.
func upper(word string) string { return strings.ToUpper(word[:1]) + word[1:] }

// clone returns a deep copy. The battle is immutable and shared.
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

// still returns a snapshot of the units, their stands and the commanders; it shares the rest. It shares the units'
// lists too, which are never changed in place. The copy reuses the memory of an old copy and its stands.
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
