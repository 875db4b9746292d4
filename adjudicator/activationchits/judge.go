package activationchits

// holdsTrue reports whether all conditions hold for the entry's unit or leader now. A condition on something
// out of its sight is false (section f).
func (s *State) holdsTrue(e *Entry, list []Condition) bool {
	for i := range list {
		if s.isTrue(e, &list[i]) == list[i].Not {
			return false
		}
	}
	return true
}

// standOf returns the position and seat of the entry's unit or leader.
func (s *State) standOf(e *Entry) (at, seat int) {
	if unit, ok := e.Unit.Get(); ok {
		return s.Units[unit].Hex, s.Units[unit].Seat
	}
	leader := e.Leader.Must()
	return s.Leaders[leader].Hex, leader
}

func (s *State) isTrue(e *Entry, c *Condition) bool {
	at, seat := s.standOf(e)
	side := s.b.Posts[seat].Side
	switch c.Test {
	case EnemyWithin:
		for i := range s.Units {
			u := &s.Units[i]
			if u.Side != side && u.Hex != nowhere && s.b.distance(at, u.Hex) <= c.N && s.b.inSight(at, u.Hex) {
				return true
			}
		}
		return false
	case Within:
		return s.within(at, side, c)
	case After:
		return c.Unit.Some() && s.Units[c.Unit.Must()].Acted || c.Leader.Some() && s.Leaders[c.Leader.Must()].Acted
	case IsAttacked:
		return e.Unit.Some() && s.Units[e.Unit.Must()].Attacked
	case IsEmpty, HasEnemy, IsOurs:
		return s.hexIs(at, side, c)
	}
	return s.unitIs(e, at, side, seat, c)
}

// within reports whether a friend on the board, or an enemy in sight, is within the condition's distance.
func (s *State) within(at, side int, c *Condition) bool {
	hex, own := nowhere, false
	if unit, ok := c.Unit.Get(); ok {
		hex, own = s.Units[unit].Hex, s.Units[unit].Side == side
	} else if c.Leader.Some() {
		l := &s.Leaders[c.Leader.Must()]
		hex, own = l.Hex, l.Side == side
		if !own && l.Unit.Some() && hex != nowhere && s.b.distance(at, hex) > nearby {
			return false
		}
	}
	return hex != nowhere && s.b.distance(at, hex) <= c.N && (own || s.b.inSight(at, hex))
}

// hexIs evaluates `hex EMPTY`, `hex ENEMY` and `hex OURS`.
func (s *State) hexIs(at, side int, c *Condition) bool {
	u := s.UnitAt[c.Hex.Must()]
	switch c.Test {
	case IsOurs:
		return u.Some() && s.Units[u.Must()].Side == side
	case HasEnemy:
		return u.Some() && s.Units[u.Must()].Side != side && s.b.inSight(at, c.Hex.Must())
	}
	return u.None() && s.b.inSight(at, c.Hex.Must())
}

// unitIs evaluates a condition on a friendly unit or an enemy in sight.
func (s *State) unitIs(e *Entry, at, side, seat int, c *Condition) bool {
	of := c.Unit
	if of.None() {
		of = e.Unit
	}
	n, ok := of.Get()
	if !ok {
		return false
	}
	u := &s.Units[n]
	own := u.Side == side
	if c.Test == IsLost {
		return u.Lost && (own || s.knowsUnit(seat, n))
	}
	if u.Lost || !own && !s.b.inSight(at, u.Hex) {
		return false
	}
	switch c.Test {
	case IsSteady:
		return u.Morale == Steady
	case IsShaken:
		return u.Morale == Shaken
	case IsBroken:
		return u.Morale == Broken
	case InSquare:
		return u.Square
	}
	return u.Spent
}
