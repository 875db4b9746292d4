package orderdiscipline

import (
	"galloper/adjudicator/dice"
	"galloper/events"
)

// takeTest makes the unit take its morale test and reports whether it passed (§5.3).
func (p *play) takeTest(u int) bool {
	ref, passed := p.test(u, p.s.moraleMods(u, forMorale), "morale.tested", [3]string{"result", "passed", "failed"})
	if !passed {
		p.Because(ref, func() { p.fail(u) })
	}
	return passed
}

// fail applies a failed morale test: the unit's state worsens by one and it moves back (§5.4).
func (p *play) fail(u int) {
	n := &p.s.Units[u]
	switch n.State {
	case Steady:
		covered := p.s.covered(u)
		p.fall(u, Unsteady, "5.4", "test")
		if covered {
			p.Emit("unit.stood", "unit", n.ID)
			return
		}
		p.retire(u, "morale")
	case Unsteady:
		p.fall(u, Routing, "5.4", "test")
		p.rout(u, "morale")
	default:
		if p.loseStand(u, "5.4", "test") {
			p.rout(u, "morale")
		}
	}
}

// fall worsens a unit's state (§5.4, §7.5).
func (p *play) fall(u int, to Condition, clause, cause string) {
	n := &p.s.Units[u]
	p.EmitBy(clause, "morale.fell", "unit", n.ID, "from", n.State.String(), "to", to.String(), "cause", cause)
}

// loseStand removes a stand and reports whether any is left (§6.5).
func (p *play) loseStand(u int, clause, cause string) bool {
	n := &p.s.Units[u]
	p.EmitBy(clause, "unit.lost-stand", "unit", n.ID, "stands", n.Stands-1, "cause", cause)
	if n.Stands > 0 {
		return true
	}
	p.takeOff(u, "6.5", "destroyed")
	return false
}

func (p *play) takeOff(u int, clause, how string) {
	p.EmitBy(clause, "unit.gone", "unit", p.b.Units[u].ID, "how", how)
}

// tryRally attempts to rally. If it succeeds the unit's state improves by one; if a routing unit fails, it
// loses a stand and routs on (§5.5).
func (p *play) tryRally(u int) {
	n := &p.s.Units[u]
	ref, passed := p.test(u, p.s.moraleMods(u, forMovement), "rally.tried", [3]string{"result", "rallied", "failed"})
	defer p.Follow(p.Follow(ref))
	switch {
	case passed:
		p.Emit("morale.rose", "unit", n.ID, "from", n.State.String(), "to", (n.State - 1).String())
	case n.State == Routing:
		if p.loseStand(u, "5.5", "rout") {
			p.rout(u, "morale")
		}
	}
}

// runOn makes a routing unit that passed its test rout on (§5.2).
func (p *play) runOn(u int) { p.rout(u, "morale") }

// fleeDice rolls the distance that a unit retires or routs (§11.1, §11.2).
func (p *play) fleeDice(phase, action string, u int, table [2]int) []events.Die {
	return p.Dice.Dice(phase+"/"+action+"/"+p.b.Units[u].ID, table[bit(p.s.Units[u].Kind.mounted())], 6)
}

// retire moves the unit back towards its home edge, facing the enemy (§11.1).
func (p *play) retire(u int, phase string) {
	rolled := p.fleeDice(phase, "retire", u, p.b.Tables.Retire)
	w := p.backwards(u, false)
	w.flee(100 * dice.Sum(rolled))
	p.Emit("unit.retired", "unit", w.body.ID, "x", w.body.At.X, "y", w.body.At.Y, "walked", w.walked, "stopped", w.stopped)
}

// backwards returns the walk of a unit that moves back: guns are limbered, and a routing unit faces its home
// edge (§11.1, §11.2).
func (p *play) backwards(u int, rout bool) *walk {
	w := p.s.newWalk(u, 0)
	if w.body.Formation == Deployed {
		w.body.Formation = Limbered
	}
	if rout {
		w.body.Facing = p.b.Sides[w.body.Side].Home
	}
	return w
}

// rout moves the unit towards its home edge, or disperses it if half of it is lost already. A unit that
// crosses the edge is gone; one that is stopped within an inch surrenders (§11.2, §11.3).
func (p *play) rout(u int, phase string) {
	n := &p.s.Units[u]
	if n.Start > 1 && 2*n.Lost >= n.Start {
		p.takeOff(u, "11.3", "dispersed")
		return
	}
	rolled := p.fleeDice(phase, "rout", u, p.b.Tables.Rout)
	w := p.backwards(u, true)
	off := w.flee(100 * dice.Sum(rolled))
	p.Emit("unit.routed", "unit", w.body.ID, "x", w.body.At.X, "y", w.body.At.Y, "walked", w.walked, "stopped", w.stopped)
	switch {
	case off:
		p.takeOff(u, "11.2", "left")
	case w.walked < 100 && (w.stopped == stoppedEnemy || w.stopped == stoppedLand):
		p.takeOff(u, "11.2", "surrendered")
	}
}
