package orderdiscipline

import (
	"cmp"
	"fmt"
	"slices"

	"galloper/adjudicator"
	"galloper/adjudicator/rules"
	"galloper/events"
)

// odds returns the command roll needed for each charge that the order begins with. It assumes a frontal
// charge and the seat's knowledge of its own troops: modifiers for the target are unknown until the charge is
// declared (i7).
func (r *receipt) odds(o *order) (list []rules.Odds) {
	if o.Kind != orderUnit || len(o.Steps) == 0 || o.Steps[0].Verb != doCharge {
		return nil
	}
	s := r.ownTroops()
	for _, u := range o.Units {
		n := &s.Units[u]
		if n.Stands == 0 || n.State == Routing || n.State == Unsteady {
			continue // may not charge (§4.2)
		}
		ability, mods := r.b.Generals[n.General].Ability, s.moraleMods(u, forCharge)
		need := s.need(u) - ability - mods.total()
		odds := rules.Odds{Does: fmt.Sprintf("%s charges head on with a command roll of %d or more", n.ID, need),
			Of:    fmt.Sprintf("it must reach %d, and has %s for %s", s.need(u), plus(ability), r.b.Generals[n.General].ID),
			Comes: rules.Ways(2, 6, func(rolled []events.Die) bool { return rolled[0].Value+rolled[1].Value >= need })}
		for _, m := range mods {
			odds.Of += ", " + plus(m.N) + " for " + modWords[m.Name]
		}
		list = append(list, odds)
	}
	return list
}

// byHand returns a note for each deployed battery that an order moves, with the distance that it can cover (i8).
func (r *receipt) byHand(o *order) (notes []string) {
	if o.Kind != orderUnit || len(o.Steps) == 0 || !o.Steps[0].walks() {
		return nil
	}
	t, s := &o.Steps[0], r.ownTroops()
	for _, u := range o.Units {
		n := &s.Units[u]
		if n.Stands == 0 || n.Formation != Deployed {
			continue
		}
		most := s.allowance(u, Deployed)
		if t.Verb == doFallBack || t.Keep {
			most /= 2
		}
		notes = append(notes, fmt.Sprintf("%s go by hand while they are deployed, at most %s a turn; limbered %s",
			cmp.Or(n.Name, n.ID), inchesProse(nil, most), inchesProse(nil, s.allowance(u, Limbered))))
	}
	return notes
}

// walks reports whether the step moves its units to another place.
func (t *step) walks() bool {
	switch t.Verb {
	case doMove, doAdvance, doShift, doFallBack, doSupport, doDress:
		return true
	}
	return false
}

// modWords are descriptions of the modifiers of a charge that depend on the unit alone.
var modWords = map[string]string{"stands": "stands lost", "radius": "its general near", "attached": "a general with it",
	"cover": "cover"}

func plus(n int) string { return fmt.Sprintf("%+d", n) }

// ownTroops returns a state with the seat's own units and its side's generals as the seat knows them. It
// serves only for calculations that depend on nothing else.
func (r *receipt) ownTroops() *State {
	if r.own != nil {
		return r.own
	}
	s := &State{b: r.b, Units: drawnUp(r.b)}
	r.own = s
	for i := range r.b.Generals {
		g := Officer{General: &r.b.Generals[i], At: r.b.Generals[i].At, Attached: adjudicator.None}
		if r.b.Generals[i].Side == r.b.Generals[r.g].Side {
			g.At, g.Attached = r.whereabouts(i), r.b.Generals[i].With
			if o, _, ok := r.desk.Fact("sight.general", g.ID); ok {
				g.Attached = r.b.unitIDs.Find(o.Get("with"))
			}
		}
		s.Generals = append(s.Generals, g)
	}
	for i := range s.Units {
		u := &s.Units[i]
		if o, _, ok := r.desk.Fact("sight.own", u.ID); ok {
			u.At, u.Facing, u.Stands = pointOf(o), o.Int("facing"), o.Int("stands")
			u.Formation = Formation(slices.Index(formations[:], o.Get("formation")))
			u.State = Condition(slices.Index(conditions[:], o.Get("state")))
			u.Lost = u.Start - u.Stands
		} else if r.desk.Known != nil || !r.b.commands(r.g, i) {
			u.Stands = 0
		}
	}
	return s
}
