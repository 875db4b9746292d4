package commandchaos

import "galloper/adjudicator/rules"

// causes say what outcomes follow from beside orders.
var causes = rules.Causes{
	After: map[string]string{
		"initiative.rolled": "turn.begun",
		"movement.order":    "initiative.rolled",
		"zone.active":       "movement.order",
		"cards.order":       "initiative.rolled",
		"card.revealed":     "card.placed:unit",
		"cards.cleared":     "card.placed:side",
		"missile.thrown":    "card.revealed:unit",
		"unit.relieved":     "card.revealed:unit=out",
		"unit.refreshed":    "card.revealed:unit",
		"unit.gaveground":   "card.revealed:unit",
		"unit.stuck":        "card.revealed:unit",
		"unit.pushed":       "card.revealed:unit=by melee.attack:unit=by",
		"melee.attack": "unit.moved:unit unit.moved:unit=target charge.resolved:unit charge.resolved:target flank.made:unit " +
			"flank.made:target unit.relieved:in",
		"melee.riposte":   "melee.attack:target",
		"melee.cancelled": "melee.attack:target",
		"morale.hit": "javelin.thrown:target charge.resolved:target charge.resolved:unit melee.attack:target " +
			"melee.riposte:target missile.thrown:target rout.tested:unit officer.dismay:unit",
		"unit.routed":      "morale.hit:unit",
		"rout.tested":      "unit.routed:unit=near",
		"rout.steady":      "unit.routed",
		"officer.dismay":   "officer.risked",
		"light.driven":     "unit.moved:unit=by light.fought:against=by light.fought:light=by unit.routed:unit=by",
		"light.dispersed":  "unit.moved:unit=by light.fought:against=by light.fought:light=by unit.routed:unit=by",
		"officer.replaced": "turn.begun",
		"game.ended":       "turn.begun unit.routed",
	},
	None: map[string]string{
		"the battle is drawn up, and the turn begins": "setup.rejected setup.done battle.begun unit.placed unit.dealt " +
			"turn.begun",
		"a hand is filled up without an order": "hand.changed",
		"troops meet the enemy and turn to it by themselves": "javelin.thrown light.fought light.driven light.dispersed " +
			"unit.known unit.engaged unit.turned",
		"officers rally the troops around them": "unit.recovered",
	},
}
