package orderdiscipline

import (
	"slices"

	"galloper/adjudicator"
	"galloper/adjudicator/board"
)

// moveFirst resolves the movement of the side that moves first.
func (p *play) moveFirst() { p.movement(p.s.First.Must(), "first") }

// moveSecond resolves the movement of the other side.
func (p *play) moveSecond() { p.movement(1-p.s.First.Must(), "second") }

// movement gives every unit of a side one action (§5.1).
func (p *play) movement(side int, order string) {
	p.Emit("side.moves", "side", p.b.Sides[side].ID, "order", order)
	p.rerolls(side)
	p.queue = newQueue(len(p.s.Units))
	for g := range p.b.Generals {
		if p.b.Generals[g].Side != side {
			continue
		}
		for _, u := range p.sequence(g) {
			if p.s.onTable(u) {
				p.takeAction(u)
			}
			p.hasActed(u)
		}
	}
}

// sequence returns the order in which a general's units act: those of SEQUENCE, then those with movement
// orders in the mail, then the others (§5.1).
func (p *play) sequence(g int) []int {
	var list, named []int
	add := func(to []int, units []int) []int {
		for _, u := range units {
			if p.b.Units[u].General == g && !slices.Contains(to, u) {
				to = append(to, u)
			}
		}
		return to
	}
	for _, o := range p.mail(g) {
		switch {
		case o.Kind == orderSequence:
			list = add(nil, o.Units)
		case o.Kind == orderUnit && o.Group == Movement:
			named = add(named, o.Units)
		}
	}
	return add(add(list, named), p.b.Generals[g].Units)
}

// takeAction resolves one unit's action by the first row of the table that applies. A unit that is in
// contact, is routing or fails its test does not carry out its orders (§5.2, g4).
func (p *play) takeAction(u int) {
	n := &p.s.Units[u]
	tested := n.Test
	if tested && !p.takeTest(u) {
		return
	}
	order := p.active(u, Movement)
	first := doHold
	if order != nil {
		defer p.Follow(p.Follow(order.Ref))
		first = order.Steps[0].Verb
	}
	switch {
	case n.State == Routing && tested:
		p.runOn(u)
	case n.State == Routing:
		if len(n.Contact) == 0 {
			p.tryRally(u)
		}
	case len(n.Contact) > 0 || n.Charged || n.Evaded || n.Squared || n.Balked:
	case n.State == Unsteady && !tested && (first == doHold || first == doRally || first == doCharge):
		p.tryRally(u)
	case first != doHold && first != doRally:
		p.marchBy(u, order)
	}
}

// marchBy moves a unit by its order: first its rate is tested, then its steps are carried out (§5.6, §5.7, §5.8).
func (p *play) marchBy(u int, order *plan) {
	n := &p.s.Units[u]
	_, full := p.test(u, p.s.moraleMods(u, forMovement), "move.scored", [3]string{"rate", "full", "half"})
	j := &journey{p: p, u: u, n: n, order: order, left: slices.Clone(order.Steps), budget: p.s.allowance(u, n.Formation)}
	if !full {
		j.budget /= 2
	}
	j.goOn()
}

// goOn carries out the remaining steps as far as the budget allows. A unit that waits for a friend continues
// after the friend has acted (§5.7, §5.8, §5.9).
func (j *journey) goOn() {
	defer j.p.Follow(j.p.Follow(j.order.Ref))
	j.waits = adjudicator.Index{}
	for len(j.left) > 0 && j.do(&j.left[0]) {
		j.left = j.left[1:]
		if len(j.left) > 0 && j.left[0].Verb == doCharge {
			break // the charge waits for the next charge phase
		}
	}
	switch {
	case j.waits.Some():
		j.p.queue.join(j)
	case j.order.Standing.Some() && len(j.order.If) == 0:
		j.p.keep(j.u, j.order, j.left)
	}
}

// keep stores the remaining steps of a standing order, or deletes it if it is complete (g2).
func (p *play) keep(u int, order *plan, left []step) {
	list, i := slices.Clone(p.s.Units[u].Standing[Movement]), order.Standing.Must()
	if len(left) > 0 {
		text := p.b.conductText(nil, left)
		if text == list[i] {
			return
		}
		list[i] = text
	} else {
		list = slices.Delete(list, i, i+1)
	}
	e := entry{Conds: list}
	p.EmitBy("g2", "order.standing", "who", p.b.Units[u].ID, "kind", int(Movement), "orders", e.joined(), "why",
		"progress")
}

// journey is the progress of a unit through the steps of an order.
type journey struct {
	p      *play
	u      int
	n      *Unit
	order  *plan
	left   []step // remaining steps
	budget int
	waits  adjudicator.Index // the friend that it waits for
	passed bool              // it has already passed a friend
}

// do carries out one step as far as the budget allows and reports whether it is complete. A step with a
// relative goal is replaced by one with the absolute goal when it first begins (g2) (§5.8).
func (j *journey) do(t *step) bool {
	switch {
	case t.N == 0 && t.Verb == doAdvance:
		j.walk(pointAhead(j.n.At, j.budget, j.n.Facing), false)
		return false
	case t.N == 0 && t.Verb == doFallBack:
		j.walk(pointAhead(j.n.At, -j.budget, j.n.Facing), true)
		return false
	}
	switch t.Verb {
	case doAdvance:
		*t = step{Verb: doMove, Way: []board.Point{pointAhead(j.n.At, t.N, j.n.Facing)}}
	case doShift:
		*t = step{Verb: doMove, Way: []board.Point{pointAhead(j.n.At, t.N, t.Dir)}, Keep: t.Keep}
	case doFallBack:
		*t = step{Verb: doMove, Way: []board.Point{pointAhead(j.n.At, -t.N, j.n.Facing)}, Keep: true}
	}
	switch t.Verb {
	case doMove:
		return j.walkPoints(t)
	case doForm:
		return j.form(t.Form) && j.turnTo(t.Facing)
	case doFace:
		return j.turnTo(t.Facing)
	case doSupport:
		j.support(t.Friend)
	case doDress:
		j.alignWith(t.Friend)
	case doTake:
		return j.take(t.Way[0])
	case doCharge:
		j.approach(&t.Target)
	}
	return false
}

// walkPoints walks to each point in turn and removes those that it has reached (§5.8).
func (j *journey) walkPoints(t *step) bool {
	for len(t.Way) > 0 {
		if !j.walk(t.Way[0], t.Keep) {
			return false
		}
		if len(t.Way) == 1 {
			break
		}
		t.Way = t.Way[1:]
	}
	if t.Facing.Kind == noAim {
		return true
	}
	aim := t.Facing
	if !j.turnTo(aim) {
		*t = step{Verb: doFace, Facing: aim}
		return false
	}
	return true
}

// turnsFreely reports whether turning costs the unit nothing (§5.7).
func (j *journey) turnsFreely() bool { return j.n.Formation == Square || j.n.Formation == Skirmish }

// walk moves straight to a point and reports whether the unit reached it. Unless it keeps its front, the unit
// first turns towards the point. The turn is free within the wheel limit and in skirmish order; otherwise it
// is a change of facing (§5.7).
func (j *journey) walk(to board.Point, keep bool) bool {
	if j.n.At == to {
		return true
	}
	bearing := j.n.At.Bearing(to, j.n.Facing)
	off := board.Turn(j.n.Facing, bearing)
	wide := max(off, -off) > j.p.b.Tables.Wheel
	turn := j.n.Facing
	if !keep && j.n.Formation != Square {
		if wide && j.n.Formation != Skirmish && !j.turnTo(aim{Kind: aimDegrees, Deg: bearing}) {
			return false
		}
		turn = bearing
	}
	w := j.p.s.newWalk(j.u, j.budget)
	w.slow = keep && wide && !j.turnsFreely()
	w.body.Facing = turn
	there := w.walkTo(to, nil)
	by := j.makeWay(w, to)
	if w.walked > 0 || w.stopped != stoppedSpent && w.stopped != stoppedWaits || turn != j.n.Facing {
		j.p.emitMove("5.7", w)
	}
	j.budget = w.budget
	if by != nil {
		return j.pass(by, to)
	}
	return there
}

// turnTo turns the unit for a quarter of its allowance and reports whether it could (§5.7, §5.8).
func (j *journey) turnTo(to aim) bool {
	want := to.Deg
	switch to.Kind {
	case noAim:
		return true
	case aimPoint:
		want = j.n.At.Bearing(to.At, j.n.Facing)
	case aimEnemy:
		e := j.p.s.find(j.u, &to.Target)
		if e.None() {
			j.skip("not-seen")
			return false
		}
		want = j.n.At.Bearing(j.p.s.Units[e.Must()].At, j.n.Facing)
	}
	if want == j.n.Facing {
		return true
	}
	if !j.turnsFreely() && !j.pay(j.p.s.allowance(j.u, j.n.Formation)/4) {
		return false
	}
	j.p.Emit("unit.faced", "unit", j.n.ID, "facing", want)
	return true
}

// pay deducts a price from the budget and reports whether the budget covers it.
func (j *journey) pay(price int) bool {
	if price > j.budget {
		return false
	}
	j.budget -= price
	return true
}

// form changes formation for half the allowance. The remaining budget is scaled to the new formation's
// allowance (§5.7).
func (j *journey) form(f Formation) bool {
	if j.n.Formation == f {
		return true
	}
	before, after := j.p.s.allowance(j.u, j.n.Formation), j.p.s.allowance(j.u, f)
	if !j.pay(before / 2) {
		return false
	}
	j.budget = int(int64(j.budget) * int64(after) / int64(max(before, 1)))
	j.p.EmitBy("5.7", "unit.formed", "unit", j.n.ID, "formation", f.String())
	return true
}

func (j *journey) skip(reason string) {
	j.p.Emit("order.skipped", "unit", j.n.ID, "reason", reason)
}

// support moves the unit behind a friend and turns it to the same facing. The step never completes (§5.8).
func (j *journey) support(friend int) {
	if !j.p.s.onTable(friend) {
		j.skip("gone")
		return
	}
	f := &j.p.s.Units[friend]
	mine, his := j.n.rect(), f.rect()
	if j.walk(pointAhead(f.At, -(his.Depth/2+j.p.b.Tables.Interval+mine.Depth/2), f.Facing), false) {
		j.turnTo(aim{Kind: aimDegrees, Deg: f.Facing})
	}
}

// alignWith moves the unit level with a friend, on the flank that it is already on, and turns it to the same
// facing. The step never completes (§5.8).
func (j *journey) alignWith(friend int) {
	if !j.p.s.onTable(friend) {
		j.skip("gone")
		return
	}
	f := &j.p.s.Units[friend]
	frame := board.Frame{Centre: f.At, Facing: f.Facing}
	across, _ := frame.Local(j.n.At)
	apart := j.p.b.Tables.Interval + (j.n.rect().Frontage+f.rect().Frontage)/2
	if across < 0 {
		across = min(across, -apart)
	} else {
		across = max(across, apart)
	}
	if j.walk(frame.World(across, 0), false) {
		j.turnTo(aim{Kind: aimDegrees, Deg: f.Facing})
	}
}

// take moves to a place, or towards an enemy there, and reports whether the unit reached the place (§5.8).
func (j *journey) take(place board.Point) bool {
	if e := j.p.s.find(j.u, &target{AtPoint: true, At: place}); e.Some() {
		j.walk(j.p.s.Units[e.Must()].At, false)
		return false
	}
	return j.walk(place, false)
}

// approach moves towards the target of a charge that was not made (§5.8, g3).
func (j *journey) approach(t *target) {
	e := j.p.s.find(j.u, t)
	if e.None() {
		j.skip("not-seen")
		return
	}
	j.walk(j.p.s.Units[e.Must()].At, false)
}

// Reasons why a walk ends.
const (
	stoppedNone  = "none"
	stoppedSpent = "spent"
	stoppedEdge  = "edge"
	stoppedLand  = "terrain"
	stoppedEnemy = "enemy"
	stoppedFrnd  = "friend"
	stoppedWaits = "waits"  // for a friend that has yet to act
	stoppedPass  = "passes" // sidesteps a friend
)

// walk is a unit's movement in progress. It changes only itself, not the state.
type walk struct {
	s       *State
	unit    int
	body    Unit // the unit at its current position
	budget  int
	slow    bool // at half rate
	through bool // friends don't stop it
	brave   bool // ignores the one-inch rule for enemies (§4.6)
	free    bool // no movement costs (§11.1)
	foes    []*obstacle
	friends []*obstacle
	row     int // column of the area table
	walked  int
	stopped string
	by      int // the friend that stopped it
}

// obstacle is another unit on the table, with its distance at the last step.
type obstacle struct {
	unit int
	quad board.Quad
	gap  int // exact only when close, see measure
}

func (s *State) newWalk(u, budget int) *walk {
	w := &walk{s: s, unit: u, body: s.Units[u], budget: budget, stopped: stoppedNone}
	switch arm := w.body.Kind.Arm(); {
	case arm == Cavalry:
		w.row = onHorse
	case arm == Artillery:
		w.row = withGuns
	case w.body.Formation == Skirmish:
		w.row = skirmishing
	}
	return w
}

// extent returns an upper bound of the distance from the unit's centre to any part of it.
func extent(u *Unit) int {
	r := u.rect()
	return (r.Frontage+r.Depth)/2 + touching
}

// scout collects the units that may be met on the way to a point.
func (w *walk) scout(to board.Point) {
	w.foes, w.friends = w.foes[:0], w.friends[:0]
	way := board.BoxOf(w.body.At, to).Grown(extent(&w.body) + w.s.b.Tables.Gap)
	here := w.body.quad()
	for i := range w.s.Units {
		o := &w.s.Units[i]
		if i == w.unit || !w.s.onTable(i) || !o.rect().Box().Meets(way) {
			continue
		}
		foe := o.Side != w.body.Side
		if !foe && (w.through || w.body.Formation == Skirmish || !counts(o)) {
			continue
		}
		ob := &obstacle{unit: i, quad: o.quad()}
		ob.measure(&here, w.s.b.Tables.Gap)
		if foe {
			w.foes = append(w.foes, ob)
		} else {
			w.friends = append(w.friends, ob)
		}
	}
}

// counts reports whether a friend blocks other units (§10.8).
func counts(u *Unit) bool {
	return u.Formation != Skirmish && u.Formation != Deployed && u.State != Routing
}

// walkTo walks straight towards a point and reports whether it got there. If until is not nil, it is called
// before each step and ends the walk when it returns true (§10.8).
func (w *walk) walkTo(q board.Point, until func() bool) bool {
	way := board.NewPaces(w.body.At, q)
	w.scout(q)
	w.stopped = stoppedNone
	for s := 0; s < way.Length; {
		next := min(s+pace, way.Length)
		if until != nil && until() {
			return false
		}
		if w.stopped = w.takePace(way.At(next), next-s); w.stopped != stoppedNone {
			return false
		}
		s = next
	}
	return until == nil || !until()
}

// takePace takes one step, or returns the reason why it cannot (§10.8).
func (w *walk) takePace(at board.Point, length int) string {
	factor, ok := w.terrainFactor(at)
	cost := length * factor
	if w.slow {
		cost *= 2
	}
	toll, open := w.crossingCost(at)
	cost += toll
	switch {
	case !w.free && cost > w.budget:
		return stoppedSpent
	case !w.s.b.onTable(at):
		return stoppedEdge
	case !ok || !open:
		return stoppedLand
	}
	moved := w.body
	moved.At = at
	body := moved.quad()
	if !w.brave && blocked(w.foes, &body, w.s.b.Tables.Gap,
		func(ob *obstacle) bool { return w.s.Units[ob.unit].State != Routing }) != nil {
		return stoppedEnemy
	}
	if friend := blocked(w.friends, &body, touching, nil); friend != nil {
		w.by = friend.unit
		return stoppedFrnd
	}
	for _, ob := range w.foes {
		ob.measure(&body, w.s.b.Tables.Gap)
	}
	for _, ob := range w.friends {
		ob.measure(&body, w.s.b.Tables.Gap)
	}
	w.body.At, w.walked = at, w.walked+length
	if !w.free {
		w.budget -= cost
	}
	return stoppedNone
}

// blocked returns the first unit that the step would bring both nearer than limit and nearer than before, or
// nil (§10.8).
func blocked(list []*obstacle, body *board.Quad, limit int, takes func(*obstacle) bool) *obstacle {
	for _, ob := range list {
		if takes != nil && !takes(ob) || body.Farther(&ob.quad, limit) {
			continue
		}
		if gap := body.Gap(&ob.quad); gap < limit && gap < ob.gap {
			return ob
		}
	}
	return nil
}

// measure updates the distance to the unit. If the unit is too far to stop a walk, any figure beyond that
// distance will do.
func (ob *obstacle) measure(body *board.Quad, limit int) {
	ob.gap = max(limit, touching) + 1
	if !body.Farther(&ob.quad, ob.gap) {
		ob.gap = body.Gap(&ob.quad)
	}
}

// terrainFactor returns the terrain factor at a point for the unit, and false if it is impassable (§10.9).
func (w *walk) terrainFactor(at board.Point) (int, bool) {
	if w.onRoad(at) {
		return 1, true
	}
	factor, ok := 0, true
	for i := range w.s.b.Areas {
		a := &w.s.b.Areas[i]
		if f := w.s.b.Tables.Area[a.Kind][w.row]; f == 0 || f > factor {
			if a.Poly.Has(at) {
				factor, ok = max(factor, f), ok && f > 0
			}
		}
	}
	if factor == 0 && ok {
		factor = 1
	}
	return factor, ok
}

// roadside is the distance from a road within which march columns count as on it, in hundredths of an inch (§10.10).
const roadside = 50

// onRoad reports whether the unit moves by road at the point (§10.10).
func (w *walk) onRoad(at board.Point) bool {
	if w.body.Formation != March && w.body.Formation != Limbered {
		return false
	}
	for i := range w.s.b.Lines {
		if c := &w.s.b.Lines[i]; c.Kind == road && c.isWithin(at, roadside) {
			return true
		}
	}
	return false
}

// crossings is the distance from a crossing within which the line costs nothing, in hundredths of an inch (§10.10).
const crossings = 150

// crossingCost returns the cost of the lines that the step crosses, and false if one is impassable (§10.10).
func (w *walk) crossingCost(at board.Point) (int, bool) {
	cost, open := 0, true
	way := board.Segment{A: w.body.At, B: at}
	for i := range w.s.b.Lines {
		c := &w.s.b.Lines[i]
		if c.Kind == road || !c.touches(way) || c.contains(way.A) || c.bridged(at) {
			continue
		}
		toll := w.s.b.Tables.Line[c.Kind][w.body.Kind.Arm()]
		if toll == impassable {
			open = false
		} else {
			cost += toll
		}
	}
	return cost, open
}

// bridged reports whether the point is near a crossing of the line (§10.10).
func (c *Course) bridged(at board.Point) bool {
	return slices.ContainsFunc(c.Crossings, func(x board.Point) bool { return at.Within(x, crossings) })
}

// meeting returns the enemy in contact with the unit at its current position, or -1. Of several it prefers
// the target, then the first in scenario order (§10.4).
func (w *walk) meeting(target int) int {
	met := -1
	for _, ob := range w.foes {
		if ob.gap > touching {
			continue
		}
		if ob.unit == target {
			return target
		}
		if met < 0 {
			met = ob.unit
		}
	}
	return met
}

// flee moves the unit straight towards its home edge for a distance, and farther until it is clear of
// friends. off reports whether it has left the table (§11.1, §11.2).
func (w *walk) flee(distance int) (off bool) {
	w.free = true
	home := w.s.b.Sides[w.body.Side].Home
	w.through = true
	w.scout(pointAhead(w.body.At, distance+2000, home))
	var near []*obstacle
	for i := range w.s.Units {
		o := &w.s.Units[i]
		if i != w.unit && w.s.onTable(i) && o.Side == w.body.Side && counts(o) && w.body.Formation != Skirmish {
			near = append(near, &obstacle{unit: i, quad: o.quad()})
		}
	}
	for w.walked < distance || w.crowded(near) {
		length := pace
		if w.walked < distance {
			length = min(pace, distance-w.walked)
		}
		if w.stopped = w.takePace(pointAhead(w.body.At, length, home), length); w.stopped != stoppedNone {
			return w.stopped == stoppedEdge
		}
	}
	return false
}

// crowded reports whether the unit is closer to a friend than touching (§11.1).
func (w *walk) crowded(friends []*obstacle) bool {
	body := w.body.quad()
	return slices.ContainsFunc(friends, func(ob *obstacle) bool {
		return !body.Farther(&ob.quad, touching) && body.Gap(&ob.quad) < touching
	})
}
