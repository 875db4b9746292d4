// Package oracle checks, in the tests of a ruleset, the invariants of turns and states that hold under any rules:
//
//	res := oracle.Turn(t, pos, in)    // in mid-battle, with random orders
//	oracle.Items(t, res.State)
package oracle

import (
	"slices"
	"strings"
	"testing"

	"galloper/adjudicator"
	"galloper/events"
)

// Turn adjudicates a turn and checks it with [adjudicator.Prove].
func Turn(t testing.TB, pos adjudicator.Position, in events.TurnInput) adjudicator.Result {
	t.Helper()
	res := adjudicator.Adjudicate(pos, in)
	Proved(t, pos, in, res)
	return res
}

// Proved checks an adjudicated turn.
func Proved(t testing.TB, pos adjudicator.Position, in events.TurnInput, res adjudicator.Result) {
	t.Helper()
	if err := adjudicator.Prove(pos, in, res); err != nil {
		t.Fatal(err)
	}
}

// Items checks that the items of a state are sorted by path, that each can be set to its current value, unless it is
// derived, and that this changes nothing. It returns the paths.
func Items(t testing.TB, s adjudicator.State) (paths []string) {
	t.Helper()
	before := adjudicator.Canonical(s)
	for path, value := range s.Paths {
		paths = append(paths, path)
		c := s.Clone()
		if err := c.Set(path, value); err != nil && !strings.Contains(err.Error(), "cannot be set") {
			t.Errorf("%s = %s, which it was already: %v", path, value, err)
		}
		if adjudicator.Canonical(c) != before {
			t.Errorf("%s = %s, which it was already, has changed the state", path, value)
		}
	}
	if !slices.IsSorted(paths) {
		t.Error("the paths are not sorted")
	}
	if adjudicator.Canonical(s) != before {
		t.Error("setting a copy has changed the state")
	}
	return paths
}

// Takes checks that a copy of the state accepts the value for the item, and that the item `shows` then has the value
// `as`.
func Takes(t testing.TB, s adjudicator.State, path, value, shows, as string) {
	t.Helper()
	c := s.Clone()
	if err := c.Set(path, value); err != nil {
		t.Errorf("%s: %v", path, err)
	} else if got, _ := adjudicator.Lookup(c, shows); got != as {
		t.Errorf("%s = %s: %s is %s, want %s", path, value, shows, got, as)
	}
}

// Refuses checks that the state rejects the value for the item, and does not change.
func Refuses(t testing.TB, s adjudicator.State, path, value string) {
	t.Helper()
	c := s.Clone()
	if err := c.Set(path, value); err == nil {
		t.Errorf("%s = %s was taken", path, value)
	} else if adjudicator.Canonical(c) != adjudicator.Canonical(s) {
		t.Errorf("%s = %s was refused and changed the state", path, value)
	}
}
