package firediscipline

import (
	"fmt"
	"strings"

	"galloper/adjudicator"
	"galloper/adjudicator/board"
	"galloper/adjudicator/rules"
)

// along and up are the coordinates of an object on the map, in hundredths. They must lie on the map: a mistyped value
// would otherwise put a unit's centre off it.
func along[T any](of func(T) *board.Point) rules.Item[State, T] {
	return coordinate("x", func(b *Battle) int { return b.Width }, func(t T) *int { return &of(t).X })
}

func up[T any](of func(T) *board.Point) rules.Item[State, T] {
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

// items are the items of section b, except those declared by fields of units and stands.
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

// standOf is a stand with its unit.
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
	rules.Derived("out", func(_ *State, u *Unit) string { return fmt.Sprint(u.out()) }),
	{Name: "place", Get: func(s *State, u *Unit) string { return s.b.taskPlace(&u.Task) }, Set: setTaskPlace},
	rules.Derived("stands", func(_ *State, u *Unit) string { return fmt.Sprint(u.ranks()) }),
	word("status", []Status{Fit, Shattered, Destroyed, Left}, func(u *Unit) *Status { return &u.Status }).
		Then(func(s *State, u *Unit) {
			if u.Status != Fit {
				s.removeUnit(u, u.Status)
			}
		}),
	rules.Reference("target", anID, ofUnits, func(_ *State, u *Unit) *adjudicator.Index { return &u.Target }),
	ranked(along((*Unit).centre), func(p *board.Point) *int { return &p.X }),
	ranked(up((*Unit).centre), func(p *board.Point) *int { return &p.Y }),
}

var standItems = []standItem{
	count("castings", 20, func(st *Stand) *int { return &st.Castings }),
	count("facing", 359, func(st *Stand) *int { return &st.Facing }),
	count("halt", 9999, func(st *Stand) *int { return &st.Halt }),
	word("status", []Status{InRanks, Out, Destroyed, Surrendered, Left, Gone},
		func(st standOf) *Status { return &st.Status }).
		Then(func(s *State, st standOf) { s.followRiders(st.Unit) }),
	along(standOf.place), up(standOf.place),
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
	along((*Seat).place), up((*Seat).place),
}

var dispatchItems = []dispatchItem{
	word("status", []string{adjudicator.Riding, adjudicator.Delivered, adjudicator.Lost, adjudicator.Captured},
		func(d *Dispatch) *string { return &d.Status }).
		Then(func(s *State, d *Dispatch) {
			if d.Status == adjudicator.Delivered && d.Due == 0 {
				d.Due = s.Turn + 1
			}
		}),
	along((*Dispatch).place), up((*Dispatch).place),
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

// word returns an item with one of the words as its value.
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

// count returns a number item of a stand.
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
	s.dress(s.b.unit(u.ID))
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
