package orderdiscipline

import (
	"slices"
	"strings"

	"galloper/adjudicator"
	"galloper/adjudicator/rules"
)

// play is the context of the phases of a turn: battle, state and orders, which are read once for all phases.
type play struct {
	*rules.Play[*Battle, State]
	b *Battle
	s *State

	mails   [][]order            // by general
	plans   [][3]plans           // by unit and group
	watches []*watch             // by general, at the end of the turn
	sights  map[*State][]sighted // by pair of units, once the turn has ended
	queue   *queue               // of the side that is moving
}

// plan is an order from the point of view of one unit.
type plan struct {
	If       []cond
	Steps    []step
	Ref      string            // of the order
	Standing adjudicator.Index // index in the standing list
}

// plans is a unit's list of orders of one group for this turn (f4).
type plans struct {
	Conds []plan
	Last  *plan
}

// clerk returns a desk with full knowledge, for canonical lines.
func (b *Battle) clerk(g int) *desk {
	return &desk{speech: b.speech[g], b: b, g: g, whose: g, enemy: b.speech[g].enemy}
}

// recorded parses a canonical line.
func (b *Battle) recorded(g int, line string) order {
	if strings.HasPrefix(line, "LETTER TO ") {
		it := language.Item(line)
		return *readLetter(language.Reader(b.clerk(g), it.Letter.To), it.Letter.Text)
	}
	return *language.Recorded(b.clerk(g), line)
}

// readConduct parses a unit's standing order, which is stored without its subject.
func (b *Battle) readConduct(u int, line string) plan {
	o := b.recorded(b.Units[u].General, b.Units[u].ID+" "+line)
	return plan{If: o.If, Steps: o.Steps}
}

// mail returns the orders of a general's mail of this turn, in mail order.
func (p *play) mail(g int) []order {
	if p.mails == nil {
		p.mails = make([][]order, len(p.b.Generals))
		for i := range p.b.Generals {
			for _, line := range p.OrdersOf(p.b.Generals[i].ID) {
				p.mails[i] = append(p.mails[i], p.b.recorded(i, line))
			}
		}
	}
	return p.mails[g]
}

// unplayed reports whether the general has no player: it is an NPC, or the player has resigned (g5, section l).
func (p *play) unplayed(g int) bool {
	return p.b.Generals[g].NPC || p.HasResigned(p.b.Generals[g].ID)
}

// unheard reports whether the general has no player or sent no orders this turn (g5, g6).
func (p *play) unheard(g int) bool { return p.unplayed(g) || len(p.mail(g)) == 0 }

// planned returns the unit's list of the group for this turn (f4).
func (p *play) planned(u int, group Group) *plans {
	if p.plans == nil {
		p.plans = make([][3]plans, len(p.b.Units))
		for g := range p.b.Generals {
			for n, o := range p.mail(g) {
				if o.Kind == orderUnit && !o.Standing {
					p.enlist(&o, adjudicator.OrderRef(p.b.Generals[g].ID, n+1))
				}
			}
		}
	}
	return &p.plans[u][group]
}

// enlist adds an order to the lists of its units. A conditional order goes after the earlier ones; an
// unconditional one replaces the earlier one (f4).
func (p *play) enlist(o *order, ref string) {
	for _, u := range o.Units {
		list := &p.plans[u][o.Group]
		this := plan{If: o.If, Steps: o.Steps, Ref: ref}
		if len(o.If) == 0 {
			list.Last = &this
			continue
		}
		list.Conds = append(list.Conds, this)
		if o.Else != nil {
			list.Last = &plan{Steps: o.Else, Ref: ref}
		}
	}
}

// active returns the unit's active order of the group, or nil: the first order whose conditions all hold, in
// the list of this turn and then in the standing list (g1).
func (p *play) active(u int, group Group) *plan {
	list := p.planned(u, group)
	for i := range list.Conds {
		if p.holdAll(u, list.Conds[i].If) {
			return &list.Conds[i]
		}
	}
	if list.Last != nil {
		return list.Last
	}
	for i, line := range p.s.Units[u].Standing[group] {
		this := p.b.readConduct(u, line)
		this.Standing, this.Ref = adjudicator.At(i), p.s.Units[u].Noted[group]
		if p.holdAll(u, this.If) {
			return &this
		}
	}
	return nil
}

func (p *play) holdAll(u int, list []cond) bool {
	return !slices.ContainsFunc(list, func(c cond) bool { return !p.fulfilled(u, &c) })
}

// fulfilled reports whether a condition holds for the unit at this moment (f5).
func (p *play) fulfilled(u int, c *cond) bool { return p.true(u, c) != c.Not }

func (p *play) true(u int, c *cond) bool {
	side := p.s.Units[u].Side
	switch c.Kind {
	case condEnemy:
		return slices.ContainsFunc(p.foes(side), func(e int) bool {
			n := &p.s.Units[e]
			return n.State != Routing && ofArm(n, c.Arm) && p.s.gap(u, e) <= c.N && p.s.spots(u, e)
		})
	case condUnit:
		v := c.Unit.Must()
		return p.s.onTable(v) && p.s.gap(u, v) <= c.N && (!p.s.enemies(u, v) || p.s.spots(u, v))
	case condFirst:
		return p.s.First.Is(side)
	case condSecond:
		return p.s.First.Some() && !p.s.First.Is(side)
	case condInitiative:
		return p.s.Holder.Is(side)
	case condLost, condLostBy:
		return p.s.Units[c.Unit.Or(u)].Lost >= c.N
	case condTurn:
		return p.s.Turn >= c.N
	case condCharged:
		return !p.s.testing && slices.ContainsFunc(p.foes(side), func(e int) bool {
			return p.s.Units[e].Charged && p.s.Units[e].Target.Is(u)
		})
	}
	v := c.Unit.Or(u)
	return p.s.Units[v].State == c.Kind.state() && (!p.s.enemies(u, v) || p.s.spots(u, v))
}

func ofArm(u *Unit, arm adjudicator.Index) bool { return arm.None() || arm.Is(int(u.Kind.Arm())) }

// foes returns the units on the table that are enemies of the side, in scenario order.
func (p *play) foes(side int) []int {
	var list []int
	for u := range p.s.Units {
		if p.s.Units[u].Side != side && p.s.onTable(u) {
			list = append(list, u)
		}
	}
	return list
}

// find returns the enemy that the target denotes for the unit now, or none if the unit sees no such enemy (f1).
func (p *play) find(u int, t *target) adjudicator.Index {
	if e, named := t.Unit.Get(); named {
		if p.s.spots(u, e) {
			return t.Unit
		}
		return adjudicator.None
	}
	var best adjudicator.Index
	least := 0
	for _, e := range p.foes(p.s.Units[u].Side) {
		if !ofArm(&p.s.Units[e], t.Arm) {
			continue
		}
		d := 0
		if t.AtPoint {
			if d = p.s.from(t.At, e); d > 300 {
				continue
			}
		} else {
			d = p.s.gap(u, e)
		}
		if (best.None() || d < least) && p.s.spots(u, e) {
			best, least = adjudicator.At(e), d
		}
	}
	return best
}
