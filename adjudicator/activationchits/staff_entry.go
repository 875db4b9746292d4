package activationchits

import (
	"slices"
	"strconv"
	"strings"

	"galloper/adjudicator/staff"
)

// direct adapts the tasks to this ruleset: an attack sends a column to each place that we don't hold, and
// infantry does not cross the field to attack guns.
func (k *officer) direct(plan staff.Plan, tasks []staff.Task) {
	if plan == staff.Attack {
		k.tellOff(tasks)
	}
	waits, hunts := k.staysOnDefence(), plan == staff.Attack && k.die("hunt", 2) == 1
	for i := range tasks {
		t := &tasks[i]
		if t.Do == staff.Follow && t.Unit.Arm == staff.Horse && t.Foe != nil && hunts {
			t.Do = staff.Strike
		}
		if t.Do != staff.Strike || t.Unit.Arm != staff.Foot || t.Far <= staffReach {
			continue
		}
		if foe := k.nearestMan(t.Unit); foe != nil && t.Foe.Arm == staff.Guns {
			t.Foe, t.Far = foe, k.Far(t.Unit.At, foe.At)
		}
		if waits && t.Far > staffVolley {
			t.Do, t.Place = staff.Keep, k.nearestPlace(t.Unit)
		}
	}
}

// staysOnDefence reports whether the seat waits for the enemy. A side that holds every place may; temper and a die
// decide.
func (k *officer) staysOnDefence() bool {
	theirs := func(p staff.Place) bool { return p.Held != staff.Ours }
	return len(k.Places) > 0 && !slices.ContainsFunc(k.Places, theirs) && k.die("wait", 4) <= k.byTemper(3, 2, 1)
}

// nearestPlace returns the place nearest to a unit. There must be one.
func (k *officer) nearestPlace(u *staff.Unit) *staff.Place {
	best := &k.Places[0]
	for i := range k.Places {
		if p := &k.Places[i]; k.Far(u.At, p.At) < k.Far(u.At, best.At) {
			best = p
		}
	}
	return best
}

// nearestMan returns the enemy infantry or cavalry nearest to a unit, or nil.
func (k *officer) nearestMan(u *staff.Unit) (near *staff.Unit) {
	for i := range k.Foes {
		if f := &k.Foes[i]; f.Arm != staff.Guns && (near == nil || k.Far(u.At, f.At) < k.Far(u.At, near.At)) {
			near = f
		}
	}
	return near
}

// tellOff sends units to the places that we don't hold until each has its column. It picks the quickest unit
// that is not in contact with the enemy.
func (k *officer) tellOff(tasks []staff.Task) {
	wants := make([]int, len(k.Places))
	for i := range wants {
		wants[i] = k.column(&k.Places[i], tasks)
	}
	for {
		unit, place, least := -1, 0, wayClosed
		for i := range tasks {
			for p := range k.Places {
				if wants[p] <= 0 || !k.canSpare(&tasks[i]) || k.isUnassailable(tasks[i].Unit, k.Places[p].At.X) {
					continue
				}
				if cost := k.costs(tasks[i].Unit, k.Places[p].At.X)[tasks[i].Unit.At.X]; cost < least {
					unit, place, least = i, p, cost
				}
			}
		}
		if unit < 0 {
			return
		}
		wants[place]--
		t := &tasks[unit]
		t.Do, t.Place, t.Friend, t.Beside = staff.Take, &k.Places[place], nil, 0
		t.Foe, t.Far = k.nearest(t.Unit)
	}
}

// canSpare reports whether a unit can still be sent to a place.
func (k *officer) canSpare(t *staff.Task) bool {
	return (t.Do == staff.Strike || t.Do == staff.Stand || t.Do == staff.Follow) && !t.Unit.Worn &&
		t.Unit.Arm != staff.Guns && (t.Foe == nil || t.Far > staffHex)
}

// isUnassailable reports whether cavalry is useless against a hex because of its terrain, and an enemy is in it or
// will be before the cavalry arrives.
func (k *officer) isUnassailable(u *staff.Unit, hex int) bool {
	return u.Arm == staff.Horse && k.b.terrainAt(hex).Into[Cavalry] <= -2 && k.foeWithin(hex) <= 1
}

// column returns the number of units still to be sent to a place: one if no enemy is near, otherwise a number by temper
// and die, less those already on the way or there. A side that is behind in the second half sends all.
func (k *officer) column(place *staff.Place, tasks []staff.Task) int {
	want := 1
	switch {
	case place.Held == staff.Ours:
		return 0
	case k.mustTakeRisks():
		return len(tasks)
	case k.foeWithin(place.At.X) <= 2:
		want = k.byTemper(1, 2, 2) + k.die("column/"+place.ID, 2)
	}
	for i := range tasks {
		if tasks[i].Do == staff.Take && tasks[i].Place.ID == place.ID {
			want--
		}
	}
	for i := range k.Own {
		if u := &k.Own[i]; !u.Mine && u.Arm != staff.Guns && k.b.distance(u.At.X, place.At.X) <= 2 {
			want--
		}
	}
	return want
}

// nearest returns the enemy nearest to a unit and its distance.
func (k *officer) nearest(u *staff.Unit) (near *staff.Unit, far int) {
	for i := range k.Foes {
		if d := k.Far(u.At, k.Foes[i].At); near == nil || d < far {
			near, far = &k.Foes[i], d
		}
	}
	return near, far
}

// entry translates a task into a plan entry, or "" for a unit out of command.
func (k *officer) entry(t *staff.Task) string {
	u, fire := k.Facts[t.Unit.ID], k.fire(t)
	enters := t.Place != nil && t.Beside == 0 && k.stands(t.Unit, t.Place.At.X)
	switch m := u.Get("morale"); {
	case !k.isInCommand(t.Unit.At.X):
		return ""
	case m == Broken.String() && t.Foe != nil && t.Far <= staffReach:
		return k.escape(t) + "RALLY"
	case m == Broken.String(), m == Shaken.String() && !enters && k.rallies(t):
		return "RALLY"
	case u.Get("square") == "yes":
		return k.square(t, fire)
	case t.Unit.Arm == staff.Guns:
		return k.battery(t, fire)
	case k.keepsPrize(t.Unit):
		return k.stayInPlace(t, fire)
	case enters:
		return "MOVE TO " + t.Place.ID + " ELSE ATTACK " + t.Place.ID + " ELSE " + k.onTheWay(t, t.Place.At.X, fire)
	case t.Do == staff.Strike:
		return k.attack(t, fire)
	case t.Do == staff.Take:
		return k.storm(t, fire)
	case t.Do == staff.Follow:
		return k.chance(t) + k.march(t.Unit, k.freeBeside(t.Unit, t.Friend.At.X)) + k.stayInPlace(t, fire)
	case t.Unit.Worn && t.Foe != nil && (t.Far <= staffVolley || k.isUnderGuns(t.Unit.At.X)):
		return k.escape(t) + "RALLY UNLESS STEADY ELSE " + k.stayInPlace(t, fire)
	case t.Do == staff.Keep || t.Do == staff.Stand && !t.Unit.Worn:
		return k.chance(t) + k.march(t.Unit, k.post(t)) + k.stayInPlace(t, fire)
	}
	return k.stayInPlace(t, fire)
}

// chance lets waiting cavalry attack a weakened enemy or guns that come close.
func (k *officer) chance(t *staff.Task) string {
	if t.Unit.Arm != staff.Horse {
		return ""
	}
	for i := range k.Foes {
		f := &k.Foes[i]
		m := k.Facts[f.ID].Get("morale")
		weak := f.Weight <= 20 || f.Arm == staff.Guns || m == Shaken.String() || m == Broken.String()
		near := k.b.distance(t.Unit.At.X, f.At.X) <= k.kind(t.Unit).Fight+1 && k.b.inSight(t.Unit.At.X, f.At.X)
		if weak && near && k.canClose(t.Unit, f) {
			return "ATTACK " + f.ID + " ELSE "
		}
	}
	return ""
}

// rallies reports whether a shaken unit rallies before anything else. It doesn't with an enemy adjacent, nor
// with few blocks, which seldom rally, if it has a target to fire at.
func (k *officer) rallies(t *staff.Task) bool {
	_, marks := k.bestMark(t.Unit)
	return (t.Foe == nil || t.Far > staffHex) && (marks == 0 || t.Unit.Weight > 20 && k.byTemper(1, 1, 0) > 0)
}

// march returns MOVE TO a hex as the start of an entry, or "" if the unit is there.
func (k *officer) march(u *staff.Unit, to int) string {
	if to == u.At.X {
		return ""
	}
	return "MOVE TO " + k.b.hexName(to) + " ELSE "
}

// escape returns a move out of the enemy's reach, on condition that the enemy is still as near. Otherwise a
// unit that has been driven off in the meantime would come back.
func (k *officer) escape(t *staff.Task) string {
	way := k.march(t.Unit, k.withdrawalHex(t))
	if far := t.Far / staffHex; t.Far <= staffVolley {
		way = strings.Replace(way, " ELSE", " IF ENEMY WITHIN "+strconv.Itoa(far)+" ELSE", 1)
	}
	return way
}

// square leaves a square if no enemy cavalry is near.
func (k *officer) square(t *staff.Task, fire string) string {
	near := func(f staff.Unit) bool {
		return f.Arm == staff.Horse && k.b.distance(t.Unit.At.X, f.At.X)*staffHex <= staffVolley
	}
	if slices.ContainsFunc(k.Foes, near) {
		return fire + "HOLD"
	}
	return "LEAVE SQUARE ELSE " + fire + "HOLD"
}

// fire makes a unit with a target in range, now or soon, fire first. If it has several targets it names the best.
func (k *officer) fire(t *staff.Task) string {
	reach := staffVolley
	switch t.Unit.Arm {
	case staff.Horse:
		return ""
	case staff.Guns:
		reach = staffShot
	}
	if far := k.foeWithin(t.Unit.At.X); t.Unit.Arm == staff.Foot && far <= 1 || far*staffHex > reach {
		return ""
	}
	if mark, n := k.bestMark(t.Unit); n > 1 {
		return "FIRE AT " + mark.ID + " ELSE FIRE AT NEAREST ELSE "
	}
	return "FIRE AT NEAREST ELSE "
}

// bestMark returns the best target for fire and the number of targets. Infantry is preferred because dice hit
// it more often, then weak, near and prize-holding enemies, and a die decides the rest.
func (k *officer) bestMark(u *staff.Unit) (best *staff.Unit, among int) {
	most := 0
	for i := range k.Foes {
		f := &k.Foes[i]
		if !k.fires(u, u.At.X, f.At.X) {
			continue
		}
		v := 6 + k.die("mark/"+f.ID, 6) + 2*k.b.terrainAt(f.At.X).Into[k.kind(u).Arm]
		if f.Arm == staff.Foot {
			v += 6
		}
		if f.Weight <= 20 {
			v += 6
		}
		if k.keepsPrize(f) {
			v += 6
		}
		if k.b.distance(u.At.X, f.At.X) <= 2 {
			v += 4
		}
		if among++; best == nil || v > most {
			best, most = f, v
		}
	}
	return best, among
}

// stayInPlace keeps a unit in place. With an enemy adjacent it cannot fire, so it attacks unless the enemy is twice as
// strong; a unit on a prize attacks without leaving it. Cavalry and shaken units that are too weak withdraw.
func (k *officer) stayInPlace(t *staff.Task, fire string) string {
	foe, far := k.nearest(t.Unit)
	near, from := t.Unit.Arm != staff.Guns && foe != nil && far <= staffHex && foe.Weight < 2*t.Unit.Weight, ""
	steady := k.Facts[t.Unit.ID].Get("morale") == Steady.String()
	if near && (t.Unit.Arm == staff.Horse || !steady && !k.keepsPrize(t.Unit)) && !k.canClose(t.Unit, foe) {
		if !k.keepsPrize(t.Unit) {
			fire = k.march(t.Unit, k.withdrawalHex(t))
		}
		return fire + "HOLD"
	}
	if k.keepsPrize(t.Unit) {
		from = " FROM " + k.b.hexName(t.Unit.At.X)
	} else if near {
		return "ATTACK " + foe.ID + k.support(t.Unit, foe) + " ELSE ATTACK NEAREST IF STEADY ELSE HOLD"
	}
	if near || fire != "" && t.Unit.Arm == staff.Foot && !t.Unit.Worn {
		fire += "ATTACK NEAREST" + from + " IF ENEMY WITHIN 1 ELSE "
	}
	return fire + "HOLD"
}

// attack closes with an enemy or moves to where it was last seen. Infantry that can fire does so first while
// the attack is being prepared or if it is too weak to close; cavalry that is too weak waits.
func (k *officer) attack(t *staff.Task, fire string) string {
	assault := "ATTACK " + t.Foe.ID + k.support(t.Unit, t.Foe) + " ELSE "
	closes, way := k.canClose(t.Unit, t.Foe), k.way(t.Unit, t.Foe.At.X)
	closes = closes || t.Unit.Arm != staff.Horse && t.Far <= staffHex
	switch {
	case t.Unit.Arm == staff.Horse && !closes:
		to := k.stage(t.Unit, way)
		if k.foeWithin(to)*staffHex < staffVolley {
			to = k.post(t)
		}
		return k.march(t.Unit, to) + k.stayInPlace(t, fire)
	case t.Unit.Arm == staff.Foot && t.Far > staffVolley:
		assault = ""
	case fire != "" && k.firesFirst(t.Unit, way, closes):
		assault = fire + assault
	}
	return assault + k.onTheWay(t, t.Foe.At.X, fire)
}

// storm moves to a place that we don't hold and attacks enemies in the way.
func (k *officer) storm(t *staff.Task, fire string) string {
	if t.Unit.Arm == staff.Horse && k.isPreparing() && !k.isCrossing(t.Unit.At.X) {
		return k.march(t.Unit, k.post(t)) + k.stayInPlace(t, fire)
	}
	assault, way, closes := "", k.way(t.Unit, t.Place.At.X), true
	if foe, held := k.unitAt(k.Foes, t.Place.At.X); held && len(way) <= k.kind(t.Unit).Fight+1 {
		if closes = k.canClose(t.Unit, foe); closes || t.Unit.Arm != staff.Horse {
			assault = "ATTACK " + t.Place.ID + " ELSE "
		}
	}
	for i, hex := range way {
		if foe, ok := k.unitAt(k.Foes, hex); ok && i <= k.kind(t.Unit).Fight && hex != t.Place.At.X {
			if closes = k.canClose(t.Unit, foe); closes || t.Unit.Arm != staff.Horse {
				assault += "ATTACK " + foe.ID + k.support(t.Unit, foe) + " ELSE "
			}
			break
		}
	}
	if fire != "" && k.firesFirst(t.Unit, way, closes) {
		assault = fire + assault
	}
	return assault + k.onTheWay(t, t.Place.At.X, fire)
}

// onTheWay moves a unit on towards its goal, but not alone among more enemies than it can take on.
func (k *officer) onTheWay(t *staff.Task, to int, fire string) string {
	stage := k.stage(t.Unit, k.way(t.Unit, to))
	if !k.ventures(t.Unit, stage) {
		return k.stayInPlace(t, fire)
	}
	return k.march(t.Unit, stage) + k.stayInPlace(t, fire)
}

// mustTakeRisks reports whether the side must take risks: it is the second half and the side is not ahead.
func (k *officer) mustTakeRisks() bool { return k.Turn*2 > k.Turns && k.Lead <= 0 }

// ventures reports whether a unit may move to a hex with enemies adjacent.
func (k *officer) ventures(u *staff.Unit, hex int) bool {
	against := 0
	for i := range k.Foes {
		if f := &k.Foes[i]; k.b.distance(f.At.X, hex) <= 1 {
			if against += f.Weight; f.Arm == staff.Guns || f.Worn {
				against -= f.Weight / 2
			}
		}
	}
	dared := k.byTemper(80, 110, 150) + 5*k.die("venture", 9)
	return k.mustTakeRisks() || u.Weight*dared >= against*100
}

// firesFirst reports whether attacking infantry fires before it closes: while the attack is being prepared,
// against a stronger enemy, and against an enemy with one block left. A unit on a bridge or in a ford moves
// on, because it is exposed there.
func (k *officer) firesFirst(u *staff.Unit, way []int, closes bool) bool {
	last := func(f staff.Unit) bool { return f.Weight <= 10 && k.fires(u, u.At.X, f.At.X) }
	if slices.ContainsFunc(k.Foes, last) {
		return true
	}
	return !k.isCrossing(u.At.X) && (k.isPreparing() || !closes || len(way) > 0 && !k.ventures(u, way[0]))
}

// isPreparing reports whether the attack is still being prepared by fire. Temper and a die decide for how many turns.
func (k *officer) isPreparing() bool { return k.Turn < k.die("assault", 3)+k.byTemper(1, 0, -1) }

// canClose reports whether a unit is strong enough to close with an enemy, by expected hits: dice hit cavalry
// and guns less often than infantry.
func (k *officer) canClose(u, foe *staff.Unit) bool {
	kind := k.kind(u)
	dice := u.Weight + 10*kind.Melee + 10*k.b.terrainAt(foe.At.X).Into[kind.Arm]
	against := foe.Weight
	if foe.Arm == staff.Foot {
		dice += 10 * kind.Foot
	} else {
		dice = dice * 2 / 3
	}
	if u.Arm == staff.Horse {
		against = against * 2 / 3
	}
	if u.Arm == staff.Horse && (dice < 20 || k.Facts[foe.ID].Get("square") == "yes") {
		return false
	}
	if m := k.Facts[foe.ID].Get("morale"); foe.Arm == staff.Guns || m == Shaken.String() || m == Broken.String() {
		against = against * 2 / 3
	}
	return dice*100 >= against*(k.byTemper(110, 95, 80)+k.die("close/"+foe.ID, 5)*5)
}

// support returns a battery to join in an attack on an adjacent enemy in cover.
func (k *officer) support(u, foe *staff.Unit) string {
	if k.b.distance(u.At.X, foe.At.X) > 1 || k.b.terrainAt(foe.At.X).Into[Infantry] == 0 {
		return ""
	}
	for i := range k.Own {
		if g := &k.Own[i]; g.Mine && g.Range > staffHex && k.b.distance(g.At.X, foe.At.X) <= k.kind(g).Range {
			return " WITH " + g.ID
		}
	}
	return ""
}
