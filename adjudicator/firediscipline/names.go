package firediscipline

import "strings"

// NameOf returns the written name of a unit, seat, side, feature or road; of a
// stand (`champagne.b`) that of its unit. It is "" where the scenario gives none.
func (b *Battle) NameOf(id string) string {
	if id == "enemy guns" { // what a unit that was not made out is called; sentences want a singular
		return "enemy artillery"
	}
	if name := b.Roster.NameOf(id); name != "" {
		return name
	}
	unit, _, _ := strings.Cut(id, ".") // a seat has a dot too, and so has a dispatch
	if i, ok := b.unitIDs.Find(unit).Get(); ok {
		return b.Units[i].Name
	}
	return ""
}
