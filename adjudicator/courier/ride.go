package courier

import "fmt"

// Rides returns how many turns of riding a distance takes at a pace in the same
// measure, rounded up, and at least one.
func Rides(distance, pace int) int {
	return max(1, distance/pace+sign(distance%pace))
}

func sign(n int) int { return min(n, 1) }

// Estimate is what a sender may expect of a dispatch that he sends in a turn:
// when it arrives, and when a directive in it is acted on.
type Estimate struct{ Arrives, Acts int }

// Expect returns the estimate for a dispatch sent in the turn over so many
// rides, the first in that same turn. What arrives at a turn's end is acted on
// in the next.
func Expect(turn, rides int) Estimate { return Estimate{turn + rides - 1, turn + rides} }

// TooLate says so where a directive is acted on only after the last turn of a battle; 0: it has none.
func (e Estimate) TooLate(last int) string {
	if last == 0 || e.Acts <= last {
		return ""
	}
	return fmt.Sprintf(": too late, for the battle ends with turn %d", last)
}

// ActedOn is what a receipt says of a directive that rides: `by courier, 9 points, acted on in turn 3`.
func ActedOn(by, way string, turn int) string {
	return fmt.Sprintf("by %s, %s, acted on in turn %d", by, way, turn)
}

// Way moves a courier one step on from a place: to the next place, at a cost.
// ok is false where he must wait.
type Way[Place comparable] func(from Place) (next Place, cost int, ok bool)

// Ride rides from a place as far as the points last, at most to the goal. It
// returns where the courier ends, the points that are left (a ruleset may let
// him keep them), and whether he is there. A courier who must wait has 0 left.
// enters is asked before each step; where it says no the ride ends. nil: each is taken.
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

// What the umpire may decide about a dispatch on its way.
const (
	RuledLost     = "lost"
	RuledCaptured = "captured"
	RuledDelayed  = "delayed"
)
