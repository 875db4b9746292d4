package fieldcommand

import (
	"galloper/adjudicator/rules"
	"galloper/events"
)

// fights lists the outcomes whose losses are told with them.
const fights = "assault.fought bombard.fired retreat.forced withdrawal.made"

var stories = rules.Tales{
	Steps: "turn.began units.shuffled card.drawn deck.renewed unit.assigned seat.moved " +
		"artillery.limbered card.played unit.revealed units.merged unit.split unit.stooddown decision.opened card.ended",
	Of: map[string]events.Tale{
		"game.ended": {Like: rules.Over, Says: []string{"{reason:morale=An army has lost heart|annihilated=There is " +
			"nobody left to fight|clock=Night falls|resigned=The sword is given up}, and " +
			"{winner:draw=neither side has won|*=the field belongs to @}."}},
		"army.demoralized": {Like: rules.Broke, Says: []string{"The army of {side:name} had had enough."},
			Head: "Our army has had enough", Theirs: "Their army has had enough"},
		"morale.changed": {Kind: events.SceneArmy, By: "side"},
		"objective.claimed": {Like: rules.Taken, Place: "locale", Holder: "side",
			Says: []string{"{side:name} had {locale:name}, which {of:name} must not lose."},
			Head: "{locale:name} is ours", Theirs: "{locale:name} is lost"},
		"objective.lost": {Like: rules.Taken, Place: "locale", Holder: "of", Weight: 88,
			Says: []string{"{side:name} held {locale:name} no longer."}, Head: "{locale:name} is ours again",
			Theirs: "{locale:name} is theirs again"},
		"unit.eliminated": {Like: rules.Gone, Weight: 85, After: fights, Says: []string{"Nothing is left of " +
			"{unit:name}{cause:trapped=: there was no way out|alone=: nobody stood by them|retreat=: they could not be " +
			"brought away|withdraw=: they could not be brought away|bombard= after the bombardment|*= after the #}."}},
		"artillery.spiked": {Like: rules.Gone, Says: []string{"The crews spiked {unit:name}."},
			Head: "{unit:name} spiked"},
		"unit.disrupted": {Like: rules.Ran, After: fights, Blames: "assault.fought",
			Says: []string{"{unit:name} broke[ before {blame:name}] and fell back into {at:name}."},
			Head: "{unit:name} broken", Why: "broke, having lost the last of their strength",
			Mend: "write RALLY, the unit and a ready one beside it"},
		"retreat.forced": {Like: rules.Ran, By: "side", Place: "from", Weight: 75, After: "assault.fought",
			Says: []string{"{side:name} had to give up {from:name}."}, Head: gaveUp, Theirs: theyGaveUp},
		"withdrawal.made": {Like: rules.Ran, By: "side", Place: "from",
			Says: []string{"{side:name} gave up {from:name} without a fight."}, Head: gaveUp, Theirs: theyGaveUp},
		"assault.fought": {Like: rules.Charged, By: "leads", On: "defense_leads", Place: "to", Weight: 60,
			Rise: rules.When("result", "success 74"), Says: []string{"{leads:name}[ with {support:name} in support] " +
				"assaulted [{defense_leads:name}[ with {defense_support:name}] at ]" +
				"[{defense_leads:!}[{defense_support:name} at ]]{to:name}, {strength} to " +
				"{defense_strength}, and {result:success=carried the place|failure=failed}.",
				"At {to:name} {leads:name} went in[ against {defense_leads:name}]" +
					"[{defense_leads:!}[ against {defense_support:name}]][, with {support:name} in support], {strength} to {defense_strength}, and {result:success=drove them out|failure=came back}."},
			Head:   "{to:name} {result:success=is carried|failure=is held against us}",
			Theirs: "{to:name} {result:success=is lost|failure=holds}"},
		"bombard.fired": {Kind: events.SceneFire, From: "from", Place: "to", Hits: "losses", Weight: 40,
			Says: []string{"The batteries at {from:name} opened on {to:name}, {guns:1=one gun|*=# guns} " +
				"against {enemy_guns:0=none|1=one|*=#}."},
			Head: "The guns open"},
		"charge.lost": {Like: rules.Charged, Weight: 60, After: "assault.fought",
			Says: []string{"{unit:name} paid for the ride."},
			Head: "{unit:name} paid for the ride"},
		"strength.lost": {Like: rules.CutUp, Loss: "loss", Weight: 42, After: fights + " charge.lost",
			Says: []string{"{unit:name} lost [{lost} men][{lost:!}strength], {left:0=the last of their strength|" +
				"1=with one point of strength left|*=with # points of strength left}."}},
		"units.rallied": {Like: rules.Rallied, Says: []string{"{unit:name} rallied at {at:name}."}},
		"group.mobilized": {Like: rules.Broke, Weight: 30,
			Says: []string{"{side:name} brought up reinforcements at {at:name}: {units:name}."},
			Head: "Reinforcements arrive", Theirs: "Enemy reinforcements arrive"},
		"artillery.ranged": {Kind: events.SceneMarch, By: "unit", Place: "at", Stands: true, Weight: 18,
			Says: []string{"{unit:name} found the range from {at:name}."}, Head: "Guns at {at:name}"},
		// securing an approach and withdrawing have outcomes of their own
		"decision.taken": {Kind: events.SceneOrder, Place: "locale", Weight: 30,
			Rise: rules.When("option", "secure 0, withdraw 0, retreat 0"),
			Says: []string{"At {locale:name} {option:defend=they stood to receive the charge|*=men went forward to " +
				"bar the approach}."},
			Head: "{locale:name} {option:defend=stands|*=is on its guard}"},
		"command.refused": {Kind: events.SceneOrder, By: "seat", Sent: "n", Weight: 14,
			Says: []string{"[Your " + deed + " of {troops:name}][{troops:!}Order {n}, your " + deed + ",] could not be " +
				"carried out: {reason:" + because + "}."},
			Head: "An order not carried out"},
		"command.issued": {Kind: events.SceneOrder, Sent: "n"},
		"command.ended": {Kind: events.SceneMarch, Place: "at", Sent: "n", Rise: rules.When("result", "failure 20"),
			Says: []string{"[{verb:?maneuver}The maneuver failed at {at:name}.]"}},
		"command.skipped": {Kind: events.SceneOrder, Sent: "n"},
		"unit.leftout": {Like: rules.Disobeyed, Says: []string{"{unit:name} took no part: {reason:" + because + "}."},
			Head: "{unit:name} took no part", Why: "took no part: {reason:" + because + "}",
			Mend: "{reason:" + remedies + "|*=}"},
		"march.halted": {Kind: events.SceneOrder, Place: "at", Weight: 25,
			Says: []string{"A column on the march halted at {at:name}: {reason:enemy-held=the enemy was before it|capacity=the " +
				"road ahead was choked|*=the way was closed}."}, Head: "The column halted"},
		"deploy.refused": {Like: rules.Hindered, Weight: 20, Why: "stayed in reserve: {reason:" + because + "}",
			Mend: "{reason:" + remedies + "|*=}"},
		"unit.moved": {Like: rules.Marched, Place: "to", Weight: 22, // marches in a fight are told with it
			Rise: rules.When("why", "secure 30, advance 0, assault 0, charge 0, repulse 0, retreat 0, withdraw 0, mobilize 0"),
			Says: []string{"{unit:name} {why:secure=barred the way at|maneuver=moved up to|deploy=deployed at|" +
				"advance=advanced to|assault=went in to|charge=rode in to|repulse=fell back to|retreat=retreated to|" +
				"withdraw=withdrew to|mobilize=came up to|*=took post at} {to:name}."},
			Head:   "[{why:?secure}The way into {from:name} is held]" + upTo,
			Theirs: "[{why:?secure}The way into {from:name} is barred]" + upTo},
	},
}

// gaveUp and theyGaveUp are the headlines of a place that the reader's side and the enemy gave up.
const gaveUp, theyGaveUp = "{from:name} is given up", "The enemy gave up {from:name}"

// upTo is the headline of a march that bars no way.
const upTo = "[{why:?maneuver}{unit:name} before {to:name}][{why:?march}{unit:name} at {to:name}]" +
	"[{why:?deploy}{unit:name} deployed]"

// objectives returns the objectives that a side holds at the start and must not lose.
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

// reportWords words the outcomes and facts in reports. The facts block has ids, as in section i; sentences have names.
var reportWords = events.Words{
	Strength: "A block on the map is a brigade or a battalion of guns. Its number is its strength[; a point " +
		"of it is some {men} men of foot or horse].",
	Facts: []events.FactLine{
		{Kind: "sight.side", Group: 1, Now: "side {side} morale {morale} of {start}"},
		{Kind: "sight.unit", Group: 2, Role: events.RoleOwn, Strength: "[{kind} ][{strength}]",
			Writes: "{state:disrupted=My brigade is broken|*=We stand}[, {where}]", LostIf: "state=gone", State: "[{at:!}{what}][{at:?}{state:ready=|*=#}[, ranging{ranging:?}]]",
			Now: "unit {unit} {what}", Old: "unit {unit} {what} (turn {turn})"},
		{Kind: "sight.enemy", Group: 3, Role: events.RoleGuess, Called: "the enemy", Strength: "{what}",
			Now: "enemy at {at}: {what}", Old: "enemy at {at}: {what} (turn {turn})",
			Ousts: []string{"sight.friend"}}, // a locale never holds units of two sides
		{Kind: "sight.tokens", Group: 3, Now: "tokens at {at}: {tokens}", Old: "tokens at {at}: {tokens} (turn {turn})"},
		{Kind: "sight.friend", Group: 3, Now: "friend at {at}: {what}", Old: "friend at {at}: {what} (turn {turn})",
			Ousts: []string{"sight.enemy", "sight.tokens"}},
		{Kind: "sight.clear", Group: 3, Ousts: []string{"sight.enemy", "sight.tokens", "sight.friend"}},
		{Kind: "sight.objective", Group: 4, Now: "objective {locale} of {of} {what}"},
		{Kind: "sight.hand", Group: 5, Role: events.RoleHand, Now: "{what}",
			Strength: "[You hold {cards:bag}][{cards:!}You hold no cards]"},
		{Kind: "sight.card", Group: 5, Once: true, Role: events.RoleHand, Now: "card {card}: {name}. {does}",
			Strength: "{name} ({card}): {does}"},
		{Kind: "sight.cards", Group: 5, Now: "{what}"},
		{Kind: "sight.letter", Group: 6, // kept last, for directives
			Now:  "{what} from {from}[{whom}] (turn {sent}): {text}",
			News: "[{whom:?}A courier of the enemy was taken. He carried a ]{what} from {from:name}, written in turn {sent}:"},
		{Kind: "sight.person", Group: 7, Role: events.RoleOfficer},
		{Kind: "sight.courier", Group: 7},
	},
}

const deed = "{verb:field-march=march|local-march=shift|road-march=march by road|cavalry-march=ride" +
	"|bombard=bombardment|take=advance|*=#}"

// because words the reasons that stop an order, or a unit's part in it, at run time.
const because = "gone=not in the field any more|missing-unit=nobody was there to do it|waiting=not in the field yet" +
	"|already-commanded=they had acted already|retreated=they had given way this turn" +
	"|ranging=guns that range can do nothing but bombard|not-ranging=the guns were not laid" +
	"|disrupted=they were broken|not-disrupted=they were not broken|not-in-reserve=they were not in reserve" +
	"|not-securing=they did not stand on the approach|already-there=they were there already" +
	"|not-together=they stood apart from the first|no-escort=no ready brigade went with the broken ones" +
	"|no-companion=no ready brigade stood by the broken ones|not-adjacent=that place is not the next one" +
	"|impassable=nobody can cross there|restricted=the ground there is too broken for that" +
	"|no-road=no road goes that way|too-far=it is too far|enemy-held=the enemy was there" +
	"|not-enemy-held=no enemy was there|boundary-closed=there had been fighting there, and nobody could cross" +
	"|locale-closed=the place had just been taken, and nobody else could enter" +
	"|secured=the approach was held against them" +
	"|unsecured=the approach was not held, so that there was nothing to assault" +
	"|obstructed=the approach is obstructed|capacity=there was no room" +
	"|no-leader=no brigade was strong enough to lead|outgunned=the enemy had as many guns there, or more" +
	"|no-commands-left=no commands were left|demoralized=the army had had enough" +
	"|bombarded=the guns had bombarded this turn|already-ranging=the guns were laid already" +
	"|wrong-strength=the strengths did not fit|different-arms=they were of different arms" +
	"|lower-group-waits=a group before it was still to come|already-mobilized=it had been called up" +
	"|too-early=it was too early for it|group-limit=no more groups could be called up this turn" +
	"|not-entry=reinforcements cannot enter there|too-weak=they were too few"

// remedies words what to write instead, for reasons that have a remedy.
const remedies = "not-together=Give those that stand elsewhere an order of their own" +
	"|ranging=Write LIMBER and the guns a turn before|not-ranging=Write RANGE and the guns a turn before" +
	"|already-ranging=Write BOMBARD, a locale and WITH the guns|not-securing=Write SECURE and the locale a turn before" +
	"|disrupted=Write RALLY, the unit and a ready one beside it|no-escort=Name a ready brigade of the same place with them" +
	"|no-companion=Name a ready brigade of the same place as the second|not-in-reserve=Write LOCAL MARCH, the unit and " +
	"TO RESERVE a turn before|not-adjacent=Write MARCH, the unit, TO and the locale|no-road=Write FIELD MARCH, the unit, " +
	"TO and the locale beside it|too-far=Name a locale on the way|enemy-held=Write ATTACK, the locale, WITH and the unit" +
	"|not-enemy-held=Write TAKE, the locale, WITH and the unit|unsecured=Write ATTACK, the locale, WITH and the unit" +
	"|no-leader=Name an infantry brigade of more strength with them" +
	"|wrong-strength=Name shares that add up to the strength of the unit|too-weak=Name more units, or a lower AT LEAST"

// symbols describes how the map draws facts.
var symbols = events.Symbols{
	{Kind: "sight.unit", Place: "at", To: "to", Label: "unit", Strength: "strength", Shape: "kind", Side: "side",
		Old: true, Marks: []events.Mark{{Field: "state", Is: "disrupted", Shows: "shaken"}}},
	{Kind: "sight.enemy", Place: "at", Label: "label", Shape: "arm", Side: "side", Old: true},
	{Kind: "sight.friend", Place: "at", Label: "label", Shape: "arm", Side: "side", Old: true},
	{Kind: "sight.person", Place: "at", Label: "seat", Shape: "commander", Side: "side"},
	{Kind: "sight.courier", Place: "at", Label: "id", Shape: "courier", Side: "side"},
}
