package rules

import (
	"cmp"

	"galloper/adjudicator"
)

// wonBy returns the result line of a battle won by the side, or "" if it is undecided.
func wonBy(battle any, side string) string {
	switch side {
	case adjudicator.Nobody:
		return ""
	case adjudicator.Draw:
		return "The battle is a draw."
	}
	return "Victory: " + cmp.Or(nameIn(battle, side), side) + "."
}
