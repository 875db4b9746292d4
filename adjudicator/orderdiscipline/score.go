package orderdiscipline

import (
	"strconv"
	"strings"

	"galloper/adjudicator"
)

// modifier is a table row that applies.
type modifier struct {
	Name string
	N    int
}

// modifiers are the modifiers that apply, in table order.
type modifiers []modifier

// add appends a modifier if it applies and is not 0.
func (m *modifiers) add(name string, n int, applies bool) {
	if applies && n != 0 {
		*m = append(*m, modifier{name, n})
	}
}

func (m modifiers) total() int {
	n := 0
	for _, k := range m {
		n += k.N
	}
	return n
}

// String formats the modifiers as `stands-2,radius+1`, or `-`.
func (m modifiers) String() string {
	if len(m) == 0 {
		return "-"
	}
	texts := make([]string, len(m))
	for i, k := range m {
		sign := ""
		if k.N > 0 {
			sign = "+"
		}
		texts[i] = k.Name + sign + strconv.Itoa(k.N)
	}
	return strings.Join(texts, ",")
}

// occasion is the purpose of a morale score.
type occasion uint8

const (
	forCharge   occasion = iota // charges and reactions
	forMovement                 // movement rates and rallies
	forMorale
)

// moraleMods returns the unit's modifiers from the morale table.
//
// §3.4
func (s *State) moraleMods(u int, for_ occasion) modifiers {
	n := &s.Units[u]
	var m modifiers
	m.add("stands", -n.Lost, n.Start > 1)
	m.add("radius", 1, s.closeTo(s.Generals[n.General].At, u, s.b.Tables.Radius))
	m.add("attached", s.chainWith(u), true)
	m.add("cover", 1, s.covered(u))
	if for_ == forCharge {
		return m
	}
	rallied := s.friendNear(u, func(f *Unit) bool { return f.Rallied })
	m.add("rallied", 2, rallied)
	m.add("follow", 1, for_ == forMorale && !rallied &&
		s.friendNear(u, func(f *Unit) bool { return f.Firm }) && s.chainNear(u))
	return m
}

// chainWith counts the generals in the unit's chain of command that are attached to it.
//
// §3.4
func (s *State) chainWith(u int) int {
	n := 0
	for _, g := range s.attached(u) {
		if s.b.commands(g, u) {
			n++
		}
	}
	return n
}

// covered reports whether the unit is in a wood or town, or lined up along a course.
//
// §3.4
func (s *State) covered(u int) bool { return s.inArea(u, wood) || s.inArea(u, town) || s.linedUp(u) }

// friendNear reports whether a unit of the same command within command radius satisfies as.
//
// §3.4
func (s *State) friendNear(u int, as func(*Unit) bool) bool {
	for _, f := range s.Generals[s.Units[u].General].Units {
		if f != u && s.onTable(f) && as(&s.Units[f]) && s.gap(u, f) <= s.b.Tables.Radius {
			return true
		}
	}
	return false
}

// chainNear reports whether a general in the unit's chain of command is within command radius of it.
//
// §3.4
func (s *State) chainNear(u int) bool {
	for g := adjudicator.At(s.Units[u].General); g.Some(); g = s.b.Generals[g.Must()].Superior {
		if s.closeTo(s.Generals[g.Must()].At, u, s.b.Tables.Radius) {
			return true
		}
	}
	return false
}

// assault adds the modifiers of a charge test to those of the morale table.
//
// §3.5
func (s *State) assault(u, target int, aspect Zone, m modifiers) modifiers {
	n, e := &s.Units[u], &s.Units[target]
	unformed := n.formed() && e.Formation == Skirmish
	m.add("rear", 2, aspect == Rear)
	m.add("unformed", 2, unformed && aspect != Rear)
	m.add("flank", 1, aspect == Flank && !unformed)
	m.add("obstacle", -1, s.inArea(target, wood) || s.inArea(target, town) || s.behindLine(target, n.At, anyLine))
	m.add("supported", 1, s.supported(u))
	return m
}

func anyLine(int) bool { return true }

// supported reports whether a steady friend is close behind.
//
// §3.5
func (s *State) supported(u int) bool {
	n := &s.Units[u]
	for f := range s.Units {
		o := &s.Units[f]
		if f != u && o.Side == n.Side && o.State == Steady && o.Kind.Arm() != Artillery && o.Formation <= Column &&
			len(o.Contact) == 0 &&
			n.zone(o.At) == Rear && s.gap(u, f) <= s.b.Tables.Support {
			return true
		}
	}
	return false
}

// scoreNeeded returns the score that the unit must reach.
//
// §3.3
func (s *State) scoreNeeded(u int) int { return s.b.Tables.Pass[s.Units[u].Quality] }

// moraleScore returns the unit's morale score: its general's score plus the modifiers.
//
// §3.3
func (s *State) moraleScore(u int, m modifiers) int {
	return s.Generals[s.Units[u].General].Score + m.total()
}

// test compares a unit's score with the score that it needs.
//
// §3.3
func (s *State) test(u int, m modifiers) (score, need int, passed bool) {
	score, need = s.moraleScore(u, m), s.scoreNeeded(u)
	return score, need, score >= need
}

// test emits a unit's test with the dice of the command roll that decided it. result has the name of the
// result field and its values for a pass and a failure; more are fields that follow the unit's.
//
// §3.3
func (p *play) test(u int, m modifiers, name string, result [3]string, more ...any) (ref string, passed bool) {
	score, need, passed := p.s.test(u, m)
	fields := append([]any{"unit", p.b.Units[u].ID}, more...)
	fields = append(fields, "score", score, "need", need, "mods", m.String(), result[0],
		either(passed, result[1], result[2]))
	return p.EmitWith(p.s.Generals[p.s.Units[u].General].Dice, "", name, fields...), passed
}

// either returns this if yes, else that.
func either(yes bool, this, that string) string {
	if yes {
		return this
	}
	return that
}
