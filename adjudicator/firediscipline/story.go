package firediscipline

import (
	"galloper/adjudicator/board"
	"galloper/adjudicator/rules"
	"galloper/events"
)

// tales define how the story of a report narrates outcomes.
var tales = rules.Tales{
	Steps: "score.counted morale.passed morale.failed stand.halted stand.left_behind stand.rejoined unit.wheeled unit.formed " +
		"artillery.held artillery.pivoted artillery.prolonged commander.rode commander.attached commander.detached " +
		"guns.unlimbered unit.mounted unit.dismounted pursuit.moved",
	Of: map[string]events.Tale{
		"commander.hit": {Like: rules.Fell, By: "who", Weight: 60,
			Rise: rules.When("fate", "dead 100, wounded 100, captured 100"),
			Says: []string{"{who:name} {fate:dead=fell at the head of the men|wounded=took a wound and left the " +
				"field|captured=fell into the enemy's hands|*=lost their commander}."},
			Head:   "{who:name} {fate:dead=fell|wounded=wounded|captured=a prisoner|*=without a head}",
			Theirs: "{who:name} {fate:dead=fell|wounded=wounded|captured=a prisoner|*=without a head}"},
		"commander.spared": {Kind: events.SceneOfficer, By: "who"},
		"commander.fled": {Like: rules.Fell, By: "seat", Weight: 40,
			Says: []string{"{seat:name} had the enemy close by and spurred away."},
			Head: "{seat:name} nearly taken"},
		"commander.succeeded": {Like: rules.Fell, By: "seat", Weight: 70,
			Says: []string{"[{next}][{next:!}A successor] took the command, and rides with {unit:name}."},
			Head: "A successor takes over"},

		"game.ended": {Like: rules.Over, Says: []string{"The battle is over[: the field belongs to {winner:name}]. " +
			"{level:draw=Neither side has won|marginal=It is a marginal victory|decisive=It is a decisive " +
			"victory}."}},
		"army.broke": {Like: rules.Broke, Weight: 190,
			Says: []string{"{side:name} broke: of {of} compan{of:1=y|*=ies} {lost} {lost:1=is|*=are} gone."}},
		"objective.taken": {Like: rules.Taken, Holder: "by",
			Says: []string{"{place:name} is now held by {by:name}.", "{by:name} took {place:name}."}},
		"gun.captured": {Like: rules.Gone, Sum: "guns", Weight: 90,
			Says: []string{"[{guns:1=A gun|*=# guns}][{guns:!}Guns] of {unit:name}[ {guns:1=was|*=were}]" +
				"[{guns:!} were] taken."},
			Head: "The guns are lost", Theirs: "The guns are taken"},
		"unit.destroyed": {Like: rules.Gone,
			Says: []string{"{unit:name} ceased to exist.", "Of {unit:name} nothing is left."}},
		"unit.shattered": {Like: rules.Gone, Weight: 82, Says: []string{"{unit:name} broke to pieces and can no " +
			"longer be counted on.", "{unit:name} broke for good."}, Head: "{unit:name} broken"},
		"unit.left": {Like: rules.Gone, Says: []string{"{unit:name} ran from the field."},
			Head: "{unit:name} left the field"},

		"unit.fled": {Like: rules.Ran, Sum: "yards", Traces: "morale.failed why",
			Says: []string{"{unit:name} fled[ {yards:+} yard{yards:s}][: " + shaken + "].",
				"{unit:name} turned and ran[ for {yards:+} yard{yards:s}][: " + shaken + "]."},
			Why: "fled[: " + shaken + "]", Mend: "cover them"},
		"gun.abandoned": {Like: rules.Ran, Says: []string{"The gunners of {unit:name} ran from their pieces."},
			Head: "The gunners ran", Theirs: "Their gunners ran"},
		"unit.evaded": {Like: rules.Wavered, Weight: 40,
			Says: []string{"{unit:name} did not wait for the charge and made off."}, Head: "{unit:name} made off"},
		"morale.loss": {Like: rules.Wavered, Weight: 26, Traces: "morale.failed why",
			Says: []string{"Part of {unit:name} {effect:halt=would not go on|*=gave way}[: " + shaken + "]."},
			Why:  "[{effect:?halt}would not go on][{effect:?halt}[: " + shaken + "]]", Mend: "send others"},
		"stand.destroyed": {Like: rules.CutUp, Part: "company", Says: []string{"{n:1=A company|*=# companies} of " +
			"{unit:name} went down.", "{unit:name} lost {n:1=a whole company|*=# companies}."}},
		"stand.surrendered": {Like: rules.CutUp, Weight: 45, Part: "company",
			Traces: "morale.loss effect", Blames: "charge.contact pursuit.contact melee.fought volley.fired platoon.fired",
			Says: []string{"{n:1=A company|*=# companies} of {unit:name} laid down their arms[ to {blame:name}], " +
				"[{traced:?surrender}with the enemy on three sides of them]" +
				"[{traced:!}broken, and with no way to escape the charge]."},
			Head: "{unit:name} surrender"},
		"stand.left": {Like: rules.Wavered, Kind: events.SceneLoss, Weight: 35,
			Traces: "morale.failed why",
			Says:   []string{"{n:1=A company|*=# companies} of {unit:name} ran from the field[: " + shaken + "]."}},
		"stand.fled": {Like: rules.Wavered, Traces: "morale.failed why",
			Says: []string{"{n:1=A company|*=# companies} of {unit:name} gave way and ran back[: " + shaken + "]."}},
		"unit.passed_through": {Kind: events.SceneRout, By: "unit", On: "friends"},

		"charge.declared": {Like: rules.Charged, Weight: 40, Says: []string{"{unit:name} charged {target:name}."}},
		"charge.contact": {Like: rules.Charged, Weight: 60, Rise: rules.When("edge", "left 75, right 75, rear 75"),
			Says: []string{"{unit:name} came in on {target:name}[ {edge:front=front to front|left=upon the left " +
				"flank|right=upon the right flank|rear=from behind|guns=among the guns}].",
				"{unit:name} closed with {target:name}[ {edge:front=face to face|left=on the left flank|right=on " +
					"the right flank|rear=from behind|guns=at the guns}]."}, Head: "{unit:name} in among them",
			Theirs: "{unit:name} upon us"},
		"charge.fell_short": {Kind: events.SceneCharge, By: "unit", On: "target", Weight: 40,
			Says: []string{"{unit:name} went at {target:name} and found nobody to strike."},
			Head: "{unit:name} found nobody to strike"},
		"reaction.chosen": {Like: rules.Answered, On: "charger",
			Rise: rules.When("reaction", "flee 24, countercharge 42"),
			Says: []string{"{unit:name} {reaction:flee=would not stand|countercharge=went to meet them|*=stood}."},
			Head: "{unit:name} would not stand"},
		"pursuit.contact": {Like: rules.Charged, Weight: 62,
			Says: []string{"{unit:name}, hot in pursuit, fell upon {target:name}."}, Head: "{unit:name} pursue"},
		"melee.fought": {Like: rules.Fought},
		"melee.result": {Like: rules.Fought, Weight: 50, Rise: rules.When("result", "drawn 0"),
			Says: []string{"{unit:name} had {result:won=the better|drawn=neither the better nor the worst|*=the worst} of " +
				"[{alone:?}a fight hand to hand][{alone:!}it][, losing {lost} men]."},
			Head: "{unit:name} {result:won=had the better of it|*=had the worst of it}"},
		"melee.engaged": {Like: rules.Fought, Weight: 50, On: "with", Says: []string{"{unit:name} and {with:name} are " +
			"locked together.", "{unit:name} are [{alone:?}still ]hand to hand with {with:name}."},
			Head: "{unit:name} in hand to hand"},
		"objective.entered": {Kind: events.ScenePlace, By: "unit"},
		"objective.repulsed": {Like: rules.Fought, Weight: 60, Says: []string{"{unit:name} recoiled from the walls."},
			Head: "{unit:name} thrown back"},

		"boxes.marked":     {Like: rules.Gone, Loss: "by", Weight: 30},
		"volley.fired":     fired("gave", "a volley", "fired on"),
		"platoon.fired":    fired("fired by platoons at", "", "fired on"),
		"skirmish.fired":   fired("skirmished with", "", "sniped at"),
		"protective.fired": fired("fired at the last moment at", "", "fired on"),
		"artillery.fired":  fired("opened on", "", "fired on"),
		"skirmish.effect": {Kind: events.SceneFire, By: "firer", On: "target",
			Rise: rules.When("effect", "halt+hit 40, retreat+hit 45"),
			Says: []string{"The skirmishers of {firer:name} {effect:retreat+hit=drove back|none=shot at|*=stopped} {target:name}."},
			Head: "{target:name} {effect:retreat+hit=driven back|*=stopped}"},
		"gun.hit": {Kind: events.SceneFire, By: "unit", Weight: 26, Says: []string{"A ball struck " +
			"{unit:name}[: {part:crew=a gunner fell|gun=a gun was dismounted|limber=a limber was smashed}]."},
			Head: "{unit:name} hit"},
		"gun.destroyed": {Like: rules.CutUp, Weight: 60,
			Says: []string{"A section of {unit:name} was knocked to pieces."}, Head: "A section of {unit:name} gone"},
		"gun.decrewed": {Like: rules.CutUp, Weight: 50,
			Says: []string{"No gunner of a section of {unit:name} was left standing."},
			Head: "{unit:name} without gunners"},
		"gun.remanned": {Like: rules.CutUp, Weight: 20,
			Says: []string{"The gunners of {unit:name} came back to their pieces."}, Head: "{unit:name} manned again"},
		"volley.reserved": {Kind: events.SceneFire, By: "firer", On: "against"},
		"unit.reformed":   {Like: rules.Rallied, Says: []string{"{unit:name} formed again on those who stood."}},

		"unit.moved": {Like: rules.Marched},
		"unit.blocked": {Like: rules.Hindered,
			Why: "could not get on[: {by:terrain=the ground forbade it|edge=here the field ends|" +
				"friends=friends were in the way|*=@ in the way}]",
			Mend: "{by:terrain=lead them round|edge=|friends=move the friends first|*=drive them off, or go round}"},
		"unit.stayed": {Like: rules.Hindered, Why: "stood where they were{reason:enemy=, the enemy so near|guide=, with " +
			"nobody to keep up with|halted=: too many would not go on|crews=: the gunners had run|pace=, the " +
			"going too slow}", Mend: "{reason:enemy=order an assault or a withdrawal|guide=give them a directive of their " +
			"own|halted=send others|pace=lead them over better ground|*=}"},
		"unit.cramped": {Like: rules.Hindered, Why: "had no room to wheel: {by:name} in the way",
			Mend: "move the others first"},
		"directive.acted": {Like: rules.Hindered, Weight: 10, Acts: "text"},
		"directive.void": {Like: rules.Disobeyed, Says: []string{"{unit:name} {reason:not-rearward=could not fall " +
			"back to a place no nearer home|water=found no way over the water|terrain=could not get through " +
			"that ground|unlimbered=had unlimbered and could not limber again}, and held."}, Head: "{unit:name} could not obey",
			Why: "could not do as ordered: {reason:not-rearward=that place was no nearer home|water=no way over the " +
				"water|terrain=no way through that ground|unlimbered=guns that have unlimbered never limber again}; they hold",
			Mend: "{reason:not-rearward=name a place nearer home|water=lead them to a bridge or ford|" +
				"unlimbered=|*=lead them round}"},
		"directive.done": {Like: rules.Hindered, Weight: 20,
			Says: []string{"{unit:name} carried out {verb:ADVANCE=the advance|ASSAULT=the assault|CHARGE=the charge|ATTACK=the " +
				"attack|FOLLOW=the order to follow|SUPPORT=the order to support|*=the withdrawal} and stand."}, Head: "{unit:name} where you wanted", Why: "have done as ordered, and hold"},
	},
}

// shaken gives the reason of a failed morale check.
const shaken = "{traced:fire=the fire was too hot|melee=they had the worst of the melee|short=their charge had come to " +
	"nothing|commander=their commander was down|charging=they had no stomach for a charge|neighbour=their neighbours " +
	"gave way}"

// fired returns the tale of fire, with its effect or the lack of one.
func fired(how, what, also string) events.Tale {
	if what != "" {
		what = " " + what
	}
	return events.Tale{Kind: events.SceneFire, By: "firer", On: "target", Hits: "hits", Weight: 30,
		Rise: rules.When("hits", "0 12"),
		Says: []string{
			"{firer:name} " + how + " {target:name}" + what + "{hits:0= without effect|*=}[; {fell} fell].",
			"{firer:name} " + also + " {target:name}{hits:0= to no purpose|*=}[, and {fell} fell].",
		},
		Head: "{firer:name} in action", Theirs: "{target:name} under fire"}
}

func (b *Battle) places() (list []events.Place) {
	for i := range b.Features {
		if f := &b.Features[i]; f.Kind == Objective {
			list = append(list, events.Place{ID: f.ID, Points: f.Points})
		}
	}
	return list
}

// reportWords define the wording of facts in reports, by ids, as in section i.
var reportWords = events.Words{
	Strength: "A stand is a company of foot, a troop of horse or two guns. “Lost 3/9” is three casualties[, each of " +
		"some {men} men,] of the nine that break a unit.",
	Facts: []events.FactLine{
		{Kind: "sight.commander", Group: 1, Role: events.RoleOfficer, State: "[with {with:name}]",
			Now: "commander {commander} at {x:yards},{y:yards}[ with {with}][ {status}]"},
		{Kind: "sight.own", Group: 2, Role: events.RoleOwn, Strength: "{stands} stand{stands:s}[, lost {boxes:+}/{shatter}]",
			State: "[{engaged:?}in hand to hand][{engaged:!}[{halted:?}halted][{halted:!}{formation}]][, {out:+} out of ranks]",
			Bound: "are locked in melee until one side breaks: send others in",
			Writes: "[{engaged:?}We are hand to hand with the enemy][{engaged:!}[{halted:?}My men have halted and will " +
				"not go on][{halted:!}We stand in {formation:open=open order|limbered=column, limbered|*=line}]][, {where}]" +
				"[, and have lost {lost} men]",
			Now: "own {unit} {arm} {formation} {stands} stands at {x:yards},{y:yards} facing {facing}" +
				"[ out {out:+}][ halted{halted:?}][ engaged{engaged:?}] boxes {boxes} of {shatter} turn {since}",
			Old: "last known {unit} {arm} {formation} {stands} stands at {x:yards},{y:yards} turn {turn} boxes {boxes} " +
				"of {shatter} turn {since}"},
		{Kind: "sight.gone", Group: 3, Final: true, Role: events.RoleGone, Ousts: []string{"sight.own", "sight.enemy"},
			Now: "gone {unit} turn {turn}", Old: "gone {unit} turn {turn}",
			News: "The field has seen the last of {unit:name}."},
		{Kind: "sight.enemy", Group: 4, Role: events.RoleEnemy, Strength: "{arm}, {stands} stand{stands:s} seen",
			Now: "enemy {unit} {arm} {formation} {stands} stands at {x:yards},{y:yards} facing {facing}",
			Old: "last seen {unit} {arm} {formation} {stands} stands at {x:yards},{y:yards} turn {turn}"},
		{Kind: "sight.unknown", Group: 5, Role: events.RoleGuess, Strength: "about {stands} stand{stands:s}",
			Now: "enemy {arm} about {stands} stands at {x:yards},{y:yards}"},
		{Kind: "sight.letter", Group: 6, Once: true,
			Now:  "letter from {from} (turn {sent}): {text}",
			News: "A letter from {from:name}, written in turn {sent}:"},
	},
}

// symbols define the drawing of facts on the map.
var symbols = events.Symbols{
	{Kind: "sight.zone", X: "x", Y: "y", Facing: "facing", Frontage: "frontage", Reach: "reach", Side: "side"},
	{Kind: "sight.own", X: "x", Y: "y", Facing: "facing", Label: "unit", Strength: "stands", Shape: "arm",
		Frontage: "frontage", Depth: "depth", Side: "side", Old: true, Lost: "boxes", Full: "shatter",
		Marks: []events.Mark{{Field: "engaged", Shows: "engaged"}, {Field: "halted", Shows: "halted"}}},
	{Kind: "sight.enemy", X: "x", Y: "y", Facing: "facing", Label: "unit", Strength: "stands", Shape: "arm",
		Frontage: "frontage", Depth: "depth", Side: "side", Old: true},
	{Kind: "sight.unknown", X: "x", Y: "y", Strength: "stands", Shape: "arm", Side: "side"},
	{Kind: "sight.courier", X: "x", Y: "y", Label: "id", Shape: "courier", Road: "road", Side: "side"},
	{Kind: "sight.commander", X: "x", Y: "y", Label: "commander", Shape: "commander", Side: "side", Old: true},
}

func (b *Battle) ground() board.Ground {
	g := board.Ground{Title: b.Title, East: b.Width, North: b.Height, Unit: "yards", Near: 120 * board.Yard}
	for i := range b.Features {
		f := &b.Features[i]
		g.Areas = append(g.Areas, board.Area{ID: f.ID, Name: f.Name, Kind: string(f.Kind), At: f.At, Level: f.Level,
			Slope: f.Slope * board.Yard})
		if f.Kind == Objective {
			g.Marks = append(g.Marks, board.Mark{ID: f.ID, Name: f.Name, Kind: "objective", At: f.Centre,
				Points: f.Points})
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
