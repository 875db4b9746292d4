package orderdiscipline

import (
	"slices"

	"galloper/adjudicator/board"
	"galloper/adjudicator/staff"
)

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
	k.goes(t.Unit, prey.At, k.allowance(t.Unit))
	return true
}

// atDisadvantage reports whether an enemy is vulnerable to a charge now: it is routing, or cavalry attacks
// from the flank or rear guns or infantry that is in melee or too close to form square.
func (k *officer) atDisadvantage(t *staff.Task, f *staff.Unit) bool {
	o := k.Facts[f.ID]
	switch {
	case !k.seen(f):
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
	return zoneOf(k.standing(u), f.At) == Front && k.effort(u, f.At) <= k.allowance(u) && !k.barred(u, f.At, k.Own) &&
		!k.barred(u, f.At, k.Foes) && !k.barred(u, f.At, k.routed)
}

// effort returns the movement cost of the way to a point, or more than any allowance if the way is
// impassable.
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
		case !l.meets(board.Segment{A: u.At, B: to}):
		case c == impassable:
			return never
		default:
			cost += c
		}
	}
	return cost
}

// barred reports whether one of the units stands in the way to a point.
func (k *officer) barred(u *staff.Unit, to board.Point, by []staff.Unit) bool {
	return slices.ContainsFunc(by, func(o staff.Unit) bool {
		return o.ID != u.ID && o.At != to && before(u.At, to, o.At) && u.At.Distance(o.At) < u.At.Distance(to) &&
			o.At.DistanceToLine(u.At, to) <= k.abreast(u.ID, o.ID)
	})
}

// prowls writes the orders of cavalry near an enemy that it cannot catch, and reports whether there are any.
// The cavalry waits beside the enemy or moves out of its fire; it never charges a formed front or stays in a
// field of fire.
func (k *officer) prowls(t *staff.Task, say func(string, ...any)) bool {
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
	case k.joined(t.Foe):
		to = k.hover(u, t.Foe)
	case t.Do == staff.Strike:
		to = k.cover(u, t.Foe.At)
	case t.Do == staff.Follow && !hot:
		return false
	}
	switch {
	case to != nil:
		k.goes(u, *to, k.allowance(u))
		say("MOVE TO %s FACING %d", k.onLand(*to), to.Bearing(t.Foe.At, 0))
	case hot:
		away := k.onTable(u.At.Step(k.allowance(u)/2, t.Foe.At.Bearing(u.At, 0)))
		k.goes(u, away, k.allowance(u)/2)
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

// hover returns the point where cavalry waits to catch an enemy: beside it, out of all fire, within one
// charge, and if possible on the side where the cavalry is. It returns nil if the unit is there already or
// there is no such point.
func (k *officer) hover(u, foe *staff.Unit) (best *board.Point) {
	front, least := k.Facts[foe.ID].Int("facing"), 0
	for _, turn := range [...]int{90, -90, 120, -120} {
		at := k.onTable(foe.At.Step(staffHovers, board.Degrees(front+turn)))
		if k.exposedAt(at) || k.exposedOn(u, at, k.allowance(u)) || k.barred(u, at, k.Foes) {
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

// joined reports whether friendly infantry is close enough to keep an enemy busy.
func (k *officer) joined(foe *staff.Unit) bool {
	return slices.ContainsFunc(k.Own, func(u staff.Unit) bool {
		return (u.Arm == staff.Foot || u.Arm == staff.Light) && u.At.Within(foe.At, staffJoined)
	})
}
