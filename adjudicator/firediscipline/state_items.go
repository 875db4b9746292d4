package firediscipline

import (
	"fmt"
	"galloper/adjudicator"
	"slices"
	"strconv"
	"strings"

	"galloper/adjudicator/board"
)

// farthest is the greatest coordinate that there can be, in hundredths.
const farthest = 5000 * board.Yard

// unitItems are the items of section b for a unit, ascending by name.
var unitItems = []item[*Unit]{
	{"boxes", func(_ *State, u *Unit) string { return strconv.Itoa(u.Boxes) },
		func(_ *State, u *Unit, v string) error { return number(&u.Boxes, 0, 999, v) }},
	{"broken", func(_ *State, u *Unit) string { return yesNo(u.Broken) },
		func(_ *State, u *Unit, v string) error { return truth(&u.Broken, v) }},
	{"chit", func(_ *State, u *Unit) string { return u.Task.chit() }, setChit},
	{"colonel", func(_ *State, u *Unit) string { return fitOr(u.Colonel, "hit") },
		func(_ *State, u *Unit, v string) error {
			var word string
			err := choice(&word, v, "fit", "hit")
			u.Colonel = word == "fit" || err != nil && u.Colonel
			return err
		}},
	{"directive", func(_ *State, u *Unit) string { return string(u.Task.Verb) },
		func(_ *State, u *Unit, v string) error {
			return choice(&u.Task.Verb, v, Advance, Assault, Hold, Withdraw)
		}},
	{"engaged", func(s *State, u *Unit) string { return s.unitNames(u.Engaged) }, setEngaged},
	{"facing", func(_ *State, u *Unit) string { return strconv.Itoa(u.Facing) },
		func(s *State, u *Unit, v string) error {
			err := number(&u.Facing, 0, 359, v)
			s.settle(u)
			return err
		}},
	{"formation", func(_ *State, u *Unit) string { return string(u.Formation) }, setFormation},
	{"mounted", func(_ *State, u *Unit) string { return yesNo(u.Mounted) },
		func(_ *State, u *Unit, v string) error { return truth(&u.Mounted, v) }},
	{"out", func(_ *State, u *Unit) string { return strconv.Itoa(u.out()) }, nil},
	{"place", func(s *State, u *Unit) string { return s.b.taskPlace(&u.Task) }, setTaskPlace},
	{"shatter", func(_ *State, u *Unit) string { return strconv.Itoa(u.Shatter) },
		func(_ *State, u *Unit, v string) error { return number(&u.Shatter, 1, 999, v) }},
	{"stands", func(_ *State, u *Unit) string { return strconv.Itoa(u.ranks()) }, nil},
	{"status", func(_ *State, u *Unit) string { return string(u.Status) },
		func(s *State, u *Unit, v string) error {
			status := u.Status
			if err := choice(&status, v, Fit, Shattered, Destroyed, Left); err != nil {
				return err
			}
			if u.Status = status; status != Fit {
				s.removeUnit(u, status)
			}
			return nil
		}},
	{"target", func(s *State, u *Unit) string { return s.unitName(u.Target) },
		func(s *State, u *Unit, v string) error { return reference(&u.Target, v, s.b.unit) }},
	{"x", func(_ *State, u *Unit) string { return strconv.Itoa(u.At.X) },
		func(s *State, u *Unit, v string) error {
			return s.shift(u, v, func(p *board.Point) *int { return &p.X })
		}},
	{"y", func(_ *State, u *Unit) string { return strconv.Itoa(u.At.Y) },
		func(s *State, u *Unit, v string) error {
			return s.shift(u, v, func(p *board.Point) *int { return &p.Y })
		}},
}

func fitOr(fit bool, other string) string {
	if fit {
		return "fit"
	}
	return other
}

// chit is the letter of the unit's chit, or `-`.
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
	var with []int
	if v != "-" {
		for id := range strings.SplitSeq(v, ",") {
			e := s.b.unit(id)
			if e < 0 || s.Units[e].Side == u.Side {
				return fmt.Errorf("%q: expected enemy units, or -", id)
			}
			with = insert(with, e)
		}
	}
	n := s.b.unit(u.ID)
	s.disengage(u)
	for _, e := range with {
		s.Units[e].Engaged = insert(s.Units[e].Engaged, n)
	}
	u.Engaged = with
	return nil
}

func setFormation(s *State, u *Unit, v string) error {
	words := []Formation{Line, Column, Open}
	if u.Arm == Guns {
		words = []Formation{Limbered, Unlimbered}
	}
	if err := choice(&u.Formation, v, words...); err != nil {
		return err
	}
	s.dress(s.b.unit(u.ID))
	s.followRiders(u)
	return nil
}

// taskPlace is the place of a task: a feature's id, `x,y` in yards rounded down, or `-`.
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
	var x, y int
	if number(&x, 0, s.b.Width/board.Yard, left) != nil || number(&y, 0, s.b.Height/board.Yard, right) != nil {
		return fmt.Errorf("%q: expected a feature's id, x,y in yards on the map, or -", v)
	}
	u.Task.HasGoal, u.Task.Feature = true, adjudicator.None
	u.Task.Goal = board.Point{X: x * board.Yard, Y: y * board.Yard}
	return nil
}

// shift moves a unit along one axis, its ranks with it.
func (s *State) shift(u *Unit, v string, axis func(*board.Point) *int) error {
	was := *axis(&u.At)
	if err := number(axis(&u.At), 0, farthest, v); err != nil {
		return err
	}
	for i := range u.Stands {
		if u.Stands[i].Status == InRanks {
			*axis(&u.Stands[i].At) += *axis(&u.At) - was
		}
	}
	s.followRiders(u)
	return nil
}

// count is an item of a stand that is a plain number.
func count(name string, of func(*Stand) *int, most int) item[standOf] {
	return item[standOf]{name, func(_ *State, st standOf) string { return strconv.Itoa(*of(st.St)) },
		func(_ *State, st standOf, v string) error { return number(of(st.St), 0, most, v) }}
}

// standItems are the items of section b for a stand, ascending by name.
var standItems = []item[standOf]{
	count("castings", func(st *Stand) *int { return &st.Castings }, 20),
	count("facing", func(st *Stand) *int { return &st.Facing }, 359),
	count("halt", func(st *Stand) *int { return &st.Halt }, 9999),
	{"status", func(_ *State, st standOf) string { return string(st.St.Status) },
		func(s *State, st standOf, v string) error {
			err := choice(&st.St.Status, v, InRanks, Out, Destroyed, Surrendered, Left, Gone)
			s.followRiders(st.Unit)
			return err
		}},
	count("x", func(st *Stand) *int { return &st.At.X }, farthest),
	count("y", func(st *Stand) *int { return &st.At.Y }, farthest),
}

// gunItems are what a section has besides.
var gunItems = []item[standOf]{
	{"away", func(_ *State, st standOf) string { return yesNo(st.St.Away) },
		func(_ *State, st standOf, v string) error {
			st.St.CrewAt = st.St.At
			return truth(&st.St.Away, v)
		}},
	count("ball", func(st *Stand) *int { return &st.Ball }, 1000),
	count("canister", func(st *Stand) *int { return &st.Canister }, 1000),
	{"captured", func(s *State, st standOf) string { return s.sideName(st.St.Captured) },
		func(s *State, st standOf, v string) error { return reference(&st.St.Captured, v, s.b.side) }},
	count("crew", func(st *Stand) *int { return &st.Castings }, 20),
	count("guns", func(st *Stand) *int { return &st.Guns }, 2),
	count("limber", func(st *Stand) *int { return &st.Limber }, 4),
	count("shell", func(st *Stand) *int { return &st.Shell }, 1000),
}

// sectionItems are the items of a section of guns, ascending by name.
var sectionItems = slices.SortedFunc(slices.Values(append(slices.Clone(standItems), gunItems...)),
	func(a, b item[standOf]) int { return strings.Compare(a.Name, b.Name) })

var seatItems = []item[*Seat]{
	{"attached", func(s *State, c *Seat) string { return s.unitName(c.Attached) },
		func(s *State, c *Seat, v string) error {
			err := reference(&c.Attached, v, s.b.unit)
			if a, ok := c.Attached.Get(); ok && err == nil {
				s.followRiders(&s.Units[a])
			}
			return err
		}},
	{"status", func(_ *State, c *Seat) string { return string(c.Status) },
		func(s *State, c *Seat, v string) error {
			err := choice(&c.Status, v, Fit, Dead, Wounded, Captured)
			if c.FellIn = 0; c.Status != Fit {
				c.FellIn, c.Attached = s.Turn, adjudicator.None
			}
			return err
		}},
	{"x", func(_ *State, c *Seat) string { return strconv.Itoa(c.At.X) },
		func(_ *State, c *Seat, v string) error { return number(&c.At.X, 0, farthest, v) }},
	{"y", func(_ *State, c *Seat) string { return strconv.Itoa(c.At.Y) },
		func(_ *State, c *Seat, v string) error { return number(&c.At.Y, 0, farthest, v) }},
}

var dispatchItems = []item[*Dispatch]{
	{"status", func(_ *State, d *Dispatch) string { return d.Status },
		func(s *State, d *Dispatch, v string) error {
			err := choice(&d.Status, v, adjudicator.Riding, adjudicator.Delivered, adjudicator.Lost, adjudicator.Captured)
			if d.Status == adjudicator.Delivered && d.Arrived == 0 {
				d.Arrived = s.Turn
			}
			return err
		}},
	{"x", func(_ *State, d *Dispatch) string { return strconv.Itoa(d.At.X) },
		func(_ *State, d *Dispatch, v string) error { return number(&d.At.X, 0, farthest, v) }},
	{"y", func(_ *State, d *Dispatch) string { return strconv.Itoa(d.At.Y) },
		func(_ *State, d *Dispatch, v string) error { return number(&d.At.Y, 0, farthest, v) }},
}

var placeItems = []item[int]{
	{"holder", func(s *State, f int) string { return s.sideName(s.Holders[f]) },
		func(s *State, f int, v string) error { return reference(&s.Holders[f], v, s.b.side) }},
}

var sideItems = []item[int]{
	{"guns", func(s *State, i int) string { return strconv.Itoa(s.GunsTaken[i]) },
		func(s *State, i int, v string) error { return number(&s.GunsTaken[i], 0, 999, v) }},
	{"points", func(s *State, i int) string { return strconv.Itoa(s.Points[i]) },
		func(s *State, i int, v string) error { return number(&s.Points[i], 0, 99999, v) }},
}

var gameItems = []item[struct{}]{
	{"level", func(s *State, _ struct{}) string { return s.Level },
		func(s *State, _ struct{}, v string) error {
			return choice(&s.Level, v, "draw", "marginal", "decisive", "-")
		}},
	{"status", func(s *State, _ struct{}) string { return s.Status },
		func(s *State, _ struct{}, v string) error { return choice(&s.Status, v, "playing", "over") }},
	{"winner", func(s *State, _ struct{}) string { return s.sideName(s.Winner) },
		func(s *State, _ struct{}, v string) error { return reference(&s.Winner, v, s.b.side) }},
}
