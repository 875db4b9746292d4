package fieldcommand

import (
	"cmp"
	"slices"
	"strings"

	"galloper/adjudicator"
)

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

func (p *play) inRoster(units []int) []int {
	return p.s.unitsWhere(func(i int) bool { return slices.Contains(units, i) })
}

// answered is the enemy's answer to a maneuver or a charge.
type answered struct {
	option string
	units  []int // that secure or defend
	where  []int // refuges named in the answer
}

// answers lists the options of each question: first to stand, then to give way.
var answers = map[string][2]string{"maneuver": {"secure", "withdraw"}, "charge": {"defend", "retreat"}}

// answer returns the answer of D's local commander to a maneuver or charge (§H5.1, §H5.2, §H5.4, §H11.4).
func (p *play) answer(c *plan, question string) answered {
	seat := p.s.localCommander(c.D, 1-c.Side)
	options := answers[question]
	standing, by := p.standingAct(c, seat)
	ready := p.mayAnswer(c, question)
	var a answered
	switch {
	case len(ready) == 0:
		a, by = answered{option: options[1], where: standing.Where}, "forced"
	case standing.Do == actAsk:
		standing, by = p.ask(c, seat, question)
		a = p.applyAnswer(c, options, standing, ready)
	default:
		a = p.applyAnswer(c, options, standing, ready)
	}
	p.Emit("decision.taken", "seat", p.seatID(seat), "question", question, "locale", p.b.localeText(c.D),
		"option", a.option, "by", by)
	return a
}

func (p *play) applyAnswer(c *plan, options [2]string, does act, ready []int) answered {
	if does.Do == actWithdraw {
		return answered{option: options[1], where: does.Where}
	}
	return answered{option: options[0], units: p.answeringUnits(c, does.With, ready)}
}

// standingAct returns the seat's standing answer for D, or else the doctrine's (§H5.4).
func (p *play) standingAct(c *plan, seat int) (act, string) {
	o := p.s.Seats[seat].Standing.answer(c.D)
	switch {
	case o == nil && p.b.Options.AskAlways:
		return act{Do: actAsk}, ""
	case o == nil:
		return act{Do: actHold}, "doctrine"
	}
	if does := o.actAgainst(len(c.Units)); does.Do != "" {
		return does, "standing"
	}
	return act{Do: actHold}, "doctrine"
}

// mayAnswer returns the units of D's reserve that could secure or defend, or nil if that is not possible (§H5.1,
// §H5.3).
func (p *play) mayAnswer(c *plan, question string) []int {
	units := p.s.unitsThat(func(u *Unit) bool { return u.At == reserveOf(c.D) && u.Status == Ready })
	horseOrFoot := slices.ContainsFunc(units, func(u int) bool { return p.s.Units[u].Kind != Artillery })
	if question == "charge" && !horseOrFoot {
		return nil
	}
	return units
}

// answeringUnits returns the units that secure or defend: the named ones, or as many as the width allows, infantry
// before cavalry, the strongest first. Artillery is taken only if there is neither (§H5.3).
func (p *play) answeringUnits(c *plan, named, may []int) []int {
	var list []int
	arms := false
	for _, u := range named {
		if slices.Contains(may, u) && !slices.Contains(list, u) {
			list = append(list, u)
			arms = arms || p.s.Units[u].Kind != Artillery
		}
	}
	if len(list) > 0 && (arms || c.Verb != verbCharge) {
		return list
	}
	list = nil
	for _, kind := range kinds {
		if kind == Artillery && len(list) > 0 {
			break
		}
		of := slices.DeleteFunc(slices.Clone(may), func(u int) bool { return p.s.Units[u].Kind != kind })
		list = append(list, p.s.strongest(of)...)
	}
	return list[:min(len(list), p.b.width(c.D, c.A))]
}

// ask asks the seat during the turn (§H5.4).
func (p *play) ask(c *plan, seat int, question string) (act, string) {
	options := answers[question]
	p.Emit("decision.opened", "id", p.NextQuestion(), "seat", p.seatID(seat), "question", question,
		"locale", p.b.localeText(c.D), "options", options[:], "default", options[0])
	reply := p.Ask(adjudicator.Decision{Name: question, Seat: p.seatID(seat), Options: options[:], Default: options[0],
		Text: p.question(c, question)})
	if reply.By == "default" {
		return act{Do: actHold}, "default"
	}
	return p.readAnswer(seat, reply.Option), "answer"
}

// readAnswer reads an option and its parameters. It skips names that don't fit.
func (p *play) readAnswer(seat int, text string) act {
	item := language.Item("STANDING " + text)
	o, _ := newParser(p.b, p.s, seat, p.Number).parseItem(&item)
	a := o.Standing.Then
	a.Where = slices.DeleteFunc(a.Where, func(l int) bool { return l < 0 })
	return a
}

// question returns the question that the person reads. It describes the attackers only as the seat sees them.
func (p *play) question(c *plan, question string) string {
	var list []string
	for _, u := range c.Units {
		list = append(list, p.enemyName(u))
	}
	what := "moves against"
	if question == "charge" {
		what = "charges into"
	}
	text := "The enemy " + what + " " + p.b.written(c.D) + " from " + p.b.written(c.A) + " with " +
		countBlocks(len(list)) +
		" (" + strings.Join(list, ", ") + "). "
	options := answers[question]
	return text + "Answer " + options[0] + ", perhaps WITH names of units in the reserve; or " + options[1] +
		", perhaps TO locales. Without an answer: " + options[0] + "."
}

// enemyName returns the enemy's name for a unit: its token, or its id in open fog.
func (p *play) enemyName(unit int) string {
	u := &p.s.Units[unit]
	if p.b.Options.Fog == fogOpen {
		return u.ID
	}
	if !u.Up {
		return p.s.token(unit)
	}
	return p.s.token(unit) + " " + knownText(u)
}

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
		for _, u := range p.s.strongestAfter(tier, paid) {
			if p.s.Units[u].Status != Ready || p.s.Units[u].Strength-paid[u] <= 0 {
				continue
			}
			if rank := p.lossRank(u); best < 0 || rank < bestRank {
				best, bestRank = u, rank
			}
		}
		if best >= 0 {
			return best
		}
	}
	return -1
}

// strongestAfter sorts like strongest, but by strength less the points already paid.
func (s *State) strongestAfter(units, paid []int) []int {
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

// lossRank returns a unit's rank for losses: 0 under LOSSES FIRST, 2 under LOSSES LAST, else 1 (§13.1).
func (p *play) lossRank(unit int) int {
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
