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
		{Kind: "sight.banners", Group: 6, Now: "banners: {banners}[; held: {held}; in all: {all}]"},
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
		l.Prompt = "{unit}:[ {kind}, {blocks} of {full}, {morale}, at {hex}][ lost{lost:?}][, no entry stands: it will stay{standing:!}]"
	}
	return l
}

const leaderLine = "leader {leader}[ at {hex}][ {status}][ adc {adc}][ (turn {seen})]"

// diary has a sentence for each outcome of section k that a seat may be told of.
var diary = map[string]string{
	"turn.opened": "A new round began.",
	"leader.fate": "{leader:name}[ {result:eliminated=died of his wounds|returns=was back in the saddle|away=was still " +
		"with the surgeons}][, at {hex}].",
	"event.rolled": "{effect:dash=A general might ride as he liked|chit=One more unit might be stirred|adc=One more aide was at hand|" +
		"none=Fortune favoured nobody}[: the event was for {side:name}].",
	"bonus.gained": "The enemy had shown all his hand: {side:name} might strike in between.",
	"bonus.lapsed": "The moment passed unused.",
	"activation.rolled": "{unit:name}[ with {with:name}] {result:passed=obeyed|failed=did not stir|double=hesitated, and nothing " +
		"was lost but time|free=obeyed with a will, ready for more|botched=mistook the orders}[ (rolled {roll}][ + {drm:+}][, needed {target})].",
	"leader.rolled": "{leader:name} {result:passed=left his men|failed=could not get away from his men|double=was held up for a " +
		"moment|free=left his men at once}.",
	"leader.activated": "{leader:name} gave his horse the spur.",
	"adc.used": "An aide of {leader:name} galloped to {unit:name}: {for:activation=once more the order|rally=a word to " +
		"steady the men|morale=stand|combat=once more} ({left} left).",
	"adc.gained": "One more aide reported to {leader:name}.",
	"botch.rolled": "{unit:name} {effect:panic=fell into a panic|wrong-way=marched off the wrong way|halt=halted in " +
		"confusion|late=came late|rash=rushed on without orders}.",
	"unit.moved": "{unit:name} {reason:order=marched|attack=went in|wrong-way=blundered|rash=pressed on|retire=retired " +
		"before the enemy to reform|ground=took the ground}[ from {from}][ to {to}].",
	"unit.faced": "{unit:name} turned to face {facing}.",
	"fire.resolved": "{unit:name} fired at {target:name} at {range:1=a hex|*=# hexes}: {hits:0=no hit|1=one hit|*=# hits}[, " +
		"{flags:0=and no more|1=and the line wavered|*=and the line wavered badly}].",
	"ammo.low": "{unit:name} ran short of ammunition.",
	"melee.declared": "{unit:name}[ with the guns of {with:name}] assaulted {target:name}[ from {hex}][, {arc:front=in " +
		"front|flank=in flank|rear=from behind}].",
	"melee.halted":  "{unit:name} met an enemy who had not been seen, and halted at {hex}.",
	"square.rolled": "{unit:name} {result:formed=formed square in time|failed=could not form square in time} against {attacker:name}.",
	"bounce.rolled": "{attacker:name} {result:bounced=bounced off the square|hit=lost men before the square, and rode " +
		"on|none=rode at the square} of {unit:name}.",
	"retire.rolled":   "{unit:name} {result:retired=slipped away before|failed=could not slip away before} {attacker:name}.",
	"melee.resolved":  "{unit:name} struck at {target:name}: {hits:0=no hit|1=one hit|*=# hits}.",
	"back.resolved":   "{unit:name} struck back at {target:name}: {hits:0=no hit|1=one hit|*=# hits}.",
	"leader.attacked": "{unit:name} fell upon {leader:name}: {result:casualty=he was cut down|escaped=he got away}.",
	"unit.lost": "{unit:name} lost {blocks} block{blocks:s} ({cause:hits=struck down|flags=scattered for want of room to " +
		"fall back|bounce=before the square}); {left} left.",
	"leader.checked":    "{leader:name} with {unit:name} was {result:unhurt=unhurt|casualty=hit}.",
	"leader.casualty":   "{leader:name} was carried from the field.",
	"leader.escaped":    "{leader:name} escaped[ to {to}].",
	"flags.ignored":     "{unit:name} stood where others would give way.",
	"unit.retreated":    "{unit:name} fell back[ from {from}][ to {to}].",
	"morale.checked":    "{unit:name} {result:passed=stood firm|shaken=began to shake|broken=broke|lost=ran from the field}.",
	"rally.rolled":      "{unit:name} {result:rallied=rallied|failed=did not rally}, and stood {morale}.",
	"unit.shaken":       "{unit:name} came away shaken from the charge at the square.",
	"unit.eliminated":   "The last of {unit:name} fell or fled.",
	"banner.won":        "{side:name} took a banner[ from {of:name}]: {total} in all.",
	"square.left":       "{unit:name} left the square, facing {facing}.",
	"leader.moved":      "{leader:name} rode[ from {from}][ to {to}].",
	"leader.attached":   "{leader:name} joined {unit:name}.",
	"leader.detached":   "{leader:name} left {unit:name}.",
	"breakthrough.made": "{unit:name} broke through and went on at {target:name}.",
	"entry.undone": "An entry for [{unit:name}][{leader:name}] was not tried: {reason:no-chit=no chit came|unit-lost=they were lost|" +
		"leader-away=he was off the board|spent=they had acted already|out-of-command=too far from a leader|condition=the condition did not hold|" +
		"in-square=they stood in square|not-in-square=they stood in no square|broken=they were broken|not-shaken=they were steady|" +
		"already-there=they were there already|no-target=there was no such target|not-seen=the target was not seen|" +
		"enemy-adjacent=an enemy was next to them|low-ammo=short of ammunition|out-of-range=out of range|" +
		"no-line-of-fire=no line of fire|not-in-arc=the target was not in front|no-dice=there were no dice to roll|out-of-reach=out of reach|" +
		"no-support=no battery could support them|blocked=the way was barred|cavalry-adjacent=cavalry was next to them|" +
		"leader-there=another leader was there}.",
	"dispatch.sent":      "A courier left with your {kind} for {to:name}.",
	"dispatch.delivered": "A courier came in.",
	"dispatch.captured":  "An enemy courier was taken[ at {hex}].",
	"directive.advised":  "The chief would have {unit:name} act; so they will, if you order nothing else.",
	"directive.replaced": "An older directive for {unit:name} no longer counts.",
	"directive.done":     "The directive for {unit:name} was tried.",
	"hexes.held":         "[For the places held {side:name} counted {banners:+}.]",
	"game.ended": "The battle is over[ at {score:scores}][: the field belongs to {winner:draw=nobody|*=@}]{reason:banners=|turns=; night falls|destroyed=; no " +
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
