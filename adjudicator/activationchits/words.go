package activationchits

import (
	"galloper/adjudicator"
	"galloper/adjudicator/board"
	"galloper/events"
)

// reportWords say how outcomes and facts read in reports. Ids stand in the facts
// block, exactly as section i has it; the diary speaks of names.
var reportWords = events.Words{
	Diary:  diary,
	Losses: []string{"unit.eliminated", "leader.casualty"},
	Record: true,
	Facts: []events.FactLine{
		unitLine("sight.own", 1), unitLine("sight.friend", 2), unitLine("sight.enemy", 3),
		{Kind: "sight.leader", Group: 4, Now: leaderLine, Old: leaderLine},
		{Kind: "sight.letter", Group: 5, Once: true, Now: "{how} from {from} (turn {sent}): {text}",
			News: "{how:letter=A letter|directive=A directive|captured=A captured dispatch} from {from:name}, sent in turn {sent}:"},
		{Kind: "sight.banners", Group: 6, Now: "banners: {banners}"},
	},
	Tallies: []events.Tally{
		{Of: "activation.rolled", One: "1 roll for activation", Many: "{n} rolls for activation"},
		{Of: "melee.declared", One: "1 assault", Many: "{n} assaults"},
		{Of: "fire.resolved", One: "1 fire", Many: "{n} fires"},
		{Of: "unit.eliminated", One: "1 unit lost", Many: "{n} units lost"},
	},
}

// unitLine is the line of a unit; what a kind of fact does not tell falls out.
func unitLine(kind string, group int) events.FactLine {
	line := "unit {unit}[ lost{lost:?}][ at {hex}][ facing {facing}]"
	if kind == "sight.enemy" {
		line += "[ {kind}][ {blocks}][ {morale}][ square{square:?}][ (turn {seen})]"
	} else {
		line += "[ {blocks} of {full}][ {morale}][ spent{spent:?}][ square{square:?}][ low-ammo{low:?}][ shots {shots:+}][ with " +
			"{with}][ (turn {seen})]"
	}
	l := events.FactLine{Kind: kind, Group: group, Now: line, Old: line}
	if kind == "sight.own" {
		l.Prompt = "{unit}:[ {kind}, {blocks} of {full}, {morale}, at {hex}][ lost{lost:?}]"
	}
	return l
}

const leaderLine = "leader {leader}[ at {hex}][ {status}][ adc {adc}][ (turn {seen})]"

// diary has a sentence for each outcome of section k that a seat may be told of.
var diary = map[string]string{
	"turn.opened": "A new round begins.",
	"leader.fate": "{leader:name}[ {result:eliminated=is dead of his wounds|returns=is back in the saddle|away=is still " +
		"with the surgeons}][, at {hex}].",
	"event.rolled": "{effect:dash=A general may ride as he likes|chit=One more unit may be stirred|adc=One more aide is at hand|" +
		"none=Fortune favours nobody}[: the event is for {side:name}].",
	"bonus.gained": "The enemy has shown all his hand: {side:name} may strike in between.",
	"bonus.lapsed": "The moment passes unused.",
	"activation.rolled": "{unit:name}[ with {with:name}] {result:passed=obeys|failed=does not stir|double=hesitates, and nothing " +
		"is lost but time|free=obeys with a will, and is ready for more|botched=mistakes its orders}[ (it rolls {roll}][ + {drm:+}][, and needs {target})].",
	"leader.rolled": "{leader:name} {result:passed=leaves his men|failed=cannot get away from his men|double=is held up for a " +
		"moment|free=leaves his men at once}.",
	"leader.activated": "{leader:name} gives his horse the spur.",
	"adc.used": "An aide of {leader:name} gallops to {unit:name}: {for:activation=once more the order|rally=a word to " +
		"steady the men|morale=stand|combat=once more} ({left} left).",
	"adc.gained": "One more aide reports to {leader:name}.",
	"botch.rolled": "{unit:name} {effect:panic=is seized with panic|wrong-way=marches off the wrong way|halt=halts in " +
		"confusion|late=is late|rash=rushes on without orders}.",
	"unit.moved": "{unit:name} {reason:order=marches|attack=goes in|wrong-way=blunders|rash=presses on|retire=retires " +
		"before the enemy to reform|ground=takes the ground}[ from {from}][ to {to}].",
	"unit.faced": "{unit:name} turns to face {facing}.",
	"fire.resolved": "{unit:name} fires at {target:name} at {range:1=a hex|*=# hexes}: {hits:0=no hit|1=one hit|*=# hits}[, " +
		"{flags:0=and no more|1=and it wavers|*=and it wavers badly}].",
	"ammo.low": "{unit:name} is short of ammunition.",
	"melee.declared": "{unit:name}[ with the guns of {with:name}] assaults {target:name}[ from {hex}][, {arc:front=in " +
		"front|flank=in flank|rear=from behind}].",
	"melee.halted":  "{unit:name} meets an enemy whom it had not seen, and halts at {hex}.",
	"square.rolled": "{unit:name} {result:formed=forms square in time|failed=cannot form square in time} against {attacker:name}.",
	"bounce.rolled": "{attacker:name} {result:bounced=bounces off the square|hit=is hit before the square, and rides " +
		"on|none=rides at the square} of {unit:name}.",
	"retire.rolled":   "{unit:name} {result:retired=slips away before|failed=is caught by} {attacker:name}.",
	"melee.resolved":  "{unit:name} strikes at {target:name}: {hits:0=no hit|1=one hit|*=# hits}.",
	"back.resolved":   "{unit:name} strikes back at {target:name}: {hits:0=no hit|1=one hit|*=# hits}.",
	"leader.attacked": "{unit:name} falls upon {leader:name}: {result:casualty=he is cut down|escaped=he gets away}.",
	"unit.lost": "{unit:name} loses {blocks} block{blocks:s} ({cause:hits=struck down|flags=scattered for want of room to " +
		"fall back|bounce=before the square}); {left} left.",
	"leader.checked":    "{leader:name} with {unit:name} is {result:unhurt=unhurt|casualty=hit}.",
	"leader.casualty":   "{leader:name} is carried from the field.",
	"leader.escaped":    "{leader:name} escapes[ to {to}].",
	"flags.ignored":     "{unit:name} stands where others would give way.",
	"unit.retreated":    "{unit:name} falls back[ from {from}][ to {to}].",
	"morale.checked":    "{unit:name} {result:passed=stands firm|shaken=is shaken|broken=breaks|lost=runs from the field}.",
	"rally.rolled":      "{unit:name} {result:rallied=rallies|failed=cannot be rallied}: it is {morale}.",
	"unit.shaken":       "{unit:name} is shaken by its charge at the square.",
	"unit.eliminated":   "{unit:name} is lost.",
	"banner.won":        "{side:name} takes a banner[ from {of:name}]: {total} in all.",
	"square.left":       "{unit:name} leaves its square, facing {facing}.",
	"leader.moved":      "{leader:name} rides[ from {from}][ to {to}].",
	"leader.attached":   "{leader:name} joins {unit:name}.",
	"leader.detached":   "{leader:name} leaves {unit:name}.",
	"breakthrough.made": "{unit:name} breaks through and goes on at {target:name}.",
	"entry.undone": "An entry for [{unit:name}][{leader:name}] was not tried: {reason:no-chit=no chit came|unit-lost=it is lost|" +
		"leader-away=he is off the board|spent=it was spent|out-of-command=too far from a leader|condition=its condition did not hold|" +
		"in-square=it is in square|not-in-square=it is not in square|broken=it is broken|not-shaken=it is steady|" +
		"already-there=it is there already|no-target=there is no such target|not-seen=the target is not seen|" +
		"enemy-adjacent=an enemy is next to it|low-ammo=short of ammunition|out-of-range=out of range|" +
		"no-line-of-fire=no line of fire|not-in-arc=the target is not in front|no-dice=it would roll no dice|out-of-reach=out of reach|" +
		"no-support=no battery could support it|blocked=the way is barred|cavalry-adjacent=cavalry is next to it|" +
		"leader-there=another leader is there}.",
	"dispatch.sent":      "A courier leaves with your {kind} for {to:name}.",
	"dispatch.delivered": "A courier comes in.",
	"dispatch.captured":  "An enemy courier is taken[ at {hex}].",
	"directive.advised":  "The chief would have {unit:name} act: it will, if you order nothing else.",
	"directive.replaced": "An older directive for {unit:name} no longer counts.",
	"directive.done":     "The directive for {unit:name} has been tried.",
	"hexes.held":         "The places that {side:name} holds are worth {banners} to it.",
	"game.ended": "The battle is over[: {winner:name} has the field]{reason:banners=|turns=; night falls|destroyed=; no " +
		"enemy is left|resigned=; the sword is given up}.",
}

// symbols say how facts are drawn on the map.
var symbols = events.Symbols{
	unitSymbol("sight.own"), unitSymbol("sight.friend"), unitSymbol("sight.enemy"),
	{Kind: "sight.courier", Place: "hex", Label: "id", Shape: "courier", Road: "to", Side: "side"},
	{Kind: "sight.leader", Place: "hex", Label: "leader", Shape: "commander", Side: "side", Old: true},
}

func unitSymbol(kind string) events.Symbol {
	return events.Symbol{Kind: kind, Place: "hex", Facing: "bearing", Label: "unit", Strength: "blocks", Shape: "arm", Side: "side", Old: true}
}

// drawGround is the map of a battle without what moves on it.
func drawGround(sc adjudicator.Scenario) board.Ground {
	b := sc.(*Battle)
	size := b.Size()
	const scale = 20 // a hex is 20 units wide
	g := board.Ground{Title: b.Title, East: size.X * scale, North: size.Y * scale}
	for i := range b.cubes {
		kind := b.ground(i).Name
		if kind == "clear" {
			kind = ""
		}
		c := board.Cell{ID: b.hexName(i), Kind: kind, At: scaled(b.Centre(b.At(i)), scale)}
		for _, p := range b.Corners(b.At(i)) {
			c.Shape = append(c.Shape, scaled(p, scale))
		}
		g.Cells = append(g.Cells, c)
	}
	for _, h := range b.Victory.Hexes {
		g.Marks = append(g.Marks, board.Mark{ID: b.hexName(h.At), Kind: "objective", At: scaled(b.Centre(b.At(h.At)), scale)})
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
