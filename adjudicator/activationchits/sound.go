package activationchits

import "galloper/adjudicator/rules"

// unsound reports violations of the state's invariants at the end of a turn.
func unsound(s *State, bad rules.Bad) {
	for n := range s.Units {
		u := &s.Units[n]
		switch {
		case u.Lost != (u.Hex == nowhere), u.Hex != nowhere && !s.UnitAt[u.Hex].Is(n):
			bad("%s is in hex %d, lost %t", u.ID, u.Hex, u.Lost)
		case !u.Lost && (u.Blocks < 1 || u.Blocks > u.Kind.Blocks):
			bad("%s has %d blocks", u.ID, u.Blocks)
		case !u.Lost && !s.terrainOf(n).Enter[u.Arm]:
			bad("%s stands on closed ground", u.ID)
		case u.Square && u.Arm != Infantry:
			bad("%s is in square", u.ID)
		case u.Leader.Some() && (!s.Leaders[u.Leader.Must()].Unit.Is(n) || s.Leaders[u.Leader.Must()].Hex != u.Hex):
			bad("%s and its leader are apart", u.ID)
		}
	}
	for n := range s.Leaders {
		l := &s.Leaders[n]
		if (l.Status == onBoard) != (l.Hex != nowhere) || l.Hex != nowhere && !s.ManAt[l.Hex].Is(n) {
			bad("leader %s, %s, in hex %d", l.Post.Leader, l.Status, l.Hex)
		}
		if l.Hex == nowhere {
			continue
		}
		if u := s.UnitAt[l.Hex]; u != l.Unit {
			bad("leader %s is with unit %s, in the hex is %s", l.Post.Leader, s.b.unitIDs.Of(l.Unit),
				s.b.unitIDs.Of(u))
		}
	}
	for i := range s.UnitAt {
		if u := s.UnitAt[i]; u.Some() && s.Units[u.Must()].Hex != i {
			bad("hex %d holds a unit that is elsewhere", i)
		}
	}
}
