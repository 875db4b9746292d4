package firediscipline

import "strings"

// NameOf returns the written name of a unit, seat, side, feature or road. For a stand (`champagne.b`) it returns the
// name of the unit. It returns "" if the scenario gives no name.
func (b *Battle) NameOf(id string) string {
	if id == "enemy guns" { // name of an unidentified unit; sentences want a singular
		return "enemy artillery"
	}
	if name := b.Roster.NameOf(id); name != "" {
		return name
	}
	unit, _, _ := strings.Cut(id, ".") // seats and dispatches have a dot, too
	if i, ok := b.unitIDs.Find(unit).Get(); ok {
		return b.Units[i].Name
	}
	return ""
}
