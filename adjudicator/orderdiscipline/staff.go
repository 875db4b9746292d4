package orderdiscipline

import (
	"cmp"
	"fmt"
	"slices"

	"galloper/adjudicator"
	"galloper/adjudicator/board"
	"galloper/adjudicator/rules"
	"galloper/adjudicator/staff"
	"galloper/events"
)

// How the staff sees the field: hundredths of an inch, and turns.
const (
	staffForgets = 4    // an enemy seen so long ago is no longer reckoned with
	staffStop    = 350  // from an enemy that is attacked: half of a musket's range
	staffDeploys = 1400 // columns form line so near the enemy
	staffMarches = 2000 // and lines form column no nearer, or they would change to and fro
	staffBehind  = 500  // a reserve behind the friend that it follows
	staffLooks   = 900  // how far ahead a unit looks for friends in its way
	staffAhead   = 45   // degrees off a unit's way up to which others are before it
	staffClear   = 50   // between the flanks of friends who pass each other
	staffAside   = 50   // farther than that goes who gives way
	staffApart   = 500  // units that go for one point
	staffClose   = 800  // with an enemy so near nobody turns his flank to him
	staffFar     = 2400 // no enemy is so near: a guard may stand beside its place
	staffBack    = 400  // how far who is worn or outnumbered falls back
	staffNear    = 500  // a general from his men
)

// staffOrders writes the orders of a seat that nobody plays.
func staffOrders(d rules.Desk[*Battle], o adjudicator.Officer) []string {
	g := d.Battle.seatIDs.Find(d.Seat)
	if g.None() || d.Known == nil {
		return nil
	}
	k := &officer{Eyes: staff.Open(&d.Desk, d.Battle.Last), b: d.Battle, g: g.Must(), temper: o.Temper}
	lines := k.heed(&o)
	k.remember(o.Given)
	k.seeField()
	plan, tasks := k.Tasks(&o)
	lines = append(lines, k.playHand(&o, plan)...)
	// Who is nearest to the enemy goes first, and the others after.
	slices.SortStableFunc(tasks, func(a, b staff.Task) int { return cmp.Compare(a.Far, b.Far) })
	for i := range tasks {
		lines = append(lines, k.within(k.b.unitIDs.Must(tasks[i].Unit.ID), k.orders(&tasks[i]))...)
	}
	if k.stays() {
		return lines
	}
	return append(lines, k.stayNear(tasks)...)
}

// officer is one seat's staff at work.
type officer struct {
	staff.Eyes
	b       *Battle
	g       int
	temper  adjudicator.Temper
	heeds   heeded
	sent    map[string]board.Point // where units were sent in the turn before
	marches []march                // in this turn
	routed  []staff.Unit           // enemies in rout
}

// march is a unit on its way to a point, of which it gets so far in a turn.
type march struct {
	unit string
	to   board.Point
	far  int
}

// remember notes where units were sent in the turn before.
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

// seeField draws the field as the seat knows it.
func (k *officer) seeField() {
	k.Reach, k.Far, k.Loose, k.Varied = k.b.Tables.Move[0], board.Point.Distance, true, true
	k.Friends("sight.own", k.regiment)
	k.Friends("sight.friend", k.regiment)
	k.seeRouted()
	k.Enemies("sight.enemy", k.Turn, func(o *events.Outcome) (staff.Unit, bool) { // told each turn: it says since when
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
		Bound:  o.Get("state") == "routing" || r.General == k.g && k.bound(n, o),
		Facing: adjudicator.At(o.Int("facing"))}
	if r.Kind.Arm() == Artillery {
		u.Range = k.b.Tables.Gun[r.Gun][4]
	}
	if to, ok := k.sent[r.ID]; ok {
		u.Sent = &to
	}
	_, _, gone := k.Desk.Fact("sight.gone", r.ID) // a report of how it stood before that comes late
	return u, !gone
}

// objective is one with its holder: who stands in it, else who had it last as all are told.
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

// orders says what a task means to a unit.
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
	if k.strikes(t, say) || k.prowls(t, say) {
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
		k.goTo(t, k.onTable(t.Abreast(t.Place.At, staffApart)), 150, say)
	case staff.Follow:
		k.goTo(t, k.onTable(t.Friend.At.Step(staffBehind, k.b.Sides[k.b.Generals[k.g].Side].Home)), 250, say)
	default:
		if t.Unit.Arm == staff.Guns && t.Foe != nil && !t.Unit.Bound && k.covered(t) {
			k.close(t, say)
			break
		}
		k.standFacing(t, say)
	}
	return lines
}

// close charges an enemy in reach, else closes to musket shot.
func (k *officer) close(t *staff.Task, say func(string, ...any)) {
	if k.foot(t.Unit.ID) && t.Foe.Arm == staff.Horse && t.Far <= k.b.Tables.Musket[1] && k.seen(t.Foe) {
		k.standFacing(t, say) // nobody runs after horse: it is shot at
		return
	}
	u, foe := k.Facts[t.Unit.ID], k.Facts[t.Foe.ID]
	kind := k.b.Units[k.b.unitIDs.Must(t.Unit.ID)].Kind
	reach := k.allowance(t.Unit)
	odds := t.Unit.Weight * 100 / max(t.Foe.Weight, 1)
	need := [...]int{adjudicator.Steady: 100, adjudicator.Bold: 75, adjudicator.Cautious: 130}[k.temper]
	open := kind.Arm() == Cavalry || u.Get("formation") == "column" || u.Get("formation") == "line"
	if kind.Arm() != Artillery && open && k.seen(t.Foe) && t.Far <= reach &&
		(odds >= need || t.Foe.Worn || t.Foe.Arm == staff.Guns) {
		say("CHARGE %s", k.target(foe))
		k.goes(t.Unit, t.Foe.At, reach)
		return
	}
	stand := staffStop
	switch {
	case t.Unit.Arm == staff.Guns:
		stand = max(stand, t.Unit.Range*3/4)
	case !k.seen(t.Foe):
		stand = 0 // he is looked for
	}
	stop := t.Foe.At.Step(stand, t.Foe.At.Bearing(t.Unit.At, 0))
	k.goTo(t, k.onTable(t.Abreast(stop, staffApart)), 120, say)
}

// allowance is how far a unit goes in a turn as it is formed.
func (k *officer) allowance(u *staff.Unit) int {
	form := max(slices.Index(formations[:], k.Facts[u.ID].Get("formation")), 0) // known by a friend's eyes alone: none
	return k.b.Tables.Move[max(movementOf(k.b.Units[k.b.unitIDs.Must(u.ID)].Kind, Formation(form)), 0)]
}

// target is an enemy by name, or by where it stands.
func (k *officer) target(foe *events.Outcome) string {
	if foe.Get("named") == "yes" {
		return foe.Get("unit")
	}
	return "ENEMY AT " + point(pointOf(foe))
}

// goTo goes to a point unless it stands so near, in column while the enemy is far.
func (k *officer) goTo(t *staff.Task, to board.Point, near int, say func(string, ...any)) {
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
	k.goes(t.Unit, to, far)
	say("%sMOVE TO %s%s", head, k.onLand(to), tail)
}

// edge has a unit go to a point that has the enemy close by and not before it on its way there: it turns to him and
// fights him if it can, else it goes on with its front to him.
func (k *officer) edge(t *staff.Task, to board.Point, say func(string, ...any)) {
	if k.deploys(t.Unit) || !inFront(t) || k.foot(t.Unit.ID) && k.shoots(t) {
		k.standFacing(t, say)
		return
	}
	k.goes(t.Unit, to, k.allowance(t.Unit)/2)
	say("MOVE TO %s KEEPING FRONT", k.onLand(to))
}

// shoots reports whether foot has its enemy before its muskets, as far as is known.
func (k *officer) shoots(t *staff.Task) bool {
	return k.seen(t.Foe) && t.Far <= k.b.Tables.Musket[1] && !k.engaged(t.Foe) &&
		k.b.clearView(t.Unit.At, t.Foe.At) && !k.crossed(t.Unit, t.Foe, t.Unit.At)
}

// standFacing has a unit stay where it is, facing the enemy: foot in line, for a column has few muskets. Guns that are
// limbered stay so.
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

// deploys reports whether foot in column is to form line. Whomever it goes for, it is the nearest enemy that counts.
func (k *officer) deploys(u *staff.Unit) bool {
	return k.foot(u.ID) && k.Facts[u.ID].Get("formation") == "column" && k.enemyWithin(u.At, staffDeploys)
}

func (k *officer) foot(id string) bool {
	return k.b.Units[k.b.unitIDs.Must(id)].Kind.Arm() == Infantry
}

// enemyWithin reports whether an enemy is known nearer than so far to a point.
func (k *officer) enemyWithin(p board.Point, far int) bool {
	return staff.Any(k.Foes, func(at board.Point) bool { return p.Distance(at) < far })
}

// face turns a unit to the enemy who is not before it: who turns shoots worse.
func face(t *staff.Task, say func(string, ...any)) {
	if t.Foe != nil && !inFront(t) {
		say("FACE %s", point(t.Foe.At))
	}
}

// inFront reports whether the enemy stands before a unit.
func inFront(t *staff.Task) bool {
	facing, known := t.Unit.Facing.Get()
	turn := board.Turn(facing, t.Unit.At.Bearing(t.Foe.At, 0))
	return known && max(turn, -turn) <= staffAhead
}

// exposed reports whether a unit that goes to a point turns its flank or its back to an enemy close by.
func exposed(t *staff.Task, to board.Point) bool {
	return t.Foe != nil && t.Far < staffClose && !before(t.Unit.At, to, t.Foe.At)
}

// before reports whether a point lies before who goes to another.
func before(from, to, p board.Point) bool {
	turn := board.Turn(from.Bearing(to, 0), from.Bearing(p, 0))
	return max(turn, -turn) <= staffAhead
}

// round is where a unit goes first that has a friend in its way: beside him, on the hand where it stands.
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

// bars reports whether a friend is in the way of others, as [counts] does, by what is known of him.
func (k *officer) bars(id string) bool {
	u := k.Facts[id]
	return u.Get("state") != "routing" && u.Get("formation") != "skirmish" && u.Get("formation") != "deployed"
}

// abreast is how far apart the middles of two units are that just pass each other.
func (k *officer) abreast(a, b string) int {
	return (k.Facts[a].Int("frontage")+k.Facts[b].Int("frontage"))/2 + staffClear
}

func (k *officer) onTable(p board.Point) board.Point {
	return board.Point{X: min(max(p.X, 100), k.b.Width-100), Y: min(max(p.Y, 100), k.b.Height-100)}
}

// onLand writes a point that troops are to reach as orders do, on land.
func (k *officer) onLand(p board.Point) string {
	if k.b.inWater(p) {
		p = k.b.land(p)
	}
	return point(p)
}

// stayNear keeps the general where most of his men are when they have marched, and rather with those who have the
// enemy near: his troops are steadier within his reach.
func (k *officer) stayNear(tasks []staff.Task) []string {
	var best board.Point
	most, home := 0, k.b.Sides[k.b.Generals[k.g].Side].Home
	for i := range tasks {
		at := k.onTable(k.whenMarched(tasks[i].Unit).Step(staffNear/2, home))
		if n := k.about(tasks, at); n > most {
			best, most = at, n
		}
	}
	me, _, ok := k.Desk.Fact("sight.general", k.Desk.Seat)
	if !ok || k.about(tasks, pointOf(me)) >= most {
		return nil
	}
	return []string{"SELF MOVE TO " + point(best)}
}

// about counts the units that will be within a general's reach of a point; who has the enemy near counts for more
// than all others.
func (k *officer) about(tasks []staff.Task, at board.Point) (n int) {
	for i := range tasks {
		u := tasks[i].Unit
		switch {
		case !k.whenMarched(u).Within(at, k.b.Tables.Radius):
		case k.enemyWithin(u.At, staffDeploys):
			n += len(tasks)
		default:
			n++
		}
	}
	return n
}

// whenMarched is where a unit will be when it has marched, if nothing keeps it.
func (k *officer) whenMarched(u *staff.Unit) board.Point {
	for i := range k.marches {
		g := &k.marches[i]
		if g.unit == u.ID {
			return u.At.Step(min(u.At.Distance(g.to), g.far), u.At.Bearing(g.to, 0))
		}
	}
	return u.At
}

// goes notes where a unit is sent.
func (k *officer) goes(u *staff.Unit, to board.Point, far int) {
	k.marches = append(k.marches, march{u.ID, to, far})
}

// deeds are what a trial counts.
var deeds = map[string]adjudicator.Deed{
	"unit.moved": adjudicator.Moves, "unit.faced": adjudicator.Gathers, "unit.formed": adjudicator.Gathers,
	"rally.tried": adjudicator.Gathers, "fire.volley": adjudicator.Fires, "charge.contact": adjudicator.Charges,
	"melee.fought": adjudicator.Fights, "unit.retired": adjudicator.Flees, "unit.routed": adjudicator.Flees,
	"order.skipped": adjudicator.Omits, "charge.not-made": adjudicator.Omits, "fire.not-made": adjudicator.Omits,
	"unit.gone": adjudicator.Dies, "objective.held": adjudicator.Takes,
	"unit.arrived": adjudicator.Moves, "charge.declared": adjudicator.Gathers,
}
