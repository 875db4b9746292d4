package orderdiscipline

import (
	"galloper/adjudicator"
	"galloper/adjudicator/rules"
	"galloper/events"
)

// outcomes are the outcomes of section k, those of couriers first, and this implementation's own (see the
// package comment). Each names the clauses that it can follow from; EmitBy selects one of several.
var outcomes = append(couriers.Outcomes(), rules.Outcomes[State]{
	// Bookkeeping that no seat is shown.
	{Name: "turn.begun", Clause: "d", Fields: "turn", To: rules.ToNone, Apply: (*State).beginMarks},
	{Name: "order.standing", Clause: "12.4 f4 g2",
		Fields: "who kind orders why", To: rules.ToNone, Apply: (*State).keepStanding},
	{Name: "charge.settled", Clause: "4.3", To: rules.ToNone,
		Apply: func(s *State, _ *events.Outcome) { s.testing = false }},
	{Name: "turn.ended", Clause: "i2", Fields: "turn", To: rules.ToNone,
		Apply: func(s *State, _ *events.Outcome) { s.remember() }},

	// Directives.
	{Name: "directive.adopted", Clause: "12.4", Fields: "id general",
		Says: "{general:name} took over the directive {id}."},
	{Name: "directive.shown", Clause: "12.4", Fields: "id general",
		Says: "The directive {id} lies before {general:name}, who has orders of their own."},

	// Initiative and command.
	{Name: "initiative.deck", Clause: "2.1", Fields: "red black", To: rules.ToAll,
		Says: "The pack of initiative cards was used up, and shuffled anew.", Apply: (*State).takeDeck},
	{Name: "initiative.card", Clause: "2.3", Fields: "colour side red black", To: rules.ToAll,
		Says: "The card was {colour}: the moment belonged to the {side:name} side.", Apply: (*State).takeDeck},
	{Name: "initiative.played", Clause: "2.4 2.5", Fields: "side card why", To: rules.ToAll,
		Says:  "The {side:name} side played a {card} to {why:seize=seize the initiative|contest=keep it}.",
		Apply: func(s *State, o *events.Outcome) { s.discard(s.b.Side(o.Get("side")).Must(), o.Get("card")) }},
	{Name: "initiative.held", Clause: "2.6", Fields: "side by first", To: rules.ToAll,
		Says: "The {side:name} side had the initiative[ {by:card=by the card|seized=snatched from the enemy|" +
			"contested=in spite of the enemy|tie=the cards being equal}].",
		Apply: (*State).hold},
	{Name: "command.rolled", Clause: "3.1", Fields: "general roll ability total", To: rules.ToOwn,
		Says: "{general:name} rolled {roll}; with his ability it made {total}.", Apply: (*State).roll},
	{Name: "command.chain", Clause: "3.2", Fields: "general superior total score", To: rules.ToOwn,
		Says:  "{superior:name} lent {general:name} a hand: {score} instead of {total}.",
		Apply: func(s *State, o *events.Outcome) { s.officer(o).Score = o.Int("score") }},
	{Name: "command.rerolled", Clause: "3.6", Fields: "general card roll total", To: rules.ToOwn,
		Says: "A {card} was spent on {general:name}: now he rolled {roll}, in all {total}.", Apply: (*State).reroll},

	// Charges.
	{Name: "charge.not-made", Clause: "4.2", Fields: "unit target reason", To: rules.ToOwn,
		Says: "{unit:name} did not charge[ {target:name}]: {reason:routing=they were running themselves|" +
			"unsteady=they were too shaken|in-contact=they were in melee already|broken-command=the brigade was broken|" +
			"not-seen=no such enemy was in sight|formation=not in that formation|out-of-arc=the enemy was not in front " +
			"of them|out-of-reach=the enemy was too far off|blocked=the way was barred}."},
	{Name: "charge.declared", Clause: "4.1", Fields: "unit target distance aspect", To: rules.ToOwn,
		Says: "{unit:name} prepared to charge {target:name}, {distance:hundredths} inches off[ " +
			"{aspect:front=against the front|flank=into the flank|rear=into the rear}].", Apply: (*State).declare},
	{Name: "charge.tested", Clause: "4.3", Fields: "unit target score need mods result", To: rules.ToOwn,
		Says: "{unit:name} {result:passed=went in with a cheer|failed=would not go forward} ({score} against " +
			"{need}).", Apply: (*State).settleCharge},
	{Name: "reaction.made", Clause: "4.5", Fields: "unit to kind result score need mods",
		Says: "{unit:name}, charged by {to:name}, {kind:stand=stood to receive it|square=tried to form square|" +
			"evade=gave way|countercharge=spurred to meet it}{result:done=|failed=, but could not|impossible=, but there " +
			"was no chance of it}.", Apply: (*State).react},
	{Name: "charge.moved", Clause: "4.6", Fields: "unit x y facing result",
		Says:  "{unit:name} charged {result:contact=home|short=and fell short}, to {x:hundredths},{y:hundredths}.",
		Apply: (*State).moveUnit},
	{Name: "charge.contact", Clause: "4.7", Fields: "unit target aspect",
		Says:  "{unit:name} struck {target:name} {aspect:front=in front|flank=in flank|rear=in rear}.",
		Apply: (*State).touch},

	// Morale and movement.
	{Name: "side.moves", Clause: "5.1",
		Fields: "side order", To: rules.ToAll, Says: "The {side:name} side moved {order}.",
		Apply: (*State).forgetRallies},
	{Name: "morale.tested", Clause: "5.3", Fields: "unit score need mods result", To: rules.ToOwn,
		Says:  "{unit:name}, put to the test ({score} against {need}), {result:passed=held|failed=wavered}.",
		Apply: (*State).tested},
	{Name: "morale.fell", Clause: "5.4 7.5", Fields: "unit from to cause", To: rules.ToOwn,
		Says:  "{unit:name} became {to}[, after the {cause:test=fright|melee=melee}].",
		Apply: func(s *State, o *events.Outcome) { s.regiment(o).State = stateIn(o, "to") }},
	{Name: "morale.rose", Clause: "5.5",
		Fields: "unit from to", To: rules.ToOwn, Says: "{unit:name} became {to} again.",
		Apply: (*State).rise},
	{Name: "unit.stood", Clause: "5.4", Fields: "unit", To: rules.ToOwn, Says: "{unit:name} clung to cover."},
	{Name: "rally.tried", Clause: "5.5", Fields: "unit score need mods result", To: rules.ToOwn,
		Says: "The officers of {unit:name} tried to rally the ranks ({score} against {need}): {result:rallied=they " +
			"rallied|failed=in vain}.", Apply: func(s *State, o *events.Outcome) { s.regiment(o).Rallying = true }},
	{Name: "move.scored", Clause: "5.6", Fields: "unit score need mods rate", To: rules.ToOwn,
		Says: "{unit:name} moved {rate:full=briskly|half=sluggishly} ({score} against {need})."},
	{Name: "unit.moved", Clause: "4.5 5.7 5.9", Fields: "unit x y facing walked stopped",
		Says: "{unit:name} {walked:0=did not stir from|*=went to} {x:hundredths},{y:hundredths}{stopped:none=|" +
			"spent=|edge=, to the edge of the field|terrain=, and the ground was in the way|enemy=, and halted before " +
			"the enemy|friend=, and friends were in the way|waits=, and let a friend go first|" +
			"passes=, and turned aside to pass friends}.",
		Apply: (*State).moveUnit},
	{Name: "unit.faced", Clause: "5.7", Fields: "unit facing", Says: "{unit:name} turned to face {facing:compass}.",
		Apply: (*State).moveUnit},
	{Name: "unit.formed", Clause: "4.5 5.7", Fields: "unit formation",
		Says: "{unit:name} {formation:line=formed line|column=formed column|march=formed column of march|" +
			"skirmish=opened into skirmish order|square=formed square|deployed=unlimbered|limbered=limbered up}.",
		Apply: (*State).form},
	{Name: "order.skipped", Clause: "5.8", Fields: "unit reason", To: rules.ToOwn,
		Says: "{unit:name} could not do as ordered: {reason:not-seen=no such enemy was in sight|gone=there was " +
			"nobody there}."},
	{Name: "unit.retired", Clause: "11.1", Fields: "unit x y walked stopped",
		Says: "{unit:name} fell back {walked:hundredths} inches.", Apply: (*State).flee},
	{Name: "unit.routed", Clause: "11.2", Fields: "unit x y walked stopped",
		Says: "{unit:name} ran for {walked:hundredths} inches.", Apply: (*State).flee},

	// Fire, melee, losses.
	{Name: "fire.not-made", Clause: "6.2 g9", Fields: "unit target reason", To: rules.ToOwn,
		Says: "{unit:name} did not fire as ordered[ at {target:name}]: {reason:not-seen=no such enemy was in " +
			"sight|in-contact=they were hand to hand with others|in-melee=friends were mixed up with the enemy|" +
			"out-of-arc=the enemy was not in front of them|out-of-range=the enemy was out of range|blocked=others stood " +
			"in the line of fire}."},
	{Name: "fire.volley", Clause: "6.4", Fields: "unit target range band need mods count hits",
		Says: "{unit:name} fired at {target:name} over {range:hundredths} inches: {hits:0=without effect|1=one " +
			"hit|*=# hits}.", Apply: (*State).volley},
	{Name: "unit.lost-stand", Clause: "5.4 5.5 6.5 7.3", Fields: "unit stands cause", Loss: true,
		Says: "{unit:name} lost a company{cause:fire= to the fire|melee= in the melee|rout= in the flight|test= of " +
			"faint hearts}; {stands} left.", Apply: (*State).loseStand},
	{Name: "unit.gone", Clause: "6.5 7.5 11.2 11.3", Fields: "unit how", Loss: true,
		Says: "{unit:name} {how:destroyed=fought to the last man|dispersed=dispersed|surrendered=surrendered|" +
			"left=left the field|captured=fell into the enemy's hands, guns and all}.", Apply: (*State).takeAway},
	{Name: "general.risked", Clause: "9.2", Fields: "general unit result", Loss: true,
		Says: "With {unit:name}, {general:name} {result:safe=was spared|fell=fell}.", Apply: (*State).replaceFallen},
	{Name: "melee.fought", Clause: "7.3", Fields: "unit target need mods count hits",
		Says:  "{unit:name} fought {target:name} hand to hand: {hits:0=without effect|1=one hit|*=# hits}.",
		Apply: func(s *State, o *events.Outcome) { s.struckUnit(o).Hits += o.Int("hits") }},
	{Name: "melee.result", Clause: "7.4", Fields: "units winner hits",
		Says: "The melee of {units:name} {winner:none=was undecided|*=was won by the @ side} ({hits:scores})."},

	// The end of the turn.
	{Name: "general.moved", Clause: "8.1", Fields: "general x y walked",
		Says:  "{general:name} rode to {x:hundredths},{y:hundredths}.",
		Apply: func(s *State, o *events.Outcome) { s.officer(o).At = pointOf(o) }},
	{Name: "general.joined", Clause: "8.1", Fields: "general unit", Says: "{general:name} joined {unit:name}.",
		Apply: (*State).join},
	{Name: "general.left", Clause: "8.1", Fields: "general unit", Says: "{general:name} left {unit:name}.",
		Apply: func(s *State, o *events.Outcome) { s.officer(o).Attached = adjudicator.None }},
	{Name: "unit.arrived", Clause: "8.3", Fields: "unit x y",
		Says: "{unit:name} arrived at {x:hundredths},{y:hundredths}.", Apply: (*State).arrive},
	{Name: "unit.delayed", Clause: "8.3", Fields: "unit",
		Says: "{unit:name} could not enter the field: the enemy stood there."},
	{Name: "command.broke", Clause: "8.4", Fields: "general", To: rules.ToOwn, Loss: true,
		Says:  "The command of {general:name} broke.",
		Apply: func(s *State, o *events.Outcome) { s.officer(o).Broken = true }},
	{Name: "army.broke", Clause: "8.4 8.7", Fields: "side", To: rules.ToAll, Loss: true,
		Says:  "The army of the {side:name} side broke.",
		Apply: func(s *State, o *events.Outcome) { s.Broken[s.b.Side(o.Get("side")).Must()] = true }},
	{Name: "objective.held", Clause: "8.5", Fields: "place side", To: rules.ToAll,
		Says:  "{place} is now held by the {side:name} side.",
		Apply: (*State).capture},
	{Name: "game.over", Clause: "8.6", Fields: "winner by points", To: rules.ToAll,
		Says: "The battle is over: {winner:draw=nobody has won|*=the @ side has the field}[ ({by:break=the enemy's " +
			"army broke|turns=night falls|resigned=the sword is given up}), {points:scores}].",
		Apply: (*State).conclude},

	// The knowledge of a seat (section i).
	{Name: "sight.own", Clause: "i5",
		Fields: "unit kind x y facing formation state stands start turn orders arm frontage depth side seat",
		Apply:  (*State).learnOwn},
	{Name: "sight.friend", Clause: "i5",
		Fields: "unit kind x y facing formation state stands start turn orders arm frontage depth side seat",
		Apply:  (*State).learnOwn},
	{Name: "sight.waiting", Clause: "i5", Fields: "unit seat x y orders", Apply: (*State).learnOwn},
	{Name: "sight.gone", Clause: "i5", Fields: "unit since x y seat", Apply: (*State).learnOwn},
	{Name: "sight.enemy", Clause: "i3",
		Fields: "sighting unit kind x y facing formation stands routing state turn number named near arm " +
			"frontage depth side seat",
		Apply: (*State).learnEnemy},
	{Name: "sight.lost", Clause: "i3", Fields: "sighting unit number seat", Apply: (*State).loseSight},
	{Name: "sight.general", Clause: "i5", Fields: "general x y with side"},
	{Name: "sight.hand", Clause: "i5", Fields: "side cards"},
	{Name: "sight.directive", Clause: "12.3", Fields: "id from sent text"},
	{Name: "sight.letter", Clause: "12.3", Fields: "id from sent text"},
}...)
