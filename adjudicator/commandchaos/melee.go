package commandchaos

import (
	"slices"

	"galloper/adjudicator"
	"galloper/adjudicator/board"
	"galloper/adjudicator/rules"
	"galloper/events"
)

// knot is a set of line units linked by targets, during its resolution.
type knot struct {
	*play
	units  []int       // in board order
	attack map[int]int // the card's attack bonus; after relief, that of the incoming unit
	dice   map[int][]events.Die
	hits   map[int]int // taken so far, by unit
}

// fightKnots resolves the knots in board order of their first unit, then turns up the other cards and rolls for the
// officers (§K7, §B9, §O5).
func (p *play) fightKnots() {
	for _, units := range p.knots() {
		k := &knot{p, units, map[int]int{}, map[int][]events.Die{}, map[int]int{}}
		k.resolve()
	}
	p.wasteCards()
	p.riskOfHits()
}

// knots returns the sets of line units linked by targets (§K7).
func (p *play) knots() [][]int {
	var knots [][]int
	seen := make([]bool, len(p.s.Units))
	for _, first := range p.board() {
		if seen[first] || p.target[first].None() && !p.aimedAt[first] {
			continue
		}
		units := []int{first}
		seen[first] = true
		for i := 0; i < len(units); i++ {
			for v := range p.s.Units {
				if !seen[v] && (p.target[v].Is(units[i]) || p.target[units[i]].Is(v)) {
					seen[v] = true
					units = append(units, v)
				}
			}
		}
		p.s.sortBoard(p.s.First.Or(0), units)
		knots = append(knots, units)
	}
	return knots
}

// resolve carries out the steps of a knot. Within a knot everything is simultaneous (§K8).
func (k *knot) resolve() {
	for _, u := range k.units {
		k.knotted[u] = true
		k.announce(u)
	}
	k.turnUpCards()
	k.relieve()
	for _, u := range k.units {
		k.throwMissiles(u)
	}
	for _, u := range k.units {
		k.strike(u)
	}
	for _, u := range k.units {
		k.riposte(u)
	}
	for _, u := range k.units {
		if n := min(k.effect(u).Cancel, k.hits[u]); n > 0 {
			k.hits[u] -= n
			k.Emit("melee.cancelled", "unit", k.id(u), "hits", n)
		}
	}
	for _, u := range k.units {
		k.hit("K8", u, k.hits[u], "melee")
		k.hurt[u] = k.hurt[u] || k.hits[u] > 0
	}
	k.resolveAftermath()
}

// turnUpCards turns up all cards of the knot at once. Cards that make others void work even if they are void themselves
// (§B6, §K8).
func (k *knot) turnUpCards() {
	void := map[int]bool{}
	for _, u := range k.units {
		card, has := k.s.Units[u].Card.Get()
		if !has {
			continue
		}
		unmet := k.lacks(u, &k.b.Tables.Cards[card]) != ""
		void[u] = void[u] || unmet
		if target, ok := k.target[u].Get(); ok && k.b.Tables.Cards[card].Void && !unmet {
			void[target] = true
		}
	}
	for _, u := range k.units {
		if k.s.Units[u].Card.Some() {
			k.turnUp("B6", u, void[u])
			k.attack[u] = k.effect(u).Attack
		}
	}
}

// relieve has second lines take the places of the units in front of them (§K9).
func (k *knot) relieve() {
	for _, out := range slices.Clone(k.units) {
		in := k.secondLine(out)
		if !k.effect(out).Relief || in < 0 {
			continue
		}
		k.Emit("unit.relieved", "out", k.id(out), "in", k.id(in), "at", k.s.Units[out].At.String())
		k.leaveBehind(out)
		k.leaveBehind(in)
		k.announce(in)
		k.attack[in] = k.attack[out]
		k.target[in], k.target[out] = k.target[out], adjudicator.None
		k.knotted[in] = true
		for u := range k.target {
			if k.target[u].Is(out) {
				k.target[u] = adjudicator.At(in)
			}
		}
		i := slices.Index(k.units, out)
		if slices.Contains(k.units, in) {
			k.units = slices.Delete(k.units, i, i+1)
		} else {
			k.units[i] = in
		}
	}
}

// throwMissiles rolls the extra die of a card at the target, before all other dice (§B11).
func (k *knot) throwMissiles(u int) {
	least := k.effect(u).Missile
	target, has := k.target[u].Get()
	if least == 0 || !has {
		return
	}
	d := k.Dice.D6("melee/missile/" + k.id(u) + ">" + k.id(target))
	hits := count([]events.Die{d}, least)
	k.hits[target] += hits
	k.Emit("missile.thrown", "unit", k.id(u), "target", k.id(target), "rolls", d.Value, "hits", hits)
}

// strike rolls a unit's attack dice (§K5, §K6, §B7).
func (k *knot) strike(u int) {
	target, has := k.target[u].Get()
	n := k.effect(u).Dice
	if !has || n == 0 {
		return
	}
	angle := k.angle(u, target)
	bonus := k.bonus(u, angle) + k.attack[u] + k.effect(target).Defence
	need := k.rollNeeded(target)
	dice := k.Dice.Dice("melee/attack/"+k.id(u)+">"+k.id(target), n, 6)
	hits := count(dice, need-bonus)
	k.dice[u] = dice
	k.hits[target] += hits
	k.Emit("melee.attack", "unit", k.id(u), "target", k.id(target), "angle", angle, "rolls", rolls(dice),
		"bonus", bonus, "need", need, "hits", hits)
}

// riposte gives each attacker a hit for each of its attack dice at the unit that is low enough (§B11).
func (k *knot) riposte(u int) {
	most := k.effect(u).Riposte
	if most == 0 {
		return
	}
	for _, v := range slices.Clone(k.units) {
		if !k.target[v].Is(u) {
			continue
		}
		if hits := len(k.dice[v]) - count(k.dice[v], most+1); hits > 0 {
			k.hits[v] += hits
			k.Emit("melee.riposte", "unit", k.id(u), "target", k.id(v), "hits", hits)
		}
	}
}

// resolveAftermath resolves pushes, then giving ground, recovery and stamina (§K10).
func (k *knot) resolveAftermath() {
	units := k.cardUnits()
	for _, u := range units {
		k.push(u)
	}
	for _, u := range units {
		k.giveGround(u)
	}
	for _, u := range units {
		k.recover(u)
	}
	for _, u := range units {
		k.refresh(u)
	}
}

// cardUnits returns the units of the knot and those relieved in it, because a card's other effects stay with its unit.
func (k *knot) cardUnits() []int {
	units := slices.Clone(k.units)
	for u := range k.s.Units {
		if k.s.Units[u].field() && k.effect(u).Relief && k.knotted[u] && !slices.Contains(units, u) && k.secondTo(u) {
			units = append(units, u)
		}
	}
	k.s.sortBoard(k.s.First.Or(0), units)
	return units
}

// secondTo reports whether the unit is now behind a unit of the knot.
func (k *knot) secondTo(u int) bool {
	return slices.ContainsFunc(k.units, func(v int) bool { return k.s.spaceBehind(v) == k.s.Units[u].At })
}

// push moves the target back if it was hit and the pusher was not (§K10).
func (k *knot) push(u int) {
	target, has := k.target[u].Get()
	if !k.effect(u).Push || !has || k.hits[target] == 0 || k.hits[u] > 0 || k.s.front(target) != k.s.Units[u].At ||
		!k.room(target) {
		return
	}
	from, to := k.s.Units[target].At, k.s.spaceBehind(target)
	k.Emit("unit.pushed", "unit", k.id(target), "by", k.id(u), "from", from.String(), "to", to.String())
	k.leaveBehind(target)
	k.leaveBehind(u)
}

// giveGround moves the unit back, with the lights in its space (§K10).
func (k *knot) giveGround(u int) {
	for range k.effect(u).Fallback {
		from := k.s.Units[u].At
		if !k.room(u) {
			k.Emit("unit.stuck", "unit", k.id(u), "at", from.String())
			return
		}
		k.Emit("unit.gaveground", "unit", k.id(u), "from", from.String(), "to", k.s.spaceBehind(u).String())
		k.leaveBehind(u)
	}
}

// recover removes hits by a card (§K10).
func (p *play) recover(u int) {
	if n := min(p.effect(u).Recover, p.s.Units[u].Hits); n > 0 {
		p.Because(p.Latest("card.revealed", "unit", p.id(u)), func() {
			p.EmitBy("K10", "unit.recovered", "unit", p.id(u), "hits", n, "total", p.s.Units[u].Hits-n, "cause", "card")
		})
	}
}

// refresh adds stamina by a card, up to the stamina at the start of the game (§K10).
func (p *play) refresh(u int) {
	m := &p.s.Units[u]
	if now := min(m.Stamina+p.effect(u).Refresh, p.b.Units[u].Stamina); now > m.Stamina {
		p.Emit("unit.refreshed", "unit", p.id(u), "stamina", now)
	}
}

// removeRouted removes the units whose hits have reached their max and has their neighbours test, in waves until no
// unit routs. Then it checks whether a side has lost (§K11, §R1, §R2, §R3, §E1).
func (p *play) removeRouted() {
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
			hit := d.Value >= p.rollNeeded(u)
			if hit {
				hits[u]++
			}
			p.Emit("rout.tested", "unit", p.id(u), "near", p.id(near), "roll", d.Value, "need", p.rollNeeded(u), "hit", hit)
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
		hit := d.Value >= p.rollNeeded(u)
		if hit {
			hits[u]++
		}
		p.Emit("officer.dismay", "unit", p.id(u), "roll", d.Value, "need", p.rollNeeded(u), "hit", hit)
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
		p.end("E1", p.leadingSide(), "removed")
	case lost[0]:
		p.end("E1", 1, "removed")
	case lost[1]:
		p.end("E1", 0, "removed")
	}
}

// leadingSide returns the side that has lost the smaller share, or -1 for a tie (§E2).
func (p *play) leadingSide() int {
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
	return p.b.frontDirection(p.b.Units[u].Side), adjudicator.None
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
