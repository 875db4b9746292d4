package fieldcommand

import "slices"

// toll is one application of losses (§13.1).
type toll struct {
	side   int
	points int
	cause  string
	at     int     // locale in whose reserve infantry without SP stands
	tiers  [][]int // infantry and cavalry that pay, tier by tier
	guns   []int   // then these, a gun a point
	routs  bool    // trapped infantry does not stay as disrupted
}

// takeLosses takes losses one SP at a time from the strongest unit of the first tier that
// has any; then guns; what they cannot pay is dropped.
//
// §13.1, §13.2
func (p *play) takeLosses(t *toll) {
	paid := make([]int, len(p.s.Units))
	var hit []int
	points := t.points
	for ; points > 0; points-- {
		u := p.nextLoss(t, paid)
		if u < 0 {
			break
		}
		if paid[u]++; paid[u] == 1 {
			hit = append(hit, u)
		}
	}
	sum := 0
	for _, u := range hit {
		sum += paid[u]
		p.bleed(u, paid[u], t)
	}
	guns := t.guns[:min(max(points, 0), len(t.guns))]
	for _, u := range guns {
		p.eliminate(u, t.cause, "13.2")
	}
	p.changeMorale(t.side, -sum*p.b.Tables.Morale[moralePoint], "strength", "13.1")
	p.changeMorale(1-t.side, len(guns)*p.b.Tables.Morale[moraleArtillery], "artillery", "13.2")
}

// nextLoss is the unit that pays the next point, -1 if none can.
//
// §13.1
func (p *play) nextLoss(t *toll, paid []int) int {
	for _, tier := range t.tiers {
		best, bestRank := -1, 0
		for _, u := range p.s.strongestBut(tier, paid) {
			if p.s.Units[u].Status != Ready || p.s.Units[u].Strength-paid[u] <= 0 {
				continue
			}
			if rank := p.spared(u); best < 0 || rank < bestRank {
				best, bestRank = u, rank
			}
		}
		if best >= 0 {
			return best
		}
	}
	return -1
}

// strongestBut is strongest, less what each has paid already.
func (s *State) strongestBut(units, paid []int) []int {
	list := slices.Clone(units)
	rank := s.ranks()
	slices.SortStableFunc(list, func(a, b int) int {
		x, y := &s.Units[a], &s.Units[b]
		if d := (y.Strength - paid[b]) - (x.Strength - paid[a]); d != 0 {
			return d
		}
		if d := slices.Index(kinds, x.Kind) - slices.Index(kinds, y.Kind); d != 0 {
			return d
		}
		return rank[a] - rank[b]
	})
	return list
}

// spared is 0 for units under LOSSES FIRST, 2 under LOSSES LAST, else 1.
//
// §13.1
func (p *play) spared(unit int) int {
	st := &p.s.Seats[p.s.Units[unit].Seat].Standing
	switch {
	case slices.Contains(st.First, unit):
		return 0
	case slices.Contains(st.Last, unit):
		return 2
	}
	return 1
}

// bleed takes so many SP from a unit: infantry without any is disrupted, cavalry eliminated.
//
// §13.1
func (p *play) bleed(unit, points int, t *toll) {
	u := &p.s.Units[unit]
	id, kind, left := u.ID, u.Kind, u.Strength-points
	p.Emit("strength.lost", "unit", id, "loss", points, "left", left, "cause", t.cause)
	p.reveal("loss", unit)
	switch {
	case left > 0:
	case kind == Infantry && !t.routs:
		p.Emit("unit.disrupted", "unit", id, "at", p.b.localeText(t.at))
	case t.routs:
		p.eliminate(unit, t.cause, "12")
	default:
		p.eliminate(unit, t.cause, "13.1")
	}
}

// eliminate takes a unit off the map.
func (p *play) eliminate(unit int, cause, clause string) {
	u := &p.s.Units[unit]
	p.EmitBy(clause, "unit.eliminated", "unit", u.ID, "kind", string(u.Kind), "cause", cause)
}

// overrun eliminates guns and gives the enemy his point for each.
//
// §13.2
func (p *play) overrun(guns []int, cause string) {
	if len(guns) == 0 {
		return
	}
	side := p.s.Units[guns[0]].Side
	for _, u := range guns {
		p.eliminate(u, cause, "13.2")
	}
	p.changeMorale(1-side, len(guns)*p.b.Tables.Morale[moraleArtillery], "artillery", "13.2")
}
