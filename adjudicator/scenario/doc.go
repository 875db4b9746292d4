// Package scenario reads scenario files: YAML that people write by hand.
//
// A ruleset declares the contents of its scenarios as a [Spec], built from the functions of this package:
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
// [Read] parses a file and checks it against the Spec. It finds all faults at once. Each is printed as
// `FILE:LINE:COLUMN: PATH: REASON`, followed by the expected value. A file without faults is returned as a [Doc], whose
// nodes give their values without further checks:
//
//	for id, u := range doc.Each("units") {
//		rating := u.Int("rating", 2)
//		…
//		if !onMap { doc.Refuse(u.At("at"), "off-map", "a point on the map, 0 to 1200 by 0 to 900") }
//	}
//
// [Schema] derives the JSON Schema for editors from the same Spec.
//
// The order of keys and values is kept. An id is always text (`9e2` and `1812` are not numbers), decimals are read as
// whole hundredths, booleans are `yes` and `no` (or `true`, `false`). There is no floating point. Anchors and aliases
// work; their expansion is limited, as is the size of the file.
//
// The package does not know the meaning of any ruleset. Checks that involve several values (an overlap, a unit off the
// map) belong to the ruleset's Setup.
package scenario
