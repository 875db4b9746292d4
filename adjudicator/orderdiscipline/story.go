package orderdiscipline

import (
	"galloper/adjudicator/rules"
	"galloper/events"
)

// tales say how the story of a report tells outcomes.
var tales = rules.Tales{
	Steps: "directive.shown initiative.deck initiative.card initiative.played initiative.held command.rolled " +
		"command.chain command.rerolled charge.tested charge.moved side.moves morale.tested unit.stood move.scored " +
		"unit.faced unit.formed general.moved general.joined general.left directive.adopted rally.tried",
	Of: map[string]events.Tale{
		"army.broke": {Kind: events.SceneArmy, By: "side", Weight: 95, Says: []string{"The {side:name} army broke."},
			Head: "Our army is broken", Theirs: "Their army is broken"},
		"command.broke": {Kind: events.SceneLoss, By: "general", Weight: 80,
			Says: []string{"The command of {general:name} broke."}, Head: "{general:name} broken",
			Theirs: "{general:name} broken"},
		"objective.held": {Kind: events.ScenePlace, Place: "place", Holder: "side", Weight: 90,
			Says: []string{"The {side:name} side now holds {place:name}.",
				"{place:name} is now held by the {side:name} side."},
			Head: "{place:name} is ours", Theirs: "{place:name} is theirs"},
		"general.risked": {Kind: events.SceneOfficer, By: "general", Weight: 0, Rise: []events.Rise{
			{Field: "result", Value: "fell", Weight: 100}},
			Says: []string{"{general:name} fell with {unit:name}."}, Head: "{general:name} fell",
			Theirs: "{general:name} fell"},
		"unit.gone": {Kind: events.SceneLoss, By: "unit", Weight: 80,
			Says: []string{"{unit:name} {how:destroyed=fought to the last man|surrendered=laid down their arms|" +
				"dispersed=dispersed|*=left the field}."},
			Head: "{unit:name} gone", Theirs: "{unit:name} {how:destroyed=destroyed|surrendered=surrendered|*=gone}"},
		"unit.routed": {Kind: events.SceneRout, By: "unit", Weight: 70,
			Says: []string{"{unit:name} ran.", "{unit:name} broke and ran."}, Head: "{unit:name} ran",
			Theirs: "{unit:name} ran"},
		"unit.retired": {Kind: events.SceneRout, By: "unit", Weight: 40, Says: []string{"{unit:name} drew back."},
			Head: "{unit:name} drew back", Theirs: "{unit:name} drew back"},
		"morale.fell": {Kind: events.SceneRout, By: "unit", Weight: 40,
			Says: []string{"{unit:name} became {to}."}, Head: "{unit:name} {to}", Theirs: "{unit:name} {to}"},
		"morale.rose": {Kind: events.SceneRout, By: "unit",
			Weight: 20, Says: []string{"{unit:name} took heart again."},
			Head: "{unit:name} rallied", Theirs: "{unit:name} rallied"},
		"unit.lost-stand": {Kind: events.SceneLoss, By: "unit", Weight: 45,
			Says: []string{"{unit:name} lost {n:1=a company|*=# companies}{cause:fire= to the fire|melee= in the melee|" +
				"rout= in the flight|*=}."},
			Head: "{unit:name} cut up", Theirs: "{unit:name} cut up"},

		"charge.declared": {Kind: events.SceneCharge, By: "unit", On: "target"},
		"charge.contact": {Kind: events.SceneCharge, By: "unit", On: "target", Weight: 60, Rise: []events.Rise{
			{Field: "aspect", Value: "flank", Weight: 75}, {Field: "aspect", Value: "rear", Weight: 78}},
			Says: []string{"{unit:name} charged home on {target:name}{aspect:front=|flank=, in flank|rear=, from behind}.",
				"{unit:name} came in upon {target:name}{aspect:front=, face to face|flank=, on the flank|" +
					"rear=, from behind}."},
			Head: "{unit:name} charge home", Theirs: "{unit:name} upon us"},
		"charge.not-made": {Kind: events.SceneOrder, By: "unit", Weight: 12,
			Why: "did not charge: " + notCharged},
		"reaction.made": {Kind: events.SceneCharge, By: "unit", On: "to", Stands: true, Rise: []events.Rise{
			{Field: "kind", Value: "evade", Weight: 40}, {Field: "kind", Value: "countercharge", Weight: 40},
			{Field: "kind", Value: "square", Weight: 45}},
			Says: []string{"{unit:name} {kind:square=tried to form square|evade=gave way|countercharge=rode to meet it|" +
				"*=stood}{result:done=|*=, and could not}."},
			Head:   "{unit:name} {kind:square=in square|evade=gave way|*=stood}",
			Theirs: "{unit:name} {kind:square=in square|evade=gave way|*=stood}"},
		"melee.fought": {Kind: events.SceneMelee, By: "unit", On: "target", Hits: "hits", Weight: 30,
			Says: []string{"{unit:name} fought {target:name} hand to hand."}, Head: "{unit:name} hand to hand",
			Theirs: "{unit:name} hand to hand"},
		"melee.result": {Kind: events.SceneMelee, By: "units", Weight: 50,
			Says: []string{"The melee of {units:name} {winner:none=is undecided|*=went to the @ side}."},
			Head: "Hand to hand", Theirs: "Hand to hand"},
		"fire.volley": {Kind: events.SceneFire, By: "unit", On: "target", Hits: "hits", Weight: 30,
			Rise: []events.Rise{{Field: "hits", Value: "0", Weight: 8}},
			Says: []string{"{unit:name} fired on {target:name}{hits:0= without effect|1=: one hit|*=: # hits}.",
				"{unit:name} gave {target:name} a volley{hits:0=, to no purpose|1= that told once|*= that told # times}."},
			Head: "{unit:name} in action", Theirs: "{unit:name} firing"},
		"fire.not-made": {Kind: events.SceneOrder, By: "unit", Weight: 12,
			Why: "did not fire as ordered: {reason:not-seen=no such enemy in sight|in-contact=hand to hand with others|" +
				"in-melee=friends among the enemy|out-of-arc=the enemy not in front|out-of-range=out of range|" +
				"blocked=others in the line of fire}"},
		"order.skipped": {Kind: events.SceneOrder, By: "unit", Weight: 12,
			Why: "could not do as ordered: {reason:not-seen=no such enemy in sight|gone=nobody there}"},
		"unit.moved": {Kind: events.SceneMarch, By: "unit", Weight: 10},
		"unit.arrived": {Kind: events.SceneOrder, By: "unit",
			Weight: 30, Says: []string{"{unit:name} came onto the field."},
			Head: "{unit:name} arrive", Theirs: "{unit:name} arrive"},
		"unit.delayed": {Kind: events.SceneOrder, By: "unit", Weight: 25,
			Says: []string{"{unit:name} could not come onto the field: the enemy stands there."},
			Head: "{unit:name} kept off", Theirs: "{unit:name} kept off", Why: "kept off the field by the enemy"},
		"game.over": {Kind: events.SceneArmy, By: "winner", Weight: 200,
			Says: []string{"The battle is over."}, Head: "The battle is over", Theirs: "The battle is over"},
	},
}

const notCharged = "{reason:routing=they were running themselves|unsteady=they were too shaken|" +
	"in-contact=in melee already|broken-command=the brigade was broken|not-seen=no such enemy in sight|" +
	"formation=not in that formation|out-of-arc=the enemy was not in front|out-of-reach=the enemy was too far off|" +
	"blocked=the way was barred}"

// places are those that count.
func (b *Battle) places() (list []events.Place) {
	for i := range b.Places {
		if p := &b.Places[i]; p.Objective {
			list = append(list, events.Place{ID: p.ID, Points: p.Points})
		}
	}
	return list
}
