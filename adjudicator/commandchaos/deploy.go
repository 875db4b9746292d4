package commandchaos

// deployment is the setup of one side before the battle.
type deployment struct {
	b     *Battle
	side  int
	units []Unit
}

func (b *Battle) deployment(side int) deployment {
	return opening(b).deployment(side)
}

func (s *State) deployment(side int) deployment {
	d := deployment{s.b, side, make([]Unit, len(s.Units))}
	copy(d.units, s.Units)
	return d
}

func (d deployment) each(yield func(u int, c *UnitCard) bool) {
	for u := range d.b.Units {
		if c := &d.b.Units[u]; c.Side == d.side && !yield(u, c) {
			return
		}
	}
}

func (d deployment) lineUnits() int {
	n := 0
	for _, c := range d.each {
		if c.line() {
			n++
		}
	}
	return n
}

// chitsFit reports whether the chits are 2 to 5, their sum is 3 for each line unit plus 4, and exactly three units are
// veterans, each with 4 or 5 (§S5).
func (d deployment) chitsFit() bool {
	sum, veterans := 0, 0
	for u, c := range d.each {
		if !c.line() {
			continue
		}
		m := &d.units[u]
		if m.Max < 2 || m.Max > 5 || m.Veteran && m.Max < 4 {
			return false
		}
		sum += m.Max
		if m.Veteran {
			veterans++
		}
	}
	return sum == 3*d.lineUnits()+4 && veterans == 3
}

// placesFit returns the first clause that the positions break, or "".
func (d deployment) placesFit() string {
	for _, rule := range []struct {
		Clause string
		Fits   func(deployment) bool
	}{{"S4", deployment.isLegal}, {"S6", deployment.lineInRows}, {"S7", deployment.lightsInRows}, {"S8",
		deployment.outerColumns}} {
		if !rule.Fits(d) {
			return rule.Clause
		}
	}
	return ""
}

// isLegal reports whether no unit is on impassable ground, and no line units and no enemies share a space (§S4).
func (d deployment) isLegal() bool {
	for u, c := range d.each {
		if !d.b.passable(d.units[u].At) {
			return false
		}
		for v := range d.units {
			if v == u || d.units[v].At != d.units[u].At {
				continue
			}
			if d.b.Units[v].Side != d.side || c.line() && d.b.Units[v].line() {
				return false
			}
		}
	}
	return true
}

// lineInRows reports whether line units are in the front or rear row, and reserves in the rear row (§S1, §S6).
func (d deployment) lineInRows() bool {
	for u, c := range d.each {
		rank := d.b.rank(d.side, d.units[u].At)
		if c.line() && (rank > 1 || d.units[u].Reserve && rank != 0) {
			return false
		}
	}
	return true
}

// lightsInRows reports whether lights are in the first three rows, at most one to a column (§S7).
func (d deployment) lightsInRows() bool {
	columns := map[int]bool{}
	for u, c := range d.each {
		at := d.units[u].At
		if c.line() {
			continue
		}
		if d.b.rank(d.side, at) > 2 || columns[at.Col] {
			return false
		}
		columns[at.Col] = true
	}
	return true
}

// outerColumns reports whether outer columns hold only cavalry, and only if the front row of both b and i holds cavalry
// too (§S8).
func (d deployment) outerColumns() bool {
	outer, wings := false, map[int]bool{}
	for u, c := range d.each {
		at := d.units[u].At
		if d.b.outer(at.Col) {
			if c.Kind != Cavalry {
				return false
			}
			outer = true
		}
		if c.Kind == Cavalry && d.b.rank(d.side, at) == 1 {
			wings[at.Col] = true
		}
	}
	return !outer || wings[1] && wings[d.b.Board.Columns-2]
}

// deploy runs the setup turn: it applies PLACE and CHIT of each side, without either seeing the other's, and deals the
// hands (§S9).
func (p *play) deploy() {
	if !p.deploying() {
		return
	}
	for side := range p.b.Sides {
		places := p.placeAll(side)
		chits := p.dealChits(side)
		if places && chits {
			p.Emit("setup.done", "side", p.sideID(side))
		}
	}
	p.Emit("battle.begun", "turn", p.s.Turn)
	for side := range p.b.Sides {
		if p.b.Sides[side].Dealt {
			p.fillHand(side, "deal", nil)
		}
	}
}

// written returns the orders with the verb from the side's seats, in scenario and mail order.
func (p *play) written(side int, verb Verb) []part {
	var list []part
	for seat := range p.b.Commands {
		if p.b.Commands[seat].Side != side {
			continue
		}
		for _, g := range p.mails[seat] {
			for i := range g.parts {
				if g.parts[i].Verb == verb {
					list = append(list, g.parts[i])
				}
			}
		}
	}
	return list
}

// placeAll applies all PLACE orders of a side, or none of them (§S9).
func (p *play) placeAll(side int) bool {
	d := p.s.deployment(side)
	orders := p.written(side, Place)
	for _, o := range orders {
		d.units[o.unit.Must()].At, d.units[o.unit.Must()].Reserve = o.Space, o.Reserve
	}
	if reason := d.placesFit(); reason != "" {
		p.Emit("setup.rejected", "side", p.sideID(side), "what", "places", "reason", reason)
		return false
	}
	for u := range d.each {
		if d.units[u].At != p.s.Units[u].At || d.units[u].Reserve != p.s.Units[u].Reserve {
			p.Emit("unit.placed", "unit", p.id(u), "at", d.units[u].At.String(), "reserve", d.units[u].Reserve)
		}
	}
	return true
}

// dealChits applies all CHIT orders of a side, or none of them. If the scenario's own chits are invalid too, it uses
// the house deal (§S9).
func (p *play) dealChits(side int) bool {
	d := p.s.deployment(side)
	for _, o := range p.written(side, Chit) {
		if p.b.Units[o.unit.Must()].line() {
			d.units[o.unit.Must()].Max, d.units[o.unit.Must()].Veteran = o.Points, o.Veteran
		}
	}
	fits := d.chitsFit()
	if !fits {
		p.Emit("setup.rejected", "side", p.sideID(side), "what", "chits", "reason", "S5")
		if d = p.s.deployment(side); !d.chitsFit() {
			d.houseDeal()
		}
	}
	for u := range d.each {
		if d.units[u].Max != p.s.Units[u].Max || d.units[u].Veteran != p.s.Units[u].Veteran {
			p.Emit("unit.dealt", "unit", p.id(u), "morale", chitText(d.units[u].Max, d.units[u].Veteran))
		}
	}
	return fits
}

// houseDeal gives the first three line units 5V, 5V and 4V, the last one 2 and the others 3. Three units get 5V, 4V and
// 4V (§S9).
func (d deployment) houseDeal() {
	n, count := 0, d.lineUnits()
	for u, c := range d.each {
		if !c.line() {
			continue
		}
		m := &d.units[u]
		m.Max, m.Veteran = 3, n < 3
		switch {
		case n == 0, n == 1 && count > 3:
			m.Max = 5
		case n < 3:
			m.Max = 4
		case n == count-1:
			m.Max = 2
		}
		n++
	}
}
