package commandchaos

import (
	"galloper/adjudicator"
	"galloper/adjudicator/board"
)

// Test is the predicate of a condition.
type Test string

// The tests of section f.
const (
	TestEnemy    Test = "ENEMY"
	TestClear    Test = "CLEAR"
	TestEngaged  Test = "ENGAGED"
	TestRouted   Test = "ROUTED"
	TestFlanked  Test = "FLANKED"
	TestHits     Test = "HITS"
	TestStamina  Test = "STAMINA"
	TestMorale   Test = "MORALE"
	TestCard     Test = "CARD ON"
	TestOpposite Test = "OPPOSITE"
	TestFirst    Test = "FIRST"
	TestSecond   Test = "SECOND"
)

// Cond is one condition.
type Cond struct {
	Not  bool              `slot:"NOT"`
	Test Test              `slot:"verb"`
	Unit adjudicator.Index `slot:"unit"`
	Zone int               `slot:"zone"` // from the west
	Line bool              `slot:"LINE"`
	Op   string            `slot:"op"` // =, <, >, <=, >=
	N    int               `slot:"n"`
}

// allTrue reports whether the conditions of an order are true now. zone is the ordered unit's zone. With sight by
// zones, a condition about anything beyond that zone and its neighbours is false, with or without NOT (sections f and
// i).
func (s *State) allTrue(conds []Cond, side, zone int) bool {
	for i := range conds {
		c := &conds[i]
		if !s.judged(c, zone) || s.holds(c, side) == c.Not {
			return false
		}
	}
	return true
}

// judged reports whether a condition can be judged from a zone.
func (s *State) judged(c *Cond, zone int) bool {
	switch {
	case !s.b.Options.Fog || c.Test == TestFirst || c.Test == TestSecond:
		return true
	case c.Test == TestOpposite:
		return near(c.Zone, zone)
	}
	return near(s.zone(c.Unit.Must()), zone)
}

// holds reports whether the condition is true, apart from its NOT.
func (s *State) holds(c *Cond, side int) bool {
	switch c.Test {
	case TestFirst:
		return s.First.Is(side)
	case TestSecond:
		return s.First.Is(1 - side)
	case TestOpposite:
		return s.Sides[1-side].Moved[c.Zone]
	case TestRouted:
		return s.Units[c.Unit.Must()].Status == Routed
	case TestEngaged:
		return len(s.Units[c.Unit.Must()].Engaged) > 0
	case TestCard:
		return s.Units[c.Unit.Must()].Card.Some()
	}
	if !s.Units[c.Unit.Must()].field() {
		return false
	}
	switch c.Test {
	case TestEnemy:
		return s.enemyAhead(c.Unit.Must(), c.N, c.Line)
	case TestClear:
		return !s.enemyInColumn(c.Unit.Must())
	case TestFlanked:
		return s.flanked(c.Unit.Must())
	}
	return s.b.Units[c.Unit.Must()].line() && compare(s.measure(c), c.Op, c.N)
}

func (s *State) measure(c *Cond) int {
	u := &s.Units[c.Unit.Must()]
	switch c.Test {
	case TestHits:
		return u.Hits
	case TestStamina:
		return u.Stamina
	}
	return u.Max - u.Hits
}

func compare(a int, op string, b int) bool {
	switch op {
	case "<":
		return a < b
	case ">":
		return a > b
	case "<=":
		return a <= b
	case ">=":
		return a >= b
	}
	return a == b
}

// enemyAhead reports whether an enemy is 1 to n spaces ahead of the unit in its column.
func (s *State) enemyAhead(u, n int, line bool) bool {
	side := s.b.Units[u].Side
	for v := range s.Units {
		e := &s.Units[v]
		if !e.field() || s.b.Units[v].Side == side || e.At.Col != s.Units[u].At.Col || line && !s.b.Units[v].line() {
			continue
		}
		if d := s.b.rank(side, e.At) - s.b.rank(side, s.Units[u].At); d >= 1 && d <= n {
			return true
		}
	}
	return false
}

func (s *State) enemyInColumn(u int) bool {
	for v := range s.Units {
		if s.Units[v].field() && s.b.Units[v].Side != s.b.Units[u].Side && s.Units[v].At.Col == s.Units[u].At.Col {
			return true
		}
	}
	return false
}

// flanked reports whether the unit is heavy infantry and an adjacent enemy line unit faces it, other than from its
// front.
func (s *State) flanked(u int) bool {
	if s.b.Units[u].Kind != Heavy {
		return false
	}
	for h := board.HeadNorth; h <= board.HeadWest; h++ {
		at := s.Units[u].At.Next(h, 1)
		if e := s.enemyLine(u, at); e >= 0 && h != s.Units[u].Facing && s.front(e) == s.Units[u].At {
			return true
		}
	}
	return false
}
