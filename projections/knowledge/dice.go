package knowledge

import (
	"slices"
	"strings"

	"galloper/events"
)

// tellable returns those of the dice whose names name nobody whom the fields that are
// told do not name. A die is called `phase/action/who>whom#n`, so that the name of one
// which a masked unit rolled, or which was rolled against it, would give it away. No
// ruleset has to think of that: whoever is not shown is not named by a die either.
func tellable(dice []events.Die, told []events.Field) []events.Die {
	untold := func(d events.Die) bool {
		for who := range strings.FieldsFuncSeq(people(d.Name), func(r rune) bool { return strings.ContainsRune(">,+", r) }) {
			if !slices.ContainsFunc(told, func(f events.Field) bool { return names(f.Value, who) }) {
				return true
			}
		}
		return false
	}
	if !slices.ContainsFunc(dice, untold) {
		return dice
	}
	return slices.DeleteFunc(slices.Clone(dice), untold)
}

// people returns what stands behind phase and action in the name of a die, without its number.
func people(name string) string {
	name, _, _ = strings.Cut(name, "#")
	for range 2 {
		_, name, _ = strings.Cut(name, "/")
	}
	return name
}

// names reports whether a field's value names who: alone, in a list, or by one of its
// parts, as the stand `foot.b` names the unit `foot`.
func names(value, who string) bool {
	for id := range strings.SplitSeq(value, ",") {
		if rest, ok := strings.CutPrefix(id, who); ok && (rest == "" || rest[0] == '.' || rest[0] == '/') {
			return true
		}
	}
	return false
}
