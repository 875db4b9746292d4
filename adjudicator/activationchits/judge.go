package activationchits

// holdsTrue reports whether all conditions hold for the entry's unit or leader
// now; what it cannot see is false.
//
// Section f
func (s *State) holdsTrue(e *Entry, list []Condition) bool {
	for i := range list {
		if s.isTrue(e, &list[i]) == list[i].Not {
			return false
		}
	}
	return true
}

// place of the entry's unit or leader, and his seat.
func (s *State) standOf(e *Entry) (at, seat int) {
	if e.Unit >= 0 {
		return s.Units[e.Unit].Hex, s.Units[e.Unit].Seat
	}
	return s.Leaders[e.Leader].Hex, e.Leader
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
		return c.Unit >= 0 && s.Units[c.Unit].Acted || c.Leader >= 0 && s.Leaders[c.Leader].Acted
	case IsAttacked:
		return e.Unit >= 0 && s.Units[e.Unit].Attacked
	case IsEmpty, HasEnemy, IsOurs:
		return s.hexIs(at, side, c)
	}
	return s.unitIs(e, at, side, seat, c)
}

// within reports whether a friend on the board, or an enemy in sight, is so near.
func (s *State) within(at, side int, c *Condition) bool {
	hex, own := nowhere, false
	if c.Unit >= 0 {
		hex, own = s.Units[c.Unit].Hex, s.Units[c.Unit].Side == side
	} else if c.Leader >= 0 {
		l := &s.Leaders[c.Leader]
		hex, own = l.Hex, l.Side == side
		if !own && l.Unit >= 0 && hex != nowhere && s.b.distance(at, hex) > s.b.Options.Near {
			return false
		}
	}
	return hex != nowhere && s.b.distance(at, hex) <= c.N && (own || s.b.inSight(at, hex))
}

// hexIs judges `hex EMPTY`, `hex ENEMY` and `hex OURS`.
func (s *State) hexIs(at, side int, c *Condition) bool {
	u := s.unitAt[c.Hex]
	switch c.Test {
	case IsOurs:
		return u >= 0 && s.Units[u].Side == side
	case HasEnemy:
		return u >= 0 && s.Units[u].Side != side && s.b.inSight(at, c.Hex)
	}
	return u < 0 && s.b.inSight(at, c.Hex)
}

// unitIs judges what can be asked of a unit: of one's own side's, or of an enemy
// in sight.
func (s *State) unitIs(e *Entry, at, side, seat int, c *Condition) bool {
	n := c.Unit
	if n < 0 {
		n = e.Unit
	}
	if n < 0 {
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
