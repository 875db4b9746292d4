package activationchits

import (
	"fmt"

	"galloper/adjudicator"
	"galloper/adjudicator/rules"
	"galloper/events"
)

// odds returns the activation roll that a unit needs at its current position, as far as its seat knows. The
// seat does not know the modifier for a late unit (§6) (§5, §6).
func (v *view) odds(unit int) rules.Odds {
	s := v.known()
	if s.Units[unit].Hex == nowhere {
		return rules.Odds{}
	}
	number, _, ok := s.number(unit)
	if !ok {
		return rules.Odds{}
	}
	drm := s.drm(unit)
	odds := rules.Odds{Does: fmt.Sprintf("%s acts on %d or less", v.b.Units[unit].ID, number-drm),
		Comes: rules.Ways(2, 6, func(rolled []events.Die) bool {
			result, _ := judgeRoll(rolled, number-drm)
			return result == resultPassed || result == resultFree
		})}
	if drm > 0 {
		odds.Of = fmt.Sprintf("%d, less %d against it", number, drm)
	}
	return odds
}

// known returns a state with the seat's knowledge of its side's units and leaders. It serves only for
// calculations that depend on nothing else.
func (v *view) known() *State {
	if v.troops != nil {
		return v.troops
	}
	side := v.b.Posts[v.seat].Side
	s := &State{b: v.b, UnitAt: make([]adjudicator.Index, len(v.b.cubes))}
	for i := range v.b.Units {
		u := Unit{Troop: &v.b.Units[i], Hex: nowhere}
		if o, ok := v.latest(u.ID); ok && u.Side == side && !v.gone(u.ID) {
			u.Morale = moraleOf(o.Get("morale"))
			if u.Hex = v.hex(u.ID); u.Hex != nowhere {
				s.UnitAt[u.Hex] = adjudicator.At(i)
			}
		}
		s.Units = append(s.Units, u)
	}
	for i := range v.b.Posts {
		l := Leader{Post: &v.b.Posts[i], Hex: nowhere}
		if l.Side == side && !v.gone(l.Post.Leader) {
			l.Hex = v.hex(l.Post.Leader)
		}
		s.Leaders = append(s.Leaders, l)
	}
	v.troops = s
	return s
}
