package activationchits

import (
	"galloper/adjudicator/board"
	"galloper/events"
)

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
	Tallies: []events.Tally{
		{Of: "activation.rolled", One: "1 roll for activation", Many: "{n} rolls for activation"},
		{Of: "melee.declared", One: "1 assault", Many: "{n} assaults"},
		{Of: "fire.resolved", One: "1 fire", Many: "{n} fires"},
		{Of: "unit.eliminated", One: "1 unit lost", Many: "{n} units lost"},
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

// symbols lists the map symbols of facts.
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

// drawGround returns the map of a battle without its units.
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
