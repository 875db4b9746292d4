package activationchits

import "galloper/adjudicator/dice"

// leaderDeed returns the deed of a leader's action, or the reason why it is impossible (§35, §36).
func (p *play) leaderDeed(leader int, a *Action) (deed, string) {
	l := &p.s.Leaders[leader]
	var goal int
	if a.Verb == Attach {
		u := &p.s.Units[a.Unit.Must()]
		if u.Lost {
			return deed{}, reasonNoTarget
		}
		goal = u.Hex
	} else {
		goal = a.Hex.Must()
	}
	if l.Unit.Some() && p.s.Units[l.Unit.Must()].Square {
		return deed{}, reasonInSquare
	}
	if goal == l.Hex {
		return deed{}, reasonAlreadyThere
	}
	if a.Verb == Attach && p.s.ManAt[goal].Some() {
		return deed{}, reasonLeaderThere
	}
	path := p.s.leaderWay(leader, append(append([]int{}, a.Via...), goal))
	if path == nil {
		return deed{}, reasonBlocked
	}
	return deed{verb: a.Verb, path: path}, ""
}

// mayPass returns a predicate for hexes that a leader may ride through: passable for infantry and without
// visible enemies. Friends don't block (§35).
func (s *State) mayPass(leader int) func(at int) bool {
	l := &s.Leaders[leader]
	return func(at int) bool {
		return s.b.terrainAt(at).Enter[Infantry] && !(s.isHeldBy(1-l.Side, at) && s.b.inSight(l.Hex, at))
	}
}

// isHeldBy reports whether a unit or leader of the side is in the hex.
func (s *State) isHeldBy(side, at int) bool {
	u, l := s.UnitAt[at], s.ManAt[at]
	return u.Some() && s.Units[u.Must()].Side == side || l.Some() && s.Leaders[l.Must()].Side == side
}

// leaderWay returns the leader's path towards the goals in one activation, or nil if the leader cannot move
// at all. It ends in a hex without another leader (§35).
func (s *State) leaderWay(leader int, goals []int) []int {
	l := &s.Leaders[leader]
	from := l.Hex
	for i, g := range goals {
		if g == from {
			goals = goals[i+1:]
			break
		}
	}
	var path []int
	for _, g := range goals {
		if !s.b.terrainAt(g).Enter[Infantry] {
			return nil
		}
		leg, ok := s.b.way(from, g, everywhere, s.mayPass(leader))
		if !ok {
			return nil
		}
		path, from = append(path, leg...), g
	}
	path = path[:min(len(path), leaderMove)]
	for len(path) > 0 {
		last := path[len(path)-1]
		if s.ManAt[last].None() && !(s.isHeldBy(1-l.Side, last) && s.b.inSight(l.Hex, last)) || s.hidesLeader(leader, last) {
			return path
		}
		path = path[:len(path)-1]
	}
	return nil
}

// hidesLeader reports whether an enemy leader out of the leader's sight is in the hex.
func (s *State) hidesLeader(leader, at int) bool {
	m := s.ManAt[at]
	return m.Some() && s.Leaders[m.Must()].Side != s.Leaders[leader].Side && !s.b.inSight(s.Leaders[leader].Hex, at)
}

// activateLeader activates a leader. One alone needs no roll, an attached one needs leaderNumber (§35, §36).
func (p *play) activateLeader(e *planned) string {
	leader := e.Leader.Must()
	l := &p.s.Leaders[leader]
	id := p.b.leaderID(leader)
	result := resultPassed
	if l.Unit.None() {
		p.Cause = p.Emit("leader.activated", "leader", id)
	} else {
		rolled := p.roll("act/roll/"+id, 2)
		if result, _ = judgeRoll(rolled, leaderNumber); result == resultBotched {
			result = resultFailed
		}
		p.Cause = p.Emit("leader.rolled", "leader", id, "target", leaderNumber, "roll", dice.Sum(rolled), "result", result)
	}
	if allowsAction(result) {
		p.rideOut(leader, e.deed.path, "order", "35")
	}
	return result
}

// rideOut moves a leader along a path, as far as the hex before an enemy that was not visible (§35).
func (p *play) rideOut(leader int, path []int, reason, clause string) {
	l := &p.s.Leaders[leader]
	last := nowhere
	for _, at := range path {
		if p.s.isHeldBy(1-l.Side, at) {
			break
		}
		if p.s.ManAt[at].None() {
			last = at
		}
	}
	if last != nowhere {
		p.moveLeader("leader.moved", leader, last, clause, "reason", reason)
	}
}

// moveLeader moves a leader in one outcome and emits the units left and joined (§36).
func (p *play) moveLeader(name string, leader, to int, clause string, more ...any) {
	l := &p.s.Leaders[leader]
	id, left := p.b.leaderID(leader), l.Unit
	p.EmitBy(clause, name, append([]any{"leader", id, "from", p.b.hexName(l.Hex), "to", p.b.hexName(to)}, more...)...)
	if left.Some() {
		p.Emit("leader.detached", "leader", id, "unit", p.b.unitIDs.Of(left))
	}
	if l.Unit.Some() {
		p.Emit("leader.attached", "leader", id, "unit", p.b.unitIDs.Of(l.Unit))
	}
}

// fate rolls for a leader who is away (§37, §L3).
func (p *play) fate(leader int) {
	id := p.b.leaderID(leader)
	rolled := p.roll("leader/fate/"+id, 1)
	result, at := p.b.Tables.Fate.row(rolled[0].Value), nowhere
	if result == fateReturns {
		if u := p.s.welcome(leader); u >= 0 {
			at = p.s.Units[u].Hex
		} else {
			result = fateAway
		}
	}
	p.Cause = p.Emit("leader.fate", "leader", id, "result", result, "hex", p.b.hexName(at))
	switch result {
	case fateEliminated:
		p.banner(1-p.b.Posts[leader].Side, id)
	case fateReturns:
		p.Emit("leader.attached", "leader", id, "unit", p.b.Units[p.s.Leaders[leader].Unit.Must()].ID)
	}
}

// welcome returns the unit that a leader returns to, or -1: the first of the leader's seat without a leader,
// steady before shaken before broken, or else of the side (§L3).
func (s *State) welcome(leader int) int {
	l := &s.Leaders[leader]
	for _, own := range []bool{true, false} {
		for _, m := range []Morale{Steady, Shaken, Broken} {
			for i := range s.Units {
				u := &s.Units[i]
				if !u.Lost && u.Leader.None() && u.Morale == m && u.Side == l.Side && (u.Seat == leader || !own) {
					return i
				}
			}
		}
	}
	return -1
}

// escape moves a leader whose unit is lost to friends or towards home. A leader without a way out is a casualty (§L4).
func (p *play) escape(leader int) {
	if to := p.s.refuge(leader); to != nowhere {
		p.moveLeader("leader.escaped", leader, to, "L4")
		return
	}
	p.fall(leader)
}

// refuge returns the hex that a leader escapes to, within escapeReach: that of the nearest friendly unit
// without a leader, or else the empty hex nearest to home (§L4).
func (s *State) refuge(leader int) int {
	l := &s.Leaders[leader]
	south := s.b.Sides[l.Side].South
	far := s.b.steps(l.Hex, escapeReach, func(at int) bool {
		return s.b.terrainAt(at).Enter[Infantry] && !s.isHeldBy(1-l.Side, at)
	})
	friend, empty := nowhere, nowhere
	row := func(at int) int {
		if south {
			return -(at / s.b.Columns)
		}
		return at / s.b.Columns
	}
	for at, d := range far {
		if d < 1 || s.ManAt[at].Some() {
			continue
		}
		if s.UnitAt[at].Some() {
			if friend == nowhere || d < far[friend] {
				friend = at
			}
			continue
		}
		if empty == nowhere || row(at) < row(empty) || row(at) == row(empty) && d < far[empty] {
			empty = at
		}
	}
	if friend != nowhere {
		return friend
	}
	return empty
}
