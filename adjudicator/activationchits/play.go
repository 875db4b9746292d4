package activationchits

import (
	"slices"
	"strings"

	"galloper/adjudicator"
	"galloper/adjudicator/rules"
	"galloper/events"
)

// play is the context of the phases of a turn, with battle and state at hand.
type play struct {
	*rules.Play[*Battle, State]
	b *Battle
	s *State

	mails [][]order // by seat, once they have been read
}

// mailed returns the orders of a seat's mail of this turn, in mail order. Mails are read once for all phases.
func (p *play) mailed(seat int) []order {
	if p.mails == nil {
		p.mails = make([][]order, len(p.b.Posts))
		for i := range p.b.Posts {
			for _, line := range p.OrdersOf(p.b.Posts[i].ID) {
				p.mails[i] = append(p.mails[i], p.b.readLine(i, line))
			}
		}
	}
	return p.mails[seat]
}

func (p *play) roll(name string, n int) []events.Die { return p.Dice.Dice(name, n, 6) }

// sealed reports whether a die comes from the second chain, which is hidden from the enemy (section j).
func sealed(name string) bool {
	return !slices.ContainsFunc([]string{"event/", "melee/", "back/", "bounce/", "leader/"}, func(open string) bool {
		return strings.HasPrefix(name, open)
	})
}

// asks reports whether the scenario calls for decisions of the kind (section g).
func (b *Battle) asks(what string) bool { return slices.Contains(b.Options.Ask, what) }

func (p *play) nameSide(i int) string { return p.b.Sides[i].ID }

func (b *Battle) leaderID(seat int) string { return b.Posts[seat].Leader }

// openRound begins a turn (§1, §37, §40).
func (p *play) openRound() {
	p.takeStaffOrders()
	var chits []string
	for i := range p.b.Sides {
		n := p.b.Sides[i].Chits
		if n < 0 {
			n = p.s.strength(i)
		}
		chits = append(chits, p.nameSide(i)+":"+itoa(n))
	}
	p.Emit("turn.opened", "turn", p.Number, "chits", chits)
	for side := range p.b.Sides {
		for _, seat := range p.b.Sides[side].Order {
			if p.s.Leaders[seat].Status == away {
				p.fate(seat)
			}
		}
	}
}

// strength returns the number of units of a side on the board.
func (s *State) strength(side int) int {
	return rules.Count(s.Units, func(i int) bool { return s.Units[i].Side == side && !s.Units[i].Lost })
}

// takeStaffOrders takes the orders of the seats to their own staff. They hold until replaced and need no courier (§Q1).
func (p *play) takeStaffOrders() {
	for seat := range p.b.Posts {
		relief, bonus := false, false
		lines := p.OrdersOf(p.b.Posts[seat].ID)
		for n, o := range p.mailed(seat) {
			first := false
			switch o.Kind {
			case orderStanding, orderEnds, orderReact, orderEvent, orderRota:
			case orderADC:
				first, relief = !relief, true
			case orderBonus:
				first, bonus = !bonus, true
			default:
				continue
			}
			p.Cause = adjudicator.OrderRef(p.b.Posts[seat].ID, n+1)
			p.Emit("staff.told", "seat", p.b.Posts[seat].ID, "text", lines[n], "first", first)
		}
	}
	p.Cause = ""
}

// keepOrder stores an order of a seat to its staff.
func (s *State) keepOrder(o *events.Outcome) {
	seat := s.b.seatIDs.Must(o.Get("seat"))
	d, order := &s.Desks[seat], s.b.readLine(seat, o.Get("text"))
	switch order.Kind {
	case orderStanding:
		d.Standing = append(slices.DeleteFunc(d.Standing, sameSubject(order.Entry)), order.Entry)
	case orderEnds:
		if order.Entry == nil {
			d.Standing = nil
		} else {
			d.Standing = slices.DeleteFunc(d.Standing, sameSubject(order.Entry))
		}
	case orderReact:
		for _, u := range order.Units {
			for _, policy := range order.Policy {
				policy.set(&s.Units[u].React)
			}
		}
	case orderADC:
		if o.Get("first") == "yes" {
			d.ADC = nil
		}
		d.Told = true
		d.ADC = append(d.ADC, order.Reliefs...)
	case orderBonus:
		if o.Get("first") == "yes" {
			d.Bonus = nil
		}
		d.Bonus = append(d.Bonus, order.Units...)
	case orderEvent:
		d.OnEvent = order.Hex
	case orderRota:
		side := s.b.Posts[seat].Side
		rota := slices.Clone(order.Seats)
		for _, other := range s.b.Sides[side].Order {
			if !slices.Contains(rota, other) {
				rota = append(rota, other)
			}
		}
		s.Rota[side] = rota
	}
}

// sameSubject returns a predicate for entries of the same unit or leader.
func sameSubject(e *Entry) func(*Entry) bool {
	return func(x *Entry) bool { return x.Unit == e.Unit && x.Leader == e.Leader }
}

// Reasons why an entry cannot be tried or an action is impossible (section f).
const (
	reasonUnitLost      = "unit-lost"
	reasonLeaderAway    = "leader-away"
	reasonSpent         = "spent"
	reasonOutOfCommand  = "out-of-command"
	reasonCondition     = "condition"
	reasonInSquare      = "in-square"
	reasonNotInSquare   = "not-in-square"
	reasonBroken        = "broken"
	reasonNotShaken     = "not-shaken"
	reasonAlreadyThere  = "already-there"
	reasonNoTarget      = "no-target"
	reasonNotSeen       = "not-seen"
	reasonEnemyAdjacent = "enemy-adjacent"
	reasonLowAmmo       = "low-ammo"
	reasonOutOfRange    = "out-of-range"
	reasonNoLine        = "no-line-of-fire"
	reasonNotInArc      = "not-in-arc"
	reasonNoDice        = "no-dice"
	reasonOutOfReach    = "out-of-reach"
	reasonNoSupport     = "no-support"
	reasonBlocked       = "blocked"
	reasonCavalry       = "cavalry-adjacent"
	reasonLeaderThere   = "leader-there"
	reasonNoChit        = "no-chit"
)

// planned is an entry in a seat's plan of this turn.
type planned struct {
	*Entry
	seat   int
	number int    // of the fresh order in its mail; 0 for others
	advice string // for an advised entry: directive ID
	deed   deed   // possible deed, as of the last evaluation
	reason string // why its first action was impossible, as of the last evaluation
	doneAs bool   // it is not tried again
	met    bool   // it got a pass or fail
}

// plan is the list of entries that a seat tries this turn (§P3).
type plan struct {
	fresh, standing, advised []*planned
	told                     []*Entry // standing entries of this turn's mail, which count as fresh now
}

// planOf returns a seat's plan: fresh entries of this turn's mail, standing entries of earlier turns, and
// advised entries for pieces without a fresh one (§P3, §Q2, §Q6, §g5).
func (p *play) planOf(seat int) *plan {
	pl := &plan{}
	for n, o := range p.mailed(seat) {
		if o.Kind == orderEntry || o.Kind == orderStanding {
			pl.fresh = append(pl.fresh, &planned{Entry: o.Entry, seat: seat, number: n + 1})
			if o.Kind == orderStanding {
				pl.told = append(pl.told, o.Entry)
			}
		}
	}
	for _, e := range p.s.Desks[seat].Standing {
		if !slices.ContainsFunc(pl.told, sameSubject(e)) {
			pl.standing = append(pl.standing, &planned{Entry: e, seat: seat})
		}
	}
	for _, a := range p.s.Desks[seat].Advised {
		same := sameSubject(a.Entry)
		if a.From <= p.s.Turn && !slices.ContainsFunc(pl.fresh, func(e *planned) bool { return same(e.Entry) }) {
			pl.advised = append(pl.advised, &planned{Entry: a.Entry, seat: seat, advice: a.ID})
		}
	}
	return pl
}

// all returns the entries in the order of evaluation.
func (pl *plan) all() []*planned { return slices.Concat(pl.fresh, pl.standing, pl.advised) }

// first returns the first entry that can be tried, or nil. A unit without one stays where it is (§P4, §g1).
func (pl *plan) first(p *play) *planned { return pl.find(p, adjudicator.None) }

// firstOf is first for the entries of one unit (§P7).
func (pl *plan) firstOf(p *play, unit int) *planned { return pl.find(p, adjudicator.At(unit)) }

func (pl *plan) find(p *play, unit adjudicator.Index) *planned {
	var held []*Entry
	for _, e := range pl.all() {
		if e.doneAs || unit.Some() && e.Unit != unit || slices.ContainsFunc(held, sameSubject(e.Entry)) {
			continue
		}
		d, reason := p.lookAt(e.Entry)
		e.reason = reason
		switch {
		case d.verb == Hold:
			held = append(held, e.Entry)
		case d.verb != "":
			e.deed, e.reason = d, ""
			return e
		}
	}
	return nil
}

// ordersHold reports whether the unit has a fresh HOLD, which keeps it from rallying unasked (§P8).
func (pl *plan) ordersHold(unit int) bool {
	return slices.ContainsFunc(pl.fresh, func(e *planned) bool {
		return e.Unit.Is(unit) && slices.ContainsFunc(e.Actions, func(a Action) bool { return a.Verb == Hold })
	})
}

// recordRoll updates the plan after a roll. A natural 2 moves a fresh entry to the end; a late unit keeps its
// entry; every other entry is done (§10, §11, §P3).
func (pl *plan) recordRoll(p *play, e *planned, result string) {
	e.met = e.met || result != resultLate
	switch i := slices.Index(pl.fresh, e); {
	case result == resultLate:
	case result != resultFree:
		e.doneAs = true
		if e.advice != "" {
			p.Emit("directive.done", "seat", p.b.Posts[e.seat].ID, "unit", p.b.subjectID(e.Entry), "id", e.advice)
		}
	case i >= 0:
		pl.fresh = append(slices.Delete(pl.fresh, i, i+1), e)
	}
}

// listUndone emits the fresh entries that got neither a pass nor a fail (§P9).
func (c *cup) listUndone() {
	for side := range c.b.Sides {
		for _, seat := range c.b.Sides[side].Order {
			for _, e := range c.plans[seat].fresh {
				if e.met || e.onlyHolds() {
					continue
				}
				c.reportUndone(e)
			}
		}
	}
}

func (c *cup) reportUndone(e *planned) {
	reason, who := e.reason, "unit"
	if e.Unit.None() {
		who = "leader"
	} else if c.s.Units[e.Unit.Must()].Lost {
		reason = reasonUnitLost
	}
	if reason == "" {
		reason = reasonNoChit
	}
	c.Emit("entry.undone", "seat", c.b.Posts[e.seat].ID, who, c.b.subjectID(e.Entry), "reason", reason)
}

// deed is an action evaluated on the current board.
type deed struct {
	verb   Verb
	unit   adjudicator.Index // none if the entry's leader does it
	path   []int             // hexes to enter, in order
	facing Facing
	turn   bool              // it turns in place
	target adjudicator.Index // unit
	man    adjudicator.Index // lone leader
	fire   bool              // MOVE … AND FIRE
	hex    int               // of ATTACK: hex to attack from
	gun    adjudicator.Index // supporting battery
	rash   bool              // result of a botched order
}

// actor returns the unit that does it. It panics on a leader's deed.
func (d *deed) actor() int { return d.unit.Must() }

// foe returns the target unit, which exists unless the target is a lone leader.
func (d *deed) foe() int { return d.target.Must() }

// lookAt evaluates an entry and returns its first possible action. The deed's verb is empty if no action is
// possible. reason explains why the first action is impossible (§P4, §g2).
func (p *play) lookAt(e *Entry) (deed, string) {
	if reason := p.cannotTry(e); reason != "" {
		return deed{}, reason
	}
	first := ""
	for i := range e.Actions {
		d, reason := p.possible(e, &e.Actions[i])
		if i == 0 {
			first = reason
		}
		if reason == "" {
			return d, first
		}
	}
	return deed{}, first
}

// cannotTry returns the reason why none of the entry's actions can be tried, or "" (§P4, §7, §8).
func (p *play) cannotTry(e *Entry) string {
	if leader, ok := e.Leader.Get(); ok {
		switch l := &p.s.Leaders[leader]; {
		case l.Status != onBoard:
			return reasonLeaderAway
		case l.Spent:
			return reasonSpent
		}
		return ""
	}
	switch u := &p.s.Units[e.Unit.Must()]; {
	case u.Lost:
		return reasonUnitLost
	case u.Spent:
		return reasonSpent
	case !p.s.inReach(e.Unit.Must()):
		return reasonOutOfCommand
	}
	return ""
}

// possible returns the deed of an action, or the reason why it is impossible (§P4, section f).
func (p *play) possible(e *Entry, a *Action) (deed, string) {
	if !p.s.holdsTrue(e, a.If) {
		return deed{}, reasonCondition
	}
	if a.Verb == Hold {
		return deed{verb: Hold}, ""
	}
	if leader, ok := e.Leader.Get(); ok {
		return p.leaderDeed(leader, a)
	}
	n := e.Unit.Must()
	u := &p.s.Units[n]
	switch a.Verb {
	case Move, Towards, Turn:
		if u.Square {
			return deed{}, reasonInSquare
		}
	case LeaveSquare:
		return p.leaveDeed(n, a)
	case RallyVerb:
		if u.Morale == Steady {
			return deed{}, reasonNotShaken
		}
		return deed{verb: RallyVerb, unit: adjudicator.At(n)}, ""
	}
	switch a.Verb {
	case Turn:
		return p.turnDeed(n, p.s.heading(n, &a.Face))
	case Move:
		if a.Shoot {
			return p.findTarget(n, a, func(t, _ adjudicator.Index) (deed, string) { return p.moveFireDeed(n, a, t.Must()) })
		}
		return p.moveDeed(n, a)
	case Towards:
		if t, ok := a.Target.Unit.Get(); ok && p.b.Units[t].Side == u.Side {
			return p.joinDeed(n, t)
		}
		return p.findTarget(n, a, func(t, _ adjudicator.Index) (deed, string) { return p.towardsDeed(n, t.Must()) })
	case Fire:
		return p.findTarget(n, a, func(t, _ adjudicator.Index) (deed, string) { return p.fireDeed(n, t.Must()) })
	}
	w := demand{from: a.From, flank: a.Flank, only: a.Only, fight: u.Fight}
	if len(a.With) > 0 {
		w.with = adjudicator.At(a.With[0])
	}
	return p.findTarget(n, a, func(t, man adjudicator.Index) (deed, string) { return p.attackDeed(n, t, man, w) })
}

// findTarget finds the target of an action and tries it. NEAREST is the nearest visible enemy for which the action
// is possible. Broken units can do none of these actions, and a lone leader can only be the target of ATTACK (section
// f, §R4).
func (p *play) findTarget(n int, a *Action, try func(unit, man adjudicator.Index) (deed, string)) (deed, string) {
	u := &p.s.Units[n]
	if u.Morale == Broken {
		return deed{}, reasonBroken
	}
	if a.Target.Nearest {
		return p.nearest(n, func(t int) (deed, string) { return try(adjudicator.At(t), adjudicator.None) })
	}
	t, man := p.s.target(n, &a.Target)
	switch {
	case t.None() && (man.None() || a.Verb != Attack):
		return deed{}, reasonNoTarget
	case t.Some() && !p.s.sees(n, p.s.Units[t.Must()].Hex), t.None() && !p.s.sees(n, p.s.Leaders[man.Must()].Hex):
		return deed{}, reasonNotSeen
	}
	return try(t, man)
}

// target returns the enemy unit, or else the lone enemy leader, that the target denotes, if any.
func (s *State) target(n int, t *Target) (unit, man adjudicator.Index) {
	unit, man = t.Unit, t.Leader
	if at, ok := t.Hex.Get(); ok {
		unit, man = s.UnitAt[at], s.ManAt[at]
	}
	side := s.Units[n].Side
	if i, ok := unit.Get(); ok && !s.Units[i].Lost && s.Units[i].Side != side {
		return unit, adjudicator.None
	}
	if i, ok := man.Get(); ok {
		if l := &s.Leaders[i]; l.Hex != nowhere && l.Unit.None() && l.Side != side {
			return adjudicator.None, man
		}
	}
	return adjudicator.None, adjudicator.None
}

// nearest tries the visible enemies by distance, then in scenario order. If all are impossible, it returns
// the nearest one's reason.
func (p *play) nearest(n int, try func(t int) (deed, string)) (deed, string) {
	list := p.s.enemiesSeen(n)
	reason := reasonNotSeen
	for i, t := range list {
		d, why := try(t)
		if why == "" {
			return d, ""
		}
		if i == 0 {
			reason = why
		}
	}
	return deed{}, reason
}

// enemiesSeen returns the visible enemy units by distance.
func (s *State) enemiesSeen(n int) []int {
	var list []int
	u := &s.Units[n]
	for t := range s.Units {
		if x := &s.Units[t]; x.Side != u.Side && !x.Lost && s.sees(n, x.Hex) {
			list = append(list, t)
		}
	}
	slices.SortStableFunc(list, func(x, y int) int {
		return s.b.distance(u.Hex, s.Units[x].Hex) - s.b.distance(u.Hex, s.Units[y].Hex)
	})
	return list
}

// holdsTrue reports whether all conditions hold for the entry's unit or leader now. A condition on something
// out of its sight is false (section f).
func (s *State) holdsTrue(e *Entry, list []Condition) bool {
	return !rules.Any(list, func(i int) bool { return s.isTrue(e, &list[i]) == list[i].Not })
}

// standOf returns the position and seat of the entry's unit or leader.
func (s *State) standOf(e *Entry) (at, seat int) {
	if unit, ok := e.Unit.Get(); ok {
		return s.Units[unit].Hex, s.Units[unit].Seat
	}
	leader := e.Leader.Must()
	return s.Leaders[leader].Hex, leader
}

func (s *State) isTrue(e *Entry, c *Condition) bool {
	at, seat := s.standOf(e)
	side := s.b.Posts[seat].Side
	switch c.Test {
	case EnemyWithin:
		for i := range s.Units {
			u := &s.Units[i]
			if u.Side != side && u.Hex != nowhere && s.b.distance(at, u.Hex) <= c.N && s.b.inSight(at, u.Hex) {
				return true
			}
		}
		return false
	case Within:
		return s.isWithin(at, side, c)
	case After:
		return c.Unit.Some() && s.Units[c.Unit.Must()].Acted || c.Leader.Some() && s.Leaders[c.Leader.Must()].Acted
	case IsAttacked:
		return e.Unit.Some() && s.Units[e.Unit.Must()].Attacked
	case IsEmpty, HasEnemy, IsOurs:
		return s.hexIs(at, side, c)
	}
	return s.unitIs(e, at, side, seat, c)
}

// isWithin reports whether a friend on the board, or an enemy in sight, is within the condition's distance.
func (s *State) isWithin(at, side int, c *Condition) bool {
	hex, own := nowhere, false
	if unit, ok := c.Unit.Get(); ok {
		hex, own = s.Units[unit].Hex, s.Units[unit].Side == side
	} else if c.Leader.Some() {
		l := &s.Leaders[c.Leader.Must()]
		hex, own = l.Hex, l.Side == side
		if !own && l.Unit.Some() && hex != nowhere && s.b.distance(at, hex) > nearby {
			return false
		}
	}
	return hex != nowhere && s.b.distance(at, hex) <= c.N && (own || s.b.inSight(at, hex))
}

// hexIs evaluates `hex EMPTY`, `hex ENEMY` and `hex OURS`.
func (s *State) hexIs(at, side int, c *Condition) bool {
	u := s.UnitAt[c.Hex.Must()]
	switch c.Test {
	case IsOurs:
		return u.Some() && s.Units[u.Must()].Side == side
	case HasEnemy:
		return u.Some() && s.Units[u.Must()].Side != side && s.b.inSight(at, c.Hex.Must())
	}
	return u.None() && s.b.inSight(at, c.Hex.Must())
}

// unitIs evaluates a condition on a friendly unit or an enemy in sight.
func (s *State) unitIs(e *Entry, at, side, seat int, c *Condition) bool {
	of := c.Unit
	if of.None() {
		of = e.Unit
	}
	n, ok := of.Get()
	if !ok {
		return false
	}
	u := &s.Units[n]
	own := u.Side == side
	if c.Test == IsLost {
		return u.Lost && (own || s.knowsUnit(seat, n))
	}
	if u.Lost || !own && !s.b.inSight(at, u.Hex) {
		return false
	}
	switch c.Test {
	case IsSteady:
		return u.Morale == Steady
	case IsShaken:
		return u.Morale == Shaken
	case IsBroken:
		return u.Morale == Broken
	case InSquare:
		return u.Square
	}
	return u.Spent
}

// unfogged reports whether every seat sees all dice that are not sealed.
func unfogged(b *Battle) bool { return b.Options.Fog == "none" }

// pendingSeats returns the seats with a unit or their leader on the board. A seat goes on playing while
// its leader is away.
func pendingSeats(b *Battle, s *State, _ int) (a adjudicator.Awaited) {
	for seat := range b.Posts {
		troops := slices.ContainsFunc(s.Units, func(u Unit) bool { return u.Seat == seat && !u.Lost })
		if troops || s.Leaders[seat].Status == onBoard {
			a.Seats = append(a.Seats, b.Posts[seat].ID)
		}
	}
	return a
}

// checkInvariants reports violations of the state's invariants at the end of a turn.
func checkInvariants(s *State, bad rules.Bad) {
	for n := range s.Units {
		u := &s.Units[n]
		switch {
		case u.Lost != (u.Hex == nowhere), u.Hex != nowhere && !s.UnitAt[u.Hex].Is(n):
			bad("%s is in hex %d, lost %t", u.ID, u.Hex, u.Lost)
		case !u.Lost && (u.Blocks < 1 || u.Blocks > u.Kind.Blocks):
			bad("%s has %d blocks", u.ID, u.Blocks)
		case !u.Lost && !s.terrainOf(n).Enter[u.Arm]:
			bad("%s stands on closed ground", u.ID)
		case u.Square && u.Arm != Infantry:
			bad("%s is in square", u.ID)
		case u.Leader.Some() && (!s.Leaders[u.Leader.Must()].Unit.Is(n) || s.Leaders[u.Leader.Must()].Hex != u.Hex):
			bad("%s and its leader are apart", u.ID)
		}
	}
	for n := range s.Leaders {
		l := &s.Leaders[n]
		if (l.Status == onBoard) != (l.Hex != nowhere) || l.Hex != nowhere && !s.ManAt[l.Hex].Is(n) {
			bad("leader %s, %s, in hex %d", l.Post.Leader, l.Status, l.Hex)
		}
		if l.Hex == nowhere {
			continue
		}
		if u := s.UnitAt[l.Hex]; u != l.Unit {
			bad("leader %s is with unit %s, in the hex is %s", l.Post.Leader, s.b.unitIDs.Of(l.Unit), s.b.unitIDs.Of(u))
		}
	}
	for i := range s.UnitAt {
		if u := s.UnitAt[i]; u.Some() && s.Units[u.Must()].Hex != i {
			bad("hex %d holds a unit that is elsewhere", i)
		}
	}
}
