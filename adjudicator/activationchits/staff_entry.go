package activationchits

import (
	"slices"
	"strconv"
	"strings"

	"galloper/adjudicator/staff"
)

// direct makes of the tasks what they come to here: in an attack a column goes for each place that is not ours, and
// foot does not march over the field at guns.
func (k *officer) direct(plan staff.Plan, tasks []staff.Task) {
	if plan == staff.Attack {
		k.tellOff(tasks)
	}
	waits, hunts := k.letsCome(), plan == staff.Attack && k.die("hunt", 2) == 1
	for i := range tasks {
		t := &tasks[i]
		if t.Do == staff.Follow && t.Unit.Arm == staff.Horse && t.Foe != nil && hunts {
			t.Do = staff.Strike
		}
		if t.Do == staff.Take && t.Foe != nil && k.walled(t.Unit, t.Place.At.X) {
			t.Do, t.Place = staff.Strike, nil
			t.Foe, t.Far = k.inTheOpen(t.Unit, t.Foe)
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

// letsCome reports whether the seat lets the enemy come, as who has all the places may: by temper and by a die.
func (k *officer) letsCome() bool {
	theirs := func(p staff.Place) bool { return p.Held != staff.Ours }
	return len(k.Places) > 0 && !slices.ContainsFunc(k.Places, theirs) && k.die("wait", 4) <= k.dares(3, 2, 1)
}

// nearestPlace is the place nearest to a unit; there is one.
func (k *officer) nearestPlace(u *staff.Unit) *staff.Place {
	best := &k.Places[0]
	for i := range k.Places {
		if p := &k.Places[i]; k.Far(u.At, p.At) < k.Far(u.At, best.At) {
			best = p
		}
	}
	return best
}

// nearestMan is the enemy's foot or horse that is nearest to a unit; nil: none is known.
func (k *officer) nearestMan(u *staff.Unit) (near *staff.Unit) {
	for i := range k.Foes {
		if f := &k.Foes[i]; f.Arm != staff.Guns && (near == nil || k.Far(u.At, f.At) < k.Far(u.At, near.At)) {
			near = f
		}
	}
	return near
}

// tellOff sends at the places that are not ours, till each has its column, always who comes there soonest of those
// who have no enemy upon them.
func (k *officer) tellOff(tasks []staff.Task) {
	wants := make([]int, len(k.Places))
	for i := range wants {
		wants[i] = k.column(&k.Places[i], tasks)
	}
	for {
		unit, place, least := -1, 0, wayClosed
		for i := range tasks {
			for p := range k.Places {
				if wants[p] <= 0 || !k.spared(&tasks[i]) || k.walled(tasks[i].Unit, k.Places[p].At.X) {
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

// spared reports whether a unit may still be sent at a place.
func (k *officer) spared(t *staff.Task) bool {
	return (t.Do == staff.Strike || t.Do == staff.Stand || t.Do == staff.Follow) && !t.Unit.Worn &&
		t.Unit.Arm != staff.Guns && (t.Foe == nil || t.Far > staffHex)
}

// walled reports whether horse is of no use against a hex: it has hardly a die to roll there against who is in it, or
// will be before it comes.
func (k *officer) walled(u *staff.Unit, hex int) bool {
	return u.Arm == staff.Horse && k.b.terrainAt(hex).Into[Cavalry] <= -2 && k.foeWithin(hex) <= 1
}

// inTheOpen is the nearest enemy whom horse can charge, and how far off he is; else the one that is given.
func (k *officer) inTheOpen(u, other *staff.Unit) (near *staff.Unit, far int) {
	near, far = other, everywhere*staffHex
	for i := range k.Foes {
		f := &k.Foes[i]
		if d := k.Far(u.At, f.At); d < far && k.b.terrainAt(f.At.X).Into[Cavalry] > -2 {
			near, far = f, d
		}
	}
	return near, k.Far(u.At, near.At)
}

// column is how many more are to go for a place: one for what no enemy is near, else some by temper and die, other
// seats' who are there already among them; who is behind in the second half sends all.
func (k *officer) column(place *staff.Place, tasks []staff.Task) int {
	want := 1
	switch {
	case place.Held == staff.Ours:
		return 0
	case k.presses():
		return len(tasks)
	case k.foeWithin(place.At.X) <= 2:
		want = k.dares(1, 2, 2) + k.die("column/"+place.ID, 2)
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

// nearest is the enemy nearest to a unit, and how far off he is.
func (k *officer) nearest(u *staff.Unit) (near *staff.Unit, far int) {
	for i := range k.Foes {
		if d := k.Far(u.At, k.Foes[i].At); near == nil || d < far {
			near, far = &k.Foes[i], d
		}
	}
	return near, far
}

// entry says what a task means in a plan; nothing for who hears no leader.
func (k *officer) entry(t *staff.Task) string {
	u, fire := k.Facts[t.Unit.ID], k.fire(t)
	enters := t.Place != nil && t.Beside == 0 && k.stands(t.Unit, t.Place.At.X)
	switch m := u.Get("morale"); {
	case !k.reached(t.Unit.At.X):
		return ""
	case m == Broken.String() && t.Foe != nil && t.Far <= staffReach:
		return k.escape(t) + "RALLY"
	case m == Broken.String(), m == Shaken.String() && !enters && k.rallies(t):
		return "RALLY"
	case u.Get("square") == "yes":
		return k.square(t, fire)
	case t.Unit.Arm == staff.Guns:
		return k.battery(t, fire)
	case k.keeps(t.Unit):
		return k.stay(t, fire)
	case enters:
		return "MOVE TO " + t.Place.ID + " ELSE ATTACK " + t.Place.ID + " ELSE " + k.onTheWay(t, t.Place.At.X, fire)
	case t.Do == staff.Strike:
		return k.attack(t, fire)
	case t.Do == staff.Take:
		return k.storm(t, fire)
	case t.Do == staff.Follow:
		return k.chance(t) + k.march(t.Unit, k.freeBeside(t.Unit, t.Friend.At.X)) + k.stay(t, fire)
	case t.Unit.Worn && t.Foe != nil && (t.Far <= staffVolley || k.shelled(t.Unit.At.X)):
		return k.escape(t) + "RALLY UNLESS STEADY ELSE " + k.stay(t, fire)
	case t.Do == staff.Keep || t.Do == staff.Stand && !t.Unit.Worn:
		return k.chance(t) + k.march(t.Unit, k.post(t)) + k.stay(t, fire)
	}
	return k.stay(t, fire)
}

// chance lets horse that waits fall on who comes before it weakened, or on guns.
func (k *officer) chance(t *staff.Task) string {
	if t.Unit.Arm != staff.Horse {
		return ""
	}
	for i := range k.Foes {
		f := &k.Foes[i]
		m := k.Facts[f.ID].Get("morale")
		weak := f.Weight <= 20 || f.Arm == staff.Guns || m == Shaken.String() || m == Broken.String()
		near := k.b.distance(t.Unit.At.X, f.At.X) <= k.kind(t.Unit).Fight+1 && k.b.inSight(t.Unit.At.X, f.At.X)
		if weak && near && k.closes(t.Unit, f) {
			return "ATTACK " + f.ID + " ELSE "
		}
	}
	return ""
}

// rallies reports whether the shaken do that first: not with an enemy upon them; nor those with few left, who seldom
// succeed, where they have somebody to fire at.
func (k *officer) rallies(t *staff.Task) bool {
	_, marks := k.bestMark(t.Unit)
	return (t.Foe == nil || t.Far > staffHex) && (marks == 0 || t.Unit.Weight > 20 && k.dares(1, 1, 0) > 0)
}

// march is the way to a hex, for who does not stand there.
func (k *officer) march(u *staff.Unit, to int) string {
	if to == u.At.X {
		return ""
	}
	return "MOVE TO " + k.b.hexName(to) + " ELSE "
}

// escape is the way out of an enemy's reach, if he is as near then as he is now: who has been driven off before his
// turn comes is not to come back by it.
func (k *officer) escape(t *staff.Task) string {
	way := k.march(t.Unit, k.away(t))
	if far := t.Far / staffHex; t.Far <= staffVolley {
		way = strings.Replace(way, " ELSE", " IF ENEMY WITHIN "+strconv.Itoa(far)+" ELSE", 1)
	}
	return way
}

// square breaks up a square when no enemy horse is near.
func (k *officer) square(t *staff.Task, fire string) string {
	near := func(f staff.Unit) bool {
		return f.Arm == staff.Horse && k.b.distance(t.Unit.At.X, f.At.X)*staffHex <= staffVolley
	}
	if slices.ContainsFunc(k.Foes, near) {
		return fire + "HOLD"
	}
	return "LEAVE SQUARE ELSE " + fire + "HOLD"
}

// fire lets a unit fire first that has somebody in range, or soon may have: at him whom it is best to fire at, where
// there are several.
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

// bestMark is whom a unit does best to fire at, and among how many: foot rather than what a die hits as seldom
// again, the weak, the near and who stands on a place before others, and for the rest by a die.
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
		if k.keeps(f) {
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

// stay keeps a unit where it is. Who has the enemy next to it cannot fire: it strikes first, unless he is twice as
// strong; who keeps a prize does not leave it for that. Horse and the shaken who are too weak for him go away.
func (k *officer) stay(t *staff.Task, fire string) string {
	foe, far := k.nearest(t.Unit)
	near, from := t.Unit.Arm != staff.Guns && foe != nil && far <= staffHex && foe.Weight < 2*t.Unit.Weight, ""
	steady := k.Facts[t.Unit.ID].Get("morale") == Steady.String()
	if near && (t.Unit.Arm == staff.Horse || !steady && !k.keeps(t.Unit)) && !k.closes(t.Unit, foe) {
		if !k.keeps(t.Unit) {
			fire = k.march(t.Unit, k.away(t))
		}
		return fire + "HOLD"
	}
	if k.keeps(t.Unit) {
		from = " FROM " + k.b.hexName(t.Unit.At.X)
	} else if near {
		return "ATTACK " + foe.ID + k.support(t.Unit, foe) + " ELSE ATTACK NEAREST IF STEADY ELSE HOLD"
	}
	if near || fire != "" && t.Unit.Arm == staff.Foot && !t.Unit.Worn {
		fire += "ATTACK NEAREST" + from + " IF ENEMY WITHIN 1 ELSE "
	}
	return fire + "HOLD"
}

// attack closes with an enemy, or goes to where he was last. Foot that could fire as well does so first while the
// attack is being prepared, and where it is too weak to close; horse that is waits for its time.
func (k *officer) attack(t *staff.Task, fire string) string {
	assault := "ATTACK " + t.Foe.ID + k.support(t.Unit, t.Foe) + " ELSE "
	closes, way := k.closes(t.Unit, t.Foe), k.way(t.Unit, t.Foe.At.X)
	closes = closes || t.Unit.Arm != staff.Horse && t.Far <= staffHex
	switch {
	case t.Unit.Arm == staff.Horse && !closes:
		to := k.stage(t.Unit, way)
		if k.foeWithin(to)*staffHex < staffVolley {
			to = k.post(t)
		}
		return k.march(t.Unit, to) + k.stay(t, fire)
	case t.Unit.Arm == staff.Foot && t.Far > staffVolley:
		assault = ""
	case fire != "" && k.firesFirst(t.Unit, way, closes):
		assault = fire + assault
	}
	return assault + k.onTheWay(t, t.Foe.At.X, fire)
}

// storm goes for a place that is not ours, and at who is in the way.
func (k *officer) storm(t *staff.Task, fire string) string {
	if t.Unit.Arm == staff.Horse && k.prepares() && !k.crossing(t.Unit.At.X) {
		return k.march(t.Unit, k.post(t)) + k.stay(t, fire)
	}
	assault, way, closes := "", k.way(t.Unit, t.Place.At.X), true
	if foe, held := k.at(k.Foes, t.Place.At.X); held && len(way) <= k.kind(t.Unit).Fight+1 {
		if closes = k.closes(t.Unit, foe); closes || t.Unit.Arm != staff.Horse {
			assault = "ATTACK " + t.Place.ID + " ELSE "
		}
	}
	for i, hex := range way {
		if foe, ok := k.at(k.Foes, hex); ok && i <= k.kind(t.Unit).Fight && hex != t.Place.At.X {
			if closes = k.closes(t.Unit, foe); closes || t.Unit.Arm != staff.Horse {
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

// onTheWay brings a unit on to where it is sent, but not alone among more of the enemy than it can take on.
func (k *officer) onTheWay(t *staff.Task, to int, fire string) string {
	stage := k.stage(t.Unit, k.way(t.Unit, to))
	if !k.ventures(t.Unit, stage) {
		return k.stay(t, fire)
	}
	return k.march(t.Unit, stage) + k.stay(t, fire)
}

// presses reports whether all must be dared: in the second half, by who is not ahead.
func (k *officer) presses() bool { return k.Turn*2 > k.Turns && k.Lead <= 0 }

// ventures reports whether a unit may go to where the enemy is upon it.
func (k *officer) ventures(u *staff.Unit, hex int) bool {
	against := 0
	for i := range k.Foes {
		if f := &k.Foes[i]; k.b.distance(f.At.X, hex) <= 1 {
			if against += f.Weight; f.Arm == staff.Guns || f.Worn {
				against -= f.Weight / 2
			}
		}
	}
	dared := k.dares(80, 110, 150) + 5*k.die("venture", 9)
	return k.presses() || u.Weight*dared >= against*100
}

// firesFirst reports whether foot that attacks fires before it closes: while the attack is being prepared, and
// where it is too weak for whom it would meet, and at who is down to his last block. Who stands on a bridge or in a
// ford, under everybody's fire, gets on.
func (k *officer) firesFirst(u *staff.Unit, way []int, closes bool) bool {
	last := func(f staff.Unit) bool { return f.Weight <= 10 && k.fires(u, u.At.X, f.At.X) }
	if slices.ContainsFunc(k.Foes, last) {
		return true
	}
	return !k.crossing(u.At.X) && (k.prepares() || !closes || len(way) > 0 && !k.ventures(u, way[0]))
}

// prepares reports whether the attack is still being prepared by fire: for how many turns is a matter of temper,
// and of a die.
func (k *officer) prepares() bool { return k.Turn < k.die("assault", 3)+k.dares(1, 0, -1) }

// closes reports whether a unit is strong enough to close with an enemy: by dice for blocks, and by what hits,
// which is horse and guns more seldom than foot.
func (k *officer) closes(u, foe *staff.Unit) bool {
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
	return dice*100 >= against*(k.dares(110, 95, 80)+k.die("close/"+foe.ID, 5)*5)
}

// support is a battery that joins in an attack on who is next to the unit and in cover.
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
