package activationchits

import (
	"slices"

	"galloper/adjudicator"
	"galloper/events"
)

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
		p.Emit("unit.faced", "unit", p.b.Units[d.actor()].ID, "facing", d.facing.String())
	}
	p.shoot(d.actor(), d.foe(), d.turn)
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

// blow is the damage that a unit suffers at once (§R6).
type blow struct {
	hits, flags int
	from        int    // attacker's hex, or nowhere (§R3)
	square      bool   // flags by a square, which cavalry cannot ignore (§34)
	firm        bool   // no flag can be ignored
	cause       string // cause of loss; default hits
	hexes       int    // hexes a flag; 0 for the kind's figure
	check       bool   // morale is checked in any case (§11)
	retired     bool   // it has retired: leaders are checked, morale is not (§29)
}

// suffer applies damage in order: hits, the leader's check, flags with retreat or loss, and morale (§R6, §30).
func (p *play) suffer(unit int, b blow) {
	u := &p.s.Units[unit]
	leaderLost := false
	if taken := min(b.hits, u.Blocks); taken > 0 {
		cause := b.cause
		if cause == "" {
			cause = "hits"
		}
		leader := u.Leader
		p.lose(unit, taken, cause)
		if leaderLost = leader.Some() && p.checkLeader(unit, leader.Must()); u.Lost {
			return
		}
	}
	flags := b.flags
	if ignored := p.ignored(unit, &b); ignored > 0 {
		p.Emit("flags.ignored", "unit", u.ID, "flags", flags, "ignored", ignored)
		flags -= ignored
	}
	shaky := p.giveWay(unit, flags, &b)
	if u.Lost || b.retired || !(shaky || leaderLost || b.check) {
		return
	}
	p.checkMorale(unit)
}

// lose removes blocks from a unit, and the unit from the board if it has no blocks left (§R1).
func (p *play) lose(unit, blocks int, cause string) {
	u := &p.s.Units[unit]
	clause := map[string]string{"hits": "R1", "flags": "R3", "bounce": "24"}[cause]
	p.Cause = p.EmitBy(clause, "unit.lost", "unit", u.ID, "blocks", blocks, "left", u.Blocks-blocks, "cause", cause)
	if u.Blocks == 0 {
		p.eliminate(unit, cause, clause)
	}
}

// eliminate removes a unit from the board and gives the enemy a banner. A leader with it stays in the hex
// until the leader's fate is resolved (§R1, §33, §V1).
func (p *play) eliminate(unit int, cause, clause string) {
	u := &p.s.Units[unit]
	leader := u.Leader
	p.EmitBy(clause, "unit.eliminated", "unit", u.ID, "cause", cause)
	p.banner(1-u.Side, u.ID)
	if leader.Some() && cause != "hits" && cause != "bounce" {
		p.escape(leader.Must())
	}
}

// banner gives a side a banner (§V1).
func (p *play) banner(side int, of string) {
	p.Emit("banner.won", "side", p.nameSide(side), "of", of, "total", p.s.Forces[side].Banners+1)
}

// checkLeader rolls for the leader of a unit that lost a block to hits: two dice, or one if the unit is lost.
// If all show sabres the leader is a casualty. It reports whether that is the case (§R2).
func (p *play) checkLeader(unit, leader int) bool {
	u, n := &p.s.Units[unit], 2
	if u.Lost {
		n = 1
	}
	rolled := p.roll("leader/hit/"+p.b.leaderID(leader), n)
	sabres := 0
	for _, d := range rolled {
		if p.b.Tables.face(d.Value) == FaceSabre {
			sabres++
		}
	}
	result := "unhurt"
	if sabres == n {
		result = "casualty"
	}
	p.Emit("leader.checked", "leader", p.b.leaderID(leader), "unit", u.ID, "result", result)
	switch {
	case sabres == n:
		p.fall(leader)
	case u.Lost:
		p.escape(leader)
	}
	return sabres == n
}

// fall makes a leader a casualty (§37).
func (p *play) fall(leader int) {
	p.Emit("leader.casualty", "leader", p.b.leaderID(leader))
}

// ignored returns the number of flags that the unit ignores (§34).
func (p *play) ignored(unit int, b *blow) int {
	u := &p.s.Units[unit]
	if b.firm || b.retired || u.React.Heed || b.square && u.Arm == Cavalry {
		return 0
	}
	can := u.Ignore + p.s.terrainOf(unit).Ignore
	if u.Leader.Some() {
		can++
	}
	return min(b.flags, can, mostIgnored)
}

// giveWay makes a unit retreat for flags, with the loss of a block for each hex that it cannot retreat. A
// square loses a block for each flag instead. It reports whether the unit retreated or lost blocks (§R3, §26).
func (p *play) giveWay(unit, flags int, b *blow) bool {
	u := &p.s.Units[unit]
	if flags <= 0 || b.retired {
		return false
	}
	if u.Square {
		p.lose(unit, min(flags, u.Blocks), "flags")
		return true
	}
	each := b.hexes
	if each == 0 {
		each = u.Retreat
	}
	hexes, from, had := flags*each, u.Hex, u.Leader
	to, gone := p.s.retreat(unit, hexes, b.from)
	if gone > 0 {
		p.Cause = p.Emit("unit.retreated", "unit", u.ID, "from", p.b.hexName(from), "to", p.b.hexName(to), "hexes", gone)
		p.emitJoined(unit, had)
	}
	if missing := min(hexes-gone, u.Blocks); missing > 0 {
		p.lose(unit, missing, "flags")
	}
	return hexes > 0
}

// retreat returns the end of a retreat of a number of hexes homewards, and the number of hexes possible (§R3).
func (s *State) retreat(unit, hexes, attacker int) (to, gone int) {
	to = s.Units[unit].Hex
	for gone < hexes {
		next := s.homewards(unit, to, attacker)
		if next == nowhere {
			break
		}
		to, gone = next, gone+1
	}
	return to, gone
}

// homewards returns the next hex of a retreat: not next to an enemy unit if possible, then farther from the
// attacker, then in reading order (§R3).
func (s *State) homewards(unit, from, attacker int) int {
	u := &s.Units[unit]
	best := nowhere
	for _, side := range homeward(s.b.Sides[u.Side].South) {
		at := s.b.next[from][side]
		if at == nowhere || !s.canStand(unit, at) {
			continue
		}
		if best == nowhere || s.isSafer(unit, at, best, attacker) {
			best = at
		}
	}
	return best
}

func (s *State) isSafer(unit, at, than, attacker int) bool {
	side := s.Units[unit].Side
	if x, y := s.enemyBeside(at, side, nil), s.enemyBeside(than, side, nil); x != y {
		return y
	}
	if attacker != nowhere {
		if x, y := s.b.distance(at, attacker), s.b.distance(than, attacker); x != y {
			return x > y
		}
	}
	return at < than
}

// checkDice returns the number of dice for a morale check (§31).
func (s *State) checkDice(unit int) int {
	u := &s.Units[unit]
	n := u.Blocks + min(u.Ignore+s.terrainOf(unit).Ignore, mostIgnored)
	if u.Blocks == u.Kind.Blocks {
		n++
	}
	if u.Leader.Some() {
		n++
	}
	if u.Militia {
		n--
	}
	return max(1, n)
}

// checkMorale makes a morale check. The unit passes with any passing face, by default a five (§31, §32, §33).
func (p *play) checkMorale(unit int) {
	u := &p.s.Units[unit]
	for again := false; ; again = true {
		n := p.s.checkDice(unit)
		rolled := p.roll("morale/check/"+u.ID, n)
		result := "passed"
		if !p.b.passesCheck(rolled) {
			result = p.failedResult(u.Morale)
		}
		p.Cause = p.Emit("morale.checked", "unit", u.ID, "rolled", n, "result", result)
		if result == "passed" {
			return
		}
		if again || !p.relieve(unit, forMorale, 0) {
			if result == lost {
				p.eliminate(unit, "morale", "33")
			}
			return
		}
	}
}

// passesCheck reports whether any of the dice passes a check (§32).
func (b *Battle) passesCheck(rolled []events.Die) bool {
	return slices.ContainsFunc(rolled, func(d events.Die) bool { return b.Tables.passes(d.Value) })
}

// failedResult returns the result of a failed morale check (§33).
func (p *play) failedResult(m Morale) string {
	switch {
	case m == Steady:
		return Shaken.String()
	case m == Shaken || !p.b.Options.BrokenLost:
		return Broken.String()
	}
	return lost
}

// rally tries to improve a unit's morale by one state (§R5).
func (p *play) rally(unit int) {
	u := &p.s.Units[unit]
	for again := false; ; again = true {
		n := p.s.checkDice(unit)
		rolled := p.roll("rally/roll/"+u.ID, n)
		result, morale := "failed", u.Morale
		if p.b.passesCheck(rolled) {
			result, morale = "rallied", u.Morale-1
		}
		p.Cause = p.Emit("rally.rolled", "unit", u.ID, "rolled", n, "result", result, "morale", morale.String())
		if result == "rallied" || again || !p.relieve(unit, forRally, 0) {
			return
		}
	}
}
