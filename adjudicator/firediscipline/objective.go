package firediscipline

import (
	"slices"

	"galloper/adjudicator/board"
)

// Moves after objective combat in yards (§O3).
const (
	repulseYards = 30
	enterYards   = 30
)

// settleZone applies the result of an objective combat. Chargers that did not win and are still in contact with a
// holder fall back; winners without contact enter the zone (§O3).
func (p *play) settleZone(b *brawl) {
	for _, n := range b.units {
		u := &p.s.Units[n]
		if u.fit() && !u.Broken && u.onCharge() && !slices.Contains(b.won, n) && p.facesHolder(b, n) {
			p.fleeUnit(n, board.Degrees(u.Facing+180), repulseYards, "objective.repulsed")
			b.repulsed = append(b.repulsed, n)
		}
	}
	p.remove()
	for _, n := range b.units {
		u := &p.s.Units[n]
		if u.fit() && !u.Broken && u.onCharge() && slices.Contains(b.won, n) && u.first() >= 0 && p.free(n) {
			p.enter(n)
		}
	}
}

// facesHolder reports whether a unit is still in contact with a stand that holds a zone (§O3).
func (p *play) facesHolder(b *brawl, n int) bool {
	f := p.here()
	for _, key := range b.zones {
		k, found := slices.BinarySearchFunc(f.keys, key, standKey.compare)
		if !found || !b.has(n, key.U) {
			continue
		}
		for o := f.firstOf(n); o < len(f.keys) && f.keys[o].U == n; o++ {
			if _, touch := f.rects[o].Contact(f.rects[k]); touch && f.inRanks(o) {
				return true
			}
		}
	}
	return false
}

// free reports whether no enemy is in contact with the unit.
func (p *play) free(n int) bool {
	f := p.here()
	for k := f.firstOf(n); k < len(f.keys) && f.keys[k].U == n; k++ {
		for _, o := range f.near(f.at[k], 2*reachOfStand+board.Yard) {
			if f.unit(o).Side == f.unit(k).Side || f.unit(o).Broken || !f.inRanks(k) {
				continue
			}
			if _, touch := f.rects[k].Contact(f.rects[o]); touch {
				return false
			}
		}
	}
	return true
}

// enter moves a victorious charger into the zone yard by yard. It stops short of an overlap, of water and of the map's
// edge (§O3).
func (p *play) enter(n int) {
	u := &p.s.Units[n]
	yards, to := 0, u.At
	for yards < enterYards {
		next := u.At.Step((yards+1)*board.Yard, u.Facing)
		if !p.openGround(next) || p.overlapped(n, next) != (overlap{}) {
			break
		}
		yards, to = yards+1, next
	}
	if yards > 0 {
		p.Emit("objective.entered", "unit", u.ID, "x", to.X, "y", to.Y, "yards", yards)
	}
}

// openGround reports whether the point is on the map and not in water off the road.
func (p *play) openGround(at board.Point) bool { return p.b.onMap(at) && p.b.waterAt(at) < 0 }

// overlap is the set of units that a unit would overlap at a place.
type overlap struct {
	friend bool
	enemy  bool
	unit   int // lowest enemy
}

// overlapped returns the overlap of the unit dressed about the point: with friends in ranks and any enemy stand (§G5).
func (p *play) overlapped(n int, at board.Point) overlap {
	u, f := &p.s.Units[n], p.here()
	var found overlap
	for _, r := range u.dressedRects(board.Frame{Centre: at, Facing: u.Facing}, nil) {
		for _, k := range f.near(r.Centre, 2*reachOfStand) {
			e := f.keys[k].U
			if e == n || !r.Overlaps(f.rects[k]) {
				continue
			}
			switch {
			case f.unit(k).Side != u.Side && (!found.enemy || e < found.unit):
				found.enemy, found.unit = true, e
			case f.unit(k).Side == u.Side && f.inRanks(k):
				found.friend = true
			}
		}
	}
	return found
}
