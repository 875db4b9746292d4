package firediscipline

import (
	"slices"

	"galloper/adjudicator/board"
	"galloper/adjudicator/staff"
)

// past leads a unit to the bridge by which it comes over water, and round friends in its way who make no room.
func (k *officer) past(u *staff.Unit, to board.Point) string {
	way := k.bridge(u.At, to)
	first := to
	if len(way) > 0 {
		first = way[0]
	}
	if via, ok := k.round(u, first); ok {
		way = append([]board.Point{via}, way...)
	}
	text, sep := "", " VIA "
	for _, p := range way {
		text, sep = text+sep+exactly(p), ", "
	}
	return text
}

// bridge is the way over the water between two points, by the road that makes it shortest; none: there is no
// water, or no road that leads over it.
func (k *officer) bridge(from, to board.Point) (best []board.Point) {
	if !k.b.overWater(from, to) {
		return nil
	}
	least := 0
	for _, way := range k.bridges {
		near, far := way[0], way[len(way)-1]
		d := from.Distance(near) + far.Distance(to)
		if (best == nil || d < least) && !k.b.overWater(from, near) && !k.b.overWater(far, to) {
			best, least = way, d
		}
	}
	return best
}

// findBridges notes the ways on which roads lead over water.
func (k *officer) findBridges() {
	for f := range k.b.Features {
		if k.b.Features[f].Kind != Water {
			continue
		}
		for r := range k.b.Roads {
			k.bridges = append(k.bridges, k.b.crossings(&k.b.Roads[r], &k.b.Features[f])...)
		}
	}
}

// far is how far it is from one point to another, over water by the bridge.
func (k *officer) far(from, to board.Point) int {
	if len(k.bridges) == 0 {
		return from.Distance(to)
	}
	leg := [2]board.Point{from, to}
	d, ok := k.legs[leg]
	if !ok {
		for _, p := range append(slices.Clip(k.bridge(from, to)), to) {
			d += from.Distance(p)
			from = p
		}
		k.legs[leg] = d
	}
	return d
}

// round is a point by which a unit comes round friends who do not make way for it: guns, and who is hand to hand. It
// leads over water only who goes over it anyhow.
func (k *officer) round(u *staff.Unit, to board.Point) (via board.Point, ok bool) {
	wet := k.b.overWater(u.At, to)
	for i := range k.Own {
		f := &k.Own[i]
		far, clear := u.At.Distance(f.At), staffClear
		if f.Fights {
			clear = (k.Facts[u.ID].Int("frontage") + k.Facts[f.ID].Int("frontage")) / 2
		}
		if f.Arm != staff.Guns && !f.Fights || f.ID == u.ID || far >= u.At.Distance(to) ||
			f.At.DistanceToLine(u.At, to) > clear {
			continue
		}
		way := u.At.Bearing(to, 0)
		turn := board.Turn(way, u.At.Bearing(f.At, way))
		if turn < -90 || turn > 90 {
			continue // they stand behind
		}
		hand := 90
		if turn > 0 {
			hand = 270
		}
		for _, aside := range [2]int{hand, hand + 180} {
			via := k.shaped(f.At.Step(clear+staffAside, (way+aside)%360))
			if k.b.onMap(via) && !k.b.overWater(u.At, via) && (wet || !k.b.overWater(via, to)) {
				return via, true
			}
		}
	}
	return via, false
}
