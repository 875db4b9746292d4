package rules

import (
	"cmp"

	"galloper/adjudicator"
)

// wonBy is the result line of a battle that the side has won; "" while nobody has.
func wonBy(battle any, side string) string {
	switch side {
	case adjudicator.Nobody:
		return ""
	case adjudicator.Draw:
		return "The battle is a draw."
	}
	return "Victory: " + cmp.Or(nameIn(battle, side), side) + "."
}
