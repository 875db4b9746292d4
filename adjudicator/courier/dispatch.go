package courier

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"
)

// Kind is the kind of message that a courier carries.
type Kind string

const (
	Directive Kind = "directive" // to a subordinate
	Letter    Kind = "letter"    // between seats
	Report    Kind = "report"    // from troops to their commander
)

// ID identifies a dispatch as `SENDER.tTURN.N`: the N-th that the sender sent in the turn, in mail order, from 1.
type ID struct {
	Sender string // `french.north`
	Turn   int
	N      int
}

// String returns `french.north.t3.1`.
func (id ID) String() string { return fmt.Sprintf("%s.t%d.%d", id.Sender, id.Turn, id.N) }

// ParseID parses the output of String. ok is false for any other text.
func ParseID(s string) (ID, bool) {
	head, last, ok := cutLast(s, ".")
	sender, turn, dotted := cutLast(head, ".t")
	id := ID{Sender: sender}
	var errTurn, errN error
	id.Turn, errTurn = strconv.Atoi(turn)
	id.N, errN = strconv.Atoi(last)
	return id, ok && dotted && sender != "" && errTurn == nil && errN == nil && id.String() == s
}

func cutLast(s, sep string) (before, after string, ok bool) {
	i := strings.LastIndex(s, sep)
	if i < 0 {
		return "", s, false
	}
	return s[:i], s[i+len(sep):], true
}

// Compare orders dispatches by turn, then by the rank of the sender, then by number, so `t1.10` comes after `t1.9`.
func Compare(a, b ID, rank func(sender string) int) int {
	return cmp.Or(
		cmp.Compare(a.Turn, b.Turn),
		cmp.Compare(rank(a.Sender), rank(b.Sender)),
		cmp.Compare(a.Sender, b.Sender),
		cmp.Compare(a.N, b.N),
	)
}

// Rides returns the number of turns for a distance at a pace in the same unit, rounded up and at least 1.
func Rides(distance, pace int) int {
	return max(1, distance/pace+sign(distance%pace))
}

func sign(n int) int { return min(n, 1) }

// Estimate is the expected turn of a dispatch's arrival, and the turn in which a directive in it is executed.
type Estimate struct{ Arrives, Acts int }

// Expect returns the estimate for a dispatch that is sent in the given turn and needs the given number of rides, the
// first of them in that turn. A directive that arrives at a turn's end is executed in the next turn.
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
