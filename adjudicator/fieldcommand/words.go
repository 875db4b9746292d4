package fieldcommand

import "galloper/events"

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
	Tallies: []events.Tally{
		{Of: "assault.fought", One: "1 assault was made", Many: "{n} assaults were made"},
		{Of: "retreat.forced", One: "1 place was given up", Many: "{n} places were given up"},
		{Of: "bombard.fired", One: "1 bombardment", Many: "{n} bombardments"},
		{Of: "strength.lost", Sum: "loss", One: "1 strength point was lost on both sides together",
			Many: "{n} strength points were lost on both sides together"},
		{Of: "objective.claimed", One: "1 objective was claimed", Many: "{n} objectives were claimed"},
	},
}

// deed words a command.
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
