package commandchaos

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"galloper/adjudicator"
	"galloper/adjudicator/board"
	"galloper/adjudicator/rules"
	"galloper/events"
)

// charge moves a unit and has it charge the enemy line unit ahead of it (§C1, §C2).
func (z *zoneMove) charge(u int, a action) {
	m := z.plan(u, a)
	target, reason := z.chargeable(u, a.order, m)
	if a.order.OrHold && reason != "" {
		z.Emit("charge.missed", "unit", z.id(u), "reason", reason)
		return
	}
	if m.steps > 0 {
		z.carryOut(u, a, m)
	}
	if reason != "" {
		z.Emit("charge.missed", "unit", z.id(u), "reason", reason)
		return
	}
	z.shock(u, target)
}

// chargeable returns the enemy that the unit would charge at the end of its move, or the reason why it can charge none
// (§C2, §M12).
func (p *play) chargeable(u int, o *Order, m march) (target int, reason string) {
	ahead := m.to.Next(p.b.frontDirection(p.b.Units[u].Side), 1)
	target = p.s.enemyLine(u, ahead)
	switch {
	case target < 0:
		return -1, "no-enemy"
	case o.Enemy.Some() && !o.Enemy.Is(target):
		return -1, "other-target"
	case p.b.isRough(m.to) || p.b.isRough(ahead):
		return -1, "rough"
	}
	return target, ""
}

// shock resolves a charge: the reply, the dice and their results (§C3, §C4, §C5, §C6, §C7).
func (p *play) shock(u, target int) {
	reply := p.reply(u, target)
	angle := p.angle(u, target)
	ref := p.Emit("charge.made", "unit", p.id(u), "target", p.id(target), "reply", reply, "angle", angle)
	defer p.Follow(p.Follow(ref))
	p.announce(u)
	p.announce(target)
	hits := p.chargeRoll(u, target, "charge", angle)
	back := 0
	switch reply {
	case "counter":
		back = p.chargeRoll(target, u, "counter", p.angle(target, u))
	case "stand":
		hits = max(hits-p.chargeRoll(target, u, "stand", p.angle(target, u)), 0)
	}
	p.Emit("charge.resolved", "unit", p.id(u), "target", p.id(target), "hits", hits, "back", back)
	p.hit("C6", target, hits, "charge")
	p.hit("C6", u, back, "charge")
}

// reply returns the reaction of a charge's target (§C3, §D4).
func (p *play) reply(u, target int) string {
	ahead := p.b.frontDirection(p.b.Units[u].Side)
	if len(p.s.Units[target].Engaged) > 0 || p.s.Units[target].Facing != ahead.Turned(2) {
		return "none"
	}
	if p.s.Units[target].Stamina == 0 {
		return "stand"
	}
	if c, _ := p.ofUnit("react", target); c != nil {
		if c.Counter {
			return "counter"
		}
		return "stand"
	}
	if !slices.Contains(p.b.Options.Ask, "charge-reply") {
		return "stand"
	}
	return p.Ask(adjudicator.Decision{
		Name: "charge-reply", Seat: p.b.Commands[p.seatOf(p.b.Units[target].Side, p.s.Units[target].Zone)].ID,
		Text: fmt.Sprintf("The charge of %s comes upon %s. Counter-charge (1 stamina, each takes the other's hits) or "+
			"stand?", p.nameWithID(u), p.nameWithID(target)),
		Options: []string{"counter", "stand"}, Default: "stand",
	}).Option
}

func (p *play) nameWithID(u int) string {
	if name := p.b.Units[u].Name; name != "" {
		return name + " (" + p.id(u) + ")"
	}
	return p.id(u)
}

// chargeRoll rolls one unit's charge dice and returns its hits (§C5, §K5).
func (p *play) chargeRoll(u, target int, action, angle string) int {
	dice := p.Dice.Dice("move/"+action+"/"+p.id(u)+">"+p.id(target), p.b.Tables.ChargeDice, 6)
	bonus := p.bonus(u, angle)
	need := p.rollNeeded(target)
	hits := count(dice, need-bonus)
	p.Emit("charge.rolled", "unit", p.id(u), "target", p.id(target), "rolls", rolls(dice), "bonus", bonus, "need", need,
		"hits", hits)
	return hits
}

func rolls(dice []events.Die) string {
	list := make([]string, len(dice))
	for i, d := range dice {
		list[i] = strconv.Itoa(d.Value)
	}
	return rules.OrNone(strings.Join(list, ","))
}

// count returns how many dice show at least the given value.
func count(dice []events.Die, least int) int {
	n := 0
	for _, d := range dice {
		if d.Value >= least {
			n++
		}
	}
	return n
}

// angle returns the direction of an attack on the target. Heavy infantry has a front, flanks and a rear; cavalry is
// attacked at its front, or "beside" by a joiner (§F4, §K4, §K6, §F8).
func (p *play) angle(u, target int) string {
	switch {
	case p.joins[u].Is(target) || p.joins[target].Is(u):
		return "beside"
	case p.b.Units[target].Kind == Cavalry || p.s.front(target) == p.s.Units[u].At:
		return "front"
	case p.s.spaceBehind(target) == p.s.Units[u].At:
		return "rear"
	}
	return "flank"
}

// bonus returns the modifier for each of a unit's attack dice, before cards (§K6, §M8, §O2).
func (p *play) bonus(u int, angle string) int {
	n := map[string]int{"front": p.b.Tables.Angle[0], "flank": p.b.Tables.Angle[1], "rear": p.b.Tables.Angle[2]}[angle]
	if p.s.mixed(u) {
		n++
	}
	if p.s.hasOfficer(u) {
		n++
	}
	return n
}

// driveLights drives the enemy lights from the space that a line unit enters (§M10, §L2).
func (p *play) driveLights(u int, at, from board.Space) {
	enters := at
	switch {
	case at.Row > from.Row:
		enters.Row--
	case at.Row < from.Row:
		enters.Row++
	}
	for _, light := range p.s.lightsAt(at) {
		p.javelin("move", light, u)
		p.fallBack("L2", light, u, 2, enters)
	}
}

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
	way := p.b.frontDirection(side).Turned(2)
	from := p.s.Units[light].At
	to := from
	for range spaces {
		next := to.Next(way, 1)
		if !p.b.passable(next) || p.s.isHeldBy(next, 1-side) || next == mover {
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

// isSheltered reports whether a light shares its space with a friendly line unit (§L1).
func (p *play) isSheltered(light int) bool { return p.s.lineAt(p.s.Units[light].At) >= 0 }

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
	return !p.b.Units[u].line() && p.s.Units[u].field() && !p.isSheltered(u)
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
