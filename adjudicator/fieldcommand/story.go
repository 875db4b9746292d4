package fieldcommand

import (
	"galloper/adjudicator/rules"
	"galloper/events"
)

// stories say how the story of a report tells outcomes.
var stories = rules.Tales{
	Steps: "turn.began units.shuffled card.drawn deck.renewed command.issued command.ended unit.assigned seat.moved " +
		"artillery.limbered card.played unit.revealed units.merged unit.split unit.stooddown decision.opened card.ended",
	Of: map[string]events.Tale{
		"game.ended": {Kind: events.SceneArmy, By: "winner", Weight: 200,
			Says: []string{"The battle is over[: {winner:draw=neither side has won|*=the field is that of @}]. " +
				"{reason:morale=An army has lost heart|annihilated=There is nobody left to fight|clock=Night falls" +
				"|resigned=The sword is given up}."},
			Head: "The battle is over", Theirs: "The battle is over"},
		"army.demoralized": {Kind: events.SceneArmy, By: "side", Weight: 95,
			Says: []string{"The army of {side:name} had had enough."}, Head: "Our army has had enough",
			Theirs: "Their army has had enough"},
		"morale.changed": {Kind: events.SceneArmy, By: "side"},
		"objective.claimed": {Kind: events.ScenePlace, Place: "locale", Holder: "side", Weight: 90,
			Says: []string{"{side:name} held {locale:name}, which {of:name} must not lose."},
			Head: "{locale:name} is ours", Theirs: "{locale:name} is lost"},
		"objective.lost": {Kind: events.ScenePlace, Place: "locale", Holder: "of", Weight: 88,
			Says: []string{"{side:name} held {locale:name} no longer."}, Head: "{locale:name} is ours again",
			Theirs: "{locale:name} is theirs again"},
		"unit.eliminated": {Kind: events.SceneLoss, By: "unit", Weight: 85,
			Says: []string{"Of {unit:name} nothing is left: {cause:trapped=there was no way out" +
				"|alone=nobody stood by them|retreat=they could not be brought away" +
				"|withdraw=they could not be brought away|*=lost in the #}."},
			Head: "{unit:name} gone", Theirs: "{unit:name} destroyed"},
		"artillery.spiked": {Kind: events.SceneLoss, By: "unit", Weight: 80,
			Says: []string{"The crews spiked {unit:name}."}, Head: "{unit:name} spiked", Theirs: "{unit:name} spiked"},
		"unit.disrupted": {Kind: events.SceneRout, By: "unit", Weight: 70,
			Says: []string{"{unit:name} broke and fell back into {at:name}."}, Head: "{unit:name} broken",
			Theirs: "{unit:name} broken"},
		"retreat.forced": {Kind: events.SceneRout, By: "side", Place: "from", Weight: 75,
			Says: []string{"{side:name} had to give up {from:name}."}, Head: "{from:name} is given up",
			Theirs: "{from:name} is given up"},
		"withdrawal.made": {Kind: events.SceneRout, By: "side", Place: "from", Weight: 70,
			Says: []string{"{side:name} gave up {from:name} without a fight."}, Head: "{from:name} is given up",
			Theirs: "{from:name} is given up"},
		"assault.fought": {Kind: events.SceneCharge, By: "leads", On: "defense_leads", Place: "to", Weight: 60,
			Rise: []events.Rise{{Field: "result", Value: "success", Weight: 74}},
			Says: []string{"{leads:name}[ with {support:name} in support] assaulted {to:name}[ against " +
				"{defense_leads:name}[ with {defense_support:name}]], {strength} to {defense_strength}, and " +
				"{result:success=carried it|failure=failed}.",
				"At {to:name} {leads:name}[, {support:name} in support,] went in[ against {defense_leads:name}]: {strength} " +
					"to {defense_strength}, and {result:success=drove them out|failure=came back}."},
			Head:   "{to:name} {result:success=is carried|failure=is held against us}",
			Theirs: "{to:name} {result:success=is lost|failure=holds}"},
		"bombard.fired": {Kind: events.SceneFire, From: "from", Place: "to", Weight: 40,
			Says: []string{"The batteries at {from:name} opened on {to:name}, {guns} to {enemy_guns}."},
			Head: "The guns open", Theirs: "The guns open"},
		"charge.lost": {Kind: events.SceneCharge, By: "unit",
			Weight: 60, Says: []string{"{unit:name} paid for the ride."},
			Head: "{unit:name} paid for the ride", Theirs: "{unit:name} paid for the ride"},
		"strength.lost": {Kind: events.SceneLoss, By: "unit", Loss: "loss", Weight: 42,
			Says: []string{"{unit:name} lost[ {lost} men], {left} left.",
				"The fight cost {unit:name}[ {lost} men]; {left} are left."},
			Head: "{unit:name} cut up", Theirs: "{unit:name} cut up"},
		"units.rallied": {Kind: events.SceneRout, By: "unit", Weight: 20,
			Says: []string{"{unit:name} rallied at {at:name}."}, Head: "{unit:name} rallied",
			Theirs: "{unit:name} rallied"},
		"group.mobilized": {Kind: events.SceneArmy, By: "side", Weight: 30,
			Says: []string{"{side:name} brought up reinforcements at {at:name}: {units:name}."},
			Head: "Reinforcements arrive", Theirs: "Reinforcements arrive"},
		"artillery.ranged": {Kind: events.SceneOrder, By: "unit", Weight: 12},
		"decision.taken": {Kind: events.SceneOrder, Place: "locale", Weight: 30,
			Says: []string{"{locale:name} {option:secure=sent men to the approach|defend=stood to receive the charge" +
				"|withdraw=was given up without a fight|retreat=gave way before the charge}."},
			Head:   "{locale:name} {option:withdraw=given up|retreat=given up|*=stands}",
			Theirs: "{locale:name} {option:withdraw=given up|retreat=given up|*=stands}"},
		"command.refused": {Kind: events.SceneOrder, Weight: 25,
			Says: []string{"Your " + deed + " could not be carried out: {reason:" + because + "}."},
			Head: "An order not carried out", Theirs: "An order not carried out"},
		"command.skipped": {Kind: events.SceneOrder, Weight: 10},
		"unit.leftout": {Kind: events.SceneOrder, By: "unit", Weight: 25,
			Says: []string{"{unit:name} took no part: {reason:" + because + "}."}, Head: "{unit:name} took no part",
			Why: "took no part: {reason:" + because + "}"},
		"march.halted": {Kind: events.SceneOrder, Place: "at", Weight: 25,
			Says: []string{"The column halted at {at:name}: {reason:enemy-held=the enemy was before it" +
				"|capacity=the road ahead was choked|*=the way was closed}."},
			Head: "The column halted", Theirs: "The column halted"},
		"deploy.refused": {Kind: events.SceneOrder, By: "unit", Weight: 20,
			Why: "stayed in reserve: {reason:" + because + "}"},
		"unit.moved": {Kind: events.SceneMarch, By: "unit", Weight: 10},
	},
}

// places are those that a side must not lose, which hold it at the outset.
func (b *Battle) objectives() (list []events.Place) {
	for i := range b.Locales {
		for side, must := range b.Locales[i].Objective {
			if must {
				list = append(list, events.Place{ID: b.Locales[i].ID, Holder: b.Sides[side].ID})
			}
		}
	}
	return list
}
