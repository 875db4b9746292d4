package activationchits

import (
	"slices"

	"galloper/adjudicator"
	"galloper/adjudicator/dice"
	"galloper/events"
)

// What an activation roll comes to (section k). resultLate is a botch that
// leaves unit and entry as they were.
const (
	resultPassed  = "passed"
	resultFailed  = "failed"
	resultDouble  = "double"
	resultFree    = "free"
	resultBotched = "botched"
	resultLate    = "late"
)

// commanded is the distance to the nearest leader of the unit's side, whoever's;
// ok is false if no leader is on the board.
//
// §5
func (s *State) commanded(unit int) (distance int, ok bool) {
	u := &s.Units[unit]
	for i := range s.Leaders {
		l := &s.Leaders[i]
		if l.Side != u.Side || l.Hex == nowhere {
			continue
		}
		if d := s.b.distance(u.Hex, l.Hex); !ok || d < distance {
			distance, ok = d, true
		}
	}
	return distance, ok
}

// number is what the unit must roll at most; ok is false where it cannot try.
//
// §5, §8
func (s *State) number(unit int) (number, distance int, ok bool) {
	distance, ok = s.commanded(unit)
	if ok {
		number, ok = s.b.Tables.Activation[distance]
	}
	return number, distance, ok
}

// inReach reports whether the unit can try to activate, and to react by a roll.
//
// §8
func (s *State) inReach(unit int) bool {
	_, _, ok := s.number(unit)
	return ok
}

// direct returns which units are in direct command of leaders of the side (or
// only of one): in his hex or next to it, and by chains of units next
// to each other. A broken unit may be the last link.
//
// §12, §13
func (s *State) direct(side int, only adjudicator.Index) []bool {
	in := make([]bool, len(s.Units))
	var queue []int
	take := func(at int) {
		if at == nowhere {
			return
		}
		if u, ok := s.UnitAt[at].Get(); ok && s.Units[u].Side == side && !in[u] {
			in[u] = true
			queue = append(queue, u)
		}
	}
	for i := range s.Leaders {
		l := &s.Leaders[i]
		if l.Side != side || l.Hex == nowhere || only.Some() && !only.Is(i) {
			continue
		}
		take(l.Hex)
		for _, n := range s.b.next[l.Hex] {
			take(n)
		}
	}
	for i := 0; i < len(queue); i++ {
		if s.Units[queue[i]].Morale == Broken {
			continue
		}
		for _, n := range s.b.next[s.Units[queue[i]].Hex] {
			take(n)
		}
	}
	return in
}

// drm is what is added to the unit's dice.
//
// §6
func (s *State) drm(unit int) int {
	u, t := &s.Units[unit], &s.b.Tables.DRM
	drm := u.Late
	if !s.direct(u.Side, adjudicator.None)[unit] {
		drm += t.NoDirect
	}
	switch u.Morale {
	case Shaken:
		drm += t.Shaken
	case Broken:
		drm += t.Broken
	}
	return drm
}

// activate rolls for an entry and, if it passes, does it. It returns the result.
//
// §4, §7
func (p *play) activate(e *planned) string {
	defer func(ref string) { p.Cause = ref }(p.Cause)
	if e.number > 0 {
		p.Cause = adjudicator.OrderRef(p.b.Posts[e.seat].ID, e.number)
	}
	if e.Leader.Some() {
		return p.activateLeader(e)
	}
	unit, result := e.Unit.Must(), p.rollActivation(e)
	if result == resultFailed || result == resultBotched {
		if p.relieve(unit, forActivation, 0) {
			result = p.rollActivation(e)
		}
	}
	switch {
	case passed(result):
		p.do(unit, &e.deed)
	case result == resultBotched:
		if p.botch(unit) == botchLate {
			return resultLate
		}
	}
	return result
}

// decider is the unit whose number counts: of the lead and its battery the one
// with the least number after DRM, the lead's if equal.
//
// §20
func (p *play) decider(unit int, gun adjudicator.Index) (number, distance, drm int) {
	number, distance, _ = p.s.number(unit)
	drm = p.s.drm(unit)
	if g, ok := gun.Get(); ok {
		n, d, _ := p.s.number(g)
		if m := p.s.drm(g); n-m < number-drm {
			number, distance, drm = n, d, m
		}
	}
	return number, distance, drm
}

// rollActivation is one roll of two dice.
//
// §4, §9, §10, §11
func (p *play) rollActivation(e *planned) string {
	unit := e.Unit.Must()
	id := p.b.Units[unit].ID
	number, distance, drm := p.decider(unit, e.deed.gun)
	rolled := p.roll("act/roll/"+id, 2)
	result, clause := judgeRoll(rolled, number-drm)
	p.Cause = p.EmitBy(clause, "activation.rolled", "unit", id, "seat", p.b.Posts[e.seat].ID,
		"with", p.b.unitIDs.Of(e.deed.gun), "distance", distance, "target", number, "drm", drm, "roll", dice.Sum(rolled),
		"result", result)
	return result
}

// judgeRoll is what two dice come to against a number, on a chit.
//
// §4, §9, §10, §11
func judgeRoll(rolled []events.Die, number int) (result, clause string) {
	total := dice.Sum(rolled)
	switch {
	case total == 2:
		return resultFree, "10"
	case total == 12:
		return resultBotched, "11"
	case rolled[0].Value == rolled[1].Value:
		return resultDouble, "9"
	case total <= number:
		return resultPassed, "4"
	}
	return resultFailed, "4"
}

// reacts judges the dice of a reaction: no double counts, 2 passes, 12 fails.
//
// §23, §29
func reacts(rolled []events.Die, number int) bool {
	total := dice.Sum(rolled)
	return total == 2 || total != 12 && total <= number
}

// do does what was found to be possible.
//
// §P5
func (p *play) do(unit int, d *deed) {
	switch d.verb {
	case Turn:
		p.Emit("unit.faced", "unit", p.b.Units[unit].ID, "facing", d.facing.String())
	case Move, Towards:
		p.march(d)
	case Fire:
		p.fire(d)
	case Attack:
		p.attack(d)
	case RallyVerb:
		p.rally(unit)
	case LeaveSquare:
		p.Emit("square.left", "unit", p.b.Units[unit].ID, "facing", d.facing.String())
	}
}

// relieve lets an ADC roll a bad result again, if one is at hand and told to.
//
// §38, §39
func (p *play) relieve(unit int, what string, hits int) bool {
	u := &p.s.Units[unit]
	if u.Lost {
		return false
	}
	order := append([]int{u.Seat}, slices.DeleteFunc(slices.Clone(p.b.Sides[u.Side].Order),
		func(s int) bool { return s == u.Seat })...)
	for _, seat := range order {
		l := &p.s.Leaders[seat]
		if l.Status != onBoard || l.ADC == 0 || !p.s.direct(u.Side, adjudicator.At(seat))[unit] ||
			!p.sends(seat, unit, what, hits) {
			continue
		}
		p.Emit("adc.used", "leader", p.b.leaderID(seat), "unit", u.ID, "for", what, "left", l.ADC-1)
		return true
	}
	return false
}

// sends reports whether the seat's leader has the result rolled again: by its ADC
// orders, or as it says when asked.
//
// §38, section g
func (p *play) sends(seat, unit int, what string, hits int) bool {
	told := p.s.relief(seat, unit, what, hits)
	if !p.b.asks("adc") {
		return told
	}
	if hits > 0 {
		return false
	}
	standard := "keep"
	if told {
		standard = "reroll"
	}
	a := p.Ask(adjudicator.Decision{Name: "adc." + p.b.Units[unit].ID, Seat: p.b.Posts[seat].ID,
		Text: "A bad " + what + " roll of " + p.b.Units[unit].ID +
			": shall an ADC have it rolled again? The second roll stands.",
		Options: []string{"reroll", "keep"}, Default: standard})
	return a.Option == "reroll"
}

// relief reports whether the seat's ADC orders want the result rolled again: the
// first line that fits counts. One that never gave any rerolls activations.
//
// §38
func (s *State) relief(seat, unit int, what string, hits int) bool {
	d := &s.Desks[seat]
	if !d.Told {
		return what == forActivation && s.Units[unit].Seat == seat
	}
	for i := range d.ADC {
		r := &d.ADC[i]
		fits := r.Any || r.Units == nil && s.Units[unit].Seat == seat || slices.Contains(r.Units, unit)
		if fits && slices.Contains(r.Kinds, what) {
			return what != forCombat || hits < r.Under
		}
	}
	return false
}
