package orderdiscipline

import (
	"strings"

	"galloper/adjudicator/board"
	"galloper/adjudicator/rules"
	"galloper/events"
)

// tales say how the story in a report tells outcomes.
var tales = rules.Tales{
	Steps: "initiative.deck initiative.card command.rolled " +
		"command.chain command.rerolled charge.moved side.moves morale.tested unit.stood " +
		"unit.faced unit.formed general.moved general.joined general.left rally.tried",
	Of: map[string]events.Tale{
		"initiative.played": {Kind: events.SceneOrder, Hand: true,
			Says: []string{"{side:name} played a {card} to {why:seize=seize the initiative|contest=keep the initiative}."}},
		"initiative.held": {Kind: events.SceneOrder, Hand: true,
			Says: []string{"{side:name} had the initiative{by:card= by the card|seized=, snatched from the enemy|" +
				"contested= in spite of the enemy|tie=, the cards being equal}.", "The first move fell to {first:name}."}},
		"directive.adopted": {Kind: events.SceneOrder, By: "general", Weight: 20,
			Says: []string{"{general:name} will do as directed."}},
		"directive.shown": {Like: rules.Disobeyed, By: "general",
			Says: []string{"{general:name} had other orders, and did not do as directed."},
			Head: "An order not obeyed"},
		"army.broke": {Like: rules.Broke, Says: []string{"The army of {side:name} broke."}},
		"command.broke": {Like: rules.Broke, By: "general", Weight: 80,
			Says: []string{"The command of {general:name} broke."}, Head: "{general:name} broken"},
		"objective.held": {Like: rules.Taken, Holder: "side",
			Says: []string{"{side:name} took {place:name}.", "{place:name} was taken by {side:name}."}},
		"general.risked": {Like: rules.Fell, By: "general", Rise: rules.When("result", "fell 100"),
			Says: []string{"{general:name} fell with {unit:name}."}, Head: "{general:name} fell"},
		"unit.gone": {Like: rules.Gone, Says: []string{"{unit:name} {how:destroyed=fought to the last man|" +
			"surrendered=laid down arms, the way of flight being barred|captured=fell into the enemy's hands, guns and all|" +
			"dispersed=dispersed, too few to rally|*=ran off the field}."}, Head: "{unit:name} gone",
			Theirs: "{unit:name} {how:destroyed=destroyed|surrendered=surrendered|captured=taken|*=gone}"},
		"unit.routed": {Like: rules.Ran, Blames: "fire.volley melee.fought",
			Says: []string{"{unit:name} ran[ from {blame:name}].", "{unit:name} broke and ran[ from {blame:name}]."}},
		"unit.retired": {Like: rules.Wavered, Weight: 40, Says: []string{"{unit:name} drew back."},
			Head: "{unit:name} drew back"},
		"morale.fell": {Like: rules.Wavered, Weight: 41, Blames: "fire.volley",
			Says: []string{"{unit:name} became {to}[{cause:?test} over the losses to [{blame:?}the fire of {blame:name}]" +
				"[{blame:!}the fire]][{cause:?melee} in the melee]."},
			Head: "{unit:name} {to}"},
		"morale.rose": {Like: rules.Rallied, Says: []string{"{unit:name} took heart again."}},
		"unit.lost-stand": {Like: rules.CutUp, Weight: 45, Part: "company", Says: []string{"{unit:name} lost " +
			"{n:1=a company|*=# companies}{cause:fire= to the fire|melee= in the melee|rout= in the flight|test= in the flight|*=}."}},

		"charge.declared": {Kind: events.SceneCharge, By: "unit", On: "target"},
		"charge.tested": {Kind: events.SceneCharge, By: "unit", On: "target", Rise: rules.When("result", "failed 45"),
			Says: []string{"{unit:name} would not charge {target:name}."}, Head: "{unit:name} hang back",
			Why:  "[{result:?failed}would not go forward to the charge: scored {score}, {need} needed]",
			Mend: "charge with steadier men, or spend a card"},
		"charge.contact": {Like: rules.Charged, Weight: 60, Rise: rules.When("aspect", "flank 75, rear 78"),
			Says: []string{"{unit:name} charged home on {target:name}{aspect:front=|flank=, in flank|rear=, from " +
				"behind}.", "{unit:name} came in upon {target:name}{aspect:front=, face to face|flank=, on the " +
				"flank|rear=, from behind}."}, Head: "{unit:name} charge home", Theirs: "{unit:name} upon us"},
		"charge.not-made": {Like: rules.Hindered, Why: "did not charge: " + notCharged,
			Mend: "{reason:routing=they rally first|unsteady=have them rally first|not-seen=bring it in sight|" +
				"formation=change the formation first|out-of-arc=face it first|out-of-reach=go nearer first|blocked=lead them " +
				"round|*=}"},
		"reaction.made": {Like: rules.Answered, On: "to",
			Rise: rules.When("kind", "evade 40, countercharge 40, square 45"),
			Says: []string{"{unit:name} {kind:square=tried to form square|evade=gave way|countercharge=rode to meet " +
				"it|*=stood}{result:done=|*=, and could not}."},
			Head: "{unit:name} {kind:square=in square|evade=gave way|*=stood}"},
		"melee.fought": {Like: rules.Fought, Says: []string{"{unit:name} fought {target:name} hand to hand."}},
		"melee.result": {Like: rules.Fought, Weight: 62, Rise: rules.When("winner", "none 50"), By: "units",
			Says: []string{"The melee of {units:name} {winner:none=is undecided|*=went to @}."},
			Head: "{winner:none=Hand to hand|*=A melee went to @}"},
		"fire.volley": {Like: rules.Fired, Says: []string{"{unit:name} fired on {target:name}{hits:0= without " +
			"effect|1=: one hit|*=: # hits}.",
			"{unit:name} gave {target:name} a volley{hits:0=, to no purpose|1= that told once|2= that told twice|" +
				"*= that told # times}."}},
		"fire.not-made": {Like: rules.Hindered, Why: "did not fire as ordered: {reason:not-seen=no such enemy in " +
			"sight|in-contact=hand to hand with others|in-melee=friends among the enemy|out-of-arc=the enemy " +
			"not in front|out-of-range=out of range|blocked=others in the line of fire}",
			Mend: "{reason:not-seen=name one in sight, or none|out-of-arc=face it first|out-of-range=go nearer first|" +
				"blocked=move aside first|*=}"},
		"order.skipped": {Like: rules.Hindered,
			Why:  "could not do as ordered: {reason:not-seen=no such enemy in sight|gone=nobody there}",
			Mend: "name another, or a place"},
		"move.scored": {Like: rules.Marched, Why: "[{rate:?half}went at half pace (scored {score}, {need} needed)]",
			Mend: "keep a card for their general"},
		"unit.moved": {Like: rules.Marched, Why: "{stopped:edge=came to the edge of the field|terrain=had impassable " +
			"ground before them|enemy=halted before the enemy|friend=had friends in their way|*=}",
			Mend: "{stopped:terrain=lead them round|enemy=charge, or fire|friend=move the friends first|*=}"},
		"unit.arrived": {Like: rules.Hindered, Weight: 30, Says: []string{"{unit:name} came onto the field."},
			Head: "{unit:name} arrive"},
		"unit.delayed": {Like: rules.Disobeyed,
			Says: []string{"{unit:name} could not come onto the field: the enemy stands there."},
			Head: "{unit:name} kept off", Why: "were kept off the field by the enemy",
			Mend: "clear the place of their arrival"},
		"game.over": {Like: rules.Over, Says: []string{"The battle is over: " +
			"{winner:draw=neither side has won|*=the field belongs to @}[{by:break=|turns=; night falls|resigned=; the " +
			"sword is given up}]."}},
	},
}

const notCharged = "{reason:routing=they were running themselves|unsteady=they were too shaken|" +
	"in-contact=in melee already|broken-command=the brigade was broken|not-seen=no such enemy in sight|" +
	"formation=not in that formation|out-of-arc=the enemy was not in front|out-of-reach=the enemy was too far off|" +
	"blocked=the way was barred}"

func (b *Battle) places() (list []events.Place) {
	for i := range b.Places {
		if p := &b.Places[i]; p.Objective {
			list = append(list, events.Place{ID: p.ID, Points: p.Points, Holder: b.sideOr(p.Held, "")})
		}
	}
	return list
}

// reportWords lists the texts of outcomes and facts in reports. The facts block has IDs in the format of
// section i; the diary has names.
var reportWords = events.Words{
	Strength: "A stand is a company of foot, a troop of horse or a section of guns. “5 of 6 stands” has lost one.",
	Facts: []events.FactLine{
		{Kind: "sight.own", Group: 1, Role: events.RoleOwn, Strength: "{stands} of {start} stand{start:s}", Writes: writes,
			State: "{state}, {formation}", Idle: "[awaiting orders{orders:!}]",
			Ousts: []string{"sight.waiting", "sight.friend"},
			Now:   ownLine, Old: ownLine},
		{Kind: "sight.waiting", Group: 1, Now: "own {unit} not yet arrived", Old: "own {unit} not yet arrived"},
		{Kind: "sight.gone", Group: 1, Final: true, Role: events.RoleGone, Ousts: []string{"sight.own",
			"sight.waiting", "sight.friend"},
			Now: "own {unit} gone", Old: "own {unit} gone"},
		{Kind: "sight.friend", Group: 2, Role: events.RoleOwn, Strength: "{stands} of {start} stand{start:s}", Writes: writes,
			State: "{state}", Now: friendLine, Old: friendLine},
		{Kind: "sight.enemy", Group: 3, Role: events.RoleEnemy,
			Strength: sorts + "[, {stands} stand{stands:s}][, running{routing:?}]",
			Now:      enemyLine, Old: enemyLine,
			Called: "[{named:?}{unit:name}][{named:!}the " + sorts + " at {x:hundredths},{y:hundredths}]"},
		{Kind: "sight.lost", Group: 3, Ousts: []string{"sight.enemy"}},
		{Kind: "sight.general", Group: 4, Role: events.RoleOfficer, State: "[with {with:name}]",
			Now: "general {general} at {x:hundredths},{y:hundredths}[ with {with}]"},
		{Kind: "sight.hand", Group: 5, Role: events.RoleHand, Now: "hand {cards}",
			Strength: "[You hold {cards:bag}][{cards:!}You hold no cards][; spent: {spent:bag}]"},
		{Kind: "sight.directive", Group: 6, Now: "directive from {from} (turn {sent}): {text}",
			News: "A directive from {from:name}, {id}, written in turn {sent}:"},
		{Kind: "sight.letter", Group: 6, Once: true, Now: "letter from {from} (turn {sent}): {text}",
			News: "A letter from {from:name}, written in turn {sent}:"},
		{Kind: "sight.captured", Group: 6, Once: true, Now: "captured {kind} from {from} to {to}: {text}",
			News: "Taken from an enemy courier, a {kind} from {from:name} to {to:name}:"},
	},
}

const (
	writes = "{state:routing=My men are running|unsteady=My men are shaken|*=We stand firm}[, {where}][{whole:?}, " +
		"with all our {start} companies][{whole:!}, with {stands} of our {start} companies]"
	// sorts lists the names of unit kinds.
	sorts = "{kind:light-infantry=light infantry|light-cavalry=light cavalry|heavy-cavalry=heavy cavalry|" +
		"foot-artillery=foot artillery|horse-artillery=horse artillery}"
	ownLine = "own {unit} at {x:hundredths},{y:hundredths} facing {facing} {formation} {state} {stands}/{start} " +
		"turn {turn}"
	friendLine = "friend {unit} at {x:hundredths},{y:hundredths} facing {facing} {formation} {state} " +
		"{stands}/{start} turn {turn}"
	enemyLine = "enemy {unit} {kind} at {x:hundredths},{y:hundredths} facing {facing} {formation}[ {stands} " +
		"stands][ routing{routing:?}] turn {turn}"
)

var symbols = events.Symbols{
	unitSymbol("sight.own"), unitSymbol("sight.friend"), unitSymbol("sight.enemy"),
	{Kind: "sight.courier", X: "x", Y: "y", Label: "id", Shape: "courier", Road: "road", Side: "side"},
	{Kind: "sight.general", X: "x", Y: "y", Label: "general", Shape: "commander", Side: "side"},
}

func unitSymbol(kind string) events.Symbol {
	return events.Symbol{Kind: kind, X: "x", Y: "y", Facing: "facing", Label: "unit", Strength: "stands", Shape: "arm",
		Frontage: "frontage", Depth: "depth", Side: "side", Old: true, Full: "start",
		Marks: []events.Mark{{Field: "state", Is: "unsteady", Shows: "shaken"},
			{Field: "state", Is: "routing", Shows: "routed"}, {Field: "routing", Shows: "routed"}}}
}

// featureName returns the name of a terrain feature on maps, for its ID. Orders may use either.
func featureName(id string) string {
	return strings.ToUpper(id[:1]) + strings.ReplaceAll(id[1:], "_", " ")
}

func mapOf(b *Battle) board.Ground {
	g := board.Ground{Title: b.Title, East: b.Width, North: b.Height, Unit: "inches", Near: 1000}
	for i := range b.Areas {
		a := &b.Areas[i]
		area := board.Area{ID: a.ID, Name: featureName(a.ID), Kind: areaKinds[a.Kind], At: a.At}
		if a.Kind == hill {
			area.Level = a.Height
		}
		g.Areas = append(g.Areas, area)
	}
	for i := range b.Lines {
		c := &b.Lines[i]
		g.Courses = append(g.Courses, board.Course{ID: c.ID, Name: featureName(c.ID), Kind: lineKinds[c.Kind], At: c.At})
		for _, x := range c.Crossings {
			g.Marks = append(g.Marks, board.Mark{ID: c.ID, Kind: "bridge", At: x})
		}
	}
	for i := range b.Places {
		pl := &b.Places[i]
		g.Marks = append(g.Marks, board.Mark{ID: pl.ID, Name: pl.ID, Kind: either(pl.Objective, "objective", "place"),
			At: pl.At})
	}
	for i := range b.Sides {
		g.Sides = append(g.Sides, board.Edge{Side: b.Sides[i].ID, Name: b.NameOf(b.Sides[i].ID),
			Edge: compassPoints[b.Sides[i].Home/45].Long})
	}
	return g
}
