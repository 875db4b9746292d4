package activationchits

import "slices"

// Reasons why an entry cannot be tried, or an action is not possible (section f).
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

// planned is an entry as it stands in a seat's plan this turn.
type planned struct {
	*Entry
	seat   int
	number int    // of the fresh order in its mail; 0 for others
	advice string // id of the directive, of an advised entry
	deed   deed   // what was found to be done when it was last looked at
	reason string // why nothing could be, by its first action, when it was last looked at
	doneAs bool   // it is not tried again
	met    bool   // a pass or fail has met it
}

// plan is what a seat tries this turn, in order.
//
// §P3
type plan struct {
	fresh, standing, advised []*planned
	told                     []*Entry // standing entries of this very mail: fresh ones this turn
}

// planOf draws up a seat's plan: fresh entries of this turn's mail; standing
// entries of earlier turns; advised ones, for units without a fresh entry.
//
// §P3, §Q2, §Q6
func (p *play) planOf(seat int) *plan {
	pl := &plan{}
	for n, line := range p.t.OrdersOf(p.b.Posts[seat].ID) {
		if o := p.b.readLine(seat, line); o.Kind == orderEntry || o.Kind == orderStanding {
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

// all are the entries in the order in which they are looked at.
func (pl *plan) all() []*planned { return slices.Concat(pl.fresh, pl.standing, pl.advised) }

// first returns the first entry that can be tried, or nil.
//
// §P4
func (pl *plan) first(p *play) *planned { return pl.find(p, -1) }

// firstOf is first among the entries of a unit.
//
// §P7
func (pl *plan) firstOf(p *play, unit int) *planned { return pl.find(p, unit) }

func (pl *plan) find(p *play, unit int) *planned {
	var held []*Entry
	for _, e := range pl.all() {
		if e.doneAs || unit >= 0 && e.Unit != unit || slices.ContainsFunc(held, sameWho(e.Entry)) {
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

// holds reports whether the unit has a fresh HOLD: it is not rallied unasked.
//
// §P8
func (pl *plan) holds(unit int) bool {
	return slices.ContainsFunc(pl.fresh, func(e *planned) bool {
		return e.Unit == unit && slices.ContainsFunc(e.Actions, func(a Action) bool { return a.Verb == Hold })
	})
}

// tried notes what a roll has made of an entry: a natural 2 puts a fresh one to
// the end, a unit that is only late keeps its entry, any other is done.
//
// §10, §11, §P3
func (pl *plan) tried(p *play, e *planned, result string) {
	e.met = e.met || result != resultLate
	switch i := slices.Index(pl.fresh, e); {
	case result == resultLate:
	case result != resultFree:
		e.doneAs = true
		if e.advice != "" {
			p.emit("directive.done", "P3", nil, "seat", p.b.Posts[e.seat].ID, "unit", p.b.who(e.Entry), "id", e.advice)
		}
	case i >= 0:
		pl.fresh = append(slices.Delete(pl.fresh, i, i+1), e)
	}
}

// listUndone lists the fresh entries that no pass or fail has met.
//
// §P9
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
	if e.Unit < 0 {
		who = "leader"
	} else if c.s.Units[e.Unit].Lost {
		reason = reasonUnitLost
	}
	if reason == "" {
		reason = reasonNoChit
	}
	c.emit("entry.undone", "P9", nil, "seat", c.b.Posts[e.seat].ID, who, c.b.who(e.Entry), "reason", reason)
}

// deed is what an action comes to on the board as it is now.
type deed struct {
	verb   Verb
	unit   int // who does it, or -1
	leader int
	path   []int // hexes to enter, in order
	facing Facing
	turn   bool // it turns in place
	target int  // unit, or -1
	man    int  // lone leader, or -1
	fire   bool // MOVE … AND FIRE
	hex    int  // ATTACK: from where
	guns   []int
	rash   bool // it botched its order
}

// lookAt says what an entry comes to now: the first action that is possible. If
// none is, the verb is empty; reason is why its first action is not.
//
// §P4
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

// cannotTry is why nothing of the entry can be tried.
//
// §P4, §7, §8
func (p *play) cannotTry(e *Entry) string {
	if e.Leader >= 0 {
		switch l := &p.s.Leaders[e.Leader]; {
		case l.Status != onBoard:
			return reasonLeaderAway
		case l.Spent:
			return reasonSpent
		}
		return ""
	}
	switch u := &p.s.Units[e.Unit]; {
	case u.Lost:
		return reasonUnitLost
	case u.Spent:
		return reasonSpent
	case !p.s.inReach(e.Unit):
		return reasonOutOfCommand
	}
	return ""
}

// possible says what an action comes to, or why it is not possible.
//
// §P4, section f
func (p *play) possible(e *Entry, a *Action) (deed, string) {
	if !p.s.holdsTrue(e, a.If) {
		return deed{}, reasonCondition
	}
	if a.Verb == Hold {
		return deed{verb: Hold}, ""
	}
	if e.Leader >= 0 {
		return p.leaderDeed(e.Leader, a)
	}
	n := e.Unit
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
		return deed{verb: RallyVerb, unit: n}, ""
	}
	switch a.Verb {
	case Turn:
		return p.turnDeed(n, p.s.heading(n, &a.Face))
	case Move:
		if a.Shoot {
			return p.aimed(n, a, func(t int, _ int) (deed, string) { return p.moveFireDeed(n, a, t) })
		}
		return p.moveDeed(n, a)
	case Towards:
		return p.aimed(n, a, func(t, _ int) (deed, string) { return p.towardsDeed(n, t) })
	case Fire:
		return p.aimed(n, a, func(t, _ int) (deed, string) { return p.fireDeed(n, t) })
	}
	return p.aimed(n, a, func(t, man int) (deed, string) {
		return p.attackDeed(n, t, man, demand{from: a.From, flank: a.Flank, only: a.Only, with: a.With, fight: u.Fight})
	})
}

// aimed finds the target of an action and tries it: of NEAREST the nearest enemy
// that the unit sees for which it is possible. A broken unit does none of this.
//
// Section f, §R4
func (p *play) aimed(n int, a *Action, try func(unit, man int) (deed, string)) (deed, string) {
	u := &p.s.Units[n]
	if u.Morale == Broken {
		return deed{}, reasonBroken
	}
	if a.Target.Nearest {
		return p.nearest(n, func(t int) (deed, string) { return try(t, -1) })
	}
	t, man := p.s.target(n, &a.Target)
	switch {
	case t < 0 && (man < 0 || a.Verb != Attack):
		return deed{}, reasonNoTarget
	case t >= 0 && !p.s.sees(n, p.s.Units[t].Hex), t < 0 && !p.s.sees(n, p.s.Leaders[man].Hex):
		return deed{}, reasonNotSeen
	}
	return try(t, man)
}

// target is the enemy unit, or else the lone enemy leader, that is meant; both
// are -1 if there is none.
func (s *State) target(n int, t *Target) (unit, man int) {
	unit, man = t.Unit, t.Leader
	if t.Hex != nowhere {
		unit, man = s.unitAt[t.Hex], s.manAt[t.Hex]
	}
	side := s.Units[n].Side
	if unit >= 0 && (s.Units[unit].Lost || s.Units[unit].Side == side) {
		unit = -1
	}
	if unit >= 0 {
		return unit, -1
	}
	if man >= 0 && (s.Leaders[man].Hex == nowhere || s.Leaders[man].Unit >= 0 || s.Leaders[man].Side == side) {
		man = -1
	}
	return -1, man
}

// nearest tries the enemies that the unit sees, the nearest first, then in
// scenario order; if none is possible the reason is the nearest one's.
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

// enemiesSeen are the enemy units that the unit sees, the nearest first.
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
