package firediscipline

import (
	"galloper/adjudicator"
	"galloper/adjudicator/board"
)

// resolve returns the point of a place, relative to the unit or rider. A point off the map is moved to its edge.
//
// Section f, places
func (b *Battle) resolve(p Place, from board.Point) board.Point {
	if p.Yards > 0 {
		if f, ok := p.Feature.Get(); ok {
			from = b.Features[f].Centre
		}
		return b.clamp(from.Step(p.Yards*board.Yard, p.Dir))
	}
	if f, ok := p.Feature.Get(); ok {
		return b.Features[f].Centre
	}
	return p.At
}

// clamp moves a point off the map to its edge.
func (b *Battle) clamp(p board.Point) board.Point {
	return board.Point{X: min(max(p.X, 0), b.Width), Y: min(max(p.Y, 0), b.Height)}
}

// goal returns the goal of a directive for a unit, and the feature whose centre it is, or none. ok is false if the
// directive has no goal.
func (b *Battle) goal(d *Directive, u *Unit) (at board.Point, feature adjudicator.Index, ok bool) {
	switch d.Aim {
	case AimYards:
		dir := b.Sides[u.Side].Edge
		if d.Verb == Advance {
			dir = u.Facing
		}
		return b.clamp(u.At.Step(d.Yards*board.Yard, dir)), adjudicator.None, true
	case AimPlace:
		feature = d.Place.Feature
		if d.Place.Yards > 0 {
			feature = adjudicator.None
		}
		return b.resolve(d.Place, u.At), feature, true
	}
	return board.Point{}, adjudicator.None, false
}

// rearward reports whether q is nearer to the side's home edge than p (§2.41d).
func (b *Battle) rearward(side int, p, q board.Point) bool {
	switch b.Sides[side].Edge {
	case 0:
		return q.Y > p.Y
	case 90:
		return q.X > p.X
	case 180:
		return q.Y < p.Y
	}
	return q.X < p.X
}

// take sets a unit's directive. With a verb, it replaces the former one; without, it changes only the details given
// (§2.42).
func (s *State) take(u *Unit, d *Directive) {
	if d.Verb == "" {
		s.amend(u, d)
		return
	}
	t := Task{Directive: *d, Axis: u.Facing}
	t.Goal, t.Feature, t.HasGoal = s.b.goal(d, u)
	if d.Aim == AimDir {
		t.Axis = d.Dir
	} else if t.HasGoal {
		t.Axis = u.At.Bearing(t.Goal, u.Facing)
	}
	t.Way = s.way(u, &t)
	u.Task = t
	u.Edged, u.Bogged, u.Banked = false, false, adjudicator.None // those barred another way
}

// amend changes only the details given.
func (s *State) amend(u *Unit, d *Directive) {
	t := &u.Task
	if len(d.Via) > 0 || d.Road.Some() {
		t.Via, t.Road = d.Via, d.Road
		t.Way = s.way(u, t)
	}
	if d.Facing.Some() {
		t.Facing = d.Facing
	}
	if d.Form != "" {
		t.Form = d.Form
	}
	if d.Fire != FireDefault {
		t.Fire, t.FireAt = d.Fire, d.FireAt
	}
	if d.Dress.Some() {
		t.Dress = d.Dress
	}
	if d.Chase != PursueDefault {
		t.Chase = d.Chase
	}
	if d.Chit != 0 {
		t.Chit, t.Directive.Turn = d.Chit, d.Turn
	}
	t.Unlimber = t.Unlimber || d.Unlimber
	if d.Dismount || d.Mount {
		t.Dismount, t.Mount = d.Dismount, d.Mount
	}
	if len(d.If) > 0 {
		t.If = d.If
	}
}

// way returns the points before the goal: the VIA points, then the road's point nearest to the unit, its corners, and
// its point nearest to the goal.
//
// Section f, VIA and BY ROAD
func (s *State) way(u *Unit, t *Task) []board.Point {
	var way []board.Point
	for _, p := range t.Via {
		way = append(way, s.b.resolve(p, u.At))
	}
	if road, ok := t.Road.Get(); ok && t.HasGoal {
		way = append(way, s.b.Roads[road].along(u.At, t.Goal)...)
	}
	return way
}

// roadPlace is a point of a road, with the index of its line and the distance along it in yards.
type roadPlace struct {
	line, yard int
	at         board.Point
}

// along returns the route along the road from its point nearest to p to its point nearest to q.
func (r *Road) along(p, q board.Point) []board.Point {
	from, to := r.nearest(p), r.nearest(q)
	way := []board.Point{from.at}
	switch {
	case from.line < to.line:
		way = append(way, r.At[from.line+1:to.line+1]...)
	case from.line > to.line:
		for i := from.line; i > to.line; i-- {
			way = append(way, r.At[i])
		}
	}
	if last := way[len(way)-1]; last != to.at {
		way = append(way, to.at)
	}
	return way
}

// nearest returns the road's point nearest to p. Each line is sampled at as many equal parts as it has whole yards; the
// first of equals wins.
func (r *Road) nearest(p board.Point) roadPlace {
	var best roadPlace
	least := -1
	for i := range len(r.At) - 1 {
		a, b := r.At[i], r.At[i+1]
		n := max(1, a.Distance(b)/board.Yard)
		for k := range n + 1 {
			at := board.Point{
				X: a.X + board.Round(int64(k)*int64(b.X-a.X), int64(n)),
				Y: a.Y + board.Round(int64(k)*int64(b.Y-a.Y), int64(n)),
			}
			if d := at.Distance(p); least < 0 || d < least {
				least, best = d, roadPlace{i, k, at}
			}
		}
	}
	return best
}
