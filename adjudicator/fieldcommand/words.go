package fieldcommand

import (
	"maps"
	"slices"
	"strings"

	"galloper/events"
)

// reportWords say how outcomes and facts read in reports. Ids stand in the facts
// block, exactly as section i has it; the diary speaks of names.
var reportWords = events.Words{
	Diary:  withTales(diary),
	Losses: []string{"strength.lost", "unit.disrupted", "unit.eliminated", "artillery.spiked"},
	Facts: []events.FactLine{
		{Kind: "sight.side", Group: 1, Now: "side {side} morale {morale} of {start}"},
		{Kind: "sight.unit", Group: 2, Now: "unit {unit} {what}", Old: "unit {unit} {what} (turn {turn})", Prompt: "{unit}: {what}"},
		{Kind: "sight.enemy", Group: 3, Now: "enemy at {at}: {what}", Old: "enemy at {at}: {what} (turn {turn})",
			Ousts: []string{"sight.friend"}}, // a locale never holds units of two sides
		{Kind: "sight.tokens", Group: 3, Now: "tokens at {at}: {tokens}", Old: "tokens at {at}: {tokens} (turn {turn})"},
		{Kind: "sight.friend", Group: 3, Now: "friend at {at}: {what}", Old: "friend at {at}: {what} (turn {turn})",
			Ousts: []string{"sight.enemy", "sight.tokens"}},
		{Kind: "sight.clear", Group: 3, Ousts: []string{"sight.enemy", "sight.tokens", "sight.friend"}},
		{Kind: "sight.objective", Group: 4, Now: "objective {locale} of {of} {what}"},
		{Kind: "sight.hand", Group: 5, Now: "{what}"},
		{Kind: "sight.card", Group: 5, Once: true, Now: "card {card}: {name}. {does}"},
		{Kind: "sight.cards", Group: 5, Now: "{what}"},
		{Kind: "sight.letter", Group: 6, Once: true,
			Now:  "{what} from {from}[{whom}] (turn {sent}): {text}",
			News: "[{whom:?}A courier of the enemy was taken. He carried a ]{what} from {from:name}, written in turn {sent}:"},
		{Kind: "sight.person", Group: 7},
		{Kind: "sight.courier", Group: 7},
	},
	Tallies: []events.Tally{
		{Of: "assault.fought", One: "1 assault was made", Many: "{n} assaults were made"},
		{Of: "retreat.forced", One: "1 place was given up", Many: "{n} places were given up"},
		{Of: "bombard.fired", One: "1 bombardment", Many: "{n} bombardments"},
		{Of: "strength.lost", Sum: "loss", One: "1 strength point was lost on both sides together", Many: "{n} strength points were lost on both" +
			" sides together"},
		{Of: "objective.claimed", One: "1 objective was claimed", Many: "{n} objectives were claimed"},
	},
}

// deed is a command in words.
const deed = "{verb:field-march=march|local-march=shift|road-march=march by road|cavalry-march=ride|bombard=bombardment|*=#}"

// because is each reason in words for which an order, or a unit's part in it, comes to
// nothing when its time comes.
const because = "gone=not in the field any more|missing-unit=nobody was there to do it|waiting=not in the field yet|already-commanded=they had acted already" +
	"|retreated=they had given way this turn|ranging=guns that range can do nothing but bombard|not-ranging=the guns were not laid" +
	"|disrupted=they were broken|not-disrupted=they were not broken|not-in-reserve=they were not in reserve" +
	"|not-securing=they did not stand on the approach|already-there=they were there already|not-together=they stood apart from the first" +
	"|no-escort=no ready brigade went with the broken ones|no-companion=no ready brigade stood by the broken ones" +
	"|not-adjacent=that place is not the next one|impassable=nobody can cross there|restricted=the ground there is too broken for that" +
	"|no-road=no road goes that way|too-far=it is too far|enemy-held=the enemy was there|not-enemy-held=no enemy was there" +
	"|boundary-closed=there had been fighting there, and nobody could cross|locale-closed=the place had just been taken, and nobody else could enter" +
	"|secured=the approach was held against them|unsecured=the approach was not held, so that there was nothing to assault" +
	"|obstructed=the approach is obstructed|capacity=there was no room|no-leader=no brigade was strong enough to lead" +
	"|outgunned=the enemy had as many guns there, or more|no-commands-left=no commands were left|demoralized=the army had had enough" +
	"|bombarded=the guns had bombarded this turn|already-ranging=the guns were laid already|wrong-strength=the strengths did not fit" +
	"|different-arms=they were of different arms|lower-group-waits=a group before it was still to come|already-mobilized=it had been called up" +
	"|too-early=it was too early for it|group-limit=no more groups could be called up this turn|not-entry=reinforcements cannot enter there"

// diary has a sentence for each outcome of section k that a seat may be told of.
var diary = map[string]string{
	"dispatch.sent":      "A courier rode with the {kind} for {to:name}.",
	"dispatch.delivered": "The {kind} {id} is in your hands.",
	"dispatch.captured":  "A courier of the enemy was taken at {at:name}.",
	"unit.assigned":      "{unit:name} came under {seat:name}.",
	"seat.moved": "{seat:name} {why:ride=rode|with=went with his men|retreat=was carried away by the retreat" +
		"|driven=got away from among the enemy}[ to {to:name}].",

	"turn.began":         "Round {round}: it was for {active:name} to move.",
	"units.shuffled":     "{count:1=A brigade|*=# brigades} drew back behind the screen at {at:name}.",
	"artillery.limbered": "{unit:name} limbered up at {at:name}.",
	"card.played":        "{side:name} played {card:name}.",
	"card.drawn":         "You drew {card:name}.",
	"deck.renewed":       "The deck of {side:name} was made anew.",

	"command.issued": "{verb:advance=an advance on|assault=the assault of|bombard=the guns open on|charge=a charge into|maneuver=a maneuver against" +
		"|cavalry-march=a ride to|field-march=a march to|local-march=a shift to|road-march=a march by road to} {to:name}[ by way of {via:name}][, ordered by {seat:name}]: {units:name}.",
	"unit.leftout":    "{unit:name} took no part in order {n}: {reason:" + because + "}.",
	"command.refused": "Order {n} (" + deed + ") could not be carried out: {reason:" + because + "}.",
	"command.skipped": "Order {n} (" + deed + ") was not for this case.",
	"command.ended":   "The " + deed + " {result:success=succeeded|failure=failed|done=was done}[; it ended at {at:name}].",
	"march.halted": "The column halted at {at:name}: {reason:enemy-held=the enemy was before it|capacity=the road ahead was choked" +
		"|*=the way was closed}.",
	"deploy.refused": "{unit:name} stayed in reserve and could not deploy: {reason:" + because + "}.",

	"decision.opened": "You were asked how {locale:name} meets the {question}.",
	"decision.taken": "{locale:name} [under {seat:name} ]{option:secure=sent men to the approach|defend=stood to receive the charge" +
		"|withdraw=was given up without a fight|retreat=gave way before the charge}[ ({by:answer=as you answered" +
		"|standing=as standing orders had it|doctrine=as is the custom|forced=there was no choice|default=no answer came})].",

	"assault.fought": "before {to:name}, {leads:name}[ with {support:name} in support]" +
		"[ against {defense_leads:name}][ with {defense_support:name}]: {strength} to {defense_strength}. " +
		"The assault {result:success=carried|failure=was thrown back}.",
	"bombard.fired":  "{guns} against {enemy_guns} guns, the batteries at {from:name} opened on {to:name}.",
	"charge.lost":    "{unit:name} paid for the ride.",
	"unit.revealed":  "{unit:name} came into view.",
	"strength.lost":  "{unit:name} lost {loss} in strength, {left} left ({cause}).",
	"unit.disrupted": "{unit:name} broke and fell back into {at:name}.",
	"unit.eliminated": "The field has seen the last of {unit:name} ({kind}): {cause:trapped=there was no way out|alone=nobody was left to stand by them" +
		"|retreat=they could not be brought away" +
		"|withdraw=they could not be brought away|*=lost in the #}.",
	"morale.changed": "The spirit of {side:name} {cause:objective=suffered by what was lost|artillery=rose with guns taken or destroyed" +
		"|mobilize=was strained by calling up the reserves" +
		"|rally=rose as men came back to the colours|retreat=sank with the retreat|spike=sank as guns were spiked" +
		"|strength=sank with the losses}: {by}, to {to}.",
	"army.demoralized": "The army of {side:name} had had enough.",
	"retreat.forced":   "From {from:name} {side:name} had to give way.",
	"withdrawal.made":  "{side:name} withdrew from {from:name}.",
	"unit.moved": "{unit:name} {why:advance=advanced|assault=went in|charge=rode in|maneuver=moved up|repulse=fell back|march=marched" +
		"|secure=took post|retreat=retreated|withdraw=withdrew|deploy=deployed|mobilize=came up}{why:secure= at|*= to} {to:name}.",

	"units.merged":      "{unit:name} took in what was left of {from:name}.",
	"unit.split":        "A part of {unit:name} now stands by itself.",
	"units.rallied":     "{unit:name} rallied at {at:name} and took in the men of {from}.",
	"group.mobilized":   "{side:name} brought up reinforcements at {at:name}: {units:name}.",
	"objective.claimed": "{side:name} held {locale:name}, which {of:name} must not lose.",
	"objective.lost":    "{side:name} held {locale:name} no longer.",
	"unit.stooddown":    "{unit:name} stood down into {to:name}.",
	"artillery.spiked":  "The crews spiked {unit:name} at {at:name}.",
	"artillery.ranged":  "{unit:name} unlimbered at {at:name} and found the range.",
	"game.ended": "The battle is over[: {winner:draw=neither side has won" +
		"|*=the field is that of @}]. {reason:morale=An army has lost heart|annihilated=There is nobody left to fight|clock=Night falls|resigned=The sword is given up}.",
}

// withTales adds to the sentences those for what reports tell of earlier turns.
func withTales(sentences map[string]string) map[string]string {
	all := maps.Clone(sentences)
	for _, name := range slices.Sorted(maps.Keys(sentences)) {
		text := sentences[name]
		if rule, ok := tidings[name]; ok && (!rule.always || rule.who == tellSeat) {
			all[toldPrefix+name] = strings.TrimSuffix(text, ".") + " (turn {turn})."
		}
	}
	return all
}

// symbols say how facts are drawn on the map.
var symbols = events.Symbols{
	{Kind: "sight.unit", Place: "at", Label: "unit", Strength: "strength", Shape: "kind", Side: "side", Old: true},
	{Kind: "sight.enemy", Place: "at", Label: "label", Shape: "arm", Side: "side", Old: true},
	{Kind: "sight.friend", Place: "at", Label: "label", Shape: "arm", Side: "side", Old: true},
	{Kind: "sight.person", Place: "at", Label: "seat", Shape: "commander", Side: "side"},
	{Kind: "sight.courier", Place: "at", Label: "id", Shape: "courier", Side: "side"},
}
