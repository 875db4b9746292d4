package activationchits

import "galloper/adjudicator"

// umpire is the pseudo-seat that sees everything.
const umpire = adjudicator.Umpire

// isEye reports whether the units and leader of the seat owner are eyes of the seat (§W1).
func (s *State) isEye(seat, owner int) bool {
	switch s.b.Options.Fog {
	case "seat":
		return owner == seat
	case "side":
		return s.b.Posts[owner].Side == s.b.Posts[seat].Side
	}
	return true
}

// eyeWithin reports whether one of the seat's eyes sees the hex from at most reach hexes away (§W2).
func (s *State) eyeWithin(seat, at, reach int) bool {
	if at == nowhere {
		return false
	}
	if s.b.Options.Fog == "none" {
		return true
	}
	for i := range s.Units {
		u := &s.Units[i]
		if u.Hex != nowhere && s.isEye(seat, u.Seat) && s.b.distance(u.Hex, at) <= reach && s.b.inSight(u.Hex, at) {
			return true
		}
	}
	for i := range s.Leaders {
		l := &s.Leaders[i]
		if l.Hex != nowhere && s.isEye(seat, i) && s.b.distance(l.Hex, at) <= reach && s.b.inSight(l.Hex, at) {
			return true
		}
	}
	return false
}

// inView reports whether the hex is in the seat's view (§W2).
func (s *State) inView(seat, at int) bool { return s.eyeWithin(seat, at, s.b.Options.Sight) }

// unitInView reports whether the unit belongs to the seat or is in its view (§W2).
func (s *State) unitInView(seat, unit int) bool {
	return s.Units[unit].Seat == seat || s.inView(seat, s.Units[unit].Hex)
}

// leaderInView reports whether the leader belongs to the seat or is in its view. A leader with an enemy unit
// is visible only nearby (§W2).
func (s *State) leaderInView(seat, leader int) bool {
	l := &s.Leaders[leader]
	return leader == seat || s.leaderSeen(seat, leader, l.Hex, l.Unit.Some())
}

// leaderSeen reports whether the seat would see the leader in the hex.
func (s *State) leaderSeen(seat, leader, at int, attached bool) bool {
	if attached && s.Leaders[leader].Side != s.b.Posts[seat].Side {
		return s.eyeWithin(seat, at, nearby)
	}
	return s.inView(seat, at)
}

// lookAll updates the knowledge of all seats (§W6).
func (s *State) lookAll() {
	for seat := range s.b.Posts {
		for u := range s.Units {
			s.spot(seat, u)
		}
		for l := range s.Leaders {
			s.meet(seat, l)
		}
	}
}

// showSide tells each seat the positions of its own side at the opening (§W4).
func (s *State) showSide() {
	for seat := range s.b.Posts {
		side := s.b.Posts[seat].Side
		for i := range s.Units {
			if u := &s.Units[i]; u.Side == side {
				s.Known[seat][i] = Known{true, u.Hex, s.Turn}
			}
		}
		for i := range s.Leaders {
			if l := &s.Leaders[i]; l.Side == side && l.Hex != nowhere {
				s.Met[seat][i] = Known{true, l.Hex, s.Turn}
			}
		}
	}
}

// spot records another seat's unit, friend or foe, if the seat sees it (§W2, §W4).
func (s *State) spot(seat, unit int) {
	u := &s.Units[unit]
	if u.Seat != seat && u.Hex != nowhere && s.inView(seat, u.Hex) {
		s.Known[seat][unit] = Known{true, u.Hex, s.Turn}
	}
}

// meet records a leader if the seat sees it.
func (s *State) meet(seat, leader int) {
	l := &s.Leaders[leader]
	if leader != seat && l.Hex != nowhere && s.leaderInView(seat, leader) {
		s.Met[seat][leader] = Known{true, l.Hex, s.Turn}
	}
}

// lookAnew updates the knowledge of all seats after a unit, a leader or both have moved (§W6).
func (s *State) lookAnew(unit, leader adjudicator.Index) {
	var at, owner int
	if i, ok := unit.Get(); ok {
		at, owner = s.Units[i].Hex, s.Units[i].Seat
	} else {
		at, owner = s.Leaders[leader.Must()].Hex, leader.Must()
	}
	if at == nowhere {
		return
	}
	for seat := range s.b.Posts {
		if unit.Some() {
			s.spot(seat, unit.Must())
		}
		if leader.Some() {
			s.meet(seat, leader.Must())
		}
		if s.isEye(seat, owner) || leader.Some() && s.isEye(seat, leader.Must()) {
			s.lookFrom(seat, at)
		}
	}
}

// lookFrom records everything that an eye of the seat sees from the hex.
func (s *State) lookFrom(seat, at int) {
	side := s.b.Posts[seat].Side
	for i := range s.Units {
		u := &s.Units[i]
		if u.Seat != seat && s.b.inSight(at, u.Hex) {
			s.Known[seat][i] = Known{true, u.Hex, s.Turn}
		}
	}
	for i := range s.Leaders {
		l := &s.Leaders[i]
		if i == seat || !s.b.inSight(at, l.Hex) ||
			l.Side != side && l.Unit.Some() && s.b.distance(at, l.Hex) > nearby {
			continue
		}
		s.Met[seat][i] = Known{true, l.Hex, s.Turn}
	}
}

// knowsUnit reports whether the seat knows of the unit (§W4).
func (s *State) knowsUnit(seat, unit int) bool {
	return s.Units[unit].Side == s.b.Posts[seat].Side || s.b.Options.Fog == "none" || s.Known[seat][unit].Yes
}

// knowsLeader reports whether the seat knows of the leader.
func (s *State) knowsLeader(seat, leader int) bool {
	return s.Leaders[leader].Side == s.b.Posts[seat].Side || s.b.Options.Fog == "none" || s.Met[seat][leader].Yes
}
