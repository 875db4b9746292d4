package orderdiscipline

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"galloper/adjudicator"
	"galloper/adjudicator/board"
	"galloper/adjudicator/courier"
	"galloper/adjudicator/rules"
	"galloper/adjudicator/staff"
	"galloper/events"
)

// Parameters of the staff, in hundredths of an inch and turns.
const (
	staffForgets = 4    // turns after which a sighting is ignored
	staffStop    = 350  // distance to an attacked enemy: half of a musket's range
	staffDeploys = 1400 // distance to the enemy at which columns form line
	staffMarches = 2000 // minimum distance to the enemy for forming column, larger so that formations don't alternate
	staffBehind  = 500  // distance of a reserve behind the friend that it follows
	staffLooks   = 900  // how far ahead a unit looks for friends in its way
	staffAhead   = 45   // maximum angle, in degrees, at which another unit counts as ahead
	staffClear   = 50   // gap between the flanks of friends that pass each other
	staffAside   = 50   // extra distance for a unit that goes round
	staffApart   = 500  // distance between units with the same goal
	staffClose   = 800  // distance to an enemy within which no unit turns its flank to it
	staffFar     = 2400 // distance to the enemy beyond which a guard may stand beside its place
	staffBack    = 400  // distance that a worn or outnumbered unit falls back
	staffNear    = 500  // distance of a general from the units
)

// staffOrders writes the orders of a seat without a player.
func staffOrders(d rules.Desk[*Battle], o adjudicator.Officer) []string {
	g := d.Battle.seatIDs.Find(d.Seat)
	if g.None() || d.Known == nil {
		return nil
	}
	k := &officer{Eyes: staff.Open(&d.Desk, d.Battle.Last), b: d.Battle, g: g.Must(), temper: o.Temper}
	lines := k.readDirectives(&o)
	k.remember(o.Given)
	k.seeField()
	plan, tasks := k.Tasks(&o)
	lines = append(lines, k.playHand(&o, plan)...)
	// The unit nearest to the enemy is ordered first.
	slices.SortStableFunc(tasks, func(a, b staff.Task) int { return cmp.Compare(a.Far, b.Far) })
	for i := range tasks {
		lines = append(lines, k.dropOverruled(k.b.unitIDs.Must(tasks[i].Unit.ID), k.orders(&tasks[i]))...)
	}
	if k.isPosted() {
		return lines
	}
	return append(lines, k.stayNear(tasks)...)
}

type officer struct {
	staff.Eyes
	b       *Battle
	g       int
	temper  adjudicator.Temper
	heeds   heeded
	sent    map[string]board.Point // units' goals of the turn before
	marches []march                // of this turn
	routed  []staff.Unit           // routing enemies
}

// march is a unit on its way to a point. far is its movement in a turn.
type march struct {
	unit string
	to   board.Point
	far  int
}

// remember stores the units' goals of the turn before.
func (k *officer) remember(given []adjudicator.Given) {
	k.sent = map[string]board.Point{}
	for _, g := range given {
		if g.Turn+1 != k.Turn {
			continue
		}
		o := k.b.recorded(k.g, g.Line)
		for _, s := range o.Steps {
			for _, u := range o.Units {
				if s.Verb == doMove {
					k.sent[k.b.Units[u].ID] = s.Way[len(s.Way)-1]
				}
			}
		}
	}
}

func (k *officer) seeField() {
	k.Reach, k.Far, k.Loose, k.Varied = k.b.Tables.Move[0], board.Point.Distance, true, true
	k.Friends("sight.own", k.regiment)
	k.Friends("sight.friend", k.regiment)
	k.seeRouted()
	k.Enemies("sight.enemy", k.Turn, func(o *events.Outcome) (staff.Unit, bool) { // told each turn
		return staff.Unit{ID: o.Get("sighting"), At: pointOf(o), Weight: standsOf(o) * 10, Arm: armOf(o)},
			o.Int("turn")+staffForgets >= k.Turn && o.Get("routing") != "yes"
	})
	for i := range k.b.Places {
		if k.b.Places[i].Objective {
			k.Places = append(k.Places, k.objective(&k.b.Places[i]))
		}
	}
}

func standsOf(o *events.Outcome) int {
	if o.Get("stands") == "-" {
		return 5
	}
	return o.Int("stands")
}

func armOf(o *events.Outcome) staff.Arm {
	switch {
	case o.Get("arm") == "artillery":
		return staff.Guns
	case o.Get("arm") == "cavalry":
		return staff.Horse
	case o.Get("formation") == "skirmish":
		return staff.Light
	}
	return staff.Foot
}

func (k *officer) regiment(o *events.Outcome) (u staff.Unit, ok bool) {
	n := k.b.unitIDs.Must(o.Get("unit"))
	r := &k.b.Units[n]
	stands := o.Int("stands")
	u = staff.Unit{ID: r.ID, At: pointOf(o), Arm: armOf(o), Weight: stands * 10, Mine: r.General == k.g,
		Worn:   stands*2 <= r.Start || o.Get("state") != "steady",
		Bound:  o.Get("state") == "routing" || r.General == k.g && k.isBound(n, o),
		Facing: adjudicator.At(o.Int("facing"))}
	if r.Kind.Arm() == Artillery {
		u.Range = k.b.Tables.Gun[r.Gun][4]
	}
	if to, ok := k.sent[r.ID]; ok {
		u.Sent = &to
	}
	_, _, gone := k.Desk.Fact("sight.gone", r.ID) // a late report of its earlier situation is ignored
	return u, !gone
}

// objective returns an objective with its holder: the side that stands there, or else the last one announced.
func (k *officer) objective(pl *Place) staff.Place {
	s := staff.Place{ID: pl.ID, At: pl.At, Worth: pl.Points}
	side := k.b.Generals[k.g].Side
	switch {
	case pl.Held.Is(side):
		s.Held = staff.Ours
	case pl.Held.Some():
		s.Held = staff.Theirs
	}
	here := func(p board.Point) bool { return p.Within(pl.At, k.b.Tables.Holding) }
	switch ours, theirs := staff.Any(k.Own, here), staff.Any(k.Foes, here); {
	case theirs && !ours:
		s.Held = staff.Theirs
	case ours && !theirs:
		s.Held = staff.Ours
	}
	return s
}

func (k *officer) orders(t *staff.Task) []string {
	id, u := t.Unit.ID, k.Facts[t.Unit.ID]
	var lines []string
	say := func(format string, a ...any) { lines = append(lines, id+" "+fmt.Sprintf(format, a...)) }
	if u.Get("state") == "routing" || u.Get("state") == "unsteady" {
		say("RALLY")
		return lines
	}
	if t.Unit.Arm == staff.Foot && t.Foe != nil && t.Foe.Arm == staff.Horse && t.Far < staffDeploys {
		say("ON CHARGE SQUARE")
	}
	if k.strikes(t, say) || k.writeStalking(t, say) {
		return lines
	}
	switch t.Do {
	case staff.FallBack:
		back := t.Unit.At.Step(staffBack, t.Foe.At.Bearing(t.Unit.At, 0))
		say("MOVE TO %s KEEPING FRONT", k.onLand(k.onTable(back)))
	case staff.Shoot:
		k.lay(t, say)
	case staff.Strike:
		k.close(t, say)
	case staff.Take, staff.Keep:
		if t.Do == staff.Keep && t.Unit.At.Within(t.Place.At, k.Reach) && (t.Foe == nil || t.Far > staffFar) {
			k.standFacing(t, say)
			break
		}
		if t.Do == staff.Take && t.Foe != nil && t.Foe.At.Within(t.Place.At, k.b.Tables.Holding) && t.Far < 2*k.Reach {
			k.close(t, say)
			break
		}
		k.marchTo(t, k.onTable(t.Abreast(t.Place.At, staffApart)), 150, say)
	case staff.Follow:
		k.marchTo(t, k.onTable(t.Friend.At.Step(staffBehind, k.b.Sides[k.b.Generals[k.g].Side].Home)), 250, say)
	default:
		if t.Unit.Arm == staff.Guns && t.Foe != nil && !t.Unit.Bound && k.covered(t) {
			k.close(t, say)
			break
		}
		k.standFacing(t, say)
	}
	return lines
}

// close charges an enemy within reach, or else approaches to musket range.
func (k *officer) close(t *staff.Task, say func(string, ...any)) {
	if k.foot(t.Unit.ID) && t.Foe.Arm == staff.Horse && t.Far <= k.b.Tables.Musket[1] && k.isInSight(t.Foe) {
		k.standFacing(t, say) // foot cannot catch cavalry, so it stands and shoots
		return
	}
	u, foe := k.Facts[t.Unit.ID], k.Facts[t.Foe.ID]
	kind := k.b.Units[k.b.unitIDs.Must(t.Unit.ID)].Kind
	reach := k.allowance(t.Unit)
	odds := t.Unit.Weight * 100 / max(t.Foe.Weight, 1)
	need := [...]int{adjudicator.Steady: 100, adjudicator.Bold: 75, adjudicator.Cautious: 130}[k.temper]
	open := kind.Arm() == Cavalry || u.Get("formation") == "column" || u.Get("formation") == "line"
	if kind.Arm() != Artillery && open && k.isInSight(t.Foe) && t.Far <= reach &&
		(odds >= need || t.Foe.Worn || t.Foe.Arm == staff.Guns) {
		say("CHARGE %s", k.target(foe))
		k.recordMarch(t.Unit, t.Foe.At, reach)
		return
	}
	stand := staffStop
	switch {
	case t.Unit.Arm == staff.Guns:
		stand = max(stand, t.Unit.Range*3/4)
	case !k.isInSight(t.Foe):
		stand = 0 // search for it
	}
	stop := t.Foe.At.Step(stand, t.Foe.At.Bearing(t.Unit.At, 0))
	k.marchTo(t, k.onTable(t.Abreast(stop, staffApart)), 120, say)
}

// allowance returns the unit's movement in a turn in its current formation.
func (k *officer) allowance(u *staff.Unit) int {
	form := max(slices.Index(formations[:], k.Facts[u.ID].Get("formation")), 0) // none if not reported
	return k.b.Tables.Move[max(movementOf(k.b.Units[k.b.unitIDs.Must(u.ID)].Kind, Formation(form)), 0)]
}

// target names an enemy, or its position if it is not identified.
func (k *officer) target(foe *events.Outcome) string {
	if foe.Get("named") == "yes" {
		return foe.Get("unit")
	}
	return "ENEMY AT " + point(pointOf(foe))
}

// marchTo moves to a point unless the unit is within near of it, in column while the enemy is far.
func (k *officer) marchTo(t *staff.Task, to board.Point, near int, say func(string, ...any)) {
	deployed := t.Unit.Arm == staff.Guns && k.Facts[t.Unit.ID].Get("formation") == "deployed"
	if t.Unit.At.Within(to, near) || deployed && !k.limbers(t.Unit) {
		k.standFacing(t, say)
		return
	}
	if exposed(t, to) {
		k.edge(t, to, say)
		return
	}
	u := k.Facts[t.Unit.ID]
	head := ""
	switch {
	case k.deploys(t.Unit):
		head = "FORM line THEN "
	case k.foot(t.Unit.ID) && u.Get("formation") == "line" && !t.Unit.At.Within(to, 1600) &&
		!k.enemyWithin(t.Unit.At, staffMarches):
		head = "FORM column THEN "
	case deployed:
		head = "LIMBER THEN "
	}
	tail := ""
	if t.Foe != nil {
		tail = fmt.Sprint(" FACING ", t.Unit.At.Bearing(t.Foe.At, 0))
	}
	far := k.allowance(t.Unit)
	if head != "" {
		far /= 2
	}
	to = k.round(t.Unit, to)
	k.recordMarch(t.Unit, to, far)
	say("%sMOVE TO %s%s", head, k.onLand(to), tail)
}

// edge moves a unit to a point although an enemy is close by in another direction. If the unit can fight the
// enemy it turns to it; otherwise it moves and keeps its front to the enemy.
func (k *officer) edge(t *staff.Task, to board.Point, say func(string, ...any)) {
	if k.deploys(t.Unit) || !inFront(t) || k.foot(t.Unit.ID) && k.shoots(t) {
		k.standFacing(t, say)
		return
	}
	k.recordMarch(t.Unit, to, k.allowance(t.Unit)/2)
	say("MOVE TO %s KEEPING FRONT", k.onLand(to))
}

// shoots reports whether infantry has its enemy in its field of fire, as far as is known.
func (k *officer) shoots(t *staff.Task) bool {
	return k.isInSight(t.Foe) && t.Far <= k.b.Tables.Musket[1] && !k.engaged(t.Foe) &&
		k.b.clearView(t.Unit.At, t.Foe.At) && !k.crossed(t.Unit, t.Foe, t.Unit.At)
}

// standFacing keeps a unit in place, facing the enemy. Infantry forms line, because few muskets of a column
// can fire; limbered guns stay limbered.
func (k *officer) standFacing(t *staff.Task, say func(string, ...any)) {
	switch {
	case k.deploys(t.Unit) && (t.Foe == nil || inFront(t)):
		say("FORM line")
	case k.deploys(t.Unit):
		say("FORM line FACING %s", point(t.Foe.At))
	case k.Facts[t.Unit.ID].Get("formation") != "limbered":
		face(t, say)
	}
}

// deploys reports whether infantry in column should form line. The nearest enemy decides, not the target.
func (k *officer) deploys(u *staff.Unit) bool {
	return k.foot(u.ID) && k.Facts[u.ID].Get("formation") == "column" && k.enemyWithin(u.At, staffDeploys)
}

func (k *officer) foot(id string) bool {
	return k.b.Units[k.b.unitIDs.Must(id)].Kind.Arm() == Infantry
}

// enemyWithin reports whether a known enemy is nearer to a point than far.
func (k *officer) enemyWithin(p board.Point, far int) bool {
	return staff.Any(k.Foes, func(at board.Point) bool { return p.Distance(at) < far })
}

// face turns a unit towards an enemy that is not in front. It is not used otherwise, because turning reduces fire.
func face(t *staff.Task, say func(string, ...any)) {
	if t.Foe != nil && !inFront(t) {
		say("FACE %s", point(t.Foe.At))
	}
}

// inFront reports whether the enemy is in front of a unit.
func inFront(t *staff.Task) bool {
	facing, known := t.Unit.Facing.Get()
	turn := board.Turn(facing, t.Unit.At.Bearing(t.Foe.At, 0))
	return known && max(turn, -turn) <= staffAhead
}

// exposed reports whether a unit moving to a point would turn its flank or rear to an enemy close by.
func exposed(t *staff.Task, to board.Point) bool {
	return t.Foe != nil && t.Far < staffClose && !before(t.Unit.At, to, t.Foe.At)
}

// before reports whether a point lies ahead on the way from one point to another.
func before(from, to, p board.Point) bool {
	turn := board.Turn(from.Bearing(to, 0), from.Bearing(p, 0))
	return max(turn, -turn) <= staffAhead
}

// round returns an intermediate goal beside a friend that blocks the way, on the side where the unit already
// is, or else the goal itself.
func (k *officer) round(u *staff.Unit, to board.Point) board.Point {
	way := u.At.Distance(to)
	if !k.bars(u.ID) {
		return to
	}
	for i := range k.Own {
		f := &k.Own[i]
		far := u.At.Distance(f.At)
		clear := k.abreast(u.ID, f.ID)
		if f.ID == u.ID || !k.bars(f.ID) || far >= way || far > staffLooks || f.At.DistanceToLine(u.At, to) > clear ||
			!before(u.At, to, f.At) {
			continue
		}
		hand := 90
		if board.Turn(u.At.Bearing(to, 0), u.At.Bearing(f.At, 0)) > 0 {
			hand = 270
		}
		return k.onTable(f.At.Step(clear+staffAside, (u.At.Bearing(to, 0)+hand)%360))
	}
	return to
}

// bars reports whether a friend blocks other units, as [counts] does, as far as is known.
func (k *officer) bars(id string) bool {
	u := k.Facts[id]
	return u.Get("state") != "routing" && u.Get("formation") != "skirmish" && u.Get("formation") != "deployed"
}

// abreast returns the distance between the centres of two units that just pass each other.
func (k *officer) abreast(a, b string) int {
	return (k.Facts[a].Int("frontage")+k.Facts[b].Int("frontage"))/2 + staffClear
}

func (k *officer) onTable(p board.Point) board.Point {
	return board.Point{X: min(max(p.X, 100), k.b.Width-100), Y: min(max(p.Y, 100), k.b.Height-100)}
}

// onLand formats a goal for troops, moved onto land if necessary.
func (k *officer) onLand(p board.Point) string {
	if k.b.inWater(p) {
		p = k.b.land(p)
	}
	return point(p)
}

// stayNear moves the general to where most of the units will be after their marches, with a preference for
// those near the enemy, because troops within command radius are steadier.
func (k *officer) stayNear(tasks []staff.Task) []string {
	var best board.Point
	most, home := 0, k.b.Sides[k.b.Generals[k.g].Side].Home
	for i := range tasks {
		at := k.onTable(k.placeAfterMarch(tasks[i].Unit).Step(staffNear/2, home))
		if n := k.unitsInRadius(tasks, at); n > most {
			best, most = at, n
		}
	}
	me, _, ok := k.Desk.Fact("sight.general", k.Desk.Seat)
	if !ok || k.unitsInRadius(tasks, pointOf(me)) >= most {
		return nil
	}
	return []string{"SELF MOVE TO " + point(best)}
}

// unitsInRadius counts the units that will be within command radius of a point. A unit near the enemy outweighs all
// that are not.
func (k *officer) unitsInRadius(tasks []staff.Task, at board.Point) (n int) {
	for i := range tasks {
		u := tasks[i].Unit
		switch {
		case !k.placeAfterMarch(u).Within(at, k.b.Tables.Radius):
		case k.enemyWithin(u.At, staffDeploys):
			n += len(tasks)
		default:
			n++
		}
	}
	return n
}

// placeAfterMarch returns the unit's expected position after its march.
func (k *officer) placeAfterMarch(u *staff.Unit) board.Point {
	for i := range k.marches {
		g := &k.marches[i]
		if g.unit == u.ID {
			return u.At.Step(min(u.At.Distance(g.to), g.far), u.At.Bearing(g.to, 0))
		}
	}
	return u.At
}

// recordMarch records a march.
func (k *officer) recordMarch(u *staff.Unit, to board.Point, far int) {
	k.marches = append(k.marches, march{u.ID, to, far})
}

// deeds maps outcomes to the statistics of a trial.
var deeds = map[string]adjudicator.Deed{
	"unit.moved": adjudicator.Moves, "unit.faced": adjudicator.Gathers, "unit.formed": adjudicator.Gathers,
	"rally.tried": adjudicator.Gathers, "fire.volley": adjudicator.Fires, "charge.contact": adjudicator.Charges,
	"melee.fought": adjudicator.Fights, "unit.retired": adjudicator.Flees, "unit.routed": adjudicator.Flees,
	"order.skipped": adjudicator.Omits, "charge.not-made": adjudicator.Omits, "fire.not-made": adjudicator.Omits,
	"unit.gone": adjudicator.Dies, "objective.held": adjudicator.Takes,
	"unit.arrived": adjudicator.Moves, "charge.declared": adjudicator.Gathers,
}

const (
	staffHot     = 2 // in moves: distance to the enemy within which a unit is worth a card
	staffPerCard = 2 // turns left for each card that is saved
	staffPoor    = 5 // command scores below this are rolled again
)

// playHand plays the army commander's cards, which are worthless after the battle. An attacker seizes the
// initiative; the general closest to the enemy re-rolls a poor command roll. Dice decide when, so that the
// enemy cannot predict it (§2.4, §2.5, §3.6).
func (k *officer) playHand(o *adjudicator.Officer, plan staff.Plan) (lines []string) {
	side := &k.b.Sides[k.b.Generals[k.g].Side]
	hand, _, ok := k.Desk.Fact("sight.hand", side.ID)
	if !ok || !side.Chief.Is(k.g) || hand.Get("cards") == "-" {
		return nil
	}
	left := strings.Count(hand.Get("cards"), ",") + 1
	hot, general := k.mostPressedGeneral()
	spare := left*staffPerCard - max(k.Turns-k.Turn, 0)
	if hot == 0 || spare < 0 && o.Die(k.Turn, "cards/"+k.Seat, 2) == 1 {
		return nil
	}
	if plan == staff.Attack && o.Die(k.Turn, "seize/"+k.Seat, 3) > 1 {
		lines = append(lines, "SEIZE WITH lowest")
	}
	if o.Die(k.Turn, "contest/"+k.Seat, 3) == 1 {
		lines = append(lines, "CONTEST WITH highest")
	}
	return append(lines, fmt.Sprintf("REROLL %s IF BELOW %d WITH lowest", k.b.Generals[general].ID, staffPoor))
}

// mostPressedGeneral returns the general with the most units near the enemy, and their number.
func (k *officer) mostPressedGeneral() (most, general int) {
	near := make([]int, len(k.b.Generals))
	for i := range k.Own {
		u := &k.Own[i]
		if slices.ContainsFunc(k.Foes, func(f staff.Unit) bool { return k.Far(u.At, f.At) <= staffHot*k.Reach }) {
			near[k.b.Units[k.b.unitIDs.Must(u.ID)].General]++
		}
	}
	for g, n := range near {
		if n > most {
			most, general = n, g
		}
	}
	return most, general
}

// staffHeeds is the number of turns after which an officer makes a new plan for troops that have carried out
// a superior's order, if no other order arrives.
const staffHeeds = 4

// byWord returns the directives that a seat's orders give by word of mouth (§12.1).
func byWord(d rules.Desk[*Battle], lines []string) (words []adjudicator.Word) {
	r := &seatView{desk: d, b: d.Battle, g: d.Battle.seatIDs.Must(d.Seat)}
	mail := make([]order, len(lines))
	for i, line := range lines {
		mail[i] = r.b.recorded(r.g, line)
	}
	for n, p := range r.b.parcels(mail) {
		if p.Kind != kindDirective || r.needsCourier(p.To) {
			continue
		}
		id := courier.ID{Sender: d.Seat, Turn: d.Turn, N: n + 1}.String()
		words = append(words, adjudicator.Word{To: r.b.Generals[p.To].ID, Fact: events.Outcome{Name: "sight.directive",
			Fields: events.Fields("id", id, "from", d.Seat, "sent", d.Turn, "text", p.text())}})
	}
	return words
}

// heeded holds the latest orders from superiors, for each unit and for the officer in person.
type heeded struct {
	units map[int][3]told
	self  told
}

// told is the part of one directive for one unit and group.
type told struct {
	turn   int // turn in which the officer received it; 0 if there is none
	conds  []order
	always *order // the unconditional order
}

// readDirectives records the directives that the officer has received and returns the OBEY lines for those that have
// just arrived. For an NPC the rules adopt directives.
func (k *officer) readDirectives(o *adjudicator.Officer) (lines []string) {
	k.heeds.units = map[int][3]told{}
	for fact, turn := range k.Desk.Facts("sight.directive") {
		line := "OBEY " + fact.Get("id")
		given := slices.ContainsFunc(o.Given, func(g adjudicator.Given) bool { return g.Line == line })
		if turn+1 >= k.Turn && !given && !k.b.Generals[k.g].NPC {
			lines = append(lines, line)
		}
		k.learn(fact.Get("text"), turn)
	}
	return lines
}

// learn records a directive. It replaces earlier orders to the same troops.
func (k *officer) learn(text string, turn int) {
	fresh := make([][3]told, len(k.b.Units))
	for _, line := range directives(text) {
		o := k.b.recorded(k.g, line)
		if o.Kind == orderSelf {
			k.heeds.self = told{turn: turn, always: &o}
		}
		for _, u := range o.Units {
			t, one := &fresh[u][o.Group], o
			t.turn, one.Units = turn, []int{u}
			if len(o.If) > 0 {
				t.conds = append(t.conds, one)
			}
			if len(o.If) == 0 || o.Else != nil {
				t.always = &one
			}
		}
	}
	for u := range fresh {
		all := k.heeds.units[u]
		for group, t := range fresh[u] {
			if t.turn > 0 {
				all[group] = t
			}
		}
		k.heeds.units[u] = all
	}
}

// isBound reports whether a superior's order still decides what the unit does: it is still in force, or was
// carried out recently.
func (k *officer) isBound(u int, fact *events.Outcome) bool {
	t := k.heeds.units[u][Movement]
	if t.always == nil {
		return false
	}
	if t.turn+1 >= k.Turn || fact.Get("orders") == "yes" {
		return true
	}
	last := t.always.Steps[len(t.always.Steps)-1].Verb
	return t.turn+staffHeeds > k.Turn && last != doCharge && last != doTake
}

// dropOverruled removes those of the officer's own lines for a unit that would conflict with a superior's orders. If
// the superior gave only conditional orders, they are put before the officer's own.
func (k *officer) dropOverruled(u int, lines []string) (left []string) {
	var mine [3][]string
	for _, line := range lines {
		g := k.b.recorded(k.g, line).Group
		mine[g] = append(mine[g], line)
	}
	for group := range mine {
		t := k.heeds.units[u][group]
		switch standing := group != int(Movement) || k.isBound(u, k.Facts[k.b.Units[u].ID]); {
		case t.always != nil && standing:
			continue
		case t.always == nil && t.turn > 0:
			for _, o := range t.conds {
				left = append(left, k.b.body(o))
			}
		}
		left = append(left, mine[group]...)
	}
	return left
}

// isPosted reports whether a superior has told the officer where to be.
func (k *officer) isPosted() bool {
	return k.heeds.self.turn > 0 && k.heeds.self.turn+staffHeeds > k.Turn
}
