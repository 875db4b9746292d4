package firediscipline

import (
	"slices"

	"galloper/adjudicator"
	"galloper/adjudicator/board"
)

// posts records the stand that each commander rides with. Take it before a fire or a melee, because the risk depends on
// the stands before the losses (§2.31).
type posts struct {
	colonels []adjudicator.Index // by unit: its first stand in ranks
	brigades []adjudicator.Index // by seat: the middle stand of the unit that the commander is attached to
	with     []adjudicator.Index // by seat: that unit
}

func (s *State) posts() posts {
	p := posts{make([]adjudicator.Index, len(s.Units)), make([]adjudicator.Index, len(s.Seats)),
		make([]adjudicator.Index, len(s.Seats))}
	for i := range s.Units {
		p.colonels[i] = adjudicator.At(s.Units[i].first())
	}
	for i := range s.Seats {
		p.with[i] = s.Seats[i].Attached
		if a, ok := p.with[i].Get(); ok {
			p.brigades[i] = adjudicator.At(s.Units[a].middle())
		}
	}
	return p
}

// standKey identifies stand I of unit U.
type standKey struct{ U, I int }

// perils lists the commanders who have been at risk in one step. Each rolls once a step, so keep one value for it (the
// protective fire of a turn is one step).
type perils struct {
	phase  string
	rolled []string
}

func (r *perils) once(who string) bool {
	if slices.Contains(r.rolled, who) {
		return false
	}
	r.rolled = append(r.rolled, who)
	return true
}

// underFire rolls for each commander whose stand was hit; 0 is a hit. Regimental commanders come first, in id order,
// then brigade commanders (§2.31).
func (p *play) underFire(r *perils, before posts, hit []standKey) {
	for _, k := range slices.SortedFunc(slices.Values(hit), func(a, b standKey) int { return a.U - b.U }) {
		u := &p.s.Units[k.U]
		if before.colonels[k.U].Is(k.I) && u.Colonel && r.once(u.ID) {
			p.Because(p.Latest(hits, "unit", u.ID), func() { p.risk(r.phase, u.ID, adjudicator.None) })
		}
	}
	for i := range p.s.Seats {
		c := &p.s.Seats[i]
		unit, attached := before.with[i].Get()
		stand, ranked := before.brigades[i].Get()
		if c.Status == Fit && attached && ranked && slices.Contains(hit, standKey{unit, stand}) && r.once(c.ID) {
			p.Because(p.Latest(hits, "unit", p.s.Units[unit].ID), func() { p.risk(r.phase, c.ID, adjudicator.At(i)) })
		}
	}
}

// hits are the outcomes that record hits on a unit.
const hits = "boxes.marked gun.hit"

// risk rolls for one commander. A regimental commander has no seat.
func (p *play) risk(phase, who string, seat adjudicator.Index) {
	if p.Dice.D10(phase+"/commander/"+who).Value != 0 {
		p.Emit("commander.spared", "who", who)
		return
	}
	p.fell(phase, who, seat, "2.31")
}

// fell rolls the effect of a hit on a commander: death, or perhaps only a wound in a campaign (§2.33).
func (p *play) fell(phase, who string, seat adjudicator.Index, clause string) {
	fate := Dead
	if p.b.Options.Campaign {
		if p.Dice.D10(phase+"/fate/"+who).Value%2 == 0 {
			fate = Wounded
		}
	}
	p.lose(who, seat, fate, clause)
}

// lose takes a commander out of the battle, and records the units that saw it and will check morale (§2.35, §2.36).
func (p *play) lose(who string, seat adjudicator.Index, fate Status, clause string) {
	p.EmitBy(clause, "commander.hit", "who", who, "fate", string(fate))
	general, ok := seat.Get()
	if !ok {
		return
	}
	c := &p.s.Seats[general]
	if units := p.witnesses(c.Side, c.At); len(units) > 0 {
		p.Emit("commander.mourned", "who", who, "units", p.b.unitIDs.List(units))
	}
}

// witnesses returns the units of the side that have a stand in sight of the place (§2.36).
func (p *play) witnesses(side int, place board.Point) []int {
	var units []int
	for n := range p.s.Units {
		u := &p.s.Units[n]
		if u.Side != side {
			continue
		}
		for i := range u.Stands {
			if u.present(i) && p.b.inView(u.Stands[i].At, place) {
				units = append(units, n)
				break
			}
		}
	}
	return units
}

// inMelee rolls for the commanders attached, before the round, to the units of a melee. A hit is possible on 0 if the
// unit passed or had no check, on an odd number if it failed. A second die then hits on 0 (§2.32).
func (p *play) inMelee(phase string, before posts, units []int, failed func(unit int) bool) {
	for i := range p.s.Seats {
		c := &p.s.Seats[i]
		unit, attached := before.with[i].Get()
		if c.Status != Fit || !attached || !slices.Contains(units, unit) {
			continue
		}
		name := phase + "/commander/" + c.ID
		p.Cause = p.Latest("melee.result", "unit", p.s.Units[unit].ID)
		first := p.Dice.D10(name + "#1")
		possible := first.Value == 0
		if failed(unit) {
			possible = first.Value%2 == 1
		}
		if !possible {
			p.EmitBy("2.32", "commander.spared", "who", c.ID)
			continue
		}
		if p.Dice.D10(name+"#2").Value != 0 {
			p.EmitBy("2.32", "commander.spared", "who", c.ID)
		} else {
			p.fell(phase, c.ID, adjudicator.At(i), "2.32")
		}
	}
}

// captureRiders takes prisoner the commanders attached to a unit whose last stand has surrendered (§Q7).
func (p *play) captureRiders(before posts, unit int) {
	for i := range p.s.Seats {
		if c := &p.s.Seats[i]; c.Status == Fit && before.with[i].Is(unit) {
			p.lose(c.ID, adjudicator.At(i), Captured, "Q7")
		}
	}
}

// mourn begins the turn. Units that lost a commander in the last turn check morale as bodies, and regimental commanders
// are replaced (§2.34, §2.35).
func (p *play) mourn() {
	p.Emit("turn.begun", "turn", p.Number)
	var units []int
	for n := range p.s.Units {
		if u := &p.s.Units[n]; u.Shaken && u.fit() && !u.Broken {
			units = append(units, n)
		}
	}
	if len(units) > 0 {
		p.moraleOfMourners(units)
	}
}

// succeed appoints a seat's new commander at the end of the turn after the loss (§Q8).
func (p *play) succeed() {
	for i := range p.s.Seats {
		c := &p.s.Seats[i]
		if c.Status == Fit || c.FellIn >= p.s.Turn {
			continue
		}
		heir := slices.IndexFunc(p.s.Units, func(u Unit) bool { return u.fit() && u.Seat == i })
		if heir >= 0 {
			p.Emit("commander.succeeded", "seat", c.ID, "unit", p.s.Units[heir].ID)
		}
	}
}
