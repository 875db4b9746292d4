package commandchaos

import (
	"slices"

	"galloper/adjudicator"
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
	k.afterwards()
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
	need := k.need(target)
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

// afterwards resolves pushes, then giving ground, recovery and stamina (§K10).
func (k *knot) afterwards() {
	units := k.carded()
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

// carded returns the units of the knot and those relieved in it, because a card's other effects stay with its unit.
func (k *knot) carded() []int {
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
	return slices.ContainsFunc(k.units, func(v int) bool { return k.s.back(v) == k.s.Units[u].At })
}

// push moves the target back if it was hit and the pusher was not (§K10).
func (k *knot) push(u int) {
	target, has := k.target[u].Get()
	if !k.effect(u).Push || !has || k.hits[target] == 0 || k.hits[u] > 0 || k.s.front(target) != k.s.Units[u].At ||
		!k.room(target) {
		return
	}
	from, to := k.s.Units[target].At, k.s.back(target)
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
		k.Emit("unit.gaveground", "unit", k.id(u), "from", from.String(), "to", k.s.back(u).String())
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
