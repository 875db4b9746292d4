package commandchaos

import "galloper/adjudicator/rules"

// causes lists the causes of outcomes other than orders.
var causes = rules.Causes{
	"setup.rejected setup.done battle.begun unit.placed unit.dealt": "; the battle is drawn up",
	"turn.begun":                         "; the turn itself",
	"initiative.rolled officer.replaced": "turn.begun",
	"movement.order cards.order":         "initiative.rolled",
	"hand.changed":                       "; a hand is filled up without an order",
	"directive.acted directive.ignored":  "dispatch.delivered@id",
	"zone.active":                        "movement.order",
	"card.revealed":                      "card.placed:unit",
	"cards.cleared":                      "card.placed:side",
	"missile.thrown unit.refreshed unit.gaveground unit.stuck": "card.revealed:unit",
	"unit.relieved": "card.revealed:unit=out",
	"unit.pushed":   "card.revealed:unit=by melee.attack:unit=by",
	"melee.attack": "unit.moved:unit unit.moved:unit=target charge.resolved:unit charge.resolved:target " +
		"flank.made:unit flank.made:target unit.relieved:in unit.engaged@unit | turn.begun",
	"melee.riposte melee.cancelled": "melee.attack:target",
	"morale.hit": "javelin.thrown:target charge.resolved:target charge.resolved:unit melee.attack:target " +
		"melee.riposte:target missile.thrown:target rout.tested:unit officer.dismay:unit",
	"unit.routed": "morale.hit:unit",
	"rout.tested": "unit.routed:unit=near",
	"light.driven light.dispersed": "unit.moved:unit=by light.fought:against=by light.fought:light=by " +
		"unit.routed:unit=by" + meet,
	"javelin.thrown light.fought unit.known unit.engaged unit.turned": meet,
	"unit.recovered": "; officers rally the troops around them",
	"game.ended":     "| turn.begun",
}

const meet = "; troops meet the enemy and turn to it by themselves"
