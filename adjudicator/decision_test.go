package adjudicator_test

import (
	"testing"

	"galloper/adjudicator"
	"galloper/events"
)

func reaction(t *adjudicator.Turn) {
	d := t.Dice.D6("react/roll/1foot")
	t.Emit(events.Outcome{Name: "item.set", Clause: "2", Fields: events.Fields("path", "b", "value", d.Value),
		Dice: []events.Die{d}})
	id := t.NextQuestion()
	a := t.Ask(adjudicator.Decision{Name: "reaction", Seat: "south", Options: []string{"secure", "withdraw"},
		Default: "secure"})
	t.Emit(set("a", id+" "+a.Option+" "+a.By))
}

func answer(seat, option string) events.Answer {
	return events.Answer{Seat: seat, Option: option, By: "answer"}
}

func TestTurnStopsAtAQuestionAndRunsAgainWithItsAnswer(t *testing.T) {
	pos := play(reaction)
	in := input(1)
	res := adjudicator.Adjudicate(pos, in)
	if res.Question == nil || res.Outcomes != nil || res.State != nil {
		t.Fatalf("expected a question and nothing else: %+v", res)
	}
	if q := res.Question; q.ID != "q1" || q.Seat != "south" || q.Default != "secure" {
		t.Errorf("question %+v", q)
	}
	if got := adjudicator.Canonical(pos.State); got != "a 0\nb 0\n" {
		t.Errorf("something half-done was kept: %q", got)
	}
	in.Answers = []events.Answer{answer("south", "Withdraw  to Wood")}
	done := adjudicator.Adjudicate(pos, in)
	if v, _ := adjudicator.Lookup(done.State, "a"); v != "q1 withdraw to wood answer" {
		t.Errorf("answered: %q", v)
	}
	in.Answers[0].Option = "secure"
	if other := adjudicator.Adjudicate(pos, in); other.Outcomes[0].Dice[0] != done.Outcomes[0].Dice[0] {
		t.Error("the answer changed a die rolled before the question")
	}
}

func TestAnswersAreUsedInOrderAndOnce(t *testing.T) {
	pos := play(reaction, reaction)
	in := input(1)
	in.Answers = []events.Answer{
		answer("north", "secure"),    // another seat's
		answer("south", "surrender"), // matches no option
		{Seat: "south", Option: "secure", By: "answer", Decision: "charge"}, // for another question
		answer("south", "withdraw"),
	}
	res := adjudicator.Adjudicate(pos, in)
	if res.Question == nil || res.Question.ID != "q2" {
		t.Fatalf("one answer serves two questions: %v", texts(res))
	}
	in.Answers = append(in.Answers, events.Answer{Seat: "south", Option: "secure", By: "default", Decision: "reaction"})
	res = adjudicator.Adjudicate(pos, in)
	if v, _ := adjudicator.Lookup(res.State, "a"); v != "q2 secure default" {
		t.Errorf("second answer: %q", v)
	}
}

func TestAcceptReadsAnOptionWithItsArguments(t *testing.T) {
	d := adjudicator.Decision{Options: []string{"withdraw", "french.foy jack", "PASS"}}
	for answer, want := range map[string]string{
		"withdraw":          "withdraw",
		" WITHDRAW to wood": "withdraw to wood",
		"French.Foy  Jack":  "french.foy jack",
		"pass":              "pass",
		"withdrawal":        "",
		"french.foy":        "",
		"":                  "",
	} {
		got, ok := d.Accept(answer)
		if got != want || ok != (want != "") {
			t.Errorf("%q reads as %q, %t; want %q", answer, got, ok, want)
		}
	}
}
