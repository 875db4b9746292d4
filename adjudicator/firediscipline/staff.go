package firediscipline

import (
	"fmt"
	"slices"
	"strings"

	"galloper/adjudicator"
	"galloper/adjudicator/board"
	"galloper/adjudicator/rules"
	"galloper/adjudicator/staff"
	"galloper/events"
)

// Parameters of the staff, in yards and turns.
const (
	staffForgets  = 5                // age at which the staff forgets a sighted enemy
	staffPatience = 1                // turns before a directive may be changed
	staffErrand   = 4                // turns before a unit on an errand may be redirected
	staffPressing = 120 * board.Yard // an enemy this near is answered at once
	staffSame     = 100 * board.Yard // an enemy that moved less has not moved
	staffHelp     = 80 * board.Yard  // a garrison helps friends in melee this near
	staffRepeats  = 4                // turns before a directive may be repeated
	staffShape    = 50               // rounding of enemy places
	staffGunshot  = 400 * board.Yard // range at which guns fire rather than march
	staffAtPlace  = 40 * board.Yard  // a unit this near a place holds it
	staffAbreast  = 90 * board.Yard  // spacing of units sent to one place
	staffClear    = 60 * board.Yard  // between a march and guns on its way
	staffAside    = 50 * board.Yard  // extra room when a unit passes a friend
	staffFarBack  = 100 * board.Yard // a commander farther from the troops rides after them
	staffInReach  = 60 * board.Yard
	staffWithdraw = "WITHDRAW 100 YDS"
)

func staffOrders(d rules.Desk[*Battle], o adjudicator.Officer) []string {
	seat := d.Battle.seat(d.Seat)
	if seat < 0 || d.Known == nil {
		return nil
	}
	k := &officer{Eyes: staff.Open(&d.Desk, d.Battle.Last), b: d.Battle, side: d.Battle.Commands[seat].Side}
	k.seeField()
	_, tasks := k.Tasks(&o)
	var lines []string
	for i := range tasks {
		t := &tasks[i]
		if t.Unit.Bound {
			continue // a unit in melee receives no orders and would follow them only afterwards
		}
		told := k.lastOrder(t.Unit, o.Given)
		if t.Do == staff.Follow {
			k.follow(t, told)
		}
		if line := k.directiveFor(t); !k.alreadyDoes(t, told, line) && (pressing(t) || !k.isUnderWay(t, told)) {
			lines = append(lines, "TO "+t.Unit.ID+": "+line)
		}
	}
	lines = staff.Fresh(lines, o.Given, d.Turn, staffRepeats, func(line string) string {
		head, _, _ := strings.Cut(line, ":")
		return head
	})
	return append(lines, k.rideAfter(tasks)...)
}

// pressing reports whether a task answers an enemy so near that it overrides the unit's last order.
func pressing(t *staff.Task) bool {
	if t.Foe == nil || t.Far > staffPressing || t.Do == staff.Follow {
		return false
	}
	return t.Place == nil || t.Foe.At.Within(t.Place.At, staffPressing)
}

// lastOrder returns the last order to a unit. Its line is empty if there was no order.
func (k *officer) lastOrder(u *staff.Unit, given []adjudicator.Given) adjudicator.Given {
	for _, g := range slices.Backward(given) {
		if text, ok := strings.CutPrefix(g.Line, "TO "+u.ID+": "); ok {
			return adjudicator.Given{Turn: g.Turn, Line: text}
		}
	}
	return adjudicator.Given{}
}

// follow keeps a reserve behind the friend that it was ordered to follow, while that friend is fit.
func (k *officer) follow(t *staff.Task, told adjudicator.Given) {
	words := strings.Fields(told.Line)
	if len(words) < 2 || words[0] != string(Follow) && words[0] != string(Support) {
		return
	}
	for i := range k.Own {
		if f := &k.Own[i]; f.ID == words[1] && !f.Worn {
			t.Friend = f
		}
	}
}

// alreadyDoes reports whether a unit already carries out the line: it keeps its place without another order, or attacks
// an enemy that has moved only a little.
func (k *officer) alreadyDoes(t *staff.Task, told adjudicator.Given, line string) bool {
	if told.Line == "" {
		return t.Do == staff.Keep && t.Unit.Arm == staff.Foot && !k.isFought(t.Foe) &&
			k.b.Features[k.b.feature(t.Place.ID)].Poly.Has(t.Unit.At)
	}
	old, sent := k.sentTo(told.Line)
	to, _ := k.sentTo(line)
	verb, _, _ := strings.Cut(line, " ")
	return t.Do == staff.Strike && sent && strings.HasPrefix(told.Line, verb+" ") && old.Within(to, staffSame) &&
		!t.Unit.At.Within(old, staffAtPlace)
}

// isUnderWay reports whether a unit's last order is so recent that a courier may still be riding, or its goal not yet
// reached. A new order would only confuse it.
func (k *officer) isUnderWay(t *staff.Task, told adjudicator.Given) bool {
	if told.Line == "" {
		return false
	}
	since := k.Turn - told.Turn
	to, sent := k.sentTo(told.Line)
	return since <= staffPatience || sent && since <= staffErrand && t.Do != staff.FallBack &&
		!t.Unit.At.Within(to, staffAtPlace)
}

// sentTo returns the goal of a directive, if it has one.
func (k *officer) sentTo(text string) (to board.Point, sent bool) {
	for word := range strings.FieldsSeq(text) {
		var x, y int
		if n, _ := fmt.Sscanf(word, "%d,%d", &x, &y); n == 2 {
			return board.Point{X: x * board.Yard, Y: y * board.Yard}, true
		}
		if n := k.b.feature(word); n >= 0 {
			return k.b.Features[n].Centre, true
		}
	}
	return to, false
}

type officer struct {
	staff.Eyes
	b    *Battle
	side int
}

// seeField builds the staff's view of the field from the seat's knowledge.
func (k *officer) seeField() {
	k.Reach, k.Far = staffInReach, board.Point.Distance
	k.Friends("sight.own", k.regiment)
	k.Enemies("sight.enemy", staffForgets, k.foe)
	k.Enemies("sight.unknown", 1, k.foe)
	for _, f := range k.b.zones {
		k.Places = append(k.Places, k.zone(&k.b.Features[f]))
	}
}

func (k *officer) regiment(o *events.Outcome) (u staff.Unit, ok bool) {
	r := &k.b.Units[k.b.unit(o.Get("unit"))]
	boxes, shatter := o.Int("boxes"), max(o.Int("shatter"), 1)
	u = staff.Unit{ID: r.ID, At: pointOf(o), Arm: staffArm(r.Arm, o.Get("formation"), r.Half),
		Weight: weightOfStands(r.Half, o.Int("stands")), Mine: o.Get("yours") == "yes" && r.Seat == k.b.seat(k.Desk.Seat),
		Worn: boxes*3 > shatter*2, Bound: o.Get("engaged") == "yes",
		Fights: o.Get("engaged") == "yes"}
	if r.Arm == Guns {
		u.Range = staffGunshot
	}
	return u, true
}

func (k *officer) foe(o *events.Outcome) (u staff.Unit, ok bool) {
	half := false
	if n := k.b.unit(o.Get("unit")); n >= 0 {
		half = k.b.Units[n].Half
	}
	return staff.Unit{ID: o.Get("unit"), At: pointOf(o), Arm: staffArm(Arm(o.Get("arm")), o.Get("formation"), half),
		Weight: weightOfStands(half, o.Int("stands"))}, true
}

func weightOfStands(half bool, stands int) int {
	if half {
		return stands * 6
	}
	return stands * 10
}

func staffArm(arm Arm, formation string, half bool) staff.Arm {
	switch {
	case arm == Guns:
		return staff.Guns
	case arm == Horse || arm == Dragoons:
		return staff.Horse
	case half || Formation(formation) == Open:
		return staff.Light
	}
	return staff.Foot
}

// zone returns an objective zone with its holder, as far as the seat knows.
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

// directiveFor returns the directive that carries out a task.
func (k *officer) directiveFor(t *staff.Task) string {
	if t.Unit.Arm == staff.Guns && k.Facts[t.Unit.ID].Get("formation") == string(Unlimbered) {
		return "HOLD" + k.facing(t) // they never limber again
	}
	switch t.Do {
	case staff.Strike:
		to, verb := k.shaped(t.Abreast(t.Foe.At, staffAbreast)), "ADVANCE TO "
		switch {
		case t.Unit.Arm == staff.Horse && (t.Foe.Arm != staff.Foot || t.Far <= 2*staffPressing):
			verb = "CHARGE " // horse prefers formed foot in the flank, but does not stop in front of it
		case t.Unit.Arm == staff.Foot && t.Foe.Arm == staff.Guns:
			verb = "CHARGE " // guns do most damage to troops in front of them
		}
		return verb + exactly(to) + k.viaClause(t.Unit, to) + k.fire(t.Unit)
	case staff.Take:
		if t.Foe != nil && t.Foe.At.Within(t.Place.At, 2*staffAtPlace) && t.Unit.Arm != staff.Guns {
			return "ASSAULT " + t.Place.ID
		}
		return "ADVANCE TO " + k.spot(t) + k.viaClause(t.Unit, t.Place.At) + k.fire(t.Unit)
	case staff.Keep:
		if t.Unit.Arm == staff.Foot && t.Far <= staffHelp && k.isFought(t.Foe) {
			return "CHARGE " + exactly(t.Foe.At)
		}
		return "HOLD " + k.spot(t) + k.viaClause(t.Unit, t.Place.At) + k.facing(t) + k.fire(t.Unit)
	case staff.Follow:
		behind := k.b.clamp(t.Friend.At.Step(staffFarBack, k.b.Sides[k.side].Edge))
		if k.b.overWater(t.Unit.At, behind) || t.Foe != nil && behind.Distance(t.Foe.At) > t.Far+staffInReach {
			return "HOLD" + k.facing(t)
		}
		verb := Support
		if t.Unit.Arm == staff.Horse { // otherwise it would stop behind the foot in melee
			verb = Follow
		}
		return fmt.Sprint(verb, " ", t.Friend.ID, " AT ", staffFarBack/board.Yard, " YDS")
	case staff.FallBack:
		if t.Unit.Arm == staff.Guns {
			return "HOLD"
		}
		return staffWithdraw
	case staff.Shoot:
		if t.Unit.Arm == staff.Guns {
			return "HOLD" + k.facing(t) + " UNLIMBER"
		}
	}
	return "HOLD" + k.facing(t) + k.fire(t.Unit)
}

// isFought reports whether a friend is in melee with an enemy.
func (k *officer) isFought(foe *staff.Unit) bool {
	return foe != nil && slices.ContainsFunc(k.Own, func(u staff.Unit) bool {
		return u.Fights && u.At.Within(foe.At, staffInReach)
	})
}

// spot returns the place of a task: the place itself for the first unit, a place beside it for the others.
func (k *officer) spot(t *staff.Task) string {
	if t.Beside == 0 {
		return t.Place.ID
	}
	return exactly(k.shaped(t.Abreast(t.Place.At, staffAbreast)))
}

// viaClause returns a VIA clause over the bridges and round stationary friends.
func (k *officer) viaClause(u *staff.Unit, to board.Point) string {
	way := k.bridge(u.At, to)
	first := to
	if len(way) > 0 {
		first = way[0]
	}
	if via, ok := k.round(u, first); ok {
		way = append([]board.Point{via}, way...)
	}
	text, sep := "", " VIA "
	for _, p := range way {
		text, sep = text+sep+exactly(p), ", "
	}
	return text
}

// bridge returns the shortest route by road over the water between two points. It is nil if there is no water, or no
// road across.
func (k *officer) bridge(from, to board.Point) (best []board.Point) {
	if !k.b.overWater(from, to) {
		return nil
	}
	least := 0
	for f := range k.b.Features {
		if k.b.Features[f].Kind != Water {
			continue
		}
		for r := range k.b.Roads {
			for _, way := range k.b.crossings(&k.b.Roads[r], &k.b.Features[f]) {
				near, far := way[0], way[len(way)-1]
				d := from.Distance(near) + far.Distance(to)
				if !k.b.overWater(from, near) && !k.b.overWater(far, to) && (best == nil || d < least) {
					best, least = way, d
				}
			}
		}
	}
	return best
}

// round returns a point on the way round friends that do not make room: guns, and units in melee.
func (k *officer) round(u *staff.Unit, to board.Point) (via board.Point, ok bool) {
	for i := range k.Own {
		f := &k.Own[i]
		far, clear := u.At.Distance(f.At), staffClear
		if f.Fights {
			clear = (k.Facts[u.ID].Int("frontage") + k.Facts[f.ID].Int("frontage")) / 2
		}
		if f.Arm != staff.Guns && !f.Fights || f.ID == u.ID || far >= u.At.Distance(to) ||
			f.At.DistanceToLine(u.At, to) > clear {
			continue
		}
		way := u.At.Bearing(to, 0)
		turn := board.Turn(way, u.At.Bearing(f.At, way))
		if turn < -90 || turn > 90 {
			continue // they stand behind
		}
		hand := 90
		if turn > 0 {
			hand = 270
		}
		for _, aside := range [2]int{hand, hand + 180} {
			via := k.shaped(f.At.Step(clear+staffAside, (way+aside)%360))
			if k.b.onMap(via) && !k.b.overWater(u.At, via) && !k.b.overWater(via, to) {
				return via, true
			}
		}
	}
	return via, false
}

func (k *officer) fire(u *staff.Unit) string {
	if u.Arm == staff.Light {
		return " FIRE AT WILL"
	}
	return ""
}

// facing turns a unit to the nearest enemy, in steps of 45 degrees. Foot near an enemy turns by itself.
func (k *officer) facing(t *staff.Task) string {
	if t.Foe == nil || t.Unit.Arm == staff.Foot && t.Far <= focusReach*board.Yard {
		return ""
	}
	eighth := (t.Unit.At.Bearing(t.Foe.At, 0) + 22) / 45 * 45 % 360
	return fmt.Sprint(" FACING ", eighth)
}

// rideAfter keeps the commander near the troops.
func (k *officer) rideAfter(tasks []staff.Task) []string {
	if len(tasks) == 0 {
		return nil
	}
	to := k.shaped(staff.Middle(tasks).Step(staffInReach, k.b.Sides[k.side].Edge))
	me, _, ok := k.Desk.Fact("sight.commander", k.Desk.Seat)
	if !ok || me.Get("status") != "-" || pointOf(me).Within(to, staffFarBack) {
		return nil
	}
	return []string{"RIDE TO " + exactly(to)}
}

// shaped returns a point rounded and clamped to the map. Without rounding, orders would change with each step of the
// enemy.
func (k *officer) shaped(p board.Point) board.Point {
	const step = staffShape * board.Yard
	return k.b.clamp(board.Point{X: p.X / step * step, Y: p.Y / step * step})
}

// exactly writes a point to the yard.
func exactly(p board.Point) string { return fmt.Sprint(p.X/board.Yard, ",", p.Y/board.Yard) }

// deeds maps outcomes to the deeds that a trial counts.
var deeds = map[string]adjudicator.Deed{
	"unit.moved": adjudicator.Moves, "unit.wheeled": adjudicator.Gathers, "unit.formed": adjudicator.Gathers,
	"unit.turned": adjudicator.Gathers, "unit.cramped": adjudicator.Omits,
	"guns.unlimbered": adjudicator.Gathers, "artillery.pivoted": adjudicator.Gathers,
	"artillery.prolonged": adjudicator.Moves, "artillery.fired": adjudicator.Fires, "volley.fired": adjudicator.Fires,
	"skirmish.fired": adjudicator.Fires, "platoon.fired": adjudicator.Fires, "protective.fired": adjudicator.Fires,
	"charge.contact": adjudicator.Charges, "charge.fell_short": adjudicator.Balks, "melee.fought": adjudicator.Fights,
	"unit.fled": adjudicator.Flees, "unit.evaded": adjudicator.Flees, "unit.blocked": adjudicator.Barred,
	"unit.stayed": adjudicator.Omits, "directive.void": adjudicator.Omits, "unit.shattered": adjudicator.Dies,
	"unit.destroyed": adjudicator.Dies, "unit.left": adjudicator.Dies, "objective.taken": adjudicator.Takes,
	"directive.done": adjudicator.Gathers,
}
