package offline

import (
	"galloper/adjudicator"
	"galloper/events"
)

// Adjudicate runs a turn, answering its questions with their defaults.
func Adjudicate(pos adjudicator.Position, in events.TurnInput) adjudicator.Result {
	res, _ := settle(pos, in)
	return res
}

// Prove runs a turn like Adjudicate, and returns an error if it violates an invariant of turns.
func Prove(pos adjudicator.Position, in events.TurnInput) (adjudicator.Result, error) {
	res, in := settle(pos, in)
	return res, adjudicator.Prove(pos, in, res)
}

// settle runs a turn, and returns it with the input that includes the default answers.
func settle(pos adjudicator.Position, in events.TurnInput) (adjudicator.Result, events.TurnInput) {
	for {
		res := adjudicator.Adjudicate(pos, in)
		q := res.Question
		if q == nil {
			return res, in
		}
		in.Answers = append(in.Answers, events.Answer{Seat: q.Seat, Option: q.Default, By: "default", Decision: q.Name})
	}
}
