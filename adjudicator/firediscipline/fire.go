package firediscipline

import (
	"slices"

	"galloper/adjudicator/board"
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

// firearms are the rows of the musketry table with the greatest range in yards (§7.1).
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
	for i := range firearms {
		if firearms[i].name == u.Firearm {
			return i
		}
	}
	return -1
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
	f := p.here()
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
	u, f := &p.s.Units[n], p.here()
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
		!masked(n, f, inStrip, i) && !behindEnemies(u.Side, f, inStrip, i) &&
		p.b.clearSight(u.At, f.at[c.k])
}

// masked reports whether a nearer friendly stand, of another unit or out of ranks, covers more than half a yard of the
// target's width in the strip (§7.23).
func masked(n int, f *field, inStrip []sighted, i int) bool {
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

// behindEnemies reports whether nearer enemy stands, with gaps of at most half a yard, cover all but half a yard of the
// target's width (§7.24).
func behindEnemies(side int, f *field, inStrip []sighted, i int) bool {
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
