package firediscipline

import "galloper/adjudicator/rules"

// unsound reports violations of the state's invariants at the end of a turn.
func unsound(s *State, bad rules.Bad) {
	for n := range s.Units {
		u := &s.Units[n]
		for i := range u.Stands {
			st := &u.Stands[i]
			if st.Castings < 0 || st.Ball < 0 || st.Canister < 0 || st.Shell < 0 || st.Guns < 0 || st.Limber > 4 {
				bad("%s has %+v", u.standID(i), *st)
			}
			if u.fit() && u.Arm != Guns && st.inPlay() && st.Castings == 0 {
				bad("%s is in play without men", u.standID(i))
			}
			if !u.fit() && st.inPlay() {
				bad("%s is in play, its unit %s", u.standID(i), u.Status)
			}
		}
		s.unsoundUnit(n, bad)
	}
}

func (s *State) unsoundUnit(n int, bad rules.Bad) {
	u := &s.Units[n]
	if u.fit() && !u.Broken && u.Boxes >= u.Shatter {
		bad("%s is fit with %d of %d boxes", u.ID, u.Boxes, u.Shatter)
	}
	if u.fit() && u.first() >= 0 && !s.b.onMap(u.At) {
		bad("%s is off the map", u.ID)
	}
	for _, e := range u.Engaged {
		x := &s.Units[e]
		if !x.fit() || !u.fit() || x.Side == u.Side || !s.engagedWith(e, n) || x.Broken || u.Broken {
			bad("%s is engaged with %s", u.ID, x.ID)
		}
		if s.field().contactWidth(n, e) == 0 {
			bad("%s is engaged with %s without contact", u.ID, x.ID)
		}
	}
	if u.fit() && u.Formation != Unlimbered && u.first() >= 0 && u.Facing != u.Stands[u.first()].Facing {
		bad("the ranks of %s face another way than it", u.ID)
	}
}
