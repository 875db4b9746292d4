package orderdiscipline

import "galloper/adjudicator/rules"

// causes lists the outcomes that follow from other outcomes instead of orders.
var causes = rules.Causes{
	"turn.begun": "; the turn itself",
	"turn.ended charge.settled initiative.deck initiative.card command.rolled unit.arrived unit.delayed": "turn.begun",
	"initiative.played":              "initiative.card",
	"initiative.held":                "initiative.card initiative.played",
	"directive.shown":                "dispatch.delivered@id",
	"side.moves":                     "initiative.held",
	"command.chain command.rerolled": "command.rolled:general command.rerolled:general",
	"charge.tested":                  "charge.declared:unit",
	"reaction.made":                  "charge.tested:unit=to",
	"charge.moved":                   "charge.tested:unit reaction.made:unit",
	"charge.contact":                 "charge.moved:unit",
	"morale.tested rally.tried":      "side.moves",
	"fire.volley":                    "; troops fire at will unless an order tells them otherwise",
	"melee.fought":                   "charge.contact@unit charge.contact@target | turn.begun",
	"melee.result":                   "melee.fought:unit melee.fought:target",
	"unit.lost-stand":                "fire.volley:target melee.fought:target morale.tested:unit rally.tried:unit",
	"unit.routed":                    "unit.lost-stand:unit morale.fell:unit morale.tested:unit rally.tried:unit",
	"unit.gone": "unit.lost-stand:unit morale.tested:unit rally.tried:unit melee.result:units " +
		"unit.retired:unit unit.routed:unit",
	"general.risked": "unit.lost-stand:unit=unit",
	"general.moved general.joined general.left": "; generals without a player look after their units",
	"command.broke army.broke objective.held":   "| turn.begun",
	"game.over": "army.broke turn.begun",
}
