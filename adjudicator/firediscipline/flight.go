package firediscipline

import (
	"slices"
	"strings"

	"galloper/adjudicator/board"
	"galloper/adjudicator/rules"
)

// Distances of flight in yards, and numbers of steps (§5.5, §4.43).
const (
	fleeYards  = 100
	evadeYards = 80
	fleeStep   = 10
	extraSteps = 5
)

// gaps lists the turns that a flight tries, in order, to find a gap between friends (§5.7).
var gaps = [...]int{0, 15, -15, 30, -30, 45, -45}

// flightOf returns the direction of flight of a stand or a body: to its rear if the nearest enemy in ranks is before
// it, else to its front (§5.7).
func (p *play) flightOf(k standKey) int {
	u, f := &p.s.Units[k.U], p.currentField()
	at, facing := u.At, u.Facing
	if k.I != body {
		at, facing = u.Stands[k.I].At, u.Stands[k.I].Facing
	}
	e := f.nearestAnywhere(at, f.enemyInRanks(u.Side))
	if e < 0 {
		return board.Degrees(facing + 180)
	}
	if t := board.Turn(facing, at.Bearing(f.at[e], facing)); t >= -90 && t <= 90 {
		return board.Degrees(facing + 180)
	}
	return facing
}

// fleeStand makes one stand flee and leave the ranks. The last stand of a unit flees as a unit if it is in ranks. Of
// guns, the crew flees (§5.7).
func (p *play) fleeStand(n, i, yards int) {
	u := &p.s.Units[n]
	dir := p.flightOf(standKey{n, i})
	if u.Arm == Guns {
		p.fleeCrew(n, i, dir, yards)
		return
	}
	if u.ranks() == 1 && u.standsOut() == 0 {
		p.fleeUnit(n, dir, yards, "unit.fled")
		return
	}
	r := p.flight(n, u.Stands[i].At, []board.Rect{u.rect(i)}, dir, yards)
	p.Emit("stand.fled", "unit", u.ID, "stand", letter(i), "x", r.to.X, "y", r.to.Y, "yards", r.yards)
	p.passedThrough(n, r)
	if u.fit() && !p.b.onMap(r.to) {
		p.Emit("stand.left", "unit", u.ID, "stand", letter(i))
	}
}

// fleeUnit makes a unit flee in its formation. Of guns, the crews flee (§5.7, §5.8).
func (p *play) fleeUnit(n, dir, yards int, name string) {
	u := &p.s.Units[n]
	if u.Arm == Guns {
		for i := range u.Stands {
			if u.Stands[i].Status == InRanks && u.present(i) {
				p.fleeCrew(n, i, dir, yards)
			}
		}
		return
	}
	var rects []board.Rect
	for i := range u.Stands {
		if u.Stands[i].Status == InRanks {
			rects = append(rects, u.rect(i))
		}
	}
	r := p.flight(n, u.At, rects, dir, yards)
	p.Emit(name, "unit", u.ID, "x", r.to.X, "y", r.to.Y, "yards", r.yards)
	p.passedThrough(n, r)
	if !p.b.onMap(r.to) {
		p.Emit("unit.left", "unit", u.ID)
	}
}

// fleeCrew makes the crew of a section flee; the guns stay. A crew that leaves the map is lost (§5.8, §4.43).
func (p *play) fleeCrew(n, i, dir, yards int) {
	u := &p.s.Units[n]
	if !u.present(i) {
		return
	}
	to := u.Stands[i].At.Step(yards*board.Yard, dir)
	p.Emit("gun.abandoned", "unit", u.ID, "stand", letter(i), "x", to.X, "y", to.Y)
	if !p.b.onMap(to) {
		p.EmitBy("5.8", "gun.decrewed", "unit", u.ID, "stand", letter(i))
	}
}

// passedThrough emits the friends that a flight went through, and marks one box for it (§3.14).
func (p *play) passedThrough(n int, r route) {
	if len(r.crossed) == 0 {
		return
	}
	ids := make([]string, len(r.crossed))
	for i, c := range r.crossed {
		ids[i] = p.s.Units[c].ID
	}
	ref := p.Emit("unit.passed_through", "unit", p.s.Units[n].ID, "friends", strings.Join(ids, ","))
	p.Because(ref, func() { p.markBoxes(n, body, 1, byInterpenetration) })
}

// route is the result of a flight.
type route struct {
	to      board.Point // of the centre
	yards   int
	crossed []int // friendly units passed through, in id order
}

// flight returns the route of a stand or a unit that flees, in steps of 10 yards: through the first gap between
// friends, else straight on. It stops before an enemy stand and before water, and may leave the map (§5.7).
func (p *play) flight(n int, centre board.Point, rects []board.Rect, dir, yards int) route {
	w := flier{p: p, n: n, f: p.currentField(), centre: centre, rects: rects, dir: dir}
	steps := yards / fleeStep
	for _, g := range gaps {
		w.dir = board.Degrees(dir + g)
		if !w.crossesFriends(steps) {
			return w.run(steps)
		}
	}
	w.dir = dir
	return w.run(steps)
}

// flier is a body in flight in one direction.
type flier struct {
	p      *play
	n      int
	f      *field
	centre board.Point
	rects  []board.Rect
	dir    int
}

// after returns the centre after a number of steps, and the offset of all stands.
func (w *flier) after(step int) (centre board.Point, dx, dy int) {
	to := w.centre.Step(step*fleeStep*board.Yard, w.dir)
	return to, to.X - w.centre.X, to.Y - w.centre.Y
}

// overlapped calls found for each stand in ranks of another unit that the body would overlap after a number of steps,
// until found returns false.
func (w *flier) overlapped(step int, found func(k int) bool) {
	_, dx, dy := w.after(step)
	for _, r := range w.rects {
		r.Centre = board.Point{X: r.Centre.X + dx, Y: r.Centre.Y + dy}
		for _, k := range w.f.standsNear(r.Centre, 2*reachOfStand) {
			if w.f.keys[k].U != w.n && w.f.inRanks(k) && r.Overlaps(w.f.rects[k]) && !found(k) {
				return
			}
		}
	}
}

func (w *flier) friend(k int) bool { return w.f.unit(k).Side == w.p.s.Units[w.n].Side }

// friendsAt returns the friendly units overlapped after a number of steps.
func (w *flier) friendsAt(step int) []int {
	var units []int
	w.overlapped(step, func(k int) bool {
		if w.friend(k) {
			units = rules.With(units, w.f.keys[k].U)
		}
		return true
	})
	return units
}

func (w *flier) crossesFriends(steps int) bool {
	for s := 1; s <= steps; s++ {
		if len(w.friendsAt(s)) > 0 {
			return true
		}
	}
	return false
}

// run moves the body step by step, with up to five extra steps while it would end on a friend (§5.7).
func (w *flier) run(steps int) route {
	var met []int // enemies overlapped at the start
	w.overlapped(0, func(k int) bool {
		if !w.friend(k) {
			met = append(met, k)
		}
		return true
	})
	r := route{to: w.centre}
	for s := 1; s <= steps || s <= steps+extraSteps && len(w.friendsAt(s-1)) > 0; s++ {
		if w.stopped(s, met) {
			break
		}
		r.to, _, _ = w.after(s)
		r.yards = s * fleeStep
		for _, u := range w.friendsAt(s) {
			r.crossed = rules.With(r.crossed, u)
		}
		if !w.p.b.onMap(r.to) {
			break
		}
	}
	return r
}

// stopped reports whether a step would lead onto an enemy stand in ranks not overlapped at the start, or take a stand's
// centre into water off the road (§5.7).
func (w *flier) stopped(step int, met []int) bool {
	stop := false
	w.overlapped(step, func(k int) bool {
		stop = !w.friend(k) && !slices.Contains(met, k)
		return !stop
	})
	if stop {
		return true
	}
	_, dx, dy := w.after(step)
	return slices.ContainsFunc(w.rects, func(r board.Rect) bool {
		return w.p.b.waterAt(board.Point{X: r.Centre.X + dx, Y: r.Centre.Y + dy}) >= 0
	})
}

// pursuitYards is the distance of a pursuit straight ahead (§8.2h).
const pursuitYards = 30

// freeToPursue emits the units of a melee that may pursue. They charged or counter-charged with contact, are not
// engaged or crippled, and had an opponent that failed and left contact, or was removed (§8.2h).
func (p *play) freeToPursue(b *brawl) {
	for _, n := range b.units {
		u := &p.s.Units[n]
		if !u.fit() || u.Broken || !u.onCharge() || len(u.Contacts) == 0 || len(u.Engaged) > 0 || p.s.isCrippled(n) ||
			!p.pursues(u) {
			continue
		}
		if p.droveOpponent(b, n) {
			p.Emit("pursuit.free", "unit", u.ID)
		}
	}
}

// pursues reports whether the unit pursues: as ordered, else under ADVANCE and ASSAULT (§D6).
func (p *play) pursues(u *Unit) bool {
	switch u.Task.Chase {
	case PursueYes:
		return true
	case PursueNo:
		return false
	}
	return u.Task.Verb.attacks()
}

// droveOpponent reports whether an opponent of the unit failed and left contact, or was removed (§8.2h).
func (p *play) droveOpponent(b *brawl, n int) bool {
	f := p.currentField()
	for _, e := range b.units {
		x := &p.s.Units[e]
		if !b.hasPair(n, e) {
			continue
		}
		if !x.fit() || x.Broken || slices.Contains(b.failed, e) && f.contactWidth(n, e) == 0 {
			return true
		}
	}
	return false
}

// pursuer is a unit in pursuit.
type pursuer struct {
	n     int
	yards int
	done  bool
}

// pursue runs step VII.3. Pursuers move straight ahead yard by yard, all in step. A pursuer that would overlap an enemy
// closes on it, and they fight at once (§8.2h).
func (p *play) pursue() {
	var all []*pursuer
	for n := range p.s.Units {
		if u := &p.s.Units[n]; u.Freed && u.fit() && u.first() >= 0 && len(u.Engaged) == 0 {
			all = append(all, &pursuer{n: n})
		}
	}
	if len(all) == 0 {
		return
	}
	p.detach()
	met := p.chase(all)
	ends := make([]board.Point, len(all))
	for i, c := range all {
		ends[i] = p.s.Units[c.n].At
	}
	p.rejoin()
	for i, c := range all {
		if c.yards > 0 && !slices.ContainsFunc(met, func(pr pair) bool { return pr.A == c.n }) {
			p.Emit("pursuit.moved", "unit", p.s.Units[c.n].ID, "x", ends[i].X, "y", ends[i].Y, "yards", c.yards)
		}
	}
	p.fightPursuit(met)
}

// chase moves the pursuers yard by yard on the detached copy of the state. It returns the pursuers (A) that closed on
// an enemy (B) (§8.2h).
func (p *play) chase(all []*pursuer) (met []pair) {
	for _, c := range all {
		p.s.settle(&p.s.Units[c.n])
	}
	from := make([]board.Point, len(p.s.Units))
	for _, c := range all {
		from[c.n] = p.s.Units[c.n].At
	}
	for yard := 1; yard <= pursuitYards; yard++ {
		for _, c := range all {
			if c.done {
				continue
			}
			p.stale = true
			if e := p.chaseOn(c, from[c.n].Step(yard*board.Yard, p.s.Units[c.n].Facing)); e >= 0 {
				met = append(met, pair{c.n, e})
			}
		}
	}
	return met
}

// chaseOn moves a pursuer one yard. If it closes on an enemy, chaseOn returns that unit, else -1 (§8.2h).
func (p *play) chaseOn(c *pursuer, next board.Point) int {
	u := &p.s.Units[c.n]
	o := p.overlapped(c.n, next)
	switch {
	case !p.openGround(next), o.friend && !o.enemy:
		c.done = true
		return -1
	case o.enemy:
		c.done = true
		place, ok := p.closing(c.n, next, o.unit)
		if !ok {
			return -1
		}
		p.Emit("pursuit.contact", "unit", u.ID, "target", p.s.Units[o.unit].ID, "edge", place.edge,
			"x", place.at.X, "y", place.at.Y, "facing", place.facing)
		return o.unit
	}
	u.At = next
	p.s.settle(u)
	c.yards++
	return -1
}

// fightPursuit fights the pursuit melees: the pairs with a pursuer (§8.2h).
func (p *play) fightPursuit(met []pair) {
	if len(met) == 0 {
		return
	}
	var pursuers []int
	for _, m := range met {
		pursuers = rules.With(pursuers, m.A)
	}
	p.fightAll(phasePursuit, p.melees(func(pr pair) bool {
		return slices.Contains(pursuers, pr.A) || slices.Contains(pursuers, pr.B)
	}), func(*brawl) bool { return true })
}
