package mapview

import "math"

// tolerance is the maximum distance between a drawn outline and the polygon of the rules, in points: 6 yards on a
// table, but never more than the width of a drawn line. On hexes and spaces it is a twelfth of a cell, since the grid
// shows the exact edges.
func (d *drawing) tolerance() float64 {
	const sixYards, most, part = 600, 3.0, 12
	if len(d.g.Cells) > 1 && !d.g.CellsAreSites {
		return max(float64(d.pitch())*d.scale/part, most)
	}
	if d.g.Unit != "yards" {
		return most
	}
	return min(sixYards*d.scale, most)
}

// shore returns the outline of natural ground: rounded and slightly uneven, but never farther than the slack from the
// polygon of the rules. At the map's edge it continues beyond.
func (d *drawing) shore(pts []point) []point {
	slack := d.tolerance()
	b := bounds(pts)
	slack = min(slack, min(b.x1-b.x0, b.y1-b.y0)*.12)
	bent, rough := .5, .3
	if len(d.g.Cells) > 0 { // the grid shows the exact edges
		bent, rough = .85, .1
	}
	return rounded(uneven(eased(d.extendBeyondMap(pts), slack*bent), slack*rough), slack*.5, true)
}

// eased rounds the corners of a closed line as much as possible, but keeps it within off of each corner.
func eased(pts []point, off float64) []point {
	var out []point
	for i, p := range pts {
		in, on := pts[(i+len(pts)-1)%len(pts)].Minus(p), pts[(i+1)%len(pts)].Minus(p)
		reach := 4 * off / max(unit(in).Plus(unit(on)).Length(), .1)
		out = append(out, bend(p, in, on, reach)...)
	}
	return out
}

// extendBeyondMap extends sides on the map's edge out of the map, so that no slope or bank is drawn there.
func (d *drawing) extendBeyondMap(pts []point) []point {
	const out, near = 110, .01
	edge := func(p point) (outward point) {
		if p.X < d.field.x0+near {
			outward.X = -out
		} else if p.X > d.field.x1-near {
			outward.X = out
		}
		if p.Y < d.field.y0+near {
			outward.Y = -out
		} else if p.Y > d.field.y1-near {
			outward.Y = out
		}
		return outward
	}
	together := func(a, b point) bool { return a.X != 0 && a.X == b.X || a.Y != 0 && a.Y == b.Y }
	var all []point
	for i, p := range pts {
		out := edge(p)
		before := together(out, edge(pts[(i+len(pts)-1)%len(pts)]))
		after := together(out, edge(pts[(i+1)%len(pts)]))
		if !before {
			all = append(all, p)
		}
		if before || after {
			all = append(all, p.Plus(out))
		}
		if before && !after {
			all = append(all, p)
		}
	}
	return all
}

// uneven moves points along the sides in and out by up to the given distance, pseudo-randomly.
func uneven(pts []point, by float64) []point {
	const every = 13
	var all []point
	for i, p := range pts {
		all = append(all, p)
		way := pts[(i+1)%len(pts)].Minus(p)
		n := int(way.Length() / every)
		across := unit(point{X: -way.Y, Y: way.X})
		for j := 1; j < n; j++ {
			at := p.Plus(way.Times(float64(j) / float64(n)))
			c := 2*chance(int(at.X*10), int(at.Y*10), 11) - 1
			all = append(all, at.Plus(across.Times(c*by)))
		}
	}
	return all
}

// evenPoints returns points at equal distances along a closed outline, and the inward direction at each, which turns
// gradually around corners.
func evenPoints(pts []point, gap, gentle float64) (at, inward []point) {
	turn := 1.0
	if signedArea(pts) < 0 {
		turn = -1
	}
	next := 0.0
	var sides []point
	for i, p := range pts {
		way := pts[(i+1)%len(pts)].Minus(p)
		length, along := way.Length(), unit(way)
		for ; next < length; next += gap {
			at = append(at, p.Plus(along.Times(next)))
			sides = append(sides, point{X: -along.Y * turn, Y: along.X * turn})
		}
		next -= length
	}
	reach := max(int(math.Round(gentle/gap)), 1)
	inward = make([]point, len(at))
	for i := range at {
		var sum point
		for j := i - reach; j <= i+reach; j++ {
			sum = sum.Plus(sides[((j%len(at))+len(at))%len(at)])
		}
		inward[i] = unit(sum)
	}
	return at, inward
}
