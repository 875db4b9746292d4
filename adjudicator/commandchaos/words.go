package commandchaos

import (
	"galloper/adjudicator/board"
	"galloper/adjudicator/rules"
	"galloper/events"
)

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
	Tallies: []events.Tally{
		{Of: "charge.made", One: "1 charge", Many: "{n} charges"},
		{Of: "melee.attack", One: "1 attack in the melee", Many: "{n} attacks in the melee"},
		{Of: "unit.routed", One: "1 unit routed", Many: "{n} units routed"},
		{Of: "light.dispersed", One: "1 band of light infantry dispersed", Many: "{n} bands of light infantry dispersed"},
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
			} else if b.rough(s) {
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
