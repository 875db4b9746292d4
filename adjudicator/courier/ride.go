package courier

import "fmt"

// Rides returns the number of turns for a distance at a pace in the same unit, rounded up and at least 1.
func Rides(distance, pace int) int {
	return max(1, distance/pace+sign(distance%pace))
}

func sign(n int) int { return min(n, 1) }

// Estimate is the expected turn of a dispatch's arrival, and the turn in which a directive in it is executed.
type Estimate struct{ Arrives, Acts int }

// Expect returns the estimate for a dispatch sent in the turn that takes the given number of rides, the first of them
// in the same turn. A directive that arrives at a turn's end is executed in the next turn.
func Expect(turn, rides int) Estimate { return Estimate{turn + rides - 1, turn + rides} }

// TooLate returns a remark if a directive is executed only after the last turn of the battle, or else "". last 0: there
// is no limit.
func (e Estimate) TooLate(last int) string {
	if last == 0 || e.Acts <= last {
		return ""
	}
	return fmt.Sprintf(": too late, for the battle ends with turn %d", last)
}

// ActedOn returns a receipt's remark on a directive under way: `by courier, 9 points, acted on in turn 3`.
func ActedOn(by, way string, turn int) string {
	return fmt.Sprintf("by %s, %s, acted on in turn %d", by, way, turn)
}

// Way returns the courier's next place after a place, and the movement cost. ok is false if the courier must wait.
type Way[Place comparable] func(from Place) (next Place, cost int, ok bool)

// Ride moves a courier from a place towards the goal until its movement points are used up. It returns its final place,
// the points left (a ruleset may let it keep them) and whether it has arrived. A courier that must wait has 0 points
// left. The ride ends before a step for which enters returns false. nil: all steps are taken.
func Ride[Place comparable](
	at, goal Place, points int, way Way[Place], enters func(from, to Place) bool,
) (end Place, left int, there bool) {
	for at != goal {
		next, cost, ok := way(at)
		switch {
		case !ok:
			return at, 0, false
		case cost > points:
			return at, points, false
		case cost < 1:
			panic("courier: a step that costs nothing may have no end")
		case enters != nil && !enters(at, next):
			return at, points, false
		}
		at, points = next, points-cost
	}
	return at, points, true
}

// The umpire's possible rulings on a dispatch under way.
const (
	RuledLost     = "lost"
	RuledCaptured = "captured"
	RuledDelayed  = "delayed"
)
