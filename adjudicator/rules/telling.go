package rules

import "galloper/adjudicator"

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
