package orderdiscipline

import (
	"slices"

	"galloper/adjudicator/board"
	"galloper/adjudicator/rules"
	"galloper/adjudicator/staff"
)

// Parameters of the search for a field of fire, in hundredths of an inch.
const (
	staffShift  = 200  // distance between the spots tried
	staffShifts = 4    // number of spots tried in each direction
	staffSafe   = 1000 // distance to the enemy within which guns don't limber
)

// standing returns a unit's rectangle as the seat knows it.
func (k *officer) standing(u *staff.Unit) board.Rect {
	o := k.Facts[u.ID]
	return board.Rect{Centre: u.At, Facing: o.Int("facing"), Frontage: o.Int("frontage"), Depth: o.Int("depth")}
}

// lay writes the orders of guns with an enemy in range: they fire, and turn if that gives them a target.
// Limbered guns first move to a nearby spot with a clear field of fire if theirs is blocked; for deployed
// guns the move would cost more shots than it gains.
func (k *officer) lay(t *staff.Task, say func(string, ...any)) {
	foe, faced := k.fieldOfFire(t.Unit, t.Unit.At)
	limbered := k.Facts[t.Unit.ID].Get("formation") == "limbered"
	if limbered && foe == nil && t.Far > staffSafe && k.resite(t, say) {
		return
	}
	switch {
	case limbered && foe != nil && !faced:
		say("FORM deployed FACING %s", point(foe.At))
	case limbered:
		say("UNLIMBER")
	default:
		if foe != nil && !faced {
			say("FACE %s", point(foe.At))
		}
		say("FIRE AT WILL")
	}
}

// covered reports whether guns without a target in range may come up to fire: friendly infantry is closer to
// the enemy than they will be.
func (k *officer) covered(t *staff.Task) bool {
	stand := t.Unit.Range * 3 / 4
	return slices.ContainsFunc(k.Own, func(f staff.Unit) bool {
		return f.Arm == staff.Foot && f.At.Distance(t.Foe.At)+staffBehind <= stand
	})
}

// resite moves limbered guns to the nearest spot with a field of fire and reports whether there is one.
func (k *officer) resite(t *staff.Task, say func(string, ...any)) bool {
	u := t.Unit
	if u.Sent != nil && u.At.Within(*u.Sent, staffShift) {
		return false // already moved to a spot: fire from here instead of searching on
	}
	way := u.At.Bearing(t.Foe.At, 0)
	for n := 1; n <= staffShifts; n++ {
		for _, aside := range [...]int{90, 270, 45, 315} {
			to := u.At.Step(n*staffShift, board.Degrees(way+aside))
			if to != k.onTable(to) || !k.canPlaceGuns(u, to) || k.enemyWithin(to, staffSafe) {
				continue
			}
			if foe, _ := k.fieldOfFire(u, to); foe != nil {
				k.recordMarch(u, to, k.allowance(u))
				say("MOVE TO %s FACING %d", k.onLand(to), to.Bearing(foe.At, 0))
				return true
			}
		}
	}
	return false
}

// limbers reports whether deployed guns have room to limber. Friends may stand among them until then.
func (k *officer) limbers(u *staff.Unit) bool {
	train := k.standing(u)
	train.Frontage, train.Depth = footprint(k.b.Units[k.b.unitIDs.Must(u.ID)].Kind, Limbered, max(u.Weight/10, 1))
	return !slices.ContainsFunc(k.Own, func(f staff.Unit) bool {
		return f.ID != u.ID && k.bars(f.ID) && train.Overlaps(k.standing(&f))
	})
}

// canPlaceGuns reports whether guns may stand at a point: the ground is passable for them and no friend stands there.
func (k *officer) canPlaceGuns(u *staff.Unit, at board.Point) bool {
	for i := range k.b.Areas {
		if a := &k.b.Areas[i]; k.b.Tables.Area[a.Kind][withGuns] == 0 && a.Poly.Has(at) {
			return false
		}
	}
	for i := range k.Own {
		f := &k.Own[i]
		if q := k.standing(f).Quad(); f.ID != u.ID && q.Distance(at) <= k.Facts[u.ID].Int("frontage")/2+staffClear {
			return false
		}
	}
	return true
}

// fieldOfFire returns the nearest enemy that guns at a point can fire at, as far as is known, and whether
// they face it. Enemies that they face take precedence.
func (k *officer) fieldOfFire(u *staff.Unit, at board.Point) (best *staff.Unit, faced bool) {
	from := k.standing(u)
	from.Centre = at
	least := 0
	for i := range k.Foes {
		f := &k.Foes[i]
		far := at.Distance(f.At)
		if far > u.Range || !k.isInSight(f) || k.engaged(f) || !k.b.clearView(at, f.At) || k.crossed(u, f, at) {
			continue
		}
		before := zoneOf(from, f.At) == Front
		if best == nil || before && !faced || before == faced && far < least {
			best, faced, least = f, before, far
		}
	}
	return best, faced
}

// isInSight reports whether an enemy was in sight at the end of the last turn.
func (k *officer) isInSight(f *staff.Unit) bool { return k.Facts[f.ID].Int("turn")+1 >= k.Turn }

func (k *officer) engaged(foe *staff.Unit) bool {
	at := k.standing(foe).Quad()
	return rules.Any(k.Own, func(i int) bool { f := k.standing(&k.Own[i]).Quad(); return at.Gap(&f) <= touching })
}

// crossed reports whether a third unit stands on the line from a point to an enemy.
func (k *officer) crossed(u, foe *staff.Unit, from board.Point) bool {
	line := board.Segment{A: from, B: foe.At}
	bars := func(units []staff.Unit) bool {
		for i := range units {
			q := k.standing(&units[i]).Quad()
			if id := units[i].ID; id != u.ID && id != foe.ID && q.GapTo(line) == 0 {
				return true
			}
		}
		return false
	}
	return bars(k.Own) || bars(k.Foes)
}

// Parameters of cavalry, in hundredths of an inch.
const (
	staffHovers   = 1100 // distance beside an enemy at which it waits for an opportunity
	staffJoined   = 1000 // distance of friendly infantry that keeps an enemy busy
	staffPointed  = 500  // distance from infantry, which turns to enemies closer than this
	staffMusketry = 1000 // distance from the front of infantry
	staffGunnery  = 1200 // distance from the front of guns
)

// seeRouted records routing enemies, which the rest of the staff ignores.
func (k *officer) seeRouted() {
	for o, turn := range k.Desk.Facts("sight.enemy") {
		if o.Get("routing") == "yes" && o.Int("turn")+1 >= k.Turn && turn+1 >= k.Turn {
			u := staff.Unit{ID: o.Get("sighting"), At: pointOf(o), Weight: standsOf(o) * 10, Arm: armOf(o)}
			k.Facts[u.ID] = o
			k.routed = append(k.routed, u)
		}
	}
}

// strikes charges the nearest enemy caught at a disadvantage and reports whether there is one.
func (k *officer) strikes(t *staff.Task, say func(string, ...any)) bool {
	u := k.Facts[t.Unit.ID]
	if form := u.Get("formation"); t.Unit.Arm == staff.Guns || t.Unit.Bound || u.Get("state") != "steady" ||
		form != "line" && (form != "column" || t.Unit.Arm == staff.Horse) {
		return false
	}
	var prey *staff.Unit
	least := 0
	for _, units := range [][]staff.Unit{k.routed, k.Foes} {
		for i := range units {
			f := &units[i]
			far := t.Unit.At.Distance(f.At)
			if k.atDisadvantage(t, f) && k.reaches(t.Unit, f) && (prey == nil || far < least) {
				prey, least = f, far
			}
		}
	}
	if prey == nil {
		return false
	}
	say("CHARGE %s", k.target(k.Facts[prey.ID]))
	k.recordMarch(t.Unit, prey.At, k.allowance(t.Unit))
	return true
}

// atDisadvantage reports whether an enemy is vulnerable to a charge now: it is routing, or cavalry attacks
// from the flank or rear guns or infantry that is in melee or too close to form square.
func (k *officer) atDisadvantage(t *staff.Task, f *staff.Unit) bool {
	o := k.Facts[f.ID]
	switch {
	case !k.isInSight(f):
		return false
	case o.Get("routing") == "yes":
		return t.Unit.Arm == staff.Horse || t.Foe == nil || t.Far > t.Unit.At.Distance(f.At)
	case t.Unit.Arm != staff.Horse || t.Unit.Worn || f.Arm == staff.Horse || f.Arm == staff.Light ||
		o.Get("formation") == "square":
		return false
	case f.Arm == staff.Guns && o.Get("formation") == "limbered":
		return true
	case zoneOf(k.standing(f), t.Unit.At) == Front:
		return false
	}
	return f.Arm == staff.Guns || k.engaged(f) || t.Unit.At.Within(f.At, k.b.Tables.SquareRoom)
}

// reaches reports whether the unit can charge the enemy, as far as is known: it is in front, within the
// allowance, and no other unit is in the way.
func (k *officer) reaches(u, f *staff.Unit) bool {
	return zoneOf(k.standing(u), f.At) == Front && k.effort(u, f.At) <= k.allowance(u) && !k.isBlocked(u, f.At, k.Own) &&
		!k.isBlocked(u, f.At, k.Foes) && !k.isBlocked(u, f.At, k.routed)
}

// effort returns the movement cost of the way to a point, or more than any allowance if the way is impassable.
func (k *officer) effort(u *staff.Unit, to board.Point) (cost int) {
	const step, never = 50, 1 << 20
	row := [...]int{staff.Foot: onFoot, staff.Light: skirmishing, staff.Horse: onHorse, staff.Guns: withGuns}[u.Arm]
	way := board.NewPaces(u.At, to)
	for s := step; s < way.Length; s += step {
		factor := 1
		for i := range k.b.Areas {
			if a := &k.b.Areas[i]; a.Poly.Has(way.At(s)) {
				f := k.b.Tables.Area[a.Kind][row]
				if f == 0 {
					return never
				}
				factor = max(factor, f)
			}
		}
		cost += factor * step
	}
	arm := k.b.Units[k.b.unitIDs.Must(u.ID)].Kind.Arm()
	for i := range k.b.Lines {
		l := &k.b.Lines[i]
		switch c := k.b.Tables.Line[l.Kind][arm]; {
		case !l.touches(board.Segment{A: u.At, B: to}):
		case c == impassable:
			return never
		default:
			cost += c
		}
	}
	return cost
}

// isBlocked reports whether one of the units stands in the way to a point.
func (k *officer) isBlocked(u *staff.Unit, to board.Point, by []staff.Unit) bool {
	return slices.ContainsFunc(by, func(o staff.Unit) bool {
		return o.ID != u.ID && o.At != to && before(u.At, to, o.At) && u.At.Distance(o.At) < u.At.Distance(to) &&
			o.At.DistanceToLine(u.At, to) <= k.abreast(u.ID, o.ID)
	})
}

// writeStalking writes the orders of cavalry near an enemy that it cannot catch, and reports whether there are any. The
// cavalry waits beside the enemy or moves out of its fire; it never charges a formed front or stays in a field of fire.
func (k *officer) writeStalking(t *staff.Task, say func(string, ...any)) bool {
	u := t.Unit
	if u.Arm != staff.Horse || u.Bound || t.Foe == nil {
		return false
	}
	hot := k.exposedAt(u.At)
	var to *board.Point // destination out of the enemy's fire, if any
	switch {
	case t.Foe.Arm == staff.Horse && !hot:
		return false
	case t.Do == staff.FallBack || u.Worn || t.Foe.Arm == staff.Horse:
	case t.Do == staff.Take || t.Do == staff.Keep:
		to = k.cover(u, t.Place.At)
	case k.isHeldByInfantry(t.Foe):
		to = k.waitingPoint(u, t.Foe)
	case t.Do == staff.Strike:
		to = k.cover(u, t.Foe.At)
	case t.Do == staff.Follow && !hot:
		return false
	}
	switch {
	case to != nil:
		k.recordMarch(u, *to, k.allowance(u))
		say("MOVE TO %s FACING %d", k.onLand(*to), to.Bearing(t.Foe.At, 0))
	case hot:
		away := k.onTable(u.At.Step(k.allowance(u)/2, t.Foe.At.Bearing(u.At, 0)))
		k.recordMarch(u, away, k.allowance(u)/2)
		say("MOVE TO %s KEEPING FRONT", k.onLand(away))
	default:
		face(t, say)
	}
	return true
}

// exposedOn reports whether a unit that rides towards a point would end in the enemy's field of fire, at full
// or at half rate.
func (k *officer) exposedOn(u *staff.Unit, to board.Point, far int) bool {
	way := u.At.Bearing(to, 0)
	for _, far := range [...]int{far, far / 2} {
		if k.exposedAt(u.At.Step(min(u.At.Distance(to), far), way)) {
			return true
		}
	}
	return false
}

// cover returns the farthest point on the way to a goal that is out of the enemy's fire, or nil.
func (k *officer) cover(u *staff.Unit, to board.Point) *board.Point {
	way, far := u.At.Bearing(to, 0), k.allowance(u)
	if u.At.Within(to, far/4) {
		return nil
	}
	for ; far >= k.allowance(u)/4; far -= k.allowance(u) / 4 {
		if !k.exposedOn(u, to, far) {
			at := u.At.Step(min(u.At.Distance(to), far), way)
			return &at
		}
	}
	return nil
}

// waitingPoint returns the point where cavalry waits to catch an enemy: beside it, out of all fire, within one charge,
// and if possible on the side where the cavalry is. It returns nil if the unit is there already or there is no such
// point.
func (k *officer) waitingPoint(u, foe *staff.Unit) (best *board.Point) {
	front, least := k.Facts[foe.ID].Int("facing"), 0
	for _, turn := range [...]int{90, -90, 120, -120} {
		at := k.onTable(foe.At.Step(staffHovers, board.Degrees(front+turn)))
		if k.exposedAt(at) || k.exposedOn(u, at, k.allowance(u)) || k.isBlocked(u, at, k.Foes) {
			continue
		}
		far := u.At.Distance(at)
		if far <= staffApart {
			return nil
		}
		if best == nil || far < least {
			best, least = &at, far
		}
	}
	return best
}

// exposedAt reports whether cavalry at a point is in the field of fire of a nearby enemy.
func (k *officer) exposedAt(at board.Point) bool {
	return slices.ContainsFunc(k.Foes, func(f staff.Unit) bool {
		if f.Arm == staff.Horse {
			return false
		}
		r := k.standing(&f)
		q := r.Quad()
		before := f.Arm == staff.Light || zoneOf(r, at) == Front
		switch far := q.Distance(at); {
		case f.Arm == staff.Guns:
			return before && far <= staffGunnery
		default:
			return far <= staffPointed || before && far <= staffMusketry
		}
	})
}

// isHeldByInfantry reports whether friendly infantry is close enough to keep an enemy busy.
func (k *officer) isHeldByInfantry(foe *staff.Unit) bool {
	return slices.ContainsFunc(k.Own, func(u staff.Unit) bool {
		return (u.Arm == staff.Foot || u.Arm == staff.Light) && u.At.Within(foe.At, staffJoined)
	})
}
