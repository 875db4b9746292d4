package fieldcommand

import (
	"cmp"
	"galloper/adjudicator"
	"slices"
)

// leaving is a side's withdrawal or retreat from a locale.
type leaving struct {
	side      int
	locale    int
	over      int   // origin of the attack: no unit leaves that way
	first     []int // locales that the answer names
	withdraws bool  // a withdrawal (§11), else a retreat (§12)
	fought    bool  // the group on the defense approach has already paid
}

// giveWay moves all of a side's units out of a locale: a withdrawal, or a retreat with its losses (§11, §12).
func (p *play) giveWay(l *leaving) {
	if len(p.s.in(l.locale)) == 0 {
		return
	}
	cause, name, clause := "retreat", "retreat.forced", "12"
	if l.withdraws {
		cause, name, clause = "withdraw", "withdrawal.made", "11"
	}
	commander := p.s.localCommander(l.locale, l.side)
	p.EmitBy(clause, name, "side", p.sideID(l.side), "from", p.b.localeText(l.locale))
	if !l.withdraws {
		p.loseFace(l.side)
	}
	if len(p.s.unitsThat(func(u *Unit) bool { return u.At.Locale == l.locale && u.Status == Ready })) == 0 {
		for _, u := range p.s.in(l.locale) {
			p.eliminate(u, "alone", "12")
		}
	}
	p.overrun(p.s.unitsThat(func(u *Unit) bool { return u.At.Locale == l.locale && u.Ranging }), cause)
	if !l.withdraws {
		p.stragglers(l)
	}
	p.leave(l, p.refuges(l, commander), cause, clause)
}

// loseFace takes the morale point that a retreat costs, unless a card prevents it (§12, §H8.2).
func (p *play) loseFace(side int) {
	if i := p.s.cardInForce(side, effectSteady, p.sideID(side)); i >= 0 {
		p.endEffect(side, i, "used")
		return
	}
	p.changeMorale(side, -p.b.Tables.Morale[moraleRetreat], "retreat", "12")
}

// stragglers applies the losses of each group of ready units that leaves, those on approaches in map order, the reserve
// last. The group that has fought is exempt (§12).
func (p *play) stragglers(l *leaving) {
	table := &p.b.Tables.Retreat
	of := func(at Position, kinds ...Kind) []int {
		return p.s.unitsThat(func(u *Unit) bool { return u.At == at && u.Status == Ready && slices.Contains(kinds, u.Kind) })
	}
	for _, n := range p.b.neighbours(l.locale) {
		at := Position{l.locale, n}
		if l.fought && n == l.over {
			continue
		}
		p.takeLosses(&toll{side: l.side, points: table[retreatApproach], cause: "retreat", at: l.locale,
			tiers: [][]int{of(at, Infantry, Cavalry)}})
	}
	reserve := reserveOf(l.locale)
	p.takeLosses(&toll{side: l.side, points: table[retreatInfantry], cause: "retreat", at: l.locale,
		tiers: [][]int{of(reserve, Infantry)}})
	p.takeLosses(&toll{side: l.side, points: table[retreatCavalry], cause: "retreat", at: l.locale,
		tiers: [][]int{of(reserve, Cavalry)}})
}

// refuges returns the locales to which units may go, best first (§12).
func (p *play) refuges(l *leaving, commander int) []int {
	var open []int
	for _, n := range p.b.neighbours(l.locale) {
		e := p.b.boundaryIndex(l.locale, n)
		if n != l.over && !p.b.Boundaries[e].Impassable && !p.s.Closed[e] && !p.s.enemyHeld(n, l.side) && !p.s.Shut[n] {
			open = append(open, n)
		}
	}
	slices.SortStableFunc(open, func(a, b int) int {
		return cmp.Or(cmp.Compare(p.threats(l, a), p.threats(l, b)), cmp.Compare(p.s.room(b), p.s.room(a)), cmp.Compare(a, b))
	})
	var ranked []int
	for _, n := range slices.Concat(l.first, p.fallBack(l, commander), open) {
		if slices.Contains(open, n) && !slices.Contains(ranked, n) {
			ranked = append(ranked, n)
		}
	}
	return ranked
}

// threats returns how many neighbours of a refuge the enemy holds, over boundaries that can be crossed (§12).
func (p *play) threats(l *leaving, refuge int) int {
	n := 0
	for _, x := range p.b.neighbours(refuge) {
		if x != l.locale && p.b.passable(refuge, x) && p.s.enemyHeld(x, l.side) {
			n++
		}
	}
	return n
}

// fallBack returns the locales that the local commander's standing orders name (section g).
func (p *play) fallBack(l *leaving, commander int) []int {
	if commander < 0 {
		return nil
	}
	for _, o := range p.s.Seats[commander].Standing.FallBack {
		if o.At.Is(l.locale) {
			return o.Where
		}
	}
	return nil
}

// leave moves the units out: infantry, cavalry, artillery, then disrupted, strongest first, each to the first refuge
// with room. The commanders follow (§12, §H7).
func (p *play) leave(l *leaving, refuges []int, cause, clause string) {
	first := adjudicator.None
	for _, u := range p.leavers(l.locale) {
		to := slices.IndexFunc(refuges, func(n int) bool { return p.s.room(n) > 0 })
		if to < 0 {
			p.trap(u)
			continue
		}
		if first.None() {
			first = adjudicator.At(refuges[to])
		}
		p.moveUnit(u, reserveOf(refuges[to]), cause, clause)
	}
	for seat := range p.s.Seats {
		if p.b.Commands[seat].Side == l.side && p.s.Seats[seat].At.Is(l.locale) && first.Some() {
			p.person(seat, first, "retreat")
		}
	}
}

// leavers returns a locale's units in the order of their departure (§12).
func (p *play) leavers(locale int) []int {
	rank := func(u int) int {
		if p.s.Units[u].Status == Disrupted {
			return len(kinds)
		}
		return slices.Index(kinds, p.s.Units[u].Kind)
	}
	list := p.s.in(locale)
	slices.SortStableFunc(list, func(a, b int) int {
		return cmp.Or(rank(a)-rank(b), p.s.Units[b].Strength-p.s.Units[a].Strength)
	})
	return list
}

// trap eliminates a unit that has no refuge (§12).
func (p *play) trap(unit int) {
	u := &p.s.Units[unit]
	switch {
	case u.Status == Disrupted:
		p.eliminate(unit, "trapped", "12")
	case u.Kind == Artillery:
		p.overrun([]int{unit}, "trapped")
	default:
		p.takeLosses(&toll{side: u.Side, points: u.Strength, cause: "trapped", at: u.At.Locale,
			tiers: [][]int{{unit}}, routs: true})
	}
}

// localCommander returns the seat with the most ready units in a locale, or with the most units if none is ready; -1 if
// there are none (§H5.2).
func (s *State) localCommander(locale, side int) int {
	count := func(ready bool) int {
		best, most := -1, 0
		for seat := range s.Seats {
			n := len(s.unitsThat(func(u *Unit) bool {
				return u.At.Locale == locale && u.Side == side && u.Seat == seat && (!ready || u.Status == Ready)
			}))
			if n > most {
				best, most = seat, n
			}
		}
		return best
	}
	if seat := count(true); seat >= 0 {
		return seat
	}
	return count(false)
}
