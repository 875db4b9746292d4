package fieldcommand

import (
	"slices"
	"strconv"

	"galloper/adjudicator/board"
)

// The results of an order, for conditions.
const (
	resultSuccess = "success"
	resultFailure = "failure"
	resultDone    = "done"
)

var clauseOf = map[string]string{
	verbAdvance: "8.1", verbAssault: "8.2", verbBombard: "8.3", verbCharge: "8.4", verbManeuver: "8.5",
	verbCavalryMarch: "8.6.1", verbFieldMarch: "8.6.2", verbLocalMarch: "8.6.3", verbRoadMarch: "8.6.4",
}

// agenda is one seat's list of field commands.
type agenda struct {
	seat    int
	entries []order
	left    int            // commands that may still be carried out
	results map[int]string // of the mail's orders, by number
}

// commandFields carries out the field commands, step by step (§H3.1, §H3.3).
func (p *play) commandFields() {
	var lists []*agenda
	steps := 0
	for _, side := range p.s.sidesActive() {
		for seat := range p.b.Commands {
			if p.b.Commands[seat].Side == side {
				a := p.agenda(seat)
				lists, steps = append(lists, a), max(steps, len(a.entries))
			}
		}
	}
	for k := range steps {
		for _, a := range lists {
			if k < len(a.entries) {
				p.carryEntry(a, &a.entries[k])
			}
		}
	}
}

// agenda returns a seat's list: delivered directives, then the field orders of its mail (§H3.3, §H6.5, §H6.6).
func (p *play) agenda(seat int) *agenda {
	a := &agenda{seat: seat, results: map[int]string{}}
	a.left = p.b.Commands[seat].Commands + p.s.effects(p.b.Commands[seat].Side, effectCommands, p.seatID(seat))
	for _, o := range p.directives(seat) {
		if o.isField() {
			a.entries = append(a.entries, o)
		}
	}
	for _, o := range p.mail(seat) {
		if (o.isField() || o.Verb == verbWait) && !slices.Contains(p.s.Seats[seat].Sent, o.line) {
			a.entries = append(a.entries, o)
		}
	}
	return a
}

// carryEntry carries out one entry of a list (§H3.3, §H3.5, §H4.1).
func (p *play) carryEntry(a *agenda, o *order) {
	if o.Verb == verbWait {
		return
	}
	p.cause(a.seat, o)
	side := p.b.Commands[a.seat].Side
	verb := o.Verb
	if verb == verbMarch && o.Goal != goalLocale {
		verb = verbLocalMarch
	}
	result := resultFailure
	defer func() {
		// one order may be written out as several
		if n, err := strconv.Atoi(o.n); err == nil && a.results[n] != resultSuccess {
			a.results[n] = result
		}
		p.Cause = ""
	}()
	for i := range o.If {
		if !p.s.isMet(&o.If[i], side, a.results) {
			p.Emit("command.skipped", "seat", p.seatID(a.seat), "n", o.n, "verb", verb)
			return
		}
	}
	weak := p.s.Sides[side].Demoralized && p.b.Options.FightOn && attacks(o.Verb)
	if a.left == 0 && !weak {
		p.refuse(a.seat, o.n, verb, noCommandsLeft)
		return
	}
	c, reason := p.s.check(o, a.seat)
	if reason != "" {
		if len(c.Units) > 0 {
			p.leaveOut(a.seat, o.n, c.Left)
		}
		p.refuse(a.seat, o.n, c.Verb, reason)
		return
	}
	a.left--
	if p.carryOut(&c) != resultFailure {
		result = resultSuccess
	}
}

// refuse reports why an order is not carried out (§H4.1).
func (p *play) refuse(seat int, n, verb, reason string) {
	p.Emit("command.refused", "seat", p.seatID(seat), "n", n, "verb", verb, "reason", reason)
}

// leaveOut reports the units that a command is carried out without (§H4.2).
func (p *play) leaveOut(seat int, n string, left []leftOut) {
	for _, l := range left {
		p.Emit("unit.leftout", "seat", p.seatID(seat), "n", n, "unit", p.id(l.Unit), "reason", l.Reason)
	}
}

// carryOut carries out a checked command and returns its result (§H3.2).
func (p *play) carryOut(c *plan) string {
	p.leaveOut(c.Seat, c.n, c.Left)
	to, via := p.b.localeText(c.D), []int(nil)
	switch {
	case c.Verb == verbLocalMarch:
		to = p.b.positionText(c.Goal)
	case c.Verb == verbCharge:
		via = []int{c.A}
	case len(c.Path) > 1:
		via = c.Path[:len(c.Path)-1]
	}
	p.Emit("command.issued", "seat", p.seatID(c.Seat), "n", c.n, "verb", c.Verb, "units", p.s.ids(c.Units),
		"from", p.b.positionText(c.From), "to", to, "via", p.b.localeTexts(via))
	switch c.Verb {
	case verbAdvance:
		return p.advance(c)
	case verbAssault:
		return p.assault(c)
	case verbBombard:
		return p.bombard(c)
	case verbCharge:
		return p.chargeHome(c)
	case verbManeuver:
		return p.maneuver(c)
	case verbLocalMarch:
		return p.localMarch(c)
	}
	return p.marchOn(c)
}

// endCommand reports the result of a command, and deploys cavalry if the command allows it.
func (p *play) endCommand(c *plan, result string, at Position, deploys bool) string {
	if deploys && at.Reserve() {
		p.deploy(c, at.Locale)
	}
	p.EmitBy(clauseOf[c.Verb], "command.ended", "seat", p.seatID(c.Seat), "n", c.n, "verb", c.Verb,
		"result", result, "at", p.b.positionText(at))
	return result
}

// enter moves the ready survivors of the group into the reserve of a locale.
func (p *play) enter(c *plan, locale int, why string) {
	clause := clauseOf[c.Verb]
	for _, u := range c.Units {
		if x := &p.s.Units[u]; x.isReady() && x.At != reserveOf(locale) {
			p.moveUnit(u, reserveOf(locale), why, clause)
		}
	}
}

// deploy moves surviving cavalry to an approach of the final locale (§8.0.1).
func (p *play) deploy(c *plan, locale int) {
	if !c.Deploy {
		return
	}
	units := c.Deployed
	if units == nil {
		units = c.Units
	}
	for _, u := range units {
		x := &p.s.Units[u]
		if !slices.Contains(c.Units, u) || x.Kind != Cavalry || !x.isReady() || x.At != reserveOf(locale) {
			continue
		}
		reason := ""
		switch e := p.b.boundary(locale, c.Toward.Must()); {
		case e == nil:
			reason = notAdjacent
		case e.Impassable:
			reason = isImpassable
		case !p.s.enemyHeld(c.Toward.Must(), c.Side):
			reason = notEnemyHeld
		}
		if reason != "" {
			p.Emit("deploy.refused", "seat", p.seatID(c.Seat), "n", c.n, "unit", x.ID, "reason", reason)
			continue
		}
		p.moveUnit(u, Position{locale, c.Toward.Must()}, "deploy", "8.0.1")
	}
}

// advance makes the enemy retreat (§8.1).
func (p *play) advance(c *plan) string {
	p.giveWay(&leaving{side: 1 - c.Side, locale: c.D, over: c.A})
	p.enter(c, c.D, "advance")
	return p.endCommand(c, resultSuccess, reserveOf(c.D), true)
}

// bombard costs the enemy one SP for each gun that the attacker has more (§8.3).
func (p *play) bombard(c *plan) string {
	g, e := p.s.batteries(c)
	p.Emit("bombard.fired", "from", p.b.localeText(c.A), "to", p.b.localeText(c.D), "guns", g,
		"enemy_guns", e, "losses", g-e)
	p.spend(c, effectGuns)
	approach := Position{c.D, c.A}
	fight := func(u *Unit) bool { return u.Status == Ready && u.Kind != Artillery }
	p.takeLosses(&toll{side: 1 - c.Side, points: g - e, cause: "bombard", at: c.D, tiers: [][]int{
		p.s.unitsThat(func(u *Unit) bool { return u.At == approach && fight(u) }),
		p.s.unitsThat(func(u *Unit) bool { return u.At == reserveOf(c.D) && fight(u) }),
	}, guns: p.gunTiers(c)})
	return p.endCommand(c, resultDone, c.From, false)
}

// gunTiers returns the defender's guns: first those on the approach, then those in the reserve (§13.1).
func (p *play) gunTiers(c *plan) []int {
	of := func(at Position) []int {
		return p.s.unitsThat(func(u *Unit) bool { return u.At == at && u.Kind == Artillery })
	}
	return append(of(Position{c.D, c.A}), of(reserveOf(c.D))...)
}

// maneuver makes the enemy secure the approach or withdraw (§8.5).
func (p *play) maneuver(c *plan) string {
	a := p.answer(c, "maneuver")
	if a.option == "withdraw" {
		p.giveWay(&leaving{side: 1 - c.Side, locale: c.D, over: c.A, first: a.where, withdraws: true})
		p.enter(c, c.D, "maneuver")
		return p.endCommand(c, resultSuccess, reserveOf(c.D), true)
	}
	for _, u := range a.units {
		p.moveUnit(u, Position{c.D, c.A}, "secure", "8.5")
	}
	if c.Else == "STAY" {
		return p.endCommand(c, resultFailure, reserveOf(c.A), false)
	}
	approach := Position{c.A, c.D}
	for _, u := range c.Units {
		p.moveUnit(u, approach, "maneuver", "8.5")
	}
	return p.endCommand(c, resultFailure, approach, false)
}

// chargeHome makes the enemy defend or retreat (§8.4).
func (p *play) chargeHome(c *plan) string {
	a := p.answer(c, "charge")
	if a.option == "defend" {
		for _, u := range a.units {
			p.moveUnit(u, Position{c.D, c.A}, "secure", "8.4")
		}
		return p.fight(c)
	}
	p.giveWay(&leaving{side: 1 - c.Side, locale: c.D, over: c.A, first: a.where})
	p.enter(c, c.D, "charge")
	lead := c.Leads[0]
	p.Emit("charge.lost", "unit", p.id(lead))
	p.takeLosses(&toll{side: c.Side, points: 1, cause: "charge", at: c.D, tiers: [][]int{{lead}}})
	return p.endCommand(c, resultSuccess, reserveOf(c.D), true)
}

// localMarch moves a group within its locale (§8.6.3).
func (p *play) localMarch(c *plan) string {
	for _, u := range c.Units {
		p.moveUnit(u, c.Goal, "march", "8.6.3")
	}
	return p.endCommand(c, resultDone, c.Goal, true)
}

// marchOn moves a group from locale to locale. It halts before a locale that it cannot enter (§8.6, §8.6.1, §8.6.2,
// §8.6.4).
func (p *play) marchOn(c *plan) string {
	at, reason := c.Path[0], ""
	for _, next := range c.Path[1:] {
		if reason = p.s.bar(c, at, next); reason != "" {
			break
		}
		at = next
	}
	for _, u := range c.Units {
		p.moveUnit(u, reserveOf(at), "march", clauseOf[c.Verb])
	}
	if reason != "" {
		p.Emit("march.halted", "seat", p.seatID(c.Seat), "n", c.n, "at", p.b.localeText(at), "reason", reason)
	}
	if c.Verb == verbRoadMarch {
		p.spend(c, effectMarch)
	}
	return p.endCommand(c, resultDone, reserveOf(at), true)
}

// checkLocalMarch checks a march within a locale, to the reserve or to an approach that faces the enemy (§8.6.3).
func (s *State) checkLocalMarch(p *plan) string {
	at := p.From.Locale
	p.D = at
	if p.order.Goal == goalReserve {
		p.Goal = reserveOf(at)
		return ""
	}
	e := s.b.boundary(at, p.To.Must())
	switch {
	case e == nil:
		return notAdjacent
	case e.Impassable:
		return isImpassable
	case !s.enemyHeld(p.To.Must(), p.Side):
		return notEnemyHeld
	}
	p.Goal = Position{at, p.To.Must()}
	return ""
}

// checkMarch checks a cavalry, field or road march: the geometry of the whole way, then whether the group can enter the
// first locale (§8.6, §8.6.1, §8.6.2, §8.6.4).
func (s *State) checkMarch(p *plan) string {
	from := p.From.Locale
	var reason string
	switch {
	case p.To.Is(from):
		return notAdjacent
	case p.Verb == verbFieldMarch:
		p.Path = []int{p.To.Must()}
		reason = s.geometry(p)
	case len(p.Via) > 0:
		p.Path = append(slices.Clone(p.Via), p.To.Must())
		reason = s.geometry(p)
	case p.Verb == verbCavalryMarch:
		return s.findCavalryWay(p)
	default:
		if p.Path = s.roadWay(from, p.To.Must(), p.Side); p.Path == nil {
			return noRoad
		}
		reason = s.geometry(p)
	}
	if reason == "" {
		reason = s.bar(p, from, p.Path[0])
	}
	return reason
}

// geometry checks the length of the way and each boundary on it (§H4.1).
func (s *State) geometry(p *plan) string {
	var list []*Boundary
	at := p.From.Locale
	for _, l := range p.Path {
		e := s.b.boundary(at, l)
		if e == nil {
			return notAdjacent
		}
		list, at = append(list, e), l
	}
	has := func(test func(*Boundary) bool) bool { return slices.ContainsFunc(list, test) }
	free := p.Verb == verbFieldMarch
	switch {
	case has(func(e *Boundary) bool { return e.Impassable }):
		return isImpassable
	case !free && has(func(e *Boundary) bool { return e.Restricted }):
		return isRestricted
	case p.Verb == verbRoadMarch && s.b.Options.MarchNeedsRoad && has(func(e *Boundary) bool { return len(e.Roads) == 0 }):
		return noRoad
	case p.Verb == verbCavalryMarch && len(list) != 2, p.Verb == verbRoadMarch && len(list) > s.roadReach(p, list):
		return tooFar
	}
	return ""
}

// roadReach returns how many locales a road march over the boundaries may enter (§8.6.4).
func (s *State) roadReach(p *plan, list []*Boundary) int {
	reach := 3
	if slices.ContainsFunc(list, func(e *Boundary) bool { return !e.hasGoodRoad() }) {
		reach = 2
	}
	return reach + s.effects(p.Side, effectMarch, s.b.Commands[p.Seat].ID)
}

// bar returns the reason why the group cannot enter the next locale of its march, or "" (§8.6, §4.3.1).
func (s *State) bar(p *plan, from, to int) string {
	if s.enemyHeld(to, p.Side) {
		return enemyHeld
	}
	if reason := s.closed(from, to); reason != "" {
		return reason
	}
	if s.room(to) < len(p.Units) {
		return noCapacity
	}
	return ""
}

// findCavalryWay takes the first VIA locale in map order that passes the check (§8.6.1).
func (s *State) findCavalryWay(p *plan) string {
	reason := tooFar
	for _, via := range s.b.neighbours(p.From.Locale) {
		if p.To.Is(via) || s.b.boundary(via, p.To.Must()) == nil {
			continue
		}
		p.Path = []int{via, p.To.Must()}
		why := s.geometry(p)
		if why == "" {
			why = s.bar(p, p.From.Locale, via)
		}
		if why == "" {
			return ""
		}
		if reason == tooFar {
			reason = why
		}
	}
	return reason
}

// roadWay returns the way of a road march without VIA, or nil. It prefers the fewest locales, then the fewest
// boundaries without main road or railroad, then the earliest in map order. Only the last locale may be held by the
// enemy (section f).
func (s *State) roadWay(from, to, side int) []int {
	if from == to {
		return nil
	}
	return s.b.Graph.Way(from, to, func(at int, over board.Border) (int, bool) {
		e := &s.b.Boundaries[over.Boundary]
		if e.Impassable || e.Restricted || s.b.Options.MarchNeedsRoad && len(e.Roads) == 0 ||
			over.To != to && s.enemyHeld(over.To, side) {
			return 0, false
		}
		if e.hasGoodRoad() {
			return manySteps, true
		}
		return manySteps + 1, true
	})
}

// manySteps exceeds the number of boundaries on any way.
const manySteps = 10_000
