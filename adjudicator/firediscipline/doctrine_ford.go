package firediscipline

import (
	"slices"
	"strconv"
	"strings"

	"galloper/adjudicator/board"
	"galloper/adjudicator/rules"
)

// detours sends units to a crossing, or on along the route to one.
//
// A unit that water barred for a whole turn without moving takes the nearest crossing in reach by a road over that
// water, then follows its directive again. If there is none, or if ground that guns cannot enter barred them, the
// directive is void; the unit holds and its commander is told (§D13).
func (p *play) detours() {
	for n := range p.s.Units {
		u := &p.s.Units[n]
		if !u.fit() || u.first() < 0 {
			continue
		}
		way := u.Task.Detour
		if len(way) > 0 && u.At.Within(way[0], board.Yard) {
			way = way[1:]
		}
		if water, ok := u.Banked.Get(); ok && p.plans(n) {
			way = p.ford(n, water)
		}
		if reason := u.hopeless(way); reason != "" {
			p.EmitBy("D13", "directive.void", "unit", u.ID, "reason", reason)
			continue
		}
		if !slices.Equal(way, u.Task.Detour) {
			p.Emit("unit.detoured", "unit", u.ID, "way", wayText(way))
		}
	}
}

// hopeless returns the reason why a unit barred for a whole turn, with only this way round, cannot carry out its
// directive; "" if it can.
func (u *Unit) hopeless(way []board.Point) string {
	switch {
	case u.Broken || len(way) > 0:
	case u.Banked.Some():
		return "water"
	case u.Bogged:
		return barredByGround
	}
	return ""
}

// ford returns the shortest route over the water by a road, or nil.
func (p *play) ford(n, water int) []board.Point {
	u := &p.s.Units[n]
	beyond, ok := p.beyond(n, water)
	if !ok {
		return nil
	}
	var best []board.Point
	least := 0
	for i := range p.b.Roads {
		for _, way := range p.b.crossings(&p.b.Roads[i], &p.b.Features[water]) {
			from, to := way[0], way[len(way)-1]
			if !u.At.Within(from, p.b.Tables.Ford[fordReach]*board.Yard) || p.b.overWater(u.At, from) ||
				p.b.overWater(to, beyond) {
				continue
			}
			if d := u.At.Distance(from) + to.Distance(beyond); best == nil || d < least {
				best, least = way, d
			}
		}
	}
	return best
}

// beyond returns the unit's aim on the far side of the water: its goal, or the first dry ground straight ahead.
func (p *play) beyond(n, water int) (board.Point, bool) {
	u := &p.s.Units[n]
	goal, way := p.goal(n)
	switch {
	case u.Broken:
		goal.dir = p.b.Sides[u.Side].Edge
	case way == toPoint:
		return goal.at, true
	case way != straight:
		return board.Point{}, false
	}
	dry := -1 // yards of dry ground beyond the water
	for yards := 1; yards <= p.b.Tables.Ford[fordReach]; yards++ {
		at := u.At.Step(yards*board.Yard, goal.dir)
		switch {
		case p.b.Features[water].holds(at):
			dry = 0
		case dry >= 0:
			dry++
		}
		if dry == p.b.Tables.Ford[fordBeyond] {
			return at, p.b.onMap(at)
		}
	}
	return board.Point{}, false
}

// overWater reports whether the straight line between two points goes through water.
func (b *Battle) overWater(from, to board.Point) bool {
	line := board.NewLine(from, to)
	for i := range b.Features {
		if f := &b.Features[i]; f.Kind == Water && f.Poly.SamplesIn(line, 0, 0) > 0 {
			return true
		}
	}
	return false
}

// crossings returns the routes, in both directions, by which the road crosses the water: from a little before the bank,
// along the road's corners, to dry ground.
func (b *Battle) crossings(r *Road, water *Feature) [][]board.Point {
	var line []board.Point
	corner := map[int]bool{}
	for i := range len(r.At) - 1 {
		leg := board.NewLine(r.At[i], r.At[i+1])
		corner[len(line)] = true
		line = append(line, leg.From)
		for k := 1; k < leg.Yards; k++ {
			line = append(line, leg.At(k))
		}
	}
	line = append(line, r.At[len(r.At)-1])
	before := b.Tables.Ford[fordSetback]
	var all [][]board.Point
	for k := 1; k < len(line)-1; k++ {
		if !water.holds(line[k]) {
			continue
		}
		from := k - 1
		for k < len(line)-1 && water.holds(line[k]) {
			k++
		}
		if !water.holds(line[from]) && !water.holds(line[k]) {
			all = append(all, fordWay(line, corner, from, k, before), fordWay(line, corner, k, from, before))
		}
	}
	return all
}

// fordWay returns the route along the line between two dry points, given by index. It starts some yards before the
// first.
func fordWay(line []board.Point, corner map[int]bool, from, to, before int) []board.Point {
	step := 1
	if to < from {
		step = -1
	}
	start := min(max(from-step*before, 0), len(line)-1)
	way := []board.Point{line[start]}
	for k := start + step; k != to; k += step {
		if corner[k] {
			way = append(way, line[k])
		}
	}
	return append(way, line[to])
}

// wayText writes points as `x,y,x,y`, and no points as `-`.
func wayText(way []board.Point) string {
	var list []string
	for _, at := range way {
		list = append(list, strconv.Itoa(at.X), strconv.Itoa(at.Y))
	}
	return rules.OrNone(strings.Join(list, ","))
}
