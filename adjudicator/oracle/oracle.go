// Package oracle proves, in the tests of a ruleset, what must hold of every turn and
// every state whatever the rules say:
//
//	res := oracle.Turn(t, pos, in)    // in mid-battle, with orders made up at random
//	oracle.Items(t, res.State)
//
// What holds by one ruleset's rules alone (no two units on one space) its own tests ask.
package oracle

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"galloper/adjudicator"
	"galloper/events"
)

// Turn adjudicates a turn and proves that the position is left as it was, that the
// same inputs give the same bytes, that the outcomes alone, by way of their stored
// form, lead to the same state, that every die that was rolled is recorded, and that one
// of them is rolled again where the umpire says so. A turn that asks is given back as it is.
func Turn(t testing.TB, pos adjudicator.Position, in events.TurnInput) adjudicator.Result {
	t.Helper()
	before := adjudicator.Canonical(pos.State)
	res, again := adjudicator.Adjudicate(pos, in), adjudicator.Adjudicate(pos, in)
	if adjudicator.Canonical(pos.State) != before {
		t.Fatalf("turn %d: the position was changed", in.Turn)
	}
	if res.Question != nil {
		return res
	}
	raw, stored := storedForm(t, res.Outcomes)
	if twice, _ := storedForm(t, again.Outcomes); string(twice) != string(raw) || again.StateHash != res.StateHash {
		t.Fatalf("turn %d: the same inputs gave other bytes:\n%s\n%s", in.Turn, raw, twice)
	}
	if live, replayed := adjudicator.Canonical(res.State),
		adjudicator.Canonical(adjudicator.Replay(pos.State, stored)); live != replayed {
		t.Fatalf("turn %d: the outcomes lead to another state than the turn did:\n%s\n%s", in.Turn, live, replayed)
	}
	diceRecorded(t, pos, in, res)
	standardItems(t, pos, res.State)
	return res
}

// diceRecorded proves that the dice in the outcomes are those that were rolled, and that
// one of them, another from turn to turn, can be rolled again: with its salt it is
// recorded under its name.
func diceRecorded(t testing.TB, pos adjudicator.Position, in events.TurnInput, res adjudicator.Result) {
	t.Helper()
	if missing, invented := res.Unrecorded(); len(missing)+len(invented) > 0 {
		t.Fatalf("turn %d: rolled and in no outcome: %v; in an outcome and not rolled: %v", in.Turn, missing, invented)
	}
	if len(res.Rolled) == 0 {
		return
	}
	name := res.Rolled[int(in.Seed[0])%len(res.Rolled)].Name
	in.Rerolls = append(slices.Clone(in.Rerolls), events.Reroll{Die: name, Salt: "again"})
	again := adjudicator.Adjudicate(pos, in)
	if again.Question != nil {
		return
	}
	for i := range again.Outcomes {
		for _, d := range again.Outcomes[i].Dice {
			if d.Name == name && strings.HasSuffix(d.Salt, "again") {
				return
			}
		}
	}
	t.Fatalf("turn %d: %s was to be rolled again, and no outcome has it", in.Turn, name)
}

// standardItems proves that the items which every ruleset has by the same name are
// there, with values that everyone knows.
func standardItems(t testing.TB, pos adjudicator.Position, s adjudicator.State) {
	t.Helper()
	sides := []string{adjudicator.Draw, adjudicator.Nobody}
	for _, seat := range pos.Scenario.Seats() {
		sides = append(sides, seat.Side)
		if seat.ID == adjudicator.Umpire {
			t.Fatalf("a player's seat is called %s", seat.ID)
		}
	}
	winner, ok := adjudicator.Lookup(s, adjudicator.WinnerItem)
	if over := s.Over() != ""; !ok || !slices.Contains(sides, winner) || !over && winner != adjudicator.Nobody {
		t.Fatalf("%s is %q, over: %v", adjudicator.WinnerItem, winner, over)
	}
	fates := []string{adjudicator.Riding, adjudicator.Delivered, adjudicator.Lost, adjudicator.Captured}
	var dispatches, withStatus []string
	for path, value := range s.Paths {
		rest, isDispatch := strings.CutPrefix(path, "dispatch.")
		if !isDispatch {
			continue
		}
		dispatches = append(dispatches, rest[:strings.LastIndexByte(rest, '.')])
		if id, isStatus := adjudicator.DispatchOf(path); isStatus {
			withStatus = append(withStatus, id)
			if !slices.Contains(fates, value) {
				t.Fatalf("%s is %q", path, value)
			}
		}
	}
	for _, id := range dispatches {
		if !slices.Contains(withStatus, id) {
			t.Fatalf("the dispatch %s has no status: who rules about it would not find it", id)
		}
	}
}

// storedForm is how outcomes are stored, and what is read from that.
func storedForm(t testing.TB, outcomes []events.Outcome) (raw []byte, read []events.Outcome) {
	t.Helper()
	raw, err := json.Marshal(outcomes)
	if err == nil {
		err = json.Unmarshal(raw, &read)
	}
	if err != nil {
		t.Fatal(err)
	}
	return raw, read
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
