package fieldcommand

import "slices"

// The reasons for refusing an order at run time (section f).
const (
	isGone           = "gone"
	isWaiting        = "waiting"
	alreadyCommanded = "already-commanded"
	hasRetreated     = "retreated"
	isRanging        = "ranging"
	notRanging       = "not-ranging"
	isDisrupted      = "disrupted"
	notDisrupted     = "not-disrupted"
	notInReserve     = "not-in-reserve"
	notSecuring      = "not-securing"
	alreadyThere     = "already-there"
	notTogether      = "not-together"
	noEscort         = "no-escort"
	noCompanion      = "no-companion"
	notAdjacent      = "not-adjacent"
	isImpassable     = "impassable"
	isRestricted     = "restricted"
	noRoad           = "no-road"
	tooFar           = "too-far"
	enemyHeld        = "enemy-held"
	notEnemyHeld     = "not-enemy-held"
	boundaryClosed   = "boundary-closed"
	localeClosed     = "locale-closed"
	isSecured        = "secured"
	isUnsecured      = "unsecured"
	isObstructed     = "obstructed"
	noCapacity       = "capacity"
	noLeader         = "no-leader"
	outgunned        = "outgunned"
	noCommandsLeft   = "no-commands-left"
	demoralized      = "demoralized"
	hasBombarded     = "bombarded"
	alreadyRanging   = "already-ranging"
	wrongStrength    = "wrong-strength"
	differentArms    = "different-arms"
	lowerGroupWaits  = "lower-group-waits"
	alreadyMobilized = "already-mobilized"
	tooEarly         = "too-early"
	groupLimit       = "group-limit"
	notEntry         = "not-entry"
	tooWeak          = "too-weak"
)

// leftOut is a unit that the command is carried out without (§H4.2).
type leftOut struct {
	Unit   int
	Reason string
}

// plan is a field command that has been checked.
type plan struct {
	*order
	Verb  string // the verb that it became
	Seat  int
	Side  int
	Units []int
	Left  []leftOut
	From  Position
	D     int   // the defense locale, or the last of a march
	A     int   // the attack locale
	Path  []int // locales of a march after the first
	Goal  Position
	Leads []int
	Guns  []int
}

// check checks a field command against the board as it stands, but not its IF and not the seat's allowance. It returns
// the reason for refusing it, or "" (§H4.1, §H11.3).
func (s *State) check(o *order, seat int) (p plan, reason string) {
	p = plan{order: o, Verb: o.Verb, Seat: seat, Side: s.b.Commands[seat].Side, Goal: Nowhere}
	if to, ok := o.To.Get(); ok {
		p.D = to
	}
	if p.Verb == verbMarch && o.Goal != goalLocale {
		p.Verb = verbLocalMarch
	}
	weak := s.Sides[p.Side].Demoralized && s.b.Options.FightOn
	if weak && attacks(o.Verb) {
		return p, demoralized
	}
	if reason = s.chooseCommand(&p); reason != "" {
		return p, reason
	}
	if weak && attacks(p.Verb) {
		return p, demoralized
	}
	if reason = s.muster(&p); reason != "" {
		return p, reason
	}
	if s.pointsOf(p.Units) < o.Least {
		return p, tooWeak
	}
	switch p.Verb {
	case verbAdvance, verbAssault:
		reason = s.checkAttack(&p)
	case verbBombard:
		reason = s.checkBombard(&p)
	case verbCharge:
		reason = s.checkCharge(&p)
	case verbManeuver:
		reason = s.checkManeuver(&p)
	case verbLocalMarch:
		reason = s.checkLocalMarch(&p)
	default:
		reason = s.checkMarch(&p)
	}
	return p, reason
}

// attacks reports whether the verb is an attack, which a demoralized side may not order (§13.3).
func attacks(verb string) bool {
	return slices.Contains([]string{verbAdvance, verbAssault, verbCharge, verbManeuver, verbAttack}, verb)
}

func (s *State) pointsOf(units []int) (sum int) {
	for _, u := range units {
		sum += s.Units[u].Strength
	}
	return sum
}

// chooseCommand replaces ATTACK, TAKE and MARCH with the command they stand for. It goes by the first unit that passes
// apart from its position (section f, §H11.2).
func (s *State) chooseCommand(p *plan) string {
	if p.Verb != verbAttack && p.Verb != verbTake && p.Verb != verbMarch {
		return ""
	}
	units := p.Group.Units
	if p.Group.All {
		units = s.wholeGroup(p)
	}
	first, reason := -1, missingUnit
	for i, u := range units {
		why := s.unitFault(p, u)
		if why == "" {
			first = u
			break
		}
		if i == 0 {
			reason = why
		}
	}
	if first < 0 {
		return reason
	}
	at := s.Units[first].At
	switch held := s.enemyHeld(p.To.Must(), p.Side); {
	case p.Verb == verbTake && held && at.Reserve() && s.secured(p.To.Must(), at.Locale) >= 0:
		o := *p.order // the enemy's approach is barred: go to the own one first
		o.Goal, p.order, p.Verb = goalApproach, &o, verbLocalMarch
		return ""
	case p.Verb == verbAttack, p.Verb == verbTake && held:
		return s.becomeAttack(p, at)
	}
	s.becomeMarch(p, s.Units[first].At.Locale, units)
	return ""
}

// becomeAttack turns ATTACK into a maneuver from the reserve. From the approach it becomes an assault if the enemy
// secures the opposite one, else an advance.
func (s *State) becomeAttack(p *plan, at Position) string {
	switch {
	case at.Reserve():
		p.Verb = verbManeuver
	case !p.To.Is(at.Toward):
		return notSecuring
	case s.secured(p.To.Must(), at.Locale) >= 0:
		p.Verb = verbAssault
	default:
		p.Verb = verbAdvance
	}
	return ""
}

// becomeMarch turns MARCH into a field march if the goal is adjacent and there is no VIA. Otherwise it becomes a road
// march along roads, or a cavalry march for cavalry alone.
func (s *State) becomeMarch(p *plan, from int, units []int) {
	if len(p.Via) == 0 && s.b.boundary(from, p.To.Must()) != nil {
		p.Verb = verbFieldMarch
		return
	}
	way := append(slices.Clone(p.Via), p.To.Must())
	if len(p.Via) == 0 {
		way = s.roadWay(from, p.To.Must(), p.Side)
	}
	byRoad := len(way) > 0 && (len(p.Via) > 0 || len(way) <= 3)
	at := from
	for _, l := range way {
		e := s.b.boundary(at, l)
		byRoad = byRoad && e != nil && len(e.Roads) > 0
		at = l
	}
	horse := !slices.ContainsFunc(units, func(u int) bool { return s.Units[u].Kind != Cavalry })
	p.Verb = verbRoadMarch
	if !byRoad && horse {
		p.Verb = verbCavalryMarch
	}
}

// muster finds the units of the command and those left out (§H4.2).
func (s *State) muster(p *plan) string {
	if p.Group.All {
		return s.musterAll(p)
	}
	p.From = Nowhere
	for _, u := range p.Group.Units {
		why := s.unitFault(p, u)
		if why == "" {
			why = s.misplaced(p, u)
		}
		switch {
		case why != "":
		case p.From == Nowhere:
			p.From = s.Units[u].At
		case s.Units[u].At != p.From:
			why = notTogether
		}
		if why != "" {
			p.Left = append(p.Left, leftOut{u, why})
		} else {
			p.Units = append(p.Units, u)
		}
	}
	s.escort(p)
	if len(p.Units) > 0 {
		return ""
	}
	first := p.Group.Units[0]
	for _, l := range p.Left {
		if l.Unit == first {
			return l.Reason
		}
	}
	return missingUnit
}

// escort leaves out disrupted infantry if the group has no ready unit to escort it (§8.6.2, §8.6.4).
func (s *State) escort(p *plan) {
	if slices.ContainsFunc(p.Units, func(u int) bool { return s.Units[u].Status == Ready }) {
		return
	}
	for _, u := range p.Units {
		p.Left = append(p.Left, leftOut{u, noEscort})
	}
	p.Units = nil
}

// musterAll takes the first units at the position that the seat commands, that the verb allows and that pass (section
// f).
func (s *State) musterAll(p *plan) string {
	units := s.wholeGroup(p)
	units = slices.DeleteFunc(units, func(u int) bool { return s.unitFault(p, u) != "" || s.misplaced(p, u) != "" })
	p.Units = units[:min(len(units), s.b.Options.Group)]
	if len(p.Units) > 0 {
		p.From = s.Units[p.Units[0]].At
	}
	s.escort(p)
	p.Left = nil
	if len(p.Units) == 0 {
		return missingUnit
	}
	return ""
}

// wholeGroup returns the units that ALL refers to, whether or not they pass.
func (s *State) wholeGroup(p *plan) []int {
	at := p.Group.At
	if !p.Group.Explicit && at.Reserve() {
		at = s.startsFrom(p, at.Locale)
	}
	return s.unitsWhere(func(i int) bool { return s.Units[i].At == at && s.isInAll(p, i) })
}

// isInAll reports whether ALL refers to a unit, ignoring its position.
func (s *State) isInAll(p *plan, unit int) bool {
	u, arms := &s.Units[unit], armsOf[p.Verb]
	return u.Side == p.Side && (p.Group.Kind == Unknown || u.Kind == p.Group.Kind) &&
		(len(arms) == 0 || slices.Contains(arms, u.Kind)) && s.commands(p.Seat, unit)
}

func (s *State) startsFrom(p *plan, locale int) Position {
	switch p.Verb {
	case verbAdvance, verbAssault, verbBombard:
		return Position{locale, p.To.Must()}
	case verbAttack, verbTake:
		if s.secured(locale, p.To.Must()) == p.Side {
			return Position{locale, p.To.Must()}
		}
	}
	return reserveOf(locale)
}

// unitFault returns the reason why a unit cannot take part regardless of its position, or "" (§H4.2, §8.0.2).
func (s *State) unitFault(p *plan, unit int) string {
	u := &s.Units[unit]
	switch {
	case u.Status == Gone:
		return isGone
	case u.Status == Waiting:
		return isWaiting
	case u.Commanded:
		return alreadyCommanded
	case u.GaveWay:
		return hasRetreated
	case p.Verb == verbBombard && !u.Ranging:
		return notRanging
	case p.Verb != verbBombard && u.Ranging:
		return isRanging
	case u.Status == Disrupted && !slices.Contains([]string{verbFieldMarch, verbRoadMarch, verbMarch}, p.Verb):
		return isDisrupted
	}
	return ""
}

// misplaced returns the reason why a unit cannot take part from its position, or "" (§H4.2, §8.6.3).
func (s *State) misplaced(p *plan, unit int) string {
	u := &s.Units[unit]
	at := u.At
	switch p.Verb {
	case verbAdvance, verbAssault, verbBombard:
		if !p.To.Is(at.Toward) || at.Reserve() {
			return notSecuring
		}
	case verbCharge, verbManeuver, verbCavalryMarch, verbRoadMarch:
		if !at.Reserve() {
			return notInReserve
		}
	case verbLocalMarch:
		switch {
		case p.order.Goal == goalReserve && at.Reserve(), p.order.Goal == goalApproach && p.To.Is(at.Toward) && !at.Reserve():
			return alreadyThere
		case p.order.Goal == goalApproach && !at.Reserve() && u.Kind != Cavalry:
			return notInReserve
		}
	}
	return ""
}

// attackFault returns the first reason against any attack on D from A across their boundary, or "" (§H4.1, §H4.3).
func (s *State) attackFault(p *plan) string {
	e := s.b.boundary(p.A, p.D)
	switch {
	case e == nil:
		return notAdjacent
	case e.Impassable:
		return isImpassable
	case !s.enemyHeld(p.D, p.Side):
		return notEnemyHeld
	}
	return s.closed(p.A, p.D)
}

// closed returns a reason if the boundary or the locale behind it is closed, else "" (§H4.3).
func (s *State) closed(from, to int) string {
	switch {
	case s.Closed[s.b.boundaryIndex(from, to)]:
		return boundaryClosed
	case s.Shut[to]:
		return localeClosed
	}
	return ""
}

// takesGroup reports whether a locale that is emptied for the group can hold it.
func (s *State) takesGroup(p *plan, locale int) bool {
	return len(p.Units) <= s.b.Locales[locale].Capacity
}

// checkAttack checks an advance or an assault (§8.1, §8.2).
func (s *State) checkAttack(p *plan) string {
	p.A = p.From.Locale
	if reason := s.attackFault(p); reason != "" {
		return reason
	}
	held := s.secured(p.D, p.A) >= 0
	switch {
	case p.Verb == verbAdvance && held:
		return isSecured
	case p.Verb == verbAssault && !held:
		return isUnsecured
	case !s.takesGroup(p, p.D):
		return noCapacity
	case p.Verb == verbAdvance:
		return ""
	}
	if p.Leads = s.leads(p); len(p.Leads) == 0 {
		return noLeader
	}
	p.Guns = s.guns(p)
	return ""
}

// leads returns the units that lead an assault or charge (§8.2, §8.4).
func (s *State) leads(p *plan) []int {
	storms := s.b.Options.CavalryStorms || p.Verb == verbCharge || !s.b.obstructed(p.D, p.A)
	may := func(u int) bool {
		x := &s.Units[u]
		return slices.Contains(p.Units, u) && x.Strength >= 2 && (x.Kind == Infantry || x.Kind == Cavalry && storms)
	}
	var leads []int
	for _, u := range p.Led {
		if may(u) {
			leads = append(leads, u)
		}
	}
	if len(leads) == 0 {
		leads = slices.DeleteFunc(s.strongest(p.Units), func(u int) bool { return !may(u) })
	}
	return leads[:min(len(leads), s.b.width(p.A, p.D))]
}

// guns returns the guns that support an assault (§8.2).
func (s *State) guns(p *plan) []int {
	may := func(u int) bool {
		return slices.Contains(p.Units, u) && s.Units[u].Kind == Artillery && !s.Units[u].Ranging
	}
	var guns []int
	for _, u := range p.Supported {
		if may(u) {
			guns = append(guns, u)
		}
	}
	if len(guns) == 0 {
		guns = s.unitsWhere(may)
	}
	return guns[:min(len(guns), s.b.width(p.A, p.D))]
}

// checkBombard requires more ranging guns than the enemy ranges on the opposite approach. A bombardment crosses no
// boundary, so closed boundaries don't matter (§8.3).
func (s *State) checkBombard(p *plan) string {
	p.A = p.From.Locale
	if !s.enemyHeld(p.D, p.Side) {
		return notEnemyHeld
	}
	if g, e := s.batteries(p); g <= e {
		return outgunned
	}
	return ""
}

// batteries returns the number of guns that bombard, including a card's bonus, and of the enemy guns ranged against
// them (§8.3).
func (s *State) batteries(p *plan) (guns, enemy int) {
	guns = len(p.Units) + s.effects(p.Side, effectGuns, s.b.Commands[p.Seat].ID)
	against := Position{p.D, p.A}
	return guns, len(s.unitsThat(func(u *Unit) bool { return u.At == against && u.Ranging }))
}

// checkManeuver checks a maneuver (§8.5).
func (s *State) checkManeuver(p *plan) string {
	p.A = p.From.Locale
	if reason := s.attackFault(p); reason != "" {
		return reason
	}
	switch {
	case s.secured(p.D, p.A) >= 0:
		return isSecured
	case !s.takesGroup(p, p.D):
		return noCapacity
	}
	return ""
}

// checkCharge finds the way of a charge: over the VIA locale, or over the first locale that passes the check (§8.4).
func (s *State) checkCharge(p *plan) string {
	start := p.From.Locale
	if len(p.Via) > 0 {
		p.A = p.Via[0]
		return s.checkChargeOver(p)
	}
	reason := tooFar
	for _, a := range s.b.neighbours(start) {
		if a == p.D || s.b.boundary(a, p.D) == nil {
			continue
		}
		p.A = a
		switch why := s.checkChargeOver(p); {
		case why == "":
			return ""
		case reason == tooFar:
			reason = why
		}
	}
	return reason
}

// checkChargeOver checks a charge over one attack locale (§8.4).
func (s *State) checkChargeOver(p *plan) string {
	start := p.From.Locale
	one, two := s.b.boundary(start, p.A), s.b.boundary(p.A, p.D)
	switch {
	case one == nil || two == nil || p.D == start:
		return notAdjacent
	case one.Impassable || two.Impassable:
		return isImpassable
	case one.Restricted || two.Restricted:
		return isRestricted
	case s.enemyHeld(p.A, p.Side):
		return enemyHeld
	case !s.enemyHeld(p.D, p.Side):
		return notEnemyHeld
	case s.Closed[s.b.boundaryIndex(start, p.A)] || s.Closed[s.b.boundaryIndex(p.A, p.D)]:
		return boundaryClosed
	case s.Shut[p.A] || s.Shut[p.D]:
		return localeClosed
	case s.secured(p.A, start) == 1-p.Side || s.secured(p.D, p.A) >= 0:
		return isSecured
	case s.b.obstructed(p.A, start) || s.b.obstructed(p.D, p.A):
		return isObstructed
	case s.room(p.A) < len(p.Units) || !s.takesGroup(p, p.D):
		return noCapacity
	}
	if p.Leads = s.leads(p); len(p.Leads) == 0 {
		return noLeader
	}
	return ""
}
