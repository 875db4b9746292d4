package rules

import "galloper/adjudicator"

// Outlasts returns the winner if a side is beaten, or no winner if both are. over is false if neither is.
func Outlasts(beaten [2]bool) (winner adjudicator.Index, over bool) {
	switch {
	case beaten[0] && beaten[1]:
		return adjudicator.None, true
	case beaten[0]:
		return adjudicator.At(1), true
	case beaten[1]:
		return adjudicator.At(0), true
	}
	return adjudicator.None, false
}

// Victor returns the item `game.winner`: a side, adjudicator.Draw, or adjudicator.Nobody while the battle lasts.
func Victor[S any](
	sides func(*S) *Roster, over func(*S) bool, winner func(*S) *adjudicator.Index,
) Item[S, *S] {
	return Item[S, *S]{Name: "winner",
		Get: func(s, _ *S) string {
			if !over(s) {
				return adjudicator.Nobody
			}
			return sides(s).Winner(*winner(s))
		},
		Set: func(s, _ *S, value string) error {
			side := sides(s).Side(value)
			if side.None() && value != adjudicator.Draw && value != adjudicator.Nobody {
				return Expected(value, "a side, draw or -")
			}
			*winner(s) = side
			return nil
		}}
}

// Ahead returns the side with the greater figure, or None if they are equal.
func Ahead(figures [2]int) adjudicator.Index {
	switch {
	case figures[0] > figures[1]:
		return adjudicator.At(0)
	case figures[1] > figures[0]:
		return adjudicator.At(1)
	}
	return adjudicator.None
}

// GivenUp returns the winner if the players of the sides' commanders have resigned. over is false if neither has.
func (p *Play[B, S]) GivenUp(commanders [2]string) (winner adjudicator.Index, over bool) {
	return Outlasts([2]bool{p.HasResigned(commanders[0]), p.HasResigned(commanders[1])})
}
