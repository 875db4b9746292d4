package fieldcommand

import (
	"slices"

	"galloper/adjudicator/staff"
)

// The weights of moves that come before all others.
const (
	weightOpening = 7 // an approach that the enemy neither bars nor can bar
	weightBarring = 6 // bar the own approach before the enemy on the other side crosses it
	openObjective = 4 // value of an objective, counted with the enemy's blocks
)

// seize sends a unit where the enemy must leave without a fight: across an approach that is not barred, or from the
// reserve into a locale with no enemy reserve left to bar it. It returns false if there is no such place.
func (k *officer) seize(t *staff.Task, at Position) bool {
	if t.Unit.Arm == staff.Guns || t.Do == staff.Take && k.far[at.Locale][t.Place.At.X] == 1 && !k.held(t.Place.At.X) {
		return false
	}
	best, most := -1, 0
	for _, n := range k.b.near[at.Locale] {
		if k.full[n] >= k.b.Locales[n].Capacity || !k.unbarred(at, n) || k.leavesOpen(at, n) {
			continue
		}
		worth := k.strong(n)
		if worth > 0 && (k.b.Locales[n].Objective[k.side] || k.b.Locales[n].Objective[1-k.side]) {
			worth += openObjective
		}
		if worth > most {
			best, most = n, worth
		}
	}
	if best < 0 {
		return false
	}
	k.there[at]--
	k.full[at.Locale]--
	k.full[best]++
	verb := "ADVANCE"
	if at.Reserve() {
		verb = "TAKE"
	}
	k.add(at, verb, best, t.Unit.ID, weightOpening)
	return true
}

// unbarred reports whether the enemy in a neighbouring locale must leave if a group crosses from the position.
func (k *officer) unbarred(at Position, to int) bool {
	if !k.b.passable(at.Locale, to) || !k.held(to) || k.foes[Position{to, at.Locale}].blocks > 0 {
		return false
	}
	return at.Toward == to || at.Reserve() && k.foes[reserveOf(to)].ready() == 0
}

// leavesOpen reports whether a move to a neighbour would expose the locale to other enemies: an objective, guns alone,
// or the units whose rear the last of the reserve protects.
func (k *officer) leavesOpen(at Position, to int) bool {
	l, others := at.Locale, -1
	for _, p := range k.b.spots {
		if p.Locale == l {
			others += k.there[p]
		}
	}
	threatened := slices.ContainsFunc(k.b.near[l], func(n int) bool {
		return n != to && k.b.passable(l, n) && k.strong(n) > 0
	})
	switch {
	case !threatened:
		return false
	case others > 0:
		return at.Reserve() && k.bare(l, to)
	}
	return k.b.Locales[l].Objective[k.side] || k.full[l] > 1
}

// bars sends a reserve unit to an unbarred approach that the enemy faces, because otherwise the enemy crosses it next
// and the whole locale must retreat. The last reserve unit stays to answer an enemy on another way. It returns false if
// no unit is sent.
func (k *officer) bars(t *staff.Task, at Position) bool {
	if t.Unit.Arm == staff.Guns || !at.Reserve() {
		return false
	}
	best, most := -1, 0
	for _, n := range k.b.near[at.Locale] {
		foes := k.foes[Position{n, at.Locale}].leads
		if k.there[Position{at.Locale, n}] == 0 && len(foes) > most && !k.bare(at.Locale, n) {
			best, most = n, len(foes)
		}
	}
	if best < 0 {
		return false
	}
	k.secure(t.Unit.ID, at, best, weightBarring)
	return true
}

// secure sends a unit from the reserve to an approach.
func (k *officer) secure(unit string, at Position, toward, weight int) {
	k.there[at]--
	k.there[Position{at.Locale, toward}]++
	k.add(at, "SECURE", toward, unit, weight)
}

// staysBehind reports whether a unit stays on the approach that an assault starts from. If the assault already has as
// many units as can lead, the weakest one bars the approach in case of failure.
func (k *officer) staysBehind(unit string, at Position) bool {
	i := slices.IndexFunc(k.sent, func(e errand) bool { return e.at == at && e.verb == "ASSAULT" && e.to == at.Toward })
	if i < 0 || k.there[at] > 1 || len(k.sent[i].units) < k.b.width(at.Locale, at.Toward) {
		return false
	}
	strength := func(id string) int { return k.units[id].Int("strength") }
	for j, id := range k.sent[i].units {
		if strength(id) < strength(unit) {
			k.sent[i].units[j], unit = unit, id
		}
	}
	return true
}
