package activationchits

import (
	"galloper/adjudicator/board"
	"galloper/adjudicator/rules"
	"galloper/events"
)

// tales say how the story in a report tells outcomes.
var tales = rules.Tales{
	Steps: "event.rolled adc.gained bonus.gained bonus.lapsed leader.rolled leader.activated unit.faced " +
		"leader.checked flags.ignored square.left leader.moved leader.attached leader.detached directive.advised " +
		"directive.replaced directive.done hexes.held turn.opened",
	Of: map[string]events.Tale{
		"leader.casualty": {Like: rules.Fell, By: "leader", Says: []string{"{leader:name} went down, struck by a ball."},
			Head: "{leader:name} fell"},
		"leader.attacked": {Like: rules.Fell, By: "leader", On: "unit", Weight: 60,
			Says: []string{"{unit:name} fell upon {leader:name}, who {result:casualty=was cut down|*=got away}."},
			Head: "{leader:name} attacked"},
		"leader.fate": {Like: rules.Fell, By: "leader", Weight: 40,
			Rise: rules.When("result", "eliminated 60, away 15"),
			Says: []string{"{leader:name} {result:eliminated=died of the wounds|returns=came back|*=had not come back yet}."},
			Head: "{leader:name} {result:eliminated=dead|returns=back|*=away}"},
		"leader.escaped": {Like: rules.Fell, By: "leader", Weight: 30,
			Says: []string{"{leader:name} escaped[{to:?=|*= to #}]."}, Head: "{leader:name} escaped"},
		"game.ended": {Like: rules.Over, Says: []string{"The battle is over[: the field belongs to " +
			"{winner:draw=nobody|*=@}]{reason:banners=; enough banners are taken|turns=; night falls|" +
			"destroyed=; no enemy is left|resigned=; the sword is given up}."}},
		"banner.won": {Like: rules.Broke, Weight: 30,
			Says: []string{"{side:name} took {n:1=a banner|*=# banners}."}, Head: "A banner won",
			Theirs: "A banner lost"},

		"adc.used": {Like: rules.Hindered, Retakes: true},
		"activation.rolled": {Like: rules.Hindered, Rise: rules.When("result", "failed 25, botched 30"),
			Says: []string{"{unit:name} {result:failed=would not stir|botched=mistook the orders|*=obeyed}" +
				"[{result:?failed}" + farFrom + "][{result:?botched}" + farFrom + "]."},
			Head: "{unit:name} {result:failed=would not stir|*=mistook the orders}",
			Why: "[{result:?failed}would not stir][{result:?failed}" + farFrom + "]" +
				"[{result:?botched}mistook the orders][{result:?botched}" + farFrom + "]{result:double=hesitated|*=}",
			Mend: "[{distance:0=|1=|*=ride nearer}][{distance:!}give them a leader]"},
		"botch.rolled": {Like: rules.Hindered, Weight: 30, Says: []string{"{unit:name} {effect:panic=fell into a " +
			"panic|wrong-way=marched off the wrong way|halt=halted in confusion|rash=pressed on beyond the " +
			"orders|*=did otherwise than ordered}."}, Head: "{unit:name} mistook the orders"},
		"entry.undone": {Like: rules.Hindered, IfIdle: true, Why: "could not act as ordered: {reason:" + undone + "}",
			Mend: "{reason:no-chit=put them higher in your list|out-of-command=ride nearer|condition=order them without it|" +
				"enemy-adjacent=have them fight or fall back first|not-seen=bring it in sight|no-target=name another|" +
				"blocked=lead them round|out-of-range=go nearer first|no-line-of-fire=move " +
				"aside first|not-in-arc=face it first|out-of-reach=go nearer first|*=}"},
		"ammo.low": {Like: rules.Disobeyed, Says: []string{"{unit:name} ran short of ammunition."},
			Head: "{unit:name} short of shot"},

		"unit.moved": {Like: rules.Marched},
		"fire.resolved": {Like: rules.Fired, Says: []string{"{unit:name} fired on {target:name}{hits:0= and " +
			"hit nobody|1=: one hit|*=: # hits}.",
			"{unit:name} gave {target:name} a volley{hits:0= that hit nobody|1= that told once|2= that told twice|*= that told # " +
				"times}."}},
		"melee.declared": {Like: rules.Charged, Weight: 55, Rise: rules.When("arc", "rear 72, flank 70"),
			Says: []string{"{unit:name}[ with the guns of {with:name}] assaulted {target:name}{arc:rear=, from " +
				"behind|flank=, in flank|*=}."}, Head: "{unit:name} assault"},
		"melee.halted": {Like: rules.Charged, Weight: 25,
			Says: []string{"{unit:name} met an enemy who had not been seen, and halted."}, Head: "{unit:name} halted"},
		"square.rolled": {Like: rules.Answered, On: "attacker",
			Says: []string{"{unit:name} {result:formed=formed square in time|*=could not form square in time}."},
			Head: "{unit:name} {result:formed=in square|*=caught out of square}"},
		"bounce.rolled": {Like: rules.Charged, By: "attacker", On: "unit", Weight: 45,
			Says: []string{"{attacker:name} {result:bounced=bounced off the square|hit=lost men before the square|" +
				"*=rode at the square}."}, Head: "{attacker:name} at the square"},
		"retire.rolled": {Like: rules.Answered, On: "attacker",
			Says: []string{"{unit:name} {result:retired=slipped away|*=could not slip away} before {attacker:name}."},
			Head: "{unit:name} {result:retired=slipped away|*=caught}"},
		"melee.resolved": {Like: rules.Fought, Weight: 50, Hits: "hits",
			Says: []string{"{unit:name} struck at {target:name}: {hits:0=no hit|1=one hit|*=# hits}."}},
		"back.resolved": {Like: rules.Fought, Weight: 30, Rise: rules.When("hits", "0 0"),
			Says: []string{"{unit:name} struck back: {hits:0=no hit|1=one hit|*=# hits}."}, Head: "{unit:name} struck back"},
		"breakthrough.made": {Like: rules.Charged, Weight: 65,
			Says: []string{"{unit:name} broke through and went on at {target:name}."},
			Head: "{unit:name} broke through"},
		"unit.lost": {Like: rules.CutUp, Loss: "blocks", Part: "block", Weight: 35,
			Says: []string{"{unit:name} lost [{lost} men][{lost:!}{blocks:1=a block|*=# blocks}]."}},
		"unit.retreated": {Like: rules.Ran, Weight: 74, Says: []string{"{unit:name} fell back[{to:?=|*= to #}]."},
			Head: "{unit:name} driven back"},
		"morale.checked": {Like: rules.Ran, Rise: rules.When("result", "shaken 40, broken 60, lost 75"),
			Blames: blows,
			Says: []string{"{unit:name} {result:shaken=began to shake|broken=broke|lost=ran from the field|*=stood}" +
				"[ before {blame:name}]."},
			Head: "{unit:name} {result:shaken=shaken|broken=broke|*=ran}",
			Why:  "{result:shaken=were shaken|broken=broke|*=}", Mend: "order them to rally, with a leader near"},
		"unit.shaken": {Like: rules.Wavered, Weight: 40, Says: []string{"{unit:name} came away shaken."},
			Head: "{unit:name} shaken"},
		"rally.rolled": {Like: rules.Rallied, Says: []string{"{unit:name} {result:rallied=rallied|*=did not rally}."},
			Head: "{unit:name} {result:rallied=rallied|*=did not rally}"},
		"unit.eliminated": {Like: rules.Gone, Weight: 85,
			Says: []string{"The last of {unit:name} fell or fled.", "Of {unit:name} nobody is left."}},
	},
}

// undone words the reasons why nothing came of an entry.
const undone = "no-chit=no chit came|unit-lost=they were lost|leader-away=the leader was away|" +
	"spent=they had acted already|out-of-command=they were too far from a leader|condition=the condition did not hold|" +
	"in-square=they stood in square|not-in-square=they stood in no square|broken=they were broken|" +
	"not-shaken=they were steady|already-there=they were there already|no-target=no such target|" +
	"not-seen=the target was not seen|enemy-adjacent=an enemy was next to them|low-ammo=they were short of shot|" +
	"out-of-range=the target was out of range|no-line-of-fire=no line of fire|not-in-arc=the target was not in front|" +
	"no-dice=no dice to roll|out-of-reach=what they were to go at was out of reach|no-support=no battery could help|" +
	"blocked=the way was barred|cavalry-adjacent=horse was next to them|leader-there=another leader was there"

// blows are the outcomes that shake a unit.
const blows = "fire.resolved melee.resolved back.resolved"

// farFrom states the distance of a unit from its leader.
const farFrom = "[, {distance:0=with the leader beside them|1=a hex from their leader|*=# hexes from their leader}]"

func (b *Battle) places() (list []events.Place) {
	for _, h := range b.Victory.Hexes {
		list = append(list, events.Place{ID: b.hexName(h.At), Points: h.Banners, Stood: true})
	}
	return list
}

// reportWords lists the texts of outcomes and facts in reports. The facts block has IDs in the format of
// section i; the diary has names.
var reportWords = events.Words{
	Record: true, EachFight: true,
	Strength: "A block is a part of a unit: the more it has left, the more dice it fires and fights with. With the last " +
		"it is lost.",
	Facts: []events.FactLine{
		unitLine("sight.own", 1), unitLine("sight.friend", 2), unitLine("sight.enemy", 3),
		{Kind: "sight.leader", Group: 4, Role: events.RoleOfficer,
			State: "[with {with:name}]", Idle: "[{adc} aide{adc:s} left]", Now: leaderLine, Old: leaderLine},
		{Kind: "sight.letter", Group: 5, Once: true, Now: "{how} from {from} (turn {sent}): {text}",
			News: "{how:letter=A letter|directive=A directive|captured=A captured dispatch} from {from:name}, " +
				"sent in turn {sent}:"},
		{Kind: "sight.banners", Group: 6,
			Now: "banners: {banners}[; held: {held}; in all: {all}]"},
	},
}

const troops = "{kind:light=light foot|grenadier=grenadiers|youngguard=Young Guard|oldguard=Old Guard|" +
	"lightcav=light cavalry|heavycav=heavy cavalry|guardcav=guard cavalry|footart=foot artillery|" +
	"horseart=horse artillery}"

// unitLine returns the line for a unit. Parts without a field in the fact are left out.
func unitLine(kind string, group int) events.FactLine {
	line := "unit {unit}[ lost{lost:?}][ at {hex}][ facing {facing}]"
	if kind == "sight.enemy" {
		line += "[ {kind}][ {blocks}][ {morale}][ square{square:?}][ (turn {seen})]"
	} else {
		line += "[ {blocks} of {full}][ {morale}][ spent{spent:?}][ square{square:?}][ low-ammo{low:?}]" +
			"[ shots {shots:+}][ with {with}][ (turn {seen})]"
	}
	l := events.FactLine{Kind: kind, Group: group, Now: line, Old: line, Role: events.RoleOwn, LostIf: "lost",
		Strength: "[" + troops + ", ][{blocks} of {full} block{full:s}]",
		Writes: "[{morale:shaken=My men are shaken|broken=My men are broken|*=We stand firm}][{morale:!}We stand][, {where}][; we are short of " +
			"shot{low:?}]",
		State: "[{morale}][, in square{square:?}][, short of shot{low:?}]"}
	if kind == "sight.enemy" {
		l.Role, l.Strength = events.RoleEnemy, "["+troops+"][, {blocks:?=some blocks|1=1 block|*=# blocks}][, {morale:?=|*=#}][, in square{square:?}]"
	}
	if kind == "sight.own" {
		l.Idle = "[awaiting orders{standing:!}]"
	}
	return l
}

const leaderLine = "leader {leader}[ at {hex}][ {status}][ adc {adc}][ (turn {seen})]"

var symbols = events.Symbols{
	unitSymbol("sight.own"), unitSymbol("sight.friend"), unitSymbol("sight.enemy"),
	{Kind: "sight.courier", Place: "hex", Label: "id", Shape: "courier", Road: "to", Side: "side"},
	{Kind: "sight.leader", Place: "hex", Label: "leader", Shape: "commander", Side: "side", Old: true},
}

func unitSymbol(kind string) events.Symbol {
	return events.Symbol{Kind: kind, Place: "hex", To: "to", Facing: "bearing", Label: "unit", Strength: "blocks",
		Shape: "arm", Side: "side", Old: true, Full: "full",
		Marks: []events.Mark{{Field: "morale", Is: "shaken", Shows: "shaken"},
			{Field: "morale", Is: "broken", Shows: "routed"}, {Field: "low", Shows: "dry"}}}
}

func drawGround(b *Battle) board.Ground {
	size := b.Size()
	const scale = 20 // a hex is 20 units wide
	const hex = board.HexWidth * scale
	g := board.Ground{Title: b.Title, East: size.X * scale, North: size.Y * scale, Near: 4 * hex,
		Step: board.Step{Size: hex, One: "a hex", Many: "hexes"}}
	for i := range b.cubes {
		kind := b.terrainAt(i).Name
		if kind == "clear" {
			kind = ""
		}
		c := board.Cell{ID: b.hexName(i), Name: b.siteName(i), Kind: kind, At: scaled(b.Centre(b.At(i)), scale)}
		for _, p := range b.Corners(b.At(i)) {
			c.Shape = append(c.Shape, scaled(p, scale))
		}
		g.Cells = append(g.Cells, c)
	}
	for _, h := range b.Victory.Hexes {
		g.Marks = append(g.Marks, board.Mark{ID: b.hexName(h.At), Name: b.siteName(h.At), Kind: "objective",
			At: scaled(b.Centre(b.At(h.At)), scale)})
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

func scaled(p board.Point, by int) board.Point { return board.Point{X: p.X * by, Y: p.Y * by} }
