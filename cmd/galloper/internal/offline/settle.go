package offline

import (
	"galloper/adjudicator"
	"galloper/events"
)

// Adjudicate runs a turn; questions are answered by their defaults.
func Adjudicate(pos adjudicator.Position, in events.TurnInput) adjudicator.Result {
	res, _ := settle(pos, in)
	return res
}

// Prove runs a turn like Adjudicate, and proves of it what must hold of every turn.
func Prove(pos adjudicator.Position, in events.TurnInput) (adjudicator.Result, error) {
	res, in := settle(pos, in)
	return res, adjudicator.Prove(pos, in, res)
}

// settle answers the questions of a turn.
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
