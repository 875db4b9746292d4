package firediscipline

import (
	"fmt"

	"galloper/adjudicator/board"
	"galloper/adjudicator/staff"
)

// battery says what guns are told. Once unlimbered they stay, and lay themselves; before that they are sent to where
// they hit somebody over nobody's head.
func (k *officer) battery(t *staff.Task) string {
	if Formation(k.Facts[t.Unit.ID].Get("formation")) == Unlimbered {
		return ""
	}
	if t.Foe != nil && t.Foe.At.Within(t.Unit.At, staffGunsShut) {
		return fmt.Sprint("HOLD FACING ", toTen(t.Unit.At.Bearing(t.Foe.At, 0)), " UNLIMBER")
	}
	spot, foe := k.emplacement(t)
	switch {
	case foe == nil && t.Do == staff.Follow:
		return fmt.Sprint(Follow, " ", t.Friend.ID, " AT ", staffRear/board.Yard, " YDS")
	case foe == nil:
		return "HOLD" + k.facing(t)
	}
	facing := fmt.Sprint(" FACING ", toTen(spot.Bearing(foe.At, 0)), " UNLIMBER")
	if spot.Within(t.Unit.At, staffAtPlace/2) {
		return "HOLD" + facing
	}
	return "HOLD " + k.placeName(spot) + k.past(t.Unit, spot) + facing
}

// toTen rounds degrees to tens.
func toTen(degrees int) int { return (degrees + 5) / 10 * 10 % 360 }

// emplacement is where guns are best set up, and for whom: after a short march, with an enemy within good range whom no
// cover shelters and no friend hides. foe is nil where there is no such place.
func (k *officer) emplacement(t *staff.Task) (spot board.Point, foe *staff.Unit) {
	least := 0
	for i := range k.Foes {
		f := &k.Foes[i]
		cost := 0
		switch k.b.coverAt(f.At) {
		case protected:
			cost = staffGunsOff / 2
		case earthworks:
			cost = staffGunsOff
		}
		if f.Arm == staff.Light || f.Arm == staff.Guns {
			cost += staffGunsOff / 2
		}
		cost += k.o.Die(1, "guns/"+f.ID, 4) * staffAbreast / 2
		if d := t.Unit.At.Distance(f.At); d <= staffGunshot && k.hasShot(t.Unit.At, f) && (foe == nil || cost < least) {
			spot, foe, least = t.Unit.At, f, cost
			continue
		}
		back := f.At.Bearing(t.Unit.At, 0)
		for _, aside := range [...]int{0, 30, 330, 60, 300} {
			p := k.shaped(f.At.Step(staffGunsOff+staffShape*board.Yard/2, (back+aside)%360))
			if march := cost + k.far(t.Unit.At, p); (foe == nil || march < least) && k.reachable(t.Unit, p) && k.hasShot(p, f) {
				spot, foe, least = p, f, march
			}
		}
	}
	return spot, foe
}

// reachable reports whether guns come to a point before the enemy bars it.
func (k *officer) reachable(u *staff.Unit, p board.Point) bool {
	if !k.b.onMap(p) || k.b.percent(p, goGuns) < 50 || k.b.overWater(u.At, p) && len(k.bridge(u.At, p)) == 0 {
		return false
	}
	for i := range k.Foes {
		if k.Foes[i].At.DistanceToLine(u.At, p) <= staffGunsShut {
			return false
		}
	}
	for i := range k.Own {
		if f := &k.Own[i]; f.ID != u.ID && f.At.Within(p, staffAtPlace) {
			return false
		}
	}
	return true
}

// hasShot reports whether from a point an enemy can be hit: the shot is clear, and no friend stands in its way who
// is not far below it.
func (k *officer) hasShot(p board.Point, foe *staff.Unit) bool {
	if !k.b.clearShot(p, foe.At) {
		return false
	}
	high := k.b.height(p)
	over := k.b.height(foe.At) < high
	for i := range k.Own {
		f := &k.Own[i]
		wide := staffBand + k.Facts[f.ID].Int("frontage")/2
		if f.At.Within(p, staffAtPlace/2) || f.At.DistanceToLine(p, foe.At) > wide ||
			f.At.Distance(foe.At) >= p.Distance(foe.At) || over && k.b.height(f.At) < high {
			continue
		}
		return false
	}
	return true
}
