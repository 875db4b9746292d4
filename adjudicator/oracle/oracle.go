// Package oracle proves, in the tests of a ruleset, what must hold of every turn and
// every state whatever the rules say:
//
//	res := oracle.Turn(t, pos, in)    // in mid-battle, with orders made up at random
//	oracle.Items(t, res.State)
package oracle

import (
	"slices"
	"strings"
	"testing"

	"galloper/adjudicator"
	"galloper/events"
)

// Turn adjudicates a turn and proves of it what [adjudicator.Prove] does.
func Turn(t testing.TB, pos adjudicator.Position, in events.TurnInput) adjudicator.Result {
	t.Helper()
	res := adjudicator.Adjudicate(pos, in)
	Proved(t, pos, in, res)
	return res
}

// Proved proves it of a turn as it was adjudicated.
func Proved(t testing.TB, pos adjudicator.Position, in events.TurnInput, res adjudicator.Result) {
	t.Helper()
	if err := adjudicator.Prove(pos, in, res); err != nil {
		t.Fatal(err)
	}
}

// Items proves that the items of a state come in the order of their paths, that each
// may be set to what it is already, but for those that follow from others, and that
// this changes nothing. It returns the paths.
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

// Takes proves that a copy of the state takes the value for the item, and then shows
// what follows from that.
func Takes(t testing.TB, s adjudicator.State, path, value, shows, as string) {
	t.Helper()
	c := s.Clone()
	if err := c.Set(path, value); err != nil {
		t.Errorf("%s: %v", path, err)
	} else if got, _ := adjudicator.Lookup(c, shows); got != as {
		t.Errorf("%s = %s: %s is %s, want %s", path, value, shows, got, as)
	}
}

// Refuses proves that the state does not take the value for the item, and stays as it is.
func Refuses(t testing.TB, s adjudicator.State, path, value string) {
	t.Helper()
	c := s.Clone()
	if err := c.Set(path, value); err == nil {
		t.Errorf("%s = %s was taken", path, value)
	} else if adjudicator.Canonical(c) != adjudicator.Canonical(s) {
		t.Errorf("%s = %s was refused and changed the state", path, value)
	}
}
