// Package scenario reads scenario files: YAML that people write by hand.
//
// A ruleset declares what its scenarios may contain as a [Spec], out of the
// parts in this package:
//
//	var Keys = scenario.Root("minirules",
//		scenario.Req("map", scenario.Keys(
//			scenario.Req("width", scenario.Int(100, 5000), "yards, west to east"),
//		), "the ground"),
//		scenario.Req("units", scenario.Each(scenario.ID("unit"), scenario.Keys(
//			scenario.Req("at", scenario.Point(), "x, y in yards"),
//			scenario.Opt("rating", scenario.Int(0, 4), "2"),
//		)), "one line a unit"),
//	)
//
// [Read] parses a file and checks it against the Spec. It finds all faults at
// once; each prints as `FILE:LINE:COLUMN: PATH: REASON` with what was expected
// behind it. A file without faults comes back as a [Doc], whose nodes give their
// values without further checks:
//
//	for id, u := range doc.Each("units") {
//		rating := u.Int("rating", 2)
//		…
//		if !onMap { doc.Refuse(u.At("at"), "off-map", "a point on the map, 0 to 1200 by 0 to 900") }
//	}
//
// From the same Spec comes the JSON Schema for editors ([Schema]).
//
// The order in which things are written is kept. An id is always text (`9e2`
// and `1812` are no numbers), decimals are read as whole hundredths, yes and no
// are `yes` and `no` (or `true`, `false`). There is no floating point. Anchors and
// aliases work; how much a file may grow by them is bounded, as is the file.
//
// What the package is not: it knows no ruleset's meaning. What needs more than
// one value to judge (an overlap, a unit off the map) the ruleset's Setup refuses.
package scenario
