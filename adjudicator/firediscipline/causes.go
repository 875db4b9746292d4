package firediscipline

import "galloper/adjudicator/rules"

// causes names the earlier outcomes that an outcome follows from, apart from orders.
var causes = rules.Causes{
	"turn.begun": "; the turn itself",
	"unit.moved unit.turned unit.stayed unit.waypoint unit.detoured unit.planned unit.wheeled unit.formed " +
		"unit.dressed unit.cramped unit.mounted unit.dismounted guns.unlimbered chit.used directive.done " +
		"charge.declared volley.fired platoon.fired skirmish.fired volley.reserved": "directive.acted@unit" + begun,
	"directive.acted directive.void artillery.fired artillery.held artillery.pivoted artillery.prolonged": "" +
		"| directive.acted@unit" + begun,
	"charge.contact charge.fell_short unit.stood": "charge.declared:unit reaction.chosen:unit",
	"unit.blocked":    "charge.declared:unit reaction.chosen:unit directive.acted@unit" + begun,
	"reaction.chosen": "charge.declared:unit=charger",
	"unit.evaded":     "reaction.chosen:unit",
	"gun.abandoned":   "| reaction.chosen:unit",
	"stand.left":      "stand.fled:unit",
	"unit.left unit.passed_through": "unit.moved:unit unit.fled:unit unit.evaded:unit stand.fled:unit " +
		"objective.repulsed:unit",
	"stand.left_behind":              "stand.halted@unit",
	"stand.destroyed unit.shattered": "boxes.marked:unit",
	"gun.destroyed gun.decrewed":     "gun.hit:unit gun.abandoned:unit boxes.marked:unit",
	"unit.destroyed": "stand.destroyed:unit stand.left:unit stand.surrendered:unit gun.destroyed:unit " +
		"gun.decrewed:unit gun.captured:unit boxes.marked:unit",
	"gun.captured":                "unit.shattered:unit stand.surrendered:unit; the enemy is upon abandoned guns",
	"morale.passed morale.failed": "| commander.hit@who commander.mourned@units=unit directive.acted@unit" + begun,
	"melee.fought": "charge.contact@unit charge.contact@target pursuit.contact@unit pursuit.contact@target " +
		"objective.entered@unit | turn.begun",
	"melee.result melee.engaged melee.parted":           "melee.fought@unit melee.fought@target",
	"pursuit.free objective.repulsed objective.entered": "melee.result:unit",
	"pursuit.moved pursuit.contact":                     "pursuit.free:unit",
	"commander.attached":                                "| commander.ordered@seat",
	"commander.rode":                                    "commander.ordered@seat",
	"commander.mourned":                                 "commander.hit:who",
	"commander.succeeded":                               "commander.hit@who=seat",
	"score.counted":                                     "turn.begun",
	"objective.taken army.broke":                        "| turn.begun",
	"game.ended":                                        "turn.begun army.broke",
	"dispatch.sent":                                     "; units write reports by themselves",
	"commander.fled":                                    "; commanders flee from the enemy by themselves",
	"stand.moved stand.rejoined gun.remanned crew.moved unit.reformed": "; stands and crews return by themselves",
}

const begun = "; troops act by the directives of the scenario"
