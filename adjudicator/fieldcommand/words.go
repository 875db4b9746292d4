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
		{Kind: "sight.enemy", Group: 3, Now: "enemy at {at}: {what}", Old: "enemy at {at}: {what} (turn {turn})"},
		{Kind: "sight.tokens", Group: 3, Now: "tokens at {at}: {tokens}", Old: "tokens at {at}: {tokens} (turn {turn})"},
		{Kind: "sight.friend", Group: 3, Now: "friend at {at}: {what}", Old: "friend at {at}: {what} (turn {turn})"},
		{Kind: "sight.clear", Group: 3, Ousts: []string{"sight.enemy", "sight.tokens", "sight.friend"}},
		{Kind: "sight.objective", Group: 4, Now: "objective {locale} of {of} {what}"},
		{Kind: "sight.hand", Group: 5, Now: "{what}"},
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

// diary has a sentence for each outcome of section k that a seat may be told of.
var diary = map[string]string{
	"dispatch.sent":      "A courier rides with the {kind} for {to:name}.",
	"dispatch.delivered": "The {kind} {id} is in your hands.",
	"dispatch.captured":  "A courier of the enemy is taken at {at:name}.",
	"unit.assigned":      "{unit:name} is put under {seat:name}.",
	"seat.moved": "{seat:name} {why:ride=rides|with=goes with his men|retreat=is carried away by the retreat" +
		"|driven=gets away from among the enemy}[ to {to:name}].",

	"turn.began":         "Round {round}: it is for {active:name} to move.",
	"units.shuffled":     "{count:1=A brigade draws|*=# brigades draw} back behind the screen at {at:name}.",
	"artillery.limbered": "{unit:name} limbers up at {at:name}.",
	"card.played":        "{side:name} plays {card:name}.",
	"card.drawn":         "You draw {card:name}.",
	"deck.renewed":       "The deck of {side:name} is made anew.",

	"command.issued": "{verb:advance=an advance on|assault=the assault of|bombard=the guns open on|charge=a charge into|maneuver=a maneuver against" +
		"|cavalry-march=a ride to|field-march=a march to|local-march=a shift to|road-march=a march by road to} {to:name}[ by way of {via:name}][, ordered by {seat:name}]: {units:name}.",
	"unit.leftout": "{unit:name} takes no part in order {n} ({reason}).",
	"command.refused": "Order {n} (" + deed + ") could not be carried out: {reason:not-securing=the men did not stand on the approach" +
		"|not-in-reserve=the men were not in reserve|secured=the approach was held against them" +
		"|unsecured=the approach was not held, so that there was nothing to assault|enemy-held=the enemy was there" +
		"|not-enemy-held=no enemy was there|boundary-closed=there had been fighting there, and nobody could cross" +
		"|locale-closed=the place had just been taken, and nobody else could enter|capacity=there was no room" +
		"|no-commands-left=you had no commands left|already-commanded=the men had acted already|*=#}.",
	"command.skipped": "Order {n} (" + deed + ") was not for this case.",
	"command.ended":   "The " + deed + " {result:success=succeeds|failure=fails|done=is done}[; it ends at {at:name}].",
	"march.halted": "The column halts at {at:name}: {reason:enemy-held=the enemy is before it|capacity=the road ahead is choked" +
		"|*=the way is closed}.",
	"deploy.refused": "{unit:name} cannot deploy ({reason}), and stays in reserve.",

	"decision.opened": "You were asked how {locale:name} meets the {question}.",
	"decision.taken": "{locale:name} [under {seat:name} ]{option:secure=sends men to the approach|defend=stands to receive the charge" +
		"|withdraw=is given up without a fight|retreat=gives way before the charge}[ ({by:answer=as you answered" +
		"|standing=as standing orders have it|doctrine=as is the custom|forced=there was no choice|default=no answer came})].",

	"assault.fought": "before {to:name}, {leads:name}[ with {support:name} in support]" +
		"[ against {defense_leads:name}][ with {defense_support:name}]: {strength} to {defense_strength}. " +
		"The assault {result:success=carries|failure=is thrown back}.",
	"bombard.fired":  "{guns} against {enemy_guns} guns, the batteries at {from:name} open on {to:name}.",
	"charge.lost":    "{unit:name} pays for the ride.",
	"unit.revealed":  "{unit:name} shows itself.",
	"strength.lost":  "{unit:name} loses {loss} of its strength, {left} left ({cause}).",
	"unit.disrupted": "{unit:name} is broken and falls back into {at:name}.",
	"unit.eliminated": "{unit:name} ({kind}) is gone: {cause:trapped=there was no way out|alone=nobody was left to stand by it" +
		"|retreat=it could not be brought away" +
		"|withdraw=it could not be brought away|*=lost in the #}.",
	"morale.changed": "The spirit of {side:name} {cause:objective=suffers by what it has lost|artillery=rises with guns taken or destroyed" +
		"|mobilize=is strained by calling up the reserves" +
		"|rally=rises as men come back to the colors|retreat=sinks with the retreat|spike=sinks as its guns are spiked" +
		"|strength=sinks with its losses}: {by}, to {to}.",
	"army.demoralized": "The army of {side:name} has had enough.",
	"retreat.forced":   "{side:name} is driven out of {from:name}.",
	"withdrawal.made":  "{side:name} withdraws from {from:name}.",
	"unit.moved": "{unit:name} {why:advance=advances|assault=goes in|charge=rides in|maneuver=moves up|repulse=falls back|march=marches" +
		"|secure=takes post|retreat=retreats|withdraw=withdraws|deploy=deploys|mobilize=comes up}{why:secure= at|*= to} {to:name}.",

	"units.merged":      "{unit:name} takes in what is left of {from:name}.",
	"unit.split":        "{unit:name} is divided.",
	"units.rallied":     "{unit:name} rallies at {at:name} and takes in the men of {from}.",
	"group.mobilized":   "{side:name} brings up reinforcements at {at:name}: {units:name}.",
	"objective.claimed": "{side:name} holds {locale:name}, which {of:name} must not lose.",
	"objective.lost":    "{side:name} no longer holds {locale:name}.",
	"unit.stooddown":    "{unit:name} stands down into {to:name}.",
	"artillery.spiked":  "{unit:name} is spiked at {at:name}.",
	"artillery.ranged":  "{unit:name} unlimbers at {at:name} and finds the range.",
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
