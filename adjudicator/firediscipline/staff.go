package firediscipline

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"galloper/adjudicator"
	"galloper/adjudicator/board"
	"galloper/adjudicator/rules"
	"galloper/adjudicator/staff"
)

// How the staff sees the field, in yards and turns.
const (
	staffForgets  = 5                // an enemy seen so long ago is no longer reckoned with
	staffPatience = 1                // turns that a directive is given time
	staffErrand   = 4                // turns that a unit is given which was sent somewhere
	staffPressing = 120 * board.Yard // an enemy so near does not wait
	staffSame     = 100 * board.Yard // an enemy who has moved no farther is where he was
	staffHelp     = 80 * board.Yard  // who guards a place helps friends who fight so near
	staffRepeats  = 4                // a directive given so long ago may be given again
	staffShape    = 50               // places of enemies are rounded to this
	staffGunshot  = 300 * board.Yard // at which guns fire rather than march
	staffGunsOff  = 230 * board.Yard // so far from the enemy guns are set up
	staffGunsShut = 205 * board.Yard // nearer to an enemy limbered guns do not move (§6.66)
	staffBand     = 20 * board.Yard  // so near a friend is in the way of a shot
	staffAtPlace  = 40 * board.Yard  // who stands so near a place has it
	staffAbreast  = 90 * board.Yard  // units sent to one place
	staffNamed    = 30 * board.Yard  // so near a place, or a point off it, is named by it
	staffFlank    = 60               // degrees off his facing from which horse takes foot in the flank (§D6)
	staffClear    = 60 * board.Yard  // between a march and guns on its way
	staffAside    = 50 * board.Yard  // farther than that from who is gone round
	staffFarBack  = 100 * board.Yard // a commander farther than that from his men rides after them
	staffRear     = 80 * board.Yard  // a reserve goes so far behind its friend
	staffInReach  = 60 * board.Yard
	staffSweep    = 50               // degrees to the side from which some come
	staffFront    = 70               // degrees to either hand that count as before a unit
	staffBehind   = 300 * board.Yard // who stands so far behind a friend may be his reserve
	staffAtOnce   = 7                // of ten officers so many go in the first turn
	staffNear     = 240 * board.Yard // who has no enemy so near does not wait
	staffWithdraw = "WITHDRAW 100 YDS"
)

// staffOrders writes the orders of a seat that nobody plays.
func staffOrders(d rules.Desk[*Battle], o adjudicator.Officer) []string {
	seat := d.Battle.seat(d.Seat)
	if seat < 0 || d.Known == nil {
		return nil
	}
	k := &officer{Eyes: staff.Open(&d.Desk, d.Battle.Last), o: &o, b: d.Battle,
		side: d.Battle.Commands[seat].Side, legs: map[[2]board.Point]int{}}
	k.seeField()
	plan, tasks := k.Tasks(&o)
	var lines []string
	for i := range tasks {
		t := &tasks[i]
		if t.Unit.Bound {
			continue // who fights hears nothing, and would heed it when it is over
		}
		told := k.told(t.Unit, o.Given)
		if t.Do == staff.Stand && plan == staff.Attack || t.Do == staff.Follow {
			k.follow(t, told)
		}
		if k.bides(t) {
			continue
		}
		if line := k.tell(t); line != "" && !k.asTold(t, told, line) && (pressing(t) || !k.underWay(t, told)) {
			lines = append(lines, "TO "+t.Unit.ID+": "+line)
		}
	}
	lines = staff.Fresh(lines, o.Given, d.Turn, staffRepeats, func(line string) string {
		head, _, _ := strings.Cut(line, ":")
		return head
	})
	return append(lines, k.rideAfter(tasks)...)
}

// pressing reports whether a task answers an enemy so near that it does not wait for what the unit was told before.
func pressing(t *staff.Task) bool {
	if t.Foe == nil || t.Far > staffPressing || t.Do == staff.Follow {
		return false
	}
	return t.Place == nil || t.Foe.At.Within(t.Place.At, staffPressing)
}

// told is what a unit was told last; its line is empty: nothing yet.
func (k *officer) told(u *staff.Unit, given []adjudicator.Given) adjudicator.Given {
	for _, g := range slices.Backward(given) {
		if text, ok := strings.CutPrefix(g.Line, "TO "+u.ID+": "); ok {
			return adjudicator.Given{Turn: g.Turn, Line: text}
		}
	}
	return adjudicator.Given{}
}

// bides reports whether a unit waits for its orders: some officers look first, and go a turn later. Guns, skirmishers
// and who has the enemy before him do not wait.
func (k *officer) bides(t *staff.Task) bool {
	if t.Do != staff.Strike && t.Do != staff.Take && t.Do != staff.Follow || t.Unit.Arm == staff.Light ||
		t.Unit.Arm == staff.Guns || pressing(t) || t.Far > staffNear {
		return false
	}
	opens := k.o.Die(1, "opens/"+k.Seat, 10)
	switch k.o.Temper {
	case adjudicator.Bold:
		opens -= 3
	case adjudicator.Cautious:
		opens++
	}
	return k.Turn == 1 && opens > staffAtOnce
}

// follow gives a reserve, and who is left over in an attack, the friend behind whom it goes: the one whom it was told
// to follow, as long as he is fit, else the nearest before it.
func (k *officer) follow(t *staff.Task, told adjudicator.Given) {
	if t.Unit.Arm == staff.Guns || t.Unit.Worn {
		return
	}
	words := strings.Fields(told.Line)
	trails := len(words) >= 2 && (words[0] == string(Follow) || words[0] == string(Support))
	var friend *staff.Unit
	for i := range k.Own {
		f := &k.Own[i]
		switch {
		case f.Worn || f.Arm == staff.Guns || f.ID == t.Unit.ID || k.trailing(f):
		case trails && f.ID == words[1]:
			t.Do, t.Friend = staff.Follow, f
			return
		case k.leads(f, t.Unit) && (friend == nil || k.Far(f.At, t.Unit.At) < k.Far(friend.At, t.Unit.At)):
			friend = f
		}
	}
	if friend != nil {
		t.Do, t.Friend = staff.Follow, friend
	}
}

// trailing reports whether a friend of this seat was told last to go behind another.
func (k *officer) trailing(f *staff.Unit) bool {
	verb, _, _ := strings.Cut(k.told(f, k.o.Given).Line, " ")
	return verb == string(Follow) || verb == string(Support)
}

// leads reports whether a friend stands near a unit and before it, as seen from home.
func (k *officer) leads(f, u *staff.Unit) bool {
	front := (k.b.Sides[k.side].Edge + 180) % 360
	turn := board.Turn(front, u.At.Bearing(f.At, front))
	return turn > -staffFront && turn < staffFront && k.Far(f.At, u.At) <= staffBehind
}

// asTold reports whether a unit does already what the line says: it keeps its place, and was told nothing else,
// or goes at an enemy who has moved a little.
func (k *officer) asTold(t *staff.Task, told adjudicator.Given, line string) bool {
	if told.Line == "" {
		return t.Do == staff.Keep && t.Unit.Arm == staff.Foot && !k.fought(t.Foe) &&
			k.b.Features[k.b.feature(t.Place.ID)].Poly.Has(t.Unit.At)
	}
	old, sent := k.sentTo(told.Line)
	to, _ := k.sentTo(line)
	verb, _, _ := strings.Cut(line, " ")
	if t.Do == staff.Follow && strings.HasPrefix(told.Line+" ", fmt.Sprint(k.trails(t.Unit), " ", t.Friend.ID, " ")) {
		return true
	}
	if t.Do == staff.Stand && verb == string(Hold) && strings.HasPrefix(told.Line, verb) && !sent {
		return true
	}
	if t.Do == staff.Keep {
		return strings.HasPrefix(told.Line+" ", "HOLD "+t.Place.ID+" ") && verb == string(Hold) &&
			t.Unit.At.Within(old, staffAtPlace)
	}
	same := strings.HasPrefix(told.Line, verb+" ") || strings.HasPrefix(told.Line, string(Assault)+" ")
	return t.Do == staff.Strike && sent && same && old.Within(to, staffSame) && !t.Unit.At.Within(old, staffAtPlace)
}

// underWay reports whether a unit was told something so lately that a courier may still be riding with it, or
// has not yet been where it was sent: an order that takes it back would only confuse. Where nobody is left at whom it
// was sent, it is free.
func (k *officer) underWay(t *staff.Task, told adjudicator.Given) bool {
	if told.Line == "" {
		return false
	}
	since := k.Turn - told.Turn
	if since <= staffPatience && !k.hears(t.Unit) {
		return true
	}
	to, sent := k.sentTo(told.Line)
	if !sent || since > staffErrand || t.Do == staff.FallBack || t.Unit.At.Within(to, staffAtPlace) {
		return false
	}
	verb, _, _ := strings.Cut(told.Line, " ")
	return verb == string(Hold) || verb == string(Assault) || k.worthwhile(t.Unit, to)
}

// worthwhile reports whether a unit that is sent to a point still finds a place there, or an enemy whom it can catch.
func (k *officer) worthwhile(u *staff.Unit, to board.Point) bool {
	return slices.ContainsFunc(k.Places, func(p staff.Place) bool { return p.At == to }) ||
		slices.ContainsFunc(k.Foes, func(f staff.Unit) bool {
			return f.At.Within(to, 2*staffSame) && (u.Arm != staff.Foot || f.Arm != staff.Light)
		})
}

// hears reports whether the commander is so near a unit that it hears him.
func (k *officer) hears(u *staff.Unit) bool {
	me, _, ok := k.Desk.Fact("sight.commander", k.Desk.Seat)
	return ok && at(me).Within(u.At, staffInReach)
}

// sentTo is where a directive sends a unit, if anywhere.
func (k *officer) sentTo(text string) (to board.Point, sent bool) {
	text, _, _ = strings.Cut(text, " IF ")
	text, _, _ = strings.Cut(text, " VIA ")
	words := strings.Fields(text)
	for i, word := range words {
		var x, y int
		if n, _ := fmt.Sscanf(word, "%d,%d", &x, &y); n == 2 {
			return board.Point{X: x * board.Yard, Y: y * board.Yard}, true
		}
		if n := k.b.feature(word); n >= 0 {
			to = k.b.Features[n].Centre
			if i >= 4 && words[i-1] == "OF" { // 100 YDS 90 OF mill
				yards, _ := strconv.Atoi(words[i-4])
				dir, _ := strconv.Atoi(words[i-2])
				to = k.b.clamp(to.Step(yards*board.Yard, dir))
			}
			return to, true
		}
	}
	return to, false
}

// officer is one seat's staff at work.
type officer struct {
	staff.Eyes
	o       *adjudicator.Officer
	b       *Battle
	side    int
	bridges [][]board.Point        // the ways over water
	legs    map[[2]board.Point]int // how far it is from one point to another, where there is water
}

// rideAfter keeps the commander near his men.
func (k *officer) rideAfter(tasks []staff.Task) []string {
	if len(tasks) == 0 {
		return nil
	}
	to := k.shaped(staff.Middle(tasks).Step(staffInReach, k.b.Sides[k.side].Edge))
	me, _, ok := k.Desk.Fact("sight.commander", k.Desk.Seat)
	if !ok || me.Get("status") != "-" || at(me).Within(to, staffFarBack) {
		return nil
	}
	return []string{"RIDE TO " + exactly(to)}
}

// deeds are what a trial counts.
var deeds = map[string]adjudicator.Deed{
	"unit.moved": adjudicator.Moves, "unit.wheeled": adjudicator.Gathers, "unit.formed": adjudicator.Gathers,
	"unit.turned": adjudicator.Gathers, "unit.cramped": adjudicator.Omits,
	"guns.unlimbered": adjudicator.Gathers, "artillery.pivoted": adjudicator.Gathers,
	"artillery.prolonged": adjudicator.Moves, "artillery.fired": adjudicator.Fires, "volley.fired": adjudicator.Fires,
	"skirmish.fired": adjudicator.Fires, "platoon.fired": adjudicator.Fires, "protective.fired": adjudicator.Fires,
	"charge.contact": adjudicator.Charges, "charge.fell_short": adjudicator.Balks, "melee.fought": adjudicator.Fights,
	"unit.fled": adjudicator.Moves, "unit.evaded": adjudicator.Moves, "unit.blocked": adjudicator.Barred,
	"unit.stayed": adjudicator.Omits, "directive.void": adjudicator.Omits, "unit.shattered": adjudicator.Dies,
	"unit.destroyed": adjudicator.Dies, "unit.left": adjudicator.Dies, "objective.taken": adjudicator.Takes,
	"directive.done": adjudicator.Gathers,
}
