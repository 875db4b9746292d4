package knowledge

import (
	"slices"
	"strings"

	"galloper/events"
)

// tellable returns the dice whose names mention only ids that the visible fields mention too. A die is named
// `phase/action/who>whom#n`, so its name would reveal a masked unit that rolled it or was its target. This check
// spares rulesets from handling it.
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

// people returns the ids in the name of a die: the part after phase and action, without its number.
func people(name string) string {
	name, _, _ = strings.Cut(name, "#")
	for range 2 {
		_, name, _ = strings.Cut(name, "/")
	}
	return name
}

// names reports whether a field's value contains the id who: alone, in a list, or as the unit of a stand, as `foot.b`
// names `foot`.
func names(value, who string) bool {
	for id := range strings.SplitSeq(value, ",") {
		if rest, ok := strings.CutPrefix(id, who); ok && (rest == "" || rest[0] == '.' || rest[0] == '/') {
			return true
		}
	}
	return false
}
