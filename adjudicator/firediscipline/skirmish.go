package firediscipline

import (
	"slices"

	"galloper/adjudicator/board"
	"galloper/events"
)

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
	u, f := &p.s.Units[n], p.here()
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
		for _, k := range f.near(from, reach) {
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
	for _, o := range f.inStrip(s, target.Range()) {
		if f.keys[o.k].U != n && f.unit(o.k).Side == f.s.Units[n].Side && o.part.Range() < target.Range() {
			return true
		}
	}
	return false
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
