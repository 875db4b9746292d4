package orderdiscipline

import (
	"slices"
	"strconv"
	"strings"

	"galloper/adjudicator"
	"galloper/adjudicator/board"
	"galloper/adjudicator/courier"
	"galloper/adjudicator/rules"
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

func (s *State) enemies(u, v int) bool { return s.Units[u].Side != s.Units[v].Side }

// attached returns the generals with the unit, in scenario order.
func (s *State) attached(u int) []int {
	return rules.Which(s.Generals, func(g int) bool { return s.Generals[g].Attached.Is(u) })
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

// stateBefore returns the state k turns before the last one remembered, or the earliest one kept.
func (s *State) stateBefore(k int) *State { return s.Past[max(len(s.Past)-1-k, 0)] }

// items lists the items of section b: those declared by tags of the state, and those whose bounds or effects need code.
var items = append(rules.OfState[State](),
	rules.Each("unit", func(s *State) []Unit { return s.Units }, func(u *Unit) string { return u.ID }, unitItems...),
	rules.Each("seat", func(s *State) []Officer { return s.Generals }, func(g *Officer) string { return g.ID },
		seatItems...),
	rules.Things("side", func(s *State) int { return len(s.Hands) }, byPlace,
		func(s *State, i int) string { return s.b.Sides[i].ID },
		rules.Truth("broken", func(s *State, i int) *bool { return &s.Broken[i] }),
		rules.Item[State, int]{Name: "hand", Get: (*State).handText, Set: (*State).dealHand}),
	rules.Things("place", func(s *State) int { return len(s.Held) }, byPlace,
		func(s *State, i int) string { return s.b.Places[i].ID },
		sideItem("held", adjudicator.Nobody, func(s *State, i int) *adjudicator.Index { return &s.Held[i] },
			func(s *State, i int) bool { return s.b.Places[i].Objective })),
	couriers.Items(
		rules.Number("x", 0, 30000, func(_ *State, d *Dispatch) *int { return &d.At.X }),
		rules.Number("y", 0, 30000, func(_ *State, d *Dispatch) *int { return &d.At.Y })),
	rules.One("initiative",
		sideItem("first", "", func(s, _ *State) *adjudicator.Index { return &s.First }, nil),
		sideItem("side", "", func(s, _ *State) *adjudicator.Index { return &s.Holder }, nil)),
	rules.One("game",
		rules.Choice("status", []string{"playing", "over"},
			func(s, _ *State) string { return either(s.Ended, "over", "playing") },
			func(s, _ *State, v string) { s.Ended = v == "over" }),
		rules.Victor(func(s *State) *rules.Roster { return &s.b.Roster }, func(s *State) bool { return s.Ended },
			func(s *State) *adjudicator.Index { return &s.Winner })))

// byPlace identifies a thing by its index in the battle's lists.
func byPlace(_ *State, i int) int { return i }

var unitItems = []rules.Item[State, *Unit]{
	{Name: "contact", Get: func(s *State, u *Unit) string { return s.b.unitIDs.List(u.Contact) },
		Set: (*State).setContact},
	{Name: "formation", Get: func(_ *State, u *Unit) string { return u.Formation.String() }, Set: setFormation},
	figure("hits", func(s *State, u *Unit) (*int, int) { return &u.Hits, s.b.Tables.HitsPerStand - 1 }),
	figure("lost", func(_ *State, u *Unit) (*int, int) { return &u.Lost, u.Start }).
		Then(func(_ *State, u *Unit) { u.Stands = u.Start - u.Lost }),
	figure("stands", func(_ *State, u *Unit) (*int, int) { return &u.Stands, u.Start }).
		Then(func(_ *State, u *Unit) { u.Lost = u.Start - u.Stands }),
	rules.Choice("state", conditions[:], func(_ *State, u *Unit) string { return u.State.String() },
		(*State).setCondition),
	figure("x", func(s *State, u *Unit) (*int, int) { return &u.At.X, s.b.Width }).Then((*State).bringAlong),
	figure("y", func(s *State, u *Unit) (*int, int) { return &u.At.Y, s.b.Height }).Then((*State).bringAlong),
}

var seatItems = []rules.Item[State, *Officer]{
	{Name: "attached", Get: func(s *State, g *Officer) string { return s.b.unitIDs.Of(g.Attached) },
		Set: (*State).setAttached},
	figure("x", func(s *State, g *Officer) (*int, int) { return &g.At.X, s.b.Width }),
	figure("y", func(s *State, g *Officer) (*int, int) { return &g.At.Y, s.b.Height }),
}

// figure makes an item for a number from 0 to a maximum that depends on the battle.
func figure[T any](name string, of func(*State, T) (at *int, most int)) rules.Item[State, T] {
	return rules.Item[State, T]{Name: name,
		Get: func(s *State, t T) string { at, _ := of(s, t); return strconv.Itoa(*at) },
		Set: func(s *State, t T, v string) error {
			at, most := of(s, t)
			n, err := rules.ReadNumber(v, 0, most)
			if err == nil {
				*at = n
			}
			return err
		}}
}

// sideItem makes an item whose value is a side. The value none stands for no side.
func sideItem[T any](name, none string, of func(*State, T) *adjudicator.Index,
	only func(*State, T) bool) rules.Item[State, T] {
	return rules.Item[State, T]{Name: name, Only: only,
		Get: func(s *State, t T) string { return s.b.sideOr(*of(s, t), adjudicator.Nobody) },
		Set: func(s *State, t T, v string) error { return s.setSide(of(s, t), v, none) }}
}

func (s *State) setSide(to *adjudicator.Index, v, none string) error {
	side := s.b.Side(v)
	if side.None() && v != none {
		return rules.Expected(v, "a side, or "+none)
	}
	*to = side
	return nil
}

// setContact sets the enemies that a unit is in melee with, in both directions.
func (s *State) setContact(u *Unit, v string) error {
	n := s.b.unitIDs.Must(u.ID)
	return contact.Set(s, n, v, &s.b.unitIDs, func(e int) bool { return s.enemies(n, e) && s.onTable(e) },
		"enemy units on the table, or -")
}

func setFormation(_ *State, u *Unit, v string) error {
	f := slices.Index(formations[:], v)
	if f < 0 || movementOf(u.Kind, Formation(f)) < 0 {
		return rules.Expected(v, "a formation of "+u.Kind.String())
	}
	u.Formation = Formation(f)
	return nil
}

func (s *State) setCondition(u *Unit, v string) {
	if u.State = Condition(slices.Index(conditions[:], v)); u.State >= Waiting {
		s.leaveTable(s.b.unitIDs.Must(u.ID))
	}
}

func (s *State) setAttached(g *Officer, v string) error {
	const want = "a unit of the general's command on the table, or -"
	unit, err := s.b.unitIDs.Read(v, want)
	if err != nil {
		return err
	}
	if u, with := unit.Get(); with {
		if !s.onTable(u) || !s.b.commands(s.b.seatIDs.Must(g.ID), u) {
			return rules.Expected(v, want)
		}
		g.At = s.Units[u].At
	}
	g.Attached = unit
	return nil
}

func (s *State) dealHand(side int, v string) error {
	var hand [4]int
	if v != "-" {
		for c := range strings.SplitSeq(v, ",") {
			if _, err := rules.ReadWord(c, cards[:]...); err != nil {
				return err
			}
			hand[slices.Index(cards[:], c)]++
		}
	}
	s.Hands[side] = hand
	return nil
}

// Picture is a general's knowledge of the units (section i).
type Picture struct {
	Own    []Report   // by unit, friendly
	Foes   []Sighting // by unit, enemy: the latest sighting
	Ghosts []spotted  // older sightings of what may be other units, to the general's knowledge
	Count  int        // highest number of a sighting
}

// Report is the situation of a unit at the end of a turn.
type Report struct {
	Known     bool
	Turn      int
	At        board.Point
	Facing    int
	Formation Formation
	State     Condition
	Stands    int
	Orders    bool // it has standing movement orders
}

// Sighting is an enemy unit as last seen.
type Sighting struct {
	Number int  // in order of first sight, from 1; 0 for none
	Named  bool // the unit has been identified
	Near   bool // it was close enough for that this time
	Report
}

func newPicture(units int) Picture {
	return Picture{Own: make([]Report, units), Foes: make([]Sighting, units)}
}

func (s *State) report(u int) Report {
	n := &s.Units[u]
	return Report{Known: true, Turn: s.Turn, At: n.At, Facing: n.Facing, Formation: n.Formation, State: n.State,
		Stands: n.Stands, Orders: len(n.Standing[Movement]) > 0}
}

func reportFrom(o *events.Outcome) Report {
	return Report{Known: true, Turn: o.Int("turn"), At: pointOf(o), Facing: o.Int("facing"),
		Formation: Formation(max(slices.Index(formations[:], o.Get("formation")), 0)),
		State:     Condition(max(slices.Index(conditions[:], o.Get("state")), 0)),
		Stands:    o.Int("stands"), Orders: o.Get("orders") == "yes"}
}

// learnOwn stores a general's knowledge of a friendly unit.
func (s *State) learnOwn(o *events.Outcome) {
	g, ok := s.b.seatIDs.Find(o.Get("seat")).Get()
	if !ok {
		return // the umpire has no picture
	}
	r := reportFrom(o)
	switch o.Name {
	case "sight.gone":
		r.State = Gone
	case "sight.waiting":
		r.State = Waiting
	}
	s.Known[g].Own[s.b.unitIDs.Must(o.Get("unit"))] = r
}

// learnEnemy stores a general's sighting of the enemy. If the unit has a new number, its old sighting is kept
// among the ghosts.
func (s *State) learnEnemy(o *events.Outcome) {
	g, ok := s.b.seatIDs.Find(o.Get("seat")).Get()
	if !ok {
		return // the umpire has no picture
	}
	k, u := &s.Known[g], s.b.unitIDs.Must(o.Get("unit"))
	now := Sighting{o.Int("number"), o.Get("named") == "yes", o.Get("near") == "yes", reportFrom(o)}
	switch was := k.Foes[u]; {
	case now.Number < was.Number:
		return // an old sighting, repeated
	case was.Known && now.Number > was.Number:
		k.Ghosts = append(k.Ghosts, spotted{u, was})
	}
	k.Foes[u] = now
	k.Count = max(k.Count, now.Number)
}

// loseSight deletes a disproved sighting. An identified unit keeps its number.
func (s *State) loseSight(o *events.Outcome) {
	g, ok := s.b.seatIDs.Find(o.Get("seat")).Get()
	if !ok {
		return // the umpire has no picture
	}
	k, n := &s.Known[g], o.Int("number")
	k.Ghosts = slices.DeleteFunc(k.Ghosts, func(old spotted) bool { return old.Number == n })
	if f := &k.Foes[s.b.unitIDs.Must(o.Get("unit"))]; f.Number == n {
		f.Known = false
		if !f.Named {
			*f = Sighting{}
		}
	}
}
