package firediscipline

import (
	"strings"

	"galloper/adjudicator"
)

var _ adjudicator.Named = (*Battle)(nil)

// NameOf returns the written name of a unit, seat, side, feature or road; of a
// stand (`champagne.b`) that of its unit. It is "" where the scenario gives none.
func (b *Battle) NameOf(id string) string {
	if id == "enemy guns" { // what a unit that was not made out is called; sentences want a singular
		return "enemy artillery"
	}
	if i, ok := b.seatOf[id]; ok {
		return b.Commands[i].Name
	}
	unit, _, _ := strings.Cut(id, ".")
	if i, ok := b.unitOf[unit]; ok {
		return b.Units[i].Name
	}
	for i := range b.Features {
		if b.Features[i].ID == id {
			return b.Features[i].Name
		}
	}
	for i := range b.Roads {
		if b.Roads[i].ID == id {
			return b.Roads[i].Name
		}
	}
	for i := range b.Sides {
		if b.Sides[i].ID == id {
			return b.Sides[i].Name
		}
	}
	return ""
}
