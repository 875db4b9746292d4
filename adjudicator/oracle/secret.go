package oracle

import (
	"fmt"
	"strconv"
	"strings"
	"testing"
)

// Channel is a text through which a seat learns something: its report, its receipt, its exports.
type Channel struct{ Name, Text string }

// CannotTell checks that a seat is sent the same texts in two histories that differ only in hidden information. where
// names the pair, turn and seat.
func CannotTell(t testing.TB, where string, one, other []Channel) {
	t.Helper()
	if len(one) != len(other) {
		t.Fatalf("%s: %d channels and %d", where, len(one), len(other))
	}
	for i := range one {
		if a, b := one[i].Text, other[i].Text; a != b {
			t.Fatalf("%s: the %s reveals hidden facts: %s", where, one[i].Name, firstDifference(a, b))
		}
	}
}

// firstDifference returns the first lines in which two texts differ. Objects in a list count as lines.
func firstDifference(a, b string) string {
	lines := func(s string) []string { return strings.Split(strings.ReplaceAll(s, "},{", "},\n{"), "\n") }
	x, y := lines(a), lines(b)
	for i := range min(len(x), len(y)) {
		if x[i] != y[i] {
			return fmt.Sprintf("line %d\n  %s\n  %s", i+1, x[i], y[i])
		}
	}
	return fmt.Sprintf("one has %d lines, the other %d", len(x), len(y))
}

// Many returns the wanted number of repetitions, for long runs, or the usual number if wanted is not a number.
func Many(wanted string, usual int) int {
	if n, err := strconv.Atoi(wanted); err == nil {
		return n
	}
	return usual
}
