package commandchaos

import (
	"galloper/adjudicator"
	"galloper/adjudicator/rules"
	"galloper/events"
)

// outcomes lists all outcomes of a turn in the order of section k; those of dispatches come last.
var outcomes = append(rules.Outcomes[State]{
	{Name: "setup.rejected", Clause: "S9", Fields: "side what reason", To: rules.ToOwn,
		Says: "The {what:places=places|chits=morale chits} that were given for {side:name} break {reason} and " +
			"are not used."},
	{Name: "setup.done", Clause: "S9", Fields: "side", To: rules.ToAll, Says: "The deployment of {side:name} stands."},
	{Name: "battle.begun", Clause: "S9", Fields: "turn", To: rules.ToAll,
		Says:  "The lines are drawn; the battle may begin.",
		Apply: func(s *State, o *events.Outcome) { s.Status = "playing" }},
	{Name: "unit.placed", Clause: "S9", Fields: "unit at reserve", Says: "{unit:name} took post at {at}.",
		Apply: (*State).place},
	{Name: "unit.dealt", Clause: "S9", Fields: "unit morale", To: rules.ToOwn,
		Says:  "{unit:name} drew the morale chit {morale}.",
		Apply: (*State).deal},
	{Name: "turn.begun", Clause: "d", Fields: "turn", To: rules.ToNone, Apply: (*State).startTurn},
	{Name: "initiative.rolled", Clause: "I1", Fields: "first rolls", To: rules.ToAll,
		Says:  "The auspices favoured {first:name} ({rolls:scores}).",
		Apply: func(s *State, o *events.Outcome) { s.First = adjudicator.At(s.b.side(o.Get("first"))) }},
	{Name: "hand.changed", Clause: "I2 I3 P3", Fields: "side step discarded drawn gave got", Veil: "dice",
		Says:  "Battle cards of {side:name}: {discarded:0=|*=# laid aside, }{drawn} drawn{got:?=|-=|*= (#)}.",
		Apply: (*State).exchange},
	{Name: "movement.order", Clause: "M1", Fields: "first second choice", To: rules.ToAll,
		Says: "First to move: {first:name}{choice:first=|second=, for so the first player willed}."},
	{Name: "zone.active", Clause: "M3", Fields: "side zone step plan pass",
		Says: "[{zone:left-wing=Left wing|left=Left|centre=Centre|right=Right|right-wing=Right wing} of " +
			"{side:name}: bidden to stand{pass:?}.]", Apply: (*State).activate},
	{Name: "unit.moved", Clause: "M5 M6 M7 M8 F3", Fields: "unit from to how stopped",
		Says: "{unit:name} {how:advance=went forward|back=went back|charge=went forward to charge|flank=moved " +
			"round the enemy's flank} from {from} to {to}[{stopped:enemy=, up to the enemy|friend=, up to " +
			"friends|edge=, to the edge of the field|impassable=, as far as the ground allowed|lights=, in " +
			"among the skirmishers}].", Apply: (*State).move},
	{Name: "move.blocked", Clause: "M9 M11 F1 F5 P2", Fields: "unit order reason",
		Says: "{unit:name} could not {order:advance=advance|back=go back|charge=charge|flank=get round the " +
			"flank|shift=change place}: {reason:engaged=locked in the fight|friend=friends stood in the way|" +
			"enemy=the enemy stood in the way|edge=here the field ends|impassable=the ground forbade it|" +
			"enemy-in-column=the enemy stood before them|no-target=there was no flank to turn|no-room=there " +
			"was no room beside the enemy|cavalry-in-way=the enemy's horse barred the way|committed=in " +
			"reserve no more|outer-column=the outermost ground is for horsemen}."},
	{Name: "javelin.thrown", Clause: "L3", Fields: "light target phase hits",
		Says: "{light:name} {hits:0=loosed javelins at|*=found the mark with javelins among} {target:name}."},
	{Name: "light.driven", Clause: "L2 L5 L7 R1", Fields: "light by from to spaces",
		Says:  "{by:name} drove {light:name} back to {to}.",
		Apply: func(s *State, o *events.Outcome) { s.put(s.who(o, "light"), s.space(o, "to")) }},
	{Name: "light.dispersed", Clause: "L6", Fields: "light by at", Loss: true,
		Says:  "{light:name} had nowhere to go and scattered.",
		Apply: func(s *State, o *events.Outcome) { s.remove(s.who(o, "light"), Dispersed) }},
	{Name: "charge.missed", Clause: "C2", Fields: "unit reason",
		Says: "The charge of {unit:name} came to nothing: {reason:no-enemy=there was no enemy before them|" +
			"other-target=this was not the enemy that they were to charge|rough=the ground was too rough}."},
	{Name: "charge.made", Clause: "C3", Fields: "unit target reply angle",
		Says: "{unit:name} charged {target:name}[ {angle:flank=in the flank|rear=in the rear|front=from the " +
			"front}], who {reply:counter=came to meet them|stand=stood to receive them|none=could do " +
			"nothing}.", Apply: (*State).spendCharge},
	{Name: "charge.rolled", Clause: "C5", Fields: "unit target rolls bonus need hits",
		Says:  "{unit:name} struck at {target:name} in the shock: {hits} blow{hits:s} told ({rolls}).",
		Apply: (*State).noteFight},
	{Name: "charge.resolved", Clause: "C6", Fields: "unit target hits back",
		Says:  "The charge cost {target:name} {hits:0=nothing|1=one hit|*=# hits}[ and {unit:name} {back:+}].",
		Apply: (*State).engage},
	{Name: "flank.made", Clause: "F3 F7", Fields: "unit target at angle",
		Says: "{unit:name} stood {angle:flank=upon the flank|rear=in the rear|front=before the face} of " +
			"{target:name} at {at}.", Apply: (*State).faceTarget},
	{Name: "officer.rode", Clause: "O3", Fields: "officer from to",
		Says: "{officer:name} rode to the {to:left-wing=left wing|right-wing=right wing}.", Apply: (*State).rideTo},
	{Name: "light.fought", Clause: "L7", Fields: "light against rolls loser",
		Says: "{light:name} and {against:name} skirmished ({rolls})[; {loser:name} had the worse]."},
	{Name: "cards.order", Clause: "B1", Fields: "first second choice",
		Says: "First to lay a battle card: {first:name}."},
	{Name: "card.placed", Clause: "B2", Fields: "side unit card n",
		Says:  "A battle card of {side:name} was laid on {unit:name}{card:?=, face down|*=: #}.",
		Apply: (*State).layCard},
	{Name: "card.unused", Clause: "B3", Fields: "side unit card reason", To: rules.ToOwn,
		Says: "Of your plan for {unit:name} nothing came with {card:or}: {reason:condition=it was not so|" +
			"gone=they had left the field|limit=no more cards could be played|has-card=they had a card|" +
			"not-held=the card was not in hand|wrong-kind=not for their kind|no-stamina=they were too weary|" +
			"needs-target=they had nobody to strike|needs-attacked=nobody struck at them|needs-face=nobody " +
			"faced them|needs-fresh=they were in the fight already|needs-officer=no officer was with them|" +
			"needs-second-line=no fresh line stood behind them|needs-room=there was no room behind them}."},
	{Name: "unit.known", Clause: "K3", Fields: "unit veteran",
		Says:  "{unit:name} proved to be {veteran:yes=veterans|no=men of average worth}.",
		Apply: func(s *State, o *events.Outcome) { s.subject(o).Known = true }},
	{Name: "card.revealed", Clause: "B6 B9", Fields: "unit card effect",
		Says:  "On {unit:name} the card was turned up: {card:name}, {effect:played=and played|void=and void}.",
		Apply: (*State).reveal},
	{Name: "unit.relieved", Clause: "K9", Fields: "out in at",
		Says: "{in:name} came forward through the ranks of {out:name} to {at}.", Apply: (*State).relieve},
	{Name: "missile.thrown", Clause: "B11", Fields: "unit target rolls hits",
		Says:  "{unit:name} hurled missiles at {target:name} ({rolls}): {hits:0=without effect|*=a hit}.",
		Apply: (*State).noteFight},
	{Name: "melee.attack", Clause: "K5", Fields: "unit target angle rolls bonus need hits",
		Says: "{unit:name} struck at {target:name}[ {angle:flank=in the flank|rear=from behind|beside=from " +
			"beside|front=face to face}]: {hits:0=no hit|1=one hit|*=# hits} ({rolls}{bonus:0=|*= with # " +
			"added}, {need} needed).", Apply: (*State).noteFight},
	{Name: "melee.riposte", Clause: "B11", Fields: "unit target hits",
		Says: "{unit:name} made {target:name} pay for a poor stroke: {hits} hit{hits:s}."},
	{Name: "melee.cancelled", Clause: "B11", Fields: "unit hits",
		Says: "{unit:name} warded off {hits:1=a hit|*=# hits}."},
	{Name: "morale.hit", Clause: "L3 C6 K8 R2 O6", Fields: "unit hits total cause", Loss: true,
		Says: "{unit:name} took {hits:1=a hit|*=# hits} ({cause:javelin=javelins|charge=the charge|melee=the " +
			"melee|rout=friends in rout|dismay=the general's fall}), {total} in all.",
		Apply: func(s *State, o *events.Outcome) { s.subject(o).Hits = o.Int("total") }},
	{Name: "unit.pushed", Clause: "K10", Fields: "unit by from to",
		Says: "{by:name} thrust {unit:name} back to {to}.", Apply: (*State).push},
	{Name: "unit.gaveground", Clause: "K10", Fields: "unit from to", Says: "{unit:name} gave ground to {to}.",
		Apply: func(s *State, o *events.Outcome) { s.shiftWithLights(s.who(o, "unit"), s.space(o, "to")) }},
	{Name: "unit.stuck", Clause: "K10", Fields: "unit at",
		Says: "{unit:name} would have given ground, and could not."},
	{Name: "unit.recovered", Clause: "K10 P1", Fields: "unit hits total cause",
		Says: "{unit:name} took heart again[ under an officer's eyes{cause:rally=|card=}]: {hits} hit{hits:s} " +
			"fewer, {total} left.", Apply: func(s *State, o *events.Outcome) { s.subject(o).Hits = o.Int("total") }},
	{Name: "unit.refreshed", Clause: "K10", Fields: "unit stamina",
		Says:  "{unit:name} drew breath: stamina {stamina}.",
		Apply: func(s *State, o *events.Outcome) { s.subject(o).Stamina = o.Int("stamina") }},
	{Name: "officer.risked", Clause: "O5", Fields: "officer roll killed", Loss: true,
		Says: "{officer:name} {killed:yes=fell|no=came away unhurt} ({roll}).", Apply: (*State).risk},
	{Name: "unit.routed", Clause: "R1", Fields: "unit at hits max wave", Loss: true,
		Says: "{unit:name} broke and ran from {at}, {hits} hit{hits:s} against {max}.", Apply: (*State).rout},
	{Name: "rout.tested", Clause: "R2", Fields: "unit near roll need hit",
		Says: "{unit:name} saw {near:name} run and {hit:yes=wavered|no=held} ({roll}, {need} to waver)."},
	{Name: "rout.steady", Clause: "R4", Fields: "unit wave", Says: "{unit:name}, steadied, did not look round."},
	{Name: "officer.dismay", Clause: "O6", Fields: "unit roll need hit",
		Says: "At the general's fall {unit:name} {hit:yes=lost heart|no=kept heart} ({roll})."},
	{Name: "unit.turned", Clause: "T1", Fields: "unit from to against",
		Says: "{unit:name} turned from {from:n=north|e=east|s=south|w=west} to {to:n=north|e=east|s=south|" +
			"w=west}[ to face {against:name}].", Apply: (*State).turn},
	{Name: "unit.engaged", Clause: "K12", Fields: "unit with",
		Says:  "{unit:name} {with:-=came free of the fight|*=stood locked in the fight}.",
		Apply: func(s *State, o *events.Outcome) { s.subject(o).Engaged = s.list(o.Get("with")) }},
	{Name: "cards.cleared", Clause: "B5", Fields: "side cards", Apply: (*State).clearCards},
	{Name: "officer.attached", Clause: "O4", Fields: "officer unit",
		Says:  "{officer:name} took his place with {unit:name}.",
		Apply: func(s *State, o *events.Outcome) { s.officer(o).Unit = adjudicator.At(s.who(o, "unit")) }},
	{Name: "officer.detached", Clause: "O4", Fields: "officer unit", Says: "{officer:name} left {unit:name}.",
		Apply: func(s *State, o *events.Outcome) { s.officer(o).Unit = adjudicator.None }},
	{Name: "officer.failed", Clause: "O3 O4", Fields: "officer order reason",
		Says: "{officer:name} could not {order:ride=ride|attach=join|detach=leave}: {reason:dead=he is dead|" +
			"gone=they had left the field|not-in-zone=they were not in his zone|attached=he was with a unit}."},
	{Name: "unit.shifted", Clause: "P2", Fields: "unit from to stopped",
		Says:  "{unit:name}, in reserve, moved along the rear from {from} to {to}.",
		Apply: func(s *State, o *events.Outcome) { s.put(s.who(o, "unit"), s.space(o, "to")) }},
	{Name: "officer.replaced", Clause: "O7", Fields: "officer zone",
		Says:  "Another takes the place and the name of {officer:name}.",
		Apply: func(s *State, o *events.Outcome) { s.officer(o).Dead = false }},
	{Name: "game.ended", Clause: "E1 E2 E3", Fields: "winner reason", To: rules.ToAll,
		Says: "The battle is over: {winner:draw=neither side has won|*=the field belongs to @} " +
			"({reason:removed=too many have run|turns=night falls|resigned=the sword is given up}).", Apply: (*State).end},
	{Name: "directive.acted", Clause: "H5", Fields: "id unit? officer?", To: rules.ToOwn,
		Says: "[{unit:name}][{officer:name}] acted on the directive {id}."},
	{Name: "directive.ignored", Clause: "H5", Fields: "id unit? officer? reason", To: rules.ToOwn,
		Says: "[{unit:name}][{officer:name}] did not act on {id}: {reason:gone=not in the field any more|" +
			"own-order=the lieutenant there had given orders himself}."},
	{Name: "order.standing", Clause: "f", Fields: "slot by given text", To: rules.ToOwn,
		Says:  "Standing from now on: {text}.",
		Apply: (*State).keepStanding},
	{Name: "order.cancelled", Clause: "f", Fields: "slot by", To: rules.ToOwn,
		Says:  "A standing order was taken back ({slot}).",
		Apply: (*State).dropStanding},
	{Name: sightOwn, Clause: "i H6",
		Fields: "unit at kind side light? facing hits? max? stamina? quality? wounds? engaged charged reserve " +
			"standing posture turn", Apply: (*State).remember},
	{Name: sightEnemy, Clause: "i H6",
		Fields: "unit at kind side light? facing hits? stamina? quality? wounds? engaged turn", Apply: (*State).remember},
	{Name: sightGone, Clause: "i H6", Fields: "unit status side turn", Apply: (*State).bury},
	{Name: sightOfficer, Clause: "i", Fields: "officer zone with status where dead side at", Apply: (*State).remember},
	{Name: sightHand, Clause: "i", Fields: "side cards", Apply: (*State).remember},
	{Name: sightCards, Clause: "i", Fields: "side count", Apply: (*State).remember},
	{Name: sightLosses, Clause: "i", Fields: "first first-removed first-total second second-removed second-total",
		Apply: (*State).remember},
}, couriers.Outcomes()...)
