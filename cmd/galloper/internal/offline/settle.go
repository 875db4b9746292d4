package offline

import (
	"galloper/adjudicator"
	"galloper/events"
)

// Adjudicate runs a turn; questions are answered by their defaults.
func Adjudicate(pos adjudicator.Position, in events.TurnInput) adjudicator.Result {
	for {
		res := adjudicator.Adjudicate(pos, in)
		q := res.Question
		if q == nil {
			return res
		}
		in.Answers = append(in.Answers, events.Answer{Seat: q.Seat, Option: q.Default, By: "default", Decision: q.Name})
	}
}
