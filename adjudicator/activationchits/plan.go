package activationchits

import (
	"slices"

	"galloper/adjudicator"
)

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
		if !slices.ContainsFunc(pl.told, sameWho(e)) {
			pl.standing = append(pl.standing, &planned{Entry: e, seat: seat})
		}
	}
	for _, a := range p.s.Desks[seat].Advised {
		if a.From <= p.s.Turn && !slices.ContainsFunc(pl.fresh, func(e *planned) bool { return sameWho(a.Entry)(e.Entry) }) {
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
		if e.doneAs || unit.Some() && e.Unit != unit || slices.ContainsFunc(held, sameWho(e.Entry)) {
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

// tried updates the plan after a roll. A natural 2 moves a fresh entry to the end; a late unit keeps its
// entry; every other entry is done (§10, §11, §P3).
func (pl *plan) tried(p *play, e *planned, result string) {
	e.met = e.met || result != resultLate
	switch i := slices.Index(pl.fresh, e); {
	case result == resultLate:
	case result != resultFree:
		e.doneAs = true
		if e.advice != "" {
			p.Emit("directive.done", "seat", p.b.Posts[e.seat].ID, "unit", p.b.who(e.Entry), "id", e.advice)
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
				c.undone(e)
			}
		}
	}
}

func (c *cup) undone(e *planned) {
	reason, who := e.reason, "unit"
	if e.Unit.None() {
		who = "leader"
	} else if c.s.Units[e.Unit.Must()].Lost {
		reason = reasonUnitLost
	}
	if reason == "" {
		reason = reasonNoChit
	}
	c.Emit("entry.undone", "seat", c.b.Posts[e.seat].ID, who, c.b.who(e.Entry), "reason", reason)
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

// by returns the unit that does it. It panics on a leader's deed.
func (d *deed) by() int { return d.unit.Must() }

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
			return p.aimed(n, a, func(t, _ adjudicator.Index) (deed, string) { return p.moveFireDeed(n, a, t.Must()) })
		}
		return p.moveDeed(n, a)
	case Towards:
		if t, ok := a.Target.Unit.Get(); ok && p.b.Units[t].Side == u.Side {
			return p.besideDeed(n, t)
		}
		return p.aimed(n, a, func(t, _ adjudicator.Index) (deed, string) { return p.towardsDeed(n, t.Must()) })
	case Fire:
		return p.aimed(n, a, func(t, _ adjudicator.Index) (deed, string) { return p.fireDeed(n, t.Must()) })
	}
	w := demand{from: a.From, flank: a.Flank, only: a.Only, fight: u.Fight}
	if len(a.With) > 0 {
		w.with = adjudicator.At(a.With[0])
	}
	return p.aimed(n, a, func(t, man adjudicator.Index) (deed, string) { return p.attackDeed(n, t, man, w) })
}

// aimed finds the target of an action and tries it. NEAREST is the nearest visible enemy for which the action
// is possible. Broken units can do none of these actions, and a lone leader can only be the target of ATTACK (section
// f, §R4).
func (p *play) aimed(n int, a *Action, try func(unit, man adjudicator.Index) (deed, string)) (deed, string) {
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
