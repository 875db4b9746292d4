package firediscipline

import (
	"slices"

	"galloper/adjudicator/board"
	"galloper/adjudicator/rules"
)

// body stands for a stand's number if a unit checks as a whole (§5.4).
const body = -1

// Reasons for a morale check (section k).
const (
	whyFire      = "fire"
	whyMelee     = "melee"
	whyShort     = "short"
	whyCommander = "commander"
	whyCharging  = "charging"
	whyNeighbour = "neighbour"
)

// check is a morale check that is due, of a stand or of a unit as a body.
type check struct {
	standKey
	why string
	ref string // the outcome that caused it
}

// failure is a failed check with its effect.
type failure struct {
	check
	effect string
	grave  bool // 7-9 or 0: fanatics pay double (§5.64)
	ref    string
}

// Effects of a failed check (§5.5, §5.64).
const (
	effectHalt      = "halt"
	effectFlee      = "flee"
	effectFleeBox   = "flee+box"
	effectSurrender = "surrender"
	effectIgnored   = "ignored"
)

// step is the state of morale checks in one step of the turn: the neighbours at its start and the checks already made.
// Each stand or body checks once (§5.4).
type step struct {
	phase    string
	until    int                               // halts of this step last through that turn
	start    *field                            // positions at the step's start
	done     []standKey                        // stands and bodies that have checked
	fighting func(unit int) bool               // units in a melee round do not check as neighbours
	away     func(unit int) (dir int, ok bool) // direction of flight of a beaten body
}

func (p *play) startOfStep() *field { return p.s.field() }

// newStep begins the morale checks of a step. Halts last through this turn in steps I to V, and through the next in VI
// and VII (§5.5).
func (p *play) newStep(phase string, start *field) *step {
	return &step{phase: phase, until: p.Number, start: start,
		fighting: func(int) bool { return false },
		away:     func(int) (int, bool) { return 0, false },
	}
}

// lasting makes the halts of the step last through the next turn.
func (m *step) lasting() *step { m.until++; return m }

// checkHits makes the stands hit by fire check morale (§5.3).
func (p *play) checkHits(phase string, start *field, t toll) {
	var due []check
	for _, l := range t {
		due = append(due, check{l.standKey, whyFire, l.ref})
	}
	p.decide(p.newStep(phase, start), due)
}

// moraleOfMourners makes units that lost a commander check morale as bodies (§2.34).
func (p *play) moraleOfMourners(units []int) {
	var due []check
	for _, n := range units {
		due = append(due, check{standKey: standKey{n, body}, why: whyCommander})
	}
	p.decide(p.newStep("admin", p.startOfStep()), due)
}

// decide runs the checks of a step, then their effects in id order, then the removals (§5.4).
func (p *play) decide(m *step, due []check) []failure {
	failures := p.test(m, due)
	p.effects(m, failures)
	p.remove()
	return failures
}

// test runs the checks in order, then those of neighbours in the order they were triggered. It returns the failures
// (§5.4).
func (p *play) test(m *step, due []check) []failure {
	var failures []failure
	for i := 0; i < len(due); i++ {
		c := due[i]
		if slices.Contains(m.done, c.standKey) || !p.mustCheck(m, c) {
			continue
		}
		m.done = append(m.done, c.standKey)
		if f, failed := p.check(m, c); failed {
			failures = append(failures, f)
			due = append(due, p.neighbours(m, c.standKey, f.ref)...)
		}
	}
	return failures
}

// mustCheck reports whether the check takes place. Broken units and units or stands out of play do not check.
// Neighbours of a failure do not check if their unit is engaged or in this melee round (§5.3, §5.11).
func (p *play) mustCheck(m *step, c check) bool {
	u := &p.s.Units[c.U]
	if !u.fit() || u.Broken || c.why == whyNeighbour && (len(u.Engaged) > 0 || m.fighting(c.U)) {
		return false
	}
	if c.I == body {
		return u.first() >= 0
	}
	return u.present(c.I)
}

// check rolls one check and the effect of a failure. A total of 10 or more passes without a die; a 0 counts as 10
// (§5.4).
func (p *play) check(m *step, c check) (failure, bool) {
	defer p.Follow(p.Follow(c.ref))
	u := &p.s.Units[c.U]
	total, name, stand := p.moraleTotal(c.U, c.I), u.ID, "-"
	if c.I != body {
		name, stand = u.standID(c.I), letter(c.I)
	}
	if total >= 10 {
		p.Emit("morale.passed", "unit", u.ID, "stand", stand, "why", c.why, "total", total, "roll", "-")
		return failure{}, false
	}
	die := p.Dice.D10(m.phase + "/morale/" + name)
	roll := die.Value
	if roll == 0 {
		roll = 10
	}
	outcome, failed := "morale.passed", roll > total
	if failed {
		outcome = "morale.failed"
	}
	ref := p.Emit(outcome, "unit", u.ID, "stand", stand, "why", c.why, "total", total, "roll", roll)
	if !failed {
		return failure{}, false
	}
	p.Cause = ref
	return p.loss(m, c, name, stand), true
}

// loss rolls the effect of a failure (§5.5).
func (p *play) loss(m *step, c check, name, stand string) failure {
	die := p.Dice.D10(m.phase + "/loss/" + name)
	f := failure{check: c, grave: die.Value == 0 || die.Value >= 7}
	switch d := die.Value; {
	case d == 0 && p.isSurrounded(c.standKey):
		f.effect = effectSurrender
	case p.isFanatic(c.U):
		f.effect = effectIgnored
	case f.grave:
		f.effect = effectFleeBox
	case d >= 4:
		f.effect = effectFlee
	default:
		f.effect = effectHalt
	}
	f.ref = p.Emit("morale.loss", "unit", p.s.Units[c.U].ID, "stand", stand, "effect", f.effect)
	return f
}

// moraleTotal returns the total that a stand or a body must not exceed (§5.2, §5.65).
func (p *play) moraleTotal(n, i int) int {
	u, t := &p.s.Units[n], &p.b.Tables.Morale
	base, total := t[moraleBase], u.Rating
	if p.b.Options.MoraleCastings {
		base = u.Stands[max(i, 0)].Castings
		if i == body {
			base = u.Stands[u.first()].Castings
		}
	}
	total += base
	add := func(row int, holds bool) {
		if holds {
			total += t[row]
		}
	}
	add(moraleProtected, p.holdsForMost(u, i, func(k int) bool { return p.isSheltered(u.Stands[k].At) }))
	add(moraleWoods, u.Formation == Open && p.holdsForMost(u, i, func(k int) bool {
		return p.b.in(u.Stands[k].At, LightWoods, HeavyWoods, Rough)
	}))
	add(moraleCommander, p.isLed(u, i))
	add(moraleHalfStand, u.Half)
	if t[moraleAdjacent] != 0 {
		add(moraleAdjacent, p.holdsForMost(u, i, func(k int) bool { return p.isTouched(standKey{n, k}) }))
	}
	if u.halfSpent() {
		total -= max(t[moraleHalfSpent], -t[moraleHalfSpent])
	}
	return total
}

// holdsForMost reports whether is holds for stand i, or for more than half of a body's stands in ranks (§5.2).
func (p *play) holdsForMost(u *Unit, i int, is func(stand int) bool) bool {
	if i != body {
		return is(i)
	}
	yes := rules.Count(u.Stands, func(k int) bool { return u.Stands[k].Status == InRanks && is(k) })
	return 2*yes > u.ranks()
}

// isSheltered reports whether a place is protected, in earthworks or in an objective zone (§5.2).
func (p *play) isSheltered(at board.Point) bool {
	return p.b.coverAt(at) != noCover || p.b.in(at, Objective)
}

// inspiration is the range of a commander's morale bonus (§5.2).
const inspiration = 60 * board.Yard

// isLed reports whether the unit's brigade commander, or the chief of its side, is fit and within 60 yards of the
// stand, or of any stand of a body (§5.2).
func (p *play) isLed(u *Unit, i int) bool {
	for k := range p.s.Seats {
		c := &p.s.Seats[k]
		if c.Status != Fit || k != u.Seat && (c.Side != u.Side || !c.Chief) {
			continue
		}
		for j := range u.Stands {
			st := &u.Stands[j]
			if (j == i || i == body && st.Status == InRanks) && st.At.Within(c.At, inspiration) {
				return true
			}
		}
	}
	return false
}

// isTouched reports whether another friendly stand touches the stand.
func (p *play) isTouched(k standKey) bool {
	return len(p.currentField().touching(k)) > 0
}

// touching lists the friendly stands that touch a stand, in id order (§G5).
func (f *field) touching(k standKey) []standKey {
	at, found := slices.BinarySearchFunc(f.keys, k, standKey.compare)
	if !found {
		return nil
	}
	var all []standKey
	for _, o := range f.standsNear(f.at[at], 2*reachOfStand+board.Yard) {
		if o != at && f.unit(o).Side == f.unit(at).Side && f.rects[at].Touches(f.rects[o]) {
			all = append(all, f.keys[o])
		}
	}
	return all
}

// neighbours lists the checks caused by a failure: for a stand, those of the friendly stands that touch it; for a body,
// those of the other units that touch it (§5.3).
func (p *play) neighbours(m *step, k standKey, ref string) []check {
	var due []check
	if k.I != body {
		for _, o := range m.start.touching(k) {
			due = append(due, check{o, whyNeighbour, ref})
		}
		return due
	}
	var units []int
	for i := range p.s.Units[k.U].Stands {
		for _, o := range m.start.touching(standKey{k.U, i}) {
			if o.U != k.U {
				units = rules.With(units, o.U)
			}
		}
	}
	for _, n := range units {
		due = append(due, check{standKey{n, body}, whyNeighbour, ref})
	}
	return due
}

// surroundReach is the range within which enemies count for a surrender (§5.5).
const surroundReach = 100 * board.Yard

// isSurrounded reports whether enemy stands in ranks within 100 yards lie in three of the four quarters about the
// facing of a stand or a body (§5.5).
func (p *play) isSurrounded(k standKey) bool {
	u, f := &p.s.Units[k.U], p.currentField()
	centre, facing := u.At, u.Facing
	var from []board.Point
	if k.I != body {
		centre, facing = u.Stands[k.I].At, u.Stands[k.I].Facing
		from = append(from, centre)
	} else {
		for i := range u.Stands {
			if u.Stands[i].Status == InRanks {
				from = append(from, u.Stands[i].At)
			}
		}
	}
	var quarters [4]bool
	enemy := f.enemyInRanks(u.Side)
	for _, at := range from {
		for _, e := range f.standsNear(at, surroundReach) {
			if enemy(e) && at.Within(f.at[e], surroundReach) {
				quarters[quarter(board.Turn(facing, centre.Bearing(f.at[e], facing)))] = true
			}
		}
	}
	n := 0
	for _, q := range quarters {
		if q {
			n++
		}
	}
	return n >= 3
}

// quarter returns the quarter of a turn: 0 front (-45 to 45), 1 right (46 to 135), 2 left (-135 to -46), 3 rear.
func quarter(turn int) int {
	switch {
	case turn >= -45 && turn <= 45:
		return 0
	case turn >= 46 && turn <= 135:
		return 1
	case turn >= -135 && turn <= -46:
		return 2
	}
	return 3
}

// isFanatic reports whether the unit may ignore failures: with the option, good troops, fanatics, and the worst troops
// when they charge fanatics. They must charge or counter-charge this turn, or act under ASSAULT (§5.64).
func (p *play) isFanatic(n int) bool {
	u := &p.s.Units[n]
	if !p.b.Options.Fanaticism || u.Charging.None() && u.Countering.None() && u.Task.Verb != Assault {
		return false
	}
	charged, charges := u.Charging.Get()
	return u.Rating >= 3 || u.Fanatic || u.Rating <= 1 && charges && p.s.Units[charged].Fanatic
}

// effects applies the effects of failures, in id order (§5.5).
func (p *play) effects(m *step, failures []failure) {
	failures = slices.Clone(failures)
	slices.SortStableFunc(failures, func(a, b failure) int { return a.compare(b.standKey) })
	for i := range failures {
		f := &failures[i]
		if p.mustCheck(m, check{standKey: f.standKey}) {
			p.Because(f.ref, func() { p.effect(m, f) })
		}
	}
}

// effect applies the effect of one failure to a stand, or to all stands in ranks of a body (§5.5, §5.6).
func (p *play) effect(m *step, f *failure) {
	switch f.effect {
	case effectIgnored:
		p.bleed(f)
		return
	case effectSurrender:
		p.surrender(f.U, f.I)
		return
	}
	u := &p.s.Units[f.U]
	for i := range u.Stands {
		if i == f.I || f.I == body && u.Stands[i].Status == InRanks {
			p.halt(f.U, i, m.until)
		}
	}
	if f.effect == effectHalt {
		return
	}
	if f.effect == effectFleeBox {
		p.markBoxes(f.U, body, 1, byMorale)
	}
	dir, known := m.away(f.U)
	switch {
	case f.I != body:
		p.fleeStand(f.U, f.I, fleeYards)
	case known:
		p.fleeUnit(f.U, dir, fleeYards, "unit.fled")
	default:
		p.fleeUnit(f.U, p.flightOf(f.standKey), fleeYards, "unit.fled")
	}
}

// halt halts a stand through turn until (§5.5).
func (p *play) halt(n, i, until int) {
	u := &p.s.Units[n]
	p.Emit("stand.halted", "unit", u.ID, "stand", letter(i), "until", until)
}

// bleed marks the cost of an ignored failure: one casualty or two, on the stand that failed or on a body's first stand
// (§5.64).
func (p *play) bleed(f *failure) {
	n, i := 1, f.I
	if f.grave {
		n = 2
	}
	if i == body {
		i = p.s.Units[f.U].first()
	}
	p.markBoxes(f.U, i, n, byAttrition)
}

// surrender takes a stand, or all stands in ranks of a body, out of play. Guns fall to the enemy, and a brigade
// commander with the unit's last stand is captured (§5.5, §Q7).
func (p *play) surrender(n, i int) {
	u := &p.s.Units[n]
	before := p.s.posts()
	for k := range u.Stands {
		if k == i || i == body && u.Stands[k].Status == InRanks {
			p.Emit("stand.surrendered", "unit", u.ID, "stand", letter(k))
			if u.Arm == Guns {
				p.loseGun(u, k, "5.5")
			}
		}
	}
	if u.ranks()+u.standsOut() > 0 {
		return
	}
	p.captureRiders(before, n)
}
