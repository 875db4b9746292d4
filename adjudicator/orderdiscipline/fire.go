package orderdiscipline

import (
	"cmp"
	"slices"

	"galloper/adjudicator"
	"galloper/adjudicator/board"
	"galloper/events"
)

// volley is one unit's fire. All volleys are aimed before any is rolled.
type volley struct {
	Unit   int
	Target adjudicator.Index
	Range  int
	Band   string
	Need   int
	Mods   modifiers
	Count  int
	Missed string            // reason why the unit did not fire as ordered, or ""
	Seen   adjudicator.Index // the ordered target, or none if it is not seen
	Will   bool              // the order is to fire at will
	Ref    string            // the order's Ref
}

// fireVolleys resolves the firing phase. Both sides fire simultaneously and hits are applied afterwards (§6.1, §6.5).
func (p *play) fireVolleys() {
	var list []volley
	for u := range p.s.Units {
		if p.s.fires(u) {
			list = append(list, p.aim(u))
		}
	}
	for i := range list {
		p.rollVolley(&list[i])
	}
	p.losses("6.5", "fire")
}

// fires reports whether the unit may fire at all (§6.1).
func (s *State) fires(u int) bool {
	n := &s.Units[u]
	armed := n.Kind.Arm() == Infantry && n.Formation != March || n.Formation == Deployed
	return s.onTable(u) && armed && n.State != Routing && !n.Charged && !n.Evaded && !n.Unnerved && !n.Fought
}

// aim selects the unit's target and computes the shot. If a unit ordered to fire at will has no target,
// Missed is the reason for the nearest enemy (§6.2, g9).
func (p *play) aim(u int) volley {
	v := volley{Unit: u}
	limit := -1
	if order := p.active(u, Fire); order != nil {
		v.Ref = order.Ref
		switch t := &order.Steps[0]; t.Verb {
		case holdFire:
			if t.Until == 0 {
				return v
			}
			limit = t.Until
		case fireAt:
			v.Seen = p.s.find(u, &t.Target)
			if v.Missed = p.fireFault(u, v.Seen); v.Missed == "" {
				v.Target = v.Seen
			}
		case fireAtWill:
			v.Will = true
		}
	}
	if v.Target.None() {
		v.Target = p.nearestTarget(u, limit)
	}
	if v.Will && v.Target.None() {
		v.Seen = p.s.find(u, &target{})
		v.Missed = p.fireFault(u, v.Seen)
	}
	if v.Target.Some() {
		p.prepareShot(&v)
	}
	return v
}

// nearestTarget returns the nearest enemy that the unit may fire at. limit is a maximum range, or -1 (§6.2).
func (p *play) nearestTarget(u, limit int) adjudicator.Index {
	type candidate struct{ unit, gap int }
	var list []candidate
	reach := p.s.longest(u)
	if limit >= 0 {
		reach = min(reach, limit)
	}
	for _, e := range p.foes(p.s.Units[u].Side) {
		if d, ok := p.s.reaches(u, e, reach); ok {
			list = append(list, candidate{e, d})
		}
	}
	slices.SortStableFunc(list, func(a, b candidate) int { return cmp.Compare(a.gap, b.gap) })
	for _, c := range list {
		if p.fireFault(u, adjudicator.At(c.unit)) == "" {
			return adjudicator.At(c.unit)
		}
	}
	return adjudicator.None
}

// fireFault returns the first reason why the unit may not fire at the enemy, or "" if it may (§6.2).
func (p *play) fireFault(u int, target adjudicator.Index) string {
	n := &p.s.Units[u]
	e, found := target.Get()
	if !found || !p.s.spots(u, e) {
		return "not-seen"
	}
	if len(n.Contact) > 0 {
		if aspect, charged := p.s.Units[e].struck(u); charged && aspect == Front && slices.Contains(n.Contact, e) {
			return ""
		}
		return "in-contact"
	}
	switch {
	case len(p.s.Units[e].Contact) > 0:
		return "in-melee"
	case !n.facesUnit(&p.s.Units[e]):
		return "out-of-arc"
	case p.s.gap(u, e) > p.s.longest(u):
		return "out-of-range"
	}
	if clear, _ := p.s.lineOfFire(u, e); !clear {
		return "blocked"
	}
	return ""
}

// longest returns the unit's longest range (§6.3).
func (s *State) longest(u int) int {
	n := &s.Units[u]
	if n.Kind.Arm() == Artillery {
		return s.b.Tables.Gun[n.Gun][4]
	}
	return s.smallArms(n)[1]
}

func (s *State) smallArms(n *Unit) [2]int {
	if n.Rifle {
		return s.b.Tables.Rifle
	}
	return s.b.Tables.Musket
}

// lineOfFire reports whether the line of fire is clear of other units, and whether the shot passes over one (§10.7).
func (s *State) lineOfFire(u, e int) (clear, over bool) {
	from, to := s.Units[u].At, s.Units[e].At
	way := board.NewPaces(from, to)
	line := board.Segment{A: from, B: to}
	for i := range s.Units {
		if i == u || i == e || !s.onTable(i) {
			continue
		}
		q := s.Units[i].quad()
		if box := board.BoxOf(from, to); !box.Meets(q.Box()) || q.GapTo(line) > 1 || !s.Units[i].sampled(way) {
			continue
		}
		if !s.canFireOver(u, e, i) {
			return false, false
		}
		over = true
	}
	return true, over
}

// sampled reports whether a sample point of the line lies in the unit's footprint. It tests the exact
// rectangle, not the quad with rounded corners (§10.2, §10.7).
func (u *Unit) sampled(way board.Paces) bool {
	r := u.rect()
	across, along := int64(r.Frontage)*5000, int64(r.Depth)*5000
	for s := pace; s < way.Length; s += pace {
		v, w := offset(r, way.At(s))
		if max(v, -v) <= across && max(w, -w) <= along {
			return true
		}
	}
	return false
}

// canFireOver reports whether artillery may fire over a unit (§10.7).
func (s *State) canFireOver(u, e, over int) bool {
	return s.Units[u].Kind.Arm() == Artillery && s.b.height(s.Units[u].At) > s.b.height(s.Units[over].At) &&
		s.gap(u, over) >= s.b.Tables.Overhead && s.gap(e, over) >= s.b.Tables.Overhead
}

// prepareShot computes range, band, dice and modifiers of a shot (§6.3).
func (p *play) prepareShot(v *volley) {
	n := &p.s.Units[v.Unit]
	v.Range, v.Need = p.s.gap(v.Unit, v.Target.Must()), 4
	if n.Kind.Arm() == Artillery {
		p.judgeGuns(v, n)
	} else {
		arms := p.s.smallArms(n)
		v.Band = either(v.Range <= arms[0], "short", "long")
		v.Count = muskets(n)
	}
	v.Mods = p.fireMods(v)
}

func (p *play) judgeGuns(v *volley, n *Unit) {
	row := &p.b.Tables.Gun[n.Gun]
	switch {
	case v.Range <= p.b.Tables.Canister:
		v.Band, v.Need, v.Count = "canister", 3, row[1]*n.Stands
	case v.Range <= row[0]:
		v.Band, v.Count = "short", row[1]*n.Stands
	case v.Range <= row[2]:
		v.Band, v.Count = "medium", row[3]*n.Stands
	default:
		v.Band, v.Count = "long", row[5]*n.Stands
	}
}

// muskets returns the number of small-arms dice (§6.3).
func muskets(n *Unit) int {
	switch n.Formation {
	case Column:
		return min(n.Stands, 2)
	case Square:
		return (n.Stands + 3) / 4
	}
	return n.Stands
}

// The cells of the fire table.
const (
	fireTarget = iota
	fireCharged
	fireDamaged
	fireMoved
	fireUnsteady
	fireLight
	fireHeavy
	fireDeep
	fireOver
	fireLong
)

// fireMods returns the modifiers of a shot (§6.4).
func (p *play) fireMods(v *volley) modifiers {
	n, e, t := &p.s.Units[v.Unit], &p.s.Units[v.Target.Must()], &p.b.Tables.Fire
	guns := n.Kind.Arm() == Artillery
	_, charged := e.struck(v.Unit)
	_, over := p.s.lineOfFire(v.Unit, v.Target.Must())
	var m modifiers
	m.add("target", t[fireTarget], e.Formation == Skirmish || e.Formation == Deployed)
	m.add("charged", t[fireCharged], !guns && e.Kind.Arm() == Cavalry && charged)
	m.add("damaged", t[fireDamaged], guns && (n.Hits > 0 || n.Lost > 0))
	m.add("moved", t[fireMoved], n.Moved)
	m.add("unsteady", t[fireUnsteady], n.State == Unsteady)
	m.add("cover", p.shelter(v), true)
	m.add("deep", t[fireDeep], deep(e) || e.Formation != Skirmish && e.zone(n.At) == Flank)
	m.add("over", t[fireOver], over && len(n.Contact) == 0)
	m.add("long", t[fireLong], !guns && v.Band == "long")
	return m
}

func deep(e *Unit) bool {
	return e.Formation == Column || e.Formation == March || e.Formation == Square || e.Formation == Limbered
}

// shelter returns the modifier for the target's best cover (§6.4, §10.11).
func (p *play) shelter(v *volley) int {
	from, e, t, best := p.s.Units[v.Unit].At, v.Target.Must(), &p.b.Tables.Fire, 0
	light := func(kind int) bool { return kind == fence || kind == hedge }
	if p.s.inArea(e, wood) || p.s.behindLine(e, from, light) {
		best = min(best, t[fireLight])
	}
	if p.s.inArea(e, town) || p.s.behindLine(e, from, func(kind int) bool { return kind == wall }) {
		best = min(best, t[fireHeavy])
	}
	return best
}

// rollVolley rolls a unit's fire dice. A natural 6 always hits (§6.4).
func (p *play) rollVolley(v *volley) {
	defer p.Follow(p.Follow(v.Ref))
	id := p.b.Units[v.Unit].ID
	if v.Missed != "" {
		p.EmitBy(either(v.Will, "g9", "6.2"), "fire.not-made", "unit", id, "target", p.b.unitIDs.Of(v.Seen), "reason",
			v.Missed)
	}
	if v.Target.None() {
		return
	}
	target := p.b.unitIDs.Of(v.Target)
	dice := p.Dice.Dice("fire/volley/"+id+">"+target, v.Count, 6)
	p.Emit("fire.volley", "unit", id, "target", target, "range", v.Range, "band", v.Band, "need", v.Need,
		"mods", v.Mods.String(), "count", v.Count, "hits", hits(dice, v.Need, v.Mods.total(), false))
}

// hits counts the dice that hit. A natural 6 always hits; with onesMiss a natural 1 never does (§6.4, §7.3).
func hits(dice []events.Die, need, mods int, onesMiss bool) int {
	n := 0
	for _, d := range dice {
		if d.Value == 6 || d.Value+mods >= need && !(onesMiss && d.Value == 1) {
			n++
		}
	}
	return n
}

// losses converts hits into lost stands, unit by unit, then rolls for the generals attached to units that
// lost any (§6.5, §9.2).
func (p *play) losses(clause, cause string) {
	type risk struct{ general, unit int }
	var risks []risk
	for u := range p.s.Units {
		n := &p.s.Units[u]
		if !p.s.onTable(u) || n.Hits < p.b.Tables.HitsPerStand {
			continue
		}
		for _, g := range p.s.attached(u) {
			risks = append(risks, risk{g, u})
		}
		for n.Hits >= p.b.Tables.HitsPerStand && p.loseStand(u, clause, cause) {
		}
	}
	slices.SortFunc(risks, func(a, b risk) int { return cmp.Compare(a.general, b.general) })
	for _, r := range risks {
		die := p.Dice.D6(cause + "/general/" + p.b.Generals[r.general].ID)
		p.Emit("general.risked", "general", p.b.Generals[r.general].ID, "unit", p.b.Units[r.unit].ID,
			"result", either(die.Value == 1, "fell", "safe"))
	}
}
