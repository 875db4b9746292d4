package firediscipline

import (
	"cmp"
	"slices"
	"strconv"

	"galloper/adjudicator/board"
)

// Ranges of artillery in yards.
const (
	canisterRange  = 150 // §6.2
	downhillRange  = 400 // §6.73
	limberedHalt   = 200 // §6.66
	prolongeHalt   = 60  // §6.66
	captureRange   = 20  // §6.62
	lightestHeavy  = 8   // pdr; from this weight guns cannot prolonge (§4.42)
	crewEffect     = 8   // highest die that hits the crew of an unlimbered section; a higher die hits a gun (§6.8)
	limberCrewMost = 6   // likewise for a limbered section; a higher die hits the limber
)

// artilleryRows are the rows of the artillery table: the least weight of the guns in pounds, and the greatest range in
// yards (§6.9).
var artilleryRows = []struct {
	fromPdr, most int
}{{1, 450}, {6, 600}, {8, 600}, {10, 800}, {13, 900}}

// artilleryRow returns the battery's row of the artillery table. Howitzers use the second row (§6.9).
func (u *Regiment) artilleryRow() int {
	if u.Howitzer {
		return 1
	}
	row := 0
	for i := range artilleryRows {
		if u.Pdr >= artilleryRows[i].fromPdr {
			row = i
		}
	}
	return row
}

// maximumRange returns the greatest range of the battery's guns in yards (§6.9).
func (u *Regiment) maximumRange() int { return artilleryRows[u.artilleryRow()].most }

// prolonges reports whether the guns may be prolonged: howitzers and guns up to 7 pdr (§4.42).
func (u *Regiment) prolonges() bool { return u.Howitzer || u.Pdr < lightestHeavy }

// Ammunition of guns.
const (
	ball     = "ball"
	canister = "canister"
	shell    = "shell"
)

// serviceKind is the action of a section in step II.1.
type serviceKind int

const (
	idle serviceKind = iota
	shoots
	holds
	laid
	prolongs
)

// service is a section's action in step II.1. All sections choose before any fires.
type service struct {
	standKey
	does    serviceKind
	targets []aimed
	ammo    string
	bearing int         // laid
	to      board.Point // prolongs
}

// aimed is a stand that a section fires at.
type aimed struct {
	k      int // number in the field at the step's start
	target standKey
	yards  int
	chance int
}

// fireArtillery runs steps II.1 and II.2. All sections choose an action. The guns fire or hold, then the rest are laid
// or prolonged; laying takes a section's fire. Casualties and morale checks come last (§6.4, §4.44, §6.8).
func (p *play) fireArtillery() {
	var all []service
	for n := range p.s.Units {
		u := &p.s.Units[n]
		if u.Arm != Guns || !u.fit() || u.Formation != Unlimbered {
			continue
		}
		for i := range u.Stands {
			if s := p.serveGuns(standKey{n, i}); s.does != idle {
				all = append(all, s)
			}
		}
	}
	if len(all) == 0 {
		return
	}
	before, start := p.s.posts(), p.startOfStep()
	hits := p.discharge(all)
	p.layAndProlong(all)
	losses := p.strikeAll(hits)
	p.suffer(losses, byFire)
	p.underFire(&perils{phase: "artillery"}, before, losses.stands())
	p.remove()
	p.checkHits("artillery", start, losses)
}

// discharge fires or holds each section and returns the hits, which take effect in II.2 (§6.4).
func (p *play) discharge(all []service) (hits []gunnery) {
	for i := range all {
		switch s := &all[i]; s.does {
		case holds:
			p.Emit("artillery.held", "firer", p.s.Units[s.U].standID(s.I))
		case shoots:
			hits = p.cannonade("artillery", s, hits)
		}
	}
	return hits
}

// layAndProlong lays and prolonges the sections that do not fire (§6.4, §4.44).
func (p *play) layAndProlong(all []service) {
	for _, s := range all {
		u := &p.s.Units[s.U]
		switch s.does {
		case laid:
			p.Emit("artillery.pivoted", "firer", u.standID(s.I), "from", u.Stands[s.I].Facing, "to", s.bearing)
		case prolongs:
			p.Emit("artillery.prolonged", "firer", u.standID(s.I), "x", s.to.X, "y", s.to.Y)
		}
	}
}

// mans reports whether the section can act in step II.1 (§D8).
func (p *play) mans(k standKey) bool {
	u := &p.s.Units[k.U]
	return u.Formation == Unlimbered && u.present(k.I) && u.Stands[k.I].Status == InRanks && u.Stands[k.I].Guns > 0 &&
		!u.Broken && len(u.Engaged) == 0 && !p.s.halted(k.U, k.I)
}

// serveGuns chooses the section's action: with a target, fire or hold; without one, be laid on the next enemy or
// prolonge (§D8).
func (p *play) serveGuns(k standKey) service {
	s := service{standKey: k}
	if !p.mans(k) {
		return s
	}
	u := &p.s.Units[k.U]
	target, ok := p.firstInZone(k)
	if !ok {
		return p.relay(s)
	}
	s.ammo = u.load(k.I, target.yards)
	if u.Task.Fire == FireHeld {
		s.does = holds
		return s
	}
	if s.ammo == "" || u.Task.Fire == FireWithin && target.yards > u.Task.FireAt {
		return s
	}
	s.does, s.targets = shoots, []aimed{target}
	if p.b.Options.ExtendedKillZone && s.ammo == ball {
		s.targets = append(s.targets, p.alsoInZone(k, target)...)
	}
	for i := range s.targets {
		s.targets[i].chance = p.chance(k, s.targets[i], s.ammo)
	}
	return s
}

// firstInZone returns the first stand in a section's kill zone if the section may fire at it (§6.31, §6.32, §6.33,
// §6.61, §6.71).
func (p *play) firstInZone(k standKey) (aimed, bool) {
	u, f := &p.s.Units[k.U], p.currentField()
	from := u.Stands[k.I].At
	height := p.b.height(from)
	friendLower := false
	for _, c := range f.inStrip(u.rect(k.I).Strip(), u.maximumRange()*board.Yard) {
		if f.keys[c.k] == k {
			continue
		}
		e := f.unit(c.k)
		switch {
		case e.Side == u.Side:
			if len(e.Engaged) > 0 || p.b.height(f.at[c.k]) >= height {
				return aimed{}, false
			}
			friendLower = true
			continue
		case !from.Within(f.at[c.k], p.b.Options.Visibility) || !p.b.clearShot(from, f.at[c.k]):
			continue
		case len(e.Engaged) > 0, friendLower && p.b.height(f.at[c.k]) >= height:
			return aimed{}, false
		}
		a := aimed{k: c.k, target: f.keys[c.k], yards: board.Yards(c.part.Range())}
		return a, a.yards <= p.reachOver(k, f.at[c.k])
	}
	return aimed{}, false
}

// reachOver returns the section's greatest range in yards at a target: at most 400 from a slope at lower ground
// (§6.73).
func (p *play) reachOver(k standKey, target board.Point) int {
	u := &p.s.Units[k.U]
	at := u.Stands[k.I].At
	if p.b.onSlope(at) && p.b.height(target) < p.b.height(at) {
		return min(u.maximumRange(), downhillRange)
	}
	return u.maximumRange()
}

// alsoInZone lists the other stands that ball may hit in the extended kill zone (§6.35).
func (p *play) alsoInZone(k standKey, first aimed) []aimed {
	u, f := &p.s.Units[k.U], p.currentField()
	from := u.Stands[k.I].At
	var all []aimed
	for _, c := range f.inStrip(u.rect(k.I).Strip(), u.maximumRange()*board.Yard) {
		if c.k == first.k || f.keys[c.k] == k || len(f.unit(c.k).Engaged) > 0 || !p.b.clearShot(from, f.at[c.k]) {
			continue
		}
		all = append(all, aimed{k: c.k, target: f.keys[c.k], yards: board.Yards(c.part.Range())})
	}
	return all
}

// load returns the section's ammunition at a range in yards: canister up to 150 while it lasts; beyond that, shell
// first for howitzers; else ball, then shell (§6.2).
func (u *Unit) load(i, yards int) string {
	st := &u.Stands[i]
	switch {
	case yards <= canisterRange && st.Canister > 0:
		return canister
	case yards > canisterRange && u.Howitzer && st.Shell > 0:
		return shell
	case st.Ball > 0:
		return ball
	case st.Shell > 0:
		return shell
	}
	return ""
}

// band returns the column of the artillery table for a range in yards (§6.9).
func band(yards int) int {
	switch {
	case yards <= 50:
		return 0
	case yards <= canisterRange:
		return 1
	case yards <= 300:
		return 2
	case yards <= 600:
		return 3
	}
	return 4
}

// chance returns the chance of a hit in percent. It may be 0 or less, or above 100 (§6.9, §6.2).
func (p *play) chance(k standKey, a aimed, ammo string) int {
	u := &p.s.Units[k.U]
	st := &u.Stands[k.I]
	row := &p.b.Tables.Artillery[u.artilleryRow()]
	chance := row[band(a.yards)]
	if ammo != canister && a.yards <= canisterRange {
		chance = min(chance, row[2])
	}
	if chance <= 0 {
		return 0
	}
	if st.Guns == 1 || st.Castings == 1 {
		chance /= 2
	}
	e := &p.s.Units[a.target.U]
	chance += p.gunneryMods(st, e, a)
	if e.Formation == Open && chance > 0 {
		chance /= 2
	}
	return chance
}

// gunneryMods sums the modifiers to the chance: the first column up to `artillery_split` yards (300 by default), the
// second beyond (§6.9).
func (p *play) gunneryMods(st *Stand, e *Unit, a aimed) int {
	column := 0
	if a.yards > p.b.Options.ArtillerySplit {
		column = 1
	}
	sum, mods := 0, &p.b.Tables.ArtilleryMods
	add := func(row int, holds bool) {
		if holds {
			sum += mods[row][column]
		}
	}
	at := e.Stands[a.target.I].At
	add(modSameTarget, st.Aim.Is(a.target.U) && st.AimTurn == p.Number-1 && p.Number > 1)
	sum += p.gunneryCover(at, column)
	add(modAdjacent, len(p.currentField().touching(a.target)) > 0)
	add(modMounted, e.mounted())
	add(modUnlimbered, e.Formation == Unlimbered)
	add(modLimbered, e.Formation == Limbered)
	return sum
}

// gunneryCover returns the worst cover modifier at a place (§6.9).
func (p *play) gunneryCover(at board.Point, column int) int {
	worst := 0
	take := func(row int, holds bool) {
		if holds {
			worst = min(worst, p.b.Tables.ArtilleryMods[row][column])
		}
	}
	shelter := p.b.coverAt(at)
	take(modProtected, shelter == protected)
	take(modEarthworks, shelter == earthworks)
	take(modHeavyWoods, p.b.in(at, HeavyWoods))
	take(modLightWoods, p.b.in(at, LightWoods, Rough))
	return worst
}

// gunnery is the hits of one shot that have not taken effect yet.
type gunnery struct {
	target standKey
	hits   int
	effect string // name of the dice that choose between crew, gun and limber
	ref    string // of the shot
}

// cannonade fires one section at each of its targets and returns hits with its own appended (§6.9).
func (p *play) cannonade(phase string, s *service, hits []gunnery) []gunnery {
	firer := p.s.Units[s.U].standID(s.I)
	for _, a := range s.targets {
		target := p.s.Units[a.target.U].standID(a.target.I)
		n := p.aim(phase+"/fire/"+firer+">"+target, a.chance)
		ref := p.Emit(phase+".fired", "firer", firer, "target", target,
			"range", a.yards, "ammo", s.ammo, "chance", a.chance, "hits", n)
		hits = append(hits, gunnery{a.target, n, phase + "/effect/" + firer + ">" + target, ref})
	}
	return hits
}

// strikeAll applies the hits in the order of the shots and returns the casualties (§6.8).
func (p *play) strikeAll(all []gunnery) toll {
	var t toll
	for _, g := range all {
		p.Cause = g.ref
		p.strike(g.effect, g.target, g.hits, &t)
	}
	return t
}

// aim rolls for hits and returns their number: one die up to 99 percent; from 100, a sure hit and a second die for the
// remainder (§6.9).
func (p *play) aim(name string, chance int) (hits int) {
	n := 1
	if chance >= 100 {
		hits, chance, n = 1, chance-100, 2
	}
	if chance <= 0 {
		return hits
	}
	if p.Dice.D100(name+"#"+strconv.Itoa(n)).Value <= chance {
		hits++
	}
	return hits
}

// strike applies artillery hits to a stand. On guns, a die for each hit chooses crew, gun or limber; on other arms each
// hit is a casualty (§6.8).
func (p *play) strike(name string, k standKey, hits int, t *toll) {
	if p.s.Units[k.U].Arm != Guns {
		t.add(k, hits, p.Cause)
		return
	}
	for range hits {
		if p.s.Units[k.U].Stands[k.I].Guns == 0 {
			return
		}
		part := p.s.Units[k.U].gunPart(p.Dice.Next(name, 10).Value)
		p.gunHit(k, part)
		if part == "crew" {
			t.add(k, 1, p.Cause)
		}
	}
}

// gunPart returns the part of the section that the die hits (§6.8).
func (u *Unit) gunPart(die int) string {
	limbered := u.Formation == Limbered
	switch {
	case die >= 1 && die <= limberCrewMost, !limbered && die >= 1 && die <= crewEffect:
		return "crew"
	case limbered:
		return "limber"
	}
	return "gun"
}

// gunHit emits one hit on a section: a crewman, a gun or the limber. The second gun hit destroys the section; an
// unlimbered section without crew is abandoned (§6.8).
func (p *play) gunHit(k standKey, part string) {
	u := &p.s.Units[k.U]
	st := &u.Stands[k.I]
	guns, crew, limber, had := st.Guns, st.Castings, st.Limber, st.Castings
	switch part {
	case "gun":
		guns--
	case "limber":
		limber = min(limber+1, 4)
	default:
		crew = max(crew-1, 0)
	}
	p.Emit("gun.hit", "unit", u.ID, "stand", letter(k.I), "part", part, "guns", guns, "crew", crew, "limber", limber)
	switch {
	case guns == 0 && part == "gun":
		p.Emit("gun.destroyed", "unit", u.ID, "stand", letter(k.I))
	case crew == 0 && had > 0 && u.Formation == Unlimbered:
		p.Emit("gun.decrewed", "unit", u.ID, "stand", letter(k.I))
	}
}

// relay lays a section without a target on the nearest enemy that it could hit, else on its ordered facing, or
// prolonges it (§D8).
func (p *play) relay(s service) service {
	u := &p.s.Units[s.U]
	st := &u.Stands[s.I]
	for _, k := range p.gunTargets(s.standKey) {
		bearing, ok := p.layOn(s.standKey, k)
		if !ok {
			continue
		}
		if bearing != st.Facing {
			s.does, s.bearing = laid, bearing
		}
		return s
	}
	if facing, ok := u.Task.Facing.Get(); ok && facing != st.Facing {
		s.does, s.bearing = laid, facing
		return s
	}
	if to, ok := p.prolonge(s.standKey); ok {
		s.does, s.to = prolongs, to
	}
	return s
}

// gunTargets lists the enemy stands that a section could be laid on: in ranks, not engaged, in sight and within its
// maximum range. They are ordered by distance, then id (§D8).
func (p *play) gunTargets(k standKey) []int {
	u, f := &p.s.Units[k.U], p.currentField()
	from, reach := u.Stands[k.I].At, u.maximumRange()*board.Yard
	var all []int
	for _, e := range f.standsNear(from, reach) {
		x := f.unit(e)
		if x.Side != u.Side && f.inRanks(e) && len(x.Engaged) == 0 && from.Within(f.at[e], reach) &&
			p.b.inView(from, f.at[e]) {
			all = append(all, e)
		}
	}
	slices.SortStableFunc(all, func(a, b int) int { return cmp.Compare(from.Distance(f.at[a]), from.Distance(f.at[b])) })
	return all
}

// layOn returns the bearing to the expected position of an enemy stand, which is its place plus its unit's move of the
// last turn. ok is false if that is out of range or behind a friendly stand (§D8).
func (p *play) layOn(k standKey, enemy int) (bearing int, ok bool) {
	u, f := &p.s.Units[k.U], p.currentField()
	st, went := &u.Stands[k.I], f.unit(enemy).Went
	expected := f.rects[enemy]
	expected.Centre = board.Point{X: expected.Centre.X + went.X, Y: expected.Centre.Y + went.Y}
	if !st.At.Within(expected.Centre, u.maximumRange()*board.Yard) {
		return 0, false
	}
	bearing = st.At.Bearing(expected.Centre, st.Facing)
	turned := u.rect(k.I)
	turned.Facing = bearing
	strip := turned.Strip()
	target, ok := strip.Find(expected)
	if !ok {
		return bearing, false
	}
	height := p.b.height(st.At)
	over := p.b.height(expected.Centre) < height
	for _, c := range f.inStrip(strip, target.Range()) {
		if f.keys[c.k] == k || f.unit(c.k).Side != u.Side || c.part.Range() >= target.Range() ||
			over && p.b.height(f.at[c.k]) < height {
			continue
		}
		return bearing, false
	}
	return bearing, true
}

// prolonge returns the section's place after prolonging on its own facing: forward under ADVANCE, back under WITHDRAW
// if that is nearer to the home edge (§4.42, §6.66, §D8).
func (p *play) prolonge(k standKey) (board.Point, bool) {
	u := &p.s.Units[k.U]
	if !u.prolonges() {
		return board.Point{}, false
	}
	yards := p.b.Tables.Rates[rateLightGuns][rateTactical]
	switch u.Task.Verb {
	case Advance, Attack:
	case Withdraw:
		if p.b.fromHome(u.Side, u.At) <= p.b.fromHome(u.Side, u.Task.Goal) {
			return board.Point{}, false
		}
		yards = -yards
	default:
		return board.Point{}, false
	}
	r := u.rect(k.I)
	r.Centre = r.Centre.Step(yards*board.Yard, r.Facing)
	return r.Centre, p.mayProlonge(k, r)
}

// mayProlonge reports whether the section may end there: on the map, on ground that guns can enter, overlapping no
// stand and more than 60 yards from the enemy (§6.66).
func (p *play) mayProlonge(k standKey, r board.Rect) bool {
	u, f := &p.s.Units[k.U], p.currentField()
	if !p.b.onMap(r.Centre) || p.b.percent(r.Centre, goGuns) == 0 {
		return false
	}
	for _, o := range f.standsNear(r.Centre, prolongeHalt*board.Yard+reachOfStand) {
		enemy := f.unit(o).Side != u.Side && f.inRanks(o)
		if f.keys[o] != k && r.Overlaps(f.rects[o]) || enemy && r.Centre.Within(f.at[o], prolongeHalt*board.Yard) {
			return false
		}
	}
	return true
}

// fromHome returns the distance of a point from the side's home edge in hundredths of a yard.
func (b *Battle) fromHome(side int, p board.Point) int {
	switch b.Sides[side].Edge {
	case 0:
		return b.Height - p.Y
	case 90:
		return b.Width - p.X
	case 180:
		return p.Y
	}
	return p.X
}

// captureGuns gives sections without a crew to enemies in ranks within 20 yards, for good (§6.62).
func (p *play) captureGuns() {
	for n := range p.s.Units {
		u := &p.s.Units[n]
		if u.Arm != Guns || !u.fit() {
			continue
		}
		for i := range u.Stands {
			st := &u.Stands[i]
			if !st.inPlay() || st.Captured.Some() || st.Guns == 0 || st.Castings > 0 && !st.Away {
				continue
			}
			f := p.currentField()
			if f.nearest(st.At, captureRange*board.Yard, f.enemyInRanks(u.Side)) >= 0 {
				p.loseGun(u, i, "6.62")
			}
		}
	}
	p.remove()
}
