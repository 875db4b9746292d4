package commandchaos

import (
	"galloper/adjudicator/board"
	"galloper/adjudicator/rules"
	"galloper/events"
)

var tales = rules.Tales{
	Steps: "setup.done initiative.rolled hand.changed movement.order zone.active charge.rolled cards.order card.placed " +
		"rout.steady unit.engaged unit.dealt unit.refreshed unit.placed battle.begun officer.attached officer.detached " +
		"unit.turned unit.shifted order.standing order.cancelled officer.rode unit.known card.revealed",
	Of: map[string]events.Tale{
		"officer.risked": {Like: rules.Fell, Rise: rules.When("killed", "yes 130"),
			Says: []string{"{officer:name} fell."}},
		"officer.replaced": {Like: rules.Fell, Weight: 30,
			Says: []string{"[{next}][{next:!}Another officer] takes over the command."}, Head: "Another takes over"},
		"officer.dismay": {Like: rules.Ran, Rise: rules.When("hit", "yes 35"),
			Says: []string{"At the general's fall {unit:name} lost heart."}, Head: "{unit:name} lost heart"},
		"officer.failed": {Like: rules.Disobeyed, By: "officer",
			Says: []string{"{officer:name} could not {order:ride=ride|attach=join the unit|detach=leave the unit}: " +
				"{reason:dead=the officer is dead|gone=the unit had left the field|not-in-zone=the unit was in another zone; ride " +
				"there first|attached=the officer was with another; leave it first}."},
			Head: "{officer:name} could not"},
		"game.ended": {Like: rules.Over, Says: []string{"The battle is over: {winner:draw=neither side has won|" +
			"*=the field belongs to @} ({reason:removed=too many have run|turns=night falls|resigned=the sword " +
			"is given up})."}},
		"setup.rejected": {Like: rules.Broke, Weight: 90, Says: []string{"The {what:places=places|chits=morale " +
			"chits} that were given break {reason} and are not used."}, Head: "Your deployment is refused",
			Theirs: "A deployment is refused"},

		"unit.routed": {Like: rules.Gone, Weight: 85,
			Blames: "melee.attack charge.resolved missile.thrown javelin.thrown",
			Says: []string{"{unit:name} broke and ran[ before {blame:name}], after {hits:1=a hit|*=# hits}.",
				"{unit:name} ran[ from {blame:name}]: {hits:1=a hit was|*=# hits were} more than they could bear."},
			Head: "{unit:name} broke"},
		"light.dispersed": {Like: rules.Gone, By: "light", On: "by",
			Says: []string{"{light:name} had nowhere to go and scattered."}, Head: "{light:name} scattered"},
		"light.driven": {Like: rules.Wavered, By: "light", On: "by",
			Says: []string{"{by:name} drove back {light:name}."}, Head: "{light:name} driven back"},
		"light.fought": {Kind: events.SceneFire, By: "light", On: "against", Weight: 25,
			Says: []string{"{light:name} and {against:name} skirmished[; {loser:name} had the worse]."},
			Head: "The skirmishers meet"},
		"rout.tested": {Like: rules.Wavered, Rise: rules.When("hit", "yes 30"),
			Says: []string{"{unit:name} wavered at the sight of friends in flight."}},
		"javelin.thrown": {Like: rules.Fired, By: "light", On: "target", Weight: 25, Rise: rules.When("hits", "0 0"),
			Says: []string{"{light:name} found the mark among {target:name}."}, Head: "{light:name} told"},
		"missile.thrown": {Like: rules.Fired, Rise: rules.When("hits", "0 0"),
			Says: []string{"{unit:name} hurled missiles at {target:name}, and hit."}, Head: "{unit:name} told"},
		"charge.made": {Like: rules.Charged, Weight: 60, Rise: rules.When("angle", "flank 75, rear 78"),
			Says: []string{"{unit:name} charged {target:name}{angle:flank=, in the flank|rear=, from behind|*=}, " +
				"who {reply:counter=came to meet them|stand=stood|*=could do nothing}."}},
		"charge.resolved": {Like: rules.Charged, Hits: "hits", Weight: 62, Rise: rules.When("hits", "0 10"),
			Says: []string{"{unit:name} charged home upon {target:name}.",
				"{unit:name} crashed into {target:name}."}, // the hits tell the losses of both
			Head: "{unit:name} charge home"},
		"charge.missed": {Like: rules.Disobeyed, Says: []string{"The charge of {unit:name} came to nothing: " +
			"{reason:no-enemy=no enemy was before them|other-target=another enemy was before them|rough=the " +
			"ground was too rough}."}, Head: "{unit:name} charged nobody", Why: "charged, and it came to nothing: {reason:no-enemy=no enemy before them|other-target=another enemy before " +
			"them|rough=rough ground}",
			Mend: "{reason:rough=lead them round|*=wait until the enemy is before them}"},
		"flank.made": {Like: rules.Charged, Weight: 70, Says: []string{"{unit:name} stood {angle:flank=upon the " +
			"flank|rear=in the rear|front=before the face} of {target:name}."}, Head: "{target:name} outflanked"},
		"melee.attack": {Like: rules.Fought, Says: []string{"{unit:name} struck at {target:name}{angle:flank=, in " +
			"the flank|rear=, from behind|*=}: {hits:0=no hit|1=one hit|*=# hits}."}},
		"melee.riposte": {Like: rules.Fought, Says: []string{"{unit:name} made {target:name} pay for a poor stroke."},
			Head: "{unit:name} struck back"},
		"melee.cancelled": {Like: rules.Fought, Weight: 20,
			Says: []string{"{unit:name} warded off {hits:1=a hit|*=# hits}."}, Head: "{unit:name} stood"},
		"morale.hit": {Like: rules.CutUp, Sum: "hits", Weight: 34,
			Says: []string{"{unit:name} took {hits:1=a hit|*=# hits}."}, Head: "{unit:name} shaken"},
		"unit.pushed": {Like: rules.Ran, On: "by", Weight: 50, Says: []string{"{by:name} thrust back {unit:name}."},
			Head: "{unit:name} thrust back"},
		"unit.gaveground": {Like: rules.Ran, Weight: 50, Says: []string{"{unit:name} gave ground."},
			Head: "{unit:name} gave ground"},
		"unit.stuck": {Like: rules.Ran, Weight: 50,
			Says: []string{"{unit:name} would have given ground, and could not."}, Head: "{unit:name} hemmed in"},
		"unit.relieved": {Like: rules.Fought, Weight: 50, By: "in",
			Says: []string{"{in:name} came forward through the ranks of {out:name}."}, Head: "{in:name} come forward"},
		"unit.recovered": {Like: rules.Fought, Weight: 42, Says: []string{"{unit:name} took heart again."},
			Head: "{unit:name} took heart"},

		"unit.moved": {Like: rules.Marched},
		"move.blocked": {Like: rules.Hindered, Why: "could not {order:advance=advance|back=go back|charge=charge|" +
			"flank=get round|shift=change place}: {reason:engaged=locked in the fight|friend=friends in the way|" +
			"enemy=the enemy in the way|edge=here the field ends|impassable=the ground forbade it|" +
			"enemy-in-column=the enemy stood before them|no-target=no flank to turn|no-room=no room beside the " +
			"enemy|cavalry-in-way=their horse barred the way|committed=in reserve no more|outer-column=the " +
			"outermost ground is for horsemen}",
			Mend: "{reason:engaged=break the enemy first|friend=move the friends first|enemy=charge, or go round|" +
				"enemy-in-column=charge it|no-target=advance beside it first|no-room=make room first|" +
				"cavalry-in-way=drive off the horse first|*=}"},
		"card.unused": {Like: rules.Hindered, Why: "could not use {card:or}: {reason:" + unused + "}",
			Mend: "{reason:condition=play it without a condition|limit=play fewer|no-stamina=rest them|needs-officer=send an " +
				"officer to them|needs-second-line=bring up a second line|*=}"},
		"directive.acted": {Kind: events.SceneOrder, By: "unit"},
		"directive.ignored": {Like: rules.Disobeyed,
			Says: []string{"[{unit:name}][{officer:name}] did not act on what was sent: {reason:gone=they had left the " +
				"field|own-order=the lieutenant there had given orders already}."},
			Head: "An order not obeyed"},
	},
}

// unused words the reasons why a battle card was not played as planned.
const unused = "condition=it was not so|limit=no more cards could be played|has-card=they had another card already|" +
	"not-held=not in hand|wrong-kind=not for their kind|no-stamina=too weary|needs-target=nobody to strike|" +
	"needs-attacked=nobody struck at them|needs-face=nobody faced them|needs-fresh=in the fight already|" +
	"needs-officer=no officer with them|needs-second-line=no fresh line behind|needs-room=no room behind|" +
	"gone=they had left the field"

// reportWords words the outcomes and facts in reports. The facts block has ids, as in section i; the diary has names.
var reportWords = events.Words{
	Strength: "“1/4 hits” is one of the four hits that rout a unit; light foot cannot be hit.",
	Facts: []events.FactLine{
		{Kind: sightOwn, Group: 1, Role: events.RoleOwn, Strength: "[{hits}/{max} hit{max:s}][ light foot{light:?}]",
			Brink:  "can take but one hit more",
			Bound:  "are locked in the fight until one side runs: play a card, or bring others upon the flank",
			Writes: "[{engaged:?}We are locked with the enemy][{engaged:!}We stand]",
			State:  "[stamina {stamina}][, fighting {engaged:name}][, in reserve{reserve:?}][, has charged{charged:?}]",
			Idle:   "[{posture:advance=advances|charge=charges|hold=holds}][, standing orders: {standing}]",
			Now: "unit {unit} at {at}[ facing {facing}][ hits {hits} of {max}][ stamina {stamina}][ {quality}][ " +
				"light{light:?}][ engaged {engaged}]",
			Old: "unit {unit} at {at}[ facing {facing}][ hits {hits} of {max}][ stamina {stamina}][ {quality}][ " +
				"light{light:?}][ engaged {engaged}] (turn {turn})"},
		{Kind: sightEnemy, Group: 1, Role: events.RoleEnemy, Strength: "{kind}[, {hits:0=unhurt|1=1 hit|*=# hits}]",
			Now: "unit {unit} at {at}[ facing {facing}][ hits {hits}][ stamina {stamina}][ {quality}][ light{light:?}][ " +
				"engaged {engaged}]",
			Old: "unit {unit} at {at}[ facing {facing}][ hits {hits}][ stamina {stamina}][ {quality}][ light{light:?}][ " +
				"engaged {engaged}] (turn {turn})"},
		{Kind: sightGone, Group: 1, Final: true, Role: events.RoleGone, Ousts: []string{sightOwn, sightEnemy},
			Now: "unit {unit} {status}", Old: "unit {unit} {status}"},
		{Kind: sightOfficer, Group: 2, Role: events.RoleOfficer, State: "[with {with:name}]",
			Now: "officer {officer}[ at {where}][ with {with}][ dead{dead:?}]"},
		{Kind: sightHand, Group: 3, Role: events.RoleHand, Now: "hand: {cards}",
			Strength: "[You hold {cards:bag}][{cards:!}You hold no cards]"},
		{Kind: sightCards, Group: 3, Role: events.RoleHand, Now: "enemy hand: {count}",
			Strength: "The enemy holds {count} card{count:s}"},
		{Kind: sightLosses, Group: 4,
			Now: "removed: {first} {first-removed} of {first-total}, {second} {second-removed} of {second-total}"},
		{Kind: rules.SightLetter, Group: 5, Once: true,
			Now: "{kind} from {from} (turn {sent}): {text}",
			News: "{kind:letter=A runner brings a letter from|directive=A runner brings the orders of|captured=Your men " +
				"have taken a runner with words of} " +
				"{from:name}, sent in turn {sent}:"},
	},
}

// symbols describes how the map draws facts.
var symbols = events.Symbols{
	{Kind: sightOwn, Place: "at", To: "to", Facing: "facing", Label: "unit", Strength: "wounds", Shape: "kind",
		Side: "side", Old: true, Lost: "hits", Full: "max",
		Marks: []events.Mark{{Field: "engaged", Shows: "engaged"}}},
	{Kind: sightEnemy, Place: "at", To: "to", Facing: "facing", Label: "unit", Strength: "wounds", Shape: "kind",
		Side: "side", Old: true, Lost: "hits", Full: "max",
		Marks: []events.Mark{{Field: "engaged", Shows: "engaged"}}},
	{Kind: sightOfficer, Place: "at", Label: "officer", Shape: "commander", Side: "side"},
}

// ground returns the static map: one cell a space, named as in orders, and the zone boundaries.
func ground(b *Battle) board.Ground {
	size := b.Board.Size()
	g := board.Ground{Title: b.Title, East: size.X, North: size.Y} // the tables show the two sides
	for col := range b.Board.Columns {
		for row := range b.Board.Rows {
			s := board.Space{Col: col, Row: row}
			kind := ""
			if !b.passable(s) {
				kind = "impassable"
			} else if b.isRough(s) {
				kind = "rough"
			}
			g.Cells = append(g.Cells, board.Cell{ID: s.String(), Kind: kind, At: b.Board.Centre(s), Shape: b.Board.Corners(s)})
		}
	}
	for zone := 1; zone < b.Board.Zones(); zone++ {
		x := zone * b.Board.ZoneWidth * board.SpaceSize
		g.Courses = append(g.Courses, board.Course{ID: "zone-" + zoneIDs[zone], Kind: "boundary",
			At: []board.Point{{X: x, Y: 0}, {X: x, Y: size.Y}}})
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

// stage returns the map position of an officer without a unit: behind the line in their zone (§O1).
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
