package dice

import "galloper/events"

// Sum is what the dice show together.
func Sum(rolled []events.Die) int {
	n := 0
	for _, d := range rolled {
		n += d.Value
	}
	return n
}
