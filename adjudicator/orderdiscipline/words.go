package orderdiscipline

import (
	"galloper/adjudicator"
	"galloper/adjudicator/board"
	"galloper/events"
)

// reportWords say how outcomes and facts read in reports. Ids stand in the facts
// block, exactly as section i has it; the diary speaks of names.
var reportWords = events.Words{
	Diary:  diary,
	Losses: []string{"unit.lost-stand", "unit.gone", "general.risked", "command.broke", "army.broke"},
	Facts: []events.FactLine{
		{Kind: "sight.own", Group: 1, Ousts: []string{"sight.waiting", "sight.friend"}, Now: ownLine, Old: ownLine,
			Prompt: "{unit}: {kind} in {formation}, {state}, {stands} of {start} stands, at {x:hundredths},{y:hundredths}" +
				"[, no order: it will stand{orders:!}]"},
		{Kind: "sight.waiting", Group: 1, Now: "own {unit} not yet arrived", Old: "own {unit} not yet arrived"},
		{Kind: "sight.gone", Group: 1, Final: true, Ousts: []string{"sight.own", "sight.waiting", "sight.friend"}, Now: "own {unit} gone", Old: "own {unit} gone"},
		{Kind: "sight.friend", Group: 2, Now: friendLine, Old: friendLine},
		{Kind: "sight.enemy", Group: 3, Now: enemyLine, Old: enemyLine,
			Called: "[{named:?}{unit:name}][{named:!}the {kind} at {x:hundredths},{y:hundredths}]"},
		{Kind: "sight.lost", Group: 3, Ousts: []string{"sight.enemy"}},
		{Kind: "sight.general", Group: 4, Now: "general {general} at {x:hundredths},{y:hundredths}[ with {with}]"},
		{Kind: "sight.hand", Group: 5, Now: "hand {cards}"},
		{Kind: "sight.directive", Group: 6, Now: "directive from {from} (turn {sent}): {text}",
			News: "A directive from {from:name}, {id}, written in turn {sent}:"},
		{Kind: "sight.letter", Group: 6, Once: true, Now: "letter from {from} (turn {sent}): {text}",
			News: "A letter from {from:name}, written in turn {sent}:"},
		{Kind: "sight.captured", Group: 6, Once: true, Now: "captured {kind} from {from} to {to}: {text}",
			News: "Taken from an enemy courier, a {kind} from {from:name} to {to:name}:"},
	},
	Tallies: []events.Tally{
		{Of: "sight.enemy", One: "1 enemy unit known of", Many: "{n} enemy units known of"},
		{Of: "fire.volley", One: "1 volley", Many: "{n} volleys"},
		{Of: "charge.contact", One: "1 charge came home", Many: "{n} charges came home"},
		{Of: "melee.result", One: "1 melee", Many: "{n} melees"},
		{Of: "unit.routed", One: "1 unit in rout", Many: "{n} units in rout"},
	},
}

const (
	ownLine    = "own {unit} at {x:hundredths},{y:hundredths} facing {facing} {formation} {state} {stands}/{start} turn {turn}"
	friendLine = "friend {unit} at {x:hundredths},{y:hundredths} facing {facing} {formation} {state} {stands}/{start} turn {turn}"
	enemyLine  = "enemy {unit} {kind} at {x:hundredths},{y:hundredths} facing {facing} {formation}[ {stands} stands][ routing{routing:?}] turn {turn}"
)

// diary has a sentence for each outcome of section k that a seat may be told of.
var diary = map[string]string{
	"dispatch.sent":      "Your {kind} went to {to:name} {by:word=by word of mouth|courier=by courier}[, {distance:hundredths} inches{distance:?}].",
	"dispatch.delivered": "The dispatch {id} is in the hands of {to:name}.",
	"dispatch.captured":  "An enemy courier rode into our arms[: {by:name} caught him].",
	"directive.adopted":  "{general:name} took over the directive {id}.",
	"directive.shown":    "The directive {id} lies before {general:name}, who has orders of his own.",

	"initiative.deck":   "The pack of initiative cards was used up, and shuffled anew.",
	"initiative.card":   "The card was {colour}: the moment belonged to the {side:name} side.",
	"initiative.played": "The {side:name} side played a {card} to {why:seize=seize the initiative|contest=keep it}.",
	"initiative.held": "The {side:name} side had the initiative[ {by:card=by the card|seized=snatched from the enemy|contested=in spite of the enemy|tie=the cards " +
		"being equal}].",
	"command.rolled":   "{general:name} rolled {roll}; with his ability it made {total}.",
	"command.chain":    "{superior:name} lent {general:name} a hand: {score} instead of {total}.",
	"command.rerolled": "A {card} was spent on {general:name}: now he rolled {roll}, in all {total}.",

	"charge.not-made": "{unit:name} did not charge[ {target:name}]: {reason:routing=they were running themselves|unsteady=they were too shaken|in-contact=they were in " +
		"melee already|broken-command=the brigade was broken|not-seen=no such enemy was in sight|formation=not in that formation|out-of-arc=the enemy was not " +
		"in front of them|out-of-reach=the enemy was too far off|blocked=the way was barred}.",
	"charge.declared": "{unit:name} prepared to charge {target:name}, {distance:hundredths} inches off[ {aspect:front=against the front|flank=into the " +
		"flank|rear=into the rear}].",
	"charge.tested": "{unit:name} {result:passed=went in with a cheer|failed=would not go forward} ({score} against {need}).",
	"reaction.made": "{unit:name}, charged by {to:name}, {kind:stand=stood to receive it|square=tried to form square|evade=gave way|countercharge=spurred " +
		"to meet it}{result:done=|failed=, but could not|impossible=, but there was no chance of it}.",
	"charge.moved":   "{unit:name} charged {result:contact=home|short=and fell short}, to {x:hundredths},{y:hundredths}.",
	"charge.contact": "{unit:name} struck {target:name} {aspect:front=in front|flank=in flank|rear=in rear}.",

	"side.moves":    "The {side:name} side moved {order}.",
	"morale.tested": "{unit:name}, put to the test ({score} against {need}), {result:passed=held|failed=wavered}.",
	"morale.fell":   "{unit:name} became {to}[, after the {cause:test=fright|melee=melee}].",
	"morale.rose":   "{unit:name} became {to} again.",
	"unit.stood":    "{unit:name} clung to cover.",
	"rally.tried":   "The officers of {unit:name} tried to rally the ranks ({score} against {need}): {result:rallied=they rallied|failed=in vain}.",
	"move.scored":   "{unit:name} moved {rate:full=briskly|half=sluggishly} ({score} against {need}).",
	"unit.moved": "{unit:name} {walked:0=did not stir from|*=went to} {x:hundredths},{y:hundredths}{stopped:none=|spent=|edge=, to the edge of the " +
		"field|terrain=, and the ground was in the way|enemy=, and halted before the enemy|friend=, and friends were in the way}.",
	"unit.faced": "{unit:name} turned to face {facing:compass}.",
	"unit.formed": "{unit:name} {formation:line=formed line|column=formed column|march=formed column of march|skirmish=opened into skirmish order|square=formed square|" +
		"deployed=unlimbered|limbered=limbered up}.",
	"order.skipped": "{unit:name} could not do as ordered: {reason:not-seen=no such enemy was in sight|gone=there was nobody there}.",
	"unit.retired":  "{unit:name} fell back {walked:hundredths} inches.",
	"unit.routed":   "{unit:name} ran for {walked:hundredths} inches.",

	"fire.not-made": "{unit:name} did not fire as ordered[ at {target:name}]: {reason:not-seen=no such enemy was in sight|in-contact=they were hand to " +
		"hand with others|in-melee=friends were mixed up with the enemy|out-of-arc=the enemy was not in front of them|out-of-range=the enemy was out of " +
		"range|blocked=others stood in the line of fire}.",
	"fire.volley":     "{unit:name} fired at {target:name} over {range:hundredths} inches: {hits:0=without effect|1=one hit|*=# hits}.",
	"unit.lost-stand": "{unit:name} lost a company{cause:fire= to the fire|melee= in the melee|rout= in the flight|test= of faint hearts}; {stands} left.",
	"unit.gone": "{unit:name} {how:destroyed=fought to the last man|dispersed=dispersed|surrendered=surrendered|left=left the field|captured=fell " +
		"into the enemy's hands, guns and all}.",
	"general.risked": "With {unit:name}, {general:name} {result:safe=was spared|fell=fell}.",
	"melee.fought":   "{unit:name} fought {target:name} hand to hand: {hits:0=without effect|1=one hit|*=# hits}.",
	"melee.result":   "The melee of {units:name} {winner:none=was undecided|*=was won by the @ side} ({hits:scores}).",
	"general.moved":  "{general:name} rode to {x:hundredths},{y:hundredths}.",
	"general.joined": "{general:name} joined {unit:name}.",
	"general.left":   "{general:name} left {unit:name}.",
	"unit.arrived":   "{unit:name} arrived at {x:hundredths},{y:hundredths}.",
	"unit.delayed":   "{unit:name} could not enter the field: the enemy stood there.",
	"command.broke":  "The command of {general:name} broke.",
	"army.broke":     "The army of the {side:name} side broke.",
	"objective.held": "{place} is now held by the {side:name} side.",
	"game.over": "The battle is over: {winner:draw=nobody has won|*=the @ side has the field}[ " +
		"({by:break=the enemy's army broke|turns=night falls|resigned=the sword is given up}), {points:scores}].",
}

// symbols say how facts are drawn on the map.
var symbols = events.Symbols{
	unitSymbol("sight.own"), unitSymbol("sight.friend"), unitSymbol("sight.enemy"),
	{Kind: "sight.courier", X: "x", Y: "y", Label: "id", Shape: "courier", Road: "road", Side: "side"},
	{Kind: "sight.general", X: "x", Y: "y", Label: "general", Shape: "commander", Side: "side"},
}

func unitSymbol(kind string) events.Symbol {
	return events.Symbol{Kind: kind, X: "x", Y: "y", Facing: "facing", Label: "unit", Strength: "stands", Shape: "arm",
		Frontage: "frontage", Depth: "depth", Side: "side", Old: true}
}

// ground is the map of a battle without what moves on it.
func ground(sc adjudicator.Scenario) board.Ground {
	b := sc.(*Battle)
	g := board.Ground{Title: b.Title, East: b.Width, North: b.Height, Unit: "inches"}
	for i := range b.Areas {
		a := &b.Areas[i]
		area := board.Area{ID: a.ID, Name: a.ID, Kind: areaKinds[a.Kind], At: a.At}
		if a.Kind == hill {
			area.Level = a.Height
		}
		g.Areas = append(g.Areas, area)
	}
	for i := range b.Lines {
		c := &b.Lines[i]
		g.Courses = append(g.Courses, board.Course{ID: c.ID, Name: c.ID, Kind: lineKinds[c.Kind], At: c.At})
		for _, x := range c.Crossings {
			g.Marks = append(g.Marks, board.Mark{ID: c.ID, Kind: "bridge", At: x})
		}
	}
	for i := range b.Places {
		pl := &b.Places[i]
		g.Marks = append(g.Marks, board.Mark{ID: pl.ID, Name: pl.ID, Kind: word(pl.Objective, "objective", "place"), At: pl.At})
	}
	for i := range b.Sides {
		g.Sides = append(g.Sides, board.Edge{Side: b.Sides[i].ID, Name: b.NameOf(b.Sides[i].ID), Edge: compassPoints[b.Sides[i].Home/45].Long})
	}
	return g
}
