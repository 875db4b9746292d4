package activationchits

import (
	"slices"

	"galloper/events"
)

// blow is what a unit suffers at once.
//
// §R6
type blow struct {
	hits, flags int
	from        int    // hex of the attacker, or nowhere (§R3)
	square      bool   // flags by a square, which cavalry cannot ignore (§34)
	firm        bool   // no flag can be ignored
	cause       string // hits by default
	hexes       int    // hexes a flag; 0: as the kind has it
	check       bool   // it checks morale in any case (§11)
	retired     bool   // it has retired: leaders are checked, morale is not (§29)
}

// suffer applies hits, then the leader's check, flags, retreat or loss, and morale.
//
// §R6, §30
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

// lose takes blocks from a unit, and the unit off the board if none are left.
//
// §R1
func (p *play) lose(unit, blocks int, cause string) {
	u := &p.s.Units[unit]
	clause := map[string]string{"hits": "R1", "flags": "R3", "bounce": "24"}[cause]
	p.Cause = p.EmitBy(clause, "unit.lost", "unit", u.ID, "blocks", blocks, "left", u.Blocks-blocks, "cause", cause)
	if u.Blocks == 0 {
		p.eliminate(unit, cause, clause)
	}
}

// eliminate takes a unit off the board: a banner for the enemy. A leader with it
// stays in the hex until it is settled what becomes of him.
//
// §R1, §33, §V1
func (p *play) eliminate(unit int, cause, clause string) {
	u := &p.s.Units[unit]
	leader := u.Leader
	p.EmitBy(clause, "unit.eliminated", "unit", u.ID, "cause", cause)
	p.banner(1-u.Side, u.ID)
	if leader.Some() && cause != "hits" && cause != "bounce" {
		p.escape(leader.Must())
	}
}

// banner gives a side a banner.
//
// §V1
func (p *play) banner(side int, of string) {
	p.Emit("banner.won", "side", p.nameSide(side), "of", of, "total", p.s.Forces[side].Banners+1)
}

// checkLeader throws for the leader of a unit that hits took a block from: two
// dice, both sabres, or one if the unit is lost. It reports whether he is a casualty.
//
// §R2
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

// fall makes a leader a casualty.
//
// §37
func (p *play) fall(leader int) {
	p.Emit("leader.casualty", "leader", p.b.leaderID(leader))
}

// ignored is how many flags the unit ignores.
//
// §34
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

// giveWay lets a unit retreat for flags, or lose a block for each hex that it
// cannot go; a square loses one for each flag. It reports whether it retreated or lost.
//
// §R3, §26
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
		p.joined(unit, had)
	}
	if missing := min(hexes-gone, u.Blocks); missing > 0 {
		p.lose(unit, missing, "flags")
	}
	return hexes > 0
}

// retreat is where the unit ends that goes so many hexes homewards, and how many
// it can go.
//
// §R3
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

// homewards is the next hex of a retreat: one not next to an enemy unit, then the
// one farther from the attacker, then reading order.
//
// §R3
func (s *State) homewards(unit, from, attacker int) int {
	u := &s.Units[unit]
	best := nowhere
	for _, side := range homeward(s.b.Sides[u.Side].South) {
		at := s.b.next[from][side]
		if at == nowhere || !s.canStand(unit, at) {
			continue
		}
		if best == nowhere || s.safer(unit, at, best, attacker) {
			best = at
		}
	}
	return best
}

func (s *State) safer(unit, at, than, attacker int) bool {
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

// checkDice is the number of dice of a morale check.
//
// §31
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

// checkMorale is a morale check: a five, and the unit is unaffected.
//
// §31, §32, §33
func (p *play) checkMorale(unit int) {
	u := &p.s.Units[unit]
	for again := false; ; again = true {
		n := p.s.checkDice(unit)
		rolled := p.roll("morale/check/"+u.ID, n)
		result := "passed"
		if !p.b.passed(rolled) {
			result = p.worse(u.Morale)
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

// passed reports whether one of the dice passes a check.
//
// §32
func (b *Battle) passed(rolled []events.Die) bool {
	return slices.ContainsFunc(rolled, func(d events.Die) bool { return b.Tables.passes(d.Value) })
}

// worse is what becomes of a unit that fails its check.
//
// §33
func (p *play) worse(m Morale) string {
	switch {
	case m == Steady:
		return Shaken.String()
	case m == Shaken || !p.b.Options.BrokenLost:
		return Broken.String()
	}
	return lost
}

// rally tries to bring a unit one state of morale up.
//
// §R5
func (p *play) rally(unit int) {
	u := &p.s.Units[unit]
	for again := false; ; again = true {
		n := p.s.checkDice(unit)
		rolled := p.roll("rally/roll/"+u.ID, n)
		result, morale := "failed", u.Morale
		if p.b.passed(rolled) {
			result, morale = "rallied", u.Morale-1
		}
		p.Cause = p.Emit("rally.rolled", "unit", u.ID, "rolled", n, "result", result, "morale", morale.String())
		if result == "rallied" || again || !p.relieve(unit, forRally, 0) {
			return
		}
	}
}
