package orderdiscipline

import "galloper/adjudicator/rules"

// causes say what outcomes follow from beside orders.
var causes = rules.Causes{
	After: map[string]string{
		"charge.settled":    "turn.begun",
		"turn.ended":        "turn.begun",
		"initiative.deck":   "turn.begun",
		"initiative.card":   "turn.begun",
		"initiative.played": "initiative.card",
		"initiative.held":   "initiative.card initiative.played",
		"command.rolled":    "turn.begun",
		"command.chain":     "command.rolled:general command.rerolled:general",
		"command.rerolled":  "command.rolled:general command.rerolled:general",
		"charge.tested":     "charge.declared:unit",
		"reaction.made":     "charge.tested:unit=to",
		"charge.moved":      "charge.tested:unit reaction.made:unit",
		"charge.contact":    "charge.moved:unit",
		"side.moves":        "initiative.held",
		"morale.tested":     "side.moves",
		"rally.tried":       "side.moves",
		"unit.arrived":      "turn.begun",
		"unit.delayed":      "turn.begun",
		"unit.lost-stand":   "fire.volley:target melee.fought:target morale.tested:unit rally.tried:unit",
		"unit.gone": "unit.lost-stand:unit morale.tested:unit rally.tried:unit melee.result:units " +
			"unit.retired:unit unit.routed:unit",
		"unit.routed":    "unit.lost-stand:unit morale.fell:unit morale.tested:unit rally.tried:unit",
		"general.risked": "unit.lost-stand:unit=unit",
		"melee.fought":   "charge.contact:unit charge.contact:target",
		"melee.result":   "melee.fought:unit melee.fought:target",
		"game.over":      "army.broke turn.begun",
	},
	None: map[string]string{
		"the turn itself": "turn.begun",
		"troops fire at will unless an order tells them otherwise": "fire.volley",
		"generals whom nobody plays look after their units":        "general.moved general.joined general.left",
	},
}
