package fieldcommand

import "slices"

// toll is one application of losses (§13.1).
type toll struct {
	side   int
	points int
	cause  string
	at     int     // locale in whose reserve disrupted infantry is placed
	tiers  [][]int // infantry and cavalry that pay, tier by tier
	guns   []int   // pay after the tiers, one gun a point
	routs  bool    // trapped infantry is eliminated, not disrupted
}

// takeLosses takes losses one SP at a time from the strongest unit of the first tier that has any, then from guns.
// Losses that neither can pay are dropped (§13.1, §13.2).
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

// nextLoss returns the unit that pays the next point, or -1 (§13.1).
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

// strongestBut sorts like strongest, but by strength less the points already paid.
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

// spared returns a unit's rank for losses: 0 under LOSSES FIRST, 2 under LOSSES LAST, else 1 (§13.1).
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

// bleed takes SP from a unit. Infantry without any left is disrupted, cavalry eliminated (§13.1).
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

func (p *play) eliminate(unit int, cause, clause string) {
	u := &p.s.Units[unit]
	p.EmitBy(clause, "unit.eliminated", "unit", u.ID, "kind", string(u.Kind), "cause", cause)
}

// overrun eliminates guns. Each one adds to the enemy's morale (§13.2).
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
