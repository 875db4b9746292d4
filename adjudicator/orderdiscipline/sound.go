package orderdiscipline

import (
	"slices"

	"galloper/adjudicator/rules"
)

// unsound reports violations of the state's invariants at the end of a turn.
func unsound(s *State, bad rules.Bad) {
	for i := range s.Units {
		u := &s.Units[i]
		if u.Stands+u.Lost != u.Start || u.Stands < 0 || s.onTable(i) && (u.Stands == 0 ||
			u.Hits >= s.b.Tables.HitsPerStand || u.Hits < 0) {
			bad("%s has %d stands, lost %d, %d hits", u.ID, u.Stands, u.Lost, u.Hits)
		}
		if s.onTable(i) && (!s.b.onTable(u.At) || movementOf(u.Kind, u.Formation) < 0) {
			bad("%s stands at %v in %s", u.ID, u.At, u.Formation)
		}
		for _, e := range u.Contact {
			if !s.onTable(i) || !s.onTable(e) || !s.enemies(i, e) || !slices.Contains(s.Units[e].Contact, i) {
				bad("%s is in contact with %s", u.ID, s.Units[e].ID)
			}
		}
	}
	for g := range s.Generals {
		of := &s.Generals[g]
		if of.Attached.Some() && (of.At != s.Units[of.Attached.Must()].At || !s.onTable(of.Attached.Must())) {
			bad("%s is not with his unit", of.ID)
		}
	}
	for side, n := range [2]int{s.cardsIn(0), s.cardsIn(1)} {
		if n < 0 || n > 7 {
			bad("side %d holds %d cards", side, n)
		}
	}
}
