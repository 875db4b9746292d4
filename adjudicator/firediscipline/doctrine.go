package firediscipline

import (
	"galloper/adjudicator"
	"galloper/adjudicator/board"
	"galloper/adjudicator/rules"
)

// Distances of the doctrine in yards, and turns in degrees (§D1, §D3, §D4).
const (
	focusReach   = 300
	placeFocus   = 120 // under ADVANCE TO a place
	focusTurn    = 45
	nearPlace    = 10
	inclineTurn  = 15 // a unit moves without a wheel up to this angle
	aboutTurn    = 135
	mostTurn     = 90
	backReach    = 100
	backYards    = 30
	roadBend     = 45 // a column on a road takes a bend up to this angle without a wheel
	stopMounted  = 120
	stopDefault  = 60
	stopAssault  = 20
	sidestepGap  = 100 // gap in hundredths kept from the unit passed
	sidestepMost = 3   // multiple of the tactical rate
)

// Moves of a plan.
const (
	movesNot   = "-"
	marches    = "march"
	dresses    = "dress"
	shifts     = "shift"
	rides      = "mount" // mounts or dismounts in VI.4
	unlimbers  = "unlimber"
	marchesOff = "leave" // broken troops leave the map
)

// Plan is a unit's intended move in VI.3 and VI.4, made in VI.1 (§D3).
type Plan struct {
	Move    string      // "": none
	Dir     int         // direction of the march or shift; facing for guns that unlimber
	HasGoal bool        // the march ends at Goal
	Goal    board.Point // of this leg
	Pace    string      // field, road, skirmish, tactical
	Reach   int         // hundredths of the turn's move on open ground
	Round   bool        // the march goes round the unit that barred its way
}

// intention is a plan with the unit's actions in VI.1. The zero value stays in place, but may turn.
type intention struct {
	Plan
	wheelTo  Degrees
	form     Formation
	freeTurn bool // a wheel that is not counted (§4.5)
	onSpot   bool // it only turns
	chit     bool // R or L is used up
}

// atPlace reports whether the unit is at the place of its directive: its centre is in the feature, or within 10 yards
// of the point (§D1).
func (p *play) atPlace(u *Unit) bool {
	if !u.Task.HasGoal {
		return false
	}
	if f, ok := u.Task.Feature.Get(); ok {
		return p.b.Features[f].holds(u.At)
	}
	return u.At.Within(u.Task.Goal, nearPlace*board.Yard)
}

// nearestSeen returns the nearest enemy stand in ranks, within a range in yards, that the unit sees and that fits; -1
// if there is none (§D1).
func (p *play) nearestSeen(n, yards int, fits func(at board.Point) bool) int {
	u, f := &p.s.Units[n], p.currentField()
	enemy := f.enemyInRanks(u.Side)
	return f.nearest(u.At, min(yards*board.Yard, p.b.Options.Visibility), func(k int) bool {
		return enemy(k) && fits(f.at[k]) && p.b.clearSight(u.At, f.at[k])
	})
}

func anywhere(board.Point) bool { return true }

// focus returns the nearest enemy stand within 300 yards and 45 degrees of the unit's axis, or -1 (§D1).
func (p *play) focus(n int) int {
	u := &p.s.Units[n]
	reach := focusReach
	if u.Task.Verb == Advance && u.Task.HasGoal {
		reach = placeFocus
	}
	return p.nearestSeen(n, reach, func(at board.Point) bool {
		t := board.Turn(u.Task.Axis, u.At.Bearing(at, u.Facing))
		return t >= -focusTurn && t <= focusTurn
	})
}

// enemyStandIn reports whether an enemy stand is in the feature (§D2).
func (p *play) enemyStandIn(side, feature int) bool {
	x, f := &p.b.Features[feature], p.currentField()
	box := x.Poly.Box()
	found := false
	f.index.In(box, func(k int) bool {
		found = f.unit(k).Side != side && x.holds(f.at[k])
		return !found
	})
	return found
}

// done emits the units that have carried out their directive; they then hold (§D2).
func (p *play) done() {
	for n := range p.s.Units {
		u := &p.s.Units[n]
		ended := p.atPlace(u) || u.Task.Verb.trails() && !p.s.Units[u.Task.Guide.Must()].fit()
		if !u.fit() || u.Broken || u.Task.Verb == Hold || len(u.Task.Way) > 0 || !ended {
			continue
		}
		if u.Task.Verb.targets() && p.foe(n) >= 0 {
			continue
		}
		place, ok := u.Task.Feature.Get()
		if ok && u.Task.Verb == Assault && u.Arm != Guns && p.enemyStandIn(u.Side, place) {
			continue
		}
		p.Emit("directive.done", "unit", u.ID, "verb", string(u.Task.Verb))
	}
}

// plans reports whether the unit makes a plan (§D3).
func (p *play) plans(n int) bool {
	u := &p.s.Units[n]
	return u.fit() && u.first() >= 0 && len(u.Engaged) == 0 && !u.onCharge() && u.Reaction == "" && !p.isDisabled(n)
}

// isActive reports whether the unit marches, shifts, turns or changes formation. If so, it leaves its halted stands
// behind (§D9).
func (i *intention) isActive(u *Unit) bool {
	switch i.Move {
	case marches, marchesOff, shifts, dresses:
		return true
	}
	return i.wheelTo.Some() || i.form != "" && i.form != u.Formation
}

// isDisabled reports whether a unit is too shaken to move. Crippled units are; broken units flee unless every stand is
// halted (§D3, §5.5).
func (p *play) isDisabled(n int) bool {
	if p.s.Units[n].Broken {
		return p.s.allHalted(n)
	}
	return p.s.isCrippled(n)
}

// plan makes a unit's plan (§D3).
func (p *play) plan(n int) intention {
	u := &p.s.Units[n]
	switch {
	case u.Arm == Guns && u.Formation == Unlimbered:
		return intention{}
	case u.Broken:
		return p.planLeaving(n)
	case u.Task.Mount && !u.Mounted && u.Arm == Dragoons, u.Task.Dismount && u.Mounted && u.Arm == Dragoons:
		return intention{Plan: Plan{Move: rides}}
	case u.Task.Chit == 'R' || u.Task.Chit == 'L':
		return p.planTurn(n)
	}
	if u.Arm == Guns {
		if dir, ok := p.planUnlimber(n); ok {
			return intention{Plan: Plan{Move: unlimbers, Dir: dir}}
		}
	}
	if g, ok := p.guide(n).Get(); ok {
		return p.planDressing(n, g)
	}
	if dir, ok := p.planBack(n); ok {
		if round, ok := p.backRound(n); ok {
			return round
		}
		return p.shift(n, dir, p.moveDistance(n, paceTactical))
	}
	return p.planMarch(n)
}

// planLeaving returns the plan of a broken unit: straight to the home edge and off the map (§5.11).
func (p *play) planLeaving(n int) intention {
	u := &p.s.Units[n]
	heading := p.b.Sides[u.Side].Edge
	if len(u.Task.Detour) > 0 {
		heading = u.At.Bearing(u.Task.Detour[0], u.Facing)
	}
	i := p.head(n, heading, u.Formation)
	if i.Move == marches {
		i.Move = marchesOff
	}
	if i.Move == marchesOff && len(u.Task.Detour) > 0 {
		i.HasGoal, i.Goal = true, u.Task.Detour[0]
	}
	if i.Pace == paceSkirmish { // broken units run, but in no order
		i.Pace, i.Reach = paceField, p.moveDistance(n, paceField)
		if i.wheelTo.Some() && !i.freeTurn {
			i.Reach /= 2
		}
	}
	return i
}

// chitTurn returns the facing that chit R or L gives (§2.5).
func (u *Unit) chitTurn() int {
	if u.Task.Chit == 'L' {
		return board.Degrees(u.Facing - u.Task.Turn)
	}
	return board.Degrees(u.Facing + u.Task.Turn)
}

// planTurn returns the plan of a unit with chit R or L: it turns, and under ADVANCE or ASSAULT then goes straight
// ahead (§2.5).
func (p *play) planTurn(n int) intention {
	u := &p.s.Units[n]
	dir := u.chitTurn()
	i := intention{wheelTo: adjudicator.At(dir), chit: true}
	if !u.Task.Verb.attacks() {
		return i
	}
	i.Plan = Plan{Move: marches, Dir: dir, Pace: p.pace(n, u.Formation)}
	i.Reach = p.moveDistance(n, i.Pace) / 2
	return i
}

// guide returns the unit that unit n dresses on, or none (§D5).
func (p *play) guide(n int) adjudicator.Index {
	u := &p.s.Units[n]
	g, ok := u.Task.Dress.Get()
	if !ok || g == n || u.Arm == Guns {
		return adjudicator.None
	}
	x := &p.s.Units[g]
	if !x.fit() || x.Side != u.Side || x.onCharge() || len(x.Engaged) > 0 || x.first() < 0 {
		return adjudicator.None
	}
	return u.Task.Dress
}

// planDressing returns the plan of a unit that dresses on a guide: it wheels to the guide's facing and moves along it
// (§D5).
func (p *play) planDressing(n, guide int) intention {
	i := p.head(n, p.s.Units[guide].Facing, p.formation(n))
	if i.Move == marches {
		i.Move, i.HasGoal, i.Dir = dresses, false, p.s.Units[guide].Facing
	}
	return i
}

// planBack returns the direction of a tactical shift to the rear. A unit under WITHDRAW makes one if it sees an enemy
// in ranks to its front within 100 yards and the shift takes it nearer home (§D4).
func (p *play) planBack(n int) (dir int, ok bool) {
	u := &p.s.Units[n]
	if u.Task.Verb != Withdraw {
		return 0, false
	}
	dir = board.Degrees(u.Facing + 180)
	if p.b.fromHome(u.Side, u.At.Step(backYards*board.Yard, dir)) >= p.b.fromHome(u.Side, u.At) {
		return 0, false
	}
	k := p.nearestSeen(n, backReach, func(at board.Point) bool {
		t := board.Turn(u.Facing, u.At.Bearing(at, u.Facing))
		return t >= -90 && t <= 90
	})
	return dir, k >= 0
}

// shift returns the plan of a tactical shift (§4.6).
func (p *play) shift(n, dir, hundredths int) intention {
	return intention{Plan: Plan{Move: shifts, Dir: dir, Pace: paceTactical, Reach: hundredths}}
}

// formation returns the unit's formation in VI.1: the one ordered, else line for a column that sees an enemy near and
// is not under WITHDRAW (§D3).
func (p *play) formation(n int) Formation {
	u := &p.s.Units[n]
	switch {
	case u.Arm == Guns:
	case u.Task.Form == Open && !u.mayOpen():
	case u.Task.Form != "":
		return u.Task.Form
	case u.Formation == Column && u.Task.Verb != Withdraw && p.nearestSeen(n, focusReach, anywhere) >= 0:
		return Line
	}
	return u.Formation
}

// mayOpen reports whether the unit can take open order (§3.12).
func (u *Unit) mayOpen() bool { return u.Half || u.Arm == Dragoons && !u.Mounted || u.Light }

// planMarch returns the plan of a unit that marches or turns in place (§D3).
func (p *play) planMarch(n int) intention {
	u := &p.s.Units[n]
	goal, way := p.goal(n)
	form := p.formation(n)
	switch way {
	case straight:
		return p.head(n, goal.dir, form)
	case turns:
		i := p.head(n, goal.dir, form)
		i.Plan, i.onSpot = Plan{}, true
		if i.wheelTo.None() && goal.dir != u.Facing { // in place any turn is a wheel
			i.wheelTo = adjudicator.At(goal.dir)
		}
		return i
	case stays:
		return intention{form: form}
	}
	i := p.head(n, u.At.Bearing(goal.at, u.Facing), form)
	if i.Move == marches {
		i.HasGoal, i.Goal = true, goal.at
	}
	return i
}

// head plans a march on a heading: the wheel, the change of formation and the pace. There is no march if the heading is
// still too far off or the unit both wheels and changes formation (§D3, §4.5).
func (p *play) head(n, heading int, form Formation) intention {
	u := &p.s.Units[n]
	i := intention{form: form}
	facing := u.Facing
	if t := board.Turn(facing, heading); t > inclineTurn || t < -inclineTurn {
		facing = wheel(facing, heading)
		i.wheelTo = adjudicator.At(facing)
		i.freeTurn = p.wheelsFree(n, t)
	}
	formed := form != u.Formation
	if t := board.Turn(facing, heading); t > inclineTurn || t < -inclineTurn || formed && i.wheelTo.Some() && !i.freeTurn {
		return i
	}
	i.Plan = Plan{Move: marches, Dir: heading, Pace: p.pace(n, form)}
	i.Reach = p.moveDistance(n, i.Pace)
	if formed || i.wheelTo.Some() && !i.freeTurn {
		i.Reach /= 2
	}
	return i
}

// wheel returns the facing after one turn's wheel towards a heading: a turn of up to 90 degrees in full, of more than
// 135 degrees by 180, else by 90 (§D3, §4.5).
func wheel(facing, heading int) int {
	switch t := board.Turn(facing, heading); {
	case t > aboutTurn || t < -aboutTurn:
		return board.Degrees(facing + 180)
	case t > mostTurn:
		return board.Degrees(facing + mostTurn)
	case t < -mostTurn:
		return board.Degrees(facing - mostTurn)
	}
	return heading
}

// wheelsFree reports whether a wheel is not counted. Limbered guns on a road wheel freely; so does a column on a road
// at a bend of up to 45 degrees with no enemy near (§4.5).
func (p *play) wheelsFree(n, turn int) bool {
	u := &p.s.Units[n]
	if !p.b.onRoad(u.At) {
		return false
	}
	return u.Formation == Limbered || u.Formation == Column && turn >= -roadBend && turn <= roadBend && !p.enemyNear(n)
}

// stopRange returns the range in yards at which a marching unit halts before an enemy (§D3).
func (u *Unit) stopRange() int {
	switch u.Task.Verb {
	case Advance, Attack:
		if u.mounted() {
			return stopMounted
		}
		if u.Task.Fire == FireWithin {
			return u.Task.FireAt
		}
	case Assault, Charge:
		return stopAssault
	}
	return stopDefault
}

// way is the kind of a goal.
type way int

const (
	toPoint way = iota
	straight
	turns // in place
	stays
)

type aim struct {
	at  board.Point
	dir int
}

// goal returns a unit's goal under its directive (§D3).
func (p *play) goal(n int) (aim, way) {
	u := &p.s.Units[n]
	t := &u.Task
	if t.Verb == Advance || t.Verb == Assault && u.Arm == Guns || t.Verb.targets() || t.Verb == Support {
		if k := p.foe(n); k >= 0 {
			if at := p.opposite(u, k); len(t.Detour) == 0 || !p.b.overWater(u.At, at) {
				return aim{at: at}, toPoint
			}
		}
	}
	if len(t.Detour) > 0 {
		return aim{at: t.Detour[0]}, toPoint
	}
	if len(t.Way) > 0 {
		return aim{at: t.Way[0]}, toPoint
	}
	switch t.Verb {
	case Follow, Support:
		return p.followGoal(n)
	case Advance, Charge, Attack:
		if t.HasGoal {
			return aim{at: t.Goal}, toPoint
		}
		return aim{dir: t.Axis}, straight
	case Assault:
		if p.atPlace(u) && u.Arm != Guns {
			return aim{dir: u.Facing}, straight
		}
		return aim{at: t.Goal}, toPoint
	case Hold:
		if t.HasGoal && !p.atPlace(u) {
			return aim{at: t.Goal}, toPoint
		}
		return p.front(n)
	}
	if t.HasGoal && !p.atPlace(u) {
		return aim{at: t.Goal}, toPoint
	}
	return aim{}, stays
}

// opposite returns the goal of a unit whose focus is enemy stand k: the middle of the enemy unit if that is straight
// ahead, else the stand itself, so that several units close with one enemy side by side (§D3).
func (p *play) opposite(u *Unit, k int) board.Point {
	f := p.currentField()
	middle := f.unit(k).At
	if u.Task.Verb != Advance && u.Task.Verb != Assault { // the directive names that unit
		return middle
	}
	if t := board.Turn(u.Facing, u.At.Bearing(middle, u.Facing)); t >= -inclineTurn && t <= inclineTurn {
		return middle
	}
	return f.at[k]
}

// front returns the direction that a unit turns to in place: FACING, else the nearest enemy within 300 yards if it is
// more than 45 degrees off (§D3).
func (p *play) front(n int) (aim, way) {
	u := &p.s.Units[n]
	if dir, ok := u.Task.Facing.Get(); ok {
		return aim{dir: dir}, turns
	}
	k := p.nearestSeen(n, focusReach, anywhere)
	if k < 0 {
		return aim{}, stays
	}
	dir := u.At.Bearing(p.currentField().at[k], u.Facing)
	if t := board.Turn(u.Facing, dir); t >= -focusTurn && t <= focusTurn {
		return aim{}, stays
	}
	return aim{dir: dir}, turns
}

// Distances in yards (§D15, §D16, §D17).
const (
	markReach    = 200 // of an enemy from the place to be attacked
	succourReach = 100 // of an enemy from the friend supported
	usualGap     = 60  // behind the unit followed
)

// foe returns the enemy stand that a unit makes for, or -1: the nearest to the place under CHARGE or ATTACK of a place,
// the nearest to the friend under SUPPORT, else the focus (§D1, §D15, §D17).
func (p *play) foe(n int) int {
	u := &p.s.Units[n]
	switch {
	case u.Task.Verb.targets() && u.Task.HasGoal:
		return p.seenAbout(n, u.Task.Goal, markReach)
	case u.Task.Verb == Support:
		return p.seenAbout(n, p.s.Units[u.Task.Guide.Must()].At, succourReach)
	}
	return p.focus(n)
}

// seenAbout returns the enemy stand in ranks nearest to a place, within a range in yards of it, that the unit sees; -1
// if there is none.
func (p *play) seenAbout(n int, place board.Point, yards int) int {
	u, f := &p.s.Units[n], p.currentField()
	enemy := f.enemyInRanks(u.Side)
	return f.nearest(place, yards*board.Yard, func(k int) bool { return enemy(k) && p.b.inView(u.At, f.at[k]) })
}

// followGoal returns the goal of a unit that follows another: the rear of its guide, then the guide's facing (§D16).
func (p *play) followGoal(n int) (aim, way) {
	u := &p.s.Units[n]
	if p.inPlaceBehind(u) {
		return aim{dir: p.s.Units[u.Task.Guide.Must()].Facing}, turns
	}
	return aim{at: p.rearOf(u)}, toPoint
}

// rearOf returns the place behind a unit's guide.
func (p *play) rearOf(u *Unit) board.Point {
	gap := u.Task.Gap
	if gap == 0 {
		gap = usualGap
	}
	guide := &p.s.Units[u.Task.Guide.Must()]
	return p.b.clamp(guide.At.Step(gap*board.Yard, board.Degrees(guide.Facing+180)))
}

func (p *play) inPlaceBehind(u *Unit) bool { return u.At.Within(p.rearOf(u), nearPlace*board.Yard) }

// planUnlimber reports whether limbered guns unlimber, and the facing (§D8, §D18, §6.4).
func (p *play) planUnlimber(n int) (facing int, ok bool) {
	u := &p.s.Units[n]
	if u.Formation != Limbered || !u.allManned() || u.worstLimber() >= 4 {
		return 0, false
	}
	towards := func(k int) int {
		if k < 0 {
			return u.Facing
		}
		return u.At.Bearing(p.currentField().at[k], u.Facing)
	}
	ordered := func(k int) int {
		if facing, ok := u.Task.Facing.Get(); ok {
			return facing
		}
		return towards(k)
	}
	bound := len(u.Task.Way) > 0 || u.Task.HasGoal && !p.atPlace(u)
	if u.Task.Unlimber && !bound || u.Task.Chit == 'U' {
		return ordered(p.nearestSeen(n, p.b.Options.Visibility/board.Yard, anywhere)), true
	}
	switch u.Task.Verb {
	case Advance, Assault, Attack, Support:
		k := p.foe(n)
		return towards(k), k >= 0
	case Hold:
		if bound {
			return 0, false
		}
		reach := focusReach
		if !u.Task.HasGoal && u.Task.Facing.None() { // without orders, guns stay limbered as long as they can
			reach = limberedHalt
		}
		k := p.nearestSeen(n, reach, anywhere)
		return ordered(k), k >= 0
	}
	return 0, false
}

// allManned reports whether every section of the battery in play has its crew.
func (u *Unit) allManned() bool {
	return !rules.Any(u.Stands, func(i int) bool { return u.Stands[i].inPlay() && !u.present(i) })
}
