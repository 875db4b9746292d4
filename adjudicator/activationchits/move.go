package activationchits

import "galloper/adjudicator"

// open returns a predicate for the hexes that a unit's path may use: terrain open to its arm, without
// friendly units, visible enemies and friendly leaders. With stops, terrain that ends the move is excluded
// too (§M4).
func (s *State) open(unit int, stops bool) func(at int) bool {
	u := &s.Units[unit]
	return func(at int) bool {
		g := s.b.terrainAt(at)
		if !g.Enter[u.Arm] || stops && g.Stop {
			return false
		}
		if o := s.UnitAt[at]; o.Some() && !o.Is(unit) && (s.Units[o.Must()].Side == u.Side || s.sees(unit, at)) {
			return false
		}
		l := s.ManAt[at]
		return l.None() || l == u.Leader || s.Leaders[l.Must()].Side != u.Side && !s.sees(unit, at)
	}
}

// seemsFree reports whether the unit can stand in the hex, as far as it sees (§M3, §A1).
func (s *State) seemsFree(unit, at int) bool {
	u := &s.Units[unit]
	if at == nowhere || !s.b.terrainAt(at).Enter[u.Arm] {
		return false
	}
	if o := s.UnitAt[at]; o.Some() && !o.Is(unit) && (s.Units[o.Must()].Side == u.Side || s.sees(unit, at)) {
		return false
	}
	l := s.ManAt[at]
	switch {
	case l.None() || l == u.Leader:
		return true
	case s.Leaders[l.Must()].Side == u.Side:
		return u.Leader.None()
	}
	return !s.sees(unit, at)
}

// heading returns the facing that is ordered for a unit in its current hex (§G6).
func (s *State) heading(unit int, h *Heading) Facing {
	u := &s.Units[unit]
	switch {
	case !h.Given:
		return u.Facing
	case h.Hex.Some():
		return s.b.headingFrom(u.Hex, u.Facing, h)
	}
	return h.Facing
}

// headingFrom returns the facing that is ordered for a unit in the hex.
func (b *Battle) headingFrom(at int, facing Facing, h *Heading) Facing {
	switch {
	case !h.Given || h.Hex.Is(at):
		return facing
	case h.Hex.Some():
		return b.toFace(at, facing, h.Hex.Must())
	}
	return h.Facing
}

// turnDeed returns a turn in place, or the reason why it is impossible (§14).
func (p *play) turnDeed(unit int, facing Facing) (deed, string) {
	u := &p.s.Units[unit]
	if facing == u.Facing {
		return deed{}, reasonAlreadyThere
	}
	if u.Move < 1 {
		return deed{}, reasonBlocked
	}
	return deed{verb: Turn, unit: adjudicator.At(unit), facing: facing}, ""
}

// moveDeed returns a MOVE TO, or the reason why it is impossible. A unit that enters a hex may end with any
// facing (§M4, §M5, §15).
func (p *play) moveDeed(unit int, a *Action) (deed, string) {
	u := &p.s.Units[unit]
	if a.Hex.Is(u.Hex) {
		return p.turnDeed(unit, p.s.heading(unit, &a.Face))
	}
	path, ok := p.s.route(unit, a)
	if !ok {
		return deed{}, reasonBlocked
	}
	path = p.s.stretch(unit, path)
	if len(path) == 0 || !p.s.mayStep(unit, path[0]) {
		return deed{}, reasonBlocked
	}
	facing := p.b.headingFrom(path[len(path)-1], u.Facing, &a.Face)
	return deed{verb: Move, unit: adjudicator.At(unit), path: path, facing: facing}, ""
}

// route returns the path through the named hexes in turn. If the unit is already on one of them, the path
// starts there (§M4).
func (s *State) route(unit int, a *Action) ([]int, bool) {
	from, last := s.Units[unit].Hex, a.Hex.Must()
	goals := append(append([]int{}, a.Via...), last)
	for i, g := range a.Via {
		if g == from {
			goals = append(append([]int{}, a.Via[i+1:]...), last)
		}
	}
	var path []int
	for _, g := range goals {
		if !s.b.terrainAt(g).Enter[s.Units[unit].Arm] {
			return nil, false
		}
		leg, ok := s.b.way(from, g, everywhere, s.open(unit, false))
		if !ok {
			return nil, false
		}
		path, from = append(path, leg...), g
	}
	return path, true
}

// stretch returns the part of a path that the unit's allowance and terrain allow in one activation (§M1, §M4).
func (s *State) stretch(unit int, path []int) []int {
	for i, at := range path {
		if i == s.Units[unit].Move {
			return path[:i]
		}
		if s.b.terrainAt(at).Stop {
			return path[:i+1]
		}
	}
	return path
}

// mayStep reports whether the unit would enter the hex, as far as it sees (§M3, §M4).
func (s *State) mayStep(unit, at int) bool {
	return s.seemsFree(unit, at) && !s.shies(unit, at)
}

// shies reports whether the unit is broken and the hex is next to a visible enemy unit (§M4).
func (s *State) shies(unit, at int) bool {
	u := &s.Units[unit]
	return u.Morale == Broken && s.enemyBeside(at, u.Side, func(e int) bool { return s.sees(unit, s.Units[e].Hex) })
}

// towardsDeed returns a MOVE TOWARDS an enemy unit, or the reason why it is impossible (§M4, §M5).
func (p *play) towardsDeed(unit, target int) (deed, string) {
	u := &p.s.Units[unit]
	path, ok := p.b.way(u.Hex, p.s.Units[target].Hex, everywhere, p.s.open(unit, false))
	if ok {
		path = p.s.stretch(unit, path)
	}
	if len(path) == 0 || !p.s.mayStep(unit, path[0]) {
		return deed{}, reasonBlocked
	}
	return deed{verb: Towards, unit: adjudicator.At(unit), path: path, facing: u.Facing,
		target: adjudicator.At(target)}, ""
}

// besideDeed returns a MOVE TOWARDS a friendly unit, which ends next to it, or the reason why it is
// impossible (§M5a).
func (p *play) besideDeed(unit, friend int) (deed, string) {
	switch u := &p.s.Units[friend]; {
	case p.s.Units[unit].Morale == Broken:
		return deed{}, reasonBroken
	case u.Lost || u.Hex == nowhere:
		return deed{}, reasonNoTarget
	}
	return p.towardsDeed(unit, friend)
}

// approach returns the path into a hex to fight from. Terrain that ends the move is allowed only in the last
// hex (§A1, §M6).
func (s *State) approach(unit, goal, fight int) ([]int, bool) {
	if !s.seemsFree(unit, goal) || fight < 1 {
		return nil, false
	}
	return s.b.way(s.Units[unit].Hex, goal, fight, s.open(unit, true))
}

// fightsOnEntry reports whether the unit may attack or fire after entering the hex (§T2, §F1).
func (s *State) fightsOnEntry(unit, at int) bool {
	switch s.b.terrainAt(at).EntryFight {
	case entryNone:
		return false
	case entryWoods:
		return s.Units[unit].Woods
	}
	return true
}

// moveFireDeed returns a MOVE TO a hex AND FIRE AT a target, or the reason why it is impossible (§M6).
func (p *play) moveFireDeed(unit int, a *Action, target int) (deed, string) {
	u := &p.s.Units[unit]
	at := a.Hex.Must()
	if at == u.Hex {
		return p.fireDeed(unit, target)
	}
	if u.Square {
		return deed{}, reasonInSquare
	}
	path, ok := p.s.approach(unit, at, u.Fight)
	if !ok || !p.s.fightsOnEntry(unit, at) {
		return deed{}, reasonOutOfReach
	}
	facing := p.b.headingFrom(at, u.Facing, &a.Face)
	goal := p.s.Units[target].Hex
	if p.b.arc(at, facing, goal) != Front && !u.allround(p.b.terrainAt(at)) {
		facing = p.b.toFace(at, u.Facing, goal)
	}
	d := deed{verb: Move, unit: adjudicator.At(unit), path: path, facing: facing,
		target: adjudicator.At(target), fire: true}
	if reason := p.s.cannotFire(unit, shot{from: at, target: target, moved: true, except: d.unit}); reason != "" {
		return deed{}, reason
	}
	return d, ""
}

// march carries out a possible move (§M3, §M4, §M5, §M6).
func (p *play) march(d *deed) {
	last := p.walk(d.by(), d.path)
	if d.verb == Towards {
		if to := p.s.Units[d.foe()].Hex; to != nowhere {
			d.facing = p.b.toFace(last, d.facing, to)
		}
	}
	reason := "order"
	if d.rash {
		reason = botchRash
	}
	p.step(d.by(), last, d.facing, reason, "M4")
	if d.fire && last == d.path[len(d.path)-1] {
		p.shoot(d.by(), d.foe(), true)
	}
}

// walk follows a path as far as the unit can stand and returns the last hex (§M3, §M4).
func (p *play) walk(unit int, path []int) int {
	last := p.s.Units[unit].Hex
	for _, at := range path {
		if !p.s.canStand(unit, at) || p.s.shies(unit, at) {
			break
		}
		last = at
		if l := p.s.ManAt[at]; l.Some() && l != p.s.Units[unit].Leader {
			break
		}
	}
	return last
}

// step moves a unit in one outcome. A leader in the hex joins it (§M2, §36).
func (p *play) step(unit, to int, facing Facing, reason, clause string) {
	u := &p.s.Units[unit]
	had := u.Leader
	p.EmitBy(clause, "unit.moved", "unit", u.ID, "from", p.b.hexName(u.Hex), "to", p.b.hexName(to),
		"facing", facing.String(), "reason", reason)
	p.joined(unit, had)
}

// joined emits that a leader has joined the unit in its new hex, if one has (§36).
func (p *play) joined(unit int, had adjudicator.Index) {
	if l := p.s.Units[unit].Leader; l.Some() && l != had {
		p.Emit("leader.attached", "leader", p.b.leaderIDs.Of(l), "unit", p.b.Units[unit].ID)
	}
}

// leaveDeed returns LEAVE SQUARE, or the reason why it is impossible (§27).
func (p *play) leaveDeed(unit int, a *Action) (deed, string) {
	u := &p.s.Units[unit]
	if !u.Square {
		return deed{}, reasonNotInSquare
	}
	if p.s.enemyBeside(u.Hex, u.Side, func(e int) bool { return p.s.Units[e].Arm == Cavalry }) {
		return deed{}, reasonCavalry
	}
	return deed{verb: LeaveSquare, unit: adjudicator.At(unit), facing: p.s.heading(unit, &a.Face)}, ""
}
