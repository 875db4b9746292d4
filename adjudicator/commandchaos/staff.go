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

func staffOrders(d rules.Desk[*Battle], o adjudicator.Officer) []string {
	seat := d.Battle.seat(d.Seat)
	if seat < 0 || d.Known == nil {
		return nil
	}
	k := &officer{Eyes: staff.Open(&d.Desk, d.Battle.Last), Officer: &o,
		seatView: d.Battle.viewOf(seat, d.Turn, d.Known, d.Resigned)}
	if k.setup || k.Officers[k.me()].Dead && !k.chief() {
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

// inOneLine merges equal orders to several units into one line, at the position of the first.
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

// zones rolls for the zone that moves first, if any unit can move. Otherwise all battles would open alike.
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

type officer struct {
	staff.Eyes
	*seatView
	*adjudicator.Officer
	front  int           // the row of the side's line, counted from its edge
	filled []int         // columns that reserves are moving to
	coming []board.Point // spaces that they will occupy
	met    []string      // units that are about to come into contact
}

// seeBoard builds the board as the seat knows it, with spaces as points.
func (k *officer) seeBoard() {
	k.Reach = 1
	k.Far = func(a, b board.Point) int { return max(zoneDistance(a.X, b.X), zoneDistance(a.Y, b.Y)) }
	k.Friends(sightOwn, k.ownUnit)
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

// ownUnit returns a unit of the side. It is marked Mine if the seat's orders reach it without a runner.
func (k *officer) ownUnit(o *events.Outcome) (u staff.Unit, ok bool) {
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

func (k *officer) move(plan staff.Plan, t *staff.Task) []string {
	id, o := t.Unit.ID, k.Facts[t.Unit.ID]
	if t.Unit.Bound {
		return nil
	}
	ahead := k.rowsToEnemy(t.Unit)
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
		return k.openColumnOrders(plan, t)
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

// rowsToEnemy returns the distance in rows to the nearest enemy in the unit's column that it would attack, or -1. Line
// units ignore lights, which run away.
func (k *officer) rowsToEnemy(u *staff.Unit) int {
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

// openColumnOrders returns the orders of a unit without an enemy line unit in its column. It attacks a nearby flank, or
// hunts the lights that block it from one. Otherwise, in an attack, foot keeps up with the line.
func (k *officer) openColumnOrders(plan staff.Plan, t *staff.Task) []string {
	id, lights := t.Unit.ID, k.nearestAhead(t.Unit, isLight)
	hunt := k.stepsOntoLights(plan, t.Unit, lights)
	switch {
	case k.flanks(plan, t.Unit):
		return []string{"FLANK " + id}
	case hunt > 0:
		return []string{fmt.Sprint("ADVANCE ", id, " ", hunt)}
	case plan != staff.Attack, t.Unit.Arm == staff.Horse, k.openFlank(plan, t.Unit),
		k.row(t.Unit.At.Y) > k.front+staffAlone,
		k.row(t.Unit.At.Y) == k.b.Board.Rows-1, // the field ends there
		k.stands(t.Unit.At.X, k.onward(t.Unit.At.Y)):
		return []string{"HOLD " + id}
	}
	return []string{"ADVANCE " + id + " 1"}
}

// stepsOntoLights returns how many rows a unit advances on the lights ahead if only they keep it from a flank, or 0. At
// the edge of the field lights can no longer run: horse rides them down, and foot advances step by step.
func (k *officer) stepsOntoLights(plan staff.Plan, u *staff.Unit, lights int) int {
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
	me := &k.Officers[k.me()]
	if me.Dead || me.Unit.Some() && !k.frail(k.b.Units[me.Unit.Must()].ID) {
		return nil
	}
	best, most := "", 0
	for i := range tasks {
		u := tasks[i].Unit
		if !u.Bound || k.zone(k.b.unit(u.ID)) != me.Zone || k.frail(u.ID) {
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

// flanks reports whether a unit without an enemy in its column can attack an open flank, as far as the seat knows.
func (k *officer) flanks(plan staff.Plan, u *staff.Unit) bool {
	return !staff.Any(k.Foes, func(p board.Point) bool { return p.X == u.At.X }) && k.openFlank(plan, u)
}

func (k *officer) openFlank(plan staff.Plan, u *staff.Unit) bool {
	far := 1
	if plan == staff.Attack {
		far = 2
	}
	for _, step := range []int{-1, 1} {
		near := k.column(u, step)
		for _, f := range near {
			beside := zoneDistance(f.At.X, u.At.X) == 1 && zoneDistance(f.At.Y, u.At.Y) <= far
			if u.Arm == staff.Horse {
				beside = !slices.ContainsFunc(near, onHorse) && k.free(board.Space{Col: f.At.X - step, Row: f.At.Y}, u)
			}
			if beside && f.Arm == staff.Foot {
				return true
			}
		}
	}
	return false
}

// column returns the enemy's units in the nearest column with enemies in one direction, or only in the next column
// without the option Sweep.
func (k *officer) column(u *staff.Unit, step int) (near []*staff.Unit) {
	for col := u.At.X + step; col >= 0 && col < k.b.Board.Columns; col += step {
		for i := range k.Foes {
			if k.Foes[i].At.X == col {
				near = append(near, &k.Foes[i])
			}
		}
		if len(near) > 0 || !k.b.Options.Sweep {
			break
		}
	}
	return near
}

func onHorse(u *staff.Unit) bool { return u.Arm == staff.Horse }

func isLight(u *staff.Unit) bool { return u.Arm == staff.Light }

// free reports whether horse may move to a space.
func (k *officer) free(at board.Space, u *staff.Unit) bool {
	own := at.Col == u.At.X && at.Row == u.At.Y
	return k.b.passable(at) && !k.b.isRough(at) && (own || !k.stands(at.Col, at.Row)) &&
		!staff.Any(k.Foes, func(p board.Point) bool { return p.X == at.Col && p.Y == at.Row })
}

// reserve moves a second-line unit: ahead, if the line in front of it is gone; else along its row to the nearest such
// gap. Otherwise foot goes behind the unit nearest to breaking, and horse to a column with an open flank.
func (k *officer) reserve(plan staff.Plan, t *staff.Task) []string {
	at, id := t.Unit.At, t.Unit.ID
	switch {
	case t.Unit.Worn:
		return []string{"HOLD " + id}
	case k.gap(at.X):
		return k.fill(plan, t)
	case t.Unit.Arm == staff.Horse && k.flanks(plan, t.Unit):
		return []string{"FLANK " + id}
	}
	if rows := k.rowsToDuel(t.Unit); rows > 0 {
		return []string{fmt.Sprint("ADVANCE ", id, " ", rows)}
	}
	if to := k.reserveColumn(plan, t); to != at.X {
		return k.shift(t, to)
	}
	k.filled = append(k.filled, at.X)
	return k.comeUp(t.Unit)
}

// fill moves a reserve into the gap in front of it.
func (k *officer) fill(plan staff.Plan, t *staff.Task) []string {
	k.filled = append(k.filled, t.Unit.At.X)
	ahead := k.rowsToEnemy(t.Unit)
	if plan != staff.Attack && k.row(t.Unit.At.Y) >= k.front && ahead > 1 {
		return []string{"HOLD " + t.Unit.ID}
	}
	return k.close(t.Unit, ahead)
}

// comeUp moves foot up behind a fighting friend, to relieve it.
func (k *officer) comeUp(u *staff.Unit) []string {
	f := k.leader(u)
	if u.Arm != staff.Foot || f == nil || !f.Bound || k.row(f.At.Y)-k.row(u.At.Y) < 2 {
		return []string{"HOLD " + u.ID}
	}
	return []string{"ADVANCE " + u.ID}
}

// leader returns the nearest friendly line unit in front of a unit, or nil.
func (k *officer) leader(u *staff.Unit) (best *staff.Unit) {
	for i := range k.Own {
		f := &k.Own[i]
		if f.At.X == u.At.X && f.Arm != staff.Light && k.row(f.At.Y) > k.row(u.At.Y) &&
			(best == nil || k.row(f.At.Y) < k.row(best.At.Y)) {
			best = f
		}
	}
	return best
}

// gap reports whether the enemy's line in a column has no line unit of the side opposite it.
func (k *officer) gap(col int) bool {
	for i := range k.Own {
		u := &k.Own[i]
		if u.At.X == col && u.Arm != staff.Light && k.Facts[u.ID].Get("reserve") != "yes" {
			return false
		}
	}
	return slices.ContainsFunc(k.Foes, func(f staff.Unit) bool { return f.At.X == col && f.Arm != staff.Light })
}

// reserveColumn returns the best column for a reserve that it can reach: the nearest gap that no other reserve fills.
// Otherwise foot goes behind the unit with the most hits, if it has many more than the unit now in front.
func (k *officer) reserveColumn(plan staff.Plan, t *staff.Task) int {
	best, at := -1, t.Unit.At.X
	for col := range k.b.Board.Columns {
		outer := (col == 0 || col == k.b.Board.Columns-1) && t.Unit.Arm != staff.Horse
		if !outer && k.gap(col) && !slices.Contains(k.filled, col) && k.room(t, col) > 0 &&
			(best < 0 || zoneDistance(col, at) < zoneDistance(best, at)) {
			best = col
		}
	}
	switch {
	case best >= 0:
		return best
	case t.Unit.Arm == staff.Horse:
		return k.wing(plan, t)
	}
	worst, need := at, 0
	if f := k.leader(t.Unit); f != nil {
		need = k.Facts[f.ID].Int("hits") + staffWorse
	}
	for i := range k.Own {
		u, hits := &k.Own[i], k.Facts[k.Own[i].ID].Int("hits")
		if k.Facts[u.ID].Get("reserve") != "yes" && u.Arm == staff.Foot && u.At.X != at && hits > need &&
			!slices.Contains(k.filled, u.At.X) && k.room(t, u.At.X) > 0 {
			worst, need = u.At.X, hits
		}
	}
	return worst
}

// wing returns the nearest column with a chance for second-line horse to attack an open flank, or else to join a fight
// of horse. It returns the unit's own column if there is neither or the lines have not met.
func (k *officer) wing(plan staff.Plan, t *staff.Task) int {
	u, flank, duel := t.Unit, -1, -1
	if !slices.ContainsFunc(k.Own, func(f staff.Unit) bool { return f.Bound }) {
		return u.At.X
	}
	for col := range k.b.Board.Columns {
		there := *u
		there.At.X = col
		nearer := func(best int) bool { return best < 0 || zoneDistance(col, u.At.X) < zoneDistance(best, u.At.X) }
		if nearer(flank) && k.flanks(plan, &there) {
			flank = col
		}
		if nearer(duel) && k.room(t, col) == zoneDistance(col, u.At.X) && k.rowsToDuel(&there) > 0 {
			duel = col
		}
	}
	switch {
	case flank >= 0:
		return flank
	case duel >= 0:
		return duel
	}
	return u.At.X
}

// rowsToDuel returns how many rows horse must advance to stand beside enemy horse that a friend already fights, two
// against one, or 0 if that is not possible.
func (k *officer) rowsToDuel(u *staff.Unit) int {
	if u.Arm != staff.Horse {
		return 0
	}
	for i := range k.Foes {
		f := &k.Foes[i]
		if f.Arm != staff.Horse || zoneDistance(f.At.X, u.At.X) != 1 || !k.dueled(f) {
			continue
		}
		for rows := range k.clear(u) + 1 {
			if far := k.row(f.At.Y) - k.row(u.At.Y) - rows; rows > 0 && max(far, -far) <= 1 {
				return rows
			}
		}
	}
	return 0
}

// dueled reports whether horse of the side fights an enemy face to face.
func (k *officer) dueled(f *staff.Unit) bool {
	return slices.ContainsFunc(k.Own, func(u staff.Unit) bool {
		return u.Arm == staff.Horse && u.Bound && k.next(&u, 1) == f.At
	})
}

func (k *officer) clear(u *staff.Unit) (rows int) {
	for y := k.onward(u.At.Y); k.free(board.Space{Col: u.At.X, Row: y}, u); y = k.onward(y) {
		rows++
	}
	return rows
}

// shift moves a reserve along its row towards a column, as far as it can.
func (k *officer) shift(t *staff.Task, to int) []string {
	spaces := k.room(t, to)
	if spaces == 0 {
		return []string{"HOLD " + t.Unit.ID}
	}
	k.filled = append(k.filled, to)
	k.coming = append(k.coming, board.Point{X: t.Unit.At.X + spaces*sign(to-t.Unit.At.X), Y: t.Unit.At.Y})
	hand := " LEFT "
	if east := to > t.Unit.At.X; east == k.b.Sides[k.side].South { // for a side that looks north, east is right
		hand = " RIGHT "
	}
	return []string{fmt.Sprint("SHIFT ", t.Unit.ID, hand, spaces)}
}

func sign(n int) int { return n / max(n, -n) }

// room returns how many columns a reserve can shift towards another, at most one for foot. A friend or impassable
// ground stops it, and for foot an outer column.
func (k *officer) room(t *staff.Task, to int) int {
	at := t.Unit.At
	most := zoneDistance(to, at.X)
	if t.Unit.Arm == staff.Foot {
		most = min(most, 1)
	}
	for n := 1; n <= most; n++ {
		col := at.X + n*sign(to-at.X)
		outer := (col == 0 || col == k.b.Board.Columns-1) && t.Unit.Arm != staff.Horse
		if outer || k.stands(col, at.Y) || !k.b.passable(board.Space{Col: col, Row: at.Y}) {
			return n - 1
		}
	}
	return most
}

// stands reports whether a line unit of the side is known to be in a space, or is moving there.
func (k *officer) stands(col, row int) bool {
	return slices.Contains(k.coming, board.Point{X: col, Y: row}) || slices.ContainsFunc(k.Own, func(u staff.Unit) bool {
		return u.At.X == col && u.At.Y == row && u.Arm != staff.Light
	})
}

// second reports whether another line unit stands between a unit and the enemy ahead.
func (k *officer) second(u *staff.Unit, ahead int) bool {
	f := k.leader(u)
	return f != nil && k.row(f.At.Y)-k.row(u.At.Y) < ahead
}
