package activationchits

import (
	"galloper/adjudicator"
	"galloper/adjudicator/dice"
)

// react lets the target of an attack form square, or retire and reform (§A3).
func (a *assault) react(arc Arc) {
	u, t := &a.s.Units[a.by()], &a.s.Units[a.foe()]
	switch {
	case u.Arm == Cavalry && t.Arm == Infantry && !t.Square:
		if a.s.maySquare(a.foe()) && arc == Front && a.willSquare() {
			a.formSquare()
		}
	case t.Arm == Cavalry && u.Arm == Infantry:
		if a.mayRetire() && a.willRetire() {
			a.retire()
		}
	}
}

// maySquare reports whether the unit may try to form square (§23).
func (s *State) maySquare(unit int) bool {
	t := &s.Units[unit]
	return !t.Spent && t.Morale != Broken && s.inReach(unit) && s.terrainOf(unit).Square
}

// willSquare reports whether the unit tries to form square, by its policy or its seat's decision (§23, section g).
func (a *assault) willSquare() bool {
	t := &a.s.Units[a.foe()]
	by := t.React.Square > 0 && t.React.Square <= a.rng
	if !a.b.asks("square") {
		return by
	}
	standard := "stand"
	if by {
		standard = "form"
	}
	answer := a.Ask(adjudicator.Decision{Name: "square." + t.ID, Seat: a.b.Posts[t.Seat].ID,
		Text: "Cavalry that starts " + itoa(a.rng) + " hexes away charges " + t.ID + ". Shall " + t.ID +
			" try to form square?",
		Options: []string{"form", "stand"}, Default: standard})
	return answer.Option == "form"
}

// formSquare rolls for forming square against cavalry (§23, §24, §25).
func (a *assault) formSquare() {
	u, t := &a.s.Units[a.by()], &a.s.Units[a.foe()]
	number, _, _ := a.s.number(a.foe())
	drm := a.s.drm(a.foe()) + a.b.Tables.Square[a.rng]
	rolled := a.roll("square/roll/"+t.ID+">"+u.ID, 2)
	result := "failed"
	if reacts(rolled, number-drm) {
		result = "formed"
	}
	a.Cause = a.Emit("square.rolled", "unit", t.ID, "attacker", u.ID, "range", a.rng, "target", number, "drm", drm,
		"roll", dice.Sum(rolled), "result", result)
}

// bounce rolls for cavalry that attacks a square and reports whether the cavalry still attacks (§24).
func (a *assault) bounce() bool {
	u, t := &a.s.Units[a.by()], &a.s.Units[a.foe()]
	rolled := a.roll("bounce/die/"+t.ID+">"+u.ID, 1)
	face := a.b.Tables.face(rolled[0].Value)
	result := nothing
	switch face {
	case FaceFlag:
		result = "bounced"
	case FaceCavalry, FaceSabre:
		result = "hit"
	}
	a.Cause = a.Emit("bounce.rolled", "unit", t.ID, "attacker", u.ID, "face", string(face), "result", result)
	switch result {
	case "bounced":
		a.suffer(a.by(), blow{flags: 1, hexes: 1, firm: true, from: t.Hex, check: true})
		return false
	case "hit":
		a.suffer(a.by(), blow{hits: 1, cause: "bounce", from: t.Hex})
		return !u.Lost && u.Morale != Broken
	}
	return true
}

// mayRetire reports whether the target may try to retire and reform (§29).
func (a *assault) mayRetire() bool {
	t := &a.s.Units[a.foe()]
	if t.Spent || t.Morale == Broken || !a.s.inReach(a.foe()) {
		return false
	}
	_, ok := a.s.twoSteps(a.foe(), a.s.Units[a.by()].Hex)
	return ok
}

// twoSteps returns the end of a retreat of two free hexes homewards. Among several it takes the one with the
// better first hex, then the better second (§29, §R3).
func (s *State) twoSteps(unit, attacker int) (to int, ok bool) {
	u := &s.Units[unit]
	best := nowhere
	for _, side := range homeward(s.b.Sides[u.Side].South) {
		first := s.b.next[u.Hex][side]
		if first == nowhere || !s.canStand(unit, first) {
			continue
		}
		second := s.homewards(unit, first, attacker)
		if second == nowhere {
			continue
		}
		if best == nowhere || s.safer(unit, first, best, attacker) {
			best, to, ok = first, second, true
		}
	}
	return to, ok
}

// willRetire reports whether the cavalry tries to retire, by its policy or its seat's decision (§29, section g).
func (a *assault) willRetire() bool {
	t := &a.s.Units[a.foe()]
	by := t.React.Retire == "yes" || t.React.Retire != "no" && t.Blocks <= int(t.React.Retire[0]-'0')
	if !a.b.asks("retire") {
		return by
	}
	standard := "stand"
	if by {
		standard = "retire"
	}
	answer := a.Ask(adjudicator.Decision{Name: "retire." + t.ID, Seat: a.b.Posts[t.Seat].ID,
		Text:    "An enemy attacks " + t.ID + ". Shall " + t.ID + " try to retire and reform?",
		Options: []string{"retire", "stand"}, Default: standard})
	return answer.Option == "retire"
}

// retire rolls for the target to retire and reform (§29).
func (a *assault) retire() {
	u, t := &a.s.Units[a.by()], &a.s.Units[a.foe()]
	number, _, _ := a.s.number(a.foe())
	drm := a.s.drm(a.foe())
	rolled := a.roll("retire/roll/"+t.ID+">"+u.ID, 2)
	result := "failed"
	if reacts(rolled, number-drm) {
		result, a.retired = "retired", true
	}
	a.Cause = a.Emit("retire.rolled", "unit", t.ID, "attacker", u.ID, "target", number, "drm", drm,
		"roll", dice.Sum(rolled), "result", result)
}

// goHome moves a target that has retired (§29).
func (a *assault) goHome() {
	t := &a.s.Units[a.foe()]
	if to, ok := a.s.twoSteps(a.foe(), a.s.Units[a.by()].Hex); ok {
		a.step(a.foe(), to, t.Facing, "retire", "29")
	}
}

// botch resolves a natural 12 and returns the effect (§11).
func (p *play) botch(unit int) string {
	u := &p.s.Units[unit]
	rolled := p.roll("botch/roll/"+u.ID, 1)
	word := p.b.Tables.Botch.at(rolled[0].Value)
	p.Cause = p.Emit("botch.rolled", "unit", u.ID, "face", rolled[0].Value, "effect", word)
	switch word {
	case botchPanic:
		p.suffer(unit, blow{flags: 1, hexes: 1, firm: true, from: nowhere, check: true})
	case botchWrong:
		p.goAstray(unit)
	case botchRash:
		p.runWild(unit)
	}
	return word
}

// goAstray moves a unit one hex in a random direction, or in the next possible one clockwise (§11).
func (p *play) goAstray(unit int) {
	u := &p.s.Units[unit]
	if u.Square {
		return
	}
	rolled := p.roll("botch/way/"+u.ID, 1)
	for i := range 6 {
		at := p.b.next[u.Hex][(rolled[0].Value-1+i)%6]
		if !p.s.canStand(unit, at) {
			continue
		}
		had := u.Leader
		p.EmitBy("11", "unit.moved", "unit", u.ID, "from", p.b.hexName(u.Hex), "to", p.b.hexName(at),
			"facing", u.Facing.String(), "reason", botchWrong)
		p.joined(unit, had)
		return
	}
}

// runWild resolves a rash unit: it attacks, fires at or moves towards the nearest enemy (§11, §g3).
func (p *play) runWild(unit int) {
	u := &p.s.Units[unit]
	if u.Morale == Broken {
		return
	}
	for _, verb := range []Verb{Attack, Fire, Towards} {
		if verb == Attack && u.Arm == Artillery || verb == Fire && u.Range == 0 || verb == Towards && u.Square {
			continue
		}
		d, reason := p.nearest(unit, func(t int) (deed, string) { return p.rashDeed(unit, t, verb) })
		if reason == "" {
			d.rash = true
			p.do(unit, &d)
			return
		}
		if verb == Towards {
			return
		}
	}
}

func (p *play) rashDeed(unit, t int, verb Verb) (deed, string) {
	switch verb {
	case Attack:
		return p.attackDeed(unit, adjudicator.At(t), adjudicator.None, demand{fight: p.s.Units[unit].Fight})
	case Fire:
		return p.fireDeed(unit, t)
	}
	if list := p.s.enemiesSeen(unit); list[0] != t {
		return deed{}, reasonBlocked
	}
	return p.towardsDeed(unit, t)
}
