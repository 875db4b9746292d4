package firediscipline

import (
	"slices"
	"strings"

	"galloper/adjudicator/board"
	"galloper/events"
)

// theUnit returns the subject of the outcome, a unit.
func (s *State) theUnit(o *events.Outcome) *Unit { return &s.Units[s.mustUnit(o.Get("unit"))] }

// mustUnit returns the index of a unit. It panics on an unknown id.
func (s *State) mustUnit(id string) int {
	u := s.b.unit(id)
	if u < 0 {
		panic("firediscipline: an outcome names the unknown unit " + id)
	}
	return u
}

// theStand returns the subject of the outcome, a stand, and its unit.
func (s *State) theStand(o *events.Outcome) (*Unit, *Stand) {
	u := s.theUnit(o)
	return u, &u.Stands[strings.Index(letters, o.Get("stand"))]
}

// standRef returns unit and stand of `unit.letter`. The stand is -1 if the id is a unit's.
func (s *State) standRef(id string) (u, i int) {
	name, l, ok := strings.Cut(id, ".")
	if !ok {
		return s.mustUnit(name), -1
	}
	return s.mustUnit(name), strings.Index(letters, l)
}

// theSeat returns the subject of the outcome, a seat.
func (s *State) theSeat(o *events.Outcome) *Seat { return &s.Seats[s.b.seat(o.Get("seat"))] }

// at returns the point in the fields x and y.
func at(o *events.Outcome) board.Point { return board.Point{X: o.Int("x"), Y: o.Int("y")} }

// onUnit returns an Apply function that changes the outcome's unit.
func onUnit(change func(*State, *Unit, *events.Outcome)) func(*State, *events.Outcome) {
	return func(s *State, o *events.Outcome) { change(s, s.theUnit(o), o) }
}

// onStand returns an Apply function that changes the outcome's stand.
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

// followRiders moves the commanders attached to the unit to its middle stand (§2.2).
func (s *State) followRiders(u *Unit) {
	for i := range s.Seats {
		if c := &s.Seats[i]; s.rides(c, u) {
			if m := u.middle(); m >= 0 {
				c.At = u.Stands[m].At
			}
		}
	}
}

// middle returns the middle stand in ranks, number (n-1) div 2 from 0, or -1 (§2.2).
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

// first returns the first stand in ranks, with the regimental commander, or -1 (§2.1).
func (u *Unit) first() int {
	return slices.IndexFunc(u.Stands, func(st Stand) bool { return st.Status == InRanks })
}

// settle dresses the unit's ranks, except of unlimbered guns (§3.5), and moves attached commanders along.
func (s *State) settle(u *Unit) {
	if u.Formation != Unlimbered {
		s.dress(s.b.unit(u.ID))
	}
	s.followRiders(u)
}
