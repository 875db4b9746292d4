package commandchaos

import (
	"slices"

	"galloper/adjudicator/rules"
)

// unsound reports violations of the invariants that hold at the end of a turn.
func unsound(s *State, bad rules.Bad) {
	for u := range s.Units {
		m, id := &s.Units[u], s.b.Units[u].ID
		line := s.b.Units[u].line()
		if m.field() && (!s.b.passable(m.At) || line && m.Hits >= m.Max && s.Status != "over") || m.Stamina < 0 {
			bad("%s at %s with %d hits of %d, stamina %d", id, m.At, m.Hits, m.Max, m.Stamina)
		}
		for _, e := range m.Engaged {
			if !slices.Contains(s.Units[e].Engaged, u) || s.b.Units[e].Side == s.b.Units[u].Side ||
				!m.field() && s.Status != "over" {
				bad("%s is engaged with %s", id, s.b.Units[e].ID)
			}
		}
		for v := range u {
			if m.field() && s.Units[v].field() && m.At == s.Units[v].At && (s.b.Units[v].Side != s.b.Units[u].Side ||
				line && s.b.Units[v].line()) {
				bad("%s and %s share %s", id, s.b.Units[v].ID, m.At)
			}
		}
	}
	for i := range s.Sides {
		side := &s.Sides[i]
		placed := 0
		for u := range s.Units {
			if s.Units[u].Card.Some() && s.b.Units[u].Side == i {
				placed++
			}
		}
		if n := side.Hand.Count() + side.Pile.Count() + side.Discards.Count() + placed; n != s.b.Sides[i].Deck.Count() {
			bad("%s has %d cards", s.b.Sides[i].ID, n)
		}
	}
	for i, o := range s.Officers {
		if o.Unit.Some() && (o.Dead || !s.Units[o.Unit.Must()].field() || s.zone(o.Unit.Must()) != o.Zone) {
			bad("%s is with %s", s.b.Leaders[i].ID, s.b.unitName(o.Unit))
		}
	}
}
