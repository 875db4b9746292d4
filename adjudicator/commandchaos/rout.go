package commandchaos

import (
	"slices"

	"galloper/adjudicator"
	"galloper/adjudicator/board"
	"galloper/adjudicator/rules"
)

// rout removes the units whose hits have reached their max and has their neighbours test, in waves until no unit routs.
// Then it checks whether a side has lost (§K11, §R1, §R2, §R3, §E1).
func (p *play) rout() {
	for wave := 1; ; wave++ {
		var routers []int
		for _, u := range p.board() {
			if p.b.Units[u].line() && p.s.Units[u].Hits >= p.s.Units[u].Max {
				routers = append(routers, u)
			}
		}
		if len(routers) == 0 {
			break
		}
		p.wave(wave, routers)
	}
	p.judgeLosses()
}

// wave resolves one wave: all routs, the risks to officers, lights driven back, tests, hits and dismay (§R1, §R2).
func (p *play) wave(wave int, routers []int) {
	type place struct {
		at     board.Space
		lights []int
	}
	was := make([]place, len(routers))
	for i, u := range routers {
		was[i] = place{p.s.Units[u].At, p.s.lightsAt(p.s.Units[u].At)}
	}
	refs := make([]string, len(routers))
	for i, u := range routers {
		m := &p.s.Units[u]
		refs[i] = p.Emit("unit.routed", "unit", p.id(u), "at", was[i].at.String(), "hits", m.Hits, "max", m.Max, "wave", wave)
	}
	var fallen []int
	for i, u := range routers {
		p.Cause = refs[i]
		fallen = append(fallen, p.risk(u, "rout", p.b.Options.RiskRout)...)
	}
	for i, u := range routers {
		for _, light := range was[i].lights {
			if p.s.Units[light].field() {
				p.fallBack("R1", light, u, 2, offBoard)
			}
		}
	}
	p.testNeighbours(wave, routers)
	for _, o := range fallen {
		p.dismay(o, wave)
	}
}

// testNeighbours has each friendly line unit adjacent to routs roll for each of them (§R2, §R4, §R5).
func (p *play) testNeighbours(wave int, routers []int) {
	hits := map[int]int{}
	order := p.board()
	for _, u := range order {
		if !p.b.Units[u].line() {
			continue
		}
		for _, near := range routers {
			if p.b.Units[near].Side != p.b.Units[u].Side || !adjacent(p.s.Units[u].At, p.s.Units[near].Last) {
				continue
			}
			if p.effect(u).Steady {
				p.Cause = p.Latest("unit.routed", "unit", p.id(near))
				p.Emit("rout.steady", "unit", p.id(u), "wave", wave)
				break
			}
			d := p.Dice.D6("rout/test/" + p.id(u) + ">" + p.id(near))
			hit := d.Value >= p.need(u)
			if hit {
				hits[u]++
			}
			p.Emit("rout.tested", "unit", p.id(u), "near", p.id(near), "roll", d.Value, "need", p.need(u), "hit", hit)
		}
	}
	for _, u := range order {
		p.hit("R2", u, hits[u], "rout")
	}
}

// risk rolls for each living officer attached to a unit, and returns the commanders killed (§O5).
func (p *play) risk(u int, why string, most int) (fallen []int) {
	for i := range p.s.Officers {
		o := &p.s.Officers[i]
		if !o.Unit.Is(u) || o.Dead {
			continue
		}
		d := p.Dice.D6("officer/" + why + "/" + p.b.Leaders[i].ID)
		killed := d.Value <= most
		p.Emit("officer.risked", "officer", p.b.Leaders[i].ID, "roll", d.Value, "killed", killed)
		if killed && !p.b.Leaders[i].Lieutenant {
			fallen = append(fallen, i)
		}
	}
	return fallen
}

// riskOfHits rolls for officers whose unit took a hit in a knot (§O5).
func (p *play) riskOfHits() {
	if p.b.Options.RiskHit == 0 {
		return
	}
	var fallen []int
	for _, u := range p.board() {
		if p.hurt[u] {
			p.Cause = p.Latest("morale.hit", "unit", p.id(u))
			fallen = append(fallen, p.risk(u, "hit", p.b.Options.RiskHit)...)
		}
	}
	for _, o := range fallen {
		p.dismay(o, 0)
	}
}

// dismay applies the effect of a commander's death to the line units in their zone (§O6).
func (p *play) dismay(officer, wave int) {
	hits := map[int]int{}
	order := p.board()
	p.Cause = p.Latest("officer.risked", "officer", p.b.Leaders[officer].ID)
	for _, u := range order {
		if !p.b.Units[u].line() || p.b.Units[u].Side != p.b.Leaders[officer].Side ||
			p.s.zone(u) != p.s.Officers[officer].Zone {
			continue
		}
		if p.effect(u).Steady {
			continue
		}
		d := p.Dice.D6("officer/dismay/" + p.id(u))
		hit := d.Value >= p.need(u)
		if hit {
			hits[u]++
		}
		p.Emit("officer.dismay", "unit", p.id(u), "roll", d.Value, "need", p.need(u), "hit", hit)
	}
	for _, u := range order {
		p.hit("O6", u, hits[u], "dismay")
	}
}

// judgeLosses checks whether a side has lost too much (§E1, §E2).
func (p *play) judgeLosses() {
	var lost [2]bool
	for i := range p.s.Sides {
		s := &p.s.Sides[i]
		lost[i] = s.Removed*100 > p.b.Victory.Share*s.Total
	}
	switch {
	case lost[0] && lost[1]:
		p.end("E1", p.better(), "removed")
	case lost[0]:
		p.end("E1", 1, "removed")
	case lost[1]:
		p.end("E1", 0, "removed")
	}
}

// better returns the side that has lost the smaller share, or -1 for a tie (§E2).
func (p *play) better() int {
	a, b := &p.s.Sides[0], &p.s.Sides[1]
	switch mine, theirs := a.Removed*b.Total, b.Removed*a.Total; {
	case mine < theirs:
		return 0
	case mine > theirs:
		return 1
	}
	return -1
}

func (p *play) end(clause string, winner int, reason string) {
	name := "draw"
	if winner >= 0 {
		name = p.sideID(winner)
	}
	p.EmitBy(clause, "game.ended", "winner", name, "reason", reason)
}

// turnUnits turns all units without an enemy in front at once, settles the engagements and clears the cards away (§T1,
// §K12, §B5).
func (p *play) turnUnits() {
	type turn struct {
		u       int
		against adjudicator.Index
		to      board.Heading
	}
	var turns []turn
	for _, u := range p.board() {
		if !p.b.Units[u].line() || p.s.enemyLine(u, p.s.front(u)) >= 0 {
			continue
		}
		if to, against := p.newFacing(u); to != p.s.Units[u].Facing {
			turns = append(turns, turn{u, against, to})
		}
	}
	for _, c := range turns {
		p.Emit("unit.turned", "unit", p.id(c.u), "from", p.s.Units[c.u].Facing.String(), "to", c.to.String(), "against",
			p.b.unitName(c.against))
	}
	p.settleEngagements()
	for side := range p.b.Sides {
		p.clearCards(side)
	}
}

// newFacing returns the new facing of a unit without an enemy in front: towards an enemy that faces it from the left,
// else the right, else behind; otherwise towards its side's front (§T1).
func (p *play) newFacing(u int) (to board.Heading, against adjudicator.Index) {
	m := &p.s.Units[u]
	for _, quarter := range []int{-1, 1, 2} {
		h := m.Facing.Turned(quarter)
		if e := p.s.enemyLine(u, m.At.Next(h, 1)); e >= 0 && p.s.front(e) == m.At {
			return h, adjudicator.At(e)
		}
	}
	return p.b.ahead(p.b.Units[u].Side), adjudicator.None
}

// settleEngagements ends the engagements of units no longer in contact, and begins those of units that rolled dice
// against each other (§K12).
func (p *play) settleEngagements() {
	now := make([][]int, len(p.s.Units))
	for u := range p.s.Units {
		for v := range u {
			if !p.s.Units[u].field() || !p.s.Units[v].field() || p.b.Units[u].Side == p.b.Units[v].Side ||
				!p.b.Units[u].line() || !p.b.Units[v].line() {
				continue
			}
			dice := slices.Contains(p.s.Units[u].Fought, v) || slices.Contains(p.s.Units[u].Began, v)
			joined := (p.joins[u].Is(v) || p.joins[v].Is(u)) && adjacent(p.s.Units[u].At, p.s.Units[v].At)
			if dice && (joined || p.s.inContact(u, v)) {
				now[u], now[v] = rules.With(now[u], v), rules.With(now[v], u)
			}
		}
	}
	for u := range p.s.Units {
		if !slices.Equal(now[u], p.s.Units[u].Engaged) {
			p.Emit("unit.engaged", "unit", p.id(u), "with", rules.OrNone(p.b.idList(now[u])))
		}
	}
}

// clearCards moves the placed cards to the discard pile (§B5).
func (p *play) clearCards(side int) {
	cards := make(rules.Pile, len(p.b.Tables.Cards))
	for u := range p.s.Units {
		if c, ok := p.s.Units[u].Card.Get(); ok && p.b.Units[u].Side == side {
			cards[c]++
		}
	}
	if cards.Count() > 0 {
		p.Emit("cards.cleared", "side", p.sideID(side), "cards", p.b.cardNames(cards))
	}
}
