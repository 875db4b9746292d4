package commandchaos

import (
	"fmt"
	"slices"

	"galloper/adjudicator/board"
	"galloper/adjudicator/staff"
)

// flanks reports whether a unit without an enemy in its column can attack an open flank, as far as the seat knows.
func (k *officer) flanks(plan staff.Plan, u *staff.Unit) bool {
	return !staff.Any(k.Foes, func(p board.Point) bool { return p.X == u.At.X }) && k.openFlank(plan, u)
}

// openFlank reports whether an enemy's flank is open to a unit.
func (k *officer) openFlank(plan staff.Plan, u *staff.Unit) bool {
	far := 1
	if plan == staff.Attack {
		far = 2
	}
	for _, step := range []int{-1, 1} {
		near := k.column(u, step)
		for _, f := range near {
			beside := apart(f.At.X, u.At.X) == 1 && apart(f.At.Y, u.At.Y) <= far
			if u.Arm == staff.Horse {
				beside = !slices.ContainsFunc(near, onHorse) && k.free(board.Space{Col: f.At.X - step, Row: f.At.Y}, u)
			}
			if beside && f.Arm == staff.Foot {
				return true
			}
		}
	}
	return false
}

// column returns the enemy's units in the nearest column with enemies in one direction, or only in the next column
// without the option Sweep.
func (k *officer) column(u *staff.Unit, step int) (near []*staff.Unit) {
	for col := u.At.X + step; col >= 0 && col < k.b.Board.Columns; col += step {
		for i := range k.Foes {
			if k.Foes[i].At.X == col {
				near = append(near, &k.Foes[i])
			}
		}
		if len(near) > 0 || !k.b.Options.Sweep {
			break
		}
	}
	return near
}

func onHorse(u *staff.Unit) bool { return u.Arm == staff.Horse }

func isLight(u *staff.Unit) bool { return u.Arm == staff.Light }

// free reports whether horse may move to a space.
func (k *officer) free(at board.Space, u *staff.Unit) bool {
	own := at.Col == u.At.X && at.Row == u.At.Y
	return k.b.passable(at) && !k.b.rough(at) && (own || !k.stands(at.Col, at.Row)) &&
		!staff.Any(k.Foes, func(p board.Point) bool { return p.X == at.Col && p.Y == at.Row })
}

// reserve moves a second-line unit: ahead, if the line in front of it is gone; else along its row to the nearest such
// gap. Otherwise foot goes behind the unit nearest to breaking, and horse to a column with an open flank.
func (k *officer) reserve(plan staff.Plan, t *staff.Task) []string {
	at, id := t.Unit.At, t.Unit.ID
	switch {
	case t.Unit.Worn:
		return []string{"HOLD " + id}
	case k.gap(at.X):
		return k.fill(plan, t)
	case t.Unit.Arm == staff.Horse && k.flanks(plan, t.Unit):
		return []string{"FLANK " + id}
	}
	if rows := k.besideDuel(t.Unit); rows > 0 {
		return []string{fmt.Sprint("ADVANCE ", id, " ", rows)}
	}
	if to := k.wanted(plan, t); to != at.X {
		return k.shift(t, to)
	}
	k.filled = append(k.filled, at.X)
	return k.comeUp(t.Unit)
}

// fill moves a reserve into the gap in front of it.
func (k *officer) fill(plan staff.Plan, t *staff.Task) []string {
	at, id := t.Unit.At, t.Unit.ID
	k.filled = append(k.filled, at.X)
	switch ahead := k.ahead(t.Unit); {
	case k.stands(at.X, k.onward(at.Y)):
		return []string{"HOLD " + id}
	case ahead < 0 && k.flanks(plan, t.Unit):
		return []string{"FLANK " + id}
	case ahead < 0 || plan != staff.Attack && k.row(at.Y) >= k.front && ahead > 1:
		return k.upToLine(t)
	default:
		return k.close(t.Unit, ahead)
	}
}

// comeUp moves foot up behind a fighting friend, to relieve it.
func (k *officer) comeUp(u *staff.Unit) []string {
	f := k.leader(u)
	if u.Arm != staff.Foot || f == nil || !f.Bound || k.row(f.At.Y)-k.row(u.At.Y) < 2 {
		return []string{"HOLD " + u.ID}
	}
	return []string{"ADVANCE " + u.ID}
}

// leader returns the nearest friendly line unit in front of a unit, or nil.
func (k *officer) leader(u *staff.Unit) (best *staff.Unit) {
	for i := range k.Own {
		f := &k.Own[i]
		if f.At.X == u.At.X && f.Arm != staff.Light && k.row(f.At.Y) > k.row(u.At.Y) &&
			(best == nil || k.row(f.At.Y) < k.row(best.At.Y)) {
			best = f
		}
	}
	return best
}

// upToLine advances a reserve as far as the line.
func (k *officer) upToLine(t *staff.Task) []string {
	if k.row(t.Unit.At.Y) >= k.front {
		return []string{"HOLD " + t.Unit.ID}
	}
	return []string{"ADVANCE " + t.Unit.ID + " 1"}
}

// gap reports whether the enemy's line in a column has no line unit of the side opposite it.
func (k *officer) gap(col int) bool {
	for i := range k.Own {
		u := &k.Own[i]
		if u.At.X == col && u.Arm != staff.Light && k.Facts[u.ID].Get("reserve") != "yes" {
			return false
		}
	}
	return slices.ContainsFunc(k.Foes, func(f staff.Unit) bool { return f.At.X == col && f.Arm != staff.Light })
}

// wanted returns the best column for a reserve that it can reach: the nearest gap that no other reserve fills.
// Otherwise foot goes behind the unit with the most hits, if it has many more than the unit now in front.
func (k *officer) wanted(plan staff.Plan, t *staff.Task) int {
	best, at := -1, t.Unit.At.X
	for col := range k.b.Board.Columns {
		outer := (col == 0 || col == k.b.Board.Columns-1) && t.Unit.Arm != staff.Horse
		if !outer && k.gap(col) && !slices.Contains(k.filled, col) && k.room(t, col) > 0 &&
			(best < 0 || apart(col, at) < apart(best, at)) {
			best = col
		}
	}
	switch {
	case best >= 0:
		return best
	case t.Unit.Arm == staff.Horse:
		return k.wing(plan, t)
	}
	worst, need := at, 0
	if f := k.leader(t.Unit); f != nil {
		need = k.Facts[f.ID].Int("hits") + staffWorse
	}
	for i := range k.Own {
		u, hits := &k.Own[i], k.Facts[k.Own[i].ID].Int("hits")
		if k.Facts[u.ID].Get("reserve") != "yes" && u.Arm == staff.Foot && u.At.X != at && hits > need &&
			!slices.Contains(k.filled, u.At.X) && k.room(t, u.At.X) > 0 {
			worst, need = u.At.X, hits
		}
	}
	return worst
}

// wing returns the nearest column with a chance for second-line horse to attack an open flank, or else to join a fight
// of horse. It returns the unit's own column if there is neither or the lines have not met.
func (k *officer) wing(plan staff.Plan, t *staff.Task) int {
	u, flank, duel := t.Unit, -1, -1
	if !slices.ContainsFunc(k.Own, func(f staff.Unit) bool { return f.Bound }) {
		return u.At.X
	}
	for col := range k.b.Board.Columns {
		there := *u
		there.At.X = col
		nearer := func(best int) bool { return best < 0 || apart(col, u.At.X) < apart(best, u.At.X) }
		if nearer(flank) && k.flanks(plan, &there) {
			flank = col
		}
		if nearer(duel) && k.room(t, col) == apart(col, u.At.X) && k.besideDuel(&there) > 0 {
			duel = col
		}
	}
	switch {
	case flank >= 0:
		return flank
	case duel >= 0:
		return duel
	}
	return u.At.X
}

// besideDuel returns how many rows horse must advance to stand beside enemy horse that a friend already fights, two
// against one, or 0 if that is not possible.
func (k *officer) besideDuel(u *staff.Unit) int {
	if u.Arm != staff.Horse {
		return 0
	}
	for i := range k.Foes {
		f := &k.Foes[i]
		if f.Arm != staff.Horse || apart(f.At.X, u.At.X) != 1 || !k.dueled(f) {
			continue
		}
		for rows := range k.clear(u) + 1 {
			if far := k.row(f.At.Y) - k.row(u.At.Y) - rows; rows > 0 && max(far, -far) <= 1 {
				return rows
			}
		}
	}
	return 0
}

// dueled reports whether horse of the side fights an enemy face to face.
func (k *officer) dueled(f *staff.Unit) bool {
	return slices.ContainsFunc(k.Own, func(u staff.Unit) bool {
		return u.Arm == staff.Horse && u.Bound && k.next(&u, 1) == f.At
	})
}

// clear returns the number of free spaces ahead of a unit.
func (k *officer) clear(u *staff.Unit) (rows int) {
	for y := k.onward(u.At.Y); k.free(board.Space{Col: u.At.X, Row: y}, u); y = k.onward(y) {
		rows++
	}
	return rows
}

// shift moves a reserve along its row towards a column, as far as it can.
func (k *officer) shift(t *staff.Task, to int) []string {
	spaces := k.room(t, to)
	if spaces == 0 {
		return []string{"HOLD " + t.Unit.ID}
	}
	k.filled = append(k.filled, to)
	k.coming = append(k.coming, board.Point{X: t.Unit.At.X + spaces*sign(to-t.Unit.At.X), Y: t.Unit.At.Y})
	hand := " LEFT "
	if east := to > t.Unit.At.X; east == k.b.Sides[k.side].South { // for a side that looks north, east is right
		hand = " RIGHT "
	}
	return []string{fmt.Sprint("SHIFT ", t.Unit.ID, hand, spaces)}
}

func sign(n int) int { return n / max(n, -n) }

// room returns how many columns a reserve can shift towards another, at most one for foot. A friend or impassable
// ground stops it, and for foot an outer column.
func (k *officer) room(t *staff.Task, to int) int {
	at := t.Unit.At
	most := apart(to, at.X)
	if t.Unit.Arm == staff.Foot {
		most = min(most, 1)
	}
	for n := 1; n <= most; n++ {
		col := at.X + n*sign(to-at.X)
		outer := (col == 0 || col == k.b.Board.Columns-1) && t.Unit.Arm != staff.Horse
		if outer || k.stands(col, at.Y) || !k.b.passable(board.Space{Col: col, Row: at.Y}) {
			return n - 1
		}
	}
	return most
}

// stands reports whether a line unit of the side is known to be in a space, or is moving there.
func (k *officer) stands(col, row int) bool {
	return slices.Contains(k.coming, board.Point{X: col, Y: row}) || slices.ContainsFunc(k.Own, func(u staff.Unit) bool {
		return u.At.X == col && u.At.Y == row && u.Arm != staff.Light
	})
}

// second reports whether another line unit stands between a unit and the enemy ahead.
func (k *officer) second(u *staff.Unit, ahead int) bool {
	f := k.leader(u)
	return f != nil && k.row(f.At.Y)-k.row(u.At.Y) < ahead
}
