package adjudicator_test

import (
	"slices"
	"testing"

	"galloper/adjudicator"
	"galloper/events"
)

func TestIndexIsAPlaceOrNone(t *testing.T) {
	var zero adjudicator.Index
	list := []string{"a", "b"}
	found, missing := adjudicator.At(slices.Index(list, "b")), adjudicator.At(slices.Index(list, "c"))
	if zero != adjudicator.None || missing != adjudicator.None || !missing.None() || missing.Some() || missing.Or(7) != 7 {
		t.Errorf("what is not found is %v, and nothing is %v", missing, zero)
	}
	if i, ok := found.Get(); i != 1 || !ok || !found.Some() || !found.Is(1) || found.Is(0) || found.Must() != 1 ||
		found.Or(7) != 1 {
		t.Errorf("what is found is %v", found)
	}
	if _, ok := missing.Get(); ok || missing.Is(0) || !missing.Is(-1) {
		t.Error("none is a place")
	}
	defer func() {
		if recover() == nil {
			t.Error("none was taken for a place")
		}
	}()
	missing.Must()
}

func TestDiceThatNoOutcomeHas(t *testing.T) {
	pos := play(func(t *adjudicator.Turn) {
		told, invented := t.Dice.D6("fight/roll/a"), events.Die{Name: "fight/roll/c", Die: "d6", Value: 3}
		t.Dice.D6("fight/roll/b")
		o := set("a", "1")
		o.Dice = []events.Die{told, invented}
		t.Emit(o)
	})
	missing, invented := adjudicator.Adjudicate(pos, input(1)).Unrecorded()
	if !slices.Equal(missing, []string{"fight/roll/b"}) || !slices.Equal(invented, []string{"fight/roll/c"}) {
		t.Errorf("rolled and not recorded: %v, recorded and not rolled: %v", missing, invented)
	}
}

func TestStatusOfADispatch(t *testing.T) {
	path := adjudicator.DispatchStatus("union.i.t3.1")
	if id, ok := adjudicator.DispatchOf(path); path != "dispatch.union.i.t3.1.status" || id != "union.i.t3.1" || !ok {
		t.Errorf("%s is of %q", path, id)
	}
	for _, other := range []string{"unit.a.status", "dispatch.union.i.t3.1.at"} {
		if id, ok := adjudicator.DispatchOf(other); ok {
			t.Errorf("%s is taken for the status of %s", other, id)
		}
	}
}
