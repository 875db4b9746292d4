package adjudicator_test

import (
	"crypto/sha256"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"galloper/adjudicator"
	"galloper/events"
)

func TestPhasesRunInOrderAndOnlyOutcomesCount(t *testing.T) {
	pos := play(
		func(t *adjudicator.Turn) {
			ref := t.Emit(set("a", "1"))
			o := set("b", "2")
			o.Cause = ref
			t.Emit(o)
		},
		func(t *adjudicator.Turn) {
			if v, _ := adjudicator.Lookup(t.State, "a"); v != "1" {
				t.Emit(set("b", "the second phase does not see the first"))
			}
			t.Emit(set("a", "3"))
		},
	)
	before := adjudicator.Canonical(pos.State)
	res := adjudicator.Adjudicate(pos, input(3))
	want := []string{
		"t3.1 item.set path=a value=1 clause=1",
		"t3.2 item.set path=b value=2 clause=1",
		"t3.3 item.set path=a value=3 clause=1",
	}
	if d := cmp.Diff(want, texts(res)); d != "" {
		t.Error(d)
	}
	if res.Outcomes[1].Cause != "t3.1" {
		t.Errorf("cause %q", res.Outcomes[1].Cause)
	}
	if got := adjudicator.Canonical(res.State); got != "a 3\nb 2\n" {
		t.Errorf("state %q", got)
	}
	if got := adjudicator.Canonical(pos.State); got != before {
		t.Errorf("the position was changed: %q", got)
	}
	if res.StateHash != sha256.Sum256([]byte("a 3\nb 2\n")) {
		t.Error("the hash is not that of the canonical state")
	}
}

func TestReplayNeedsNoRules(t *testing.T) {
	pos := play(func(t *adjudicator.Turn) { t.Emit(set("a", "1")); t.Emit(set("b", "two words")) })
	in := input(1)
	in.Rulings = []events.Ruling{{Outcome: "t1.1", Text: "no", Sets: []events.Setting{{Path: "a", Value: "9"}}}}
	res := adjudicator.Adjudicate(pos, in)
	stored, err := json.Marshal(res.Outcomes)
	if err != nil {
		t.Fatal(err)
	}
	var read []events.Outcome
	if err := json.Unmarshal(stored, &read); err != nil {
		t.Fatal(err)
	}
	if got := adjudicator.Replay(pos.State, read); adjudicator.Hash(got) != res.StateHash {
		t.Errorf("replayed: %q, played: %q", adjudicator.Canonical(got), adjudicator.Canonical(res.State))
	}
}

func TestAfterTheEndNothingIsAdjudicated(t *testing.T) {
	end := func(t *adjudicator.Turn) {
		t.Emit(events.Outcome{Name: "game.over", Clause: "V1", Fields: events.Fields("result", "north wins")})
	}
	late := func(t *adjudicator.Turn) { t.Emit(set("a", "late")) }
	pos := play(end, late)
	pos.Ruleset.Closing = []adjudicator.Phase{{Clause: "W", Title: "sight",
		Run: func(t *adjudicator.Turn) { t.Emit(set("b", "seen")) }}}
	res := adjudicator.Adjudicate(pos, input(1))
	if got := adjudicator.Canonical(res.State); got != "a 0\nb seen\n" {
		t.Errorf("state %q", got)
	}
	pos.State = res.State
	again := adjudicator.Adjudicate(pos, input(2))
	if len(again.Outcomes) != 0 || again.StateHash != res.StateHash || again.Question != nil {
		t.Errorf("a game that is over went on: %v", texts(again))
	}
}

func TestOpeningIsTurnZeroWithTheDiceOfTurnOne(t *testing.T) {
	pos := play()
	pos.State = nil
	pos.Ruleset.Open = func(t *adjudicator.Turn) {
		d := t.Dice.D6("cards/deal/north#1")
		t.Emit(events.Outcome{Name: "item.set", Clause: "I3", Fields: events.Fields("path", "a", "value", d.Value),
			Dice: []events.Die{d}})
	}
	opened := adjudicator.Open(pos, input(1))
	if len(opened.Outcomes) != 1 || opened.Outcomes[0].Ref != "t0.1" {
		t.Fatalf("opening %v", texts(opened))
	}
	pos = play(pos.Ruleset.Open)
	if first := adjudicator.Adjudicate(pos, input(1)); first.Outcomes[0].Dice[0] != opened.Outcomes[0].Dice[0] {
		t.Errorf("rolled %v, in turn 1 %v", opened.Outcomes[0].Dice, first.Outcomes[0].Dice)
	}
}

func TestOrders(t *testing.T) {
	var mine, theirs []string
	var couriers int
	pos := play(func(t *adjudicator.Turn) {
		mine, theirs, couriers = t.OrdersOf("north"), t.OrdersOf("south"), len(t.CourierRulings())
		for _, o := range t.Orders() {
			t.Emit(set("a", o.Seat))
		}
	})
	in := input(1)
	in.Orders = []events.SeatOrders{{Seat: "north", Orders: []string{"HOLD", "READY"}}}
	in.Couriers = []events.CourierRuling{{Dispatch: "north.t1.1", Fate: "lost"}}
	adjudicator.Adjudicate(pos, in)
	if !slices.Equal(mine, []string{"HOLD", "READY"}) || theirs != nil || couriers != 1 {
		t.Errorf("orders %v and %v, %d couriers", mine, theirs, couriers)
	}
	if got := adjudicator.OrderRef("north", 2); got != "order:north.2" {
		t.Errorf("cause %q", got)
	}
}

func TestWitnessesAreToldAtTheEndOfEachPhase(t *testing.T) {
	pos := play(
		func(t *adjudicator.Turn) { t.Emit(set("a", "1")) },
		func(t *adjudicator.Turn) {},
		func(t *adjudicator.Turn) { t.Emit(set("a", "2")); t.Emit(set("b", "2")) },
	)
	var calls []int
	pos.Ruleset.Witness = func(t *adjudicator.Turn, os []events.Outcome) {
		calls = append(calls, len(os))
		for i := range os {
			os[i].Views = []events.View{{Seats: []string{"north"}}}
		}
	}
	res := adjudicator.Adjudicate(pos, input(1))
	if !slices.Equal(calls, []int{1, 2}) {
		t.Errorf("told of %v outcomes", calls)
	}
	for _, o := range res.Outcomes {
		if len(o.Views) != 1 {
			t.Errorf("%s was shown to nobody", o.Ref)
		}
	}
}

// broken runs the turn and returns the value that it panics with.
func broken(t *testing.T, pos adjudicator.Position) (b *adjudicator.Broken) {
	t.Helper()
	defer func() {
		var ok bool
		if b, ok = recover().(*adjudicator.Broken); !ok {
			t.Fatal("the turn did not break")
		}
	}()
	adjudicator.Adjudicate(pos, input(4))
	return nil
}

func TestBrokenInvariantTellsWhereItBroke(t *testing.T) {
	cause := errors.New("a unit with -1 stands")
	b := broken(t, play(func(t *adjudicator.Turn) {}, func(t *adjudicator.Turn) { t.Emit(set("a", "1")); panic(cause) }))
	if len(b.Outcomes) != 1 || b.Turn != 4 || !errors.Is(b, cause) {
		t.Errorf("broken: %+v", b)
	}
	const want = "adjudicator: quiberon turn 4 broke in phase 2 phase, after t4.1 item.set: a unit with -1 stands"
	if b.Error() != want {
		t.Errorf("got  %s\nwant %s", b, want)
	}
}

func TestBrokenInvariantTellsTheOrder(t *testing.T) {
	b := broken(t, play(func(t *adjudicator.Turn) {
		first, second := set("a", "1"), set("b", "1")
		first.Cause = adjudicator.OrderRef("north.army", 2)
		second.Cause = t.Emit(first)
		t.Emit(second)
		panic("no such unit")
	}))
	const want = "adjudicator: quiberon turn 4 broke in phase 1 phase, after t4.2 item.set in carrying out order 2 " +
		"of north.army: no such unit"
	if b.Error() != want {
		t.Errorf("got  %s\nwant %s", b, want)
	}
}

func TestWhatAPhaseMayNotDo(t *testing.T) {
	emit := func(o events.Outcome) func(*adjudicator.Turn) { return func(t *adjudicator.Turn) { t.Emit(o) } }
	unnamed, unfounded, twice := set("a", "1"), set("a", "1"), set("a", "1")
	unnamed.Name, unfounded.Clause = "", ""
	twice.Fields = append(twice.Fields, events.Field{Key: "path", Value: "b"})
	for why, pos := range map[string]adjudicator.Position{
		"without name":   play(emit(unnamed)),
		"without clause": play(emit(unfounded)),
		"field twice":    play(emit(twice)),
	} {
		if b := broken(t, pos); len(b.Outcomes) != 0 {
			t.Errorf("%s: it was recorded", why)
		}
	}
	pos := play(emit(set("a", "1")))
	pos.Ruleset.Witness = func(t *adjudicator.Turn, os []events.Outcome) { t.Emit(set("b", "1")) }
	if b := broken(t, pos); !strings.Contains(b.Error(), "witness") {
		t.Errorf("a witness may speak: %v", b)
	}
}

func TestLoadFindsTheRulesetAndAllFaults(t *testing.T) {
	rulesets := []*adjudicator.Ruleset{play().Ruleset}
	rules, sc, faults := adjudicator.Load(rulesets, "s.yaml", []byte("ruleset: ledger\nseats: {north: , south: }\n"))
	if len(faults) > 0 || rules != rulesets[0] || len(sc.Seats()) != 2 {
		t.Fatalf("%v %v %v", rules, sc, faults)
	}
	for _, c := range []struct{ src, want string }{
		{"ruleset: leger\n", "s.yaml:1:10: ruleset: out-of-range: expected ledger, found `leger`"},
		{"title: x\n", "s.yaml:1:1: ruleset: missing-key: expected ledger"},
		{"ruleset: ledger\n",
			"s.yaml:1:1: seats: missing-key: expected a map: an id for a seat (lower-case letters, digits, hyphens): value"},
		{"ruleset: ledger\nseats: {nobody: x}\n", "s.yaml:2:17: seats.nobody: unknown-name: expected somebody, found `x`"},
	} {
		_, sc, faults := adjudicator.Load(rulesets, "s.yaml", []byte(c.src))
		if sc != nil || len(faults) != 1 || faults[0].String() != c.want {
			t.Errorf("%q: %v, want %s", c.src, faults, c.want)
		}
	}
}
