package story

import "galloper/projections/knowledge"

// Standing is the remaining strength of a unit, to the knowledge of one seat.
type Standing struct {
	ID, Side, Strength, State string
}

// Roll returns the units in play in the order of the story's tables. The umpire's knowledge gives those of both
// sides.
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
