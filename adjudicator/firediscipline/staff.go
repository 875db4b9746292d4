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

// How the staff sees the field, in yards and turns.
const (
	staffForgets  = 5                // an enemy seen so long ago is no longer reckoned with
	staffPatience = 1                // turns that a directive is given time
	staffPressing = 120 * board.Yard // an enemy so near does not wait
	staffRepeats  = 4                // a directive given so long ago may be given again
	staffShape    = 50               // places of enemies are rounded to this, or orders would change each turn
	staffGunshot  = 400 * board.Yard // at which guns fire rather than march
	staffAtPlace  = 40 * board.Yard  // who stands so near a place has it
	staffAbreast  = 90 * board.Yard  // units sent to one place
	staffFarBack  = 100 * board.Yard // a commander farther than that from his men rides after them
	staffInReach  = 60 * board.Yard
	staffWithdraw = "WITHDRAW 100 YDS"
)

// staffOrders writes the orders of a seat that nobody plays.
func staffOrders(d rules.Desk[*Battle], o adjudicator.Officer) []string {
	seat := d.Battle.seat(d.Seat)
	if seat < 0 || d.Known == nil {
		return nil
	}
	k := &officer{b: d.Battle, side: d.Battle.Commands[seat].Side, desk: d.Desk}
	p := k.picture()
	_, tasks := p.Tasks(&o)
	var lines []string
	for i := range tasks {
		t := &tasks[i]
		if t.Foe != nil && t.Far <= staffPressing || !k.underWay(t.Unit.ID, o.Given) {
			lines = append(lines, "TO "+t.Unit.ID+": "+k.directive(t))
		}
	}
	lines = staff.Fresh(lines, o.Given, d.Turn, staffRepeats, func(line string) string {
		head, _, _ := strings.Cut(line, ":")
		return head
	})
	return append(lines, k.ride(tasks)...)
}

// underWay reports whether a unit was told something so lately that a courier may still be riding with it, or
// the unit has hardly begun: an order that takes it back would only confuse.
func (k *officer) underWay(unit string, given []adjudicator.Given) bool {
	return slices.ContainsFunc(given, func(g adjudicator.Given) bool {
		return g.Turn+staffPatience >= k.desk.Turn && strings.HasPrefix(g.Line, "TO "+unit+":")
	})
}

// officer is one seat's staff at work.
type officer struct {
	b    *Battle
	side int
	desk adjudicator.Desk
}

// picture is the field as the seat knows it.
func (k *officer) picture() *staff.Picture {
	p := &staff.Picture{Seat: k.desk.Seat, Turn: k.desk.Turn, Turns: k.b.Turns, Reach: staffInReach,
		Far: board.Point.Distance}
	for o := range k.desk.Facts("sight.own") {
		p.Own = append(p.Own, k.unit(o))
	}
	for o, turn := range k.desk.Facts("sight.enemy") {
		if turn+staffForgets >= k.desk.Turn {
			p.Foes = append(p.Foes, k.foe(o))
		}
	}
	for o, turn := range k.desk.Facts("sight.unknown") {
		if turn+1 == k.desk.Turn {
			p.Foes = append(p.Foes, k.foe(o))
		}
	}
	for _, f := range k.b.zones {
		p.Places = append(p.Places, k.place(&k.b.Features[f], p))
	}
	return p
}

func (k *officer) unit(o *events.Outcome) staff.Unit {
	r := &k.b.Units[k.b.unit(o.Get("unit"))]
	boxes, shatter := o.Int("boxes"), max(o.Int("shatter"), 1)
	u := staff.Unit{ID: r.ID, At: at(o), Arm: staffArm(r.Arm, o.Get("formation"), r.Half),
		Weight: weightOfStands(r.Half, o.Int("stands")), Mine: o.Get("yours") == "yes" && r.Seat == k.b.seat(k.desk.Seat),
		Worn: boxes*3 > shatter*2, Bound: o.Get("engaged") == "yes"}
	if r.Arm == Guns {
		u.Range = staffGunshot
	}
	return u
}

func (k *officer) foe(o *events.Outcome) staff.Unit {
	half := false
	if n := k.b.unit(o.Get("unit")); n >= 0 {
		half = k.b.Units[n].Half
	}
	return staff.Unit{ID: o.Get("unit"), At: at(o), Arm: staffArm(Arm(o.Get("arm")), o.Get("formation"), half),
		Weight: weightOfStands(half, o.Int("stands"))}
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

// place is a zone with its holder: who stands in it, as far as the seat knows.
func (k *officer) place(f *Feature, p *staff.Picture) staff.Place {
	at := staff.Place{ID: f.ID, At: f.Centre, Worth: f.Points}
	here := func(p board.Point) bool { return f.Poly.Has(p) || p.Within(f.Centre, staffAtPlace) }
	switch {
	case staff.Any(p.Foes, here):
		at.Held = staff.Theirs
	case staff.Any(p.Own, here):
		at.Held = staff.Ours
	}
	return at
}

// directive says what a task means to a regiment.
func (k *officer) directive(t *staff.Task) string {
	switch t.Do {
	case staff.Strike:
		return "ADVANCE TO " + shaped(k.b.clamp(t.Abreast(t.Foe.At, staffAbreast))) + k.fire(t.Unit)
	case staff.Take:
		if t.Foe != nil && t.Foe.At.Within(t.Place.At, 2*staffAtPlace) && t.Unit.Arm != staff.Guns {
			return "ASSAULT " + t.Place.ID
		}
		return "ADVANCE TO " + k.spot(t) + k.fire(t.Unit)
	case staff.Keep:
		return "HOLD " + k.spot(t) + k.facing(t) + k.fire(t.Unit)
	case staff.Follow:
		behind := k.b.clamp(t.Friend.At.Step(staffFarBack, k.b.Sides[k.side].Edge))
		if k.b.overWater(t.Unit.At, behind) {
			return "HOLD" + k.facing(t)
		}
		return "HOLD " + shaped(behind)
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

// spot is the place of a task: the first unit goes to it, the others beside it.
func (k *officer) spot(t *staff.Task) string {
	if t.Beside == 0 {
		return t.Place.ID
	}
	return shaped(k.b.clamp(t.Abreast(t.Place.At, staffAbreast)))
}

// fire lets skirmishers shoot as soon as they can.
func (k *officer) fire(u *staff.Unit) string {
	if u.Arm == staff.Light {
		return " FIRE AT WILL"
	}
	return ""
}

// facing turns a unit to the nearest enemy, by eighths of a circle.
func (k *officer) facing(t *staff.Task) string {
	if t.Foe == nil {
		return ""
	}
	eighth := (t.Unit.At.Bearing(t.Foe.At, 0) + 22) / 45 * 45 % 360
	return fmt.Sprint(" FACING ", eighth)
}

// ride keeps the commander near his men.
func (k *officer) ride(tasks []staff.Task) []string {
	if len(tasks) == 0 {
		return nil
	}
	to := k.b.clamp(staff.Middle(tasks).Step(staffInReach, k.b.Sides[k.side].Edge))
	me, _, ok := k.desk.Fact("sight.commander", k.desk.Seat)
	if !ok || me.Get("status") != "-" || at(me).Within(to, staffFarBack) {
		return nil
	}
	return []string{"RIDE TO " + shaped(to)}
}

// shaped writes a point, rounded.
func shaped(p board.Point) string {
	const step = staffShape * board.Yard
	return fmt.Sprint(p.X/step*staffShape, ",", p.Y/step*staffShape)
}

// deeds are what a trial counts.
var deeds = map[string]adjudicator.Deed{
	"unit.moved": adjudicator.Moves, "unit.wheeled": adjudicator.Gathers, "unit.formed": adjudicator.Gathers,
	"unit.turned": adjudicator.Gathers, "guns.unlimbered": adjudicator.Gathers, "artillery.pivoted": adjudicator.Gathers,
	"artillery.prolonged": adjudicator.Moves, "artillery.fired": adjudicator.Fires, "volley.fired": adjudicator.Fires,
	"skirmish.fired": adjudicator.Fires, "platoon.fired": adjudicator.Fires, "protective.fired": adjudicator.Fires,
	"charge.contact": adjudicator.Charges, "charge.fell_short": adjudicator.Balks, "melee.fought": adjudicator.Fights,
	"unit.fled": adjudicator.Moves, "unit.evaded": adjudicator.Moves, "unit.blocked": adjudicator.Barred,
	"unit.stayed": adjudicator.Omits, "directive.void": adjudicator.Omits, "unit.shattered": adjudicator.Dies,
	"unit.destroyed": adjudicator.Dies, "unit.left": adjudicator.Dies, "objective.taken": adjudicator.Takes,
	"directive.done": adjudicator.Gathers,
}
