package fieldcommand

import (
	"slices"
	"strconv"
	"strings"

	"galloper/adjudicator/staff"
)

// reorganize carries out the MERGE and SPLIT orders (§9.1).
func (p *play) reorganize() {
	p.applyStaffOrders(func(seat int, o *order) {
		if o.Verb == verbMerge {
			p.merge(seat, o)
		} else {
			p.split(seat, o)
		}
	}, "MERGE", "SPLIT")
}

// applyStaffOrders applies do to each order of the phase, by the active sides' seats in scenario order.
func (p *play) applyStaffOrders(do func(seat int, o *order), words ...string) {
	for _, side := range p.s.sidesActive() {
		for _, seat := range p.b.SeatsOf(side) {
			for _, o := range p.entries(seat, words...) {
				p.cause(seat, &o)
				do(seat, &o)
			}
		}
	}
	p.Cause = ""
}

// firstFault returns the reason of the first check that any unit fails, or "".
func (s *State) firstFault(units []int, checks ...func(*Unit) string) string {
	for _, check := range checks {
		for _, u := range units {
			if reason := check(&s.Units[u]); reason != "" {
				return reason
			}
		}
	}
	return ""
}

func offField(u *Unit) string {
	if u.Status == Gone {
		return isGone
	}
	return ""
}

func waiting(u *Unit) string {
	if u.Status == Waiting {
		return isWaiting
	}
	return ""
}

func broken(u *Unit) string {
	if u.Status == Disrupted {
		return isDisrupted
	}
	return ""
}

func outOfReserve(u *Unit) string {
	if !u.At.Reserve() {
		return notInReserve
	}
	return ""
}

// merge makes one unit of 2 SP out of two of 1 SP (§9.1).
func (p *play) merge(seat int, o *order) {
	if reason := p.s.mergeFault(o); reason != "" {
		p.refuse(seat, o.n, verbMerge, reason)
		return
	}
	p.Emit("units.merged", "unit", p.id(o.Group.Units[0]), "from", p.id(o.Group.Units[1]), "strength", 2)
}

// mergeFault returns the reason why two units cannot merge, or "" (§9.1).
func (s *State) mergeFault(o *order) string {
	if reason := s.firstFault(o.Group.Units, offField, waiting, broken, outOfReserve); reason != "" {
		return reason
	}
	if len(o.Group.Units) < 2 {
		return notTogether
	}
	a, b := &s.Units[o.Group.Units[0]], &s.Units[o.Group.Units[1]]
	switch {
	case a.At != b.At:
		return notTogether
	case a.Kind != b.Kind:
		return differentArms
	case a.Strength != 1 || b.Strength != 1:
		return wrongStrength
	}
	return ""
}

// split makes two or three units out of one (§9.1).
func (p *play) split(seat int, o *order) {
	if reason := p.s.splitFault(o); reason != "" {
		p.refuse(seat, o.n, verbSplit, reason)
		return
	}
	id := p.id(o.Group.Units[0])
	var into, strengths []string
	for i, n := range o.Figures {
		strengths = append(strengths, strconv.Itoa(n))
		if i > 0 {
			into = append(into, p.s.nextID(id, into))
		}
	}
	p.Emit("unit.split", "unit", id, "strength", o.Figures[0], "into", into, "strengths", strengths)
}

// splitFault returns the reason why a unit cannot be split as ordered, or "" (§9.1).
func (s *State) splitFault(o *order) string {
	u := &s.Units[o.Group.Units[0]]
	sum, least := 0, 1
	for _, n := range o.Figures {
		sum, least = sum+n, min(least, n)
	}
	reason := s.firstFault(o.Group.Units, offField, waiting, broken, outOfReserve)
	switch {
	case reason != "":
	case sum != u.Strength || least < 1:
		reason = wrongStrength
	case s.room(u.At.Locale) < len(o.Figures)-1:
		reason = noCapacity
	}
	return reason
}

// nextID returns the next free `ID-2`, `ID-3` … (§9.1).
func (s *State) nextID(parent string, taken []string) string {
	for n := 2; ; n++ {
		if id := parent + "-" + strconv.Itoa(n); s.unitIndex(id) < 0 && !slices.Contains(taken, id) {
			return id
		}
	}
}

// rallyBroken makes infantry of 1 SP out of two disrupted units (§9.2).
func (p *play) rallyBroken() {
	p.applyStaffOrders(func(seat int, o *order) {
		if o.Group.All {
			p.rallyAll(seat, o)
			return
		}
		if reason := p.rallyPair(seat, o.Group.Units); reason != "" {
			p.refuse(seat, o.n, verbRally, reason)
		}
	}, "RALLY")
}

// rallyAll rallies pairs in roster order (§9.2).
func (p *play) rallyAll(seat int, o *order) {
	units := p.s.unitsWhere(func(i int) bool {
		u := &p.s.Units[i]
		return u.At == reserveOf(o.Group.At.Locale) && u.Status == Disrupted && p.s.commands(seat, i) &&
			(o.Group.Kind == Unknown || o.Group.Kind == Infantry)
	})
	if len(units) < 2 {
		p.refuse(seat, o.n, verbRally, missingUnit)
		return
	}
	for i := 0; i+1 < len(units); i += 2 {
		if reason := p.rallyPair(seat, units[i:i+2]); reason != "" {
			p.refuse(seat, o.n, verbRally, reason)
			return
		}
	}
}

// rallyPair rallies two units, or returns the reason why it cannot (§9.2, §H8.2).
func (p *play) rallyPair(seat int, units []int) string {
	side := p.b.Commands[seat].Side
	if reason := p.s.rallyFault(seat, units); reason != "" {
		return reason
	}
	p.Emit("units.rallied", "unit", p.id(units[0]), "from", p.id(units[1]), "at", p.b.positionText(p.s.Units[units[0]].At))
	p.changeMorale(side, p.b.Tables.Morale[moraleRally], "rally", "9.2")
	if i := p.s.cardInForce(side, effectRally, p.seatID(seat)); i >= 0 {
		p.endEffect(side, i, "used")
	}
	return ""
}

// rallyFault returns the reason why two units cannot rally, or "" (§9.2, §H8.2).
func (s *State) rallyFault(seat int, units []int) string {
	steady := func(u *Unit) string {
		if u.Status != Disrupted {
			return notDisrupted
		}
		return ""
	}
	if reason := s.firstFault(units, offField, waiting, steady); reason != "" {
		return reason
	}
	if len(units) < 2 || s.Units[units[0]].At != s.Units[units[1]].At {
		return notTogether
	}
	at, side := s.Units[units[0]].At, s.b.Commands[seat].Side
	companions := s.unitsThat(func(u *Unit) bool { return u.At == at && u.Status == Ready })
	if len(companions) == 0 && s.cardInForce(side, effectRally, s.b.Commands[seat].ID) < 0 {
		return noCompanion
	}
	return ""
}

// mobilize brings in the reinforcement groups that MOBILIZE orders call (§9.3).
func (p *play) mobilize() {
	p.applyStaffOrders(func(seat int, o *order) {
		side := p.b.Commands[seat].Side
		g := p.b.Sides[side].group(o.Number)
		if g == nil {
			p.refuse(seat, o.n, verbMobilize, noSuchGroup)
			return
		}
		units := p.s.unitsThat(func(u *Unit) bool { return u.Side == side && u.Group == g.Number && u.Status == Waiting })
		if reason := p.s.entryFault(side, g, o.To.Must(), len(units)); reason != "" {
			p.refuse(seat, o.n, verbMobilize, reason)
			return
		}
		p.Emit("group.mobilized", "side", p.sideID(side), "group", g.Number, "units", p.s.ids(units),
			"at", p.b.whereText(o.To))
		for _, u := range units {
			p.moveUnit(u, reserveOf(o.To.Must()), "mobilize", "9.3")
		}
		p.changeMorale(side, -p.b.Tables.Morale[moraleMobilize], "mobilize", "9.3")
	}, "MOBILIZE")
}

// entryFault returns the reason why a group cannot enter at a locale, or "" (§9.3).
func (st *State) entryFault(side int, g *Group, at, units int) string {
	s := &st.Sides[side]
	entry := st.b.Locales[at].Entry[side]
	if g.Entry != nil {
		entry = slices.Contains(g.Entry, at)
	}
	switch {
	case s.Mobilized[g.Number-1]:
		return alreadyMobilized
	case slices.Contains(s.Mobilized[:g.Number-1], false):
		return lowerGroupWaits
	case st.Round < g.From:
		return tooEarly
	case st.b.Options.Mobilize > 0 && s.Now >= st.b.Options.Mobilize:
		return groupLimit
	case !entry:
		return notEntry
	case st.enemyHeld(at, side):
		return enemyHeld
	case st.room(at) < units:
		return noCapacity
	}
	return ""
}

// card plays a card of the hand that helps this turn's orders: an assault, guns, a rally, a corps with more to do than
// its commands allow, or an objective under pressure.
func (k *officer) card(lines []string) []string {
	hand, _, _ := k.desk.Fact("sight.hand", k.b.Sides[k.side].ID)
	begins := func(verb string) string {
		if slices.ContainsFunc(lines, func(line string) bool { return strings.HasPrefix(line, verb+" ") }) {
			return " FOR " + k.desk.Seat
		}
		return ""
	}
	use := map[string]string{effectAssault: begins("ASSAULT"), effectGuns: begins("BOMBARD"),
		effectRally: begins("RALLY"), effectCommands: k.busiest(2 * k.b.Options.Commands), effectDefence: k.pressed()}
	for id := range strings.SplitSeq(hand.Get("cards"), ",") {
		if i := k.b.Sides[k.side].card(id); i >= 0 && use[k.b.Sides[k.side].Cards[i].Effect] != "" {
			return []string{"PLAY " + id + use[k.b.Sides[k.side].Cards[i].Effect]}
		}
	}
	return nil
}

// busiest returns the seat with the most ready units on the map, if it has at least that many.
func (k *officer) busiest(least int) string {
	best, most := "", least-1
	for _, seat := range k.b.SeatsOf(k.side) {
		id, n := k.b.Commands[seat].ID, 0
		for o := range k.desk.Facts("sight.unit") {
			if o.Get("seat") == id && o.Get("state") == string(Ready) {
				n++
			}
		}
		if n > most {
			best, most = " FOR "+id, n
		}
	}
	return best
}

// pressed returns an own objective with a barred approach that the enemy faces.
func (k *officer) pressed() string {
	for _, at := range k.b.approaches {
		if k.there[at] > 0 && k.b.Locales[at.Locale].Objective[k.side] &&
			k.foes[Position{at.Toward, at.Locale}].blocks > 0 {
			return " AT " + k.b.Locales[at.Locale].ID
		}
	}
	return ""
}

// The weights of moves that come before all others.
const (
	weightOpening = 7 // an approach that the enemy neither bars nor can bar
	weightBarring = 6 // bar the own approach before the enemy on the other side crosses it
	openObjective = 4 // value of an objective, counted with the enemy's blocks
)

// seize sends a unit where the enemy must leave without a fight: across an approach that is not barred, or from the
// reserve into a locale with no enemy reserve left to bar it. It returns false if there is no such place.
func (k *officer) seize(t *staff.Task, at Position) bool {
	if t.Unit.Arm == staff.Guns ||
		t.Do == staff.Take && k.far[at.Locale][t.Place.At.X] == 1 && !k.enemyHolds(t.Place.At.X) {
		return false
	}
	best, most := -1, 0
	for _, n := range k.b.near[at.Locale] {
		if k.full[n] >= k.b.Locales[n].Capacity || !k.drivesEnemyOut(at, n) || k.leavesOpen(at, n) {
			continue
		}
		worth := k.fitEnemies(n)
		if worth > 0 && (k.b.Locales[n].Objective[k.side] || k.b.Locales[n].Objective[1-k.side]) {
			worth += openObjective
		}
		if worth > most {
			best, most = n, worth
		}
	}
	if best < 0 {
		return false
	}
	k.there[at]--
	k.full[at.Locale]--
	k.full[best]++
	verb := "ADVANCE"
	if at.Reserve() {
		verb = "TAKE"
	}
	k.add(at, verb, best, t.Unit.ID, weightOpening)
	return true
}

// drivesEnemyOut reports whether the enemy in a neighbouring locale must leave if a group crosses from the position.
func (k *officer) drivesEnemyOut(at Position, to int) bool {
	if !k.b.passable(at.Locale, to) || !k.enemyHolds(to) || k.foes[Position{to, at.Locale}].blocks > 0 {
		return false
	}
	return at.Toward == to || at.Reserve() && k.foes[reserveOf(to)].readyCount() == 0
}

// leavesOpen reports whether a move to a neighbour would expose the locale to other enemies: an objective, guns alone,
// or the units whose rear the last of the reserve protects.
func (k *officer) leavesOpen(at Position, to int) bool {
	l, others := at.Locale, -1
	for _, p := range k.b.spots {
		if p.Locale == l {
			others += k.there[p]
		}
	}
	threatened := slices.ContainsFunc(k.b.near[l], func(n int) bool {
		return n != to && k.b.passable(l, n) && k.fitEnemies(n) > 0
	})
	switch {
	case !threatened:
		return false
	case others > 0:
		return at.Reserve() && k.isOpenToEnemy(l, to)
	}
	return k.b.Locales[l].Objective[k.side] || k.full[l] > 1
}

// bars sends a reserve unit to an unbarred approach that the enemy faces, because otherwise the enemy crosses it next
// and the whole locale must retreat. The last reserve unit stays to answer an enemy on another way. It returns false if
// no unit is sent.
func (k *officer) bars(t *staff.Task, at Position) bool {
	if t.Unit.Arm == staff.Guns || !at.Reserve() {
		return false
	}
	best, most := -1, 0
	for _, n := range k.b.near[at.Locale] {
		foes := k.foes[Position{n, at.Locale}].leads
		if k.there[Position{at.Locale, n}] == 0 && len(foes) > most && !k.isOpenToEnemy(at.Locale, n) {
			best, most = n, len(foes)
		}
	}
	if best < 0 {
		return false
	}
	k.secure(t.Unit.ID, at, best, weightBarring)
	return true
}

// secure sends a unit from the reserve to an approach.
func (k *officer) secure(unit string, at Position, toward, weight int) {
	k.there[at]--
	k.there[Position{at.Locale, toward}]++
	k.add(at, "SECURE", toward, unit, weight)
}

// staysBehind reports whether a unit stays on the approach that an assault starts from. If the assault already has as
// many units as can lead, the weakest one bars the approach in case of failure.
func (k *officer) staysBehind(unit string, at Position) bool {
	i := slices.IndexFunc(k.sent, func(e errand) bool { return e.at == at && e.verb == "ASSAULT" && e.to == at.Toward })
	if i < 0 || k.there[at] > 1 || len(k.sent[i].units) < k.b.width(at.Locale, at.Toward) {
		return false
	}
	strength := func(id string) int { return k.units[id].Int("strength") }
	for j, id := range k.sent[i].units {
		if strength(id) < strength(unit) {
			k.sent[i].units[j], unit = unit, id
		}
	}
	return true
}

// The value of giving a unit orders without waiting for a courier.
const (
	tellsFront = 4 // a unit near the enemy
	tellsRear  = 1
	staffFront = 2 // distance in locales that counts as near the enemy
)

// stayNear keeps the commander where units can get orders in time, first of all those near the enemy: within voice, or
// else by a short ride. Units that act next count as well.
func (k *officer) stayNear(p *staff.Picture) []string {
	me, _, ok := k.desk.Fact("sight.person", k.desk.Seat)
	at := k.b.locale(me.Get("at"))
	if !ok || at < 0 || k.isPosted() {
		return nil
	}
	group, entry := k.nextArrival(1)
	best, least := at, -1
	for l := range k.b.Locales {
		sum, mine, points := 0, false, k.rideFrom(l)
		for _, o := range k.mine {
			pos, on := k.b.position(o.Get("at"))
			if entry >= 0 && o.Get("state") == string(Waiting) && o.Int("group") == group {
				pos = reserveOf(entry)
			}
			if !on || pos.Locale < 0 {
				continue
			}
			mine = mine || pos.Locale == l && o.Get("state") == string(Ready)
			if k.far[l][pos.Locale] > 1 {
				sum += points[pos.Locale] * k.voiceValue(p, pos.Locale)
			}
		}
		if mine && !k.enemyHolds(l) && (least < 0 || sum < least) {
			best, least = l, sum
		}
	}
	if k.far[at][best] <= 1 {
		return nil
	}
	return []string{"RIDE TO " + k.b.Locales[best].ID}
}

// voiceValue returns the value of being heard in a locale.
func (k *officer) voiceValue(p *staff.Picture, l int) int {
	for i := range p.Foes {
		if k.far[l][p.Foes[i].At.X] <= staffFront {
			return tellsFront
		}
	}
	return tellsRear
}

// rideFrom returns a courier's cost from one locale to each other, in points.
func (k *officer) rideFrom(from int) []int {
	points := make([]int, len(k.b.Locales))
	for i := range points {
		points[i] = len(points) * k.b.Tables.Courier[rideRestricted]
	}
	points[from] = 0
	for queue := []int{from}; len(queue) > 0; queue = queue[1:] {
		for _, n := range k.b.near[queue[0]] {
			if far := points[queue[0]] + k.b.rideCost(queue[0], n); k.b.passable(queue[0], n) && far < points[n] {
				points[n], queue = far, append(queue, n)
			}
		}
	}
	return points
}
