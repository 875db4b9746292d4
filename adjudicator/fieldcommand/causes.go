package fieldcommand

import "galloper/adjudicator/rules"

// causes say what outcomes follow from beside orders.
var causes = rules.Causes{
	After: map[string]string{
		"units.shuffled":   "turn.began",
		"deck.renewed":     "turn.began",
		"card.drawn":       "turn.began deck.renewed",
		"ride.banked":      "ride.ordered:seat turn.began",
		"seat.moved":       "ride.ordered:seat retreat.forced unit.eliminated turn.began",
		"strength.lost":    "assault.fought bombard.fired charge.lost retreat.forced withdrawal.made",
		"charge.lost":      "assault.fought",
		"unit.disrupted":   "strength.lost:unit",
		"retreat.forced":   "assault.fought bombard.fired",
		"army.demoralized": "morale.changed:side",
		"morale.changed": "strength.lost unit.disrupted unit.eliminated objective.claimed retreat.forced artillery.spiked " +
			"units.rallied group.mobilized",
		"objective.claimed": "unit.moved:unit turn.began",
		"objective.lost":    "turn.began",
		"unit.stooddown":    "turn.began",
		"picture.taken":     "turn.began",
		"game.ended":        "turn.began army.demoralized",
	},
	None: map[string]string{
		"the battle is drawn up, and the turn begins": "tokens.dealt deck.laid turn.began",
		"a card's effect ends with its time":          "card.ended",
		"reports of what units saw":                   "report.noted dispatch.sent",
		"a commander who resigned leaves his units":   "unit.assigned",
	},
}
