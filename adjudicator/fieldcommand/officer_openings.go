package fieldcommand

import (
	"slices"

	"galloper/adjudicator/staff"
)

// The weights of what is done before all else.
const (
	weightOpening = 7 // an approach that nobody bars, and nobody can
	weightBarring = 6 // one's own, before the enemy who stands on the other side comes over it
	openObjective = 4 // what an objective counts for beside the enemy's blocks
)

// seize sends a unit where the enemy must go without a fight: over the approach before it that nobody bars, or from
// reserve into a locale where nobody is left in reserve to bar it. False: there is nothing of the kind.
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

// unbarred reports whether the enemy in a neighbouring locale must go if a group comes over to him from a position.
func (k *officer) unbarred(at Position, to int) bool {
	if !k.b.passable(at.Locale, to) || !k.held(to) || k.foes[Position{to, at.Locale}].blocks > 0 {
		return false
	}
	return at.Toward == to || at.Reserve() && k.foes[reserveOf(to)].ready() == 0
}

// leavesOpen reports whether who goes from a position to a neighbour lays open to others of the enemy what is left
// behind: an objective, guns alone, or those whose backs he keeps as the last of the reserve.
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

// bars sends one in reserve to an approach on whose other side the enemy stands while nobody bars it: he comes over it
// next, and all must go. The last of the reserve answers who may come by another way. False: there is none such.
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

// secure sends a unit from reserve to an approach.
func (k *officer) secure(unit string, at Position, toward, weight int) {
	k.there[at]--
	k.there[Position{at.Locale, toward}]++
	k.add(at, "SECURE", toward, unit, weight)
}

// staysBehind reports whether a unit stays on an approach from which an assault goes out: where as many go as can
// lead, the weakest of them bars it, in case they are thrown back.
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
