package adjudicator_test

import (
	"fmt"
	"testing"

	"pgregory.net/rapid"

	"galloper/adjudicator"
	"galloper/events"
)

// wander returns a phase that writes, rolls and asks according to its plan.
func wander(plan []int) func(*adjudicator.Turn) {
	return func(t *adjudicator.Turn) {
		for _, step := range plan {
			switch step % 3 {
			case 0:
				t.Emit(set("a", fmt.Sprint(step)))
			case 1:
				d := t.Dice.Next(fmt.Sprintf("wander/roll/%d", step), 6)
				t.Emit(events.Outcome{Name: "item.set", Clause: "1", Fields: events.Fields("path", "b", "value", d.Value),
					Dice: []events.Die{d}})
			case 2:
				a := t.Ask(adjudicator.Decision{Name: fmt.Sprint(step), Seat: "south", Options: []string{"yes", "no"},
					Default: "no"})
				t.Emit(set("b", a.Option))
			}
		}
	}
}

// A turn is the same whether its questions are answered one by one or at once, its outcomes alone give its state, and
// the position stays unchanged.
func TestTurnsAreFunctionsOfTheirInputs(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		steps := rapid.SliceOfN(rapid.IntRange(0, 30), 0, 12)
		pos := play(wander(steps.Draw(t, "first")), wander(steps.Draw(t, "second")))
		in := input(rapid.IntRange(1, 9).Draw(t, "turn"))
		for range rapid.IntRange(0, 3).Draw(t, "rulings") {
			ref := fmt.Sprintf("t%d.%d", in.Turn, rapid.IntRange(1, 9).Draw(t, "ref"))
			in.Rulings = append(in.Rulings, events.Ruling{Outcome: ref, Text: "so be it",
				Sets: []events.Setting{{Path: "a", Value: "ruled"}}})
		}
		before := adjudicator.Hash(pos.State)
		res := adjudicator.Adjudicate(pos, in)
		for res.Question != nil {
			option := rapid.SampledFrom(res.Question.Options).Draw(t, "answer")
			in.Answers = append(in.Answers, events.Answer{Seat: res.Question.Seat, Option: option, By: "answer",
				Decision: res.Question.Name})
			res = adjudicator.Adjudicate(pos, in)
		}
		again := adjudicator.Adjudicate(pos, in)
		if fmt.Sprint(texts(again)) != fmt.Sprint(texts(res)) || again.StateHash != res.StateHash {
			t.Fatalf("first %v, then %v", texts(res), texts(again))
		}
		if adjudicator.Hash(adjudicator.Replay(pos.State, res.Outcomes)) != res.StateHash {
			t.Fatal("the outcomes alone do not lead to the state")
		}
		if adjudicator.Hash(pos.State) != before {
			t.Fatal("the position was changed")
		}
		if applied := countNamed(res, adjudicator.RulingApplied); applied != len(in.Rulings) {
			t.Fatalf("%d of %d rulings were applied", applied, len(in.Rulings))
		}
	})
}

func countNamed(res adjudicator.Result, name string) int {
	n := 0
	for _, o := range res.Outcomes {
		if o.Name == name {
			n++
		}
	}
	return n
}
