package story

import "galloper/projections/knowledge"

// Standing is what is left of a unit, as whoever is asked knows.
type Standing struct {
	ID, Side, Strength, State string
}

// Roll calls the roll of the units that are in play, in the order in which they are told of. Of the umpire's
// knowledge it is that of both sides.
func (b *Book) Roll(sheet *Sheet, known *knowledge.Known) (units []Standing) {
	t := newTeller(b, sheet, known)
	for _, u := range t.order {
		if t.sheet.Sides[u.id] != "" && !t.gone[u.id] {
			units = append(units, Standing{u.id, t.sheet.Sides[u.id], t.fill(u.line.strength, u.fact.Fields),
				t.fill(u.line.state, u.fact.Fields)})
		}
	}
	return units
}
