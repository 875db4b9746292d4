package activationchits

import (
	"slices"

	"galloper/adjudicator/staff"
)

// battery writes the entry of guns: those with a target fire, those low on ammunition withdraw, and the
// others move to a firing position.
func (k *officer) battery(t *staff.Task, fire string) string {
	u := t.Unit
	switch _, marks := k.bestMark(u); {
	case k.foeWithin(u.At.X) <= 1:
		return "FIRE AT NEAREST ELSE HOLD"
	case k.Facts[u.ID].Get("low") == "yes":
		if t.Foe == nil || t.Far > staffSpent {
			return "HOLD"
		}
		return k.march(u, k.withdrawalHex(t)) + "HOLD"
	case marks > 0:
		return fire + "HOLD"
	}
	return fire + k.march(u, k.position(u)) + "HOLD"
}

// position returns the next step to a hex with targets in range, preferably near, not too close to the enemy,
// and covering most enemies and places. It returns the current hex if there is none.
func (k *officer) position(u *staff.Unit) int {
	far := k.b.steps(u.At.X, 5, func(h int) bool { _, foe := k.unitAt(k.Foes, h); return k.canEnter(u, h) && !foe })
	best, most := u.At.X, k.covers(u, u.At.X)
	for h := range far {
		if far[h] < 1 || !k.stands(u, h) || !k.leaderWithin(h, staffRides) || k.foeWithin(h) <= 2 {
			continue
		}
		if v := k.covers(u, h) - 4*int(far[h]) + k.die("guns/"+k.b.hexName(h), 4); v > most {
			best, most = h, v
		}
	}
	return k.stage(u, k.way(u, best))
}

// covers rates the enemies and places in range of guns from a hex.
func (k *officer) covers(u *staff.Unit, hex int) int {
	sum := 0
	for i := range k.Foes {
		if k.fires(u, hex, k.Foes[i].At.X) {
			sum += 20
		}
	}
	for i := range k.Places {
		if k.fires(u, hex, k.Places[i].At.X) {
			sum += 10
		}
	}
	return sum
}

// post returns the hex where a unit waits for the enemy: on good ground, in front of the place that it keeps,
// or at a crossing. Dice vary the choice, so that the enemy cannot predict it.
func (k *officer) post(t *staff.Task) int {
	u, effort := t.Unit, 2
	if u.Arm == staff.Horse {
		effort = 1
	}
	far := k.b.steps(u.At.X, max(2, k.kind(u).Move), func(h int) bool { return k.stands(u, h) })
	best, most := u.At.X, k.favour(t, u.At.X)+4
	for h := range far {
		if far[h] < 1 || !k.leaderWithin(h, staffCalls) || slices.Contains(k.posts, h) {
			continue
		}
		if v := k.favour(t, h) - effort*int(far[h]); v > most {
			best, most = h, v
		}
	}
	k.posts = append(k.posts, best)
	return k.stage(u, k.way(u, best))
}

func (k *officer) favour(t *staff.Task, hex int) int {
	g, v := k.b.terrainAt(hex), k.die("post/"+t.Unit.ID+"/"+k.b.hexName(hex), 7)
	if t.Unit.Arm == staff.Foot {
		v -= 2 * g.Into[Infantry]
	} else if g.Stop {
		v -= 6
	}
	if k.isCrossing(hex) {
		v -= 4 // a unit in it fights badly
	}
	if k.wasOrderedTo(t.Unit, hex) {
		v += begunPost
	}
	if place := t.Place; place != nil {
		v -= 4*max(0, k.b.distance(hex, place.At.X)-1) + 2*(k.foeWithin(place.At.X)-k.foeWithin(hex))
	} else if len(k.Places) > 0 {
		v -= 2 * k.b.distance(hex, k.nearestPlace(t.Unit).At.X)
	}
	v -= 3 * max(0, k.friendWithin(t.Unit, hex)-1) // no unit waits far from the others
	for _, n := range k.b.next[hex] {
		if n != nowhere && k.isCrossing(n) {
			v += 3
			break
		}
	}
	switch k.foeWithin(hex) {
	case 1:
		v -= 6
	case 2:
		v -= 2
	}
	return v
}

// friendWithin returns the distance of the nearest other infantry from a hex, or 0 without other infantry.
func (k *officer) friendWithin(u *staff.Unit, hex int) int {
	near := everywhere
	for i := range k.Own {
		if f := &k.Own[i]; f.ID != u.ID && f.Arm == staff.Foot {
			near = min(near, k.b.distance(f.At.X, hex))
		}
	}
	if near == everywhere {
		return 0
	}
	return near
}

// stands reports whether a unit can stand in a hex: the terrain allows it and no other unit is known to be there.
func (k *officer) stands(u *staff.Unit, hex int) bool {
	other := func(o staff.Unit) bool { return o.ID != u.ID && o.At.X == hex }
	return k.canEnter(u, hex) && !slices.ContainsFunc(k.Own, other) && !slices.ContainsFunc(k.Foes, other)
}

// freeBeside returns the nearest free hex adjacent to another, or the unit's own hex if there is none or it
// is adjacent already.
func (k *officer) freeBeside(u *staff.Unit, to int) int {
	best := u.At.X
	for _, h := range k.b.next[to] {
		if h != nowhere && k.stands(u, h) && (best == u.At.X && k.b.distance(best, to) > 1 ||
			k.b.distance(u.At.X, h) < k.b.distance(u.At.X, best)) {
			best = h
		}
	}
	return best
}

// withdrawalHex returns the adjacent hex that is best to withdraw to: far from the enemy, out of sight of its guns,
// towards the home edge and within command. It returns the unit's own hex if none is better.
func (k *officer) withdrawalHex(t *staff.Task) int {
	best, most := t.Unit.At.X, k.refuge(t.Unit.At.X)
	for _, h := range k.b.next[best] {
		if h == nowhere || !k.stands(t.Unit, h) || !k.isInCommand(h) {
			continue
		}
		if v := k.refuge(h); v > most {
			best, most = h, v
		}
	}
	return best
}

// refuge rates a hex as one to withdraw to.
func (k *officer) refuge(hex int) int {
	v := k.b.At(hex).Row
	if !k.b.Sides[k.b.Posts[k.seat].Side].South {
		v = -v
	}
	v += 3 * min(k.foeWithin(hex), staffRides)
	if k.isUnderGuns(hex) {
		v -= 4
	}
	return v
}

// isUnderGuns reports whether enemy guns can fire at a hex.
func (k *officer) isUnderGuns(hex int) bool {
	return slices.ContainsFunc(k.Foes, func(f staff.Unit) bool {
		return f.Arm == staff.Guns && k.fires(&f, f.At.X, hex)
	})
}

func (k *officer) leader() (at int, on bool) {
	me, _, _ := k.Desk.Fact("sight.leader", k.b.Posts[k.seat].Leader)
	return k.hex(me.Get("hex"))
}

// leaderReturn gives the hex to which the seat's absent leader would return before the first chit: that of the first
// unit without a leader, steady before shaken before broken. Planning for it keeps the units from idling that turn.
func (k *officer) leaderReturn() (at int, on bool) {
	me, _, _ := k.Desk.Fact("sight.leader", k.b.Posts[k.seat].Leader)
	if me.Get("status") != away {
		return 0, false
	}
	best := everywhere
	for i := range k.Own {
		u := &k.Own[i]
		morale := slices.Index(moraleNames, k.Facts[u.ID].Get("morale"))
		rank := morale*len(k.b.Units) + k.b.unitIDs.Must(u.ID)
		if u.Mine && k.Facts[u.ID].Get("with") == "-" && rank < best {
			best, at = rank, u.At.X
		}
	}
	return at, best < everywhere
}

// isInCommand reports whether a leader of the side is close enough to a hex for units there to act.
func (k *officer) isInCommand(hex int) bool {
	return slices.ContainsFunc(k.leaders, func(l int) bool { return k.b.Tables.Activation[k.b.distance(l, hex)] > 0 })
}

// bringLeader moves the leader to the most useful hex: near units with something to do, with one that fights,
// not with a worn one, and not alone among the enemy. The gain must be worth a chit.
func (k *officer) bringLeader(tasks []staff.Task) (r ride) {
	at, on := k.leader()
	if !on {
		if at, on = k.leaderReturn(); on {
			k.leaders = append(k.leaders, at)
		}
		return r
	}
	far := k.b.steps(at, leaderMove, func(h int) bool {
		_, foe := k.unitAt(k.Foes, h)
		return k.b.terrainAt(h).Enter[Infantry] && !foe
	})
	best, most := at, k.serves(at, tasks)+k.byTemper(55, 45, 35)
	for h := range far {
		if far[h] < 1 || slices.Contains(k.leaders, h) {
			continue
		}
		heard := k.outOfCommandCount(at, tasks) - k.outOfCommandCount(h, tasks)
		if v := k.serves(h, tasks) + k.die("ride/"+k.b.hexName(h), 12) + 40*heard; v > most {
			best, most = h, v
		}
	}
	if best == at {
		k.leaders = append(k.leaders, at)
		return r
	}
	r.heard = k.outOfCommandCount(best, tasks) < k.outOfCommandCount(at, tasks)
	k.leaders = append(k.leaders, best)
	if !r.heard {
		k.leaders = append(k.leaders, at)
	}
	if u, with := k.unitAt(k.Own, best); with {
		r.first, r.lines = true, []string{"ME: ATTACH TO " + u.ID}
	} else {
		r.first, r.lines = r.heard, []string{"ME: MOVE TO " + k.b.hexName(best)}
	}
	return r
}

// ride is the leader's move.
type ride struct {
	lines []string
	first bool // before all other entries
	heard bool // it brings units into command
}

// outOfCommandCount returns the number of units that a leader in a hex would leave out of command, apart from worn
// ones, which are not worth the ride.
func (k *officer) outOfCommandCount(hex int, tasks []staff.Task) (n int) {
	for i := range tasks {
		u := tasks[i].Unit
		if !u.Worn && k.Facts[u.ID].Get("morale") == Steady.String() && !k.isInCommand(u.At.X) &&
			k.b.Tables.Activation[k.b.distance(hex, u.At.X)] == 0 {
			n++
		}
	}
	return n
}

// serves rates a leader's hex.
func (k *officer) serves(hex int, tasks []staff.Task) int {
	sum := 0
	for i := range tasks {
		t := &tasks[i]
		d, weight := k.b.distance(hex, t.Unit.At.X), 1
		for _, l := range k.leaders {
			d = min(d, k.b.distance(l, t.Unit.At.X))
		}
		switch {
		case t.Do == staff.Strike || t.Do == staff.Take || t.Do == staff.Shoot:
			weight = 3
		case t.Foe != nil && t.Far <= staffShot || k.Facts[t.Unit.ID].Get("morale") != Steady.String():
			weight = 2
		}
		number := k.b.Tables.Activation[d]
		switch {
		case number == 0:
			sum -= 10 * d
		case d > 1:
			number--
		}
		sum += weight * chances[min(number, len(chances)-1)]
		if t.Unit.At.X == hex {
			sum += k.company(t)
		}
	}
	if _, with := k.unitAt(k.Own, hex); !with {
		switch k.foeWithin(hex) {
		case 1:
			sum -= 90
		case 2:
			sum -= 40
		}
	}
	return sum
}

// chances holds, by number, in how many of 36 cases two dice roll at most that number.
var chances = [...]int{0, 0, 1, 3, 6, 10, 15, 21, 26, 30, 33, 35, 36}

// company rates a unit for the leader to join.
func (k *officer) company(t *staff.Task) int {
	m, liking := k.Facts[t.Unit.ID].Get("morale"), 10*k.die("company/"+t.Unit.ID, 6)-30
	switch {
	case t.Unit.Worn || m == Broken.String():
		return -60
	case !t.Unit.Mine || t.Unit.Arm == staff.Guns:
		return -20
	case t.Foe != nil && t.Unit.Arm == staff.Horse && !k.canClose(t.Unit, t.Foe):
		return 0 // it waits
	case t.Foe != nil && t.Far <= staffHex && k.keepsPrize(t.Unit),
		(t.Do == staff.Strike || t.Do == staff.Take) && t.Foe != nil && t.Far <= staffReach:
		return k.byTemper(15, 30, 45) + t.Unit.Weight/4 + liking
	case t.Foe != nil && t.Far <= staffReach:
		return 15 + liking
	}
	return 0
}
