package firediscipline

import (
	"cmp"
	"fmt"
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

func (u *Unit) ranks() int { return u.count(InRanks) }

func (u *Unit) standsOut() int { return u.count(Out) }

func (u *Unit) count(what Status) int {
	return rules.Count(u.Stands, func(i int) bool { return u.Stands[i].Status == what })
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

// isCrippled reports whether the unit has no stand in ranks, or at least half of those in ranks are halted.
func (s *State) isCrippled(u int) bool {
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

// resultLine returns the result line once the game has ended, else "".
func (s *State) resultLine() string {
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

func upper(word string) string { return strings.ToUpper(word[:1]) + word[1:] }

// clone returns a deep copy. The battle is immutable and shared.
func (s *State) clone() *State {
	c, _ := s.snapshot(&State{}, nil)
	c.Dispatches = slices.Clone(s.Dispatches)
	c.Holders = slices.Clone(s.Holders)
	c.Known = slices.Clone(s.Known)
	for i := range c.Known {
		c.Known[i] = slices.Clone(s.Known[i])
	}
	return c
}

// snapshot returns a snapshot of the units, their stands and the commanders; it shares the rest. It shares the units'
// lists too, which are never changed in place. The copy reuses the memory of an old copy and its stands.
func (s *State) snapshot(old *State, stands []Stand) (*State, []Stand) {
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

// mapX and up are the coordinates of an object on the map, in hundredths. They must lie on the map: a mistyped value
// would otherwise put a unit's centre off it.
func mapX[T any](of func(T) *board.Point) rules.Item[State, T] {
	return coordinate("x", func(b *Battle) int { return b.Width }, func(t T) *int { return &of(t).X })
}

func mapY[T any](of func(T) *board.Point) rules.Item[State, T] {
	return coordinate("y", func(b *Battle) int { return b.Height }, func(t T) *int { return &of(t).Y })
}

func coordinate[T any](name string, most func(*Battle) int, of func(T) *int) rules.Item[State, T] {
	it := rules.Number(name, 0, 0, func(_ *State, t T) *int { return of(t) })
	it.Set = func(s *State, t T, v string) error {
		n, err := rules.ReadNumber(v, 0, most(s.b))
		if err == nil {
			*of(t) = n
		}
		return err
	}
	return it
}

// items lists the items of section b, except those declared by fields of units and stands.
var items = rules.Items[State]{
	couriers.Items(dispatchItems...),
	rules.One("game", gameItems...),
	rules.Things("place", func(s *State) int { return len(s.b.zones) }, func(s *State, i int) int { return s.b.zones[i] },
		func(s *State, i int) string { return s.b.Features[s.b.zones[i]].ID }, placeItems...),
	rules.Each("seat", func(s *State) []Seat { return s.Seats }, func(c *Seat) string { return c.ID }, seatItems...),
	rules.Things("side", func(*State) int { return 2 }, func(_ *State, i int) int { return i },
		func(s *State, i int) string { return s.b.Sides[i].ID }, sideItems...),
	rules.Things("stand", func(s *State) int { return len(s.b.stands) },
		func(s *State, i int) standOf {
			k := s.b.stands[i]
			return standOf{&s.Units[k.U], &s.Units[k.U].Stands[k.I]}
		},
		func(s *State, i int) string { k := s.b.stands[i]; return s.Units[k.U].standID(k.I) }, standItems...),
	rules.Each("unit", func(s *State) []Unit { return s.Units }, func(u *Unit) string { return u.ID }, unitItems...),
}

type standOf struct {
	Unit *Unit
	*Stand
}

type (
	unitItem     = rules.Item[State, *Unit]
	standItem    = rules.Item[State, standOf]
	seatItem     = rules.Item[State, *Seat]
	dispatchItem = rules.Item[State, *Dispatch]
)

var unitItems = []unitItem{
	{Name: "chit", Get: func(_ *State, u *Unit) string { return u.Task.chit() }, Set: setChit},
	rules.Choice("colonel", []string{"fit", "hit"}, func(_ *State, u *Unit) string {
		if u.Colonel {
			return "fit"
		}
		return "hit"
	}, func(_ *State, u *Unit, v string) { u.Colonel = v == "fit" }),
	word("directive", []Verb{Advance, Assault, Hold, Withdraw, Charge, Attack},
		func(u *Unit) *Verb { return &u.Task.Verb }),
	{Name: "engaged", Get: func(s *State, u *Unit) string { return s.b.unitIDs.List(u.Engaged) }, Set: setEngaged},
	rules.Number("facing", 0, 359, func(_ *State, u *Unit) *int { return &u.Facing }).Then((*State).settle),
	{Name: "formation", Get: func(_ *State, u *Unit) string { return string(u.Formation) }, Set: setFormation},
	rules.Derived("out", func(_ *State, u *Unit) string { return fmt.Sprint(u.standsOut()) }),
	{Name: "place", Get: func(s *State, u *Unit) string { return s.b.taskPlace(&u.Task) }, Set: setTaskPlace},
	rules.Derived("stands", func(_ *State, u *Unit) string { return fmt.Sprint(u.ranks()) }),
	word("status", []Status{Fit, Shattered, Destroyed, Left}, func(u *Unit) *Status { return &u.Status }).
		Then(func(s *State, u *Unit) {
			if u.Status != Fit {
				s.removeUnit(u, u.Status)
			}
		}),
	rules.Reference("target", anID, ofUnits, func(_ *State, u *Unit) *adjudicator.Index { return &u.Target }),
	ranked(mapX((*Unit).centre), func(p *board.Point) *int { return &p.X }),
	ranked(mapY((*Unit).centre), func(p *board.Point) *int { return &p.Y }),
}

var standItems = []standItem{
	count("castings", 20, func(st *Stand) *int { return &st.Castings }),
	count("facing", 359, func(st *Stand) *int { return &st.Facing }),
	count("halt", 9999, func(st *Stand) *int { return &st.Halt }),
	word("status", []Status{InRanks, Out, Destroyed, Surrendered, Left, Gone},
		func(st standOf) *Status { return &st.Status }).
		Then(func(s *State, st standOf) { s.followRiders(st.Unit) }),
	mapX(standOf.place), mapY(standOf.place),
	ofGuns(rules.Truth("away", func(_ *State, st standOf) *bool { return &st.Away }).
		Then(func(_ *State, st standOf) { st.CrewAt = st.At })),
	ofGuns(count("ball", 1000, func(st *Stand) *int { return &st.Ball })),
	ofGuns(count("canister", 1000, func(st *Stand) *int { return &st.Canister })),
	ofGuns(rules.Reference("captured", anID, ofSides,
		func(_ *State, st standOf) *adjudicator.Index { return &st.Captured })),
	ofGuns(count("crew", 20, func(st *Stand) *int { return &st.Castings })),
	ofGuns(count("guns", 2, func(st *Stand) *int { return &st.Guns })),
	ofGuns(count("limber", 4, func(st *Stand) *int { return &st.Limber })),
	ofGuns(count("shell", 1000, func(st *Stand) *int { return &st.Shell })),
}

var seatItems = []seatItem{
	rules.Reference("attached", anID, ofUnits, func(_ *State, c *Seat) *adjudicator.Index { return &c.Attached }).
		Then(func(s *State, c *Seat) {
			if unit, ok := c.Attached.Get(); ok {
				s.followRiders(&s.Units[unit])
			}
		}),
	word("status", []Status{Fit, Dead, Wounded, Captured}, func(c *Seat) *Status { return &c.Status }).
		Then(func(s *State, c *Seat) {
			if c.FellIn = 0; c.Status != Fit {
				c.FellIn, c.Attached = s.Turn, adjudicator.None
			}
		}),
	mapX((*Seat).place), mapY((*Seat).place),
}

var dispatchItems = []dispatchItem{
	word("status", []string{adjudicator.Riding, adjudicator.Delivered, adjudicator.Lost, adjudicator.Captured},
		func(d *Dispatch) *string { return &d.Status }).
		Then(func(s *State, d *Dispatch) {
			if d.Status == adjudicator.Delivered && d.Due == 0 {
				d.Due = s.Turn + 1
			}
		}),
	mapX((*Dispatch).place), mapY((*Dispatch).place),
}

var placeItems = []rules.Item[State, int]{
	rules.Reference("holder", anID, ofSides, func(s *State, f int) *adjudicator.Index { return &s.Holders[f] }),
}

var sideItems = []rules.Item[State, int]{
	rules.Number("guns", 0, 999, func(s *State, i int) *int { return &s.GunsTaken[i] }),
	rules.Number("points", 0, 99999, func(s *State, i int) *int { return &s.Points[i] }),
}

var gameItems = []rules.Item[State, *State]{
	word("level", []string{"draw", "marginal", "decisive", "-"}, func(s *State) *string { return &s.Level }),
	word("status", []string{"playing", "over"}, func(s *State) *string { return &s.Status }),
	rules.Reference("winner", anID, ofSides, func(s, _ *State) *adjudicator.Index { return &s.Winner }),
}

func word[T any, W ~string](name string, words []W, of func(T) *W) rules.Item[State, T] {
	return rules.Item[State, T]{Name: name, Get: func(_ *State, t T) string { return string(*of(t)) },
		Set: func(_ *State, t T, v string) error {
			w, err := rules.ReadWord(v, words...)
			if err == nil {
				*of(t) = w
			}
			return err
		}}
}

// Ids that items refer to.
func ofUnits(s *State) *rules.IDs { return &s.b.unitIDs }
func ofSides(s *State) *rules.IDs { return &s.b.sideIDs }

const anID = "an id or -"

func count(name string, most int, of func(*Stand) *int) standItem {
	return rules.Number(name, 0, most, func(_ *State, st standOf) *int { return of(st.Stand) })
}

// ofGuns restricts an item to sections of guns.
func ofGuns(it standItem) standItem {
	it.Only = func(_ *State, st standOf) bool { return st.Unit.Arm == Guns }
	return it
}

func (u *Unit) centre() *board.Point    { return &u.At }
func (st standOf) place() *board.Point  { return &st.Stand.At }
func (c *Seat) place() *board.Point     { return &c.At }
func (d *Dispatch) place() *board.Point { return &d.At }

// ranked returns a coordinate of a unit that moves its ranks along.
func ranked(it unitItem, of func(*board.Point) *int) unitItem {
	set := it.Set
	it.Set = func(s *State, u *Unit, v string) error {
		was := *of(&u.At)
		if err := set(s, u, v); err != nil {
			return err
		}
		for i := range u.Stands {
			if u.Stands[i].Status == InRanks {
				*of(&u.Stands[i].At) += *of(&u.At) - was
			}
		}
		s.followRiders(u)
		return nil
	}
	return it
}

// chit returns the letter of the unit's chit, or `-`.
func (d *Directive) chit() string {
	if d.Chit == 0 {
		return "-"
	}
	return string(rune(d.Chit))
}

func setChit(_ *State, u *Unit, v string) error {
	if v == "-" {
		u.Task.Chit, u.Task.Turn = 0, 0
		return nil
	}
	if len(v) != 1 || !strings.Contains("RLHCAU", v) {
		return fmt.Errorf("%q: expected R, L, H, C, A, U or -", v)
	}
	u.Task.Chit = v[0]
	if v == "R" || v == "L" {
		u.Task.Turn = 90
	}
	return nil
}

func setEngaged(s *State, u *Unit, v string) error {
	return engaged.Set(s, s.b.unit(u.ID), v, &s.b.unitIDs, func(e int) bool { return s.Units[e].Side != u.Side },
		"enemy units, or -")
}

func setFormation(s *State, u *Unit, v string) error {
	words := []Formation{Line, Column, Open}
	if u.Arm == Guns {
		words = []Formation{Limbered, Unlimbered}
	}
	form, err := rules.ReadWord(v, words...)
	if err != nil {
		return err
	}
	u.Formation = form
	s.placeStands(s.b.unit(u.ID))
	s.followRiders(u)
	return nil
}

// taskPlace returns the place of a task: a feature's id, `x,y` in yards rounded down, or `-`.
func (b *Battle) taskPlace(t *Task) string {
	switch {
	case !t.HasGoal:
		return "-"
	case t.Feature.Some():
		return b.Features[t.Feature.Must()].ID
	}
	return fmt.Sprintf("%d,%d", t.Goal.X/board.Yard, t.Goal.Y/board.Yard)
}

func setTaskPlace(s *State, u *Unit, v string) error {
	if v == "-" {
		u.Task.HasGoal, u.Task.Feature = false, adjudicator.None
		return nil
	}
	if f := s.b.feature(v); f >= 0 {
		u.Task.HasGoal, u.Task.Feature, u.Task.Goal = true, adjudicator.At(f), s.b.Features[f].Centre
		return nil
	}
	left, right, _ := strings.Cut(v, ",")
	x, badX := rules.ReadNumber(left, 0, s.b.Width/board.Yard)
	y, badY := rules.ReadNumber(right, 0, s.b.Height/board.Yard)
	if badX != nil || badY != nil {
		return fmt.Errorf("%q: expected a feature's id, x,y in yards on the map, or -", v)
	}
	u.Task.HasGoal, u.Task.Feature = true, adjudicator.None
	u.Task.Goal = board.Point{X: x * board.Yard, Y: y * board.Yard}
	return nil
}
