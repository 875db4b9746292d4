package orderdiscipline

import (
	"slices"
	"strconv"
	"strings"

	"galloper/adjudicator"
	"galloper/adjudicator/rules"
)

// items are the items of section b: those declared by tags of the state, and those whose bounds or effects
// need code.
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
	const want = "a unit of his command on the table, or -"
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
