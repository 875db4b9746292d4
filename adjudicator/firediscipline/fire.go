package firediscipline

import (
	"cmp"
	"slices"

	"galloper/adjudicator/board"
	"galloper/adjudicator/rules"
	"galloper/events"
)

// volley is one unit's musketry in a step.
type volley struct {
	firer  int
	target standKey
	yards  int // range, rounded up (§G3)
	dice   int
	faces  int // a die roll below this hits (§7.5)
	hits   int
	ref    string
}

// fireVolleys runs step III.2: all close-order foot fires (§7.3).
func (p *play) fireVolleys() {
	p.musketry("volley", func(u *Unit) bool { return u.Formation != Open })
}

// firePlatoons runs step IV: foot that fires by platoons fires again (§7.4).
func (p *play) firePlatoons() {
	p.musketry("platoon", func(u *Unit) bool { return u.Formation != Open && u.Platoon })
}

// musketry runs one step of close-order fire. All targets are chosen before the first shot, and casualties take effect
// after the last (§7.3).
func (p *play) musketry(phase string, fires func(*Unit) bool) {
	var shots []volley
	for n := range p.s.Units {
		if u := &p.s.Units[n]; fires(u) && u.hasMuskets() {
			if v, ok := p.closeFire(phase, n); ok {
				shots = append(shots, v)
			}
		}
	}
	if len(shots) == 0 {
		return
	}
	before := p.s.posts()
	start := p.startOfStep()
	for i := range shots {
		p.shoot(phase, &shots[i])
	}
	t := p.casualtiesOf(shots)
	p.suffer(t, byFire)
	p.underFire(&perils{phase: phase}, before, t.stands())
	p.remove()
	p.checkHits(phase, start, t)
}

// hasMuskets reports whether a unit can fire muskets: foot, or dragoons on foot, with firearms or bows. The unit must
// be fit, not engaged, not broken, and have a stand in ranks (§7.3, §7.13).
func (u *Unit) hasMuskets() bool {
	return u.fit() && !u.Broken && u.firearmRow() >= 0 && !u.mounted() && len(u.Engaged) == 0 && u.first() >= 0
}

// firearms lists the rows of the musketry table with the greatest range in yards (§7.1).
var firearms = []struct {
	name string
	most int
}{{"bow", 60}, {"matchlock", 60}, {"firelock", 100}, {"flintlock", 100}}

// dragoonRange is the greatest range of dragoons in yards (§7.1).
const dragoonRange = 60

// firearmRow returns the unit's row of the musketry table, or -1.
func (u *Regiment) firearmRow() int {
	if u.Arm != Foot && u.Arm != Dragoons {
		return -1
	}
	return rules.First(firearms, func(i int) bool { return firearms[i].name == u.Firearm })
}

// greatestRange returns the greatest range of the unit's muskets in yards (§7.1).
func (u *Regiment) greatestRange() int {
	most := firearms[u.firearmRow()].most
	if u.Arm == Dragoons {
		most = min(most, dragoonRange)
	}
	return most
}

// defaultOpening is the range in yards at which foot opens fire without other orders (section f).
const defaultOpening = 60

// openingRange returns the range in yards for the unit to open fire; 0 if it holds its fire (§D8).
func (u *Unit) openingRange() int {
	most := u.greatestRange()
	switch u.Task.Fire {
	case FireHeld:
		return 0
	case FireWithin:
		return min(most, u.Task.FireAt)
	case FireAtWill:
		return most
	}
	return min(most, defaultOpening)
}

// closeFire chooses a close-order unit's target: the nearest stand allowed within its opening range, preferring the
// last target, then by id. A unit that reserves its fire reports so once a turn, in the volley phase (§D8, §7.2).
func (p *play) closeFire(phase string, n int) (volley, bool) {
	u := &p.s.Units[n]
	opening := u.openingRange()
	if opening == 0 {
		return volley{}, false
	}
	best, ok := p.nearestInZone(n, opening*board.Yard, func(unit int) bool { return u.Target.Is(unit) })
	if !ok {
		return volley{}, false
	}
	f := p.currentField()
	target := f.keys[best.k]
	e := &p.s.Units[target.U]
	if u.Task.Fire == FireDefault && u.Task.Verb != Withdraw && e.mounted() {
		if phase == "volley" {
			p.Emit("volley.reserved", "firer", u.ID, "against", e.ID)
		}
		return volley{}, false
	}
	v := volley{firer: n, target: target, yards: board.Yards(best.part.Range())}
	v.faces = p.b.faces(u.Regiment, u.Formation, v.yards)
	v.dice = p.volleyDice(u, target, volleyStands(u.Formation, u.ranks()))
	return v, v.faces > 0
}

// nearestInZone returns the nearest stand within reach hundredths that a close-order unit may fire at (§7.2).
func (p *play) nearestInZone(n, reach int, preferred func(unit int) bool) (sighted, bool) {
	u, f := &p.s.Units[n], p.currentField()
	inStrip := f.inStrip(u.ranksStrip(), reach)
	best := -1
	for i, c := range inStrip {
		if best >= 0 && c.part.Range() > inStrip[best].part.Range() {
			break
		}
		if !p.mayFireAt(n, f, inStrip, i) {
			continue
		}
		if best < 0 || preferred(f.keys[c.k].U) && !preferred(f.keys[inStrip[best].k].U) {
			best = i
		}
	}
	if best < 0 {
		return sighted{}, false
	}
	return inStrip[best], true
}

// mayFireAt reports whether a close-order unit may fire at the i-th stand in its strip: an enemy that is not engaged,
// in clear sight, and neither masked by friends nor hidden behind other enemies (§7.2).
func (p *play) mayFireAt(n int, f *field, inStrip []sighted, i int) bool {
	u, c := &p.s.Units[n], inStrip[i]
	e := f.unit(c.k)
	return e.Side != u.Side && len(e.Engaged) == 0 &&
		!isMasked(n, f, inStrip, i) && !isHidden(u.Side, f, inStrip, i) &&
		p.b.clearSight(u.At, f.at[c.k])
}

// isMasked reports whether a nearer friendly stand, of another unit or out of ranks, covers more than half a yard of
// the target's width in the strip (§7.23).
func isMasked(n int, f *field, inStrip []sighted, i int) bool {
	c := inStrip[i].part
	for _, o := range inStrip[:i] {
		own := f.keys[o.k].U == n
		if f.unit(o.k).Side != f.s.Units[n].Side || own && f.inRanks(o.k) || o.part.Range() >= c.Range() {
			continue
		}
		if min(o.part.Right, c.Right)-max(o.part.Left, c.Left) > 50 {
			return true
		}
	}
	return false
}

// isHidden reports whether nearer enemy stands, with gaps of at most half a yard, cover all but half a yard of the
// target's width (§7.24).
func isHidden(side int, f *field, inStrip []sighted, i int) bool {
	c := inStrip[i].part
	var nearer []board.Part
	for _, o := range inStrip[:i] {
		if f.unit(o.k).Side != side && o.part.Range() < c.Range() && o.part.Right > c.Left && o.part.Left < c.Right {
			nearer = append(nearer, o.part)
		}
	}
	slices.SortStableFunc(nearer, func(a, b board.Part) int { return a.Left - b.Left })
	covered := c.Left
	for _, o := range nearer {
		if o.Left > covered+50 {
			break
		}
		covered = max(covered, o.Right)
	}
	return len(nearer) > 0 && covered >= c.Right-50
}

// volleyStands returns the dice of a close-order volley before modifiers: one a stand in ranks, or one for a column
// (§7.3).
func volleyStands(f Formation, ranks int) int {
	if f == Column {
		return 1
	}
	return ranks
}

// ownDice returns the dice after the modifiers of §7.4 that depend on the firer alone (§7.4).
func (b *Battle) ownDice(u *Regiment, f Formation, dice int) int {
	for _, m := range []struct {
		row   int
		holds bool
	}{{diceRating, u.Rating >= 3}, {dicePlatoon, u.Platoon && f != Open}, {diceMixed, u.MixedArmed}} {
		if m.holds {
			dice += b.Tables.MusketryMods[m.row]
		}
	}
	return dice
}

// volleyDice returns the dice after all modifiers; at least one remains (§7.4).
func (p *play) volleyDice(u *Unit, target standKey, dice int) int {
	mods, e := &p.b.Tables.MusketryMods, &p.s.Units[target.U]
	dice = p.b.ownDice(u.Regiment, u.Formation, dice)
	add := func(row int, if_ bool) {
		if if_ {
			dice += mods[row]
		}
	}
	add(diceSameTarget, u.Target.Is(target.U))
	add(diceWeather, p.b.Options.poorWeather(p.Number))
	shelter := p.b.coverAt(e.Stands[target.I].At)
	add(diceProtected, shelter == protected)
	add(diceEarthworks, shelter == earthworks)
	add(diceOpen, e.Formation == Open)
	add(diceMounted, e.mounted())
	return max(dice, 1)
}

// faces returns the number of faces of a die that hit at the range in yards, or 0. Open order fires by the skirmish
// column (§7.5).
func (b *Battle) faces(u *Regiment, f Formation, yards int) int {
	row := &b.Tables.Musketry[u.firearmRow()]
	switch {
	case f == Open:
		return row[0]
	case yards <= 30:
		return row[1]
	case yards <= 60:
		return row[2]
	}
	return row[3]
}

// shoot rolls a volley and emits it (§7.5).
func (p *play) shoot(phase string, v *volley) {
	u, e := &p.s.Units[v.firer], &p.s.Units[v.target.U]
	target := e.standID(v.target.I)
	dice := p.Dice.Dice(phase+"/fire/"+u.ID+">"+target, v.dice, 10)
	v.hits = 0
	for _, d := range dice {
		if d.Value < v.faces {
			v.hits++
		}
	}
	v.ref = p.Emit(phase+".fired", "firer", u.ID, "target", target, "range", v.yards, "rolls", v.dice, "hits", v.hits)
}

// casualtiesOf sums the hits. On guns, each hits a crewman (§1.5, §6.8).
func (p *play) casualtiesOf(shots []volley) toll {
	var t toll
	for i := range shots {
		v := &shots[i]
		if v.hits == 0 {
			continue
		}
		t.add(v.target, v.hits, v.ref)
		p.Cause = v.ref
		p.hitCrew(v.target, v.hits)
	}
	return t
}

// hitCrew emits musketry hits on a section of guns as hits on the crew (§6.8).
func (p *play) hitCrew(k standKey, hits int) {
	if p.s.Units[k.U].Arm != Guns {
		return
	}
	for range hits {
		p.gunHit(k, "crew")
	}
}

// Causes of casualties (section k).
const (
	byFire             = "fire"
	byMelee            = "melee"
	byMorale           = "morale"
	byInterpenetration = "interpenetration"
	byAttrition        = "attrition"
)

// loss is the casualties of one stand in a step.
type loss struct {
	standKey
	N   int
	ref string // the outcome that caused it
}

// toll is the casualties of a step, in id order of the stands.
type toll []loss

func (k standKey) compare(o standKey) int {
	return cmp.Or(cmp.Compare(k.U, o.U), cmp.Compare(k.I, o.I))
}

// add adds n casualties to a stand; ref is the outcome that caused them.
func (t *toll) add(k standKey, n int, ref string) {
	if n <= 0 {
		return
	}
	i, found := slices.BinarySearchFunc(*t, k, func(l loss, k standKey) int { return l.compare(k) })
	if found {
		(*t)[i].N += n
		return
	}
	*t = slices.Insert(*t, i, loss{k, n, ref})
}

func (t toll) stands() []standKey {
	keys := make([]standKey, len(t))
	for i := range t {
		keys[i] = t[i].standKey
	}
	return keys
}

// suffer marks a step's casualties as boxes of the units and castings of the stands. The refs in the toll then point to
// these outcomes (§1.5).
func (p *play) suffer(t toll, cause string) {
	for i := range t {
		l := &t[i]
		p.Because(l.ref, func() { l.ref = p.markBoxes(l.U, l.I, l.N, cause) })
	}
}

// markBoxes marks boxes of a unit: for casualties of stand i, or for another cause if i is [body]. A broken unit loses
// men but counts no boxes, so no totals are emitted (§5.11).
func (p *play) markBoxes(n, i, by int, cause string) (ref string) {
	u := &p.s.Units[n]
	if i < 0 && u.Broken {
		return ""
	}
	stand := "-"
	if i >= 0 {
		stand = letter(i)
	}
	manned := i >= 0 && u.Arm == Guns && cause != byFire && u.Stands[i].Castings > 0
	fields := []any{"unit", u.ID, "by", by}
	if !u.Broken {
		fields = append(fields, "boxes", u.Boxes+by, "shatter", u.Shatter)
	}
	ref = p.Emit("boxes.marked", append(fields, "cause", cause, "stand", stand)...)
	if manned && u.Stands[i].Castings == 0 && u.Formation == Unlimbered {
		p.Emit("gun.decrewed", "unit", u.ID, "stand", letter(i))
	}
	return ref
}

// remove takes everything that the step destroyed out of play: stands without castings, units that are shattered or
// have no stand left, and batteries that cannot serve a gun (§1.5, §5.11, §6.65).
func (p *play) remove() {
	for n := range p.s.Units {
		if u := &p.s.Units[n]; u.fit() {
			p.removeStands(u)
			p.removeUnit(u)
		}
	}
}

// removeStands takes out stands without castings. Unlimbered sections without crew stay as abandoned guns (§1.5).
func (p *play) removeStands(u *Unit) {
	for i := range u.Stands {
		st := &u.Stands[i]
		if st.inPlay() && st.Castings <= 0 && u.Formation != Unlimbered && st.Captured.None() {
			p.Emit("stand.destroyed", "unit", u.ID, "stand", letter(i))
		}
	}
}

func (p *play) removeUnit(u *Unit) {
	switch {
	case u.Boxes >= u.Shatter && !u.Broken:
		p.shatter(u)
	case u.ranks()+u.standsOut() == 0:
		p.Emit("unit.destroyed", "unit", u.ID)
	case u.Arm == Guns && !u.serviceable():
		p.EmitBy("6.65", "unit.destroyed", "unit", u.ID)
	}
}

// shatter removes a shattered unit; its guns fall to the enemy. With `shattered:
// withdraw` foot, horse and dragoons are broken instead and march off (§5.11).
func (p *play) shatter(u *Unit) {
	stays := p.b.Options.WithdrawShattered && u.Arm != Guns
	var sections []int
	for i := range u.Stands {
		if u.Arm == Guns && u.Stands[i].inPlay() {
			sections = append(sections, i)
		}
	}
	p.Emit("unit.shattered", "unit", u.ID, "removed", !stays)
	for _, i := range sections {
		p.loseGun(u, i, "5.11")
	}
}

// loseGun emits the capture of a section's guns, unless they are captured already.
func (p *play) loseGun(u *Unit, i int, clause string) {
	st := &u.Stands[i]
	if st.Guns > 0 && st.Captured.None() {
		p.EmitBy(clause, "gun.captured", "unit", u.ID, "stand", letter(i), "by", p.b.Sides[1-u.Side].ID, "guns", st.Guns)
	}
}

// serviceable reports whether the battery has an uncaptured section with guns and crew. The crew may be away (§6.65).
func (u *Unit) serviceable() bool {
	return slices.ContainsFunc(u.Stands, func(st Stand) bool {
		return st.inPlay() && st.Guns > 0 && st.Castings > 0 && st.Captured.None()
	})
}

// halfSpent reports whether more than half of the unit's boxes are marked.
func (u *Unit) halfSpent() bool { return 2*u.Boxes > u.Shatter }

// skirmish runs step III.1: units in open order fire, and the effects follow (§7.31).
func (p *play) skirmish() {
	var shots []volley
	for n := range p.s.Units {
		if u := &p.s.Units[n]; u.Formation == Open && u.hasMuskets() {
			if v, ok := p.openFire(n); ok {
				shots = append(shots, v)
			}
		}
	}
	if len(shots) == 0 {
		return
	}
	before := p.s.posts()
	for i := range shots {
		p.shoot("skirmish", &shots[i])
	}
	h := p.harass(shots)
	p.suffer(h.toll, byFire)
	p.underFire(&perils{phase: "skirmish"}, before, h.toll.stands())
	p.remove()
	p.scatter(h)
	p.remove()
}

// reached is a stand within reach of skirmishers: the number of their stands that reach it, and the least distance.
type reached struct {
	key      standKey
	stands   int
	distance int
}

// openFire chooses a skirmishing unit's target: the stand reached at the least distance within its opening range,
// preferring the last target, then by id (§D8, §7.25).
func (p *play) openFire(n int) (volley, bool) {
	u, f := &p.s.Units[n], p.currentField()
	opening := u.openingRange() * board.Yard
	if opening == 0 {
		return volley{}, false
	}
	best := reached{}
	for _, r := range p.reachable(n, f) {
		if r.distance > opening {
			continue
		}
		if best.stands == 0 || r.distance < best.distance ||
			r.distance == best.distance && u.Target.Is(r.key.U) && !u.Target.Is(best.key.U) {
			best = r
		}
	}
	if best.stands == 0 {
		return volley{}, false
	}
	v := volley{firer: n, target: best.key, yards: board.Yards(best.distance)}
	v.faces = p.b.faces(u.Regiment, u.Formation, v.yards)
	v.dice = p.volleyDice(u, best.key, best.stands)
	return v, v.faces > 0
}

// reachable lists the enemy stands within reach of an open-order unit's stands, in id order (§7.25).
func (p *play) reachable(n int, f *field) []reached {
	u := &p.s.Units[n]
	reach := u.greatestRange() * board.Yard
	var all []reached
	for i := range u.Stands {
		if u.Stands[i].Status != InRanks {
			continue
		}
		from := u.Stands[i].At
		for _, k := range f.standsNear(from, reach) {
			e, d := f.unit(k), from.Distance(f.at[k])
			if e.Side == u.Side || len(e.Engaged) > 0 || d > reach ||
				!p.b.clearSight(from, f.at[k]) || friendBetween(n, f, from, k) {
				continue
			}
			at, found := slices.BinarySearchFunc(all, f.keys[k], func(r reached, k standKey) int { return r.key.compare(k) })
			if !found {
				all = slices.Insert(all, at, reached{key: f.keys[k], distance: d})
			}
			all[at].stands++
			all[at].distance = min(all[at].distance, d)
		}
	}
	return all
}

// lane is half the width of the strip that must be free of friends for a skirmisher.
const lane = board.Yard

// friendBetween reports whether a friendly stand of another unit is nearer than stand k in a strip two yards wide from
// the point (§7.25).
func friendBetween(n int, f *field, from board.Point, k int) bool {
	s := board.Strip{Frame: board.Frame{Centre: from, Facing: from.Bearing(f.at[k], 0)}, Left: -lane, Right: lane}
	target, ok := s.Find(f.rects[k])
	if !ok {
		return false
	}
	return slices.ContainsFunc(f.inStrip(s, target.Range()), func(o sighted) bool {
		return f.keys[o.k].U != n && f.unit(o.k).Side == f.s.Units[n].Side && o.part.Range() < target.Range()
	})
}

// harassment is the effect of skirmish fire on a stand, from slight to grave.
type harassment int

// The effects of §7.31, by the number of nines.
const (
	unmoved harassment = iota
	halts
	haltsAndBleeds
	retreatsAndBleeds
)

var harassments = [4]string{"none", "halt", "halt+hit", "retreat+hit"}

// harassed sums the skirmish fire of a step: casualties add up, and the worst effect counts.
type harassed struct {
	toll  toll
	worst []harassedStand // in id order
}

type harassedStand struct {
	standKey
	effect harassment
	ref    string
}

// harass rolls three dice for each hit and counts the nines (§7.31).
func (p *play) harass(shots []volley) harassed {
	var h harassed
	for i := range shots {
		v := &shots[i]
		p.Cause = v.ref
		u, target := &p.s.Units[v.firer], p.s.Units[v.target.U].standID(v.target.I)
		for range v.hits {
			dice := p.Dice.Dice("skirmish/effect/"+u.ID+">"+target, 3, 10)
			effect := harassment(nines(dice))
			p.Emit("skirmish.effect", "firer", u.ID, "target", target, "nines", int(effect), "effect", harassments[effect])
			h.add(v.target, effect, v.ref)
			if effect >= haltsAndBleeds {
				p.hitCrew(v.target, 1)
			}
		}
	}
	return h
}

func nines(dice []events.Die) int {
	n := 0
	for _, d := range dice {
		if d.Value == 9 {
			n++
		}
	}
	return n
}

func (h *harassed) add(k standKey, effect harassment, ref string) {
	if effect >= haltsAndBleeds {
		h.toll.add(k, 1, ref)
	}
	i, found := slices.BinarySearchFunc(h.worst, k, func(w harassedStand, k standKey) int { return w.compare(k) })
	if !found {
		h.worst = slices.Insert(h.worst, i, harassedStand{standKey: k, ref: ref})
	}
	h.worst[i].effect = max(h.worst[i].effect, effect)
}

// scatterYards is the distance that a stand flees from skirmish fire.
const scatterYards = 30

// scatter makes the stands hit by skirmishers halt or flee. Guns only halt (§7.31).
func (p *play) scatter(h harassed) {
	for _, w := range h.worst {
		u := &p.s.Units[w.U]
		p.Cause = w.ref
		switch {
		case w.effect == unmoved || !u.present(w.I):
		case w.effect == retreatsAndBleeds && u.Arm != Guns:
			p.fleeStand(w.U, w.I, scatterYards)
		default:
			p.halt(w.U, w.I, p.Number)
		}
	}
}
