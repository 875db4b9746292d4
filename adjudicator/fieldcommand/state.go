package fieldcommand

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

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

func (u *Unit) onMap() bool { return u.At.Locale >= 0 }

func (u *Unit) isReady() bool { return u.Status == Ready && u.onMap() }

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
	return rules.First(s.Units, func(i int) bool { return s.Units[i].ID == id })
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

// unitsWhere returns the units whose index meets a test, in roster order.
func (s *State) unitsWhere(test func(int) bool) []int {
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

// items lists the items of section b. Derived ones (`locale.…`, `approach.…`) cannot be set.
var items = rules.Items[State]{
	rules.One("game",
		rules.Derived("turn", func(s *State, _ *State) string { return strconv.Itoa(s.Turn) }),
		rules.Derived("round", func(s *State, _ *State) string { return strconv.Itoa(s.Round) }),
		rules.Derived("active", func(s *State, _ *State) string { return s.Active }),
		rules.Truth("over", func(s *State, _ *State) *bool { return &s.Over }),
		rules.Item[State, *State]{Name: "winner", Get: (*State).winnerText, Set: (*State).setWinner},
	),
	rules.Things("side", func(*State) int { return 2 }, func(_ *State, i int) int { return i },
		func(s *State, i int) string { return s.b.Sides[i].ID }, sideItems()...),
	rules.Things("unit", func(s *State) int { return len(s.Units) }, func(_ *State, i int) int { return i },
		func(s *State, i int) string { return s.Units[i].ID },
		rules.Derived("side", func(s *State, i int) string { return s.b.Sides[s.Units[i].Side].ID }),
		rules.Derived("kind", func(s *State, i int) string { return string(s.Units[i].Kind) }),
		rules.Derived("token", (*State).token),
		ofUnit("seat", func(s *State, u *Unit) string { return s.b.Commands[u.Seat].ID }, (*State).setSeat),
		ofUnit("strength", func(_ *State, u *Unit) string { return strconv.Itoa(u.Strength) }, (*State).setStrength),
		ofUnit("state", func(_ *State, u *Unit) string { return string(u.Status) }, (*State).setStatus),
		ofUnit("at", func(s *State, u *Unit) string { return s.b.positionText(u.At) }, (*State).setPlace),
		ofUnit("ranging", func(_ *State, u *Unit) string { return rules.YesNo(u.Ranging) }, (*State).setRanging),
		ofUnit("face", func(_ *State, u *Unit) string { return faceText(u) }, (*State).setFace),
	),
	rules.Things("locale", func(s *State) int { return len(s.b.Locales) }, func(_ *State, i int) int { return i },
		func(s *State, i int) string { return s.b.Locales[i].ID },
		rules.Derived("side", func(s *State, i int) string { return s.sideText(s.holder[i]) }),
		rules.Derived("blocks", func(s *State, i int) string { return strconv.Itoa(s.blocks[i]) }),
	),
	rules.Things("approach", func(s *State) int { return len(s.b.approaches) },
		func(s *State, i int) Position { return s.b.approaches[i] },
		func(s *State, i int) string { return s.b.positionText(s.b.approaches[i]) },
		rules.Derived("side", func(s *State, at Position) string { return s.sideText(s.secured(at.Locale, at.Toward)) }),
		rules.Derived("blocks", func(s *State, at Position) string { return strconv.Itoa(len(s.standingAt(at))) }),
	),
	rules.Things("seat", func(s *State) int { return len(s.Seats) }, func(s *State, i int) *Person { return &s.Seats[i] },
		func(s *State, i int) string { return s.b.Commands[i].ID },
		whereabouts(func(p *Person) *adjudicator.Index { return &p.At })),
	couriers.Items(
		whereabouts(func(d *Dispatch) *adjudicator.Index { return &d.At }),
		rules.Number("bank", 0, 99, func(_ *State, d *Dispatch) *int { return &d.Bank }),
		fate("state"), // the rules call it `status`
		fate("status")),
}

// fate is the status of a dispatch. A ruling cannot deliver one, because the rules decide the consequences.
func fate(name string) rules.Item[State, *Dispatch] {
	return rules.Choice(name, []string{adjudicator.Riding, adjudicator.Lost, adjudicator.Captured},
		func(_ *State, d *Dispatch) string { return d.Status },
		func(_ *State, d *Dispatch, value string) { d.Status = value })
}

// sideItems lists the items of a side: its morale, its cards and its reinforcement groups.
func sideItems() []rules.Item[State, int] {
	list := []rules.Item[State, int]{
		rules.Number("morale", 0, 99, func(s *State, i int) *int { return &s.Sides[i].Morale }),
		rules.Number("start", 0, 99, func(s *State, i int) *int { return &s.Sides[i].Start }),
		rules.Truth("demoralized", func(s *State, i int) *bool { return &s.Sides[i].Demoralized }),
		{Name: "hand", Set: (*State).giveHand,
			Get: func(s *State, i int) string { return rules.ListText(s.b.Sides[i].cardIDs(s.Sides[i].Hand)) }},
		rules.Derived("deck", func(s *State, i int) string { return strconv.Itoa(len(s.Sides[i].Deck)) }),
		rules.Derived("discards", func(s *State, i int) string { return strconv.Itoa(len(s.Sides[i].Discards)) }),
		rules.Derived("effects", func(s *State, i int) string { return rules.ListText(s.effectTexts(i)) }),
	}
	for g := range 99 {
		item := rules.Choice("group."+strconv.Itoa(g+1), []string{"waiting", "mobilized"},
			func(s *State, i int) string {
				if s.Sides[i].Mobilized[g] {
					return "mobilized"
				}
				return "waiting"
			}, func(s *State, i int, value string) { s.Sides[i].Mobilized[g] = value == "mobilized" })
		item.Only = func(s *State, i int) bool { return g < len(s.Sides[i].Mobilized) }
		list = append(list, item)
	}
	return list
}

func ofUnit(name string, get func(*State, *Unit) string, set func(*State, *Unit, string) error) rules.Item[State, int] {
	return rules.Item[State, int]{Name: name,
		Get: func(s *State, i int) string { return get(s, &s.Units[i]) },
		Set: func(s *State, i int, value string) error { return set(s, &s.Units[i], value) }}
}

// whereabouts returns the item `at`, a locale.
func whereabouts[T any](at func(T) *adjudicator.Index) rules.Item[State, T] {
	return rules.Reference("at", "a locale or -", func(s *State) *rules.IDs { return &s.b.places },
		func(_ *State, t T) *adjudicator.Index { return at(t) })
}

func (s *State) winnerText(*State) string {
	if !s.Over {
		return adjudicator.Nobody
	}
	return s.Winner
}

func (s *State) setWinner(_ *State, value string) error {
	if s.b.Side(value).Or(-1) < 0 && value != adjudicator.Draw && value != adjudicator.Nobody {
		return rules.Expected(value, "a side, draw or -")
	}
	s.Winner = value
	return nil
}

func (s *State) sideText(side int) string {
	if side < 0 {
		return adjudicator.Nobody
	}
	return s.b.Sides[side].ID
}

// giveHand gives a side a hand. The cards come from the draw pile, or else from the discards. The previous hand goes
// under the draw pile.
func (s *State) giveHand(i int, value string) error {
	side := &s.Sides[i]
	var hand []int
	deck, discards := append(slices.Clone(side.Deck), side.Hand...), slices.Clone(side.Discards)
	for id := range strings.SplitSeq(value, ",") {
		c := s.b.Sides[i].card(id)
		switch {
		case value == "-":
			continue
		case c < 0:
			return rules.Expected(id, "cards of the deck, with commas, or -")
		case slices.Contains(deck, c):
			at := slices.Index(deck, c)
			deck = slices.Delete(deck, at, at+1)
		case slices.Contains(discards, c):
			at := slices.Index(discards, c)
			discards = slices.Delete(discards, at, at+1)
		default:
			return fmt.Errorf("%s: the side's deck holds no more of these", id)
		}
		hand = append(hand, c)
	}
	side.Hand, side.Deck, side.Discards = hand, deck, discards
	return nil
}

// setSeat puts a unit under another commander.
func (s *State) setSeat(u *Unit, value string) error {
	seat := s.b.Seat(value).Or(-1)
	if seat < 0 || s.b.Commands[seat].Side != u.Side {
		return rules.Expected(value, "a seat of its side")
	}
	u.Seat = seat
	return nil
}

// setStrength sets a unit's strength points. Only disrupted or gone units may have 0 (§13.1).
func (s *State) setStrength(u *Unit, value string) error {
	least := 1
	if u.Status == Disrupted || u.Status == Gone {
		least = 0
	}
	top := most[u.Kind]
	if least == 0 {
		top = 0
	}
	n, err := rules.ReadNumber(value, least, top)
	if err != nil {
		return fmt.Errorf("%w for a unit that is %s; its state is set by unit.%s.state", err, u.Status, u.ID)
	}
	u.Strength = n
	return nil
}

// setStatus sets a unit's status. A disrupted unit stands face-up in the reserve with strength 0; a unit made ready
// again has at least 1; a unit off the map gets a position (§4.3.1, §13.1).
func (s *State) setStatus(u *Unit, value string) error {
	switch to := Status(value); {
	case to == u.Status:
	case to == Gone:
		s.takeAway(u)
	case to == Disrupted && u.Kind != Infantry:
		return fmt.Errorf("%q: only infantry is disrupted", value)
	case to == Disrupted && u.onMap():
		u.Status, u.Strength, u.Up, u.At.Toward = Disrupted, 0, true, -1
	case to == Ready && u.onMap():
		u.Status, u.Strength = Ready, max(u.Strength, 1)
	case to == Ready || to == Disrupted:
		return fmt.Errorf("%q: the unit is not on the map; give it a place with unit.%s.at, where it is "+
			"ready", value, u.ID)
	case to == Waiting && u.Group > 0:
		u.Status, u.At, u.Ranging, u.Up = Waiting, Nowhere, false, false
		u.Strength = max(u.Strength, 1)
		s.recount()
	case to == Waiting:
		return fmt.Errorf("%q: the unit belongs to no reinforcement group", value)
	default:
		return rules.Expected(value, "ready, disrupted, waiting or gone")
	}
	return nil
}

// setPlace moves a unit. It refuses locales held by the other side or full. A unit from off the map becomes ready
// (§4.3.1).
func (s *State) setPlace(u *Unit, value string) error {
	p, ok := s.b.position(value)
	switch {
	case !ok:
		return rules.Expected(value, "LOCALE, LOCALE/LOCALE or -")
	case p == u.At:
		return nil
	case p.Locale < 0:
		return fmt.Errorf("%q: set the unit's state to gone, or to waiting", value)
	case u.Status == Disrupted && !p.Reserve():
		return fmt.Errorf("%q: disrupted infantry is always in reserve", value)
	case s.enemyHeld(p.Locale, u.Side):
		return fmt.Errorf("%q: the enemy holds it", value)
	case p.Locale != u.At.Locale && s.room(p.Locale) < 1:
		return fmt.Errorf("%q: it is full", value)
	}
	if !u.onMap() {
		u.Status, u.Strength = Ready, max(u.Strength, 1)
	}
	u.At, u.Ranging = p, false
	s.recount()
	return nil
}

// setRanging unlimbers or limbers guns. Ranging guns are always face-up (§4.1.2).
func (s *State) setRanging(u *Unit, value string) error {
	on, err := rules.ReadYesNo(value)
	if err != nil {
		return err
	}
	if on && (u.Kind != Artillery || !u.onMap() || u.At.Reserve()) {
		return fmt.Errorf("%q: only artillery on an approach ranges", value)
	}
	u.Ranging, u.Up = on, u.Up || on
	return nil
}

// setFace turns a block over (§4.1.2).
func (s *State) setFace(u *Unit, value string) error {
	switch {
	case value != "up" && value != "down":
		return rules.Expected(value, "up or down")
	case value == "down" && (u.Status == Disrupted || u.Ranging):
		return fmt.Errorf("%q: disrupted infantry and ranging artillery are never face-down", value)
	}
	u.Up = value == "up"
	return nil
}
