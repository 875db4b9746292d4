package activationchits

import "galloper/adjudicator"

// umpire is the pseudo-seat that sees everything.
const umpire = adjudicator.Umpire

// isEye reports whether a unit or leader of the seat owner is one of the seat's eyes.
//
// §W1
func (s *State) isEye(seat, owner int) bool {
	switch s.b.Options.Fog {
	case "seat":
		return owner == seat
	case "side":
		return s.b.Posts[owner].Side == s.b.Posts[seat].Side
	}
	return true
}

// eyeWithin reports whether one of the seat's eyes, at most so many hexes off,
// sees what stands in the hex.
//
// §W2
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

// inView reports whether the seat sees what stands in the hex.
//
// §W2
func (s *State) inView(seat, at int) bool { return s.eyeWithin(seat, at, s.b.Options.Sight) }

// unitInView reports whether the unit is the seat's own, or in its view.
//
// §W2
func (s *State) unitInView(seat, unit int) bool {
	return s.Units[unit].Seat == seat || s.inView(seat, s.Units[unit].Hex)
}

// leaderInView reports whether the leader is the seat's own, or in its view: one
// who is with an enemy unit is so only near by.
//
// §W2
func (s *State) leaderInView(seat, leader int) bool {
	l := &s.Leaders[leader]
	return leader == seat || s.leaderSeen(seat, leader, l.Hex, l.Unit.Some())
}

// leaderSeen reports whether the seat would see that leader in the hex.
func (s *State) leaderSeen(seat, leader, at int, attached bool) bool {
	if attached && s.Leaders[leader].Side != s.b.Posts[seat].Side {
		return s.eyeWithin(seat, at, nearby)
	}
	return s.inView(seat, at)
}

// lookAll takes all views anew.
//
// §W6
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

// showSide has each seat know where its own side stands at the opening.
//
// §W4
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

// spot notes that a seat sees a unit of another, friend or foe, if it does.
//
// §W2, §W4
func (s *State) spot(seat, unit int) {
	u := &s.Units[unit]
	if u.Seat != seat && u.Hex != nowhere && s.inView(seat, u.Hex) {
		s.Known[seat][unit] = Known{true, u.Hex, s.Turn}
	}
}

// meet notes that a seat sees a leader, if it does.
func (s *State) meet(seat, leader int) {
	l := &s.Leaders[leader]
	if leader != seat && l.Hex != nowhere && s.leaderInView(seat, leader) {
		s.Met[seat][leader] = Known{true, l.Hex, s.Turn}
	}
}

// lookAnew takes views anew after a unit, a leader or both have moved.
//
// §W6
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

// lookFrom is what an eye of the seat sees that has come to the hex.
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

// knowsUnit reports whether the seat knows the unit.
//
// §W4
func (s *State) knowsUnit(seat, unit int) bool {
	return s.Units[unit].Side == s.b.Posts[seat].Side || s.b.Options.Fog == "none" || s.Known[seat][unit].Yes
}

// knowsLeader reports whether the seat knows the leader.
func (s *State) knowsLeader(seat, leader int) bool {
	return s.Leaders[leader].Side == s.b.Posts[seat].Side || s.b.Options.Fog == "none" || s.Met[seat][leader].Yes
}
