package activationchits

import (
	"galloper/adjudicator"
	"galloper/events"
)

// shot is a possible fire of one unit.
type shot struct {
	from, target int               // hex, unit
	moved        bool              // it has moved or turned
	except       adjudicator.Index // unit that does not block the line of fire
}

// cannotFire returns the reason why a unit cannot fire from a hex, ignoring its facing, or "" (§F1).
func (s *State) cannotFire(unit int, h shot) string {
	u, t := &s.Units[unit], &s.Units[h.target]
	near := s.b.distance(h.from, t.Hex) == 1
	switch {
	case !s.b.inSight(h.from, t.Hex):
		return reasonNotSeen
	case s.enemyBeside(h.from, u.Side, nil) && (u.Arm != Artillery || !near):
		return reasonEnemyAdjacent
	case u.LowAmmo && !near:
		return reasonLowAmmo
	case s.b.distance(h.from, t.Hex) > u.Range:
		return reasonOutOfRange
	case !s.lineOfFire(h.from, t.Hex, h.except):
		return reasonNoLine
	case s.fireDice(unit, h, true) < 1:
		return reasonNoDice
	}
	return ""
}

// fireDice returns the number of fire dice of a unit (§F2, §17, §22).
func (s *State) fireDice(unit int, h shot, flank bool) int {
	u, t := &s.Units[unit], &s.Units[h.target]
	if u.LowAmmo {
		return 1
	}
	ground := s.cover(unit, h.from, h.target, false)
	if u.Square {
		return max(0, 1+ground)
	}
	n := u.Blocks
	if d := s.b.distance(h.from, t.Hex); u.Bands != nil {
		if d <= len(u.Bands) {
			n += u.Bands[d-1]
		}
		n = max(1, n)
	}
	if h.moved {
		n = halved(n, u.Moved)
	}
	n += u.Fire + ground
	if flank && s.b.Options.FlankFire && s.arcOf(h.target, h.from) != Front {
		n++
	}
	return max(0, n)
}

// halved returns half the dice, rounded as the kind requires (§T1).
func halved(n int, how string) int {
	if how == "up" {
		return (n + 1) / 2
	}
	return n / 2
}

// cover returns the modifier of the target's and the attacker's terrain to the attacker's dice (§T2).
func (s *State) cover(unit, from, target int, melee bool) int {
	arm, in, out := s.Units[unit].Arm, s.terrainOf(target), s.b.terrainAt(from)
	dice := in.Into[arm]
	if in.Sight == "hill" && out.Sight == "hill" {
		dice = 0
	}
	if melee || !out.OutMelee {
		dice += out.Out[arm]
	}
	return dice
}

// fireDeed returns FIRE AT a unit from the current hex, with a turn if needed, or the reason why it is
// impossible (§F1).
func (p *play) fireDeed(unit, target int) (deed, string) {
	u, t := &p.s.Units[unit], &p.s.Units[target]
	h := shot{from: u.Hex, target: target}
	h.moved = !p.s.allround(unit) && p.b.arc(u.Hex, u.Facing, t.Hex) != Front
	if reason := p.s.cannotFire(unit, h); reason != "" && reason != reasonNoDice {
		return deed{}, reason
	}
	if h.moved && (u.Fight < 1 || u.Kind.Moved == "none") {
		return deed{}, reasonNotInArc
	}
	if p.s.fireDice(unit, h, true) < 1 {
		return deed{}, reasonNoDice
	}
	return deed{verb: Fire, unit: adjudicator.At(unit), target: adjudicator.At(target), turn: h.moved,
		facing: p.b.toFace(u.Hex, u.Facing, t.Hex)}, ""
}

// fire carries out a possible FIRE AT (§F1).
func (p *play) fire(d *deed) {
	if d.turn {
		p.Emit("unit.faced", "unit", p.b.Units[d.by()].ID, "facing", d.facing.String())
	}
	p.shoot(d.by(), d.foe(), d.turn)
}

// shoot rolls the fire dice and applies the results (§F2, §F3, §38).
func (p *play) shoot(unit, target int, moved bool) {
	u, t := &p.s.Units[unit], &p.s.Units[target]
	h := shot{from: u.Hex, target: target, moved: moved, except: adjudicator.At(unit)}
	n := p.s.fireDice(unit, h, true)
	if n < 1 || t.Lost {
		return
	}
	arc := p.s.arcOf(target, u.Hex)
	low := u.LowAmmo
	var hits, flags int
	for again := false; ; again = true {
		rolled := p.roll("fire/dice/"+u.ID+">"+t.ID, n)
		hits, flags = p.b.countHits(rolled, t.Arm, false)
		fields := []any{"unit", u.ID, "target", t.ID, "range", p.b.distance(u.Hex, t.Hex), "arc", string(arc), "rolled", n,
			"hits", hits, "flags", flags}
		if again {
			fields = append(fields, "again", true)
		}
		p.Cause = p.Emit("fire.resolved", fields...)
		if again || !p.relieve(unit, forCombat, hits) {
			break
		}
	}
	p.runLow(unit, low)
	p.suffer(target, blow{hits: hits, flags: flags, from: u.Hex, square: u.Square})
}

// runLow emits that a battery has only single shots left (§21).
func (p *play) runLow(unit int, low bool) {
	if u := &p.s.Units[unit]; u.Arm == Artillery && !low && u.Shots >= mostShots {
		p.Emit("ammo.low", "unit", u.ID)
	}
}

// countHits counts the hits and flags of the dice against an arm. sabres says whether sabres hit (§F3, §A6).
func (b *Battle) countHits(rolled []events.Die, arm Arm, sabres bool) (hits, flags int) {
	for _, d := range rolled {
		switch face := b.Tables.face(d.Value); {
		case face == symbolOf[arm], sabres && face == FaceSabre:
			hits++
		case face == FaceFlag:
			flags++
		}
	}
	return hits, flags
}
