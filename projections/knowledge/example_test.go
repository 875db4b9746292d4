package knowledge_test

import (
	"fmt"

	"galloper/events"
	"galloper/projections/knowledge"
)

// A seat's fact about a unit stays as it was last told, with its turn.
func Example() {
	royal := func(x int, seats ...string) []events.Outcome {
		return []events.Outcome{{
			Name: "sight.own", Fields: events.Fields("unit", "royal", "x", x),
			Views: []events.View{{Seats: seats}},
		}}
	}
	b := knowledge.Open([]string{"french.guiche", "french.surville"}, nil)
	b.Apply(1, royal(86000, "french.guiche", "french.surville"))
	b.Apply(2, royal(91000, "french.surville"))
	for _, seat := range []string{"french.guiche", "french.surville"} {
		fields, turn, _ := b.Seat(seat).Fact("sight.own", "royal")
		fmt.Println(seat, "knows royal at x", fields[1].Value, "of turn", turn)
	}
	// Output:
	// french.guiche knows royal at x 86000 of turn 1
	// french.surville knows royal at x 91000 of turn 2
}
