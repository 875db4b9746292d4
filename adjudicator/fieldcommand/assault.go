package fieldcommand

import "slices"

// assault resolves an attack across an approach that the enemy secures (§8.2).
func (p *play) assault(c *plan) string { return p.fight(c) }

// stand is one side of a fight.
type stand struct {
	leads, guns []int
	strength    int
}

// fight resolves an assault, or a charge that is met by defence (§8.2, §8.4).
func (p *play) fight(c *plan) string {
	ours, penalty := p.s.attack(c)
	theirs := p.s.defence(c)
	margin := ours.strength - theirs.strength
	result := resultFailure
	if margin > 0 {
		result = resultSuccess
	}
	p.EmitBy(clauseOf[c.Verb], "assault.fought", "from", p.b.localeText(c.A), "to", p.b.localeText(c.D),
		"leads", p.s.ids(ours.leads), "support", p.s.ids(ours.guns), "strength", ours.strength, "penalty", penalty,
		"defense_leads", p.s.ids(theirs.leads), "defense_support", p.s.ids(theirs.guns), "defense_strength", theirs.strength,
		"margin", margin, "result", result)
	p.spend(c, effectAssault)
	p.reveal("lead", ours.leads...)
	p.reveal("support", ours.guns...)
	p.reveal("lead", theirs.leads...)
	p.reveal("support", theirs.guns...)
	p.bloodshed(c, &theirs, margin)
	if result == resultFailure {
		p.enter(c, c.A, "repulse")
		return p.endCommand(c, result, reserveOf(c.A), false)
	}
	p.giveWay(&leaving{side: 1 - c.Side, locale: c.D, over: c.A, fought: true})
	p.enter(c, c.D, c.Verb)
	return p.endCommand(c, result, reserveOf(c.D), true)
}

// attack returns the attacker's side of a fight, and the penalty subtracted from its total (§8.2, §8.4).
func (s *State) attack(c *plan) (st stand, penalty int) {
	penalty = s.b.Tables.Penalty[penaltyClear]
	switch {
	case c.Verb == verbCharge:
		penalty = s.b.Tables.Penalty[penaltyCharge]
	case s.b.obstructed(c.D, c.A):
		penalty = s.b.Tables.Penalty[penaltyObstructed]
	}
	st = stand{leads: c.Leads, guns: c.Guns}
	st.strength = max(0, s.points(&st)-penalty+s.effects(c.Side, effectAssault, s.b.Commands[c.Seat].ID))
	return st, penalty
}

// points returns the SP of the leads, plus one for each gun (§8.2).
func (s *State) points(st *stand) int {
	sum := len(st.guns)
	for _, u := range st.leads {
		sum += s.Units[u].Strength
	}
	return sum
}

// defence selects the defenders of an approach: leads in the order of STANDING LEAD, then by strength. Guns take part,
// but not against a charge (§8.2, §8.4).
func (s *State) defence(c *plan) stand {
	at := Position{c.D, c.A}
	width := s.b.width(c.D, c.A)
	may := s.unitsThat(func(u *Unit) bool {
		return u.At == at && u.Status == Ready && (u.Kind == Infantry || u.Kind == Cavalry && !s.b.obstructed(c.D, c.A))
	})
	var leads []int
	for seat := range s.Seats {
		for _, u := range s.Seats[seat].Standing.Lead {
			if slices.Contains(may, u) && s.Units[u].Seat == seat {
				leads = append(leads, u)
			}
		}
	}
	for _, u := range s.strongest(may) {
		if !slices.Contains(leads, u) {
			leads = append(leads, u)
		}
	}
	st := stand{leads: leads[:min(len(leads), width)]}
	if c.Verb != verbCharge {
		guns := s.unitsThat(func(u *Unit) bool { return u.At == at && u.Kind == Artillery && !u.Ranging })
		st.guns = guns[:min(len(guns), width)]
	}
	st.strength = s.points(&st) + s.effects(1-c.Side, effectDefence, s.b.Locales[c.D].ID)
	return st
}

// bloodshed applies the losses of both sides, the attacker's first (§8.2, §13.1).
func (p *play) bloodshed(c *plan, theirs *stand, margin int) {
	l := &p.b.Tables.Losses
	attacker, defender := l[lossTie], l[lossTie]
	switch {
	case margin > 0:
		attacker, defender = l[lossWinner], l[lossLoser]+margin
	case margin < 0:
		attacker, defender = l[lossLoser]-margin, l[lossWinner]
	}
	others := func(from []int, but []int) []int {
		return slices.DeleteFunc(slices.Clone(from), func(u int) bool {
			x := &p.s.Units[u]
			return slices.Contains(but, u) || x.Kind == Artillery || x.Status != Ready
		})
	}
	guns := slices.DeleteFunc(slices.Clone(c.Units), func(u int) bool { return p.s.Units[u].Kind != Artillery })
	p.takeLosses(&toll{side: c.Side, points: attacker, cause: c.Verb, at: c.A,
		tiers: [][]int{c.Leads, others(c.Units, c.Leads)}, guns: p.inRoster(guns)})
	p.takeLosses(&toll{side: 1 - c.Side, points: defender, cause: c.Verb, at: c.D, tiers: [][]int{
		theirs.leads, others(p.s.standingAt(Position{c.D, c.A}), theirs.leads), others(p.s.standingAt(reserveOf(c.D)), nil),
	}, guns: p.gunTiers(c)})
}

// inRoster sorts units into roster order.
func (p *play) inRoster(units []int) []int {
	return p.s.which(func(i int) bool { return slices.Contains(units, i) })
}
