package rules

import (
	"galloper/adjudicator"
	"galloper/events"
)

// Everybody is the view of what every seat, and the umpire, is told as it is.
func (p *Play[B, S]) Everybody() []events.View {
	seats := make([]string, 0, 8)
	for _, s := range p.Battle.Seats() {
		seats = append(seats, s.ID)
	}
	return []events.View{{Seats: append(seats, adjudicator.Umpire)}}
}

// won is the result line of a state, by its item of the winner.
func won[S any](items Items[S], s *S) (result string) {
	items.Paths(s, func(path, value string) bool {
		if path != adjudicator.WinnerItem {
			return true
		}
		switch value {
		case adjudicator.Nobody:
		case adjudicator.Draw:
			result = "The battle is a draw."
		default:
			result = "Victory: " + value + "."
		}
		return false
	})
	return result
}
