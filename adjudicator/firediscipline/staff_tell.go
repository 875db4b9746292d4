package firediscipline

import (
	"fmt"
	"slices"

	"galloper/adjudicator"
	"galloper/adjudicator/board"
	"galloper/adjudicator/staff"
)

// tell says what a task means to a regiment; "": nothing that it does not do anyhow.
func (k *officer) tell(t *staff.Task) string {
	if t.Unit.Arm == staff.Guns {
		return k.battery(t)
	}
	switch t.Do {
	case staff.Strike:
		return k.strike(t)
	case staff.Take:
		return k.goTo(t)
	case staff.Keep:
		if t.Unit.Arm == staff.Foot && t.Far <= staffHelp && k.fought(t.Foe) {
			return "CHARGE " + k.placeName(t.Foe.At)
		}
		return "HOLD " + k.spot(t) + k.past(t.Unit, t.Place.At) + k.facing(t) + k.fire(t.Unit)
	case staff.Follow:
		behind := k.b.clamp(t.Friend.At.Step(staffFarBack, k.b.Sides[k.side].Edge))
		if k.b.overWater(t.Unit.At, behind) || t.Foe != nil && behind.Distance(t.Foe.At) > t.Far+staffInReach {
			return "HOLD" + k.facing(t)
		}
		return fmt.Sprint(k.trails(t.Unit), " ", t.Friend.ID, " AT ", staffRear/board.Yard, " YDS")
	case staff.FallBack:
		return staffWithdraw
	}
	return "HOLD" + k.facing(t) + k.fire(t.Unit)
}

// trails is how a unit goes behind a friend: horse that supports foot would come to stand behind it when it fights.
func (k *officer) trails(u *staff.Unit) Verb {
	if u.Arm == staff.Horse {
		return Follow
	}
	return Support
}

// goTo sends a unit to a place: to storm it where the enemy is or may be, who would else be met at sixty yards; to
// stay where it lies behind the unit.
func (k *officer) goTo(t *staff.Task) string {
	front := (k.b.Sides[k.side].Edge + 180) % 360
	turn := board.Turn(front, t.Unit.At.Bearing(t.Place.At, front))
	switch {
	case t.Beside == 0 && (k.steel(t.Unit) || t.Foe != nil && t.Foe.At.Within(t.Place.At, 2*staffAtPlace)):
		return "ASSAULT " + t.Place.ID + k.against(t.Unit, t.Place.At)
	case t.Place.Held == staff.Nobody && (turn > 90 || turn < -90 || t.Unit.At.Within(t.Place.At, 2*staffInReach)):
		return "HOLD " + k.spot(t) + k.past(t.Unit, t.Place.At) + k.fire(t.Unit)
	}
	return "ADVANCE TO " + k.spot(t) + k.past(t.Unit, t.Place.At) + k.fire(t.Unit)
}

// strike sends a unit at an enemy. Who is better with steel than with his muskets, and who comes to help a friend,
// charges; other foot goes up to him and fires; horse seeks the flank of foot that stands in order.
func (k *officer) strike(t *staff.Task) string {
	to := k.shaped(t.Abreast(t.Foe.At, staffAbreast))
	helps := k.fought(t.Foe)
	switch {
	case t.Unit.Arm == staff.Light:
	case helps:
		to = t.Foe.At
		return "CHARGE " + k.placeName(to) + k.past(t.Unit, to)
	case t.Unit.Arm == staff.Horse && t.Foe.Arm == staff.Foot && !t.Foe.Worn && t.Far > staffPressing+staffInReach/2 &&
		!k.onFlank(t):
		to = k.flank(t)
	case t.Unit.Arm == staff.Horse || t.Foe.Arm == staff.Guns || k.steel(t.Unit):
		return "CHARGE " + k.placeName(to) + k.past(t.Unit, to)
	}
	return "ADVANCE TO " + k.placeName(to) + k.past(t.Unit, to) + k.opens(t.Unit)
}

// steel reports whether foot does better to run in than to fire.
func (k *officer) steel(u *staff.Unit) bool {
	r := &k.b.Units[k.b.unit(u.ID)]
	return r.Arm == Foot && r.Melee != "bayonet" && r.Firearm != "flintlock"
}

// front is where an enemy faces; who is not known by name is thought to face the unit.
func (k *officer) front(t *staff.Task) int {
	if o := k.Facts[t.Foe.ID]; o != nil && o.Name == "sight.enemy" {
		return o.Int("facing")
	}
	return t.Foe.At.Bearing(t.Unit.At, 0)
}

// onFlank reports whether a unit stands where it takes an enemy in the flank or the rear.
func (k *officer) onFlank(t *staff.Task) bool {
	front := k.front(t)
	turn := board.Turn(front, t.Foe.At.Bearing(t.Unit.At, front))
	return turn > staffFlank || turn < -staffFlank
}

// flank is the point off the flank of an enemy that is nearest to a unit.
func (k *officer) flank(t *staff.Task) board.Point {
	front := k.front(t)
	right := t.Foe.At.Step(2*staffAbreast, (front+90)%360)
	left := t.Foe.At.Step(2*staffAbreast, (front+270)%360)
	if t.Unit.At.Distance(left) < t.Unit.At.Distance(right) && k.b.onMap(left) || !k.b.onMap(right) {
		return k.shaped(left)
	}
	return k.shaped(right)
}

// fought reports whether a friend is hand to hand with an enemy.
func (k *officer) fought(foe *staff.Unit) bool {
	return foe != nil && slices.ContainsFunc(k.Own, func(u staff.Unit) bool {
		return u.Fights && u.At.Within(foe.At, staffInReach)
	})
}

// spot is the place of a task: the first unit goes to it, the others beside it.
func (k *officer) spot(t *staff.Task) string {
	if t.Beside == 0 {
		return t.Place.ID
	}
	return k.placeName(k.shaped(t.Abreast(t.Place.At, staffAbreast)))
}

// placeName writes a point by a place where there is one near by, that is not too wide to say where: people read it.
func (k *officer) placeName(p board.Point) string {
	best, least := exactly(p), staffNamed+1
	for i := range k.b.Features {
		f := &k.b.Features[i]
		if f.Kind == Water || f.Kind == Hill && f.Level > 1 || f.Kind == Rough {
			continue
		}
		if d := f.Centre.Distance(p); d < least {
			best, least = f.ID, d
		}
		for yards := 50; yards <= 150; yards += 50 {
			for dir := 0; dir < 360; dir += 45 {
				if d := k.b.clamp(f.Centre.Step(yards*board.Yard, dir)).Distance(p); d < least {
					best, least = fmt.Sprint(yards, " YDS ", dir, " OF ", f.ID), d
				}
			}
		}
	}
	return best
}

// fire lets skirmishers shoot as soon as they can.
func (k *officer) fire(u *staff.Unit) string {
	if u.Arm == staff.Light || u.Arm == staff.Foot && k.o.Die(1, "fire/"+u.ID, 6) > 4 {
		return " FIRE AT WILL"
	}
	return ""
}

// opens is at what range foot that goes forward opens fire, which is also how near it goes: by its colonel.
func (k *officer) opens(u *staff.Unit) string {
	if u.Arm != staff.Foot || k.steel(u) {
		return k.fire(u)
	}
	die := k.o.Die(1, "fire/"+u.ID, 6)
	if k.o.Temper == adjudicator.Bold {
		die -= 2
	}
	if die <= 2 {
		return " FIRE AT 30"
	}
	return ""
}

// facing turns a unit to the nearest enemy, by eighths of a circle; foot near him turns of itself to whom it sees.
func (k *officer) facing(t *staff.Task) string {
	if t.Foe == nil || t.Unit.Arm == staff.Foot && t.Far <= focusReach*board.Yard {
		return ""
	}
	eighth := (t.Unit.At.Bearing(t.Foe.At, 0) + 22) / 45 * 45 % 360
	return fmt.Sprint(" FACING ", eighth)
}

// shaped is a point on the field, rounded: orders would else change with each step of the enemy.
func (k *officer) shaped(p board.Point) board.Point {
	const step = staffShape * board.Yard
	return k.b.clamp(board.Point{X: p.X / step * step, Y: p.Y / step * step})
}

// exactly writes a point to the yard.
func exactly(p board.Point) string { return fmt.Sprint(p.X/board.Yard, ",", p.Y/board.Yard) }
