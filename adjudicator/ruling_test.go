package adjudicator_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"galloper/adjudicator"
	"galloper/events"
)

func twoSteps() adjudicator.Position {
	pos := play(
		func(t *adjudicator.Turn) { t.Emit(set("a", "1")) },
		func(t *adjudicator.Turn) {
			v, _ := adjudicator.Lookup(t.State, "a")
			t.Emit(set("b", "a was "+v))
		},
	)
	pos.Ruleset.Witness = func(t *adjudicator.Turn, os []events.Outcome) {
		for i := range os {
			if os[i].Name == "item.set" {
				os[i].Views = []events.View{{Seats: []string{"south"}}}
			}
		}
	}
	return pos
}

func TestRulingIsAppliedBehindTheOutcomeItNames(t *testing.T) {
	in := input(2)
	in.Rulings = []events.Ruling{
		{Outcome: "t2.2", Text: "b stays"},
		{Outcome: "t2.1", Text: "a stays", Sets: []events.Setting{{Path: "a", Value: "7"}, {Path: "z", Value: "7"}}},
		{Text: "well done", Sets: []events.Setting{{Path: "b", Value: "8"}}},
		{Outcome: "t2.99", Text: "never was"},
	}
	res := adjudicator.Adjudicate(twoSteps(), in)
	want := []string{
		`t2.1 item.set path=a value=1 clause=1`,
		`t2.1.1 ruling.applied outcome=t2.1 text="a stays" clause=umpire`,
		`t2.1.2 ruling.set path=a value=7 clause=umpire`,
		`t2.1.3 ruling.refused path=z value=7 reason="z is no path; expected a or b" clause=umpire`,
		`t2.2 item.set path=b value="a was 7" clause=1`,
		`t2.2.1 ruling.applied outcome=t2.2 text="b stays" clause=umpire`,
		`t2.end.1 ruling.applied outcome=- text="well done" clause=umpire`,
		`t2.end.2 ruling.set path=b value=8 clause=umpire`,
		`t2.end.3 ruling.applied outcome=t2.99 text="never was" clause=umpire`,
	}
	if d := cmp.Diff(want, texts(res)); d != "" {
		t.Error(d)
	}
	if got := adjudicator.Canonical(res.State); got != "a 7\nb 8\n" {
		t.Errorf("state %q", got)
	}
	told := map[string][]events.View{}
	for _, o := range res.Outcomes {
		told[o.Ref] = o.Views
	}
	for ref, want := range map[string][]events.View{
		"t2.1.1":   {{Seats: []string{"south"}}},          // as what it rules on
		"t2.1.2":   nil,                                   // shows in what follows
		"t2.end.1": {{Seats: []string{"north", "south"}}}, // names nothing: everybody
		"t2.end.3": nil,                                   // concerns nobody
	} {
		if d := cmp.Diff(want, told[ref]); d != "" {
			t.Errorf("%s: %s", ref, d)
		}
	}
}

func TestRerollSaltsOneDie(t *testing.T) {
	roll := func(t *adjudicator.Turn) {
		for _, name := range []string{"x/roll/1foot", "x/roll/2foot"} {
			d := t.Dice.D100(name)
			t.Emit(events.Outcome{Name: "item.set", Clause: "1", Fields: events.Fields("path", "a", "value", d.Value), Dice: []events.Die{d}})
		}
	}
	in := input(1)
	plain := adjudicator.Adjudicate(play(roll), in)
	in.Rerolls = []events.Reroll{{Die: "x/roll/2foot", Salt: "1"}}
	salted := adjudicator.Adjudicate(play(roll), in)
	if salted.Outcomes[0].Dice[0] != plain.Outcomes[0].Dice[0] {
		t.Error("the reroll changed another die")
	}
	if d := salted.Outcomes[1].Dice[0]; d.Salt != "1" || d.Value == plain.Outcomes[1].Dice[0].Value {
		t.Errorf("rolled again: %+v", d)
	}
}

func TestScriptGivesDiceTheirValues(t *testing.T) {
	pos := play(func(t *adjudicator.Turn) {
		t.Emit(set("a", string(rune('0'+t.Dice.D10("x/roll/1foot").Value))))
	})
	script := func(name string, least, most int) (int, bool) {
		if name != "x/roll/1foot" || least != 0 || most != 9 {
			t.Errorf("asked for %s, %d to %d", name, least, most)
		}
		return 7, true
	}
	res := adjudicator.AdjudicateScripted(pos, input(1), script)
	if v, _ := adjudicator.Lookup(res.State, "a"); v != "7" {
		t.Errorf("the script's 7 is %s", v)
	}
}
