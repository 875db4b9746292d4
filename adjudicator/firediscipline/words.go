package firediscipline

import (
	"galloper/adjudicator"
	"galloper/adjudicator/board"
	"galloper/events"
)

// words say how outcomes and facts read in reports. Ids stand in the facts
// block, exactly as section i has it; the diary speaks of names.
var reportWords = events.Words{
	Diary: diary,
	Losses: []string{"commander.hit", "stand.destroyed", "stand.surrendered", "unit.shattered", "unit.destroyed", "unit.left",
		"gun.destroyed", "gun.captured"},
	Facts: []events.FactLine{
		{Kind: "sight.commander", Group: 1,
			Now: "commander {commander} at {x:yards},{y:yards}[ with {with}][ {status}]"},
		{Kind: "sight.own", Group: 2,
			Now: "own {unit} {arm} {formation} {stands} stands at {x:yards},{y:yards} facing {facing}" +
				"[ out {out:+}][ halted{halted:?}][ engaged{engaged:?}] boxes {boxes} of {shatter} turn {since}",
			Old:    "last known {unit} {arm} {formation} {stands} stands at {x:yards},{y:yards} turn {turn} boxes {boxes} of {shatter} turn {since}",
			Prompt: "[{unit}: {arm}, {formation}, {stands} stands, at {x:yards},{y:yards}{yours:?}]"},
		{Kind: "sight.gone", Group: 3, Final: true, Ousts: []string{"sight.own", "sight.enemy"},
			Now: "gone {unit} turn {turn}", Old: "gone {unit} turn {turn}",
			News: "The field has seen the last of {unit:name}."},
		{Kind: "sight.enemy", Group: 4,
			Now: "enemy {unit} {arm} {formation} {stands} stands at {x:yards},{y:yards} facing {facing}",
			Old: "last seen {unit} {arm} {formation} {stands} stands at {x:yards},{y:yards} turn {turn}"},
		{Kind: "sight.unknown", Group: 5,
			Now: "enemy {arm} about {stands} stands at {x:yards},{y:yards}"},
		{Kind: "sight.letter", Group: 6, Once: true,
			Now:  "letter from {from} (turn {sent}): {text}",
			News: "A letter from {from:name}, written in turn {sent}:"},
	},
	Tallies: []events.Tally{
		{Of: "sight.enemy", One: "1 enemy unit identified", Many: "{n} enemy units identified"},
		{Of: "sight.unknown", One: "1 more in the distance", Many: "{n} more in the distance"},
		{Of: "directive.acted", One: "1 directive taken up", Many: "{n} directives taken up"},
		{Of: "melee.fought", One: "1 bout at close quarters", Many: "{n} bouts at close quarters"},
	},
}

// diary has a sentence for each outcome of section k that a seat may be told of.
var diary = map[string]string{
	"dispatch.sent":      "A courier set out to {to:name} with your {kind}.",
	"dispatch.riding":    "The courier {id} is still on his way[, with {left} yards to ride].",
	"dispatch.fled":      "The courier {id} came upon the enemy and galloped for his life.",
	"dispatch.delivered": "The {kind} {id} is in the hands of {to:name}.",
	"dispatch.lost":      "The dispatch {id} is lost[: {reason:gone=there is nobody left to hand it to|umpire=nobody knows how}].",
	"dispatch.captured":  "The enemy has the dispatch {id}.",

	"directive.acted": "{unit:name} took up the orders[ {how:voice=at your word|courier=by your courier|condition=as arranged beforehand}]: {text}.",
	"directive.void": "{unit:name} {reason:not-rearward=could not fall back to a place that was no nearer home|water=found no way over the water|" +
		"terrain=could not drive through that ground}, and held on.",
	"directive.done": "{unit:name} carried out the orders ({verb:ADVANCE=the advance|ASSAULT=the assault|WITHDRAW=the withdrawal}), and held.",

	"commander.attached": "{seat:name} joined {unit:name}.",
	"commander.detached": "{seat:name} took leave of {unit:name}.",
	"commander.rode":     "{seat:name} rode to {x:yards},{y:yards}.",
	"commander.fled":     "{seat:name} found the enemy upon him and spurred away to {x:yards},{y:yards}.",
	"commander.hit": "{who:name}[ {fate:dead=lost a commander, or fell|wounded=was wounded, and out of the battle|captured=was taken " +
		"prisoner}].",
	"commander.spared":    "The balls flew close about the commander of {who:name}; he was spared.",
	"commander.succeeded": "A successor took the command of {seat:name} and rode with {unit:name}.",

	"artillery.fired":     "{firer:name} fired {ammo} at {target:name}[ over {range} yards]: {hits:0=without effect|1=one hit|*=# hits}.",
	"artillery.held":      "{firer:name} held fire.",
	"artillery.pivoted":   "{firer:name} pivoted to a new line, {to:compass}.",
	"artillery.prolonged": "The crew dragged {firer:name} forward.",
	"gun.hit":             "A ball struck {unit:name}: {part:crew=a gunner fell|gun=a gun was dismounted|limber=a limber was smashed}.",
	"gun.destroyed":       "A section of {unit:name} was knocked to pieces.",
	"gun.decrewed":        "No gunner of a section of {unit:name} was left standing.",
	"gun.remanned":        "The gunners of {unit:name} came back to their pieces.",
	"gun.abandoned":       "The gunners of {unit:name} ran from their pieces.",
	"gun.captured":        "{unit:name} lost[ {guns} gun{guns:s}][ guns{guns:!}] to the enemy.",

	"skirmish.fired":   "{firer:name} skirmished with {target:name}[ over {range} yards]: {hits} hit{hits:s}[ of {rolls} shots].",
	"volley.fired":     "{firer:name} gave {target:name} a volley[ over {range} yards]: {hits} hit{hits:s}.",
	"platoon.fired":    "{firer:name} fired by platoons at {target:name}[ over {range} yards]: {hits} hit{hits:s}.",
	"protective.fired": "{firer:name} fired at {target:name} at the last moment: {hits} hit{hits:s}.",
	"skirmish.effect": "The skirmishers of {firer:name} told on {target:name}[: {effect:none=no more than a whistle of balls|halt=brought " +
		"to a stand|halt+hit=brought to a stand with loss|retreat+hit=driven back with loss}].",
	"volley.reserved": "{firer:name} reserved fire for {against:name}.",

	"boxes.marked": "{unit:name} lost[ {by}] by {cause:fire=fire|melee=the steel|morale=men slipping away|interpenetration=being thrown " +
		"into disorder among friends|attrition=pressing on regardless}[; {boxes} of the {shatter} that would shatter them].",
	"stand.destroyed":   "A company of {unit:name} is no more.",
	"stand.surrendered": "A company of {unit:name} laid down its arms.",
	"stand.left":        "A company of {unit:name} ran from the field.",
	"stand.left_behind": "A company of {unit:name} stayed behind.",
	"stand.rejoined":    "A company rejoined the ranks of {unit:name}.",
	"stand.halted":      "A company of {unit:name} would not go on.",
	"stand.fled":        "A company of {unit:name} ran[ {yards} yards].",

	"morale.passed": "{unit:name} stood firm.",
	"morale.failed": "{unit:name} wavered[: {why:fire=the fire was too hot|melee=they had had the worst of it|short=the charge had come to " +
		"nothing|commander=their commander was down|charging=they had no stomach for a charge|neighbour=their neighbours gave way}].",
	"morale.loss": "{unit:name} {effect:halt=halted|flee=gave way|flee+box=broke away with loss|surrender=begged for quarter|ignored=pressed " +
		"on, whatever it cost}.",

	"unit.fled":           "{unit:name} fled[ {yards} yards].",
	"unit.evaded":         "{unit:name} did not wait for the charge and made off[, {yards} yards].",
	"objective.repulsed":  "{unit:name} recoiled from the walls.",
	"unit.passed_through": "{unit:name} rushed through the ranks of {friends:name}.",
	"unit.shattered":      "{unit:name} broke to pieces[, no longer to be counted on{removed:?}].",
	"unit.destroyed":      "{unit:name} ceased to exist.",
	"unit.left":           "{unit:name} left the field.",
	"unit.reformed":       "{unit:name} formed again on those who stood.",
	"unit.wheeled":        "{unit:name} wheeled to face {to:compass}.",
	"unit.formed":         "{unit:name} formed {formation:line=line|column=column|open=open order}.",

	"charge.declared": "{unit:name} made ready to charge {target:name}.",
	"reaction.chosen": "{unit:name} {reaction:hold=stood to receive the charge|melee=stood by the guns against the charge|flee=turned to get " +
		"away from the charge|countercharge=went to meet the charge} of {charger:name}.",
	"charge.contact": "{unit:name} closed with {target:name}[ {edge:front=front to front|left=upon the left flank|right=upon the right " +
		"flank|rear=from behind|guns=at the guns}].",
	"charge.fell_short": "{unit:name} went[ {yards} yards] at {target:name} and found nobody to strike.",

	"unit.moved": "{unit:name} went[ {yards} yards][ to {x:yards},{y:yards}][ {rate:road=in march column|tactical=step by step, facing " +
		"the enemy|skirmish=at the skirmisher's trot|field=in good order}].",
	"unit.blocked": "{unit:name} could not get on[: {by:terrain=the ground forbade it|edge=here the field ends|" +
		"friends=friends were in the way|*=@ in the way}].",
	"unit.stayed": "{unit:name} did not get away{reason:enemy=, with the enemy so near|guide=, having nobody to keep up with|" +
		"halted=: too many would not stir|crews=: the gunners had run|pace=, so slow was the going}.",
	"guns.unlimbered": "{unit:name} unlimbered[ towards {facing:compass}].",
	"unit.mounted":    "{unit:name} took to the saddle.",
	"unit.dismounted": "{unit:name} dismounted.",
	"melee.fought":    "{unit:name} struck at {target:name}: {hits} down.",
	"melee.result": "{unit:name} had {result:won=the better|lost=the worst|drawn=neither the better nor the worst} of it[, " +
		"{inflicted} to {received}].",
	"melee.engaged":     "{unit:name} and {with:name} are locked together.",
	"pursuit.contact":   "{unit:name}, hot in pursuit, fell upon {target:name}.",
	"pursuit.moved":     "{unit:name} pursued[ for {yards} yards].",
	"objective.entered": "{unit:name} entered the place.",
	"objective.taken":   "{place:name} is now held by {by:name}.",
	"score.counted":     "Points of {side:name}: {points}.",
	"game.ended": "The battle is over[: the field belongs to {winner:name}]. {level:draw=Neither side has won|marginal=It is a marginal " +
		"victory|decisive=It is a decisive victory}.",
}

// symbols say how facts are drawn on the map.
var symbols = events.Symbols{
	{Kind: "sight.zone", X: "x", Y: "y", Facing: "facing", Frontage: "frontage", Reach: "reach", Side: "side"},
	{Kind: "sight.own", X: "x", Y: "y", Facing: "facing", Label: "unit", Strength: "stands", Shape: "arm",
		Frontage: "frontage", Depth: "depth", Side: "side", Old: true},
	{Kind: "sight.enemy", X: "x", Y: "y", Facing: "facing", Label: "unit", Strength: "stands", Shape: "arm",
		Frontage: "frontage", Depth: "depth", Side: "side", Old: true},
	{Kind: "sight.unknown", X: "x", Y: "y", Strength: "stands", Shape: "arm", Side: "side"},
	{Kind: "sight.courier", X: "x", Y: "y", Label: "id", Shape: "courier", Road: "road", Side: "side"},
	{Kind: "sight.commander", X: "x", Y: "y", Label: "commander", Shape: "commander", Side: "side", Old: true},
}

// ground is the map of a battle without what moves on it.
func ground(sc adjudicator.Scenario) board.Ground {
	b := sc.(*Battle)
	g := board.Ground{Title: b.Title, East: b.Width, North: b.Height, Unit: "yards"}
	for i := range b.Features {
		f := &b.Features[i]
		g.Areas = append(g.Areas, board.Area{ID: f.ID, Name: f.Name, Kind: string(f.Kind), At: f.At, Level: f.Level,
			Slope: f.Slope * board.Yard})
		if f.Kind == Objective {
			g.Marks = append(g.Marks, board.Mark{ID: f.ID, Name: f.Name, Kind: "objective", At: f.Centre})
		}
	}
	for i := range b.Roads {
		g.Courses = append(g.Courses, board.Course{ID: b.Roads[i].ID, Name: b.Roads[i].Name, Kind: "road", At: b.Roads[i].At})
	}
	for i := range b.Sides {
		g.Sides = append(g.Sides, board.Edge{Side: b.Sides[i].ID, Name: b.Sides[i].Name, Edge: edgeName(b.Sides[i].Edge)})
	}
	return g
}

func edgeName(degrees int) string {
	return [...]string{"north", "east", "south", "west"}[degrees/90]
}
