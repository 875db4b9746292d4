package firediscipline

import (
	"slices"

	"galloper/adjudicator"
	"galloper/adjudicator/board"
	"galloper/adjudicator/rules"
	"galloper/events"
)

// Melee phases, as named in dice and events.
const (
	phaseObjective = "objective"
	phaseMelee     = "melee"
	phasePursuit   = "pursuit"
	phaseEngaged   = "engaged"
)

// pair is two enemy units in melee; A is the lower in id order.
type pair struct{ A, B int }

func pairOf(u, v int) pair { return pair{min(u, v), max(u, v)} }

// brawl is one round of a melee between all units linked by contact (§8.2d).
type brawl struct {
	phase  string
	units  []int  // in id order
	pairs  []pair // in order
	fresh  bool   // some unit made contact this turn
	zones  []standKey
	won    []int          // units that inflicted more than they received
	lost   map[int]string // units that received more, with the Ref of the result
	failed []int          // units that failed their check
	bouts  []bout

	repulsed []int // units that fell back from a zone, or had no room to
}

// bout is the die of one stand against another.
type bout struct {
	from, to standKey
	number   int // a die roll below this hits
	double   bool
	hits     int // casualties
	die      events.Die
}

// fightObjectives runs step VII.1: melees in which a unit that stood its ground is in contact within a zone (§O2).
func (p *play) fightObjectives() {
	p.fightAll(phaseObjective, p.melees(func(pr pair) bool { return p.freshPair(pr) }),
		func(b *brawl) bool { return b.fresh && len(b.zones) > 0 })
}

// fightMelees runs step VII.2: all other melees with fresh contact (§8.2d).
func (p *play) fightMelees() {
	p.fightAll(phaseMelee, p.melees(func(pr pair) bool { return p.freshPair(pr) }), func(b *brawl) bool { return b.fresh })
}

// fightEngaged runs step VII.4: one round of each melee from earlier turns, then the capture of abandoned guns (§8.45,
// §6.62).
func (p *play) fightEngaged() {
	p.fightAll(phaseEngaged, p.melees(func(pr pair) bool {
		return p.s.engagedWith(pr.A, pr.B) && !p.s.Units[pr.A].Fought && !p.s.Units[pr.B].Fought
	}), func(*brawl) bool { return true })
	p.part()
	p.captureGuns()
}

// part ends engagements of units that have lost contact (§8.18).
func (p *play) part() {
	f := p.currentField()
	for n := range p.s.Units {
		for _, e := range slices.Clone(p.s.Units[n].Engaged) {
			if e > n && f.contactWidth(n, e) == 0 {
				p.Emit("melee.parted", "unit", p.s.Units[n].ID, "with", p.s.Units[e].ID)
			}
		}
	}
}

// freshPair reports whether the pair fights in the first melees of the turn: one of them made contact this turn or they
// were engaged, and neither has fought yet (§8.2d).
func (p *play) freshPair(pr pair) bool {
	a, b := &p.s.Units[pr.A], &p.s.Units[pr.B]
	return !a.Fought && !b.Fought && (len(a.Contacts) > 0 || len(b.Contacts) > 0 || p.s.engagedWith(pr.A, pr.B))
}

// melees groups the counted pairs of enemies in contact into melees, in order of the lowest id in each (§8.2d).
func (p *play) melees(counts func(pair) bool) []*brawl {
	pairs := p.pairsInContact(counts)
	group := make([]int, len(p.s.Units)) // by unit: 1 + the index of its brawl
	var all []*brawl
	for _, pr := range pairs {
		if group[pr.A] > 0 || group[pr.B] > 0 {
			continue
		}
		all = append(all, p.linked(pairs, pr.A, group, len(all)+1))
	}
	return all
}

func (p *play) linked(pairs []pair, n int, group []int, mark int) *brawl {
	b := &brawl{units: []int{n}, lost: map[int]string{}}
	group[n] = mark
	for changed := true; changed; {
		changed = false
		for _, pr := range pairs {
			if (group[pr.A] == mark) != (group[pr.B] == mark) {
				group[pr.A], group[pr.B] = mark, mark
				b.units = rules.With(rules.With(b.units, pr.A), pr.B)
				changed = true
			}
		}
	}
	for _, pr := range pairs {
		if group[pr.A] == mark {
			b.pairs = append(b.pairs, pr)
		}
	}
	for _, n := range b.units {
		b.fresh = b.fresh || len(p.s.Units[n].Contacts) > 0
	}
	b.zones = p.zonesHeld(b)
	return b
}

// pairsInContact lists the counted pairs of enemy units in contact, in order (§G7).
func (p *play) pairsInContact(counts func(pair) bool) []pair {
	f := p.currentField()
	var pairs []pair
	for k := range f.keys {
		n := f.keys[k].U
		if !f.inRanks(k) || len(f.unit(k).Contacts) == 0 && len(f.unit(k).Engaged) == 0 {
			continue
		}
		for _, o := range f.standsNear(f.at[k], 2*reachOfStand+board.Yard) {
			pr := pairOf(n, f.keys[o].U)
			if f.unit(o).Side == f.unit(k).Side || f.unit(k).Broken || f.unit(o).Broken {
				continue
			}
			if _, touch := f.rects[k].Contact(f.rects[o]); !touch {
				continue
			}
			i, found := slices.BinarySearchFunc(pairs, pr, comparePairs)
			if !found && counts(pr) {
				pairs = slices.Insert(pairs, i, pr)
			}
		}
	}
	return pairs
}

func comparePairs(a, b pair) int {
	if a.A != b.A {
		return a.A - b.A
	}
	return a.B - b.B
}

func (b *brawl) hasPair(u, v int) bool { return slices.Contains(b.pairs, pairOf(u, v)) }

// stoodGround reports whether the unit neither charged nor counter-charged this turn.
func (u *Unit) stoodGround() bool { return !u.onCharge() }

// zonesHeld lists the stands in contact within an objective zone that belong to units that stood their ground (§O2).
func (p *play) zonesHeld(b *brawl) []standKey {
	f := p.currentField()
	var held []standKey
	for k := range f.keys {
		key := f.keys[k]
		if !slices.Contains(b.units, key.U) || !f.unit(k).stoodGround() || !p.b.in(f.at[k], Objective) {
			continue
		}
		if p.inContact(b, f, k) {
			held = append(held, key)
		}
	}
	return held
}

// inContact reports whether stand k touches an enemy of its melee.
func (p *play) inContact(b *brawl, f *field, k int) bool {
	for _, o := range f.standsNear(f.at[k], 2*reachOfStand+board.Yard) {
		if b.hasPair(f.keys[k].U, f.keys[o].U) && f.unit(o).Side != f.unit(k).Side && f.inRanks(o) {
			if _, touch := f.rects[k].Contact(f.rects[o]); touch {
				return true
			}
		}
	}
	return false
}

// fightAll fights one round of each melee that is due, one after the other (§8.2d).
func (p *play) fightAll(phase string, all []*brawl, due func(*brawl) bool) {
	all = slices.DeleteFunc(all, func(b *brawl) bool { return !due(b) })
	if len(all) == 0 {
		return
	}
	m := p.newStep(phase, p.startOfStep()).lasting()
	fighting := make([]bool, len(p.s.Units))
	for _, b := range all {
		for _, n := range b.units {
			fighting[n] = true
		}
	}
	m.fighting = func(n int) bool { return fighting[n] }
	for _, b := range all {
		b.phase = phase
		p.round(m, b)
	}
}

// round resolves one round of one melee: dice, boxes, results, removals, the losers' checks, effects and commanders.
// Then it updates the engagements (§8.2d, §8.31).
func (p *play) round(m *step, b *brawl) {
	before := p.s.posts()
	p.match(b)
	if len(b.bouts) == 0 {
		return
	}
	t, inflicted, received := p.fight(b)
	p.suffer(t, byMelee)
	losers := p.results(b, inflicted, received)
	m.away = p.drivenOff(b)
	p.remove()
	var due []check
	for _, n := range losers {
		due = append(due, check{standKey{n, body}, whyMelee, b.lost[n]})
	}
	failures := p.test(m, due)
	for i := range failures {
		if f := &failures[i]; f.I == body {
			b.failed = rules.With(b.failed, f.U)
		}
	}
	p.effects(m, failures)
	p.remove()
	p.inMelee(b.phase, before, b.units, func(n int) bool { return slices.Contains(b.failed, n) })
	p.stale = true
	if b.phase == phaseObjective {
		p.settleZone(b)
	}
	p.engage(b)
	if b.phase == phaseMelee {
		p.freeToPursue(b)
	}
}

// match pairs each stand in ranks and in contact with an opponent: the enemy stand with the widest contact, then by
// unit id and letter (§8.17).
func (p *play) match(b *brawl) {
	f := p.currentField()
	for k := range f.keys {
		key := f.keys[k]
		if !slices.Contains(b.units, key.U) || !f.inRanks(k) {
			continue
		}
		best, wide := -1, 0
		for _, o := range f.standsNear(f.at[k], 2*reachOfStand+board.Yard) {
			if f.unit(o).Side == f.unit(k).Side || !b.hasPair(key.U, f.keys[o].U) {
				continue
			}
			if width, touch := f.rects[k].Contact(f.rects[o]); touch && width > wide {
				best, wide = o, width
			}
		}
		if best >= 0 {
			b.bouts = append(b.bouts, p.bout(b, key, f.keys[best]))
		}
	}
}

// fight rolls all dice of a round, emits them pair by pair, and sums the casualties inflicted and received by unit
// (§8.2d, §8.2e, §8.2f, §8.2g, §8.31).
func (p *play) fight(b *brawl) (t toll, inflicted, received []int) {
	inflicted, received = make([]int, len(p.s.Units)), make([]int, len(p.s.Units))
	for i := range b.bouts {
		x := &b.bouts[i]
		name := p.s.Units[x.from.U].standID(x.from.I) + ">" + p.s.Units[x.to.U].standID(x.to.I)
		x.die = p.Dice.D10(b.phase + "/fight/" + name)
		if x.die.Value < x.number {
			x.hits = 1
			if x.double {
				x.hits = 2
			}
		}
		inflicted[x.from.U] += x.hits
		received[x.to.U] += x.hits
	}
	for _, n := range b.units {
		for _, e := range b.units {
			p.tellFight(b, n, e, &t)
		}
	}
	return t, inflicted, received
}

func (p *play) tellFight(b *brawl, n, e int, t *toll) {
	var dice []events.Die
	hits := 0
	for i := range b.bouts {
		if x := &b.bouts[i]; x.from.U == n && x.to.U == e {
			dice, hits = append(dice, x.die), hits+x.hits
		}
	}
	if len(dice) == 0 {
		return
	}
	ref := p.EmitWith(dice, "", "melee.fought", "unit", p.s.Units[n].ID, "target", p.s.Units[e].ID, "phase", b.phase,
		"rolls", len(dice), "hits", hits)
	for i := range b.bouts {
		if x := &b.bouts[i]; x.from.U == n && x.to.U == e {
			t.add(x.to, x.hits, ref)
		}
	}
}

// results emits each unit's casualties inflicted and received. A unit that received more has lost (§8.31).
func (p *play) results(b *brawl, inflicted, received []int) (losers []int) {
	for _, n := range b.units {
		result := "drawn"
		switch {
		case received[n] > inflicted[n]:
			result = "lost"
			losers = append(losers, n)
		case received[n] < inflicted[n]:
			result = "won"
			b.won = append(b.won, n)
		}
		ref := p.Emit("melee.result", "unit", p.s.Units[n].ID, "inflicted", inflicted[n], "received", received[n],
			"result", result)
		if result == "lost" {
			b.lost[n] = ref
		}
	}
	return losers
}

// drivenOff returns a function with the direction of flight of each unit in a melee: the facing of the enemy unit with
// the widest contact, then the lowest id. Call it before any unit leaves (§5.7).
func (p *play) drivenOff(b *brawl) func(int) (int, bool) {
	f := p.currentField()
	dirs := make([]Degrees, len(b.units))
	for i, n := range b.units {
		widest := 0
		for _, e := range b.units {
			if width := f.contactWidth(n, e); b.hasPair(n, e) && width > widest {
				dirs[i], widest = adjudicator.At(p.s.Units[e].Facing), width
			}
		}
	}
	return func(n int) (int, bool) {
		i, found := slices.BinarySearch(b.units, n)
		if !found {
			return 0, false
		}
		return dirs[i].Get()
	}
}

// contactWidth sums the widths of contact between stands in ranks of two units (§G7).
func (f *field) contactWidth(n, e int) int {
	sum := 0
	for k := f.firstOf(n); k < len(f.keys) && f.keys[k].U == n; k++ {
		for o := f.firstOf(e); o < len(f.keys) && f.keys[o].U == e; o++ {
			if width, touch := f.rects[k].Contact(f.rects[o]); touch && f.inRanks(k) && f.inRanks(o) {
				sum += width
			}
		}
	}
	return sum
}

// firstOf returns the number of the unit's first stand in the field.
func (f *field) firstOf(n int) int {
	i, _ := slices.BinarySearchFunc(f.keys, standKey{n, 0}, standKey.compare)
	return i
}

// engage emits the units of a melee that are engaged from now on, still being in contact, and those that no longer are.
// A unit repulsed from a zone is not engaged, even without room behind it (§8.18, §O3).
func (p *play) engage(b *brawl) {
	f := p.currentField()
	for _, pr := range b.pairs {
		u, v := &p.s.Units[pr.A], &p.s.Units[pr.B]
		if p.b.Sides[v.Side].ID < p.b.Sides[u.Side].ID {
			u, v = v, u
		}
		repulsed := slices.Contains(b.repulsed, pr.A) || slices.Contains(b.repulsed, pr.B)
		touch := !repulsed && u.fit() && v.fit() && !u.Broken && !v.Broken && f.contactWidth(pr.A, pr.B) > 0
		switch {
		case touch:
			p.Emit("melee.engaged", "unit", u.ID, "with", v.ID)
		case p.s.engagedWith(pr.A, pr.B):
			p.Emit("melee.parted", "unit", u.ID, "with", v.ID)
		}
	}
}

// bout returns the melee number of one stand against another, and whether its hits count double (§8.5, §8.19).
func (p *play) bout(b *brawl, from, to standKey) bout {
	u, e := &p.s.Units[from.U], &p.s.Units[to.U]
	x := bout{from: from, to: to, double: u.Rating > e.Rating && !p.b.Options.MeleeMMGHit}
	if e.stoodGround() && p.inHardGround(e.Stands[to.I].At) {
		x.number = 1
		return x
	}
	engaged := p.s.engagedWith(from.U, to.U)
	x.number = p.basicNumber(u, e, engaged)
	if engaged && u.Arm != Guns && !u.mounted() {
		x.number++
	}
	if c := u.Stands[from.I].Castings; c >= 2*e.Stands[to.I].Castings {
		x.number++
	}
	if b.phase != phaseEngaged && slices.Contains(u.Flanked, to.U) {
		x.number += p.b.Options.FlankBonus
	}
	if p.b.Options.MeleeMMGHit && u.Rating > e.Rating {
		x.number++
	}
	return x
}

// inHardGround reports whether a defender at the place is hard to reach: in woods, rough, a protected place or
// earthworks (§8.5).
func (p *play) inHardGround(at board.Point) bool {
	return p.b.coverAt(at) != noCover || p.b.in(at, LightWoods, HeavyWoods, Rough)
}

// basicNumber returns the number from the melee tables (§8.5).
func (p *play) basicNumber(u, e *Unit, engaged bool) int {
	if u.mounted() {
		column := 2 * max(0, slices.Index([]string{"steel", "fire", "mix"}, u.Tactic))
		if engaged {
			column++
		}
		return p.b.Tables.Cavalry[e.againstHorse()][column]
	}
	return p.b.Tables.Infantry[e.againstFoot()][max(0, slices.Index([]string{"bayonet", "pike", "mixed"}, u.Melee))]
}

// againstHorse returns the unit's row of the cavalry table (§8.5, §8.43, §3.12).
func (u *Unit) againstHorse() int {
	switch {
	case u.Formation == Open, u.Arm == Guns, u.mounted() && u.Light:
		return vsOpen
	case u.Arm == Horse:
		return vsHorse
	case u.mounted():
		return vsDragoons
	}
	switch u.Melee {
	case "pike":
		return vsPike
	case "mixed":
		return vsMixed
	}
	return vsBayonet
}

// againstFoot returns the unit's row of the infantry table (§8.5, §8.43, §3.12).
func (u *Unit) againstFoot() int {
	switch {
	case u.Formation == Open, u.Arm == Guns:
		return vsOpenFoot
	case u.mounted():
		return vsMounted
	}
	return vsFoot
}

// Moves after objective combat in yards (§O3).
const (
	repulseYards = 30
	enterYards   = 30
)

// settleZone applies the result of an objective combat. Chargers that did not win and are still in contact with a
// holder fall back; winners without contact enter the zone (§O3).
func (p *play) settleZone(b *brawl) {
	for _, n := range b.units {
		u := &p.s.Units[n]
		if u.fit() && !u.Broken && u.onCharge() && !slices.Contains(b.won, n) && p.facesHolder(b, n) {
			p.fleeUnit(n, board.Degrees(u.Facing+180), repulseYards, "objective.repulsed")
			b.repulsed = append(b.repulsed, n)
		}
	}
	p.remove()
	for _, n := range b.units {
		u := &p.s.Units[n]
		if u.fit() && !u.Broken && u.onCharge() && slices.Contains(b.won, n) && u.first() >= 0 && p.free(n) {
			p.enter(n)
		}
	}
}

// facesHolder reports whether a unit is still in contact with a stand that holds a zone (§O3).
func (p *play) facesHolder(b *brawl, n int) bool {
	f := p.currentField()
	for _, key := range b.zones {
		k, found := slices.BinarySearchFunc(f.keys, key, standKey.compare)
		if !found || !b.hasPair(n, key.U) {
			continue
		}
		for o := f.firstOf(n); o < len(f.keys) && f.keys[o].U == n; o++ {
			if _, touch := f.rects[o].Contact(f.rects[k]); touch && f.inRanks(o) {
				return true
			}
		}
	}
	return false
}

// free reports whether no enemy is in contact with the unit.
func (p *play) free(n int) bool {
	f := p.currentField()
	for k := f.firstOf(n); k < len(f.keys) && f.keys[k].U == n; k++ {
		for _, o := range f.standsNear(f.at[k], 2*reachOfStand+board.Yard) {
			if f.unit(o).Side == f.unit(k).Side || f.unit(o).Broken || !f.inRanks(k) {
				continue
			}
			if _, touch := f.rects[k].Contact(f.rects[o]); touch {
				return false
			}
		}
	}
	return true
}

// enter moves a victorious charger into the zone yard by yard. It stops short of an overlap, of water and of the map's
// edge (§O3).
func (p *play) enter(n int) {
	u := &p.s.Units[n]
	yards, to := 0, u.At
	for yards < enterYards {
		next := u.At.Step((yards+1)*board.Yard, u.Facing)
		if !p.openGround(next) || p.overlapped(n, next) != (overlap{}) {
			break
		}
		yards, to = yards+1, next
	}
	if yards > 0 {
		p.Emit("objective.entered", "unit", u.ID, "x", to.X, "y", to.Y, "yards", yards)
	}
}

// openGround reports whether the point is on the map and not in water off the road.
func (p *play) openGround(at board.Point) bool { return p.b.onMap(at) && p.b.waterAt(at) < 0 }

// overlap is the set of units that a unit would overlap at a place.
type overlap struct {
	friend bool
	enemy  bool
	unit   int // lowest enemy
}

// overlapped returns the overlap of the unit dressed about the point: with friends in ranks and any enemy stand (§G5).
func (p *play) overlapped(n int, at board.Point) overlap {
	u, f := &p.s.Units[n], p.currentField()
	var found overlap
	for _, r := range u.dressedRects(board.Frame{Centre: at, Facing: u.Facing}, nil) {
		for _, k := range f.standsNear(r.Centre, 2*reachOfStand) {
			e := f.keys[k].U
			if e == n || !r.Overlaps(f.rects[k]) {
				continue
			}
			switch {
			case f.unit(k).Side != u.Side && (!found.enemy || e < found.unit):
				found.enemy, found.unit = true, e
			case f.unit(k).Side == u.Side && f.inRanks(k):
				found.friend = true
			}
		}
	}
	return found
}
