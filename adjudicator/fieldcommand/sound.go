package fieldcommand

import (
	"maps"
	"slices"

	"galloper/adjudicator/rules"
)

// unsound reports violations of the invariants that hold at the end of a turn.
func unsound(s *State, bad rules.Bad) {
	holder, count := map[int]int{}, map[int]int{}
	tokens := map[string]bool{}
	for i := range s.Units {
		u := &s.Units[i]
		if tokens[s.token(i)] {
			bad("two units have the token %s", s.token(i))
		}
		tokens[s.token(i)] = true
		if (u.Status == Ready || u.Status == Disrupted) != u.onMap() {
			bad("%s is %s at %s", u.ID, u.Status, s.b.positionText(u.At))
		}
		if !u.onMap() {
			continue
		}
		if side, ok := holder[u.At.Locale]; ok && side != u.Side {
			bad("%s holds both sides", s.b.localeText(u.At.Locale))
		}
		holder[u.At.Locale] = u.Side
		count[u.At.Locale]++
		switch {
		case u.Strength < 0 || u.Strength > most[u.Kind] || u.Status == Ready && u.Strength == 0:
			bad("%s is %s with %d", u.ID, u.Status, u.Strength)
		case u.Status == Disrupted && (!u.At.Reserve() || !u.Up || u.Strength != 0):
			bad("%s is disrupted at %s", u.ID, s.b.positionText(u.At))
		case u.Ranging && (u.Kind != Artillery || u.At.Reserve() || !u.Up):
			bad("%s is ranging at %s", u.ID, s.b.positionText(u.At))
		case !u.At.Reserve() && !s.b.passable(u.At.Locale, u.At.Toward):
			bad("%s is on the approach %s", u.ID, s.b.positionText(u.At))
		}
	}
	for _, l := range slices.Sorted(maps.Keys(count)) {
		n := count[l]
		if n > s.b.Locales[l].Capacity {
			bad("%s holds %d of %d", s.b.localeText(l), n, s.b.Locales[l].Capacity)
		}
	}
	for i := range s.Sides {
		if s.Sides[i].Morale < 0 {
			bad("morale below 0")
		}
	}
}
