package firediscipline

import (
	"slices"

	"galloper/adjudicator/board"
	"galloper/adjudicator/rules"
)

// reachGap is the greatest gap between a charger and a stand that it has reached: half a yard (§8.2b).
const reachGap = 50

// onset is the state of step VI.2: the chargers, the counter-chargers and the final protective fire.
type onset struct {
	*play
	movers     []*mover // in id order
	of         []*mover // by unit; nil unless it charges
	made       []bool   // by unit: it has made contact
	stopped    []bool   // by unit: fire stopped it, or it fled
	protective *step
	perils     *perils
	fast       int   // more than any unit moves in a tick, in hundredths
	ground     field // at the tick's start
}

// charge runs step VI.2. Evaders leave first. Chargers and counter-chargers then move tick by tick until contact, under
// final protective fire. Those that fell short check morale (§8.2b).
func (p *play) charge() {
	p.evade()
	w := p.onset()
	if len(w.movers) == 0 {
		return
	}
	p.detach()
	for k := 1; k <= ticks; k++ {
		w.tick(k)
	}
	w.fallShort()
	p.rejoin()
	w.checkShort()
}

// evade moves the units that flee from a charge: 80 yards in the nearest charger's facing (§8.2c, §D7).
func (p *play) evade() {
	facing := make([]int, len(p.s.Units))
	for n := range p.s.Units {
		facing[n] = p.s.Units[n].Facing
	}
	for n := range p.s.Units {
		u := &p.s.Units[n]
		if u.fit() && u.Reaction == reactFlee {
			p.fleeUnit(n, facing[p.nearestCharger(n)], evadeYards, "unit.evaded")
		}
	}
	p.remove()
}

// onset collects the units that charge or counter-charge, with their charge rates; a change of facing halves the rate
// (§8.2b, §4.5).
func (p *play) onset() *onset {
	n := len(p.s.Units)
	w := &onset{play: p, of: make([]*mover, n), made: make([]bool, n), stopped: make([]bool, n)}
	w.protective = p.newStep("protective", nil).lasting()
	w.perils = &perils{phase: "protective"}
	for n := range p.s.Units {
		u := &p.s.Units[n]
		if !u.fit() || !u.onCharge() || u.first() < 0 {
			continue
		}
		m := &mover{n: n, rate: p.b.Tables.Rates[u.rateRow()][rateCharge] * board.Yard}
		if u.Wheeled || u.Formed {
			m.rate /= 2
		}
		m.setOff(u.At, u.Facing)
		w.movers = append(w.movers, m)
		w.of[n] = m
	}
	w.fast = fastest(w.movers)
	return w
}

// tick runs one tick of the charges: all units propose a move, those that reach an enemy make contact in id order, and
// the rest move (§4.8, §8.2b).
func (w *onset) tick(t int) {
	for _, m := range w.movers {
		w.propose(m, t)
		w.dropOnGround(m, false)
		w.dropOnTroops(m, t, w.fast, false)
	}
	w.ground.take(w.s) // contact is judged by the positions at this tick's start and the proposals
	f := &w.ground
	met := make([]bool, len(w.s.Units))
	for _, m := range w.movers {
		if m.done || met[m.n] {
			continue
		}
		if e, guns := w.reaches(f, m); e >= 0 {
			w.meet(m, e, guns)
			w.look()
			met[m.n], met[e] = true, !guns || met[e]
		}
	}
	for _, m := range w.movers {
		if !m.done {
			w.accept(m)
		}
	}
}

// look updates the movers after enemies may have fled: a body that was halted stops, and halted stands are left behind
// (§D9).
func (w *onset) look() {
	for _, m := range w.movers {
		m.safe = 0
		switch {
		case m.done:
		case !w.s.Units[m.n].fit(), w.s.allHalted(m.n):
			w.stopped[m.n] = true
			w.finish(m.n)
		default:
			w.leaveHalted(m.n)
		}
	}
}

// reaches returns the lowest unit that a charger reaches if both carry out their proposals. Guns without crew count as
// well (§8.2b, §8.2c).
func (w *onset) reaches(f *field, m *mover) (unit int, guns bool) {
	side, best := w.s.Units[m.n].Side, -1
	for _, r := range m.rects {
		f.index.In(board.BoxOf(r.Centre).Grown(2*reachOfStand+2*w.fast), func(k int) bool {
			e := f.keys[k]
			if f.unit(k).Side != side && (best < 0 || e.U < best) {
				if _, ok := r.Before(w.proposed(f, k), reachGap); ok {
					best = e.U
				}
			}
			return true
		})
	}
	for n := range w.s.Units {
		if u := &w.s.Units[n]; u.Arm == Guns && (best < 0 || n < best) && u.Side != side && w.reachesGuns(m, u) {
			return n, true
		}
	}
	return best, false
}

// proposed returns the ground of stand k of the field after its unit's proposal.
func (w *onset) proposed(f *field, k int) board.Rect {
	e := f.keys[k]
	m := w.of[e.U]
	if m == nil || !m.proposes || !f.inRanks(k) {
		return f.rects[k]
	}
	u, place := &w.s.Units[e.U], 0
	for i := range e.I {
		if u.Stands[i].Status == InRanks {
			place++
		}
	}
	return m.rects[place]
}

// reachesGuns reports whether a charger reaches guns without crew (§8.2c).
func (w *onset) reachesGuns(m *mover, u *Unit) bool {
	if !u.fit() {
		return false
	}
	for i := range u.Stands {
		if u.present(i) {
			return false
		}
	}
	for i := range u.Stands {
		if st := &u.Stands[i]; !st.inPlay() || st.Captured.Some() {
			continue
		}
		for _, r := range m.rects {
			if _, ok := r.Before(u.rect(i), reachGap); ok {
				return true
			}
		}
	}
	return false
}

// meet resolves a charger reaching a unit. If the two charge each other, the one with fewer stands closes and the other
// stays in place; else protective fire comes first (§8.2b).
func (w *onset) meet(m *mover, e int, guns bool) {
	u, x := &w.s.Units[m.n], &w.s.Units[e]
	o := w.of[e]
	switch {
	case guns:
		w.settleContact(m.n, e, "guns", u.At, u.Facing)
	case o != nil && !o.done && w.chargeEachOther(m.n, e):
		if x.ranks() < u.ranks() || x.ranks() == u.ranks() && e > m.n {
			w.close(o, m.n)
		} else {
			w.close(m, e)
		}
	default:
		if w.protectiveFire(m, e) {
			w.close(m, e)
		}
	}
}

func (w *onset) chargeEachOther(a, b int) bool {
	charges := func(u, v int) bool { return w.s.Units[u].Charging.Is(v) || w.s.Units[u].Countering.Is(v) }
	return charges(a, b) && charges(b, a)
}

// close brings a charger into contact if there is room. The enemy keeps its place of the tick's start (§8.16).
func (w *onset) close(m *mover, e int) {
	c, ok := w.closing(m.n, m.to, e)
	if !ok {
		w.halt(m.n)
		w.EmitBy("8.16", "unit.blocked", "unit", w.s.Units[m.n].ID, "by", "friends")
		return
	}
	if o := w.of[e]; o != nil && !o.done {
		w.stand(e)
	}
	w.settleContact(m.n, e, c.edge, c.at, c.facing)
	if x := &w.s.Units[e]; x.Broken {
		w.surrenderAll(e)
	}
}

// settleContact emits the contact. Neither unit moves any more this turn.
func (w *onset) settleContact(n, e int, edge string, at board.Point, facing int) {
	u := &w.s.Units[n]
	w.Cause = w.Emit("charge.contact", "unit", u.ID, "target", w.s.Units[e].ID, "edge", edge, "x", at.X, "y", at.Y,
		"facing", facing)
	w.made[n] = true
	w.finish(n)
	if edge != "guns" {
		w.made[e] = true
		w.finish(e)
	}
}

// finish ends a unit's move for this turn.
func (w *onset) finish(n int) {
	if m := w.of[n]; m != nil {
		m.done = true
	}
}

// halt ends a charge without contact and without a morale check.
func (w *onset) halt(n int) {
	w.stand(n)
	w.finish(n)
}

// stand emits the place that a moving unit has reached.
func (w *onset) stand(n int) (ref string) {
	u := &w.s.Units[n]
	return w.Emit("unit.stood", "unit", u.ID, "x", u.At.X, "y", u.At.Y)
}

// surrenderAll makes all stands of a broken unit surrender to the charge that reaches it (§5.11).
func (w *onset) surrenderAll(n int) {
	u := &w.s.Units[n]
	for i := range u.Stands {
		if u.Stands[i].inPlay() {
			w.surrender(n, i)
		}
	}
	w.remove()
}

// protectiveFire resolves final protective fire at a charger that reaches a unit, and reports whether the charger still
// closes. The charger is a target at its place at the tick's start. Casualties, commanders and morale take effect at
// once, and halted stands are left behind (§8.41).
func (w *onset) protectiveFire(m *mover, e int) bool {
	u, x := &w.s.Units[m.n], &w.s.Units[e]
	if len(x.Chargers) == 0 || !x.isBraced() || len(x.Engaged) > 0 || x.Broken {
		return true
	}
	m.proposes = false
	w.Cause = w.stand(m.n)
	before, start := w.s.posts(), w.s.field()
	t, fired := w.lastVolley(m, e)
	if !fired {
		return true
	}
	w.suffer(t, byFire)
	w.underFire(w.perils, before, t.stands())
	w.remove()
	w.protective.start = start
	var due []check
	for _, l := range t {
		due = append(due, check{l.standKey, whyFire, l.ref})
	}
	w.decide(w.protective, due)
	if !u.fit() || w.s.allHalted(m.n) {
		w.stopped[m.n] = true
		w.finish(m.n)
		return false
	}
	w.leaveHalted(m.n)
	return true
}

func (s *State) allHalted(n int) bool {
	u := &s.Units[n]
	return !rules.Any(u.Stands, func(i int) bool { return u.Stands[i].Status == InRanks && !s.halted(n, i) })
}

// leaveHalted leaves the unit's halted stands behind, out of ranks (§D9).
func (p *play) leaveHalted(n int) {
	u := &p.s.Units[n]
	if u.Arm == Guns {
		return
	}
	for i := range u.Stands {
		if u.Stands[i].Status == InRanks && p.s.halted(n, i) {
			p.Emit("stand.left_behind", "unit", u.ID, "stand", letter(i))
		}
	}
}

// Range of protective fire, and the range that its effect is taken from, in yards (§8.41).
const (
	protectiveReach = 50
	protectiveRange = 10
)

// lastVolley rolls the protective fire of foot, or of every section of a battery (§8.41).
func (w *onset) lastVolley(m *mover, e int) (t toll, fired bool) {
	x := &w.s.Units[e]
	if x.Arm == Guns {
		return w.lastRounds(m, e)
	}
	if x.Fired || x.Formation == Open || !x.hasMuskets() {
		return nil, false
	}
	target, ok := w.lastTarget(m, standKey{e, body}, x.ranksStrip())
	if !ok {
		return nil, false
	}
	v := volley{firer: e, target: target, yards: protectiveRange,
		faces: w.b.faces(x.Regiment, x.Formation, protectiveRange)}
	v.dice = w.volleyDice(x, target, volleyStands(x.Formation, x.ranks()))
	w.shoot("protective", &v)
	return w.casualtiesOf([]volley{v}), true
}

// lastTarget returns the charger's stand that a unit as a body, or one of its sections, fires at: the nearest in the
// strip within 50 yards (by range, then letter). If the charger is outside the strip but closes on the firer's front
// edge, the target is its stand nearest to the one that it closes on (§8.41, §8.41a).
func (w *onset) lastTarget(m *mover, firer standKey, s board.Strip) (standKey, bool) {
	f, reach := w.currentField(), protectiveReach*board.Yard
	for _, c := range f.inStrip(s, reach) {
		if f.keys[c.k].U == m.n {
			return f.keys[c.k], true
		}
	}
	x, d := &w.s.Units[firer.U], w.nearestOf(firer.U, m.rects)
	if d < 0 || firer.I != body && firer.I != d {
		return standKey{}, false
	}
	if edge, _, _ := edgeOf(x.rect(d), w.s.Units[m.n].Facing); edge != "front" {
		return standKey{}, false
	}
	k := f.nearest(x.Stands[d].At, reach, func(k int) bool { return f.keys[k].U == m.n })
	if k < 0 {
		return standKey{}, false
	}
	return f.keys[k], true
}

// lastRounds fires one round at the charger from each unlimbered section that has not fired this turn (§8.41).
func (w *onset) lastRounds(m *mover, e int) (t toll, fired bool) {
	x := &w.s.Units[e]
	var hits []gunnery
	for i := range x.Stands {
		k := standKey{e, i}
		if !w.mans(k) || x.Stands[i].AimTurn == w.Number {
			continue
		}
		target, ok := w.lastTarget(m, k, x.rect(i).Strip())
		ammo := x.load(i, protectiveRange)
		if !ok || ammo == "" {
			continue
		}
		a := aimed{target: target, yards: protectiveRange}
		a.chance = w.chance(k, a, ammo)
		hits = w.cannonade("protective", &service{standKey: k, targets: []aimed{a}, ammo: ammo}, hits)
	}
	return w.strikeAll(hits), len(hits) > 0
}

// fallShort emits, after the last tick, the charges that made no contact (§8.15).
func (w *onset) fallShort() {
	for _, m := range w.movers {
		u := &w.s.Units[m.n]
		if w.made[m.n] || !u.fit() || u.first() < 0 {
			continue
		}
		target := u.Charging
		if target.None() {
			target = u.Countering
		}
		w.Emit("charge.fell_short", "unit", u.ID, "target", w.s.Units[target.Must()].ID,
			"yards", m.total/board.Yard, "x", u.At.X, "y", u.At.Y)
		if m.by != "" {
			w.Emit("unit.blocked", "unit", u.ID, "by", m.by)
		}
	}
}

// checkShort makes chargers without contact check morale as bodies, unless their target evaded or fire stopped them
// (§8.15).
func (w *onset) checkShort() {
	var due []check
	for _, m := range w.movers {
		u := &w.s.Units[m.n]
		charged, charges := u.Charging.Get()
		if w.made[m.n] || w.stopped[m.n] || !u.fit() || !charges || w.s.Units[charged].Reaction == reactFlee {
			continue
		}
		due = append(due, check{standKey{m.n, body}, whyShort, w.Latest("charge.fell_short", "unit", u.ID)})
	}
	if len(due) > 0 {
		w.decide(w.newStep("short", w.startOfStep()).lasting(), due)
	}
}

// closed is a charger's place after closing.
type closed struct {
	at     board.Point
	facing int
	edge   string
}

// closing returns the place where unit n, having reached a point, closes on unit e: square against the edge of the
// nearest stand, front flush and files aligned. If that place is taken it tries the ones beside it (§8.16).
func (p *play) closing(n int, at board.Point, e int) (closed, bool) {
	u := &p.s.Units[n]
	rects := u.dressedRects(board.Frame{Centre: at, Facing: u.Facing}, nil)
	d := p.nearestOf(e, rects)
	if d < 0 {
		return closed{}, false
	}
	target := p.s.Units[e].rect(d)
	edge, out, half := edgeOf(target, u.Facing)
	c := closed{facing: board.Degrees(out + 180), edge: edge}
	frame := board.Frame{Centre: target.Centre, Facing: out}
	files, pitch := u.files()
	offset := 0
	if files%2 == 0 {
		offset = pitch / 2
	}
	across, _ := frame.Local(at)
	across = offset + pitch*board.Round(int64(across-offset), int64(pitch))
	along := half + u.frontEdge()
	for k := range 2*files + 1 {
		c.at = frame.World(across+pitch*sideStep(k), along)
		if p.fits(n, e, c) {
			return c, true
		}
	}
	return closed{}, false
}

// sideStep returns 0, 1, -1, 2, -2 … for k = 0, 1, 2, 3, 4 …
func sideStep(k int) int {
	if k%2 == 1 {
		return (k + 1) / 2
	}
	return -k / 2
}

// nearestOf returns the stand of unit e nearest to any of the rectangles, by distance of centres, then letter; -1 if
// the unit has no present stand.
func (p *play) nearestOf(e int, rects []board.Rect) int {
	x, best, score := &p.s.Units[e], -1, 0
	for i := range x.Stands {
		if !x.present(i) {
			continue
		}
		for _, r := range rects {
			if d := r.Centre.Distance(x.Stands[i].At); best < 0 || d < score {
				best, score = i, d
			}
		}
	}
	return best
}

// edgeOf returns the edge of a stand that a charger with the given facing meets, the direction that the edge faces, and
// its distance from the centre (§8.16).
func edgeOf(target board.Rect, facing int) (edge string, out, half int) {
	switch quarter(board.Turn(target.Facing, facing+180)) {
	case 0:
		return "front", target.Facing, target.Depth / 2
	case 1:
		return "right", board.Degrees(target.Facing + 90), target.Frontage / 2
	case 2:
		return "left", board.Degrees(target.Facing - 90), target.Frontage / 2
	}
	return "rear", board.Degrees(target.Facing + 180), target.Depth / 2
}

// files returns the number of the unit's files and their pitch. A column has one file (§8.16).
func (u *Unit) files() (files, pitch int) {
	front, _ := u.footprint()
	if u.Formation == Column {
		return 1, front
	}
	return u.ranks(), u.pitch(front)
}

// frontEdge returns the distance of the unit's front edge from its centre.
func (u *Unit) frontEdge() int {
	_, depth := u.footprint()
	_, along := u.place(0, u.ranks())
	return along + depth/2
}

// fits reports whether a unit may close there: it overlaps no friends in ranks and is in contact with the enemy
// (§8.16).
func (p *play) fits(n, e int, c closed) bool {
	u, f := &p.s.Units[n], p.currentField()
	rects := u.dressedRects(board.Frame{Centre: c.at, Facing: c.facing}, nil)
	for _, r := range rects {
		for _, k := range f.standsNear(r.Centre, 2*reachOfStand) {
			if o := f.unit(k); f.keys[k].U != n && o.Side == u.Side && f.inRanks(k) && r.Overlaps(f.rects[k]) {
				return false
			}
		}
	}
	x := &p.s.Units[e]
	return slices.ContainsFunc(rects, func(r board.Rect) bool {
		for i := range x.Stands {
			if x.present(i) {
				if _, ok := r.Contact(x.rect(i)); ok {
					return true
				}
			}
		}
		return false
	})
}
