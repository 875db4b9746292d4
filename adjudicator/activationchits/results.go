package activationchits

import (
	"slices"

	"galloper/events"
)

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
		p.joined(unit, had)
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

// passed reports whether any of the dice passes a check (§32).
func (b *Battle) passed(rolled []events.Die) bool {
	return slices.ContainsFunc(rolled, func(d events.Die) bool { return b.Tables.passes(d.Value) })
}

// worse returns the result of a failed morale check (§33).
func (p *play) worse(m Morale) string {
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
		if p.b.passed(rolled) {
			result, morale = "rallied", u.Morale-1
		}
		p.Cause = p.Emit("rally.rolled", "unit", u.ID, "rolled", n, "result", result, "morale", morale.String())
		if result == "rallied" || again || !p.relieve(unit, forRally, 0) {
			return
		}
	}
}
