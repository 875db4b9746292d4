package commandchaos

import (
	"galloper/adjudicator"
	"galloper/adjudicator/board"
	"galloper/events"
)

// reportWords say how outcomes and facts read in reports. Ids stand in the facts
// block, exactly as section i has it; the diary speaks of names.
var reportWords = events.Words{
	Diary:  diary,
	Losses: []string{"morale.hit", "unit.routed", "light.dispersed", "officer.risked"},
	Facts: []events.FactLine{
		{Kind: sightOwn, Group: 1,
			Now: "unit {unit} at {at}[ facing {facing}][ hits {hits} of {max}][ stamina {stamina}][ {quality}][ light{light:?}][ engaged {engaged}]",
			Old: "unit {unit} at {at}[ facing {facing}][ hits {hits} of {max}][ stamina {stamina}][ {quality}][ light{light:?}][ engaged {engaged}] (turn {turn})",
			Prompt: "{unit}: {kind:heavy=heavy infantry|cavalry=heavy cavalry|light=light infantry} at {at}[, engaged with {engaged:list}][, in reserve{reserve:?}]" +
				"[, has charged{charged:?}][, standing: {standing}]; posture {posture}"},
		{Kind: sightEnemy, Group: 1,
			Now: "unit {unit} at {at}[ facing {facing}][ hits {hits}][ stamina {stamina}][ {quality}][ light{light:?}][ engaged {engaged}]",
			Old: "unit {unit} at {at}[ facing {facing}][ hits {hits}][ stamina {stamina}][ {quality}][ light{light:?}][ engaged {engaged}] (turn {turn})"},
		{Kind: sightGone, Group: 1, Final: true, Ousts: []string{sightOwn, sightEnemy},
			Now: "unit {unit} {status}", Old: "unit {unit} {status}"},
		{Kind: sightOfficer, Group: 2,
			Now: "officer {officer}[ at {where}][ with {with}][ dead{dead:?}]"},
		{Kind: sightHand, Group: 3, Now: "hand: {cards}", Prompt: "in hand: {cards}"},
		{Kind: sightCards, Group: 3, Now: "enemy hand: {count}"},
		{Kind: sightLosses, Group: 4,
			Now: "removed: {first} {first-removed} of {first-total}, {second} {second-removed} of {second-total}"},
		{Kind: sightLetter, Group: 5, Once: true,
			Now: "{kind} from {from} (turn {sent}): {text}",
			News: "{kind:letter=A runner brings a letter from|directive=A runner brings the orders of|captured=Your men have taken a runner with words of} " +
				"{from:name}, sent in turn {sent}:"},
	},
	Tallies: []events.Tally{
		{Of: "charge.made", One: "1 charge", Many: "{n} charges"},
		{Of: "melee.attack", One: "1 attack in the melee", Many: "{n} attacks in the melee"},
		{Of: "unit.routed", One: "1 unit routed", Many: "{n} units routed"},
		{Of: "light.dispersed", One: "1 band of light infantry dispersed", Many: "{n} bands of light infantry dispersed"},
	},
}

// diary has a sentence for each outcome of section k that a seat may be told of.
var diary = map[string]string{
	"setup.rejected": "The {what:places=places|chits=morale chits} that were given for {side:name} break {reason} and are not used.",
	"setup.done":     "The deployment of {side:name} stands.",
	"battle.begun":   "The lines are drawn; the battle may begin.",

	"initiative.rolled": "The auspices favoured {first:name} ({rolls:scores}).",
	"hand.changed":      "Battle cards of {side:name}: {discarded:0=|*=# laid aside, }{drawn} drawn{got:?=|-=|*= (#)}.",
	"movement.order":    "First to move: {first:name}{choice:first=|second=, for so the first player willed}.",
	"zone.active": "[{zone:left-wing=Left wing|left=Left|centre=Centre|right=Right|right-wing=Right wing} of {side:name}: " +
		"bidden to stand{pass:?}.]",
	"unit.moved": "{unit:name} {how:advance=went forward|back=went back|charge=went forward to charge|flank=moved round the enemy's flank} from {from} to {to}" +
		"[{stopped:enemy=, up to the enemy|friend=, up to friends|edge=, to the edge of the field|impassable=, as far as the ground allowed|lights=, in among the skirmishers}].",
	"move.blocked": "{unit:name} could not {order:advance=advance|back=go back|charge=charge|flank=get round the flank|shift=change place}: " +
		"{reason:engaged=locked in the fight|friend=friends stood in the way|enemy=the enemy stood in the way|edge=here the field ends|impassable=the ground " +
		"forbade it|enemy-in-column=the enemy stood before them|no-target=there was no flank to turn|no-room=there was no room beside the enemy|cavalry-in-way=the " +
		"enemy's horse barred the way|committed=in reserve no more|outer-column=the outermost ground is for horsemen}.",
	"javelin.thrown":  "{light:name} {hits:0=loosed javelins at|*=found the mark with javelins among} {target:name}.",
	"light.driven":    "{by:name} drove {light:name} back to {to}.",
	"light.dispersed": "{light:name} had nowhere to go and scattered.",
	"charge.missed": "The charge of {unit:name} came to nothing: {reason:no-enemy=there was no enemy before them|other-target=this was not the enemy that they were to " +
		"charge|rough=the ground was too rough}.",
	"charge.made": "{unit:name} charged {target:name}[ {angle:flank=in the flank|rear=in the rear|front=from the front}], who {reply:counter=came to meet them|stand=stood " +
		"to receive them|none=could do nothing}.",
	"charge.rolled":   "{unit:name} struck at {target:name} in the shock: {hits} blow{hits:s} told ({rolls}).",
	"charge.resolved": "The charge cost {target:name} {hits:0=nothing|1=one hit|*=# hits}[ and {unit:name} {back:+}].",
	"flank.made":      "{unit:name} stood {angle:flank=upon the flank|rear=in the rear|front=before the face} of {target:name} at {at}.",
	"officer.rode":    "{officer:name} rode to the {to:left-wing=left wing|right-wing=right wing}.",
	"light.fought":    "{light:name} and {against:name} skirmished ({rolls})[; {loser:name} had the worse].",
	"cards.order":     "First to lay a battle card: {first:name}.",
	"card.placed":     "A battle card of {side:name} was laid on {unit:name}{card:?=, face down|*=: #}.",
	"card.unused": "Of your plan for {unit:name} nothing came with {card:or}: {reason:condition=it was not so|gone=they had left the field|limit=no more cards could be " +
		"played|has-card=they had a card|not-held=the card was not in hand|wrong-kind=not for their kind|no-stamina=they were too weary|needs-target=they had nobody to " +
		"strike|needs-attacked=nobody struck at them|needs-face=nobody faced them|needs-fresh=they were in the fight already|needs-officer=no officer was with them|" +
		"needs-second-line=no fresh line stood behind them|needs-room=there was no room behind them}.",
	"unit.known":     "{unit:name} proved to be {veteran:yes=veterans|no=men of average worth}.",
	"card.revealed":  "On {unit:name} the card was turned up: {card:name}, {effect:played=and played|void=and void}.",
	"unit.relieved":  "{in:name} came forward through the ranks of {out:name} to {at}.",
	"missile.thrown": "{unit:name} hurled missiles at {target:name} ({rolls}): {hits:0=without effect|*=a hit}.",
	"melee.attack": "{unit:name} struck at {target:name}[ {angle:flank=in the flank|rear=from behind|beside=from beside|front=face to face}]: " +
		"{hits:0=no hit|1=one hit|*=# hits} ({rolls}{bonus:0=|*= with # added}, {need} needed).",
	"melee.riposte":   "{unit:name} made {target:name} pay for a poor stroke: {hits} hit{hits:s}.",
	"melee.cancelled": "{unit:name} warded off {hits:1=a hit|*=# hits}.",
	"morale.hit": "{unit:name} took {hits:1=a hit|*=# hits} " +
		"({cause:javelin=javelins|charge=the charge|melee=the melee|rout=friends in rout|dismay=the general's fall}), {total} in all.",
	"unit.pushed":      "{by:name} thrust {unit:name} back to {to}.",
	"unit.gaveground":  "{unit:name} gave ground to {to}.",
	"unit.stuck":       "{unit:name} would have given ground, and could not.",
	"unit.recovered":   "{unit:name} took heart again[ under an officer's eyes{cause:rally=|card=}]: {hits} hit{hits:s} fewer, {total} left.",
	"unit.refreshed":   "{unit:name} drew breath: stamina {stamina}.",
	"officer.risked":   "{officer:name} {killed:yes=fell|no=came away unhurt} ({roll}).",
	"unit.routed":      "{unit:name} broke and ran from {at}, {hits} hits against {max}.",
	"rout.tested":      "{unit:name} saw {near:name} run and {hit:yes=wavered|no=held} ({roll}, {need} to waver).",
	"rout.steady":      "{unit:name}, steadied, did not look round.",
	"officer.dismay":   "At the general's fall {unit:name} {hit:yes=lost heart|no=kept heart} ({roll}).",
	"unit.turned":      "{unit:name} turned from {from:n=north|e=east|s=south|w=west} to {to:n=north|e=east|s=south|w=west}[ to face {against:name}].",
	"unit.engaged":     "{unit:name} {with:-=came free of the fight|*=stood locked in the fight}.",
	"officer.attached": "{officer:name} took his place with {unit:name}.",
	"officer.detached": "{officer:name} left {unit:name}.",
	"officer.failed": "{officer:name} could not {order:ride=ride|attach=join|detach=leave}: " +
		"{reason:dead=he is dead|gone=they had left the field|not-in-zone=they were not in his zone|attached=he was with a unit}.",
	"unit.shifted":     "{unit:name}, in reserve, moved along the rear from {from} to {to}.",
	"officer.replaced": "Another takes the place and the name of {officer:name}.",
	"game.ended": "The battle is over: {winner:draw=neither side has won|*=the field belongs to @} " +
		"({reason:removed=too many have run|turns=night falls|resigned=the sword is given up}).",

	"dispatch.sent":      "A runner set out with your {kind} to {to:name}.",
	"dispatch.riding":    "The runner {id} is on his way in the {zone}[, {left} to go].",
	"dispatch.delivered": "The runner {id} reached {to:name}.",
	"dispatch.captured":  "An enemy runner was taken.",
	"dispatch.lost":      "The runner {id} was lost.",
	"dispatch.delayed":   "The runner {id} was held up.",
	"directive.acted":    "[{unit:name}][{officer:name}] acted on the directive {id}.",
	"directive.ignored":  "[{unit:name}][{officer:name}] did not act on {id}: {reason:gone=not in the field any more|own-order=the lieutenant there had given orders himself}.",
	"order.standing":     "Standing from now on: {text}.",
	"order.cancelled":    "A standing order was taken back ({slot}).",
	"unit.placed":        "{unit:name} took post at {at}.",
	"unit.dealt":         "{unit:name} drew the morale chit {morale}.",
}

// symbols say how facts are drawn on the map.
var symbols = events.Symbols{
	{Kind: sightOwn, Place: "at", Facing: "facing", Label: "unit", Strength: "wounds", Shape: "kind", Side: "side", Old: true},
	{Kind: sightEnemy, Place: "at", Facing: "facing", Label: "unit", Strength: "wounds", Shape: "kind", Side: "side", Old: true},
	{Kind: sightOfficer, Place: "at", Label: "officer", Shape: "commander", Side: "side"},
}

// ground is the board without what moves on it: a cell a space, named as orders
// name it, and the zones' boundaries.
func ground(sc adjudicator.Scenario) board.Ground {
	b := sc.(*Battle)
	size := b.Board.Size()
	g := board.Ground{Title: b.Title, East: size.X, North: size.Y}
	for col := range b.Board.Columns {
		for row := range b.Board.Rows {
			s := board.Space{Col: col, Row: row}
			kind := ""
			if !b.passable(s) {
				kind = "impassable"
			} else if b.rough(s) {
				kind = "rough"
			}
			g.Cells = append(g.Cells, board.Cell{ID: s.String(), Kind: kind, At: b.Board.Centre(s), Shape: b.Board.Corners(s)})
		}
	}
	for zone := 1; zone < b.Board.Zones(); zone++ {
		x := zone * b.Board.ZoneWidth * board.SpaceSize
		g.Courses = append(g.Courses, board.Course{ID: "zone-" + zoneIDs[zone], Kind: "boundary", At: []board.Point{{X: x, Y: 0}, {X: x, Y: size.Y}}})
	}
	for i := range b.Sides {
		edge := "north"
		if b.Sides[i].South {
			edge = "south"
		}
		g.Sides = append(g.Sides, board.Edge{Side: b.Sides[i].ID, Name: b.Sides[i].Name, Edge: edge})
	}
	return g
}

// stage is where on the map an officer of a side stands who is with no unit:
// behind the line in his zone.
//
// §O1
func (b *Battle) stage(side, zone int) board.Space {
	s := board.Space{Col: zone * b.Board.ZoneWidth}
	step := 1
	if !b.Sides[side].South {
		s.Row, step = b.Board.Rows-1, -1
	}
	for n := range b.Board.ZoneWidth * b.Board.Rows {
		at := board.Space{Col: s.Col + n%b.Board.ZoneWidth, Row: s.Row + step*(n/b.Board.ZoneWidth)}
		if b.passable(at) {
			return at
		}
	}
	return s
}
