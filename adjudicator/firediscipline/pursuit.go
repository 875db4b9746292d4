package firediscipline

import (
	"slices"

	"galloper/adjudicator/board"
	"galloper/adjudicator/rules"
)

// pursuitYards is the distance of a pursuit straight ahead (§8.2h).
const pursuitYards = 30

// freeToPursue emits the units of a melee that may pursue. They charged or counter-charged with contact, are not
// engaged or crippled, and had an opponent that failed and left contact, or was removed (§8.2h).
func (p *play) freeToPursue(b *brawl) {
	for _, n := range b.units {
		u := &p.s.Units[n]
		if !u.fit() || u.Broken || !u.onCharge() || len(u.Contacts) == 0 || len(u.Engaged) > 0 || p.s.crippled(n) ||
			!p.pursues(u) {
			continue
		}
		if p.drove(b, n) {
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

// drove reports whether an opponent of the unit failed and left contact, or was removed (§8.2h).
func (p *play) drove(b *brawl, n int) bool {
	f := p.here()
	for _, e := range b.units {
		x := &p.s.Units[e]
		if !b.has(n, e) {
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
