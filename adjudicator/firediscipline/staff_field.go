package firediscipline

import (
	"galloper/adjudicator"
	"galloper/adjudicator/board"
	"galloper/adjudicator/staff"
	"galloper/events"
)

// seeField draws the field as the seat knows it.
func (k *officer) seeField() {
	k.findBridges()
	k.Reach, k.Far = staffInReach, k.far
	k.Eager, k.Elusive, k.Massed = true, true, massed[k.o.Temper]
	k.Friends("sight.own", k.regiment)
	k.Enemies("sight.enemy", staffForgets, k.foe)
	k.Enemies("sight.unknown", 1, k.foe)
	for _, f := range k.b.zones {
		k.Places = append(k.Places, k.zone(&k.b.Features[f]))
	}
	k.lean()
}

// massed is how many per cent of the enemy's strength go in at once or not at all.
var massed = [...]int{adjudicator.Steady: 70, adjudicator.Bold: 60, adjudicator.Cautious: 80}

// lean has the side look to one wing of the enemy, to his middle, or to wherever there is most to gain: by a die that
// falls once in the battle, the same for all its seats.
func (k *officer) lean() {
	if len(k.Foes) == 0 {
		return
	}
	across := func(p board.Point) int {
		if k.b.Sides[k.side].Edge%180 == 0 {
			return p.X
		}
		return p.Y
	}
	low, high := across(k.Foes[0].At), across(k.Foes[0].At)
	for i := range k.Foes {
		low, high = min(low, across(k.Foes[i].At)), max(high, across(k.Foes[i].At))
	}
	wing := k.o.Die(1, "wing/"+k.b.Sides[k.side].ID, 4)
	if high-low < 2*staffAbreast || wing == 4 {
		return
	}
	k.Lean = func(p board.Point) int {
		third := 1 + min(max(3*(across(p)-low)/(high-low), 0), 2)
		if third == wing {
			return 200
		}
		return 70
	}
}

func (k *officer) regiment(o *events.Outcome) (u staff.Unit, ok bool) {
	r := &k.b.Units[k.b.unit(o.Get("unit"))]
	boxes, shatter := o.Int("boxes"), max(o.Int("shatter"), 1)
	u = staff.Unit{ID: r.ID, At: at(o), Arm: staffArm(r.Arm, o.Get("formation")),
		Weight: weightOfStands(r.Half, o.Int("stands")), Mine: o.Get("yours") == "yes" && r.Seat == k.b.seat(k.Desk.Seat),
		Worn: boxes*3 > shatter*2, Bound: o.Get("engaged") == "yes",
		Fights: o.Get("engaged") == "yes"}
	if r.Arm == Guns {
		u.Range = staffGunshot
		if o.Get("formation") == string(Unlimbered) {
			u.Range = r.maximumRange() * board.Yard
		}
	}
	return u, true
}

func (k *officer) foe(o *events.Outcome) (u staff.Unit, ok bool) {
	half := false
	if n := k.b.unit(o.Get("unit")); n >= 0 {
		half = k.b.Units[n].Half
	}
	return staff.Unit{ID: o.Get("unit"), At: at(o), Arm: staffArm(Arm(o.Get("arm")), o.Get("formation")),
		Weight: weightOfStands(half, o.Int("stands"))}, true
}

func weightOfStands(half bool, stands int) int {
	if half {
		return stands * 6
	}
	return stands * 10
}

func staffArm(arm Arm, formation string) staff.Arm {
	switch {
	case arm == Guns:
		return staff.Guns
	case arm == Horse || arm == Dragoons:
		return staff.Horse
	case Formation(formation) == Open:
		return staff.Light
	}
	return staff.Foot
}

// zone is one with its holder: who stands in it, as far as the seat knows.
func (k *officer) zone(f *Feature) staff.Place {
	at := staff.Place{ID: f.ID, At: f.Centre, Worth: f.Points}
	here := func(p board.Point) bool { return f.Poly.Has(p) || p.Within(f.Centre, staffAtPlace) }
	switch {
	case staff.Any(k.Foes, here):
		at.Held = staff.Theirs
	case staff.Any(k.Own, here):
		at.Held = staff.Ours
	}
	return at
}
