package orderdiscipline

import (
	"cmp"
	"slices"

	"galloper/adjudicator"
	"galloper/adjudicator/board"
	"galloper/events"
)

// declareCharges declares a charge for each unit whose active movement order begins with CHARGE, then tests
// all charges (§4.1, §4.3).
func (p *play) declareCharges() {
	var declared []int
	for u := range p.s.Units {
		if p.s.onTable(u) && p.declare(u) {
			declared = append(declared, u)
		}
	}
	for _, u := range declared {
		p.testCharge(u)
	}
	p.Emit("charge.settled")
}

// declare declares a unit's charge, or emits the reason why it is not made (§4.1).
func (p *play) declare(u int) bool {
	order := p.active(u, Movement)
	if order == nil {
		return false
	}
	aimed := order.Steps[0].Target
	switch first := &order.Steps[0]; first.Verb {
	case doCharge:
	case doTake:
		if aimed = (target{AtPoint: true, At: first.Way[0]}); p.s.find(u, &aimed).None() {
			return false // no enemy is there, so the unit moves in the movement phase
		}
	default:
		return false
	}
	defer p.Follow(p.Follow(order.Ref))
	target := p.s.find(u, &aimed)
	if reason := p.s.hindered(u, target); reason != "" {
		p.Emit("charge.not-made", "unit", p.b.Units[u].ID, "target", p.b.unitIDs.Of(target), "reason", reason)
		return false
	}
	e := target.Must()
	p.Emit("charge.declared", "unit", p.b.Units[u].ID, "target", p.b.Units[e].ID,
		"distance", p.s.gap(u, e), "aspect", p.s.Units[e].aspect(p.s.Units[u].At).String())
	return true
}

// hindered returns the first reason why the unit may not charge, or "" if it may (§4.2).
func (s *State) hindered(u int, target adjudicator.Index) string {
	n := &s.Units[u]
	switch {
	case n.State == Routing:
		return "routing"
	case n.State == Unsteady:
		return "unsteady"
	case len(n.Contact) > 0:
		return "in-contact"
	case s.Generals[n.General].Broken:
		return "broken-command"
	case target.None():
		return "not-seen"
	}
	e := target.Must()
	switch {
	case !s.mayCharge(u, e):
		return "formation"
	case !n.facesUnit(&s.Units[e]):
		return "out-of-arc"
	}
	w := s.newWalk(u, s.allowance(u, n.Formation))
	w.rush(s.Units[e].At, e)
	switch {
	case w.meeting(e) == e:
		return ""
	case w.stopped == stoppedSpent:
		return "out-of-reach"
	}
	return "blocked"
}

// rush turns to a point and moves straight towards it until the unit touches an enemy (§4.2, §4.6).
func (w *walk) rush(at board.Point, target int) {
	w.brave = true
	w.body.Facing = w.body.At.Bearing(at, w.body.Facing)
	w.walkTo(at, func() bool { return w.meeting(target) >= 0 })
}

// mayCharge reports whether the unit's formation lets it charge the target (§4.2).
func (s *State) mayCharge(u, target int) bool {
	n, e := &s.Units[u], &s.Units[target]
	switch n.Kind.Arm() {
	case Infantry:
		return n.Formation <= Column ||
			n.Formation == Skirmish && (e.Formation == Skirmish || e.Kind.Arm() == Artillery || e.State == Routing)
	case Cavalry:
		return n.Formation == Line
	}
	return false
}

// testCharge tests a declared charge (§4.3, §4.4).
func (p *play) testCharge(u int) {
	n := &p.s.Units[u]
	m := p.s.assault(u, n.Target.Must(), n.Aspect, p.s.moraleMods(u, forCharge))
	p.test(u, m, "charge.tested", [3]string{"result", "passed", "failed"}, "target", p.b.unitIDs.Of(n.Target))
}

// reactions resolves the reaction of each charged unit (§4.5).
func (p *play) reactions() {
	for u := range p.s.Units {
		if n := &p.s.Units[u]; p.s.onTable(u) && !n.Charged {
			if chargers := p.s.chargers(u); len(chargers) > 0 {
				p.react(u, chargers)
			}
		}
	}
}

// chargers returns the units that passed the test to charge the unit, nearest first (§4.5).
func (s *State) chargers(u int) []int {
	var list []int
	for c := range s.Units {
		if s.Units[c].Charged && s.Units[c].Target.Is(u) {
			list = append(list, c)
		}
	}
	slices.SortStableFunc(list, func(a, b int) int { return cmp.Compare(s.Units[a].Distance, s.Units[b].Distance) })
	return list
}

// react resolves the reaction of one charged unit (§4.5).
func (p *play) react(u int, chargers []int) {
	kind := p.s.defaultReaction(u, chargers)
	if order := p.active(u, Reaction); order != nil {
		kind = order.Steps[0].React
	}
	to := chargers[0]
	made := func(result string, m modifiers, tested bool) {
		score, need, mods, rolled := any("-"), any("-"), "-", []events.Die(nil)
		if tested {
			s, n, _ := p.s.test(u, m)
			score, need, mods, rolled = s, n, m.String(), p.s.Generals[p.s.Units[u].General].Dice
		}
		p.Cause = p.EmitWith(rolled, "", "reaction.made", "unit", p.b.Units[u].ID, "to", p.b.Units[to].ID, "kind", kind,
			"result", result, "score", score, "need", need, "mods", mods)
	}
	switch {
	case kind == "stand":
		made("done", nil, false)
	case !p.s.canReact(u, kind, chargers):
		made("impossible", nil, false)
	case kind == "evade":
		made("done", nil, false)
		p.evade(u, to)
	case kind == "square":
		m := p.s.moraleMods(u, forCharge)
		_, _, passed := p.s.test(u, m)
		made(either(passed, "done", "failed"), m, true)
		if passed {
			p.EmitBy("4.5", "unit.formed", "unit", p.b.Units[u].ID, "formation", Square.String())
		}
	default:
		m := p.s.assault(u, to, p.s.Units[to].aspect(p.s.Units[u].At), p.s.moraleMods(u, forCharge))
		_, _, passed := p.s.test(u, m)
		made(either(passed, "done", "failed"), m, true)
	}
}

// defaultReaction returns the reaction of a charged unit without orders (§4.5).
func (s *State) defaultReaction(u int, chargers []int) string {
	n := &s.Units[u]
	switch arm := n.Kind.Arm(); {
	case n.State == Routing:
		return "stand"
	case n.Formation == Skirmish:
		if slices.ContainsFunc(chargers, func(c int) bool { return s.Units[c].formed() }) {
			return "evade"
		}
		return "stand"
	case arm == Infantry && n.Formation <= Column &&
		!slices.ContainsFunc(chargers, func(c int) bool { return s.Units[c].Kind.Arm() != Cavalry }):
		return "square"
	case arm == Cavalry:
		return "countercharge"
	case n.Formation == Limbered:
		return "evade"
	}
	return "stand"
}

// canReact reports whether the unit is able to react in the given way (§4.5).
func (s *State) canReact(u int, kind string, chargers []int) bool {
	n := &s.Units[u]
	arm := n.Kind.Arm()
	switch kind {
	case "square":
		for _, c := range chargers {
			if s.Units[c].Kind.Arm() == Cavalry {
				if s.Units[c].Distance < s.b.Tables.SquareRoom {
					return false
				}
				break
			}
		}
		return arm == Infantry && n.Formation <= Column && n.State == Steady && len(n.Contact) == 0
	case "evade":
		return (n.Formation == Skirmish || arm == Cavalry || n.Formation == Limbered) && len(n.Contact) == 0 &&
			n.State != Routing
	case "countercharge":
		return arm == Cavalry && n.Formation == Line && n.State == Steady && len(n.Contact) == 0 &&
			!s.Generals[n.General].Broken &&
			s.Units[chargers[0]].Aspect == Front
	}
	return true
}

// evade turns a unit directly away from its nearest charger and moves it by its full allowance. It may pass
// through friends (§4.5).
func (p *play) evade(u, from int) {
	n := &p.s.Units[u]
	w := p.s.newWalk(u, p.s.allowance(u, n.Formation))
	w.through = true
	w.body.Facing = p.s.Units[from].At.Bearing(n.At, board.Degrees(p.s.Units[from].Facing))
	w.walkTo(pointAhead(n.At, w.budget, w.body.Facing), nil)
	p.emitMove("4.5", w)
}

func (p *play) emitMove(clause string, w *walk) {
	p.EmitBy(clause, "unit.moved", "unit", w.body.ID, "x", w.body.At.X, "y", w.body.At.Y, "facing", w.body.Facing,
		"walked", w.walked, "stopped", w.stopped)
}

// chargeHome moves the charging units, the nearest to its target first (§4.6).
func (p *play) chargeHome() {
	var list []int
	for u := range p.s.Units {
		if p.s.Units[u].Charged {
			list = append(list, u)
		}
	}
	slices.SortStableFunc(list, func(a, b int) int {
		x, y := &p.s.Units[a], &p.s.Units[b]
		return cmp.Or(cmp.Compare(x.Distance, y.Distance),
			cmp.Compare(bit(!p.s.Holder.Is(x.Side)), bit(!p.s.Holder.Is(y.Side))))
	})
	done := make([]bool, len(p.s.Units))
	for _, u := range list {
		e := p.s.Units[u].Target.Must()
		switch {
		case done[u]:
		case p.s.Units[e].Charged && p.s.Units[e].Target.Is(u) && !done[e]:
			done[e] = true
			p.clash(u, e)
		default:
			p.home(u)
		}
		done[u] = true
	}
}

// home moves one charging unit to its target (§4.6, §4.7).
func (p *play) home(u int) {
	n := &p.s.Units[u]
	target := n.Target.Must()
	if !p.s.onTable(target) || !p.s.onTable(u) {
		return
	}
	e, start := &p.s.Units[target], n.At
	w := p.s.newWalk(u, p.s.allowance(u, n.Formation))
	if e.Evaded && n.Kind.Arm() != Cavalry {
		stood := e.Stood.Quad()
		w.brave = true
		w.body.Facing = n.At.Bearing(e.Stood.Centre, n.Facing)
		w.walkTo(e.Stood.Centre, func() bool {
			body := w.body.quad()
			return w.meeting(target) >= 0 || body.Gap(&stood) <= touching
		})
	} else {
		w.rush(e.At, target)
	}
	met := w.meeting(target)
	p.chargeMoved(w, met)
	if met >= 0 {
		p.contact(u, met, start)
	}
}

func (p *play) chargeMoved(w *walk, met int) {
	p.Emit("charge.moved", "unit", w.body.ID, "x", w.body.At.X, "y", w.body.At.Y, "facing", w.body.Facing,
		"result", either(met >= 0, "contact", "short"))
}

// contact emits a charge's contact and the aspect that it hits. start is the position from which the charger
// set out (§4.7).
func (p *play) contact(u, met int, start board.Point) {
	n, e := &p.s.Units[u], &p.s.Units[met]
	aspect := n.Aspect
	switch {
	case !n.Target.Is(met):
		aspect = e.aspect(start)
	case e.Charged && e.Target.Is(u), e.Formation == Square:
		aspect = Front
	case e.Evaded:
		aspect = Rear
	}
	p.Emit("charge.contact", "unit", n.ID, "target", e.ID, "aspect", aspect.String())
}

// clash moves two units that charge each other alternately, a step at a time, until they touch. Their
// distances are equal, so the unit of the side with the initiative is due first and starts (§4.6).
func (p *play) clash(a, b int) {
	pair := [2]int{a, b}
	var walks [2]*walk
	var ways [2]board.Paces
	for i, u := range pair {
		goal := p.s.Units[pair[1-i]].At
		w := p.s.newWalk(u, p.s.allowance(u, p.s.Units[u].Formation))
		w.brave = true
		w.body.Facing = w.body.At.Bearing(goal, w.body.Facing)
		w.scout(goal)
		walks[i], ways[i] = w, board.NewPaces(w.body.At, goal)
	}
	met := [2]int{-1, -1}
	for turn, idle := 0, 0; idle < 2; turn = 1 - turn {
		w := walks[turn]
		w.faceTo(pair[1-turn], walks[1-turn])
		if met[turn] = w.meeting(pair[1-turn]); met[turn] == pair[1-turn] {
			met = [2]int{b, a}
			break
		}
		if met[turn] >= 0 || w.walked >= ways[turn].Length {
			idle++
			continue
		}
		next := min(w.walked+pace, ways[turn].Length)
		if w.stopped = w.takePace(ways[turn].At(next), next-w.walked); w.stopped != stoppedNone {
			idle++
			continue
		}
		idle = 0
		if w.faceTo(pair[1-turn], walks[1-turn]); w.meeting(pair[1-turn]) == pair[1-turn] {
			met = [2]int{b, a}
			break
		}
	}
	for i := range pair {
		p.chargeMoved(walks[i], met[i])
	}
	for i, u := range pair {
		if met[i] >= 0 {
			p.contact(u, met[i], ways[i].From)
		}
	}
}

// faceTo updates the distance to the other unit of the pair.
func (w *walk) faceTo(other int, there *walk) {
	for _, ob := range w.foes {
		if ob.unit == other {
			ob.quad = there.body.quad()
			body := w.body.quad()
			ob.measure(&body, w.s.b.Tables.Gap)
		}
	}
}
