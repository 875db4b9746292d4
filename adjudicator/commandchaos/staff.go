package commandchaos

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

// The staff's distances and weights.
const (
	staffCharges = 2 // rows within which heavy infantry charges the enemy ahead
	staffMeets   = 2 // rows within which both sides can come into contact in one turn
	staffWorse   = 1 // additional hits that make a reserve move behind one friend instead of another
	staffAlone   = 1 // rows that a unit without an enemy ahead may stand in front of the line
	staffStands  = 9 // weight, for an officer, of a hit that a unit can still take against one already taken
	staffHunts   = 2 // rows within which a unit attacks lights that block it from a flank
)

// staffOrders writes the orders of a seat that has no player.
func staffOrders(d rules.Desk[*Battle], o adjudicator.Officer) []string {
	seat := d.Battle.seat(d.Seat)
	if seat < 0 || d.Known == nil {
		return nil
	}
	k := &officer{Eyes: staff.Open(&d.Desk, d.Battle.Last), Officer: &o,
		view: d.Battle.viewOf(seat, d.Turn, d.Known, d.Resigned)}
	if k.setup || k.officers[k.me()].dead && !k.chief() {
		return nil
	}
	k.seeBoard()
	plan, tasks := k.Tasks(&o)
	lines := append(k.initiative(plan), k.zones()...)
	lines = append(lines, inOneLine(k.moves(plan, tasks))...)
	lines = append(lines, k.cards()...)
	return append(lines, k.lead(tasks)...)
}

// alike lists the verbs that several units can share in one line.
var alike = []string{"ADVANCE", "HOLD", "BACK", "CHARGE", "REACT"}

// inOneLine joins equal orders of several units into one line, in the place of the first.
func inOneLine(lines []string) []string {
	var list, tails []string
	at := map[string]int{}
	for _, l := range lines {
		verb, rest, _ := strings.Cut(l, " ")
		unit, tail, _ := strings.Cut(rest, " ")
		if tail != "" {
			tail = " " + tail
		}
		i, told := at[verb+tail]
		if told && slices.Contains(alike, verb) {
			list[i] += ", " + unit
			continue
		}
		at[verb+tail] = len(list)
		list, tails = append(list, verb+" "+unit), append(tails, tail)
	}
	for i := range list {
		list[i] += tails[i]
	}
	return list
}

// initiative lets the enemy move first if the side waits for it and the lines have not met.
func (k *officer) initiative(plan staff.Plan) []string {
	if !k.chief() || plan == staff.Attack || slices.ContainsFunc(k.Own, func(u staff.Unit) bool { return u.Bound }) {
		return nil
	}
	return []string{"INITIATIVE SECOND"}
}

// zones picks the zone that moves first by a die, as long as any unit can move. Otherwise all battles would open alike.
func (k *officer) zones() []string {
	first := k.Die(k.Turn, fmt.Sprint("zones/", k.side), len(firstZones)) - 1
	free := func(u staff.Unit) bool { return !u.Bound }
	if !k.chief() || firstZones[first] == "" || !slices.ContainsFunc(k.Own, free) {
		return nil
	}
	return []string{"ZONES " + firstZones[first]}
}

// firstZones lists the zones that may move first; "" leaves it to the centre, which is first by default.
var firstZones = [...]string{"", "left", "right"}

// moves writes the orders for the tasks. Second-line foot comes last, because horse chooses its gaps first.
func (k *officer) moves(plan staff.Plan, tasks []staff.Task) (lines []string) {
	for _, last := range []bool{false, true} {
		for i := range tasks {
			u := tasks[i].Unit
			if last == (u.Arm == staff.Foot && k.Facts[u.ID].Get("reserve") == "yes") {
				lines = append(lines, k.move(plan, &tasks[i])...)
			}
		}
	}
	return lines
}

// officer is the staff of one seat.
type officer struct {
	staff.Eyes
	*view
	*adjudicator.Officer
	front  int           // the row of the side's line, counted from its edge
	filled []int         // columns that reserves are moving to
	coming []board.Point // spaces that they will occupy
	met    []string      // units that are about to come into contact
}

// seeBoard builds the board as the seat knows it, with spaces as points.
func (k *officer) seeBoard() {
	k.Reach = 1
	k.Far = func(a, b board.Point) int { return max(apart(a.X, b.X), apart(a.Y, b.Y)) }
	k.Friends(sightOwn, k.mine)
	k.Enemies(sightEnemy, k.Turn, k.card)
	lines, rows := 0, 0
	for i := range k.Own {
		u := &k.Own[i]
		if k.b.Units[k.b.unit(u.ID)].line() && k.Facts[u.ID].Get("reserve") != "yes" {
			lines, rows = lines+1, rows+k.row(u.At.Y)
		}
	}
	k.front = rows / max(lines, 1)
	lost, _, _ := k.Desk.Fact(sightLosses, k.b.Sides[0].ID)
	k.Lead = lost.Int("second-removed") - lost.Int("first-removed")
	if k.side == 1 {
		k.Lead = -k.Lead
	}
}

// mine returns a unit of the side. It is marked Mine if the seat's orders reach it without a runner.
func (k *officer) mine(o *events.Outcome) (u staff.Unit, ok bool) {
	if u, ok = k.card(o); ok {
		route, refused := k.routeTo(k.zone(k.b.unit(u.ID)), false)
		u.Mine = refused == "" && route.direct
	}
	return u, ok
}

func (k *officer) card(o *events.Outcome) (u staff.Unit, ok bool) {
	at, on := board.ParseSpace(o.Get("at"))
	if !on {
		return u, false
	}
	u = staff.Unit{ID: o.Get("unit"), At: board.Point{X: at.Col, Y: at.Row}, Weight: 40 - 8*o.Int("hits")}
	switch Kind(o.Get("kind")) {
	case Cavalry:
		u.Arm = staff.Horse
	case Light:
		u.Arm, u.Weight = staff.Light, 10
	}
	u.Bound = o.Get("engaged") != "-"
	u.Worn = u.Arm != staff.Light && !u.Bound && o.Get("max") != "" && o.Int("hits")+1 >= o.Int("max")
	return u, true
}

// row counts rows from the side's own edge.
func (k *officer) row(y int) int {
	if k.b.Sides[k.side].South {
		return y
	}
	return k.b.Board.Rows - 1 - y
}

// onward returns the next row away from the side's own edge.
func (k *officer) onward(y int) int {
	if k.b.Sides[k.side].South {
		return y + 1
	}
	return y - 1
}

// move returns the orders for a task in the unit's column.
func (k *officer) move(plan staff.Plan, t *staff.Task) []string {
	id, o := t.Unit.ID, k.Facts[t.Unit.ID]
	if t.Unit.Bound {
		return nil
	}
	ahead := k.ahead(t.Unit)
	switch {
	case o.Get("reserve") == "yes":
		return k.reserve(plan, t)
	case t.Unit.Worn, t.Do == staff.FallBack:
		return k.fallBack(plan, t, ahead)
	case t.Unit.Arm == staff.Light:
		if ahead <= 1 { // lights throw javelins and fall back at no cost
			return []string{"HOLD " + id}
		}
		return []string{"ADVANCE " + id}
	case ahead < 0:
		return k.open(plan, t)
	case k.second(t.Unit, ahead):
		return k.comeUp(t.Unit)
	case plan != staff.Attack && ahead > 1:
		return []string{"HOLD " + id}
	case k.holdsOff(t.Unit, ahead):
		return []string{"HOLD " + id, "REACT " + id + " COUNTER"}
	}
	return k.close(t.Unit, ahead)
}

// patience gives the faces of a die, by temper. The troops of a zone wait for an approaching enemy if the die shows 1.
var patience = [...]int{adjudicator.Steady: 3, adjudicator.Bold: 5, adjudicator.Cautious: 2}

// holdsOff reports whether a unit waits for the enemy ahead. A die decides for each zone until a unit there fights, so
// that the lines do not all meet in one turn.
func (k *officer) holdsOff(u *staff.Unit, ahead int) bool {
	zone := k.zone(k.b.unit(u.ID))
	die := k.Die(k.Turn, fmt.Sprint("waits/", k.side, "/", zone), patience[k.Temper])
	if u.Arm != staff.Foot || ahead > staffMeets || die > 1 {
		return false
	}
	for i := range k.Own {
		if f := &k.Own[i]; f.Bound && f.Arm == staff.Foot && k.zone(k.b.unit(f.ID)) == zone {
			return false
		}
	}
	return true
}

// fallBack moves a unit away from an approaching enemy, unless it can attack a flank. That is always worthwhile,
// because a flanked unit does not strike back.
func (k *officer) fallBack(plan staff.Plan, t *staff.Task, ahead int) []string {
	switch id := t.Unit.ID; {
	case k.flanks(plan, t.Unit):
		return []string{"FLANK " + id}
	case t.Do == staff.FallBack && ahead >= 0 && k.row(t.Unit.At.Y) == 1: // only one row is left behind it
		return []string{"BACK " + id + " 1"}
	case t.Do == staff.FallBack && ahead >= 0 && k.row(t.Unit.At.Y) > 1:
		return []string{"BACK " + id}
	default:
		return []string{"HOLD " + id}
	}
}

// close brings a unit to the enemy ahead of it.
func (k *officer) close(u *staff.Unit, ahead int) []string {
	o, verb := k.Facts[u.ID], "ADVANCE "
	if ahead <= staffMeets {
		k.met = append(k.met, u.ID)
	}
	if o.Get("charged") != "yes" && o.Int("stamina") > 0 && (u.Arm == staff.Horse || ahead <= staffCharges) {
		verb = "CHARGE "
	}
	return []string{verb + u.ID, "REACT " + u.ID + " COUNTER"}
}

// ahead returns the distance in rows to the nearest enemy in the unit's column that it would attack, or -1. Line units
// ignore lights, which run away.
func (k *officer) ahead(u *staff.Unit) int {
	return k.nearestAhead(u, func(f *staff.Unit) bool { return u.Arm == staff.Light || f.Arm != staff.Light })
}

// nearestAhead returns the distance in rows to the nearest enemy in the unit's column that matches, or -1.
func (k *officer) nearestAhead(u *staff.Unit, such func(f *staff.Unit) bool) int {
	best := -1
	for i := range k.Foes {
		f := &k.Foes[i]
		if rows := k.row(f.At.Y) - k.row(u.At.Y); f.At.X == u.At.X && rows > 0 && (best < 0 || rows < best) && such(f) {
			best = rows
		}
	}
	return best
}

// open returns the orders of a unit without an enemy line unit in its column. It attacks a nearby flank, or hunts the
// lights that block it from one. Otherwise, in an attack, horse rides down lights directly ahead and foot keeps up with
// the line.
func (k *officer) open(plan staff.Plan, t *staff.Task) []string {
	id, lights := t.Unit.ID, k.nearestAhead(t.Unit, isLight)
	hunt := k.hunt(plan, t.Unit, lights)
	switch {
	case k.flanks(plan, t.Unit):
		return []string{"FLANK " + id}
	case hunt > 0:
		return []string{fmt.Sprint("ADVANCE ", id, " ", hunt)}
	case plan == staff.Attack && t.Unit.Arm == staff.Horse && lights == 1: // lights farther off run away
		return []string{"ADVANCE " + id + " 1"}
	case plan != staff.Attack, t.Unit.Arm == staff.Horse, k.openFlank(plan, t.Unit),
		k.row(t.Unit.At.Y) > k.front+staffAlone,
		k.row(t.Unit.At.Y) == k.b.Board.Rows-1, // the field ends there
		k.stands(t.Unit.At.X, k.onward(t.Unit.At.Y)):
		return []string{"HOLD " + id}
	}
	return []string{"ADVANCE " + id + " 1"}
}

// hunt returns how many rows a unit advances on the lights ahead if only they keep it from a flank, or 0. At the edge
// of the field lights can no longer run: horse rides them down, and foot advances step by step.
func (k *officer) hunt(plan staff.Plan, u *staff.Unit, lights int) int {
	cornered := k.row(u.At.Y)+lights == k.b.Board.Rows-1
	switch {
	case lights < 0, k.stands(u.At.X, k.onward(u.At.Y)):
		return 0
	case cornered && u.Arm == staff.Horse:
		return lights
	case cornered, lights <= staffHunts && k.openFlank(plan, u):
		return 1
	}
	return 0
}

// lead attaches the officer, once the lines have met, to the unit in the zone that can take the most hits, among equals
// the one with more hits, which the officer can rally. A commander leaves and avoids units that the next hit may rout,
// because the commander's death shakes the whole zone.
func (k *officer) lead(tasks []staff.Task) []string {
	me := k.officers[k.me()]
	if me.dead || me.unit.Some() && !k.frail(k.b.Units[me.unit.Must()].ID) {
		return nil
	}
	best, most := "", 0
	for i := range tasks {
		u := tasks[i].Unit
		if !u.Bound || k.zone(k.b.unit(u.ID)) != me.zone || k.frail(u.ID) {
			continue
		}
		hits := k.Facts[u.ID].Int("hits")
		if rank := staffStands*(k.Facts[u.ID].Int("max")-hits) + hits; rank > most {
			best, most = u.ID, rank
		}
	}
	if best == "" {
		return nil
	}
	return []string{"ATTACH TO " + best}
}

// frail reports whether the next hit may rout a unit, and the officer is the side's commander.
func (k *officer) frail(unit string) bool {
	o := k.Facts[unit]
	return k.chief() && o != nil && o.Int("hits")+1 >= o.Int("max")
}

// deeds classifies outcomes for trials.
var deeds = map[string]adjudicator.Deed{
	"unit.moved": adjudicator.Moves, "javelin.thrown": adjudicator.Fires, "charge.made": adjudicator.Charges,
	"charge.missed": adjudicator.Balks, "flank.made": adjudicator.Charges, "light.fought": adjudicator.Fights,
	"melee.attack": adjudicator.Fights, "move.blocked": adjudicator.Omits, "unit.routed": adjudicator.Dies,
	"light.dispersed": adjudicator.Dies, "unit.shifted": adjudicator.Moves, "missile.thrown": adjudicator.Fires,
	"unit.turned": adjudicator.Gathers, "unit.relieved": adjudicator.Moves,
}
