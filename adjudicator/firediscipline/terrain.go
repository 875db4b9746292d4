package firediscipline

import (
	"slices"

	"galloper/adjudicator/board"
)

// depth is the depth in yards to which a kind of terrain admits sight and shot. It is none for terrain that blocks
// neither, and for hills, which have their own rule.
type depth struct{ sight, shot int }

const none = -1

// depths are the last two columns of the terrain table (§T1).
var depths = map[Kind]depth{
	LightWoods: {30, 30},
	HeavyWoods: {15, 15},
	Rough:      {none, 30},
	Cover:      {none, none},
	Earthworks: {none, none},
	Objective:  {30, 30},
	Hill:       {none, none},
	Water:      {none, none},
}

// hillDepth is the number of samples on a hilltop, a yard each, beyond which stands on top and below cannot see each
// other (§6.72, §6.74).
const hillDepth = 60

// roadside is half the width of a road, in hundredths (§G8).
const roadside = 5 * board.Yard

// holds reports whether the point is in the feature. The edge counts (§G8).
func (f *Feature) holds(p board.Point) bool { return f.Poly.Has(p) }

// top reports whether the point is on the top of the hill, farther than its slope inside the edge (§T3).
func (f *Feature) top(p board.Point) bool { return f.Poly.HasDeep(p, f.Slope*board.Yard) }

// in reports whether the point is in a feature of one of the kinds.
func (b *Battle) in(p board.Point, kinds ...Kind) bool {
	for i := range b.Features {
		f := &b.Features[i]
		for _, k := range kinds {
			if f.Kind == k && f.holds(p) {
				return true
			}
		}
	}
	return false
}

// level returns the highest level of the hills at the point, else 0 (§T3).
func (b *Battle) level(p board.Point) int {
	level := 0
	for i := range b.Features {
		if f := &b.Features[i]; f.Kind == Hill && f.Level > level && f.holds(p) {
			level = f.Level
		}
	}
	return level
}

// height returns 2·level on the top of a hill, one less on its slope. The highest hill counts; without a hill it is 0
// (§T3).
func (b *Battle) height(p board.Point) int {
	h := 0
	for i := range b.Features {
		f := &b.Features[i]
		if f.Kind != Hill || 2*f.Level <= h || !f.holds(p) {
			continue
		}
		if f.top(p) {
			h = 2 * f.Level
		} else {
			h = max(h, 2*f.Level-1)
		}
	}
	return h
}

// onSlope reports whether the point's height comes from the slope of a hill.
func (b *Battle) onSlope(p board.Point) bool { return b.height(p)%2 == 1 }

// clearSight reports whether the line of sight from p to q is clear, at any distance (§T2).
func (b *Battle) clearSight(p, q board.Point) bool {
	return b.clear(p, q, func(d depth) int { return d.sight })
}

// clearShot reports whether the line of fire from p to q is clear (§T2, §6.36).
func (b *Battle) clearShot(p, q board.Point) bool {
	return b.clear(p, q, func(d depth) int { return d.shot })
}

func (b *Battle) clear(p, q board.Point, how func(depth) int) bool {
	line := board.NewLine(p, q)
	for i := range b.Features {
		f := &b.Features[i]
		if f.Kind == Hill {
			if b.hillBlocks(f, line) {
				return false
			}
		} else if d := how(depths[f.Kind]); d != none && b.depthBlocks(f, line, d) {
			return false
		}
	}
	return true
}

// depthBlocks reports whether a feature that admits d yards of sight blocks the line. If neither end is in it, one
// sample inside is enough; else it takes more than d. A feature does not block if both ends are on levels above its
// own (§T2, §6.75).
func (b *Battle) depthBlocks(f *Feature, l board.Line, d int) bool {
	if !f.holds(l.From) && !f.holds(l.To) {
		d = 0
	}
	return f.Poly.SamplesIn(l, 0, d) > d && !b.above(f, l)
}

// hillBlocks reports whether the top of a hill blocks the line. Between two points off the top, any part of it does,
// unless both are on higher levels. From the top to lower ground, more than 60 yards of it do (§T3, §6.72, §6.74).
func (b *Battle) hillBlocks(f *Feature, l board.Line) bool {
	slope := f.Slope * board.Yard
	from, to := f.top(l.From), f.top(l.To)
	switch {
	case from && to:
		return false
	case from && b.height(l.To) >= 2*f.Level, to && b.height(l.From) >= 2*f.Level:
		return false
	case from || to:
		return f.Poly.SamplesIn(l, slope, hillDepth) > hillDepth
	}
	return f.Poly.SamplesIn(l, slope, 0) > 0 && !b.above(f, l)
}

// above reports whether both ends of the line are on levels above the feature's.
func (b *Battle) above(f *Feature, l board.Line) bool {
	return b.level(l.From) > f.Level && b.level(l.To) > f.Level
}

// cover is the shelter of a stand's place.
type cover uint8

// The shelters of §T4. Earthworks take precedence.
const (
	noCover cover = iota
	protected
	earthworks
)

// coverAt returns the shelter of a stand at the point (§T4).
func (b *Battle) coverAt(p board.Point) cover {
	best := noCover
	for i := range b.Features {
		f := &b.Features[i]
		c := f.shelter()
		if c > best && f.holds(p) {
			best = c
		}
	}
	return best
}

func (f *Feature) shelter() cover {
	switch {
	case f.Kind == Earthworks, f.Kind == Objective && f.Cover == Earthworks:
		return earthworks
	case f.Kind == Cover, f.Kind == Objective && f.Cover == Cover:
		return protected
	}
	return noCover
}

// onRoad reports whether the point lies within 5 yards of a road (§G8).
func (b *Battle) onRoad(p board.Point) bool {
	for i := range b.Roads {
		r := &b.Roads[i]
		if !r.Box.Grown(2 * roadside).Has(p) {
			continue
		}
		for k := 1; k < len(r.At); k++ {
			if p.DistanceToLine(r.At[k-1], r.At[k]) <= roadside {
				return true
			}
		}
	}
	return false
}

// land returns the nearest point on the map that is not in water.
func (b *Battle) land(p board.Point) board.Point {
	return p.Near(func(p board.Point) bool { return b.onMap(p) && b.waterAt(p) < 0 })
}

// waterAt returns the water at the point, off the roads that cross it, or -1.
func (b *Battle) waterAt(p board.Point) int {
	for i := range b.Features {
		if f := &b.Features[i]; f.Kind == Water && f.holds(p) && !b.onRoad(p) {
			return i
		}
	}
	return -1
}

// onMap reports whether the point is on the map.
func (b *Battle) onMap(p board.Point) bool {
	return p.X >= 0 && p.Y >= 0 && p.X <= b.Width && p.Y <= b.Height
}

// gait returns the unit's column of the terrain table.
func (u *Unit) gait() int {
	switch {
	case u.Arm == Guns:
		return goGuns
	case u.mounted():
		return goHorse
	case u.Formation == Open:
		return goOpen
	}
	return goClose
}

// percent returns the percentage of its rate that a unit keeps at the point: the least of the features there, or 100 on
// a road (§T1).
func (b *Battle) percent(p board.Point, gait int) int {
	least := 100
	for i := range b.Features {
		f := &b.Features[i]
		if !f.holds(p) || f.Kind == Hill && f.top(p) {
			continue
		}
		least = min(least, b.Tables.Terrain[slices.Index(kinds, f.Kind)][gait])
	}
	if least < 100 && b.onRoad(p) {
		return 100
	}
	return least
}
