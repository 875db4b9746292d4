package commandchaos

import (
	"slices"

	"galloper/adjudicator"
	"galloper/adjudicator/board"
	"galloper/adjudicator/rules"
)

// rideOfficers carries out the RIDE orders, those of the side that moved first before the others, in scenario order
// (§O3).
func (p *play) rideOfficers() {
	first, _ := p.goesFirst("initiative")
	for _, side := range [2]int{first, 1 - first} {
		for i := range p.b.Leaders {
			if p.b.Leaders[i].Side != side {
				continue
			}
			if c, _ := p.choose("ride", side, adjudicator.None, adjudicator.At(i), p.s.Officers[i].Zone); c != nil {
				p.ride(i, c)
			}
		}
	}
}

// ride moves an officer to a zone (§O3, §O4).
func (p *play) ride(i int, c *choice) {
	defer p.Follow(p.Follow(c.cause))
	o, to := &p.s.Officers[i], c.Zones[0]
	side := p.b.Leaders[i].Side
	switch {
	case o.Dead:
		p.fail(i, c, "O3", "dead")
	case o.Unit.Some():
		p.fail(i, c, "O3", "attached")
	case o.Zone != to:
		p.Emit("officer.rode", "officer", p.b.Leaders[i].ID, "from", p.b.zoneName(side, o.Zone), "to", p.b.zoneName(side, to))
	}
}

func (p *play) fail(i int, c *choice, clause, reason string) {
	p.EmitBy(clause, "officer.failed", "officer", p.b.Leaders[i].ID, "order",
		map[Verb]string{Ride: "ride", Attach: "attach", Detach: "detach"}[c.Verb],
		"reason", reason)
}

// rally removes a hit from each unit with a living officer, if its remaining morale is then at most half of its max,
// rounded up (§P1).
func (p *play) rally() {
	for _, u := range p.board() {
		m := &p.s.Units[u]
		if m.Hits > 0 && p.s.led(u) && m.Max-(m.Hits-1) <= (m.Max+1)/2 {
			p.EmitBy("P1", "unit.recovered", "unit", p.id(u), "hits", 1, "total", m.Hits-1, "cause", "rally")
		}
	}
}

// attachOfficers carries out the ATTACH and DETACH orders (§O4).
func (p *play) attachOfficers() {
	for _, side := range p.bySide() {
		var done []int
		for _, i := range p.subjects(side, "attach") {
			if slices.Contains(done, i) {
				continue
			}
			done = append(done, i)
			if c, _ := p.choose("attach", side, adjudicator.None, adjudicator.At(i), p.s.Officers[i].Zone); c != nil {
				p.attach(i, c)
			}
		}
	}
}

// subjects returns the officers that a side has orders of a slot for, or the units for the slot `shift`. They are in
// order of their first mention: this turn's orders as written, then directives.
func (p *play) subjects(side int, slot string) []int {
	var list []int
	for _, taken := range []bool{false, true} {
		for i := range p.choices {
			c := &p.choices[i]
			if c.side != side || c.taken != taken || slots[c.Verb] != slot {
				continue
			}
			who := c.officer
			if slot == "shift" {
				who = c.unit
			}
			if !slices.Contains(list, who.Must()) {
				list = append(list, who.Must())
			}
		}
	}
	return list
}

// attach carries out ATTACH or DETACH (§O4).
func (p *play) attach(i int, c *choice) {
	defer p.Follow(p.Follow(c.cause))
	o := &p.s.Officers[i]
	id := p.b.Leaders[i].ID
	switch {
	case o.Dead:
		p.fail(i, c, "O4", "dead")
	case c.Verb == Detach:
		if o.Unit.Some() {
			p.Emit("officer.detached", "officer", id, "unit", p.id(o.Unit.Must()))
		}
	case !p.s.Units[c.Units[0]].field():
		p.fail(i, c, "O4", "gone")
	case p.s.zone(c.Units[0]) != o.Zone:
		p.fail(i, c, "O4", "not-in-zone")
	case !o.Unit.Is(c.Units[0]):
		p.Emit("officer.attached", "officer", id, "unit", p.id(c.Units[0]))
	}
}

// shiftReserves carries out the SHIFT orders (§P2).
func (p *play) shiftReserves() {
	for _, side := range p.bySide() {
		for _, u := range p.subjects(side, "shift") {
			if c, _ := p.ofUnit("shift", u); c != nil && p.s.Units[u].field() {
				p.shift(u, c)
			}
		}
	}
}

// shift moves a reserve along its row: heavy infantry one column, cavalry any number (§P2).
func (p *play) shift(u int, c *choice) {
	defer p.Follow(p.Follow(c.cause))
	at := p.s.Units[u].At
	steps := p.b.shiftSteps(p.b.Units[u].Side, c.Order, at)
	if p.b.Units[u].Kind == Cavalry && c.Column.None() && c.N == 0 {
		steps *= p.b.Board.Columns
	}
	way := 1
	if steps < 0 {
		way, steps = -1, -steps
	}
	if p.b.Units[u].Kind == Heavy {
		steps = min(steps, 1)
	}
	reason, to := p.shiftBar(u), at
	for i := 0; reason == "" && i < steps; i++ {
		next := to
		next.Col += way
		if reason = p.shiftObstacle(u, next); reason == "" {
			to = next
		}
	}
	switch {
	case to == at && reason != "":
		p.EmitBy("P2", "move.blocked", "unit", p.id(u), "order", "shift", "reason", reason)
	case to != at:
		p.Emit("unit.shifted", "unit", p.id(u), "from", at.String(), "to", to.String(), "stopped", rules.OrNone(reason))
		p.leaveBehind(u)
	}
}

// shiftBar returns the reason why a unit cannot shift at all, or "" (§P2, §M13).
func (p *play) shiftBar(u int) string {
	switch {
	case !p.s.Units[u].Reserve:
		return "committed"
	case len(p.s.Units[u].Engaged) > 0:
		return "engaged"
	}
	return ""
}

// shiftObstacle returns the obstacle for a reserve in a space of its row, or "" (§P2).
func (p *play) shiftObstacle(u int, at board.Space) string {
	switch {
	case p.b.Board.Has(at) && p.b.Units[u].Kind == Heavy && p.b.outer(at.Col):
		return "outer-column"
	case p.b.Board.Has(at) && p.s.heldBy(at, 1-p.b.Units[u].Side):
		return "enemy"
	}
	return p.obstacle(u, at, true)
}

// replaceLieutenants replaces the lieutenants killed in the previous turn (§O7).
func (p *play) replaceLieutenants() {
	for i := range p.b.Leaders {
		if o := &p.s.Officers[i]; p.b.Leaders[i].Lieutenant && o.Dead && o.Died < p.s.Turn {
			p.Emit("officer.replaced", "officer", p.b.Leaders[i].ID, "zone", p.b.zoneName(p.b.Leaders[i].Side, o.Zone))
		}
	}
}

// fillHands fills the hands (§P3).
func (p *play) fillHands() {
	for _, side := range p.bySide() {
		p.fillHand(side, "end", nil)
	}
}

// judgeTurns ends the battle after its last turn (§E3).
func (p *play) judgeTurns() {
	if p.playing() && p.b.Victory.Turns > 0 && p.s.Turn >= p.b.Victory.Turns {
		p.end("E3", p.better(), "turns")
	}
}
