package commandchaos

import (
	"galloper/adjudicator/rules"
	"galloper/events"
)

// tales say how the story of a report tells outcomes.
var tales = rules.Tales{
	Steps: "setup.done initiative.rolled hand.changed movement.order zone.active charge.rolled cards.order card.placed " +
		"rout.steady unit.engaged unit.dealt unit.refreshed unit.placed battle.begun officer.attached officer.detached " +
		"unit.turned unit.shifted order.standing order.cancelled officer.rode unit.known card.revealed",
	Of: map[string]events.Tale{
		"officer.risked": {Kind: events.SceneOfficer, By: "officer", Rise: []events.Rise{
			{Field: "killed", Value: "yes", Weight: 100}},
			Says: []string{"{officer:name} fell."}, Head: "{officer:name} fell", Theirs: "{officer:name} fell"},
		"officer.replaced": {Kind: events.SceneOfficer, By: "officer", Weight: 30,
			Says: []string{"Another takes the place and the name of {officer:name}."}, Head: "Another takes over",
			Theirs: "Another takes over"},
		"officer.dismay": {Kind: events.SceneRout, By: "unit", Rise: []events.Rise{{Field: "hit", Value: "yes",
			Weight: 35}},
			Says: []string{"At the general's fall {unit:name} lost heart."}, Head: "{unit:name} lost heart",
			Theirs: "{unit:name} lost heart"},
		"officer.failed": {Kind: events.SceneOrder, By: "officer", Weight: 25,
			Says: []string{"{officer:name} could not {order:ride=ride|attach=join them|detach=leave them}."},
			Head: "{officer:name} could not", Theirs: "{officer:name} could not"},
		"game.ended": {Kind: events.SceneArmy, By: "winner", Weight: 200,
			Says: []string{"The battle is over: {winner:draw=neither side has won|*=the field belongs to @} " +
				"({reason:removed=too many have run|turns=night falls|resigned=the sword is given up})."},
			Head: "The battle is over", Theirs: "The battle is over"},
		"setup.rejected": {Kind: events.SceneArmy, By: "side", Weight: 90,
			Says: []string{"The {what:places=places|chits=morale chits} that were given break {reason} and are not used."},
			Head: "Your deployment is refused", Theirs: "A deployment is refused"},

		"unit.routed": {Kind: events.SceneLoss, By: "unit", Weight: 85,
			Says: []string{"{unit:name} broke and ran from the field.", "{unit:name} ran."}, Head: "{unit:name} broke",
			Theirs: "{unit:name} broke"},
		"light.dispersed": {Kind: events.SceneLoss, By: "light", On: "by", Weight: 80,
			Says: []string{"{light:name} had nowhere to go and scattered."}, Head: "{light:name} scattered",
			Theirs: "{light:name} scattered"},
		"light.driven": {Kind: events.SceneRout, By: "light", On: "by", Weight: 30,
			Says: []string{"{by:name} drove back {light:name}."}, Head: "{light:name} driven back",
			Theirs: "{light:name} driven back"},
		"light.fought": {Kind: events.SceneFire, By: "light", On: "against", Weight: 25,
			Says: []string{"{light:name} and {against:name} skirmished[; {loser:name} had the worse]."},
			Head: "The skirmishers meet", Theirs: "The skirmishers meet"},
		"rout.tested": {Kind: events.SceneRout, By: "unit", Rise: []events.Rise{{Field: "hit", Value: "yes",
			Weight: 30}},
			Says: []string{"{unit:name} saw their friends run, and wavered."}, Head: "{unit:name} wavered",
			Theirs: "{unit:name} wavered"},
		"javelin.thrown": {Kind: events.SceneFire, By: "light", On: "target", Hits: "hits", Weight: 25,
			Rise: []events.Rise{{Field: "hits", Value: "0", Weight: 0}},
			Says: []string{"{light:name} found the mark among {target:name}."}, Head: "{light:name} told",
			Theirs: "{light:name} told"},
		"missile.thrown": {Kind: events.SceneFire, By: "unit", On: "target", Hits: "hits", Weight: 30,
			Rise: []events.Rise{{Field: "hits", Value: "0", Weight: 0}},
			Says: []string{"{unit:name} hurled missiles at {target:name}, and hit."}, Head: "{unit:name} told",
			Theirs: "{unit:name} told"},
		"charge.made": {Kind: events.SceneCharge, By: "unit", On: "target", Weight: 60, Rise: []events.Rise{
			{Field: "angle", Value: "flank", Weight: 75}, {Field: "angle", Value: "rear", Weight: 78}},
			Says: []string{"{unit:name} charged {target:name}{angle:flank=, in the flank|rear=, from behind|*=}, who " +
				"{reply:counter=came to meet them|stand=stood|*=could do nothing}."},
			Head: "{unit:name} charge", Theirs: "{unit:name} charge"},
		"charge.resolved": {Kind: events.SceneCharge, By: "unit", On: "target", Hits: "hits", Weight: 62,
			Rise: []events.Rise{{Field: "hits", Value: "0", Weight: 10}},
			Says: []string{"The charge cost {target:name} {hits:1=a hit|*=# hits}[ and {unit:name} {back:+}]."},
			Head: "{unit:name} charge home", Theirs: "{unit:name} charge home"},
		"charge.missed": {Kind: events.SceneOrder, By: "unit", Weight: 25,
			Says: []string{"The charge of {unit:name} came to nothing: {reason:no-enemy=no enemy was before them|" +
				"other-target=another enemy was before them|rough=the ground was too rough}."},
			Head: "{unit:name} charged nobody", Theirs: "{unit:name} charged nobody",
			Why: "the charge came to nothing"},
		"flank.made": {Kind: events.SceneCharge, By: "unit", On: "target", Weight: 70,
			Says: []string{"{unit:name} stood {angle:flank=upon the flank|rear=in the rear|front=before the face} of " +
				"{target:name}."}, Head: "{target:name} outflanked", Theirs: "{target:name} outflanked"},
		"melee.attack": {Kind: events.SceneMelee, By: "unit", On: "target", Hits: "hits", Weight: 30,
			Says: []string{"{unit:name} struck at {target:name}{angle:flank=, in the flank|rear=, from behind|*=}: " +
				"{hits:0=no hit|1=one hit|*=# hits}."},
			Head: "{unit:name} hand to hand", Theirs: "{unit:name} hand to hand"},
		"melee.riposte": {Kind: events.SceneMelee, By: "unit", On: "target", Hits: "hits", Weight: 30,
			Says: []string{"{unit:name} made {target:name} pay for a poor stroke."}, Head: "{unit:name} struck back",
			Theirs: "{unit:name} struck back"},
		"melee.cancelled": {Kind: events.SceneMelee, By: "unit", Weight: 20,
			Says: []string{"{unit:name} warded off {hits:1=a hit|*=# hits}."}, Head: "{unit:name} stood",
			Theirs: "{unit:name} stood"},
		"morale.hit": {Kind: events.SceneLoss, By: "unit", Weight: 34, Sum: "hits",
			Says: []string{"{unit:name} took {hits:1=a hit|*=# hits}."}, Head: "{unit:name} shaken",
			Theirs: "{unit:name} shaken"},
		"unit.pushed": {Kind: events.SceneRout, By: "unit", On: "by", Weight: 50,
			Says: []string{"{by:name} thrust back {unit:name}."}, Head: "{unit:name} thrust back",
			Theirs: "{unit:name} thrust back"},
		"unit.gaveground": {Kind: events.SceneRout, By: "unit", Weight: 50, Says: []string{"{unit:name} gave ground."},
			Head: "{unit:name} gave ground", Theirs: "{unit:name} gave ground"},
		"unit.stuck": {Kind: events.SceneRout, By: "unit", Weight: 50,
			Says: []string{"{unit:name} would have given ground, and could not."}, Head: "{unit:name} hemmed in",
			Theirs: "{unit:name} hemmed in"},
		"unit.relieved": {Kind: events.SceneMelee, By: "in", Weight: 50,
			Says: []string{"{in:name} came forward through the ranks of {out:name}."}, Head: "{in:name} come forward",
			Theirs: "{in:name} come forward"},
		"unit.recovered": {Kind: events.SceneMelee, By: "unit", Weight: 20,
			Says: []string{"{unit:name} took heart again."}, Head: "{unit:name} took heart",
			Theirs: "{unit:name} took heart"},

		"unit.moved": {Kind: events.SceneMarch, By: "unit", Weight: 10},
		"move.blocked": {Kind: events.SceneOrder, By: "unit", Weight: 12,
			Why: "could not {order:advance=advance|back=go back|charge=charge|flank=get round|shift=change place}: " +
				"{reason:engaged=locked in the fight|friend=friends in the way|enemy=the enemy in the way|" +
				"edge=here the field ends|impassable=the ground forbade it|enemy-in-column=the enemy stood before them|" +
				"no-target=no flank to turn|no-room=no room beside the enemy|cavalry-in-way=their horse barred the way|" +
				"committed=in reserve no more|outer-column=the outermost ground is for horsemen}"},
		"card.unused": {Kind: events.SceneOrder, By: "unit", Weight: 12,
			Why: "no {card:or}: {reason:condition=it was not so|limit=no more cards could be played|has-card=they had a card|" +
				"not-held=not in hand|wrong-kind=not for their kind|no-stamina=too weary|needs-target=nobody to strike|" +
				"needs-attacked=nobody struck at them|needs-face=nobody faced them|needs-fresh=in the fight already|" +
				"needs-officer=no officer with them|needs-second-line=no fresh line behind|needs-room=no room behind|" +
				"*=they had left the field}"},
		"directive.acted": {Kind: events.SceneOrder, By: "unit"},
		"directive.ignored": {Kind: events.SceneOrder, By: "unit", Weight: 25,
			Says: []string{"[{unit:name}][{officer:name}] did not act on what was sent."}, Head: "An order not obeyed",
			Theirs: "An order not obeyed"},
	},
}
