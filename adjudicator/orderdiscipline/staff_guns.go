package orderdiscipline

import (
	"slices"

	"galloper/adjudicator/board"
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
			if to != k.onTable(to) || !k.bears(u, to) || k.enemyWithin(to, staffSafe) {
				continue
			}
			if foe, _ := k.fieldOfFire(u, to); foe != nil {
				k.goes(u, to, k.allowance(u))
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

// bears reports whether guns may stand at a point: the ground is passable for them and no friend stands
// there.
func (k *officer) bears(u *staff.Unit, at board.Point) bool {
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
		if far > u.Range || !k.seen(f) || k.engaged(f) || !k.b.clearView(at, f.At) || k.crossed(u, f, at) {
			continue
		}
		before := zoneOf(from, f.At) == Front
		if best == nil || before && !faced || before == faced && far < least {
			best, faced, least = f, before, far
		}
	}
	return best, faced
}

// seen reports whether an enemy was in sight at the end of the last turn.
func (k *officer) seen(f *staff.Unit) bool { return k.Facts[f.ID].Int("turn")+1 >= k.Turn }

// engaged reports whether an enemy is in melee with a friend.
func (k *officer) engaged(foe *staff.Unit) bool {
	at := k.standing(foe).Quad()
	for i := range k.Own {
		if f := k.standing(&k.Own[i]).Quad(); at.Gap(&f) <= touching {
			return true
		}
	}
	return false
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
