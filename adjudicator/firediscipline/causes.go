package firediscipline

import "galloper/adjudicator/rules"

// causes say what outcomes follow from beside orders.
var causes = rules.Causes{
	After: map[string]string{
		"melee.fought": "charge.contact:unit charge.contact:target pursuit.contact:unit pursuit.contact:target",
		"melee.result": "melee.fought:unit melee.fought:target",
		"melee.engaged": "melee.fought:unit melee.fought:target charge.contact:unit charge.contact:target " +
			"pursuit.contact:unit pursuit.contact:target",
		"pursuit.free":     "melee.result:unit",
		"pursuit.moved":    "pursuit.free:unit",
		"pursuit.contact":  "pursuit.free:unit",
		"protective.fired": "charge.declared:target=firer reaction.chosen:charger=firer",
		"volley.reserved":  "charge.declared:target=firer",
		"stand.destroyed":  "boxes.marked:unit",
		"unit.shattered":   "boxes.marked:unit",
		"unit.destroyed": "stand.destroyed:unit stand.left:unit stand.surrendered:unit gun.destroyed:unit " +
			"gun.decrewed:unit gun.captured:unit boxes.marked:unit",
		"commander.succeeded": "commander.hit:who=seat turn.begun",
		"army.broke":          "unit.shattered unit.destroyed unit.left turn.begun",
		"score.counted":       "turn.begun",
		"game.ended":          "turn.begun army.broke",
	},
	None: map[string]string{
		"the turn itself": "turn.begun",
		"troops act by the directives with which the battle begins": "directive.acted directive.done directive.void " +
			"unit.waypoint unit.detoured unit.planned unit.wheeled unit.cramped unit.formed unit.dressed unit.turned unit.moved " +
			"unit.stood unit.blocked unit.stayed unit.mounted unit.dismounted guns.unlimbered artillery.fired artillery.held " +
			"artillery.pivoted artillery.prolonged volley.fired platoon.fired skirmish.fired skirmish.effect charge.declared " +
			"chit.used protective.fired volley.reserved",
		"units write reports by themselves": "dispatch.sent",
		"stands close up and guns change hands by themselves": "stand.moved stand.rejoined stand.left_behind gun.captured " +
			"gun.remanned crew.moved unit.reformed melee.parted",
		"commanders flee from the enemy by themselves":                 "commander.fled",
		"a unit is turned back at an objective, or into it, by itself": "objective.entered objective.repulsed",
	},
}
