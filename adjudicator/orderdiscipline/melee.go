package orderdiscipline

import (
	"slices"
	"strconv"
	"strings"

	"galloper/adjudicator"
	"galloper/adjudicator/dice"
	"galloper/events"
)

// melee resolves the melee phase: all groups fight simultaneously, then losses are taken, then results are
// decided (§7.1, §7.4).
func (p *play) melee() {
	groups := p.s.groups()
	hits := make([][2]int, len(groups))
	for i, group := range groups {
		for _, u := range group {
			hits[i][p.s.Units[u].Side] += p.dealBlows(u)
		}
	}
	p.losses("7.3", "melee")
	for i, group := range groups {
		p.decideMelee(group, hits[i])
	}
}

// groups returns the sets of units linked by contact, ordered by their first unit (§7.1).
func (s *State) groups() [][]int {
	seen := make([]bool, len(s.Units))
	var all [][]int
	for u := range s.Units {
		if seen[u] || len(s.Units[u].Contact) == 0 {
			continue
		}
		group := []int{u}
		seen[u] = true
		for i := 0; i < len(group); i++ {
			for _, e := range s.Units[group[i]].Contact {
				if !seen[e] {
					seen[e] = true
					group = append(group, e)
				}
			}
		}
		slices.Sort(group)
		all = append(all, group)
	}
	return all
}

// opponent returns the enemy that the unit strikes: the first that it charged this turn, or else the first
// that it is in contact with (§7.1).
func (u *Unit) opponent() int {
	for _, e := range u.Contact {
		if _, charged := u.struck(e); charged {
			return e
		}
	}
	return u.Contact[0]
}

// blows returns the number of a unit's melee dice (§7.2).
func (s *State) blows(u int) int {
	n := &s.Units[u]
	if n.State == Routing {
		return 0
	}
	for _, e := range n.Contact {
		if aspect, charged := s.Units[e].struck(u); charged && aspect != Front {
			return (n.Stands + 1) / 2
		}
	}
	return n.Stands
}

// dealBlows rolls a unit's dice and returns its hits. A natural 6 hits, a natural 1 misses (§7.3).
func (p *play) dealBlows(u int) int {
	n := &p.s.Units[u]
	count := p.s.blows(u)
	if count == 0 || len(n.Contact) == 0 { // the umpire may just have parted them
		return 0
	}
	e := n.opponent()
	m := p.s.meleeMods(u, e)
	id, target := n.ID, p.b.Units[e].ID
	dice := p.Dice.Dice("melee/fight/"+id+">"+target, count, 6)
	struck := hits(dice, 4, m.total(), true)
	p.Emit("melee.fought", "unit", id, "target", target, "need", 4, "mods", m.String(), "count", count, "hits", struck)
	return struck
}

// meleeMods returns the modifiers of a unit's melee dice (§7.3).
func (s *State) meleeMods(u, e int) modifiers {
	n, o, t := &s.Units[u], &s.Units[e], &s.b.Tables.Melee
	arm, his := n.Kind.Arm(), o.Kind.Arm()
	_, charging := n.struck(e)
	values := [9]bool{
		s.inArea(e, town) || s.behindLine(e, n.At, anyLine) || s.b.height(o.At) > s.b.height(n.At),
		arm == Infantry && his == Infantry && rank(n) > rank(o),
		n.State == Unsteady,
		n.Quality >= Veteran,
		s.halted(u),
		n.Shock && charging && !o.Shock,
		n.foot() && n.Formation != Square && his == Cavalry,
		arm == Cavalry && o.Formation == Square,
		arm == Artillery,
	}
	var m modifiers
	for i, name := range meleeCells {
		m.add(name, t[i], values[i])
	}
	return m
}

// rank returns the relative depth of a formation in a melee between infantry (§7.3).
func rank(u *Unit) int {
	switch u.Formation {
	case Square, Column:
		return 2
	case Skirmish:
		return 0
	}
	return 1
}

// halted reports whether cavalry that did not charge was itself charged this turn by an enemy in contact (§7.3).
func (s *State) halted(u int) bool {
	n := &s.Units[u]
	if n.Kind.Arm() != Cavalry || n.Charged {
		return false
	}
	return slices.ContainsFunc(n.Contact, func(e int) bool {
		_, charged := s.Units[e].struck(u)
		return charged
	})
}

// decideMelee decides the result of a group after losses (§7.4).
func (p *play) decideMelee(group []int, hits [2]int) {
	var standing [2]bool
	for _, u := range group {
		if n := &p.s.Units[u]; n.State <= Unsteady {
			standing[n.Side] = true
		}
	}
	var winner adjudicator.Index
	switch {
	case standing[0] != standing[1]:
		winner = adjudicator.At(bit(standing[1]))
	case !standing[0]:
	case hits[0] != hits[1]:
		winner = adjudicator.At(bit(hits[1] > hits[0]))
	}
	ref := p.Emit("melee.result", "units", p.b.unitIDs.List(group), "winner", p.b.sideOr(winner, "none"),
		"hits", p.b.tally(hits))
	if winner.None() {
		return
	}
	defer p.Follow(p.Follow(ref))
	for _, u := range group {
		if !winner.Is(p.s.Units[u].Side) && p.s.onTable(u) {
			p.loseMelee(u)
		}
	}
}

// tally formats a number for each side: `french:3,allied:2`.
func (b *Battle) tally(n [2]int) string {
	texts := make([]string, len(n))
	for i := range n {
		texts[i] = b.Sides[i].ID + ":" + strconv.Itoa(n[i])
	}
	return strings.Join(texts, ",")
}

// loseMelee applies the result to a unit on the losing side (§7.5).
func (p *play) loseMelee(u int) {
	n := &p.s.Units[u]
	switch {
	case n.Formation == Deployed:
		p.takeOff(u, "7.5", "captured")
	case n.State == Routing:
		p.takeOff(u, "7.5", "dispersed")
	case n.State == Steady && !p.s.outflanked(u):
		p.fall(u, Unsteady, "7.5", "melee")
		p.retire(u, "melee")
	default:
		p.fall(u, Routing, "7.5", "melee")
		p.routUnit(u, "melee")
	}
}

// outflanked reports whether the unit was charged in flank or rear this turn (§7.5).
func (s *State) outflanked(u int) bool {
	return slices.ContainsFunc(s.Units, func(e Unit) bool {
		aspect, charged := e.struck(u)
		return charged && aspect != Front
	})
}

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
		p.routUnit(u, "morale")
	default:
		if p.loseStand(u, "5.4", "test") {
			p.routUnit(u, "morale")
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
			p.routUnit(u, "morale")
		}
	}
}

// runOn makes a routing unit that passed its test rout on (§5.2).
func (p *play) runOn(u int) { p.routUnit(u, "morale") }

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

// routUnit moves the unit towards its home edge, or disperses it if half of it is lost already. A unit that
// crosses the edge is gone; one that is stopped within an inch surrenders (§11.2, §11.3).
func (p *play) routUnit(u int, phase string) {
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
