package orderdiscipline

import (
	"slices"

	"galloper/adjudicator"
	"galloper/adjudicator/board"
	"galloper/adjudicator/rules"
	"galloper/events"
)

// queue tracks which units of a side have acted in its movement phase and which wait for a friend (§5.9).
type queue struct {
	acted   []bool     // by unit
	waiting []*journey // by unit; nil if it is not waiting
	order   []*journey // waiting units, first come first
}

func newQueue(units int) *queue {
	return &queue{acted: make([]bool, units), waiting: make([]*journey, units)}
}

func (q *queue) join(j *journey) {
	q.waiting[j.u] = j
	q.order = append(q.order, j)
}

// mayWait reports whether a unit stopped by a friend waits for it: the friend has yet to act, and does not
// itself wait for the unit, directly or through others (§5.9).
func (p *play) mayWait(u, friend int) bool {
	if !p.b.Options.Waits || p.queue.acted[friend] {
		return false
	}
	for j := p.queue.waiting[friend]; j != nil; j = p.queue.waiting[j.waits.Must()] {
		if j.waits.Is(u) {
			return false
		}
	}
	return true
}

// hasActed marks a unit's action as over, unless it is waiting, and resumes the units that waited for it (§5.9).
func (p *play) hasActed(u int) {
	q := p.queue
	if q.waiting[u] != nil {
		return
	}
	q.acted[u] = true
	for i := 0; i < len(q.order); i++ {
		if j := q.order[i]; j.waits.Is(u) {
			q.order = append(q.order[:i], q.order[i+1:]...)
			q.waiting[j.u] = nil
			j.goOn()
			p.hasActed(j.u)
			i = -1
		}
	}
}

// makeWay decides how a walk stopped by a friend continues. The unit waits for the friend, or returns two
// points by which it passes it, one beside it and one beyond, if there is room on either side. It passes at
// most one friend in an action (§5.9).
func (j *journey) makeWay(w *walk, to board.Point) (by []board.Point) {
	if w.stopped != stoppedFrnd || !j.p.b.Options.Waits {
		return nil
	}
	if j.p.mayWait(j.u, w.by) {
		j.waits, w.stopped = adjudicator.At(w.by), stoppedWaits
		return nil
	}
	if j.passed {
		return nil
	}
	way := board.Frame{Centre: w.body.At, Facing: w.body.At.Bearing(to, w.body.Facing)}
	mine, his := boxIn(way, w.body.quad()), boxIn(way, j.p.s.Units[w.by].quad())
	right, left := his.Max.X-mine.Min.X+2*touching, mine.Max.X-his.Min.X+2*touching
	hands := [2]int{right, -left}
	if left < right {
		hands = [2]int{-left, right}
	}
	for _, across := range hands {
		try := *w
		try.slow = !j.turnsFreely()
		beside := way.World(across, 0)
		if try.walkTo(beside, nil) || try.stopped == stoppedSpent && try.body.At != w.body.At {
			w.stopped = stoppedPass
			return []board.Point{beside, way.World(across, his.Max.Y-mine.Min.Y+2*touching)}
		}
	}
	return nil
}

// boxIn returns the bounding box of a unit in a frame.
func boxIn(f board.Frame, q board.Quad) board.Box {
	var at [4]board.Point
	for i, corner := range q.At {
		at[i].X, at[i].Y = f.Local(corner)
	}
	return board.BoxOf(at[0], at[1], at[2], at[3])
}

// pass sidesteps the friend while keeping front, then goes on, and reports whether the unit reached its goal (§5.9).
func (j *journey) pass(by []board.Point, to board.Point) bool {
	j.passed = true
	w := j.p.s.newWalk(j.u, j.budget)
	w.slow = !j.turnsFreely()
	there := w.walkTo(by[0], nil)
	j.p.emitMove("5.9", w)
	j.budget = w.budget
	if !there {
		return false
	}
	if j.n.At.Distance(to) > by[0].Distance(by[1]) && !j.walk(by[1], true) {
		return false
	}
	return j.walk(to, true)
}

// moveGenerals resolves the movement of the generals (§8.1).
func (p *play) moveGenerals() {
	for g := range p.s.Generals {
		p.runErrand(g)
	}
}

// runErrand moves one general: by this turn's order, or else by the standing order. A general without a
// player stays near the units instead (g5) (§8.1, g5).
func (p *play) runErrand(g int) {
	var now *errand
	for n, o := range p.mail(g) {
		if o.Kind == orderSelf && !o.Standing {
			now = &o.Self
			defer p.Follow(p.Follow(adjudicator.OrderRef(p.b.Generals[g].ID, n+1)))
		}
	}
	if now != nil {
		p.errand(g, *now)
		return
	}
	if list := p.s.Generals[g].Standing[standSelf]; len(list) > 0 {
		o := p.b.recorded(g, list[len(list)-1])
		defer p.Follow(p.Follow(p.s.Generals[g].Noted[standSelf]))
		if p.errand(g, o.Self) {
			p.EmitBy("12.4", "order.standing", "who", p.b.Generals[g].ID, "kind", standSelf, "orders", "-", "why", "progress")
		}
		return
	}
	if p.hasNoPlayer(g) {
		p.moveToUnits(g)
	}
}

// errand carries out an errand and reports whether it is complete (§8.1).
func (p *play) errand(g int, e errand) bool {
	of := &p.s.Generals[g]
	switch e.Verb {
	case "LEAVE":
		p.leave(g)
		return true
	case "MOVE TO":
		p.leave(g)
		return p.gallopTo(g, e.At)
	case "JOIN":
		if of.Attached.Is(e.Unit) || p.s.Units[e.Unit].State == Gone {
			return true
		}
		if !p.s.onTable(e.Unit) {
			return false
		}
		p.leave(g)
		if !p.gallopTo(g, p.s.Units[e.Unit].At) {
			return false
		}
		p.Emit("general.joined", "general", of.ID, "unit", p.b.Units[e.Unit].ID)
	}
	return true
}

// leave detaches a general from the unit (§8.1).
func (p *play) leave(g int) {
	if of := &p.s.Generals[g]; of.Attached.Some() {
		p.Emit("general.left", "general", of.ID, "unit", p.b.Units[of.Attached.Must()].ID)
	}
}

// gallopTo moves a general straight to a point, over any ground and through units, but never closer to a
// non-routing enemy once within an inch of it. It reports whether the general reached the point (§8.1).
func (p *play) gallopTo(g int, to board.Point) bool {
	of := &p.s.Generals[g]
	way := board.NewPaces(of.At, to)
	foes := slices.DeleteFunc(p.foes(of.Side), func(e int) bool { return p.s.Units[e].State == Routing })
	at, rode := of.At, 0
	limit := min(way.Length, p.b.Tables.Move[generalRides])
	for rode < limit {
		next := min(rode+pace, limit)
		there := way.At(next)
		if slices.ContainsFunc(foes, func(e int) bool {
			return p.s.closeTo(there, e, p.b.Tables.GeneralGap) && p.s.distanceFrom(there, e) < p.s.distanceFrom(at, e)
		}) {
			break
		}
		at, rode = there, next
	}
	if rode > 0 {
		p.Emit("general.moved", "general", of.ID, "x", at.X, "y", at.Y, "walked", rode)
	}
	return at == to
}

// moveToUnits moves a general without a player to the middle of the general's units if one is beyond command radius
// (g5).
func (p *play) moveToUnits(g int) {
	of := &p.s.Generals[g]
	if of.Attached.Some() {
		return
	}
	var middle board.Point
	n, far := 0, false
	for _, u := range of.Units {
		if p.s.Units[u].State > Unsteady {
			continue
		}
		middle.X, middle.Y = middle.X+p.s.Units[u].At.X, middle.Y+p.s.Units[u].At.Y
		n++
		far = far || !p.s.closeTo(of.At, u, p.b.Tables.Radius)
	}
	if far {
		p.gallopTo(g, board.Point{X: middle.X / n, Y: middle.Y / n})
	}
}

// arrive places arriving units. A unit left without stands by the umpire's ruling does not arrive (§8.3).
func (p *play) arrive() {
	for u := range p.s.Units {
		n := &p.s.Units[u]
		if n.State != Waiting || n.Stands == 0 || n.Arrives-1 > p.s.Turn {
			continue
		}
		if slices.ContainsFunc(p.foes(n.Side), func(e int) bool { return p.s.gap(u, e) <= p.b.Tables.ArrivalGap }) {
			p.Emit("unit.delayed", "unit", n.ID)
			continue
		}
		p.Emit("unit.arrived", "unit", n.ID, "x", n.At.X, "y", n.At.Y)
	}
}

// breakCommands breaks commands with half their units routing or gone, then armies (§8.4).
func (p *play) breakCommands() {
	for g := range p.s.Generals {
		of := &p.s.Generals[g]
		bad := 0
		for _, u := range of.Units {
			if st := p.s.Units[u].State; st == Routing || st == Gone {
				bad++
			}
		}
		if !of.Broken && len(of.Units) > 0 && 2*bad >= len(of.Units) {
			p.Cause = p.LatestOf(fates, "unit", func(id string) bool {
				return slices.Contains(of.Units, p.b.unitIDs.Must(id))
			})
			p.Emit("command.broke", "general", of.ID)
		}
	}
	for side := range p.b.Sides {
		commands, broken := 0, 0
		for g := range p.s.Generals {
			if of := &p.s.Generals[g]; of.Side == side && len(of.Units) > 0 {
				commands++
				broken += bit(of.Broken)
			}
		}
		p.Cause = p.LatestOf(fates, "unit", func(id string) bool { return p.b.Units[p.b.unitIDs.Must(id)].Side == side })
		if !p.s.Broken[side] && commands > 0 && 2*broken >= commands {
			p.Emit("army.broke", "side", p.b.Sides[side].ID)
		} else if lost, of := p.s.stands(side); !p.s.Broken[side] && p.b.Breaks.Broken(side, lost, of) {
			p.EmitBy("8.7", "army.broke", "side", p.b.Sides[side].ID)
		}
	}
}

// fates are the outcomes that cost a unit men or move it.
const fates = "unit.gone unit.routed morale.fell unit.lost-stand unit.retired unit.moved charge.moved unit.arrived"

// stands returns a side's lost and initial stands. All stands of a unit that is gone or routing count as lost (§8.7).
func (s *State) stands(side int) (lost, of int) {
	for u := range s.Units {
		n := &s.Units[u]
		if n.Side != side {
			continue
		}
		of += n.Start
		if n.State == Gone || n.State == Routing {
			lost += n.Start
		} else {
			lost += n.Lost
		}
	}
	return lost, of
}

// holdObjectives determines which side holds each objective (§8.5).
func (p *play) holdObjectives() {
	for i := range p.b.Places {
		if !p.b.Places[i].Objective {
			continue
		}
		var there [2][]string
		for u := range p.s.Units {
			if n := &p.s.Units[u]; n.State <= Unsteady && p.s.closeTo(p.b.Places[i].At, u, p.b.Tables.Holding) {
				there[n.Side] = append(there[n.Side], n.ID)
			}
		}
		if side := bit(there[1] != nil); (there[0] == nil) != (there[1] == nil) && !p.s.Held[i].Is(side) {
			p.Cause = p.LatestOf(fates, "unit", func(id string) bool { return slices.Contains(there[side], id) })
			p.Emit("objective.held", "place", p.b.Places[i].ID, "side", p.b.Sides[side].ID)
		}
	}
}

// endGame ends the battle when an army has broken or the last turn is over (§8.6).
func (p *play) endGame() {
	winner, broken := rules.Outlasts(p.s.Broken)
	if broken {
		p.endBattle(winner, "break")
	} else if p.b.Last > 0 && p.s.Turn >= p.b.Last {
		p.endBattle(rules.Ahead(p.s.objectivePoints()), "turns")
	}
}

// endResigned ends the battle if an army commander's seat has resigned. That side loses; if both have
// resigned, the battle is a draw (§8.6).
func (p *play) endResigned() {
	chief := func(side int) string { return p.b.Generals[p.b.Sides[side].Chief.Must()].ID }
	if winner, over := p.GivenUp([2]string{chief(0), chief(1)}); over {
		p.endBattle(winner, "resigned")
	}
}

func (p *play) endBattle(winner adjudicator.Index, by string) {
	p.Emit("game.over", "winner", p.b.Winner(winner), "by", by, "points", p.b.tally(p.s.objectivePoints()))
}

// objectivePoints returns each side's points: for objectives held, 2 for each enemy unit gone, 1 for each
// routing, and 2 for each enemy general fallen (§8.6).
func (s *State) objectivePoints() [2]int {
	var n [2]int
	for i := range s.b.Places {
		if s.b.Places[i].Objective && s.Held[i].Some() {
			n[s.Held[i].Must()] += s.b.Places[i].Points
		}
	}
	for i := range s.Units {
		switch u := &s.Units[i]; u.State {
		case Gone:
			n[1-u.Side] += 2
		case Routing:
			n[1-u.Side]++
		}
	}
	for i := range s.Generals {
		n[1-s.Generals[i].Side] += 2 * s.Generals[i].Fallen
	}
	return n
}

// fate is what a seat knows of the losses of a unit.
type fate struct {
	gone, routing, fresh bool
	lost                 int // stands
}

// reckon says how the battle would be decided now, as far as a seat knows. How many of the enemy's commands are broken
// no seat knows.
//
// §8.4, §8.6, §8.7
func reckon(d rules.Desk[*Battle], told []events.Outcome) events.Reckoning {
	b := d.Battle
	r := events.Reckoning{What: "points", Places: true, Outweighs: 10, Lead: 30}
	units, fallen, broken := make([]fate, len(b.Units)), [2]int{}, [2]int{}
	for i := range told {
		o := &told[i]
		if g, ok := b.seatIDs.Find(o.Get("general")).Get(); ok {
			side := b.Generals[g].Side
			fallen[side] += bit(o.Name == "general.risked" && o.Get("result") == "fell")
			broken[side] += bit(o.Name == "command.broke")
		}
		if u, ok := b.unitIDs.Find(o.Get("unit")).Get(); ok {
			units[u].gone = units[u].gone || o.Name == "unit.gone"
			units[u].lost += bit(o.Name == "unit.lost-stand")
		}
	}
	for _, kind := range []string{"sight.own", "sight.friend", "sight.gone", "sight.enemy"} {
		for o, turn := range d.Facts(kind) {
			if u, ok := b.unitIDs.Find(o.Get("unit")).Get(); ok {
				f := &units[u]
				f.gone = f.gone || kind == "sight.gone"
				f.routing = o.Get("state") == Routing.String() || o.Get("routing") == "yes"
				f.lost = max(f.lost, o.Int("start")-o.Int("stands"))
				f.fresh = turn == d.Turn
			}
		}
	}
	for side := range b.Sides {
		g, known := b.seatIDs.Find(d.Seat).Get()
		limit, of, points := events.Limit{Part: "company", Least: !known || b.Generals[g].Side != side}, 0, 0
		for u := range units {
			n, f := &b.Units[u], &units[u]
			if n.Side != side {
				continue
			}
			of += n.Start
			limit.Least = limit.Least || !f.fresh && !f.gone
			switch {
			case f.gone:
				limit.Gone, points = limit.Gone+n.Start, points+2
			case f.routing:
				limit.Gone, points = limit.Gone+n.Start, points+1
			default:
				limit.Gone += min(f.lost, n.Start)
			}
		}
		r.Armies[1-side].Points = []events.Points{
			{For: "broken units", N: points}, {For: "generals", N: 2 * fallen[side]}}
		a := &r.Armies[side]
		a.Side = b.Sides[side].ID
		if limit.At = b.Breaks.Least(side, of); limit.At > 0 {
			a.Limits = append(a.Limits, limit)
		}
		if broken[side] > 0 {
			a.Limits = append(a.Limits, events.Limit{Gone: broken[side], At: b.commandsToBreak(side), Part: "brigade"})
		}
	}
	return r
}

// commandsToBreak returns how many broken commands break a side's army.
//
// §8.4
func (b *Battle) commandsToBreak(side int) int {
	commands := 0
	for g := range b.Generals {
		commands += bit(b.Generals[g].Side == side && len(b.Generals[g].Units) > 0)
	}
	return (commands + 1) / 2
}
