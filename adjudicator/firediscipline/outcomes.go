package firediscipline

import (
	"slices"
	"strings"

	"galloper/adjudicator/board"
	"galloper/events"
)

// theUnit returns the unit that the outcome is about.
func (s *State) theUnit(o *events.Outcome) *Unit { return &s.Units[s.mustUnit(o.Get("unit"))] }

// mustUnit returns the index of a unit; an outcome that names none is a broken world.
func (s *State) mustUnit(id string) int {
	u := s.b.unit(id)
	if u < 0 {
		panic("firediscipline: an outcome names the unknown unit " + id)
	}
	return u
}

// theStand returns the unit and stand that the outcome is about.
func (s *State) theStand(o *events.Outcome) (*Unit, *Stand) {
	u := s.theUnit(o)
	return u, &u.Stands[strings.Index(letters, o.Get("stand"))]
}

// standRef returns unit and stand of `unit.letter`; a unit alone gives stand -1.
func (s *State) standRef(id string) (u, i int) {
	name, l, ok := strings.Cut(id, ".")
	if !ok {
		return s.mustUnit(name), -1
	}
	return s.mustUnit(name), strings.Index(letters, l)
}

// theSeat returns the seat that the outcome is about.
func (s *State) theSeat(o *events.Outcome) *Seat { return &s.Seats[s.b.seat(o.Get("seat"))] }

// at is the place that the outcome's x and y give.
func at(o *events.Outcome) board.Point { return board.Point{X: o.Int("x"), Y: o.Int("y")} }

// onUnit is what an outcome changes about the unit that it is about.
func onUnit(change func(*State, *Unit, *events.Outcome)) func(*State, *events.Outcome) {
	return func(s *State, o *events.Outcome) { change(s, s.theUnit(o), o) }
}

// onStand is what an outcome changes about the stand that it is about.
func onStand(change func(*Stand, *events.Outcome)) func(*State, *events.Outcome) {
	return func(s *State, o *events.Outcome) {
		_, st := s.theStand(o)
		change(st, o)
	}
}

// rides reports whether the commander is attached to the unit.
func (s *State) rides(c *Seat, u *Unit) bool {
	unit, ok := c.Attached.Get()
	return ok && &s.Units[unit] == u
}

// followRiders keeps commanders who are attached to the unit with its middle stand (§2.2).
func (s *State) followRiders(u *Unit) {
	for i := range s.Seats {
		if c := &s.Seats[i]; s.rides(c, u) {
			if m := u.middle(); m >= 0 {
				c.At = u.Stands[m].At
			}
		}
	}
}

// middle returns the middle stand in ranks, number (n-1) div 2 from 0, or -1.
//
// §2.2
func (u *Unit) middle() int {
	n := (u.ranks() - 1) / 2
	for i := range u.Stands {
		if u.Stands[i].Status != InRanks {
			continue
		}
		if n == 0 {
			return i
		}
		n--
	}
	return -1
}

// first returns the first stand in ranks, with which the regimental commander rides, or -1.
//
// §2.1
func (u *Unit) first() int {
	return slices.IndexFunc(u.Stands, func(st Stand) bool { return st.Status == InRanks })
}

// settle dresses the unit's ranks, if they are ever dressed (§3.5), and lets its riders follow.
func (s *State) settle(u *Unit) {
	if u.Formation != Unlimbered {
		s.dress(s.b.unit(u.ID))
	}
	s.followRiders(u)
}
