package orderdiscipline

import (
	"galloper/adjudicator/board"
)

// Reasons why a walk ends.
const (
	stoppedNone  = "none"
	stoppedSpent = "spent"
	stoppedEdge  = "edge"
	stoppedLand  = "terrain"
	stoppedEnemy = "enemy"
	stoppedFrnd  = "friend"
	stoppedWaits = "waits"  // for a friend that has yet to act
	stoppedPass  = "passes" // sidesteps a friend
)

// walk is a unit's movement in progress. It changes only itself, not the state.
type walk struct {
	s       *State
	unit    int
	body    Unit // the unit at its current position
	budget  int
	slow    bool // at half rate
	through bool // friends don't stop it
	brave   bool // ignores the one-inch rule for enemies (§4.6)
	free    bool // no movement costs (§11.1)
	foes    []*obstacle
	friends []*obstacle
	row     int // column of the area table
	walked  int
	stopped string
	by      int // the friend that stopped it
}

// obstacle is another unit on the table, with its distance at the last step.
type obstacle struct {
	unit int
	quad board.Quad
	gap  int // exact only when close, see measure
}

// newWalk returns a walk for the unit with a budget.
func (s *State) newWalk(u, budget int) *walk {
	w := &walk{s: s, unit: u, body: s.Units[u], budget: budget, stopped: stoppedNone}
	switch arm := w.body.Kind.Arm(); {
	case arm == Cavalry:
		w.row = onHorse
	case arm == Artillery:
		w.row = withGuns
	case w.body.Formation == Skirmish:
		w.row = skirmishing
	}
	return w
}

// extent returns an upper bound of the distance from the unit's centre to any part of it.
func extent(u *Unit) int {
	r := u.rect()
	return (r.Frontage+r.Depth)/2 + touching
}

// scout collects the units that may be met on the way to a point.
func (w *walk) scout(to board.Point) {
	w.foes, w.friends = w.foes[:0], w.friends[:0]
	way := board.BoxOf(w.body.At, to).Grown(extent(&w.body) + w.s.b.Tables.Gap)
	here := w.body.quad()
	for i := range w.s.Units {
		o := &w.s.Units[i]
		if i == w.unit || !w.s.onTable(i) || !o.rect().Box().Meets(way) {
			continue
		}
		foe := o.Side != w.body.Side
		if !foe && (w.through || w.body.Formation == Skirmish || !counts(o)) {
			continue
		}
		ob := &obstacle{unit: i, quad: o.quad()}
		ob.measure(&here, w.s.b.Tables.Gap)
		if foe {
			w.foes = append(w.foes, ob)
		} else {
			w.friends = append(w.friends, ob)
		}
	}
}

// counts reports whether a friend blocks other units (§10.8).
func counts(u *Unit) bool {
	return u.Formation != Skirmish && u.Formation != Deployed && u.State != Routing
}

// goTo walks straight towards a point and reports whether it got there. If until is not nil, it is called
// before each step and ends the walk when it returns true (§10.8).
func (w *walk) goTo(q board.Point, until func() bool) bool {
	way := board.NewPaces(w.body.At, q)
	w.scout(q)
	w.stopped = stoppedNone
	for s := 0; s < way.Length; {
		next := min(s+pace, way.Length)
		if until != nil && until() {
			return false
		}
		if w.stopped = w.takePace(way.At(next), next-s); w.stopped != stoppedNone {
			return false
		}
		s = next
	}
	return until == nil || !until()
}

// takePace takes one step, or returns the reason why it cannot (§10.8).
func (w *walk) takePace(at board.Point, length int) string {
	factor, ok := w.footing(at)
	cost := length * factor
	if w.slow {
		cost *= 2
	}
	toll, open := w.crossing(at)
	cost += toll
	switch {
	case !w.free && cost > w.budget:
		return stoppedSpent
	case !w.s.b.onTable(at):
		return stoppedEdge
	case !ok || !open:
		return stoppedLand
	}
	moved := w.body
	moved.At = at
	body := moved.quad()
	if !w.brave && blocked(w.foes, &body, w.s.b.Tables.Gap,
		func(ob *obstacle) bool { return w.s.Units[ob.unit].State != Routing }) != nil {
		return stoppedEnemy
	}
	if friend := blocked(w.friends, &body, touching, nil); friend != nil {
		w.by = friend.unit
		return stoppedFrnd
	}
	for _, ob := range w.foes {
		ob.measure(&body, w.s.b.Tables.Gap)
	}
	for _, ob := range w.friends {
		ob.measure(&body, w.s.b.Tables.Gap)
	}
	w.body.At, w.walked = at, w.walked+length
	if !w.free {
		w.budget -= cost
	}
	return stoppedNone
}

// blocked returns the first unit that the step would bring both nearer than limit and nearer than before, or
// nil (§10.8).
func blocked(list []*obstacle, body *board.Quad, limit int, takes func(*obstacle) bool) *obstacle {
	for _, ob := range list {
		if takes != nil && !takes(ob) || body.Farther(&ob.quad, limit) {
			continue
		}
		if gap := body.Gap(&ob.quad); gap < limit && gap < ob.gap {
			return ob
		}
	}
	return nil
}

// measure updates the distance to the unit. If the unit is too far to stop a walk, any figure beyond that
// distance will do.
func (ob *obstacle) measure(body *board.Quad, limit int) {
	ob.gap = max(limit, touching) + 1
	if !body.Farther(&ob.quad, ob.gap) {
		ob.gap = body.Gap(&ob.quad)
	}
}

// footing returns the terrain factor at a point for the unit, and false if it is impassable (§10.9).
func (w *walk) footing(at board.Point) (int, bool) {
	if w.onRoad(at) {
		return 1, true
	}
	factor, ok := 0, true
	for i := range w.s.b.Areas {
		a := &w.s.b.Areas[i]
		if f := w.s.b.Tables.Area[a.Kind][w.row]; f == 0 || f > factor {
			if a.Poly.Has(at) {
				factor, ok = max(factor, f), ok && f > 0
			}
		}
	}
	if factor == 0 && ok {
		factor = 1
	}
	return factor, ok
}

// roadside is the distance from a road within which march columns count as on it, in hundredths of an inch (§10.10).
const roadside = 50

// onRoad reports whether the unit moves by road at the point (§10.10).
func (w *walk) onRoad(at board.Point) bool {
	if w.body.Formation != March && w.body.Formation != Limbered {
		return false
	}
	for i := range w.s.b.Lines {
		if c := &w.s.b.Lines[i]; c.Kind == road && c.within(at, roadside) {
			return true
		}
	}
	return false
}

// crossings is the distance from a crossing within which the line costs nothing, in hundredths of an inch (§10.10).
const crossings = 150

// crossing returns the cost of the lines that the step crosses, and false if one is impassable (§10.10).
func (w *walk) crossing(at board.Point) (int, bool) {
	cost, open := 0, true
	way := board.Segment{A: w.body.At, B: at}
	for i := range w.s.b.Lines {
		c := &w.s.b.Lines[i]
		if c.Kind == road || !c.meets(way) || c.on(way.A) || c.bridged(at) {
			continue
		}
		toll := w.s.b.Tables.Line[c.Kind][w.body.Kind.Arm()]
		if toll == impassable {
			open = false
		} else {
			cost += toll
		}
	}
	return cost, open
}

// bridged reports whether the point is near a crossing of the line (§10.10).
func (c *Course) bridged(at board.Point) bool {
	for _, x := range c.Crossings {
		if at.Within(x, crossings) {
			return true
		}
	}
	return false
}

// meeting returns the enemy in contact with the unit at its current position, or -1. Of several it prefers
// the target, then the first in scenario order (§10.4).
func (w *walk) meeting(target int) int {
	met := -1
	for _, ob := range w.foes {
		if ob.gap > touching {
			continue
		}
		if ob.unit == target {
			return target
		}
		if met < 0 {
			met = ob.unit
		}
	}
	return met
}

// flee moves the unit straight towards its home edge for a distance, and farther until it is clear of
// friends. off reports whether it has left the table (§11.1, §11.2).
func (w *walk) flee(distance int) (off bool) {
	w.free = true
	home := w.s.b.Sides[w.body.Side].Home
	w.through = true
	w.scout(ahead(w.body.At, distance+2000, home))
	var near []*obstacle
	for i := range w.s.Units {
		o := &w.s.Units[i]
		if i != w.unit && w.s.onTable(i) && o.Side == w.body.Side && counts(o) && w.body.Formation != Skirmish {
			near = append(near, &obstacle{unit: i, quad: o.quad()})
		}
	}
	for w.walked < distance || w.crowded(near) {
		length := pace
		if w.walked < distance {
			length = min(pace, distance-w.walked)
		}
		if w.stopped = w.takePace(ahead(w.body.At, length, home), length); w.stopped != stoppedNone {
			return w.stopped == stoppedEdge
		}
	}
	return false
}

// crowded reports whether the unit is closer to a friend than touching (§11.1).
func (w *walk) crowded(friends []*obstacle) bool {
	body := w.body.quad()
	for _, ob := range friends {
		if !body.Farther(&ob.quad, touching) && body.Gap(&ob.quad) < touching {
			return true
		}
	}
	return false
}
