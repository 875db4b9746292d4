package dice

import "galloper/events"

// Sum returns the sum of the dice.
func Sum(rolled []events.Die) int {
	n := 0
	for _, d := range rolled {
		n += d.Value
	}
	return n
}
