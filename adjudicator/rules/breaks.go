package rules

import (
	"galloper/adjudicator"
	"galloper/adjudicator/scenario"
)

// ForSides returns the format of a number that applies to both sides, or is given for each side: `15`, `{north: 12}`.
func ForSides(least, most int) scenario.Spec {
	number := scenario.Int(least, most)
	return scenario.OneOf(number, scenario.Each(scenario.Text().What("a side"), number))
}

// EachSide reads such a number. A side without one gets 0. It refuses names that are not a side's.
func EachSide(doc *scenario.Doc, n scenario.Node, side func(id string) adjudicator.Index) (of [2]int) {
	of = [2]int{n.AsInt(0), n.AsInt(0)}
	for id, node := range n.Entries() {
		if i, ok := side(id).Get(); ok {
			of[i] = node.AsInt(0)
		} else {
			doc.RefuseName(node, "sides", scenario.UnknownName, "a side of this scenario")
		}
	}
	return of
}

// Breaks holds for each side the losses at which it breaks, in per cent of its initial strength. 0: it never breaks.
// The ruleset defines how losses are counted.
type Breaks [2]int

// BreaksKey returns the scenario key for Breaks, under `victory`. of names the troops whose loss counts.
func BreaksKey(of string) scenario.Key {
	return scenario.Opt("breaks", ForSides(1, 100),
		"none; per cent of its "+of+" whose loss breaks a side; by side if they differ")
}

// ReadBreaks reads the key of [BreaksKey].
func ReadBreaks(doc *scenario.Doc, side func(id string) adjudicator.Index) Breaks {
	return EachSide(doc, doc.At("victory").At("breaks"), side)
}

// Broken reports whether a side breaks that has lost `lost` of its initial `of`.
func (b Breaks) Broken(side, lost, of int) bool {
	return b[side] > 0 && lost >= b.Least(side, of)
}

// Least returns the least loss that breaks a side of initially `of`, or 0 if it never breaks.
func (b Breaks) Least(side, of int) int { return (b[side]*of + 99) / 100 }
