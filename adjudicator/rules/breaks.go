package rules

import (
	"galloper/adjudicator"
	"galloper/adjudicator/scenario"
)

// ForSides is the form of a number that may be one for both sides or another for each: `15`, `{north: 12}`.
func ForSides(least, most int) scenario.Spec {
	number := scenario.Int(least, most)
	return scenario.OneOf(number, scenario.Each(scenario.Text().What("a side"), number))
}

// EachSide reads a number that may be one for both sides or another for each; a side that is not named has
// none, which is 0.
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

// Breaks is at which loss each side breaks, in per cent of what it began with; 0: at none. What counts as
// lost is the ruleset's.
type Breaks [2]int

// BreaksKey is the key of a scenario that says so, under `victory`; of is what is lost.
func BreaksKey(of string) scenario.Key {
	return scenario.Opt("breaks", ForSides(1, 100),
		"none; per cent of its "+of+" whose loss breaks a side; by side if they differ")
}

// ReadBreaks reads it.
func ReadBreaks(doc *scenario.Doc, side func(id string) adjudicator.Index) Breaks {
	return EachSide(doc, doc.At("victory").At("breaks"), side)
}

// Broken reports whether a side breaks that has lost so much of what it began with.
func (b Breaks) Broken(side, lost, of int) bool {
	return b[side] > 0 && lost*100 >= b[side]*of
}
