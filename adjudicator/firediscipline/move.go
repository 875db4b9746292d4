package firediscipline

import (
	"slices"

	"galloper/adjudicator"
	"galloper/adjudicator/board"
	"galloper/adjudicator/rules"
)

// reform runs step VI.1: it emits waypoints reached and directives done, then all units plan, close up, change
// formation and wheel (§4.5, §D3).
func (p *play) reform() {
	p.gather()
	p.waypoints()
	p.done()
	p.detours()
	plans := make([]intention, len(p.s.Units))
	for n := range plans {
		if p.plans(n) {
			plans[n] = p.plan(n)
		}
	}
	p.sidestep(plans)
	for n := range plans {
		if u := &p.s.Units[n]; u.fit() && u.first() >= 0 {
			p.prepare(n, &plans[n])
		}
	}
}

// gather re-forms each unit without stands in ranks about its first stand that is not halted (§D9).
func (p *play) gather() {
	for n := range p.s.Units {
		u := &p.s.Units[n]
		if !u.fit() || u.first() >= 0 || u.Arm == Guns {
			continue
		}
		for i := range u.Stands {
			if st := &u.Stands[i]; st.Status == Out && !p.s.halted(n, i) {
				p.Emit("unit.reformed", "unit", u.ID, "stand", letter(i), "x", st.At.X, "y", st.At.Y)
				break
			}
		}
	}
}

// waypoints drops the VIA points that units have reached (§D3).
func (p *play) waypoints() {
	for n := range p.s.Units {
		u := &p.s.Units[n]
		left := len(u.Task.Way)
		for _, at := range u.Task.Way {
			if !u.At.Within(at, nearPlace*board.Yard) {
				break
			}
			left--
		}
		if u.fit() && left < len(u.Task.Way) {
			p.Emit("unit.waypoint", "unit", u.ID, "left", left)
		}
	}
}

// prepare carries out a unit's part of VI.1: it closes its ranks, leaves halted stands behind, changes formation and
// wheels. It records the unit's plan for VI.3 (§4.5, §3.5, §D9).
func (p *play) prepare(n int, i *intention) {
	u := &p.s.Units[n]
	if !u.dressed() {
		p.Emit("unit.dressed", "unit", u.ID)
	}
	if u.onCharge() {
		p.leaveHalted(n)
		if to, ok := u.WheelTo.Get(); ok && to != u.Facing {
			p.wheelTo(u, to)
		}
		return
	}
	if p.mayTurnHeld(n) {
		i.wheelTo, i.chit = adjudicator.At(u.chitTurn()), true
	}
	if i.isActive(u) {
		p.leaveHalted(n)
	}
	if i.form != "" && i.form != u.Formation {
		p.Emit("unit.formed", "unit", u.ID, "formation", string(i.form))
	}
	if to, ok := i.wheelTo.Get(); ok && to != u.Facing {
		p.wheelAsFar(n, i, to)
	}
	if i.chit {
		p.Emit("chit.used", "unit", u.ID)
	}
	if i.Move != "" {
		p.note(u, &i.Plan)
	}
}

// mayTurnHeld reports whether a charged unit may turn by its chit. A unit that holds may, too (§2.5, §D7).
func (p *play) mayTurnHeld(n int) bool {
	u := &p.s.Units[n]
	return u.isBraced() && (u.Task.Chit == 'R' || u.Task.Chit == 'L') && len(u.Engaged) == 0 &&
		u.Formation != Unlimbered && !p.s.isCrippled(n)
}

// dressed reports whether all stands in ranks are in their places (§3.5).
func (u *Unit) dressed() bool {
	if u.Formation == Unlimbered {
		return true
	}
	f, count, k := u.frame(), u.ranks(), 0
	for i := range u.Stands {
		st := &u.Stands[i]
		if st.Status != InRanks {
			continue
		}
		if st.Facing != u.Facing || st.At != f.World(u.place(k, count)) {
			return false
		}
		k++
	}
	return true
}

func (p *play) wheelTo(u *Unit, to int) {
	p.Emit("unit.wheeled", "unit", u.ID, "from", u.Facing, "to", to)
}

// note emits a unit's plan for the steps that carry it out.
func (p *play) note(u *Unit, plan *Plan) {
	pace := plan.Pace
	if pace == "" {
		pace = "-"
	}
	fields := []any{"unit", u.ID, "move", plan.Move, "dir", plan.Dir, "pace", pace, "reach", plan.Reach}
	if plan.HasGoal {
		fields = append(fields, "x", plan.Goal.X, "y", plan.Goal.Y)
	}
	if plan.Round {
		fields = append(fields, "round", true)
	}
	p.Emit("unit.planned", fields...)
}

// marching is the state of step VI.3.
type marching struct {
	*play
	movers []*mover // in id order, units that dress on others last
	of     []*mover // by unit
	fast   int
	index  board.Index
	at     []board.Point // centres of all proposed stands
	owner  []int         // by point: number in movers
	which  []int         // by point: number in that mover's rects
}

// march runs step VI.3: normal moves in 60 ticks, then the return of stands out of ranks and of crews. Units at their
// goal then hold (§4.8, §4.9, §D9).
func (p *play) march() {
	w := p.marching()
	if len(w.movers) > 0 {
		p.detach()
		for k := 1; k <= ticks; k++ {
			w.tick(k)
		}
		for _, m := range w.movers {
			u := &p.s.Units[m.n]
			m.at, m.facing, m.left = u.At, u.Facing, len(u.Task.Way)
		}
		p.rejoin()
		w.emitMoves()
	}
	w.tellWhoStayed()
	p.returnStands()
	p.crewsReturn()
	p.done()
}

// marching collects the units that can still follow their plan.
func (p *play) marching() *marching {
	w := &marching{play: p, of: make([]*mover, len(p.s.Units))}
	for _, dressing := range []bool{false, true} {
		for n := range p.s.Units {
			u := &p.s.Units[n]
			if dressing != (u.Plan.Move == dresses) || !p.stillMoves(n) {
				continue
			}
			p.leaveHalted(n)
			m := &mover{n: n}
			m.pace, m.rate = p.setsOff(n)
			m.setOff(u.At, u.Plan.Dir)
			if u.Plan.HasGoal {
				m.headFor(u.At, u.Plan.Goal, u.Plan.Dir)
			}
			w.movers = append(w.movers, m)
			w.of[n] = m
		}
	}
	w.fast = fastest(w.movers)
	return w
}

// setsOff returns a marching unit's pace and its move in hundredths. A column measures the distance to the enemy only
// now, because the charges may have changed it (§4.2, §4.3).
func (p *play) setsOff(n int) (pace string, hundredths int) {
	u := &p.s.Units[n]
	now := p.pace(n, u.Formation)
	if u.Plan.Move != marches || u.Formation != Column || now == u.Plan.Pace {
		return u.Plan.Pace, u.Plan.Reach
	}
	hundredths = p.moveDistance(n, now)
	if u.Plan.Reach < p.moveDistance(n, u.Plan.Pace) { // it has turned or changed formation
		hundredths /= 2
	}
	return now, hundredths
}

// stillMoves reports whether a unit can follow its plan after the charges.
func (p *play) stillMoves(n int) bool {
	u := &p.s.Units[n]
	switch u.Plan.Move {
	case marches, marchesOff, shifts, dresses:
	default:
		return false
	}
	return u.fit() && u.first() >= 0 && len(u.Contacts) == 0 && len(u.Engaged) == 0 && !p.isDisabled(n) &&
		(u.Arm != Guns || u.allManned())
}

// tick is one tick of the normal moves (§4.8, §4.9).
func (w *marching) tick(t int) {
	for _, m := range w.movers {
		w.proposeMove(m, t)
	}
	for _, m := range w.movers {
		w.dropOnGround(m, w.s.Units[m.n].Plan.Move == marchesOff)
		w.dropOnTroops(m, t, w.fast, true)
	}
	w.dropOnEachOther()
	for _, m := range w.movers {
		w.goOn(m)
	}
}

// proposeMove proposes a move, unless the unit stops for an enemy or waits for its guide (§D3, §D5).
func (w *marching) proposeMove(m *mover, t int) {
	u := &w.s.Units[m.n]
	switch {
	case m.done:
	case w.waits(m, t):
		done := m.done
		m.done = true
		w.propose(m, t)
		m.done = done
		return
	}
	w.propose(m, t)
	if u.Plan.Move == dresses && m.proposes {
		w.keepDressing(m)
	}
	if u.Arm == Guns && m.proposes && w.enemyWithin(u.Side, m.to, limberedHalt) {
		w.drop(m, "")
	}
}

// waits reports whether the unit proposes no move in this tick (§D3, §4.2, §6.66).
func (w *marching) waits(m *mover, t int) bool {
	u := &w.s.Units[m.n]
	switch {
	case u.Plan.Move == shifts || u.Plan.Move == marchesOff:
		return false
	case u.Arm == Guns && w.enemyWithin(u.Side, u.At, limberedHalt):
		return true
	case u.Formation == Column && m.pace == paceRoad && w.enemyWithin(u.Side, u.At, focusReach):
		return true
	}
	return w.stops(m, t)
}

// stops reports whether an enemy stand in sight is in the strip of the unit's ranks within its stop range. It skips the
// test until an enemy could have come near enough (§D3).
func (w *marching) stops(m *mover, t int) bool {
	if t < m.calm {
		return false
	}
	u, f := &w.s.Units[m.n], w.currentField()
	strip, reach := u.ranksStrip(), u.stopRange()*board.Yard
	near := max(strip.Right, -strip.Left) + strip.Front + reach + 2*reachOfStand
	gap, stop := near+120*board.Yard, false
	f.index.In(board.BoxOf(u.At).Grown(gap), func(k int) bool {
		if f.unit(k).Side == u.Side {
			return true
		}
		gap = min(gap, max(abs(u.At.X-f.at[k].X), abs(u.At.Y-f.at[k].Y)))
		if !mayHold(&strip, f.at[k], reach) {
			return true
		}
		part, ok := strip.Find(f.rects[k])
		stop = ok && u.gap(part.Range(), f.at[k]) <= reach && w.b.inView(u.At, f.at[k])
		return !stop
	})
	m.calm = t + max(0, gap-near)/(2*w.fast)
	return stop
}

// gap returns the distance to an enemy stand before the unit, measured as for fire: from stand to stand for
// skirmishers, else from rank to rank (§D3, §7.25).
func (u *Unit) gap(ranks int, at board.Point) int {
	if u.Formation != Open {
		return ranks
	}
	least := ranks
	for i, first := range u.standsInRanks() {
		if d := u.Stands[first].At.Distance(at); i == 0 || d < least {
			least = d
		}
	}
	return least
}

// enemyWithin reports whether an enemy stand in ranks is within a range in yards of the point.
func (p *play) enemyWithin(side int, at board.Point, yards int) bool {
	f, found := p.currentField(), false
	f.index.In(board.BoxOf(at).Grown(yards*board.Yard), func(k int) bool {
		found = f.unit(k).Side != side && f.inRanks(k) && at.Within(f.at[k], yards*board.Yard)
		return !found
	})
	return found
}

// keepDressing limits a unit's move to the distance that its centre is behind its guide's, in the guide's frame after
// the guide's proposal (§D5).
func (w *marching) keepDressing(m *mover) {
	u := &w.s.Units[m.n]
	guide := u.Task.Dress.Must()
	g := &w.s.Units[guide]
	frame := g.frame()
	if o := w.of[guide]; o != nil {
		frame.Centre = o.to
	}
	_, along := frame.Local(u.At)
	step := min(m.step, -along)
	if step <= 0 {
		w.drop(m, "")
		return
	}
	if step < m.step {
		m.step = step
		m.to = m.start.Step(m.sum+step, m.dir)
		m.rects = u.dressedRects(board.Frame{Centre: m.to, Facing: u.Facing}, m.rects[:0])
	}
}

// dropOnEachOther drops proposals that overlap: the later of two friends in order, and both of two enemies. Stands that
// overlap already do not count (§4.9).
func (w *marching) dropOnEachOther() {
	w.at, w.owner, w.which = w.at[:0], w.owner[:0], w.which[:0]
	for i, m := range w.movers {
		for k := range m.rects {
			if m.proposes {
				w.at, w.owner, w.which = append(w.at, m.rects[k].Centre), append(w.owner, i), append(w.which, k)
			}
		}
	}
	if len(w.at) == 0 {
		return
	}
	w.index.Fill(w.at)
	for i, m := range w.movers {
		if m.proposes {
			w.dropAgainst(i, m)
		}
	}
}

// dropAgainst compares one proposal with the later ones near it.
func (w *marching) dropAgainst(i int, m *mover) {
	var clashes []int
	var space, others [12]board.Rect
	now := w.s.Units[m.n].ranksRects(space[:0])
	for j, r := range m.rects {
		w.index.In(board.BoxOf(r.Centre).Grown(2*reachOfStand), func(k int) bool {
			o := w.movers[w.owner[k]]
			if w.owner[k] <= i || !o.proposes || !r.Overlaps(o.rects[w.which[k]]) {
				return true
			}
			if theirs := w.s.Units[o.n].ranksRects(others[:0]); !now[j].Overlaps(theirs[w.which[k]]) {
				clashes = rules.With(clashes, w.owner[k])
			}
			return true
		})
	}
	for _, j := range clashes {
		o := w.movers[j]
		if !m.proposes {
			return
		}
		w.drop(o, w.s.Units[m.n].ID)
		if w.s.Units[o.n].Side != w.s.Units[m.n].Side {
			w.drop(m, w.s.Units[o.n].ID)
		}
	}
}

// goOn carries out a proposal. The unit stops at its goal, but goes on past a bend of a road that takes no wheel (§D3,
// §4.5).
func (w *marching) goOn(m *mover) {
	if !m.proposes {
		return
	}
	u := &w.s.Units[m.n]
	arrived := m.leg >= 0 && m.sum+m.step >= m.leg
	if arrived {
		m.to = u.Plan.Goal
	}
	w.accept(m)
	switch {
	case u.Plan.Move == marchesOff && !w.b.onMap(u.At):
		m.done = true
	case arrived && !w.nextLeg(m):
		m.done = true
	}
}

// nextLeg turns a column or limbered guns on a road to the next VIA point, if that takes no counted wheel (§4.5).
func (w *marching) nextLeg(m *mover) bool {
	u := &w.s.Units[m.n]
	if len(u.Task.Way) == 0 || u.Task.Way[0] != u.Plan.Goal {
		return false
	}
	next := u.Task.Goal
	if len(u.Task.Way) > 1 {
		next = u.Task.Way[1]
	} else if !u.Task.HasGoal {
		return false
	}
	dir := u.At.Bearing(next, u.Facing)
	turn := board.Turn(u.Facing, dir)
	if next == u.At || !w.wheelsFree(m.n, turn) || turn > mostTurn || turn < -mostTurn {
		return false
	}
	u.Task.Way = u.Task.Way[1:]
	u.Facing, u.Plan.Goal, u.Plan.Dir = dir, next, dir
	w.s.settle(u)
	w.stale = true
	m.headFor(u.At, next, dir)
	return true
}

// emitMoves emits the moves in id order: each unit's new place, then the unit or ground that barred it. Units are
// emitted one after the other, so that a seat cannot deduce where an enemy's id sorts among its own (§4.7, §4.8).
func (w *marching) emitMoves() {
	moved := slices.Clone(w.movers)
	slices.SortFunc(moved, func(a, b *mover) int { return a.n - b.n })
	for _, m := range moved {
		u := &w.s.Units[m.n]
		if m.total > 0 {
			w.emitBends(u, m.facing, m.left)
			w.Emit("unit.moved", "unit", u.ID, "x", m.at.X, "y", m.at.Y, "yards", m.total/board.Yard, "rate", m.pace)
		}
		if u.fit() && !w.b.onMap(u.At) {
			w.EmitBy("5.11", "unit.left", "unit", u.ID)
		}
	}
	for _, m := range moved {
		if m.by != "" {
			w.Emit("unit.blocked", "unit", w.s.Units[m.n].ID, "by", m.by)
		}
	}
}

// emitBends emits the VIA points that a unit has passed on a road, and its facing after them.
func (w *marching) emitBends(u *Unit, facing, left int) {
	if facing != u.Facing {
		w.Emit("unit.turned", "unit", u.ID, "facing", facing)
	}
	if left < len(u.Task.Way) {
		w.Emit("unit.waypoint", "unit", u.ID, "left", left)
	}
}

// Return of stands out of ranks, in yards (§D9).
const (
	backOnFoot    = 80
	backMounted   = 120
	backAlongside = 20
	crewBack      = 80
	crewFear      = 60
)

// returnStands returns stands out of ranks: they rejoin if near enough, else move straight towards their unit. Nothing
// hinders them (§D9).
func (p *play) returnStands() {
	for n := range p.s.Units {
		u := &p.s.Units[n]
		if !u.fit() || u.first() < 0 || u.Arm == Guns || len(u.Contacts) > 0 || len(u.Engaged) > 0 {
			continue
		}
		yards := backOnFoot
		if u.mounted() {
			yards = backMounted
		}
		for i := range u.Stands {
			st := &u.Stands[i]
			if st.Status != Out || p.s.halted(n, i) {
				continue
			}
			if st.At.Within(u.At, (yards+backAlongside)*board.Yard) {
				if !p.roomInRanks(n) {
					continue
				}
				p.Emit("stand.rejoined", "unit", u.ID, "stand", letter(i))
				continue
			}
			to := st.At.Step(yards*board.Yard, st.At.Bearing(u.At, st.Facing))
			p.Emit("stand.moved", "unit", u.ID, "stand", letter(i), "x", to.X, "y", to.Y)
		}
	}
}

// crewsReturn returns crews that fled to their guns, and mans the guns, unless the enemy is near (§D9).
func (p *play) crewsReturn() {
	for n := range p.s.Units {
		u := &p.s.Units[n]
		if !u.fit() || u.Arm != Guns {
			continue
		}
		for i := range u.Stands {
			st := &u.Stands[i]
			if !st.inPlay() || !st.Away || st.Castings == 0 || st.Captured.Some() || p.s.halted(n, i) ||
				p.enemyWithin(u.Side, st.At, crewFear) {
				continue
			}
			if st.CrewAt.Within(st.At, crewBack*board.Yard) {
				p.Emit("gun.remanned", "unit", u.ID, "stand", letter(i))
				continue
			}
			to := st.CrewAt.Step(crewBack*board.Yard, st.CrewAt.Bearing(st.At, 0))
			p.Emit("crew.moved", "unit", u.ID, "stand", letter(i), "x", to.X, "y", to.Y)
		}
	}
}

// unlimberAndMount runs the first half of step VI.4: guns unlimber, dragoons mount or dismount (§6.4, §7.13).
func (p *play) unlimberAndMount() {
	for n := range p.s.Units {
		u := &p.s.Units[n]
		if !u.fit() || len(u.Contacts) > 0 || len(u.Engaged) > 0 || p.s.isCrippled(n) {
			continue
		}
		switch {
		case u.Plan.Move == unlimbers && u.allManned():
			p.Emit("guns.unlimbered", "unit", u.ID, "facing", u.Plan.Dir)
			if u.Task.Chit == 'U' {
				p.Emit("chit.used", "unit", u.ID)
			}
		case u.Plan.Move == rides && u.Task.Mount && !u.Mounted:
			p.Emit("unit.mounted", "unit", u.ID)
		case u.Plan.Move == rides && u.Task.Dismount && u.Mounted:
			p.Emit("unit.dismounted", "unit", u.ID)
		}
	}
}

// Reasons for a unit with a goal to stay in place.
const (
	stayedEnemy  = "enemy"  // an enemy near enough to stop it
	stayedGuide  = "guide"  // its guide is no farther on
	stayedHalted = "halted" // too many of its stands are halted
	stayedCrews  = "crews"  // crews of its guns have run
	stayedPace   = "pace"   // its limbers are damaged, or the ground allows not even a yard
)

// tellWhoStayed emits the reason for each unit with a goal that did not move, unless another outcome of this turn
// explains it (§4.2, §D3).
func (w *marching) tellWhoStayed() {
	for n := range w.s.Units {
		u := &w.s.Units[n]
		if m := w.of[n]; !w.wasFreeToMove(n) || m != nil && (m.total > 0 || m.by != "" || m.leg == 0) {
			continue
		}
		w.Emit("unit.stayed", "unit", u.ID, "reason", w.stayReason(n))
	}
}

// wasFreeToMove reports whether the unit was free to follow a directive that takes it somewhere: no charge involved it
// this turn, and no turn used up its time (§D3).
func (p *play) wasFreeToMove(n int) bool {
	u := &p.s.Units[n]
	turned := (u.Wheeled || u.Formed || u.Cramped) && u.Plan.Move == ""
	busy := turned || u.onCharge() || u.Reaction != "" || len(u.Engaged) > 0 || len(u.Contacts) > 0
	if !u.fit() || u.first() < 0 || busy || u.Formation == Unlimbered || u.Plan.Move == unlimbers || u.Plan.Move == rides {
		return false
	}
	if u.Broken || u.Plan.Move == dresses || len(u.Task.Way) > 0 || len(u.Task.Detour) > 0 {
		return true
	}
	t := &u.Task
	return t.Verb.attacks() || t.HasGoal && !p.atPlace(u) || t.Verb.trails() && !p.inPlaceBehind(u)
}

func (p *play) stayReason(n int) string {
	u := &p.s.Units[n]
	switch {
	case p.isDisabled(n):
		return stayedHalted
	case u.Arm == Guns && !u.allManned():
		return stayedCrews
	case u.Arm == Guns && p.enemyWithin(u.Side, u.At, limberedHalt):
		return stayedEnemy
	case u.Plan.Reach*p.b.percent(u.At, u.gait()) < 100*ticks:
		return stayedPace
	case u.Plan.Move == dresses:
		return stayedGuide
	}
	return stayedEnemy
}

// Paces (section k).
const (
	paceField    = "field"
	paceRoad     = "road"
	paceSkirmish = "skirmish"
	paceTactical = "tactical"
)

// rateRow returns the unit's row of the rates (§4.7).
func (u *Unit) rateRow() int {
	switch {
	case u.Arm == Guns && u.prolonges():
		return rateLightGuns
	case u.Arm == Guns:
		return rateHeavyGuns
	case u.mounted():
		return rateCavalry
	}
	return rateInfantry
}

// pace returns the unit's marching pace this turn, in its planned formation (§4.2, §4.3, §4.41).
func (p *play) pace(n int, form Formation) string {
	u := &p.s.Units[n]
	switch {
	case u.Arm == Guns && p.b.onRoad(u.At), form == Column && !p.enemyNear(n):
		return paceRoad
	case form == Open:
		return paceSkirmish
	}
	return paceField
}

// enemyNear reports whether an enemy stand in ranks is within 300 yards of the unit's centre (§4.2).
func (p *play) enemyNear(n int) bool {
	u, f := &p.s.Units[n], p.currentField()
	return f.nearest(u.At, focusReach*board.Yard, f.enemyInRanks(u.Side)) >= 0
}

// moveDistance returns the unit's move at a pace on open ground, in hundredths. Hits on a limber take a quarter each;
// the worst limber counts (§4.7, §6.8).
func (p *play) moveDistance(n int, pace string) int {
	u := &p.s.Units[n]
	column := map[string]int{paceField: rateField, paceSkirmish: rateCharge, paceRoad: rateRoad,
		paceTactical: rateTactical}[pace]
	rate := p.b.Tables.Rates[u.rateRow()][column] * board.Yard
	if u.Arm == Guns {
		rate = rate * (4 - u.worstLimber()) / 4
	}
	return rate
}

// worstLimber returns the most hits on one of the battery's limbers (§6.8).
func (u *Unit) worstLimber() int {
	worst := 0
	for i := range u.Stands {
		if u.Stands[i].inPlay() {
			worst = max(worst, u.Stands[i].Limber)
		}
	}
	return worst
}
