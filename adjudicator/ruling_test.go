package adjudicator_test

import (
	"slices"
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
		"t2.1.1":   {{Seats: []string{"south"}}},          // the seats of the outcome ruled on
		"t2.1.2":   nil,                                   // settings show in later outcomes
		"t2.end.1": {{Seats: []string{"north", "south"}}}, // no outcome: all seats
		"t2.end.3": nil,                                   // its outcome did not happen: no seat
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
			t.Emit(events.Outcome{Name: "item.set", Clause: "1", Fields: events.Fields("path", "a", "value", d.Value),
				Dice: []events.Die{d}})
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

// drill emits an outcome for each name, then one with the value of item a, which a ruling may have set.
func drill(names ...string) adjudicator.Position {
	return play(func(t *adjudicator.Turn) {
		for _, n := range names {
			t.Emit(set("a", n))
		}
		v, _ := adjudicator.Lookup(t.State, "a")
		t.Emit(set("b", "a was "+v))
	})
}

// ruledOn adjudicates the drill of the names in after, with a ruling on the n-th outcome of the drill of those in
// before.
func ruledOn(n int, before []string, after ...string) []string {
	in := input(1)
	was := adjudicator.Adjudicate(drill(before...), in).Outcomes
	in.Rulings = []events.Ruling{{Outcome: was[n].Ref, Anchor: events.AnchorOf(was, n), Text: "so be it",
		Sets: []events.Setting{{Path: "a", Value: "7"}}}}
	return texts(adjudicator.Adjudicate(drill(after...), in))
}

func TestRulingHoldsToWhatTheOutcomeSays(t *testing.T) {
	tests := []struct {
		name   string
		before []string
		after  []string
		want   []string
	}{
		{"where it was", []string{"1", "2"}, []string{"1", "2"}, []string{
			"t1.1 item.set path=a value=1 clause=1",
			"t1.2 item.set path=a value=2 clause=1",
			`t1.2.1 ruling.applied outcome=t1.2 text="so be it" clause=umpire`,
			"t1.2.2 ruling.set path=a value=7 clause=umpire",
			`t1.3 item.set path=b value="a was 7" clause=1`,
		}},
		{"behind more than before", []string{"1", "2"}, []string{"1", "3", "2"}, []string{
			"t1.1 item.set path=a value=1 clause=1",
			"t1.2 item.set path=a value=3 clause=1",
			"t1.3 item.set path=a value=2 clause=1",
			`t1.3.1 ruling.applied outcome=t1.3 text="so be it" clause=umpire`,
			"t1.3.2 ruling.set path=a value=7 clause=umpire",
			`t1.4 item.set path=b value="a was 7" clause=1`,
		}},
		{"gone", []string{"1", "2"}, []string{"1", "3"}, []string{
			"t1.1 item.set path=a value=1 clause=1",
			"t1.2 item.set path=a value=3 clause=1",
			`t1.3 item.set path=b value="a was 3" clause=1`,
			`t1.end.1 ruling.lapsed outcome=t1.2 text="so be it" reason=gone was="item.set path=a value=2 clause=1" clause=umpire`,
		}},
		{"one more that reads alike", []string{"1", "2"}, []string{"2", "1", "2"}, []string{
			"t1.1 item.set path=a value=2 clause=1",
			"t1.2 item.set path=a value=1 clause=1",
			"t1.3 item.set path=a value=2 clause=1",
			`t1.4 item.set path=b value="a was 2" clause=1`,
			`t1.end.1 ruling.lapsed outcome=t1.2 text="so be it" reason=ambiguous was="item.set path=a value=2 clause=1" clause=umpire`,
		}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if d := cmp.Diff(tt.want, ruledOn(1, tt.before, tt.after...)); d != "" {
				t.Error(d)
			}
		})
	}
}

// Among outcomes with the same text the ruling follows the one that it was given on. If there are fewer of them than
// before, it is ambiguous.
func TestRulingOnOneOfSeveralThatReadAlike(t *testing.T) {
	got := ruledOn(2, []string{"2", "1", "2"}, "3", "2", "1", "2")
	if want := `t1.4.1 ruling.applied outcome=t1.4 text="so be it" clause=umpire`; !slices.Contains(got, want) {
		t.Errorf("the second of two alike: %q", got)
	}
	got = ruledOn(2, []string{"2", "1", "2"}, "1", "2")
	if want := `t1.end.1 ruling.lapsed outcome=t1.3 text="so be it" reason=ambiguous was="item.set path=a value=2 clause=1" clause=umpire`; !slices.Contains(got, want) {
		t.Errorf("one of two alike is gone: %q", got)
	}
}

// A ruling may cause a later outcome with the same text as its own. That does not make it ambiguous.
func TestRulingMayBringAboutWhatItWasOn(t *testing.T) {
	again := play(
		func(t *adjudicator.Turn) { t.Emit(set("a", "1")) },
		func(t *adjudicator.Turn) {
			if v, _ := adjudicator.Lookup(t.State, "a"); v == "7" {
				t.Emit(set("a", "1"))
			}
		},
	)
	in := input(1)
	was := adjudicator.Adjudicate(again, in).Outcomes
	in.Rulings = []events.Ruling{{Outcome: "t1.1", Anchor: events.AnchorOf(was, 0), Text: "x",
		Sets: []events.Setting{{Path: "a", Value: "7"}}}}
	want := []string{
		"t1.1 item.set path=a value=1 clause=1",
		"t1.1.1 ruling.applied outcome=t1.1 text=x clause=umpire",
		"t1.1.2 ruling.set path=a value=7 clause=umpire",
		"t1.2 item.set path=a value=1 clause=1",
	}
	if d := cmp.Diff(want, texts(adjudicator.Adjudicate(again, in))); d != "" {
		t.Error(d)
	}
}

// A ruling may itself make the turn ask. Without it the turn asks another question, which stops the trial run.
func TestRulingThatMakesTheTurnAsk(t *testing.T) {
	asks := play(
		func(t *adjudicator.Turn) { t.Emit(set("a", "1")) },
		func(t *adjudicator.Turn) {
			v, _ := adjudicator.Lookup(t.State, "a")
			a := t.Ask(adjudicator.Decision{Name: "stand/" + v, Seat: "north", Options: []string{"hold", "flee"},
				Default: "hold"})
			t.Emit(set("b", a.Option))
		},
	)
	in := input(1)
	in.Answers = []events.Answer{{Seat: "north", Option: "hold", Decision: "stand/1"}}
	was := adjudicator.Adjudicate(asks, in).Outcomes
	in.Answers[0].Decision = "stand/7"
	in.Rulings = []events.Ruling{{Outcome: "t1.1", Anchor: events.AnchorOf(was, 0), Text: "x",
		Sets: []events.Setting{{Path: "a", Value: "7"}}}}
	res := adjudicator.Adjudicate(asks, in)
	if res.Question != nil || !slices.Contains(texts(res), "t1.1.2 ruling.set path=a value=7 clause=umpire") {
		t.Errorf("question %+v, outcomes %q", res.Question, texts(res))
	}
}
