package orderdiscipline

import (
	"galloper/adjudicator"
	"galloper/adjudicator/board"
)

// queue tracks which units of a side have acted in its movement phase and which wait for a friend (§5.9).
type queue struct {
	acted   []bool     // by unit
	waiting []*journey // by unit; nil if it is not waiting
	order   []*journey // waiting units, first come first
}

func newQueue(units int) *queue {
	return &queue{acted: make([]bool, units), waiting: make([]*journey, units)}
}

func (q *queue) join(j *journey) {
	q.waiting[j.u] = j
	q.order = append(q.order, j)
}

// mayWait reports whether a unit stopped by a friend waits for it: the friend has yet to act, and does not
// itself wait for the unit, directly or through others (§5.9).
func (p *play) mayWait(u, friend int) bool {
	if !p.b.Options.Waits || p.queue.acted[friend] {
		return false
	}
	for j := p.queue.waiting[friend]; j != nil; j = p.queue.waiting[j.waits.Must()] {
		if j.waits.Is(u) {
			return false
		}
	}
	return true
}

// hasActed marks a unit's action as over, unless it is waiting, and resumes the units that waited for it (§5.9).
func (p *play) hasActed(u int) {
	q := p.queue
	if q.waiting[u] != nil {
		return
	}
	q.acted[u] = true
	for i := 0; i < len(q.order); i++ {
		if j := q.order[i]; j.waits.Is(u) {
			q.order = append(q.order[:i], q.order[i+1:]...)
			q.waiting[j.u] = nil
			j.goOn()
			p.hasActed(j.u)
			i = -1
		}
	}
}

// makeWay decides how a walk stopped by a friend continues. The unit waits for the friend, or returns two
// points by which it passes it, one beside it and one beyond, if there is room on either side. It passes at
// most one friend in an action (§5.9).
func (j *journey) makeWay(w *walk, to board.Point) (by []board.Point) {
	if w.stopped != stoppedFrnd || !j.p.b.Options.Waits {
		return nil
	}
	if j.p.mayWait(j.u, w.by) {
		j.waits, w.stopped = adjudicator.At(w.by), stoppedWaits
		return nil
	}
	if j.passed {
		return nil
	}
	way := board.Frame{Centre: w.body.At, Facing: w.body.At.Bearing(to, w.body.Facing)}
	mine, his := boxIn(way, w.body.quad()), boxIn(way, j.p.s.Units[w.by].quad())
	right, left := his.Max.X-mine.Min.X+2*touching, mine.Max.X-his.Min.X+2*touching
	hands := [2]int{right, -left}
	if left < right {
		hands = [2]int{-left, right}
	}
	for _, across := range hands {
		try := *w
		try.slow = !j.turnsFreely()
		beside := way.World(across, 0)
		if try.goTo(beside, nil) || try.stopped == stoppedSpent && try.body.At != w.body.At {
			w.stopped = stoppedPass
			return []board.Point{beside, way.World(across, his.Max.Y-mine.Min.Y+2*touching)}
		}
	}
	return nil
}

// boxIn returns the bounding box of a unit in a frame.
func boxIn(f board.Frame, q board.Quad) board.Box {
	var at [4]board.Point
	for i, corner := range q.At {
		at[i].X, at[i].Y = f.Local(corner)
	}
	return board.BoxOf(at[0], at[1], at[2], at[3])
}

// pass sidesteps the friend while keeping front, then goes on, and reports whether the unit reached its goal (§5.9).
func (j *journey) pass(by []board.Point, to board.Point) bool {
	j.passed = true
	w := j.p.s.newWalk(j.u, j.budget)
	w.slow = !j.turnsFreely()
	there := w.goTo(by[0], nil)
	j.p.moved("5.9", w)
	j.budget = w.budget
	if !there {
		return false
	}
	if j.n.At.Distance(to) > by[0].Distance(by[1]) && !j.walk(by[1], true) {
		return false
	}
	return j.walk(to, true)
}
