package orderdiscipline

import (
	"cmp"
	"slices"
	"strconv"

	"galloper/adjudicator/board"
	"galloper/events"
)

// spotted is a sighting of a particular enemy unit.
type spotted struct {
	unit int
	Sighting
}

// tellSightings emits the enemies that a seat knows of, each as last seen by the general in person or in
// reports received. Disproved sightings are deleted. Unidentified units come after the others, and are
// ordered and numbered by position, because the order of the scenario file would reveal their identity (section i3).
func (p *play) tellSightings(w *watch) {
	var list, lost []spotted
	for _, g := range p.sightings(w) {
		switch {
		case g.Turn == p.s.Turn || !p.disproved(w, g.At):
			list = append(list, g)
		case g.Number > 0:
			lost = append(lost, g)
		}
	}
	slices.SortStableFunc(lost, func(a, b spotted) int { return cmp.Compare(a.Number, b.Number) })
	slices.SortStableFunc(list, compareSpotted)
	count := p.s.Known[w.g].Count
	for _, g := range lost {
		p.tellLost(w.g, g)
	}
	for _, g := range list {
		if g.Number == 0 {
			count++
			g.Number = count
		}
		p.tellSighting(p.b.Generals[w.g].ID, g)
	}
}

// sightings returns all enemies that the general knows of; those not reported yet have no number. An
// unidentified unit that has been out of sight counts as another unit: it gets a new sighting, and the old
// one remains until it is disproved (section i3).
func (p *play) sightings(w *watch) []spotted {
	known := &p.s.Known[w.g]
	list := slices.Clone(known.Ghosts)
	for e := range p.s.Units {
		if p.s.Units[e].Side == p.b.Generals[w.g].Side {
			continue
		}
		was := known.Foes[e]
		now := p.latest(w, e, was)
		if was.Known && !was.Named && !p.followed(w, e, was.Turn, now.Turn) {
			list = append(list, spotted{e, was})
			now.Number = 0
		}
		if now.Known {
			list = append(list, spotted{e, now})
		}
	}
	return list
}

// compareSpotted orders identified units first and the others by their visible features (section i3).
func compareSpotted(a, b spotted) int {
	if a.Named || b.Named {
		return cmp.Compare(bit(b.Named), bit(a.Named))
	}
	return cmp.Or(cmp.Compare(a.At.X, b.At.X), cmp.Compare(a.At.Y, b.At.Y), cmp.Compare(a.Facing, b.Facing),
		cmp.Compare(a.Formation, b.Formation), cmp.Compare(a.Turn, b.Turn), cmp.Compare(a.Number, b.Number))
}

// followed reports whether the general knows that the enemy was in view at the end of every turn in between,
// and so that it is still the same unit (section i3).
func (p *play) followed(w *watch, e, from, to int) bool {
	for turn := from + 1; turn < to; turn++ {
		if !p.inViewThen(w, e, turn) {
			return false
		}
	}
	return true
}

// inViewThen reports whether the enemy was in view of the general, or of a unit under command whose report
// has arrived, at the end of the turn.
func (p *play) inViewThen(w *watch, e, turn int) bool {
	i := slices.IndexFunc(p.s.Past, func(then *State) bool { return then.Turn == turn })
	if i < 0 {
		return false
	}
	then := p.s.Past[i]
	for u := range w.lag {
		if lag, his := w.lag[u].Get(); his && turn <= p.s.Turn-lag && p.saw(then, u, e) {
			return true
		}
	}
	return then.viewed(then.Generals[w.g].At, e)
}

func sightingID(n int) string { return "e" + strconv.Itoa(n) }

// latest returns the latest sighting of the enemy: a newer one, or the one already known (section i2, i3).
func (p *play) latest(w *watch, e int, was Sighting) Sighting {
	best := was
	see := func(then *State, from board.Point, saw func() bool) {
		if best.Known && (then.Turn < best.Turn || then.Turn == best.Turn && best.Near) || !saw() {
			return
		}
		near := then.closeTo(from, e, p.b.Options.Identify)
		if best.Known && best.Turn == then.Turn {
			near = near || best.Near
		}
		best.Named = best.Named || near
		best.Near, best.Report = near, then.report(e)
	}
	for u := range p.s.Units {
		if k, his := w.lag[u].Get(); his {
			if then := p.s.ago(k); then.onTable(u) {
				see(then, then.Units[u].At, func() bool { return p.saw(then, u, e) })
			}
		}
	}
	see(p.s, p.s.Generals[w.g].At, func() bool { return w.mine[e] })
	return best
}

// disproved reports whether the general or a unit without lag has the spot in view. The enemy has not been
// seen there (section i3).
func (p *play) disproved(w *watch, spot board.Point) bool {
	if p.looksAt(p.s.Generals[w.g].At, spot) {
		return true
	}
	for u := range p.s.Units {
		if w.lag[u].Is(0) && p.s.onTable(u) && p.looksAt(p.s.Units[u].At, spot) {
			return true
		}
	}
	return false
}

func (p *play) looksAt(from, spot board.Point) bool {
	return from.Within(spot, p.b.Options.Sight) && p.b.clearView(from, spot)
}

// tellLost tells a seat that the enemy is no longer where it was last seen (section i3).
func (p *play) tellLost(general int, g spotted) {
	var as []events.Field
	if !g.Named {
		as = []events.Field{{Key: "unit", Value: "?"}}
	}
	seat := p.b.Generals[general].ID
	p.TellAs(events.View{Seats: []string{seat}, As: as}, "", "sight.lost", "sighting", sightingID(g.Number),
		"unit", p.b.Units[g.unit].ID, "number", g.Number, "seat", seat)
}

// tellSighting tells a seat about an enemy. Its identity and strength are included only if they could be made
// out (section i3).
func (p *play) tellSighting(seat string, g spotted) {
	n := &p.s.Units[g.unit]
	front, depth := footprint(n.Kind, g.Formation, max(g.Stands, 1))
	var as []events.Field
	if !g.Named {
		as = []events.Field{{Key: "unit", Value: "?"}, {Key: "kind", Value: n.Kind.Arm().String()}}
	}
	if !g.Near {
		as = append(as, events.Field{Key: "stands", Value: "-"}, events.Field{Key: "frontage", Value: "300"},
			events.Field{Key: "depth", Value: "100"})
	}
	if g.State != Routing {
		as = append(as, events.Field{Key: "state", Value: "-"})
	}
	p.TellAs(events.View{Seats: []string{seat}, As: as}, "", "sight.enemy", "sighting", sightingID(g.Number),
		"unit", n.ID, "kind", n.Kind.String(), "x", g.At.X, "y", g.At.Y, "facing", g.Facing,
		"formation", g.Formation.String(), "stands", g.Stands, "routing", g.State == Routing, "state", g.State.String(),
		"turn", g.Turn, "number", g.Number, "named", g.Named, "near", g.Near, "arm", n.Kind.Arm().String(),
		"frontage", front, "depth", depth, "side", p.b.Sides[n.Side].ID, "seat", seat)
}
