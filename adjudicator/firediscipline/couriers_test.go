package firediscipline

import (
	"testing"

	"galloper/adjudicator/board"
)

// TestRidersFleeOffTheLine: a rider next to ranks flees perpendicular to their line, not along it. Beyond the end of
// the line the rider flees from the last stand, and from the middle of it, home.
func TestRidersFleeOffTheLine(t *testing.T) {
	yards := func(x, y int) board.Point { return board.Point{X: x * board.Yard, Y: y * board.Yard} }
	rank := board.Segment{A: yards(100, 100), B: yards(122, 100)} // from west to east
	for _, row := range []struct {
		at   board.Point
		want int
	}{
		{yards(110, 105), 0}, {yards(110, 95), 180}, {yards(112, 100), 270}, {yards(95, 100), 270}, {yards(127, 100), 90},
	} {
		if got := awayFrom(rank, row.at, 270); got != row.want {
			t.Errorf("from %v he flees to %d, want %d", row.at, got, row.want)
		}
		if !tooNear(row.at, []board.Segment{rank}) {
			t.Errorf("%v is not too near", row.at)
		}
	}
}
