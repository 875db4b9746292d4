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
		{Kind: "sight.gone", Group: 3, Final: true, Ousts: []string{"sight.own"},
			Now: "gone {unit} turn {turn}", Old: "gone {unit} turn {turn}",
			News: "{unit:name} is no longer in the field."},
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
	"dispatch.sent":      "A courier sets out to {to:name} with your {kind}.",
	"dispatch.riding":    "The courier {id} is still on his way[, with {left} yards to ride].",
	"dispatch.fled":      "The courier {id} comes upon the enemy and gallops for his life.",
	"dispatch.delivered": "The {kind} {id} is in the hands of {to:name}.",
	"dispatch.lost":      "The dispatch {id} is lost[: {reason:gone=there is nobody left to hand it to|umpire=nobody knows how}].",
	"dispatch.captured":  "The enemy has the dispatch {id}.",

	"directive.acted": "{unit:name} takes up its orders[ {how:voice=at your word|courier=by your courier|condition=as arranged beforehand}]: {text}.",
	"directive.void": "{unit:name} {reason:not-rearward=cannot fall back to a place that is no nearer home|water=finds no way over the water|" +
		"terrain=cannot drive through that ground}, and holds its ground.",
	"directive.done": "{unit:name} has done what it was told ({verb:ADVANCE=the advance|ASSAULT=the assault|WITHDRAW=the withdrawal}), and holds.",

	"commander.attached": "{seat:name} joins {unit:name}.",
	"commander.detached": "{seat:name} takes leave of {unit:name}.",
	"commander.rode":     "{seat:name} rides to {x:yards},{y:yards}.",
	"commander.fled":     "{seat:name} finds the enemy upon him and spurs away to {x:yards},{y:yards}.",
	"commander.hit": "{who:name}[ {fate:dead=has lost its commander, or his life|wounded=is out of the battle, wounded|captured=is taken " +
		"prisoner}].",
	"commander.spared":    "The balls fly close about the commander of {who:name}; he is spared.",
	"commander.succeeded": "A successor takes the command of {seat:name} and rides with {unit:name}.",

	"artillery.fired":     "{firer:name} fires {ammo} at {target:name} over {range} yards: {hits:0=without effect|1=one hit|*=# hits}.",
	"artillery.held":      "{firer:name} holds its fire.",
	"artillery.pivoted":   "{firer:name} is laid on a new line, {to:compass}.",
	"artillery.prolonged": "{firer:name} is dragged forward by its crew.",
	"gun.hit":             "{unit:name} is struck: {part:crew=a gunner falls|gun=a gun is dismounted|limber=a limber is smashed}.",
	"gun.destroyed":       "A section of {unit:name} is knocked to pieces.",
	"gun.decrewed":        "No gunner of a section of {unit:name} is left standing.",
	"gun.remanned":        "The gunners of {unit:name} are back at their pieces.",
	"gun.abandoned":       "The gunners of {unit:name} run from their pieces.",
	"gun.captured":        "The guns of {unit:name} are taken ({guns}).",

	"skirmish.fired":   "{firer:name} skirmishes with {target:name} over {range} yards: {hits} hit{hits:s} of {rolls} shots.",
	"volley.fired":     "{firer:name} gives {target:name} a volley over {range} yards: {hits} hit{hits:s}.",
	"platoon.fired":    "{firer:name} fires by platoons at {target:name} over {range} yards: {hits} hit{hits:s}.",
	"protective.fired": "{firer:name} gives {target:name} its fire at the last moment: {hits} hit{hits:s}.",
	"skirmish.effect": "The skirmishers of {firer:name} tell on {target:name}[: {effect:none=no more than a whistle of balls|halt=it is brought " +
		"to a stand|halt+hit=it is brought to a stand with loss|retreat+hit=it falls back with loss}].",
	"volley.reserved": "{firer:name} reserves its fire for {against:name}.",

	"boxes.marked": "{unit:name} loses[ {by}] by {cause:fire=fire|melee=the steel|morale=men slipping away|interpenetration=being thrown " +
		"into disorder among friends|attrition=pressing on regardless}[; {boxes} of {shatter} it can bear].",
	"stand.destroyed":   "A company of {unit:name} is no more.",
	"stand.surrendered": "A company of {unit:name} lays down its arms.",
	"stand.left":        "A company of {unit:name} has run from the field.",
	"stand.left_behind": "A company of {unit:name} stays behind.",
	"stand.rejoined":    "A company rejoins the ranks of {unit:name}.",
	"stand.halted":      "A company of {unit:name} will not go on.",
	"stand.fled":        "A company of {unit:name} runs {yards} yards.",

	"morale.passed": "{unit:name} stands firm.",
	"morale.failed": "{unit:name} wavers[: {why:fire=the fire is too hot|melee=it has had the worst of it|short=its charge has come to " +
		"nothing|commander=its commander is down|charging=it has no stomach for a charge|neighbour=its neighbours give way}].",
	"morale.loss": "{unit:name} {effect:halt=halts|flee=gives way|flee+box=breaks away with loss|surrender=begs for quarter|ignored=presses " +
		"on, whatever it costs}.",

	"unit.fled":           "{unit:name} flees {yards} yards.",
	"unit.evaded":         "{unit:name} does not wait for the charge and is off, {yards} yards.",
	"objective.repulsed":  "{unit:name} is thrown back from the walls.",
	"unit.passed_through": "{unit:name} rushes through the ranks of {friends:name}.",
	"unit.shattered":      "{unit:name} is shattered[ and no longer to be counted on{removed:?}].",
	"unit.destroyed":      "{unit:name} has ceased to exist.",
	"unit.left":           "{unit:name} has left the field.",
	"unit.reformed":       "{unit:name} forms again on those who stood.",
	"unit.wheeled":        "{unit:name} wheels to face {to:compass}.",
	"unit.formed":         "{unit:name} forms {formation:line=line|column=column|open=open order}.",

	"charge.declared": "{unit:name} is about to charge {target:name}.",
	"reaction.chosen": "{unit:name} {reaction:hold=stands to receive the charge|melee=stands by its guns|flee=turns to get " +
		"away|countercharge=goes to meet it} of {charger:name}.",
	"charge.contact": "{unit:name} closes with {target:name}[ {edge:front=front to front|left=upon its left flank|right=upon its right " +
		"flank|rear=from behind|guns=at its guns}].",
	"charge.fell_short": "{unit:name} goes {yards} yards at {target:name} and finds nobody to strike.",

	"unit.moved": "{unit:name} goes {yards} yards to {x:yards},{y:yards}[ {rate:road=in march column|tactical=step by step, its face to " +
		"the enemy|skirmish=at the skirmisher's trot|field=in good order}].",
	"unit.blocked": "{unit:name} cannot get on[: {by:terrain=the ground forbids it|edge=here the field ends|" +
		"friends=friends are in its way|*=@ bars its way}].",
	"guns.unlimbered": "{unit:name} unlimbers towards {facing:compass}.",
	"unit.mounted":    "{unit:name} takes to the saddle.",
	"unit.dismounted": "{unit:name} dismounts.",
	"melee.fought":    "{unit:name} strikes at {target:name}: {hits} down.",
	"melee.result": "{unit:name} has {result:won=the better|lost=the worst|drawn=neither the better nor the worst} of it, {inflicted} to " +
		"{received}.",
	"melee.engaged":     "{unit:name} and {with:name} are locked together.",
	"pursuit.contact":   "{unit:name}, hot in pursuit, falls upon {target:name}.",
	"pursuit.moved":     "{unit:name} pursues for {yards} yards.",
	"objective.entered": "{unit:name} enters the place.",
	"objective.taken":   "{place:name} is now held by {by:name}.",
	"score.counted":     "{side:name} has {points} points.",
	"game.ended": "The battle is over[: {winner:name} has the field]. {level:draw=Neither side has won|marginal=It is a marginal " +
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
