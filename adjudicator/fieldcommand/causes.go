package fieldcommand

import "galloper/adjudicator/rules"

// causes lists the causes of outcomes other than orders.
var causes = rules.Causes{
	"tokens.dealt deck.laid turn.began":                                       "; the battle and the turn begin",
	"units.shuffled deck.renewed objective.lost unit.stooddown picture.taken": "turn.began",
	"card.drawn":  "turn.began deck.renewed",
	"card.ended":  "; a card's effect ends with its time",
	"ride.banked": "ride.ordered:seat turn.began",
	"seat.moved": "ride.ordered:seat retreat.forced:from=from withdrawal.made:from=from " +
		"| turn.began",
	"strength.lost":                  "assault.fought bombard.fired charge.lost retreat.forced withdrawal.made",
	"charge.lost":                    "assault.fought",
	"unit.disrupted":                 "strength.lost:unit",
	"retreat.forced":                 "assault.fought bombard.fired",
	"artillery.ranged unit.revealed": "| turn.began",
	"army.demoralized":               "morale.changed:side",
	"morale.changed": "strength.lost unit.disrupted unit.eliminated objective.claimed retreat.forced artillery.spiked " +
		"units.rallied group.mobilized",
	"objective.claimed":          "unit.moved:unit turn.began",
	"report.noted dispatch.sent": "; units report without an order",
	"unit.assigned":              "; units change hands when their commander resigns",
	"game.ended":                 "turn.began army.demoralized",
}
