package commandchaos

import (
	"galloper/adjudicator/board"
	"galloper/events"
)

// javelin resolves a light's throw at a line unit (§L3).
func (p *play) javelin(phase string, light, target int) {
	d := p.Dice.D6(phase + "/javelin/" + p.id(light) + ">" + p.id(target))
	hits := 0
	if d.Value >= p.b.Tables.Javelin {
		hits = 1
	}
	p.Emit("javelin.thrown", "light", p.id(light), "target", p.id(target), "phase", phase, "hits", hits)
	p.hit("L3", target, hits, "javelin")
}

// fallBack moves a light the given number of spaces towards its own edge. It stops before an enemy, impassable ground
// or the edge, and is dispersed if it cannot move at all. `mover` is the space of a unit that is advancing on it (§L6).
func (p *play) fallBack(clause string, light, by, spaces int, mover board.Space) {
	side := p.b.Units[light].Side
	way := p.b.ahead(side).Turned(2)
	from := p.s.Units[light].At
	to := from
	for range spaces {
		next := to.Next(way, 1)
		if !p.b.passable(next) || p.s.heldBy(next, 1-side) || next == mover {
			break
		}
		to = next
	}
	if to == from {
		p.Emit("light.dispersed", "light", p.id(light), "by", p.id(by), "at", from.String())
		return
	}
	p.EmitBy(clause, "light.driven", "light", p.id(light), "by", p.id(by), "from", from.String(), "to", to.String(),
		"spaces", spaces)
}

// sheltered reports whether a light shares its space with a friendly line unit (§L1).
func (p *play) sheltered(light int) bool { return p.s.lineAt(p.s.Units[light].At) >= 0 }

// inContact reports whether either unit is in the other's front space (§L4, §K12).
func (s *State) inContact(u, v int) bool {
	return s.front(u) == s.Units[v].At || s.front(v) == s.Units[u].At
}

// fightLights resolves the lights' part of the melee phase: first lights in contact with line units, then light against
// light (§L4, §L5, §L7).
func (p *play) fightLights() {
	for _, light := range p.board() {
		if p.fights(light) {
			p.meetLine(light)
		}
	}
	order := p.board()
	for i, light := range order {
		for _, enemy := range order[i+1:] {
			if p.fights(light) && p.fights(enemy) && p.b.Units[light].Side != p.b.Units[enemy].Side &&
				p.s.inContact(light, enemy) {
				p.duel(light, enemy)
			}
		}
	}
}

// fights reports whether the unit is a light on the field without shelter.
func (p *play) fights(u int) bool {
	return !p.b.Units[u].line() && p.s.Units[u].field() && !p.sheltered(u)
}

// meetLine has a light in contact with an enemy line unit throw and fall back (§L5).
func (p *play) meetLine(light int) {
	for _, u := range p.board() {
		if p.b.Units[u].line() && p.b.Units[u].Side != p.b.Units[light].Side && p.s.inContact(light, u) {
			p.javelin("melee", light, u)
			p.fallBack("L5", light, u, 3, offBoard)
			return
		}
	}
}

// duel resolves light against light: both roll, and the lower one falls back (§L7).
func (p *play) duel(light, enemy int) {
	a := p.Dice.D6("melee/light/" + p.id(light) + ">" + p.id(enemy))
	b := p.Dice.D6("melee/light/" + p.id(enemy) + ">" + p.id(light))
	dice := []events.Die{a, b}
	winner, loser := light, enemy
	if a.Value < b.Value {
		winner, loser = enemy, light
	}
	name := "-"
	if a.Value != b.Value {
		name = p.id(loser)
	}
	p.Emit("light.fought", "light", p.id(light), "against", p.id(enemy), "rolls", rolls(dice), "loser", name)
	if a.Value != b.Value {
		p.fallBack("L7", loser, winner, 2, offBoard)
	}
}
