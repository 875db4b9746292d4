package commandchaos

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

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

func (u *Unit) field() bool { return u.Status == OnField }

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

func (s *State) front(u int) board.Space { return s.Units[u].At.Next(s.Units[u].Facing, 1) }

func (s *State) spaceBehind(u int) board.Space {
	return s.Units[u].At.Next(s.Units[u].Facing.Turned(2), 1)
}

// lineAt returns the line unit in the space, or -1.
func (s *State) lineAt(at board.Space) int {
	return rules.First(s.Units, func(u int) bool {
		return s.Units[u].At == at && s.Units[u].field() && s.b.Units[u].line()
	})
}

// lightsAt returns the lights in the space, in scenario order.
func (s *State) lightsAt(at board.Space) []int {
	return rules.Which(s.Units, func(u int) bool {
		return s.Units[u].At == at && s.Units[u].field() && !s.b.Units[u].line()
	})
}

// isHeldBy reports whether a unit of the side stands in the space.
func (s *State) isHeldBy(at board.Space, side int) bool {
	return rules.Any(s.Units, func(u int) bool {
		return s.Units[u].At == at && s.Units[u].field() && s.b.Units[u].Side == side
	})
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

// hasOfficer reports whether a living officer is attached to the unit (§O2).
func (s *State) hasOfficer(u int) bool {
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
	return a != b && areNear(a.Col, b.Col) && areNear(a.Row, b.Row)
}

// items lists the items of section b, beside those tagged in the state.
var items = append(rules.OfState[State](),
	rules.Numbered("unit", func(s *State) int { return len(s.Units) },
		func(s *State, u int) string { return s.b.Units[u].ID }, unitItems...),
	rules.Numbered("officer", func(s *State) int { return len(s.Officers) },
		func(s *State, i int) string { return s.b.Leaders[i].ID }, officerItems...),
	rules.Things("side", func(s *State) int { return len(s.Sides) }, func(s *State, i int) *Side { return &s.Sides[i] },
		func(s *State, i int) string { return s.b.Sides[i].ID },
		rules.Item[State, *Side]{Name: "hand", Set: (*State).setHand,
			Get: func(s *State, of *Side) string { return rules.OrNone(s.b.cardNames(of.Hand)) }},
		rules.Derived("pile", func(_ *State, of *Side) string { return strconv.Itoa(of.Pile.Count()) }),
		rules.Derived("discards", func(_ *State, of *Side) string { return strconv.Itoa(of.Discards.Count()) })),
	couriers.Items(
		rules.Derived("status", func(_ *State, d *Dispatch) string { return d.Status }),
		rules.Choice("zone", zoneIDs,
			func(s *State, d *Dispatch) string { return s.b.zoneName(d.Side, d.At) },
			func(s *State, d *Dispatch, zone string) { d.At = s.b.zoneNamed(d.Side, zone) })),
	rules.One("game", rules.Victor(func(s *State) *rules.Roster { return &s.b.Roster },
		func(s *State) bool { return s.Status == "over" || s.Winner.Some() },
		func(s *State) *adjudicator.Index { return &s.Winner })))

type item = rules.Item[State, int]

var unitItems = []item{
	rules.Derived("side", func(s *State, u int) string { return s.b.Sides[s.b.Units[u].Side].ID }),
	rules.Derived("kind", func(s *State, u int) string { return string(s.b.Units[u].Kind) }),
	{Name: "at", Get: (*State).spaceName, Set: (*State).setAt},
	ofLine(item{Name: "facing", Set: (*State).setFacing,
		Get: func(s *State, u int) string { return s.Units[u].Facing.String() }}),
	{Name: "status", Set: (*State).setStatus, Get: func(s *State, u int) string { return string(s.Units[u].Status) }},
	points("max", 1, 9, func(u *Unit) *int { return &u.Max }),
	points("hits", 0, 99, func(u *Unit) *int { return &u.Hits }),
	points("stamina", 0, 9, func(u *Unit) *int { return &u.Stamina }),
	rules.Derived("morale", func(s *State, u int) string {
		if !s.b.Units[u].line() {
			return "-"
		}
		return strconv.Itoa(s.Units[u].Max - s.Units[u].Hits)
	}),
	flagItem("veteran", func(u *Unit) *bool { return &u.Veteran }),
	flagItem("known", func(u *Unit) *bool { return &u.Known }),
	flagItem("charged", func(u *Unit) *bool { return &u.Charged }),
	flagItem("reserve", func(u *Unit) *bool { return &u.Reserve }),
	{Name: "engaged", Set: (*State).setEngaged,
		Get: func(s *State, u int) string { return rules.OrNone(s.b.idList(s.Units[u].Engaged)) }},
	rules.Derived("mixed", func(s *State, u int) string { return rules.YesNo(s.mixed(u)) }),
}

var officerItems = []item{
	rules.Derived("role", func(s *State, i int) string { return s.b.Leaders[i].role() }),
	rules.Choice("zone", zoneIDs,
		func(s *State, i int) string { return s.b.zoneName(s.b.Leaders[i].Side, s.Officers[i].Zone) },
		func(s *State, i int, zone string) {
			s.Officers[i].Zone, s.Officers[i].Unit = s.b.zoneNamed(s.b.Leaders[i].Side, zone), adjudicator.None
		}),
	{Name: "unit", Set: (*State).setOfficerUnit,
		Get: func(s *State, i int) string { return s.b.unitName(s.Officers[i].Unit) }},
	rules.Choice("status", []string{"alive", "dead"}, (*State).officerStatus, func(s *State, i int, status string) {
		if s.Officers[i].Dead = status == "dead"; s.Officers[i].Dead {
			s.Officers[i].Unit, s.Officers[i].Died = adjudicator.None, s.Turn
		}
	}),
}

// points returns a number item that is `-` for lights.
func points(name string, least, most int, of func(*Unit) *int) item {
	it := rules.Number(name, least, most, func(s *State, u int) *int { return of(&s.Units[u]) })
	get := it.Get
	it.Get = func(s *State, u int) string {
		if !s.b.Units[u].line() {
			return "-"
		}
		return get(s, u)
	}
	return ofLine(it)
}

// flagItem returns a yes-or-no item that is always no for lights.
func flagItem(name string, of func(*Unit) *bool) item {
	return ofLine(rules.Truth(name, func(s *State, u int) *bool { return of(&s.Units[u]) }))
}

// ofLine makes an item refuse to be set for lights.
func ofLine(it item) item {
	set := it.Set
	it.Set = func(s *State, u int, value string) error {
		if !s.b.Units[u].line() {
			return fmt.Errorf("%s: light infantry has no such item", s.b.Units[u].ID)
		}
		return set(s, u, value)
	}
	return it
}

func (s *State) spaceName(u int) string {
	if !s.Units[u].field() {
		return "-"
	}
	return s.Units[u].At.String()
}

// setAt puts a unit in a space if it may stand there (§S4).
func (s *State) setAt(u int, value string) error {
	at, ok := s.b.spaceNamed(value)
	switch {
	case !ok || !s.b.passable(at):
		return fmt.Errorf("%q: expected a passable space of the board", value)
	case !s.Units[u].field():
		return fmt.Errorf("%s is not on the field; set its status first", s.b.Units[u].ID)
	case s.isHeldBy(at, 1-s.b.Units[u].Side):
		return fmt.Errorf("%s: an enemy stands there", value)
	}
	if v := s.lineAt(at); v >= 0 && v != u && s.b.Units[u].line() {
		return fmt.Errorf("%s: %s stands there", value, s.b.Units[v].ID)
	}
	s.placeUnit(u, at)
	return nil
}

func (s *State) setFacing(u int, value string) error {
	h, ok := board.ParseHeading(value)
	if !ok {
		return fmt.Errorf("%q: expected n, e, s or w", value)
	}
	s.Units[u].Facing = h
	return nil
}

// setStatus removes a unit from the field, or returns it to its last space.
func (s *State) setStatus(u int, value string) error {
	gone := Dispersed
	if s.b.Units[u].line() {
		gone = Routed
	}
	switch value {
	case string(gone):
		s.remove(u, gone)
		for i := range s.Officers {
			if s.Officers[i].Unit.Is(u) {
				s.Officers[i].Unit = adjudicator.None
			}
		}
	case string(OnField):
		s.Units[u].Status = OnField
		if err := s.setAt(u, s.Units[u].Last.String()); err != nil {
			s.Units[u].Status = gone
			return err
		}
		if s.b.Units[u].line() || s.b.Victory.All {
			s.Sides[s.b.Units[u].Side].Removed--
		}
	default:
		return fmt.Errorf("%q: expected field or %s", value, gone)
	}
	return nil
}

func (s *State) setEngaged(u int, value string) error {
	return melees.Set(s, u, value, &s.b.unitIDs, func(e int) bool {
		return s.b.Units[e].Side != s.b.Units[u].Side && s.b.Units[e].line() && s.Units[e].field()
	}, "enemy line units on the field, or -")
}

func (o *Leader) role() string {
	if o.Lieutenant {
		return "lieutenant"
	}
	return "commander"
}

func (s *State) officerStatus(i int) string {
	if s.Officers[i].Dead {
		return "dead"
	}
	return "alive"
}

func (s *State) setOfficerUnit(i int, value string) error {
	u := s.b.unit(value)
	if value == "-" {
		s.Officers[i].Unit = adjudicator.None
		return nil
	}
	if u < 0 || s.b.Units[u].Side != s.b.Leaders[i].Side || !s.b.Units[u].line() || !s.Units[u].field() {
		return fmt.Errorf("%q: expected a line unit of the officer's side on the field, or -", value)
	}
	s.Officers[i].Unit, s.Officers[i].Zone = adjudicator.At(u), s.zone(u)
	return nil
}

// setHand gives a side a hand. The cards come from its piles; the previous hand goes to the draw pile.
func (s *State) setHand(side *Side, value string) error {
	hand, pile, discards := make([]int, len(side.Hand)), slices.Clone(side.Pile), slices.Clone(side.Discards)
	for c, n := range side.Hand {
		pile[c] += n
	}
	for id := range strings.SplitSeq(value, ",") {
		c := s.b.Tables.card(id)
		switch {
		case value == "-":
		case c < 0:
			return fmt.Errorf("%q: expected battle cards, or -", value)
		case pile[c] > 0:
			pile[c]--
			hand[c]++
		case discards[c] > 0:
			discards[c]--
			hand[c]++
		default:
			return fmt.Errorf("%s: the side's deck holds no more of these", id)
		}
	}
	side.Hand, side.Pile, side.Discards = hand, pile, discards
	return nil
}

// unitName returns a unit's id, or `-` for None.
func (b *Battle) unitName(unit adjudicator.Index) string {
	if u, ok := unit.Get(); ok {
		return b.Units[u].ID
	}
	return "-"
}

// idList returns a list of units sorted by id, in byte order.
func (b *Battle) idList(units []int) string {
	ids := make([]string, len(units))
	for i, u := range units {
		ids[i] = b.Units[u].ID
	}
	slices.Sort(ids)
	return strings.Join(ids, ",")
}

// cardNames returns a list of cards in deck table order from the number of each kind.
func (b *Battle) cardNames(count []int) string {
	var ids []string
	for c, n := range count {
		for range n {
			ids = append(ids, b.Tables.Cards[c].ID)
		}
	}
	return strings.Join(ids, ",")
}
