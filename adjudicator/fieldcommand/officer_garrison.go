package fieldcommand

import (
	"cmp"
	"slices"

	"galloper/adjudicator/staff"
)

// unbarred reports whether the enemy could come into a locale from a neighbour by a way that nobody bars.
func (k *officer) unbarred(l, from int) bool {
	return k.b.passable(l, from) && k.there[Position{l, from}] == 0 && k.strong(from) > 0
}

// opens is by how many ways nobody bars, other than that to a neighbour, the enemy could come into a locale.
func (k *officer) opens(l, but int) (ways int) {
	for _, n := range k.b.near[l] {
		if n != but && k.unbarred(l, n) {
			ways++
		}
	}
	return ways
}

// bare reports whether there is such a way, and one at most is in reserve to answer the enemy.
func (k *officer) bare(l, but int) bool { return k.there[reserveOf(l)] <= 1 && k.opens(l, but) > 0 }

// needed reports whether who is to go on to a locale must stay: the enemy has come up to his approach, and no more bar
// it than it is wide; or he is the last there, or the last in reserve where the enemy could come by a way that nobody
// bars while an attack may come to nothing, or others stay.
func (k *officer) needed(at Position, next int) bool {
	if !at.Reserve() {
		few := 1
		if k.faced(at) {
			few = k.b.width(at.Locale, at.Toward)
		}
		return k.there[at] <= few && at.Toward != next && k.held(at.Toward)
	}
	return (k.held(next) || k.garrison(at.Locale) > 1) && k.bare(at.Locale, next)
}

// faced reports whether the enemy has come up to the approach opposite.
func (k *officer) faced(at Position) bool { return k.foes[Position{at.Toward, at.Locale}].ready() > 0 }

// crammed reports whether an approach has as many as can fight there and one besides.
func (k *officer) crammed(at Position) bool { return k.there[at] > k.b.width(at.Locale, at.Toward) }

// flank is a neighbour from which a locale that the enemy holds can be attacked as well; -1: there is none.
func (k *officer) flank(from, goal int) int {
	for _, n := range k.b.near[from] {
		if k.b.passable(from, n) && k.far[n][goal] == 1 && !k.held(n) && !k.crowded(n) && !k.alone(from, n) &&
			!k.crammed(Position{n, goal}) {
			return n
		}
	}
	return -1
}

// garrison is how many of our foot and horse are in a locale, as they will stand.
func (k *officer) garrison(l int) int {
	sum := k.there[reserveOf(l)]
	for _, n := range k.b.near[l] {
		sum += k.there[Position{l, n}]
	}
	return sum
}

// safe reports whether guns may stay in a locale: with troops that leave no way open.
func (k *officer) safe(l int) bool {
	return k.garrison(l) > 0 && (k.there[reserveOf(l)] > 0 || k.opens(l, l) == 0)
}

// alone reports whether who goes from one locale into another would be alone there among the enemy: a single block, or
// with so few friends beside it that there are many more of the enemy. Against who has a reserve there to bar the way
// it is but a feint.
func (k *officer) alone(from, next int) bool {
	if k.foes[reserveOf(next)].ready() > 0 {
		return false
	}
	group := k.going[Position{from, next}] + k.forceIn(next)
	ours, theirs, ways := k.forceIn(from)+k.forceIn(next), 0, 0
	for _, n := range k.b.near[next] {
		if n == from || !k.b.passable(next, n) {
			continue
		}
		ours += k.forceIn(n)
		if sum := k.weigh(n); sum > 0 {
			ways, theirs = ways+1, theirs+sum
		}
	}
	return ways > 1 && group < 3*staffPoint || theirs*2 > ours*(2+k.daring)
}

// forceIn is the strength of our foot and horse in a locale.
func (k *officer) forceIn(l int) int {
	sum := 0
	for _, at := range k.b.spots {
		if at.Locale == l {
			for _, n := range k.force[at] {
				sum += n * staffPoint
			}
		}
	}
	return sum
}

// weigh is the strength of the enemy in a locale.
func (k *officer) weigh(l int) int {
	sum := 0
	for _, at := range k.b.spots {
		if at.Locale == l {
			sum += k.foes[at].weight()
		}
	}
	return sum
}

// hopeless reports whether what the enemy has brought up to an approach of a locale will take it, whoever comes from
// the reserve to bar it, or a single block is there alone among the enemy. An objective is held all the same.
func (k *officer) hopeless(l int) bool {
	if k.b.Locales[l].Objective[k.side] {
		return false
	}
	ways := 0
	for _, n := range k.b.near[l] {
		if k.b.passable(l, n) && k.strong(n) > 0 {
			ways++
		}
	}
	return ways > 2 && k.forceIn(l) < 4*staffPoint || slices.ContainsFunc(k.b.near[l], func(n int) bool {
		from := Position{n, l}
		return k.b.passable(l, n) && k.foes[from].ready() > 0 &&
			k.defence(from)-k.b.hindrance(l, n) > k.barrier(Position{l, n})+k.daring
	})
}

// hindrance is what the ground costs who assaults a locale from another.
func (b *Battle) hindrance(l, from int) int {
	if b.obstructed(l, from) {
		return 2
	}
	return 1
}

// barrier is the strength that can bar an approach, with who is in reserve.
func (k *officer) barrier(at Position) int {
	each := slices.Concat(k.force[at], k.force[reserveOf(at.Locale)])
	slices.SortFunc(each, func(a, b int) int { return cmp.Compare(b, a) })
	sum := 0
	for _, n := range each[:min(len(each), k.b.width(at.Locale, at.Toward))] {
		sum += n
	}
	return sum
}

// refuges are the neighbouring locales in which who gives way finds room, those first from which it is not far to what
// the side has to hold and beside which there are few of the enemy.
func (k *officer) refuges(l int) []int {
	list := slices.DeleteFunc(slices.Clone(k.b.near[l]), func(n int) bool {
		return !k.b.passable(l, n) || k.held(n) || k.full[n] >= k.b.Locales[n].Capacity
	})
	slices.SortStableFunc(list, func(a, b int) int { return cmp.Compare(k.exposure(a, l), k.exposure(b, l)) })
	return list
}

// refuge is where who gives way in a locale goes; -1: nowhere.
func (k *officer) refuge(l int) int {
	if list := k.refuges(l); len(list) > 0 {
		return list[0]
	}
	return -1
}

// exposure is how bad a locale is for who comes there from another and gives way.
func (k *officer) exposure(l, from int) int {
	foes := 0
	for _, n := range k.b.near[l] {
		if n != from && k.b.passable(l, n) && k.strong(n) > 0 {
			foes++
		}
	}
	return 2*k.home(l) + 3*foes
}

// home is how far it is to the next objective of one's own.
func (k *officer) home(l int) int {
	least := len(k.b.Locales)
	for n := range k.b.Locales {
		if k.b.Locales[n].Objective[k.side] && !k.held(n) {
			least = min(least, k.far[l][n])
		}
	}
	return least
}

// stand lets a unit bar the way by which the enemy may come: one to which he has come up, and where most of him are for
// each of those who bar it. One block stays in reserve while there is a way that nobody bars, and comes back to it.
func (k *officer) stand(t *staff.Task, at Position) {
	reserve := reserveOf(at.Locale)
	switch {
	case t.Do == staff.Follow && at.Reserve():
		return
	case !at.Reserve():
		if k.spares(at.Locale) == t.Unit.ID {
			k.fallBack(t, at, 4)
		}
		return
	}
	worst, need := -1, 0
	for _, n := range k.b.near[at.Locale] {
		foes, have := k.strong(n), k.there[Position{at.Locale, n}]
		if !k.b.passable(at.Locale, n) || foes == 0 {
			continue
		}
		up := k.faced(Position{at.Locale, n})
		if k.there[reserve] < 2 && (have > 0 || k.opens(at.Locale, n) > 0 && !up) {
			continue
		}
		press := foes * 20 / (1 + 2*have)
		if up && have < k.b.width(at.Locale, n) {
			press += 100 / (1 + have)
		}
		if press > need {
			worst, need = n, press
		}
	}
	if worst >= 0 {
		k.there[reserve]--
		k.there[Position{at.Locale, worst}]++
		verb := "SECURE"
		if k.attacks && k.foes[Position{worst, at.Locale}].blocks == 0 && k.foes[reserveOf(worst)].ready() > 0 {
			verb = "TAKE" // his reserve has to come up too
		}
		k.add(at, verb, worst, t.Unit.ID, 3)
	}
}

// spares is who comes back from an approach into a reserve that is bare, while there is a way that nobody bars: of all
// whom the side has there the weakest who is not the last on an approach to which the enemy has come up. "": nobody.
func (k *officer) spares(l int) string {
	id, least := "", 0
	if k.there[reserveOf(l)] > 0 || k.opens(l, l) == 0 {
		return id
	}
	for o := range k.desk.Facts("sight.unit") {
		at, ok := k.b.position(o.Get("at"))
		if !ok || at.Locale != l || at.Reserve() || Kind(o.Get("kind")) == Artillery || !k.held(at.Toward) ||
			k.faced(at) && k.there[at] < 2 {
			continue
		}
		if n := o.Int("strength"); id == "" || n < least {
			id, least = o.Get("unit"), n
		}
	}
	return id
}

// serve lets guns bombard, range, come up to an approach, or leave where no troops stay with them; false: they march
// like others.
func (k *officer) serve(t *staff.Task, at Position) bool {
	id, n := t.Unit.ID, k.threat(at.Locale)
	ranging := k.units[id].Get("ranging") == "yes"
	if _, told := k.bound[id]; !told && n >= 0 && !k.safe(at.Locale) && k.depart(t, at, ranging) {
		return true
	}
	switch {
	case ranging && !at.Reserve() && k.foes[Position{at.Toward, at.Locale}].blocks > 0 && k.fires(at):
		k.add(at, "BOMBARD", at.Toward, id, 5)
		k.firing[at]++
	case ranging && !at.Reserve() && k.held(at.Toward): // they wait for more guns, or keep his from firing
	case ranging:
		k.guns = append(k.guns, "LIMBER "+id)
	case !at.Reserve() && k.held(at.Toward):
		k.guns = append(k.guns, "RANGE "+id)
	case at.Reserve() && n >= 0:
		k.add(at, "SECURE", n, id, 1)
	default:
		return false
	}
	return true
}

// depart takes guns to where most of those go who march off from where they stand, else out of the enemy's way.
func (k *officer) depart(t *staff.Task, at Position, ranging bool) bool {
	to, most := k.refuge(at.Locale), 0
	for i := range k.sent {
		e := &k.sent[i]
		if e.at.Locale == at.Locale && e.verb == "MARCH" && len(e.units) > most &&
			k.full[e.to] < k.b.Locales[e.to].Capacity {
			to, most = e.to, len(e.units)
		}
	}
	if to < 0 {
		return false
	}
	if ranging {
		k.guns = append(k.guns, "LIMBER "+t.Unit.ID)
	}
	k.marchOff(t, at, to, 5)
	return true
}

// fires reports whether one more of the guns that are ranged at a position is to fire: if they are more than the enemy
// is known to have against it. The guns of the army fire by turns, so that the enemy has no hour of rest, and, unless
// it takes all of them, one stays ranged, so that his have no free shot.
func (k *officer) fires(at Position) bool {
	theirs := k.foes[Position{at.Toward, at.Locale}].ranging
	return (k.desk.Turn <= staffOpens || (k.desk.Turn/2+k.beat)%2 == 0) && k.ranged[at] > theirs &&
		k.firing[at] < max(theirs+1, k.ranged[at]-k.salvo)
}

// safelyLeft reports whether nobody need wait in a place for the enemy: he cannot be there in his next turn, and who is
// in reserve there or beside it can in the one after.
func (k *officer) safelyLeft(l int) bool {
	back := k.there[reserveOf(l)] > 0 || slices.ContainsFunc(k.b.near[l], func(n int) bool {
		return k.b.passable(n, l) && k.there[reserveOf(n)] > 0
	})
	for n := range k.b.Locales {
		if k.strong(n) > 0 && (k.far[n][l] <= 1 || k.roads(n, l, staffRoad)) {
			return false
		}
	}
	return back
}

// roads reports whether the enemy can come from one locale to another by roads in so many steps at most.
func (k *officer) roads(from, to, steps int) bool {
	if from == to || steps == 0 {
		return from == to
	}
	return slices.ContainsFunc(k.b.near[from], func(n int) bool {
		e := k.b.boundary(from, n)
		return k.b.passable(from, n) && !e.Restricted && len(e.Roads) > 0 && (n == to || k.garrison(n) == 0) &&
			k.roads(n, to, steps-1)
	})
}
