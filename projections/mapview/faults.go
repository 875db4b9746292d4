package mapview

import (
	"fmt"
	"slices"
)

// lettering records the positions of names and symbols on a map, for Faults.
type lettering struct {
	field   rect
	names   []label
	symbols []taker
	sites   []rect
	flags   []rect
}

// farthest is the maximum distance between a unit and its name, in points.
const farthest = 60

// Faults lists the errors in the placement of names, one per line. A name must not overlap another name or a symbol,
// and its leader must not cross another leader or a name. The name of a unit must be present, within reach, and
// nearest to its own unit.
func (l *lettering) Faults() []string {
	var faults []string
	fault := func(format string, a ...any) { faults = append(faults, fmt.Sprintf(format, a...)) }
	for _, cloth := range l.flags {
		if !cloth.isInside(l.field) {
			fault("a flag reaches over the map's edge")
		}
	}
	for i := range l.names {
		a := &l.names[i]
		if !a.placed {
			if a.must {
				fault("%q is not written", a.text)
			}
			continue
		}
		if !a.spot.box.isInside(l.field) {
			fault("%q reaches over the map's edge", a.text)
		}
		for j := range l.names[:i] {
			if b := &l.names[j]; b.placed && a.spot.conflictsWith(&b.spot) {
				fault("%q meets %q", a.text, b.text)
			}
		}
		l.amongSymbols(a, fault)
		if a.fixed && a.isMisleading(&a.spot, l.sites) {
			fault("%q stands with another place", a.text)
		}
	}
	return faults
}

// amongSymbols checks a name against the symbols on the map.
func (l *lettering) amongSymbols(a *label, fault func(string, ...any)) {
	own := gapTo(&a.spot.box, a.own, a.parts)
	if a.unit && own > farthest {
		fault("%q stands %.0f points off", a.text, own)
	}
	for i := range l.symbols {
		s := &l.symbols[i]
		if i+1 == a.owner {
			continue
		}
		gap := gapTo(&a.spot.box, s.box, s.parts)
		switch {
		case own > 0 && slices.ContainsFunc(s.parts, a.spot.box.overlaps):
			fault("%q lies over a symbol", a.text)
		case a.unit && !a.spot.far && gap < own-1:
			fault("%q is nearer to another symbol", a.text)
		case a.spot.far && s.crossed(a.spot.leader):
			fault("the line of %q crosses a symbol", a.text)
		}
	}
}
