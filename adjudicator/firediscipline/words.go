package firediscipline

import (
	"galloper/adjudicator/board"
	"galloper/events"
)

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
	Tallies: []events.Tally{
		{Of: "sight.enemy", One: "1 enemy unit identified", Many: "{n} enemy units identified"},
		{Of: "sight.unknown", One: "1 more in the distance", Many: "{n} more in the distance"},
		{Of: "directive.acted", One: "1 directive taken up", Many: "{n} directives taken up"},
		{Of: "melee.fought", One: "1 bout at close quarters", Many: "{n} bouts at close quarters"},
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

// ground returns the static map of a battle.
func (b *Battle) ground() board.Ground {
	g := board.Ground{Title: b.Title, East: b.Width, North: b.Height, Unit: "yards",
		Near: 120 * board.Yard}
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
