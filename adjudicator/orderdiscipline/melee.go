package orderdiscipline

import (
	"slices"
	"strconv"
	"strings"

	"galloper/adjudicator"
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
		p.rout(u, "melee")
	}
}

// outflanked reports whether the unit was charged in flank or rear this turn (§7.5).
func (s *State) outflanked(u int) bool {
	return slices.ContainsFunc(s.Units, func(e Unit) bool {
		aspect, charged := e.struck(u)
		return charged && aspect != Front
	})
}
